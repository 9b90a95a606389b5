//! MLIR: `mlir-opt` reads, verifies and prints the generic form; two modules are compared by it.
//!
//! * [`tree`]: a module that the library has read; [`normalize`], [`number`]: brought to one form.
//! * [`compare`]: operations compared; [`groups`]: operands by groups that one of two releases has in another order.
//! * [`values`], [`affine`], with [`text`]: values in one spelling.
//! * [`release`]: what is known of the two releases. What they renamed, and what one of them means where nothing is said, is in
//!   `crates/mlir/schemas/changes.txt` and in their profiles.

mod affine;
#[cfg(test)]
mod cases;
mod compare;
mod groups;
mod normalize;
mod number;
mod release;
mod text;
mod transfers;
mod tree;
mod values;

use std::borrow::Cow;

use outlast_mlir::parse::parse_printed;
use release::Pair;

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

/// What `mlir-opt` prints of a module.
pub(super) fn printed(asker: &Asker<'_>) -> Result<String, Failure> {
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
        let did = meaning((&first, original.major()), (&second, converted.major()));
        cases.push(ToolCase::new(MEANING, did));
    }
    Ok(cases)
}

/// A text with what LLVM 16 spells in another way: the dot behind the name of an operation without a dialect, dimensions of scalable vectors that
/// stand side by side.
fn spelt(text: &str, older: u32) -> Cow<'_, str> {
    match older {
        16 => text.replace(".\"(", "\"(").replace("]x[", "x").into(),
        _ => text.into(),
    }
}

/// Whether two texts mean the same, each of a release by its major number.
pub(super) fn meaning((first, from): (&str, u32), (second, to): (&str, u32)) -> Did {
    let pair = Pair::new(from, to);
    let mut trees = Vec::new();
    let [first, second] = [first, second].map(|text| spelt(text, pair.older()));
    for text in [&first, &second] {
        let read = parse_printed(text).map_err(|error| error.to_string());
        let mut tree = match read.and_then(|module| tree::tree(&module)) {
            Ok(tree) => tree,
            Err(why) if first == second => return Did::Same(Some(format!("the texts are equal; {why}"))),
            Err(why) => return Did::NotAsked(format!("the texts differ, and are not compared: {why}")),
        };
        let release = if trees.is_empty() { from } else { to };
        normalize::bring(&mut tree, release, &pair);
        number::number(&mut tree);
        trees.push(tree);
    }
    let [original, converted] = trees.as_slice() else { return Did::NotAsked("no texts".into()) };
    let compared = compare::modules(original, converted, &pair);
    match compared.difference {
        Some(difference) => Did::Other(difference),
        None if compared.lost.is_empty() => Did::Same(None),
        None => {
            let lost = compared.lost.iter().map(|(name, count)| format!("{count} {name}"));
            let lost = lost.collect::<Vec<_>>().join(", ");
            Did::Same(Some(format!("except for hints that one of the releases does not know: {lost}")))
        }
    }
}
