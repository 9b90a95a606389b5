//! Conditions on operations of gpu, amdgpu and xegpu.

use super::super::gpu::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "amdgpu.wmma",
                "amd-wmma-19",
                true,
                op!("amdgpu.wmma", "", ["vector<16xf16>", "vector<16xf16>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                "amd-wmma-19",
                false,
                op!("amdgpu.wmma", "", ["vector<8xf8E4M3FN>", "vector<8xf8E4M3FN>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                "amd-wmma-21",
                true,
                op!("amdgpu.wmma", "", ["vector<8xf8E4M3FN>", "vector<8xf8E5M2>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                "amd-wmma-21",
                false,
                op!("amdgpu.wmma", "", ["vector<16xf16>", "vector<16xbf16>"], "vector<8xf32>"),
            ),
            (
                "amdgpu.wmma",
                "amd-wmma-flags",
                true,
                op!("amdgpu.wmma", "clamp", ["vector<16xi8>"], "vector<8xi32>"),
            ),
            (
                "amdgpu.wmma",
                "amd-wmma-flags",
                false,
                op!("amdgpu.wmma", "clamp", ["vector<16xf16>"], "vector<8xf32>"),
            ),
            (
                "xegpu.dpas",
                "dpas-2d",
                true,
                op!("xegpu.dpas", "", ["vector<8x16xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.dpas",
                "dpas-2d",
                false,
                op!("xegpu.dpas", "", ["vector<8x8x2xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.dpas",
                "dpas-3d",
                true,
                op!("xegpu.dpas", "", ["vector<8x8x2xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.dpas",
                "dpas-3d",
                false,
                op!("xegpu.dpas", "", ["vector<8x16xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "amdgpu.fat_raw_buffer_cast",
                "fat-buffer-layout",
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
                "fat-buffer-layout",
                false,
                op!(
                    "amdgpu.fat_raw_buffer_cast",
                    "resetOffset",
                    ["memref<8x4xf32, strided<[4, 1], offset: ?>>"],
                    "i1"
                ),
            ),
            (
                "amdgpu.gather_to_lds",
                "gather-lds-contiguous",
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
                "gather-lds-contiguous",
                false,
                op!(
                    "amdgpu.gather_to_lds",
                    "",
                    ["memref<8xf32>", "index", "memref<4x4xf32, strided<[8, 1]>>"],
                    "i1"
                ),
            ),
            (
                "gpu.launch",
                "gpu-launch-twelve",
                true,
                "\"gpu.launch\"() ({\n^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index):\n\"gpu.terminator\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "gpu.launch",
                "gpu-launch-twelve",
                false,
                "\"gpu.launch\"() ({\n^bb0(%a: index):\n\"gpu.terminator\"() : () -> ()\n}) : () -> ()",
            ),
            (
                "gpu.all_reduce",
                "gpu-reduce-no-minmax",
                true,
                op!("gpu.all_reduce", "op = #gpu<all_reduce_op add>", [], "i1"),
            ),
            (
                "gpu.all_reduce",
                "gpu-reduce-no-minmax",
                false,
                op!("gpu.all_reduce", "op = #gpu<all_reduce_op minsi>", [], "i1"),
            ),
            (
                "gpu.subgroup_reduce",
                "gpu-reduce-scalar-bits",
                true,
                op!("gpu.subgroup_reduce", "op = #gpu<all_reduce_op and>", ["i32"], "i32"),
            ),
            (
                "gpu.subgroup_reduce",
                "gpu-reduce-scalar-bits",
                false,
                op!(
                    "gpu.subgroup_reduce",
                    "op = #gpu<all_reduce_op and>",
                    ["vector<2xi32>"],
                    "vector<2xi32>"
                ),
            ),
            (
                "gpu.rotate",
                "gpu-rotate-constant",
                true,
                "%c = \"arith.constant\"() {value = 1 : i32} : () -> i32\n%r = \"gpu.rotate\"(%c, %c, %c) : (i32, i32, i32) -> i32",
            ),
            ("gpu.rotate", "gpu-rotate-constant", false, op!("gpu.rotate", "", ["f32", "i32", "i32"], "i1")),
            (
                "xegpu.load_nd",
                "load-nd-19",
                true,
                op!("xegpu.load_nd", "", ["!xegpu.tensor_desc<8x16xf32>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.load_nd",
                "load-nd-19",
                true,
                op!(
                    "xegpu.load_nd",
                    "",
                    ["!xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64>>"],
                    "vector<2x8x16xf32>"
                ),
            ),
            (
                "xegpu.load_nd",
                "load-nd-19",
                false,
                op!("xegpu.load_nd", "", ["!xegpu.tensor_desc<16xf32>"], "vector<16xf32>"),
            ),
            (
                "xegpu.load_nd",
                "load-nd-plain",
                true,
                op!("xegpu.load_nd", "transpose = array<i64: 1, 0>", ["!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.load_nd",
                "load-nd-plain",
                false,
                op!("xegpu.load_nd", "vnni_axis = 0 : i64", ["!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "amdgpu.mfma",
                "mfma-19",
                true,
                op!("amdgpu.mfma", "", ["vector<8xf8E5M2FNUZ>", "vector<8xf8E4M3FNUZ>"], "i1"),
            ),
            (
                "amdgpu.mfma",
                "mfma-19",
                false,
                op!("amdgpu.mfma", "", ["vector<8xf8E5M2>", "vector<8xf8E4M3FN>"], "i1"),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-19",
                true,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["memref<24x32xf32>"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-19",
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0, 0>",
                    ["memref<2x24x32xf32>"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-21",
                true,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["memref<24x32xf32, 3 : i64>"],
                    "!xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<memory_space = slm>>"
                ),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-21",
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["memref<24x32xf32, 3 : i64>"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-22",
                true,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>, const_shape = array<i64: 24, 32>, const_strides = array<i64: 32, 1>",
                    ["i64"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
            (
                "xegpu.create_nd_tdesc",
                "nd-desc-22",
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["i64"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
            (
                "amdgpu.raw_buffer_load",
                "raw-buffer-space-0",
                true,
                op!("amdgpu.raw_buffer_load", "", ["memref<8xf32, 0 : i32>"], "i1"),
            ),
            (
                "amdgpu.raw_buffer_store",
                "raw-buffer-space-0",
                false,
                op!("amdgpu.raw_buffer_store", "", ["f32", "memref<8xf32, 5 : i32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                "store-nd-21",
                true,
                op!("xegpu.store_nd", "", ["vector<8x16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                "store-nd-21",
                true,
                op!("xegpu.store_nd", "", ["vector<16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                "store-nd-21",
                false,
                op!("xegpu.store_nd", "", ["vector<8x8xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                "store-nd-2d",
                true,
                op!("xegpu.store_nd", "", ["vector<8x16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                "store-nd-2d",
                false,
                op!("xegpu.store_nd", "", ["vector<8xf32>", "!xegpu.tensor_desc<8xf32>"], "i1"),
            ),
            (
                "xegpu.create_tdesc",
                "tdesc-source-rank",
                true,
                op!("xegpu.create_tdesc", "", ["memref<8xf32>"], "i1"),
            ),
            (
                "xegpu.create_tdesc",
                "tdesc-source-rank",
                false,
                op!("xegpu.create_tdesc", "", ["memref<8x8xf32>"], "i1"),
            ),
            (
                "xegpu.load",
                "xegpu-desc",
                true,
                op!(
                    "xegpu.load",
                    "",
                    ["!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>"],
                    "vector<16xf32>"
                ),
            ),
            ("xegpu.load", "xegpu-desc", false, op!("xegpu.load", "", ["i64"], "vector<16xf32>")),
        ],
    );
}
