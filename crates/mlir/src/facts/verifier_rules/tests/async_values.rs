//! Rules on operations of async.

use super::check;

#[test]
fn async_yield_unwrapped() {
    check(
        "async-yield-unwrapped",
        &[
            ("async.yield", true, "%v = \"t.v\"() : () -> f32\n\"async.yield\"(%v) : (f32) -> ()"),
            (
                "async.yield",
                false,
                "%v = \"t.v\"() : () -> !async.value<f32>\n\"async.yield\"(%v) : (!async.value<f32>) -> ()",
            ),
        ],
    );
}
