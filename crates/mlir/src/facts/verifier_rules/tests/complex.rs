//! Rules on operations of complex.

use super::check;

#[test]
fn complex_constant_float() {
    check(
        "complex-constant-float",
        &[
            (
                "complex.constant",
                true,
                "%c = \"complex.constant\"() {value = [1.0 : f32, 2.0 : f32]} : () -> complex<f32>",
            ),
            (
                "complex.constant",
                false,
                "%c = \"complex.constant\"() {value = [1 : i32, 2 : i32]} : () -> complex<i32>",
            ),
        ],
    );
}
