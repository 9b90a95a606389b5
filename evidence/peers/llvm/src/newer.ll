; What came with release 19: flags, ranges, debug records, constants.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@array = global [10 x i32] zeroinitializer
@inside = global ptr getelementptr inbounds nuw ([10 x i32], ptr @array, i64 0, i64 3)
@inrange = global ptr getelementptr inbounds inrange(-4, 8) ([10 x i32], ptr @array, i64 0, i64 1)

define range(i32 0, 10) i32 @flags(i16 %a, i32 range(i32 -5, 5) %b, ptr nofree writable dead_on_unwind %p) {
  %1 = zext nneg i16 %a to i32
  %2 = or disjoint i32 %1, 16
  %3 = trunc nuw nsw i32 %2 to i16
  %4 = uitofp nneg i16 %3 to float
  %5 = getelementptr nusw nuw i8, ptr %p, i64 4
  store float %4, ptr %5
  %6 = atomicrmw uinc_wrap ptr %p, i32 7 seq_cst
  %7 = call range(i32 1, 4) i32 @flags(i16 %a, i32 %b, ptr %p)
  ret i32 %7
}

