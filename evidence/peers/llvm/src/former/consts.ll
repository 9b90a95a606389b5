target triple = "x86_64-unknown-linux-gnu"
$c = comdat any
@a = linkonce_odr constant { i32, i8, <2 x i16>, half, x86_fp80, fp128 } { i32 -1, i8 undef, <2 x i16> <i16 1, i16 2>, half 0xH3C00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000 }, comdat($c)
@s = private unnamed_addr constant [6 x i8] c"hello\00", section ".rodata.str"
@big = constant i128 170141183460469231731687303715884105727
@neg = constant i65 -36893488147419103231
@arr = constant [3 x i64] zeroinitializer
@d = constant [3 x double] [double 1.0, double 0x7FF8000000000000, double -0.0]
@q = constant i64 sub (i64 ptrtoint (i128* @big to i64), i64 ptrtoint (i65* @neg to i64))
@r = constant i32 zext (i1 icmp ne (i8* getelementptr ([6 x i8], [6 x i8]* @s, i32 0, i32 0), i8* null) to i32)
@al = alias i128, i128* @big
@llvm.used = appending global [1 x i8*] [i8* getelementptr inbounds ([6 x i8], [6 x i8]* @s, i64 0, i64 0)], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @init, i8* null }]
define internal void @init() unnamed_addr align 16 gc "shadow-stack" prefix i32 3 prologue i8 7 {
  ret void
}
define fastcc x86_fp80 @cc(i8* nonnull dereferenceable(8) align 8 %p, i32 zeroext %z, i32 inreg %k) cold {
  %l = load i8, i8* %p, align 1, !range !0, !tbaa !1
  %c = tail call fastcc x86_fp80 @cc(i8* %p, i32 %z, i32 %k)
  ret x86_fp80 %c
}
!0 = !{i8 0, i8 2}
!1 = !{!2, !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
!llvm.module.flags = !{!4, !5}
!llvm.ident = !{!6}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 1, !"PIC Level", i32 2}
!6 = !{!"clang version 4.0.0"}
