//! Tables of texts and what they mean, one for each kind of construct.

use std::sync::Arc;

use super::*;

/// What the tests' functions may name. `%p`, `%a`, `%b`, `%f`, `%v` and `%s` are the locals 0 to 5.
const MODULE: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, %"small thing" }
%"small thing" = type { i8, ptr }
%hidden = type opaque

@number = internal global i64 7, align 8
@"a \22quoted\22 name" = private unnamed_addr constant [3 x i8] c"a\00\22", align 1
@other = internal unnamed_addr alias i64, ptr @number
@way = alias void (ptr), ptr @callee
@loop = alias i64, ptr @loop

declare i64 @callee(ptr) #0
declare void @stop() #1
declare i32 @printf(ptr, ...)
declare void @llvm.assume(i1)
declare void @llvm.dbg.value(metadata, metadata, metadata)
"#;

const AFTER: &str = r#"
attributes #0 = { nounwind "frame-pointer"="all" memory(argmem: read, inaccessiblemem: none) }
attributes #1 = { cold noreturn uwtable(sync) allockind("alloc,zeroed") }

!0 = !DILocation(line: 3, column: 5, scope: !1)
!1 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 2)
!2 = !DIFile(filename: "src/lib.rs", directory: "/a/b")
!3 = !DILocation(line: 9, column: 1, scope: !4, inlinedAt: !0)
!4 = !DILexicalBlock(scope: !5, line: 8)
!5 = distinct !DISubprogram(name: "g(:,)", file: !6, line: 7)
!6 = !DIFile(filename: "/c/d \22e\22.rs", directory: "/a")
!7 = !DILocation(line: 0, scope: !1, inlinedAt: !0)
!8 = !DILocation(line: 1, scope: !8, inlinedAt: !8)
"#;

const HEADER: &str =
    "define i64 @f(ptr %p, i64 %a, i64 %b, double %f, <4 x i32> %v, { i64, i1 } %s) {\n";

fn module(between: &str) -> Module {
    Module::parse(format!("{MODULE}{between}{AFTER}")).expect("an index")
}

fn body(lines: &str) -> Result<Function, IrError> {
    let module = module(&format!("{HEADER}{lines}}}\n"));
    let id = module.function_named("f").expect("the function");
    module.body(id).cloned().map_err(Clone::clone)
}

/// What an instruction means, as the first of its function, with the result `%r` if it has one.
#[track_caller]
fn kind(text: &str) -> Kind {
    let function = body(&format!("start:\n  {text}\n  br label %end\nend:\n  ret i64 %a\n"))
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    function.blocks[0].instructions[0].kind.clone()
}

#[track_caller]
fn check(text: &str, expected: Kind) {
    assert_eq!(kind(text), expected, "{text}");
}

#[track_caller]
fn check_all(table: &[(&str, Kind)]) {
    for (text, expected) in table {
        check(text, expected.clone());
    }
}

#[track_caller]
fn unsupported(texts: &[&str]) {
    for text in texts {
        check(text, Kind::Unsupported((*text).to_owned()));
    }
}

const P: Operand = Operand::Local(LocalId(0));
const A: Operand = Operand::Local(LocalId(1));
const B: Operand = Operand::Local(LocalId(2));
const F: Operand = Operand::Local(LocalId(3));
const V: Operand = Operand::Local(LocalId(4));
const S: Operand = Operand::Local(LocalId(5));
const I64: Type = Type::Int(64);
const DOUBLE: Type = Type::Float(64);

fn int(width: u32, value: u128) -> Constant {
    Constant::Int { width, value }
}

fn constant(constant: Constant) -> Operand {
    Operand::Constant(Arc::new(constant))
}

fn vector(length: u64, element: Type) -> Type {
    Type::Vector(length, element.into())
}

fn array(length: u64, element: Type) -> Type {
    Type::Array(length, element.into())
}

fn structure(fields: &[Type]) -> Type {
    Type::Struct { fields: fields.into(), packed: false }
}

fn packed(fields: &[Type]) -> Type {
    Type::Struct { fields: fields.into(), packed: true }
}

fn pair() -> Type {
    structure(&[Type::Int(32), structure(&[Type::Int(8), Type::Pointer])])
}

fn binary(op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Kind {
    Kind::Binary { op, ty, left, right }
}

fn cast(op: CastOp, from: Type, value: Operand, to: Type) -> Kind {
    Kind::Cast { op, from, value, to }
}

#[test]
fn arithmetic() {
    check_all(&[
        ("%r = add i64 %a, %b", binary(BinaryOp::Add, I64, A, B)),
        (
            "%r = add nuw nsw i64 %a, -1, !dbg !0",
            binary(BinaryOp::Add, I64, A, constant(int(64, u128::from(u64::MAX)))),
        ),
        ("%r = sub nsw i64 0, %b", binary(BinaryOp::Sub, I64, constant(int(64, 0)), B)),
        ("%r = mul i64 %a, %b", binary(BinaryOp::Mul, I64, A, B)),
        ("%r = udiv exact i64 %a, %b", binary(BinaryOp::UDiv, I64, A, B)),
        ("%r = sdiv i64 %a, %b", binary(BinaryOp::SDiv, I64, A, B)),
        ("%r = urem i64 %a, %b", binary(BinaryOp::URem, I64, A, B)),
        ("%r = srem i64 %a, %b", binary(BinaryOp::SRem, I64, A, B)),
        ("%r = shl nuw i64 %a, %b", binary(BinaryOp::Shl, I64, A, B)),
        ("%r = lshr exact i64 %a, %b", binary(BinaryOp::LShr, I64, A, B)),
        (
            "%r = ashr <4 x i32> %v, splat (i32 7)",
            binary(
                BinaryOp::AShr,
                vector(4, Type::Int(32)),
                V,
                constant(Constant::Aggregate(vector(4, Type::Int(32)), vec![int(32, 7); 4])),
            ),
        ),
        ("%r = and i64 %a, %b", binary(BinaryOp::And, I64, A, B)),
        ("%r = or disjoint i64 %a, %b", binary(BinaryOp::Or, I64, A, B)),
        ("%r = xor i64 %a, %b", binary(BinaryOp::Xor, I64, A, B)),
        ("%r = fadd double %f, %f", binary(BinaryOp::FAdd, DOUBLE, F, F)),
        ("%r = fsub nnan ninf double %f, %f", binary(BinaryOp::FSub, DOUBLE, F, F)),
        ("%r = fmul double %f, %f", binary(BinaryOp::FMul, DOUBLE, F, F)),
        ("%r = fdiv double %f, %f", binary(BinaryOp::FDiv, DOUBLE, F, F)),
        ("%r = frem double %f, %f", binary(BinaryOp::FRem, DOUBLE, F, F)),
        ("%r = fneg double %f", Kind::FNeg { ty: DOUBLE, value: F }),
        ("%r = freeze i64 %a", Kind::Freeze { ty: I64, value: A }),
        // A number of the wrong size is not guessed at, and neither is inexact arithmetic.
        ("%r = add i8 -128, 255", {
            binary(BinaryOp::Add, Type::Int(8), constant(int(8, 128)), constant(int(8, 255)))
        }),
    ]);
    unsupported(&[
        "%r = add i8 256, 0",
        "%r = add i8 -129, 0",
        "%r = add i256 1, 0",
        "%r = add novel i64 %a, %b",
        "%r = add i64 %a, %missing",
        "%r = add i64 %a",
        "%r = add i64 %a, %b, %b",
        "%r = fadd fast double %f, %f",
        "%r = fadd reassoc double %f, %f",
        "%r = novel i64 %a",
    ]);
}

#[test]
fn what_is_not_understood_keeps_its_location() {
    for (text, expected) in [
        ("%r = novel i64 %a, !dbg !3", Some(LocationId(3))),
        ("%r = novel i64 %a, !dbg !3, !range !0", Some(LocationId(3))),
        ("%r = novel i64 %a, !dbg !DILocation(line: 1)", None),
        ("%r = novel i64 %a", None),
    ] {
        let function = body(&format!("  {text}\n  novel label %x, !dbg !0\n"));
        let function = function.expect("a body");
        let [block] = function.blocks.as_slice() else { panic!("{function:?}") };
        assert_eq!(block.instructions[0].location, expected, "{text}");
        assert_eq!(block.terminator_location, Some(LocationId(0)));
    }
}

#[test]
fn comparisons() {
    let icmp = |predicate| Kind::ICmp { predicate, ty: I64, left: A, right: B };
    let fcmp = |predicate| Kind::FCmp { predicate, ty: DOUBLE, left: F, right: F };
    use {FloatPredicate as Fp, IntPredicate as Ip};
    for (name, predicate) in [
        ("eq", Ip::Eq),
        ("ne", Ip::Ne),
        ("ugt", Ip::Ugt),
        ("uge", Ip::Uge),
        ("ult", Ip::Ult),
        ("ule", Ip::Ule),
        ("sgt", Ip::Sgt),
        ("sge", Ip::Sge),
        ("slt", Ip::Slt),
        ("sle", Ip::Sle),
    ] {
        check(&format!("%r = icmp {name} i64 %a, %b"), icmp(predicate));
        check(&format!("%r = icmp samesign {name} i64 %a, %b, !dbg !0"), icmp(predicate));
    }
    for (name, predicate) in [
        ("false", Fp::False),
        ("oeq", Fp::Oeq),
        ("ogt", Fp::Ogt),
        ("oge", Fp::Oge),
        ("olt", Fp::Olt),
        ("ole", Fp::Ole),
        ("one", Fp::One),
        ("ord", Fp::Ord),
        ("uno", Fp::Uno),
        ("ueq", Fp::Ueq),
        ("ugt", Fp::Ugt),
        ("uge", Fp::Uge),
        ("ult", Fp::Ult),
        ("ule", Fp::Ule),
        ("une", Fp::Une),
        ("true", Fp::True),
    ] {
        check(&format!("%r = fcmp {name} double %f, %f"), fcmp(predicate));
    }
    check(
        "%r = icmp eq ptr %p, null",
        Kind::ICmp {
            predicate: Ip::Eq,
            ty: Type::Pointer,
            left: P,
            right: constant(Constant::Null),
        },
    );
    unsupported(&["%r = icmp like i64 %a, %b", "%r = fcmp nsz oeq double %f, %f"]);
}

#[test]
fn conversions() {
    check_all(&[
        ("%r = trunc nuw nsw i64 %a to i1", cast(CastOp::Trunc, I64, A, Type::Int(1))),
        ("%r = zext nneg i64 %a to i128", cast(CastOp::ZExt, I64, A, Type::Int(128))),
        ("%r = sext i64 %a to i65", cast(CastOp::SExt, I64, A, Type::Int(65))),
        ("%r = fptrunc double %f to float", cast(CastOp::FpTrunc, DOUBLE, F, Type::Float(32))),
        ("%r = fpext double %f to fp128", cast(CastOp::FpExt, DOUBLE, F, Type::Float(128))),
        ("%r = fptoui double %f to i8", cast(CastOp::FpToUi, DOUBLE, F, Type::Int(8))),
        ("%r = fptosi double %f to i8", cast(CastOp::FpToSi, DOUBLE, F, Type::Int(8))),
        ("%r = uitofp nneg i64 %a to double", cast(CastOp::UiToFp, I64, A, DOUBLE)),
        ("%r = sitofp i64 %a to half", cast(CastOp::SiToFp, I64, A, Type::Float(16))),
        ("%r = ptrtoint ptr %p to i64", cast(CastOp::PtrToInt, Type::Pointer, P, I64)),
        ("%r = ptrtoaddr ptr %p to i64", cast(CastOp::PtrToInt, Type::Pointer, P, I64)),
        ("%r = inttoptr i64 %a to ptr", cast(CastOp::IntToPtr, I64, A, Type::Pointer)),
        (
            "%r = bitcast <4 x i32> %v to i128",
            cast(CastOp::BitCast, vector(4, Type::Int(32)), V, Type::Int(128)),
        ),
        (
            "%r = addrspacecast ptr %p to ptr addrspace(1)",
            cast(
                CastOp::AddrSpaceCast,
                Type::Pointer,
                P,
                Type::Other("ptr addrspace(1)".to_owned()),
            ),
        ),
    ]);
    unsupported(&["%r = zext fast i64 %a to i128", "%r = zext i64 %a", "%r = zext i64 %a to i0"]);
}

#[test]
fn memory() {
    let load = |ty| Kind::Load { ty, pointer: P };
    let store = Kind::Store { ty: I64, value: A, pointer: P };
    check_all(&[
        ("%r = load i64, ptr %p", load(I64)),
        ("%r = load i64, ptr %p, align 8, !range !2, !noundef !{}, !dbg !0", load(I64)),
        ("%r = load volatile %pair, ptr %p, align 1", load(pair())),
        ("%r = load atomic i64, ptr %p acquire, align 8", load(I64)),
        ("%r = load atomic volatile i64, ptr %p syncscope(\"agent\") seq_cst, align 8", load(I64)),
        ("%r = load ptr, ptr addrspace(0) %p", load(Type::Pointer)),
        ("store i64 %a, ptr %p, align 8", store.clone()),
        ("store volatile i64 %a, ptr %p", store.clone()),
        ("store atomic i64 %a, ptr %p release, align 8, !dbg !0", store),
        ("%r = alloca i64, align 16", Kind::Alloca { ty: I64, count: None, align: 16 }),
        ("%r = alloca %pair", Kind::Alloca { ty: pair(), count: None, align: 8 }),
        (
            "%r = alloca i8, i64 %a, align 2, !dbg !0",
            Kind::Alloca { ty: Type::Int(8), count: Some((I64, A)), align: 2 },
        ),
        (
            "%r = getelementptr i64, ptr %p",
            Kind::GetElementPtr { source: I64, base: P, indices: vec![] },
        ),
        ("%r = getelementptr inbounds nuw %pair, ptr %p, i64 %a, i32 1, !dbg !0", {
            let indices = vec![(I64, A), (Type::Int(32), constant(int(32, 1)))];
            Kind::GetElementPtr { source: pair(), base: P, indices }
        }),
        ("fence syncscope(\"singlethread\") seq_cst", Kind::Fence),
        ("fence acquire, !dbg !0", Kind::Fence),
        ("%r = atomicrmw volatile nand ptr %p, i64 %a syncscope(\"x\") acq_rel, align 8", {
            Kind::AtomicRmw { op: AtomicOp::Nand, ty: I64, pointer: P, value: A }
        }),
        ("%r = cmpxchg weak volatile ptr %p, i64 %a, i64 %b acq_rel monotonic, align 8", {
            Kind::CmpXchg { ty: I64, pointer: P, expected: A, new: B }
        }),
    ]);
    for (name, op) in [
        ("xchg", AtomicOp::Xchg),
        ("add", AtomicOp::Add),
        ("sub", AtomicOp::Sub),
        ("and", AtomicOp::And),
        ("or", AtomicOp::Or),
        ("xor", AtomicOp::Xor),
        ("max", AtomicOp::Max),
        ("min", AtomicOp::Min),
        ("umax", AtomicOp::UMax),
        ("umin", AtomicOp::UMin),
    ] {
        let text = format!("%r = atomicrmw {name} ptr %p, i64 %a monotonic, align 8");
        check(&text, Kind::AtomicRmw { op, ty: I64, pointer: P, value: A });
    }
    unsupported(&[
        "%r = load i64, ptr addrspace(257) %p",
        "%r = load %hidden, ptr %p",
        "%r = load <vscale x 4 x i32>, ptr %p",
        "%r = load i64, ptr %p acquire",
        "%r = alloca inalloca i64",
        "%r = alloca i64, align 8, addrspace(5)",
        "%r = getelementptr i64, <4 x ptr> %v, i64 1",
        "%r = getelementptr i64, ptr %p, <4 x i32> %v",
        "%r = atomicrmw uinc_wrap ptr %p, i64 %a monotonic",
        "%r = va_arg ptr %p, i32",
    ]);
}

#[test]
fn aggregates_and_vectors() {
    let ty = structure(&[I64, Type::Int(1)]);
    let lanes = vector(4, Type::Int(32));
    let shuffle = |mask: &[Option<u32>]| Kind::ShuffleVector {
        ty: vector(4, Type::Int(32)),
        left: V,
        right: constant(Constant::Undef(vector(4, Type::Int(32)))),
        mask: mask.to_vec(),
    };
    check_all(&[
        (
            "%r = extractvalue { i64, i1 } %s, 1, !dbg !0",
            Kind::ExtractValue { ty: ty.clone(), aggregate: S, indices: vec![1] },
        ),
        (
            "%r = insertvalue { i64, i1 } poison, i64 %a, 0",
            Kind::InsertValue {
                ty: ty.clone(),
                aggregate: constant(Constant::Undef(ty)),
                element_ty: I64,
                element: A,
                indices: vec![0],
            },
        ),
        (
            "%r = extractelement <4 x i32> %v, i64 %a",
            Kind::ExtractElement { ty: lanes.clone(), vector: V, index_ty: I64, index: A },
        ),
        (
            "%r = insertelement <4 x i32> %v, i32 5, i64 0",
            Kind::InsertElement {
                ty: lanes,
                vector: V,
                element: constant(int(32, 5)),
                index_ty: I64,
                index: constant(int(64, 0)),
            },
        ),
        (
            "%r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> zeroinitializer",
            shuffle(&[Some(0), Some(0)]),
        ),
        (
            "%r = shufflevector <4 x i32> %v, <4 x i32> undef, <3 x i32> <i32 3, i32 poison, i32 4>",
            shuffle(&[Some(3), None, Some(4)]),
        ),
        (
            "%r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> splat (i32 2)",
            shuffle(&[Some(2), Some(2)]),
        ),
        (
            "%r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> poison",
            shuffle(&[None, None]),
        ),
    ]);
    unsupported(&[
        "%r = extractvalue { i64, i1 } %s",
        "%r = insertelement <4 x i32> %v, i64 5, i64 0",
        "%r = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> %v",
    ]);
}

#[test]
fn choices() {
    check(
        "%r = select i1 true, i64 %a, i64 %b, !unpredictable !2",
        Kind::Select {
            condition_ty: Type::Int(1),
            condition: constant(int(1, 1)),
            ty: I64,
            then: A,
            other: B,
        },
    );
    let phi = "start:\n  br label %next\nnext:\n  %r = phi i64 [ %a, %start ], [ %q, %next ], !dbg !0\n  \
               %q = add i64 %r, 1\n  br label %next\n";
    let function = body(phi).expect("a body");
    assert_eq!(
        function.blocks[1].instructions[0],
        Instruction {
            result: Some(LocalId(6)),
            kind: Kind::Phi {
                ty: I64,
                incoming: vec![(BlockId(0), A), (BlockId(1), Operand::Local(LocalId(7)))],
            },
            location: Some(LocationId(0)),
        }
    );
    assert_eq!(function.locals, 8);
    unsupported(&["%r = phi i64 [ %a, %nowhere ]", "%r = select i1 true, i64 %a, i32 0"]);
}

/// Functions of the prelude, in order.
const CALLEE: FunctionId = FunctionId(0);
const STOP: FunctionId = FunctionId(1);
const PRINTF: FunctionId = FunctionId(2);
const ASSUME: FunctionId = FunctionId(3);

fn call(callee: Callee, returns: Type, arguments: Vec<(Type, Operand)>, noreturn: bool) -> Kind {
    Kind::Call(Call { callee, returns, arguments, noreturn })
}

#[test]
fn calls() {
    let callee = || call(Callee::Function(CALLEE), I64, vec![(Type::Pointer, P)], false);
    check_all(&[
        ("%r = call i64 @callee(ptr %p)", callee()),
        (
            "%r = tail call fastcc noundef range(i64 0, 5) i64 @callee(ptr noalias noundef nonnull \
             align 8 captures(address, read_provenance) dereferenceable(24) initializes((0, 8), \
             (16, 24)) dead_on_return %p) #0, !dbg !3",
            callee(),
        ),
        ("%r = musttail call cc 10 i64 @callee(ptr %p)", callee()),
        ("%r = notail call addrspace(0) i64 (ptr) @callee(ptr %p)", callee()),
        ("call void @stop() #1", call(Callee::Function(STOP), Type::Void, vec![], true)),
        ("call void @stop() noreturn", call(Callee::Function(STOP), Type::Void, vec![], true)),
        // The callee's own attribute is in its header.
        ("call void @stop()", call(Callee::Function(STOP), Type::Void, vec![], false)),
        ("%r = call i32 (ptr, ...) @printf(ptr %p, double %f)", {
            let arguments = vec![(Type::Pointer, P), (DOUBLE, F)];
            call(Callee::Function(PRINTF), Type::Int(32), arguments, false)
        }),
        ("%r = call i64 %p(i64 zeroext %a)", {
            call(Callee::Pointer(P), I64, vec![(I64, A)], false)
        }),
        ("call void @way(ptr null)", {
            let null = vec![(Type::Pointer, constant(Constant::Null))];
            call(Callee::Function(CALLEE), Type::Void, null, false)
        }),
        ("call void @other(ptr sret({ i64, i1 }) align 8 %p)", {
            let callee = Callee::Pointer(constant(Constant::Global(GlobalId(0))));
            call(callee, Type::Void, vec![(Type::Pointer, P)], false)
        }),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8), \"nonnull\"(ptr %p) ]", {
            let argument = vec![(Type::Int(1), constant(int(1, 1)))];
            call(Callee::Function(ASSUME), Type::Void, argument, false)
        }),
        ("call void @stop(metadata !{!0, !\"x\"}, metadata ptr %p)", {
            let metadata = |text: &str| {
                let text = constant(Constant::Unsupported(text.to_owned()));
                (Type::Other("metadata".to_owned()), text)
            };
            let arguments = vec![metadata("!{!0, !\"x\"}"), metadata("ptr %p")];
            call(Callee::Function(STOP), Type::Void, arguments, false)
        }),
        ("call void asm sideeffect \"\", \"r,~{memory}\"(ptr %p) #0, !srcloc !2", {
            let callee = Callee::Assembly(String::new());
            call(callee, Type::Void, vec![(Type::Pointer, P)], false)
        }),
        ("call void asm inteldialect \"ud2\", \"~{memory}\"()", {
            let text = "asm inteldialect \"ud2\", \"~{memory}\"";
            call(Callee::Assembly(text.to_owned()), Type::Void, vec![], false)
        }),
        // The result comes from somewhere.
        ("%r = call i64 asm \"\", \"=r,0\"(i64 %a)", {
            let callee = Callee::Assembly("asm \"\", \"=r,0\"".to_owned());
            call(callee, I64, vec![(I64, A)], false)
        }),
    ]);
    unsupported(&[
        "%r = call i64 @callee(ptr byval({ i64, i1 }) %p)",
        "%r = call i64 @callee(ptr %p) [ \"deopt\"(i32 1) ]",
        "%r = call fast double @callee(double %f)",
        "%r = call i64 @nobody(ptr %p)",
        "%r = call i64 @loop(ptr %p)",
        "%r = call i64 @callee(ptr %p) #99",
        "%r = call i64 @callee(ptr %p",
    ]);
}

#[test]
fn what_speaks_to_debuggers_is_left_out() {
    let function = body(
        "start:\n    #dbg_value(i64 %a, !1, !DIExpression(), !0)\n  \
         call void @llvm.dbg.value(metadata i64 %a, metadata !1, metadata !DIExpression()), !dbg !0\n  \
         tail call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !2)\n\n  \
         ; a comment\n  ret i64 %a ; another\n",
    );
    assert_eq!(
        function.expect("a body").blocks,
        [Block {
            instructions: vec![],
            terminator: Terminator::Return(Some((I64, A))),
            terminator_location: None,
        }]
    );
}

#[track_caller]
fn end(lines: &str) -> Terminator {
    let function = body(&format!("{lines}\nx:\n  ret i64 1\ny:\n  unreachable\n"));
    function.unwrap_or_else(|error| panic!("{lines}: {error}")).blocks[0].terminator.clone()
}

#[test]
fn ends_of_blocks() {
    let (x, y) = (BlockId(1), BlockId(2));
    assert_eq!(end("  ret void"), Terminator::Return(None));
    assert_eq!(end("  ret i64 %a, !dbg !0"), Terminator::Return(Some((I64, A))));
    assert_eq!(end("  br label %x, !llvm.loop !2"), Terminator::Branch(x));
    let conditional = Terminator::Conditional { condition: constant(int(1, 0)), then: x, other: y };
    assert_eq!(end("  br i1 false, label %x, label %y, !prof !2"), conditional);
    assert_eq!(end("  unreachable, !dbg !0"), Terminator::Unreachable);
    let ty = structure(&[I64, Type::Int(1)]);
    assert_eq!(end("  resume { i64, i1 } %s"), Terminator::Resume { ty, value: S });
    let cases = vec![(7, x), (u128::from(u64::MAX), y)];
    let switch = Terminator::Switch { ty: I64, value: A, default: y, cases };
    let lines = "    i64 7, label %x\n    i64 -1, label %y\n  ]";
    assert_eq!(end(&format!("  switch i64 %a, label %y [\n{lines}, !prof !2")), switch);
    let empty = Terminator::Switch { ty: I64, value: A, default: y, cases: vec![] };
    assert_eq!(end("  switch i64 %a, label %y [\n  ]"), empty);
    for text in [
        "indirectbr ptr %p, [label %x, label %y]",
        "br i1 true, label %x, label %nowhere",
        "br i64 %a, label %x, label %y",
        "switch i64 %a, label %y [\n    i32 7, label %x\n  ]",
        "callbr void asm \"\", \"\"()\n          to label %x [label %y]",
        "cleanupret from %p unwind label %x",
        "novel i64 %a",
    ] {
        assert_eq!(end(&format!("  {text}")), Terminator::Unsupported(text.to_owned()));
    }
}

#[test]
fn invoke_and_landing_pads() {
    let function = body(
        "  %r = invoke i64 @callee(ptr nonnull %p) #0\n          to label %next unwind label %pad, !dbg !0\n\
         next:\n  ret i64 %r\n\
         pad:                     ; preds = %0\n  %l = landingpad { ptr, i32 }\n          cleanup\n  \
         %m = landingpad { ptr, i32 }\n          catch ptr null\n          filter [0 x ptr] zeroinitializer\n  \
         unreachable\n",
    )
    .expect("a body");
    let call = Call {
        callee: Callee::Function(CALLEE),
        returns: I64,
        arguments: vec![(Type::Pointer, P)],
        noreturn: false,
    };
    assert_eq!(
        function.blocks[0].terminator,
        Terminator::Invoke {
            call,
            result: Some(LocalId(6)),
            normal: BlockId(1),
            unwind: BlockId(2),
        }
    );
    assert_eq!(function.blocks[0].terminator_location, Some(LocationId(0)));
    let ty = structure(&[Type::Pointer, Type::Int(32)]);
    let kinds: Vec<&Kind> = function.blocks[2].instructions.iter().map(|it| &it.kind).collect();
    assert_eq!(
        kinds,
        [
            &Kind::LandingPad { ty: ty.clone(), cleanup: true, catches: false },
            &Kind::LandingPad { ty, cleanup: false, catches: true },
        ]
    );
}

#[test]
fn numbers_that_are_not_written_follow_those_that_are() {
    let module = module(
        "define i64 @f(i64, i64 %named, i64 %1) {\n  br label %4\n\n\
         4:                  ; preds = %2\n  %5 = phi i64 [ %0, %2 ]\n  \
         %\"5\" = add i64 %5, %1\n  br i1 true, label %6, label %7\n  ret i64 %\"5\"\n\
         7:\n  ret i64 %named\n}\n",
    );
    let function = module.body(module.function_named("f").expect("f")).expect("a body");
    assert_eq!(function.locals, 5);
    let [entry, four, six, seven] = function.blocks.as_slice() else { panic!("{function:?}") };
    assert_eq!(entry.terminator, Terminator::Branch(BlockId(1)));
    let incoming = vec![(BlockId(0), Operand::Local(LocalId(0)))];
    assert_eq!(four.instructions[0].kind, Kind::Phi { ty: I64, incoming });
    let sum = binary(BinaryOp::Add, I64, Operand::Local(LocalId(3)), Operand::Local(LocalId(2)));
    assert_eq!(four.instructions[1].kind, sum);
    let (then, other) = (BlockId(2), BlockId(3));
    let condition = constant(int(1, 1));
    assert_eq!(four.terminator, Terminator::Conditional { condition, then, other });
    assert_eq!(six.terminator, Terminator::Return(Some((I64, Operand::Local(LocalId(4))))));
    assert_eq!(seven.terminator, Terminator::Return(Some((I64, Operand::Local(LocalId(1))))));
}

#[test]
fn a_body_that_is_not_understood_is_an_error_of_its_function() {
    for (lines, expected) in [
        ("start:\n  %a = add i64 1, 2\n  ret i64 1\n", "line 21: `a` is defined twice"),
        ("x:\n  ret i64 1\nx:\n  ret i64 1\n", "line 22: `x` is defined twice"),
        (
            "  fence acquire\n",
            "line 20: the text is cut off within the block `0`, which has no end",
        ),
        (
            "x:\n  ret i64 1\ny:\n",
            "line 23: the text is cut off within the block `y`, which has no end",
        ),
        ("", "line 20: expected a block, found ``"),
        ("  to label %x\n", "line 20: expected an instruction, found `to label %x`"),
    ] {
        assert_eq!(body(lines).map_err(|error| error.to_string()), Err(expected.to_owned()));
    }
    let module = module("");
    assert_eq!(
        module.body(CALLEE).map_err(ToString::to_string),
        Err("`callee` has no body".to_owned())
    );
}

#[track_caller]
fn global(line: &str) -> Global {
    let module = module(&format!("@x = {line}\n"));
    module.global(module.global_named("x").expect("the global")).clone()
}

#[track_caller]
fn check_constant(text: &str, expected: Constant) {
    assert_eq!(global(&format!("global {text}")).initializer, Some(expected), "{text}");
}

#[test]
fn constants() {
    let double = |bits| Constant::Float { width: 64, bits };
    let float = |bits| Constant::Float { width: 32, bits };
    let number = || Constant::Global(GlobalId(0));
    let cast = |op, from, value, to| Constant::Cast { op, from, value: Box::new(value), to };
    let address =
        |source, base, indices| Constant::GetElementPtr { source, base: Box::new(base), indices };
    let bytes = array(2, Type::Int(8));
    for (text, expected) in [
        ("i64 -9223372036854775808", int(64, 1 << 63)),
        ("i128 -1", int(128, u128::MAX)),
        ("i128 340282366920938463463374607431768211455", int(128, u128::MAX)),
        ("i1 true", int(1, 1)),
        ("double 1.000000e+00", double(0x3ff0_0000_0000_0000)),
        ("double -5.000000e-01", double(0xbfe0_0000_0000_0000)),
        ("double 0x7FF8000000000001", double(0x7ff8_0000_0000_0001)),
        ("float 1.500000e+00", float(0x3fc0_0000)),
        ("float 0x3FB99999A0000000", float(0x3dcc_cccd)),
        ("float 0x7FF4000000000000", float(0x7fa0_0000)),
        ("float 0xFFF0000000000000", float(0xff80_0000)),
        ("half 0xH3C00", Constant::Float { width: 16, bits: 0x3c00 }),
        ("ptr null", Constant::Null),
        ("ptr undef", Constant::Undef(Type::Pointer)),
        ("%pair zeroinitializer", Constant::Zero(pair())),
        ("ptr @number", number()),
        ("ptr @\"a \\22quoted\\22 name\"", Constant::Global(GlobalId(1))),
        ("ptr @other", number()),
        ("ptr @callee", Constant::Function(CALLEE)),
        ("[2 x i8] c\"\\00\\\\\"", Constant::Bytes(vec![0, b'\\'])),
        (
            "[2 x i8] [i8 1, i8 -1]",
            Constant::Aggregate(bytes.clone(), vec![int(8, 1), int(8, 255)]),
        ),
        ("[0 x i8] []", Constant::Aggregate(array(0, Type::Int(8)), vec![])),
        (
            "<{ i8, [2 x i8] }> <{ i8 1, [2 x i8] undef }>",
            Constant::Aggregate(
                packed(&[Type::Int(8), bytes.clone()]),
                vec![int(8, 1), Constant::Undef(bytes)],
            ),
        ),
        (
            "%pair { i32 1, %\"small thing\" { i8 2, ptr null } }",
            Constant::Aggregate(
                pair(),
                vec![
                    int(32, 1),
                    Constant::Aggregate(
                        structure(&[Type::Int(8), Type::Pointer]),
                        vec![int(8, 2), Constant::Null],
                    ),
                ],
            ),
        ),
        (
            "ptr getelementptr inbounds nuw (i8, ptr @number, i64 4)",
            address(Type::Int(8), number(), vec![(I64, int(64, 4))]),
        ),
        (
            "ptr getelementptr inbounds inrange(-8, 16) (%pair, ptr @number, i64 0, i32 1)",
            address(pair(), number(), vec![(I64, int(64, 0)), (Type::Int(32), int(32, 1))]),
        ),
        (
            "i32 trunc (i64 sub (i64 ptrtoint (ptr @number to i64), i64 8) to i32)",
            cast(
                CastOp::Trunc,
                I64,
                Constant::Binary {
                    op: BinaryOp::Sub,
                    ty: I64,
                    left: Box::new(cast(CastOp::PtrToInt, Type::Pointer, number(), I64)),
                    right: Box::new(int(64, 8)),
                },
                Type::Int(32),
            ),
        ),
        ("ptr inttoptr (i64 8 to ptr)", cast(CastOp::IntToPtr, I64, int(64, 8), Type::Pointer)),
        (
            "ptr blockaddress(@callee, %x)",
            Constant::Unsupported("blockaddress(@callee, %x)".to_owned()),
        ),
        (
            "ptr dso_local_equivalent @callee",
            Constant::Unsupported("dso_local_equivalent @callee".to_owned()),
        ),
    ] {
        check_constant(text, expected);
    }
}

#[test]
fn a_global_that_is_not_understood_says_so() {
    for text in [
        "global i64 1.0",
        "global i64 null",
        "global ptr 0",
        "global i256 1",
        "global fp128 0xL00000000000000000000000000000000",
        "global float 0x3FB999999999999A",
        "global [2 x i8] c\"abc\"",
        "global [2 x i8] [i8 1]",
        "global [2 x i8] [i8 1, i16 1]",
        "global { i8 } <{ i8 1 }>",
        "global ptr @nobody",
        "global ptr @loop",
        "global i64 novel (i64 1)",
        "global i32 trunc (i64 1 to i16)",
        "global %unknown zeroinitializer",
    ] {
        let global = global(text);
        assert_eq!(global.initializer, Some(Constant::Unsupported(text.to_owned())), "{text}");
    }
    let elsewhere = global("externally_initialized global i64 7, align 8");
    assert_eq!(elsewhere.initializer, Some(Constant::Unsupported("7".to_owned())));
}

#[test]
fn globals() {
    assert_eq!(
        global(
            "internal thread_local(initialexec) unnamed_addr constant i64 7, section \".data.x\", \
             comdat($y), align 32, no_sanitize_address, !dbg !0"
        ),
        Global {
            name: "x".to_owned(),
            ty: I64,
            constant: true,
            thread_local: true,
            weak: false,
            align: 32,
            section: Some(".data.x".to_owned()),
            initializer: Some(int(64, 7)),
        }
    );
    let external = global("external dso_local global %hidden");
    assert_eq!((external.initializer, external.weak, external.align), (None, false, 1));
    let weak = global("extern_weak global i32");
    assert_eq!((weak.initializer, weak.weak, weak.align), (None, true, 4));
    let module = module("");
    assert_eq!(module.globals().count(), 2);
    assert_eq!(module.global(GlobalId(1)).name, "a \"quoted\" name");
    assert_eq!(module.global_named("other"), Some(GlobalId(0)));
    assert_eq!(module.global_named("loop"), None);
    assert_eq!(module.function_named("way"), Some(CALLEE));
    assert_eq!(module.function_named("number"), None);
}

#[test]
fn headers() {
    let header = |line: &str| {
        let module = module(&format!("{line}\n"));
        let id = module.functions().last().expect("the function");
        module.header(id).clone()
    };
    let plain = |name: &str, path: &str| Header {
        name: name.to_owned(),
        path: path.to_owned(),
        returns: Type::Void,
        parameters: vec![],
        returns_through: None,
        varargs: false,
        noreturn: false,
        defined: false,
        weak: false,
    };
    for (line, expected) in [
        ("declare void @x()", plain("x", "x")),
        ("declare extern_weak void @x()", Header { weak: true, ..plain("x", "x") }),
        ("declare void @x() noreturn", Header { noreturn: true, ..plain("x", "x") }),
        ("declare void @x() local_unnamed_addr #1", Header { noreturn: true, ..plain("x", "x") }),
        (
            "declare noundef zeroext i1 @_ZN4core3num7dec2flt17h0123456789abcdefE(ptr, ...) #0",
            Header {
                returns: Type::Int(1),
                parameters: vec![Type::Pointer],
                varargs: true,
                ..plain("_ZN4core3num7dec2flt17h0123456789abcdefE", "core::num::dec2flt")
            },
        ),
        (
            "declare void @\"_ZN29_$LT$a..B$u20$as$u20$c..D$GT$1e17h0123456789abcdefE\"()",
            plain("_ZN29_$LT$a..B$u20$as$u20$c..D$GT$1e17h0123456789abcdefE", "<a::B as c::D>::e"),
        ),
        (
            "declare void @_RINvCs1234_7mycrate3foopE()",
            plain("_RINvCs1234_7mycrate3foopE", "mycrate::foo::<_>"),
        ),
        (
            "define internal fastcc void @x(ptr dead_on_unwind noalias sret([24 x i8]) align 8 %0, \
             i8 signext %\"a b\") unnamed_addr #0 section \".text.x\" comdat align 16 personality ptr \
             @rust_eh_personality !dbg !1 {\n  ret void\n}",
            Header {
                parameters: vec![Type::Pointer, Type::Int(8)],
                returns_through: Some((0, array(24, Type::Int(8)))),
                defined: true,
                ..plain("x", "x")
            },
        ),
    ] {
        assert_eq!(header(line), expected, "{line}");
    }
}

#[test]
fn texts_that_are_no_module_are_refused_with_the_line() {
    for (text, expected) in [
        ("fn main() {}\n", "line 2: expected a line of LLVM IR, found `fn main() {}`"),
        ("; x\n\n@a = global i64", "line 4: the text is cut off within the line"),
        ("define void @a() {\n  ret void\n", "line 3: the text is cut off within the function `a`"),
        ("declare void @a(\n", "line 2: expected a type, found ``"),
        ("declare void @a() #7\n", "line 2: expected a known group of attributes, found `#7`"),
        ("declare void @a()\n@a = global i64 1\n", "line 3: `a` is defined twice"),
        ("%a = type { %b }\n%b = type { %a }\n", "line 2: expected a known type, found `%b }`"),
        ("%a = type { %a }\n", "line 2: expected a known type, found `%a }`"),
    ] {
        let text = format!("target datalayout = \"e-i64:64\"\n{text}");
        let error = Module::parse(text.clone()).expect_err("no module");
        assert_eq!(error.to_string(), expected, "{text}");
    }
    for text in ["", "; nothing\n", "@a = global i64 1\n"] {
        assert_eq!(Module::parse(text.to_owned()).err(), Some(IrError::NoLayout), "{text}");
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let deep = 100_000;
    let ty = format!("{}i8{}", "[1 x ".repeat(deep), "]".repeat(deep));
    let unsupported =
        |text: String| matches!(global(&text).initializer, Some(Constant::Unsupported(_)));
    assert!(unsupported(format!("global {ty} zeroinitializer")));
    let casts = format!("{}i64 1{}", "i64 trunc (".repeat(deep), " to i64)".repeat(deep));
    assert!(unsupported(format!("global {casts}")));
}

#[test]
fn source_lines() {
    let module = module("");
    let lines = |number| {
        let lines = module.source_lines(LocationId(number));
        lines.iter().map(|it| format!("{}:{}:{}", it.file, it.line, it.column)).collect::<Vec<_>>()
    };
    assert_eq!(lines(0), ["/a/b/src/lib.rs:3:5"]);
    assert_eq!(lines(3), ["/c/d \"e\".rs:9:1", "/a/b/src/lib.rs:3:5"]);
    assert_eq!(lines(7), lines(0), "line 0 is code of the compiler's own");
    for (number, why) in [(1, "not a location"), (8, "a circle"), (99, "not there")] {
        assert_eq!(lines(number), [""; 0], "{why}");
    }
    let innermost = module.source_line(LocationId(3)).map(|it| it.line);
    assert_eq!(innermost, Some(9));
}

const X86_64: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const AARCH64: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32";
const MACOS: &str = "e-m:o-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-n32:64-S128-Fn32";

#[test]
fn sizes_are_those_of_the_target() {
    let i = Type::Int;
    let pair = structure(&[i(8), i(64)]);
    // Size, size with padding, alignment.
    let table = [
        (i(1), (1, 1, 1)),
        (i(8), (1, 1, 1)),
        (i(9), (2, 2, 2)),
        (i(24), (3, 4, 4)),
        (i(32), (4, 4, 4)),
        (i(64), (8, 8, 8)),
        (i(65), (9, 16, 16)),
        (i(128), (16, 16, 16)),
        (i(256), (32, 32, 16)),
        (Type::Pointer, (8, 8, 8)),
        (Type::Float(16), (2, 2, 2)),
        (Type::Float(32), (4, 4, 4)),
        (Type::Float(64), (8, 8, 8)),
        (Type::Float(80), (10, 16, 16)),
        (Type::Float(128), (16, 16, 16)),
        (array(3, i(24)), (12, 12, 4)),
        (array(0, i(64)), (0, 0, 8)),
        (vector(16, i(8)), (16, 16, 16)),
        (vector(16, i(1)), (2, 2, 2)),
        (vector(3, i(32)), (12, 16, 16)),
        (vector(32, i(8)), (32, 32, 32)),
        (pair.clone(), (16, 16, 8)),
        (packed(&[i(8), i(64)]), (9, 9, 1)),
        (structure(&[pair, i(8)]), (24, 24, 8)),
        (structure(&[i(8), packed(&[i(64)])]), (9, 9, 1)),
        (structure(&[]), (0, 0, 1)),
        (structure(&[i(128), i(8)]), (32, 32, 16)),
        (array(u64::MAX, i(64)), (u64::MAX, u64::MAX, 8)),
        (Type::Void, (0, 0, 1)),
    ];
    for layout in [X86_64, AARCH64, MACOS].map(|text| Layout::parse(text).expect("a layout")) {
        for (ty, sizes) in &table {
            let found = (layout.size_of(ty), layout.alloc_size_of(ty), layout.align_of(ty));
            assert_eq!(found, *sizes, "{ty:?} in {layout:?}");
        }
    }
    let old = Layout::parse("e-m:e-i64:64-n8:16:32:64-S128").expect("a layout");
    assert_eq!(old.align_of(&i(128)), 8, "without a rule of its own, that of the widest");
}

#[test]
fn fields_and_elements_have_offsets() {
    let layout = Layout::parse(X86_64).expect("a layout");
    let i = Type::Int;
    let fields = [i(8), i(32), array(3, i(8)), i(64)];
    let offsets =
        |ty: &Type| (0..5).map(|index| layout.field_offset(ty, index)).collect::<Vec<_>>();
    assert_eq!(offsets(&structure(&fields)), [Some(0), Some(4), Some(8), Some(16), None]);
    assert_eq!(offsets(&packed(&fields)), [Some(0), Some(1), Some(5), Some(8), None]);
    assert_eq!(offsets(&array(2, i(24)))[..3], [Some(0), Some(4), Some(8)]);
    assert_eq!(offsets(&vector(4, i(16)))[..3], [Some(0), Some(2), Some(4)]);
    assert_eq!(offsets(&vector(4, i(1)))[..2], [None, None]);
    assert_eq!(layout.field_offset(&array(2, i(64)), u64::MAX), None);
    assert_eq!(layout.element_type(&structure(&fields), 2), Some(&fields[2]));
    assert_eq!(layout.element_type(&structure(&fields), 4), None);
    assert_eq!(layout.element_type(&array(0, i(8)), 9), Some(&i(8)));
    assert_eq!(layout.element_type(&i(8), 0), None);
    for unsized_ in [Type::Void, Type::Other("opaque".to_owned()), array(2, Type::Void)] {
        assert!(!layout.is_sized(&unsized_), "{unsized_:?}");
    }
    assert!(layout.is_sized(&structure(&fields)));
}

#[test]
fn other_targets_are_refused() {
    for (text, expected) in [
        ("E-m:e-i64:64", "the high byte comes first"),
        ("m:e-i64:64", "the high byte comes first"),
        ("e-m:e-p:32:32-i64:64", "addresses do not have 64 bits"),
        ("e-p0:16:16", "addresses do not have 64 bits"),
        ("e-A5", "the stack is in an address space of its own"),
        ("e-i64:7", "a part of it is not understood"),
        ("e-i64", "a part of it is not understood"),
    ] {
        let error = Layout::parse(text).expect_err("refused");
        let expected = format!("target datalayout `{text}` is not supported: {expected}");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn modules_are_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&module(""));
}

#[test]
fn lines_are_counted_as_written_though_not_all_are_kept() {
    let text = |body: &str| {
        format!(
            "; comment\ntarget datalayout = \"e-i64:64\"\n\n!0 = !{{}}\n; x\ndefine void @a() {{\n  \
             ; comment\n\n  ret void\n}}\n\n; y\n!1 = !{{}}\n\ndefine void @b() {{\n; z\n{body}}}\n"
        )
    };
    let whole = Module::parse(text("  ret void\n")).expect("an index");
    let b = whole.function_named("b").expect("a function");
    assert!(whole.body(b).is_ok());
    for (body, expected) in [
        ("", "line 17: expected a block, found ``"),
        ("l:\n  ret void\n; c\nl:\n  ret void\n", "line 20: `l` is defined twice"),
        (
            "; c\n  %x = add i64 1, 1\n",
            "line 18: the text is cut off within the block `0`, which has no end",
        ),
    ] {
        let module = Module::parse(text(body)).expect("an index");
        let b = module.function_named("b").expect("a function");
        assert_eq!(module.body(b).expect_err("no body").to_string(), expected, "{body}");
    }
    let again = Module::parse(text("  ret void\n") + "; c\n\ndeclare void @a()\n");
    assert_eq!(again.expect_err("twice").to_string(), "line 21: `a` is defined twice");
}

#[test]
fn texts_that_cannot_be_read_are_refused_with_the_line() {
    struct Breaks;
    impl std::io::Read for Breaks {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let start = "target datalayout = \"e-i64:64\"\n\n";
    let broken = std::io::BufReader::new(std::io::Read::chain(start.as_bytes(), Breaks));
    let error = Module::read(broken).expect_err("no module");
    assert_eq!(error.to_string(), "line 3: the disk is gone");
    let error = Module::read([start.as_bytes(), b"; \xff\n"].concat().as_slice());
    let error = error.expect_err("no module").to_string();
    assert!(error.starts_with("line 3: invalid utf-8"), "{error}");
}

#[test]
fn metadata_need_not_be_in_order() {
    let module = module(
        "\n!20 = distinct !DISubprogram(name: \"h\", scope: !22, file: !21, unit: !9)\n!12 = \
         !DILocation(line: 4, column: 2, scope: !20)\n!21 = !DIFile(filename: \"h.rs\", directory: \
         \"/h\")\n!11 = !DILocation(line: 5, scope: !20, inlinedAt: !12)\n!10 = \
         !DILocation(line: 6, column: 1, scope: !20, inlinedAt: !12, isImplicitCode: true)\n",
    );
    let lines = |number| {
        let lines = module.source_lines(LocationId(number)).into_iter();
        lines.map(|it| (it.file, it.line, it.column)).collect::<Vec<_>>()
    };
    let (file, call) = ("/h/h.rs".to_owned(), ("/h/h.rs".to_owned(), 4, 2));
    assert_eq!(lines(11), [(file.clone(), 5, 0), call.clone()]);
    assert_eq!(lines(10), [(file, 6, 1), call], "with a field of no interest");
}
