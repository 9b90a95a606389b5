target datalayout = "e-i64:64-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare float @llvm.nvvm.sqrt.rn.f(float)
@sh = internal addrspace(3) global [32 x float] undef, align 4
define void @k(float addrspace(1)* nocapture %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %g = getelementptr float, float addrspace(1)* %p, i32 %t
  %v = load float, float addrspace(1)* %g, align 4
  %s = call float @llvm.nvvm.sqrt.rn.f(float %v)
  store float %s, float addrspace(1)* %g, align 4
  call void @llvm.nvvm.barrier0()
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}
