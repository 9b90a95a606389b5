//! What `outlast convert` gives for the cells of a set that are not good, written down before any reader runs.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, bail};

use super::ledger::{self, Converted};
use super::predict::{self, tally};
use super::set::{Cell, Conversion, Fate, Set};
use super::{Family, path, today};
use crate::corpus::hash;
use crate::run::{git, read, run as execute};

/// Outcomes of predictions that need no conversion.
const GOOD: &[&str] = &["loads", "noted", "upgrades"];

/// Converts every cell that was predicted not to load; the hash of what came out goes into the ledger.
pub(super) fn run(family: &Family, set: &Set) -> anyhow::Result<()> {
    if !family.converts {
        bail!("{} does not convert files of {}", family.script, family.name);
    }
    if set.was_read() {
        bail!("readers ran on `{}` already: what is converted now was not converted unseen", set.name);
    }
    let mut entry = ledger::entry(family.name, &set.name)?
        .with_context(|| format!("no predictions of `{}` are on record: `predict` first", set.name))?;
    if let Some(converted) = &entry.converted {
        bail!("`{}` was converted on {}: files are converted once", set.name, converted.on);
    }
    set.unchanged(&entry)?;
    let tool = predict::tool()?;
    let since = ["diff", "--name-only", &entry.predicted.tool, &tool.revision, "--"];
    let since = read(git(&[&since[..], predict::TOOL].concat()))?;
    anyhow::ensure!(since.is_empty(), "the tool changed since it predicted:\n{}", since.trim_end());
    execute(family.command(&["convert", path(&set.folder)?, path(&tool.path)?]))?;
    let conversions = set.conversions()?;
    set.same_converted()?;
    complete(&set.predictions()?, &conversions)?;
    let converted = Converted {
        on: today()?,
        tool: tool.revision,
        conversions: hash(&fs::read(set.conversions_path())?),
        did: tally(conversions.values().map(|conversion| conversion.what.as_str())),
    };
    println!("{} cells: {:?}", conversions.len(), converted.did);
    entry.converted = Some(converted);
    let path = ledger::save(family.name, &entry)?;
    println!("commit {path}: `run` is refused before");
    Ok(())
}

/// Fails unless the cells that are not good were converted, refused or left out, and no others.
fn complete(said: &BTreeMap<Cell, Fate>, conversions: &BTreeMap<Cell, Conversion>) -> anyhow::Result<()> {
    for (cell, fate) in said {
        let good = GOOD.contains(&fate.outcome.as_str());
        if good == conversions.contains_key(cell) {
            let what = if good { "needs no conversion" } else { "was not converted" };
            bail!("{} by {}: {}, and it {what}", cell.0, cell.1, fate.outcome);
        }
    }
    match conversions.keys().find(|cell| !said.contains_key(*cell)) {
        Some(cell) => bail!("{} by {}: nothing was predicted", cell.0, cell.1),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::complete;
    use crate::unseen::set::{Cell, Conversion, Fate};

    fn cell(file: &str) -> Cell {
        (file.to_string(), "torch-1.6.0".to_string())
    }

    #[test]
    fn every_cell_that_is_not_good_is_accounted_for() {
        let fate = |outcome: &str| Fate { outcome: outcome.into(), stage: "-".into(), more: "-".into() };
        let said: BTreeMap<Cell, Fate> = [("a", "loads"), ("b", "fails"), ("c", "unknown"), ("d", "noted")]
            .map(|(file, outcome)| (cell(file), fate(outcome)))
            .into();
        let converted = |files: &[&str]| -> BTreeMap<Cell, Conversion> {
            let refused = || Conversion { what: "refused".into(), more: "OL2306 aten::eig".into() };
            files.iter().map(|file| (cell(file), refused())).collect()
        };
        assert!(complete(&said, &converted(&["b", "c"])).is_ok());
        for (files, problem) in [
            (&["b"][..], "c by torch-1.6.0: unknown, and it was not converted"),
            (&["a", "b", "c"], "a by torch-1.6.0: loads, and it needs no conversion"),
            (&["b", "c", "x"], "x by torch-1.6.0: nothing was predicted"),
        ] {
            assert_eq!(complete(&said, &converted(files)).unwrap_err().to_string(), problem);
        }
    }
}
