// Programs that run: `main` takes nothing and gives a number, so that a module can be held to what it computes (runs.py).
// ----- run_matmul: affine parallel vector
func.func @main() -> i32 {
  %a = arith.constant dense<[[1.5, 2.0, -1.0], [0.25, 4.0, 3.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[[2.0, 1.0], [0.5, -3.0], [4.0, 0.125]]> : tensor<3x2xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %v = tensor.empty() : tensor<2xf32>
  %w = linalg.fill ins(%z : f32) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%m : tensor<2x2xf32>) outs(%w : tensor<2xf32>) { ^bb0(%x: f32, %y: f32): %t = arith.mulf %x, %x : f32 %u = arith.addf %t, %y : f32 linalg.yield %u : f32 } -> tensor<2xf32>
  %i = arith.constant 1 : index
  %r = tensor.extract %s[%i] : tensor<2xf32>
  %k = arith.constant 1000.0 : f32
  %n = arith.mulf %r, %k : f32
  %q = arith.fptosi %n : f32 to i32
  return %q : i32
}
// ----- run_primes: scf memref
func.func @main() -> i32 {
  %n = arith.constant 200 : index
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %false = arith.constant false
  %true = arith.constant true
  %m = memref.alloc(%n) {alignment = 64 : i64} : memref<?xi1>
  scf.for %i = %z to %n step %one { memref.store %true, %m[%i] : memref<?xi1> }
  %zero = arith.constant 0 : i32
  %c = scf.for %i = %two to %n step %one iter_args(%k = %zero) -> (i32) {
    %p = memref.load %m[%i] : memref<?xi1>
    %r = scf.if %p -> (i32) {
      %j = arith.muli %i, %two : index
      scf.for %l = %j to %n step %i { memref.store %false, %m[%l] : memref<?xi1> }
      %u = arith.constant 1 : i32
      %s = arith.addi %k, %u : i32
      scf.yield %s : i32
    } else { scf.yield %k : i32 }
    scf.yield %r : i32
  }
  memref.dealloc %m : memref<?xi1>
  return %c : i32
}
// ----- run_collatz: scf cf
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  %n = arith.constant 27 : i32
  %r:2 = scf.while (%x = %n, %k = %c0) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ugt, %x, %c1 : i32
    scf.condition(%go) %x, %k : i32, i32
  } do {
  ^bb0(%x: i32, %k: i32):
    %odd = arith.remui %x, %c2 : i32
    %is = arith.cmpi eq, %odd, %c1 : i32
    %t = arith.muli %x, %c3 overflow<nuw> : i32
    %u = arith.addi %t, %c1 overflow<nsw, nuw> : i32
    %h = arith.shrui %x, %c1 : i32
    %y = arith.select %is, %u, %h : i32
    %l = arith.addi %k, %c1 : i32
    scf.yield %y, %l : i32, i32
  }
  return %r#1 : i32
}
// ----- run_vectors: vectors
func.func @main() -> i32 {
  %a = arith.constant dense<[1.0, -2.0, 3.0, 4.5, 0.5, 6.0, -7.0, 8.0]> : vector<8xf32>
  %m = memref.alloca() : memref<8xf32>
  %z = arith.constant 0 : index
  %three = arith.constant 3 : index
  %p = arith.constant 0.25 : f32
  vector.transfer_write %a, %m[%z] : vector<8xf32>, memref<8xf32>
  %b = vector.transfer_read %m[%three], %p : memref<8xf32>, vector<8xf32>
  %k = vector.create_mask %three : vector<8xi1>
  %pass = arith.constant dense<2.0> : vector<8xf32>
  %c = vector.maskedload %m[%z], %k, %pass : memref<8xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %f = vector.fma %a, %b, %c : vector<8xf32>
  %s = vector.shuffle %f, %a [0, 9, 2, 11, 4, 13, 6, 15] : vector<8xf32>, vector<8xf32>
  %x = vector.reduction <add>, %s : vector<8xf32> into f32
  %y = vector.reduction <maximumf>, %f : vector<8xf32> into f32
  %w = arith.addf %x, %y : f32
  %h = arith.constant 100.0 : f32
  %n = arith.mulf %w, %h : f32
  %r = arith.fptosi %n : f32 to i32
  return %r : i32
}
// ----- run_affine: affine_loops
func.func @main() -> i32 {
  %m = memref.alloc() : memref<12x10xi32>
  affine.for %i = 0 to 12 { affine.for %j = 0 to 10 { %x = affine.apply affine_map<(i, j) -> (i * 7 + (j mod 4) - i floordiv 3)>(%i, %j) %y = arith.index_cast %x : index to i32 affine.store %y, %m[%i, %j] : memref<12x10xi32> } }
  %z = arith.constant 0 : i32
  %r = affine.for %i = 1 to 11 iter_args(%s = %z) -> i32 {
    %u = affine.for %j = affine_map<(d) -> (d)>(%i) to 10 iter_args(%t = %s) -> i32 {
      %a = affine.load %m[%i - 1, %j] : memref<12x10xi32>
      %b = affine.load %m[%i + 1, %j] : memref<12x10xi32>
      %c = arith.subi %b, %a : i32
      %d = arith.addi %t, %c : i32
      affine.yield %d : i32
    }
    affine.yield %u : i32
  }
  memref.dealloc %m : memref<12x10xi32>
  return %r : i32
}
// ----- run_numbers: arith math
func.func @main() -> i32 {
  %a = arith.constant -17 : i32
  %b = arith.constant 5 : i32
  %0 = arith.floordivsi %a, %b : i32
  %1 = arith.ceildivsi %a, %b : i32
  %2 = arith.remsi %a, %b : i32
  %3 = arith.maxui %a, %b : i32
  %lo, %hi = arith.mulsi_extended %3, %b : i32
  %4 = arith.cmpi slt, %lo, %hi : i32
  %5 = arith.select %4, %0, %1 : i32
  %6 = arith.xori %5, %2 : i32
  %x = arith.constant 2.25 : f64
  %7 = math.sqrt %x : f64
  %8 = math.floor %x : f64
  %9 = math.fma %7, %8, %x : f64
  %10 = arith.cmpf uge, %9, %x : f64
  %11 = arith.extui %10 : i1 to i32
  %12 = math.ctpop %6 : i32
  %13 = arith.shli %12, %11 : i32
  %14 = arith.fptosi %9 : f64 to i32
  %15 = arith.addi %13, %14 : i32
  return %15 : i32
}
// ----- run_views: memref
memref.global "private" constant @table : memref<4x4xi32> = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]>
func.func @main() -> i32 {
  %t = memref.get_global @table : memref<4x4xi32>
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %s = memref.subview %t[%one, 0] [2, 2] [1, 2] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 2], offset: ?>>
  %c = memref.cast %s : memref<2x2xi32, strided<[4, 2], offset: ?>> to memref<?x2xi32, strided<[?, 2], offset: ?>>
  %x = memref.load %c[%one, %one] : memref<?x2xi32, strided<[?, 2], offset: ?>>
  %f = memref.collapse_shape %t [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  %y = memref.load %f[%two] : memref<16xi32>
  %a = memref.alloc() : memref<1xi32>
  %z = arith.constant 0 : index
  memref.store %x, %a[%z] : memref<1xi32>
  %o = memref.atomic_rmw ori %y, %a[%z] : (i32, memref<1xi32>) -> i32
  %r = memref.load %a[%z] : memref<1xi32>
  memref.dealloc %a : memref<1xi32>
  return %r : i32
}
// ----- run_llvm: llvm
llvm.mlir.global internal constant @data(dense<[3, 1, 4, 1, 5, 9, 2, 6]> : tensor<8xi32>) : !llvm.array<8 x i32>
llvm.func @main() -> i32 {
  %p = llvm.mlir.addressof @data : !llvm.ptr
  %z = llvm.mlir.constant(0 : i64) : i64
  %o = llvm.mlir.constant(1 : i64) : i64
  %n = llvm.mlir.constant(8 : i64) : i64
  %s0 = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^loop(%z, %s0 : i64, i32)
^loop(%i: i64, %s: i32):
  %g = llvm.getelementptr inbounds %p[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<8 x i32>
  %v = llvm.load %g {alignment = 4 : i64} : !llvm.ptr -> i32
  %k = llvm.trunc %i : i64 to i32
  %m = llvm.mul %v, %k overflow<nsw> : i32
  %t = llvm.add %s, %m overflow<nsw, nuw> : i32
  %j = llvm.add %i, %o : i64
  %c = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %c, ^loop(%j, %t : i64, i32), ^end
^end:
  %u = llvm.intr.umax(%t, %s) : (i32, i32) -> i32
  llvm.return %u : i32
}
