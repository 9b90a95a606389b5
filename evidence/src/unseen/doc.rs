//! `cargo xtask accuracy`: the table of scores in `docs/accuracy.md`, from the ledgers. CI compares.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};

use super::content;
use super::ledger::{self, Entry, Score};
use super::rescue::{Rescue, Tally, rate};
use super::score::{Rate, scores};
use super::{FAMILIES, ledgers};
use crate::run::root;

const BEGIN: &str = "<!-- scores: written by `cargo xtask accuracy` from evidence/unseen/*.toml -->\n";
const END: &str = "<!-- end of scores -->\n";
/// Columns of a line of Markdown.
const WIDTH: usize = 120;

/// Writes the table.
pub(crate) fn run() -> anyhow::Result<()> {
    let path = root().join("docs/accuracy.md");
    let (old, new) = both()?;
    if old != new {
        fs::write(&path, new)?;
        println!("wrote docs/accuracy.md");
    }
    Ok(())
}

/// Fails if the table is not what the ledgers say.
pub(crate) fn check() -> anyhow::Result<()> {
    let (old, new) = both()?;
    if old != new {
        bail!("docs/accuracy.md is not what evidence/unseen/*.toml say: run `cargo xtask accuracy`");
    }
    println!("accuracy: docs/accuracy.md is as the ledgers say");
    Ok(())
}

/// The document as it is and as it should be.
fn both() -> anyhow::Result<(String, String)> {
    let old = fs::read_to_string(root().join("docs/accuracy.md")).context("docs/accuracy.md")?;
    let mut sets = Vec::new();
    if ledgers().is_dir() {
        for file in fs::read_dir(ledgers())? {
            let name = file?.file_name().to_string_lossy().into_owned();
            if name == content::NAME {
                continue;
            }
            let family = name.strip_suffix(".toml").map(str::to_string);
            let family = family.with_context(|| format!("evidence/unseen/{name} is no ledger"))?;
            if !FAMILIES.iter().any(|known| known.name == family) {
                bail!("evidence/unseen/{name}: no such family");
            }
            sets.extend(ledger::entries(&family)?.into_iter().map(|entry| (family.clone(), entry)));
        }
    }
    sets.sort_by(|a, b| (&a.0, &a.1.predicted.on, &a.1.name).cmp(&(&b.0, &b.1.predicted.on, &b.1.name)));
    let new = replaced(&old, &table(&sets))?;
    Ok((old, new))
}

fn replaced(old: &str, table: &str) -> anyhow::Result<String> {
    let (before, rest) = old.split_once(BEGIN).context("docs/accuracy.md: the first mark of the table")?;
    let (_, after) = rest.split_once(END).context("docs/accuracy.md: the last mark of the table")?;
    Ok(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

fn table(sets: &[(String, Entry)]) -> String {
    let mut text = String::from(
        "| family | set | score | date | tool | files | of cells that load: right / unknown / wrong | \
         of cells that fail: right / unknown / wrong | of cells that are misread: right / unknown / wrong | said to load, and do not |\n\
         |---|---|---|---|---|---:|---:|---:|---:|---:|\n",
    );
    for (family, entry) in sets {
        for (what, score) in scores(entry) {
            text += &row(family, entry, what, score);
        }
        if entry.first.is_none() {
            let _ = writeln!(
                text,
                "| {family} | {} | not scored yet | {} | `{}` | {} | | | | |",
                entry.name,
                entry.predicted.on,
                short(&entry.predicted.tool),
                files(entry)
            );
        }
    }
    for (family, entry) in sets {
        let kinds: Vec<String> = entry.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let mut about = format!("**{family} {}**: {} Files: {}.", entry.name, entry.about, kinds.join("; "));
        let excluded = entry.first.iter().flat_map(|score| &score.excluded);
        let excluded: Vec<String> = excluded.map(|(why, count)| format!("{count} ({why})")).collect();
        if !excluded.is_empty() {
            let _ = write!(about, " Cells that do not count: {}.", excluded.join("; "));
        }
        let _ = writeln!(text, "\n{}", filled(&about));
    }
    text + &conversions(sets)
}

/// A paragraph in lines of at most 120 columns.
fn filled(paragraph: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in paragraph.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    }
    text
}

/// The second table, of the sets that have conversions on record.
fn conversions(sets: &[(String, Entry)]) -> String {
    let mut text = String::new();
    for (family, entry) in sets {
        let Some(rescue) = &entry.rescue else { continue };
        if text.is_empty() {
            text += "\n### Conversions\n\n\
                 | family | set | from | to | not good | refused | converted | right | another result | fail | not compared | \
                 of those that their producer ran: right | of these that do not load as they are: right |\n\
                 |---|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
        }
        text += &rescue_rows(family, entry, rescue);
    }
    let left_out = sets.iter().filter_map(|(family, entry)| {
        let count = entry.rescue.as_ref().and(entry.converted.as_ref())?.did.get("left-out")?;
        let left_out = format!(
            "**{family} {}**: {count} cells that are not good were left out, since nobody would convert the file for \
             such a reader.",
            entry.name
        );
        Some(format!("\n{}\n", filled(&left_out)))
    });
    text + &left_out.collect::<String>()
}

fn rescue_rows(family: &str, entry: &Entry, rescue: &Rescue) -> String {
    let mut total = Tally::default();
    let mut text = String::new();
    let row = |from: &str, to: &str, tally: &Tally| {
        let [(right, ran), (rescued, needed)] = [rate(&tally.ran), rate(&tally.needed)];
        let [refused, ok, other, failed, excluded] =
            ["refused", "right", "other", "failed", "excluded"].map(|what| tally.count(what));
        format!(
            "| {family} | {} | {from} | {to} | {} | {refused} | {} | {ok} | {other} | {failed} | {excluded} | {right} of {ran} | {rescued} of {needed} |\n",
            entry.name,
            tally.cells(),
            tally.cells() - refused,
        )
    };
    for ((from, to), tally) in &rescue.pairs {
        text += &row(from, to, tally);
        total.add(tally);
    }
    text + &row("all", "all", &total)
}

fn row(family: &str, entry: &Entry, what: &str, score: &Score) -> String {
    let rate = |rate: Rate| format!("{} / {} / {} of {}", rate.right, rate.unknown, rate.wrong, rate.all());
    format!(
        "| {family} | {} | {what} | {} | `{}` | {} | {} | {} | {} | {} |\n",
        entry.name,
        score.on,
        short(&score.tool),
        files(entry),
        rate(score.of_loads()),
        rate(score.of_fails()),
        rate(score.of_misreads()),
        score.wrong_loads()
    )
}

fn short(revision: &str) -> &str {
    revision.get(..10).unwrap_or(revision)
}

fn files(entry: &Entry) -> u64 {
    entry.kinds.values().sum()
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, END, check, replaced, table};
    use crate::unseen::ledger::tests::{converted, example};

    #[test]
    fn the_document_is_as_the_ledgers_say() {
        check().unwrap();
    }

    /// The sentence of the README is the sum of all first scores in the table.
    #[test]
    fn the_readme_says_the_sums_of_first_scores() {
        let path = |name: &str| crate::run::root().join(name);
        let text = std::fs::read_to_string(path("docs/accuracy.md")).unwrap();
        let readme = std::fs::read_to_string(path("README.md")).unwrap();
        let (mut loads, mut others, mut sets) = ((0, 0), (0, 0), 0);
        for line in text.lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if cells.len() != 12 || cells[3] != "first" {
                continue;
            }
            sets += 1;
            for column in [7, 8, 9] {
                // right / unknown / wrong of all
                let sum = if column == 7 { &mut loads } else { &mut others };
                let Some((judged, all)) = cells[column].split_once(" of ") else { continue };
                sum.0 += judged.split(' ').next().unwrap().parse::<u64>().unwrap();
                sum.1 += all.parse::<u64>().unwrap();
            }
        }
        let thousands = |n: u64| format!("{},{:03}", n / 1000, n % 1000);
        let figures = |(right, all): (u64, u64)| format!("{} of {}", thousands(right), thousands(all));
        assert!(sets > 20, "{sets} sets");
        assert!(readme.contains(&figures(loads)), "loads: {}", figures(loads));
        assert!(readme.contains(&figures(others)), "others: {}", figures(others));
    }

    /// The last row of the table under "In short" is the sum of those above it.
    #[test]
    fn the_short_table_adds_up() {
        let text = std::fs::read_to_string(crate::run::root().join("docs/accuracy.md")).unwrap();
        let (short, _) = text.split_once("## The protocol").unwrap();
        let row = |line: &str| -> Option<[Vec<u64>; 2]> {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let numbers = |cell: &str| cell.split([' ', '/']).filter_map(|word| word.parse().ok()).collect();
            (cells.len() == 6 && cells[3].contains(" of ") && !cells[3].contains("right"))
                .then(|| [numbers(cells[3]), numbers(cells[4])])
        };
        let mut rows: Vec<[Vec<u64>; 2]> = short.lines().filter_map(row).collect();
        let together = rows.pop().unwrap();
        assert!(rows.len() > 4, "{} rows", rows.len());
        for column in [0, 1] {
            let sum = |at: usize| rows.iter().map(|row| row[column][at]).sum::<u64>();
            assert_eq!([0, 1, 2, 3].map(sum).as_slice(), together[column]);
        }
    }

    #[test]
    fn sets_with_conversions_have_a_second_table() {
        assert!(!table(&[("llvm".to_string(), example())]).contains("Conversions"));
        let text = table(&[("llvm".to_string(), example()), ("torch".to_string(), converted())]);
        assert!(
            text.contains("| torch 1.6.0 | torch-2.15.0 | 12 | 4 | 8 | 7 | 0 | 0 | 1 | 6 of 8 | 5 of 7 |"),
            "{text}"
        );
        assert!(text.contains("3 cells that are not good were left out"));
        assert_eq!(text.matches("### Conversions").count(), 1);
    }

    #[test]
    fn scores_stand_between_their_marks() {
        let text = table(&[("llvm".to_string(), example())]);
        assert!(text.contains(
            "| first | 2026-11-22 | `0123456789` | 15 | 90 / 6 / 4 of 100 | 40 / 0 / 1 of 41 | 4 / 0 / 1 of 5 | 2 |"
        ));
        assert!(text.contains("Cells that do not count: 2 (timeout)."));
        let old = format!("before\n{BEGIN}old\n{END}after\n");
        let new = replaced(&old, &text).unwrap();
        assert!(new.starts_with("before\n") && new.ends_with("after\n") && !new.contains("\nold\n"));
        assert_eq!(replaced(&new, &text).unwrap(), new);
        assert!(replaced("nothing", &text).is_err());
    }
}
