// Flags that are unit attributes in LLVM 22, and that LLVM 19 does not have, beside a property that no dictionary holds.
module {
  llvm.func @f(%a: i32, %b: i32) -> i64 {
    %0 = llvm.add %a, %b overflow<nsw> : i32
    %1 = llvm.zext nneg %0 : i32 to i64
    %2 = llvm.or disjoint %0, %a : i32
    %3 = llvm.sdiv exact %2, %a : i32
    %4 = llvm.lshr exact %3, %a : i32
    %5 = llvm.uitofp nneg %4 : i32 to f32
    llvm.return %1 : i64
  }
}
