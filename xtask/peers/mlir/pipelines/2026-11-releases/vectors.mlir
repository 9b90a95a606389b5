// Vectors, of the set 2026-11-releases; the form is that of ../development.
// ----- seam_lanes: v_plain v_spirv
func.func @seam(%a: vector<4xf32>, %b: vector<4xf32>, %m: vector<4xi1>) -> (vector<4xf32>, f32) {
  %s = vector.shuffle %a, %b [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  %d = arith.divf %s, %b : vector<4xf32>
  %r = arith.select %m, %d, %a : vector<4xi1>, vector<4xf32>
-17!  %e = vector.extract %r[2] : vector<4xf32>
18-!  %e = vector.extract %r[2] : f32 from vector<4xf32>
  %i = vector.insert %e, %a[0] : f32 into vector<4xf32>
  %t = vector.reduction <add>, %i : vector<4xf32> into f32
  return %i, %t : vector<4xf32>, f32
}
// ----- strip_reads: v_plain
func.func @strips(%m: memref<9x17xf32>, %i: index, %j: index) -> vector<8xf32> {
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %z : memref<9x17xf32>, vector<4x8xf32>
  %w = vector.transfer_read %m[%j, %i], %z {in_bounds = [true]} : memref<9x17xf32>, vector<8xf32>
  %r = vector.multi_reduction <add>, %v, %w [0] : vector<4x8xf32> to vector<8xf32>
  vector.transfer_write %r, %m[%i, %j] : vector<8xf32>, memref<9x17xf32>
  return %r : vector<8xf32>
}
// ----- turned_reads: v_plain
func.func @turned(%m: memref<16x16xf64>, %i: index) -> vector<2x4xf64> {
  %z = arith.constant 1.0 : f64
  %v = vector.transfer_read %m[%i, %i], %z {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<16x16xf64>, vector<4x2xf64>
  %t = vector.transpose %v, [1, 0] : vector<4x2xf64> to vector<2x4xf64>
  vector.transfer_write %t, %m[%i, %i] {in_bounds = [true, true]} : vector<2x4xf64>, memref<16x16xf64>
  return %t : vector<2x4xf64>
}
// ----- plank_products: v_plain
func.func @planks(%a: vector<3x4xf32>, %b: vector<4x2xf32>, %c: vector<3x2xf32>) -> vector<3x2xf32> {
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
    %a, %b, %c : vector<3x4xf32>, vector<4x2xf32> into vector<3x2xf32>
  return %r : vector<3x2xf32>
}
// ----- outer_frames: v_plain
func.func @frames(%a: vector<3xf32>, %b: vector<2xf32>, %c: vector<3x2xf32>, %x: f32) -> (vector<3x2xf32>, vector<3xf32>) {
  %o = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<3xf32>, vector<2xf32>
  %s = vector.broadcast %x : f32 to vector<3xf32>
  %f = vector.fma %a, %s, %s : vector<3xf32>
  return %o, %f : vector<3x2xf32>, vector<3xf32>
}
// ----- sorted_seeds: v_plain
func.func @seeds(%m: memref<?xf32>, %at: vector<8xi32>, %mask: vector<8xi1>, %i: index) -> vector<8xf32> {
  %p = arith.constant dense<0.25> : vector<8xf32>
  %g = vector.gather %m[%i] [%at], %mask, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %m[%i] [%at], %mask, %g : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %l = vector.maskedload %m[%i], %mask, %g : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i], %mask, %l : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %m[%i], %mask, %l : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %e = vector.expandload %m[%i], %mask, %l : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %e : vector<8xf32>
}
// ----- masked_tail: v_plain
func.func @tail(%m: memref<?xf32>, %i: index, %n: index) -> f32 {
  %z = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<16xi1>
  %v = vector.mask %k { vector.transfer_read %m[%i], %z : memref<?xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  %r = vector.mask %k { vector.reduction <mul>, %v, %z : vector<16xf32> into f32 } : vector<16xi1> -> f32
  %c = vector.constant_mask [5] : vector<16xi1>
  %s = vector.load %m[%i] : memref<?xf32>, vector<16xf32>
  %t = arith.select %c, %s, %v : vector<16xi1>, vector<16xf32>
  vector.store %t, %m[%i] : memref<?xf32>, vector<16xf32>
  return %r : f32
}
// ----- cut_and_laid: v_plain
func.func @laid(%a: vector<4x6xi32>, %b: vector<2x3xi32>) -> (vector<24xi32>, vector<2x2xi32>) {
  %s = vector.insert_strided_slice %b, %a {offsets = [1, 2], strides = [1, 1]} : vector<2x3xi32> into vector<4x6xi32>
  %c = vector.shape_cast %s : vector<4x6xi32> to vector<24xi32>
  %x = vector.extract_strided_slice %s {offsets = [0, 3], sizes = [2, 2], strides = [1, 1]} : vector<4x6xi32> to vector<2x2xi32>
  %h = arith.constant dense<3> : vector<24xi32>
  %d = arith.shrsi %c, %h : vector<24xi32>
  %t = vector.bitcast %d : vector<24xi32> to vector<24xf32>
  %u = vector.bitcast %t : vector<24xf32> to vector<24xi32>
  return %u, %x : vector<24xi32>, vector<2x2xi32>
}
// ----- scalable_hops: v_plain
func.func @hops(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %vs = vector.vscale
  %c4 = arith.constant 4 : index
  %step = arith.muli %vs, %c4 : index
  %b = vector.broadcast %x : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %v = vector.load %m[%i] : memref<?xf32>, vector<[4]xf32>
    %p = arith.mulf %v, %b : vector<[4]xf32>
    vector.store %p, %m[%i] : memref<?xf32>, vector<[4]xf32>
  }
  return
}
// ----- scanned_lanes: v_plain
func.func @scanned(%a: vector<4x3xi32>, %s: vector<3xi32>) -> (vector<4x3xi32>, i32, i32) {
  %r:2 = vector.scan <add>, %a, %s {inclusive = true, reduction_dim = 0 : i64} : vector<4x3xi32>, vector<3xi32>
  %x = vector.reduction <xor>, %r#1 : vector<3xi32> into i32
  %y = vector.reduction <maxui>, %s : vector<3xi32> into i32
  vector.print %x : i32
  return %r#0, %x, %y : vector<4x3xi32>, i32, i32
}
// ----- lanes_of_halves: v_spirv v_plain
func.func @halves(%a: vector<4xf16>, %b: vector<4xf16>, %i: vector<4xi32>) -> (vector<4xf16>, vector<4xi32>, vector<4xf32>) {
  %m = arith.mulf %a, %b : vector<4xf16>
  %c = arith.cmpf olt, %m, %a : vector<4xf16>
  %k = arith.extui %c : vector<4xi1> to vector<4xi32>
  %s = arith.addi %k, %i : vector<4xi32>
  %f = arith.sitofp %s : vector<4xi32> to vector<4xf32>
  return %m, %s, %f : vector<4xf16>, vector<4xi32>, vector<4xf32>
}
// ----- tiled_by_loops: v_plain
func.func @tiles(%m: memref<?x?xf32>, %n: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %r = memref.dim %m, %c0 : memref<?x?xf32>
  %c = memref.dim %m, %c1 : memref<?x?xf32>
  scf.for %i = %c0 to %r step %c4 {
    scf.for %j = %c0 to %c step %c4 {
      %v = vector.transfer_read %m[%i, %j], %z : memref<?x?xf32>, vector<4x4xf32>
      %e = math.exp %v : vector<4x4xf32>
      %t = vector.transpose %e, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
      vector.transfer_write %t, %n[%j, %i] : vector<4x4xf32>, memref<?x?xf32>
    }
  }
  return
}
