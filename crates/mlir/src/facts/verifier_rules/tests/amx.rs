//! Rules on operations of amx.

use super::check;

#[test]
fn amx_base() {
    check(
        "amx-base",
        &[
            (
                "amx.tile_load",
                true,
                op!("amx.tile_load", "", ["memref<16x32xbf16, strided<[?, 1]>>"], "!amx.tile<16x32xbf16>"),
            ),
            (
                "amx.tile_load",
                false,
                op!("amx.tile_load", "", ["memref<16x32xbf16, strided<[1, 16]>>"], "!amx.tile<16x32xbf16>"),
            ),
            ("amx.tile_load", false, op!("amx.tile_load", "", ["memref<16xbf16>"], "!amx.tile<16x32xbf16>")),
        ],
    );
}

#[test]
fn amx_bf16() {
    check(
        "amx-bf16",
        &[
            (
                "amx.tile_mulf",
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
                false,
                op!("amx.tile_mulf", "", ["vector<16x32xf16>", "vector<16x32xf16>"], "vector<16x16xf32>"),
            ),
        ],
    );
}
