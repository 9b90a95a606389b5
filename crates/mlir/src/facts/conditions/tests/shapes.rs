//! Conditions on operations of memref, tensor, linalg and bufferization.

use super::super::shapes::CONDITIONS;

macro_rules! one {
    ($name:literal, $attrs:literal, $operand:literal, $result:literal) => {
        op!($name, $attrs, [$operand], $result)
    };
}

macro_rules! two {
    ($name:literal, $attrs:literal, $one:literal, $other:literal, $result:literal) => {
        op!($name, $attrs, [$one, $other], $result)
    };
}

macro_rules! none {
    ($name:literal, $attrs:literal) => {
        concat!("\"", $name, "\"() {", $attrs, "} : () -> ()")
    };
}

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "memref.generic_atomic_rmw",
                "access-rank",
                true,
                two!("memref.generic_atomic_rmw", "", "memref<4xf32>", "index", "f32"),
            ),
            (
                "memref.generic_atomic_rmw",
                "access-rank",
                false,
                one!("memref.generic_atomic_rmw", "", "memref<4xf32>", "f32"),
            ),
            (
                "memref.expand_shape",
                "expand-dynamic-operands",
                true,
                two!("memref.expand_shape", "", "memref<?xf32>", "index", "memref<?x4xf32>"),
            ),
            (
                "memref.expand_shape",
                "expand-dynamic-operands",
                false,
                one!("memref.expand_shape", "", "memref<?xf32>", "memref<?x4xf32>"),
            ),
            (
                "memref.subview",
                "subview-drops-plain",
                true,
                one!(
                    "memref.subview",
                    "static_sizes = array<i64: 4, 1>, static_strides = array<i64: 1, 1>",
                    "memref<?x?xf32, strided<[?, ?]>>",
                    "memref<4xf32, strided<[?]>>"
                ),
            ),
            (
                "memref.subview",
                "subview-drops-plain",
                true,
                one!(
                    "memref.subview",
                    "static_sizes = array<i64: 1, 4, 1>, static_strides = array<i64: 1, 1, 1>",
                    "memref<8x?x4xf32>",
                    "memref<4x1xf32, strided<[4, 1]>>"
                ),
            ),
            (
                "memref.subview",
                "subview-drops-plain",
                false,
                one!(
                    "memref.subview",
                    "static_sizes = array<i64: 8, 1, 1>, static_strides = array<i64: 1, 1, 1>",
                    "memref<?x?x?xf32, strided<[?, ?, 1]>>",
                    "memref<8x1xf32, strided<[?, 1]>>"
                ),
            ),
            ("memref.global", "alignment-not-negative", true, none!("memref.global", "alignment = 8 : i64")),
            (
                "memref.global",
                "alignment-not-negative",
                false,
                none!("memref.global", "alignment = -8 : i64"),
            ),
            ("memref.global", "alignment-power-of-two", true, none!("memref.global", "")),
            ("memref.global", "alignment-power-of-two", false, none!("memref.global", "alignment = 6 : i64")),
            (
                "memref.global",
                "global-initial-plain",
                true,
                none!("memref.global", "initial_value = dense<1.0> : tensor<2xf32>"),
            ),
            ("memref.global", "global-initial-plain", true, none!("memref.global", "initial_value")),
            (
                "memref.global",
                "global-initial-plain",
                false,
                none!("memref.global", "initial_value = dense<1.0> : tensor<2xf32, 1 : i32>"),
            ),
            (
                "tensor.extract_slice",
                "slice-in-bounds",
                true,
                one!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 3, 9>, static_strides = array<i64: 1, 1>",
                    "tensor<4x4xf32>",
                    "tensor<3x9xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                "slice-in-bounds",
                false,
                one!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 1>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>",
                    "tensor<4xf32>",
                    "tensor<4xf32>"
                ),
            ),
            (
                "tensor.extract_slice",
                "slice-in-bounds",
                false,
                one!(
                    "tensor.extract_slice",
                    "static_offsets = array<i64: 0>, static_sizes = array<i64: 0>, static_strides = array<i64: 1>",
                    "tensor<0xf32>",
                    "tensor<0xf32>"
                ),
            ),
            (
                "memref.subview",
                "subview-strides-match",
                true,
                one!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 1>, static_strides = array<i64: 2, 1>",
                    "memref<8x4xf32>",
                    "memref<4xf32, strided<[8]>>"
                ),
            ),
            (
                "memref.subview",
                "subview-strides-match",
                true,
                one!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>",
                    "memref<8x4xf32>",
                    "memref<1xf32, strided<[4]>>"
                ),
            ),
            (
                "memref.subview",
                "subview-strides-match",
                false,
                one!(
                    "memref.subview",
                    "static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 1>, static_strides = array<i64: 2, 1>",
                    "memref<8x4xf32>",
                    "memref<4xf32, strided<[1]>>"
                ),
            ),
            (
                "linalg.pack",
                "pack-shape-exact",
                true,
                two!(
                    "linalg.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    "tensor<15xf32>",
                    "tensor<2x8xf32>",
                    "tensor<2x8xf32>"
                ),
            ),
            (
                "linalg.unpack",
                "pack-shape-exact",
                false,
                two!(
                    "linalg.unpack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    "tensor<3x8xf32>",
                    "tensor<15xf32>",
                    "tensor<15xf32>"
                ),
            ),
            (
                "linalg.pack",
                "pack-shape-exact",
                false,
                two!(
                    "linalg.pack",
                    "inner_dims_pos = array<i64: 0, 1>, static_inner_tiles = array<i64: 8, 2>, outer_dims_perm = array<i64: 1, 0>",
                    "tensor<16x4xf32>",
                    "tensor<2x3x8x2xf32>",
                    "tensor<2x3x8x2xf32>"
                ),
            ),
            (
                "tensor.pack",
                "pack-inner-exact",
                true,
                two!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    "tensor<16xf32>",
                    "tensor<2x8xf32>",
                    "tensor<2x8xf32>"
                ),
            ),
            (
                "tensor.pack",
                "pack-inner-exact",
                false,
                two!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: 8>",
                    "tensor<16xf32>",
                    "tensor<2x?xf32>",
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.pack",
                "pack-inner-exact",
                false,
                two!(
                    "tensor.pack",
                    "inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    "tensor<16xf32>",
                    "tensor<2x8xf32>",
                    "tensor<2x8xf32>"
                ),
            ),
            (
                "tensor.pack",
                "pack-dynamic-tile-divides",
                true,
                two!(
                    "tensor.pack",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>, inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    "tensor<16xf32>",
                    "tensor<2x?xf32>",
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.pack",
                "pack-dynamic-tile-divides",
                false,
                two!(
                    "tensor.pack",
                    "operandSegmentSizes = array<i32: 1, 1, 0, 0>, inner_dims_pos = array<i64: 0>, static_inner_tiles = array<i64: -9223372036854775808>",
                    "tensor<15xf32>",
                    "tensor<2x?xf32>",
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "linalg.map",
                "map-body-with-init",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.map",
                "map-body-with-init",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.map",
                "map-body-without-init",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.map",
                "map-body-without-init",
                false,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n%r = \"linalg.map\"(%v, %v) ({\n^bb0(%a: f32, %b: f32):\n\"linalg.yield\"(%a) : (f32) -> ()\n}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "linalg.transpose",
                "transpose-permutation-in-range",
                true,
                none!("linalg.transpose", "permutation = array<i64: 1, 0>"),
            ),
            (
                "linalg.transpose",
                "transpose-permutation-in-range",
                false,
                none!("linalg.transpose", "permutation = array<i64: 2, 0>"),
            ),
            (
                "linalg.winograd_input_transform",
                "winograd-input-unit-dims",
                true,
                two!(
                    "linalg.winograd_input_transform",
                    "",
                    "tensor<2x1x10x5xf32>",
                    "tensor<1x6x1x2x2x5xf32>",
                    "tensor<1x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.winograd_input_transform",
                "winograd-input-unit-dims",
                false,
                two!(
                    "linalg.winograd_input_transform",
                    "",
                    "tensor<2x1x10x5xf32>",
                    "tensor<?x6x1x2x2x5xf32>",
                    "tensor<?x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.winograd_input_transform",
                "winograd-input-both-ways",
                true,
                two!(
                    "linalg.winograd_input_transform",
                    "",
                    "tensor<2x1x10x5xf32>",
                    "tensor<1x6x1x2x2x5xf32>",
                    "tensor<1x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.winograd_input_transform",
                "winograd-input-both-ways",
                false,
                two!(
                    "linalg.winograd_input_transform",
                    "",
                    "tensor<2x1x10x5xf32>",
                    "tensor<6x6x1x2x2x5xf32>",
                    "tensor<6x6x1x2x2x5xf32>"
                ),
            ),
            (
                "linalg.yield",
                "parent-operands-ranked",
                true,
                "%v = \"t.v\"() : () -> tensor<2xf32>\n\"linalg.generic\"(%v) ({\n\"linalg.yield\"() : () -> ()\n}) : (tensor<2xf32>) -> ()",
            ),
            (
                "linalg.yield",
                "parent-operands-ranked",
                false,
                "%v = \"t.v\"() : () -> tensor<*xf32>\n\"linalg.generic\"(%v) ({\n\"linalg.yield\"() : () -> ()\n}) : (tensor<*xf32>) -> ()",
            ),
            (
                "tensor.collapse_shape",
                "reassociation-no-empty-group",
                true,
                one!("tensor.collapse_shape", "reassociation = [[0, 1]]", "tensor<1x2xf32>", "tensor<2xf32>"),
            ),
            (
                "tensor.collapse_shape",
                "reassociation-no-empty-group",
                false,
                one!(
                    "tensor.collapse_shape",
                    "reassociation = [[0, 1], []]",
                    "tensor<1x2xf32>",
                    "tensor<2x1xf32>"
                ),
            ),
            (
                "tensor.collapse_shape",
                "rank-changes",
                true,
                one!("tensor.collapse_shape", "reassociation = [[0, 1]]", "tensor<1x2xf32>", "tensor<2xf32>"),
            ),
            (
                "tensor.collapse_shape",
                "rank-changes",
                false,
                one!(
                    "tensor.collapse_shape",
                    "reassociation = [[0], [1]]",
                    "tensor<1x2xf32>",
                    "tensor<1x2xf32>"
                ),
            ),
            (
                "tensor.expand_shape",
                "one-dynamic-per-group",
                true,
                one!("tensor.expand_shape", "reassociation = [[0, 1]]", "tensor<?xf32>", "tensor<2x?xf32>"),
            ),
            (
                "tensor.collapse_shape",
                "one-dynamic-per-group",
                true,
                one!("tensor.collapse_shape", "reassociation = [[0, 1]]", "tensor<?x?xf32>", "tensor<?xf32>"),
            ),
            (
                "tensor.expand_shape",
                "one-dynamic-per-group",
                false,
                one!("tensor.expand_shape", "reassociation = [[0, 1]]", "tensor<?xf32>", "tensor<?x?xf32>"),
            ),
            (
                "tensor.expand_shape",
                "rank-zero-from-ones",
                true,
                one!("tensor.expand_shape", "", "tensor<f32>", "tensor<1x1xf32>"),
            ),
            (
                "tensor.collapse_shape",
                "rank-zero-from-ones",
                false,
                one!("tensor.collapse_shape", "", "tensor<2xf32>", "tensor<f32>"),
            ),
            (
                "tensor.expand_shape",
                "expand-output-shape",
                true,
                two!(
                    "tensor.expand_shape",
                    "static_output_shape = array<i64: 2, -9223372036854775808>",
                    "tensor<?xf32>",
                    "index",
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.expand_shape",
                "expand-output-shape",
                false,
                one!("tensor.expand_shape", "", "tensor<?xf32>", "tensor<2x?xf32>"),
            ),
            (
                "tensor.expand_shape",
                "expand-output-shape",
                false,
                two!(
                    "tensor.expand_shape",
                    "static_output_shape = array<i64: 3, -9223372036854775808>",
                    "tensor<?xf32>",
                    "index",
                    "tensor<2x?xf32>"
                ),
            ),
            (
                "tensor.gather",
                "gather-dims-match-indices",
                true,
                two!(
                    "tensor.gather",
                    "gather_dims = array<i64: 0, 1>",
                    "tensor<4x4xf32>",
                    "tensor<3x2xindex>",
                    "tensor<3xf32>"
                ),
            ),
            (
                "tensor.gather",
                "gather-dims-match-indices",
                false,
                two!(
                    "tensor.gather",
                    "gather_dims = array<i64: 0>",
                    "tensor<4x4xf32>",
                    "tensor<3x2xindex>",
                    "tensor<3xf32>"
                ),
            ),
            (
                "memref.reinterpret_cast",
                "reinterpret-cast-exact",
                true,
                one!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: 0>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    "memref<?xf32>",
                    "memref<10xf32>"
                ),
            ),
            (
                "memref.reinterpret_cast",
                "reinterpret-cast-exact",
                false,
                one!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    "memref<?xf32>",
                    "memref<10xf32>"
                ),
            ),
            (
                "memref.reinterpret_cast",
                "reinterpret-cast-exact",
                true,
                one!(
                    "memref.reinterpret_cast",
                    "static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 10>, static_strides = array<i64: 1>",
                    "memref<?xf32>",
                    "memref<10xf32, strided<[1], offset: ?>>"
                ),
            ),
            (
                "memref.transpose",
                "transpose-result-strided",
                true,
                one!(
                    "memref.transpose",
                    "permutation = affine_map<(d0, d1) -> (d1, d0)>",
                    "memref<2x3xf32>",
                    "memref<3x2xf32, strided<[1, 3]>>"
                ),
            ),
            (
                "memref.transpose",
                "transpose-result-strided",
                false,
                one!(
                    "memref.transpose",
                    "permutation = affine_map<(d0, d1) -> (d1, d0)>",
                    "memref<2x3xf32>",
                    "memref<3x2xf32, affine_map<(d0, d1) -> (d1 * 3 + d0)>>"
                ),
            ),
            (
                "tensor.generate",
                "generate-extents-not-negative",
                true,
                "%c = \"arith.constant\"() {value = 1 : index} : () -> index\n%r = \"tensor.generate\"(%c) : (index) -> tensor<?xf32>",
            ),
            (
                "tensor.generate",
                "generate-extents-not-negative",
                false,
                "%c = \"arith.constant\"() {value = -1 : index} : () -> index\n%r = \"tensor.generate\"(%c) : (index) -> tensor<?xf32>",
            ),
            (
                "bufferization.alloc_tensor",
                "alloc-not-sparse",
                true,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32>\n\"func.return\"(%r) : (tensor<2xf32>) -> ()",
            ),
            (
                "bufferization.alloc_tensor",
                "alloc-not-sparse",
                true,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32, #sparse_tensor.encoding<{}>>\n\"t.use\"(%r) : (tensor<2xf32, #sparse_tensor.encoding<{}>>) -> ()",
            ),
            (
                "bufferization.alloc_tensor",
                "alloc-not-sparse",
                false,
                "%r = \"bufferization.alloc_tensor\"() : () -> tensor<2xf32, #sparse_tensor.encoding<{}>>\n\"func.return\"(%r) : (tensor<2xf32, #sparse_tensor.encoding<{}>>) -> ()",
            ),
            (
                "bufferization.materialize_in_destination",
                "materialize-both-ranked",
                true,
                two!("bufferization.materialize_in_destination", "", "tensor<2xf32>", "memref<2xf32>", "i1"),
            ),
            (
                "bufferization.materialize_in_destination",
                "materialize-both-ranked",
                false,
                two!("bufferization.materialize_in_destination", "", "tensor<2xf32>", "memref<*xf32>", "i1"),
            ),
            (
                "bufferization.dealloc",
                "dealloc-results-retained",
                true,
                two!(
                    "bufferization.dealloc",
                    "operandSegmentSizes = array<i32: 1, 0, 1>",
                    "memref<2xf32>",
                    "memref<2xf32>",
                    "i1"
                ),
            ),
            (
                "bufferization.dealloc",
                "dealloc-results-retained",
                false,
                two!(
                    "bufferization.dealloc",
                    "operandSegmentSizes = array<i32: 1, 1, 0>",
                    "memref<2xf32>",
                    "i1",
                    "i1"
                ),
            ),
            (
                "linalg.fill",
                "fill-types-match",
                true,
                two!("linalg.fill", "", "f32", "tensor<2xf32>", "tensor<2xf32>"),
            ),
            (
                "linalg.fill",
                "fill-types-match",
                false,
                two!("linalg.fill", "", "i32", "tensor<2xf32>", "tensor<2xf32>"),
            ),
            (
                "linalg.copy",
                "pure-semantics",
                true,
                concat!(
                    "%a = \"t.v\"() : () -> memref<2xf32>\n%b = \"t.v\"() : () -> memref<2xf32>\n",
                    "\"linalg.copy\"(%a, %b) ({\n^bb0(%x: f32, %y: f32):\n\"linalg.yield\"(%x) : (f32) -> ()\n}) : (memref<2xf32>, memref<2xf32>) -> ()"
                ),
            ),
            (
                "linalg.copy",
                "pure-semantics",
                false,
                concat!(
                    "%a = \"t.v\"() : () -> tensor<2xf32>\n%b = \"t.v\"() : () -> memref<2xf32>\n",
                    "\"linalg.copy\"(%a, %b) ({\n^bb0(%x: f32, %y: f32):\n\"linalg.yield\"(%x) : (f32) -> ()\n}) : (tensor<2xf32>, memref<2xf32>) -> ()"
                ),
            ),
            (
                "memref.subview",
                "offsets-not-negative",
                true,
                one!(
                    "memref.subview",
                    "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>",
                    "memref<4x4xf32>",
                    "memref<2x2xf32, strided<[4, 1], offset: ?>>"
                ),
            ),
            (
                "memref.subview",
                "offsets-not-negative",
                false,
                one!(
                    "memref.subview",
                    "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -1, 0>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>",
                    "memref<4x4xf32>",
                    "memref<2x2xf32, strided<[4, 1], offset: ?>>"
                ),
            ),
            (
                "memref.collapse_shape",
                "collapse-contiguous",
                true,
                one!(
                    "memref.collapse_shape",
                    "reassociation = [[0, 1]]",
                    "memref<4x4xf32, strided<[4, 1], offset: ?>>",
                    "memref<16xf32, strided<[1], offset: ?>>"
                ),
            ),
            (
                "memref.collapse_shape",
                "collapse-contiguous",
                false,
                one!(
                    "memref.collapse_shape",
                    "reassociation = [[0, 1]]",
                    "memref<1x4xf32, strided<[7, 1], offset: ?>>",
                    "memref<4xf32, strided<[1], offset: ?>>"
                ),
            ),
        ],
    );
}
