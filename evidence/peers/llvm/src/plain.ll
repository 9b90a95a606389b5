; What clang seldom writes.  No pointers, so that every release reads the same text.
source_filename = "plain.ll"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, [3 x i8], <4 x float>, { i1, i65 } }
%packed = type <{ i8, i32, x86_fp80 }>
%unused = type opaque

$group = comdat any
$largest = comdat largest

@wide = global i257 -115792089237316195423570985008687907853269984665640564039457584007913129639936
@halves = global <4 x half> <half 0xH3C00, half 0xHBC00, half undef, half poison>
@extended = constant x86_fp80 0xK4000C90FDAA22168C235
@quad = constant fp128 0xL0000000000000000400921FB54442D18
@brain = global bfloat 0xR3F80
@nothing = global %pair zeroinitializer, align 16
@mixed = global %pair { i32 -1, [3 x i8] c"a\00\FF", <4 x float> <float 1.0, float 0x7FF8000000000000, float undef, float -0.0>, { i1, i65 } { i1 true, i65 36893488147419103231 } }
@bytes = private unnamed_addr constant [6 x i8] c"hello\00", section ".rodata.ours", comdat($group), align 1
@shorts = internal constant [4 x i16] [i16 1, i16 -1, i16 32767, i16 -32768]
@longs = internal constant [3 x i64] [i64 9223372036854775807, i64 -9223372036854775808, i64 0]
@doubles = internal constant <2 x double> <double 1.0e10, double 0xFFF0000000000000>
@external_one = external thread_local(initialexec) global i32
@hidden_one = hidden externally_initialized global i8 7
@spaced = addrspace(3) global i32 5

define i32 @arithmetic(i32 %a, i32 %b, float %f) #0 comdat($group) prologue i8 144 {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, 1000000
  %3 = mul i32 %2, -3
  %4 = udiv exact i32 %3, 7
  %5 = sdiv i32 %4, %b
  %6 = urem i32 %5, 9
  %7 = srem i32 %6, %a
  %8 = shl nuw i32 %7, 3
  %9 = lshr exact i32 %8, 2
  %10 = ashr i32 %9, %b
  %11 = and i32 %10, 255
  %12 = or i32 %11, 16
  %13 = xor i32 %12, -1
  %14 = fadd nnan ninf float %f, 2.0
  %15 = fmul fast float %14, %f
  %16 = fdiv arcp contract float %15, 3.0
  %17 = frem float %16, 1.5
  %18 = fneg nsz float %17
  %19 = fptosi float %18 to i32
  %20 = icmp slt i32 %13, %19
  %21 = fcmp reassoc oge float %16, %18
  %22 = and i1 %20, %21
  %23 = select i1 %22, i32 %13, i32 %19
  %24 = freeze i32 %23
  ret i32 %24
}

define i64 @casts(i16 %a, double %d, i128 %w) local_unnamed_addr #1 gc "shadow-stack" {
  %1 = sext i16 %a to i64
  %2 = zext i16 %a to i32
  %3 = trunc i128 %w to i64
  %4 = fptoui double %d to i64
  %5 = uitofp i32 %2 to float
  %6 = fpext float %5 to double
  %7 = fptrunc double %6 to float
  %8 = bitcast float %7 to i32
  %9 = sitofp i64 %3 to double
  %10 = bitcast double %9 to i64
  %11 = zext i32 %8 to i64
  %12 = add i64 %1, %4
  %13 = add i64 %10, %11
  %14 = add i64 %12, %13
  ret i64 %14
}

define <4 x i32> @vectors(<4 x i32> %a, <8 x i32> %b, i32 %i) {
  %1 = extractelement <4 x i32> %a, i32 %i
  %2 = insertelement <4 x i32> %a, i32 %1, i32 3
  %3 = shufflevector <8 x i32> %b, <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 undef, i32 7>
  %4 = icmp ugt <4 x i32> %2, %3
  %5 = select <4 x i1> %4, <4 x i32> %2, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
  ret <4 x i32> %5
}

define <vscale x 2 x i64> @scalable(<vscale x 2 x i64> %a) {
  %1 = shufflevector <vscale x 2 x i64> %a, <vscale x 2 x i64> poison, <vscale x 2 x i32> zeroinitializer
  ret <vscale x 2 x i64> %1
}

define { i32, float } @aggregates({ i32, float } %s, [2 x { i8, i8 }] %t) {
  %1 = extractvalue { i32, float } %s, 0
  %2 = extractvalue [2 x { i8, i8 }] %t, 1, 0
  %3 = zext i8 %2 to i32
  %4 = add i32 %1, %3
  %5 = insertvalue { i32, float } %s, i32 %4, 0
  ret { i32, float } %5
}

define i32 @flow(i32 %n) {
entry:
  switch i32 %n, label %loop [
    i32 0, label %zero
    i32 -7, label %zero
    i32 70000, label %never
  ], !prof !5
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 1, %entry ], [ %more, %loop ]
  %more = mul i32 %total, %i
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop, !prof !4, !llvm.loop !6
zero:
  br label %end
never:
  unreachable
end:
  %result = phi i32 [ %more, %loop ], [ 0, %zero ]
  ret i32 %result
}

declare i32 @callee(i32 signext, i64 zeroext, i8 inreg) #2
declare void @llvm.assume(i1)
declare <2 x double> @llvm.experimental.constrained.fadd.v2f64(<2 x double>, <2 x double>, metadata, metadata)

define fastcc i32 @calls(i32 %a) unnamed_addr #3 {
  %1 = call i32 @callee(i32 signext %a, i64 zeroext 5, i8 inreg 3) #2 [ "deopt"(i32 %a, i64 9), "ours"(i1 true) ]
  %2 = tail call fastcc i32 @calls(i32 %1)
  %3 = notail call i32 @flow(i32 %2), !range !7
  %4 = icmp sgt i32 %3, 0
  call void @llvm.assume(i1 %4)
  fence syncscope("singlethread") acq_rel
  fence syncscope("our-scope") seq_cst
  %5 = musttail call fastcc i32 @calls(i32 %3)
  ret i32 %5
}

define <2 x double> @strict(<2 x double> %a) strictfp {
  %1 = call <2 x double> @llvm.experimental.constrained.fadd.v2f64(<2 x double> %a, <2 x double> %a, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  ret <2 x double> %1
}

attributes #0 = { alwaysinline nounwind readnone "key"="value" "only-key" }
attributes #1 = { noinline optsize uwtable alignstack=16 "frame-pointer"="all" }
attributes #2 = { cold nofree willreturn mustprogress allocsize(0) }
attributes #3 = { minsize noredzone sanitize_address sspstrong returns_twice }

!named = !{!0, !1, !2}
!llvm.ident = !{!3}
!llvm.module.flags = !{!8, !9}
!0 = !{!"text", i32 1, null, !1}
!1 = distinct !{!1, !"self", float 1.0}
!2 = !{!"", !"with \22quotes\22 and \0A lines", i64 -1}
!3 = !{!"made by hand"}
!4 = !{!"branch_weights", i32 1, i32 1000}
!5 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!6 = distinct !{!6, !10}
!7 = !{i32 0, i32 100}
!8 = !{i32 1, !"wchar_size", i32 4}
!9 = !{i32 7, !"ours", i32 2}
!10 = !{!"llvm.loop.unroll.disable"}
