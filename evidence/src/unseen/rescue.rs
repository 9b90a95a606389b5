//! What became of cells that were converted: by direction, how many run to the recorded results.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, bail};
use toml::{Table, Value};

use super::ledger::{Counts, counts, inline, quoted, word};
use super::set::{Cell, Conversion, Fate, Made};

/// What can become of a cell: `right` computes what was recorded, `other` something else; `excluded` could not be compared.
pub(super) const RESCUED: &[&str] = &["refused", "right", "other", "failed", "excluded"];
/// What the second word of a cell can be.
const RAN: &str = "ran";

/// The first score of the conversions of a set.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rescue {
    /// SHA-256 of `rescues.tsv`.
    pub(super) rescues: String,
    pub(super) pairs: BTreeMap<Pair, Tally>,
}

/// A producer, and a target.
pub(super) type Pair = (String, String);

/// Cells of one direction by what became of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) all: Counts,
    /// Of these, those whose producer ran the file.
    pub(super) ran: Counts,
    /// Of these, those that the reader really refuses or misreads as they are.
    pub(super) needed: Counts,
}

impl Tally {
    /// Adds what another has.
    pub(super) fn add(&mut self, other: &Tally) {
        let all = (&mut self.all, &other.all);
        for (mine, others) in [all, (&mut self.ran, &other.ran), (&mut self.needed, &other.needed)] {
            for (what, count) in others {
                *mine.entry(what.clone()).or_default() += count;
            }
        }
    }

    /// Cells that were not good.
    pub(super) fn cells(&self) -> u64 {
        self.all.values().sum()
    }

    /// Cells with this end.
    pub(super) fn count(&self, what: &str) -> u64 {
        self.all.get(what).copied().unwrap_or_default()
    }
}

/// Of the cells that can be compared: how many are right, and how many there are.
pub(super) fn rate(counts: &Counts) -> (u64, u64) {
    let all = counts.iter().filter(|(what, _)| *what != "excluded").map(|(_, count)| count).sum();
    (counts.get("right").copied().unwrap_or_default(), all)
}

/// Counts every conversion by producer and target. One that nothing is said of, or something that cannot be, is an error.
pub(super) fn compare(
    manifest: &[Made],
    conversions: &BTreeMap<Cell, Conversion>,
    outcomes: &BTreeMap<Cell, Fate>,
    rescues: &BTreeMap<Cell, Fate>,
    hash: String,
) -> anyhow::Result<Rescue> {
    let producers: BTreeMap<&str, &str> =
        manifest.iter().map(|made| (made.file.as_str(), made.producer.as_str())).collect();
    let mut pairs: BTreeMap<Pair, Tally> = BTreeMap::new();
    let asked = || conversions.iter().filter(|(_, conversion)| conversion.what != "left-out");
    for (cell, conversion) in asked() {
        let Some(fate) = rescues.get(cell) else { bail!("{} by {}: no outcome", cell.0, cell.1) };
        let refused = conversion.what == "refused";
        if refused != (fate.outcome == "refused") {
            bail!("{} by {}: {}, and its outcome is {}", cell.0, cell.1, conversion.what, fate.outcome);
        }
        let producer = producers.get(cell.0.as_str()).with_context(|| format!("{} was not made", cell.0))?;
        let tally = pairs.entry((producer.to_string(), cell.1.clone())).or_default();
        let as_it_is = outcomes.get(cell).map(|real| real.outcome.as_str());
        let ran = fate.stage == RAN;
        let needed = ran && matches!(as_it_is, Some("fails" | "misreads"));
        for (counts, counted) in [(&mut tally.all, true), (&mut tally.ran, ran), (&mut tally.needed, needed)]
        {
            if counted {
                *counts.entry(fate.outcome.clone()).or_default() += 1;
            }
        }
    }
    anyhow::ensure!(rescues.len() == asked().count(), "outcomes of cells that were not converted");
    Ok(Rescue { rescues: hash, pairs })
}

/// The conversions of a score in the ledger.
pub(super) fn parse(table: &Table) -> anyhow::Result<Rescue> {
    let mut pairs = BTreeMap::new();
    for pair in table.get("pair").and_then(Value::as_array).into_iter().flatten() {
        let pair = pair.as_table().context("a `pair` is not a table")?;
        let [all, ran, needed] = ["all", "ran", "needed"].map(|key| counts(pair.get(key)));
        let tally = Tally { all: all?, ran: ran?, needed: needed? };
        pairs.insert((word(pair, "from")?, word(pair, "to")?), tally);
    }
    Ok(Rescue { rescues: word(table, "rescues")?, pairs })
}

/// The same as text.
pub(super) fn print(rescue: &Rescue) -> String {
    let mut out = format!("\n[set.rescue]\nrescues = {}\npair = [\n", quoted(&rescue.rescues));
    for ((from, to), tally) in &rescue.pairs {
        let _ = writeln!(
            out,
            "  {{ from = {}, to = {}, all = {}, ran = {}, needed = {} }},",
            quoted(from),
            quoted(to),
            inline(&tally.all),
            inline(&tally.ran),
            inline(&tally.needed)
        );
    }
    out + "]\n"
}

/// Shows the counts, and the cells that run to another result.
pub(super) fn show(rescue: &Rescue, rescues: &BTreeMap<Cell, Fate>) {
    println!(
        "\nconversions of cells that were not good; right of those whose producer ran the file; right of these that really do not load as they are"
    );
    let tell = |pair: &str, tally: &Tally| {
        let [(right, all), (rescued, needed)] = [rate(&tally.ran), rate(&tally.needed)];
        println!("  {pair}: {} {:?}; {right} of {all}; {rescued} of {needed}", tally.cells(), tally.all);
    };
    let mut total = Tally::default();
    for ((from, to), tally) in &rescue.pairs {
        tell(&format!("{from} to {to}"), tally);
        total.add(tally);
    }
    tell("together", &total);
    for (cell, fate) in
        rescues.iter().filter(|(_, fate)| ["other", "failed"].contains(&fate.outcome.as_str()))
    {
        println!("  {} ({}): {} by {}: {}", fate.outcome, fate.stage, cell.0, cell.1, fate.more);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;

    use super::{Rescue, Tally, compare, parse, print, rate};
    use crate::unseen::set::{Cell, Conversion, Fate, Made};

    pub(in crate::unseen) fn example() -> Rescue {
        let counts = |pairs: &[(&str, u64)]| pairs.iter().map(|(what, n)| (what.to_string(), *n)).collect();
        let tally = Tally {
            all: counts(&[("right", 7), ("refused", 4), ("excluded", 1)]),
            ran: counts(&[("right", 6), ("refused", 2), ("excluded", 1)]),
            needed: counts(&[("right", 5), ("refused", 2)]),
        };
        let pair = ("torch 1.6.0".to_string(), "torch-2.15.0".to_string());
        Rescue { rescues: "ee".into(), pairs: [(pair, tally)].into() }
    }

    #[test]
    fn what_is_written_is_read() {
        let table: toml::Table = print(&example()).replace("[set.rescue]", "").parse().unwrap();
        assert_eq!(parse(&table).unwrap(), example());
    }

    #[test]
    fn every_conversion_counts_once() {
        let cell = |file: &str| -> Cell { (file.to_string(), "torch-2.15.0".to_string()) };
        let made = ["a", "b", "c", "d"].map(|file| Made {
            file: file.into(),
            sha256: String::new(),
            kind: "script".into(),
            producer: "torch 1.6.0".into(),
            companions: Vec::new(),
            how: "-".into(),
        });
        let conversions: BTreeMap<Cell, Conversion> =
            [("a", "converted"), ("b", "refused"), ("c", "converted"), ("d", "left-out")]
                .map(|(file, what)| (cell(file), Conversion { what: what.into(), more: "-".into() }))
                .into();
        let rescues = |list: &[(&str, &str, &str)]| -> BTreeMap<Cell, Fate> {
            let fate = |outcome: &str, ran: &str| Fate {
                outcome: outcome.into(),
                stage: ran.into(),
                more: "-".into(),
            };
            list.iter().map(|(file, outcome, ran)| (cell(file), fate(outcome, ran))).collect()
        };
        let all = rescues(&[("a", "right", "ran"), ("b", "refused", "ran"), ("c", "other", "never-ran")]);
        let outcomes = rescues(&[("a", "loads", "-"), ("b", "fails", "-"), ("c", "misreads", "-")]);
        let rescue = compare(&made, &conversions, &outcomes, &all, "hash".into()).unwrap();
        let tally = rescue.pairs.values().next().unwrap();
        assert_eq!((tally.cells(), tally.count("other")), (3, 1));
        assert_eq!((rate(&tally.ran), rate(&tally.needed)), ((1, 2), (0, 1)));
        for wrong in [
            &[("a", "right", "ran"), ("b", "refused", "ran")][..],
            &[("a", "right", "ran"), ("b", "right", "ran"), ("c", "right", "ran")],
            &[("a", "right", "ran"), ("b", "refused", "ran"), ("c", "right", "ran"), ("d", "right", "ran")],
        ] {
            assert!(compare(&made, &conversions, &outcomes, &rescues(wrong), "hash".into()).is_err());
        }
    }
}
