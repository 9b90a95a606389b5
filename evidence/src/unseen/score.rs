//! Predictions against what the real readers did.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, bail};

use super::ledger::{self, Counts, Entry, Score};
use super::predict::{self, tally};
use super::rescue;
use super::set::{Cell, Fate, Set};
use super::{Family, today};
use crate::corpus::hash;

/// Scores a set: the first time what was predicted before readers ran; later what today's tool says.
pub(super) fn run(family: &Family, set: &Set) -> anyhow::Result<()> {
    let mut entry = ledger::entry(family.name, &set.name)?
        .with_context(|| format!("no predictions of `{}` are on record", set.name))?;
    set.unchanged(&entry)?;
    let outcomes = set.outcomes()?;
    let text = hash(&fs::read(set.outcomes_path())?);
    if entry.first.is_none() {
        ledger::committed(family.name, &entry)?;
        let said = set.predictions()?;
        let score = compare(&said, &outcomes, &entry.predicted.tool, text)?;
        show("first score", &score);
        print_wrong(&said, &outcomes);
        entry.first = Some(score);
        if entry.converted.is_some() {
            let rescues = set.rescues()?;
            let hash = hash(&fs::read(set.rescues_path())?);
            let first = rescue::compare(&set.manifest()?, &set.conversions()?, &outcomes, &rescues, hash)?;
            rescue::show(&first, &rescues);
            entry.rescue = Some(first);
        }
    } else {
        let first = entry.first.as_ref().map(|first| first.outcomes.clone());
        anyhow::ensure!(first == Some(text.clone()), "outcomes.tsv is not the one of the first score");
        let tool = predict::tool()?;
        let said = predict::judge(family, set, &set.manifest()?, &tool)?;
        fs::write(set.folder.join("regression.tsv"), predict::print(&said, &tool.revision))?;
        let score = compare(&said, &outcomes, &tool.revision, text)?;
        show("regression (the first score stays as it is)", &score);
        print_wrong(&said, &outcomes);
        entry.regressions.push(score);
    }
    let path = ledger::save(family.name, &entry)?;
    println!("written to {path}; `cargo xtask accuracy` brings docs/accuracy.md up to date");
    super::run_doc()
}

/// Counts every cell; a cell without an outcome is an error, since leaving out cells is how rates get better than they are.
fn compare(
    said: &BTreeMap<Cell, Fate>,
    outcomes: &BTreeMap<Cell, Fate>,
    tool: &str,
    hash: String,
) -> anyhow::Result<Score> {
    let mut real: BTreeMap<String, Counts> = BTreeMap::new();
    let mut left_out = Vec::new();
    for (cell, fate) in said {
        let Some(outcome) = outcomes.get(cell) else { bail!("{} by {}: no outcome", cell.0, cell.1) };
        if outcome.outcome == "excluded" {
            left_out.push(outcome.more.as_str());
        } else {
            let counts = real.entry(outcome.outcome.clone()).or_default();
            *counts.entry(fate.outcome.clone()).or_default() += 1;
        }
    }
    if let Some((file, target)) = outcomes.keys().find(|cell| !said.contains_key(*cell)) {
        bail!("{file} by {target}: nothing was predicted");
    }
    for outcome in ["loads", "fails", "misreads"] {
        real.entry(outcome.to_string()).or_default();
    }
    let excluded = tally(left_out.into_iter());
    Ok(Score { on: today()?, tool: tool.to_string(), outcomes: hash, excluded, real })
}

/// Right, unknown and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rate {
    pub(super) right: u64,
    pub(super) unknown: u64,
    pub(super) wrong: u64,
}

impl Rate {
    pub(super) fn all(self) -> u64 {
        self.right + self.unknown + self.wrong
    }
}

/// Whether a prediction is right, where the reader did this. What a reader drops, and `check` says so, is no misreading.
fn is_right(real: &str, said: &str) -> bool {
    match real {
        "loads" => matches!(said, "loads" | "noted" | "upgrades"),
        "misreads" => matches!(said, "misreads" | "noted"),
        _ => said == real,
    }
}

impl Score {
    fn rate(&self, outcome: &str) -> Rate {
        let mut rate = Rate::default();
        for (said, count) in self.real.get(outcome).into_iter().flatten() {
            match said.as_str() {
                "unknown" => rate.unknown += count,
                said if is_right(outcome, said) => rate.right += count,
                _ => rate.wrong += count,
            }
        }
        rate
    }

    /// Over cells that really load.
    pub(super) fn of_loads(&self) -> Rate {
        self.rate("loads")
    }

    /// Over cells that fail.
    pub(super) fn of_fails(&self) -> Rate {
        self.rate("fails")
    }

    /// Over cells that are misread.
    pub(super) fn of_misreads(&self) -> Rate {
        self.rate("misreads")
    }

    /// Cells that were said to load and do not.
    pub(super) fn wrong_loads(&self) -> u64 {
        let of = |outcome: &str| self.real.get(outcome).into_iter().flatten();
        let all =
            of("fails").map(|cell| ("fails", cell)).chain(of("misreads").map(|cell| ("misreads", cell)));
        let says_loads = |said: &str| matches!(said, "loads" | "noted" | "upgrades");
        all.filter(|(real, (said, _))| says_loads(said) && !is_right(real, said)).map(|(_, (_, n))| n).sum()
    }
}

fn show(title: &str, score: &Score) {
    println!("\n{title}, {}, tool {}", score.on, score.tool);
    println!(
        "  {:<10} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "really", "loads", "fails", "misreads", "unknown", "error"
    );
    for (outcome, said) in &score.real {
        let of = |words: &[&str]| words.iter().filter_map(|word| said.get(*word)).sum::<u64>();
        let loads = of(&["loads", "noted", "upgrades"]);
        let [fails, misreads, unknown, error] =
            [["fails"], ["misreads"], ["unknown"], ["error"]].map(|words| of(&words));
        println!("  {outcome:<10} {loads:>9} {fails:>9} {misreads:>9} {unknown:>9} {error:>9}");
        if let Some(noted) = said.get("noted") {
            println!("  {:<10} {noted:>9} of these with a note", "");
        }
    }
    let rates = [
        ("that load", score.of_loads()),
        ("that fail", score.of_fails()),
        ("that are misread", score.of_misreads()),
    ];
    for (what, rate) in rates {
        let Rate { right, unknown, wrong } = rate;
        println!("  of {} cells {what}: {right} right, {unknown} unknown, {wrong} wrong", rate.all());
    }
    println!("  said to load, and do not: {}", score.wrong_loads());
    score.excluded.iter().for_each(|(why, count)| println!("  {count} cells do not count: {why}"));
}

/// The cells that are wrong, grouped.
fn print_wrong(said: &BTreeMap<Cell, Fate>, outcomes: &BTreeMap<Cell, Fate>) {
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (cell, fate) in said {
        let Some(real) = outcomes.get(cell).filter(|real| real.outcome != "excluded") else { continue };
        if !is_right(&real.outcome, &fate.outcome) && fate.outcome != "unknown" {
            let first = fate.more.split("; ").next().unwrap_or_default();
            let message: String = real.more.chars().take(90).collect();
            let group = format!("{} ({}), said {} ({first})", real.outcome, message, fate.outcome);
            groups.entry(group).or_default().push(format!("{} by {}", cell.0, cell.1));
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    for (group, cells) in groups.iter().take(40) {
        println!("  wrong  {:>4} × {group}: {}", cells.len(), cells.first().map_or("", String::as_str));
    }
}

/// The score of an entry that is to be shown, with what it is called.
pub(super) fn scores(entry: &Entry) -> impl Iterator<Item = (&'static str, &Score)> {
    let first = entry.first.iter().map(|score| ("first", score));
    first.chain(entry.regressions.iter().map(|score| ("regression", score)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Rate, compare};
    use crate::unseen::ledger::tests::example;
    use crate::unseen::set::{Cell, Fate};

    #[test]
    fn rates_have_their_denominators() {
        let score = example().first.unwrap();
        assert_eq!(score.of_loads(), Rate { right: 90, unknown: 6, wrong: 4 });
        assert_eq!(score.of_fails(), Rate { right: 40, unknown: 0, wrong: 1 });
        assert_eq!(score.of_misreads(), Rate { right: 4, unknown: 0, wrong: 1 });
        assert_eq!(score.wrong_loads(), 2);
        assert_eq!(score.of_loads().all(), 100);
    }

    fn cells(list: &[(&str, &str)]) -> BTreeMap<Cell, Fate> {
        let fate = |outcome: &str| Fate { outcome: outcome.into(), stage: "-".into(), more: "why".into() };
        list.iter().map(|(file, outcome)| ((file.to_string(), "t".to_string()), fate(outcome))).collect()
    }

    #[test]
    fn every_cell_counts_once() {
        let said = cells(&[("a", "loads"), ("b", "unknown"), ("c", "loads")]);
        let real = cells(&[("a", "loads"), ("b", "fails"), ("c", "excluded")]);
        let score = compare(&said, &real, "rev", "hash".into()).unwrap();
        assert_eq!(score.of_loads().right, 1);
        assert_eq!(score.of_fails(), Rate { right: 0, unknown: 1, wrong: 0 });
        assert_eq!(score.of_misreads(), Rate::default());
        assert_eq!(score.excluded["why"], 1);
        assert!(compare(&said, &cells(&[("a", "loads")]), "rev", "hash".into()).is_err());
        assert!(compare(&cells(&[("a", "loads")]), &real, "rev", "hash".into()).is_err());
    }
}
