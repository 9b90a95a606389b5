//! Rules on operations of nvgpu.

use super::check;

#[test]
fn async_copy_rank() {
    check(
        "async-copy-rank",
        &[
            (
                "nvgpu.device_async_copy",
                true,
                op!("nvgpu.device_async_copy", "", ["memref<8xf32, 3>", "index", "memref<8xf32>"], "i1"),
            ),
            (
                "nvgpu.device_async_copy",
                false,
                op!("nvgpu.device_async_copy", "", ["memref<f32, 3>", "memref<8xf32>"], "i1"),
            ),
        ],
    );
}

#[test]
fn mma_rank_2() {
    check(
        "mma-rank-2",
        &[
            (
                "nvgpu.mma.sync",
                true,
                op!("nvgpu.mma.sync", "", ["vector<4x2xf16>", "vector<4x2xf16>", "vector<4x2xf16>"], "i1"),
            ),
            (
                "nvgpu.mma.sync",
                false,
                op!("nvgpu.mma.sync", "", ["vector<4x2xf16>", "vector<2xf16>", "vector<4x2xf16>"], "i1"),
            ),
        ],
    );
}

#[test]
fn nvgpu_ldmatrix_rank_2() {
    check(
        "nvgpu-ldmatrix-rank-2",
        &[
            ("nvgpu.ldmatrix", true, op!("nvgpu.ldmatrix", "", [], "vector<4x2xf16>")),
            ("nvgpu.ldmatrix", false, op!("nvgpu.ldmatrix", "", [], "vector<4xf16>")),
        ],
    );
}

#[test]
fn tma_create_18() {
    check(
        "tma-create-18",
        &[
            (
                "nvgpu.tma.create.descriptor",
                true,
                op!(
                    "nvgpu.tma.create.descriptor",
                    "",
                    [],
                    "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                ),
            ),
            (
                "nvgpu.tma.create.descriptor",
                false,
                op!(
                    "nvgpu.tma.create.descriptor",
                    "",
                    [],
                    "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 1>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                ),
            ),
        ],
    );
}

#[test]
fn tma_dims_19() {
    check(
        "tma-dims-19",
        &[
            (
                "nvgpu.tma.async.load",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<512x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<512x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_load_18() {
    check(
        "tma-load-18",
        &[
            (
                "nvgpu.tma.async.load",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<64x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_swizzle_19() {
    check(
        "tma-swizzle-19",
        &[
            (
                "nvgpu.tma.async.load",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x32xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn tma_swizzle_22() {
    check(
        "tma-swizzle-22",
        &[
            (
                "nvgpu.tma.async.load",
                true,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x32xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x32xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
            (
                "nvgpu.tma.async.load",
                false,
                op!(
                    "nvgpu.tma.async.load",
                    "",
                    [
                        "memref<128x64xf16, 3>",
                        "!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_64b, l2promo = none, oob = zero, interleave = none>"
                    ],
                    "i1"
                ),
            ),
        ],
    );
}
