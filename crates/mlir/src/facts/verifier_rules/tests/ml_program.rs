//! Rules on operations of ml_program.

use super::check;

#[test]
fn ml_global_nearest() {
    check(
        "ml-global-nearest",
        &[
            (
                "ml_program.global_load",
                true,
                "\"ml_program.global\"() {sym_name = \"g\", type = f32} : () -> ()\n%v = \"ml_program.global_load\"() {global = @g} : () -> f32",
            ),
            (
                "ml_program.global_load",
                false,
                "\"ml_program.global\"() {sym_name = \"h\", type = f32} : () -> ()\n%v = \"ml_program.global_load\"() {global = @g} : () -> f32",
            ),
        ],
    );
}
