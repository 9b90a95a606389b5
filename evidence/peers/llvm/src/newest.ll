; What came with releases 20 to 22.
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i1 @signs(i32 %a, i32 %b, ptr captures(address, read_provenance) %p) {
  %1 = icmp samesign ult i32 %a, %b
  %2 = atomicrmw usub_cond ptr %p, i32 7 seq_cst
  %3 = atomicrmw usub_sat ptr %p, i32 %2 seq_cst
  %4 = ptrtoaddr ptr %p to i64
  %5 = trunc i64 %4 to i32
  %6 = icmp ne i32 %5, %3
  %7 = and i1 %1, %6
  ret i1 %7
}
