// Loops, memory, calls, numbers.
// ----- prefix: scf affine_loops cf
func.func @prefix(%m: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %init = arith.constant 0.0 : f32
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %init) -> (f32) {
    %v = memref.load %m[%i] : memref<?xf32>
    %s = arith.addf %a, %v : f32
    memref.store %s, %m[%i] : memref<?xf32>
    scf.yield %s : f32
  }
  return %r : f32
}
// ----- collatz: scf cf
func.func @collatz(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %r:2 = scf.while (%x = %n, %k = %c0) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi sgt, %x, %c1 : i64
    scf.condition(%go) %x, %k : i64, i64
  } do {
  ^bb0(%x: i64, %k: i64):
    %odd = arith.remui %x, %c2 : i64
    %is = arith.cmpi ne, %odd, %c0 : i64
    %y = scf.if %is -> (i64) {
      %t = arith.muli %x, %c3 : i64
      %u = arith.addi %t, %c1 : i64
      scf.yield %u : i64
    } else {
      %u = arith.shrui %x, %c1 : i64
      scf.yield %u : i64
    }
    %l = arith.addi %k, %c1 : i64
    scf.yield %y, %l : i64, i64
  }
  return %r#1 : i64
}
// ----- switches: scf cf
func.func @pick(%i: index, %x: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 { %a = arith.addi %x, %x : i32 scf.yield %a : i32 }
  case 5 { %a = arith.muli %x, %x : i32 scf.yield %a : i32 }
  default { scf.yield %x : i32 }
  return %r : i32
}
// ----- parallel_sum: scf scf_omp async gpu_loops
func.func @parallel(%m: memref<128xf32>, %o: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 128 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %m[%i] : memref<128xf32>
    %e = math.tanh %v : f32
    memref.store %e, %o[%i] : memref<128xf32>
    scf.reduce
  }
  return
}
// ----- reduction: scf scf_omp
func.func @reduction(%m: memref<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %z = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %v = memref.load %m[%i] : memref<64xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
// ----- stencil2d: affine_loops scf_omp
func.func @stencil2d(%a: memref<34x34xf32>, %b: memref<34x34xf32>) {
  %q = arith.constant 0.25 : f32
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %n = affine.load %a[%i - 1, %j] : memref<34x34xf32>
      %s = affine.load %a[%i + 1, %j] : memref<34x34xf32>
      %w = affine.load %a[%i, %j - 1] : memref<34x34xf32>
      %e = affine.load %a[%i, %j + 1] : memref<34x34xf32>
      %x = arith.addf %n, %s : f32
      %y = arith.addf %w, %e : f32
      %z = arith.addf %x, %y : f32
      %r = arith.mulf %z, %q fastmath<fast> : f32
      affine.store %r, %b[%i, %j] : memref<34x34xf32>
    }
  }
  return
}
// ----- triangle: affine_loops
func.func @triangle(%a: memref<?x?xf64>, %n: index) -> f64 {
  %z = arith.constant 0.0 : f64
  %t = affine.for %i = 0 to %n iter_args(%s = %z) -> f64 {
    %u = affine.for %j = affine_map<(d) -> (d)>(%i) to min affine_map<(d)[n] -> (d + 16, n)>(%i)[%n] step 2 iter_args(%r = %s) -> f64 {
      %v = affine.load %a[%i, %j floordiv 2] : memref<?x?xf64>
      %w = arith.addf %r, %v : f64
      affine.yield %w : f64
    }
    affine.yield %u : f64
  }
  return %t : f64
}
// ----- affine_if: affine_loops
#even = affine_set<(i)[n] : (i mod 2 == 0, n - i - 1 >= 0)>
func.func @affine_if(%m: memref<100xi32>, %n: index) {
  %c = arith.constant 7 : i32
  affine.for %i = 0 to 100 {
    affine.if #even(%i)[%n] { affine.store %c, %m[%i] : memref<100xi32> } else { %x = affine.load %m[%i] : memref<100xi32> %y = arith.addi %x, %c : i32 affine.store %y, %m[%i] : memref<100xi32> }
  }
  return
}
// ----- affine_parallel: affine_loops scf_omp
func.func @aff_par(%a: memref<32x32xf32>, %b: memref<32xf32>) {
  affine.parallel (%i) = (0) to (32) {
    %r = affine.parallel (%j) = (0) to (32) reduce ("addf") -> f32 {
      %v = affine.load %a[%i, %j] : memref<32x32xf32>
      affine.yield %v : f32
    }
    affine.store %r, %b[%i] : memref<32xf32>
  }
  return
}
// ----- views: memref
func.func @views(%m: memref<64x64xf32>, %i: index, %n: index) -> f32 {
  %s = memref.subview %m[%i, 0] [8, 8] [1, 2] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 2], offset: ?>>
  %d = memref.subview %m[0, %i] [%n, 4] [1, 1] : memref<64x64xf32> to memref<?x4xf32, strided<[64, 1], offset: ?>>
  %c = memref.cast %d : memref<?x4xf32, strided<[64, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %row = memref.subview %m[3, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: 192>>
  memref.copy %s, %s : memref<8x8xf32, strided<[64, 2], offset: ?>> to memref<8x8xf32, strided<[64, 2], offset: ?>>
  %z = arith.constant 0 : index
  %x = memref.load %c[%z, %z] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %y = memref.load %row[%i] : memref<64xf32, strided<[1], offset: 192>>
  %r = arith.addf %x, %y : f32
  return %r : f32
}
// ----- buffers: memref
module {
  memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 5]>
  memref.global @scratch : memref<16xf32> = uninitialized {alignment = 64 : i64}
  func.func @buffers(%n: index, %k: i32) -> i32 {
    %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?xi32>
    %s = memref.alloca() : memref<4x4xf32>
    %g = memref.get_global @table : memref<4xi32>
    %h = memref.get_global @scratch : memref<16xf32>
    %two = arith.constant 2 : index
    %v = memref.load %g[%two] : memref<4xi32>
    memref.store %v, %a[%two] : memref<?xi32>
    %old = memref.atomic_rmw addi %k, %a[%two] : (i32, memref<?xi32>) -> i32
    %dim = memref.dim %a, %two : memref<?xi32>
    %z = arith.constant 0.0 : f32
    memref.store %z, %s[%two, %two] : memref<4x4xf32>
    memref.dealloc %a : memref<?xi32>
    return %old : i32
  }
}
// ----- layouts: memref
func.func @layouts(%b: memref<2048xi8>, %o: index, %m: memref<4x6xf32>) -> (memref<?x4xf32>, memref<24xf32>, memref<2x3xf32, strided<[3, 1], offset: 2>>, memref<6x4xf32, strided<[1, 6]>>) {
  %n = arith.constant 3 : index
  %v = memref.view %b[%o][%n] : memref<2048xi8> to memref<?x4xf32>
  %c = memref.collapse_shape %m [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  %r = memref.reinterpret_cast %m to offset: [2], sizes: [2, 3], strides: [3, 1] : memref<4x6xf32> to memref<2x3xf32, strided<[3, 1], offset: 2>>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x6xf32> to memref<6x4xf32, strided<[1, 6]>>
  memref.assume_alignment %m, 16 : memref<4x6xf32>
  return %v, %c, %r, %t : memref<?x4xf32>, memref<24xf32>, memref<2x3xf32, strided<[3, 1], offset: 2>>, memref<6x4xf32, strided<[1, 6]>>
}
// ----- metadata: memref
func.func @metadata(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>) -> (index, index) {
  %b, %o, %s:2, %t:2 = memref.extract_strided_metadata %m : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x?xf32, strided<[?, 1], offset: ?>> -> index
  return %p, %o : index, index
}
// ----- unranked: memref
func.func private @show(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @unranked(%m: memref<4xf32>) {
  %u = memref.cast %m : memref<4xf32> to memref<*xf32>
  call @show(%u) : (memref<*xf32>) -> ()
  %r = memref.rank %u : memref<*xf32>
  memref.prefetch %m[%r], read, locality<3>, data : memref<4xf32>
  return
}
// ----- calls: cf memref
func.func private @helper(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %y = arith.xori %x, %c : i32
  return %y : i32
}
func.func @calls(%x: i32) -> i32 {
  %a = call @helper(%x) : (i32) -> i32
  %f = constant @helper : (i32) -> i32
  %b = call_indirect %f(%a) : (i32) -> i32
  return %b : i32
}
// ----- branches: cf
func.func @branches(%a: i32, %b: i32, %p: i1) -> i32 {
  cf.cond_br %p, ^left(%a : i32), ^right(%b : i32)
^left(%x: i32):
  %s = arith.addi %x, %b : i32
  cf.br ^end(%s : i32)
^right(%y: i32):
  cf.switch %y : i32, [ default: ^end(%y : i32), 4: ^left(%y : i32), 9: ^end(%a : i32) ]
^end(%r: i32):
  cf.assert %p, "p has to hold"
  return %r : i32
}
// ----- integers: arith
func.func @integers(%a: i32, %b: i32, %v: vector<4xi16>) -> (i32, i1, i64, vector<4xi32>) {
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.subi %0, %b overflow<nsw> : i32
  %2 = arith.shli %1, %b overflow<nuw> : i32
  %3 = arith.divsi %2, %b : i32
  %4 = arith.ceildivsi %3, %b : i32
  %5 = arith.floordivsi %4, %b : i32
  %6 = arith.maxsi %5, %a : i32
  %7 = arith.minui %6, %a : i32
  %8 = arith.cmpi ule, %7, %a : i32
  %lo, %hi = arith.mulsi_extended %7, %b : i32
  %sum, %carry = arith.addui_extended %lo, %hi : i32, i1
  %9 = arith.extui %sum : i32 to i64
  %10 = arith.select %carry, %8, %carry : i1
  %11 = arith.extsi %v : vector<4xi16> to vector<4xi32>
  return %7, %10, %9, %11 : i32, i1, i64, vector<4xi32>
}
// ----- floats: arith math
func.func @floats(%a: f32, %b: f32, %d: f64) -> (f32, i1, f16, i32) {
  %0 = arith.addf %a, %b fastmath<nnan,ninf> : f32
  %1 = arith.subf %0, %b fastmath<contract> : f32
  %2 = arith.negf %1 : f32
  %3 = arith.remf %2, %b : f32
  %4 = arith.cmpf olt, %3, %a fastmath<nsz> : f32
  %5 = arith.cmpf une, %3, %a : f32
  %6 = arith.maximumf %3, %a : f32
  %7 = arith.minnumf %6, %b : f32
  %8 = arith.truncf %7 : f32 to f16
  %9 = arith.fptosi %7 : f32 to i32
  %10 = arith.truncf %d : f64 to f32
  %11 = arith.bitcast %10 : f32 to i32
  %12 = arith.addi %9, %11 : i32
  %13 = arith.andi %4, %5 : i1
  return %7, %13, %8, %12 : f32, i1, f16, i32
}
// ----- functions: math
func.func @functions(%x: f32, %v: vector<8xf32>, %n: i32) -> (f32, vector<8xf32>, i32) {
  %0 = math.exp %x fastmath<afn> : f32
  %1 = math.log %0 : f32
  %2 = math.sin %1 : f32
  %3 = math.atan2 %2, %x : f32
  %4 = math.powf %3, %x : f32
  %5 = math.sqrt %4 : f32
  %6 = math.erf %5 : f32
  %7 = math.floor %6 : f32
  %8 = math.copysign %7, %x : f32
  %9 = math.fpowi %8, %n : f32, i32
  %10 = math.exp2 %v : vector<8xf32>
  %11 = math.absf %10 : vector<8xf32>
  %12 = math.fma %11, %11, %v : vector<8xf32>
  %13 = math.ctpop %n : i32
  %14 = math.ctlz %13 : i32
  return %9, %12, %14 : f32, vector<8xf32>, i32
}
// ----- complexes: complex
func.func @complexes(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, f32, i1) {
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.mul %0, %b fastmath<nnan> : complex<f32>
  %2 = complex.div %1, %a : complex<f32>
  %3 = complex.exp %2 : complex<f32>
  %4 = complex.conj %3 : complex<f32>
  %5 = complex.abs %4 : complex<f32>
  %c = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>
  %6 = complex.eq %4, %c : complex<f32>
  %re = complex.re %4 : complex<f32>
  %im = complex.im %4 : complex<f32>
  %7 = complex.create %re, %im : complex<f32>
  %8 = complex.sqrt %7 : complex<f32>
  return %8, %5, %6 : complex<f32>, f32, i1
}
// ----- indices: index
func.func @indices(%a: index, %b: index) -> (index, i1, i32) {
  %0 = index.add %a, %b
  %1 = index.mul %0, %b
  %2 = index.floordivs %1, %a
  %3 = index.shl %2, %b
  %4 = index.maxu %3, %a
  %5 = index.cmp slt(%4, %a)
  %k = index.constant 42
  %6 = index.sub %4, %k
  %7 = index.casts %6 : index to i32
  %s = index.sizeof
  %8 = index.and %6, %s
  return %8, %5, %7 : index, i1, i32
}
// ----- vectors: vectors
func.func @vectors(%a: vector<4x8xf32>, %b: vector<8x4xf32>, %c: vector<4x4xf32>) -> (vector<4x4xf32>, vector<4xf32>, f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %z = arith.constant dense<0.0> : vector<4xf32>
  %1 = vector.multi_reduction <maximumf>, %0, %z [1] : vector<4x4xf32> to vector<4xf32>
  %2 = vector.reduction <add>, %1 fastmath<reassoc> : vector<4xf32> into f32
  %3 = vector.transpose %0, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  return %3, %1, %2 : vector<4x4xf32>, vector<4xf32>, f32
}
// ----- shuffles: vectors
func.func @shuffles(%a: vector<4xf32>, %b: vector<4xf32>, %x: f32, %m: vector<2x4xf32>) -> (vector<8xf32>, vector<2x4xf32>, vector<8xf32>) {
  %0 = vector.shuffle %a, %b [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xf32>, vector<4xf32>
  %1 = vector.broadcast %x : f32 to vector<2x4xf32>
  %2 = vector.insert %a, %1 [1] : vector<4xf32> into vector<2x4xf32>
  %3 = vector.extract %m[0] : vector<4xf32> from vector<2x4xf32>
  %4 = vector.insert_strided_slice %3, %2 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %5 = vector.extract_strided_slice %4 {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  %6 = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
  %7 = vector.fma %a, %b, %3 : vector<4xf32>
  %8 = vector.outerproduct %7, %x : vector<4xf32>, f32
  %9 = vector.bitcast %a : vector<4xf32> to vector<8xi16>
  vector.print %5 : vector<2x2xf32>
  return %0, %4, %6 : vector<8xf32>, vector<2x4xf32>, vector<8xf32>
}
// ----- transfers: vectors
func.func @transfers(%m: memref<?x?xf32>, %i: index, %mask: vector<4x8xi1>, %o: memref<16x16xf32>) {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<?x?xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %o[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (0, j)>} : memref<16x16xf32>, vector<4x8xf32>
  %3 = vector.transfer_read %m[%i, %i], %p, %mask {in_bounds = [true, false]} : memref<?x?xf32>, vector<4x8xf32>
  %4 = arith.addf %0, %1 : vector<4x8xf32>
  %5 = arith.addf %2, %3 : vector<4x8xf32>
  vector.transfer_write %4, %o[%i, %i] {in_bounds = [true, true]} : vector<4x8xf32>, memref<16x16xf32>
  vector.transfer_write %5, %m[%i, %i] : vector<4x8xf32>, memref<?x?xf32>
  return
}
// ----- masks: vectors
func.func @masks(%m: memref<?xf32>, %n: index, %ix: vector<8xi32>) -> vector<8xf32> {
  %z = arith.constant 0 : index
  %k = vector.create_mask %n : vector<8xi1>
  %c = vector.constant_mask [4] : vector<8xi1>
  %p = arith.constant dense<0.0> : vector<8xf32>
  %0 = vector.maskedload %m[%z], %k, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %1 = vector.gather %m[%z] [%ix], %c, %0 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%z], %k, %1 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  vector.scatter %m[%z] [%ix], %k, %1 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %2 = vector.load %m[%z] : memref<?xf32>, vector<8xf32>
  vector.store %2, %m[%z] : memref<?xf32>, vector<8xf32>
  %3 = vector.mask %k { vector.reduction <add>, %2 : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %1 : vector<8xf32>
}
// ----- scalable: vectors
func.func @scalable(%m: memref<?xf32>, %n: index) {
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%n], %p : memref<?xf32>, vector<[4]xf32>
  %s = vector.vscale
  %w = arith.mulf %v, %v : vector<[4]xf32>
  vector.transfer_write %w, %m[%s] : vector<[4]xf32>, memref<?xf32>
  return
}
// ----- tasks: async
func.func @tasks(%m: memref<?xf32>, %n: index) -> f32 {
  %z = arith.constant 0 : index
  %t = async.execute {
    %c = arith.constant 1.0 : f32
    memref.store %c, %m[%z] : memref<?xf32>
    async.yield
  }
  %u, %v = async.execute [%t] -> !async.value<f32> {
    %x = memref.load %m[%z] : memref<?xf32>
    async.yield %x : f32
  }
  %r = async.await %v : !async.value<f32>
  return %r : f32
}
