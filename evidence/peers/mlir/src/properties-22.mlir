// Properties that are no attributes, of every kind that LLVM 22 has.
func.func @every_kind(%a: i64, %i: index, %j: index, %p: !llvm.ptr, %q: !ptr.ptr<#ptr.generic_space>) {
  %0 = llvm.trunc %a overflow<nsw> : i64 to i32
  %1 = llvm.getelementptr inbounds %p[4, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<8 x i8>
  %2 = affine.linearize_index disjoint [%i, %j] by (4, 8) : index
  %3 = affine.linearize_index [%i, %j] by (4, 8) : index
  %4 = ptr.load volatile %q alignment = 8 : !ptr.ptr<#ptr.generic_space> -> i32
  %5 = ptr.load %q atomic monotonic alignment = 4 : !ptr.ptr<#ptr.generic_space> -> i32
  ptr.store %4, %q : i32, !ptr.ptr<#ptr.generic_space>
  %6 = ptr.ptr_add nuw %q, %i : !ptr.ptr<#ptr.generic_space>, index
  return
}
