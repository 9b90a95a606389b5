//! Rules on operations of quant.

use super::check;

#[test]
fn quant_match() {
    check(
        "quant-match",
        &[
            (
                "quant.qcast",
                true,
                op!("quant.qcast", "", ["tensor<2xf32>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            (
                "quant.dcast",
                true,
                op!(
                    "quant.dcast",
                    "",
                    ["tensor<2x!quant.uniform<i8<-127:127>:f32:0, {1.0, 2.0}>>"],
                    "tensor<2xf32>"
                ),
            ),
            (
                "quant.qcast",
                false,
                op!("quant.qcast", "", ["tensor<2xf16>"], "tensor<2x!quant.uniform<i8:f32, 1.0>>"),
            ),
            (
                "quant.dcast",
                false,
                op!("quant.dcast", "", ["tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>"], "tensor<3xf32>"),
            ),
            (
                "quant.scast",
                true,
                op!("quant.scast", "", ["tensor<2x!quant.uniform<i8:f32, 1.0>>"], "tensor<2xi8>"),
            ),
        ],
    );
}
