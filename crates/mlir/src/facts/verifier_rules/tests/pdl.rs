//! Rules on operations of pdl.

use super::check;

#[test]
fn apply_constraint_results() {
    check(
        "apply-constraint-results",
        &[
            ("pdl.apply_native_constraint", true, op!("pdl.apply_native_constraint", "", [], "!pdl.value")),
            (
                "pdl.apply_native_constraint",
                false,
                op!("pdl.apply_native_constraint", "", [], "!pdl.operation"),
            ),
        ],
    );
}
