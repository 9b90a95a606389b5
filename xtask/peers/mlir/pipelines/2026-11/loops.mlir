// Loops, memory, calls, numbers of the set 2026-11-pipelines.
// ----- fib: structured unstructured
func.func @fib(%n: i32) -> i64 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a0 = arith.constant 0 : i64
  %b0 = arith.constant 1 : i64
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %a0, %b = %b0) -> (i64, i64) : i32 {
    %s = arith.addi %a, %b overflow<nuw> : i64
    scf.yield %b, %s : i64, i64
  }
  return %r#0 : i64
}
// ----- gcd: structured unstructured
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi ne, %y, %z : i32
    scf.condition(%c) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %m = arith.remsi %x, %y : i32
    scf.yield %y, %m : i32, i32
  }
  return %r#0 : i32
}
// ----- regions: structured
func.func @regions(%p: i1, %m: memref<4xf64>) -> f64 {
  %c = arith.constant 2 : index
  %r = scf.execute_region -> f64 {
    cf.cond_br %p, ^a, ^b
  ^a:
    %x = memref.load %m[%c] : memref<4xf64>
    scf.yield %x : f64
  ^b:
    %y = arith.constant 2.5 : f64
    scf.yield %y : f64
  }
  scf.if %p { memref.store %r, %m[%c] : memref<4xf64> }
  return %r : f64
}
// ----- grid: structured threads device
func.func @grid(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %m) step (%c1, %c2) {
    %v = memref.load %a[%i, %j] : memref<?x?xf32>
    %w = math.sqrt %v : f32
    %x = arith.divf %w, %v fastmath<arcp> : f32
    memref.store %x, %b[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
// ----- extremes: structured threads
func.func @extremes(%a: memref<96xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 96 : index
  %low = arith.constant 0xFF800000 : f32
  %high = arith.constant 0x7F800000 : f32
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%low, %high) -> (f32, f32) {
    %v = memref.load %a[%i] : memref<96xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%x: f32, %y: f32):
      %m = arith.maximumf %x, %y : f32
      scf.reduce.return %m : f32
    }, {
    ^bb0(%x: f32, %y: f32):
      %m = arith.minimumf %x, %y : f32
      scf.reduce.return %m : f32
    }
  }
  return %r#0, %r#1 : f32, f32
}
// ----- matmul_loops: polyhedral threads
func.func @matmul(%a: memref<16x24xf64>, %b: memref<24x8xf64>, %c: memref<16x8xf64>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%i, %k] : memref<16x24xf64>
        %y = affine.load %b[%k, %j] : memref<24x8xf64>
        %z = affine.load %c[%i, %j] : memref<16x8xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<16x8xf64>
      }
    }
  }
  return
}
// ----- producers: polyhedral
func.func @producers(%a: memref<48xf32>, %o: memref<48xf32>) {
  %t = memref.alloc() : memref<48xf32>
  %u = memref.alloc() : memref<48xf32, affine_map<(d) -> (d floordiv 8, d mod 8)>>
  affine.for %i = 0 to 48 { %v = affine.load %a[%i] : memref<48xf32> %w = math.exp %v : f32 affine.store %w, %t[%i] : memref<48xf32> }
  affine.for %i = 0 to 48 { %v = affine.load %t[%i] : memref<48xf32> affine.store %v, %u[%i] : memref<48xf32, affine_map<(d) -> (d floordiv 8, d mod 8)>> }
  affine.for %i = 2 to 46 { %v = affine.load %u[%i + 1] : memref<48xf32, affine_map<(d) -> (d floordiv 8, d mod 8)>> %w = affine.load %t[%i - 2] : memref<48xf32> %x = arith.mulf %v, %w : f32 affine.store %x, %o[%i] : memref<48xf32> }
  memref.dealloc %t : memref<48xf32>
  memref.dealloc %u : memref<48xf32, affine_map<(d) -> (d floordiv 8, d mod 8)>>
  return
}
// ----- affine_vectors: polyhedral
func.func @affine_vectors(%a: memref<40xf32>, %n: index) -> index {
  affine.for %i = 0 to 40 step 8 {
    %v = affine.vector_load %a[%i] : memref<40xf32>, vector<8xf32>
    %w = arith.addf %v, %v : vector<8xf32>
    affine.vector_store %w, %a[%i] : memref<40xf32>, vector<8xf32>
    affine.prefetch %a[%i + 8], read, locality<2>, data : memref<40xf32>
  }
  %m = affine.max affine_map<(d)[s] -> (d - s, 3, d floordiv 2)>(%n)[%n]
  %k = affine.min affine_map<(d) -> (d ceildiv 3, 100)>(%m)
  return %k : index
}
// ----- wavefront: polyhedral
#inside = affine_set<(i, j)[n] : (i - j >= 0, n - i - j >= 0)>
func.func @wavefront(%m: memref<?x?xi64>, %n: index) {
  %c = arith.constant -5 : i64
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(i) -> (0, i - 4)>(%i) to affine_map<(i)[n] -> (n - i)>(%i)[%n] {
      affine.if #inside(%i, %j)[%n] { affine.store %c, %m[%i, symbol(%n) - %j - 1] : memref<?x?xi64> }
    }
  }
  return
}
// ----- scratchpads: memory polyhedral
func.func @scratchpads(%n: index, %x: f32) -> f32 {
  %z = arith.constant 0 : index
  %r = memref.alloca_scope -> f32 {
    %a = memref.alloca(%n) {alignment = 32 : i64} : memref<?xf32>
    memref.store %x, %a[%z] : memref<?xf32>
    %v = memref.load %a[%z] : memref<?xf32>
    memref.alloca_scope.return %v : f32
  }
  %b = memref.alloc() : memref<8xf32>
  %d = memref.realloc %b(%n) : memref<8xf32> to memref<?xf32>
  %w = memref.generic_atomic_rmw %d[%z] : memref<?xf32> {
  ^bb0(%old: f32):
    %s = arith.addf %old, %r : f32
    memref.atomic_yield %s : f32
  }
  memref.dealloc %d : memref<?xf32>
  return %w : f32
}
// ----- shapes_of_memory: memory
func.func @shapes_of_memory(%m: memref<?x8xf32, strided<[?, 1], offset: ?>>, %s: memref<2xindex>, %i: index, %u: memref<6xf32>) -> (memref<?x2x4xf32, strided<[?, 4, 1], offset: ?>>, memref<?x?xf32>, memref<?x8xf32, strided<[?, 1], offset: ?>>) {
-18!  %e = memref.expand_shape %m [[0], [1, 2]] : memref<?x8xf32, strided<[?, 1], offset: ?>> into memref<?x2x4xf32, strided<[?, 4, 1], offset: ?>>
19-!  %e = memref.expand_shape %m [[0], [1, 2]] output_shape [%i, 2, 4] : memref<?x8xf32, strided<[?, 1], offset: ?>> into memref<?x2x4xf32, strided<[?, 4, 1], offset: ?>>
  %r = memref.reshape %u(%s) : (memref<6xf32>, memref<2xindex>) -> memref<?x?xf32>
  %v = memref.subview %m[%i, 0] [%i, 8] [1, 1] : memref<?x8xf32, strided<[?, 1], offset: ?>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  return %e, %r, %v : memref<?x2x4xf32, strided<[?, 4, 1], offset: ?>>, memref<?x?xf32>, memref<?x8xf32, strided<[?, 1], offset: ?>>
}
// ----- spaces: memory
memref.global "public" @shared : memref<64xi16, 3> = uninitialized
memref.global "private" constant @weights : memref<2x2xf16> = dense<[[1.0, -2.0], [0.5, 4.0]]>
func.func @spaces(%m: memref<16xf32, 1>, %i: index) -> (i16, f16, memref<16xf32>) {
  %g = memref.get_global @shared : memref<64xi16, 3>
  %w = memref.get_global @weights : memref<2x2xf16>
  %a = memref.load %g[%i] {nontemporal = true} : memref<64xi16, 3>
  %b = memref.load %w[%i, %i] : memref<2x2xf16>
  %c = memref.memory_space_cast %m : memref<16xf32, 1> to memref<16xf32>
  return %a, %b, %c : i16, f16, memref<16xf32>
}
// ----- transfers_of_memory: memory
func.func @dma(%s: memref<256xf32>, %d: memref<64xf32, 2>, %t: memref<1xi32>, %i: index) {
  %n = arith.constant 64 : index
  %z = arith.constant 0 : index
  memref.dma_start %s[%i], %d[%z], %n, %t[%z] : memref<256xf32>, memref<64xf32, 2>, memref<1xi32>
  memref.dma_wait %t[%z], %n : memref<1xi32>
  return
}
// ----- copies: memory
func.func @copies(%a: memref<?x?xi8, strided<[?, ?], offset: ?>>, %b: memref<?x?xi8>) {
  memref.copy %a, %b : memref<?x?xi8, strided<[?, ?], offset: ?>> to memref<?x?xi8>
  linalg.copy ins(%b : memref<?x?xi8>) outs(%a : memref<?x?xi8, strided<[?, ?], offset: ?>>)
  return
}
// ----- recursion: unstructured
func.func @odd(%n: i64) -> i1 attributes {llvm.emit_c_interface, passthrough = ["noinline"]} {
  %z = arith.constant 0 : i64
  %o = arith.constant 1 : i64
  %c = arith.cmpi eq, %n, %z : i64
  cf.cond_br %c, ^no, ^rest
^no:
  %f = arith.constant false
  return %f : i1
^rest:
  %m = arith.subi %n, %o : i64
  %r = call @even(%m) : (i64) -> i1
  return %r : i1
}
func.func private @even(%n: i64) -> i1 {
  %z = arith.constant 0 : i64
  %o = arith.constant 1 : i64
  %c = arith.cmpi eq, %n, %z : i64
  %m = arith.subi %n, %o : i64
  cf.cond_br %c, ^yes, ^rest(%m : i64)
^yes:
  %t = arith.constant true
  return %t : i1
^rest(%k: i64):
  %r = call @odd(%k) : (i64) -> i1
  return %r : i1
}
// ----- states: unstructured
func.func @states(%s: i64, %x: f32) -> (f32, i64) {
  cf.br ^dispatch(%s, %x : i64, f32)
^dispatch(%k: i64, %v: f32):
  cf.switch %k : i64, [ default: ^end(%v : f32), 0: ^double(%v : f32), -1: ^half(%v : f32) ]
^double(%a: f32):
  %d = arith.addf %a, %a : f32
  %two = arith.constant -1 : i64
  cf.br ^dispatch(%two, %d : i64, f32)
^half(%b: f32):
  %h = arith.constant 0.5 : f32
  %m = arith.mulf %b, %h : f32
  cf.br ^end(%m : f32)
^end(%r: f32):
  return %r, %s : f32, i64
}
// ----- pointers_to_functions: unstructured
func.func private @external(i32, memref<?xf32>) -> (i32, i1) attributes {llvm.readnone}
func.func @indirect(%x: i32, %m: memref<?xf32>, %p: i1) -> i32 {
  %f = constant @external : (i32, memref<?xf32>) -> (i32, i1)
  %r:2 = call_indirect %f(%x, %m) : (i32, memref<?xf32>) -> (i32, i1)
  cf.assert %r#1, "the external function said no"
  %q:2 = call @external(%r#0, %m) : (i32, memref<?xf32>) -> (i32, i1)
  return %q#0 : i32
}
// ----- bits: numbers
func.func @bits(%a: i64, %b: i64, %v: vector<8xi32>, %i: index) -> (i64, vector<8xi32>, i64, index) {
  %0 = arith.shrsi %a, %b : i64
  %1 = arith.shrui %0, %b : i64
  %2 = arith.andi %1, %a : i64
  %3 = arith.ori %2, %b : i64
  %4 = arith.divui %3, %b : i64
  %5 = arith.ceildivui %4, %a : i64
  %lo, %hi = arith.mului_extended %5, %a : i64
  %6 = arith.remui %lo, %hi : i64
  %7 = arith.minsi %6, %a : i64
  %8 = arith.maxui %7, %b : i64
  %9 = arith.muli %v, %v overflow<nsw> : vector<8xi32>
  %10 = arith.index_castui %i : index to i64
  %11 = arith.index_cast %10 : i64 to index
  return %8, %9, %10, %11 : i64, vector<8xi32>, i64, index
}
// ----- small_floats: numbers
func.func @small_floats(%a: bf16, %b: f16, %c: f8E4M3FN, %d: f8E5M2, %v: vector<4xf64>) -> (f32, f16, f64, vector<4xi64>, i1) {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.addf %b, %b fastmath<nnan,ninf,nsz> : f16
  %2 = arith.extf %c : f8E4M3FN to f32
  %3 = arith.extf %d : f8E5M2 to f64
  %4 = arith.fptoui %v : vector<4xf64> to vector<4xi64>
  %5 = arith.addf %0, %2 : f32
  %6 = arith.cmpf ueq, %5, %0 fastmath<fast> : f32
  %7 = arith.cmpf ord, %1, %1 : f16
  %8 = arith.xori %6, %7 : i1
  return %5, %1, %3, %4, %8 : f32, f16, f64, vector<4xi64>, i1
}
// ----- rounding: numbers
func.func @rounding(%x: f64, %n: i64) -> (f64, i64, f32, f32) {
  %0 = math.round %x : f64
  %1 = math.roundeven %0 : f64
  %2 = math.trunc %1 : f64
  %3 = math.ceil %2 fastmath<nnan> : f64
  %4 = math.cbrt %3 : f64
  %5 = arith.uitofp %n : i64 to f64
  %6 = arith.maxnumf %4, %5 : f64
  %7 = math.cttz %n : i64
  %8 = math.absi %7 : i64
  %9 = arith.truncf %6 : f64 to f32
  %10 = arith.sitofp %8 : i64 to f32
  return %6, %8, %9, %10 : f64, i64, f32, f32
}
// ----- trigonometry: numbers
func.func @trigonometry(%x: f32, %v: vector<4xf32>, %t: tensor<3xf32>, %b: i32) -> (f32, vector<4xf32>, tensor<3xf32>, i32) {
  %0 = math.tan %x : f32
  %1 = math.cos %0 fastmath<fast> : f32
  %2 = math.log2 %1 : f32
  %3 = math.log10 %2 : f32
  %4 = math.log1p %3 : f32
  %5 = math.expm1 %4 : f32
  %6 = math.atan %5 : f32
  %7 = math.rsqrt %v : vector<4xf32>
  %8 = math.tanh %7 : vector<4xf32>
  %9 = math.exp %t : tensor<3xf32>
  %10 = math.ipowi %b, %b : i32
  return %6, %8, %9, %10 : f32, vector<4xf32>, tensor<3xf32>, i32
}
// ----- phases: complexes
func.func @phases(%a: complex<f64>, %x: f64) -> (complex<f64>, f64, i1) {
  %0 = complex.log %a : complex<f64>
  %1 = complex.pow %0, %a : complex<f64>
  %2 = complex.sub %1, %0 fastmath<contract> : complex<f64>
  %3 = complex.neg %2 : complex<f64>
  %4 = complex.sign %3 : complex<f64>
  %5 = complex.angle %4 : complex<f64>
  %6 = complex.sin %4 : complex<f64>
  %7 = complex.tanh %6 : complex<f64>
  %8 = complex.neq %7, %a : complex<f64>
  %9 = complex.expm1 %7 : complex<f64>
  return %9, %5, %8 : complex<f64>, f64, i1
}
// ----- sizes: sizes
func.func @sizes(%a: index, %b: index, %i: i32) -> (index, index, i1) {
  %0 = index.ceildivs %a, %b
  %1 = index.ceildivu %0, %b
  %2 = index.rems %1, %a
  %3 = index.remu %2, %b
  %4 = index.shrs %3, %a
  %5 = index.xor %4, %b
  %6 = index.mins %5, %a
  %7 = index.or %6, %a
  %8 = index.castu %i : i32 to index
  %9 = index.cmp ugt(%7, %8)
  %t = index.bool.constant true
  %c = arith.andi %9, %t : i1
  return %7, %8, %c : index, index, i1
}
// ----- lanes: lanes
func.func @lanes(%a: vector<8xf32>, %m: vector<8xi1>, %x: f32, %i: index) -> (f32, vector<16xf32>, vector<8xf32>) {
  %0 = vector.mask %m { vector.reduction <mul>, %a : vector<8xf32> into f32 } : vector<8xi1> -> f32
  %1 = vector.interleave %a, %a : vector<8xf32> -> vector<16xf32>
  %2 = vector.reduction <minnumf>, %a, %x : vector<8xf32> into f32
  %3 = vector.insert %2, %a [%i] : f32 into vector<8xf32>
  %4 = vector.extract %3[3] : f32 from vector<8xf32>
  %5 = vector.broadcast %4 : f32 to vector<8xf32>
  return %0, %1, %5 : f32, vector<16xf32>, vector<8xf32>
}
// ----- scans: lanes
func.func @scans(%a: vector<3x4xi32>, %i: vector<4xi32>) -> (vector<3x4xi32>, vector<3xi32>) {
  %0:2 = vector.scan <add>, %a, %i {inclusive = true, reduction_dim = 0} : vector<3x4xi32>, vector<4xi32>
  %z = arith.constant dense<2147483647> : vector<3xi32>
  %1 = vector.multi_reduction <minsi>, %0#0, %z [1] : vector<3x4xi32> to vector<3xi32>
  return %0#0, %1 : vector<3x4xi32>, vector<3xi32>
}
// ----- tiles: lanes
func.func @tiles(%t: tensor<?x32xf32>, %m: memref<8x?xf64, strided<[?, 1], offset: ?>>, %i: index, %k: vector<4x4xi1>) -> (tensor<?x32xf32>, vector<2x4xf64>) {
  %p = arith.constant 0.0 : f32
  %q = arith.constant 1.0 : f64
  %0 = vector.transfer_read %t[%i, %i], %p, %k {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : tensor<?x32xf32>, vector<4x4xf32>
  %1 = vector.transfer_read %m[%i, %i], %q {in_bounds = [false, true]} : memref<8x?xf64, strided<[?, 1], offset: ?>>, vector<2x4xf64>
  %2 = vector.transfer_write %0, %t[%i, %i] : vector<4x4xf32>, tensor<?x32xf32>
  %3 = vector.transfer_read %m[%i, %i], %q {permutation_map = affine_map<(d0, d1) -> (d1)>} : memref<8x?xf64, strided<[?, 1], offset: ?>>, vector<4xf64>
  vector.transfer_write %3, %m[%i, %i] : vector<4xf64>, memref<8x?xf64, strided<[?, 1], offset: ?>>
  return %2, %1 : tensor<?x32xf32>, vector<2x4xf64>
}
// ----- packed: lanes
func.func @packed(%m: memref<?xi32>, %k: vector<16xi1>, %v: vector<16xi32>, %i: index) -> vector<16xi32> {
  %0 = vector.expandload %m[%i], %k, %v : memref<?xi32>, vector<16xi1>, vector<16xi32> into vector<16xi32>
  vector.compressstore %m[%i], %k, %0 : memref<?xi32>, vector<16xi1>, vector<16xi32>
  %1 = vector.shuffle %0, %v [0, 16, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<16xi32>, vector<16xi32>
  return %1 : vector<16xi32>
}
// ----- contractions: lanes
func.func @contractions(%a: vector<2x3x4xf32>, %b: vector<2x4x5xf32>, %c: vector<2x3x5xf32>, %x: vector<4xi32>, %y: vector<4xi32>, %z: i32) -> (vector<2x3x5xf32>, i32) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (b, k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} %a, %b, %c : vector<2x3x4xf32>, vector<2x4x5xf32> into vector<2x3x5xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %x, %y, %z : vector<4xi32>, vector<4xi32> into i32
  return %0, %1 : vector<2x3x5xf32>, i32
}
// ----- rank_zero: lanes
func.func @rank_zero(%m: memref<f32>, %v: vector<f32>) -> (f32, vector<1xf32>) {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[], %p : memref<f32>, vector<f32>
  %1 = arith.addf %0, %v : vector<f32>
  vector.transfer_write %1, %m[] : vector<f32>, memref<f32>
  %2 = vector.extract %1[] : f32 from vector<f32>
  %3 = vector.shape_cast %1 : vector<f32> to vector<1xf32>
  return %2, %3 : f32, vector<1xf32>
}
// ----- scalable_dot: lanes
func.func @scalable_dot(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) -> f32 {
  %z = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4 : index
  %vs = vector.vscale
  %step = arith.muli %four, %vs : index
  %init = arith.constant dense<0.0> : vector<[4]xf32>
  %r = scf.for %i = %z to %n step %step iter_args(%acc = %init) -> (vector<[4]xf32>) {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<[4]xi1>
    %x = vector.maskedload %a[%i], %k, %init : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
    %y = vector.maskedload %b[%i], %k, %init : memref<?xf32>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
    %s = vector.fma %x, %y, %acc : vector<[4]xf32>
    scf.yield %s : vector<[4]xf32>
  }
  %t = vector.reduction <add>, %r : vector<[4]xf32> into f32
  return %t : f32
}
// ----- groups: futures
func.func @groups(%m: memref<?xi64>, %n: index) -> i64 {
  %z = arith.constant 0 : index
  %g = async.create_group %n : !async.group
  %t = async.execute { %c = arith.constant 5 : i64 memref.store %c, %m[%z] : memref<?xi64> async.yield }
  %r = async.add_to_group %t, %g : !async.token
  async.await_all %g
  %v = memref.load %m[%z] : memref<?xi64>
  return %v : i64
}
// ----- chains: futures
async.func @later(%x: f64) -> !async.value<f64> {
  %y = arith.mulf %x, %x : f64
  return %y : f64
}
func.func @chains(%x: f64) -> f64 {
  %a = async.call @later(%x) : (f64) -> !async.value<f64>
  %t, %b = async.execute (%a as %u : !async.value<f64>) -> !async.value<f64> {
    %w = arith.negf %u : f64
    async.yield %w : f64
  }
  %r = async.await %b : !async.value<f64>
  return %r : f64
}
