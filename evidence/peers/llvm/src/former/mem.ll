target triple = "x86_64-unknown-linux-gnu"
%struct.S = type { i32, [16 x i8], %struct.S* }
%opaque = type opaque
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* nocapture, i8* nocapture readonly, i64, i32, i1)
declare void @llvm.memset.p0i8.i64(i8* nocapture, i8, i64, i32, i1)
declare void @llvm.lifetime.start(i64, i8* nocapture)
declare void @llvm.lifetime.end(i64, i8* nocapture)
declare void @take(%struct.S* byval align 8)
declare void @make(%struct.S* sret)
declare void @vary(i8*, ...)
define void @mem(%struct.S* %p, %opaque* %o) {
  %s = alloca %struct.S, align 8
  %b = bitcast %struct.S* %s to i8*
  call void @llvm.lifetime.start(i64 32, i8* %b)
  %f = getelementptr inbounds %struct.S, %struct.S* %p, i32 0, i32 1, i64 3
  store i8 1, i8* %f, align 1
  %pb = bitcast %struct.S* %p to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %b, i8* %pb, i64 32, i32 8, i1 false)
  call void @llvm.memset.p0i8.i64(i8* %b, i8 0, i64 32, i32 8, i1 false)
  call void @make(%struct.S* sret %s)
  call void @take(%struct.S* byval align 8 %s)
  call void (i8*, ...) @vary(i8* %b, i32 3, double 1.0)
  %x = ptrtoint %opaque* %o to i64
  %y = inttoptr i64 %x to i8*
  %z = addrspacecast i8* %y to i8 addrspace(1)*
  call void @llvm.lifetime.end(i64 32, i8* %b)
  ret void
}
