//! LLVM IR as rustc prints it: an index of the whole text, and bodies parsed on demand.
//!
//! Tolerant of what does not matter (attributes, metadata, flags of later versions), strict about
//! what does: an instruction, constant or type that is not understood becomes
//! [`Kind::Unsupported`] and so on, with its text, and is never left out.
//!
//! [`Module`] is the index. Flags that make a result undefined (`nsw`, `inbounds`, `!range`, …) are
//! not kept: what is undefined is then taken for what the machine would do, and nothing is assumed.

mod body;
mod call;
mod constant;
mod error;
mod header;
mod instruction;
mod layout;
mod lex;
mod location;
mod module;
mod parse;
#[cfg(test)]
mod tests;
mod text;
mod types;

pub use error::{IrError, Within};
pub use layout::Layout;
pub use module::Module;

/// A function of the module, defined or declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u32);

/// A global variable or constant of the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

/// A value computed in a function: first the parameters in order, then the results of the
/// instructions. The numbers are dense, so that they index a vector of [`Function::locals`] values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// A basic block: its position in [`Function::blocks`]. The entry is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// A `!123` that says where an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocationId(pub u32);

/// A type. Named struct types are resolved.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`.
    Void,
    /// `i1` to `i128` and any other width.
    Int(u32),
    /// `half`, `float`, `double`, `fp128`, …, by width in bits.
    Float(u32),
    /// `ptr`, in the default address space; others are [`Type::Other`].
    Pointer,
    /// `[n x T]`.
    Array(u64, std::sync::Arc<Type>),
    /// `<n x T>`.
    Vector(u64, std::sync::Arc<Type>),
    /// `{ … }`, or packed `<{ … }>`.
    Struct {
        /// The types of the fields.
        fields: std::sync::Arc<[Type]>,
        /// Whether there is no padding.
        packed: bool,
    },
    /// `label`, `metadata`, `token`, opaque types and whatever else has no values in memory.
    Other(String),
}

/// What an instruction works on.
#[derive(Debug, Clone, PartialEq)]
pub enum Operand {
    /// A parameter or a result.
    Local(LocalId),
    /// A constant of the type that the instruction says.
    Constant(std::sync::Arc<Constant>),
}

/// A constant, of a type known from where it stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Constant {
    /// An integer (also `true`, `false`), as unsigned bits, masked to the width.
    Int {
        /// In bits, at most 128.
        width: u32,
        /// The bits.
        value: u128,
    },
    /// A floating-point number as its bits.
    Float {
        /// 16, 32 or 64.
        width: u32,
        /// The bits.
        bits: u64,
    },
    /// `null`.
    Null,
    /// `undef` or `poison`.
    Undef(Type),
    /// `zeroinitializer`.
    Zero(Type),
    /// The address of a global.
    Global(GlobalId),
    /// The address of a function.
    Function(FunctionId),
    /// `c"…"`: an array of bytes.
    Bytes(Vec<u8>),
    /// A struct, array or vector, with its type; each element has the type the aggregate says.
    Aggregate(Type, Vec<Constant>),
    /// `getelementptr (…)`.
    GetElementPtr {
        /// The type that is indexed.
        source: Type,
        /// The address.
        base: Box<Constant>,
        /// The indices with their types.
        indices: Vec<(Type, Constant)>,
    },
    /// A cast expression.
    Cast {
        /// Which.
        op: CastOp,
        /// Of what type.
        from: Type,
        /// Of what.
        value: Box<Constant>,
        /// To what type.
        to: Type,
    },
    /// An arithmetic expression, such as `sub (…)`.
    Binary {
        /// Which.
        op: BinaryOp,
        /// The type of both sides.
        ty: Type,
        /// Left.
        left: Box<Constant>,
        /// Right.
        right: Box<Constant>,
    },
    /// Not understood: the text.
    Unsupported(String),
}

/// Integer and floating-point arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Conversions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// How integers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// How floating-point numbers are compared: `o…` is false, `u…` is true if one is NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

/// What an `atomicrmw` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum AtomicOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
}

/// Whom a call is for.
#[derive(Debug, Clone, PartialEq)]
pub enum Callee {
    /// A function of the module, intrinsics included.
    Function(FunctionId),
    /// A pointer.
    Pointer(Operand),
    /// `asm …`: the text; empty if it has neither instructions nor a result, as in `black_box`.
    Assembly(String),
}

/// A call, also that of an `invoke`.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Whom.
    pub callee: Callee,
    /// What it returns.
    pub returns: Type,
    /// The arguments with their types. Those of type `metadata` are `Unsupported` constants.
    pub arguments: Vec<(Type, Operand)>,
    /// Whether the call site has the attribute `noreturn` (a callee's own is [`Header::noreturn`]).
    pub noreturn: bool,
}

/// An instruction that goes on to the next one.
#[derive(Debug, Clone, PartialEq)]
pub struct Instruction {
    /// Where its result goes.
    pub result: Option<LocalId>,
    /// What it does.
    pub kind: Kind,
    /// Where it comes from.
    pub location: Option<LocationId>,
}

/// What an instruction does. `ty` is the type of the operands unless said otherwise.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the operands as LLVM names them")]
pub enum Kind {
    Binary {
        op: BinaryOp,
        ty: Type,
        left: Operand,
        right: Operand,
    },
    FNeg {
        ty: Type,
        value: Operand,
    },
    ICmp {
        predicate: IntPredicate,
        ty: Type,
        left: Operand,
        right: Operand,
    },
    FCmp {
        predicate: FloatPredicate,
        ty: Type,
        left: Operand,
        right: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        value: Operand,
        to: Type,
    },
    /// The condition may be a vector.
    Select {
        condition_ty: Type,
        condition: Operand,
        ty: Type,
        then: Operand,
        other: Operand,
    },
    Freeze {
        ty: Type,
        value: Operand,
    },
    Phi {
        ty: Type,
        incoming: Vec<(BlockId, Operand)>,
    },
    Alloca {
        ty: Type,
        count: Option<(Type, Operand)>,
        align: u64,
    },
    /// `ty` is the type of the result. Atomic and volatile loads too.
    Load {
        ty: Type,
        pointer: Operand,
    },
    Store {
        ty: Type,
        value: Operand,
        pointer: Operand,
    },
    /// `source` is the type that is indexed.
    GetElementPtr {
        source: Type,
        base: Operand,
        indices: Vec<(Type, Operand)>,
    },
    /// `ty` is the type of the aggregate.
    ExtractValue {
        ty: Type,
        aggregate: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        ty: Type,
        aggregate: Operand,
        element_ty: Type,
        element: Operand,
        indices: Vec<u32>,
    },
    ExtractElement {
        ty: Type,
        vector: Operand,
        index_ty: Type,
        index: Operand,
    },
    InsertElement {
        ty: Type,
        vector: Operand,
        element: Operand,
        index_ty: Type,
        index: Operand,
    },
    /// `None` in the mask is undefined.
    ShuffleVector {
        ty: Type,
        left: Operand,
        right: Operand,
        mask: Vec<Option<u32>>,
    },
    AtomicRmw {
        op: AtomicOp,
        ty: Type,
        pointer: Operand,
        value: Operand,
    },
    /// Its result is `{ ty, i1 }`. A weak one, which may fail without reason, is not told apart.
    CmpXchg {
        ty: Type,
        pointer: Operand,
        expected: Operand,
        new: Operand,
    },
    Fence,
    Call(Call),
    /// `catches` says whether it has a `catch` or `filter` clause; a cleanup alone has none.
    LandingPad {
        ty: Type,
        cleanup: bool,
        catches: bool,
    },
    /// Not understood: the text.
    Unsupported(String),
}

/// How a block ends.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the operands as LLVM names them")]
pub enum Terminator {
    Return(Option<(Type, Operand)>),
    Branch(BlockId),
    Conditional {
        condition: Operand,
        then: BlockId,
        other: BlockId,
    },
    Switch {
        ty: Type,
        value: Operand,
        default: BlockId,
        cases: Vec<(u128, BlockId)>,
    },
    Invoke {
        call: Call,
        result: Option<LocalId>,
        normal: BlockId,
        unwind: BlockId,
    },
    Resume {
        ty: Type,
        value: Operand,
    },
    Unreachable,
    /// Not understood: the text.
    Unsupported(String),
}

/// A basic block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// In order; phis first.
    pub instructions: Vec<Instruction>,
    /// The end.
    pub terminator: Terminator,
    /// Where the terminator comes from.
    pub terminator_location: Option<LocationId>,
}

/// The body of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// How many locals there are, parameters included.
    pub locals: u32,
    /// The blocks; the entry first.
    pub blocks: Vec<Block>,
}

/// What a function looks like from outside; known without parsing its body.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// As in the text, without `@` and quotes.
    pub name: String,
    /// The demangled path without the hash (`core::panicking::panic_fmt`); the name itself if it is
    /// not mangled.
    pub path: String,
    /// What it returns.
    pub returns: Type,
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// The type that the first parameter marked `sret(T)` points to, with its position.
    pub returns_through: Option<(u32, Type)>,
    /// Whether it takes more arguments than it says.
    pub varargs: bool,
    /// Whether it has the attribute `noreturn`, also through an attribute group.
    pub noreturn: bool,
    /// Whether it has a body.
    pub defined: bool,
    /// Whether its address may be null, as nobody needs to define it (`extern_weak`).
    pub weak: bool,
}

/// A global variable or constant.
#[derive(Debug, Clone, PartialEq)]
pub struct Global {
    /// As in the text, without `@` and quotes.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it never changes.
    pub constant: bool,
    /// Whether each thread has its own.
    pub thread_local: bool,
    /// Whether its address may be null, as nobody needs to define it (`extern_weak`).
    pub weak: bool,
    /// At least 1.
    pub align: u64,
    /// `section "…"`.
    pub section: Option<String>,
    /// What it is at first; `None` if it is only declared.
    pub initializer: Option<Constant>,
}

/// A line of source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLine {
    /// As the compiler names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
}
