// Loops, memory and scalars, of the set 2026-11-workloads; the form is that of ../development.
// ----- convolution_nest: nests_tile nests_vec
func.func @conv(%x: memref<34x34xf32>, %k: memref<3x3xf32>, %y: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %z = arith.constant 0.0 : f32
      %s = affine.for %u = 0 to 3 iter_args(%a = %z) -> (f32) {
        %t = affine.for %v = 0 to 3 iter_args(%b = %a) -> (f32) {
          %p = affine.load %x[%i + %u, %j + %v] : memref<34x34xf32>
          %q = affine.load %k[%u, %v] : memref<3x3xf32>
          %m = arith.mulf %p, %q : f32
          %n = arith.addf %b, %m : f32
          affine.yield %n : f32
        }
        affine.yield %t : f32
      }
      affine.store %s, %y[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
// ----- triangular_solve: nests_tile plain_cpu
func.func @solve(%l: memref<?x?xf64>, %b: memref<?xf64>, %x: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %v = affine.load %b[%i] : memref<?xf64>
    affine.store %v, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %l[%i, %j] : memref<?x?xf64>
      %w = affine.load %x[%j] : memref<?xf64>
      %p = arith.mulf %a, %w : f64
      %o = affine.load %x[%i] : memref<?xf64>
      %s = arith.subf %o, %p : f64
      affine.store %s, %x[%i] : memref<?xf64>
    }
    %d = affine.load %l[%i, %i] : memref<?x?xf64>
    %o = affine.load %x[%i] : memref<?xf64>
    %q = arith.divf %o, %d : f64
    affine.store %q, %x[%i] : memref<?xf64>
  }
  return
}
// ----- finite_difference: nests_tile nests_vec device_nests
#inside = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d0 - 2 >= 0, d1 - 1 >= 0, s0 - d1 - 2 >= 0)>
func.func @curl(%ex: memref<64x64xf32>, %ey: memref<64x64xf32>, %hz: memref<64x64xf32>, %dt: f32) {
  %n = arith.constant 64 : index
  affine.parallel (%i, %j) = (0, 0) to (64, 64) {
    affine.if #inside(%i, %j)[%n] {
      %a = affine.load %ex[%i, %j + 1] : memref<64x64xf32>
      %b = affine.load %ex[%i, %j] : memref<64x64xf32>
      %c = affine.load %ey[%i + 1, %j] : memref<64x64xf32>
      %d = affine.load %ey[%i, %j] : memref<64x64xf32>
      %u = arith.subf %a, %b : f32
      %v = arith.subf %d, %c : f32
      %w = arith.addf %u, %v : f32
      %x = arith.mulf %w, %dt : f32
      %h = affine.load %hz[%i, %j] : memref<64x64xf32>
      %y = arith.addf %h, %x : f32
      affine.store %y, %hz[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
// ----- prefix_nests: nests_vec
func.func @prefix(%x: memref<128xf32>, %m: memref<128xi32>) -> (f32, i32) {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %r:2 = affine.for %i = 0 to 128 iter_args(%s = %z, %p = %one) -> (f32, i32) {
    %v = affine.load %x[%i] : memref<128xf32>
    %k = affine.load %m[127 - %i] : memref<128xi32>
    %t = arith.addf %s, %v : f32
    %q = arith.maxsi %p, %k : i32
    affine.yield %t, %q : f32, i32
  }
  return %r#0, %r#1 : f32, i32
}
// ----- blocked_transpose: nests_vec device_nests
func.func @transpose(%x: memref<48x32xf64, affine_map<(i, j) -> (j, i)>>, %y: memref<48x32xf64>) {
  affine.for %i = 0 to 48 step 8 {
    affine.for %j = 0 to 32 step 8 {
      affine.for %u = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 8, 48)>(%i) {
        affine.for %v = max affine_map<(d0) -> (0, d0)>(%j) to affine_map<(d0) -> (d0 + 8)>(%j) {
          %a = affine.load %x[%u, %v] : memref<48x32xf64, affine_map<(i, j) -> (j, i)>>
          affine.store %a, %y[%u, %v] : memref<48x32xf64>
        }
      }
    }
  }
  return
}
// ----- index_maps: nests_tile
func.func @indices(%m: memref<16x16xindex>, %s: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = affine.apply affine_map<(d0, d1)[s0] -> ((d0 * 16 + d1 + s0) mod 7)>(%i, %j)[%s]
      %b = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 3 + s0 ceildiv 2)>(%j)[%s]
      %c = affine.min affine_map<(d0, d1) -> (d0 + 1, d1 * 2, 11)>(%a, %b)
      %d = affine.max affine_map<(d0, d1)[s0] -> (d0 - d1, s0)>(%c, %a)[%s]
      affine.store %d, %m[%i, %j] : memref<16x16xindex>
      affine.prefetch %m[%i, 0], read, locality<2>, data : memref<16x16xindex>
    }
  }
  return
}
// ----- particle_bins: device_nests plain_cpu
func.func @bins(%x: memref<?xf32>, %h: memref<64xi32>, %e: memref<1xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %top = arith.constant 63 : i32
  %scale = arith.constant 8.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %x[%i] : memref<?xf32>
    %s = arith.mulf %v, %scale : f32
    %k = arith.fptoui %s : f32 to i32
    %m = arith.minui %k, %top : i32
    %b = arith.index_castui %m : i32 to index
    %o = memref.atomic_rmw addi %one, %h[%b] : (i32, memref<64xi32>) -> i32
    %g = memref.generic_atomic_rmw %e[%c0] : memref<1xf32> {
    ^bb0(%old: f32):
      %q = arith.maximumf %old, %v : f32
      memref.atomic_yield %q : f32
    }
    scf.reduce
  }
  return
}
// ----- ray_sums: device_nests
func.func @rays(%depth: memref<32x32xf32>, %hit: memref<32x32xi32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %far = arith.constant 100.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %d = memref.load %depth[%i, %j] : memref<32x32xf32>
    %a = math.atan2 %d, %far : f32
    %c = math.cos %a : f32
    %s = math.sin %a : f32
    %m = math.copysign %c, %s : f32
    %h = arith.cmpf olt, %d, %far : f32
    %k = arith.extui %h : i1 to i32
    memref.store %k, %hit[%i, %j] : memref<32x32xi32>
    memref.store %m, %depth[%i, %j] : memref<32x32xf32>
    scf.reduce
  }
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f32 {
    %d = memref.load %depth[%i, %c0] : memref<32x32xf32>
    scf.reduce(%d : f32) {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      scf.reduce.return %t : f32
    }
  }
  return %r : f32
}
// ----- spectra: plain_apfloat plain_cpu
func.func @butterfly(%m: memref<16xcomplex<f32>>, %w: complex<f32>, %k: index) -> (complex<f32>, f32) {
  %c8 = arith.constant 8 : index
  %h = arith.addi %k, %c8 : index
  %a = memref.load %m[%k] : memref<16xcomplex<f32>>
  %b = memref.load %m[%h] : memref<16xcomplex<f32>>
  %t = complex.mul %b, %w : complex<f32>
  %u = complex.add %a, %t : complex<f32>
  %v = complex.sub %a, %t : complex<f32>
  memref.store %u, %m[%k] : memref<16xcomplex<f32>>
  memref.store %v, %m[%h] : memref<16xcomplex<f32>>
  %n = complex.conj %v : complex<f32>
  %e = complex.exp %n : complex<f32>
  %s = complex.sqrt %e : complex<f32>
  %q = complex.div %s, %w : complex<f32>
  %r = complex.abs %q : complex<f32>
  %k0 = complex.constant [1.0 : f32, -0.5 : f32] : complex<f32>
  %ok = complex.eq %q, %k0 : complex<f32>
  %z = arith.select %ok, %k0, %q : complex<f32>
  return %z, %r : complex<f32>, f32
}
// ----- small_numbers: plain_apfloat
func.func @convert(%a: f8E4M3FN, %b: bf16, %c: f16, %d: f64, %t: tf32) -> (f8E5M2, bf16, f16, f32) {
  %0 = arith.extf %a : f8E4M3FN to f32
  %1 = arith.extf %b : bf16 to f32
  %2 = arith.extf %c : f16 to f32
  %3 = arith.truncf %d to_nearest_even : f64 to f32
  %4 = arith.mulf %0, %1 : f32
  %5 = arith.addf %4, %2 : f32
  %6 = arith.remf %5, %3 : f32
  %7 = arith.minnumf %6, %0 : f32
  %8 = arith.negf %7 : f32
  %x10 = arith.bitcast %8 : f32 to i32
  %x9 = math.ctpop %x10 : i32
  %9 = arith.uitofp %x9 : i32 to f32
  %10 = arith.truncf %9 : f32 to f8E5M2
  %11 = arith.truncf %8 : f32 to bf16
  %12 = arith.truncf %6 : f32 to f16
  return %10, %11, %12, %9 : f8E5M2, bf16, f16, f32
}
// ----- curves: plain_apfloat plain_spirv
func.func @curve(%x: f32, %y: f32, %n: i32) -> (f32, i32) {
  %a = math.exp %x : f32
  %b = math.log %y : f32
  %c = math.powf %a, %b : f32
  %d = math.tan %c : f32
  %e = math.asin %d : f32
  %f = math.cosh %e : f32
  %g = math.round %f : f32
  %h = math.fpowi %g, %n : f32, i32
  %i = math.trunc %h : f32
  %j = math.ceil %i : f32
  %k = math.absi %n : i32
  %l = math.cttz %k : i32
  %m = math.ipowi %l, %n : i32
  return %j, %m : f32, i32
}
// ----- hash_join: plain_cpu
func.func private @mix(%k: i64) -> i64 {
  %s = arith.constant 33 : i64
  %m = arith.constant -49064778989728563 : i64
  %a = arith.shrui %k, %s : i64
  %b = arith.xori %k, %a : i64
  %c = arith.muli %b, %m overflow<none> : i64
  return %c : i64
}
func.func @probe(%keys: memref<?xi64>, %table: memref<1024xi64>, %heads: memref<1024xi32>, %out: memref<?x2xi32, strided<[?, 1], offset: ?>>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mask = arith.constant 1023 : i64
  %minus = arith.constant -1 : i32
  %n = memref.dim %keys, %c0 : memref<?xi64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%found = %c0) -> (index) {
    %k = memref.load %keys[%i] : memref<?xi64>
    %h = func.call @mix(%k) : (i64) -> i64
    %m = arith.andi %h, %mask : i64
    %b = arith.index_cast %m : i64 to index
    %e = memref.load %table[%b] : memref<1024xi64>
    %same = arith.cmpi eq, %e, %k : i64
    %next = scf.if %same -> (index) {
      %at = memref.load %heads[%b] : memref<1024xi32>
      %i32 = arith.index_cast %i : index to i32
      memref.store %i32, %out[%found, %c0] : memref<?x2xi32, strided<[?, 1], offset: ?>>
      memref.store %at, %out[%found, %c1] : memref<?x2xi32, strided<[?, 1], offset: ?>>
      %f = arith.addi %found, %c1 : index
      scf.yield %f : index
    } else {
      scf.yield %found : index
    }
    scf.yield %next : index
  }
  return %r : index
}
// ----- opcode_loop: plain_cpu
func.func @run(%code: memref<?xi8>, %stack: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  cf.br ^fetch(%c0, %c0 : index, index)
^fetch(%pc: index, %sp: index):
  %op = memref.load %code[%pc] : memref<?xi8>
  %w = arith.extui %op : i8 to i32
  %next = arith.addi %pc, %c1 : index
  cf.switch %w : i32, [
    default: ^bad,
    0: ^halt,
    1: ^push(%next, %sp : index, index),
    2: ^add,
    7: ^jump(%next : index)
  ]
^push(%p: index, %s: index):
  %v8 = memref.load %code[%p] : memref<?xi8>
  %v = arith.extsi %v8 : i8 to i32
  memref.store %v, %stack[%s] : memref<64xi32>
  %p1 = arith.addi %p, %c1 : index
  %s1 = arith.addi %s, %c1 : index
  cf.br ^fetch(%p1, %s1 : index, index)
^add:
  %t = arith.subi %sp, %c1 : index
  %u = arith.subi %t, %c1 : index
  %a = memref.load %stack[%t] : memref<64xi32>
  %b = memref.load %stack[%u] : memref<64xi32>
  %c = arith.addi %a, %b : i32
  memref.store %c, %stack[%u] : memref<64xi32>
  cf.br ^fetch(%next, %t : index, index)
^jump(%q: index):
  %d8 = memref.load %code[%q] : memref<?xi8>
  %d = arith.index_cast %d8 : i8 to index
  cf.br ^fetch(%d, %sp : index, index)
^bad:
  %no = arith.constant false
  cf.assert %no, "unknown operation"
  return %zero : i32
^halt:
  %r = memref.load %stack[%c0] : memref<64xi32>
  return %r : i32
}
// ----- views_of_frames: plain_cpu nests_vec
func.func @frames(%audio: memref<4096xf32>, %hop: index, %n: index) -> memref<?x256xf32, strided<[?, 1]>> {
  %w = memref.reinterpret_cast %audio to offset: [0], sizes: [%n, 256], strides: [%hop, 1] : memref<4096xf32> to memref<?x256xf32, strided<[?, 1]>>
  %c2 = arith.constant 2 : index
  %s = memref.subview %w[%c2, 16] [1, 32] [1, 4] : memref<?x256xf32, strided<[?, 1]>> to memref<32xf32, strided<[4], offset: ?>>
  %a = memref.alloca() {alignment = 32 : i64} : memref<32xf32>
  memref.copy %s, %a : memref<32xf32, strided<[4], offset: ?>> to memref<32xf32>
  %e = memref.expand_shape %a [[0, 1]] output_shape [4, 8] : memref<32xf32> into memref<4x8xf32>
  %t = memref.transpose %e (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, affine_map<(d0, d1) -> (d1 * 8 + d0)>>
  %u = memref.cast %a : memref<32xf32> to memref<?xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %e[%i floordiv 2, %i] : memref<4x8xf32>
    %x = arith.mulf %v, %v : f32
    affine.store %x, %e[%i floordiv 2, %i] : memref<4x8xf32>
  }
  %a2 = memref.alloc() : memref<8xf32>
  %k = memref.realloc %a2 : memref<8xf32> to memref<16xf32>
  memref.dealloc %k : memref<16xf32>
  return %w : memref<?x256xf32, strided<[?, 1]>>
}
// ----- fixed_filters: plain_spirv plain_cpu
func.func @iir(%x: i32, %s0: i32, %s1: i32) -> (i32, i32, i32) {
  %b0 = arith.constant 8192 : i32
  %a1 = arith.constant -15137 : i32
  %sh = arith.constant 14 : i32
  %low, %high = arith.mulsi_extended %x, %b0 : i32
  %p = arith.shrsi %low, %sh : i32
  %q = arith.muli %s0, %a1 : i32
  %r = arith.shrsi %q, %sh : i32
  %y = arith.subi %p, %r : i32
  %t, %o = arith.addui_extended %y, %s1 : i32, i1
  %m = arith.constant 2147483647 : i32
  %z = arith.select %o, %m, %t : i32
  %f = arith.floordivsi %z, %sh : i32
  %c = arith.ceildivsi %f, %b0 : i32
  %d = arith.remsi %c, %sh : i32
  %w = arith.maxui %high, %d : i32
  return %z, %y, %w : i32, i32, i32
}
// ----- gates_of_tensors: plain_spirv
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader, Int16, Int64, Float64, Float16, Matrix], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<max_compute_workgroup_size = [256, 64, 1]>>} {
  func.func @select(%c: vector<4xi1>, %a: vector<4xf32>, %b: vector<4xf32>, %i: i64) -> (vector<4xf32>, f16, i64) {
    %0 = arith.select %c, %a, %b : vector<4xi1>, vector<4xf32>
    %1 = math.fma %0, %a, %b : vector<4xf32>
    %2 = vector.shuffle %1, %b [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
    %3 = vector.extract %2[3] : f32 from vector<4xf32>
    %4 = arith.truncf %3 : f32 to f16
    %5 = arith.fptosi %3 : f32 to i64
    %6 = arith.xori %5, %i : i64
    %7 = vector.insert %3, %2[0] : f32 into vector<4xf32>
    return %7, %4, %6 : vector<4xf32>, f16, i64
  }
}
// ----- index_algebra: plain_cpu plain_spirv
func.func @offsets(%i: index, %j: index, %n: index) -> (index, i1, i32) {
  %a = index.mul %i, %n
  %b = index.add %a, %j
  %c = index.divu %b, %n
  %d = index.rems %b, %n
  %e = index.maxs %c, %d
  %f = index.shl %e, %j
  %s = index.sizeof
  %k = index.constant 12
  %g = index.cmp ult(%f, %k)
  %h = index.castu %f : index to i32
  %t = index.bool.constant true
  %u = arith.andi %g, %t : i1
  %v = index.ceildivs %s, %k
  return %v, %u, %h : index, i1, i32
}
// ----- dispatch: plain_cpu
func.func private @left(%x: f64) -> f64
func.func private @right(f64 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {llvm.emit_c_interface}
func.func @steer(%k: index, %x: f64, %flip: i1) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %p = ub.poison : f64
  %r:2 = scf.index_switch %k -> f64, index
  case 0 {
    %f = func.constant @left : (f64) -> f64
    %g = func.constant @right : (f64) -> f64
    %h = arith.select %flip, %f, %g : (f64) -> f64
    %v = func.call_indirect %h(%x) : (f64) -> f64
    scf.yield %v, %c0 : f64, index
  }
  case 4 {
    %v = scf.execute_region -> f64 {
      %n = arith.negf %x : f64
      cf.cond_br %flip, ^one(%n : f64), ^two
    ^one(%o: f64):
      scf.yield %o : f64
    ^two:
      scf.yield %x : f64
    }
    scf.yield %v, %c3 : f64, index
  }
  default {
    scf.yield %p, %k : f64, index
  }
  return %r#0, %r#1 : f64, index
}
