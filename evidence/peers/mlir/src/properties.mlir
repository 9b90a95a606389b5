// Every kind of property that operations of LLVM 19 and 22 both have: attributes, optional ones, sizes of segments, flags.
module @properties attributes {corpus.note = "discardable"} {
  memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
  func.func private @callee(%a: i32 {arg.note}) -> (i32 {result.note = 1 : i8})
  func.func @sums(%a: i32, %n: index, %f: f32) -> i32 {
    %m = memref.get_global @table : memref<4xi32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = memref.load %m[%c0] : memref<4xi32>
    %1 = memref.load %m[%c1] {nontemporal = true} : memref<4xi32>
    %2 = arith.addi %0, %1 overflow<nsw> : i32
    %3 = arith.mulf %f, %f fastmath<fast> : f32
    %4 = func.call @callee(%2) : (i32) -> i32
    %v = memref.alloca(%n) {alignment = 64 : i64} : memref<?xf32>
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %3, %v[%i] : memref<?xf32>
    }
    return %4 : i32
  }
  func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
    cf.cond_br %c, ^one(%a : i32), ^two(%a, %b : i32, i32)
  ^one(%x: i32):
    return %x : i32
  ^two(%y: i32, %z: i32):
    cf.switch %y : i32, [
      default: ^one(%z : i32),
      42: ^one(%a : i32),
      43: ^two(%z, %y : i32, i32)
    ]
  }
  llvm.func @flags(%a: i32, %p: !llvm.ptr) -> i32 attributes {passthrough = ["nounwind"]} {
    %0 = llvm.add %a, %a overflow<nsw, nuw> : i32
    %1 = llvm.sub %0, %a overflow<nuw> : i32
    %2 = llvm.mul %1, %a : i32
    %3 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
    %4 = llvm.icmp "slt" %2, %3 : i32
    llvm.cond_br %4, ^done(%2 : i32), ^done(%3 : i32)
  ^done(%5: i32):
    llvm.return %5 : i32
  }
  "unknown.op"() <{attribute = 1 : i32, text = "not registered"}> {other = unit} : () -> ()
}
