//! What tests share: reading schemas from folders, and checking findings apart from the engine that made them.

use std::path::{Path, PathBuf};

use outlast_flatbuffers::schema::{ObjectId, Schema};
use outlast_lint::fbs::wire::{self, Reading, Side};
use outlast_lint::{Direction, Finding, Level, Outcome, Report, Witness};
use outlast_testkit::documents::Document;

/// The folder of the crate.
pub(crate) fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The pairs of a kind, from the documents of its folder: each has `old`, `new` and `expect.toml`.
#[track_caller]
pub(crate) fn pairs(kind: &str) -> Vec<Document> {
    Document::all(&home().join("pairs").join(kind))
}

/// Parses a schema of a pair; its includes are in the same document.
#[track_caller]
pub(crate) fn schema(pair: &Document, name: &str) -> Schema {
    let mut resolve = |wanted: &str| pair.file(wanted).map(str::to_string);
    let parsed = Schema::parse_with(name, pair.expect(name), &mut resolve);
    parsed.unwrap_or_else(|error| panic!("{}: {name}: {error}", pair.name()))
}

/// What is expected of a pair: the table, and its findings as lines, in order.
#[track_caller]
pub(crate) fn expected(pair: &Document) -> (toml::Table, Vec<String>) {
    let table: toml::Table = pair.expect("expect.toml").parse().unwrap();
    let mut lines: Vec<String> = Vec::new();
    for finding in table.get("finding").and_then(toml::Value::as_array).into_iter().flatten() {
        let text = |key: &str| finding[key].as_str().unwrap().to_string();
        lines.push(["rule", "level", "directions", "subject"].map(text).join(" "));
    }
    lines.sort();
    (table, lines)
}

/// Writes what was found as what is expected, to be looked at.
pub(crate) fn bless(pair: &Document, about: &str, report: &Report) {
    let mut text = format!("about = {about:?}\n");
    for finding in &report.findings {
        let line = line(finding);
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        for (index, key) in ["rule", "level", "directions", "subject"].iter().enumerate() {
            let head = if index == 0 { "\n[[finding]]\n" } else { "" };
            text.push_str(&format!("{head}{key} = {:?}\n", words[index]));
        }
    }
    pair.rewrite("expect.toml", &text);
}

/// Parses a schema; its includes are beside it.
pub(crate) fn load(path: &Path) -> Schema {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let folder = path.parent().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let parsed =
        Schema::parse_with(name, &text, &mut |wanted| std::fs::read_to_string(folder.join(wanted)).ok());
    parsed.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn exact(schema: &Schema, name: &str) -> ObjectId {
    let at = schema.objects.iter().position(|object| object.name == name);
    ObjectId(u32::try_from(at.unwrap_or_else(|| panic!("no `{name}`"))).unwrap())
}

/// Reads a witness again under both schemas: its writer's reads it, and the other refuses it where it is said to.
pub(crate) fn check_witness(old: &Schema, new: &Schema, witness: &Witness) {
    let (writer, reader) = match witness.direction {
        Direction::NewReadsOld => (old, new),
        Direction::OldReadsNew => (new, old),
    };
    let own = Reading { root: exact(writer, &witness.root), identified: true };
    let own = wire::read(writer, own, &witness.bytes);
    assert!(own.is_ok(), "its own reader refuses {witness:?}: {own:?}");
    let identifier = witness.outcome_is_identifier();
    let reading = Reading { root: exact(reader, &witness.read_as), identified: identifier };
    let read = wire::read(reader, reading, &witness.bytes);
    if let Some(first) = &witness.first {
        // Another change is refused before; behind it, the reader has trouble with this one.
        assert!(
            matches!(first, Outcome::Rejected { why, .. } if *why == read.unwrap_err().why),
            "{witness:?}"
        );
        let (read, stops) = wire::read_on(reader, reading, &witness.bytes).unwrap();
        let sides = (
            Side { schema: writer, root: exact(writer, &witness.root) },
            Side { schema: reader, root: exact(reader, &witness.read_as) },
        );
        let newer = witness.direction == Direction::OldReadsNew;
        let differences = wire::differences(sides.0, &own.unwrap(), sides.1, &read, newer);
        let shown = match &witness.outcome {
            Outcome::Equal => false,
            Outcome::Rejected { why, .. } => stops.iter().any(|stop| stop.refusal.why == *why),
            Outcome::Different { wrote, read, .. } => {
                wrote != read && (!differences.is_empty() || witness.remark.is_some())
            }
        };
        assert!(shown, "{witness:?}: {stops:?} {differences:?}");
        return;
    }
    match &witness.outcome {
        Outcome::Equal => panic!("a witness of nothing: {witness:?}"),
        Outcome::Rejected { why, .. } => assert_eq!(&read.unwrap_err().why, why),
        Outcome::Different { wrote, read: got, .. } => {
            assert_ne!(wrote, got);
            let sides = (
                Side { schema: writer, root: exact(writer, &witness.root) },
                Side { schema: reader, root: exact(reader, &witness.read_as) },
            );
            let newer = witness.direction == Direction::OldReadsNew;
            let difference = wire::compare(sides.0, &own.unwrap(), sides.1, &read.unwrap(), newer);
            // What only an older writer sets, a reader of the old version does not see.
            assert!(difference.is_some() || witness.remark.is_some(), "{witness:?}");
        }
    }
}

/// Whether it is the identifier for which a file is refused.
pub(crate) trait Identified {
    fn outcome_is_identifier(&self) -> bool;
}

impl Identified for Witness {
    fn outcome_is_identifier(&self) -> bool {
        matches!(&self.outcome, Outcome::Rejected { why, .. } if why.starts_with("the identifier"))
    }
}

/// What must hold of every report.
pub(crate) fn check_report(old: &Schema, new: &Schema, report: &Report) {
    for finding in &report.findings {
        for witness in &finding.witnesses {
            assert!(finding.directions.has(witness.direction) || finding.level != Level::Break);
            check_witness(old, new, witness);
        }
        let is_certain = finding.why.contains("The rule says so") || was_given_up(finding);
        if finding.level == Level::Break && !is_certain {
            for direction in finding.directions.iter() {
                assert!(finding.witness(direction).is_some(), "a break that nobody shows: {finding:#?}");
            }
        }
        assert!(!finding.why.is_empty() && !finding.fix.is_empty(), "{finding:#?}");
        assert!(!finding.directions.is_empty(), "{finding:#?}");
    }
}

/// Whether the search for a witness was given up, so that it counts without one.
pub(crate) fn was_given_up(finding: &Finding) -> bool {
    finding.why.contains("was given up")
}

/// One line of a finding, as expectations have it.
pub(crate) fn line(finding: &Finding) -> String {
    let directions = match (finding.directions.new_reads_old, finding.directions.old_reads_new) {
        (true, true) => "both",
        (true, false) => "new-reads-old",
        (false, true) => "old-reads-new",
        (false, false) => "none",
    };
    format!("{} {} {} {}", finding.rule.name, finding.level.name(), directions, finding.subject)
}
