// Tensors, of the set 2026-11-releases; the form is that of ../development.
// ----- loaf_weights: t_loops t_threads
func.func @normalise(%crumb: tensor<12x9xf32>, %scale: tensor<9xf32>) -> tensor<12x9xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rows = tensor.empty() : tensor<12xf32>
  %start = linalg.fill ins(%zero : f32) outs(%rows : tensor<12xf32>) -> tensor<12xf32>
  %sums = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>], iterator_types = ["parallel", "reduction"]}
    ins(%crumb : tensor<12x9xf32>) outs(%start : tensor<12xf32>) {
  ^bb0(%v: f32, %a: f32):
    %m = math.absf %v : f32
    %s = arith.addf %m, %a : f32
    linalg.yield %s : f32
  } -> tensor<12xf32>
  %out = tensor.empty() : tensor<12x9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>, affine_map<(r, c) -> (c)>, affine_map<(r, c) -> (r, c)>], iterator_types = ["parallel", "parallel"]}
    ins(%crumb, %sums, %scale : tensor<12x9xf32>, tensor<12xf32>, tensor<9xf32>) outs(%out : tensor<12x9xf32>) {
  ^bb0(%v: f32, %s: f32, %w: f32, %o: f32):
    %d = arith.addf %s, %one fastmath<nnan,ninf> : f32
    %q = arith.divf %v, %d : f32
    %p = arith.mulf %q, %w : f32
    linalg.yield %p : f32
  } -> tensor<12x9xf32>
  return %r : tensor<12x9xf32>
}
// ----- parcel_prices: t_affine t_simd
func.func @prices(%kilos: tensor<64xf64>, %zone: tensor<64xi32>, %table: tensor<8x4xf64>) -> tensor<64xf64> {
  %out = tensor.empty() : tensor<64xf64>
  %step = arith.constant 2.5 : f64
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%kilos, %zone : tensor<64xf64>, tensor<64xi32>) outs(%out : tensor<64xf64>) {
  ^bb0(%k: f64, %z: i32, %o: f64):
    %i = linalg.index 0 : index
    %low = arith.maxsi %z, %zero : i32
    %at = arith.minsi %low, %three : i32
    %col = arith.index_cast %at : i32 to index
    %eight = arith.constant 8 : index
    %row = arith.remui %i, %eight : index
    %p = tensor.extract %table[%row, %col] : tensor<8x4xf64>
    %q = arith.divf %k, %step : f64
    %up = math.ceil %q : f64
    %t = arith.mulf %up, %p : f64
    linalg.yield %t : f64
  } -> tensor<64xf64>
  return %r : tensor<64xf64>
}
// ----- orchard_grafts: t_loops t_c
func.func @grafts(%a: tensor<7x5xf32>, %b: tensor<5x6xf32>, %c: tensor<7x6xf32>, %bias: tensor<6xf32>) -> tensor<7x6xf32> {
  %m = linalg.matmul ins(%a, %b : tensor<7x5xf32>, tensor<5x6xf32>) outs(%c : tensor<7x6xf32>) -> tensor<7x6xf32>
  %e = tensor.empty() : tensor<7x6xf32>
  %w = linalg.broadcast ins(%bias : tensor<6xf32>) outs(%e : tensor<7x6xf32>) dimensions = [0]
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%m, %w : tensor<7x6xf32>, tensor<7x6xf32>) outs(%e : tensor<7x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %z = arith.addf %x, %y : f32
    %g = arith.negf %z : f32
    linalg.yield %g : f32
  } -> tensor<7x6xf32>
  return %s : tensor<7x6xf32>
}
// ----- ledger_transpose: t_loops t_affine
func.func @ledger(%a: tensor<4x6x3xi16>) -> (tensor<3x4x6xi16>, tensor<3x24xi16>) {
  %e = tensor.empty() : tensor<3x4x6xi16>
  %t = linalg.transpose ins(%a : tensor<4x6x3xi16>) outs(%e : tensor<3x4x6xi16>) permutation = [2, 0, 1]
  %f = tensor.collapse_shape %t [[0], [1, 2]] : tensor<3x4x6xi16> into tensor<3x24xi16>
  return %t, %f : tensor<3x4x6xi16>, tensor<3x24xi16>
}
// ----- stamp_windows: t_loops t_device
func.func @stamps(%sheet: tensor<1x14x14x2xf32>, %window: tensor<3x3xf32>, %out: tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %init = linalg.fill ins(%low : f32) outs(%out : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%sheet, %window : tensor<1x14x14x2xf32>, tensor<3x3xf32>) outs(%init : tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return %r : tensor<1x6x6x2xf32>
}
// ----- press_kernel: t_loops t_affine
func.func @press(%i: tensor<2x10x10x3xf32>, %k: tensor<3x3x3x2xf32>) -> tensor<2x8x8x6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8x8x3x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x8x8x3x2xf32>) -> tensor<2x8x8x3x2xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%i, %k : tensor<2x10x10x3xf32>, tensor<3x3x3x2xf32>) outs(%f : tensor<2x8x8x3x2xf32>) -> tensor<2x8x8x3x2xf32>
  %r = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<2x8x8x3x2xf32> into tensor<2x8x8x6xf32>
  return %r : tensor<2x8x8x6xf32>
}
// ----- margins_padded: t_loops
func.func @margins(%page: tensor<?x20xf32>, %ink: f32, %n: index) -> tensor<?x26xf32> {
  %p = tensor.pad %page low[%n, 2] high[1, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %ink : f32
  } : tensor<?x20xf32> to tensor<?x26xf32>
  return %p : tensor<?x26xf32>
}
// ----- cut_sheets: t_loops t_affine
func.func @cut(%roll: tensor<40x30xf32>, %at: index, %piece: tensor<8x10xf32>) -> (tensor<40x30xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %roll[%at, 3] [8, 10] [1, 2] : tensor<40x30xf32> to tensor<8x10xf32>
  %e = tensor.empty() : tensor<8x10xf32>
  %m = linalg.map ins(%s, %piece : tensor<8x10xf32>, tensor<8x10xf32>) outs(%e : tensor<8x10xf32>)
-21!    (%a: f32, %b: f32) {
22-!    (%a: f32, %b: f32, %old: f32) {
      %d = arith.subf %a, %b : f32
      %q = arith.mulf %d, %d : f32
      linalg.yield %q : f32
    }
  %r = tensor.insert_slice %m into %roll[0, 0] [8, 10] [2, 1] : tensor<8x10xf32> into tensor<40x30xf32>
  %c = tensor.extract_slice %roll[5, 7] [1, 4] [1, 1] : tensor<40x30xf32> to tensor<4xf32>
  return %r, %c : tensor<40x30xf32>, tensor<4xf32>
}
// ----- batch_stock: t_loops t_threads
func.func @stock(%a: tensor<5x4x8xf32>, %b: tensor<5x8x3xf32>) -> tensor<5x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x4x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
  %m = linalg.batch_matmul ins(%a, %b : tensor<5x4x8xf32>, tensor<5x8x3xf32>) outs(%f : tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
  %e2 = tensor.empty() : tensor<5x4xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<5x4xf32>) -> tensor<5x4xf32>
  %r = linalg.reduce ins(%m : tensor<5x4x3xf32>) outs(%f2 : tensor<5x4xf32>) dimensions = [2]
    (%x: f32, %acc: f32) {
      %s = arith.addf %x, %acc : f32
      linalg.yield %s : f32
    }
  return %r : tensor<5x4xf32>
}
// ----- crates_counted: t_loops t_simd
func.func @count(%kinds: tensor<96xi8>) -> tensor<i32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %seven = arith.constant 7 : i8
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%kinds : tensor<96xi8>) outs(%f : tensor<i32>) {
  ^bb0(%k: i8, %a: i32):
    %is = arith.cmpi eq, %k, %seven : i8
    %n = arith.extui %is : i1 to i32
    %s = arith.addi %a, %n : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
// ----- rolling_dough: t_loops
func.func @rolls(%t: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<16xf32>) {
    %first = tensor.extract %x[%c0] : tensor<16xf32>
    %next = scf.for %j = %c1 to %c16 step %c1 iter_args(%y = %x) -> (tensor<16xf32>) {
      %v = tensor.extract %x[%j] : tensor<16xf32>
      %k = arith.subi %j, %c1 : index
      %w = tensor.insert %v into %y[%k] : tensor<16xf32>
      scf.yield %w : tensor<16xf32>
    }
    %c15 = arith.constant 15 : index
    %last = tensor.insert %first into %next[%c15] : tensor<16xf32>
    scf.yield %last : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
// ----- seasons_elements: t_loops t_affine
func.func @seasons(%d: tensor<365xf32>) -> tensor<5x73xf32> {
  %phase = arith.constant dense<0.0172> : tensor<365xf32>
  %turn = arith.mulf %d, %phase : tensor<365xf32>
  %s = math.sin %turn : tensor<365xf32>
  %h = arith.constant dense<0.5> : tensor<365xf32>
  %c = arith.cmpf ogt, %s, %h : tensor<365xf32>
  %r = arith.select %c, %s, %h : tensor<365xi1>, tensor<365xf32>
  %e = tensor.empty() : tensor<365xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%r : tensor<365xf32>) outs(%e : tensor<365xf32>) {
  ^bb0(%v: f32, %o: f32):
    %q = math.sqrt %v : f32
    %l = math.log1p %q : f32
    linalg.yield %l : f32
  } -> tensor<365xf32>
-18!  %x = tensor.expand_shape %m [[0, 1]] : tensor<365xf32> into tensor<5x73xf32>
19-!  %x = tensor.expand_shape %m [[0, 1]] output_shape [5, 73] : tensor<365xf32> into tensor<5x73xf32>
  return %x : tensor<5x73xf32>
}
// ----- vats_forall: t_loops
func.func @vats(%a: tensor<24x12xf32>, %b: tensor<24x12xf32>) -> tensor<24x12xf32> {
  %e = tensor.empty() : tensor<24x12xf32>
  %r = scf.forall (%i, %j) in (4, 3) shared_outs(%o = %e) -> (tensor<24x12xf32>) {
    %x = affine.apply affine_map<(d0) -> (d0 * 6)>(%i)
    %y = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
    %s = tensor.extract_slice %a[%x, %y] [6, 4] [1, 1] : tensor<24x12xf32> to tensor<6x4xf32>
    %t = tensor.extract_slice %b[%x, %y] [6, 4] [1, 1] : tensor<24x12xf32> to tensor<6x4xf32>
    %u = tensor.extract_slice %o[%x, %y] [6, 4] [1, 1] : tensor<24x12xf32> to tensor<6x4xf32>
    %v = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %t : tensor<6x4xf32>, tensor<6x4xf32>) outs(%u : tensor<6x4xf32>) {
    ^bb0(%p: f32, %q: f32, %w: f32):
      %h = arith.mulf %p, %q : f32
      linalg.yield %h : f32
    } -> tensor<6x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%x, %y] [6, 4] [1, 1] : tensor<6x4xf32> into tensor<24x12xf32>
    }
  }
  return %r : tensor<24x12xf32>
}
// ----- gathered_letters: t_loops
func.func @letters(%n: index, %box: tensor<?x4xi32>) -> (tensor<?xi32>, tensor<2x2xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %d = tensor.dim %box, %c0 : tensor<?x4xi32>
  %g = tensor.generate %d {
  ^bb0(%i: index):
    %c2 = arith.constant 2 : index
    %v = tensor.extract %box[%i, %c2] : tensor<?x4xi32>
    %w = arith.shli %v, %c3 : i32
    tensor.yield %w : i32
  } : tensor<?xi32>
  %f = tensor.from_elements %c3, %c3, %c3, %c3 : tensor<2x2xi32>
  %s = tensor.splat %c3 : tensor<4xi32>
  %x = tensor.extract %s[%c0] : tensor<4xi32>
  return %g, %f, %x : tensor<?xi32>, tensor<2x2xi32>, i32
}
// ----- tosa_bakery: t_tosa
func.func @bakery(%x: tensor<3x8xf32>, %y: tensor<1x8xf32>) -> tensor<3x1xf32> {
-17!  %a = "tosa.add"(%x, %y) : (tensor<3x8xf32>, tensor<1x8xf32>) -> tensor<3x8xf32>
18-!  %a = tosa.add %x, %y : (tensor<3x8xf32>, tensor<1x8xf32>) -> tensor<3x8xf32>
-17!  %s = "tosa.sigmoid"(%a) : (tensor<3x8xf32>) -> tensor<3x8xf32>
18-!  %s = tosa.sigmoid %a : (tensor<3x8xf32>) -> tensor<3x8xf32>
-17!  %e = "tosa.exp"(%s) : (tensor<3x8xf32>) -> tensor<3x8xf32>
18-!  %e = tosa.exp %s : (tensor<3x8xf32>) -> tensor<3x8xf32>
-17!  %r = "tosa.reduce_sum"(%e) {axis = 1 : i64} : (tensor<3x8xf32>) -> tensor<3x1xf32>
18-!  %r = tosa.reduce_sum %e {axis = 1 : i32} : (tensor<3x8xf32>) -> tensor<3x1xf32>
-17!  %q = "tosa.reciprocal"(%r) : (tensor<3x1xf32>) -> tensor<3x1xf32>
18-!  %q = tosa.reciprocal %r : (tensor<3x1xf32>) -> tensor<3x1xf32>
  return %q : tensor<3x1xf32>
}
// ----- tosa_sorting: t_tosa
func.func @sorting(%x: tensor<2x6xi32>, %w: tensor<2x6xi32>) -> (tensor<2x6xi32>, tensor<2x6xi1>, tensor<2x6xi32>) {
-17!  %m = "tosa.maximum"(%x, %w) : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
18-!  %m = tosa.maximum %x, %w : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
-17!  %g = "tosa.greater_equal"(%m, %w) : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi1>
18-!  %g = tosa.greater_equal %m, %w : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi1>
-17!  %s = "tosa.select"(%g, %x, %w) : (tensor<2x6xi1>, tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
18-!  %s = tosa.select %g, %x, %w : (tensor<2x6xi1>, tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
-17!  %b = "tosa.bitwise_xor"(%s, %m) : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
18-!  %b = tosa.bitwise_xor %s, %m : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
-17!  %k = "tosa.clz"(%b) : (tensor<2x6xi32>) -> tensor<2x6xi32>
18-!  %k = tosa.clz %b : (tensor<2x6xi32>) -> tensor<2x6xi32>
  return %s, %g, %k : tensor<2x6xi32>, tensor<2x6xi1>, tensor<2x6xi32>
}
