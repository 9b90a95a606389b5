//! Texts of all kinds with something changed in them: no panic, and no comparison that takes long, whatever they ask for.
//!
//! `OUTLAST_ROUNDS=250000 cargo test -p outlast-lint --test it hostile` tries a million of them; `OUTLAST_SEED` says where to begin.

use std::time::{Duration, Instant};

use outlast_flatbuffers::schema::Schema;
use outlast_lint::{dialect, fbs, layout, operators};
use outlast_opset::compat::Mode;
use outlast_opset::history::Release;
use outlast_opset::lint::{Coverage, Declared, Inventory, Request};
use outlast_opset::resolve::Rules;
use outlast_testkit::documents::Document;
use outlast_testkit::mutate::{Rng, flip};

use crate::support::pairs;

/// Texts of each kind in a usual run.
const ROUNDS: usize = 1500;

/// What one comparison may take: the bar is five seconds of a processor, and this one may be shared.
const LONGEST: Duration = Duration::from_secs(20);

/// What came of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Refused,
    Compared,
}

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// The texts of a kind, old and new.
fn texts(kind: &str, end: &str) -> Vec<[String; 2]> {
    let read = |pair: &Document, name: &str| Some(pair.file(&format!("{name}.{end}"))?.to_string());
    pairs(kind).iter().filter_map(|pair| Some([read(pair, "old")?, read(pair, "new")?])).collect()
}

/// Words that ask for more than they are long.
const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "255",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "18446744073709551615",
    "1e308",
    "nan",
    "required",
    "key",
    "id: 0",
    "force_align: 32",
    "struct",
    "table",
    "[T]",
    "[int:65535]",
    "bit_flags",
    "u64",
    "vbr(32)",
    "fixed(64)",
    "array",
    "blob",
    "optional",
    "inside",
    "int[]",
    "Tensor",
    "*",
    "=",
    "segments",
    "",
];

/// A text with something changed: a word, a line, a piece of another one, or bytes.
fn changed(text: &str, others: &[[String; 2]], rng: &mut Rng) -> String {
    let mut text = text.to_string();
    for _ in 0..=rng.below(2) {
        text = match rng.below(8) {
            0 => String::from_utf8_lossy(&flip(text.as_bytes(), rng)).into_owned(),
            1..=3 => other_word(&text, WORDS[rng.below(WORDS.len())], rng),
            4 => {
                // A word of the text in the place of another one.
                let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
                let word = words[rng.below(words.len())].to_string();
                other_word(&text, &word, rng)
            }
            5 | 6 => {
                let mut lines: Vec<&str> = text.split_inclusive(['\n', ';', '}', ',']).collect();
                let (from, to) = (rng.below(lines.len()), rng.below(lines.len()));
                match rng.below(3) {
                    0 => drop(lines.remove(from)),
                    1 => lines.insert(to, lines[from]),
                    _ => lines.swap(from, to),
                }
                lines.concat()
            }
            _ => {
                let other = &others[rng.below(others.len())][rng.below(2)];
                let at = |text: &str, rng: &mut Rng| {
                    (rng.below(text.len() + 1)..=text.len()).find(|at| text.is_char_boundary(*at))
                };
                let (here, there) = (at(&text, rng).unwrap_or(0), at(other, rng).unwrap_or(0));
                format!("{}{}", &text[..here], &other[there..])
            }
        };
        if text.is_empty() {
            break;
        }
    }
    text
}

fn other_word(text: &str, word: &str, rng: &mut Rng) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, c)| is_part(*c) && !text[..*at].chars().next_back().is_some_and(is_part))
        .map(|(at, _)| at)
        .collect();
    if starts.is_empty() {
        return word.to_string();
    }
    let start = starts[rng.below(starts.len())];
    let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |len| start + len);
    format!("{}{word}{}", &text[..start], &text[end..])
}

/// Changes texts and compares them, in both orders.
fn run(kind: &str, end: &str, compare: impl Fn(&str, &str) -> Came) {
    let all = texts(kind, end);
    let rounds = number("OUTLAST_ROUNDS").unwrap_or(ROUNDS);
    let first = number("OUTLAST_SEED").unwrap_or(0);
    let (mut compared, mut longest) = (0, Duration::ZERO);
    for round in first..first + rounds {
        let mut rng = Rng(20_261_128 + round as u64);
        let [old, new] = &all[rng.below(all.len())];
        let new = changed(new, &all, &mut rng);
        let old = if rng.below(4) == 0 { changed(old, &all, &mut rng) } else { old.clone() };
        let start = Instant::now();
        let came = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let there = compare(&old, &new);
            assert_eq!(compare(&new, &old), there);
            there
        }));
        let took = start.elapsed();
        assert!(came.is_ok(), "round {round}: OLD\n{old}\nNEW\n{new}");
        assert!(took <= LONGEST, "round {round}: {took:?}: OLD\n{old}\nNEW\n{new}");
        longest = longest.max(took);
        compared += usize::from(came.ok() == Some(Came::Compared));
    }
    println!(
        "{kind}: {rounds} mutants, {compared} of them compared in both orders; the longest took {longest:?}"
    );
    assert!(compared > 0);
}

#[test]
fn hostile_schemas() {
    run("fbs", "fbs", |old, new| {
        let (Ok(old), Ok(new)) = (Schema::parse(old), Schema::parse(new)) else { return Came::Refused };
        match fbs::lint(&old, &new, &fbs::Options::default()) {
            Ok(report) => {
                crate::support::check_report(&old, &new, &report);
                Came::Compared
            }
            Err(_) => Came::Refused,
        }
    });
}

#[test]
fn hostile_layouts() {
    run("layout", "toml", |old, new| {
        let (Ok(old), Ok(new)) = (layout::read_toml("old", old), layout::read_toml("new", new)) else {
            return Came::Refused;
        };
        match layout::lint(&old, &new) {
            Ok(_) => Came::Compared,
            Err(_) => Came::Refused,
        }
    });
}

#[test]
fn hostile_dialects() {
    run("dialect", "txt", |old, new| {
        let (Ok(old), Ok(new)) = (dialect::read_text("old", old), dialect::read_text("new", new)) else {
            return Came::Refused;
        };
        match dialect::lint(&old, &new) {
            Ok(_) => Came::Compared,
            Err(_) => Came::Refused,
        }
    });
}

#[test]
fn hostile_operators() {
    let set = |text: &str| -> Option<Inventory> {
        let schema = |line: &str| outlast_opset::schema::Schema::parse(line).ok().map(Declared::known);
        let schemas: Vec<Declared> = text.lines().filter_map(schema).collect();
        (!schemas.is_empty()).then_some(Inventory { coverage: Coverage::Complete, schemas })
    };
    run("operators", "txt", |old, new| {
        let (Some(old), Some(new)) = (set(old), set(new)) else { return Came::Refused };
        let request = Request {
            new: &new,
            old: &old,
            mode: Mode::Strict,
            table: None,
            functions: &[],
            history: &|_| None,
            allow: &[],
            as_of: None,
        };
        let rules = Rules::of(Release { major: 2, minor: 15, patch: 0 });
        let write = |code: &str| Some(code.as_bytes().to_vec());
        let sources = operators::Sources { old: rules, new: rules, table: None, allow: None, write: &write };
        let report = operators::lint(&outlast_opset::lint::lint(&request), &request, &sources);
        assert!(report.findings.iter().all(|finding| !finding.why.is_empty()));
        Came::Compared
    });
}
