// Loops and tasks on memory, of the set 2026-11-kernels; the form is that of ../development.
// ----- jacobi: poly_loops workshare
func.func @jacobi(%u: memref<34x34xf32>, %v: memref<34x34xf32>, %f: memref<34x34xf32>) {
  %quarter = arith.constant 0.25 : f32
  affine.for %t = 0 to 50 {
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %n = affine.load %u[%i - 1, %j] : memref<34x34xf32>
        %s = affine.load %u[%i + 1, %j] : memref<34x34xf32>
        %w = affine.load %u[%i, %j - 1] : memref<34x34xf32>
        %e = affine.load %u[%i, %j + 1] : memref<34x34xf32>
        %b = affine.load %f[%i, %j] : memref<34x34xf32>
        %0 = arith.addf %n, %s : f32
        %1 = arith.addf %w, %e : f32
        %2 = arith.addf %0, %1 : f32
        %3 = arith.addf %2, %b : f32
        %4 = arith.mulf %3, %quarter : f32
        affine.store %4, %v[%i, %j] : memref<34x34xf32>
      }
    }
    affine.for %i = 1 to 33 {
      affine.for %j = 1 to 33 {
        %x = affine.load %v[%i, %j] : memref<34x34xf32>
        affine.store %x, %u[%i, %j] : memref<34x34xf32>
      }
    }
  }
  return
}
// ----- seidel: poly_loops
func.func @seidel(%a: memref<?x?xf64>, %n: index, %steps: index) {
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %0 = affine.load %a[%i, %j - 1] : memref<?x?xf64>
        %1 = affine.load %a[%i, %j] : memref<?x?xf64>
        %2 = affine.load %a[%i, %j + 1] : memref<?x?xf64>
        %3 = arith.addf %0, %1 : f64
        %4 = arith.addf %3, %2 : f64
        %third = arith.constant 0.33333333333333331 : f64
        %5 = arith.mulf %4, %third : f64
        affine.store %5, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// ----- floyd: poly_loops
func.func @floyd(%d: memref<24x24xi32>) {
  affine.for %k = 0 to 24 {
    affine.for %i = 0 to 24 {
      affine.for %j = 0 to 24 {
        %a = affine.load %d[%i, %k] : memref<24x24xi32>
        %b = affine.load %d[%k, %j] : memref<24x24xi32>
        %c = affine.load %d[%i, %j] : memref<24x24xi32>
        %s = arith.addi %a, %b : i32
        %m = arith.minsi %s, %c : i32
        affine.store %m, %d[%i, %j] : memref<24x24xi32>
      }
    }
  }
  return
}
// ----- fir: poly_loops wide
func.func @fir(%x: memref<256xf32>, %h: memref<16xf32>, %y: memref<241xf32>) {
  affine.for %i = 0 to 241 {
    %zero = arith.constant 0.0 : f32
    %s = affine.for %k = 0 to 16 iter_args(%acc = %zero) -> (f32) {
      %a = affine.load %x[%i + %k] : memref<256xf32>
      %b = affine.load %h[15 - %k] : memref<16xf32>
      %p = arith.mulf %a, %b fastmath<contract> : f32
      %t = arith.addf %acc, %p fastmath<contract> : f32
      affine.yield %t : f32
    }
    affine.store %s, %y[%i] : memref<241xf32>
  }
  return
}
// ----- histogram_equalise: workshare tasks
func.func @equalise(%image: memref<64x64xi32>, %out: memref<64x64xi32>) {
  %bins = memref.alloc() : memref<256xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.parallel (%i) = (%c0) to (%c256) step (%c1) {
    memref.store %zero, %bins[%i] : memref<256xi32>
    scf.reduce
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %v = memref.load %image[%i, %j] : memref<64x64xi32>
    %b = arith.index_cast %v : i32 to index
    %o = memref.atomic_rmw addi %one, %bins[%b] : (i32, memref<256xi32>) -> i32
    scf.reduce
  }
  %total = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %zero) -> (i32) {
    %v = memref.load %bins[%i] : memref<256xi32>
    %t = arith.addi %s, %v : i32
    memref.store %t, %bins[%i] : memref<256xi32>
    scf.yield %t : i32
  }
  %k = arith.constant 255 : i32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %v = memref.load %image[%i, %j] : memref<64x64xi32>
    %b = arith.index_cast %v : i32 to index
    %s = memref.load %bins[%b] : memref<256xi32>
    %m = arith.muli %s, %k : i32
    %q = arith.divsi %m, %total : i32
    memref.store %q, %out[%i, %j] : memref<64x64xi32>
    scf.reduce
  }
  memref.dealloc %bins : memref<256xi32>
  return
}
// ----- monte_carlo: workshare tasks
func.func @pi(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %a = arith.constant 6364136223846793005 : i64
  %shift = arith.constant 33 : i64
  %scale = arith.constant 4.6566128730773926E-10 : f64
  %hits = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %s = arith.index_cast %i : index to i64
    %m = arith.muli %s, %a : i64
    %r = arith.shrui %m, %shift : i64
    %x0 = arith.uitofp %r : i64 to f64
    %x = arith.mulf %x0, %scale : f64
    %m2 = arith.muli %m, %a : i64
    %r2 = arith.shrui %m2, %shift : i64
    %y0 = arith.uitofp %r2 : i64 to f64
    %y = arith.mulf %y0, %scale : f64
    %x2 = arith.mulf %x, %x : f64
    %d = math.fma %y, %y, %x2 : f64
    %in = arith.cmpf ole, %d, %one : f64
    %v = arith.select %in, %one, %zero : f64
    scf.reduce(%v : f64) {
    ^bb0(%l: f64, %q: f64):
      %t = arith.addf %l, %q : f64
      scf.reduce.return %t : f64
    }
  }
  return %hits : f64
}
// ----- sobel_edges: workshare kernels_par
func.func @sobel(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %h: index, %w: index) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %he = arith.subi %h, %c1 : index
  %we = arith.subi %w, %c1 : index
  scf.parallel (%y, %x) = (%c1, %c1) to (%he, %we) step (%c1, %c1) {
    %u = arith.subi %y, %c1 : index
    %d = arith.addi %y, %c1 : index
    %l = arith.subi %x, %c1 : index
    %r = arith.addi %x, %c1 : index
    %0 = memref.load %in[%u, %l] : memref<?x?xf32>
    %1 = memref.load %in[%u, %r] : memref<?x?xf32>
    %2 = memref.load %in[%y, %l] : memref<?x?xf32>
    %3 = memref.load %in[%y, %r] : memref<?x?xf32>
    %4 = memref.load %in[%d, %l] : memref<?x?xf32>
    %5 = memref.load %in[%d, %r] : memref<?x?xf32>
    %6 = arith.subf %1, %0 : f32
    %7 = arith.subf %3, %2 : f32
    %8 = arith.subf %5, %4 : f32
    %9 = math.fma %7, %two, %6 : f32
    %10 = arith.addf %9, %8 : f32
    %11 = math.absf %10 : f32
    memref.store %11, %out[%y, %x] : memref<?x?xf32>
    scf.reduce
  }
  return
}
// ----- saxpy_par: kernels_par vulkan
func.func @saxpy(%x: memref<1024xf32>, %y: memref<1024xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %u = memref.load %x[%i] : memref<1024xf32>
    %v = memref.load %y[%i] : memref<1024xf32>
    %p = arith.mulf %a, %u : f32
    %s = arith.addf %p, %v : f32
    memref.store %s, %y[%i] : memref<1024xf32>
    scf.reduce
  }
  return
}
// ----- bitonic: kernels_par
func.func @bitonic(%m: memref<256xi32>, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 256 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %p = arith.xori %i, %j : index
    %up = arith.cmpi ugt, %p, %i : index
    scf.if %up {
      %a = memref.load %m[%i] : memref<256xi32>
      %b = memref.load %m[%p] : memref<256xi32>
      %bit = arith.andi %i, %k : index
      %rising = arith.cmpi eq, %bit, %c0 : index
      %gt = arith.cmpi sgt, %a, %b : i32
      %swap = arith.cmpi eq, %rising, %gt : i1
      scf.if %swap {
        memref.store %b, %m[%i] : memref<256xi32>
        memref.store %a, %m[%p] : memref<256xi32>
      }
    }
    scf.reduce
  }
  return
}
// ----- wave_equation: tasks kernels_par
func.func @wave(%u: memref<512xf64>, %v: memref<512xf64>, %w: memref<512xf64>, %steps: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = arith.constant 511 : index
  %c = arith.constant 0.25 : f64
  %two = arith.constant 2.0 : f64
  scf.for %t = %c0 to %steps step %c1 {
    scf.parallel (%i) = (%c1) to (%e) step (%c1) {
      %l = arith.subi %i, %c1 : index
      %r = arith.addi %i, %c1 : index
      %a = memref.load %v[%l] : memref<512xf64>
      %b = memref.load %v[%i] : memref<512xf64>
      %d = memref.load %v[%r] : memref<512xf64>
      %o = memref.load %u[%i] : memref<512xf64>
      %0 = arith.mulf %b, %two : f64
      %1 = arith.addf %a, %d : f64
      %2 = arith.subf %1, %0 : f64
      %3 = arith.mulf %2, %c : f64
      %4 = arith.subf %0, %o : f64
      %5 = arith.addf %4, %3 : f64
      memref.store %5, %w[%i] : memref<512xf64>
      scf.reduce
    }
  }
  return
}
// ----- downloads: tasks
func.func @overlap(%a: memref<1024xf32>, %b: memref<1024xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %t = async.execute {
    memref.copy %a, %b : memref<1024xf32> to memref<1024xf32>
    async.yield
  }
  %t2, %sum = async.execute [%t] -> !async.value<f32> {
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %b[%i] : memref<1024xf32>
      %w = arith.addf %acc, %v : f32
      scf.yield %w : f32
    }
    async.yield %s : f32
  }
  async.await %t2 : !async.token
  %r = async.await %sum : !async.value<f32>
  return %r : f32
}
