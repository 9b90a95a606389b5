//! Rules on operations of bufferization.

use super::check;

#[test]
fn alloc_not_sparse() {
    check(
        "alloc-not-sparse",
        &[
            (
                "bufferization.alloc_tensor",
                true,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32>\n\"func.return\"(%r) : (tensor<2xf32>) -> ()",
            ),
            (
                "bufferization.alloc_tensor",
                true,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32, #sparse_tensor.encoding<{}>>\n\"t.use\"(%r) : (tensor<2xf32, #sparse_tensor.encoding<{}>>) -> ()",
            ),
            (
                "bufferization.alloc_tensor",
                false,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32, #sparse_tensor.encoding<{}>>\n\"func.return\"(%r) : (tensor<2xf32, #sparse_tensor.encoding<{}>>) -> ()",
            ),
        ],
    );
}

#[test]
fn dealloc_results_retained() {
    check(
        "dealloc-results-retained",
        &[
            (
                "bufferization.dealloc",
                true,
                op!(
                    "bufferization.dealloc",
                    "operandSegmentSizes = array<i32: 1, 0, 1>",
                    ["memref<2xf32>", "memref<2xf32>"],
                    "i1"
                ),
            ),
            (
                "bufferization.dealloc",
                false,
                op!(
                    "bufferization.dealloc",
                    "operandSegmentSizes = array<i32: 1, 1, 0>",
                    ["memref<2xf32>", "i1"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn materialize_both_ranked() {
    check(
        "materialize-both-ranked",
        &[
            (
                "bufferization.materialize_in_destination",
                true,
                op!("bufferization.materialize_in_destination", "", ["tensor<2xf32>", "memref<2xf32>"], "i1"),
            ),
            (
                "bufferization.materialize_in_destination",
                false,
                op!("bufferization.materialize_in_destination", "", ["tensor<2xf32>", "memref<*xf32>"], "i1"),
            ),
        ],
    );
}
