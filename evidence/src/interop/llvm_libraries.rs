//! Libraries that people have, judged by all that is in them: each file against `llvm-dis` and `opt` of every release that is installed, and
//! the library against the worst of them.

use std::process::{Command, Stdio};

use anyhow::Context;
use serde_json::Value;

use super::llvm::{SCRIPTS, Setup, Tally};

/// The part.
pub(super) fn libraries(setup: &Setup) -> anyhow::Result<Tally> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("OUTLAST_LLVM", &setup.folder);
    command.env("OUTLAST", &setup.outlast).arg(format!("{SCRIPTS}/libraries.py"));
    let output = command.arg(setup.folder.join("libraries")).stderr(Stdio::inherit()).output()?;
    let compared: Vec<Value> =
        serde_json::from_slice(&output.stdout).with_context(|| format!("libraries.py: {}", output.status))?;
    let mut tally = Tally::default();
    for library in compared {
        let count = |field: &str| usize::try_from(library[field].as_u64().unwrap_or(0)).unwrap_or(0);
        let wrong = library["wrong"].as_array().cloned().unwrap_or_default();
        let (files, right) = (count("files"), count("right"));
        let name = library["library"].as_str().unwrap_or_default();
        println!("  {name}: {files} files, {right} cells right, {} wrong", wrong.len());
        tally.done += right;
        tally.failed.extend(wrong.iter().filter_map(Value::as_str).map(str::to_string));
    }
    Ok(tally)
}
