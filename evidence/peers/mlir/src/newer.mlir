// What LLVM 24 has and 22 does not, for schemas_learned.py; a module a part.
func.func @f(%f: f32, %a: i32, %i: index) {
  %r = arith.addf %f, %f upward fastmath<nnan> : f32
  %s = arith.divf %f, %f downward : f32
  %m = arith.mulf %f, %f to_nearest_even : f32
  %u = arith.subf %f, %f toward_zero : f32
  return
}
// -----
func.func @g(%a: i32) {
  %x = arith.extui %a nneg : i32 to i64
  return
}
// -----
func.func @g(%a: i32) {
  %y = arith.uitofp %a nneg : i32 to f32
  return
}
// -----
func.func @g(%a: i32) {
  %z = arith.index_castui %a nneg : i32 to index
  return
}
// -----
func.func @g(%a: i32) {
  %z = arith.divsi %a, %a exact : i32
  %z2 = arith.divui %a, %a exact : i32
  %z3 = arith.shrui %a, %a exact : i32
  %z4 = arith.shrsi %a, %a exact : i32
  return
}
// -----
func.func @g(%a: memref<4xi32>, %i: index) {
  %z = memref.load %a[%i] {invariant = true} : memref<4xi32>
  return
}
// -----
func.func @g(%c: i1) attributes {no_inline} {
  cf.cond_br %c weights([1,2]), ^bb1, ^bb1
  ^bb1:
  return
}
// -----
func.func @g(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1 {branch_weights = array<i32: 1, 2>}
  ^bb1:
  return
}
