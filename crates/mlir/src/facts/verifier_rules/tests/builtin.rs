//! Rules on operations of builtin, and on symbols of every dialect.

use super::check;

#[test]
fn dialect_attributes() {
    check(
        "dialect-attributes",
        &[
            (
                "builtin.module",
                true,
                "\"builtin.module\"() ({\n}) {sym_name = \"m\", d.x = 1 : i8} : () -> ()",
            ),
            ("builtin.module", false, "\"builtin.module\"() ({\n}) {x = 1 : i8} : () -> ()"),
        ],
    );
}

#[test]
fn visibility_known() {
    check(
        "visibility-known",
        &[
            (
                "func.func",
                true,
                "\"func.func\"() ({\n}) {sym_name = \"f\", sym_visibility = \"nested\"} : () -> ()",
            ),
            ("func.func", true, "\"func.func\"() ({\n}) {sym_name = \"f\"} : () -> ()"),
            (
                "func.func",
                false,
                "\"func.func\"() ({\n}) {sym_name = \"f\", sym_visibility = \"x\"} : () -> ()",
            ),
        ],
    );
}
