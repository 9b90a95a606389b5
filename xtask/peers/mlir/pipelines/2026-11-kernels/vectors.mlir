// Schedules, sparse products, TOSA and kernels on vectors, of the set 2026-11-kernels; the form is that of ../development.
// ----- schedule_matmul: scheduled
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %m tile_sizes [8, 16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %t : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.lower_transpose lowering_strategy = "shuffle_1d"
    } : !transform.any_op
    transform.yield
  }
}
// ----- schedule_fusion: scheduled
module attributes {transform.with_named_sequence} {
  func.func @bias_relu(%a: tensor<32x16xf32>, %b: tensor<16x32xf32>, %bias: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<32x32xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
    %1 = linalg.add ins(%0, %bias : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    return %1 : tensor<32x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_forall %add tile_sizes [8, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p, %l2 = transform.structured.fuse_into_containing_op %mm into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %q, %l3 = transform.structured.fuse_into_containing_op %fill into %l2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- schedule_reduction: scheduled
module attributes {transform.with_named_sequence} {
  func.func @sum(%x: tensor<16x256xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x256xf32>) outs(%o : tensor<16xf32>) { ^bb0(%a: f32, %b: f32): %s = arith.addf %a, %b : f32 linalg.yield %s : f32 } -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %split, %comb, %x = transform.structured.split_reduction %0 {split_factor = 8, insert_split_dimension = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- schedule_pack: scheduled
module attributes {transform.with_named_sequence} {
  func.func @pack(%a: tensor<24x32xf32>, %b: tensor<32x16xf32>, %c: tensor<24x16xf32>) -> tensor<24x16xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x16xf32>) outs(%c : tensor<24x16xf32>) -> tensor<24x16xf32>
    return %0 : tensor<24x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [8, 8, 16] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
// ----- schedule_library: scheduled
module attributes {transform.with_named_sequence} {
  func.func @norm(%x: tensor<8x32xf32>, %o: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = linalg.exp ins(%x : tensor<8x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
    %1 = linalg.mul ins(%0, %x : tensor<8x32xf32>, tensor<8x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
  transform.named_sequence private @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence private @tile(%op: !transform.any_op {transform.consumed}) {
    %t, %l = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %k = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.annotate %l "unroll" = %k : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %u = transform.foreach_match in %root @is_exp -> @tile : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- spmm: sparse_cpu sparse_lib
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @spmm(%a: tensor<16x32xf64, #CSR>, %b: tensor<32x8xf64>, %c: tensor<16x8xf64>) -> tensor<16x8xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf64, #CSR>, tensor<32x8xf64>) outs(%c : tensor<16x8xf64>) -> tensor<16x8xf64>
  return %0 : tensor<16x8xf64>
}
// ----- sddmm: sparse_cpu
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed), posWidth = 32, crdWidth = 32 }>
func.func @sddmm(%s: tensor<8x8xf32, #DCSR>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%s, %a, %b : tensor<8x8xf32, #DCSR>, tensor<8x16xf32>, tensor<16x8xf32>) outs(%x : tensor<8x8xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %1 = arith.mulf %q, %r : f32
      %2 = arith.mulf %1, %p : f32
      %3 = arith.addf %o, %2 : f32
      linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// ----- sparse_filter: sparse_cpu sparse_lib
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @filter(%a: tensor<64xi32, #V>) -> tensor<64xi32, #V> {
  %e = tensor.empty() : tensor<64xi32, #V>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<64xi32, #V>) outs(%e : tensor<64xi32, #V>) {
    ^bb0(%x: i32, %o: i32):
      %r = sparse_tensor.unary %x : i32 to i32
        present = { ^bb0(%v: i32): %two = arith.constant 2 : i32 %w = arith.muli %v, %two : i32 sparse_tensor.yield %w : i32 }
        absent = {}
      linalg.yield %r : i32
  } -> tensor<64xi32, #V>
  return %0 : tensor<64xi32, #V>
}
// ----- sparse_io: sparse_lib
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
func.func @assemble(%d: tensor<10x12xf64>) -> (tensor<10x12xf64, #CSC>, index) {
  %a = sparse_tensor.convert %d : tensor<10x12xf64> to tensor<10x12xf64, #COO>
  %b = sparse_tensor.convert %a : tensor<10x12xf64, #COO> to tensor<10x12xf64, #CSC>
  %n = sparse_tensor.number_of_entries %b : tensor<10x12xf64, #CSC>
  return %b, %n : tensor<10x12xf64, #CSC>, index
}
// ----- tosa_residual: tosa_cpu
func.func @residual(%x: tensor<1x8x8x4xf32>, %y: tensor<1x8x8x4xf32>, %s: tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = tosa.add %x, %y : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.sub %0, %s : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
-19!  %2 = tosa.clamp %1 {min_int = 0 : i64, max_int = 6 : i64, min_fp = 0.0 : f32, max_fp = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
20-!  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %3 = tosa.exp %2 : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %4 = tosa.reciprocal %3 : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %4 : tensor<1x8x8x4xf32>
}
// ----- tosa_dynamic: tosa_cpu
func.func @dynamic(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x1xf32>) {
  %0 = tosa.maximum %x, %y : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = tosa.tanh %0 : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %2 = tosa.greater %1, %x : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xi1>
  %3 = tosa.select %2, %1, %y : (tensor<?x16xi1>, tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %4 = tosa.reduce_max %3 {axis = 1 : i32} : (tensor<?x16xf32>) -> tensor<?x1xf32>
  return %3, %4 : tensor<?x16xf32>, tensor<?x1xf32>
}
// ----- tosa_control: tosa_cpu
func.func @control(%c: tensor<i1>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
-19!  %0 = tosa.cond_if %c -> (tensor<4xi32>) {
20-!  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xi32> {
    %1 = tosa.add %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %1 : tensor<4xi32>
  } else {
    %1 = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %1 : tensor<4xi32>
  }
  return %0 : tensor<4xi32>
}
// ----- micro_kernel: wide scalable
func.func @micro(%a: memref<?x8xf32>, %b: memref<?x8xf32>, %c: memref<8x8xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %init = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %r = scf.for %p = %c0 to %k step %c1 iter_args(%acc = %init) -> (vector<8x8xf32>) {
    %x = vector.load %a[%p, %c0] : memref<?x8xf32>, vector<8xf32>
    %y = vector.load %b[%p, %c0] : memref<?x8xf32>, vector<8xf32>
    %s = vector.outerproduct %x, %y, %acc {kind = #vector.kind<add>} : vector<8xf32>, vector<8xf32>
    scf.yield %s : vector<8x8xf32>
  }
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  return
}
// ----- transpose_block: wide
func.func @transpose(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %o: memref<?x?xf32>, %i: index, %j: index) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %pad : memref<?x?xf32, strided<[?, 1], offset: ?>>, vector<4x8xf32>
  %t = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %e = vector.extract_strided_slice %t {offsets = [2, 0], sizes = [4, 4], strides = [1, 1]} : vector<8x4xf32> to vector<4x4xf32>
  %f = vector.insert_strided_slice %e, %t {offsets = [4, 0], strides = [1, 1]} : vector<4x4xf32> into vector<8x4xf32>
  vector.transfer_write %f, %o[%j, %i] : vector<8x4xf32>, memref<?x?xf32>
  return
}
// ----- soft_max_row: wide simd_rows
func.func @row(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %low = arith.constant -1.0e+30 : f32
  %zero = arith.constant 0.0 : f32
  %lows = arith.constant dense<-1.0e+30> : vector<16xf32>
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %tops = scf.for %i = %c0 to %n step %c16 iter_args(%t = %lows) -> (vector<16xf32>) {
    %v = vector.transfer_read %m[%i], %low : memref<?xf32>, vector<16xf32>
    %u = arith.maximumf %t, %v : vector<16xf32>
    scf.yield %u : vector<16xf32>
  }
  %top = vector.reduction <maximumf>, %tops : vector<16xf32> into f32
  %tv = vector.broadcast %top : f32 to vector<16xf32>
  %sums = scf.for %i = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<16xf32>) {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<16xi1>
    %v = vector.transfer_read %m[%i], %low, %k : memref<?xf32>, vector<16xf32>
    %d = arith.subf %v, %tv : vector<16xf32>
    %e = math.exp %d : vector<16xf32>
    vector.transfer_write %e, %m[%i], %k : vector<16xf32>, memref<?xf32>
    %u = arith.addf %s, %e : vector<16xf32>
    scf.yield %u : vector<16xf32>
  }
  %sum = vector.reduction <add>, %sums : vector<16xf32> into f32
  %r = vector.broadcast %sum : f32 to vector<16xf32>
  vector.print %r : vector<16xf32>
  return
}
// ----- gather_rows: wide simd_rows
func.func @gather(%table: memref<?xf32>, %ids: memref<?xi32>, %out: memref<?xf32>, %at: index) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<[true, true, true, true, true, true, false, false]> : vector<8xi1>
  %pass = arith.constant dense<0.0> : vector<8xf32>
  %i = vector.load %ids[%at] : memref<?xi32>, vector<8xi32>
  %v = vector.gather %table[%c0] [%i], %mask, %pass : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %b = vector.bitcast %v : vector<8xf32> to vector<8xi32>
  %r = vector.shuffle %b, %i [0, 8, 1, 9, 2, 10, 3, 11] : vector<8xi32>, vector<8xi32>
  %f = vector.bitcast %r : vector<8xi32> to vector<8xf32>
  vector.scatter %out[%c0] [%i], %mask, %f : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}
// ----- int8_dot: wide simd_rows
func.func @dot(%a: memref<4x16xi8>, %b: memref<16x4xi8>, %c: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %z8 = arith.constant 0 : i8
  %z32 = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0, %c0], %z8 {in_bounds = [true, true]} : memref<4x16xi8>, vector<4x16xi8>
  %y = vector.transfer_read %b[%c0, %c0], %z8 {in_bounds = [true, true]} : memref<16x4xi8>, vector<16x4xi8>
  %s = vector.transfer_read %c[%c0, %c0], %z32 {in_bounds = [true, true]} : memref<4x4xi32>, vector<4x4xi32>
  %u = arith.extsi %x : vector<4x16xi8> to vector<4x16xi32>
  %v = arith.extsi %y : vector<16x4xi8> to vector<16x4xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %u, %v, %s : vector<4x16xi32>, vector<16x4xi32> into vector<4x4xi32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xi32>, memref<4x4xi32>
  return
}
// ----- scalable_axpy: scalable
func.func @axpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %pad = arith.constant 0.0 : f32
  %vs = vector.vscale
  %step = arith.muli %c4, %vs : index
  %av = vector.broadcast %a : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<[4]xi1>
    %u = vector.transfer_read %x[%i], %pad, %k {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
    %v = vector.transfer_read %y[%i], %pad, %k {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
    %r = vector.fma %av, %u, %v : vector<[4]xf32>
    vector.transfer_write %r, %y[%i], %k {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  }
  return
}
// ----- streaming_tile: scalable
func.func @tile(%a: memref<?x?xf32>, %o: memref<?x?xf32>, %i: index) {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %a[%i, %c0], %pad {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x[4]xf32>
  %t = vector.transpose %v, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  vector.transfer_write %t, %o[%c0, %i] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, memref<?x?xf32>
  return
}
