target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@g = global i32 7, align 4
@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@p = global i32* getelementptr inbounds ([4 x i32], [4 x i32]* @table, i64 0, i64 2), align 8
@tls = thread_local(initialexec) global i64 0
@weakone = weak_odr hidden unnamed_addr constant double 2.5
@ext = external global i8
define i32 @sum(i32 %a, i32 %b) #0 {
entry:
  %s = add nsw i32 %a, %b
  %m = mul nuw nsw i32 %s, 3
  %d = udiv exact i32 %m, 3
  %x = xor i32 %d, -1
  %l = load i32, i32* @g, align 4
  %c = icmp slt i32 %x, %l
  %r = select i1 %c, i32 %x, i32 %l
  ret i32 %r
}
define double @fp(double %a, float %b) {
  %e = fpext float %b to double
  %m = fmul fast double %a, %e
  %s = fsub nnan double %m, 1.0
  %c = fcmp ogt double %s, 0.0
  %i = fptosi double %s to i64
  %f = uitofp i64 %i to double
  %z = select i1 %c, double %f, double %s
  ret double %z
}
attributes #0 = { nounwind uwtable readnone "no-frame-pointer-elim"="true" "stack-protector-buffer-size"="8" }
