//! Rules on operations of any dialect, with an argument.

use super::check;

#[test]
fn among() {
    check(
        "among:ordering:0,2",
        &[
            ("llvm.load", true, op!("llvm.load", "ordering = 2 : i64", ["!llvm.ptr"], "i32")),
            ("llvm.load", true, op!("llvm.load", "", ["!llvm.ptr"], "i32")),
            ("llvm.load", false, op!("llvm.load", "ordering = 3 : i64", ["!llvm.ptr"], "i32")),
        ],
    );
}
