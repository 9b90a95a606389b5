//! MLIR: `mlir-opt` reads, verifies and prints the generic form; two modules are compared by it.

use super::ask::Asker;
use super::{Did, ToolCase};
use crate::runtime::Failure;

const READ: &str = "mlir-opt";
const MEANING: &str = "meaning";
const TEXT: &str = "program.mlir";

/// As verdicts ask: an operation of a dialect that is not registered is kept as it is.
const FLAGS: [&str; 3] =
    ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"];

/// Reads a module; its text, if it is taken.
pub(super) fn prove(asker: &Asker<'_>) -> (Vec<ToolCase>, Option<String>) {
    match printed(asker) {
        Ok(text) => (vec![ToolCase::new(READ, Did::Took(None))], Some(text)),
        Err(failure) => (vec![ToolCase::failed(READ, failure)], None),
    }
}

fn printed(asker: &Asker<'_>) -> Result<String, Failure> {
    let (path, text) = (asker.program.path.display().to_string(), asker.file(TEXT).display().to_string());
    let mut words = FLAGS.to_vec();
    words.extend([path.as_str(), "-o", text.as_str()]);
    asker.demand(READ, &words)?;
    asker.text(TEXT)
}

/// Reads what was made of a module, and compares it with the original.
pub(super) fn compare(original: &Asker<'_>, converted: &Asker<'_>) -> Result<Vec<ToolCase>, Failure> {
    let first = printed(original)?;
    let (mut cases, second) = prove(converted);
    if let Some(second) = second {
        let did = match first == second {
            true => Did::Same(None),
            false => Did::Other("the texts differ".into()),
        };
        cases.push(ToolCase::new(MEANING, did));
    }
    Ok(cases)
}
