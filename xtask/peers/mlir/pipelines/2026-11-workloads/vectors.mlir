// Kernels on vectors and sparse tensors, of the set 2026-11-workloads; the form is that of ../development.
// ----- row_attention: lanes_x86
func.func @row(%q: memref<16xf32>, %k: memref<64x16xf32>, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %x = vector.load %q[%c0] : memref<16xf32>, vector<16xf32>
  scf.for %i = %c0 to %c64 step %c16 {
    %y = vector.transfer_read %k[%i, %c0], %z {in_bounds = [true, true]} : memref<64x16xf32>, vector<16x16xf32>
    %a = arith.constant dense<0.0> : vector<16xf32>
    %r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %y, %x, %a : vector<16x16xf32>, vector<16xf32> into vector<16xf32>
    %e = math.exp %r fastmath<afn> : vector<16xf32>
    vector.transfer_write %e, %o[%i] {in_bounds = [true]} : vector<16xf32>, memref<64xf32>
  }
  return
}
// ----- tail_loop: lanes_x86 lanes_arm
func.func @tail(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f64
  %zv = arith.constant dense<0.0> : vector<8xf64>
  %s = scf.for %i = %c0 to %n step %c8 iter_args(%a = %zv) -> (vector<8xf64>) {
    %left = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %m = vector.create_mask %left : vector<8xi1>
    %u = vector.maskedload %x[%i], %m, %zv : memref<?xf64>, vector<8xi1>, vector<8xf64> into vector<8xf64>
    %v = vector.mask %m { vector.transfer_read %y[%i], %z : memref<?xf64>, vector<8xf64> } : vector<8xi1> -> vector<8xf64>
    %f = vector.fma %u, %v, %a : vector<8xf64>
    vector.maskedstore %y[%i], %m, %f : memref<?xf64>, vector<8xi1>, vector<8xf64>
    scf.yield %f : vector<8xf64>
  }
  %r = vector.reduction <add>, %s, %z fastmath<reassoc> : vector<8xf64> into f64
  return %r : f64
}
// ----- pixel_bytes: lanes_x86 lanes_arm
func.func @mix(%a: vector<32xi8>, %b: vector<32xi8>, %w: vector<16xi16>) -> (vector<16xi16>, vector<4x8xi8>) {
  %lo = vector.extract_strided_slice %a {offsets = [0], sizes = [16], strides = [1]} : vector<32xi8> to vector<16xi8>
  %hi = vector.extract_strided_slice %b {offsets = [16], sizes = [16], strides = [1]} : vector<32xi8> to vector<16xi8>
  %x = arith.extui %lo : vector<16xi8> to vector<16xi16>
  %y = arith.extsi %hi : vector<16xi8> to vector<16xi16>
  %p = arith.muli %x, %w : vector<16xi16>
  %q = arith.subi %p, %y : vector<16xi16>
  %k = arith.constant dense<255> : vector<16xi16>
  %m = arith.minsi %q, %k : vector<16xi16>
  %t = arith.trunci %m : vector<16xi16> to vector<16xi8>
  %f = vector.insert_strided_slice %t, %a {offsets = [8], strides = [1]} : vector<16xi8> into vector<32xi8>
  %s = vector.shape_cast %f : vector<32xi8> to vector<4x8xi8>
  %u = vector.transpose %s, [1, 0] : vector<4x8xi8> to vector<8x4xi8>
  %v = vector.bitcast %u : vector<8x4xi8> to vector<8x1xi32>
  %g = vector.bitcast %v : vector<8x1xi32> to vector<8x4xi8>
  %h = vector.transpose %g, [1, 0] : vector<8x4xi8> to vector<4x8xi8>
  %i = vector.interleave %x, %m : vector<16xi16> -> vector<32xi16>
  %d0, %d1 = vector.deinterleave %i : vector<32xi16> -> vector<16xi16>
  return %d1, %h : vector<16xi16>, vector<4x8xi8>
}
// ----- table_lookup: lanes_x86
func.func @lookup(%t: memref<256xf32>, %i: vector<8xi32>, %m: vector<8xi1>, %o: memref<?xf32>, %n: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %d = arith.constant dense<-1.0> : vector<8xf32>
  %g = vector.gather %t[%c0] [%i], %m, %d : memref<256xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %o[%n] [%i], %m, %g : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  vector.compressstore %o[%c0], %m, %g : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %e = vector.expandload %o[%c0], %m, %d : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %s = vector.shuffle %e, %g [0, 8, 1, 9, 2, 10, 3, 11] : vector<8xf32>, vector<8xf32>
  %w = vector.reduction <maximumf>, %s : vector<8xf32> into f32
  %b = vector.broadcast %w : f32 to vector<8xf32>
  vector.print %w : f32
  return %b : vector<8xf32>
}
// ----- running_sums: lanes_x86
func.func @scan(%x: vector<4x8xf32>, %c: vector<8xf32>) -> (vector<4x8xf32>, vector<8xf32>, vector<4xf32>) {
  %a:2 = vector.scan <add>, %x, %c {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  %z = arith.constant dense<1.0> : vector<4xf32>
  %r = vector.multi_reduction <mul>, %a#0, %z [1] : vector<4x8xf32> to vector<4xf32>
  %o = vector.outerproduct %r, %c : vector<4xf32>, vector<8xf32>
  return %o, %a#1, %r : vector<4x8xf32>, vector<8xf32>, vector<4xf32>
}
// ----- length_agnostic: lanes_arm
func.func @gain(%x: memref<?xf32>, %g: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %vs = vector.vscale
  %step = arith.muli %vs, %c4 : index
  %b = vector.broadcast %g : f32 to vector<[4]xf32>
  %p = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %step {
    %l = arith.subi %n, %i : index
    %m = vector.create_mask %l : vector<[4]xi1>
    %v = vector.transfer_read %x[%i], %p, %m : memref<?xf32>, vector<[4]xf32>
    %w = arith.mulf %v, %b : vector<[4]xf32>
    %y = math.absf %w : vector<[4]xf32>
    vector.transfer_write %y, %x[%i], %m : vector<[4]xf32>, memref<?xf32>
  }
  return
}
// ----- dot_of_bytes: lanes_arm
func.func @bytes(%a: vector<4x8xi8>, %b: vector<4x8xi8>, %c: vector<4x4xi32>, %s: vector<[16]xi8>, %t: vector<[4]xi32>) -> (vector<4x4xi32>, vector<[4]xi32>) {
  %x = arith.extsi %a : vector<4x8xi8> to vector<4x8xi32>
  %y = arith.extsi %b : vector<4x8xi8> to vector<4x8xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %c : vector<4x8xi32>, vector<4x8xi32> into vector<4x4xi32>
  %d = arm_sve.sdot %t, %s, %s : vector<[16]xi8> to vector<[4]xi32>
  return %r, %d : vector<4x4xi32>, vector<[4]xi32>
}
// ----- register_tiles: lanes_x86
func.func @tiles(%a: memref<?x?xbf16>, %b: memref<?x?xbf16>, %c: memref<?x?xf32>, %x: vector<16xf32>, %y: vector<16xf32>, %k: vector<16xi1>) -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %u = amx.tile_load %a[%c0, %c0] : memref<?x?xbf16> into
-19! vector<16x32xbf16>
20-! !amx.tile<16x32xbf16>
  %v = amx.tile_load %b[%c0, %c0] : memref<?x?xbf16> into
-19! vector<16x32xbf16>
20-! !amx.tile<16x32xbf16>
-19!  %z = amx.tile_zero : vector<16x16xf32>
-19!  %r = amx.tile_mulf %u, %v, %z : vector<16x32xbf16>, vector<16x32xbf16>, vector<16x16xf32>
-19!  amx.tile_store %c[%c0, %c0], %r : memref<?x?xf32>, vector<16x16xf32>
20-!  %z = amx.tile_zero : !amx.tile<16x16xf32>
20-!  %r = amx.tile_mulf %u, %v, %z : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
20-!  amx.tile_store %c[%c0, %c0], %r : memref<?x?xf32>, !amx.tile<16x16xf32>
  %m = arith.constant dense<0.5> : vector<16xf32>
  %s = arith.maxnumf %x, %y : vector<16xf32>
  %t = math.rsqrt %s : vector<16xf32>
  %w = arith.select %k, %t, %m : vector<16xi1>, vector<16xf32>
  return %w : vector<16xf32>
}
// ----- graph_spread: sparse_vec sparse_dev
#CSR = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32}>
func.func @spread(%a: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
// ----- masked_features: sparse_vec
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @features(%a: tensor<16x32xf32, #DCSR>, %b: tensor<16x32xf32, #DCSR>) -> (tensor<16x32xf32, #DCSR>, f32) {
  %e = tensor.empty() : tensor<16x32xf32, #DCSR>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : tensor<16x32xf32, #DCSR>, tensor<16x32xf32, #DCSR>) outs(%e : tensor<16x32xf32, #DCSR>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = sparse_tensor.binary %x, %y : f32, f32 to f32
      overlap = {
      ^bb0(%u: f32, %v: f32):
        %m = arith.mulf %u, %v : f32
        sparse_tensor.yield %m : f32
      }
      left = identity
      right = {
      ^bb0(%v: f32):
        %n = arith.negf %v : f32
        sparse_tensor.yield %n : f32
      }
    linalg.yield %s : f32
  } -> tensor<16x32xf32, #DCSR>
  %z = arith.constant dense<0.0> : tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<16x32xf32, #DCSR>) outs(%z : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %q = arith.mulf %x, %x : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %n = tensor.extract %t[] : tensor<f32>
  return %r, %n : tensor<16x32xf32, #DCSR>, f32
}
// ----- sample_products: sparse_dev sparse_vec
#COO = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), crdWidth = 64}>
func.func @convert(%a: tensor<8x8xf32>, %i: index) -> (tensor<8x8xf32, #COO>, tensor<8x8xf32>, index) {
  %0 = sparse_tensor.convert %a : tensor<8x8xf32> to tensor<8x8xf32, #COO>
  %n = sparse_tensor.number_of_entries %0 : tensor<8x8xf32, #COO>
  %v = sparse_tensor.values %0 : tensor<8x8xf32, #COO> to memref<?xf32>
  %k = memref.load %v[%i] : memref<?xf32>
  %1 = sparse_tensor.convert %0 : tensor<8x8xf32, #COO> to tensor<8x8xf32>
  return %0, %1, %n : tensor<8x8xf32, #COO>, tensor<8x8xf32>, index
}
// ----- structured_two_four: sparse_vec sparse_dev
#NV24 = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])}>
#CSC = #sparse_tensor.encoding<{map = (d0, d1) -> (d1 : dense, d0 : compressed)}>
func.func @both(%w: tensor<16x16xf32, #CSC>, %x: tensor<16x8xf32>, %o: tensor<16x8xf32>, %p: tensor<16x16xf32, #NV24>) -> (tensor<16x8xf32>, tensor<16x16xf32, #NV24>) {
  %0 = linalg.matmul ins(%w, %x : tensor<16x16xf32, #CSC>, tensor<16x8xf32>) outs(%o : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0, %p : tensor<16x8xf32>, tensor<16x16xf32, #NV24>
}
// ----- rounding_lanes: lanes_x86
func.func @lanes(%a: vector<16xf32>, %b: vector<8xf32>, %k: i16, %w: vector<16xi1>, %m: vector<8xi32>) -> (vector<16xf32>, vector<8xf32>, vector<16xf32>) {
  %imm = arith.constant 8 : i32
  %r = arith.constant 4 : i32
  %0 = x86vector.avx512.mask.rndscale %a, %imm, %a, %k, %r : vector<16xf32>
  %1 = x86vector.avx.rsqrt %b : vector<8xf32>
  %2 = x86vector.avx512.mask.compress %w, %a : vector<16xf32>
  %3 = arith.sitofp %m : vector<8xi32> to vector<8xf32>
  %4 = arith.mulf %1, %3 : vector<8xf32>
  return %0, %4, %2 : vector<16xf32>, vector<8xf32>, vector<16xf32>
}
// ----- neon_words: lanes_arm
func.func @neon(%a: vector<8xi8>, %b: vector<8xi8>, %acc: vector<4x4xi8>, %s: vector<4xi32>) -> (vector<8xi16>, vector<4xi32>) {
  %0 = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
  %1 = arm_neon.2d.sdot %s, %acc, %acc : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
  return %0, %1 : vector<8xi16>, vector<4xi32>
}
// ----- matrix_tiles: lanes_arm
func.func @outer(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %o: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = arith.constant 0.0 : f32
  %z = arith.constant dense<0.0> : vector<[4]x[4]xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %z) -> (vector<[4]x[4]xf32>) {
    %u = vector.transfer_read %x[%k, %c0], %p {in_bounds = [true]} : memref<?x?xf32>, vector<[4]xf32>
    %v = vector.transfer_read %y[%k, %c0], %p {in_bounds = [true]} : memref<?x?xf32>, vector<[4]xf32>
    %w = vector.outerproduct %u, %v, %a {kind = #vector.kind<add>} : vector<[4]xf32>, vector<[4]xf32>
    scf.yield %w : vector<[4]x[4]xf32>
  }
  vector.transfer_write %r, %o[%c0, %c0] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, memref<?x?xf32>
  return
}
