// What is left of a compiler's work: LLVM by hand, C, tasks, shapes, meshes, patterns, of the set 2026-11-workloads; the form is that of ../development.
// ----- fortran_module: clang_ssa native
#scope = #llvm.tbaa_root<id = "Flang function root _QMgridPstep">
#any = #llvm.tbaa_type_desc<id = "any access", members = {<#scope, 0>}>
#data = #llvm.tbaa_type_desc<id = "any data access", members = {<#any, 0>}>
#desc = #llvm.tbaa_type_desc<id = "descriptor member", members = {<#any, 0>}>
#t0 = #llvm.tbaa_tag<base_type = #data, access_type = #data, offset = 0>
#t1 = #llvm.tbaa_tag<base_type = #desc, access_type = #desc, offset = 0>
#dom = #llvm.alias_scope_domain<id = distinct[0]<>, description = "step">
#sa = #llvm.alias_scope<id = distinct[1]<>, domain = #dom, description = "u">
#sb = #llvm.alias_scope<id = distinct[2]<>, domain = #dom>
#vec = #llvm.loop_vectorize<disable = false, width = 4 : i32>
#unr = #llvm.loop_unroll<count = 2 : i32>
#la = #llvm.loop_annotation<vectorize = #vec, unroll = #unr, disableNonforced = false>
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">>, llvm.target_triple = "x86_64-unknown-linux-gnu", llvm.ident = "flang"} {
  llvm.mlir.global external @_QMgridEu() {addr_space = 0 : i32} : !llvm.struct<(ptr, i64, i32, i8, i8, i8, i8, array<1 x array<3 x i64>>)> {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.undef : !llvm.struct<(ptr, i64, i32, i8, i8, i8, i8, array<1 x array<3 x i64>>)>
    %2 = llvm.insertvalue %0, %1[0] : !llvm.struct<(ptr, i64, i32, i8, i8, i8, i8, array<1 x array<3 x i64>>)>
    llvm.return %2 : !llvm.struct<(ptr, i64, i32, i8, i8, i8, i8, array<1 x array<3 x i64>>)>
  }
  llvm.mlir.global common @_QCblock(dense<0> : vector<16xi8>) {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.array<16 x i8>
  llvm.func @_FortranAioBeginExternalListOutput(i32, !llvm.ptr, i32) -> !llvm.ptr attributes {fir.io, fir.runtime, sym_visibility = "private"}
  llvm.func @_QMgridPstep(%n: !llvm.ptr {fir.bindc_name = "n", llvm.nocapture}, %dt: !llvm.ptr {fir.bindc_name = "dt"}) attributes {frame_pointer = #llvm.framePointerKind<"non-leaf">, target_cpu = "x86-64", no_signed_zeros_fp_math = true} {
    %one = llvm.mlir.constant(1 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    %g = llvm.mlir.addressof @_QMgridEu : !llvm.ptr
    %b = llvm.load %g {tbaa = [#t1]} : !llvm.ptr -> !llvm.ptr
    %k = llvm.load %n {tbaa = [#t0]} : !llvm.ptr -> i32
    %e = llvm.sext %k : i32 to i64
    %s = llvm.intr.stacksave : !llvm.ptr
    %t = llvm.alloca %e x f64 {bindc_name = "work"} : (i64) -> !llvm.ptr
-21!    llvm.intr.lifetime.start 64, %t : !llvm.ptr
22-!    llvm.intr.lifetime.start %t : !llvm.ptr
    llvm.br ^head(%zero : i64)
  ^head(%i: i64):
    %c = llvm.icmp "slt" %i, %e : i64
    llvm.cond_br %c weights([90, 10]), ^body, ^exit {loop_annotation = #la}
  ^body:
    %p = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %p {alias_scopes = [#sa], noalias_scopes = [#sb], tbaa = [#t0]} : !llvm.ptr -> f64
    %d = llvm.load %dt {noalias_scopes = [#sa], invariant} : !llvm.ptr -> f64
    %m = llvm.intr.fma(%v, %d, %v) {fastmathFlags = #llvm.fastmath<contract, nsz>} : (f64, f64, f64) -> f64
    %q = llvm.getelementptr %t[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %m, %q {nontemporal, alias_scopes = [#sb]} : f64, !llvm.ptr
    %j = llvm.add %i, %one overflow<nsw, nuw> : i64
    llvm.br ^head(%j : i64)
  ^exit:
    "llvm.intr.memcpy"(%b, %t, %e) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
-21!    llvm.intr.lifetime.end 64, %t : !llvm.ptr
22-!    llvm.intr.lifetime.end %t : !llvm.ptr
    llvm.intr.stackrestore %s : !llvm.ptr
    llvm.return
  }
}
// ----- bignum_words: native clang_ssa
-21!llvm.func internal fastcc @add_words(%r: !llvm.ptr {llvm.noalias, llvm.nofree, llvm.writeonly}, %a: !llvm.ptr {llvm.readonly}, %n: i64 {llvm.zeroext}) -> (i64 {llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, alwaysinline, passthrough = ["nosync", ["stack-probe-size", "4096"]], garbageCollector = "statepoint-example", section = ".text.hot", alignment = 32 : i64} {
22-!llvm.func internal fastcc @add_words(%r: !llvm.ptr {llvm.noalias, llvm.nofree, llvm.writeonly}, %a: !llvm.ptr {llvm.readonly}, %n: i64 {llvm.zeroext}) -> (i64 {llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, alwaysinline, passthrough = ["nosync", ["stack-probe-size", "4096"]], garbageCollector = "statepoint-example", section = ".text.hot", alignment = 32 : i64} {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  llvm.br ^loop(%zero, %zero : i64, i64)
^loop(%i: i64, %c: i64):
  %p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %x = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> i64
  %s = "llvm.intr.uadd.with.overflow"(%x, %c) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %v = llvm.extractvalue %s[0] : !llvm.struct<(i64, i1)>
  %o = llvm.extractvalue %s[1] : !llvm.struct<(i64, i1)>
  %k = llvm.zext %o : i1 to i64
  %f = llvm.intr.fshl(%v, %v, %i) : (i64, i64, i64) -> i64
  %h = llvm.intr.sadd.sat(%f, %k) : (i64, i64) -> i64
  %b = llvm.intr.bswap(%h) : (i64) -> i64
  %z = "llvm.intr.ctlz"(%b) <{is_zero_poison = true}> : (i64) -> i64
  %u = llvm.intr.umin(%z, %b) : (i64, i64) -> i64
  %q = llvm.getelementptr %r[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store volatile %u, %q {alignment = 8 : i64} : i64, !llvm.ptr
  %j = llvm.add %i, %one : i64
  %d = llvm.icmp "ult" %j, %n : i64
  llvm.cond_br %d, ^loop(%j, %k : i64, i64), ^end
^end:
  llvm.return %k : i64
}
llvm.func @square(%r: !llvm.ptr, %a: !llvm.ptr, %n: i64) -> i64 {
  %0 = llvm.call fastcc @add_words(%r, %a, %n) {branch_weights = array<i32: 7>} : (!llvm.ptr, !llvm.ptr, i64) -> i64
  %1 = llvm.call_intrinsic "llvm.ssub.sat.i64"(%0, %n) : (i64, i64) -> i64
  %2 = llvm.freeze %1 : i64
  %w = llvm.mlir.constant(dense<[1, 0, 3, 2]> : vector<4xi32>) : vector<4xi32>
  %3 = llvm.shufflevector %w, %w [3, 2, 1, 4] : vector<4xi32>
  %4 = "llvm.intr.vector.reduce.xor"(%3) : (vector<4xi32>) -> i32
  %5 = llvm.sext %4 : i32 to i64
  %6 = llvm.lshr %2, %5 : i64
  llvm.return %6 : i64
}
// ----- unwound: debug_c clang_ssa
#file = #llvm.di_file<"session.cc" in "/srv/app">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #file, producer = "clang", isOptimized = false, emissionKind = Full, nameTableKind = None>
#char = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "char", sizeInBits = 8, encoding = DW_ATE_signed_char>
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #char, sizeInBits = 64>
#member = #llvm.di_derived_type<tag = DW_TAG_member, name = "name", baseType = #ptr, sizeInBits = 64, offsetInBits = 64>
#ns = #llvm.di_namespace<name = "app", exportSymbols = false>
#class = #llvm.di_composite_type<tag = DW_TAG_class_type, name = "Session", file = #file, line = 12, scope = #ns, flags = Public, sizeInBits = 128, elements = #member>
#fn = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #llvm.di_null_type, #ptr>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #class, name = "close", linkageName = "_ZN7Session5closeEv", file = #file, line = 20, scopeLine = 21, subprogramFlags = Definition, type = #fn>
#var = #llvm.di_local_variable<scope = #sp, name = "this", arg = 1, type = #ptr>
#label = #llvm.di_label<scope = #sp, name = "again", file = #file, line = 30>
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @__cxa_begin_catch(!llvm.ptr) -> !llvm.ptr
llvm.func @_ZdlPv(!llvm.ptr)
llvm.mlir.global external constant @_ZTISt9exception() {addr_space = 0 : i32} : !llvm.ptr
llvm.comdat @comdats {
  llvm.comdat_selector @_ZN7Session5closeEv any
}
llvm.func linkonce_odr @_ZN7Session5closeEv(%this: !llvm.ptr {llvm.nonnull, llvm.dereferenceable = 16 : i64}) comdat(@comdats::@_ZN7Session5closeEv) attributes {personality = @__gxx_personality_v0, uwtable_kind = 2 : i64} {
  llvm.intr.dbg.declare #var #llvm.di_expression<[DW_OP_plus_uconst(8), DW_OP_deref]> = %this : !llvm.ptr loc(#l1)
  llvm.intr.dbg.label #label loc(#l1)
  %0 = llvm.mlir.addressof @_ZTISt9exception : !llvm.ptr
  llvm.invoke @_ZdlPv(%this) to ^ok unwind ^bad : (!llvm.ptr) -> () loc(#l2)
^ok:
  llvm.return loc(#l2)
^bad:
  %e = llvm.landingpad cleanup (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)> loc(#l2)
  %p = llvm.extractvalue %e[0] : !llvm.struct<(ptr, i32)>
  %q = llvm.call tail @__cxa_begin_catch(%p) : (!llvm.ptr) -> !llvm.ptr loc(#l3)
  llvm.resume %e : !llvm.struct<(ptr, i32)> loc(#l3)
} loc(#l0)
#l0 = loc(fused<#sp>["session.cc":20:1])
#l1 = loc(fused<#sp>["session.cc":21:3])
#l2 = loc(callsite(#l1 at fused<#sp>["session.cc":44:7]))
#l3 = loc("handler"("session.cc":25:5))
// ----- interpreter_goto: clang_ssa
llvm.mlir.global internal constant @names(["add\00", "sub\00"]) {addr_space = 0 : i32, dso_local} : !llvm.array<2 x array<4 x i8>>
llvm.mlir.global weak_odr hidden thread_local @depth(3 : i16) {section = ".tbss"} : i16
llvm.mlir.global external @jump() : !llvm.array<2 x ptr> {
  %0 = llvm.mlir.addressof @add : !llvm.ptr
  %1 = llvm.mlir.poison : !llvm.array<2 x ptr>
  %2 = llvm.insertvalue %0, %1[0] : !llvm.array<2 x ptr>
  %3 = llvm.insertvalue %0, %2[1] : !llvm.array<2 x ptr>
  llvm.return %3 : !llvm.array<2 x ptr>
}
-19!llvm.mlir.global_ctors {ctors = [@setup], priorities = [101 : i32]}
20-!llvm.mlir.global_ctors ctors = [@setup], priorities = [101 : i32], data = [#llvm.zero]
llvm.func internal @setup() {
  llvm.return
}
llvm.func @add(%a: i32, %b: i32) -> i32 {
  %0 = llvm.add %a, %b : i32
  llvm.return %0 : i32
}
llvm.func @run(%op: i64, %a: i32, %b: i32) -> i32 {
  %t = llvm.mlir.addressof @jump : !llvm.ptr
  %g = llvm.getelementptr inbounds %t[0, %op] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x ptr>
  %f = llvm.load %g : !llvm.ptr -> !llvm.ptr
  %r = llvm.call %f(%a, %b) : !llvm.ptr, (i32, i32) -> i32
  llvm.switch %r : i32, ^other [
    -1: ^low,
    10: ^high(%r : i32)
  ] {branch_weights = array<i32: 1, 2, 3>}
^low:
  %asm = llvm.inline_asm has_side_effects "cpuid", "=r,r,~{flags}" %a : (i32) -> i32
  llvm.br ^high(%asm : i32)
^high(%x: i32):
  llvm.return %x : i32
^other:
  "llvm.intr.trap"() : () -> ()
  llvm.unreachable
}
// ----- codec_source: c_source c_model
func.func @dequantise(%m: memref<4x8xi16>, %q: memref<8xi16>, %o: memref<4x8xf32>, %gain: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %v = memref.load %m[%i, %j] : memref<4x8xi16>
      %w = memref.load %q[%j] : memref<8xi16>
      %p = arith.muli %v, %w : i16
      %s = arith.extsi %p : i16 to i32
      %f = arith.sitofp %s : i32 to f32
      %g = arith.mulf %f, %gain : f32
      memref.store %g, %o[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
// ----- controller_source: c_source
memref.global "private" constant @gains : memref<3xf32> = dense<[0.5, 0.125, 2.0]>
memref.global @state : memref<2xf32> = uninitialized
func.func private @actuate(%u: f32)
func.func @pid(%error: f32, %limit: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @gains : memref<3xf32>
  %s = memref.get_global @state : memref<2xf32>
  %p = memref.load %g[%c0] : memref<3xf32>
  %i = memref.load %g[%c1] : memref<3xf32>
  %a = memref.load %s[%c0] : memref<2xf32>
  %n = arith.addf %a, %error : f32
  memref.store %n, %s[%c0] : memref<2xf32>
  %x = arith.mulf %p, %error : f32
  %y = arith.mulf %i, %n : f32
  %u = arith.addf %x, %y : f32
  %c = arith.cmpf ogt, %u, %limit : f32
  %r = scf.if %c -> (f32) {
    scf.yield %limit : f32
  } else {
    %m = arith.negf %limit : f32
    %d = arith.cmpf ult, %u, %m : f32
    %t = arith.select %d, %m, %u : f32
    scf.yield %t : f32
  }
  call @actuate(%r) : (f32) -> ()
  return %r : f32
}
// ----- generated_driver: c_source
emitc.include <"stdbool.h">
emitc.global extern @ticks : i32
emitc.global static const @table : !emitc.array<4xi32> = dense<[3, 1, 4, 1]>
emitc.declare_func @poll
emitc.func @poll(%mask: i32, %p: !emitc.ptr<i32>) -> i1 attributes {specifiers = ["static", "inline"]} {
-19!  %v = "emitc.variable"() <{value = #emitc.opaque<"0">}> : () -> i32
20-!  %v = "emitc.variable"() <{value = #emitc.opaque<"0">}> : () -> !emitc.lvalue<i32>
  %k = "emitc.constant"() <{value = 7 : i32}> : () -> i32
  %a = emitc.bitwise_and %mask, %k : (i32, i32) -> i32
  %b = emitc.bitwise_left_shift %a, %k : (i32, i32) -> i32
  %c = emitc.logical_not %b : i32
  %d = emitc.cast %b : i32 to f32
  %e = emitc.unary_minus %d : (f32) -> f32
  %f = emitc.cmp ge, %e, %d : (f32, f32) -> i1
  %g = emitc.logical_or %c, %f : i1, i1
  %r = emitc.call @scale(%a) : (i32) -> i32
  emitc.call_opaque "store"(%p, %r) {template_args = [i32]} : (!emitc.ptr<i32>, i32) -> ()
  emitc.return %g : i1
}
emitc.func private @scale(i32) -> i32 attributes {specifiers = ["extern"]}
// ----- lists_of_numbers: c_source
func.func @mix(%a: i32, %b: i32, %c: i1, %x: f64) -> f64 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %a : i32
  %2 = arith.subi %1, %b : i32
  %3 = arith.select %c, %2, %0 : i32
  %4 = arith.sitofp %3 : i32 to f64
  %5 = arith.divf %4, %x : f64
  %6 = arith.fptosi %5 : f64 to i32
  %7 = arith.andi %6, %3 : i32
  %8 = arith.cmpi sge, %7, %a : i32
  %9 = arith.select %8, %5, %x : f64
  return %9 : f64
}
// ----- pipeline_of_frames: coroutines
func.func private @decode(%n: index) -> f32
async.func @frame(%n: index) -> !async.value<f32> {
  %0 = func.call @decode(%n) : (index) -> f32
  %1 = math.sqrt %0 : f32
  return %1 : f32
}
func.func @play(%n: index, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %v = async.call @frame(%i) : (index) -> !async.value<f32>
    %t = async.execute [] (%v as %f: !async.value<f32>) {
      memref.store %f, %o[%i] : memref<?xf32>
      async.yield
    }
    %k = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
// ----- queries_at_once: coroutines
func.func @both(%a: memref<64xi64>, %b: memref<64xi64>, %s: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %t0, %v0 = async.execute -> !async.value<i64> {
    %x = memref.load %a[%c0] : memref<64xi64>
    async.yield %x : i64
  }
  %t1, %v1 = async.execute [%t0] -> !async.value<i64> {
    %y = scf.if %s -> (i64) {
      %u = memref.load %b[%c0] : memref<64xi64>
      scf.yield %u : i64
    } else {
      %w = arith.constant -1 : i64
      scf.yield %w : i64
    }
    async.yield %y : i64
  }
  async.await %t1 : !async.token
  %p = async.await %v0 : !async.value<i64>
  %q = async.await %v1 : !async.value<i64>
  %r = arith.addi %p, %q : i64
  return %r : i64
}
// ----- broadcast_shapes: symbolic_shapes
func.func @shapes(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %i: index) -> (tensor<?xindex>, index, !shape.witness) {
  %a = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %c = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<1xindex>
  %n = shape.num_elements %a : tensor<2xindex> -> index
  %r = shape.rank %c : tensor<?xindex> -> index
  %d = shape.get_extent %c, %i : tensor<?xindex>, index -> index
  %s = shape.reduce(%a, %r) : tensor<2xindex> -> index {
  ^bb0(%k: index, %e: index, %acc: index):
    %m = arith.addi %acc, %e : index
    shape.yield %m : index
  }
  %t = shape.add %s, %d : index, index -> index
  return %c, %t, %w : tensor<?xindex>, index, !shape.witness
}
// ----- assumed_shapes: symbolic_shapes
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %y : tensor<?x4xf32> -> tensor<2xindex>
  %2 = shape.cstr_eq %0, %1 : tensor<2xindex>, tensor<2xindex>
  %3 = shape.assuming %2 -> (tensor<?x4xf32>) {
    %4 = arith.addf %x, %y : tensor<?x4xf32>
    shape.assuming_yield %4 : tensor<?x4xf32>
  }
  %5 = shape.const_shape [2, 4] : tensor<2xindex>
  %6 = shape.shape_eq %0, %5 : tensor<2xindex>, tensor<2xindex>
  cf.assert %6, "two rows"
  return %3 : tensor<?x4xf32>
}
// ----- sharded_layer: meshes2
-20!mesh.mesh @grid(shape = 2x4)
21-!shard.grid @grid(shape = 2x4)
func.func @layer(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %o: tensor<8x32xf32>) -> tensor<8x32xf32> {
20-20!  %s = mesh.sharding @grid split_axes = [[0]] : !mesh.sharding
-19!  %a = mesh.shard %x to <@grid, [[0]]> : tensor<8x16xf32>
20-20!  %a = mesh.shard %x to %s : tensor<8x16xf32>
-19!  %b = mesh.shard %a to <@grid, [[0]]> annotate_for_users : tensor<8x16xf32>
20-20!  %b = mesh.shard %a to %s annotate_for_users : tensor<8x16xf32>
21-!  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
21-!  %a = shard.shard %x to %s : tensor<8x16xf32>
21-!  %b = shard.shard %a to %s annotate_for_users : tensor<8x16xf32>
  %r = linalg.matmul ins(%b, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}
// ----- collectives: meshes2
-20!mesh.mesh @ring(shape = 4)
21-!shard.grid @ring(shape = 4)
func.func @collect(%x: tensor<4x8xf32>) -> (tensor<16x8xf32>, tensor<4x8xf32>, index) {
-20!  %g = mesh.all_gather %x on @ring mesh_axes = [0] gather_axis = 0 : tensor<4x8xf32> -> tensor<16x8xf32>
-20!  %r = mesh.all_reduce %x on @ring mesh_axes = [0] reduction = <max> : tensor<4x8xf32> -> tensor<4x8xf32>
-20!  %i = mesh.process_linear_index on @ring : index
21-!  %g = shard.all_gather %x on @ring grid_axes = [0] gather_axis = 0 : tensor<4x8xf32> -> tensor<16x8xf32>
21-!  %r = shard.all_reduce %x on @ring grid_axes = [0] reduction = max : tensor<4x8xf32> -> tensor<4x8xf32>
21-!  %i = shard.process_linear_index on @ring : index
  return %g, %r, %i : tensor<16x8xf32>, tensor<4x8xf32>, index
}
// ----- halo_messages: meshes2 plain_cpu
func.func @exchange(%m: memref<16xf64>, %n: memref<16xf64>, %tag: i32) -> i32 {
-19!  mpi.init
-19!  %rank = mpi.comm_rank : i32
-19!  mpi.send(%m, %tag, %rank) : memref<16xf64>, i32, i32
-19!  mpi.recv(%n, %tag, %rank) : memref<16xf64>, i32, i32
20-!  %e = mpi.init : !mpi.retval
20-!  %comm = mpi.comm_world : !mpi.comm
20-!  %err, %rank = mpi.comm_rank(%comm) : !mpi.retval, i32
20-!  mpi.send(%m, %tag, %rank, %comm) : memref<16xf64>, i32, i32
20-!  mpi.recv(%n, %tag, %rank, %comm) : memref<16xf64>, i32, i32
20-!  mpi.barrier(%comm)
  mpi.finalize
  return %rank : i32
}
// ----- strength_patterns: rewrites
module @patterns {
  pdl.pattern @shift_of_product : benefit(3) {
    %t = pdl.type : i32
    %two = pdl.attribute = 2 : i32
    %c = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
    %x = pdl.operand : %t
    %cv = pdl.result 0 of %c
    %m = pdl.operation "arith.muli"(%x, %cv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.apply_native_constraint "is_hot"(%m : !pdl.operation)
    pdl.rewrite %m {
      %one = pdl.attribute = 1 : i32
      %k = pdl.operation "arith.constant" {"value" = %one} -> (%t : !pdl.type)
      %kv = pdl.result 0 of %k
      %s = pdl.operation "arith.shli"(%x, %kv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      pdl.replace %m with %s
    }
  }
  pdl.pattern @many : benefit(1) {
    %ts = pdl.types
    %xs = pdl.operands : %ts
    %root = pdl.operation "app.call"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
    pdl.rewrite %root with "inline_call"(%xs : !pdl.range<value>)
  }
}
func.func @f(%x: i32) -> i32 {
  %c = arith.constant 2 : i32
  %0 = arith.muli %x, %c : i32
  return %0 : i32
}
// ----- dialect_of_queries: rewrites
irdl.dialect @query {
  irdl.type @row {
    %a = irdl.is i32
    %b = irdl.is i64
    %w = irdl.any_of(%a, %b)
-19!    irdl.parameters(%w)
20-!    irdl.parameters(width: %w)
  }
  irdl.attribute @order {
    %s = irdl.any
-19!    irdl.parameters(%s)
20-!    irdl.parameters(key: %s)
  }
  irdl.operation @filter {
    %1 = irdl.is i64
    %0 = irdl.parametric @query::@row<%1>
    %p = irdl.base "!builtin.integer"
-19!    irdl.operands(%0, optional %p)
-19!    irdl.results(variadic %0)
20-!    irdl.operands(rows: %0, where: optional %p)
20-!    irdl.results(kept: variadic %0)
    irdl.attributes {"limit" = %1}
  }
}
// ----- own_operations: rewrites
module attributes {app.version = 3 : i8} {
  "app.table"() <{columns = ["id", "price"], key = 0 : index}> ({
    "app.column"() {type = tuple<i64, f64>, width = 8.0 : f32} : () -> ()
  }, {
  ^bb0(%r: !app.row<i64, "price">):
    "app.done"(%r)[^next] : (!app.row<i64, "price">) -> ()
  ^next:
    "app.end"() : () -> ()
  }) {app.stats = {rows = 100 : ui32, skew = dense<[0.5, 0.25]> : tensor<2xf64>}, place = affine_set<(d0) : (d0 >= 0)>} : () -> ()
}
// ----- predicated_code: native clang_ssa
llvm.func @axpy(%x: !llvm.ptr, %y: !llvm.ptr, %a: f32, %n: i32) attributes {vscale_range = #llvm.vscale_range<minRange = 1, maxRange = 16>, target_features = #llvm.target_features<["+v", "+zvl128b"]>} {
  %m = llvm.mlir.constant(dense<true> : vector<8xi1>) : vector<8xi1>
  %u = "llvm.intr.vp.load"(%x, %m, %n) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8xf32>
  %v = "llvm.intr.vp.load"(%y, %m, %n) : (!llvm.ptr, vector<8xi1>, i32) -> vector<8xf32>
  %i = llvm.mlir.constant(0 : i64) : i64
  %z = llvm.mlir.poison : vector<8xf32>
  %b = llvm.insertelement %a, %z[%i : i64] : vector<8xf32>
  %s = llvm.shufflevector %b, %z [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
  %p = "llvm.intr.vp.fmul"(%u, %s, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  %r = "llvm.intr.vp.fadd"(%p, %v, %m, %n) : (vector<8xf32>, vector<8xf32>, vector<8xi1>, i32) -> vector<8xf32>
  "llvm.intr.vp.store"(%r, %y, %m, %n) : (vector<8xf32>, !llvm.ptr, vector<8xi1>, i32) -> ()
  %k = llvm.mlir.constant(dense<1.5> : vector<4xf32>) : vector<4xf32>
  %t = llvm.intr.matrix.transpose %k {rows = 2 : i32, columns = 2 : i32} : vector<4xf32> into vector<4xf32>
  %q = llvm.intr.matrix.multiply %t, %k {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %w = llvm.mlir.constant(0.0 : f32) : f32
  %d = "llvm.intr.vector.reduce.fadd"(%w, %q) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  llvm.store %d, %x {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.return
}
// ----- resumable_parser: clang_ssa
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @tokens(%n: i32) -> !llvm.ptr attributes {passthrough = ["presplitcoroutine"]} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %id = llvm.intr.coro.id %zero, %null, %null, %null : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
  %size = llvm.intr.coro.size : i64
  %mem = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %h = llvm.intr.coro.begin %id, %mem : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  %s = llvm.intr.coro.save %h : (!llvm.ptr) -> !llvm.token
  %c = llvm.intr.coro.suspend %s, %false : i8
  %c32 = llvm.sext %c : i8 to i32
  llvm.switch %c32 : i32, ^suspended [
    0: ^resumed,
    1: ^cleanup
  ]
^resumed:
  llvm.br ^cleanup
^cleanup:
  %m = llvm.intr.coro.free %id, %h : (!llvm.token, !llvm.ptr) -> !llvm.ptr
  llvm.call @free(%m) : (!llvm.ptr) -> ()
  llvm.br ^suspended
^suspended:
  llvm.return %h : !llvm.ptr
}
// ----- variadic_log: native
llvm.mlir.global private unnamed_addr constant @fmt("%s:%d\0A\00") {addr_space = 0 : i32, alignment = 1 : i64}
20-!llvm.mlir.alias external @log_alias {dso_local} : !llvm.func<void (ptr, ...)> {
20-!  %0 = llvm.mlir.addressof @log : !llvm.ptr
20-!  llvm.return %0 : !llvm.ptr
20-!}
llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32 attributes {cold}
llvm.func weak @log(%f: !llvm.ptr {llvm.noundef, llvm.byval = !llvm.struct<(i32, ptr)>, llvm.align = 8 : i64}, ...) attributes {frame_pointer = #llvm.framePointerKind<none>, no_unwind, will_return} {
  %one = llvm.mlir.constant(1 : i32) : i32
  %ap = llvm.alloca %one x !llvm.array<1 x struct<(i32, i32, ptr, ptr)>> {alignment = 16 : i64} : (i32) -> !llvm.ptr
  llvm.intr.vastart %ap : !llvm.ptr
  %cp = llvm.alloca inalloca %one x !llvm.struct<packed (i8, i64)> : (i32) -> !llvm.ptr
  llvm.intr.vacopy %ap to %cp : !llvm.ptr, !llvm.ptr
  %t = llvm.mlir.addressof @fmt : !llvm.ptr
  %r = llvm.call @vprintf(%t, %ap) {fastmathFlags = #llvm.fastmath<none>} : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.intr.vaend %ap : !llvm.ptr
  %e = "llvm.intr.is.constant"(%r) : (i32) -> i1
  %x = llvm.intr.expect.with.probability %e, %e, 9.000000e-01 : i1
-19!  "llvm.intr.assume"(%x) : (i1) -> ()
20-!  llvm.intr.assume %x : i1
  %i = llvm.ptrtoint %t : !llvm.ptr to i64
  %j = llvm.inttoptr %i : i64 to !llvm.ptr<1>
  %k = llvm.addrspacecast %j : !llvm.ptr<1> to !llvm.ptr
  "llvm.intr.prefetch"(%k) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  llvm.return
}
// ----- target_described: plain_cpu
module attributes {
    dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>, #dlti.dl_entry<f64, dense<[64, 64]> : vector<2xi64>>, #dlti.dl_entry<"dlti.alloca_memory_space", 5 : ui64>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>,
    dlti.target_system_spec = #dlti.target_system_spec<
-19!      "CPU" : #dlti.target_device_spec<#dlti.dl_entry<"L1_cache_size_in_bytes", 32768 : i32>, #dlti.dl_entry<"max_vector_op_width", 64 : i64>>,
-19!      "GPU" : #dlti.target_device_spec<#dlti.dl_entry<"max_vector_op_width", 128 : i64>>>} {
20-!      "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 32768 : i32, "max_vector_op_width" = 64 : i64>,
20-!      "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64>>} {
  func.func @window(%b: memref<2048xi8>, %i: index) -> (f32, index) {
    %c64 = arith.constant 64 : index
    %v = memref.view %b[%c64][%i] : memref<2048xi8> to memref<?xf32>
    %c0 = arith.constant 0 : index
    %x = memref.load %v[%c0] {nontemporal = true} : memref<?xf32>
    %p = memref.extract_aligned_pointer_as_index %v : memref<?xf32> -> index
    %base, %offset, %size, %stride = memref.extract_strided_metadata %v : memref<?xf32> -> memref<f32>, index, index, index
    %q = arith.addi %p, %size : index
    return %x, %q : f32, index
  }
}
