// Upstream's test dialect, which `mlir-opt` links: what it encodes itself, what it leaves to text, operations that had another form in
// version 1 of the dialect.
module attributes {test.both = [#test.attr_params<7, 9>, #test.cmpnd_a<1, !test.smpla, [5, 6]>], test.kind = !test.i32} {
  func.func private @told(!test.i32, tensor<4x!test.i32>) -> (!test.i32, !test.smpla)
  func.func @dims(%0: !test.i32, %1: index) -> !test.i32 {
    "test.versionedA"() <{dims = 123 : i64, modifier = false}> : () -> ()
    "test.versionedA"() <{dims = -4 : i64, modifier = false}> {note = #test.attr_params<-7, 9>} : () -> ()
    "test.versionedA"() <{dims = 123 : i64, modifier = false}> {deep = {x = [#test.attr_params<1, 2>]}} : () -> ()
    return %0 : !test.i32
  }
  func.func @params(%0: !test.i32) -> tuple<!test.i32, !test.smpla> {
    "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
    "test.versionedC"() <{attribute = #test.attr_params<1000000, -1000000>}> : () -> ()
    "test.versionedC"() <{attribute = dense<[1, 2]> : tensor<2xi32>}> : () -> ()
    %1 = "some.op"(%0) {at = #test.attr_params<42, 24>} : (!test.i32) -> tuple<!test.i32, !test.smpla>
    return %1 : tuple<!test.i32, !test.smpla>
  }
  module @inner {
    func.func @deeper() {
      "test.versionedA"() <{dims = 0 : i64, modifier = false}> {test.x = !test.i32} : () -> ()
      return
    }
  }
}
