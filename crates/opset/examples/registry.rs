//! In which order releases try operators, and which functions they compile, as one table: `registry RELEASE.tsv …`.
//!
//! A line of input is `operator` or `function`, a tab, and a schema as the release prints it, in the release's order. The rows go to
//! `crates/opset/schemas/registry.txt`.

use std::collections::BTreeMap;
use std::path::Path;

use outlast_opset::history::{self, Interval, Release};
use outlast_opset::schema::{Schema, Spelling};

type Found = Result<(), Box<dyn std::error::Error>>;

#[allow(clippy::print_stdout)] // It prints a table.
fn main() -> Found {
    let mut dumps = Vec::new();
    for name in std::env::args().skip(1) {
        let release = Path::new(&name).file_stem().and_then(|stem| Release::parse(stem.to_str()?));
        let release = release.ok_or_else(|| format!("{name}: named like `2.15.0.tsv`"))?;
        dumps.push((release, std::fs::read_to_string(&name)?));
    }
    dumps.sort_by_key(|(release, _)| *release);
    let releases: Vec<Release> = dumps.iter().map(|(release, _)| *release).collect();
    // Rows with the releases that have them; functions by place among those of their name, so that their order stays.
    let mut orders: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    let mut functions: BTreeMap<(String, usize, String), Vec<usize>> = BTreeMap::new();
    for (at, (release, lines)) in dumps.iter().enumerate() {
        let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for line in lines.lines() {
            let (kind, text) = line.split_once('\t').ok_or("KIND, a tab, SCHEMA expected")?;
            let name = text.split(['(', '.']).next().unwrap_or_default();
            if kind == "operator" {
                names.entry(name).or_default().push(text);
            } else {
                let schema = Schema::parse(text)?;
                let count = counts.entry(schema.name.name.clone()).or_default();
                functions.entry((schema.name.name.clone(), *count, schema.to_string())).or_default().push(at);
                *count += 1;
            }
        }
        for (name, printed) in names {
            if let Some(order) = order(name, &printed, *release)? {
                orders.entry((name.to_string(), order)).or_default().push(at);
            }
        }
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for ((name, _, schema), held) in &functions {
        let place = places.entry(name).or_default();
        let signature = schema.strip_prefix(name.as_str()).unwrap_or_default();
        println!("function {name} {} = {place} {signature}", Interval::list(held.iter().copied(), &releases));
        *place += 1;
    }
    for ((name, order), held) in &orders {
        println!("order {name} {} = {order}", Interval::list(held.iter().copied(), &releases));
    }
    Ok(())
}

/// The overloads in the release's order; nothing for a name with one schema.
fn order(
    name: &str,
    printed: &[&str],
    release: Release,
) -> Result<Option<String>, Box<dyn std::error::Error>> {
    let mut known: Vec<(String, String)> = Vec::new();
    for entry in history::torch().overloads(name, release) {
        let nth = known
            .iter()
            .filter(|(word, _)| word.split('#').next() == Some(shown_overload(entry.overload)))
            .count();
        let nth = if nth == 0 { String::new() } else { format!("#{nth}") };
        let word = format!("{}{nth}", shown_overload(entry.overload));
        known.push((word, entry.schema()?.spelled(Spelling::of(release)).to_string()));
    }
    if known.len() < 2 {
        return Ok(None);
    }
    let mut words: Vec<&str> = Vec::new();
    for text in printed {
        let found = known.iter().find(|(_, spelled)| spelled == text);
        let (word, _) = found.ok_or_else(|| format!("{release}: `{text}` is not in the table of schemas"))?;
        // Some are registered twice.
        if !words.contains(&word.as_str()) {
            words.push(word);
        }
    }
    Ok(Some(words.join(" ")))
}

fn shown_overload(overload: &str) -> &str {
    if overload.is_empty() { "-" } else { overload }
}
