target triple = "x86_64-unknown-linux-gnu"
module asm ".globl marker"
module asm "marker:"
define i32 @ia(i32 %a) {
  %r = call i32 asm "addl $1, $0", "=r,r,0,~{dirflag},~{fpsr},~{flags}"(i32 %a, i32 5)
  call void asm sideeffect "nop", ""()
  call void asm sideeffect alignstack inteldialect "nop", "~{memory}"()
  ret i32 %r
}
