//! The ledger of a family, `evidence/unseen/FAMILY.toml`: what was predicted of each set, and the first score. Entries are added;
//! what stands in one does not change.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};
use toml::{Table, Value};

use super::ledgers;
use super::rescue::{self, Rescue};
use crate::run::{git, read};

/// How often each word occurs.
pub(super) type Counts = BTreeMap<String, u64>;

/// One set.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) about: String,
    /// Files by kind.
    pub(super) kinds: Counts,
    /// SHA-256 of `manifest.tsv`.
    pub(super) manifest: String,
    pub(super) targets: Vec<String>,
    pub(super) predicted: Predicted,
    pub(super) converted: Option<Converted>,
    pub(super) first: Option<Score>,
    /// The first score of the conversions.
    pub(super) rescue: Option<Rescue>,
    /// Later scores of the same set: once rules may have been made from it, they say nothing of unseen programs.
    pub(super) regressions: Vec<Score>,
}

/// What was said before readers ran.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Predicted {
    /// Day, UTC.
    pub(super) on: String,
    /// Commit that the tool was built from.
    pub(super) tool: String,
    /// SHA-256 of `predictions.tsv`.
    pub(super) predictions: String,
    /// Cells by outcome.
    pub(super) said: Counts,
}

/// What was converted before readers ran.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Converted {
    /// Day, UTC.
    pub(super) on: String,
    /// Commit that the tool was built from.
    pub(super) tool: String,
    /// SHA-256 of `conversions.tsv`.
    pub(super) conversions: String,
    /// Cells that were predicted not to load, by what was done.
    pub(super) did: Counts,
}

/// Predictions against outcomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Score {
    pub(super) on: String,
    pub(super) tool: String,
    /// SHA-256 of `outcomes.tsv`.
    pub(super) outcomes: String,
    /// Cells that do not count, by reason.
    pub(super) excluded: Counts,
    /// For cells with this real outcome (`loads`, `fails`, `misreads`): how often each was said.
    pub(super) real: BTreeMap<String, Counts>,
}

const HEAD: &str = "\
# Predictions of verdicts on unseen programs, and the first scores. Written by `cargo xtask interop FAMILY unseen`; entries
# are added, and what stands in one does not change. docs/accuracy.md says how it is done.
";

fn file(family: &str) -> String {
    format!("evidence/unseen/{family}.toml")
}

/// All entries of a family, in the order in which they were made.
pub(super) fn entries(family: &str) -> anyhow::Result<Vec<Entry>> {
    let path = ledgers().join(format!("{family}.toml"));
    match fs::read_to_string(&path) {
        Ok(text) => parse(&text).with_context(|| file(family)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| file(family)),
    }
}

/// The entry of a set, if there is one.
pub(super) fn entry(family: &str, name: &str) -> anyhow::Result<Option<Entry>> {
    Ok(entries(family)?.into_iter().find(|entry| entry.name == name))
}

/// Adds an entry, or completes the one that is there; returns the path of the ledger.
pub(super) fn save(family: &str, entry: &Entry) -> anyhow::Result<String> {
    let mut all = entries(family)?;
    match all.iter_mut().find(|known| known.name == entry.name) {
        Some(known) => {
            may_follow(known, entry)?;
            *known = entry.clone();
        }
        None => all.push(entry.clone()),
    }
    fs::create_dir_all(ledgers())?;
    fs::write(ledgers().join(format!("{family}.toml")), print(&all))?;
    Ok(file(family))
}

/// Whether an entry may take the place of one with its name: predictions, conversions and the first score stay.
fn may_follow(known: &Entry, entry: &Entry) -> anyhow::Result<()> {
    let same = Entry {
        converted: known.converted.clone(),
        first: known.first.clone(),
        rescue: known.rescue.clone(),
        regressions: known.regressions.clone(),
        ..entry.clone()
    };
    anyhow::ensure!(same == *known, "`{}`: the predictions on record would change", known.name);
    let scored = known.first.is_some();
    if (scored || known.converted.is_some()) && known.converted != entry.converted {
        bail!("`{}`: the conversions on record would change", known.name);
    }
    if scored && (&known.first, &known.rescue) != (&entry.first, &entry.rescue) {
        bail!("`{}`: the first score would be overwritten", known.name);
    }
    let kept = entry.regressions.starts_with(&known.regressions);
    anyhow::ensure!(kept, "`{}`: a score on record would change", known.name);
    Ok(())
}

/// Fails unless the predictions and conversions of this entry are in the ledger of the last commit.
pub(super) fn committed(family: &str, entry: &Entry) -> anyhow::Result<()> {
    let path = file(family);
    let text = read(git(&["show", &format!("HEAD:{path}")])).unwrap_or_default();
    let known = parse(&text)?.into_iter().find(|known| known.name == entry.name);
    let of = |entry: &Entry| (entry.manifest.clone(), entry.predicted.clone(), entry.converted.clone());
    anyhow::ensure!(
        known.is_some_and(|known| of(&known) == of(entry)),
        "the predictions or conversions of `{}` are not committed: commit {path} before readers run",
        entry.name
    );
    Ok(())
}

pub(super) fn counts(value: Option<&Value>) -> anyhow::Result<Counts> {
    let mut counts = Counts::new();
    for (word, count) in value.and_then(Value::as_table).context("a table of counts is missing")? {
        let count = count.as_integer().and_then(|count| u64::try_from(count).ok());
        counts.insert(word.clone(), count.with_context(|| format!("`{word}` is no count"))?);
    }
    Ok(counts)
}

pub(super) fn word(table: &Table, key: &str) -> anyhow::Result<String> {
    Ok(table.get(key).and_then(Value::as_str).with_context(|| format!("no `{key}`"))?.to_string())
}

fn score(table: &Table) -> anyhow::Result<Score> {
    let mut real = BTreeMap::new();
    for outcome in ["loads", "fails", "misreads"] {
        real.insert(outcome.to_string(), counts(table.get(outcome)).context(outcome)?);
    }
    let excluded = counts(table.get("excluded"))?;
    let [on, tool, outcomes] = ["on", "tool", "outcomes"].map(|key| word(table, key));
    Ok(Score { on: on?, tool: tool?, outcomes: outcomes?, excluded, real })
}

fn converted(table: &Table) -> anyhow::Result<Converted> {
    let [on, tool, conversions] = ["on", "tool", "conversions"].map(|key| word(table, key));
    Ok(Converted { on: on?, tool: tool?, conversions: conversions?, did: counts(table.get("did"))? })
}

fn parse(text: &str) -> anyhow::Result<Vec<Entry>> {
    let table: Table = text.parse()?;
    let sets = table.get("set").and_then(Value::as_array).cloned().unwrap_or_default();
    sets.iter().map(|set| parse_entry(set.as_table().context("a `set` is not a table")?)).collect()
}

fn parse_entry(set: &Table) -> anyhow::Result<Entry> {
    let predicted = set.get("predicted").and_then(Value::as_table).context("no `predicted`")?;
    let targets = set.get("targets").and_then(Value::as_array).context("no `targets`")?;
    let regressions = set.get("regression").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Ok(Entry {
        name: word(set, "name")?,
        about: word(set, "about")?,
        kinds: counts(set.get("kinds"))?,
        manifest: word(set, "manifest")?,
        targets: targets.iter().filter_map(Value::as_str).map(str::to_string).collect(),
        predicted: Predicted {
            on: word(predicted, "on")?,
            tool: word(predicted, "tool")?,
            predictions: word(predicted, "predictions")?,
            said: counts(predicted.get("said"))?,
        },
        converted: set.get("converted").and_then(Value::as_table).map(converted).transpose()?,
        first: set.get("first").and_then(Value::as_table).map(score).transpose()?,
        rescue: set.get("rescue").and_then(Value::as_table).map(rescue::parse).transpose()?,
        regressions: regressions.iter().filter_map(Value::as_table).map(score).collect::<Result<_, _>>()?,
    })
}

/// A string of TOML.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

pub(super) fn inline(counts: &Counts) -> String {
    let all: Vec<String> = counts.iter().map(|(word, count)| format!("{} = {count}", quoted(word))).collect();
    if all.is_empty() { "{}".to_string() } else { format!("{{ {} }}", all.join(", ")) }
}

fn print(entries: &[Entry]) -> String {
    let mut out = HEAD.to_string();
    for entry in entries {
        let targets: Vec<String> = entry.targets.iter().map(|target| quoted(target)).collect();
        let _ = write!(
            out,
            "\n[[set]]\nname = {}\nabout = {}\nkinds = {}\nmanifest = {}\ntargets = [{}]\n\n[set.predicted]\n",
            quoted(&entry.name),
            quoted(&entry.about),
            inline(&entry.kinds),
            quoted(&entry.manifest),
            targets.join(", ")
        );
        let Predicted { on, tool, predictions, said } = &entry.predicted;
        let _ = write!(
            out,
            "on = {}\ntool = {}\npredictions = {}\nsaid = {}\n",
            quoted(on),
            quoted(tool),
            quoted(predictions),
            inline(said)
        );
        if let Some(Converted { on, tool, conversions, did }) = &entry.converted {
            let _ = write!(
                out,
                "\n[set.converted]\non = {}\ntool = {}\nconversions = {}\ndid = {}\n",
                quoted(on),
                quoted(tool),
                quoted(conversions),
                inline(did)
            );
        }
        if let Some(first) = &entry.first {
            out += &print_score("[set.first]", first);
        }
        if let Some(rescue) = &entry.rescue {
            out += &rescue::print(rescue);
        }
        for score in &entry.regressions {
            out += &print_score("[[set.regression]]", score);
        }
    }
    out
}

fn print_score(head: &str, score: &Score) -> String {
    let mut out = format!(
        "\n{head}\non = {}\ntool = {}\noutcomes = {}\nexcluded = {}\n",
        quoted(&score.on),
        quoted(&score.tool),
        quoted(&score.outcomes),
        inline(&score.excluded)
    );
    for outcome in ["loads", "fails", "misreads"] {
        let said = score.real.get(outcome).cloned().unwrap_or_default();
        let _ = writeln!(out, "{outcome} = {}", inline(&said));
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Converted, Counts, Entry, Predicted, Score, may_follow, parse, print};
    use crate::unseen::rescue::tests::example as rescue;

    pub(in crate::unseen) fn example() -> Entry {
        let counts = |pairs: &[(&str, u64)]| -> Counts {
            pairs.iter().map(|(word, count)| (word.to_string(), *count)).collect()
        };
        let real = [
            ("loads", counts(&[("loads", 90), ("unknown", 6), ("fails", 4)])),
            ("fails", counts(&[("fails", 40), ("loads", 1)])),
            ("misreads", counts(&[("misreads", 3), ("noted", 1), ("loads", 1)])),
        ];
        Entry {
            name: "2026-11-sources".into(),
            about: "sources with a \"quote\"".into(),
            kinds: counts(&[("C", 12), ("C++, headers only", 3)]),
            manifest: "aa".into(),
            targets: vec!["llvm-14.0.6".into(), "llvm-22.1.8".into()],
            predicted: Predicted {
                on: "2026-11-22".into(),
                tool: "0123456789".into(),
                predictions: "bb".into(),
                said: counts(&[("loads", 92)]),
            },
            converted: None,
            first: Some(Score {
                on: "2026-11-22".into(),
                tool: "0123456789".into(),
                outcomes: "cc".into(),
                excluded: counts(&[("timeout", 2)]),
                real: real.map(|(outcome, said)| (outcome.to_string(), said)).into(),
            }),
            rescue: None,
            regressions: Vec::new(),
        }
    }

    pub(in crate::unseen) fn converted() -> Entry {
        let converted = Converted {
            on: "2026-11-22".into(),
            tool: "0123456789".into(),
            conversions: "dd".into(),
            did: [("converted".to_string(), 8), ("refused".to_string(), 4), ("left-out".to_string(), 3)]
                .into(),
        };
        Entry {
            name: "2026-11-models".into(),
            converted: Some(converted),
            rescue: Some(rescue()),
            ..example()
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let mut entry = example();
        entry.regressions = entry.first.clone().into_iter().collect();
        let without = Entry { first: None, regressions: Vec::new(), ..example() };
        let all = [entry, without, converted()];
        assert_eq!(parse(&print(&all)).unwrap(), all);
    }

    #[test]
    fn conversions_are_made_once_and_before_the_score() {
        let known = converted();
        let unscored = Entry { first: None, rescue: None, ..converted() };
        let predicted = Entry { converted: None, ..unscored.clone() };
        assert!(may_follow(&predicted, &unscored).is_ok());
        assert!(may_follow(&unscored, &known).is_ok());
        for (before, after) in [
            (&unscored, &predicted),
            (&known, &Entry { rescue: None, ..converted() }),
            (&Entry { rescue: None, converted: None, ..converted() }, &known),
        ] {
            assert!(may_follow(before, after).is_err());
        }
    }

    #[test]
    fn a_first_score_stays() {
        let known = example();
        let unscored = Entry { first: None, ..example() };
        assert!(may_follow(&unscored, &known).is_ok());
        assert!(may_follow(&known, &unscored).is_err());
        let mut other = example();
        if let Some(first) = &mut other.first {
            first.on = "2027-01-01".into();
        }
        assert!(may_follow(&known, &other).unwrap_err().to_string().contains("overwritten"));
        let mut changed = example();
        changed.predicted.predictions = "dd".into();
        assert!(may_follow(&known, &changed).is_err());
        let mut later = example();
        later.regressions = known.first.clone().into_iter().collect();
        assert!(may_follow(&known, &later).is_ok());
        assert!(may_follow(&later, &known).is_err());
    }
}
