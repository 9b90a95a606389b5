target datalayout = "e-i64:64-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.clz.i(i32)
declare i32 @llvm.nvvm.clz.ll(i64)
declare i32 @llvm.nvvm.popc.i(i32)
declare i32 @llvm.nvvm.popc.ll(i64)
declare i32 @llvm.nvvm.brev32(i32)
declare i64 @llvm.nvvm.brev64(i64)
declare i32 @llvm.nvvm.abs.i(i32)
declare i64 @llvm.nvvm.abs.ll(i64)
declare i32 @llvm.nvvm.max.i(i32, i32)
declare i64 @llvm.nvvm.max.ll(i64, i64)
declare i32 @llvm.nvvm.max.ui(i32, i32)
declare i64 @llvm.nvvm.max.ull(i64, i64)
declare i32 @llvm.nvvm.min.i(i32, i32)
declare i64 @llvm.nvvm.min.ll(i64, i64)
declare i32 @llvm.nvvm.min.ui(i32, i32)
declare i64 @llvm.nvvm.min.ull(i64, i64)
declare float @llvm.nvvm.h2f(i16)
define i32 @narrow(i32 %a, i32 %b) {
  %c = call i32 @llvm.nvvm.clz.i(i32 %a)
  %p = call i32 @llvm.nvvm.popc.i(i32 %b)
  %r = call i32 @llvm.nvvm.brev32(i32 %c)
  %s = call i32 @llvm.nvvm.abs.i(i32 %r)
  %x = call i32 @llvm.nvvm.max.i(i32 %s, i32 %p)
  %y = call i32 @llvm.nvvm.max.ui(i32 %x, i32 %a)
  %z = call i32 @llvm.nvvm.min.i(i32 %y, i32 %b)
  %w = call i32 @llvm.nvvm.min.ui(i32 %z, i32 %c)
  ret i32 %w
}
define i64 @wide(i64 %a, i64 %b, i16 %h, float* %to) {
  %c = call i32 @llvm.nvvm.clz.ll(i64 %a)
  %p = call i32 @llvm.nvvm.popc.ll(i64 %b)
  %n = add i32 %c, %p
  %e = zext i32 %n to i64
  %r = call i64 @llvm.nvvm.brev64(i64 %e)
  %s = call i64 @llvm.nvvm.abs.ll(i64 %r)
  %x = call i64 @llvm.nvvm.max.ll(i64 %s, i64 %a)
  %y = call i64 @llvm.nvvm.max.ull(i64 %x, i64 %b)
  %z = call i64 @llvm.nvvm.min.ll(i64 %y, i64 %a)
  %w = call i64 @llvm.nvvm.min.ull(i64 %z, i64 %b)
  %f = call float @llvm.nvvm.h2f(i16 %h)
  store float %f, float* %to, align 4
  ret i64 %w
}
