//! Rules on operations of xegpu.

use super::check;

#[test]
fn dpas_2d() {
    check(
        "dpas-2d",
        &[
            (
                "xegpu.dpas",
                true,
                op!("xegpu.dpas", "", ["vector<8x16xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.dpas",
                false,
                op!("xegpu.dpas", "", ["vector<8x8x2xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
        ],
    );
}

#[test]
fn dpas_3d() {
    check(
        "dpas-3d",
        &[
            (
                "xegpu.dpas",
                true,
                op!("xegpu.dpas", "", ["vector<8x8x2xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.dpas",
                false,
                op!("xegpu.dpas", "", ["vector<8x16xf16>", "vector<8x16x2xf16>"], "vector<8x16xf32>"),
            ),
        ],
    );
}

#[test]
fn load_nd_19() {
    check(
        "load-nd-19",
        &[
            (
                "xegpu.load_nd",
                true,
                op!("xegpu.load_nd", "", ["!xegpu.tensor_desc<8x16xf32>"], "vector<8x16xf32>"),
            ),
            (
                "xegpu.load_nd",
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
                false,
                op!("xegpu.load_nd", "", ["!xegpu.tensor_desc<16xf32>"], "vector<16xf32>"),
            ),
        ],
    );
}

#[test]
fn load_nd_plain() {
    check(
        "load-nd-plain",
        &[
            (
                "xegpu.load_nd",
                true,
                op!("xegpu.load_nd", "transpose = array<i64: 1, 0>", ["!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.load_nd",
                false,
                op!("xegpu.load_nd", "vnni_axis = 0 : i64", ["!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
        ],
    );
}

#[test]
fn nd_desc_19() {
    check(
        "nd-desc-19",
        &[
            (
                "xegpu.create_nd_tdesc",
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
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0, 0>",
                    ["memref<2x24x32xf32>"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn nd_desc_21() {
    check(
        "nd-desc-21",
        &[
            (
                "xegpu.create_nd_tdesc",
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
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["memref<24x32xf32, 3 : i64>"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn nd_desc_22() {
    check(
        "nd-desc-22",
        &[
            (
                "xegpu.create_nd_tdesc",
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
                false,
                op!(
                    "xegpu.create_nd_tdesc",
                    "const_offsets = array<i64: 0, 0>",
                    ["i64"],
                    "!xegpu.tensor_desc<8x16xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn store_nd_21() {
    check(
        "store-nd-21",
        &[
            (
                "xegpu.store_nd",
                true,
                op!("xegpu.store_nd", "", ["vector<8x16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                true,
                op!("xegpu.store_nd", "", ["vector<16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                false,
                op!("xegpu.store_nd", "", ["vector<8x8xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
        ],
    );
}

#[test]
fn store_nd_2d() {
    check(
        "store-nd-2d",
        &[
            (
                "xegpu.store_nd",
                true,
                op!("xegpu.store_nd", "", ["vector<8x16xf32>", "!xegpu.tensor_desc<8x16xf32>"], "i1"),
            ),
            (
                "xegpu.store_nd",
                false,
                op!("xegpu.store_nd", "", ["vector<8xf32>", "!xegpu.tensor_desc<8xf32>"], "i1"),
            ),
        ],
    );
}

#[test]
fn tdesc_source_rank() {
    check(
        "tdesc-source-rank",
        &[
            ("xegpu.create_tdesc", true, op!("xegpu.create_tdesc", "", ["memref<8xf32>"], "i1")),
            ("xegpu.create_tdesc", false, op!("xegpu.create_tdesc", "", ["memref<8x8xf32>"], "i1")),
        ],
    );
}

#[test]
fn xegpu_desc() {
    check(
        "xegpu-desc",
        &[
            (
                "xegpu.load",
                true,
                op!(
                    "xegpu.load",
                    "",
                    ["!xegpu.tensor_desc<16xf32, #xegpu.scatter_tdesc_attr<>>"],
                    "vector<16xf32>"
                ),
            ),
            ("xegpu.load", false, op!("xegpu.load", "", ["i64"], "vector<16xf32>")),
        ],
    );
}
