//! Rules on operations of linalg.

use super::check;

/// An operation of linalg with one input and one output, which yields a value.
macro_rules! linalg {
    ($ty:literal) => {
        concat!(
            "%i = \"t.v\"() : () -> tensor<4xf32>\n%v = \"t.w\"() : () -> ",
            $ty,
            "\n%r = \"linalg.generic\"(%i, %i) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%v) : (",
            $ty,
            ") -> ()\n}) {operandSegmentSizes = array<i32: 1, 1>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
        )
    };
}

#[test]
fn fill_types_match() {
    check(
        "fill-types-match",
        &[
            ("linalg.fill", true, op!("linalg.fill", "", ["f32", "tensor<2xf32>"], "tensor<2xf32>")),
            ("linalg.fill", false, op!("linalg.fill", "", ["i32", "tensor<2xf32>"], "tensor<2xf32>")),
        ],
    );
}

#[test]
fn map_body_with_init() {
    check(
        "map-body-with-init",
        &[
            (
                "linalg.map",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.map",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
        ],
    );
}

#[test]
fn map_body_without_init() {
    check(
        "map-body-without-init",
        &[
            (
                "linalg.map",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.map",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
        ],
    );
}

#[test]
fn pack_dynamic_tile_divides() {
    check(
        "pack-dynamic-tile-divides",
        &[
            (
                "tensor.pack",
                true,
                op!(
                    "tensor.pack",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>, inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    ["tensor<16xf32>", "tensor<2x?xf32>"],
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.pack",
                false,
                op!(
                    "tensor.pack",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>, inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    ["tensor<15xf32>", "tensor<2x?xf32>"],
                    "tensor<2x?xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn pack_inner_exact() {
    check(
        "pack-inner-exact",
        &[
            (
                "tensor.pack",
                true,
                op!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    ["tensor<16xf32>", "tensor<2x8xf32>"],
                    "tensor<2x8xf32>"
                ),
            ),
            (
                "tensor.pack",
                false,
                op!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    ["tensor<16xf32>", "tensor<2x?xf32>"],
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.pack",
                false,
                op!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    ["tensor<16xf32>", "tensor<2x8xf32>"],
                    "tensor<2x8xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn pack_shape_exact() {
    check(
        "pack-shape-exact",
        &[
            (
                "linalg.pack",
                true,
                op!(
                    "linalg.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    ["tensor<15xf32>", "tensor<2x8xf32>"],
                    "tensor<2x8xf32>"
                ),
            ),
            (
                "linalg.unpack",
                false,
                op!(
                    "linalg.unpack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    ["tensor<3x8xf32>", "tensor<15xf32>"],
                    "tensor<15xf32>"
                ),
            ),
            (
                "linalg.pack",
                false,
                op!(
                    "linalg.pack",
                    "inner_dims_pos = array<i64: 0, 1>, static_inner_tiles = array<i64: 8, 2>, outer_dims_perm = array<i64: 1, 0>",
                    ["tensor<16x4xf32>", "tensor<2x3x8x2xf32>"],
                    "tensor<2x3x8x2xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn parent_operands_ranked() {
    check(
        "parent-operands-ranked",
        &[
            (
                "linalg.yield",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n\"linalg.generic\"(%v) ({\n\"linalg.yield\"() : () -> ()\n}) : (tensor<2xf32>) -> ()",
            ),
            (
                "linalg.yield",
                false,
                "%v = \"t.v\"() : () -> tensor<*xf32>\n\"linalg.generic\"(%v) ({\n\"linalg.yield\"() : () -> ()\n}) : (tensor<*xf32>) -> ()",
            ),
        ],
    );
}

#[test]
fn pure_semantics() {
    check(
        "pure-semantics",
        &[
            (
                "linalg.copy",
                true,
                concat!(
                    "%a = \"t.v\"() : () -> memref<2xf32>\n%b = \"t.v\"() : () -> memref<2xf32>\n",
                    "\"linalg.copy\"(%a, %b) ({\n^bb0(%x: f32, %y: f32):\n\"linalg.yield\"(%x) : (f32) -> ()\n}) : (memref<2xf32>, memref<2xf32>) -> ()"
                ),
            ),
            (
                "linalg.copy",
                false,
                concat!(
                    "%a = \"t.v\"() : () -> tensor<2xf32>\n%b = \"t.v\"() : () -> memref<2xf32>\n",
                    "\"linalg.copy\"(%a, %b) ({\n^bb0(%x: f32, %y: f32):\n\"linalg.yield\"(%x) : (f32) -> ()\n}) : (tensor<2xf32>, memref<2xf32>) -> ()"
                ),
            ),
        ],
    );
}

#[test]
fn transpose_permutation_in_range() {
    check(
        "transpose-permutation-in-range",
        &[
            ("linalg.transpose", true, no_values!("linalg.transpose", "permutation = array<i64: 1, 0>")),
            ("linalg.transpose", false, no_values!("linalg.transpose", "permutation = array<i64: 2, 0>")),
        ],
    );
}

#[test]
fn winograd_input_both_ways() {
    check(
        "winograd-input-both-ways",
        &[
            (
                "linalg.winograd_input_transform",
                true,
                op!(
                    "linalg.winograd_input_transform",
                    "",
                    ["tensor<2x1x10x5xf32>", "tensor<1x6x1x2x2x5xf32>"],
                    "tensor<1x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.winograd_input_transform",
                false,
                op!(
                    "linalg.winograd_input_transform",
                    "",
                    ["tensor<2x1x10x5xf32>", "tensor<6x6x1x2x2x5xf32>"],
                    "tensor<6x6x1x2x2x5xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn winograd_input_unit_dims() {
    check(
        "winograd-input-unit-dims",
        &[
            (
                "linalg.winograd_input_transform",
                true,
                op!(
                    "linalg.winograd_input_transform",
                    "",
                    ["tensor<2x1x10x5xf32>", "tensor<1x6x1x2x2x5xf32>"],
                    "tensor<1x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.winograd_input_transform",
                false,
                op!(
                    "linalg.winograd_input_transform",
                    "",
                    ["tensor<2x1x10x5xf32>", "tensor<?x6x1x2x2x5xf32>"],
                    "tensor<?x6x1x2x2x5xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn yields_elements() {
    check(
        "yields-elements",
        &[("linalg.yield", true, linalg!("f32")), ("linalg.yield", false, linalg!("i32"))],
    );
}

#[test]
fn linalg_matmul_types() {
    check(
        "linalg-matmul-types",
        &[
            (
                "linalg.matmul",
                true,
                "%a = \"t.a\"() : () -> tensor<2x3xf32>\n%b = \"t.b\"() : () -> tensor<3x4xf32>\n%c = \"t.c\"() : () -> tensor<2x4xf32>\n%r = \"linalg.matmul\"(%a, %b, %c) ({\n^bb0(%x: f32, %y: f32, %z: f32):\n%v = \"t.v\"() : () -> f32\n\"linalg.yield\"(%v) : (f32) -> ()\n}) {operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>",
            ),
            (
                "linalg.matmul",
                false,
                "%a = \"t.a\"() : () -> tensor<2x3xf32>\n%b = \"t.b\"() : () -> tensor<3x4xf32>\n%c = \"t.c\"() : () -> tensor<2x5xf32>\n%r = \"linalg.matmul\"(%a, %b, %c) ({\n^bb0(%x: f32, %y: f32, %z: f32):\n%v = \"t.v\"() : () -> f32\n\"linalg.yield\"(%v) : (f32) -> ()\n}) {operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>",
            ),
            (
                "linalg.matmul",
                false,
                "%a = \"t.a\"() : () -> tensor<2x3xf32>\n%b = \"t.b\"() : () -> tensor<3x4xf32>\n%c = \"t.c\"() : () -> tensor<2x4xf32>\n%r = \"linalg.matmul\"(%a, %b, %c) ({\n^bb0(%x: f32, %y: f32, %z: f32):\n%v = \"t.v\"() : () -> f64\n\"linalg.yield\"(%v) : (f64) -> ()\n}) {operandSegmentSizes = array<i32: 2, 1>} : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>",
            ),
        ],
    );
}
