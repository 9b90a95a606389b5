// Programs on tensors of the set 2026-11-pipelines; the form is that of ../development.
// ----- conv1d: linalg_cpu linalg_par
func.func @conv1d(%s: tensor<32xf32>, %k: tensor<5xf32>, %o: tensor<28xf32>) -> tensor<28xf32> {
  %0 = linalg.conv_1d ins(%s, %k : tensor<32xf32>, tensor<5xf32>) outs(%o : tensor<28xf32>) -> tensor<28xf32>
  return %0 : tensor<28xf32>
}
// ----- conv_nchw: linalg_cpu linalg_gpu
func.func @conv_nchw(%i: tensor<1x2x7x7xf32>, %k: tensor<3x2x3x3xf32>) -> tensor<1x3x3x3xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%i, %k : tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) outs(%f : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %0 : tensor<1x3x3x3xf32>
}
// ----- matvecs: linalg_cpu linalg_par tiling
func.func @matvecs(%a: tensor<6x9xf64>, %x: tensor<9xf64>, %y: tensor<6xf64>, %d: tensor<f64>) -> (tensor<6xf64>, tensor<f64>, tensor<9xf64>) {
  %0 = linalg.matvec ins(%a, %x : tensor<6x9xf64>, tensor<9xf64>) outs(%y : tensor<6xf64>) -> tensor<6xf64>
  %1 = linalg.dot ins(%0, %y : tensor<6xf64>, tensor<6xf64>) outs(%d : tensor<f64>) -> tensor<f64>
  %2 = linalg.vecmat ins(%0, %a : tensor<6xf64>, tensor<6x9xf64>) outs(%x : tensor<9xf64>) -> tensor<9xf64>
  return %0, %1, %2 : tensor<6xf64>, tensor<f64>, tensor<9xf64>
}
// ----- integer_matmul: linalg_cpu linalg_gpu
func.func @integer(%a: tensor<4x6xi8>, %b: tensor<6x5xi8>, %c: tensor<4x5xi32>, %p: i32) -> tensor<4x5xi32> {
  %0 = linalg.quantized_matmul ins(%a, %b, %p, %p : tensor<4x6xi8>, tensor<6x5xi8>, i32, i32) outs(%c : tensor<4x5xi32>) -> tensor<4x5xi32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x6xi8>, tensor<6x5xi8>) outs(%0 : tensor<4x5xi32>) -> tensor<4x5xi32>
  return %1 : tensor<4x5xi32>
}
// ----- mmt: linalg_cpu
func.func @mmt(%a: tensor<2x3x4x2xf32>, %b: tensor<2x3x4x2xf32>, %c: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %0 = linalg.mmt4d ins(%a, %b : tensor<2x3x4x2xf32>, tensor<2x3x4x2xf32>) outs(%c : tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}
// ----- softmaxes: linalg_par decompose
func.func @softmaxes(%x: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %e = tensor.empty() : tensor<2x16xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}
// ----- elementwises: linalg_cpu linalg_gpu decompose
func.func @elementwises(%a: tensor<?x6xf32>, %b: tensor<?x6xf32>, %o: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = linalg.sub ins(%a, %b : tensor<?x6xf32>, tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  %1 = linalg.abs ins(%0 : tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  %2 = linalg.max ins(%1, %a : tensor<?x6xf32>, tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  %3 = linalg.div ins(%2, %b : tensor<?x6xf32>, tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  %4 = linalg.floor ins(%3 : tensor<?x6xf32>) outs(%o : tensor<?x6xf32>) -> tensor<?x6xf32>
  return %4 : tensor<?x6xf32>
}
// ----- maps: linalg_cpu buffers
func.func @maps(%a: tensor<12xf32>, %b: tensor<12xf32>) -> (tensor<12xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<12xf32>
  %m = linalg.map ins(%a, %b : tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<12xf32>)
-21!    (%x: f32, %y: f32) {
22-!    (%x: f32, %y: f32, %old: f32) {
      %0 = math.sin %x : f32
      %1 = arith.mulf %0, %y fastmath<fast> : f32
      linalg.yield %1 : f32
    }
  %i = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.reduce ins(%m : tensor<12xf32>) outs(%i : tensor<f32>) dimensions = [0]
    (%x: f32, %y: f32) {
      %0 = arith.maxnumf %x, %y : f32
      linalg.yield %0 : f32
    }
  return %m, %r : tensor<12xf32>, tensor<f32>
}
// ----- argmax: linalg_cpu linalg_par
func.func @argmax(%x: tensor<5x11xf32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %low = arith.constant -3.40282347E+38 : f32
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5xf32>
  %g = tensor.empty() : tensor<5xi32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %h = linalg.fill ins(%z : i32) outs(%g : tensor<5xi32>) -> tensor<5xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<5x11xf32>) outs(%f, %h : tensor<5xf32>, tensor<5xi32>) {
    ^bb0(%v: f32, %m: f32, %at: i32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %j : index to i32
      %c = arith.cmpf ogt, %v, %m : f32
      %n = arith.select %c, %v, %m : f32
      %o = arith.select %c, %k, %at : i32
      linalg.yield %n, %o : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xi32>
}
// ----- windows: buffers linalg_par
func.func @windows(%t: tensor<?x?xf64>, %i: index, %j: index, %n: index) -> (tensor<?x?xf64>, tensor<3x?xf64>) {
  %w = tensor.extract_slice %t[%i, %j] [%n, %n] [2, 3] : tensor<?x?xf64> to tensor<?x?xf64>
  %b = tensor.extract_slice %t[0, %i] [3, %n] [1, 1] : tensor<?x?xf64> to tensor<3x?xf64>
  %c = tensor.cast %b : tensor<3x?xf64> to tensor<?x?xf64>
  %u = tensor.insert_slice %b into %t[%j, 0] [3, %n] [1, 2] : tensor<3x?xf64> into tensor<?x?xf64>
  return %u, %b : tensor<?x?xf64>, tensor<3x?xf64>
}
// ----- joins: buffers
func.func @joins(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>, %x: f32, %n: index) -> (tensor<2x7xf32>, tensor<4xf32>, tensor<?x2xf32>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %s = tensor.splat %x : tensor<4xf32>
  %d = tensor.splat %x[%n] : tensor<?x2xf32>
  return %c, %s, %d : tensor<2x7xf32>, tensor<4xf32>, tensor<?x2xf32>
}
// ----- gathers: buffers
func.func @gathers(%t: tensor<4x8x16xf32>, %i: tensor<6x2xindex>, %r: tensor<*xf32>, %s: tensor<2xindex>) -> (tensor<6x4x1x1xf32>, index, tensor<?x?xf32>) {
  %g = tensor.gather %t[%i] gather_dims([1, 2]) : (tensor<4x8x16xf32>, tensor<6x2xindex>) -> tensor<6x4x1x1xf32>
  %n = tensor.rank %r : tensor<*xf32>
  %v = tensor.reshape %t(%s) : (tensor<4x8x16xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %g, %n, %v : tensor<6x4x1x1xf32>, index, tensor<?x?xf32>
}
// ----- borders: buffers linalg_cpu
func.func @borders(%t: tensor<5x5xi32>, %v: i32) -> tensor<9x5xi32> {
  %p = tensor.pad %t nofold low[2, 0] high[2, 0] { ^bb0(%i: index, %j: index): %k = arith.index_cast %j : index to i32 %s = arith.muli %k, %v : i32 tensor.yield %s : i32 } : tensor<5x5xi32> to tensor<9x5xi32>
  return %p : tensor<9x5xi32>
}
// ----- destination: buffers
func.func @destination(%t: tensor<8xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
-20!  %b = bufferization.to_tensor %m restrict : memref<8xf32>
21-!  %b = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %n = linalg.negf ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  bufferization.materialize_in_destination %n in writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return %n : tensor<8xf32>
}
// ----- mapped: foralls
func.func @mapped(%a: tensor<16x32xf32>, %o: tensor<16x32xf32>) -> tensor<16x32xf32> {
  %r = scf.forall (%i, %j) = (0, 0) to (16, 32) step (8, 8) shared_outs(%s = %o) -> (tensor<16x32xf32>) {
    %x = tensor.extract_slice %a[%i, %j] [8, 8] [1, 1] : tensor<16x32xf32> to tensor<8x8xf32>
    %y = tensor.extract_slice %s[%i, %j] [8, 8] [1, 1] : tensor<16x32xf32> to tensor<8x8xf32>
    %z = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) { ^bb0(%p: f32, %q: f32): %v = math.absf %p : f32 linalg.yield %v : f32 } -> tensor<8x8xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %z into %s[%i, %j] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<16x32xf32> }
  } {mapping = [#gpu.block<y>, #gpu.block<x>]}
  return %r : tensor<16x32xf32>
}
// ----- tile_fuse: tiling
module attributes {transform.with_named_sequence} {
  func.func @fused(%a: tensor<24x12xf32>, %b: tensor<12x18xf32>, %o: tensor<24x18xf32>) -> tensor<24x18xf32> {
    %z = arith.constant 1.0 : f32
    %f = linalg.fill ins(%z : f32) outs(%o : tensor<24x18xf32>) -> tensor<24x18xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<24x12xf32>, tensor<12x18xf32>) outs(%f : tensor<24x18xf32>) -> tensor<24x18xf32>
    %1 = linalg.exp ins(%0 : tensor<24x18xf32>) outs(%o : tensor<24x18xf32>) -> tensor<24x18xf32>
    return %1 : tensor<24x18xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
-20!    %t, %l:2 = transform.structured.fuse %e {tile_sizes = [6, 9], tile_interchange = [1, 0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
21-!    %t, %l:2 = transform.structured.fuse %e tile_sizes [6, 9] interchange [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- tile_pad: tiling
module attributes {transform.with_named_sequence} {
  func.func @padded(%a: tensor<10x12xf32>, %b: tensor<12x7xf32>, %o: tensor<10x7xf32>) -> tensor<10x7xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<10x12xf32>, tensor<12x7xf32>) outs(%o : tensor<10x7xf32>) -> tensor<10x7xf32>
    return %0 : tensor<10x7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %m tile_sizes [4, 4, 5] interchange = [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %g = transform.structured.generalize %t : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.interchange %g iterator_interchange = [2, 0, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- tile_vector: tiling
module attributes {transform.with_named_sequence} {
  func.func @vectorised(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %e = tensor.empty() : tensor<16x16xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) { ^bb0(%x: f32, %y: f32, %o: f32): %v = arith.subf %x, %y : f32 linalg.yield %v : f32 } -> tensor<16x16xf32>
    return %0 : tensor<16x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.get_parent_op %m {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    %v = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- csr_add: sparsity
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @csr_add(%a: tensor<6x6xf32, #CSR>, %b: tensor<6x6xf32, #CSR>) -> tensor<6x6xf32, #CSR> {
  %e = tensor.empty() : tensor<6x6xf32, #CSR>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : tensor<6x6xf32, #CSR>, tensor<6x6xf32, #CSR>) outs(%e : tensor<6x6xf32, #CSR>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %r = sparse_tensor.binary %x, %y : f32, f32 to f32
        overlap = { ^bb1(%p: f32, %q: f32): %s = arith.addf %p, %q : f32 sparse_tensor.yield %s : f32 }
        left = identity
        right = identity
      linalg.yield %r : f32
  } -> tensor<6x6xf32, #CSR>
  return %0 : tensor<6x6xf32, #CSR>
}
// ----- coo_foreach: sparsity
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton), crdWidth = 64 }>
func.func @coo(%t: tensor<?x?xf64, #COO>, %z: f64) -> (f64, memref<?xi64, strided<[?], offset: ?>>) {
  %s = sparse_tensor.foreach in %t init(%z) : tensor<?x?xf64, #COO>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %v: f64, %a: f64):
    %n = arith.addf %a, %v : f64
    sparse_tensor.yield %n : f64
  }
  %c = sparse_tensor.coordinates %t {level = 0 : index} : tensor<?x?xf64, #COO> to memref<?xi64, strided<[?], offset: ?>>
  return %s, %c : f64, memref<?xi64, strided<[?], offset: ?>>
}
// ----- bsr: sparsity
#BSR = #sparse_tensor.encoding<{ map = (i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense) }>
func.func @bsr(%t: tensor<8x8xf32, #BSR>, %b: tensor<8x4xf32>, %c: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%t, %b : tensor<8x8xf32, #BSR>, tensor<8x4xf32>) outs(%c : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// ----- tosa_shapes: tosas
func.func @shapes(%x: tensor<2x6xf32>, %y: tensor<2x3xf32>) -> (tensor<12xf32>, tensor<2x9xf32>, tensor<6x2xf32>) {
-19!  %0 = tosa.reshape %x {new_shape = array<i64: 12>} : (tensor<2x6xf32>) -> tensor<12xf32>
20-!  %s = tosa.const_shape {values = dense<12> : tensor<1xindex>} : () -> !tosa.shape<1>
20-!  %0 = tosa.reshape %x, %s : (tensor<2x6xf32>, !tosa.shape<1>) -> tensor<12xf32>
  %1 = tosa.concat %x, %y {axis = 1 : i32} : (tensor<2x6xf32>, tensor<2x3xf32>) -> tensor<2x9xf32>
-19!  %p = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
-19!  %2 = tosa.transpose %x, %p : (tensor<2x6xf32>, tensor<2xi32>) -> tensor<6x2xf32>
20-!  %2 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x6xf32>) -> tensor<6x2xf32>
  return %0, %1, %2 : tensor<12xf32>, tensor<2x9xf32>, tensor<6x2xf32>
}
// ----- tosa_numbers: tosas
func.func @numbers(%x: tensor<4x4xi32>, %f: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xi1>) {
  %0 = tosa.cast %x : (tensor<4x4xi32>) -> tensor<4x4xf32>
  %1 = tosa.pow %f, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = tosa.bitwise_xor %x, %x : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
  %3 = tosa.arithmetic_right_shift %2, %x {round = true} : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
  %4 = tosa.equal %3, %x : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %5 = tosa.logical_not %4 : (tensor<4x4xi1>) -> tensor<4x4xi1>
  %6 = tosa.rsqrt %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = tosa.floor %6 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %7, %3, %5 : tensor<4x4xf32>, tensor<4x4xi32>, tensor<4x4xi1>
}
// ----- tosa_argmax: tosas
func.func @argmax(%x: tensor<3x7xf32>, %v: tensor<1x5x2xf32>, %i: tensor<1x4xi32>) -> (tensor<3xi32>, tensor<1x4x2xf32>) {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<3x7xf32>) -> tensor<3xi32>
  %1 = tosa.gather %v, %i : (tensor<1x5x2xf32>, tensor<1x4xi32>) -> tensor<1x4x2xf32>
  return %0, %1 : tensor<3xi32>, tensor<1x4x2xf32>
}
// ----- programs: buffers
ml_program.global public mutable @counter(dense<7> : tensor<2xi64>) : tensor<2xi64>
ml_program.func @twice(%x: i64) -> i64 {
  %0 = arith.addi %x, %x : i64
  ml_program.return %0 : i64
}
ml_program.subgraph @graph(%x: tensor<2xi64>) -> tensor<2xi64> {
  %t = ml_program.token
  %v, %u = ml_program.global_load_graph @counter ordering(%t -> !ml_program.token) : tensor<2xi64>
  ml_program.output %v : tensor<2xi64>
}
// ----- extents: shapes
func.func @extents(%a: tensor<?x4xf32>, %b: !shape.shape) -> (index, !shape.shape, !shape.witness) {
  %s = shape.shape_of %a : tensor<?x4xf32> -> tensor<?xindex>
  %r = shape.rank %s : tensor<?xindex> -> index
  %n = shape.num_elements %s : tensor<?xindex> -> index
  %c = shape.const_shape [1, 4] : !shape.shape
  %d = shape.broadcast %b, %c : !shape.shape, !shape.shape -> !shape.shape
  %w = shape.cstr_eq %d, %c : !shape.shape, !shape.shape
  %x = shape.reduce(%s, %n) : tensor<?xindex> -> index {
  ^bb0(%i: index, %e: index, %acc: index):
    %p = shape.mul %acc, %e : index, index -> index
    shape.yield %p : index
  }
  return %x, %d, %w : index, !shape.shape, !shape.witness
}
