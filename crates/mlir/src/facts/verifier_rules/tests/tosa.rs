//! Rules on operations of tosa, except for those on their types alone.

use super::check;

#[test]
fn argmax_axis() {
    check(
        "argmax-axis",
        &[
            ("tosa.argmax", true, op!("tosa.argmax", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>")),
            (
                "tosa.argmax",
                false,
                op!("tosa.argmax", "axis = 2 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
        ],
    );
}

#[test]
fn argmax_shapes() {
    check(
        "argmax-shapes",
        &[
            ("tosa.argmax", true, op!("tosa.argmax", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>")),
            (
                "tosa.argmax",
                false,
                op!("tosa.argmax", "axis = 0 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
            (
                "tosa.argmax",
                false,
                op!("tosa.argmax", "axis = -1 : i32", ["tensor<2x3xf32>"], "tensor<2xi32>"),
            ),
        ],
    );
}

#[test]
fn avg_pool_acc() {
    check(
        "avg-pool-acc",
        &[
            (
                "tosa.avg_pool2d",
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
                false,
                op!("tosa.avg_pool2d", "acc_type = f16", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xf32>"),
            ),
        ],
    );
}

#[test]
fn avg_pool_pairs() {
    check(
        "avg-pool-pairs",
        &[
            (
                "tosa.avg_pool2d",
                true,
                op!("tosa.avg_pool2d", "", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xf32>"),
            ),
            (
                "tosa.avg_pool2d",
                false,
                op!("tosa.avg_pool2d", "", ["tensor<1x4x4x1xf32>"], "tensor<1x2x2x1xi8>"),
            ),
        ],
    );
}

#[test]
fn clamp_not_i1() {
    check(
        "clamp-not-i1",
        &[
            ("tosa.clamp", true, op!("tosa.clamp", "", ["tensor<2xi8>"], "i1")),
            ("tosa.clamp", false, op!("tosa.clamp", "", ["tensor<2xi1>"], "i1")),
        ],
    );
}

#[test]
fn clamp_same_element() {
    check(
        "clamp-same-element",
        &[
            (
                "tosa.clamp",
                true,
                op!("tosa.clamp", "", ["tensor<2xi8>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            ("tosa.clamp", false, op!("tosa.clamp", "", ["tensor<2xi8>"], "tensor<2xi16>")),
        ],
    );
}

#[test]
fn clamp_values() {
    check(
        "clamp-values",
        &[
            (
                "tosa.clamp",
                true,
                op!("tosa.clamp", "min_val = -1 : i8, max_val = 1 : i8", ["tensor<2xi8>"], "i1"),
            ),
            (
                "tosa.clamp",
                true,
                op!("tosa.clamp", "min_val = 0.0 : f32, max_val = 0x7F800000 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                false,
                op!("tosa.clamp", "min_val = 2.0 : f32, max_val = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                false,
                op!("tosa.clamp", "min_val = 0x7FC00000 : f32, max_val = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                false,
                op!("tosa.clamp", "min_val = 2.0 : f32, max_val = 3.0 : f32", ["tensor<2xf16>"], "i1"),
            ),
        ],
    );
}

#[test]
fn clamp_values_19() {
    check(
        "clamp-values-19",
        &[
            (
                "tosa.clamp",
                true,
                op!("tosa.clamp", "min_fp = 0.0 : f32, max_fp = 1.0 : f32", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.clamp",
                false,
                op!(
                    "tosa.clamp",
                    "min_fp = 0.0 : f32, max_fp = 1.0 : f32",
                    ["tensor<2x!quant.uniform<i8:f32, 1.0>>"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn concat_output_rank() {
    check(
        "concat-output-rank",
        &[
            (
                "tosa.concat",
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
                false,
                op!("tosa.concat", "axis = 0 : i32", ["tensor<2x3xf32>"], "tensor<4x3x1xf32>"),
            ),
        ],
    );
}

#[test]
fn concat_shapes() {
    check(
        "concat-shapes",
        &[
            (
                "tosa.concat",
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
                false,
                op!(
                    "tosa.concat",
                    "axis = 0 : i32",
                    ["tensor<2x3xf32>", "tensor<2x4xf32>"],
                    "tensor<4x3xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn cond_if_types() {
    check(
        "cond-if-types",
        &[
            (
                "tosa.cond_if",
                true,
                "%c = \"t.c\"() : () -> tensor<i1>\n%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.cond_if\"(%c, %v) ({\n^bb0(%x: tensor<?xf32>):\n\"tosa.yield\"(%x) : (tensor<?xf32>) -> ()\n}, {\n^bb0(%x: tensor<?xf32>):\n\"tosa.yield\"(%x) : (tensor<?xf32>) -> ()\n}) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.cond_if",
                false,
                "%c = \"t.c\"() : () -> tensor<i1>\n%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.cond_if\"(%c, %v) ({\n^bb0(%x: tensor<3xf32>):\n\"tosa.yield\"(%x) : (tensor<3xf32>) -> ()\n}, {\n^bb0(%x: tensor<3xf32>):\n\"tosa.yield\"(%x) : (tensor<3xf32>) -> ()\n}) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>",
            ),
        ],
    );
}

#[test]
fn const_element_type() {
    check(
        "const-element-type",
        &[
            (
                "tosa.const",
                true,
                op!(
                    "tosa.const",
                    "value = dense<1> : tensor<2xi8>",
                    [],
                    "tensor<2x!quant.uniform<i8:f32, 1.0>>"
                ),
            ),
            ("tosa.const", false, op!("tosa.const", "values = dense<1> : tensor<2xi8>", [], "tensor<2xi16>")),
        ],
    );
}

#[test]
fn conv_19() {
    check(
        "conv-19",
        &[
            (
                "tosa.conv2d",
                true,
                op!("tosa.conv2d", "", ["tensor<1x4x4x1xf32>", "tensor<1x3x3x1xf32>"], "i1"),
            ),
            (
                "tosa.conv2d",
                false,
                op!("tosa.conv2d", "", ["tensor<1x4x4x1xi8>", "tensor<1x3x3x1xi8>"], "i1"),
            ),
        ],
    );
}

#[test]
fn matmul_shapes() {
    check(
        "matmul-shapes",
        &[
            (
                "tosa.matmul",
                true,
                op!("tosa.matmul", "", ["tensor<1x2x3xf32>", "tensor<?x3x4xf32>"], "tensor<1x2x4xf32>"),
            ),
            (
                "tosa.matmul",
                false,
                op!("tosa.matmul", "", ["tensor<1x2x3xf32>", "tensor<1x3x4xf32>"], "tensor<1x4x2xf32>"),
            ),
        ],
    );
}

#[test]
fn pool_shapes() {
    check(
        "pool-shapes",
        &[
            (
                "tosa.max_pool2d",
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
                false,
                op!(
                    "tosa.max_pool2d",
                    "kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>",
                    ["tensor<1x4x4x1xf32>"],
                    "tensor<1x3x2x1xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn reduce_axis() {
    check(
        "reduce-axis",
        &[
            (
                "tosa.reduce_sum",
                true,
                op!("tosa.reduce_sum", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2x1xf32>"),
            ),
            (
                "tosa.reduce_sum",
                false,
                op!("tosa.reduce_sum", "axis = 1 : i32", ["tensor<2x3xf32>"], "tensor<2x3xf32>"),
            ),
            (
                "tosa.reduce_sum",
                false,
                op!("tosa.reduce_sum", "axis = 2 : i32", ["tensor<2x3xf32>"], "tensor<2x1xf32>"),
            ),
        ],
    );
}

#[test]
fn rescale_shapes() {
    check(
        "rescale-shapes",
        &[
            (
                "tosa.rescale",
                true,
                op!("tosa.rescale", "", ["tensor<4x?xi8>", "tensor<1xi32>"], "tensor<4x2xi8>"),
            ),
            (
                "tosa.rescale",
                false,
                op!("tosa.rescale", "", ["tensor<4x3xi8>", "tensor<1xi32>"], "tensor<4x2xi8>"),
            ),
        ],
    );
}

#[test]
fn reshape_19() {
    check(
        "reshape-19",
        &[
            (
                "tosa.reshape",
                true,
                op!("tosa.reshape", "new_shape = array<i64: 3, -1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.reshape",
                false,
                op!("tosa.reshape", "new_shape = array<i64: 3, 3>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
        ],
    );
}

#[test]
fn slice_ranks() {
    check(
        "slice-ranks",
        &[
            (
                "tosa.slice",
                true,
                op!("tosa.slice", "start = array<i64: 0>, size = array<i64: 1>", ["tensor<2xf32>"], "i1"),
            ),
            (
                "tosa.slice",
                false,
                op!("tosa.slice", "start = array<i64: 0>, size = array<i64: 1, 1>", ["tensor<2xf32>"], "i1"),
            ),
        ],
    );
}

#[test]
fn slice_values() {
    check(
        "slice-values",
        &[
            (
                "tosa.slice",
                true,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"tosa.const_shape\"() {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x2xf32>",
            ),
            (
                "tosa.slice",
                false,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"tosa.const_shape\"() {values = dense<2> : tensor<2xindex>} : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x2xf32>",
            ),
            (
                "tosa.slice",
                false,
                "%a = \"t.v\"() : () -> tensor<4x4xf32>\n%s = \"t.v\"() : () -> !tosa.shape<2>\n%n = \"tosa.const_shape\"() {values = dense<[3, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>\n%r = \"tosa.slice\"(%a, %s, %n) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>",
            ),
        ],
    );
}

#[test]
fn tile_ranks() {
    check(
        "tile-ranks",
        &[
            (
                "tosa.tile",
                true,
                op!("tosa.tile", "multiples = array<i64: 2>", ["tensor<2xf32>"], "tensor<4xf32>"),
            ),
            (
                "tosa.tile",
                false,
                op!("tosa.tile", "multiples = array<i64: 2, 1>", ["tensor<2xf32>"], "tensor<4xf32>"),
            ),
        ],
    );
}

#[test]
fn tosa_zero_points() {
    check(
        "tosa-zero-points",
        &[
            (
                "tosa.negate",
                true,
                "%v = \"t.v\"() : () -> tensor<2xi8>\n%z = \"tosa.const\"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>",
            ),
            (
                "tosa.negate",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%z = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.negate",
                false,
                "%v = \"t.v\"() : () -> tensor<2xi16>\n%z = \"tosa.const\"() {values = dense<3> : tensor<1xi16>} : () -> tensor<1xi16>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>",
            ),
            (
                "tosa.negate",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%z = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>\n%r = \"tosa.negate\"(%v, %z, %z) : (tensor<2xf32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xf32>",
            ),
        ],
    );
}

#[test]
fn transpose_perms() {
    check(
        "transpose-perms",
        &[
            (
                "tosa.transpose",
                true,
                op!("tosa.transpose", "perms = array<i32: 1, 0>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.transpose",
                false,
                op!("tosa.transpose", "perms = array<i32: 1, 1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
            (
                "tosa.transpose",
                false,
                op!("tosa.transpose", "perms = array<i32: 0, 1>", ["tensor<2x3xf32>"], "tensor<3x2xf32>"),
            ),
        ],
    );
}

#[test]
fn variable_in_table() {
    check(
        "variable-in-table",
        &[
            (
                "tosa.variable_read",
                true,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n%r = \"tosa.variable_read\"() {name = \"x\"} : () -> tensor<2xf32>",
            ),
            (
                "tosa.variable_read",
                false,
                "\"tosa.variable\"() {name = \"y\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n%r = \"tosa.variable_read\"() {name = \"x\"} : () -> tensor<2xf32>",
            ),
        ],
    );
}

#[test]
fn variable_unique() {
    check(
        "variable-unique",
        &[
            (
                "tosa.variable",
                true,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n\"tosa.variable\"() {name = \"y\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n",
            ),
            (
                "tosa.variable",
                false,
                "\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n\"tosa.variable\"() {name = \"x\", type = f32, var_shape = dense<2> : tensor<1xindex>} : () -> ()\n",
            ),
        ],
    );
}

#[test]
fn while_types() {
    check(
        "while-types",
        &[
            (
                "tosa.while_loop",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.while_loop\"(%v) ({\n^bb0(%x: tensor<2xf32>):\n%c = \"t.c\"() : () -> tensor<i1>\n\"tosa.yield\"(%c) : (tensor<i1>) -> ()\n}, {\n^bb0(%x: tensor<2xf32>):\n\"tosa.yield\"(%x) : (tensor<2xf32>) -> ()\n}) : (tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "tosa.while_loop",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"tosa.while_loop\"(%v) ({\n^bb0(%x: tensor<2xi32>):\n%c = \"t.c\"() : () -> tensor<i1>\n\"tosa.yield\"(%c) : (tensor<i1>) -> ()\n}, {\n^bb0(%x: tensor<2xi32>):\n\"tosa.yield\"(%x) : (tensor<2xi32>) -> ()\n}) : (tensor<2xf32>) -> tensor<2xf32>",
            ),
        ],
    );
}
