"builtin.module"() ({
  "func.func"() <{function_type = (!test.i32, tensor<4x!test.i32>) -> (!test.i32, !test.smpla), sym_name = "told", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (!test.i32, index) -> !test.i32, sym_name = "dims"}> ({
  ^bb0(%arg1: !test.i32, %arg2: index):
    "test.versionedA"() <{dims = 123 : i64, modifier = false}> : () -> ()
    "test.versionedA"() <{dims = -4 : i64, modifier = false}> {note = #test.attr_params<-7, 9>} : () -> ()
    "test.versionedA"() <{dims = 123 : i64, modifier = false}> {deep = {x = [#test.attr_params<1, 2>]}} : () -> ()
    "func.return"(%arg1) : (!test.i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!test.i32) -> tuple<!test.i32, !test.smpla>, sym_name = "params"}> ({
  ^bb0(%arg0: !test.i32):
    "test.versionedB"() <{attribute = #test.attr_params<42, 24>}> : () -> ()
    "test.versionedC"() <{attribute = #test.attr_params<1000000, -1000000>}> : () -> ()
    "test.versionedC"() <{attribute = dense<[1, 2]> : tensor<2xi32>}> : () -> ()
    %0 = "some.op"(%arg0) {at = #test.attr_params<42, 24>} : (!test.i32) -> tuple<!test.i32, !test.smpla>
    "func.return"(%0) : (tuple<!test.i32, !test.smpla>) -> ()
  }) : () -> ()
  "builtin.module"() <{sym_name = "inner"}> ({
    "func.func"() <{function_type = () -> (), sym_name = "deeper"}> ({
      "test.versionedA"() <{dims = 0 : i64, modifier = false}> {test.x = !test.i32} : () -> ()
      "func.return"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) {test.both = [#test.attr_params<7, 9>, #test.cmpnd_a<1, !test.smpla, [5, 6]>], test.kind = !test.i32} : () -> ()
