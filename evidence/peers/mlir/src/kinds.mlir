#near = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 floordiv 4, d0 mod 8)>
#inside = affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0)>
module {
  "tool.attributes"() {
    array = [1 : i8, -2 : si16, 3 : ui32, true, unit],
    map = #near,
    set = #inside,
    dense = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>,
    splat = dense<1.500000e+00> : vector<4xf16>,
    bits = dense<[true, false, true]> : tensor<3xi1>,
    words = dense<["a", "b c"]> : tensor<2x!tool.word>,
    sparse = sparse<[[0, 1], [2, 0]], [7, 8]> : tensor<3x2xi32>,
    small = array<i32: 1, 2, 3>,
    wide = 170141183460469231731687303715884105727 : i128,
    float = 1.250000e-03 : bf16,
    huge = 0x7FF0000000000000 : f64,
    nested = {inner = {deep = "text with \22quotes\22 and \0A"}, type = tensor<*xf32>},
    symbol = @outer::@inner,
    other = #tool.shape<2 x 3, "kept">,
    typed = "typed" : !tool.word
  } : () -> ()
  %0:3 = "tool.types"() : () -> (tuple<i1, complex<f64>, none>, memref<4x?xf32, #near, 2 : i32>, (i32, index) -> vector<2x[4]xi8>)
  "tool.more"(%0#0) ({
  ^bb0(%a: memref<*xi32, 1>, %b: tensor<2x?xf8E5M2, #tool.encoding>):
    "tool.end"(%a, %b)[^bb1] : (memref<*xi32, 1>, tensor<2x?xf8E5M2, #tool.encoding>) -> ()
  ^bb1:
    "tool.end"() : () -> ()
  }, {
  }) : (tuple<i1, complex<f64>, none>) -> ()
}
