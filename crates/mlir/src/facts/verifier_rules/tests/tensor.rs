//! Rules on operations of tensor.

use super::check;

#[test]
fn dim_index_in_range() {
    check(
        "dim-index-in-range",
        &[
            (
                "tensor.dim",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<2x?xf32>\n%d = \"tensor.dim\"(%t, %c) : (tensor<2x?xf32>, index) -> index",
            ),
            (
                "tensor.dim",
                true,
                "%t:2 = \"t.t\"() : () -> (tensor<2x?xf32>, index)\n%d = \"tensor.dim\"(%t#0, %t#1) : (tensor<2x?xf32>, index) -> index",
            ),
            (
                "tensor.dim",
                false,
                "%c = \"arith.constant\"() {value = 2 : index} : () -> index\n%t = \"t.t\"() : () -> tensor<2x?xf32>\n%d = \"tensor.dim\"(%t, %c) : (tensor<2x?xf32>, index) -> index",
            ),
        ],
    );
}

#[test]
fn expand_output_shape() {
    check(
        "expand-output-shape",
        &[
            (
                "tensor.expand_shape",
                true,
                op!(
                    "tensor.expand_shape",
                    "static_output_shape = array<i64: 2, -9223372036854775808>",
                    ["tensor<?xf32>", "index"],
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.expand_shape",
                false,
                op!("tensor.expand_shape", "", ["tensor<?xf32>"], "tensor<2x?xf32>"),
            ),
            (
                "tensor.expand_shape",
                false,
                op!(
                    "tensor.expand_shape",
                    "static_output_shape = array<i64: 3, -9223372036854775808>",
                    ["tensor<?xf32>", "index"],
                    "tensor<2x?xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn gather_dims_match_indices() {
    check(
        "gather-dims-match-indices",
        &[
            (
                "tensor.gather",
                true,
                op!(
                    "tensor.gather",
                    "gather_dims = array<i64: 0, 1>",
                    ["tensor<4x4xf32>", "tensor<3x2xindex>"],
                    "tensor<3xf32>"
                ),
            ),
            (
                "tensor.gather",
                false,
                op!(
                    "tensor.gather",
                    "gather_dims = array<i64: 0>",
                    ["tensor<4x4xf32>", "tensor<3x2xindex>"],
                    "tensor<3xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn generate_extents_not_negative() {
    check(
        "generate-extents-not-negative",
        &[
            (
                "tensor.generate",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%r = \"tensor.generate\"(%c) : (index) -> tensor<?xf32>",
            ),
            (
                "tensor.generate",
                false,
                "%c = \"arith.constant\"() {value = -1 : index} : () -> index\n%r = \"tensor.generate\"(%c) : (index) -> tensor<?xf32>",
            ),
        ],
    );
}

#[test]
fn one_dynamic_per_group() {
    check(
        "one-dynamic-per-group",
        &[
            (
                "tensor.expand_shape",
                true,
                op!("tensor.expand_shape", "reassociation = [[0, 1]]", ["tensor<?xf32>"], "tensor<2x?xf32>"),
            ),
            (
                "tensor.collapse_shape",
                true,
                op!(
                    "tensor.collapse_shape",
                    "reassociation = [[0, 1]]",
                    ["tensor<?x?xf32>"],
                    "tensor<?xf32>"
                ),
            ),
            (
                "tensor.expand_shape",
                false,
                op!("tensor.expand_shape", "reassociation = [[0, 1]]", ["tensor<?xf32>"], "tensor<?x?xf32>"),
            ),
        ],
    );
}

#[test]
fn rank_changes() {
    check(
        "rank-changes",
        &[
            (
                "tensor.collapse_shape",
                true,
                op!(
                    "tensor.collapse_shape",
                    "reassociation = [[0, 1]]",
                    ["tensor<1x2xf32>"],
                    "tensor<2xf32>"
                ),
            ),
            (
                "tensor.collapse_shape",
                false,
                op!(
                    "tensor.collapse_shape",
                    "reassociation = [[0], [1]]",
                    ["tensor<1x2xf32>"],
                    "tensor<1x2xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn rank_zero_from_ones() {
    check(
        "rank-zero-from-ones",
        &[
            ("tensor.expand_shape", true, op!("tensor.expand_shape", "", ["tensor<f32>"], "tensor<1x1xf32>")),
            (
                "tensor.collapse_shape",
                false,
                op!("tensor.collapse_shape", "", ["tensor<2xf32>"], "tensor<f32>"),
            ),
        ],
    );
}

#[test]
fn reassociation_no_empty_group() {
    check(
        "reassociation-no-empty-group",
        &[
            (
                "tensor.collapse_shape",
                true,
                op!(
                    "tensor.collapse_shape",
                    "reassociation = [[0, 1]]",
                    ["tensor<1x2xf32>"],
                    "tensor<2xf32>"
                ),
            ),
            (
                "tensor.collapse_shape",
                false,
                op!(
                    "tensor.collapse_shape",
                    "reassociation = [[0, 1], []]",
                    ["tensor<1x2xf32>"],
                    "tensor<2x1xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn slice_in_bounds() {
    check(
        "slice-in-bounds",
        &[
            (
                "tensor.extract_slice",
                true,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 3, 9>, static_strides = array<i64: 1, 1>",
                    ["tensor<4x4xf32>"],
                    "tensor<3x9xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                false,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>",
                    ["tensor<4xf32>"],
                    "tensor<4xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                false,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 0>, static_sizes = array<i64: 0>, static_strides = array<i64: 1>",
                    ["tensor<0xf32>"],
                    "tensor<0xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn slice_types() {
    check(
        "slice-types",
        &[
            (
                "tensor.extract_slice",
                true,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>",
                    ["tensor<4x4xf32>"],
                    "tensor<4xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                false,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>",
                    ["tensor<4x4xf32>"],
                    "tensor<4xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                false,
                op!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 4, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>",
                    ["tensor<4x4xf32>"],
                    "tensor<4xf32>"
                ),
            ),
        ],
    );
}
