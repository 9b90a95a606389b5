target triple = "x86_64-unknown-linux-gnu"
declare void @f(i32)
define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %n1, %body ]
  %acc = phi i32 [ 0, %entry ], [ %a1, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %out, !prof !0
body:
  %a1 = add i32 %acc, %i
  %n1 = add i32 %i, 1
  br label %head, !llvm.loop !1
out:
  switch i32 %acc, label %d [ i32 0, label %z
                              i32 7, label %s
                              i32 -3, label %s ]
z:
  ret i32 1
s:
  call void @f(i32 2)
  ret i32 2
d:
  indirectbr i8* blockaddress(@loop, %z), [label %z, label %s]
}
!0 = !{!"branch_weights", i32 3, i32 5}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
