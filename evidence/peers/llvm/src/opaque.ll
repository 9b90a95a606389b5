; Pointers without a type of what they point to: releases from 15, and 14 on request.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%node = type { i32, ptr, [4 x i16] }
@array = global [10 x i32] zeroinitializer
@inside = global ptr getelementptr inbounds ([10 x i32], ptr @array, i64 0, i64 3)
@plain = global ptr getelementptr (i8, ptr @array, i64 7)
@number = global i64 ptrtoint (ptr @array to i64)
@spaced = global ptr addrspace(1) addrspacecast (ptr @array to ptr addrspace(1))
@label = global ptr blockaddress(@jump, %there)
@same = alias i32, ptr @array
@chosen = ifunc i32 (i32), ptr @resolver
@list = global %node { i32 1, ptr @list, [4 x i16] [i16 1, i16 2, i16 3, i16 4] }

define internal ptr @resolver() {
  ret ptr @load
}

define i32 @load(ptr noundef nonnull align 4 dereferenceable(8) %p, ptr byval(%node) %q, ptr %r) {
  %a = load i32, ptr %p, align 4, !tbaa !0
  %b = load volatile i32, ptr %q, align 1, !nontemporal !3
  %c = load atomic i32, ptr %p syncscope("agent") acquire, align 4
  %wide = sext i32 %a to i64
  %slot = alloca %node, i32 3, align 16
  %field = getelementptr inbounds %node, ptr %slot, i64 1, i32 2, i64 %wide
  store i16 7, ptr %field, align 2
  store atomic i32 %c, ptr %p release, align 4
  %old = atomicrmw umax ptr %p, i32 %b monotonic
  %real = atomicrmw fadd ptr %r, float 1.0 seq_cst
  %pair = cmpxchg weak volatile ptr %p, i32 %a, i32 %b acq_rel monotonic
  %got = extractvalue { i32, i1 } %pair, 0
  %vec = getelementptr i32, ptr %p, <2 x i64> <i64 1, i64 2>
  %isnull = icmp eq ptr %p, null
  %int = ptrtoint ptr %p to i64
  %back = inttoptr i64 %int to ptr
  %other = select i1 %isnull, ptr %back, ptr @array
  %d = load i32, ptr %other
  %sum = add i32 %d, %got
  ret i32 %sum
}

define i32 @jump(ptr %where) {
  indirectbr ptr %where, [label %here, label %there]
here:
  ret i32 1
there:
  ret i32 2
}

define i32 @guarded(ptr %f) personality ptr @personality {
  %x = invoke i32 %f(i32 1) to label %fine unwind label %bad
fine:
  ret i32 %x
bad:
  %caught = landingpad { ptr, i32 } cleanup catch ptr null filter [1 x ptr] [ptr @array]
  resume { ptr, i32 } %caught
}

define i32 @fallible(i32 %a) {
  %t = icmp eq i32 %a, 0
  br i1 %t, label %go, label %away
go:
  %v = va_arg ptr null, i32
  ret i32 %v
away:
  ret i32 3
}

define void @funclets() personality ptr @personality {
  invoke void @funclets() to label %done unwind label %dispatch
dispatch:
  %switch = catchswitch within none [label %handler] unwind to caller
handler:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  invoke void @funclets() [ "funclet"(token %pad) ] to label %leave unwind label %cleanup
leave:
  catchret from %pad to label %done
cleanup:
  %clean = cleanuppad within %pad []
  cleanupret from %clean unwind to caller
done:
  ret void
}

declare i32 @personality(...)

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
!3 = !{i32 1}
