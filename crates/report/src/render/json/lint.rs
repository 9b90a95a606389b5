//! `outlast/lint/1` and `outlast/witnesses/1`.

use outlast::lint::{Outcome, Site, Witness};
use outlast_core::Severity;
use serde::Serialize;

use super::FailedEntry;
use crate::changes::{Census, Changes, ComparedSets, Comparison, Found, asked};
use crate::scan::Ignored;

/// Bytes of a witness that a document shows; larger ones are only saved.
const SMALL: usize = 512;

/// What a lint found.
#[derive(Debug, Serialize)]
pub struct ChangesDocument {
    schema: &'static str,
    kind: &'static str,
    new: String,
    against: Vec<String>,
    as_of: Option<String>,
    counts: Counts,
    files: Vec<FileJson>,
    findings: Vec<FindingJson>,
    /// Of operator sets: what changed, one for each baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    sets: Option<Vec<ComparedSets>>,
    failures: Vec<FailureJson>,
}

#[derive(Debug, Serialize)]
struct Counts {
    breaks: usize,
    depends_on_data: usize,
    notes: usize,
    ignored: usize,
    errors: usize,
    warnings: usize,
}

#[derive(Debug, Serialize)]
struct FileJson {
    file: String,
    against: Vec<String>,
}

#[derive(Debug, Serialize)]
struct FailureJson {
    against: Option<String>,
    #[serde(flatten)]
    failure: FailedEntry,
}

#[derive(Debug, Serialize)]
struct FindingJson {
    file: String,
    code: String,
    rule: &'static str,
    title: &'static str,
    level: &'static str,
    severity: &'static str,
    directions: Vec<&'static str>,
    surface: &'static str,
    subject: String,
    new: Option<SiteJson>,
    old: Option<SiteJson>,
    why: String,
    fix: String,
    first: &'static str,
    bump: &'static str,
    held_against: Vec<String>,
    witnesses: Vec<WitnessJson>,
    data: Option<DataJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<Ignored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expired: Option<Ignored>,
}

#[derive(Debug, Serialize)]
struct SiteJson {
    file: String,
    line: Option<u32>,
    column: Option<u32>,
    offset: Option<u32>,
    end: Option<u32>,
    text: String,
}

#[derive(Debug, Serialize)]
struct WitnessJson {
    direction: &'static str,
    root: String,
    read_as: String,
    wrote: String,
    set: usize,
    outcome: OutcomeJson,
    /// What the reader refuses or misreads first, where another change hides this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<OutcomeJson>,
    remark: Option<&'static str>,
    size: usize,
    bytes: Option<String>,
    file: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum OutcomeJson {
    Equal,
    Rejected { path: String, why: String },
    Different { path: String, wrote: String, read: String },
}

#[derive(Debug, Serialize)]
struct DataJson {
    question: String,
    answer: Option<CensusJson>,
}

#[derive(Debug, Serialize)]
struct CensusJson {
    folder: String,
    answer: &'static str,
    files: u64,
    files_with: u64,
    files_passed: u64,
    count: u64,
    first: Option<FirstJson>,
}

#[derive(Debug, Serialize)]
struct FirstJson {
    file: String,
    offset: Option<u64>,
}

impl ChangesDocument {
    /// The document of a lint.
    pub fn new(changes: &Changes) -> ChangesDocument {
        let levels = changes.levels();
        let count = |severity| {
            let of = |found: &Found| found.ignored.is_none() && found.severity == severity;
            changes.findings().filter(|(_, found)| of(found)).count()
        };
        let failures = changes.failures.iter().map(|failed| FailureJson {
            against: failed.against.clone(),
            failure: FailedEntry::new(&failed.failure),
        });
        let file = |one: &Comparison| FileJson { file: one.file.clone(), against: one.against.clone() };
        ChangesDocument {
            schema: "outlast/lint/1",
            kind: changes.kind,
            new: changes.new.clone(),
            against: changes.against.clone(),
            as_of: changes.as_of.clone(),
            counts: Counts {
                breaks: levels.breaks,
                depends_on_data: levels.depends_on_data,
                notes: levels.notes,
                ignored: levels.ignored,
                errors: count(Severity::Error),
                warnings: count(Severity::Warning),
            },
            files: changes.comparisons.iter().map(file).collect(),
            findings: changes.findings().map(|(of, found)| finding(of, found)).collect(),
            sets: (changes.kind == "operators")
                .then(|| changes.comparisons.iter().flat_map(|one| one.sets.clone()).collect()),
            failures: failures.collect(),
        }
    }
}

fn finding(comparison: &Comparison, found: &Found) -> FindingJson {
    let finding = &found.held.finding;
    FindingJson {
        file: comparison.file.clone(),
        code: finding.rule.code.to_string(),
        rule: finding.rule.name,
        title: finding.rule.title,
        level: finding.level.name(),
        severity: found.severity.name(),
        directions: finding.directions.iter().map(outlast::lint::Direction::name).collect(),
        surface: finding.surface.name(),
        subject: finding.subject.clone(),
        new: finding.new.as_ref().map(site),
        old: finding.old.as_ref().map(site),
        why: finding.why.clone(),
        fix: finding.fix.clone(),
        first: finding.first.name(),
        bump: finding.bump.name(),
        held_against: found.held.against.clone(),
        witnesses: found.witnesses().map(|(witness, saved)| WitnessJson::new(witness, saved)).collect(),
        data: finding.data.as_ref().map(|question| DataJson {
            question: asked(question),
            answer: found.census.as_ref().map(census),
        }),
        ignored: found.ignored.clone(),
        expired: found.expired.clone(),
    }
}

fn site(site: &Site) -> SiteJson {
    let of = |number: u32| (site.line > 0).then_some(number);
    SiteJson {
        file: site.file.clone(),
        line: of(site.line),
        column: of(site.column),
        offset: of(site.bytes.start),
        end: of(site.bytes.end),
        text: site.text.clone(),
    }
}

impl OutcomeJson {
    fn from_outcome(outcome: Outcome) -> OutcomeJson {
        match outcome {
            Outcome::Equal => OutcomeJson::Equal,
            Outcome::Rejected { path, why } => OutcomeJson::Rejected { path, why },
            Outcome::Different { path, wrote, read } => OutcomeJson::Different { path, wrote, read },
        }
    }
}

impl WitnessJson {
    fn new(witness: &Witness, saved: Option<&str>) -> WitnessJson {
        let bytes = (witness.bytes.len() <= SMALL).then(|| hex(&witness.bytes));
        WitnessJson {
            direction: witness.direction.name(),
            root: witness.root.clone(),
            read_as: witness.read_as.clone(),
            wrote: witness.wrote.clone(),
            set: witness.set,
            outcome: OutcomeJson::from_outcome(witness.outcome.clone()),
            first: witness.first.clone().map(OutcomeJson::from_outcome),
            remark: witness.remark,
            size: witness.bytes.len(),
            bytes,
            file: saved.map(str::to_string),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn census(census: &Census) -> CensusJson {
    CensusJson {
        folder: census.folder.clone(),
        answer: match (census.answered(), census.with) {
            (0, _) => "no-file",
            (_, 0) => "never",
            _ => "seen",
        },
        files: census.answered(),
        files_with: census.with,
        files_passed: census.passed,
        count: census.count,
        first: census.first.clone().map(|(file, offset)| FirstJson { file, offset }),
    }
}

/// What stands beside saved witnesses: which file shows what.
#[derive(Debug, Serialize)]
pub struct WitnessIndex {
    schema: &'static str,
    new: String,
    against: Vec<String>,
    witnesses: Vec<IndexedJson>,
}

#[derive(Debug, Serialize)]
struct IndexedJson {
    code: String,
    rule: &'static str,
    subject: String,
    schema_file: String,
    held_against: Vec<String>,
    #[serde(flatten)]
    witness: WitnessJson,
}

impl WitnessIndex {
    /// The schema of the document.
    pub const SCHEMA: &'static str = "outlast/witnesses/1";

    /// All witnesses that were saved.
    pub fn new(changes: &Changes) -> WitnessIndex {
        let mut witnesses = Vec::new();
        for (comparison, found) in changes.findings() {
            let finding = &found.held.finding;
            for (witness, saved) in found.witnesses().filter(|(_, saved)| saved.is_some()) {
                witnesses.push(IndexedJson {
                    code: finding.rule.code.to_string(),
                    rule: finding.rule.name,
                    subject: finding.subject.clone(),
                    schema_file: comparison.file.clone(),
                    held_against: found.held.against.clone(),
                    witness: WitnessJson::new(witness, saved),
                });
            }
        }
        WitnessIndex {
            schema: WitnessIndex::SCHEMA,
            new: changes.new.clone(),
            against: changes.against.clone(),
            witnesses,
        }
    }
}
