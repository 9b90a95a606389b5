//! Rules on operations of amdgpu.

use super::check;

#[test]
fn amd_wmma_19() {
    check(
        "amd-wmma-19",
        &[
            (
                "amdgpu.wmma",
                true,
                op!("amdgpu.wmma", "", ["vector<16xf16>", "vector<16xf16>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                false,
                op!("amdgpu.wmma", "", ["vector<8xf8E4M3FN>", "vector<8xf8E4M3FN>"], "vector<8xf32>"),
            ),
        ],
    );
}

#[test]
fn amd_wmma_21() {
    check(
        "amd-wmma-21",
        &[
            (
                "amdgpu.wmma",
                true,
                op!("amdgpu.wmma", "", ["vector<8xf8E4M3FN>", "vector<8xf8E5M2>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                false,
                op!("amdgpu.wmma", "", ["vector<16xf16>", "vector<16xbf16>"], "vector<8xf32>"),
            ),
        ],
    );
}

#[test]
fn amd_wmma_flags() {
    check(
        "amd-wmma-flags",
        &[
            ("amdgpu.wmma", true, op!("amdgpu.wmma", "clamp", ["vector<16xi8>"], "vector<8xi32>")),
            ("amdgpu.wmma", false, op!("amdgpu.wmma", "clamp", ["vector<16xf16>"], "vector<8xf32>")),
        ],
    );
}

#[test]
fn fat_buffer_layout() {
    check(
        "fat-buffer-layout",
        &[
            (
                "amdgpu.fat_raw_buffer_cast",
                true,
                op!(
                    "amdgpu.fat_raw_buffer_cast",
                    "resetOffset",
                    ["memref<8x4xf32, strided<[8, 1], offset: ?>>"],
                    "i1"
                ),
            ),
            (
                "amdgpu.fat_raw_buffer_cast",
                false,
                op!(
                    "amdgpu.fat_raw_buffer_cast",
                    "resetOffset",
                    ["memref<8x4xf32, strided<[4, 1], offset: ?>>"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn gather_lds_contiguous() {
    check(
        "gather-lds-contiguous",
        &[
            (
                "amdgpu.gather_to_lds",
                true,
                op!(
                    "amdgpu.gather_to_lds",
                    "",
                    ["memref<8xf32>", "index", "memref<4x4xf32, strided<[4, 1], offset: 2>>"],
                    "i1"
                ),
            ),
            (
                "amdgpu.gather_to_lds",
                false,
                op!(
                    "amdgpu.gather_to_lds",
                    "",
                    ["memref<8xf32>", "index", "memref<4x4xf32, strided<[8, 1]>>"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn mfma_19() {
    check(
        "mfma-19",
        &[
            (
                "amdgpu.mfma",
                true,
                op!("amdgpu.mfma", "", ["vector<8xf8E5M2FNUZ>", "vector<8xf8E4M3FNUZ>"], "i1"),
            ),
            ("amdgpu.mfma", false, op!("amdgpu.mfma", "", ["vector<8xf8E5M2>", "vector<8xf8E4M3FN>"], "i1")),
        ],
    );
}

#[test]
fn raw_buffer_space_0() {
    check(
        "raw-buffer-space-0",
        &[
            (
                "amdgpu.raw_buffer_load",
                true,
                op!("amdgpu.raw_buffer_load", "", ["memref<8xf32, 0 : i32>"], "i1"),
            ),
            (
                "amdgpu.raw_buffer_store",
                false,
                op!("amdgpu.raw_buffer_store", "", ["f32", "memref<8xf32, 5 : i32>"], "i1"),
            ),
        ],
    );
}
