//! Rules on operations of arith.

use super::check;

#[test]
fn scalable_constant_splat() {
    check(
        "scalable-constant-splat",
        &[
            (
                "arith.constant",
                true,
                "%c = \"arith.constant\"() {value = dense<1.0> : vector<[4]xf32>} : () -> vector<[4]xf32>",
            ),
            (
                "arith.constant",
                true,
                "%c = \"arith.constant\"() {value = dense<[1.0, 2.0]> : vector<2xf32>} : () -> vector<2xf32>",
            ),
            (
                "arith.constant",
                false,
                "%c = \"arith.constant\"() {value = dense<[1.0, 2.0]> : vector<[2]xf32>} : () -> vector<[2]xf32>",
            ),
        ],
    );
}

#[test]
fn select_plain_tensor() {
    check(
        "select-plain-tensor",
        &[
            (
                "arith.select",
                true,
                "%c:2 = \"t.c\"() : () -> (tensor<2xi1>, tensor<2xf32>)\n%r = \"arith.select\"(%c#0, %c#1, %c#1) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
            ),
            (
                "arith.select",
                false,
                "%c:2 = \"t.c\"() : () -> (tensor<2xi1>, tensor<2xf32, 1 : i32>)\n%r = \"arith.select\"(%c#0, %c#1, %c#1) : (tensor<2xi1>, tensor<2xf32, 1 : i32>, tensor<2xf32, 1 : i32>) -> tensor<2xf32, 1 : i32>",
            ),
        ],
    );
}

#[test]
fn constant_type() {
    check(
        "constant-type",
        &[
            ("arith.constant", true, op!("arith.constant", "value = 1 : i32", [], "i32")),
            ("arith.constant", false, op!("arith.constant", "value = 1 : i64", [], "i32")),
            ("arith.constant", false, op!("arith.constant", "value = 1 : si32", [], "si32")),
        ],
    );
}

#[test]
fn narrows() {
    check(
        "narrows",
        &[
            ("arith.trunci", true, op!("arith.trunci", "", ["vector<4xi32>"], "vector<4xi8>")),
            ("arith.trunci", false, op!("arith.trunci", "", ["i8"], "i32")),
            ("arith.truncf", false, op!("arith.truncf", "", ["f16"], "bf16")),
        ],
    );
}

#[test]
fn widens() {
    check(
        "widens",
        &[
            ("arith.extf", true, op!("arith.extf", "", ["f8E4M3FN"], "f32")),
            ("arith.extf", false, op!("arith.extf", "", ["f32"], "f32")),
            ("arith.extsi", false, op!("arith.extsi", "", ["tensor<2xi8>"], "tensor<3xi32>")),
        ],
    );
}
