// Programs that run, of the set 2026-11-pipelines; the form is that of ../development/executable.mlir.
// ----- run_conv: linalg_cpu linalg_par decompose
func.func @main() -> i32 {
  %i = arith.constant dense<[1.0, 0.5, -2.0, 3.0, 4.0, -1.5, 2.0, 0.25]> : tensor<8xf32>
  %k = arith.constant dense<[0.5, -1.0, 2.0]> : tensor<3xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %c = linalg.conv_1d ins(%i, %k : tensor<8xf32>, tensor<3xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  %a = linalg.abs ins(%c : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = tensor.empty() : tensor<f32>
  %g = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> ()>], iterator_types = ["reduction"]}
    ins(%a : tensor<6xf32>) outs(%g : tensor<f32>) { ^bb0(%x: f32, %y: f32): %t = arith.addf %x, %y : f32 linalg.yield %t : f32 } -> tensor<f32>
  %v = tensor.extract %r[] : tensor<f32>
  %h = arith.constant 64.0 : f32
  %m = arith.mulf %v, %h : f32
  %n = arith.fptosi %m : f32 to i32
  return %n : i32
}
// ----- run_bubble: structured memory
memref.global "private" @numbers : memref<7xi32> = dense<[42, -3, 17, 8, 99, 0, -40]>
func.func @main() -> i32 {
  %m = memref.get_global @numbers : memref<7xi32>
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %n = arith.constant 6 : index
  scf.for %i = %z to %n step %o {
    %l = arith.subi %n, %i : index
    scf.for %j = %z to %l step %o {
      %k = arith.addi %j, %o : index
      %a = memref.load %m[%j] : memref<7xi32>
      %b = memref.load %m[%k] : memref<7xi32>
      %c = arith.cmpi sgt, %a, %b : i32
      scf.if %c { memref.store %b, %m[%j] : memref<7xi32> memref.store %a, %m[%k] : memref<7xi32> }
    }
  }
  %h0 = arith.constant 17 : i32
  %p = arith.constant 31 : i32
  %e = arith.constant 7 : index
  %h = scf.for %i = %z to %e step %o iter_args(%s = %h0) -> (i32) {
    %v = memref.load %m[%i] : memref<7xi32>
    %t = arith.muli %s, %p : i32
    %u = arith.addi %t, %v : i32
    scf.yield %u : i32
  }
  return %h : i32
}
// ----- run_states: unstructured
func.func @main() -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %lim = arith.constant 50 : i32
  cf.br ^loop(%z, %o : i32, i32)
^loop(%i: i32, %s: i32):
  %three = arith.constant 3 : i32
  %k = arith.remui %i, %three : i32
  cf.switch %k : i32, [ default: ^add(%s : i32), 0: ^shift(%s : i32), 1: ^flip(%s : i32) ]
^shift(%a: i32):
  %b = arith.shli %a, %o : i32
  cf.br ^next(%b : i32)
^flip(%c: i32):
  %d = arith.xori %c, %lim : i32
  cf.br ^next(%d : i32)
^add(%e: i32):
  %f = call @step(%e, %i) : (i32, i32) -> i32
  cf.br ^next(%f : i32)
^next(%t: i32):
  %j = arith.addi %i, %o : i32
  %q = arith.cmpi ult, %j, %lim : i32
  cf.cond_br %q, ^loop(%j, %t : i32, i32), ^end
^end:
  return %t : i32
}
func.func private @step(%a: i32, %b: i32) -> i32 attributes {passthrough = ["noinline"]} {
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}
// ----- run_polyhedral: polyhedral
func.func @main() -> i32 {
  %a = memref.alloc() : memref<8x6xf64>
  %b = memref.alloc() : memref<6x8xf64>
  affine.for %i = 0 to 8 { affine.for %j = 0 to 6 { %x = affine.apply affine_map<(i, j) -> (i * 3 - j * 2 + 1)>(%i, %j) %y = arith.index_cast %x : index to i64 %v = arith.sitofp %y : i64 to f64 affine.store %v, %a[%i, %j] : memref<8x6xf64> affine.store %v, %b[%j, %i] : memref<6x8xf64> } }
  %z = arith.constant 0.0 : f64
  %t = affine.for %i = 0 to 8 iter_args(%s = %z) -> f64 {
    %u = affine.for %k = 0 to 6 iter_args(%r = %s) -> f64 {
      %x = affine.load %a[%i, %k] : memref<8x6xf64>
      %y = affine.load %b[%k, 7 - %i] : memref<6x8xf64>
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %r, %p : f64
      affine.yield %q : f64
    }
    affine.yield %u : f64
  }
  memref.dealloc %a : memref<8x6xf64>
  memref.dealloc %b : memref<6x8xf64>
  %n = arith.fptosi %t : f64 to i32
  return %n : i32
}
// ----- run_lanes: lanes
func.func @main() -> i32 {
  %a = arith.constant dense<[[3, -1, 4], [1, -5, 9]]> : vector<2x3xi32>
  %b = arith.constant dense<[[2, 7], [1, -8], [2, 8]]> : vector<3x2xi32>
  %c = arith.constant dense<1> : vector<2x2xi32>
  %d = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi32>, vector<3x2xi32> into vector<2x2xi32>
  %t = vector.transpose %d, [1, 0] : vector<2x2xi32> to vector<2x2xi32>
  %z = arith.constant dense<-100> : vector<2xi32>
  %m = vector.multi_reduction <maxsi>, %t, %z [1] : vector<2x2xi32> to vector<2xi32>
  %e = vector.extract %d[1] : vector<2xi32> from vector<2x2xi32>
  %s = arith.subi %m, %e : vector<2xi32>
  %r = vector.reduction <xor>, %s : vector<2xi32> into i32
  return %r : i32
}
// ----- run_bits: numbers
func.func @main() -> i32 {
  %a = arith.constant 1103515245 : i32
  %b = arith.constant 12345 : i32
  %s = arith.constant 7 : i32
  %0 = arith.muli %a, %b : i32
  %1 = arith.shrsi %0, %s : i32
  %2 = arith.shrui %0, %s : i32
  %3 = arith.cmpi ult, %1, %2 : i32
  %4 = arith.minui %1, %2 : i32
  %5 = arith.ceildivui %4, %s : i32
  %lo, %hi = arith.mului_extended %5, %a : i32
  %sum, %c = arith.addui_extended %lo, %hi : i32, i1
  %6 = arith.extsi %c : i1 to i32
  %7 = arith.ori %6, %sum : i32
  %x = arith.constant 0.7 : f32
  %8 = math.round %x : f32
  %9 = math.copysign %8, %x : f32
  %10 = arith.cmpf one, %9, %x : f32
  %11 = arith.select %10, %7, %5 : i32
  %12 = math.cttz %11 : i32
  %13 = math.ctlz %11 : i32
  %14 = arith.muli %12, %13 : i32
  %15 = arith.xori %14, %11 : i32
  return %15 : i32
}
// ----- run_buffers: buffers
func.func @main() -> i32 {
  %t = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %o = arith.constant 1 : index
  %s = tensor.extract_slice %t[%o, 1] [2, 2] [1, 2] : tensor<3x4xi32> to tensor<2x2xi32>
  %u = tensor.insert_slice %s into %t[0, %o] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<3x4xi32>
  %z = arith.constant 0 : i32
  %p = tensor.pad %u low[0, 1] high[1, 0] { ^bb0(%i: index, %j: index): tensor.yield %z : i32 } : tensor<3x4xi32> to tensor<4x5xi32>
  %c = tensor.collapse_shape %p [[0, 1]] : tensor<4x5xi32> into tensor<20xi32>
  %n = arith.constant 20 : index
  %f = arith.constant 0 : index
  %r = scf.for %i = %f to %n step %o iter_args(%a = %z) -> (i32) {
    %x = tensor.extract %c[%i] : tensor<20xi32>
    %k = arith.index_cast %i : index to i32
    %y = arith.muli %x, %k : i32
    %q = arith.addi %a, %y : i32
    scf.yield %q : i32
  }
  return %r : i32
}
// ----- run_backend: backend
llvm.func @main() -> i32 {
  %o = llvm.mlir.constant(1 : i32) : i32
  %n = llvm.mlir.constant(12 : i32) : i32
  %p = llvm.alloca %n x !llvm.struct<(i32, i16)> {alignment = 4 : i64} : (i32) -> !llvm.ptr
  %z = llvm.mlir.constant(0 : i32) : i32
  llvm.br ^fill(%z : i32)
^fill(%i: i32):
  %g = llvm.getelementptr inbounds %p[%i, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i16)>
  %s = llvm.mul %i, %i overflow<nsw, nuw> : i32
  llvm.store %s, %g {alignment = 4 : i64} : i32, !llvm.ptr
  %h = llvm.getelementptr %p[%i, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i16)>
  %t = llvm.trunc %s : i32 to i16
  llvm.store %t, %h : i16, !llvm.ptr
  %j = llvm.add %i, %o overflow<nuw> : i32
  %c = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %c, ^fill(%j : i32), ^sum(%z, %z : i32, i32)
^sum(%k: i32, %a: i32):
  %q = llvm.getelementptr inbounds %p[%k, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i16)>
  %v = llvm.load %q : !llvm.ptr -> i16
  %w = llvm.zext %v : i16 to i32
  %x = llvm.atomicrmw _xor %p, %w seq_cst : !llvm.ptr, i32
  %b = llvm.add %a, %x : i32
  %l = llvm.add %k, %o : i32
  %d = llvm.icmp "ne" %l, %n : i32
  llvm.cond_br %d, ^sum(%l, %b : i32, i32), ^end
^end:
  %r = llvm.intr.bitreverse(%b) : (i32) -> i32
  %y = llvm.lshr %r, %o : i32
  llvm.return %y : i32
}
