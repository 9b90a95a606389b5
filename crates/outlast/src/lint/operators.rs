//! Operator sets, judged: the findings of [`crate::opsets::lint`] in the terms of all lints, with programs that show them.

use outlast_core::Output;
use outlast_lint::Report;
pub use outlast_lint::operators::{Question, RULES, rule};
use outlast_opset::history::Release;
use outlast_opset::lint::{Lint, Request};
use outlast_opset::resolve::Rules;
use outlast_torchscript::archive::write::{NewRecord, build};

use crate::opsets::OperatorSet;

/// A text that a comparison was made with: the name of its file, and what it says.
pub type Text<'a> = (&'a str, &'a str);

/// The findings of a comparison: `lint` is what `request` was answered with, `old` and `new` the sets of the request.
///
/// Places in the sets have no file name; those in the version table and in the allow-list have the names that are given with their texts.
pub fn findings(
    lint: &Lint<'_>,
    request: &Request<'_>,
    [old, new]: [&OperatorSet; 2],
    table: Option<Text<'_>>,
    allow: Option<Text<'_>>,
) -> Report {
    let sources =
        outlast_lint::operators::Sources { old: rules(old), new: rules(new), table, allow, write: &packed };
    outlast_lint::operators::lint(lint, request, &sources)
}

/// How calls are resolved with a set: as its release does, or as the newest one.
fn rules(set: &OperatorSet) -> Rules {
    Rules::of(set.release.unwrap_or(Release { major: u16::MAX, minor: 0, patch: 0 }))
}

/// The pickle of an object of `__torch__.M` with the attribute `training`, which is true.
const DATA: &[u8] = b"\x80\x02c__torch__\nM\nq\x00)\x81}(X\x08\x00\x00\x00trainingq\x01\x88ubq\x02.";
/// The pickle of a tuple without constants.
const CONSTANTS: &[u8] = b"\x80\x02).";
/// Version 3 of the file format: the one that releases write if no operator demands a later one.
const VERSION: &[u8] = b"3\n";
/// Bytes that records begin at a multiple of.
const ALIGNMENT: u64 = 64;

/// The archive of a module `__torch__.M` with this code.
fn packed(code: &str) -> Option<Vec<u8>> {
    let record = |name: &str, content: &[u8]| NewRecord {
        name: name.to_string(),
        content: Output::of(content.to_vec()),
        compress: false,
    };
    let records = vec![
        record("data.pkl", DATA),
        record("code/__torch__.py", code.as_bytes()),
        record("constants.pkl", CONSTANTS),
        record("version", VERSION),
    ];
    Some(build("witness", records, ALIGNMENT).ok()?.to_vec())
}
