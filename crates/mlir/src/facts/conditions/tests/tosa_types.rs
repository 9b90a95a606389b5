//! Conditions on the types of operations of tosa.

use super::super::tosa_types::CONDITIONS;

#[test]
fn each_condition_holds_of_some_and_not_of_others() {
    super::check(
        CONDITIONS,
        &[
            (
                "tosa.transpose_conv2d",
                "bias-channels-21",
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
                "bias-channels-21",
                false,
                op!(
                    "tosa.transpose_conv2d",
                    "",
                    ["tensor<1x4x4x1xf32>", "tensor<8x3x3x1xf32>", "tensor<4xf32>"],
                    "tensor<1x6x6x8xf32>"
                ),
            ),
            (
                "tosa.fft2d",
                "fft-sizes",
                true,
                op!("tosa.fft2d", "", ["tensor<1x4x8xf32>", "tensor<1x4x?xf32>"], "i1"),
            ),
            (
                "tosa.fft2d",
                "fft-sizes",
                false,
                op!("tosa.fft2d", "", ["tensor<1x3x8xf32>", "tensor<1x3x8xf32>"], "i1"),
            ),
            (
                "tosa.negate",
                "no-unsigned-quant",
                true,
                op!("tosa.negate", "", ["tensor<2x!quant.uniform<i8:f32, 1.0:3>>"], "tensor<2xf32>"),
            ),
            (
                "tosa.negate",
                "no-unsigned-quant",
                false,
                op!("tosa.negate", "", ["tensor<2x!quant.uniform<u8:f32, 1.0:3>>"], "tensor<2xf32>"),
            ),
            ("tosa.avg_pool2d", "no-zero-dim", true, op!("tosa.avg_pool2d", "", ["tensor<1x?xf32>"], "i1")),
            ("tosa.avg_pool2d", "no-zero-dim", false, op!("tosa.avg_pool2d", "", ["tensor<1x0xf32>"], "i1")),
            (
                "tosa.rfft2d",
                "rfft-shapes",
                true,
                "%v = \"t.v\"() : () -> tensor<1x4x8xf32>\n%r:2 = \"tosa.rfft2d\"(%v) : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)",
            ),
            (
                "tosa.rfft2d",
                "rfft-shapes",
                false,
                "%v = \"t.v\"() : () -> tensor<1x4x8xf32>\n%r:2 = \"tosa.rfft2d\"(%v) : (tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)",
            ),
            (
                "tosa.gather",
                "gather-shapes",
                true,
                op!("tosa.gather", "", ["tensor<2x5x3xf32>", "tensor<2x4xi32>"], "tensor<2x4x3xf32>"),
            ),
            (
                "tosa.gather",
                "gather-shapes",
                false,
                op!("tosa.gather", "", ["tensor<2x5x3xf32>", "tensor<1x4xi32>"], "tensor<2x4x3xf32>"),
            ),
            (
                "tosa.scatter",
                "scatter-shapes",
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
                "scatter-shapes",
                false,
                op!(
                    "tosa.scatter",
                    "",
                    ["tensor<2x5x3xf32>", "tensor<2x6xi32>", "tensor<2x6x3xf32>"],
                    "tensor<2x5x3xf32>"
                ),
            ),
            (
                "tosa.matmul",
                "matmul-types",
                true,
                op!("tosa.matmul", "", ["tensor<1x2x2xf32>", "tensor<1x2x2xf32>"], "i1"),
            ),
            (
                "tosa.matmul",
                "matmul-types",
                false,
                op!(
                    "tosa.matmul",
                    "",
                    ["tensor<1x2x2x!quant.uniform<i8:f32, 1.0:3>>", "tensor<1x2x2xi8>"],
                    "i1"
                ),
            ),
            (
                "tosa.mul",
                "mul-types",
                true,
                op!("tosa.mul", "", ["tensor<2x1xf32>", "tensor<2x3xf32>"], "tensor<2x3xf32>"),
            ),
            (
                "tosa.mul",
                "mul-types",
                true,
                op!("tosa.mul", "", ["tensor<2xi8>", "tensor<2xi8>"], "tensor<2xi32>"),
            ),
            (
                "tosa.mul",
                "mul-types",
                false,
                op!("tosa.mul", "", ["tensor<2xi8>", "tensor<2xi16>"], "tensor<2xi32>"),
            ),
            (
                "tosa.mul",
                "mul-types",
                false,
                op!("tosa.mul", "", ["tensor<3xf32>", "tensor<2x3xf32>"], "tensor<2x3xf32>"),
            ),
            (
                "tosa.reverse",
                "same-element-type",
                true,
                op!("tosa.reverse", "", ["tensor<2xf32>"], "tensor<2xf32>"),
            ),
            (
                "tosa.reverse",
                "same-element-type",
                false,
                op!("tosa.reverse", "", ["tensor<2xf32>"], "tensor<2xf16>"),
            ),
            ("tosa.negate", "unary-types", true, op!("tosa.negate", "", ["tensor<2xf32>"], "tensor<?xf32>")),
            ("tosa.negate", "unary-types", false, op!("tosa.negate", "", ["tensor<2xf32>"], "tensor<3xf32>")),
            (
                "tosa.select",
                "select-types",
                true,
                op!("tosa.select", "", ["tensor<2xi1>", "tensor<2xf32>", "tensor<2xf32>"], "tensor<2xf32>"),
            ),
            (
                "tosa.select",
                "select-types",
                false,
                op!("tosa.select", "", ["tensor<2xi8>", "tensor<2xf32>", "tensor<2xf32>"], "tensor<2xf32>"),
            ),
            (
                "tosa.table",
                "table-dims",
                true,
                op!("tosa.table", "", ["tensor<2xi8>", "tensor<256xi8>"], "tensor<?xi8>"),
            ),
            (
                "tosa.table",
                "table-dims",
                false,
                op!("tosa.table", "", ["tensor<?xi8>", "tensor<256xi8>"], "tensor<2xi8>"),
            ),
            ("tosa.table", "table-ranked", true, op!("tosa.table", "", ["tensor<2xi8>"], "tensor<2xi8>")),
            ("tosa.table", "table-ranked", false, op!("tosa.table", "", ["tensor<*xi8>"], "tensor<2xi8>")),
        ],
    );
}
