// Programs that run, of the set 2026-11-workloads; the form is that of ../development.
// ----- run_edit_script: plain_cpu
memref.global "private" constant @left : memref<7xi8> = dense<[107, 105, 116, 116, 101, 110, 0]>
memref.global "private" constant @right : memref<8xi8> = dense<[115, 105, 116, 116, 105, 110, 103, 0]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %a = memref.get_global @left : memref<7xi8>
  %b = memref.get_global @right : memref<8xi8>
  %d = memref.alloc() : memref<7x8xi32>
  scf.for %i = %c0 to %c7 step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %d[%i, %c0] : memref<7x8xi32>
  }
  scf.for %j = %c0 to %c8 step %c1 {
    %v = arith.index_cast %j : index to i32
    memref.store %v, %d[%c0, %j] : memref<7x8xi32>
  }
  scf.for %i = %c1 to %c7 step %c1 {
    scf.for %j = %c1 to %c8 step %c1 {
      %p = arith.subi %i, %c1 : index
      %q = arith.subi %j, %c1 : index
      %x = memref.load %a[%p] : memref<7xi8>
      %y = memref.load %b[%q] : memref<8xi8>
      %ne = arith.cmpi ne, %x, %y : i8
      %cost = arith.extui %ne : i1 to i32
      %u = memref.load %d[%p, %j] : memref<7x8xi32>
      %l = memref.load %d[%i, %q] : memref<7x8xi32>
      %g = memref.load %d[%p, %q] : memref<7x8xi32>
      %m = arith.minsi %u, %l : i32
      %m1 = arith.addi %m, %one : i32
      %g1 = arith.addi %g, %cost : i32
      %best = arith.minsi %m1, %g1 : i32
      memref.store %best, %d[%i, %j] : memref<7x8xi32>
    }
  }
  %c6 = arith.constant 6 : index
  %r = memref.load %d[%c6, %c7] : memref<7x8xi32>
  memref.dealloc %d : memref<7x8xi32>
  %s = arith.addi %r, %zero : i32
  return %s : i32
}
// ----- run_elimination: nests_tile plain_cpu
func.func @main() -> i32 {
  %a = memref.alloca() : memref<4x5xf64>
  %k = arith.constant 1.0e+3 : f64
  %d = arith.constant 4.5 : f64
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      %n = affine.apply affine_map<(i, j) -> ((i * 3 + j * 5) mod 7)>(%i, %j)
      %n32 = arith.index_cast %n : index to i32
      %f = arith.sitofp %n32 : i32 to f64
      affine.store %f, %a[%i, %j] : memref<4x5xf64>
    }
    %v = affine.load %a[%i, %i] : memref<4x5xf64>
    %w = arith.addf %v, %d : f64
    affine.store %w, %a[%i, %i] : memref<4x5xf64>
  }
  affine.for %p = 0 to 4 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%p) to 4 {
      %x = affine.load %a[%i, %p] : memref<4x5xf64>
      %y = affine.load %a[%p, %p] : memref<4x5xf64>
      %f = arith.divf %x, %y : f64
      affine.for %j = affine_map<(d0) -> (d0)>(%p) to 5 {
        %u = affine.load %a[%i, %j] : memref<4x5xf64>
        %v = affine.load %a[%p, %j] : memref<4x5xf64>
        %m = arith.mulf %f, %v : f64
        %s = arith.subf %u, %m : f64
        affine.store %s, %a[%i, %j] : memref<4x5xf64>
      }
    }
  }
  %one = arith.constant 1.0 : f64
  %det = affine.for %i = 0 to 4 iter_args(%t = %one) -> (f64) {
    %v = affine.load %a[%i, %i] : memref<4x5xf64>
    %m = arith.mulf %t, %v : f64
    affine.yield %m : f64
  }
  %b = arith.divf %det, %k : f64
  %r = arith.fptosi %b : f64 to i32
  return %r : i32
}
// ----- run_heap: plain_cpu
func.func private @swap(%m: memref<16xi32>, %i: index, %j: index) {
  %x = memref.load %m[%i] : memref<16xi32>
  %y = memref.load %m[%j] : memref<16xi32>
  memref.store %y, %m[%i] : memref<16xi32>
  memref.store %x, %m[%j] : memref<16xi32>
  return
}
func.func private @sift(%m: memref<16xi32>, %from: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  scf.while (%i = %from) : (index) -> index {
    %top = arith.cmpi ne, %i, %c0 : index
    %go = scf.if %top -> (i1) {
      %h = arith.subi %i, %c1 : index
      %p = arith.shrui %h, %c1 : index
      %x = memref.load %m[%i] : memref<16xi32>
      %y = memref.load %m[%p] : memref<16xi32>
      %less = arith.cmpi slt, %x, %y : i32
      scf.yield %less : i1
    } else {
      scf.yield %top : i1
    }
    scf.condition(%go) %i : index
  } do {
  ^bb0(%i: index):
    %h = arith.subi %i, %c1 : index
    %p = arith.shrui %h, %c1 : index
    func.call @swap(%m, %i, %p) : (memref<16xi32>, index, index) -> ()
    scf.yield %p : index
  }
  return
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %mul = arith.constant 1103515245 : i32
  %add = arith.constant 12345 : i32
  %mask = arith.constant 255 : i32
  %m = memref.alloc() : memref<16xi32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%x = %add) -> (i32) {
    %y = arith.muli %x, %mul : i32
    %z = arith.addi %y, %add : i32
    %v = arith.andi %z, %mask : i32
    memref.store %v, %m[%i] : memref<16xi32>
    func.call @sift(%m, %i) : (memref<16xi32>, index) -> ()
    scf.yield %z : i32
  }
  %r = memref.load %m[%c0] : memref<16xi32>
  memref.dealloc %m : memref<16xi32>
  return %r : i32
}
// ----- run_order_of_tasks: plain_cpu
memref.global "private" constant @after : memref<6x6xi1> = dense<[[0, 1, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 1, 1, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0]]>
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %minus = arith.constant -1 : i32
  %g = memref.get_global @after : memref<6x6xi1>
  %w = memref.alloca() : memref<6xi32>
  scf.for %j = %c0 to %c6 step %c1 {
    %n = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %zero) -> (i32) {
      %e = memref.load %g[%i, %j] : memref<6x6xi1>
      %x = arith.extui %e : i1 to i32
      %b = arith.addi %a, %x : i32
      scf.yield %b : i32
    }
    memref.store %n, %w[%j] : memref<6xi32>
  }
  %r = scf.for %k = %c0 to %c6 step %c1 iter_args(%code = %zero) -> (i32) {
    %pick = scf.for %i = %c0 to %c6 step %c1 iter_args(%p = %c6) -> (index) {
      %n = memref.load %w[%i] : memref<6xi32>
      %free = arith.cmpi eq, %n, %zero : i32
      %none = arith.cmpi eq, %p, %c6 : index
      %take = arith.andi %free, %none : i1
      %q = arith.select %take, %i, %p : index
      scf.yield %q : index
    }
    memref.store %minus, %w[%pick] : memref<6xi32>
    scf.for %j = %c0 to %c6 step %c1 {
      %e = memref.load %g[%pick, %j] : memref<6x6xi1>
      scf.if %e {
        %n = memref.load %w[%j] : memref<6xi32>
        %m = arith.subi %n, %one : i32
        memref.store %m, %w[%j] : memref<6xi32>
      }
    }
    %d = arith.index_cast %pick : index to i32
    %s = arith.muli %code, %ten : i32
    %t = arith.addi %s, %d : i32
    scf.yield %t : i32
  }
  return %r : i32
}
// ----- run_mandel_tensor: c_model cpu32
func.func @main() -> i32 {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x12xi32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x12xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 20 : index
    %f0 = arith.constant 0.0 : f32
    %k0 = arith.constant 0 : i32
    %k1 = arith.constant 1 : i32
    %four = arith.constant 4.0 : f32
    %two = arith.constant 2.0 : f32
    %q = arith.constant 0.25 : f32
    %i32 = arith.index_cast %i : index to i32
    %j32 = arith.index_cast %j : index to i32
    %y0 = arith.sitofp %i32 : i32 to f32
    %x0 = arith.sitofp %j32 : i32 to f32
    %y1 = arith.mulf %y0, %q : f32
    %x1 = arith.mulf %x0, %q : f32
    %x2 = arith.subf %x1, %two : f32
    %r:3 = scf.for %t = %c0 to %n step %c1 iter_args(%a = %f0, %b = %f0, %s = %k0) -> (f32, f32, i32) {
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %ab = arith.mulf %a, %b : f32
      %len = arith.addf %aa, %bb : f32
      %live = arith.cmpf olt, %len, %four : f32
      %d = arith.subf %aa, %bb : f32
      %na = arith.addf %d, %x2 : f32
      %ab2 = arith.mulf %ab, %two : f32
      %nb = arith.addf %ab2, %y1 : f32
      %s1 = arith.addi %s, %k1 : i32
      %pa = arith.select %live, %na, %a : f32
      %pb = arith.select %live, %nb, %b : f32
      %ps = arith.select %live, %s1, %s : i32
      scf.yield %pa, %pb, %ps : f32, f32, i32
    }
    linalg.yield %r#2 : i32
  } -> tensor<8x12xi32>
  %s0 = tensor.empty() : tensor<i32>
  %s1 = linalg.fill ins(%z : i32) outs(%s0 : tensor<i32>) -> tensor<i32>
  %s = linalg.reduce { arith.addi } ins(%m : tensor<8x12xi32>) outs(%s1 : tensor<i32>) dimensions = [0, 1]
  %r = tensor.extract %s[] : tensor<i32>
  return %r : i32
}
// ----- run_base64: plain_cpu
memref.global "private" constant @alphabet : memref<64xi8> = dense<"0x4142434445464748494A4B4C4D4E4F505152535455565758595A6162636465666768696A6B6C6D6E6F707172737475767778797A303132333435363738392B2F">
func.func private @encode(%x: i32, %o: memref<?xi8, strided<[1], offset: ?>>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %six = arith.constant 6 : i32
  %mask = arith.constant 63 : i32
  %t = memref.get_global @alphabet : memref<64xi8>
  scf.for %k = %c0 to %c4 step %c1 {
    %r = arith.subi %c3, %k : index
    %r32 = arith.index_cast %r : index to i32
    %s = arith.muli %r32, %six : i32
    %y = arith.shrui %x, %s : i32
    %m = arith.andi %y, %mask : i32
    %i = arith.index_castui %m : i32 to index
    %c = memref.load %t[%i] : memref<64xi8>
    memref.store %c, %o[%k] : memref<?xi8, strided<[1], offset: ?>>
  }
  return
}
func.func @main() -> i32 {
  %n = arith.constant 12 : index
  %b = memref.alloc(%n) : memref<?xi8>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 5072228 : i32
  scf.for %i = %c0 to %n step %c4 {
    %v = memref.subview %b[%i] [4] [1] : memref<?xi8> to memref<4xi8, strided<[1], offset: ?>>
    %w = memref.cast %v : memref<4xi8, strided<[1], offset: ?>> to memref<?xi8, strided<[1], offset: ?>>
    func.call @encode(%x, %w) : (i32, memref<?xi8, strided<[1], offset: ?>>) -> ()
  }
  %c5 = arith.constant 5 : index
  %l = memref.load %b[%c5] : memref<?xi8>
  %r = arith.extui %l : i8 to i32
  memref.dealloc %b : memref<?xi8>
  return %r : i32
}
// ----- run_saturate_lanes: lanes_x86 lanes_arm
func.func @main() -> i32 {
  %a = arith.constant dense<[100, -100, 50, 7, 90, -3, 127, -128]> : vector<8xi8>
  %b = arith.constant dense<[100, -100, 20, 1, 90, 3, 1, -1]> : vector<8xi8>
  %x = arith.extsi %a : vector<8xi8> to vector<8xi16>
  %y = arith.extsi %b : vector<8xi8> to vector<8xi16>
  %s = arith.addi %x, %y : vector<8xi16>
  %hi = arith.constant dense<127> : vector<8xi16>
  %lo = arith.constant dense<-128> : vector<8xi16>
  %m = arith.minsi %s, %hi : vector<8xi16>
  %n = arith.maxsi %m, %lo : vector<8xi16>
  %w = arith.extsi %n : vector<8xi16> to vector<8xi32>
  %r = vector.reduction <add>, %w : vector<8xi32> into i32
  return %r : i32
}
// ----- run_llvm_queue: clang_ssa
llvm.mlir.global internal @ring(dense<0> : tensor<8xi32>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<8 x i32>
llvm.func internal @put(%h: i64, %v: i32) -> i64 attributes {no_inline} {
  %seven = llvm.mlir.constant(7 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %r = llvm.mlir.addressof @ring : !llvm.ptr
  %i = llvm.and %h, %seven : i64
  %p = llvm.getelementptr inbounds %r[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<8 x i32>
  llvm.store %v, %p {alignment = 4 : i64} : i32, !llvm.ptr
  %n = llvm.add %h, %one overflow<nuw> : i64
  llvm.return %n : i64
}
llvm.func @main() -> i32 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %ten = llvm.mlir.constant(10 : i64) : i64
  %slot = llvm.alloca %one x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %zero, %slot : i64, !llvm.ptr
  llvm.br ^loop
^loop:
  %h = llvm.load %slot : !llvm.ptr -> i64
  %v = llvm.trunc %h : i64 to i32
  %n = llvm.call @put(%h, %v) : (i64, i32) -> i64
  llvm.store %n, %slot : i64, !llvm.ptr
  %c = llvm.icmp "slt" %n, %ten : i64
  llvm.cond_br %c, ^loop, ^end
^end:
  %r = llvm.mlir.addressof @ring : !llvm.ptr
  %p = llvm.getelementptr inbounds %r[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<8 x i32>
  %x = llvm.load %p : !llvm.ptr -> i32
  llvm.return %x : i32
}
