target triple = "x86_64-unknown-linux-gnu"
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1)
declare void @llvm.masked.store.v4f32.p0v4f32(<4 x float>, <4 x float>*, i32, <4 x i1>)
define <4 x float> @v(<4 x float> %a, <4 x float> %b, <4 x float>* %p, i8* %q) {
  %s = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %i = insertelement <4 x float> %s, float 1.0, i32 2
  %e = extractelement <4 x float> %i, i32 0
  %f = call float @llvm.fma.f32(float %e, float %e, float 2.0)
  %r = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %i)
  %z = call i32 @llvm.ctlz.i32(i32 7, i1 false)
  %w = call i32 @llvm.bswap.i32(i32 %z)
  %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %w, i32 1)
  %k = call i64 @llvm.objectsize.i64.p0i8(i8* %q, i1 false)
  call void @llvm.masked.store.v4f32.p0v4f32(<4 x float> %r, <4 x float>* %p, i32 16, <4 x i1> <i1 1, i1 0, i1 1, i1 1>)
  %u = insertelement <4 x float> %r, float %f, i32 3
  ret <4 x float> %u
}
