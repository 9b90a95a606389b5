//! Rules on operations of vector.

use super::check;

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
fn broadcast_scalable() {
    check(
        "broadcast-scalable",
        &[
            ("vector.broadcast", true, op!("vector.broadcast", "", ["vector<1xf32>"], "vector<[4]xf32>")),
            ("vector.broadcast", true, op!("vector.broadcast", "", ["f32"], "vector<[4]xf32>")),
            ("vector.broadcast", false, op!("vector.broadcast", "", ["vector<[1]xf32>"], "vector<[4]xf32>")),
            ("vector.broadcast", false, op!("vector.broadcast", "", ["vector<4xf32>"], "vector<[4]xf32>")),
        ],
    );
}

#[test]
fn broadcast_source_plain() {
    check(
        "broadcast-source-plain",
        &[
            ("vector.broadcast", true, op!("vector.broadcast", "", ["index"], "vector<4xindex>")),
            ("vector.broadcast", false, op!("vector.broadcast", "", ["!llvm.ptr"], "vector<4x!llvm.ptr>")),
        ],
    );
}

#[test]
fn constant_mask_scalable_zero() {
    check(
        "constant-mask-scalable-zero",
        &[
            (
                "vector.constant_mask",
                true,
                op!("vector.constant_mask", "mask_dim_sizes = array<i64: 0>", "vector<[4]xi1>"),
            ),
            (
                "vector.constant_mask",
                false,
                op!("vector.constant_mask", "mask_dim_sizes = array<i64: 4>", "vector<[4]xi1>"),
            ),
        ],
    );
}

#[test]
fn contract_iterators_used() {
    check(
        "contract-iterators-used",
        &[
            (
                "vector.contract",
                true,
                op!(
                    "vector.contract",
                    "indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> ()>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>]",
                    "f32"
                ),
            ),
            (
                "vector.contract",
                false,
                op!(
                    "vector.contract",
                    "indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> ()>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<reduction>]",
                    "f32"
                ),
            ),
        ],
    );
}

#[test]
fn insert_source_not_0d() {
    check(
        "insert-source-not-0d",
        &[
            ("vector.insert", true, op!("vector.insert", "", ["f32", "vector<4xf32>"], "vector<4xf32>")),
            (
                "vector.insert",
                false,
                op!("vector.insert", "", ["vector<f32>", "vector<4xf32>"], "vector<4xf32>"),
            ),
        ],
    );
}

#[test]
fn insert_strided_scalable() {
    check(
        "insert-strided-scalable",
        &[
            (
                "vector.insert_strided_slice",
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
                false,
                op!(
                    "vector.insert_strided_slice",
                    "",
                    ["vector<[2]xf32>", "vector<2x[4]xf32>"],
                    "vector<2x[4]xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn load_rank() {
    check(
        "load-rank",
        &[
            ("vector.load", true, op!("vector.load", "", ["memref<8x8xf32>"], "vector<8xf32>")),
            ("vector.store", false, op!("vector.store", "", ["vector<8x8xf32>", "memref<8xf32>"], "i1")),
        ],
    );
}

#[test]
fn load_unit_stride() {
    check(
        "load-unit-stride",
        &[
            ("vector.load", true, op!("vector.load", "", ["memref<8xf32, strided<[2]>>"], "vector<4xf32>")),
            ("vector.load", false, op!("vector.load", "", ["memref<8xf32, strided<[2]>>"], "vector<1xf32>")),
        ],
    );
}

#[test]
fn mask_body_maskable() {
    check(
        "mask-body-maskable",
        &[
            (
                "vector.mask",
                true,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            ("vector.mask", true, mask!("\"vector.yield\"(%m#1) : (vector<4xf32>) -> ()")),
            (
                "vector.mask",
                false,
                mask!(
                    "%s = \"arith.addf\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.mask",
                false,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%m#1) : (vector<4xf32>) -> ()"
                ),
            ),
        ],
    );
}

#[test]
fn mask_body_maskable_16() {
    check(
        "mask-body-maskable-16",
        &[
            (
                "vector.mask",
                true,
                mask!(
                    "%s = \"vector.reduction\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
            (
                "vector.mask",
                false,
                mask!(
                    "%s = \"vector.contract\"(%m#1) : (vector<4xf32>) -> f32\n\"vector.yield\"(%s) : (f32) -> ()"
                ),
            ),
        ],
    );
}

#[test]
fn outerproduct_scalable() {
    check(
        "outerproduct-scalable",
        &[
            (
                "vector.outerproduct",
                true,
                op!("vector.outerproduct", "", ["vector<[4]xf32>", "vector<[8]xf32>"], "vector<[4]x[8]xf32>"),
            ),
            (
                "vector.outerproduct",
                false,
                op!("vector.outerproduct", "", ["vector<4xf32>", "vector<[8]xf32>"], "vector<4x[8]xf32>"),
            ),
        ],
    );
}

#[test]
fn position_not_poison() {
    check(
        "position-not-poison",
        &[
            (
                "vector.extract",
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
                false,
                op!("vector.extract", "static_position = array<i64: -1>", ["vector<2xf32>"], "f32"),
            ),
        ],
    );
}

#[test]
fn shape_cast_contiguous() {
    check(
        "shape-cast-contiguous",
        &[
            (
                "vector.shape_cast",
                true,
                op!("vector.shape_cast", "", ["vector<2x6xf32>"], "vector<2x2x3xf32>"),
            ),
            ("vector.shape_cast", true, op!("vector.shape_cast", "", ["vector<2x1xf32>"], "vector<2xf32>")),
            (
                "vector.shape_cast",
                false,
                op!("vector.shape_cast", "", ["vector<4x3xf32>"], "vector<2x3x2xf32>"),
            ),
        ],
    );
}

#[test]
fn shape_cast_scalable() {
    check(
        "shape-cast-scalable",
        &[
            (
                "vector.shape_cast",
                true,
                op!("vector.shape_cast", "", ["vector<[4]x1xf32>"], "vector<[4]xf32>"),
            ),
            (
                "vector.shape_cast",
                false,
                op!("vector.shape_cast", "", ["vector<[4]x1xf32>"], "vector<4xf32>"),
            ),
        ],
    );
}

#[test]
fn shuffle_no_poison() {
    check(
        "shuffle-no-poison",
        &[
            (
                "vector.shuffle",
                true,
                op!("vector.shuffle", "mask = array<i64: 0, 1>", ["vector<2xf32>"], "vector<2xf32>"),
            ),
            (
                "vector.shuffle",
                false,
                op!("vector.shuffle", "mask = array<i64: 0, -1>", ["vector<2xf32>"], "vector<2xf32>"),
            ),
        ],
    );
}

#[test]
fn strides_not_negative() {
    check(
        "strides-not-negative",
        &[
            (
                "vector.load",
                true,
                op!("vector.load", "", ["memref<8x8xf32, strided<[?, 1]>>"], "vector<8xf32>"),
            ),
            (
                "vector.load",
                false,
                op!("vector.load", "", ["memref<8x8xf32, strided<[8, -1], offset: 7>>"], "vector<1xf32>"),
            ),
            (
                "vector.load",
                false,
                op!(
                    "vector.load",
                    "",
                    ["memref<8x8xf32, affine_map<(d0, d1) -> (d0 * 8 - d1 + 7)>>"],
                    "vector<1xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn transfer_broadcast_in_bounds() {
    check(
        "transfer-broadcast-in-bounds",
        &[
            ("vector.transfer_read", true, transfer!("affine_map<() -> (0)>", "[true]")),
            ("vector.transfer_read", true, transfer!("affine_map<(d0) -> (d0)>", "[false]")),
            ("vector.transfer_read", false, transfer!("affine_map<() -> (0)>", "[false]")),
        ],
    );
}

#[test]
fn transfer_mask_not_0d() {
    check(
        "transfer-mask-not-0d",
        &[
            ("vector.transfer_read", true, transfer!("affine_map<() -> (0)>", "[true]")),
            (
                "vector.transfer_read",
                false,
                mask!(
                    "%v:2 = \"t.v\"() : () -> (memref<f32>, f32)\n%s = \"vector.transfer_read\"(%v#0, %v#1) {operandSegmentSizes = array<i32: 1, 0, 1, 0>, permutation_map = affine_map<() -> (0)>, in_bounds = [true]} : (memref<f32>, f32) -> vector<1xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn warp_distribution() {
    check(
        "warp-distribution",
        &[
            ("vector.warp_execute_on_lane_0", true, warp!("vector<64x2xf32>", "vector<4x1xf32>")),
            ("vector.warp_execute_on_lane_0", true, warp!("f32", "f32")),
            ("vector.warp_execute_on_lane_0", false, warp!("vector<33xf32>", "vector<2xf32>")),
        ],
    );
}

#[test]
fn warp_one_dimension() {
    check(
        "warp-one-dimension",
        &[
            ("vector.warp_execute_on_lane_0", true, warp!("vector<32x2xf32>", "vector<1x2xf32>")),
            ("vector.warp_execute_on_lane_0", false, warp!("vector<64x2xf32>", "vector<4x1xf32>")),
        ],
    );
}
