// LLVM's dialect, C, schedules, sparse tensors, shapes, patterns, of the set 2026-11-releases; the form is that of ../development.
// ----- linked_wagons: x_llvm
llvm.mlir.global internal constant @name("wagon\00") {addr_space = 0 : i32}
llvm.mlir.global external @count(0 : i32) : i32
llvm.mlir.global private unnamed_addr @table() : !llvm.array<4 x i32> {
  %u = llvm.mlir.undef : !llvm.array<4 x i32>
  %c = llvm.mlir.constant(9 : i32) : i32
  %t = llvm.insertvalue %c, %u[2] : !llvm.array<4 x i32>
  llvm.return %t : !llvm.array<4 x i32>
}
llvm.func @puts(!llvm.ptr) -> i32
llvm.func @walk(%head: !llvm.ptr) -> i64 {
-17!  %z = llvm.mlir.null : !llvm.ptr
18-!  %z = llvm.mlir.zero : !llvm.ptr
  %s = llvm.mlir.constant(0 : i64) : i64
  llvm.br ^loop(%head, %s : !llvm.ptr, i64)
^loop(%p: !llvm.ptr, %a: i64):
  %end = llvm.icmp "eq" %p, %z : !llvm.ptr
  llvm.cond_br %end, ^done, ^step
^step:
  %f = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, i64)>
  %v = llvm.load %f {alignment = 8 : i64} : !llvm.ptr -> i64
  %n = llvm.load %p : !llvm.ptr -> !llvm.ptr
  %b = llvm.add %a, %v : i64
  llvm.br ^loop(%n, %b : !llvm.ptr, i64)
^done:
  %g = llvm.mlir.addressof @name : !llvm.ptr
  %r = llvm.call @puts(%g) : (!llvm.ptr) -> i32
  %q = llvm.mlir.addressof @count : !llvm.ptr
  llvm.store %r, %q : i32, !llvm.ptr
  llvm.return %a : i64
}
// ----- numbers_of_lots: x_llvm
llvm.func @lots(%a: i32, %b: i32, %x: f64, %v: vector<4xf32>) -> f64 {
  %s = llvm.sdiv %a, %b : i32
  %u = llvm.urem %s, %b : i32
  %k = llvm.mlir.constant(5 : i32) : i32
  %l = llvm.shl %u, %k : i32
  %h = llvm.ashr %l, %a : i32
  %e = llvm.sext %h : i32 to i64
  %f = llvm.sitofp %e : i64 to f64
  %m = llvm.fmul %f, %x : f64
  %n = llvm.fneg %m : f64
  %c = llvm.fcmp "ogt" %n, %x : f64
  %r = llvm.select %c, %n, %x : i1, f64
  %q = llvm.intr.sqrt(%r) : (f64) -> f64
  %w = llvm.intr.fma(%q, %x, %r) : (f64, f64, f64) -> f64
  %i = llvm.extractelement %v[%k : i32] : vector<4xf32>
  %j = llvm.fpext %i : f32 to f64
  %y = llvm.fadd %j, %w {fastmathFlags = #llvm.fastmath<nnan, contract>} : f64
  %z = llvm.freeze %y : f64
  llvm.return %z : f64
}
// ----- switches_of_rail: x_llvm
llvm.func @rail(%k: i32, %p: !llvm.ptr) -> i32 attributes {passthrough = ["nounwind", ["frame-pointer", "all"]]} {
  %a = llvm.mlir.constant(1 : i32) : i32
  %m = llvm.alloca %a x !llvm.array<3 x i16> {alignment = 2 : i64} : (i32) -> !llvm.ptr
  llvm.switch %k : i32, ^other(%k : i32) [
    1: ^one,
    7: ^other(%a : i32)
  ]
^one:
  %o = llvm.atomicrmw add %p, %a monotonic : !llvm.ptr, i32
  %x = llvm.cmpxchg %p, %o, %k acq_rel monotonic : !llvm.ptr, i32
  %y = llvm.extractvalue %x[0] : !llvm.struct<(i32, i1)>
  llvm.fence seq_cst
  llvm.return %y : i32
^other(%v: i32):
  %g = llvm.getelementptr inbounds %m[0, %v] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<3 x i16>
  %h = llvm.load volatile %g : !llvm.ptr -> i16
  %w = llvm.zext %h : i16 to i32
  llvm.return %w : i32
}
// ----- bits_of_wool: x_llvm
llvm.func @wool(%a: i32, %b: i64, %p: !llvm.ptr, %q: !llvm.ptr, %n: i64) -> i64 {
  %c = llvm.intr.ctpop(%a) : (i32) -> i32
  %m = llvm.intr.umax(%c, %a) : (i32, i32) -> i32
  %r = llvm.intr.bitreverse(%m) : (i32) -> i32
  %s = llvm.intr.fshl(%r, %a, %m) : (i32, i32, i32) -> i32
  %w = "llvm.intr.sadd.with.overflow"(%s, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %f = llvm.extractvalue %w[1] : !llvm.struct<(i32, i1)>
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %i = llvm.ptrtoint %p : !llvm.ptr to i64
  %x = llvm.xor %i, %b : i64
  %t = llvm.inttoptr %x : i64 to !llvm.ptr
  %u = llvm.load %t : !llvm.ptr -> i64
  %y = llvm.select %f, %u, %b : i1, i64
  llvm.return %y : i64
}
// ----- variadic_bells: x_llvm
llvm.func @printf(!llvm.ptr, ...) -> i32
-17!llvm.func internal @chime(%a: !llvm.ptr {llvm.noalias, llvm.readonly}, %b: i8 {llvm.signext}) -> (i32 {llvm.zeroext}) {
18-!llvm.func internal fastcc @chime(%a: !llvm.ptr {llvm.noalias, llvm.readonly}, %b: i8 {llvm.signext}) -> (i32 {llvm.zeroext}) {
  %e = llvm.sext %b : i8 to i32
-17!  %r = llvm.call @printf(%a, %e) : (!llvm.ptr, i32) -> i32
18-!  %r = llvm.call @printf(%a, %e) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  llvm.return %r : i32
}
llvm.func @toll(%f: !llvm.ptr, %a: !llvm.ptr) -> i32 {
  %k = llvm.mlir.constant(3 : i8) : i8
-17!  %c = llvm.call @chime(%a, %k) : (!llvm.ptr, i8) -> i32
18-!  %c = llvm.call fastcc @chime(%a, %k) : (!llvm.ptr, i8) -> i32
  %i = llvm.call %f(%c) : !llvm.ptr, (i32) -> i32
  llvm.return %i : i32
}
// ----- c_brewery: x_c
emitc.include <"math.h">
func.func @brew(%a: i32, %b: i32, %x: f32) -> i32 {
  %c = "emitc.constant"() {value = 12 : i32} : () -> i32
-17!  %v = emitc.call "mash"(%a, %c) : (i32, i32) -> i32
18-!  %v = emitc.call_opaque "mash"(%a, %c) : (i32, i32) -> i32
  %k = emitc.cast %v : i32 to f32
-17!  %w = emitc.call "fmaxf"(%k, %x) {args = [0 : index, 1 : index]} : (f32, f32) -> f32
18-!  %w = emitc.call_opaque "fmaxf"(%k, %x) {args = [0 : index, 1 : index]} : (f32, f32) -> f32
  %o = emitc.cast %w : f32 to i32
  return %o : i32
}
// ----- c_tannery: x_c
func.func @tan(%a: i32, %b: i32) -> i32 {
  %s = emitc.add %a, %b : (i32, i32) -> i32
  %d = emitc.sub %s, %b : (i32, i32) -> i32
  %m = emitc.mul %d, %s : (i32, i32) -> i32
  %r = emitc.rem %m, %a : (i32, i32) -> i32
  %c = emitc.cmp lt, %r, %b : (i32, i32) -> i1
  emitc.if %c {
    emitc.call_opaque "dry"(%r) : (i32) -> ()
  } else {
    emitc.call_opaque "soak"(%r) : (i32) -> ()
  }
  return %r : i32
}
// ----- schedule_of_kiln: x_schedule
module attributes {transform.with_named_sequence} {
  func.func @bake(%a: tensor<24x16xf32>, %b: tensor<16x12xf32>, %c: tensor<24x12xf32>) -> tensor<24x12xf32> {
    %r = linalg.matmul ins(%a, %b : tensor<24x16xf32>, tensor<16x12xf32>) outs(%c : tensor<24x12xf32>) -> tensor<24x12xf32>
    return %r : tensor<24x12xf32>
  }
-17!  transform.sequence failures(propagate) {
-17!  ^bb0(%m: !transform.any_op):
18-!  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
-17!    %t, %l:2 = transform.structured.tile %f [6, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
18-18!    %t, %l:2 = transform.structured.tile_using_for %f [6, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
19-!    %t, %l:2 = transform.structured.tile_using_for %f tile_sizes [6, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.annotate %l#0 "fired" : !transform.any_op
    transform.yield
  }
}
// ----- schedule_of_looms: x_schedule
module attributes {transform.with_named_sequence} {
  func.func @weave(%a: tensor<8x32xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x32xf32>) outs(%o : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
-17!  transform.sequence failures(suppress) {
-17!  ^bb0(%m: !transform.any_op):
18-!  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.generic"]} in %m : (!transform.any_op) -> !transform.any_op
    %i, %k, %s, %c = transform.structured.split_reduction %f {split_factor = 4, insert_split_dimension = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %p = transform.get_parent_op %s {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- sparse_fields: x_sparse
#rows = #sparse_tensor.encoding<{
-17!  lvlTypes = ["dense", "compressed"]
18-!  map = (d0, d1) -> (d0 : dense, d1 : compressed)
}>
func.func @fields(%a: tensor<16x24xf64, #rows>, %x: tensor<24xf64>, %y: tensor<16xf64>) -> tensor<16xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %x : tensor<16x24xf64, #rows>, tensor<24xf64>) outs(%y : tensor<16xf64>) {
  ^bb0(%v: f64, %w: f64, %o: f64):
    %p = arith.mulf %v, %w : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<16xf64>
  return %r : tensor<16xf64>
}
// ----- sparse_seeds: x_sparse
#seeds = #sparse_tensor.encoding<{
-17!  lvlTypes = ["compressed"]
18-!  map = (d0) -> (d0 : compressed)
}>
func.func @seeds(%d: tensor<32xf32>, %s: f32) -> (tensor<32xf32, #seeds>, memref<?xf32>) {
  %c = sparse_tensor.convert %d : tensor<32xf32> to tensor<32xf32, #seeds>
  %v = sparse_tensor.values %c : tensor<32xf32, #seeds> to memref<?xf32>
  return %c, %v : tensor<32xf32, #seeds>, memref<?xf32>
}
// ----- shapes_of_boxes: x_shape
func.func @boxes(%a: tensor<?x?xf32>, %b: tensor<?xf32>) -> (tensor<?xindex>, index) {
  %s = shape.shape_of %a : tensor<?x?xf32> -> tensor<2xindex>
  %t = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %c = shape.broadcast %s, %t : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  %n = shape.num_elements %s : tensor<2xindex> -> index
  %w = shape.cstr_broadcastable %s, %t : tensor<2xindex>, tensor<1xindex>
  %r = shape.assuming %w -> (tensor<?xindex>) {
    shape.assuming_yield %c : tensor<?xindex>
  }
  return %r, %n : tensor<?xindex>, index
}
// ----- patterns_of_lace: x_patterns
module @patterns {
  pdl.pattern @lace : benefit(2) {
    %t = pdl.type : f32
    %a = pdl.operand : %t
    %o = pdl.operation "thread.cross"(%a : !pdl.value) -> (%t : !pdl.type)
    %r = pdl.result 0 of %o
    %p = pdl.operation "thread.knot"(%r : !pdl.value) -> (%t : !pdl.type)
    pdl.rewrite %p {
      %k = pdl.attribute = 3 : i64
      %n = pdl.operation "thread.loop"(%a : !pdl.value) {"turns" = %k} -> (%t : !pdl.type)
      pdl.replace %p with %n
    }
  }
}
// ----- guild_of_its_own: x_patterns
module attributes {guild.year = 1482 : i32} {
  "guild.master"() ({
  ^bb0(%a: i32, %b: !guild.tool<"plane">):
    %c = "guild.plane"(%a, %b) {grain = #guild.grain<fine, 3>, passes = [1, 2.5, "last"]} : (i32, !guild.tool<"plane">) -> i32
    "guild.sell"(%c)[^next] : (i32) -> ()
  ^next:
    "guild.rest"() : () -> ()
  }) {rank = dense<[1, 2]> : tensor<2xi8>, crest} : () -> ()
}
