// Programs that run, of the set 2026-11-kernels; the form is that of ../development.
// ----- run_quicksort: scalar checked
memref.global "private" @data : memref<9xi64> = dense<[31, -7, 12, 99, 0, 4, -50, 12, 8]>
func.func private @partition(%m: memref<9xi64>, %low: index, %high: index) -> index {
  %one = arith.constant 1 : index
  %pivot = memref.load %m[%high] : memref<9xi64>
  %at = scf.for %j = %low to %high step %one iter_args(%i = %low) -> (index) {
    %v = memref.load %m[%j] : memref<9xi64>
    %c = arith.cmpi sle, %v, %pivot : i64
    %n = scf.if %c -> (index) {
      %w = memref.load %m[%i] : memref<9xi64>
      memref.store %v, %m[%i] : memref<9xi64>
      memref.store %w, %m[%j] : memref<9xi64>
      %k = arith.addi %i, %one : index
      scf.yield %k : index
    } else {
      scf.yield %i : index
    }
    scf.yield %n : index
  }
  %w = memref.load %m[%at] : memref<9xi64>
  memref.store %pivot, %m[%at] : memref<9xi64>
  memref.store %w, %m[%high] : memref<9xi64>
  return %at : index
}
func.func private @sort(%m: memref<9xi64>, %low: index, %high: index) {
  %one = arith.constant 1 : index
  %c = arith.cmpi slt, %low, %high : index
  scf.if %c {
    %p = func.call @partition(%m, %low, %high) : (memref<9xi64>, index, index) -> index
    %l = arith.subi %p, %one : index
    %r = arith.addi %p, %one : index
    func.call @sort(%m, %low, %l) : (memref<9xi64>, index, index) -> ()
    func.call @sort(%m, %r, %high) : (memref<9xi64>, index, index) -> ()
  }
  return
}
func.func @main() -> i32 {
  %m = memref.get_global @data : memref<9xi64>
  %low = arith.constant 0 : index
  %high = arith.constant 8 : index
  call @sort(%m, %low, %high) : (memref<9xi64>, index, index) -> ()
  %mid = arith.constant 4 : index
  %v = memref.load %m[%mid] : memref<9xi64>
  %r = arith.trunci %v : i64 to i32
  return %r : i32
}
// ----- run_knapsack: scalar c_out
func.func @main() -> i32 {
  %best = memref.alloca() : memref<16xi32>
  %values = memref.alloca() : memref<4xi32>
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c15 = arith.constant 15 : index
  %three = arith.constant 3 : i32
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %c16 step %c1 { memref.store %zero, %best[%i] : memref<16xi32> }
  scf.for %i = %c0 to %c4 step %c1 {
    %k = arith.index_cast %i : index to i32
    %v = arith.muli %k, %seven : i32
    %w = arith.addi %v, %three : i32
    memref.store %w, %values[%i] : memref<4xi32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %weight = arith.addi %i, %c1 : index
    %value = memref.load %values[%i] : memref<4xi32>
    scf.for %j = %weight to %c16 step %c1 {
      %rest = arith.subi %j, %weight : index
      %a = memref.load %best[%rest] : memref<16xi32>
      %b = arith.addi %a, %value : i32
      %c = memref.load %best[%j] : memref<16xi32>
      %d = arith.cmpi sgt, %b, %c : i32
      %e = arith.select %d, %b, %c : i32
      memref.store %e, %best[%j] : memref<16xi32>
    }
  }
  %r = memref.load %best[%c15] : memref<16xi32>
  return %r : i32
}
// ----- run_newton: accurate
func.func @root(%x: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %eps = arith.constant 1.0e-12 : f64
  cf.br ^again(%x : f64)
^again(%g: f64):
  %q = arith.divf %x, %g : f64
  %s = arith.addf %g, %q : f64
  %n = arith.mulf %s, %half : f64
  %d = arith.subf %n, %g : f64
  %a = math.absf %d : f64
  %c = arith.cmpf olt, %a, %eps : f64
  cf.cond_br %c, ^done, ^again(%n : f64)
^done:
  return %n : f64
}
func.func @main() -> i32 {
  %x = arith.constant 1.0e6 : f64
  %r = call @root(%x) : (f64) -> f64
  %i = arith.fptosi %r : f64 to i32
  return %i : i32
}
// ----- run_crc: flow
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c5 = arith.constant 5 : index
  %all = arith.constant -1 : i32
  %one = arith.constant 1 : i32
  %poly = arith.constant 0xEDB88320 : i32
  %crc = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %all) -> (i32) {
    %b = arith.index_cast %i : index to i32
    %x = arith.xori %s, %b : i32
    %t = scf.for %k = %c0 to %c8 step %c1 iter_args(%u = %x) -> (i32) {
      %low = arith.andi %u, %one : i32
      %neg = arith.subi %low, %one : i32
      %inv = arith.xori %neg, %all : i32
      %mask = arith.andi %poly, %inv : i32
      %sh = arith.shrui %u, %one : i32
      %v = arith.xori %sh, %mask : i32
      scf.yield %v : i32
    }
    scf.yield %t : i32
  }
  %r = arith.xori %crc, %all : i32
  return %r : i32
}
// ----- run_triangular: poly_loops workshare
func.func @main() -> i32 {
  %l = memref.alloc() : memref<6x6xf64>
  %x = memref.alloc() : memref<6xf64>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %s = affine.apply affine_map<(i, j) -> (i + j + 1)>(%i, %j)
      %k = arith.index_cast %s : index to i64
      %f = arith.sitofp %k : i64 to f64
      affine.store %f, %l[%i, %j] : memref<6x6xf64>
    }
    %one = arith.constant 1.0 : f64
    affine.store %one, %x[%i] : memref<6xf64>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %l[%i, %j] : memref<6x6xf64>
      %b = affine.load %x[%j] : memref<6xf64>
      %c = affine.load %x[%i] : memref<6xf64>
      %p = arith.mulf %a, %b : f64
      %d = arith.subf %c, %p : f64
      affine.store %d, %x[%i] : memref<6xf64>
    }
    %d = affine.load %l[%i, %i] : memref<6x6xf64>
    %v = affine.load %x[%i] : memref<6xf64>
    %q = arith.divf %v, %d : f64
    affine.store %q, %x[%i] : memref<6xf64>
  }
  %v = affine.load %x[5] : memref<6xf64>
  %k = arith.constant 1000.0 : f64
  %w = arith.mulf %v, %k : f64
  %r = arith.fptosi %w : f64 to i32
  memref.dealloc %l : memref<6x6xf64>
  memref.dealloc %x : memref<6xf64>
  return %r : i32
}
// ----- run_mixed: wide accurate
func.func @main() -> i32 {
  %a = arith.constant dense<[1.5, -2.0, 0.25, 8.0]> : vector<4xf32>
  %z = arith.constant 0.0 : f32
  %b = math.sqrt %a : vector<4xf32>
  %c = arith.cmpf uno, %b, %b : vector<4xf32>
  %d = arith.select %c, %a, %b : vector<4xi1>, vector<4xf32>
  %e = math.fma %d, %d, %a : vector<4xf32>
  %f = vector.reduction <add>, %e, %z : vector<4xf32> into f32
  %k = arith.constant 16.0 : f32
  %g = arith.mulf %f, %k : f32
  %r = arith.fptosi %g : f32 to i32
  return %r : i32
}
