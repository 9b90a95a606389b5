//! Rules on operations of memref.

use super::check;

#[test]
fn access_rank() {
    check(
        "access-rank",
        &[
            (
                "memref.generic_atomic_rmw",
                true,
                op!("memref.generic_atomic_rmw", "", ["memref<4xf32>", "index"], "f32"),
            ),
            (
                "memref.generic_atomic_rmw",
                false,
                op!("memref.generic_atomic_rmw", "", ["memref<4xf32>"], "f32"),
            ),
        ],
    );
}

#[test]
fn alignment_not_negative() {
    check(
        "alignment-not-negative",
        &[
            ("memref.global", true, no_values!("memref.global", "alignment = 8 : i64")),
            ("memref.global", false, no_values!("memref.global", "alignment = -8 : i64")),
        ],
    );
}

#[test]
fn alignment_power_of_two() {
    check(
        "alignment-power-of-two",
        &[
            ("memref.global", true, no_values!("memref.global", "")),
            ("memref.global", false, no_values!("memref.global", "alignment = 6 : i64")),
        ],
    );
}

#[test]
fn collapse_contiguous() {
    check(
        "collapse-contiguous",
        &[
            (
                "memref.collapse_shape",
                true,
                op!(
                    "memref.collapse_shape",
                    "reassociation = [[0, 1]]",
                    ["memref<4x4xf32, strided<[4, 1], offset: ?>>"],
                    "memref<16xf32, strided<[1], offset: ?>>"
                ),
            ),
            (
                "memref.collapse_shape",
                false,
                op!(
                    "memref.collapse_shape",
                    "reassociation = [[0, 1]]",
                    ["memref<1x4xf32, strided<[7, 1], offset: ?>>"],
                    "memref<4xf32, strided<[1], offset: ?>>"
                ),
            ),
        ],
    );
}

#[test]
fn expand_dynamic_operands() {
    check(
        "expand-dynamic-operands",
        &[
            (
                "memref.expand_shape",
                true,
                op!("memref.expand_shape", "", ["memref<?xf32>", "index"], "memref<?x4xf32>"),
            ),
            (
                "memref.expand_shape",
                false,
                op!("memref.expand_shape", "", ["memref<?xf32>"], "memref<?x4xf32>"),
            ),
        ],
    );
}

#[test]
fn global_initial_plain() {
    check(
        "global-initial-plain",
        &[
            (
                "memref.global",
                true,
                no_values!("memref.global", "initial_value = dense<1.0> : tensor<2xf32>"),
            ),
            ("memref.global", true, no_values!("memref.global", "initial_value")),
            (
                "memref.global",
                false,
                no_values!("memref.global", "initial_value = dense<1.0> : tensor<2xf32, 1 : i32>"),
            ),
        ],
    );
}

#[test]
fn offsets_not_negative() {
    check(
        "offsets-not-negative",
        &[
            (
                "memref.subview",
                true,
                op!(
                    "memref.subview",
                    "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>",
                    ["memref<4x4xf32>"],
                    "memref<2x2xf32, strided<[4, 1], offset: ?>>"
                ),
            ),
            (
                "memref.subview",
                false,
                op!(
                    "memref.subview",
                    "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -1, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>",
                    ["memref<4x4xf32>"],
                    "memref<2x2xf32, strided<[4, 1], offset: ?>>"
                ),
            ),
        ],
    );
}

#[test]
fn reinterpret_cast_exact() {
    check(
        "reinterpret-cast-exact",
        &[
            (
                "memref.reinterpret_cast",
                true,
                op!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: 0>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    ["memref<?xf32>"],
                    "memref<10xf32>"
                ),
            ),
            (
                "memref.reinterpret_cast",
                false,
                op!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    ["memref<?xf32>"],
                    "memref<10xf32>"
                ),
            ),
            (
                "memref.reinterpret_cast",
                true,
                op!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    ["memref<?xf32>"],
                    "memref<10xf32, strided<[1], offset: ?>>"
                ),
            ),
        ],
    );
}

#[test]
fn subview_drops_plain() {
    check(
        "subview-drops-plain",
        &[
            (
                "memref.subview",
                true,
                op!(
                    "memref.subview",
                    "static_sizes = array<i64: 4, 1>, static_strides = array<i64: 1, 1>",
                    ["memref<?x?xf32, strided<[?, ?]>>"],
                    "memref<4xf32, strided<[?]>>"
                ),
            ),
            (
                "memref.subview",
                true,
                op!(
                    "memref.subview",
                    "static_sizes = array<i64: 1, 4, 1>, static_strides = array<i64: 1, 1, 1>",
                    ["memref<8x?x4xf32>"],
                    "memref<4x1xf32, strided<[4, 1]>>"
                ),
            ),
            (
                "memref.subview",
                false,
                op!(
                    "memref.subview",
                    "static_sizes = array<i64: 8, 1, 1>, static_strides = array<i64: 1, 1, 1>",
                    ["memref<?x?x?xf32, strided<[?, ?, 1]>>"],
                    "memref<8x1xf32, strided<[?, 1]>>"
                ),
            ),
        ],
    );
}

#[test]
fn subview_strides_match() {
    check(
        "subview-strides-match",
        &[
            (
                "memref.subview",
                true,
                op!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 1>, static_strides = array<i64: 2, 1>",
                    ["memref<8x4xf32>"],
                    "memref<4xf32, strided<[8]>>"
                ),
            ),
            (
                "memref.subview",
                true,
                op!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>",
                    ["memref<8x4xf32>"],
                    "memref<1xf32, strided<[4]>>"
                ),
            ),
            (
                "memref.subview",
                false,
                op!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 1>, static_strides = array<i64: 2, 1>",
                    ["memref<8x4xf32>"],
                    "memref<4xf32, strided<[1]>>"
                ),
            ),
        ],
    );
}

#[test]
fn transpose_result_strided() {
    check(
        "transpose-result-strided",
        &[
            (
                "memref.transpose",
                true,
                op!(
                    "memref.transpose",
                    "permutation = affine_map<(d0, d1) -> (d1, d0)>",
                    ["memref<2x3xf32>"],
                    "memref<3x2xf32, strided<[1, 3]>>"
                ),
            ),
            (
                "memref.transpose",
                false,
                op!(
                    "memref.transpose",
                    "permutation = affine_map<(d0, d1) -> (d1, d0)>",
                    ["memref<2x3xf32>"],
                    "memref<3x2xf32, affine_map<(d0, d1) -> (d1 * 3 + d0)>>"
                ),
            ),
        ],
    );
}

#[test]
fn alignment_power() {
    check(
        "alignment-power",
        &[
            ("memref.alloc", true, op!("memref.alloc", "alignment = 8 : i64", [], "memref<f32>")),
            ("memref.alloc", false, op!("memref.alloc", "alignment = 12 : i64", [], "memref<f32>")),
            ("memref.alloc", false, op!("memref.alloc", "alignment = 8 : i32", [], "memref<f32>")),
        ],
    );
}

#[test]
fn alloc_dimensions() {
    check(
        "alloc-dimensions",
        &[
            (
                "memref.alloc",
                true,
                op!("memref.alloc", "operandSegmentSizes = array<i32: 1, 0>", ["index"], "memref<?x4xf32>"),
            ),
            (
                "memref.alloc",
                false,
                op!("memref.alloc", "operandSegmentSizes = array<i32: 1, 0>", ["index"], "memref<4x4xf32>"),
            ),
            (
                "memref.alloc",
                true,
                op!(
                    "memref.alloc",
                    "operandSegmentSizes = array<i32: 0, 1>",
                    ["index"],
                    "memref<4xf32, strided<[1], offset: ?>>"
                ),
            ),
            (
                "memref.alloc",
                false,
                op!(
                    "memref.alloc",
                    "operandSegmentSizes = array<i32: 0, 1>",
                    ["index"],
                    "memref<4xf32, affine_map<(d0) -> (d0 + 1)>>"
                ),
            ),
        ],
    );
}

#[test]
fn global_exists() {
    check(
        "global-exists",
        &[
            (
                "memref.get_global",
                true,
                "\"memref.global\"() {sym_name = \"g\", type = memref<2xf32>} : () -> ()\n%r = \"memref.get_global\"() {name = @g} : () -> memref<2xf32>",
            ),
            (
                "memref.get_global",
                false,
                "\"memref.global\"() {sym_name = \"g\", type = memref<3xf32>} : () -> ()\n%r = \"memref.get_global\"() {name = @g} : () -> memref<2xf32>",
            ),
            ("memref.get_global", false, "%r = \"memref.get_global\"() {name = @g} : () -> memref<2xf32>"),
        ],
    );
}

#[test]
fn global_types() {
    check(
        "global-types",
        &[
            (
                "memref.global",
                true,
                no_values!(
                    "memref.global",
                    "type = memref<2xf32>, initial_value = dense<0.0> : tensor<2xf32>"
                ),
            ),
            ("memref.global", true, no_values!("memref.global", "type = memref<2xf32>, initial_value")),
            (
                "memref.global",
                false,
                no_values!(
                    "memref.global",
                    "type = memref<2xf32>, initial_value = dense<0.0> : tensor<3xf32>"
                ),
            ),
            ("memref.global", false, no_values!("memref.global", "type = memref<?xf32>")),
        ],
    );
}
