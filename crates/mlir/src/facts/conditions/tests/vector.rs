//! Conditions on operations of vector and amx.

use super::super::vector::CONDITIONS;

macro_rules! mask {
    ($body:literal) => {
        concat!(
            "%m:2 = \"t.m\"() : () -> (vector<4xi1>, vector<4xf32>)\n%r = \"vector.mask\"(%m#0) ({\n",
            $body,
            "\n}) : (vector<4xi1>) -> f32"
        )
    };
}

macro_rules! warp {
    ($inner:literal, $outer:literal) => {
        concat!("%l = \"t.l\"() : () -> index\n%r = \"vector.warp_execute_on_lane_0\"(%l) ({\n%i = \"t.i\"() : () -> ", $inner, "\n\"vector.yield\"(%i) : (", $inner, ") -> ()\n}) {warp_size = 32 : i64} : (index) -> ", $outer)
    };
}

macro_rules! transfer {
    ($map:literal, $bounds:literal) => {
        concat!("%v:2 = \"t.v\"() : () -> (memref<f32>, f32)\n%r = \"vector.transfer_read\"(%v#0, %v#1) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, permutation_map = ", $map, ", in_bounds = ", $bounds, "} : (memref<f32>, f32) -> vector<1xf32>")
    };
}

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "vector.load",
                "strides-not-negative",
                true,
                op!("vector.load", "", ["memref<8x8xf32, strided<[?, 1]>>"], "vector<8xf32>"),
            ),
            (
                "vector.load",
                "strides-not-negative",
                false,
                op!("vector.load", "", ["memref<8x8xf32, strided<[8, -1], offset: 7>>"], "vector<1xf32>"),
            ),
            (
                "vector.load",
                "strides-not-negative",
                false,
                op!(
                    "vector.load",
                    "",
                    ["memref<8x8xf32, affine_map<(d0, d1) -> (d0 * 8 - d1 + 7)>>"],
                    "vector<1xf32>"
                ),
            ),
            (
                "amx.tile_load",
                "amx-base",
                true,
                op!("amx.tile_load", "", ["memref<16x32xbf16, strided<[?, 1]>>"], "!amx.tile<16x32xbf16>"),
            ),
            (
                "amx.tile_load",
                "amx-base",
                false,
                op!("amx.tile_load", "", ["memref<16x32xbf16, strided<[1, 16]>>"], "!amx.tile<16x32xbf16>"),
            ),
            (
                "amx.tile_load",
                "amx-base",
                false,
                op!("amx.tile_load", "", ["memref<16xbf16>"], "!amx.tile<16x32xbf16>"),
            ),
            (
                "amx.tile_mulf",
                "amx-bf16",
                true,
                op!(
                    "amx.tile_mulf",
                    "",
                    ["!amx.tile<16x32xbf16>", "!amx.tile<16x32xbf16>"],
                    "!amx.tile<16x16xf32>"
                ),
            ),
            (
                "amx.tile_mulf",
                "amx-bf16",
                false,
                op!("amx.tile_mulf", "", ["vector<16x32xf16>", "vector<16x32xf16>"], "vector<16x16xf32>"),
            ),
            (
                "vector.broadcast",
                "broadcast-scalable",
                true,
                op!("vector.broadcast", "", ["vector<1xf32>"], "vector<[4]xf32>"),
            ),
            (
                "vector.broadcast",
                "broadcast-scalable",
                true,
                op!("vector.broadcast", "", ["f32"], "vector<[4]xf32>"),
            ),
            (
                "vector.broadcast",
                "broadcast-scalable",
                false,
                op!("vector.broadcast", "", ["vector<[1]xf32>"], "vector<[4]xf32>"),
            ),
            (
                "vector.broadcast",
                "broadcast-scalable",
                false,
                op!("vector.broadcast", "", ["vector<4xf32>"], "vector<[4]xf32>"),
            ),
            (
                "vector.broadcast",
                "broadcast-source-plain",
                true,
                op!("vector.broadcast", "", ["index"], "vector<4xindex>"),
            ),
            (
                "vector.broadcast",
                "broadcast-source-plain",
                false,
                op!("vector.broadcast", "", ["!llvm.ptr"], "vector<4x!llvm.ptr>"),
            ),
            (
                "vector.constant_mask",
                "constant-mask-scalable-zero",
                true,
                op!("vector.constant_mask", "mask_dim_sizes = array<i64: 0>", "vector<[4]xi1>"),
            ),
            (
                "vector.constant_mask",
                "constant-mask-scalable-zero",
                false,
                op!("vector.constant_mask", "mask_dim_sizes = array<i64: 4>", "vector<[4]xi1>"),
            ),
            (
                "vector.contract",
                "contract-iterators-used",
                true,
                op!(
                    "vector.contract",
                    "indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>]",
                    "f32"
                ),
            ),
            (
                "vector.contract",
                "contract-iterators-used",
                false,
                op!(
                    "vector.contract",
                    "indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> ()>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>]",
                    "f32"
                ),
            ),
            (
                "vector.insert",
                "insert-source-not-0d",
                true,
                op!("vector.insert", "", ["f32", "vector<4xf32>"], "vector<4xf32>"),
            ),
            (
                "vector.insert",
                "insert-source-not-0d",
                false,
                op!("vector.insert", "", ["vector<f32>", "vector<4xf32>"], "vector<4xf32>"),
            ),
            (
                "vector.insert_strided_slice",
                "insert-strided-scalable",
                true,
                op!(
                    "vector.insert_strided_slice",
                    "",
                    ["vector<[4]xf32>", "vector<2x[4]xf32>"],
                    "vector<2x[4]xf32>"
                ),
            ),
            (
                "vector.insert_strided_slice",
                "insert-strided-scalable",
                false,
                op!(
                    "vector.insert_strided_slice",
                    "",
                    ["vector<[2]xf32>", "vector<2x[4]xf32>"],
                    "vector<2x[4]xf32>"
                ),
            ),
            ("vector.load", "load-rank", true, op!("vector.load", "", ["memref<8x8xf32>"], "vector<8xf32>")),
            (
                "vector.store",
                "load-rank",
                false,
                op!("vector.store", "", ["vector<8x8xf32>", "memref<8xf32>"], "i1"),
            ),
            (
                "vector.load",
                "load-unit-stride",
                true,
                op!("vector.load", "", ["memref<8xf32, strided<[2]>>"], "vector<4xf32>"),
            ),
            (
                "vector.load",
                "load-unit-stride",
                false,
                op!("vector.load", "", ["memref<8xf32, strided<[2]>>"], "vector<1xf32>"),
            ),
            (
                "vector.mask",
                "mask-body-maskable",
                true,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.mask",
                "mask-body-maskable",
                true,
                mask!("\"vector.yield\"(%m#1) : (vector<4xf32>) -> ()"),
            ),
            (
                "vector.mask",
                "mask-body-maskable",
                false,
                mask!(
                    "%s = \"arith.addf\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.mask",
                "mask-body-maskable",
                false,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%m#1) : (vector<4xf32>) -> ()"
                ),
            ),
            (
                "vector.mask",
                "mask-body-maskable-16",
                true,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.mask",
                "mask-body-maskable-16",
                false,
                mask!(
                    "%s = \"vector.contract\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.outerproduct",
                "outerproduct-scalable",
                true,
                op!("vector.outerproduct", "", ["vector<[4]xf32>", "vector<[8]xf32>"], "vector<[4]x[8]xf32>"),
            ),
            (
                "vector.outerproduct",
                "outerproduct-scalable",
                false,
                op!("vector.outerproduct", "", ["vector<4xf32>", "vector<[8]xf32>"], "vector<4x[8]xf32>"),
            ),
            (
                "vector.extract",
                "position-not-poison",
                true,
                op!(
                    "vector.extract",
                    "static_position = array<i64: 0, -9223372036854775808>",
                    ["vector<2x2xf32>"],
                    "f32"
                ),
            ),
            (
                "vector.extract",
                "position-not-poison",
                false,
                op!("vector.extract", "static_position = array<i64: -1>", ["vector<2xf32>"], "f32"),
            ),
            (
                "vector.shape_cast",
                "shape-cast-contiguous",
                true,
                op!("vector.shape_cast", "", ["vector<2x6xf32>"], "vector<2x2x3xf32>"),
            ),
            (
                "vector.shape_cast",
                "shape-cast-contiguous",
                true,
                op!("vector.shape_cast", "", ["vector<2x1xf32>"], "vector<2xf32>"),
            ),
            (
                "vector.shape_cast",
                "shape-cast-contiguous",
                false,
                op!("vector.shape_cast", "", ["vector<4x3xf32>"], "vector<2x3x2xf32>"),
            ),
            (
                "vector.shape_cast",
                "shape-cast-scalable",
                true,
                op!("vector.shape_cast", "", ["vector<[4]x1xf32>"], "vector<[4]xf32>"),
            ),
            (
                "vector.shape_cast",
                "shape-cast-scalable",
                false,
                op!("vector.shape_cast", "", ["vector<[4]x1xf32>"], "vector<4xf32>"),
            ),
            (
                "vector.shuffle",
                "shuffle-no-poison",
                true,
                op!("vector.shuffle", "mask = array<i64: 0, 1>", ["vector<2xf32>"], "vector<2xf32>"),
            ),
            (
                "vector.shuffle",
                "shuffle-no-poison",
                false,
                op!("vector.shuffle", "mask = array<i64: 0, -1>", ["vector<2xf32>"], "vector<2xf32>"),
            ),
            (
                "vector.transfer_read",
                "transfer-broadcast-in-bounds",
                true,
                transfer!("affine_map<() -> (0)>", "[true]"),
            ),
            (
                "vector.transfer_read",
                "transfer-broadcast-in-bounds",
                true,
                transfer!("affine_map<(d0) -> (d0)>", "[false]"),
            ),
            (
                "vector.transfer_read",
                "transfer-broadcast-in-bounds",
                false,
                transfer!("affine_map<() -> (0)>", "[false]"),
            ),
            (
                "vector.transfer_read",
                "transfer-mask-not-0d",
                true,
                transfer!("affine_map<() -> (0)>", "[true]"),
            ),
            (
                "vector.transfer_read",
                "transfer-mask-not-0d",
                false,
                mask!(
                    "%v:2 = \"t.v\"() : () -> (memref<f32>, f32)\n%s = \"vector.transfer_read\"(%v#0, %v#1) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, permutation_map = affine_map<() -> (0)>, in_bounds = [true]} : (memref<f32>, f32) -> vector<1xf32>"
                ),
            ),
            (
                "vector.warp_execute_on_lane_0",
                "warp-distribution",
                true,
                warp!("vector<64x2xf32>", "vector<4x1xf32>"),
            ),
            ("vector.warp_execute_on_lane_0", "warp-distribution", true, warp!("f32", "f32")),
            (
                "vector.warp_execute_on_lane_0",
                "warp-distribution",
                false,
                warp!("vector<33xf32>", "vector<2xf32>"),
            ),
            (
                "vector.warp_execute_on_lane_0",
                "warp-one-dimension",
                true,
                warp!("vector<32x2xf32>", "vector<1x2xf32>"),
            ),
            (
                "vector.warp_execute_on_lane_0",
                "warp-one-dimension",
                false,
                warp!("vector<64x2xf32>", "vector<4x1xf32>"),
            ),
        ],
    );
}
