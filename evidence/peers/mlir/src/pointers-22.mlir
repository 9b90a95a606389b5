// Addresses with those flags of LLVM 22 that LLVM 19 can express, beside a property that no dictionary holds.
module {
  llvm.func @f(%p: !llvm.ptr, %a: i32, %b: i32) -> !llvm.ptr {
    %0 = llvm.add %a, %b overflow<nsw> : i32
    %1 = llvm.getelementptr inbounds %p[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    %2 = llvm.getelementptr %1[3] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.return %2 : !llvm.ptr
  }
}
