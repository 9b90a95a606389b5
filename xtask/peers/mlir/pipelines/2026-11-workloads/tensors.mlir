// Models and numerical kernels on tensors, of the set 2026-11-workloads; the form is that of ../development.
// ----- paged_cache: lm_cpu args_model
func.func @paged(%pages: tensor<16x4x8xf16>, %table: tensor<?xi32>, %new: tensor<8xf16>, %length: index) -> (tensor<16x4x8xf16>, tensor<?x4x8xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %block = arith.divui %length, %c4 : index
  %slot = arith.remui %length, %c4 : index
  %p32 = tensor.extract %table[%block] : tensor<?xi32>
  %p = arith.index_castui %p32 : i32 to index
  %stored = tensor.insert_slice %new into %pages[%p, %slot, 0] [1, 1, 8] [1, 1, 1] : tensor<8xf16> into tensor<16x4x8xf16>
  %n = arith.addi %block, %c1 : index
  %e = tensor.empty(%n) : tensor<?x4x8xf16>
  %seen = scf.for %b = %c0 to %n step %c1 iter_args(%t = %e) -> (tensor<?x4x8xf16>) {
    %q32 = tensor.extract %table[%b] : tensor<?xi32>
    %q = arith.index_castui %q32 : i32 to index
    %s = tensor.extract_slice %stored[%q, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<16x4x8xf16> to tensor<1x4x8xf16>
    %u = tensor.insert_slice %s into %t[%b, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<1x4x8xf16> into tensor<?x4x8xf16>
    scf.yield %u : tensor<?x4x8xf16>
  }
  return %stored, %seen : tensor<16x4x8xf16>, tensor<?x4x8xf16>
}
// ----- rotary_pairs: nest_vec cuda_model
#all = affine_map<(t, h, d) -> (t, h, d)>
#angles = affine_map<(t, h, d) -> (t, d)>
func.func @rotary(%a: tensor<6x2x4xf32>, %b: tensor<6x2x4xf32>, %sin: tensor<6x4xf32>, %cos: tensor<6x4xf32>) -> (tensor<6x2x4xf32>, tensor<6x2x4xf32>) {
  %e = tensor.empty() : tensor<6x2x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #angles, #angles, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a, %b, %sin, %cos : tensor<6x2x4xf32>, tensor<6x2x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) outs(%e, %e : tensor<6x2x4xf32>, tensor<6x2x4xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32, %c: f32, %o0: f32, %o1: f32):
    %xc = arith.mulf %x, %c fastmath<contract> : f32
    %ys = arith.mulf %y, %s fastmath<contract> : f32
    %u = arith.subf %xc, %ys fastmath<contract> : f32
    %xs = arith.mulf %x, %s : f32
    %yc = arith.mulf %y, %c : f32
    %v = arith.addf %xs, %yc : f32
    linalg.yield %u, %v : f32, f32
  } -> (tensor<6x2x4xf32>, tensor<6x2x4xf32>)
  return %r#0, %r#1 : tensor<6x2x4xf32>, tensor<6x2x4xf32>
}
// ----- quantised_dense: nest_vec omp_model cpu32
func.func @dense(%x: tensor<4x32xi8>, %w: tensor<32x16xi8>, %bias: tensor<16xi32>, %m: f32) -> tensor<4x16xi8> {
  %zx = arith.constant 3 : i32
  %zw = arith.constant -7 : i32
  %e = tensor.empty() : tensor<4x16xi32>
  %b = linalg.broadcast ins(%bias : tensor<16xi32>) outs(%e : tensor<4x16xi32>) dimensions = [0]
  %acc = linalg.quantized_matmul ins(%x, %w, %zx, %zw : tensor<4x32xi8>, tensor<32x16xi8>, i32, i32) outs(%b : tensor<4x16xi32>) -> tensor<4x16xi32>
  %o = tensor.empty() : tensor<4x16xi8>
  %r = linalg.map ins(%acc : tensor<4x16xi32>) outs(%o : tensor<4x16xi8>)
22-!    (%v: i32, %unused: i8) {
-21!    (%v: i32) {
      %f = arith.sitofp %v : i32 to f32
      %s = arith.mulf %f, %m : f32
      %t = math.roundeven %s : f32
      %low = arith.constant -128.0 : f32
      %high = arith.constant 127.0 : f32
      %c = arith.maximumf %t, %low : f32
      %d = arith.minimumf %c, %high : f32
      %i = arith.fptosi %d : f32 to i8
      linalg.yield %i : i8
    }
  return %r : tensor<4x16xi8>
}
// ----- experts_loop: lm_cpu safe_model
func.func private @expert(%x: tensor<1x8xf32>, %w: tensor<8x8xf32>) -> tensor<1x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x8xf32>, tensor<8x8xf32>) outs(%f : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
func.func @mixture(%x: tensor<?x8xf32>, %w: tensor<4x8x8xf32>, %to: tensor<?xindex>, %share: tensor<?xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %out = tensor.empty(%n) : tensor<?x8xf32>
  %r = scf.for %t = %c0 to %n step %c1 iter_args(%o = %out) -> (tensor<?x8xf32>) {
    %k = tensor.extract %to[%t] : tensor<?xindex>
    %s = tensor.extract %share[%t] : tensor<?xf32>
    %row = tensor.extract_slice %x[%t, 0] [1, 8] [1, 1] : tensor<?x8xf32> to tensor<1x8xf32>
    %m = tensor.extract_slice %w[%k, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<4x8x8xf32> to tensor<8x8xf32>
    %y = func.call @expert(%row, %m) : (tensor<1x8xf32>, tensor<8x8xf32>) -> tensor<1x8xf32>
    %b = tensor.splat %s : tensor<1x8xf32>
    %z = arith.mulf %y, %b : tensor<1x8xf32>
    %p = tensor.insert_slice %z into %o[%t, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<?x8xf32>
    scf.yield %p : tensor<?x8xf32>
  }
  return %r : tensor<?x8xf32>
}
// ----- image_convolve: cuda_model hip_model nest_vec
func.func @blur(%x: tensor<3x12x12xf32>, %k: tensor<5x5xf32>) -> tensor<3x12x12xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 2, 2] high[0, 2, 2] {
  ^bb0(%c: index, %i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<3x12x12xf32> to tensor<3x16x16xf32>
  %e = tensor.empty() : tensor<3x12x12xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3x12x12xf32>) -> tensor<3x12x12xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(c, i, j, u, v) -> (c, i + u, j + v)>, affine_map<(c, i, j, u, v) -> (u, v)>, affine_map<(c, i, j, u, v) -> (c, i, j)>],
    iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%p, %k : tensor<3x16x16xf32>, tensor<5x5xf32>) outs(%f : tensor<3x12x12xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %s, %m : f32
    linalg.yield %t : f32
  } -> tensor<3x12x12xf32>
  return %r : tensor<3x12x12xf32>
}
// ----- separable_filter: omp_model c_model
func.func @separable(%x: tensor<1x20x6xf32>, %h: tensor<5x6x6xf32>) -> tensor<1x8x6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x6xf32>) -> tensor<1x8x6xf32>
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%x, %h : tensor<1x20x6xf32>, tensor<5x6x6xf32>) outs(%f : tensor<1x8x6xf32>) -> tensor<1x8x6xf32>
  %a = linalg.abs ins(%r : tensor<1x8x6xf32>) outs(%e : tensor<1x8x6xf32>) -> tensor<1x8x6xf32>
  %s = linalg.exp ins(%a : tensor<1x8x6xf32>) outs(%e : tensor<1x8x6xf32>) -> tensor<1x8x6xf32>
  return %s : tensor<1x8x6xf32>
}
// ----- volume_pool: omp_model cpu32
func.func @volume(%x: tensor<1x6x6x6x2xf32>, %k: tensor<2x2x2xf32>) -> tensor<1x3x3x3x2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x3x3x3x2xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x3x3x3x2xf32>) -> tensor<1x3x3x3x2xf32>
  %r = linalg.pooling_ndhwc_max {dilations = dense<1> : tensor<3xi64>, strides = dense<2> : tensor<3xi64>} ins(%x, %k : tensor<1x6x6x6x2xf32>, tensor<2x2x2xf32>) outs(%f : tensor<1x3x3x3x2xf32>) -> tensor<1x3x3x3x2xf32>
  return %r : tensor<1x3x3x3x2xf32>
}
// ----- grid_forces: hip_model cl_model
#id = affine_map<(i) -> (i)>
func.func @forces(%x: tensor<64xf32>, %q: tensor<64xf32>, %cut: f32) -> (tensor<64xf32>, tensor<64xi1>) {
  %e = tensor.empty() : tensor<64xf32>
  %b = tensor.empty() : tensor<64xi1>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"], library_call = "pair_force"} ins(%x, %q : tensor<64xf32>, tensor<64xf32>) outs(%e, %b : tensor<64xf32>, tensor<64xi1>) {
  ^bb0(%d: f32, %c: f32, %o: f32, %p: i1):
    %one = arith.constant 1.0 : f32
    %d2 = arith.mulf %d, %d : f32
    %in = arith.cmpf ole, %d2, %cut : f32
    %s = math.rsqrt %d2 : f32
    %s3 = math.powf %s, %c : f32
    %g = math.erf %d : f32
    %h = arith.subf %one, %g : f32
    %f = arith.mulf %s3, %h : f32
    %z = arith.constant 0.0 : f32
    %v = arith.select %in, %f, %z : f32
    linalg.yield %v, %in : f32, i1
  } -> (tensor<64xf32>, tensor<64xi1>)
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xi1>
}
// ----- relaxation: lm_cpu c_model
func.func @relax(%u: tensor<18xf64>, %b: tensor<16xf64>, %tolerance: f64) -> (tensor<18xf64>, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  %big = arith.constant 1.0e+9 : f64
  %half = arith.constant 0.5 : f64
  %z = arith.constant 0.0 : f64
  %r:3 = scf.while (%v = %u, %k = %zero, %res = %big) : (tensor<18xf64>, i32, f64) -> (tensor<18xf64>, i32, f64) {
    %more = arith.cmpf ogt, %res, %tolerance : f64
    %few = arith.cmpi slt, %k, %most : i32
    %go = arith.andi %more, %few : i1
    scf.condition(%go) %v, %k, %res : tensor<18xf64>, i32, f64
  } do {
  ^bb0(%v: tensor<18xf64>, %k: i32, %res: f64):
    %l = tensor.extract_slice %v[0] [16] [1] : tensor<18xf64> to tensor<16xf64>
    %m = tensor.extract_slice %v[1] [16] [1] : tensor<18xf64> to tensor<16xf64>
    %h = tensor.extract_slice %v[2] [16] [1] : tensor<18xf64> to tensor<16xf64>
    %e = tensor.empty() : tensor<16xf64>
    %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%l, %h, %b : tensor<16xf64>, tensor<16xf64>, tensor<16xf64>) outs(%e : tensor<16xf64>) {
    ^bb0(%p: f64, %q: f64, %s: f64, %o: f64):
      %t = arith.addf %p, %q : f64
      %w = arith.subf %t, %s : f64
      %x = arith.mulf %w, %half : f64
      linalg.yield %x : f64
    } -> tensor<16xf64>
    %i = tensor.empty() : tensor<f64>
    %f = linalg.fill ins(%z : f64) outs(%i : tensor<f64>) -> tensor<f64>
    %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%m, %n : tensor<16xf64>, tensor<16xf64>) outs(%f : tensor<f64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %t = arith.subf %p, %q : f64
      %a = math.absf %t : f64
      %w = arith.maximumf %a, %o : f64
      linalg.yield %w : f64
    } -> tensor<f64>
    %worst = tensor.extract %d[] : tensor<f64>
    %next = tensor.insert_slice %n into %v[1] [16] [1] : tensor<16xf64> into tensor<18xf64>
    %k1 = arith.addi %k, %one : i32
    scf.yield %next, %k1, %worst : tensor<18xf64>, i32, f64
  }
  return %r#0, %r#1 : tensor<18xf64>, i32
}
// ----- tall_products: nest_vec omp_model
func.func @gram(%a: tensor<48x6xf64>, %v: tensor<48xf64>) -> (tensor<6x6xf64>, tensor<6xf64>, tensor<f64>) {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<6x6xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<6x6xf64>) -> tensor<6x6xf64>
-19!  %g = linalg.matmul_transpose_a ins(%a, %a : tensor<48x6xf64>, tensor<48x6xf64>) outs(%f : tensor<6x6xf64>) -> tensor<6x6xf64>
20-!  %g = linalg.matmul indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] ins(%a, %a : tensor<48x6xf64>, tensor<48x6xf64>) outs(%f : tensor<6x6xf64>) -> tensor<6x6xf64>
  %e1 = tensor.empty() : tensor<6xf64>
  %f1 = linalg.fill ins(%z : f64) outs(%e1 : tensor<6xf64>) -> tensor<6xf64>
  %w = linalg.vecmat ins(%v, %a : tensor<48xf64>, tensor<48x6xf64>) outs(%f1 : tensor<6xf64>) -> tensor<6xf64>
  %e2 = tensor.empty() : tensor<f64>
  %f2 = linalg.fill ins(%z : f64) outs(%e2 : tensor<f64>) -> tensor<f64>
  %n = linalg.dot ins(%v, %v : tensor<48xf64>, tensor<48xf64>) outs(%f2 : tensor<f64>) -> tensor<f64>
  return %g, %w, %n : tensor<6x6xf64>, tensor<6xf64>, tensor<f64>
}
// ----- aggregate_rows: safe_model args_model
func.func @aggregate(%key: tensor<?xi32>, %price: tensor<?xf64>, %count: tensor<8xi64>, %sum: tensor<8xf64>) -> (tensor<8xi64>, tensor<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %seven = arith.constant 7 : i32
  %n = tensor.dim %key, %c0 : tensor<?xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %count, %s = %sum) -> (tensor<8xi64>, tensor<8xf64>) {
    %k = tensor.extract %key[%i] : tensor<?xi32>
    %m = arith.andi %k, %seven : i32
    %g = arith.index_cast %m : i32 to index
    %v = tensor.extract %price[%i] : tensor<?xf64>
    %c2 = tensor.extract %c[%g] : tensor<8xi64>
    %c3 = arith.addi %c2, %one : i64
    %c4 = tensor.insert %c3 into %c[%g] : tensor<8xi64>
    %s2 = tensor.extract %s[%g] : tensor<8xf64>
    %s3 = arith.addf %s2, %v : f64
    %s4 = tensor.insert %s3 into %s[%g] : tensor<8xf64>
    scf.yield %c4, %s4 : tensor<8xi64>, tensor<8xf64>
  }
  return %r#0, %r#1 : tensor<8xi64>, tensor<8xf64>
}
// ----- forall_rows: args_model omp_model
func.func @rows(%x: tensor<24x16xf32>, %g: tensor<16xf32>) -> tensor<24x16xf32> {
  %e = tensor.empty() : tensor<24x16xf32>
  %r = scf.forall (%i) = (0) to (24) step (6) shared_outs(%o = %e) -> (tensor<24x16xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [6, 16] [1, 1] : tensor<24x16xf32> to tensor<6x16xf32>
    %t = tensor.extract_slice %o[%i, 0] [6, 16] [1, 1] : tensor<24x16xf32> to tensor<6x16xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %g : tensor<6x16xf32>, tensor<16xf32>) outs(%t : tensor<6x16xf32>) {
    ^bb0(%p: f32, %q: f32, %u: f32):
      %m = arith.mulf %p, %q : f32
      %l = math.log2 %m : f32
      %w = math.cbrt %l : f32
      linalg.yield %w : f32
    } -> tensor<6x16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%i, 0] [6, 16] [1, 1] : tensor<6x16xf32> into tensor<24x16xf32>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<24x16xf32>
}
// ----- ring_tensor: task_model vk_model
func.func @shift(%x: tensor<10x4xf32>, %y: tensor<2x4xf32>, %s: tensor<4xf32>) -> tensor<12x4xf32> {
20-!  %c = tensor.concat dim(0) %x, %y : (tensor<10x4xf32>, tensor<2x4xf32>) -> tensor<12x4xf32>
-19!  %h = tensor.empty() : tensor<12x4xf32>
-19!  %i = tensor.insert_slice %x into %h[0, 0] [10, 4] [1, 1] : tensor<10x4xf32> into tensor<12x4xf32>
-19!  %c = tensor.insert_slice %y into %i[10, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<12x4xf32>
  %e = tensor.empty() : tensor<12x4xf32>
  %b = linalg.broadcast ins(%s : tensor<4xf32>) outs(%e : tensor<12x4xf32>) dimensions = [0]
  %d = linalg.div ins(%c, %b : tensor<12x4xf32>, tensor<12x4xf32>) outs(%e : tensor<12x4xf32>) -> tensor<12x4xf32>
  %f = linalg.floor ins(%d : tensor<12x4xf32>) outs(%e : tensor<12x4xf32>) -> tensor<12x4xf32>
  %m = linalg.max ins(%f, %c : tensor<12x4xf32>, tensor<12x4xf32>) outs(%e : tensor<12x4xf32>) -> tensor<12x4xf32>
  return %m : tensor<12x4xf32>
}
// ----- weights_module: tosa_fast
ml_program.global private @layer0(dense<[[0.5, -0.25], [1.5, 2.0]]> : tensor<2x2xf32>) : tensor<2x2xf32>
ml_program.global private mutable @steps(dense<0> : tensor<i64>) : tensor<i64>
memref.global "private" constant @bias : memref<2xf32> = dense<[0.125, -0.5]> {alignment = 64 : i64}
func.func @forward(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = ml_program.global_load_const @layer0 : tensor<2x2xf32>
  %m = memref.get_global @bias : memref<2xf32>
  %b = bufferization.to_tensor %m restrict : memref<2xf32>
20-!   to tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %f = linalg.broadcast ins(%b : tensor<2xf32>) outs(%e : tensor<3x2xf32>) dimensions = [0]
  %y = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%f : tensor<3x2xf32>) -> tensor<3x2xf32>
  %t = ml_program.global_load @steps : tensor<i64>
  %one = arith.constant dense<1> : tensor<i64>
  %u = arith.addi %t, %one : tensor<i64>
  ml_program.global_store @steps = %u : tensor<i64>
  return %y : tensor<3x2xf32>
}
// ----- resource_weights: cpu32 vk_model
func.func @lookup(%i: tensor<5xi32>) -> tensor<5xf32> {
  %t = arith.constant dense_resource<table> : tensor<8xf32>
  %c = arith.constant dense<[1, 2, 4, 8, 16]> : tensor<5xi32>
  %s = arith.constant sparse<[[0], [3]], [1.5, -2.5]> : tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
    ins(%i, %c, %s : tensor<5xi32>, tensor<5xi32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: i32, %b: i32, %f: f32, %o: f32):
    %m = arith.muli %a, %b : i32
    %k = arith.constant 7 : i32
    %n = arith.andi %m, %k : i32
    %x = arith.index_cast %n : i32 to index
    %v = tensor.extract %t[%x] : tensor<8xf32>
    %w = arith.addf %v, %f : f32
    linalg.yield %w : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
{-#
  dialect_resources: {
    builtin: {
      table: "0x040000000000803F0000004000004040000080400000A0400000C0400000E04000000041"
    }
  }
#-}
// ----- mixed_softmax: half_model hip_model
func.func @softmax(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %low = arith.constant 0xFF80 : bf16
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xbf16>
  %f = linalg.fill ins(%low : bf16) outs(%e : tensor<4xbf16>) -> tensor<4xbf16>
  %m = linalg.reduce { arith.maxnumf } ins(%x : tensor<4x8xbf16>) outs(%f : tensor<4xbf16>) dimensions = [1]
  %g = tensor.empty() : tensor<4xf32>
  %h = linalg.fill ins(%z : f32) outs(%g : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %m : tensor<4x8xbf16>, tensor<4xbf16>) outs(%h : tensor<4xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %d = arith.subf %a, %b : bf16
    %w = arith.extf %d : bf16 to f32
    %p = math.exp %w : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %o = tensor.empty() : tensor<4x8xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %m, %s : tensor<4x8xbf16>, tensor<4xbf16>, tensor<4xf32>) outs(%o : tensor<4x8xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32, %u: bf16):
    %d = arith.subf %a, %b : bf16
    %w = arith.extf %d : bf16 to f32
    %p = math.exp %w : f32
    %q = arith.divf %p, %c : f32
    %v = arith.truncf %q : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<4x8xbf16>
  return %r : tensor<4x8xbf16>
}
// ----- eight_bit_floats: half_model
func.func @fp8(%a: tensor<4x8xf8E4M3FN>, %b: tensor<8x4xf8E5M2>, %s: tensor<4xf32>) -> tensor<4x4xf16> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E5M2>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%x: f8E4M3FN, %y: f8E5M2, %c: f32):
    %u = arith.extf %x : f8E4M3FN to f32
    %v = arith.extf %y : f8E5M2 to f32
    %w = math.fma %u, %v, %c : f32
    linalg.yield %w : f32
  } -> tensor<4x4xf32>
  %o = tensor.empty() : tensor<4x4xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p, %s : tensor<4x4xf32>, tensor<4xf32>) outs(%o : tensor<4x4xf16>) {
  ^bb0(%x: f32, %y: f32, %c: f16):
    %m = arith.mulf %x, %y : f32
    %t = math.tanh %m : f32
    %h = arith.truncf %t : f32 to f16
    linalg.yield %h : f16
  } -> tensor<4x4xf16>
  return %r : tensor<4x4xf16>
}
// ----- schedule_attention: scheduled2
#m2 = affine_map<(i, j) -> (i, j)>
module attributes {transform.with_named_sequence} {
  func.func @scores(%q: tensor<32x16xf32>, %k: tensor<16x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<32x64xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
    %s = linalg.matmul ins(%q, %k : tensor<32x16xf32>, tensor<16x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
    %r = linalg.generic {indexing_maps = [#m2, #m2, #m2], iterator_types = ["parallel", "parallel"]} ins(%s, %b : tensor<32x64xf32>, tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %t = arith.addf %x, %y : f32
      %u = math.exp2 %t : f32
      linalg.yield %u : f32
    } -> tensor<32x64xf32>
    return %r : tensor<32x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %last = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %forall = transform.structured.tile_using_forall %last num_threads [4, 2] (mapping = [#gpu.warp<y>, #gpu.warp<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1, %l1 = transform.structured.fuse_into_containing_op %mm into %forall : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f2, %l2 = transform.structured.fuse_into_containing_op %fill into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %inner, %loop = transform.structured.tile_using_for %f1 tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %inner "tuned" : !transform.any_op
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.scf.for_loop_canonicalization
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    transform.yield
  }
}
// ----- schedule_vector_conv: scheduled2
module attributes {transform.with_named_sequence} {
  func.func @conv(%x: tensor<1x18x4xf32>, %k: tensor<3x4x8xf32>, %o: tensor<1x16x8xf32>) -> tensor<1x16x8xf32> {
    %0 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ins(%x, %k : tensor<1x18x4xf32>, tensor<3x4x8xf32>) outs(%o : tensor<1x16x8xf32>) -> tensor<1x16x8xf32>
    return %0 : tensor<1x16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %c = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %c tile_sizes [0, 4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %f = transform.get_parent_op %l#0 {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    %v = transform.structured.vectorize_children_and_apply_patterns %f {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %v {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = "innerparallel"
    } : !transform.any_op
    transform.yield
  }
}
// ----- schedule_choices: scheduled2
module attributes {transform.with_named_sequence} {
  func.func @sums(%x: tensor<64x64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
    %r = linalg.reduce ins(%x : tensor<64x64xf32>) outs(%o : tensor<64xf32>) dimensions = [0] (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
    return %r : tensor<64xf32>
  }
  transform.named_sequence @is_reduce(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.reduce"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @split(%op: !transform.any_op {transform.consumed}) {
    %g = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
    %init, %fill, %sp, %co = transform.structured.split_reduction %g {split_factor = 8, insert_split_dimension = 0} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %new = transform.foreach_match in %root @is_reduce -> @split : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 8 : i64 -> !transform.param<i64>
    %any = transform.structured.match ops{["linalg.generic"]} in %new : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %new : (!transform.any_op) -> !transform.any_op
    transform.alternatives %f : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %m = transform.structured.match ops{["scf.for"]} in %scope : (!transform.any_op) -> !transform.any_op
      transform.loop.unroll %m {factor = 2} : !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
    }
    transform.yield
  }
}
// ----- tosa_detector: tosa_fast
func.func @detect(%x: tensor<1x8x8x3xf32>, %w: tensor<4x3x3x3xf32>, %b: tensor<4xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x4x4xi32>) {
20-!  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
-19!  %0 = tosa.conv2d %x, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32>
20-!  %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 0, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
  %1 = tosa.sigmoid %0 : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %2 = tosa.argmax %1 {axis = 3 : i32} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4xi32>
  %3 = tosa.erf %1 : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %3, %2 : tensor<1x4x4x4xf32>, tensor<1x4x4xi32>
}
// ----- tosa_int_dense: tosa_fast
func.func @dense(%x: tensor<1x4x8xi8>, %w: tensor<1x8x3xi8>) -> tensor<1x4x3xi32> {
20-!  %za = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
20-!  %zb = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
-19!  %0 = tosa.matmul %x, %w {quantization_info = #tosa.matmul_quant<a_zp = 2, b_zp = -1>} : (tensor<1x4x8xi8>, tensor<1x8x3xi8>) -> tensor<1x4x3xi32>
20-!  %0 = tosa.matmul %x, %w, %za, %zb : (tensor<1x4x8xi8>, tensor<1x8x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x3xi32>
-19!  %k = "tosa.const"() <{value = dense<5> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
20-!  %k = "tosa.const"() <{values = dense<5> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %1 = tosa.maximum %0, %k : (tensor<1x4x3xi32>, tensor<1x1x1xi32>) -> tensor<1x4x3xi32>
  %2 = tosa.arithmetic_right_shift %1, %k {round = true} : (tensor<1x4x3xi32>, tensor<1x1x1xi32>) -> tensor<1x4x3xi32>
  return %2 : tensor<1x4x3xi32>
}
// ----- tosa_sequence: tosa_fast
func.func @sequence(%x: tensor<2x5x4xf32>, %n: tensor<2x1x1xf32>) -> tensor<2x1x4xf32> {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x5x4xf32>) -> tensor<2x1x4xf32>
  %1 = tosa.reciprocal %n : (tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
-19!  %2 = tosa.mul %0, %1 {shift = 0 : i8} : (tensor<2x1x4xf32>, tensor<2x1x1xf32>) -> tensor<2x1x4xf32>
20-!  %sh = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
20-!  %2 = tosa.mul %0, %1, %sh : (tensor<2x1x4xf32>, tensor<2x1x1xf32>, tensor<1xi8>) -> tensor<2x1x4xf32>
  %3 = tosa.tanh %2 : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
-19!  %4 = tosa.clamp %3 {min_fp = -0.5 : f32, max_fp = 0.5 : f32, min_int = 0 : i64, max_int = 0 : i64} : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
20-!  %4 = tosa.clamp %3 {min_val = -0.5 : f32, max_val = 0.5 : f32} : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  %5 = tosa.rsqrt %4 : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  return %5 : tensor<2x1x4xf32>
}
// ----- quant_layers: quantised
!q = !quant.uniform<i8:f32, 0.0625:-4>
!c = !quant.uniform<i8<-127:127>:f32:0, {0.5, 0.25:3, 0.125}>
func.func @layers(%x: tensor<3x4xf32>, %w: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4x!c>) {
  %0 = "quant.qcast"(%x) : (tensor<3x4xf32>) -> tensor<3x4x!q>
  %1 = "quant.scast"(%0) : (tensor<3x4x!q>) -> tensor<3x4xi8>
  %k = arith.constant dense<3> : tensor<3x4xi8>
  %2 = arith.addi %1, %k : tensor<3x4xi8>
  %3 = "quant.scast"(%2) : (tensor<3x4xi8>) -> tensor<3x4x!q>
  %4 = "quant.dcast"(%3) : (tensor<3x4x!q>) -> tensor<3x4xf32>
  %5 = "quant.qcast"(%w) : (tensor<3x4xf32>) -> tensor<3x4x!c>
  return %4, %5 : tensor<3x4xf32>, tensor<3x4x!c>
}
// ----- quant_calls: quantised
!a = !quant.uniform<u8:f32, 0.01:128>
!n = !quant.any<i8<-8:7>:f32>
!g = !quant.calibrated<f32<-1.5:2.5>>
func.func private @activation(tensor<?x!a>) -> tensor<?x!a>
func.func @call(%x: tensor<?x!a>, %y: tensor<4x!g>) -> (tensor<?xf32>, tensor<4x!g>) {
  %0 = call @activation(%x) : (tensor<?x!a>) -> tensor<?x!a>
  %1 = "quant.dcast"(%0) : (tensor<?x!a>) -> tensor<?xf32>
  %2 = math.absf %1 : tensor<?xf32>
  return %2, %y : tensor<?xf32>, tensor<4x!g>
}
// ----- packed_layout: scheduled2
module attributes {transform.with_named_sequence} {
func.func @blocks(%a: tensor<30x40xf32>, %s: tensor<30x40xf32>) -> tensor<30x40xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x5x8x8xf32>
-19!  %p = tensor.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<30x40xf32> -> tensor<4x5x8x8xf32>
20-!  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %e : tensor<30x40xf32> -> tensor<4x5x8x8xf32>
  %q = linalg.negf ins(%p : tensor<4x5x8x8xf32>) outs(%e : tensor<4x5x8x8xf32>) -> tensor<4x5x8x8xf32>
-19!  %u = tensor.unpack %q inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %s : tensor<4x5x8x8xf32> -> tensor<30x40xf32>
20-!  %u = linalg.unpack %q inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %s : tensor<4x5x8x8xf32> -> tensor<30x40xf32>
  return %u : tensor<30x40xf32>
}
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
-19!    %p = transform.structured.match ops{["tensor.pack"]} in %root : (!transform.any_op) -> !transform.op<"tensor.pack">
-19!    %u = transform.structured.match ops{["tensor.unpack"]} in %root : (!transform.any_op) -> !transform.op<"tensor.unpack">
-19!    transform.structured.lower_pack %p : (!transform.op<"tensor.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
-19!    transform.structured.lower_unpack %u : (!transform.op<"tensor.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
20-!    %p = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
20-!    %u = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
20-!    transform.structured.lower_pack %p : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
20-!    transform.structured.lower_unpack %u : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}
// ----- heads_products: lm_cpu cuda_model
func.func @heads(%q: tensor<2x6x8xf16>, %k: tensor<2x6x8xf16>) -> tensor<2x6x6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
-19!  %r = linalg.batch_matmul_transpose_b ins(%q, %k : tensor<2x6x8xf16>, tensor<2x6x8xf16>) outs(%f : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
20-!  %r = linalg.batch_matmul indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, j, k)>, affine_map<(b, i, j, k) -> (b, i, j)>] ins(%q, %k : tensor<2x6x8xf16>, tensor<2x6x8xf16>) outs(%f : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %s = linalg.tanh ins(%r : tensor<2x6x6xf32>) outs(%e : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  return %s : tensor<2x6x6xf32>
}
// ----- any_contraction: nest_vec hip_model
func.func @contract(%a: tensor<4x6x8xf32>, %b: tensor<8x5xf32>, %c: tensor<4x6x5xf32>) -> tensor<4x6x5xf32> {
-19!  %r = linalg.generic {indexing_maps = [affine_map<(i, j, n, k) -> (i, j, k)>, affine_map<(i, j, n, k) -> (k, n)>, affine_map<(i, j, n, k) -> (i, j, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x6x8xf32>, tensor<8x5xf32>) outs(%c : tensor<4x6x5xf32>) {
-19!  ^bb0(%x: f32, %y: f32, %s: f32):
-19!    %m = arith.mulf %x, %y : f32
-19!    %t = arith.addf %s, %m : f32
-19!    linalg.yield %t : f32
-19!  } -> tensor<4x6x5xf32>
20-!  %r = linalg.contract indexing_maps = [affine_map<(i, j, n, k) -> (i, j, k)>, affine_map<(i, j, n, k) -> (k, n)>, affine_map<(i, j, n, k) -> (i, j, n)>] ins(%a, %b : tensor<4x6x8xf32>, tensor<8x5xf32>) outs(%c : tensor<4x6x5xf32>) -> tensor<4x6x5xf32>
  return %r : tensor<4x6x5xf32>
}
// ----- dynamic_batches: cl_model task_model
func.func @normalise(%x: tensor<?x12xf32>, %mean: tensor<12xf32>, %scale: tensor<12xf32>) -> tensor<?x12xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x12xf32>
  %e = tensor.empty(%n) : tensor<?x12xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %mean, %scale : tensor<?x12xf32>, tensor<12xf32>, tensor<12xf32>) outs(%e : tensor<?x12xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %m = arith.mulf %d, %c : f32
    %t = arith.constant 3.0 : f32
    %u = arith.minimumf %m, %t : f32
    linalg.yield %u : f32
  } -> tensor<?x12xf32>
  return %r : tensor<?x12xf32>
}
