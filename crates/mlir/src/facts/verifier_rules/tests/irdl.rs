//! Rules on operations of irdl.

use super::check;

#[test]
fn irdl_distinct() {
    check(
        "irdl-distinct",
        &[
            (
                "irdl.operation",
                true,
                "\"irdl.operation\"() ({\n\"irdl.operands\"() {names = [\"a\"]} : () -> ()\n\"irdl.results\"() {names = [\"b\"]} : () -> ()\n}) : () -> ()",
            ),
            (
                "irdl.operation",
                false,
                "\"irdl.operation\"() ({\n\"irdl.operands\"() {names = [\"a\"]} : () -> ()\n\"irdl.results\"() {names = [\"a\"]} : () -> ()\n}) : () -> ()",
            ),
        ],
    );
}

#[test]
fn irdl_name() {
    check(
        "irdl-name",
        &[
            ("irdl.type", true, op!("irdl.type", "sym_name = \"!my_type\"", [], "i1")),
            ("irdl.type", false, op!("irdl.type", "sym_name = \"MyType\"", [], "i1")),
        ],
    );
}

#[test]
fn irdl_names() {
    check(
        "irdl-names",
        &[
            ("irdl.operands", true, op!("irdl.operands", "names = [\"a\", \"b\"]", ["i1", "i1"], "i1")),
            ("irdl.operands", false, op!("irdl.operands", "names = [\"a\", \"a\"]", ["i1", "i1"], "i1")),
            ("irdl.operands", false, op!("irdl.operands", "", ["i1", "i1"], "i1")),
        ],
    );
}

#[test]
fn variadicity_count() {
    check(
        "variadicity-count",
        &[
            (
                "irdl.operands",
                true,
                op!("irdl.operands", "variadicity = #irdl<variadicity_array[ single]>", ["i1"], "i1"),
            ),
            (
                "irdl.operands",
                false,
                op!(
                    "irdl.operands",
                    "variadicity = #irdl<variadicity_array[ single, optional]>",
                    ["i1"],
                    "i1"
                ),
            ),
        ],
    );
}
