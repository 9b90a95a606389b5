// Loops, memory and scalars, of the set 2026-11-releases; the form is that of ../development.
// ----- harvest_rows: l_affine l_gpu
func.func @harvest(%trees: memref<40x24xf32>, %sums: memref<40xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 40 {
    %s = affine.for %j = 0 to 24 iter_args(%a = %z) -> (f32) {
      %v = affine.load %trees[%i, %j] : memref<40x24xf32>
      %n = arith.addf %a, %v : f32
      affine.yield %n : f32
    }
    affine.store %s, %sums[%i] : memref<40xf32>
  }
  affine.for %i = 0 to 40 {
    %s = affine.load %sums[%i] : memref<40xf32>
    %q = arith.mulf %s, %s : f32
    affine.store %q, %sums[%i] : memref<40xf32>
  }
  return
}
// ----- half_triangle: l_affine
func.func @triangle(%m: memref<?x?xf64>, %v: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n step 2 {
      affine.if affine_set<(d0, d1)[s0] : (d1 - d0 - 1 >= 0, s0 - d1 - 2 >= 0)>(%i, %j)[%n] {
        %a = affine.load %m[%i, %j] : memref<?x?xf64>
        %b = affine.load %v[%j] : memref<?xf64>
        %p = arith.mulf %a, %b fastmath<reassoc,contract> : f64
        affine.store %p, %m[%j, %i] : memref<?x?xf64>
      } else {
        %b = affine.load %v[%i] : memref<?xf64>
        affine.store %b, %m[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// ----- collated_pages: l_affine
func.func @collate(%a: memref<32x16xi32>, %b: memref<16x32xi32>) {
  affine.parallel (%i, %j) = (0, 0) to (16, 32) step (4, 8) {
    affine.for %k = 0 to 4 {
      affine.for %l = 0 to min affine_map<(d0) -> (8, -d0 + 32)>(%j) {
        %v = affine.load %a[%j + %l, %i + %k] : memref<32x16xi32>
        affine.store %v, %b[%i + %k, %j + %l] : memref<16x32xi32>
      }
    }
  }
  return
}
// ----- largest_parcel: l_affine
func.func @largest(%a: memref<128xf32>, %b: memref<1xf32>) {
-17!  %r = affine.parallel (%i) = (0) to (128) reduce ("maxf") -> (f32) {
18-!  %r = affine.parallel (%i) = (0) to (128) reduce ("maximumf") -> (f32) {
    %v = affine.load %a[%i] : memref<128xf32>
    affine.yield %v : f32
  }
  %c0 = arith.constant 0 : index
  memref.store %r, %b[%c0] : memref<1xf32>
  return
}
// ----- sorted_ballots: l_plain l_while
func.func @ballots(%v: memref<?xi32>, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %true = arith.constant true
  %last = arith.subi %n, %c1 : index
  %moved = scf.for %i = %c0 to %n step %c1 iter_args(%any = %false) -> (i1) {
    %round = scf.for %j = %c0 to %last step %c1 iter_args(%m = %any) -> (i1) {
      %k = arith.addi %j, %c1 : index
      %x = memref.load %v[%j] : memref<?xi32>
      %y = memref.load %v[%k] : memref<?xi32>
      %swap = arith.cmpi sgt, %x, %y : i32
      %now = scf.if %swap -> (i1) {
        memref.store %y, %v[%j] : memref<?xi32>
        memref.store %x, %v[%k] : memref<?xi32>
        scf.yield %true : i1
      } else {
        scf.yield %m : i1
      }
      scf.yield %now : i1
    }
    scf.yield %round : i1
  }
  return %moved : i1
}
// ----- change_given: l_while l_plain
func.func @change(%pence: i32, %coins: memref<6xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.while (%left = %pence, %count = %none, %at = %c0) : (i32, i32, index) -> (i32, i32, index) {
    %some = arith.cmpi sgt, %left, %none : i32
    %more = arith.cmpi ult, %at, %c6 : index
    %go = arith.andi %some, %more : i1
    scf.condition(%go) %left, %count, %at : i32, i32, index
  } do {
  ^bb0(%left: i32, %count: i32, %at: index):
    %coin = memref.load %coins[%at] : memref<6xi32>
    %fits = arith.cmpi sle, %coin, %left : i32
    %n:3 = scf.if %fits -> (i32, i32, index) {
      %l = arith.subi %left, %coin : i32
      %c = arith.addi %count, %one : i32
      scf.yield %l, %c, %at : i32, i32, index
    } else {
      %a = arith.addi %at, %c1 : index
      scf.yield %left, %count, %a : i32, i32, index
    }
    scf.yield %n#0, %n#1, %n#2 : i32, i32, index
  }
  return %r#1, %r#0 : i32, i32
}
// ----- doors_toggled: l_plain
func.func @doors(%d: memref<100xi1>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %true = arith.constant true
  scf.for %s = %c1 to %c100 step %c1 {
    scf.for %i = %s to %c100 step %s {
      %v = memref.load %d[%i] : memref<100xi1>
      %w = arith.xori %v, %true : i1
      memref.store %w, %d[%i] : memref<100xi1>
    }
  }
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%n = %c0) -> (index) {
    %v = memref.load %d[%i] : memref<100xi1>
    %o = arith.index_castui %v : i1 to index
    %m = index.add %n, %o
    scf.yield %m : index
  }
  return %r : index
}
// ----- telegraph_codes: l_plain l_while
func.func private @code_of(%c: index) -> i8 {
  %r = scf.index_switch %c -> i8
  case 3 {
    %v = arith.constant 17 : i8
    scf.yield %v : i8
  }
  case 8 {
    %v = arith.constant -4 : i8
    scf.yield %v : i8
  }
  default {
    %v = arith.constant 0 : i8
    scf.yield %v : i8
  }
  return %r : i8
}
func.func @send(%text: memref<?xi8>, %out: memref<?xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %text[%i] : memref<?xi8>
    %k = arith.index_cast %c : i8 to index
    %v = func.call @code_of(%k) : (index) -> i8
    memref.store %v, %out[%i] : memref<?xi8>
  }
  return
}
// ----- sub_views: l_plain
func.func @views(%shelf: memref<20x30xf32>, %at: index, %n: index) -> f32 {
  %v = memref.subview %shelf[%at, 2] [4, %n] [2, 1] : memref<20x30xf32> to memref<4x?xf32, strided<[60, 1], offset: ?>>
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %x = memref.load %v[%c1, %c0] : memref<4x?xf32, strided<[60, 1], offset: ?>>
  %t = memref.alloc(%n) {alignment = 32 : i64} : memref<4x?xf32>
  memref.copy %v, %t : memref<4x?xf32, strided<[60, 1], offset: ?>> to memref<4x?xf32>
  %k = memref.cast %t : memref<4x?xf32> to memref<?x?xf32>
  %y = memref.load %k[%c0, %c1] : memref<?x?xf32>
  memref.dealloc %t : memref<4x?xf32>
  %s = arith.addf %x, %y : f32
  return %s : f32
}
// ----- reshaped_trays: l_plain
func.func @trays(%a: memref<6x8xi16>, %raw: memref<1024xi8>, %off: index) -> (i16, f32) {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %f = memref.collapse_shape %a [[0, 1]] : memref<6x8xi16> into memref<48xi16>
  %x = memref.load %f[%c5] : memref<48xi16>
-18!  %e = memref.expand_shape %f [[0, 1]] : memref<48xi16> into memref<12x4xi16>
19-!  %e = memref.expand_shape %f [[0, 1]] output_shape [12, 4] : memref<48xi16> into memref<12x4xi16>
  memref.store %x, %e[%c5, %c2] : memref<12x4xi16>
  %v = memref.view %raw[%off][] : memref<1024xi8> to memref<16x4xf32>
  %w = memref.load %v[%c5, %c2] : memref<16x4xf32>
  %r = memref.reinterpret_cast %v to offset: [%off], sizes: [8], strides: [2] : memref<16x4xf32> to memref<8xf32, strided<[2], offset: ?>>
  memref.store %w, %r[%c2] : memref<8xf32, strided<[2], offset: ?>>
  return %x, %w : i16, f32
}
// ----- till_totals: l_plain
memref.global "private" constant @rates : memref<4xf64> = dense<[0.05, 0.075, 0.2, 0.0]>
memref.global @drawer : memref<4xi64>
func.func @till(%kind: index, %pence: i64) -> i64 {
  %r = memref.get_global @rates : memref<4xf64>
  %d = memref.get_global @drawer : memref<4xi64>
  %rate = memref.load %r[%kind] : memref<4xf64>
  %f = arith.sitofp %pence : i64 to f64
  %t = arith.mulf %f, %rate : f64
  %u = math.round %t : f64
  %i = arith.fptosi %u : f64 to i64
  %s = memref.atomic_rmw addi %i, %d[%kind] : (i64, memref<4xi64>) -> i64
  %g = memref.generic_atomic_rmw %d[%kind] : memref<4xi64> {
  ^bb0(%v: i64):
    %two = arith.constant 2 : i64
    %h = arith.muli %v, %two : i64
    memref.atomic_yield %h : i64
  }
  %o = arith.subi %g, %s : i64
  return %o : i64
}
// ----- clock_faces: l_wide l_plain
func.func @clock(%s: i64, %mask: i64) -> (i32, i32, i64) {
  %m = arith.constant 60 : i64
  %h = arith.divui %s, %m : i64
  %q = arith.remui %h, %m : i64
  %x = arith.xori %h, %mask : i64
  %k = arith.constant 13 : i64
  %l = arith.shrui %x, %k : i64
  %a = arith.trunci %q : i64 to i32
  %b = arith.trunci %l : i64 to i32
  %c = arith.cmpi slt, %a, %b : i32
  %z = arith.select %c, %h, %q : i64
  return %a, %b, %z : i32, i32, i64
}
// ----- wide_counters: l_wide
func.func @wide(%a: i64, %b: i64) -> (i64, i1, i64) {
  %s = arith.addi %a, %b : i64
  %p = arith.muli %s, %b : i64
  %c = arith.cmpi ult, %p, %a : i64
  %e = arith.extsi %c : i1 to i64
  %lo, %hi = arith.mului_extended %a, %b : i64
  %t = arith.addi %e, %hi : i64
  %m = arith.maxui %t, %lo : i64
  %d = arith.ceildivsi %m, %s : i64
  %f = arith.floordivsi %d, %b : i64
  return %f, %c, %p : i64, i1, i64
}
// ----- float_kinds: l_plain l_wide
func.func @kinds(%h: f16, %b: bf16, %d: f64, %i: i8) -> (f32, f64, i32, i16) {
  %x = arith.extf %h : f16 to f32
  %y = arith.extf %b : bf16 to f32
  %z = arith.truncf %d : f64 to f32
  %s = math.fma %x, %y, %z : f32
  %c = arith.bitcast %s : f32 to i32
  %u = arith.uitofp %i : i8 to f64
  %w = math.copysign %d, %u : f64
  %e = math.exp2 %w : f64
  %t = math.tanh %s : f32
  %o = arith.cmpf uno, %t, %s : f32
  %r = arith.remf %e, %d : f64
  %n = arith.select %o, %r, %w : f64
  %k = arith.extsi %i : i8 to i16
  %l = math.ctpop %c : i32
  %q = math.cttz %l : i32
  return %t, %n, %q, %k : f32, f64, i32, i16
}
// ----- index_weights: l_plain
func.func @weights(%i: index, %j: index) -> (index, i1, i64) {
  %k = index.constant 12
  %a = index.mul %i, %k
  %b = index.divu %a, %j
  %c = index.rems %a, %j
  %d = index.shl %b, %k
  %e = index.xor %c, %d
  %f = index.maxs %e, %i
  %g = index.cmp slt(%f, %j)
  %h = index.casts %f : index to i64
  %l = index.bool.constant true
  %m = arith.andi %g, %l : i1
  %n = index.ceildivs %f, %k
  return %n, %m, %h : index, i1, i64
}
// ----- parallel_vines: l_plain
func.func @vines(%a: memref<?xf32>, %n: index, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c3) init (%s) -> f32 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = math.exp %v : f32
-17!    scf.reduce(%w) : f32 {
18-!    scf.reduce(%w : f32) {
    ^bb0(%x: f32, %y: f32):
      %m = arith.mulf %x, %y : f32
      scf.reduce.return %m : f32
    }
-17!    scf.yield
  }
  %g = scf.execute_region -> f32 {
    %h = arith.addf %r, %s : f32
    cf.br ^end(%h : f32)
  ^end(%v: f32):
    scf.yield %v : f32
  }
  return %g : f32
}
// ----- vintage_years: l_while x_llvm
func.func @leap(%y: i32) -> i1 {
  %z = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c100 = arith.constant 100 : i32
  %c400 = arith.constant 400 : i32
  %a = arith.remsi %y, %c4 : i32
  %is = arith.cmpi eq, %a, %z : i32
  cf.cond_br %is, ^century(%y : i32), ^no
^century(%w: i32):
  %b = arith.remsi %w, %c100 : i32
  cf.switch %b : i32, [
    default: ^yes,
    0: ^third(%w : i32)
  ]
^third(%v: i32):
  %c = arith.remsi %v, %c400 : i32
  %q = arith.cmpi eq, %c, %z : i32
  cf.assert %q, "not every fourth century"
  cf.br ^yes
^yes:
  %t = arith.constant true
  return %t : i1
^no:
  %f = arith.constant false
  return %f : i1
}
// ----- async_ovens: x_async
func.func @ovens(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t, %v = async.execute -> !async.value<f32> {
    %x = memref.load %a[%c0] : memref<?xf32>
    async.yield %x : f32
  }
  %u = async.execute [%t] (%v as %w: !async.value<f32>) {
    memref.store %w, %a[%c1] : memref<?xf32>
    async.yield
  }
  async.await %u : !async.token
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%i] : memref<?xf32>
-17!    scf.yield
18-!    scf.reduce
  }
  return
}
// ----- complex_lenses: x_complex
func.func @lens(%a: complex<f32>, %b: complex<f32>, %n: index) -> (complex<f32>, f32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = complex.constant [0.5 : f32, -1.0 : f32] : complex<f32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%z = %a) -> (complex<f32>) {
    %s = complex.mul %z, %b : complex<f32>
    %t = complex.add %s, %u : complex<f32>
    scf.yield %t : complex<f32>
  }
  %m = complex.abs %r : complex<f32>
  %e = complex.exp %r : complex<f32>
  %d = complex.div %e, %b : complex<f32>
  %q = complex.sqrt %d : complex<f32>
  %re = complex.re %q : complex<f32>
  %k = complex.create %re, %m : complex<f32>
  %o = complex.eq %k, %u : complex<f32>
  return %k, %m, %o : complex<f32>, f32, i1
}
// ----- complex_waves: x_complex
func.func @waves(%x: f64, %y: f64) -> (f64, complex<f64>) {
  %z = complex.create %x, %y : complex<f64>
  %c = complex.conj %z : complex<f64>
  %s = complex.sin %c : complex<f64>
  %l = complex.log %s : complex<f64>
  %n = complex.neg %l : complex<f64>
  %p = complex.tanh %n : complex<f64>
  %a = complex.angle %p : complex<f64>
  %i = complex.im %p : complex<f64>
  %r = math.atan2 %a, %i : f64
  return %r, %p : f64, complex<f64>
}
// ----- recursive_posts: l_plain x_llvm
func.func private @sink(i64)
func.func @binomial(%n: i64, %k: i64) -> i64 {
  %z = arith.constant 0 : i64
  %o = arith.constant 1 : i64
  %e = arith.cmpi eq, %k, %z : i64
  %s = arith.cmpi eq, %k, %n : i64
  %stop = arith.ori %e, %s : i1
  %r = scf.if %stop -> (i64) {
    func.call @sink(%n) : (i64) -> ()
    scf.yield %o : i64
  } else {
    %m = arith.subi %n, %o : i64
    %j = arith.subi %k, %o : i64
    %a = func.call @binomial(%m, %j) : (i64, i64) -> i64
    %b = func.call @binomial(%m, %k) : (i64, i64) -> i64
    %t = arith.addi %a, %b : i64
    scf.yield %t : i64
  }
  return %r : i64
}
func.func @chosen(%w: i1, %n: i64) -> i64 {
  %f = func.constant @binomial : (i64, i64) -> i64
  %r = func.call_indirect %f(%n, %n) : (i64, i64) -> i64
  return %r : i64
}
