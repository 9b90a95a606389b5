//! Rules on operations of sparse_tensor.

use super::check;

#[test]
fn coo_levels() {
    check(
        "coo-levels",
        &[
            (
                "sparse_tensor.assemble",
                true,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                ),
            ),
            (
                "sparse_tensor.assemble",
                false,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>>"
                ),
            ),
        ],
    );
}

#[test]
fn foreach_args() {
    check(
        "foreach-args",
        &[
            (
                "sparse_tensor.foreach",
                true,
                "%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n\"sparse_tensor.foreach\"(%t) ({\n^bb0(%i: index, %j: index, %v: f32):\n\"sparse_tensor.yield\"() : () -> ()\n}) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> ()",
            ),
            (
                "sparse_tensor.foreach",
                false,
                "%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n\"sparse_tensor.foreach\"(%t) ({\n^bb0(%i: index, %j: i64, %v: f32):\n\"sparse_tensor.yield\"() : () -> ()\n}) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>) -> ()",
            ),
        ],
    );
}

#[test]
fn identity_level() {
    check(
        "identity-level",
        &[
            (
                "sparse_tensor.assemble",
                true,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                ),
            ),
            (
                "sparse_tensor.assemble",
                false,
                op!(
                    "sparse_tensor.assemble",
                    "",
                    [],
                    "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>>"
                ),
            ),
        ],
    );
}

#[test]
fn iterate_one_arg() {
    check(
        "iterate-one-arg",
        &[
            (
                "sparse_tensor.iterate",
                true,
                "\"sparse_tensor.iterate\"() ({\n^bb0(%i: index):\n\"sparse_tensor.yield\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "sparse_tensor.iterate",
                false,
                "\"sparse_tensor.iterate\"() ({\n^bb0(%i: index, %j: index):\n\"sparse_tensor.yield\"() : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn lvl_in_range() {
    check(
        "lvl-in-range",
        &[
            (
                "sparse_tensor.lvl",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n%r = \"sparse_tensor.lvl\"(%t, %c) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, index) -> index",
            ),
            (
                "sparse_tensor.lvl",
                false,
                "%c = \"arith.constant\"() {value = 2 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>\n%r = \"sparse_tensor.lvl\"(%t, %c) : (tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>, index) -> index",
            ),
        ],
    );
}

#[test]
fn value_typed_positive() {
    check(
        "value-typed-positive",
        &[
            (
                "sparse_tensor.push_back",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> f32\n%r = \"sparse_tensor.push_back\"(%c, %t, %t, %c) : (index, f32, f32, index) -> f32",
            ),
            (
                "sparse_tensor.push_back",
                false,
                "%c = \"arith.constant\"() {value = 0 : index} : () -> index\n%t = \"t.t\"() : () -> f32\n%r = \"sparse_tensor.push_back\"(%c, %t, %t, %c) : (index, f32, f32, index) -> f32",
            ),
        ],
    );
}

#[test]
fn values_element() {
    check(
        "values-element",
        &[
            (
                "sparse_tensor.values",
                true,
                op!(
                    "sparse_tensor.values",
                    "",
                    [
                        "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                    ],
                    "memref<?xf32>"
                ),
            ),
            (
                "sparse_tensor.values",
                false,
                op!(
                    "sparse_tensor.values",
                    "",
                    [
                        "tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>"
                    ],
                    "memref<?xf64>"
                ),
            ),
        ],
    );
}
