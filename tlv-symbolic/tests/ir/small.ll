; ModuleID = 'small.4dca52b3df3c08d4-cgu.0'
source_filename = "small.4dca52b3df3c08d4-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%"alloc::boxed::Box<dyn Area>" = type { %"core::ptr::unique::Unique<dyn Area>", %"alloc::alloc::Global" }
%"core::ptr::unique::Unique<dyn Area>" = type { %"core::ptr::non_null::NonNull<dyn Area>", %"core::marker::PhantomData<dyn Area>" }
%"core::ptr::non_null::NonNull<dyn Area>" = type { { ptr, ptr } }
%"core::marker::PhantomData<dyn Area>" = type {}
%"alloc::alloc::Global" = type {}
%"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>" = type { [8 x i8] }

@alloc_d5d63661ce38e57b54d4c1027635d1bd = private unnamed_addr constant [9 x i8] c"small.rs\00", align 1
@_ZN5small5CALLS17h71f9cd2e9904e1baE = internal global [4 x i8] zeroinitializer, align 4
@_ZN5small6PRIMES17h65ae51ba0eaae9d7E = internal unnamed_addr constant [10 x i8] c"\02\00\03\00\05\00\07\00\0B\00", align 2
@vtable.0 = private unnamed_addr constant <{ ptr, [16 x i8], ptr }> <{ ptr @"_ZN4core3ptr33drop_in_place$LT$small..Shape$GT$17h8ecfd87fe826336bE", [16 x i8] c"\18\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00", ptr @"_ZN44_$LT$small..Shape$u20$as$u20$small..Area$GT$4area17hf54234147afad296E" }>, align 8
@alloc_5e0a7dd6d28134bd2160a74b6e87ea42 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00$\00\00\00\0E\00\00\00" }>, align 8
@alloc_3c6431c5fc85ca277eb9f2e0ebb30f52 = private unnamed_addr constant [4 x i8] c"full", align 1
@alloc_20c16d92c2eae6d8ce39776524f3abc4 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\1A\00\00\00\09\00\00\00" }>, align 8
@alloc_762311a9ffd1e7d99aefbe0611cd56c5 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\1C\00\00\00\09\00\00\00" }>, align 8
@alloc_0d3bc821a189d78562dae84a4d9ff333 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00J\00\00\00\05\00\00\00" }>, align 8

; <core::iter::adapters::map::Map<I,F> as core::iter::traits::iterator::Iterator>::fold
; Function Attrs: nonlazybind uwtable
define noundef double @"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc437a3eaed63ccbbE"(ptr noundef nonnull %self.0, ptr noundef %self.1, double noundef %init) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !7 {
start:
  %0 = icmp ne ptr %self.1, null, !dbg !16
  tail call void @llvm.assume(i1 %0), !dbg !16
  %1 = icmp eq ptr %self.0, %self.1, !dbg !34
  br i1 %1, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hb2825150632132d2E.exit", label %bb5.i, !dbg !35

bb5.i:                                            ; preds = %start
  %2 = ptrtoint ptr %self.1 to i64, !dbg !36
  %3 = ptrtoint ptr %self.0 to i64, !dbg !36
  %4 = sub nuw i64 %2, %3, !dbg !36
  %5 = lshr exact i64 %4, 4, !dbg !36
  br label %bb8.i, !dbg !54

bb8.i:                                            ; preds = %bb8.i, %bb5.i
  %i.sroa.0.0.i = phi i64 [ 0, %bb5.i ], [ %_27.i, %bb8.i ], !dbg !55
  %acc.sroa.0.0.i = phi double [ %init, %bb5.i ], [ %_0.i1.i.i, %bb8.i ], !dbg !56
  %_45.i = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %self.0, i64 %i.sroa.0.0.i, !dbg !57
  tail call void @llvm.experimental.noalias.scope.decl(metadata !61), !dbg !64
  tail call void @llvm.experimental.noalias.scope.decl(metadata !65), !dbg !68
  %_5.0.i.i.i = load ptr, ptr %_45.i, align 8, !dbg !72, !alias.scope !78, !nonnull !15, !noundef !15
  %6 = getelementptr inbounds nuw i8, ptr %_45.i, i64 8, !dbg !72
  %_5.1.i.i.i = load ptr, ptr %6, align 8, !dbg !72, !alias.scope !78, !nonnull !15, !align !79, !noundef !15
  %7 = getelementptr inbounds nuw i8, ptr %_5.1.i.i.i, i64 24, !dbg !72
  %8 = load ptr, ptr %7, align 8, !dbg !72, !invariant.load !15, !noalias !78, !nonnull !15
  %_0.i.i.i = tail call noundef double %8(ptr noundef nonnull align 1 %_5.0.i.i.i) #19, !dbg !80, !noalias !78
  %_0.i1.i.i = fadd double %acc.sroa.0.0.i, %_0.i.i.i, !dbg !81
  %_27.i = add nuw i64 %i.sroa.0.0.i, 1, !dbg !89
  %_28.i = icmp eq i64 %_27.i, %5, !dbg !95
  br i1 %_28.i, label %"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hb2825150632132d2E.exit", label %bb8.i, !dbg !95

"_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hb2825150632132d2E.exit": ; preds = %bb8.i, %start
  %_0.sroa.0.0.i = phi double [ %init, %start ], [ %_0.i1.i.i, %bb8.i ], !dbg !56
  ret double %_0.sroa.0.0.i, !dbg !96
}

; <small::Shape as small::Area>::area
; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read, inaccessiblemem: readwrite) uwtable
define noundef double @"_ZN44_$LT$small..Shape$u20$as$u20$small..Area$GT$4area17hf54234147afad296E"(ptr noalias noundef readonly align 8 captures(none) dereferenceable(24) %self) unnamed_addr #1 !dbg !97 {
start:
  %0 = load i64, ptr %self, align 8, !dbg !99, !range !100, !noundef !15
  %1 = icmp ne i64 %0, -9223372036854775806, !dbg !99
  tail call void @llvm.assume(i1 %1), !dbg !99
  %2 = xor i64 %0, -9223372036854775808, !dbg !99
  %3 = icmp slt i64 %0, 0, !dbg !99
  %_2 = select i1 %3, i64 %2, i64 2, !dbg !99
  switch i64 %_2, label %bb1 [
    i64 0, label %bb5
    i64 1, label %bb4
    i64 2, label %bb3
    i64 3, label %bb11
  ], !dbg !101

bb1:                                              ; preds = %start
  unreachable, !dbg !99

bb5:                                              ; preds = %start
  %radius = getelementptr inbounds nuw i8, ptr %self, i64 8, !dbg !102
  %_3.i = load double, ptr %radius, align 8, !dbg !103, !alias.scope !111, !noundef !15
  %_0.i1 = fmul double %_3.i, 3.250000e+00, !dbg !114
  %_0.i3 = fmul double %_3.i, %_0.i1, !dbg !119
  br label %bb11, !dbg !122

bb4:                                              ; preds = %start
  %width = getelementptr inbounds nuw i8, ptr %self, i64 8, !dbg !123
  %height = getelementptr inbounds nuw i8, ptr %self, i64 12, !dbg !124
  tail call void @llvm.experimental.noalias.scope.decl(metadata !125), !dbg !128
  tail call void @llvm.experimental.noalias.scope.decl(metadata !130), !dbg !128
  %_3.i4 = load float, ptr %width, align 8, !dbg !132, !alias.scope !125, !noalias !130, !noundef !15
  %_4.i = load float, ptr %height, align 4, !dbg !136, !alias.scope !130, !noalias !125, !noundef !15
  %_0.i5 = fmul float %_3.i4, %_4.i, !dbg !137
  %_0.i = fpext float %_0.i5 to double, !dbg !141
  br label %bb11, !dbg !148

bb3:                                              ; preds = %start
  %4 = getelementptr inbounds nuw i8, ptr %self, i64 16, !dbg !149
  %_0.i6 = load i64, ptr %4, align 8, !dbg !149, !alias.scope !162, !noundef !15
  %_2.i = icmp sgt i64 %_0.i6, -1, !dbg !165
  tail call void @llvm.assume(i1 %_2.i), !dbg !167
  %5 = uitofp nneg i64 %_0.i6 to double, !dbg !168
  br label %bb11, !dbg !169

bb11:                                             ; preds = %start, %bb3, %bb4, %bb5
  %_0.sroa.0.0 = phi double [ %_0.i3, %bb5 ], [ %_0.i, %bb4 ], [ %5, %bb3 ], [ 0.000000e+00, %start ], !dbg !170
  ret double %_0.sroa.0.0, !dbg !171
}

; core::ptr::swap_nonoverlapping_bytes::swap_nonoverlapping_chunks
; Function Attrs: nofree norecurse nosync nounwind nonlazybind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable
define void @_ZN4core3ptr25swap_nonoverlapping_bytes26swap_nonoverlapping_chunks17h0f11112b2a899ebdE(ptr noundef captures(none) %x, ptr noundef captures(none) %y, i64 noundef range(i64 1, 0) %chunks) unnamed_addr #2 !dbg !172 {
start:
  %xtraiter = and i64 %chunks, 1, !dbg !175
  %0 = icmp eq i64 %chunks, 1, !dbg !175
  br i1 %0, label %bb3.epil.preheader, label %start.new, !dbg !175

start.new:                                        ; preds = %start
  %unroll_iter = and i64 %chunks, -2, !dbg !175
  br label %bb3, !dbg !175

bb4.unr-lcssa:                                    ; preds = %bb3
  %lcmp.mod.not = icmp eq i64 %xtraiter, 0, !dbg !175
  br i1 %lcmp.mod.not, label %bb4, label %bb3.epil.preheader, !dbg !175

bb3.epil.preheader:                               ; preds = %bb4.unr-lcssa, %start
  %iter.sroa.0.02.epil.init = phi i64 [ 0, %start ], [ %_18.1, %bb4.unr-lcssa ]
  %lcmp.mod3 = icmp ne i64 %xtraiter, 0, !dbg !175
  tail call void @llvm.assume(i1 %lcmp.mod3), !dbg !175
  %_11.epil = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %x, i64 %iter.sroa.0.02.epil.init, !dbg !187
  %_13.epil = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %y, i64 %iter.sroa.0.02.epil.init, !dbg !191
  tail call void @llvm.experimental.noalias.scope.decl(metadata !193), !dbg !196
  tail call void @llvm.experimental.noalias.scope.decl(metadata !197), !dbg !196
  %_3.sroa.0.0.copyload.i.epil = load i64, ptr %_11.epil, align 1, !dbg !199, !alias.scope !193, !noalias !197
  %_4.sroa.0.0.copyload.i.epil = load i64, ptr %_13.epil, align 1, !dbg !202, !alias.scope !197, !noalias !193
  store i64 %_4.sroa.0.0.copyload.i.epil, ptr %_11.epil, align 1, !dbg !204, !alias.scope !193, !noalias !197
  store i64 %_3.sroa.0.0.copyload.i.epil, ptr %_13.epil, align 1, !dbg !206, !alias.scope !197, !noalias !193
  br label %bb4, !dbg !207

bb4:                                              ; preds = %bb4.unr-lcssa, %bb3.epil.preheader
  ret void, !dbg !207

bb3:                                              ; preds = %bb3, %start.new
  %iter.sroa.0.02 = phi i64 [ 0, %start.new ], [ %_18.1, %bb3 ]
  %niter = phi i64 [ 0, %start.new ], [ %niter.next.1, %bb3 ]
  %_18 = or disjoint i64 %iter.sroa.0.02, 1, !dbg !208
  %_11 = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %x, i64 %iter.sroa.0.02, !dbg !187
  %_13 = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %y, i64 %iter.sroa.0.02, !dbg !191
  tail call void @llvm.experimental.noalias.scope.decl(metadata !193), !dbg !196
  tail call void @llvm.experimental.noalias.scope.decl(metadata !197), !dbg !196
  %_3.sroa.0.0.copyload.i = load i64, ptr %_11, align 1, !dbg !199, !alias.scope !193, !noalias !197
  %_4.sroa.0.0.copyload.i = load i64, ptr %_13, align 1, !dbg !202, !alias.scope !197, !noalias !193
  store i64 %_4.sroa.0.0.copyload.i, ptr %_11, align 1, !dbg !204, !alias.scope !193, !noalias !197
  store i64 %_3.sroa.0.0.copyload.i, ptr %_13, align 1, !dbg !206, !alias.scope !197, !noalias !193
  %_18.1 = add nuw i64 %iter.sroa.0.02, 2, !dbg !208
  %_11.1 = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %x, i64 %_18, !dbg !187
  %_13.1 = getelementptr inbounds nuw %"core::mem::maybe_uninit::MaybeUninit<[u8; 8]>", ptr %y, i64 %_18, !dbg !191
  tail call void @llvm.experimental.noalias.scope.decl(metadata !215), !dbg !196
  tail call void @llvm.experimental.noalias.scope.decl(metadata !217), !dbg !196
  %_3.sroa.0.0.copyload.i.1 = load i64, ptr %_11.1, align 1, !dbg !199, !alias.scope !215, !noalias !217
  %_4.sroa.0.0.copyload.i.1 = load i64, ptr %_13.1, align 1, !dbg !202, !alias.scope !217, !noalias !215
  store i64 %_4.sroa.0.0.copyload.i.1, ptr %_11.1, align 1, !dbg !204, !alias.scope !215, !noalias !217
  store i64 %_3.sroa.0.0.copyload.i.1, ptr %_13.1, align 1, !dbg !206, !alias.scope !217, !noalias !215
  %niter.next.1 = add i64 %niter, 2, !dbg !175
  %niter.ncmp.1 = icmp eq i64 %niter.next.1, %unroll_iter, !dbg !175
  br i1 %niter.ncmp.1, label %bb4.unr-lcssa, label %bb3, !dbg !175
}

; core::ptr::drop_in_place<small::Shape>
; Function Attrs: nonlazybind uwtable
define internal void @"_ZN4core3ptr33drop_in_place$LT$small..Shape$GT$17h8ecfd87fe826336bE"(ptr noalias noundef align 8 dereferenceable(24) %_1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !219 {
start:
  %0 = load i64, ptr %_1, align 8, !dbg !220, !range !100, !noundef !15
  %1 = icmp ne i64 %0, -9223372036854775806, !dbg !220
  tail call void @llvm.assume(i1 %1), !dbg !220
  %2 = icmp sgt i64 %0, -1, !dbg !220
  br i1 %2, label %bb2, label %bb1, !dbg !220

bb2:                                              ; preds = %start
; invoke <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1)
          to label %"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17hbc4f7075c10e90ccE.exit" unwind label %cleanup.i.i, !dbg !221

cleanup.i.i:                                      ; preds = %bb2
  %3 = landingpad { ptr, i32 }
          cleanup
; invoke <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  invoke void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1)
          to label %bb1.i.i unwind label %terminate.i.i, !dbg !226

terminate.i.i:                                    ; preds = %cleanup.i.i
  %4 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
; call core::panicking::panic_in_cleanup
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() #20, !dbg !221
  unreachable, !dbg !221

bb1.i.i:                                          ; preds = %cleanup.i.i
  resume { ptr, i32 } %3, !dbg !221

"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17hbc4f7075c10e90ccE.exit": ; preds = %bb2
; call <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
  tail call void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef nonnull align 8 dereferenceable(24) %_1), !dbg !229
  br label %bb1, !dbg !220

bb1:                                              ; preds = %"_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17hbc4f7075c10e90ccE.exit", %start
  ret void, !dbg !220
}

; core::iter::traits::iterator::Iterator::sum
; Function Attrs: nonlazybind uwtable
define noundef double @_ZN4core4iter6traits8iterator8Iterator3sum17hc6e30577fbb7593bE(ptr noundef nonnull %self.0, ptr noundef %self.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !231 {
start:
  %0 = icmp ne ptr %self.1, null, !dbg !235
  tail call void @llvm.assume(i1 %0), !dbg !235
  %1 = icmp eq ptr %self.0, %self.1, !dbg !242
  br i1 %1, label %"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h545e34f13f707975E.exit", label %bb5.i.i.i, !dbg !243

bb5.i.i.i:                                        ; preds = %start
  %2 = ptrtoint ptr %self.1 to i64, !dbg !244
  %3 = ptrtoint ptr %self.0 to i64, !dbg !244
  %4 = sub nuw i64 %2, %3, !dbg !244
  %5 = lshr exact i64 %4, 4, !dbg !244
  br label %bb8.i.i.i, !dbg !248

bb8.i.i.i:                                        ; preds = %bb8.i.i.i, %bb5.i.i.i
  %i.sroa.0.0.i.i.i = phi i64 [ 0, %bb5.i.i.i ], [ %_27.i.i.i, %bb8.i.i.i ], !dbg !249
  %acc.sroa.0.0.i.i.i = phi double [ -0.000000e+00, %bb5.i.i.i ], [ %_0.i1.i.i.i.i, %bb8.i.i.i ], !dbg !250
  %_45.i.i.i = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %self.0, i64 %i.sroa.0.0.i.i.i, !dbg !251
  tail call void @llvm.experimental.noalias.scope.decl(metadata !253), !dbg !256
  tail call void @llvm.experimental.noalias.scope.decl(metadata !257), !dbg !260
  %_5.0.i.i.i.i.i = load ptr, ptr %_45.i.i.i, align 8, !dbg !262, !alias.scope !264, !nonnull !15, !noundef !15
  %6 = getelementptr inbounds nuw i8, ptr %_45.i.i.i, i64 8, !dbg !262
  %_5.1.i.i.i.i.i = load ptr, ptr %6, align 8, !dbg !262, !alias.scope !264, !nonnull !15, !align !79, !noundef !15
  %7 = getelementptr inbounds nuw i8, ptr %_5.1.i.i.i.i.i, i64 24, !dbg !262
  %8 = load ptr, ptr %7, align 8, !dbg !262, !invariant.load !15, !noalias !264, !nonnull !15
  %_0.i.i.i.i.i = tail call noundef double %8(ptr noundef nonnull align 1 %_5.0.i.i.i.i.i) #19, !dbg !265, !noalias !264
  %_0.i1.i.i.i.i = fadd double %acc.sroa.0.0.i.i.i, %_0.i.i.i.i.i, !dbg !266
  %_27.i.i.i = add nuw i64 %i.sroa.0.0.i.i.i, 1, !dbg !268
  %_28.i.i.i = icmp eq i64 %_27.i.i.i, %5, !dbg !270
  br i1 %_28.i.i.i, label %"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h545e34f13f707975E.exit", label %bb8.i.i.i, !dbg !270

"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h545e34f13f707975E.exit": ; preds = %bb8.i.i.i, %start
  %_0.sroa.0.0.i.i.i = phi double [ -0.000000e+00, %start ], [ %_0.i1.i.i.i.i, %bb8.i.i.i ], !dbg !250
  ret double %_0.sroa.0.0.i.i.i, !dbg !271
}

; <f64 as core::iter::traits::accum::Sum>::sum
; Function Attrs: nonlazybind uwtable
define noundef double @"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h545e34f13f707975E"(ptr noundef nonnull %iter.0, ptr noundef %iter.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !240 {
start:
  %0 = icmp ne ptr %iter.1, null, !dbg !272
  tail call void @llvm.assume(i1 %0), !dbg !272
  %1 = icmp eq ptr %iter.0, %iter.1, !dbg !277
  br i1 %1, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc437a3eaed63ccbbE.exit", label %bb5.i.i, !dbg !278

bb5.i.i:                                          ; preds = %start
  %2 = ptrtoint ptr %iter.1 to i64, !dbg !279
  %3 = ptrtoint ptr %iter.0 to i64, !dbg !279
  %4 = sub nuw i64 %2, %3, !dbg !279
  %5 = lshr exact i64 %4, 4, !dbg !279
  br label %bb8.i.i, !dbg !283

bb8.i.i:                                          ; preds = %bb8.i.i, %bb5.i.i
  %i.sroa.0.0.i.i = phi i64 [ 0, %bb5.i.i ], [ %_27.i.i, %bb8.i.i ], !dbg !284
  %acc.sroa.0.0.i.i = phi double [ -0.000000e+00, %bb5.i.i ], [ %_0.i1.i.i.i, %bb8.i.i ], !dbg !285
  %_45.i.i = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %iter.0, i64 %i.sroa.0.0.i.i, !dbg !286
  tail call void @llvm.experimental.noalias.scope.decl(metadata !288), !dbg !291
  tail call void @llvm.experimental.noalias.scope.decl(metadata !292), !dbg !295
  %_5.0.i.i.i.i = load ptr, ptr %_45.i.i, align 8, !dbg !297, !alias.scope !299, !nonnull !15, !noundef !15
  %6 = getelementptr inbounds nuw i8, ptr %_45.i.i, i64 8, !dbg !297
  %_5.1.i.i.i.i = load ptr, ptr %6, align 8, !dbg !297, !alias.scope !299, !nonnull !15, !align !79, !noundef !15
  %7 = getelementptr inbounds nuw i8, ptr %_5.1.i.i.i.i, i64 24, !dbg !297
  %8 = load ptr, ptr %7, align 8, !dbg !297, !invariant.load !15, !noalias !299, !nonnull !15
  %_0.i.i.i.i = tail call noundef double %8(ptr noundef nonnull align 1 %_5.0.i.i.i.i) #19, !dbg !300, !noalias !299
  %_0.i1.i.i.i = fadd double %acc.sroa.0.0.i.i, %_0.i.i.i.i, !dbg !301
  %_27.i.i = add nuw i64 %i.sroa.0.0.i.i, 1, !dbg !303
  %_28.i.i = icmp eq i64 %_27.i.i, %5, !dbg !305
  br i1 %_28.i.i, label %"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc437a3eaed63ccbbE.exit", label %bb8.i.i, !dbg !305

"_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc437a3eaed63ccbbE.exit": ; preds = %bb8.i.i, %start
  %_0.sroa.0.0.i.i = phi double [ -0.000000e+00, %start ], [ %_0.i1.i.i.i, %bb8.i.i ], !dbg !285
  ret double %_0.sroa.0.0.i.i, !dbg !306
}

; Function Attrs: nonlazybind uwtable
define { ptr, ptr } @small_boxed(ptr dead_on_return noalias noundef align 8 captures(address) dereferenceable(24) %shape) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !307 {
start:
; call __rustc::__rust_no_alloc_shim_is_unstable_v2
  tail call void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() #21, !dbg !308, !noalias !329
; call __rustc::__rust_alloc
  %0 = tail call noundef align 8 dereferenceable_or_null(24) ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 noundef 24, i64 noundef 8) #21, !dbg !332, !noalias !329
  %1 = icmp eq ptr %0, null, !dbg !333
  br i1 %1, label %bb2.i1, label %"_ZN5alloc5boxed12Box$LT$T$GT$3new17h0915b9ea18151b0cE.exit", !dbg !334, !prof !335

bb2.i1:                                           ; preds = %start
; invoke alloc::alloc::handle_alloc_error
  invoke void @_RNvNtCslNYArtu3iFV_5alloc5alloc18handle_alloc_error(i64 noundef 8, i64 noundef 24) #22
          to label %.noexc unwind label %cleanup.i, !dbg !336

.noexc:                                           ; preds = %bb2.i1
  unreachable, !dbg !336

cleanup.i:                                        ; preds = %bb2.i1
  %2 = landingpad { ptr, i32 }
          cleanup
; invoke core::ptr::drop_in_place<small::Shape>
  invoke void @"_ZN4core3ptr33drop_in_place$LT$small..Shape$GT$17h8ecfd87fe826336bE"(ptr noalias noundef nonnull align 8 dereferenceable(24) %shape) #23
          to label %bb2.i unwind label %terminate.i, !dbg !337

terminate.i:                                      ; preds = %cleanup.i
  %3 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer
; call core::panicking::panic_in_cleanup
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() #20, !dbg !338
  unreachable, !dbg !338

bb2.i:                                            ; preds = %cleanup.i
  resume { ptr, i32 } %2, !dbg !338

"_ZN5alloc5boxed12Box$LT$T$GT$3new17h0915b9ea18151b0cE.exit": ; preds = %start
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(24) %0, ptr noundef nonnull align 8 dereferenceable(24) %shape, i64 24, i1 false), !dbg !339
  %4 = insertvalue { ptr, ptr } poison, ptr %0, 0, !dbg !341
  %5 = insertvalue { ptr, ptr } %4, ptr @vtable.0, 1, !dbg !341
  ret { ptr, ptr } %5, !dbg !341
}

; Function Attrs: nonlazybind uwtable
define noundef zeroext i1 @small_catch(ptr noundef nonnull %run) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !342 {
start:
  invoke void %run()
          to label %_ZN3std5panic12catch_unwind17h56977354b833c3b8E.exit unwind label %catch.i.i, !dbg !343

catch.i.i:                                        ; preds = %start
  %0 = landingpad { ptr, i32 }
          catch ptr null, !dbg !366
  %1 = extractvalue { ptr, i32 } %0, 0, !dbg !366
; invoke std::panicking::catch_unwind::cleanup
  %2 = invoke { ptr, ptr } @_RNvNvNtCsjrHSEGnQ3l9_3std9panicking12catch_unwind7cleanup(ptr noundef %1)
          to label %_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i unwind label %terminate.i.i.i, !dbg !367

terminate.i.i.i:                                  ; preds = %catch.i.i
  %3 = landingpad { ptr, i32 }
          filter [0 x ptr] zeroinitializer, !dbg !366
; call core::panicking::panic_cannot_unwind
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking19panic_cannot_unwind() #20, !dbg !371
  unreachable, !dbg !371

_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i: ; preds = %catch.i.i
  %obj.0.i.i.i = extractvalue { ptr, ptr } %2, 0, !dbg !367
  %obj.1.i.i.i = extractvalue { ptr, ptr } %2, 1, !dbg !367
  br label %_ZN3std5panic12catch_unwind17h56977354b833c3b8E.exit, !dbg !366

_ZN3std5panic12catch_unwind17h56977354b833c3b8E.exit: ; preds = %start, %_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i
  %data.sroa.6.0.i = phi ptr [ undef, %start ], [ %obj.1.i.i.i, %_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i ]
  %data.sroa.0.0.i = phi ptr [ %run, %start ], [ %obj.0.i.i.i, %_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i ], !dbg !372
  %4 = phi i1 [ true, %start ], [ false, %_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E.exit.i.i ], !dbg !366
  %_0.sroa.3.0.i = select i1 %4, ptr undef, ptr %data.sroa.6.0.i, !dbg !366
  %5 = icmp eq ptr %data.sroa.0.0.i, null, !dbg !373
  %6 = select i1 %4, i1 true, i1 %5, !dbg !373
  br i1 %6, label %"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE.exit", label %bb2.i, !dbg !382

bb2.i:                                            ; preds = %_ZN3std5panic12catch_unwind17h56977354b833c3b8E.exit
  %7 = load ptr, ptr %_0.sroa.3.0.i, align 8, !dbg !385, !invariant.load !15, !noalias !388
  %.not.i.i = icmp eq ptr %7, null, !dbg !385
  br i1 %.not.i.i, label %bb3.i.i, label %is_not_null.i.i, !dbg !385

is_not_null.i.i:                                  ; preds = %bb2.i
  invoke void %7(ptr noundef nonnull %data.sroa.0.0.i)
          to label %bb3.i.i unwind label %cleanup.i.i, !dbg !385, !noalias !388

bb3.i.i:                                          ; preds = %is_not_null.i.i, %bb2.i
  %8 = getelementptr inbounds nuw i8, ptr %_0.sroa.3.0.i, i64 8, !dbg !393
  %9 = load i64, ptr %8, align 8, !dbg !393, !range !408, !invariant.load !15, !noalias !409
  %10 = icmp eq i64 %9, 0, !dbg !412
  br i1 %10, label %"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE.exit", label %bb1.i.i.i, !dbg !412

bb1.i.i.i:                                        ; preds = %bb3.i.i
  %11 = getelementptr inbounds nuw i8, ptr %_0.sroa.3.0.i, i64 16, !dbg !393
  %12 = load i64, ptr %11, align 8, !dbg !414, !range !422, !invariant.load !15, !noalias !409
; call __rustc::__rust_dealloc
  tail call void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr noundef nonnull %data.sroa.0.0.i, i64 noundef range(i64 1, -9223372036854775808) %9, i64 noundef range(i64 1, 536870913) %12) #21, !dbg !423, !noalias !409
  br label %"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE.exit", !dbg !432

cleanup.i.i:                                      ; preds = %is_not_null.i.i
  %13 = landingpad { ptr, i32 }
          cleanup
  %14 = getelementptr inbounds nuw i8, ptr %_0.sroa.3.0.i, i64 8, !dbg !433
  %15 = load i64, ptr %14, align 8, !dbg !433, !range !408, !invariant.load !15, !noalias !437
  %16 = icmp eq i64 %15, 0, !dbg !440
  br i1 %16, label %bb1.i.i, label %bb1.i2.i.i, !dbg !440

bb1.i2.i.i:                                       ; preds = %cleanup.i.i
  %17 = getelementptr inbounds nuw i8, ptr %_0.sroa.3.0.i, i64 16, !dbg !433
  %18 = load i64, ptr %17, align 8, !dbg !441, !range !422, !invariant.load !15, !noalias !437
; call __rustc::__rust_dealloc
  tail call void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr noundef nonnull %data.sroa.0.0.i, i64 noundef range(i64 1, -9223372036854775808) %15, i64 noundef range(i64 1, 536870913) %18) #21, !dbg !444, !noalias !437
  br label %bb1.i.i, !dbg !449

bb1.i.i:                                          ; preds = %bb1.i2.i.i, %cleanup.i.i
  resume { ptr, i32 } %13, !dbg !385

"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE.exit": ; preds = %_ZN3std5panic12catch_unwind17h56977354b833c3b8E.exit, %bb3.i.i, %bb1.i.i.i
  ret i1 %6, !dbg !450
}

; Function Attrs: nounwind nonlazybind uwtable
define { i32, i32 } @small_exchange(ptr noundef nonnull align 4 %cell) unnamed_addr #3 !dbg !451 {
start:
  %0 = alloca [8 x i8], align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %0), !dbg !452
  store ptr %cell, ptr %0, align 8, !dbg !452
  call void asm sideeffect "", "r,~{memory}"(ptr nonnull %0) #21, !dbg !452, !srcloc !457
  %_0.i = load ptr, ptr %0, align 8, !dbg !452, !nonnull !15, !align !458, !noundef !15
  call void @llvm.lifetime.end.p0(ptr nonnull %0), !dbg !452
  %1 = cmpxchg ptr %_0.i, i32 1, i32 2 acq_rel acquire, align 4, !dbg !459
  %2 = extractvalue { i32, i1 } %1, 1, !dbg !459
  %not..i.i = xor i1 %2, true, !dbg !468
  %_0.sroa.0.0.i.i = zext i1 %not..i.i to i32, !dbg !468
  %3 = extractvalue { i32, i1 } %1, 0, !dbg !459
  %4 = insertvalue { i32, i32 } poison, i32 %_0.sroa.0.0.i.i, 0, !dbg !470
  %5 = insertvalue { i32, i32 } %4, i32 %3, 1, !dbg !470
  ret { i32, i32 } %5, !dbg !471
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(none) uwtable
define noundef i32 @small_order(i32 %0) unnamed_addr #4 !dbg !472 {
start:
  %numbers.sroa.0.0.insert.insert = tail call i32 @llvm.bswap.i32(i32 %0), !dbg !473
  ret i32 %numbers.sroa.0.0.insert.insert, !dbg !473
}

; Function Attrs: noinline nonlazybind uwtable
define { i32, i32 } @small_pop(ptr noalias noundef align 8 captures(none) dereferenceable(24) %self) unnamed_addr #5 !dbg !474 {
start:
  %0 = getelementptr inbounds nuw i8, ptr %self, i64 16, !dbg !476
  %_4 = load i64, ptr %0, align 8, !dbg !476, !noundef !15
  %_3.i = icmp eq i64 %_4, 0, !dbg !477
  %_4.i = add i64 %_4, -1, !dbg !477
  br i1 %_3.i, label %bb8, label %bb4, !dbg !476

bb4:                                              ; preds = %start
  store i64 %_4.i, ptr %0, align 8, !dbg !480
  %_9 = icmp ult i64 %_4, 5, !dbg !481
  br i1 %_9, label %bb7, label %panic, !dbg !481

bb7:                                              ; preds = %bb4
  %1 = getelementptr inbounds nuw i32, ptr %self, i64 %_4.i, !dbg !481
  %_7 = load i32, ptr %1, align 4, !dbg !481, !noundef !15
  br label %bb8, !dbg !482

panic:                                            ; preds = %bb4
; call core::panicking::panic_bounds_check
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 noundef %_4.i, i64 noundef 4, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_5e0a7dd6d28134bd2160a74b6e87ea42) #24, !dbg !481
  unreachable, !dbg !481

bb8:                                              ; preds = %start, %bb7
  %_0.sroa.3.0 = phi i32 [ %_7, %bb7 ], [ undef, %start ], !dbg !483
  %_0.sroa.0.0 = phi i32 [ 1, %bb7 ], [ 0, %start ], !dbg !483
  %2 = insertvalue { i32, i32 } poison, i32 %_0.sroa.0.0, 0, !dbg !482
  %3 = insertvalue { i32, i32 } %2, i32 %_0.sroa.3.0, 1, !dbg !482
  ret { i32, i32 } %3, !dbg !482
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(none) uwtable
define range(i32 0, -65535) i32 @small_prime(i8 noundef %index) unnamed_addr #4 !dbg !484 {
start:
  %_3 = icmp ult i8 %index, 5, !dbg !485
  br i1 %_3, label %bb2, label %bb3, !dbg !485

bb3:                                              ; preds = %start
  switch i8 %index, label %bb1 [
    i8 9, label %bb10
    i8 10, label %bb6
    i8 77, label %bb5
  ], !dbg !486

bb2:                                              ; preds = %start
  %_0.i = zext nneg i8 %index to i64, !dbg !487
  %0 = getelementptr inbounds nuw i16, ptr @_ZN5small6PRIMES17h65ae51ba0eaae9d7E, i64 %_0.i, !dbg !491
  %_4 = load i16, ptr %0, align 2, !dbg !491, !noundef !15
  %1 = zext i16 %_4 to i32, !dbg !492
  %2 = shl nuw i32 %1, 16, !dbg !492
  br label %bb10, !dbg !493

bb1:                                              ; preds = %bb3
  %3 = zext i8 %index to i32, !dbg !492
  %4 = shl nuw nsw i32 %3, 8, !dbg !492
  %5 = or disjoint i32 %4, 1, !dbg !492
  br label %bb10, !dbg !494

bb6:                                              ; preds = %bb3
  br label %bb10, !dbg !495

bb5:                                              ; preds = %bb3
  br label %bb10, !dbg !496

bb10:                                             ; preds = %bb3, %bb2, %bb1, %bb5, %bb6
  %_0.sroa.6.0.insert.insert = phi i32 [ %2, %bb2 ], [ %5, %bb1 ], [ 1025, %bb5 ], [ 257, %bb6 ], [ 1, %bb3 ], !dbg !492
  ret i32 %_0.sroa.6.0.insert.insert, !dbg !492
}

; Function Attrs: noinline nonlazybind uwtable
define void @small_push(ptr noalias noundef align 8 captures(none) dereferenceable(24) %self, i32 noundef %item) unnamed_addr #5 !dbg !497 {
start:
  %0 = getelementptr inbounds nuw i8, ptr %self, i64 16, !dbg !498
  %_4 = load i64, ptr %0, align 8, !dbg !498, !noundef !15
  %_3 = icmp ult i64 %_4, 4, !dbg !498
  br i1 %_3, label %bb4, label %bb2, !dbg !498, !prof !499

bb2:                                              ; preds = %start
; call core::panicking::panic_fmt
  tail call void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr noundef nonnull @alloc_3c6431c5fc85ca277eb9f2e0ebb30f52, ptr noundef nonnull inttoptr (i64 9 to ptr), ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_20c16d92c2eae6d8ce39776524f3abc4) #24, !dbg !500
  unreachable, !dbg !500

bb4:                                              ; preds = %start
  %1 = getelementptr inbounds nuw i32, ptr %self, i64 %_4, !dbg !501
  store i32 %item, ptr %1, align 4, !dbg !501
  %2 = load i64, ptr %0, align 8, !dbg !502, !noundef !15
  %_9.1 = icmp eq i64 %2, -1, !dbg !502
  br i1 %_9.1, label %panic1, label %bb5, !dbg !502

bb5:                                              ; preds = %bb4
  %_9.0 = add nuw i64 %2, 1, !dbg !502
  store i64 %_9.0, ptr %0, align 8, !dbg !502
  %3 = atomicrmw add ptr @_ZN5small5CALLS17h71f9cd2e9904e1baE, i32 1 monotonic, align 4, !dbg !503
  ret void, !dbg !508

panic1:                                           ; preds = %bb4
; call core::panicking::panic_const::panic_const_add_overflow
  tail call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_762311a9ffd1e7d99aefbe0611cd56c5) #24, !dbg !502
  unreachable, !dbg !502
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(none) uwtable
define noundef i16 @small_round(double noundef %number) unnamed_addr #4 personality ptr @rust_eh_personality !dbg !509 {
start:
  %0 = tail call noundef double @llvm.floor.f64(double %number), !dbg !510
  %_2 = fadd double %0, 0xFFF0000000000000, !dbg !521
  %_0 = tail call i16 @llvm.fptosi.sat.i16.f64(double %_2), !dbg !521
  ret i16 %_0, !dbg !522
}

; Function Attrs: nonlazybind uwtable
define noundef double @small_total(ptr noalias noundef nonnull readonly align 8 captures(none) %shapes.0, i64 noundef range(i64 0, 576460752303423488) %shapes.1) unnamed_addr #0 personality ptr @rust_eh_personality !dbg !523 {
start:
  %0 = icmp eq i64 %shapes.1, 0, !dbg !524
  br i1 %0, label %_ZN4core4iter6traits8iterator8Iterator3sum17hc6e30577fbb7593bE.exit, label %bb8.i.i.i.i, !dbg !530

bb8.i.i.i.i:                                      ; preds = %start, %bb8.i.i.i.i
  %i.sroa.0.0.i.i.i.i = phi i64 [ %_27.i.i.i.i, %bb8.i.i.i.i ], [ 0, %start ], !dbg !531
  %acc.sroa.0.0.i.i.i.i = phi double [ %_0.i1.i.i.i.i.i, %bb8.i.i.i.i ], [ -0.000000e+00, %start ], !dbg !532
  %_45.i.i.i.i = getelementptr inbounds nuw %"alloc::boxed::Box<dyn Area>", ptr %shapes.0, i64 %i.sroa.0.0.i.i.i.i, !dbg !533
  tail call void @llvm.experimental.noalias.scope.decl(metadata !535), !dbg !538
  tail call void @llvm.experimental.noalias.scope.decl(metadata !539), !dbg !542
  %_5.0.i.i.i.i.i.i = load ptr, ptr %_45.i.i.i.i, align 8, !dbg !544, !alias.scope !546, !nonnull !15, !noundef !15
  %1 = getelementptr inbounds nuw i8, ptr %_45.i.i.i.i, i64 8, !dbg !544
  %_5.1.i.i.i.i.i.i = load ptr, ptr %1, align 8, !dbg !544, !alias.scope !546, !nonnull !15, !align !79, !noundef !15
  %2 = getelementptr inbounds nuw i8, ptr %_5.1.i.i.i.i.i.i, i64 24, !dbg !544
  %3 = load ptr, ptr %2, align 8, !dbg !544, !invariant.load !15, !noalias !546, !nonnull !15
  %_0.i.i.i.i.i.i = tail call noundef double %3(ptr noundef nonnull align 1 %_5.0.i.i.i.i.i.i) #19, !dbg !547, !noalias !546
  %_0.i1.i.i.i.i.i = fadd double %acc.sroa.0.0.i.i.i.i, %_0.i.i.i.i.i.i, !dbg !548
  %_27.i.i.i.i = add nuw nsw i64 %i.sroa.0.0.i.i.i.i, 1, !dbg !550
  %_28.i.i.i.i = icmp eq i64 %_27.i.i.i.i, %shapes.1, !dbg !552
  br i1 %_28.i.i.i.i, label %_ZN4core4iter6traits8iterator8Iterator3sum17hc6e30577fbb7593bE.exit, label %bb8.i.i.i.i, !dbg !552

_ZN4core4iter6traits8iterator8Iterator3sum17hc6e30577fbb7593bE.exit: ; preds = %bb8.i.i.i.i, %start
  %_0.sroa.0.0.i.i.i.i = phi double [ -0.000000e+00, %start ], [ %_0.i1.i.i.i.i.i, %bb8.i.i.i.i ], !dbg !532
  ret double %_0.sroa.0.0.i.i.i.i, !dbg !553
}

; Function Attrs: nonlazybind uwtable
define noundef range(i128 -24305883351495604533098186245126300818, 24305883351495604533098186245126300819) i128 @small_wide(i128 noundef %a, i128 noundef %b) unnamed_addr #0 !dbg !554 {
start:
  %0 = tail call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a, i128 %b), !dbg !555
  %_4.1 = extractvalue { i128, i1 } %0, 1, !dbg !555
  br i1 %_4.1, label %panic, label %bb1, !dbg !555

bb1:                                              ; preds = %start
  %_4.0 = extractvalue { i128, i1 } %0, 0, !dbg !555
  %_0 = sdiv i128 %_4.0, 7, !dbg !555
  ret i128 %_0, !dbg !556

panic:                                            ; preds = %start
; call core::panicking::panic_const::panic_const_mul_overflow
  tail call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24) @alloc_0d3bc821a189d78562dae84a4d9ff333) #24, !dbg !555
  unreachable, !dbg !555
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #6

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.floor.f64(double) #7

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #8

; __rustc::__rust_no_alloc_shim_is_unstable_v2
; Function Attrs: nounwind nonlazybind uwtable
declare void @_RNvCsfLfy6EI15iL_7___rustc35___rust_no_alloc_shim_is_unstable_v2() unnamed_addr #3

; __rustc::__rust_alloc
; Function Attrs: nounwind nonlazybind allockind("alloc,uninitialized,aligned") allocsize(0) uwtable
declare noalias noundef ptr @_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc(i64 noundef, i64 allocalign noundef range(i64 1, -9223372036854775807)) unnamed_addr #9

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #10

; alloc::alloc::handle_alloc_error
; Function Attrs: cold minsize noreturn nonlazybind optsize uwtable
declare void @_RNvNtCslNYArtu3iFV_5alloc5alloc18handle_alloc_error(i64 noundef range(i64 1, -9223372036854775807), i64 noundef) unnamed_addr #11

; __rustc::__rust_dealloc
; Function Attrs: nounwind nonlazybind allockind("free") uwtable
declare void @_RNvCsfLfy6EI15iL_7___rustc14___rust_dealloc(ptr allocptr noundef captures(address), i64 noundef, i64 noundef range(i64 1, -9223372036854775807)) unnamed_addr #12

; Function Attrs: nounwind nonlazybind uwtable
declare noundef range(i32 0, 10) i32 @rust_eh_personality(i32 noundef, i32 noundef, i64 noundef, ptr noundef, ptr noundef) unnamed_addr #3

; std::panicking::catch_unwind::cleanup
; Function Attrs: cold minsize nonlazybind optsize uwtable
declare { ptr, ptr } @_RNvNvNtCsjrHSEGnQ3l9_3std9panicking12catch_unwind7cleanup(ptr noundef) unnamed_addr #13

; core::panicking::panic_cannot_unwind
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking19panic_cannot_unwind() unnamed_addr #14

; <alloc::vec::Vec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXso_NtCslNYArtu3iFV_5alloc3vecINtB5_3VechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(24)) unnamed_addr #0

; core::panicking::panic_in_cleanup
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking16panic_in_cleanup() unnamed_addr #14

; <alloc::raw_vec::RawVec<u8> as core::ops::drop::Drop>::drop
; Function Attrs: nonlazybind uwtable
declare void @_RNvXs1_NtCslNYArtu3iFV_5alloc7raw_vecINtB5_6RawVechENtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4dropCsduwmD7cSIQq_5gimli(ptr noalias noundef align 8 dereferenceable(16)) unnamed_addr #0

; core::panicking::panic_fmt
; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking9panic_fmt(ptr noundef nonnull, ptr noundef nonnull, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #15

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 noundef, i64 noundef, ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #16

; core::panicking::panic_const::panic_const_add_overflow
; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_add_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #15

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i16 @llvm.fptosi.sat.i16.f64(double) #7

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128) #7

; core::panicking::panic_const::panic_const_mul_overflow
; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr noalias noundef readonly align 8 captures(address, read_provenance) dereferenceable(24)) unnamed_addr #15

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.experimental.noalias.scope.decl(metadata) #17

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #18

attributes #0 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(argmem: read, inaccessiblemem: readwrite) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { nofree norecurse nosync nounwind nonlazybind memory(argmem: readwrite, inaccessiblemem: readwrite) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind nonlazybind willreturn memory(none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #5 = { noinline nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #9 = { nounwind nonlazybind allockind("alloc,uninitialized,aligned") allocsize(0) uwtable "alloc-family"="__rust_alloc" "alloc-variant-zeroed"="_RNvCsfLfy6EI15iL_7___rustc19___rust_alloc_zeroed" "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #10 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #11 = { cold minsize noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #12 = { nounwind nonlazybind allockind("free") uwtable "alloc-family"="__rust_alloc" "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #13 = { cold minsize nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #14 = { cold minsize noinline noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #15 = { cold noinline noreturn nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #16 = { cold minsize noinline noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #17 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #18 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #19 = { inlinehint }
attributes #20 = { cold noreturn nounwind }
attributes #21 = { nounwind }
attributes #22 = { noreturn }
attributes #23 = { cold }
attributes #24 = { noinline noreturn }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}
!llvm.dbg.cu = !{!5}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 2, !"RtLibUseGOT", i32 1}
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!5 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !6, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!6 = !DIFile(filename: "small.rs/@/small.4dca52b3df3c08d4-cgu.0", directory: "/small")
!7 = distinct !DISubprogram(name: "fold<f64, core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}, f64, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>>>", linkageName: "_ZN102_$LT$core..iter..adapters..map..Map$LT$I$C$F$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hc437a3eaed63ccbbE", scope: !9, file: !8, line: 124, type: !14, scopeLine: 124, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!8 = !DIFile(filename: "library/core/src/iter/adapters/map.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "47fd4c3c8424e034238ec6bb5a169812")
!9 = !DINamespace(name: "{impl#2}", scope: !10)
!10 = !DINamespace(name: "map", scope: !11)
!11 = !DINamespace(name: "adapters", scope: !12)
!12 = !DINamespace(name: "iter", scope: !13)
!13 = !DINamespace(name: "core", scope: null)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 407, column: 18, scope: !17, inlinedAt: !22)
!17 = distinct !DISubprogram(name: "as_ptr<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$6as_ptr17hb24af5cf04c982a4E", scope: !19, file: !18, line: 401, type: !14, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!18 = !DIFile(filename: "library/core/src/ptr/non_null.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e5222a5160165ba1cd09076ad7a11733")
!19 = !DINamespace(name: "NonNull", scope: !20)
!20 = !DINamespace(name: "non_null", scope: !21)
!21 = !DINamespace(name: "ptr", scope: !13)
!22 = distinct !DILocation(line: 1720, column: 32, scope: !23, inlinedAt: !25)
!23 = distinct !DISubprogram(name: "eq<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN78_$LT$core..ptr..non_null..NonNull$LT$T$GT$$u20$as$u20$core..cmp..PartialEq$GT$2eq17hb6fb326d4f94d8fdE", scope: !24, file: !18, line: 1719, type: !14, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!24 = !DINamespace(name: "{impl#16}", scope: !20)
!25 = distinct !DILocation(line: 44, column: 20, scope: !26, inlinedAt: !33)
!26 = distinct !DILexicalBlock(scope: !28, file: !27, line: 33, column: 13)
!27 = !DIFile(filename: "library/core/src/slice/iter/macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "87d1f0c2746f51593d75ddf4c9271f14")
!28 = distinct !DILexicalBlock(scope: !29, file: !27, line: 25, column: 86)
!29 = distinct !DISubprogram(name: "fold<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>, f64, core::iter::adapters::map::map_fold::{closure_env#0}<&alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>, f64, f64, small::small_total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>>>>", linkageName: "_ZN91_$LT$core..slice..iter..Iter$LT$T$GT$$u20$as$u20$core..iter..traits..iterator..Iterator$GT$4fold17hb2825150632132d2E", scope: !30, file: !27, line: 259, type: !14, scopeLine: 259, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!30 = !DINamespace(name: "{impl#171}", scope: !31)
!31 = !DINamespace(name: "iter", scope: !32)
!32 = !DINamespace(name: "slice", scope: !13)
!33 = distinct !DILocation(line: 128, column: 19, scope: !7)
!34 = !DILocation(line: 1720, column: 9, scope: !23, inlinedAt: !25)
!35 = !DILocation(line: 25, column: 86, scope: !28, inlinedAt: !33)
!36 = !DILocation(line: 729, column: 18, scope: !37, inlinedAt: !42)
!37 = distinct !DILexicalBlock(scope: !39, file: !38, line: 726, column: 9)
!38 = !DIFile(filename: "library/core/src/ptr/const_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "48638a38fe414ca30cde797e4a40b3a9")
!39 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr9const_ptr33_$LT$impl$u20$$BP$const$u20$T$GT$20offset_from_unsigned17h9e21f84332255b74E", scope: !40, file: !38, line: 701, type: !14, scopeLine: 701, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!40 = !DINamespace(name: "{impl#0}", scope: !41)
!41 = !DINamespace(name: "const_ptr", scope: !21)
!42 = distinct !DILocation(line: 887, column: 37, scope: !43, inlinedAt: !47)
!43 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$20offset_from_unsigned17h4972a66b674a6693E", scope: !45, file: !44, line: 882, type: !14, scopeLine: 882, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!44 = !DIFile(filename: "library/core/src/ptr/mut_ptr.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7c03c8e0ae695174f7f10881dc49d2cb")
!45 = !DINamespace(name: "{impl#0}", scope: !46)
!46 = !DINamespace(name: "mut_ptr", scope: !21)
!47 = distinct !DILocation(line: 953, column: 32, scope: !48, inlinedAt: !49)
!48 = distinct !DISubprogram(name: "offset_from_unsigned<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$20offset_from_unsigned17h65260297eb5cd011E", scope: !19, file: !18, line: 948, type: !14, scopeLine: 948, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!49 = distinct !DILocation(line: 57, column: 30, scope: !50, inlinedAt: !33)
!50 = distinct !DILexicalBlock(scope: !51, file: !27, line: 33, column: 13)
!51 = distinct !DILexicalBlock(scope: !52, file: !27, line: 25, column: 86)
!52 = distinct !DILexicalBlock(scope: !53, file: !27, line: 274, column: 17)
!53 = distinct !DILexicalBlock(scope: !29, file: !27, line: 273, column: 17)
!54 = !DILocation(line: 28, column: 9, scope: !51, inlinedAt: !33)
!55 = !DILocation(line: 0, scope: !53, inlinedAt: !33)
!56 = !DILocation(line: 0, scope: !29, inlinedAt: !33)
!57 = !DILocation(line: 659, column: 28, scope: !58, inlinedAt: !59)
!58 = distinct !DISubprogram(name: "add<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr8non_null16NonNull$LT$T$GT$3add17h34636e42af0427ceE", scope: !19, file: !18, line: 651, type: !14, scopeLine: 651, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!59 = distinct !DILocation(line: 279, column: 67, scope: !60, inlinedAt: !33)
!60 = distinct !DILexicalBlock(scope: !52, file: !27, line: 275, column: 17)
!61 = !{!62}
!62 = distinct !{!62, !63, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E: %elt"}
!63 = distinct !{!63, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E"}
!64 = !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !33)
!65 = !{!66}
!66 = distinct !{!66, !67, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E: %shape"}
!67 = distinct !{!67, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E"}
!68 = !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !71)
!69 = distinct !DISubprogram(name: "{closure#0}<&alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>, f64, f64, small::small_total::{closure_env#0}, core::iter::traits::accum::{impl#132}::sum::{closure_env#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>>>", linkageName: "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E", scope: !70, file: !8, line: 88, type: !14, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!70 = !DINamespace(name: "map_fold", scope: !10)
!71 = distinct !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !33)
!72 = !DILocation(line: 64, column: 31, scope: !73, inlinedAt: !77)
!73 = distinct !DISubprogram(name: "{closure#0}", linkageName: "_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E", scope: !75, file: !74, line: 64, type: !14, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!74 = !DIFile(filename: "small.rs", directory: "/small", checksumkind: CSK_MD5, checksum: "ffbfabd0b166671a04433398f55e609b")
!75 = !DINamespace(name: "small_total", scope: !76)
!76 = !DINamespace(name: "small", scope: null)
!77 = distinct !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !71)
!78 = !{!66, !62}
!79 = !{i64 8}
!80 = !DILocation(line: 64, column: 37, scope: !73, inlinedAt: !77)
!81 = !DILocation(line: 164, column: 28, scope: !82, inlinedAt: !88)
!82 = distinct !DISubprogram(name: "{closure#0}<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>>", linkageName: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum28_$u7b$$u7b$closure$u7d$$u7d$17h5e520973c124ef9dE", scope: !84, file: !83, line: 164, type: !14, scopeLine: 164, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!83 = !DIFile(filename: "library/core/src/iter/traits/accum.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "29c702feed2d279674f04740ce9fc327")
!84 = !DINamespace(name: "sum", scope: !85)
!85 = !DINamespace(name: "{impl#132}", scope: !86)
!86 = !DINamespace(name: "accum", scope: !87)
!87 = !DINamespace(name: "traits", scope: !12)
!88 = distinct !DILocation(line: 88, column: 21, scope: !69, inlinedAt: !71)
!89 = !DILocation(line: 844, column: 17, scope: !90, inlinedAt: !94)
!90 = distinct !DISubprogram(name: "unchecked_add", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj13unchecked_add", scope: !92, file: !91, line: 832, type: !14, scopeLine: 832, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!91 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!92 = !DINamespace(name: "{impl#11}", scope: !93)
!93 = !DINamespace(name: "num", scope: !13)
!94 = distinct !DILocation(line: 283, column: 36, scope: !60, inlinedAt: !33)
!95 = !DILocation(line: 284, column: 24, scope: !60, inlinedAt: !33)
!96 = !DILocation(line: 129, column: 6, scope: !7)
!97 = distinct !DISubprogram(name: "area", linkageName: "_ZN44_$LT$small..Shape$u20$as$u20$small..Area$GT$4area17hf54234147afad296E", scope: !98, file: !74, line: 52, type: !14, scopeLine: 52, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!98 = !DINamespace(name: "{impl#1}", scope: !76)
!99 = !DILocation(line: 53, column: 15, scope: !97)
!100 = !{i64 0, i64 -9223372036854775804}
!101 = !DILocation(line: 53, column: 9, scope: !97)
!102 = !DILocation(line: 54, column: 27, scope: !97)
!103 = !DILocation(line: 39, column: 37, scope: !104, inlinedAt: !109)
!104 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs2Z_NtNtCsgEmfK2I1SDS_4core3ops5arithdINtB6_3MulRdE3mul", scope: !106, file: !105, line: 38, type: !14, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!105 = !DIFile(filename: "library/core/src/internal_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "9ec673d06a3eb53c47178443a566ec32")
!106 = !DINamespace(name: "{impl#187}", scope: !107)
!107 = !DINamespace(name: "arith", scope: !108)
!108 = !DINamespace(name: "ops", scope: !13)
!109 = distinct !DILocation(line: 54, column: 38, scope: !110)
!110 = distinct !DILexicalBlock(scope: !97, file: !74, line: 54, column: 13)
!111 = !{!112}
!112 = distinct !{!112, !113, !"_RNvXs2Z_NtNtCsgEmfK2I1SDS_4core3ops5arithdINtB6_3MulRdE3mul: %other"}
!113 = distinct !{!113, !"_RNvXs2Z_NtNtCsgEmfK2I1SDS_4core3ops5arithdINtB6_3MulRdE3mul"}
!114 = !DILocation(line: 352, column: 45, scope: !115, inlinedAt: !118)
!115 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs2g_NtNtCsgEmfK2I1SDS_4core3ops5arithdNtB6_3Mul3mul", scope: !117, file: !116, line: 352, type: !14, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!116 = !DIFile(filename: "library/core/src/ops/arith.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "82a843efd6957c9872d7564e4a5df756")
!117 = !DINamespace(name: "{impl#142}", scope: !107)
!118 = distinct !DILocation(line: 39, column: 17, scope: !104, inlinedAt: !109)
!119 = !DILocation(line: 352, column: 45, scope: !115, inlinedAt: !120)
!120 = distinct !DILocation(line: 39, column: 17, scope: !104, inlinedAt: !121)
!121 = distinct !DILocation(line: 54, column: 38, scope: !110)
!122 = !DILocation(line: 54, column: 59, scope: !97)
!123 = !DILocation(line: 55, column: 32, scope: !97)
!124 = !DILocation(line: 55, column: 39, scope: !97)
!125 = !{!126}
!126 = distinct !{!126, !127, !"_RNvXs2X_NtNtCsgEmfK2I1SDS_4core3ops5arithRfNtB6_3Mul3mul: %self"}
!127 = distinct !{!127, !"_RNvXs2X_NtNtCsgEmfK2I1SDS_4core3ops5arithRfNtB6_3Mul3mul"}
!128 = !DILocation(line: 55, column: 61, scope: !129)
!129 = distinct !DILexicalBlock(scope: !97, file: !74, line: 55, column: 13)
!130 = !{!131}
!131 = distinct !{!131, !127, !"_RNvXs2X_NtNtCsgEmfK2I1SDS_4core3ops5arithRfNtB6_3Mul3mul: %other"}
!132 = !DILocation(line: 50, column: 31, scope: !133, inlinedAt: !135)
!133 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs2X_NtNtCsgEmfK2I1SDS_4core3ops5arithRfNtB6_3Mul3mul", scope: !134, file: !105, line: 49, type: !14, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!134 = !DINamespace(name: "{impl#185}", scope: !107)
!135 = distinct !DILocation(line: 55, column: 61, scope: !129)
!136 = !DILocation(line: 50, column: 38, scope: !133, inlinedAt: !135)
!137 = !DILocation(line: 352, column: 45, scope: !138, inlinedAt: !140)
!138 = distinct !DISubprogram(name: "mul", linkageName: "_RNvXs2f_NtNtCsgEmfK2I1SDS_4core3ops5arithfNtB6_3Mul3mul", scope: !139, file: !116, line: 352, type: !14, scopeLine: 352, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!139 = !DINamespace(name: "{impl#141}", scope: !107)
!140 = distinct !DILocation(line: 50, column: 17, scope: !133, inlinedAt: !135)
!141 = !DILocation(line: 82, column: 17, scope: !142, inlinedAt: !147)
!142 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs1T_NtNtCsgEmfK2I1SDS_4core7convert3numdINtB8_4FromfE4from", scope: !144, file: !143, line: 79, type: !14, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!143 = !DIFile(filename: "library/core/src/convert/num.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "5c89b4a3c13ad525a8a6672c69b7f326")
!144 = !DINamespace(name: "{impl#119}", scope: !145)
!145 = !DINamespace(name: "num", scope: !146)
!146 = !DINamespace(name: "convert", scope: !13)
!147 = distinct !DILocation(line: 55, column: 51, scope: !129)
!148 = !DILocation(line: 55, column: 75, scope: !97)
!149 = !DILocation(line: 2997, column: 19, scope: !150, inlinedAt: !155)
!150 = distinct !DISubprogram(name: "len<u8, alloc::alloc::Global>", linkageName: "_ZN5alloc3vec16Vec$LT$T$C$A$GT$3len17hc782f94c8e9234c3E", scope: !152, file: !151, line: 2996, type: !14, scopeLine: 2996, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!151 = !DIFile(filename: "library/alloc/src/vec/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "561105229399139e451a3aa6309b761e")
!152 = !DINamespace(name: "Vec", scope: !153)
!153 = !DINamespace(name: "vec", scope: !154)
!154 = !DINamespace(name: "alloc", scope: null)
!155 = distinct !DILocation(line: 1861, column: 18, scope: !156, inlinedAt: !160)
!156 = distinct !DISubprogram(name: "len", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String3len", scope: !158, file: !157, line: 1860, type: !14, scopeLine: 1860, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!157 = !DIFile(filename: "library/alloc/src/string.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "d83aa07ff14615d36cf46a54ac461721")
!158 = !DINamespace(name: "String", scope: !159)
!159 = !DINamespace(name: "string", scope: !154)
!160 = distinct !DILocation(line: 56, column: 40, scope: !161)
!161 = distinct !DILexicalBlock(scope: !97, file: !74, line: 56, column: 13)
!162 = !{!163}
!163 = distinct !{!163, !164, !"_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String3len: %self"}
!164 = distinct !{!164, !"_RNvMNtCslNYArtu3iFV_5alloc6stringNtB2_6String3len"}
!165 = !DILocation(line: 3002, column: 37, scope: !166, inlinedAt: !155)
!166 = distinct !DILexicalBlock(scope: !150, file: !151, line: 2997, column: 9)
!167 = !DILocation(line: 3002, column: 18, scope: !166, inlinedAt: !155)
!168 = !DILocation(line: 56, column: 35, scope: !161)
!169 = !DILocation(line: 56, column: 51, scope: !97)
!170 = !DILocation(line: 0, scope: !97)
!171 = !DILocation(line: 59, column: 6, scope: !97)
!172 = distinct !DISubprogram(name: "swap_nonoverlapping_chunks<8>", linkageName: "_ZN4core3ptr25swap_nonoverlapping_bytes26swap_nonoverlapping_chunks17h0f11112b2a899ebdE", scope: !174, file: !173, line: 1442, type: !14, scopeLine: 1442, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!173 = !DIFile(filename: "library/core/src/ptr/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "8f706ae0a0620120e6e931983ef127f1")
!174 = !DINamespace(name: "swap_nonoverlapping_bytes", scope: !21)
!175 = !DILocation(line: 772, column: 12, scope: !176, inlinedAt: !180)
!176 = distinct !DISubprogram(name: "spec_next<usize>", linkageName: "_ZN89_$LT$core..ops..range..Range$LT$T$GT$$u20$as$u20$core..iter..range..RangeIteratorImpl$GT$9spec_next17hdd04ec1200c050f8E", scope: !178, file: !177, line: 771, type: !14, scopeLine: 771, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!177 = !DIFile(filename: "library/core/src/iter/range.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "e302cc3146df1591d87c4742d277fd2d")
!178 = !DINamespace(name: "{impl#5}", scope: !179)
!179 = !DINamespace(name: "range", scope: !12)
!180 = !DILocation(line: 857, column: 14, scope: !181, inlinedAt: !183)
!181 = distinct !DISubprogram(name: "next<usize>", linkageName: "_ZN4core4iter5range101_$LT$impl$u20$core..iter..traits..iterator..Iterator$u20$for$u20$core..ops..range..Range$LT$A$GT$$GT$4next17hb7170e809e3c1b08E", scope: !182, file: !177, line: 856, type: !14, scopeLine: 856, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!182 = !DINamespace(name: "{impl#6}", scope: !179)
!183 = !DILocation(line: 1448, column: 18, scope: !184)
!184 = !DILexicalBlockFile(scope: !185, file: !173, discriminator: 2)
!185 = distinct !DILexicalBlock(scope: !186, file: !173, line: 1448, column: 9)
!186 = distinct !DILexicalBlock(scope: !172, file: !173, line: 1447, column: 9)
!187 = !DILocation(line: 961, column: 18, scope: !188, inlinedAt: !189)
!188 = distinct !DISubprogram(name: "add<core::mem::maybe_uninit::MaybeUninit<[u8; 8]>>", linkageName: "_ZN4core3ptr7mut_ptr31_$LT$impl$u20$$BP$mut$u20$T$GT$3add17h40e5185625f3000aE", scope: !45, file: !44, line: 927, type: !14, scopeLine: 927, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!189 = !DILocation(line: 1450, column: 41, scope: !190)
!190 = distinct !DILexicalBlock(scope: !185, file: !173, line: 1448, column: 9)
!191 = !DILocation(line: 961, column: 18, scope: !188, inlinedAt: !192)
!192 = !DILocation(line: 1450, column: 57, scope: !190)
!193 = !{!194}
!194 = distinct !{!194, !195, !"_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E: %x"}
!195 = distinct !{!195, !"_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E"}
!196 = !DILocation(line: 1450, column: 22, scope: !190)
!197 = !{!198}
!198 = distinct !{!198, !195, !"_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E: %y"}
!199 = !DILocation(line: 1433, column: 13, scope: !200, inlinedAt: !201)
!200 = distinct !DISubprogram(name: "swap_chunk<8>", linkageName: "_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E", scope: !21, file: !173, line: 1432, type: !14, scopeLine: 1432, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!201 = distinct !DILocation(line: 1450, column: 22, scope: !190)
!202 = !DILocation(line: 1434, column: 13, scope: !203, inlinedAt: !201)
!203 = distinct !DILexicalBlock(scope: !200, file: !173, line: 1433, column: 5)
!204 = !DILocation(line: 1435, column: 5, scope: !205, inlinedAt: !201)
!205 = distinct !DILexicalBlock(scope: !203, file: !173, line: 1434, column: 5)
!206 = !DILocation(line: 1436, column: 5, scope: !205, inlinedAt: !201)
!207 = !DILocation(line: 1452, column: 6, scope: !172)
!208 = !DILocation(line: 844, column: 17, scope: !209, inlinedAt: !210)
!209 = distinct !DISubprogram(name: "unchecked_add", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj13unchecked_add", scope: !92, file: !91, line: 832, type: !14, scopeLine: 832, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!210 = !DILocation(line: 213, column: 28, scope: !211, inlinedAt: !213)
!211 = distinct !DISubprogram(name: "forward_unchecked", linkageName: "_RNvXsF_NtNtCsgEmfK2I1SDS_4core4iter5rangejNtB5_4Step17forward_unchecked", scope: !212, file: !177, line: 211, type: !14, scopeLine: 211, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!212 = !DINamespace(name: "{impl#43}", scope: !179)
!213 = !DILocation(line: 775, column: 35, scope: !214, inlinedAt: !180)
!214 = distinct !DILexicalBlock(scope: !176, file: !177, line: 773, column: 13)
!215 = !{!216}
!216 = distinct !{!216, !195, !"_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E: %x:It1"}
!217 = !{!218}
!218 = distinct !{!218, !195, !"_ZN4core3ptr10swap_chunk17hbf44ecb645030dd6E: %y:It1"}
!219 = distinct !DISubprogram(name: "drop_in_place<small::Shape>", linkageName: "_ZN4core3ptr33drop_in_place$LT$small..Shape$GT$17h8ecfd87fe826336bE", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!220 = !DILocation(line: 805, column: 1, scope: !219)
!221 = !DILocation(line: 805, column: 1, scope: !222, inlinedAt: !223)
!222 = distinct !DISubprogram(name: "drop_in_place<alloc::vec::Vec<u8, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr46drop_in_place$LT$alloc..vec..Vec$LT$u8$GT$$GT$17hbf59a3b509c74f50E", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!223 = distinct !DILocation(line: 805, column: 1, scope: !224, inlinedAt: !225)
!224 = distinct !DISubprogram(name: "drop_in_place<alloc::string::String>", linkageName: "_ZN4core3ptr42drop_in_place$LT$alloc..string..String$GT$17hbc4f7075c10e90ccE", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!225 = distinct !DILocation(line: 805, column: 1, scope: !219)
!226 = !DILocation(line: 805, column: 1, scope: !227, inlinedAt: !228)
!227 = distinct !DISubprogram(name: "drop_in_place<alloc::raw_vec::RawVec<u8, alloc::alloc::Global>>", linkageName: "_ZN4core3ptr53drop_in_place$LT$alloc..raw_vec..RawVec$LT$u8$GT$$GT$17h2f80fbfefda2dc2cE", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!228 = distinct !DILocation(line: 805, column: 1, scope: !222, inlinedAt: !223)
!229 = !DILocation(line: 805, column: 1, scope: !227, inlinedAt: !230)
!230 = distinct !DILocation(line: 805, column: 1, scope: !222, inlinedAt: !223)
!231 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>, f64>", linkageName: "_ZN4core4iter6traits8iterator8Iterator3sum17hc6e30577fbb7593bE", scope: !233, file: !232, line: 3653, type: !14, scopeLine: 3653, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!232 = !DIFile(filename: "library/core/src/iter/traits/iterator.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "03f316921fc0b2bb7786dd4fa41456f9")
!233 = !DINamespace(name: "Iterator", scope: !234)
!234 = !DINamespace(name: "iterator", scope: !87)
!235 = !DILocation(line: 407, column: 18, scope: !17, inlinedAt: !236)
!236 = distinct !DILocation(line: 1720, column: 32, scope: !23, inlinedAt: !237)
!237 = distinct !DILocation(line: 44, column: 20, scope: !26, inlinedAt: !238)
!238 = distinct !DILocation(line: 128, column: 19, scope: !7, inlinedAt: !239)
!239 = distinct !DILocation(line: 161, column: 22, scope: !240, inlinedAt: !241)
!240 = distinct !DISubprogram(name: "sum<core::iter::adapters::map::Map<core::slice::iter::Iter<alloc::boxed::Box<dyn small::Area, alloc::alloc::Global>>, small::small_total::{closure_env#0}>>", linkageName: "_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum17h545e34f13f707975E", scope: !85, file: !83, line: 160, type: !14, scopeLine: 160, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!241 = distinct !DILocation(line: 3658, column: 9, scope: !231)
!242 = !DILocation(line: 1720, column: 9, scope: !23, inlinedAt: !237)
!243 = !DILocation(line: 25, column: 86, scope: !28, inlinedAt: !238)
!244 = !DILocation(line: 729, column: 18, scope: !37, inlinedAt: !245)
!245 = distinct !DILocation(line: 887, column: 37, scope: !43, inlinedAt: !246)
!246 = distinct !DILocation(line: 953, column: 32, scope: !48, inlinedAt: !247)
!247 = distinct !DILocation(line: 57, column: 30, scope: !50, inlinedAt: !238)
!248 = !DILocation(line: 28, column: 9, scope: !51, inlinedAt: !238)
!249 = !DILocation(line: 0, scope: !53, inlinedAt: !238)
!250 = !DILocation(line: 0, scope: !29, inlinedAt: !238)
!251 = !DILocation(line: 659, column: 28, scope: !58, inlinedAt: !252)
!252 = distinct !DILocation(line: 279, column: 67, scope: !60, inlinedAt: !238)
!253 = !{!254}
!254 = distinct !{!254, !255, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E: %elt"}
!255 = distinct !{!255, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E"}
!256 = !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !238)
!257 = !{!258}
!258 = distinct !{!258, !259, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E: %shape"}
!259 = distinct !{!259, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E"}
!260 = !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !261)
!261 = distinct !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !238)
!262 = !DILocation(line: 64, column: 31, scope: !73, inlinedAt: !263)
!263 = distinct !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !261)
!264 = !{!258, !254}
!265 = !DILocation(line: 64, column: 37, scope: !73, inlinedAt: !263)
!266 = !DILocation(line: 164, column: 28, scope: !82, inlinedAt: !267)
!267 = distinct !DILocation(line: 88, column: 21, scope: !69, inlinedAt: !261)
!268 = !DILocation(line: 844, column: 17, scope: !90, inlinedAt: !269)
!269 = distinct !DILocation(line: 283, column: 36, scope: !60, inlinedAt: !238)
!270 = !DILocation(line: 284, column: 24, scope: !60, inlinedAt: !238)
!271 = !DILocation(line: 3659, column: 6, scope: !231)
!272 = !DILocation(line: 407, column: 18, scope: !17, inlinedAt: !273)
!273 = distinct !DILocation(line: 1720, column: 32, scope: !23, inlinedAt: !274)
!274 = distinct !DILocation(line: 44, column: 20, scope: !26, inlinedAt: !275)
!275 = distinct !DILocation(line: 128, column: 19, scope: !7, inlinedAt: !276)
!276 = distinct !DILocation(line: 161, column: 22, scope: !240)
!277 = !DILocation(line: 1720, column: 9, scope: !23, inlinedAt: !274)
!278 = !DILocation(line: 25, column: 86, scope: !28, inlinedAt: !275)
!279 = !DILocation(line: 729, column: 18, scope: !37, inlinedAt: !280)
!280 = distinct !DILocation(line: 887, column: 37, scope: !43, inlinedAt: !281)
!281 = distinct !DILocation(line: 953, column: 32, scope: !48, inlinedAt: !282)
!282 = distinct !DILocation(line: 57, column: 30, scope: !50, inlinedAt: !275)
!283 = !DILocation(line: 28, column: 9, scope: !51, inlinedAt: !275)
!284 = !DILocation(line: 0, scope: !53, inlinedAt: !275)
!285 = !DILocation(line: 0, scope: !29, inlinedAt: !275)
!286 = !DILocation(line: 659, column: 28, scope: !58, inlinedAt: !287)
!287 = distinct !DILocation(line: 279, column: 67, scope: !60, inlinedAt: !275)
!288 = !{!289}
!289 = distinct !{!289, !290, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E: %elt"}
!290 = distinct !{!290, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E"}
!291 = !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !275)
!292 = !{!293}
!293 = distinct !{!293, !294, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E: %shape"}
!294 = distinct !{!294, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E"}
!295 = !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !296)
!296 = distinct !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !275)
!297 = !DILocation(line: 64, column: 31, scope: !73, inlinedAt: !298)
!298 = distinct !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !296)
!299 = !{!293, !289}
!300 = !DILocation(line: 64, column: 37, scope: !73, inlinedAt: !298)
!301 = !DILocation(line: 164, column: 28, scope: !82, inlinedAt: !302)
!302 = distinct !DILocation(line: 88, column: 21, scope: !69, inlinedAt: !296)
!303 = !DILocation(line: 844, column: 17, scope: !90, inlinedAt: !304)
!304 = distinct !DILocation(line: 283, column: 36, scope: !60, inlinedAt: !275)
!305 = !DILocation(line: 284, column: 24, scope: !60, inlinedAt: !275)
!306 = !DILocation(line: 166, column: 14, scope: !240)
!307 = distinct !DISubprogram(name: "small_boxed", scope: !76, file: !74, line: 68, type: !14, scopeLine: 68, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!308 = !DILocation(line: 93, column: 9, scope: !309, inlinedAt: !312)
!309 = distinct !DISubprogram(name: "alloc", linkageName: "_RNvNtCslNYArtu3iFV_5alloc5alloc5alloc", scope: !311, file: !310, line: 89, type: !14, scopeLine: 89, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!310 = !DIFile(filename: "library/alloc/src/alloc.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "57066d22da38e4b1f3bfd29f3d5ff5ae")
!311 = !DINamespace(name: "alloc", scope: !154)
!312 = distinct !DILocation(line: 190, column: 73, scope: !313, inlinedAt: !316)
!313 = distinct !DILexicalBlock(scope: !314, file: !310, line: 189, column: 13)
!314 = distinct !DISubprogram(name: "alloc_impl_runtime", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc5allocNtB2_6Global18alloc_impl_runtime", scope: !315, file: !310, line: 185, type: !14, scopeLine: 185, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!315 = !DINamespace(name: "Global", scope: !311)
!316 = distinct !DILocation(line: 312, column: 9, scope: !317, inlinedAt: !318)
!317 = distinct !DISubprogram(name: "alloc_impl", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc5allocNtB2_6Global10alloc_impl", scope: !315, file: !310, line: 311, type: !14, scopeLine: 311, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!318 = distinct !DILocation(line: 429, column: 14, scope: !319, inlinedAt: !321)
!319 = distinct !DISubprogram(name: "allocate", linkageName: "_RNvXs_NtCslNYArtu3iFV_5alloc5allocNtB4_6GlobalNtNtCsgEmfK2I1SDS_4core5alloc9Allocator8allocate", scope: !320, file: !310, line: 428, type: !14, scopeLine: 428, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!320 = !DINamespace(name: "{impl#1}", scope: !311)
!321 = distinct !DILocation(line: 248, column: 18, scope: !322, inlinedAt: !325)
!322 = distinct !DISubprogram(name: "box_new_uninit", linkageName: "_RNvNtCslNYArtu3iFV_5alloc5boxed14box_new_uninit", scope: !324, file: !323, line: 247, type: !14, scopeLine: 247, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!323 = !DIFile(filename: "library/alloc/src/boxed.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "c2c961396e00891ae9e97f5dc112a35a")
!324 = !DINamespace(name: "boxed", scope: !154)
!325 = distinct !DILocation(line: 286, column: 19, scope: !326, inlinedAt: !328)
!326 = distinct !DISubprogram(name: "new<small::Shape>", linkageName: "_ZN5alloc5boxed12Box$LT$T$GT$3new17h0915b9ea18151b0cE", scope: !327, file: !323, line: 284, type: !14, scopeLine: 284, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!327 = !DINamespace(name: "{impl#0}", scope: !324)
!328 = distinct !DILocation(line: 69, column: 5, scope: !307)
!329 = !{!330}
!330 = distinct !{!330, !331, !"_ZN5alloc5boxed12Box$LT$T$GT$3new17h0915b9ea18151b0cE: %x"}
!331 = distinct !{!331, !"_ZN5alloc5boxed12Box$LT$T$GT$3new17h0915b9ea18151b0cE"}
!332 = !DILocation(line: 95, column: 9, scope: !309, inlinedAt: !312)
!333 = !DILocation(line: 248, column: 11, scope: !322, inlinedAt: !325)
!334 = !DILocation(line: 248, column: 5, scope: !322, inlinedAt: !325)
!335 = !{!"branch_weights", !"expected", i32 1, i32 2000}
!336 = !DILocation(line: 250, column: 19, scope: !322, inlinedAt: !325)
!337 = !DILocation(line: 292, column: 5, scope: !326, inlinedAt: !328)
!338 = !DILocation(line: 284, column: 5, scope: !326, inlinedAt: !328)
!339 = !DILocation(line: 289, column: 56, scope: !340, inlinedAt: !328)
!340 = distinct !DILexicalBlock(scope: !326, file: !323, line: 286, column: 9)
!341 = !DILocation(line: 70, column: 2, scope: !307)
!342 = distinct !DISubprogram(name: "small_catch", scope: !76, file: !74, line: 95, type: !14, scopeLine: 95, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!343 = !DILocation(line: 250, column: 5, scope: !344, inlinedAt: !348)
!344 = distinct !DISubprogram(name: "call_once<fn(), ()>", linkageName: "_ZN4core3ops8function6FnOnce9call_once17h8f731c9dc9490e03E", scope: !346, file: !345, line: 250, type: !14, scopeLine: 250, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!345 = !DIFile(filename: "library/core/src/ops/function.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7165aec212fc528edf645f7f5c1c91bb")
!346 = !DINamespace(name: "FnOnce", scope: !347)
!347 = !DINamespace(name: "function", scope: !108)
!348 = distinct !DILocation(line: 581, column: 40, scope: !349, inlinedAt: !357)
!349 = distinct !DILexicalBlock(scope: !351, file: !350, line: 580, column: 13)
!350 = !DIFile(filename: "library/std/src/panicking.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "0ac2307e599d52afa9e15b3337980dce")
!351 = distinct !DILexicalBlock(scope: !352, file: !350, line: 579, column: 13)
!352 = distinct !DILexicalBlock(scope: !353, file: !350, line: 578, column: 13)
!353 = distinct !DISubprogram(name: "do_call<fn(), ()>", linkageName: "_ZN3std9panicking12catch_unwind7do_call17hf27c94bbebcbb487E", scope: !354, file: !350, line: 575, type: !14, scopeLine: 575, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!354 = !DINamespace(name: "catch_unwind", scope: !355)
!355 = !DINamespace(name: "panicking", scope: !356)
!356 = !DINamespace(name: "std", scope: null)
!357 = distinct !DILocation(line: 544, column: 19, scope: !358, inlinedAt: !361)
!358 = distinct !DILexicalBlock(scope: !359, file: !350, line: 533, column: 5)
!359 = distinct !DILexicalBlock(scope: !360, file: !350, line: 531, column: 5)
!360 = distinct !DISubprogram(name: "catch_unwind<(), fn()>", linkageName: "_ZN3std9panicking12catch_unwind17hb3d2dbdfae39f6bcE", scope: !355, file: !350, line: 500, type: !14, scopeLine: 500, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!361 = distinct !DILocation(line: 359, column: 14, scope: !362, inlinedAt: !365)
!362 = distinct !DISubprogram(name: "catch_unwind<fn(), ()>", linkageName: "_ZN3std5panic12catch_unwind17h56977354b833c3b8E", scope: !364, file: !363, line: 358, type: !14, scopeLine: 358, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!363 = !DIFile(filename: "library/std/src/panic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "eabcde3e1826d674cab677562404074c")
!364 = !DINamespace(name: "panic", scope: !356)
!365 = distinct !DILocation(line: 96, column: 5, scope: !342)
!366 = !DILocation(line: 544, column: 19, scope: !358, inlinedAt: !361)
!367 = !DILocation(line: 607, column: 23, scope: !368, inlinedAt: !357)
!368 = distinct !DILexicalBlock(scope: !369, file: !350, line: 606, column: 13)
!369 = distinct !DILexicalBlock(scope: !370, file: !350, line: 605, column: 13)
!370 = distinct !DISubprogram(name: "do_catch<fn(), ()>", linkageName: "_ZN3std9panicking12catch_unwind8do_catch17hd3160f8e462973b4E", scope: !354, file: !350, line: 598, type: !14, scopeLine: 598, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!371 = !DILocation(line: 598, column: 5, scope: !370, inlinedAt: !357)
!372 = !DILocation(line: 0, scope: !360, inlinedAt: !361)
!373 = !DILocation(line: 594, column: 18, scope: !374, inlinedAt: !381)
!374 = !DILexicalBlockFile(scope: !376, file: !375, discriminator: 0)
!375 = !DIFile(filename: "library/core/src/result.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "7ebc974a4b69a504d7e902d792c422dd")
!376 = distinct !DILexicalBlock(scope: !378, file: !377, line: 433, column: 9)
!377 = !DIFile(filename: "library/core/src/macros/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "51376b65c07e3acab5731a6bddd7c4b3")
!378 = distinct !DISubprogram(name: "is_ok<(), alloc::boxed::Box<(dyn core::any::Any + core::marker::Send), alloc::alloc::Global>>", linkageName: "_ZN4core6result19Result$LT$T$C$E$GT$5is_ok17h2df065c270a9860aE", scope: !379, file: !375, line: 593, type: !14, scopeLine: 593, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!379 = !DINamespace(name: "Result", scope: !380)
!380 = !DINamespace(name: "result", scope: !13)
!381 = distinct !DILocation(line: 96, column: 35, scope: !342)
!382 = !DILocation(line: 805, column: 1, scope: !383, inlinedAt: !384)
!383 = distinct !DISubprogram(name: "drop_in_place<core::result::Result<(), alloc::boxed::Box<(dyn core::any::Any + core::marker::Send), alloc::alloc::Global>>>", linkageName: "_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!384 = distinct !DILocation(line: 96, column: 41, scope: !342)
!385 = !DILocation(line: 805, column: 1, scope: !386, inlinedAt: !387)
!386 = distinct !DISubprogram(name: "drop_in_place<alloc::boxed::Box<(dyn core::any::Any + core::marker::Send), alloc::alloc::Global>>", linkageName: "_ZN4core3ptr91drop_in_place$LT$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$17he2fde3a08307cc5fE", scope: !21, file: !173, line: 805, type: !14, scopeLine: 805, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!387 = distinct !DILocation(line: 805, column: 1, scope: !383, inlinedAt: !384)
!388 = !{!389, !391}
!389 = distinct !{!389, !390, !"_ZN4core3ptr91drop_in_place$LT$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$17he2fde3a08307cc5fE: %_1"}
!390 = distinct !{!390, !"_ZN4core3ptr91drop_in_place$LT$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$17he2fde3a08307cc5fE"}
!391 = distinct !{!391, !392, !"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE: %_1"}
!392 = distinct !{!392, !"_ZN4core3ptr130drop_in_place$LT$core..result..Result$LT$$LP$$RP$$C$alloc..boxed..Box$LT$dyn$u20$core..any..Any$u2b$core..marker..Send$GT$$GT$$GT$17h6556e1e817520b5bE"}
!393 = !DILocation(line: 429, column: 14, scope: !394, inlinedAt: !397)
!394 = distinct !DISubprogram(name: "size_of_val_raw<(dyn core::any::Any + core::marker::Send)>", linkageName: "_ZN4core3mem15size_of_val_raw17h61aa894b477db731E", scope: !396, file: !395, line: 427, type: !14, scopeLine: 427, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!395 = !DIFile(filename: "library/core/src/mem/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "6bca88b164013e73def192dcdbc80502")
!396 = !DINamespace(name: "mem", scope: !13)
!397 = distinct !DILocation(line: 255, column: 43, scope: !398, inlinedAt: !403)
!398 = distinct !DISubprogram(name: "for_value_raw<(dyn core::any::Any + core::marker::Send)>", linkageName: "_ZN4core5alloc6layout6Layout13for_value_raw17h997c487ef23b4333E", scope: !400, file: !399, line: 253, type: !14, scopeLine: 253, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!399 = !DIFile(filename: "library/core/src/alloc/layout.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "742dc9b469eb35aa4fa4088d8f093c03")
!400 = !DINamespace(name: "Layout", scope: !401)
!401 = !DINamespace(name: "layout", scope: !402)
!402 = !DINamespace(name: "alloc", scope: !13)
!403 = distinct !DILocation(line: 1919, column: 26, scope: !404, inlinedAt: !407)
!404 = distinct !DILexicalBlock(scope: !405, file: !323, line: 1916, column: 9)
!405 = distinct !DISubprogram(name: "drop<(dyn core::any::Any + core::marker::Send), alloc::alloc::Global>", linkageName: "_ZN72_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hf31b82b1502d03f8E", scope: !406, file: !323, line: 1913, type: !14, scopeLine: 1913, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!406 = !DINamespace(name: "{impl#10}", scope: !324)
!407 = distinct !DILocation(line: 805, column: 1, scope: !386, inlinedAt: !387)
!408 = !{i64 0, i64 -9223372036854775808}
!409 = !{!410, !389, !391}
!410 = distinct !{!410, !411, !"_ZN72_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hf31b82b1502d03f8E: %self"}
!411 = distinct !{!411, !"_ZN72_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hf31b82b1502d03f8E"}
!412 = !DILocation(line: 1920, column: 16, scope: !413, inlinedAt: !407)
!413 = distinct !DILexicalBlock(scope: !404, file: !323, line: 1919, column: 13)
!414 = !DILocation(line: 568, column: 14, scope: !415, inlinedAt: !416)
!415 = distinct !DISubprogram(name: "align_of_val_raw<(dyn core::any::Any + core::marker::Send)>", linkageName: "_ZN4core3mem16align_of_val_raw17h4f28e3341107070dE", scope: !396, file: !395, line: 566, type: !14, scopeLine: 566, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!416 = distinct !DILocation(line: 125, column: 30, scope: !417, inlinedAt: !421)
!417 = distinct !DISubprogram(name: "of_val_raw<(dyn core::any::Any + core::marker::Send)>", linkageName: "_ZN4core3ptr9alignment9Alignment10of_val_raw17h34fa95c6696e1b2cE", scope: !419, file: !418, line: 123, type: !14, scopeLine: 123, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!418 = !DIFile(filename: "library/core/src/ptr/alignment.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "cac27ccc0ad4cc4f955f24d91514cdd0")
!419 = !DINamespace(name: "Alignment", scope: !420)
!420 = !DINamespace(name: "alignment", scope: !21)
!421 = distinct !DILocation(line: 255, column: 68, scope: !398, inlinedAt: !403)
!422 = !{i64 1, i64 536870913}
!423 = !DILocation(line: 115, column: 14, scope: !424, inlinedAt: !425)
!424 = distinct !DISubprogram(name: "dealloc", linkageName: "_RNvNtCslNYArtu3iFV_5alloc5alloc7dealloc", scope: !311, file: !310, line: 114, type: !14, scopeLine: 114, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!425 = distinct !DILocation(line: 209, column: 22, scope: !426, inlinedAt: !427)
!426 = distinct !DISubprogram(name: "deallocate_impl_runtime", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc5allocNtB2_6Global23deallocate_impl_runtime", scope: !315, file: !310, line: 199, type: !14, scopeLine: 199, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!427 = distinct !DILocation(line: 324, column: 9, scope: !428, inlinedAt: !429)
!428 = distinct !DISubprogram(name: "deallocate_impl", linkageName: "_RNvMNtCslNYArtu3iFV_5alloc5allocNtB2_6Global15deallocate_impl", scope: !315, file: !310, line: 323, type: !14, scopeLine: 323, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!429 = distinct !DILocation(line: 442, column: 23, scope: !430, inlinedAt: !431)
!430 = distinct !DISubprogram(name: "deallocate", linkageName: "_RNvXs_NtCslNYArtu3iFV_5alloc5allocNtB4_6GlobalNtNtCsgEmfK2I1SDS_4core5alloc9Allocator10deallocate", scope: !320, file: !310, line: 440, type: !14, scopeLine: 440, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!431 = distinct !DILocation(line: 1921, column: 24, scope: !413, inlinedAt: !407)
!432 = !DILocation(line: 1920, column: 13, scope: !413, inlinedAt: !407)
!433 = !DILocation(line: 429, column: 14, scope: !394, inlinedAt: !434)
!434 = distinct !DILocation(line: 255, column: 43, scope: !398, inlinedAt: !435)
!435 = distinct !DILocation(line: 1919, column: 26, scope: !404, inlinedAt: !436)
!436 = distinct !DILocation(line: 805, column: 1, scope: !386, inlinedAt: !387)
!437 = !{!438, !389, !391}
!438 = distinct !{!438, !439, !"_ZN72_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hf31b82b1502d03f8E: %self"}
!439 = distinct !{!439, !"_ZN72_$LT$alloc..boxed..Box$LT$T$C$A$GT$$u20$as$u20$core..ops..drop..Drop$GT$4drop17hf31b82b1502d03f8E"}
!440 = !DILocation(line: 1920, column: 16, scope: !413, inlinedAt: !436)
!441 = !DILocation(line: 568, column: 14, scope: !415, inlinedAt: !442)
!442 = distinct !DILocation(line: 125, column: 30, scope: !417, inlinedAt: !443)
!443 = distinct !DILocation(line: 255, column: 68, scope: !398, inlinedAt: !435)
!444 = !DILocation(line: 115, column: 14, scope: !424, inlinedAt: !445)
!445 = distinct !DILocation(line: 209, column: 22, scope: !426, inlinedAt: !446)
!446 = distinct !DILocation(line: 324, column: 9, scope: !428, inlinedAt: !447)
!447 = distinct !DILocation(line: 442, column: 23, scope: !430, inlinedAt: !448)
!448 = distinct !DILocation(line: 1921, column: 24, scope: !413, inlinedAt: !436)
!449 = !DILocation(line: 1920, column: 13, scope: !413, inlinedAt: !436)
!450 = !DILocation(line: 97, column: 2, scope: !342)
!451 = distinct !DISubprogram(name: "small_exchange", scope: !76, file: !74, line: 100, type: !14, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!452 = !DILocation(line: 491, column: 5, scope: !453, inlinedAt: !456)
!453 = distinct !DISubprogram(name: "black_box<&core::sync::atomic::AtomicU32>", linkageName: "_ZN4core4hint9black_box17h360f9838112c3e7aE", scope: !455, file: !454, line: 490, type: !14, scopeLine: 490, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!454 = !DIFile(filename: "library/core/src/hint.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "2a901a283eb5f69871d8be07d256ca78")
!455 = !DINamespace(name: "hint", scope: !13)
!456 = distinct !DILocation(line: 101, column: 5, scope: !451)
!457 = !{i64 6543769224036195}
!458 = !{i64 4}
!459 = !DILocation(line: 3996, column: 17, scope: !460, inlinedAt: !464)
!460 = distinct !DISubprogram(name: "atomic_compare_exchange<u32>", linkageName: "_ZN4core4sync6atomic23atomic_compare_exchange17h392c3b23d30aecfbE", scope: !462, file: !461, line: 3955, type: !14, scopeLine: 3955, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!461 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!462 = !DINamespace(name: "atomic", scope: !463)
!463 = !DINamespace(name: "sync", scope: !13)
!464 = distinct !DILocation(line: 3039, column: 26, scope: !465, inlinedAt: !467)
!465 = distinct !DISubprogram(name: "compare_exchange", linkageName: "_RNvMs1b_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_9AtomicU3216compare_exchange", scope: !466, file: !461, line: 3033, type: !14, scopeLine: 3033, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!466 = !DINamespace(name: "AtomicU32", scope: !462)
!467 = distinct !DILocation(line: 101, column: 32, scope: !451)
!468 = !DILocation(line: 4014, column: 8, scope: !469, inlinedAt: !464)
!469 = distinct !DILexicalBlock(scope: !460, file: !461, line: 3963, column: 5)
!470 = !DILocation(line: 4015, column: 2, scope: !460, inlinedAt: !464)
!471 = !DILocation(line: 102, column: 2, scope: !451)
!472 = distinct !DISubprogram(name: "small_order", scope: !76, file: !74, line: 78, type: !14, scopeLine: 78, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!473 = !DILocation(line: 81, column: 2, scope: !472)
!474 = distinct !DISubprogram(name: "small_pop", scope: !475, file: !74, line: 34, type: !14, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!475 = !DINamespace(name: "Stack", scope: !76)
!476 = !DILocation(line: 35, column: 20, scope: !474)
!477 = !DILocation(line: 923, column: 16, scope: !478, inlinedAt: !479)
!478 = distinct !DISubprogram(name: "checked_sub", linkageName: "_RNvMs9_NtCsgEmfK2I1SDS_4core3numj11checked_sub", scope: !92, file: !91, line: 917, type: !14, scopeLine: 917, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!479 = distinct !DILocation(line: 35, column: 29, scope: !474)
!480 = !DILocation(line: 35, column: 9, scope: !474)
!481 = !DILocation(line: 36, column: 14, scope: !474)
!482 = !DILocation(line: 37, column: 6, scope: !474)
!483 = !DILocation(line: 0, scope: !474)
!484 = distinct !DISubprogram(name: "small_prime", scope: !76, file: !74, line: 84, type: !14, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!485 = !DILocation(line: 86, column: 9, scope: !484)
!486 = !DILocation(line: 85, column: 5, scope: !484)
!487 = !DILocation(line: 82, column: 17, scope: !488, inlinedAt: !490)
!488 = distinct !DISubprogram(name: "from", linkageName: "_RNvXs14_NtNtCsgEmfK2I1SDS_4core7convert3numjINtB8_4FromhE4from", scope: !489, file: !143, line: 79, type: !14, scopeLine: 79, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!489 = !DINamespace(name: "{impl#68}", scope: !145)
!490 = distinct !DILocation(line: 86, column: 28, scope: !484)
!491 = !DILocation(line: 86, column: 21, scope: !484)
!492 = !DILocation(line: 92, column: 2, scope: !484)
!493 = !DILocation(line: 86, column: 47, scope: !484)
!494 = !DILocation(line: 90, column: 27, scope: !484)
!495 = !DILocation(line: 88, column: 15, scope: !484)
!496 = !DILocation(line: 89, column: 15, scope: !484)
!497 = distinct !DISubprogram(name: "small_push", scope: !475, file: !74, line: 25, type: !14, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!498 = !DILocation(line: 26, column: 17, scope: !497)
!499 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!500 = !DILocation(line: 26, column: 9, scope: !497)
!501 = !DILocation(line: 27, column: 9, scope: !497)
!502 = !DILocation(line: 28, column: 9, scope: !497)
!503 = !DILocation(line: 3923, column: 24, scope: !504, inlinedAt: !505)
!504 = distinct !DISubprogram(name: "atomic_add<u32, u32>", linkageName: "_ZN4core4sync6atomic10atomic_add17h762d6c3441fead72E", scope: !462, file: !461, line: 3919, type: !14, scopeLine: 3919, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!505 = distinct !DILocation(line: 3136, column: 26, scope: !506, inlinedAt: !507)
!506 = distinct !DISubprogram(name: "fetch_add", linkageName: "_RNvMs1b_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_9AtomicU329fetch_add", scope: !466, file: !461, line: 3134, type: !14, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!507 = distinct !DILocation(line: 29, column: 15, scope: !497)
!508 = !DILocation(line: 30, column: 6, scope: !497)
!509 = distinct !DISubprogram(name: "small_round", scope: !76, file: !74, line: 105, type: !14, scopeLine: 105, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!510 = !DILocation(line: 1720, column: 9, scope: !511, inlinedAt: !515)
!511 = distinct !DISubprogram(name: "floor", linkageName: "_RNvNtNtCsgEmfK2I1SDS_4core3f644math5floor", scope: !513, file: !512, line: 1719, type: !14, scopeLine: 1719, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!512 = !DIFile(filename: "library/core/src/num/f64.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "cbb76cb498122bc6efb17630e39a4d29")
!513 = !DINamespace(name: "math", scope: !514)
!514 = !DINamespace(name: "f64", scope: !13)
!515 = distinct !DILocation(line: 50, column: 9, scope: !516, inlinedAt: !520)
!516 = distinct !DISubprogram(name: "floor", linkageName: "_RNvMNtCsjrHSEGnQ3l9_3std3f64d5floor", scope: !518, file: !517, line: 49, type: !14, scopeLine: 49, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!517 = !DIFile(filename: "library/std/src/num/f64.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "25b2a0d69a7ff90f22cee9f25d3729c1")
!518 = !DINamespace(name: "{impl#0}", scope: !519)
!519 = !DINamespace(name: "f64", scope: !356)
!520 = distinct !DILocation(line: 106, column: 13, scope: !509)
!521 = !DILocation(line: 106, column: 5, scope: !509)
!522 = !DILocation(line: 107, column: 2, scope: !509)
!523 = distinct !DISubprogram(name: "small_total", scope: !76, file: !74, line: 63, type: !14, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!524 = !DILocation(line: 1720, column: 9, scope: !23, inlinedAt: !525)
!525 = distinct !DILocation(line: 44, column: 20, scope: !26, inlinedAt: !526)
!526 = distinct !DILocation(line: 128, column: 19, scope: !7, inlinedAt: !527)
!527 = distinct !DILocation(line: 161, column: 22, scope: !240, inlinedAt: !528)
!528 = distinct !DILocation(line: 3658, column: 9, scope: !231, inlinedAt: !529)
!529 = distinct !DILocation(line: 64, column: 45, scope: !523)
!530 = !DILocation(line: 25, column: 86, scope: !28, inlinedAt: !526)
!531 = !DILocation(line: 0, scope: !53, inlinedAt: !526)
!532 = !DILocation(line: 0, scope: !29, inlinedAt: !526)
!533 = !DILocation(line: 659, column: 28, scope: !58, inlinedAt: !534)
!534 = distinct !DILocation(line: 279, column: 67, scope: !60, inlinedAt: !526)
!535 = !{!536}
!536 = distinct !{!536, !537, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E: %elt"}
!537 = distinct !{!537, !"_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17hcd0b865b7a183ab9E"}
!538 = !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !526)
!539 = !{!540}
!540 = distinct !{!540, !541, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E: %shape"}
!541 = distinct !{!541, !"_ZN5small11small_total28_$u7b$$u7b$closure$u7d$$u7d$17hf52d2438a344a482E"}
!542 = !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !543)
!543 = distinct !DILocation(line: 279, column: 27, scope: !60, inlinedAt: !526)
!544 = !DILocation(line: 64, column: 31, scope: !73, inlinedAt: !545)
!545 = distinct !DILocation(line: 88, column: 28, scope: !69, inlinedAt: !543)
!546 = !{!540, !536}
!547 = !DILocation(line: 64, column: 37, scope: !73, inlinedAt: !545)
!548 = !DILocation(line: 164, column: 28, scope: !82, inlinedAt: !549)
!549 = distinct !DILocation(line: 88, column: 21, scope: !69, inlinedAt: !543)
!550 = !DILocation(line: 844, column: 17, scope: !90, inlinedAt: !551)
!551 = distinct !DILocation(line: 283, column: 36, scope: !60, inlinedAt: !526)
!552 = !DILocation(line: 284, column: 24, scope: !60, inlinedAt: !526)
!553 = !DILocation(line: 65, column: 2, scope: !523)
!554 = distinct !DISubprogram(name: "small_wide", scope: !76, file: !74, line: 73, type: !14, scopeLine: 73, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !5, templateParams: !15)
!555 = !DILocation(line: 74, column: 5, scope: !554)
!556 = !DILocation(line: 75, column: 2, scope: !554)
