// Loops, memory and scalars, of the set 2026-11-models; the form is that of ../development.
// ----- gemv_transposed: nest_affine nest_vector host_omp
func.func @gemv(%a: memref<48x32xf32>, %x: memref<48xf32>, %y: memref<32xf32>, %alpha: f32, %beta: f32) {
  affine.for %j = 0 to 32 {
    %o = affine.load %y[%j] : memref<32xf32>
    %s = arith.mulf %o, %beta : f32
    affine.store %s, %y[%j] : memref<32xf32>
  }
  affine.for %i = 0 to 48 {
    %v = affine.load %x[%i] : memref<48xf32>
    %w = arith.mulf %v, %alpha : f32
    affine.for %j = 0 to 32 {
      %m = affine.load %a[%i, %j] : memref<48x32xf32>
      %p = arith.mulf %m, %w : f32
      %o = affine.load %y[%j] : memref<32xf32>
      %s = arith.addf %o, %p : f32
      affine.store %s, %y[%j] : memref<32xf32>
    }
  }
  return
}
// ----- two_products: nest_affine nest_gpu
func.func @two_products(%a: memref<24x24xf64>, %b: memref<24x24xf64>, %c: memref<24x24xf64>, %d: memref<24x24xf64>) {
  %t = memref.alloc() : memref<24x24xf64>
  %z = arith.constant 0.0 : f64
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      affine.store %z, %t[%i, %j] : memref<24x24xf64>
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%i, %k] : memref<24x24xf64>
        %y = affine.load %b[%k, %j] : memref<24x24xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %t[%i, %j] : memref<24x24xf64>
        %s = arith.addf %o, %p : f64
        affine.store %s, %t[%i, %j] : memref<24x24xf64>
      }
    }
  }
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      %r = affine.for %k = 0 to 24 iter_args(%acc = %z) -> (f64) {
        %x = affine.load %t[%i, %k] : memref<24x24xf64>
        %y = affine.load %c[%k, %j] : memref<24x24xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %acc, %p : f64
        affine.yield %s : f64
      }
      affine.store %r, %d[%i, %j] : memref<24x24xf64>
    }
  }
  memref.dealloc %t : memref<24x24xf64>
  return
}
// ----- covariance: nest_affine host_omp
func.func @covariance(%data: memref<?x16xf64>, %mean: memref<16xf64>, %cov: memref<16x16xf64>, %count: f64) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f64
  %n = memref.dim %data, %c0 : memref<?x16xf64>
  affine.for %j = 0 to 16 {
    %s = affine.for %i = 0 to %n iter_args(%a = %z) -> (f64) {
      %v = affine.load %data[%i, %j] : memref<?x16xf64>
      %t = arith.addf %a, %v : f64
      affine.yield %t : f64
    }
    %m = arith.divf %s, %count : f64
    affine.store %m, %mean[%j] : memref<16xf64>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 16 {
      %s = affine.for %k = 0 to %n iter_args(%a = %z) -> (f64) {
        %u = affine.load %data[%k, %i] : memref<?x16xf64>
        %v = affine.load %data[%k, %j] : memref<?x16xf64>
        %p = arith.mulf %u, %v : f64
        %t = arith.addf %a, %p : f64
        affine.yield %t : f64
      }
      affine.store %s, %cov[%i, %j] : memref<16x16xf64>
      affine.store %s, %cov[%j, %i] : memref<16x16xf64>
    }
  }
  return
}
// ----- advection: nest_affine nest_vector nest_gpu
func.func @advect(%u: memref<66xf32>, %v: memref<66xf32>, %c: f32) {
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 65 {
      %l = affine.load %u[%i - 1] : memref<66xf32>
      %m = affine.load %u[%i] : memref<66xf32>
      %d = arith.subf %m, %l : f32
      %f = arith.mulf %d, %c : f32
      %n = arith.subf %m, %f : f32
      affine.store %n, %v[%i] : memref<66xf32>
    }
    affine.for %i = 1 to 65 {
      %m = affine.load %v[%i] : memref<66xf32>
      affine.store %m, %u[%i] : memref<66xf32>
    }
  }
  return
}
// ----- wave_3d: nest_affine host_async nest_gpu
func.func @wave(%p: memref<18x18x18xf32>, %q: memref<18x18x18xf32>) {
  %k = arith.constant 0.166 : f32
  %two = arith.constant 2.0 : f32
  affine.parallel (%x, %y, %z) = (1, 1, 1) to (17, 17, 17) {
    %c = affine.load %p[%x, %y, %z] : memref<18x18x18xf32>
    %a = affine.load %p[%x - 1, %y, %z] : memref<18x18x18xf32>
    %b = affine.load %p[%x + 1, %y, %z] : memref<18x18x18xf32>
    %d = affine.load %p[%x, %y - 1, %z] : memref<18x18x18xf32>
    %e = affine.load %p[%x, %y + 1, %z] : memref<18x18x18xf32>
    %f = affine.load %p[%x, %y, %z - 1] : memref<18x18x18xf32>
    %g = affine.load %p[%x, %y, %z + 1] : memref<18x18x18xf32>
    %0 = arith.addf %a, %b : f32
    %1 = arith.addf %d, %e : f32
    %2 = arith.addf %f, %g : f32
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    %5 = arith.mulf %4, %k : f32
    %6 = affine.load %q[%x, %y, %z] : memref<18x18x18xf32>
    %7 = arith.mulf %c, %two : f32
    %8 = arith.subf %7, %6 : f32
    %9 = arith.addf %8, %5 : f32
    affine.store %9, %q[%x, %y, %z] : memref<18x18x18xf32>
  }
  return
}
// ----- lookup_table: nest_vector host_loops emit_cpp
memref.global "private" constant @gamma : memref<16xf32> = dense<[0.0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.26, 0.33, 0.41, 0.5, 0.59, 0.69, 0.79, 0.89, 1.0]>
func.func @apply(%x: memref<64xi8>, %y: memref<64xf32>) {
  %t = memref.get_global @gamma : memref<16xf32>
  %mask = arith.constant 15 : i8
  affine.for %i = 0 to 64 {
    %b = affine.load %x[%i] : memref<64xi8>
    %m = arith.andi %b, %mask : i8
    %k = arith.index_castui %m : i8 to index
    %v = memref.load %t[%k] : memref<16xf32>
    affine.store %v, %y[%i] : memref<64xf32>
  }
  return
}
// ----- gram_rows: host_omp host_async nest_gpu
func.func @distances(%p: memref<?x3xf32>, %d: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %p, %c0 : memref<?x3xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %z) -> (f32) {
      %u = memref.load %p[%i, %k] : memref<?x3xf32>
      %v = memref.load %p[%j, %k] : memref<?x3xf32>
      %w = arith.subf %u, %v : f32
      %q = math.fma %w, %w, %a : f32
      scf.yield %q : f32
    }
    %r = math.sqrt %s : f32
    memref.store %r, %d[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
// ----- energy_sum: host_omp host_structured
func.func @energy(%v: memref<?xf64>, %m: memref<?xf64>) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %half = arith.constant 0.5 : f64
  %n = memref.dim %v, %c0 : memref<?xf64>
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z, %low) -> (f64, f64) {
    %a = memref.load %v[%i] : memref<?xf64>
    %b = memref.load %m[%i] : memref<?xf64>
    %q = arith.mulf %a, %a : f64
    %k = arith.mulf %q, %b : f64
    %e = arith.mulf %k, %half : f64
    %abs = math.absf %a : f64
    scf.reduce(%e, %abs : f64, f64) {
    ^bb0(%x: f64, %y: f64):
      %s = arith.addf %x, %y : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%x: f64, %y: f64):
      %s = arith.maximumf %x, %y : f64
      scf.reduce.return %s : f64
    }
  }
  return %r#0, %r#1 : f64, f64
}
// ----- string_search: host_loops host_structured
func.func @find(%text: memref<?xi8>, %word: memref<?xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %n = memref.dim %text, %c0 : memref<?xi8>
  %m = memref.dim %word, %c0 : memref<?xi8>
  %last = arith.subi %n, %m : index
  %r = scf.while (%i = %c0) : (index) -> index {
    %same = scf.for %j = %c0 to %m step %c1 iter_args(%s = %true) -> (i1) {
      %k = arith.addi %i, %j : index
      %a = memref.load %text[%k] : memref<?xi8>
      %b = memref.load %word[%j] : memref<?xi8>
      %e = arith.cmpi eq, %a, %b : i8
      %t = arith.andi %s, %e : i1
      scf.yield %t : i1
    }
    %other = arith.xori %same, %true : i1
    %more = arith.cmpi slt, %i, %last : index
    %go = arith.andi %other, %more : i1
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return %r : index
}
// ----- insertion_sort: host_loops emit_cpp host_structured
func.func @sort(%a: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c1 to %c32 step %c1 {
    %v = memref.load %a[%i] : memref<32xi32>
    %at = scf.for %k = %c0 to %i step %c1 iter_args(%p = %i) -> (index) {
      %j0 = arith.subi %i, %k : index
      %j = arith.subi %j0, %c1 : index
      %w = memref.load %a[%j] : memref<32xi32>
      %gt = arith.cmpi sgt, %w, %v : i32
      %q = scf.if %gt -> (index) {
        memref.store %w, %a[%j0] : memref<32xi32>
        scf.yield %j : index
      } else {
        scf.yield %p : index
      }
      scf.yield %q : index
    }
    memref.store %v, %a[%at] : memref<32xi32>
  }
  return
}
// ----- modular_power: host_structured to_spirv emit_cpp
func.func @power(%b: i64, %e: i64, %m: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:3 = scf.while (%x = %b, %n = %e, %a = %c1) : (i64, i64, i64) -> (i64, i64, i64) {
    %go = arith.cmpi ugt, %n, %c0 : i64
    scf.condition(%go) %x, %n, %a : i64, i64, i64
  } do {
  ^bb0(%x: i64, %n: i64, %a: i64):
    %bit = arith.andi %n, %c1 : i64
    %odd = arith.cmpi eq, %bit, %c1 : i64
    %p = arith.muli %a, %x : i64
    %q = arith.remui %p, %m : i64
    %s = arith.select %odd, %q, %a : i64
    %xx = arith.muli %x, %x : i64
    %y = arith.remui %xx, %m : i64
    %h = arith.shrui %n, %c1 : i64
    scf.yield %y, %h, %s : i64, i64, i64
  }
  return %r#2 : i64
}
// ----- day_of_week: host_structured host_loops to_spirv
func.func private @is_leap(%y: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c100 = arith.constant 100 : i32
  %c400 = arith.constant 400 : i32
  %a = arith.remsi %y, %c4 : i32
  %b = arith.remsi %y, %c100 : i32
  %c = arith.remsi %y, %c400 : i32
  %d = arith.cmpi eq, %a, %c0 : i32
  %e = arith.cmpi ne, %b, %c0 : i32
  %f = arith.cmpi eq, %c, %c0 : i32
  %g = arith.andi %d, %e : i1
  %h = arith.ori %g, %f : i1
  return %h : i1
}
func.func @days(%y: i32, %month: index, %day: i32) -> i32 {
  %c28 = arith.constant 28 : i32
  %c30 = arith.constant 30 : i32
  %c31 = arith.constant 31 : i32
  %c7 = arith.constant 7 : i32
  %leap = func.call @is_leap(%y) : (i32) -> i1
  %more = arith.extui %leap : i1 to i32
  %n = scf.index_switch %month -> i32
  case 2 {
    %f = arith.addi %c28, %more : i32
    scf.yield %f : i32
  }
  case 4 { scf.yield %c30 : i32 }
  case 6 { scf.yield %c30 : i32 }
  case 9 { scf.yield %c30 : i32 }
  case 11 { scf.yield %c30 : i32 }
  default { scf.yield %c31 : i32 }
  %w = arith.addi %n, %day : i32
  %r = arith.remsi %w, %c7 : i32
  return %r : i32
}
// ----- image_rows: host_loops host_omp
func.func @crop(%image: memref<?x?x3xi8>, %x: index, %y: index, %out: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %scale = arith.constant 0.00392156886 : f32
  %w = memref.subview %image[%y, %x, 1] [8, 8, 1] [1, 1, 1] : memref<?x?x3xi8> to memref<8x8xi8, strided<[?, 3], offset: ?>>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) {
    %b = memref.load %w[%i, %j] : memref<8x8xi8, strided<[?, 3], offset: ?>>
    %u = arith.uitofp %b : i8 to f32
    %v = arith.mulf %u, %scale : f32
    memref.store %v, %out[%i, %j] : memref<8x8xf32>
    scf.reduce
  }
  return
}
// ----- matrix_views: host_loops host_structured
func.func @trace_of_blocks(%a: memref<16x16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %e = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [4, 4, 4, 4] : memref<16x16xf32> into memref<4x4x4x4xf32>
  %t = memref.transpose %e (i, k, j, l) -> (i, j, k, l) : memref<4x4x4x4xf32> to memref<4x4x4x4xf32, strided<[64, 4, 16, 1]>>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %z) -> (f32) {
    %q = scf.for %k = %c0 to %c4 step %c1 iter_args(%u = %s) -> (f32) {
      %v = memref.load %t[%i, %i, %k, %k] : memref<4x4x4x4xf32, strided<[64, 4, 16, 1]>>
      %w = arith.addf %u, %v : f32
      scf.yield %w : f32
    }
    scf.yield %q : f32
  }
  return %r : f32
}
// ----- growing_list: host_structured host_loops
func.func @collect(%x: memref<?xi32>, %limit: i32) -> (memref<?xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %x, %c0 : memref<?xi32>
  %start = memref.alloc(%c4) : memref<?xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%list = %start, %k = %c0) -> (memref<?xi32>, index) {
    %v = memref.load %x[%i] : memref<?xi32>
    %in = arith.cmpi slt, %v, %limit : i32
    %s:2 = scf.if %in -> (memref<?xi32>, index) {
      %room = memref.dim %list, %c0 : memref<?xi32>
      %full = arith.cmpi eq, %k, %room : index
      %l = scf.if %full -> (memref<?xi32>) {
        %more = arith.muli %room, %c2 : index
        %b = memref.alloc(%more) : memref<?xi32>
        %part = memref.subview %b[0] [%room] [1] : memref<?xi32> to memref<?xi32, strided<[1]>>
        memref.copy %list, %part : memref<?xi32> to memref<?xi32, strided<[1]>>
        memref.dealloc %list : memref<?xi32>
        scf.yield %b : memref<?xi32>
      } else {
        scf.yield %list : memref<?xi32>
      }
      memref.store %v, %l[%k] : memref<?xi32>
      %next = arith.addi %k, %c1 : index
      scf.yield %l, %next : memref<?xi32>, index
    } else {
      scf.yield %list, %k : memref<?xi32>, index
    }
    scf.yield %s#0, %s#1 : memref<?xi32>, index
  }
  return %r#0, %r#1 : memref<?xi32>, index
}
// ----- activations: math_lowering to_spirv emit_cpp
func.func @swish(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n : f32
  %d = arith.addf %e, %one : f32
  %r = arith.divf %x, %d : f32
  return %r : f32
}
func.func @mish(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %p = arith.addf %e, %one : f32
  %l = math.log %p : f32
  %t = math.tanh %l : f32
  %r = arith.mulf %x, %t : f32
  return %r : f32
}
// ----- geodesy: math_lowering host_loops
func.func @haversine(%a: memref<?x2xf64>, %b: memref<?x2xf64>, %d: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %r = arith.constant 12742.0 : f64
  %n = memref.dim %d, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %p = memref.load %a[%i, %c0] : memref<?x2xf64>
    %l = memref.load %a[%i, %c1] : memref<?x2xf64>
    %q = memref.load %b[%i, %c0] : memref<?x2xf64>
    %m = memref.load %b[%i, %c1] : memref<?x2xf64>
    %dp = arith.subf %q, %p : f64
    %dl = arith.subf %m, %l : f64
    %hp = arith.mulf %dp, %half : f64
    %hl = arith.mulf %dl, %half : f64
    %sp = math.sin %hp : f64
    %sl = math.sin %hl : f64
    %cp = math.cos %p : f64
    %cq = math.cos %q : f64
    %sp2 = arith.mulf %sp, %sp : f64
    %sl2 = arith.mulf %sl, %sl : f64
    %cc = arith.mulf %cp, %cq : f64
    %t = arith.mulf %cc, %sl2 : f64
    %h = arith.addf %sp2, %t : f64
    %s = math.sqrt %h : f64
    %k = math.asin %s : f64
    %o = arith.mulf %r, %k : f64
    memref.store %o, %d[%i] : memref<?xf64>
  }
  return
}
// ----- rounding_money: math_lowering host_structured
func.func @interest(%p: f64, %rate: f64, %months: i32) -> (i64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %twelve = arith.constant 12.0 : f64
  %hundred = arith.constant 100.0 : f64
  %m = arith.divf %rate, %twelve : f64
  %q = arith.addf %one, %m : f64
  %g = math.fpowi %q, %months : f64, i32
  %v = arith.mulf %p, %g : f64
  %c = arith.mulf %v, %hundred : f64
  %r = math.roundeven %c : f64
  %i = arith.fptosi %r : f64 to i64
  %l = math.log1p %rate : f64
  %f = math.floor %v : f64
  return %i, %l, %f : i64, f64, f64
}
// ----- fractal_complex: math_lowering host_structured
func.func @julia(%z0: complex<f32>, %c: complex<f32>, %most: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %r:2 = scf.while (%z = %z0, %i = %c0) : (complex<f32>, index) -> (complex<f32>, index) {
    %a = complex.abs %z : complex<f32>
    %in = arith.cmpf olt, %a, %two : f32
    %left = arith.cmpi ult, %i, %most : index
    %go = arith.andi %in, %left : i1
    scf.condition(%go) %z, %i : complex<f32>, index
  } do {
  ^bb0(%z: complex<f32>, %i: index):
    %s = complex.mul %z, %z : complex<f32>
    %t = complex.add %s, %c : complex<f32>
    %j = arith.addi %i, %c1 : index
    scf.yield %t, %j : complex<f32>, index
  }
  return %r#1 : index
}
// ----- fixed_point_filter: emit_cpp host_loops nest_vector
func.func @filter(%x: memref<40xi16>, %h: memref<8xi16>, %y: memref<32xi16>) {
  %z = arith.constant 0 : i32
  %half = arith.constant 16384 : i32
  %shift = arith.constant 15 : i32
  affine.for %i = 0 to 32 {
    %s = affine.for %k = 0 to 8 iter_args(%a = %z) -> (i32) {
      %u = affine.load %x[%i + %k] : memref<40xi16>
      %v = affine.load %h[%k] : memref<8xi16>
      %p = arith.extsi %u : i16 to i32
      %q = arith.extsi %v : i16 to i32
      %m = arith.muli %p, %q : i32
      %b = arith.addi %a, %m : i32
      affine.yield %b : i32
    }
    %r = arith.addi %s, %half : i32
    %t = arith.shrsi %r, %shift : i32
    %o = arith.trunci %t : i32 to i16
    affine.store %o, %y[%i] : memref<32xi16>
  }
  return
}
// ----- thermostat: emit_cpp host_structured
func.func @control(%t: f32, %goal: f32, %state: memref<2xf32>) -> (f32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %kp = arith.constant 1.5 : f32
  %ki = arith.constant 0.2 : f32
  %top = arith.constant 100.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = arith.subf %goal, %t : f32
  %i = memref.load %state[%c0] : memref<2xf32>
  %j = arith.addf %i, %e : f32
  %p = arith.mulf %kp, %e : f32
  %q = arith.mulf %ki, %j : f32
  %u = arith.addf %p, %q : f32
  %high = arith.cmpf ogt, %u, %top : f32
  %low = arith.cmpf olt, %u, %zero : f32
  %out = arith.ori %high, %low : i1
  %a = arith.select %high, %top, %u : f32
  %b = arith.select %low, %zero, %a : f32
  scf.if %out {
  } else {
    memref.store %j, %state[%c0] : memref<2xf32>
  }
  memref.store %e, %state[%c1] : memref<2xf32>
  return %b, %out : f32, i1
}
// ----- state_machine: host_structured host_loops
func.func @lex(%s: memref<?xi8>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = memref.dim %s, %c0 : memref<?xi8>
  cf.br ^space(%c0, %z, %z : index, i32, i32)
^space(%i: index, %words: i32, %numbers: i32):
  %end = arith.cmpi uge, %i, %n : index
  cf.cond_br %end, ^done(%words, %numbers : i32, i32), ^read(%i, %words, %numbers : index, i32, i32)
^read(%j: index, %w: i32, %d: i32):
  %c = memref.load %s[%j] : memref<?xi8>
  %wide = arith.extui %c : i8 to i32
  %k = arith.addi %j, %c1 : index
  cf.switch %wide : i32, [
    default: ^word(%k, %w, %d : index, i32, i32),
    32: ^space(%k, %w, %d : index, i32, i32),
    10: ^space(%k, %w, %d : index, i32, i32),
    48: ^number(%k, %w, %d : index, i32, i32),
    49: ^number(%k, %w, %d : index, i32, i32)
  ]
^word(%k1: index, %w1: i32, %d1: i32):
  %w2 = arith.addi %w1, %one : i32
  cf.br ^space(%k1, %w2, %d1 : index, i32, i32)
^number(%k2: index, %w3: i32, %d2: i32):
  %d3 = arith.addi %d2, %one : i32
  cf.br ^space(%k2, %w3, %d3 : index, i32, i32)
^done(%a: i32, %b: i32):
  return %a, %b : i32, i32
}
// ----- ackermann: host_structured
func.func @ackermann(%m: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = arith.cmpi eq, %m, %zero : i32
  cf.cond_br %a, ^last, ^more
^last:
  %r = arith.addi %n, %one : i32
  return %r : i32
^more:
  %m1 = arith.subi %m, %one : i32
  %b = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %b, ^call(%one : i32), ^inner
^inner:
  %n1 = arith.subi %n, %one : i32
  %i = func.call @ackermann(%m, %n1) : (i32, i32) -> i32
  cf.br ^call(%i : i32)
^call(%k: i32):
  %s = func.call @ackermann(%m1, %k) : (i32, i32) -> i32
  return %s : i32
}
// ----- counts_of_bytes: host_loops host_async
func.func @count(%data: memref<?xi8>, %bins: memref<256xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %n = memref.dim %data, %c0 : memref<?xi8>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %b = memref.load %data[%i] : memref<?xi8>
    %k = arith.index_castui %b : i8 to index
    %old = memref.atomic_rmw addi %one, %bins[%k] : (i32, memref<256xi32>) -> i32
    scf.reduce
  }
  return
}
