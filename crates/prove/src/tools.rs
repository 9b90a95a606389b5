//! Runtimes that are tools of a compiler.

use std::path::Path;
use std::time::Duration;

use crate::runtime::{Described, Runtime};

/// Names of tools.
const NAMES: &[&str] = &["mlir-opt", "swift-frontend", "llvm-dis", "opt", "lli"];

/// Whether a file has the name of a tool, with or without a release behind it: `llvm-dis-19`.
pub(crate) fn is_one(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let plain =
        name.strip_suffix(".exe").unwrap_or(&name).trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    NAMES.iter().any(|tool| plain == *tool || plain.strip_suffix('-') == Some(tool))
}

/// The release that tools are of.
pub(crate) fn are(runtime: &Runtime) -> Result<String, String> {
    Err(format!("{}: not yet", runtime.how.path().display()))
}

/// Asks the tools what they are.
pub(crate) fn describe(runtime: &Runtime, _time: Duration) -> Result<Described, String> {
    Err(format!("{}: not yet", runtime.how.path().display()))
}
