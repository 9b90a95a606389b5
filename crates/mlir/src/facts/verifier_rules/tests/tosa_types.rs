//! Rules on operations of tosa: their types.

use super::check;

#[test]
fn bias_channels_21() {
    check(
        "bias-channels-21",
        &[
            (
                "tosa.transpose_conv2d",
                true,
                op!(
                    "tosa.transpose_conv2d",
                    "",
                    ["tensor<1x4x4x1xf32>", "tensor<8x3x3x1xf32>", "tensor<8xf32>"],
                    "tensor<1x6x6x8xf32>"
                ),
            ),
            (
                "tosa.transpose_conv2d",
                false,
                op!(
                    "tosa.transpose_conv2d",
                    "",
                    ["tensor<1x4x4x1xf32>", "tensor<8x3x3x1xf32>", "tensor<4xf32>"],
                    "tensor<1x6x6x8xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn fft_sizes() {
    check(
        "fft-sizes",
        &[
            ("tosa.fft2d", true, op!("tosa.fft2d", "", ["tensor<1x4x8xf32>", "tensor<1x4x?xf32>"], "i1")),
            ("tosa.fft2d", false, op!("tosa.fft2d", "", ["tensor<1x3x8xf32>", "tensor<1x3x8xf32>"], "i1")),
        ],
    );
}

#[test]
fn gather_shapes() {
    check(
        "gather-shapes",
        &[
            (
                "tosa.gather",
                true,
                op!("tosa.gather", "", ["tensor<2x5x3xf32>", "tensor<2x4xi32>"], "tensor<2x4x3xf32>"),
            ),
            (
                "tosa.gather",
                false,
                op!("tosa.gather", "", ["tensor<2x5x3xf32>", "tensor<1x4xi32>"], "tensor<2x4x3xf32>"),
            ),
        ],
    );
}

#[test]
fn matmul_types() {
    check(
        "matmul-types",
        &[
            ("tosa.matmul", true, op!("tosa.matmul", "", ["tensor<1x2x2xf32>", "tensor<1x2x2xf32>"], "i1")),
            (
                "tosa.matmul",
                false,
                op!(
                    "tosa.matmul",
                    "",
                    ["tensor<1x2x2x!quant.uniform<i8:f32, 1.0:3>>", "tensor<1x2x2xi8>"],
                    "i1"
                ),
            ),
        ],
    );
}

#[test]
fn mul_types() {
    check(
        "mul-types",
        &[
            (
                "tosa.mul",
                true,
                op!("tosa.mul", "", ["tensor<2x1xf32>", "tensor<2x3xf32>"], "tensor<2x3xf32>"),
            ),
            ("tosa.mul", true, op!("tosa.mul", "", ["tensor<2xi8>", "tensor<2xi8>"], "tensor<2xi32>")),
            ("tosa.mul", false, op!("tosa.mul", "", ["tensor<2xi8>", "tensor<2xi16>"], "tensor<2xi32>")),
            ("tosa.mul", false, op!("tosa.mul", "", ["tensor<3xf32>", "tensor<2x3xf32>"], "tensor<2x3xf32>")),
        ],
    );
}

#[test]
fn no_unsigned_quant() {
    check(
        "no-unsigned-quant",
        &[
            (
                "tosa.negate",
                true,
                op!("tosa.negate", "", ["tensor<2x!quant.uniform<i8:f32, 1.0:3>>"], "tensor<2xf32>"),
            ),
            (
                "tosa.negate",
                false,
                op!("tosa.negate", "", ["tensor<2x!quant.uniform<u8:f32, 1.0:3>>"], "tensor<2xf32>"),
            ),
        ],
    );
}

#[test]
fn no_zero_dim() {
    check(
        "no-zero-dim",
        &[
            ("tosa.avg_pool2d", true, op!("tosa.avg_pool2d", "", ["tensor<1x?xf32>"], "i1")),
            ("tosa.avg_pool2d", false, op!("tosa.avg_pool2d", "", ["tensor<1x0xf32>"], "i1")),
        ],
    );
}

#[test]
fn rfft_shapes() {
    check(
        "rfft-shapes",
        &[
            (
                "tosa.rfft2d",
                true,
                "%v = \"t.v\"() : () -> tensor<1x4x8xf32>\n%r:2 = \"tosa.rfft2d\"(%v) : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)",
            ),
            (
                "tosa.rfft2d",
                false,
                "%v = \"t.v\"() : () -> tensor<1x4x8xf32>\n%r:2 = \"tosa.rfft2d\"(%v) : (tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)",
            ),
        ],
    );
}

#[test]
fn same_element_type() {
    check(
        "same-element-type",
        &[
            ("tosa.reverse", true, op!("tosa.reverse", "", ["tensor<2xf32>"], "tensor<2xf32>")),
            ("tosa.reverse", false, op!("tosa.reverse", "", ["tensor<2xf32>"], "tensor<2xf16>")),
        ],
    );
}

#[test]
fn scatter_shapes() {
    check(
        "scatter-shapes",
        &[
            (
                "tosa.scatter",
                true,
                op!(
                    "tosa.scatter",
                    "",
                    ["tensor<2x5x3xf32>", "tensor<2x4xi32>", "tensor<2x4x3xf32>"],
                    "tensor<2x5x3xf32>"
                ),
            ),
            (
                "tosa.scatter",
                false,
                op!(
                    "tosa.scatter",
                    "",
                    ["tensor<2x5x3xf32>", "tensor<2x6xi32>", "tensor<2x6x3xf32>"],
                    "tensor<2x5x3xf32>"
                ),
            ),
        ],
    );
}

#[test]
fn select_types() {
    check(
        "select-types",
        &[
            (
                "tosa.select",
                true,
                op!("tosa.select", "", ["tensor<2xi1>", "tensor<2xf32>", "tensor<2xf32>"], "tensor<2xf32>"),
            ),
            (
                "tosa.select",
                false,
                op!("tosa.select", "", ["tensor<2xi8>", "tensor<2xf32>", "tensor<2xf32>"], "tensor<2xf32>"),
            ),
        ],
    );
}

#[test]
fn table_dims() {
    check(
        "table-dims",
        &[
            ("tosa.table", true, op!("tosa.table", "", ["tensor<2xi8>", "tensor<256xi8>"], "tensor<?xi8>")),
            ("tosa.table", false, op!("tosa.table", "", ["tensor<?xi8>", "tensor<256xi8>"], "tensor<2xi8>")),
        ],
    );
}

#[test]
fn table_ranked() {
    check(
        "table-ranked",
        &[
            ("tosa.table", true, op!("tosa.table", "", ["tensor<2xi8>"], "tensor<2xi8>")),
            ("tosa.table", false, op!("tosa.table", "", ["tensor<*xi8>"], "tensor<2xi8>")),
        ],
    );
}

#[test]
fn unary_types() {
    check(
        "unary-types",
        &[
            ("tosa.negate", true, op!("tosa.negate", "", ["tensor<2xf32>"], "tensor<?xf32>")),
            ("tosa.negate", false, op!("tosa.negate", "", ["tensor<2xf32>"], "tensor<3xf32>")),
        ],
    );
}
