//! Conditions on operations of tosa.

use super::super::tosa::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "tosa.matmul",
                "matmul-shapes",
                true,
                op!("tosa.matmul", "", ["tensor<1x2x3xf32>", "tensor<?x3x4xf32>"], "tensor<1x2x4xf32>"),
            ),
            (
                "tosa.matmul",
                "matmul-shapes",
                false,
                op!("tosa.matmul", "", ["tensor<1x2x3xf32>", "tensor<1x3x4xf32>"], "tensor<1x4x2xf32>"),
            ),
            (
                "tosa.rescale",
                "rescale-shapes",
                true,
                op!("tosa.rescale", "", ["tensor<4x?xi8>", "tensor<1xi32>"], "tensor<4x2xi8>"),
            ),
            (
                "tosa.rescale",
                "rescale-shapes",
                false,
                op!("tosa.rescale", "", ["tensor<4x3xi8>", "tensor<1xi32>"], "tensor<4x2xi8>"),
            ),
            (
                "tosa.slice",
                "slice-values",
                true,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"tosa.const_shape\"() {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x2xf32>",
            ),
            (
                "tosa.slice",
                "slice-values",
                false,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"tosa.const_shape\"() {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x2xf32>",
            ),
            (
                "tosa.slice",
                "slice-values",
                false,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"t.v\"() : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>",
            ),
            (
                "tosa.argmax",
                "argmax-axis",
                true,
                op!("tosa.argmax", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.argmax",
                "argmax-axis",
                false,
                op!("tosa.argmax", "axis = 2 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.argmax",
                "argmax-shapes",
                true,
                op!("tosa.argmax", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.argmax",
                "argmax-shapes",
                false,
                op!("tosa.argmax", "axis = 0 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.argmax",
                "argmax-shapes",
                false,
                op!("tosa.argmax", "axis = -1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.avg_pool2d",
                "avg-pool-acc",
                true,
                op!(
                    "tosa.avg_pool2d",
                    "acc_type = i32",
                    ["tensor<1x4x4x1x!quant.uniform<i8:f32, 1.0>>"],
                    "tensor<1x2x2x1xi8>"
                ),
            ),
            (
                "tosa.avg_pool2d",
                "avg-pool-acc",
                false,
                op!("tosa.avg_pool2d", "acc_type = f16", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xf32>"),
            ),
            (
                "tosa.avg_pool2d",
                "avg-pool-pairs",
                true,
                op!("tosa.avg_pool2d", "", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xf32>"),
            ),
            (
                "tosa.avg_pool2d",
                "avg-pool-pairs",
                false,
                op!("tosa.avg_pool2d", "", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xi8>"),
            ),
            ("tosa.clamp", "clamp-not-i1", true, op!("tosa.clamp", "", ["tensor<2xi8>"], "i1")),
            ("tosa.clamp", "clamp-not-i1", false, op!("tosa.clamp", "", ["tensor<2xi1>"], "i1")),
            (
                "tosa.clamp",
                "clamp-same-element",
                true,
                op!("tosa.clamp", "", ["tensor<2xi8>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            (
                "tosa.clamp",
                "clamp-same-element",
                false,
                op!("tosa.clamp", "", ["tensor<2xi8>"], "tensor<2xi16>"),
            ),
            (
                "tosa.clamp",
                "clamp-values",
                true,
                op!("tosa.clamp", "min_val = -1 : i8, max_val = 1 : i8", ["tensor<2xi8>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values",
                true,
                op!("tosa.clamp", "min_val = 0.0 : f32, max_val = 0x7F800000 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values",
                false,
                op!("tosa.clamp", "min_val = 2.0 : f32, max_val = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values",
                false,
                op!("tosa.clamp", "min_val = 0x7FC00000 : f32, max_val = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values",
                false,
                op!("tosa.clamp", "min_val = 2.0 : f32, max_val = 3.0 : f32", ["tensor<2xf16>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values-19",
                true,
                op!("tosa.clamp", "min_fp = 0.0 : f32, max_fp = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                "clamp-values-19",
                false,
                op!(
                    "tosa.clamp",
                    "min_fp = 0.0 : f32, max_fp = 1.0 : f32",
                    ["tensor<2x!quant.uniform<i8:f32, 1.0>>"],
                    "i1"
                ),
            ),
            (
                "tosa.concat",
                "concat-output-rank",
                true,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<2x3xf32>"],
                    "tensor<4x3xf32>"
                ),
            ),
            (
                "tosa.concat",
                "concat-output-rank",
                false,
                op!("tosa.concat", "axis = 0 : i32", ["tensor<2x3xf32>"], "tensor<4x3x1xf32>"),
            ),
            (
                "tosa.concat",
                "concat-shapes",
                true,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<2x3xf32>"],
                    "tensor<4x3xf32>"
                ),
            ),
            (
                "tosa.concat",
                "concat-shapes",
                true,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<?x3xf32>"],
                    "tensor<9x3xf32>"
                ),
            ),
            (
                "tosa.concat",
                "concat-shapes",
                false,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<2x3xf32>"],
                    "tensor<5x3xf32>"
                ),
            ),
            (
                "tosa.concat",
                "concat-shapes",
                false,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<2x4xf32>"],
                    "tensor<4x3xf32>"
                ),
            ),
            (
                "tosa.cond_if",
                "cond-if-types",
                true,
                "%c = \"t.c\"() : () -> tensor<i1>\n%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.cond_if\"(%c, %v) ({\n^bb0(%x: tensor<?xf32>):\n\"tosa.yield\"(%x) : (tensor<?xf32>) -> ()\n}, {\n^bb0(%x: tensor<?xf32>):\n\"tosa.yield\"(%x) : (tensor<?xf32>) -> ()\n}) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.cond_if",
                "cond-if-types",
                false,
                "%c = \"t.c\"() : () -> tensor<i1>\n%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.cond_if\"(%c, %v) ({\n^bb0(%x: tensor<3xf32>):\n\"tosa.yield\"(%x) : (tensor<3xf32>) -> ()\n}, {\n^bb0(%x: tensor<3xf32>):\n\"tosa.yield\"(%x) : (tensor<3xf32>) -> ()\n}) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.while_loop",
                "while-types",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.while_loop\"(%v) ({\n^bb0(%x: tensor<2xf32>):\n%c = \"t.c\"() : () -> tensor<i1>\n\"tosa.yield\"(%c) : (tensor<i1>) -> ()\n}, {\n^bb0(%x: tensor<2xf32>):\n\"tosa.yield\"(%x) : (tensor<2xf32>) -> ()\n}) : (tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.while_loop",
                "while-types",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.while_loop\"(%v) ({\n^bb0(%x: tensor<2xi32>):\n%c = \"t.c\"() : () -> tensor<i1>\n\"tosa.yield\"(%c) : (tensor<i1>) -> ()\n}, {\n^bb0(%x: tensor<2xi32>):\n\"tosa.yield\"(%x) : (tensor<2xi32>) -> ()\n}) : (tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.const",
                "const-element-type",
                true,
                op!(
                    "tosa.const",
                    "value = dense<1> : tensor<2xi8>",
                    [],
                    "tensor<2x!quant.uniform<i8:f32, 1.0>>"
                ),
            ),
            (
                "tosa.const",
                "const-element-type",
                false,
                op!("tosa.const", "values = dense<1> : tensor<2xi8>", [], "tensor<2xi16>"),
            ),
            (
                "tosa.conv2d",
                "conv-19",
                true,
                op!("tosa.conv2d", "", ["tensor<1x4x4x1xf32>", "tensor<1x3x3x1xf32>"], "i1"),
            ),
            (
                "tosa.conv2d",
                "conv-19",
                false,
                op!("tosa.conv2d", "", ["tensor<1x4x4x1xi8>", "tensor<1x3x3x1xi8>"], "i1"),
            ),
            (
                "tosa.max_pool2d",
                "pool-shapes",
                true,
                op!(
                    "tosa.max_pool2d",
                    "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>",
                    ["tensor<1x4x4x1xf32>"],
                    "tensor<1x2x2x1xf32>"
                ),
            ),
            (
                "tosa.max_pool2d",
                "pool-shapes",
                false,
                op!(
                    "tosa.max_pool2d",
                    "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 1, 0, 0>",
                    ["tensor<1x4x4x1xf32>"],
                    "tensor<1x2x2x1xf32>"
                ),
            ),
            (
                "tosa.max_pool2d",
                "pool-shapes",
                false,
                op!(
                    "tosa.max_pool2d",
                    "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>",
                    ["tensor<1x4x4x1xf32>"],
                    "tensor<1x3x2x1xf32>"
                ),
            ),
            (
                "tosa.reduce_sum",
                "reduce-axis",
                true,
                op!("tosa.reduce_sum", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2x1xf32>"),
            ),
            (
                "tosa.reduce_sum",
                "reduce-axis",
                false,
                op!("tosa.reduce_sum", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2x3xf32>"),
            ),
            (
                "tosa.reduce_sum",
                "reduce-axis",
                false,
                op!("tosa.reduce_sum", "axis = 2 : i32", ["tensor<2x3xf32>"], "tensor<2x1xf32>"),
            ),
            (
                "tosa.reshape",
                "reshape-19",
                true,
                op!("tosa.reshape", "new_shape = array<i64: 3, -1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.reshape",
                "reshape-19",
                false,
                op!("tosa.reshape", "new_shape = array<i64: 3, 3>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.slice",
                "slice-ranks",
                true,
                op!("tosa.slice", "start = array<i64: 0>, size = array<i64: 1>", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.slice",
                "slice-ranks",
                false,
                op!("tosa.slice", "start = array<i64: 0>, size = array<i64: 1, 1>", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.tile",
                "tile-ranks",
                true,
                op!("tosa.tile", "multiples = array<i64: 2>", ["tensor<2xf32>"], "tensor<4xf32>"),
            ),
            (
                "tosa.tile",
                "tile-ranks",
                false,
                op!("tosa.tile", "multiples = array<i64: 2, 1>", ["tensor<2xf32>"], "tensor<4xf32>"),
            ),
            (
                "tosa.negate",
                "tosa-zero-points",
                true,
                "%v = \"t.v\"() : () -> tensor<2xi8>\n%z = \"tosa.const\"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>",
            ),
            (
                "tosa.negate",
                "tosa-zero-points",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%z = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.negate",
                "tosa-zero-points",
                false,
                "%v = \"t.v\"() : () -> tensor<2xi16>\n%z = \"tosa.const\"() {values = dense<3> : tensor<1xi16>} : () -> tensor<1xi16>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>",
            ),
            (
                "tosa.negate",
                "tosa-zero-points",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%z = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xf32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xf32>",
            ),
            (
                "tosa.transpose",
                "transpose-perms",
                true,
                op!("tosa.transpose", "perms = array<i32: 1, 0>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.transpose",
                "transpose-perms",
                false,
                op!("tosa.transpose", "perms = array<i32: 1, 1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.transpose",
                "transpose-perms",
                false,
                op!("tosa.transpose", "perms = array<i32: 0, 1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.variable_read",
                "variable-in-table",
                true,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n%r = \"tosa.variable_read\"() {name = \"x\"} : () -> tensor<2xf32>",
            ),
            (
                "tosa.variable_read",
                "variable-in-table",
                false,
                "\"tosa.variable\"() {name = \"y\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n%r = \"tosa.variable_read\"() {name = \"x\"} : () -> tensor<2xf32>",
            ),
            (
                "tosa.variable",
                "variable-unique",
                true,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n\"tosa.variable\"() {name = \"y\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n",
            ),
            (
                "tosa.variable",
                "variable-unique",
                false,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n",
            ),
        ],
    );
}
