// Algorithms on memory, branches and numbers, of the set 2026-11-kernels; the form is that of ../development.
// ----- binary_search: flow
func.func @search(%m: memref<?xi32, strided<[1], offset: ?>>, %key: i32) -> index {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %one = arith.constant 1 : index
  %n = memref.dim %m, %zero : memref<?xi32, strided<[1], offset: ?>>
  %r:2 = scf.while (%low = %zero, %high = %n) : (index, index) -> (index, index) {
    %c = arith.cmpi ult, %low, %high : index
    scf.condition(%c) %low, %high : index, index
  } do {
  ^bb0(%low: index, %high: index):
    %s = arith.addi %low, %high : index
    %mid = arith.divui %s, %two : index
    %v = memref.load %m[%mid] : memref<?xi32, strided<[1], offset: ?>>
    %c = arith.cmpi slt, %v, %key : i32
    %next = arith.addi %mid, %one : index
    %l = arith.select %c, %next, %low : index
    %h = arith.select %c, %high, %mid : index
    scf.yield %l, %h : index, index
  }
  return %r#0 : index
}
// ----- merge: scalar
func.func @merge(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %na = memref.dim %a, %zero : memref<?xf32>
  %nb = memref.dim %b, %zero : memref<?xf32>
  %n = arith.addi %na, %nb : index
  %ends:2 = scf.for %k = %zero to %n step %one iter_args(%i = %zero, %j = %zero) -> (index, index) {
    %moreA = arith.cmpi ult, %i, %na : index
    %moreB = arith.cmpi ult, %j, %nb : index
    %take = scf.if %moreA -> (i1) {
      %t = scf.if %moreB -> (i1) {
        %x = memref.load %a[%i] : memref<?xf32>
        %y = memref.load %b[%j] : memref<?xf32>
        %c = arith.cmpf ole, %x, %y : f32
        scf.yield %c : i1
      } else {
        %true = arith.constant true
        scf.yield %true : i1
      }
      scf.yield %t : i1
    } else {
      %false = arith.constant false
      scf.yield %false : i1
    }
    %next:2 = scf.if %take -> (index, index) {
      %x = memref.load %a[%i] : memref<?xf32>
      memref.store %x, %out[%k] : memref<?xf32>
      %p = arith.addi %i, %one : index
      scf.yield %p, %j : index, index
    } else {
      %y = memref.load %b[%j] : memref<?xf32>
      memref.store %y, %out[%k] : memref<?xf32>
      %p = arith.addi %j, %one : index
      scf.yield %i, %p : index, index
    }
    scf.yield %next#0, %next#1 : index, index
  }
  return
}
// ----- hash_table: low_memory
func.func @insert(%keys: memref<64xi64>, %values: memref<64xf32>, %key: i64, %value: f32) -> index {
  %mask = arith.constant 63 : index
  %one = arith.constant 1 : index
  %empty = arith.constant -1 : i64
  %golden = arith.constant 0x9E3779B97F4A7C15 : i64
  %shift = arith.constant 58 : i64
  %h = arith.muli %key, %golden : i64
  %s = arith.shrui %h, %shift : i64
  %start = arith.index_castui %s : i64 to index
  %at = scf.while (%i = %start) : (index) -> index {
    %k = memref.load %keys[%i] : memref<64xi64>
    %free = arith.cmpi eq, %k, %empty : i64
    %same = arith.cmpi eq, %k, %key : i64
    %stop = arith.ori %free, %same : i1
    %true = arith.constant true
    %go = arith.xori %stop, %true : i1
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %n = arith.addi %i, %one : index
    %w = arith.andi %n, %mask : index
    scf.yield %w : index
  }
  memref.store %key, %keys[%at] : memref<64xi64>
  memref.store %value, %values[%at] : memref<64xf32>
  return %at : index
}
// ----- run_lengths: low_memory
func.func @encode(%in: memref<?xi8>, %out: memref<?x2xi8>) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %z8 = arith.constant 0 : i8
  %o8 = arith.constant 1 : i8
  %n = memref.dim %in, %zero : memref<?xi8>
  %first = memref.load %in[%zero] : memref<?xi8>
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%last = %first, %count = %z8, %at = %zero) -> (i8, i8, index) {
    %v = memref.load %in[%i] : memref<?xi8>
    %same = arith.cmpi eq, %v, %last : i8
    %next:2 = scf.if %same -> (i8, index) {
      %c = arith.addi %count, %o8 overflow<nuw> : i8
      scf.yield %c, %at : i8, index
    } else {
      memref.store %last, %out[%at, %zero] : memref<?x2xi8>
      memref.store %count, %out[%at, %one] : memref<?x2xi8>
      %a = arith.addi %at, %one : index
      scf.yield %o8, %a : i8, index
    }
    scf.yield %v, %next#0, %next#1 : i8, i8, index
  }
  return %r#2 : index
}
// ----- nibbles: low_memory checked
func.func @dequantise(%weights: memref<4x32xi4>, %scales: memref<4xf32>, %x: memref<32xf32>, %y: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %s = affine.load %scales[%i] : memref<4xf32>
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %j = 0 to 32 iter_args(%acc = %zero) -> (f32) {
      %q = affine.load %weights[%i, %j] : memref<4x32xi4>
      %w = arith.extsi %q : i4 to i32
      %f = arith.sitofp %w : i32 to f32
      %v = affine.load %x[%j] : memref<32xf32>
      %p = arith.mulf %f, %v : f32
      %t = arith.addf %acc, %p : f32
      affine.yield %t : f32
    }
    %r = arith.mulf %sum, %s : f32
    affine.store %r, %y[%i] : memref<4xf32>
  }
  return
}
// ----- ring_buffer: checked scalar
func.func @push(%ring: memref<128xf32>, %state: memref<2xindex>, %v: f32) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant 128 : index
  %head = memref.load %state[%c0] : memref<2xindex>
  %used = memref.load %state[%c1] : memref<2xindex>
  %full = arith.cmpi uge, %used, %size : index
  %ok = scf.if %full -> (i1) {
    %false = arith.constant false
    scf.yield %false : i1
  } else {
    %e = arith.addi %head, %used : index
    %at = arith.remui %e, %size : index
    memref.store %v, %ring[%at] : memref<128xf32>
    %n = arith.addi %used, %c1 : index
    memref.store %n, %state[%c1] : memref<2xindex>
    %true = arith.constant true
    scf.yield %true : i1
  }
  return %ok : i1
}
// ----- vm: flow
func.func @interpret(%code: memref<?xi32>, %stack: memref<256xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k0 = arith.constant 0 : i64
  cf.br ^fetch(%c0, %c0 : index, index)
^fetch(%pc: index, %sp: index):
  %op = memref.load %code[%pc] : memref<?xi32>
  %next = arith.addi %pc, %c1 : index
  cf.switch %op : i32, [ default: ^trap, 0: ^halt(%sp : index), 1: ^push(%next, %sp : index, index), 2: ^add(%next, %sp : index, index), 3: ^jump(%next, %sp : index, index) ]
^push(%p1: index, %s1: index):
  %imm = memref.load %code[%p1] : memref<?xi32>
  %wide = arith.extsi %imm : i32 to i64
  memref.store %wide, %stack[%s1] : memref<256xi64>
  %p2 = arith.addi %p1, %c1 : index
  %s2 = arith.addi %s1, %c1 : index
  cf.br ^fetch(%p2, %s2 : index, index)
^add(%p3: index, %s3: index):
  %t1 = arith.subi %s3, %c1 : index
  %t2 = arith.subi %t1, %c1 : index
  %x = memref.load %stack[%t1] : memref<256xi64>
  %y = memref.load %stack[%t2] : memref<256xi64>
  %z = arith.addi %x, %y : i64
  memref.store %z, %stack[%t2] : memref<256xi64>
  cf.br ^fetch(%p3, %t1 : index, index)
^jump(%p4: index, %s4: index):
  %s5 = arith.subi %s4, %c1 : index
  %cond = memref.load %stack[%s5] : memref<256xi64>
  %is = arith.cmpi ne, %cond, %k0 : i64
  %to = memref.load %code[%p4] : memref<?xi32>
  %target = arith.index_cast %to : i32 to index
  %over = arith.addi %p4, %c1 : index
  %dest = arith.select %is, %target, %over : index
  cf.br ^fetch(%dest, %s5 : index, index)
^halt(%s6: index):
  %s7 = arith.subi %s6, %c1 : index
  %top = memref.load %stack[%s7] : memref<256xi64>
  return %top : i64
^trap:
  %false = arith.constant false
  cf.assert %false, "bad instruction"
  return %k0 : i64
}
// ----- hanoi: flow
func.func @hanoi(%n: i32, %from: i32, %to: i32, %by: i32, %moves: memref<?x2xi32>, %at: index) -> index {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %done = arith.cmpi sle, %n, %zero : i32
  cf.cond_br %done, ^out(%at : index), ^move
^move:
  %m = arith.subi %n, %one : i32
  %a = call @hanoi(%m, %from, %by, %to, %moves, %at) : (i32, i32, i32, i32, memref<?x2xi32>, index) -> index
  memref.store %from, %moves[%a, %c0] : memref<?x2xi32>
  memref.store %to, %moves[%a, %c1] : memref<?x2xi32>
  %b = arith.addi %a, %c1 : index
  %c = call @hanoi(%m, %by, %to, %from, %moves, %b) : (i32, i32, i32, i32, memref<?x2xi32>, index) -> index
  cf.br ^out(%c : index)
^out(%r: index):
  return %r : index
}
// ----- callbacks: flow
func.func private @square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
func.func private @twice(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
func.func @integrate(%which: i1, %n: index, %h: f32) -> f32 {
  %f = func.constant @square : (f32) -> f32
  %g = func.constant @twice : (f32) -> f32
  %k = arith.select %which, %f, %g : (f32) -> f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %w = arith.index_cast %i : index to i32
    %x = arith.sitofp %w : i32 to f32
    %y = arith.mulf %x, %h : f32
    %v = func.call_indirect %k(%y) : (f32) -> f32
    %t = arith.addf %acc, %v : f32
    scf.yield %t : f32
  }
  return %s : f32
}
// ----- colours: accurate wide
func.func @to_linear(%pixels: memref<?x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %cut = arith.constant dense<0.04045> : vector<4xf32>
  %low = arith.constant dense<12.92> : vector<4xf32>
  %off = arith.constant dense<0.055> : vector<4xf32>
  %div = arith.constant dense<1.055> : vector<4xf32>
  %gamma = arith.constant dense<2.4> : vector<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = vector.load %pixels[%i, %c0] : memref<?x4xf32>, vector<4xf32>
    %a = arith.divf %v, %low : vector<4xf32>
    %b = arith.addf %v, %off : vector<4xf32>
    %c = arith.divf %b, %div : vector<4xf32>
    %d = math.powf %c, %gamma : vector<4xf32>
    %m = arith.cmpf ole, %v, %cut : vector<4xf32>
    %r = arith.select %m, %a, %d : vector<4xi1>, vector<4xf32>
    vector.store %r, %pixels[%i, %c0] : memref<?x4xf32>, vector<4xf32>
  }
  return
}
// ----- orbits: accurate
func.func @kepler(%mean: f64, %e: f64) -> (f64, f64) {
  %eps = arith.constant 1.0e-10 : f64
  %one = arith.constant 1.0 : f64
  %r = scf.while (%x = %mean) : (f64) -> f64 {
    %s = math.sin %x : f64
    %es = arith.mulf %e, %s : f64
    %d0 = arith.subf %x, %es : f64
    %d = arith.subf %d0, %mean : f64
    %a = math.absf %d : f64
    %c = arith.cmpf ogt, %a, %eps : f64
    scf.condition(%c) %x : f64
  } do {
  ^bb0(%x: f64):
    %s = math.sin %x : f64
    %k = math.cos %x : f64
    %es = arith.mulf %e, %s : f64
    %ek = arith.mulf %e, %k : f64
    %n0 = arith.subf %x, %es : f64
    %n = arith.subf %n0, %mean : f64
    %d = arith.subf %one, %ek : f64
    %q = arith.divf %n, %d : f64
    %y = arith.subf %x, %q : f64
    scf.yield %y : f64
  }
  %s = math.sin %r : f64
  %k = math.cos %r : f64
  %ke = arith.subf %k, %e : f64
  %true_anomaly = math.atan2 %s, %ke : f64
  return %r, %true_anomaly : f64, f64
}
// ----- black_box: accurate
func.func @activation(%v: vector<8xf32>, %h: f16, %i: i32) -> (vector<8xf32>, f16, f32) {
  %half = arith.constant dense<0.5> : vector<8xf32>
  %k = arith.constant dense<0.707106769> : vector<8xf32>
  %0 = arith.mulf %v, %k fastmath<nnan,ninf> : vector<8xf32>
  %1 = math.erf %0 : vector<8xf32>
  %2 = math.fma %1, %half, %half : vector<8xf32>
  %3 = arith.mulf %2, %v : vector<8xf32>
  %4 = math.exp2 %h : f16
  %5 = math.floor %4 : f16
  %6 = arith.sitofp %i : i32 to f32
  %7 = math.fpowi %6, %i : f32, i32
  %8 = math.sinh %7 : f32
  %9 = math.asin %8 : f32
  return %3, %5, %9 : vector<8xf32>, f16, f32
}
// ----- signals: accurate
func.func @butterfly(%a: complex<f32>, %b: complex<f32>, %angle: f32) -> (complex<f32>, complex<f32>, f32) {
  %c = math.cos %angle : f32
  %s = math.sin %angle : f32
  %w = complex.create %c, %s : complex<f32>
  %t = complex.mul %w, %b : complex<f32>
  %x = complex.add %a, %t : complex<f32>
  %y = complex.sub %a, %t : complex<f32>
  %m = complex.abs %x : complex<f32>
  %q = complex.div %x, %y : complex<f32>
  %e = complex.exp %q : complex<f32>
  %r = complex.sqrt %e : complex<f32>
  return %x, %r, %m : complex<f32>, complex<f32>, f32
}
// ----- sha: flow low_memory
func.func @round(%s: memref<8xi32>, %w: i32, %k: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %r6 = arith.constant 6 : i32
  %l26 = arith.constant 26 : i32
  %all = arith.constant -1 : i32
  %e = memref.load %s[%c4] : memref<8xi32>
  %f = memref.load %s[%c5] : memref<8xi32>
  %g = memref.load %s[%c6] : memref<8xi32>
  %0 = arith.shrui %e, %r6 : i32
  %1 = arith.shli %e, %l26 : i32
  %2 = arith.ori %0, %1 : i32
  %3 = arith.andi %e, %f : i32
  %4 = arith.xori %e, %all : i32
  %5 = arith.andi %4, %g : i32
  %6 = arith.xori %3, %5 : i32
  %7 = arith.addi %2, %6 : i32
  %8 = arith.addi %7, %w : i32
  %9 = arith.addi %8, %k : i32
  memref.store %9, %s[%c0] : memref<8xi32>
  return
}
// ----- big_numbers: low_memory
func.func @add_big(%a: memref<?xi64>, %b: memref<?xi64>, %out: memref<?xi64>, %n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant false
  %carry = scf.for %i = %c0 to %n step %c1 iter_args(%c = %none) -> (i1) {
    %x = memref.load %a[%i] : memref<?xi64>
    %y = memref.load %b[%i] : memref<?xi64>
    %s, %o = arith.addui_extended %x, %y : i64, i1
    %k = arith.extui %c : i1 to i64
    %t, %p = arith.addui_extended %s, %k : i64, i1
    memref.store %t, %out[%i] : memref<?xi64>
    %q = arith.ori %o, %p : i1
    scf.yield %q : i1
  }
  return %carry : i1
}
// ----- windows_of_memory: checked low_memory
func.func @tile_copy(%src: memref<?x?xf32>, %dst: memref<16x16xf32>, %i: index, %j: index) -> memref<8x8xf32, strided<[16, 1], offset: ?>> {
  %c8 = arith.constant 8 : index
  %view = memref.subview %src[%i, %j] [16, 16] [1, 1] : memref<?x?xf32> to memref<16x16xf32, strided<[?, 1], offset: ?>>
  memref.copy %view, %dst : memref<16x16xf32, strided<[?, 1], offset: ?>> to memref<16x16xf32>
  %part = memref.subview %dst[%i, 8] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, strided<[16, 1], offset: ?>>
  %v = memref.load %part[%j, %c8] : memref<8x8xf32, strided<[16, 1], offset: ?>>
  memref.store %v, %part[%c8, %j] : memref<8x8xf32, strided<[16, 1], offset: ?>>
  return %part : memref<8x8xf32, strided<[16, 1], offset: ?>>
}
// ----- arena: checked low_memory
func.func @arena(%bytes: memref<4096xi8>, %at: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.view %bytes[%at][%n] : memref<4096xi8> to memref<?x8xf32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<?xf32>
  %d = memref.dim %flat, %c0 : memref<?xf32>
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%a = %zero) -> (f32) {
    %v = memref.load %flat[%i] : memref<?xf32>
    %t = arith.maximumf %a, %v : f32
    scf.yield %t : f32
  }
  return %s : f32
}
// ----- dispatch_table: flow scalar
func.func @dispatch(%kind: index, %x: i32, %y: i32) -> i32 {
  %r = scf.index_switch %kind -> i32
  case 0 {
    %0 = arith.addi %x, %y : i32
    scf.yield %0 : i32
  }
  case 1 {
    %0 = arith.divsi %x, %y : i32
    scf.yield %0 : i32
  }
  case 7 {
    %0 = arith.floordivsi %x, %y : i32
    scf.yield %0 : i32
  }
  default {
    %0 = scf.execute_region -> i32 {
      %c = arith.cmpi slt, %x, %y : i32
      cf.cond_br %c, ^a, ^b
    ^a:
      scf.yield %x : i32
    ^b:
      scf.yield %y : i32
    }
    scf.yield %0 : i32
  }
  return %r : i32
}
