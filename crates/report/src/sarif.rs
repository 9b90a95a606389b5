//! Findings as SARIF 2.1.0, the form that code hosts and editors take: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.

use std::collections::BTreeMap;

use outlast::RUNS_CODE;
use outlast_core::{Code, CodeInfo, Place, Severity};
use serde::Serialize;

use crate::located::{LocatedFinding, SourceText};
use crate::risk::RiskRecord;
use crate::scan::Ignored;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log with one run.
#[derive(Debug, Serialize)]
pub struct SarifLog {
    version: &'static str,
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Debug, Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    short_description: Message,
    full_description: Message,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifResult {
    pub(crate) rule_id: String,
    pub(crate) rule_index: usize,
    pub(crate) level: &'static str,
    pub(crate) message: Message,
    pub(crate) locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) suppressions: Option<Vec<Suppression>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) baseline_state: Option<&'static str>,
    pub(crate) partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) properties: Option<Properties>,
}

/// What SARIF has no field for.
#[derive(Debug, Serialize)]
pub(crate) struct Properties {
    tags: [&'static str; 2],
    callable: String,
}

/// Why a result does not count.
#[derive(Debug, Serialize)]
pub(crate) struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
}

impl Suppression {
    /// By an entry of a configuration.
    pub(crate) fn new(ignored: &Ignored) -> Suppression {
        Suppression::by(ignored.sentence("until"))
    }

    fn by(justification: String) -> Suppression {
        Suppression { kind: "external", status: "accepted", justification }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<RegionJson>,
}

#[derive(Debug, Serialize)]
struct Artifact {
    uri: String,
}

/// A part of a text, or of a file that is none.
#[derive(Debug, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum RegionJson {
    Lines { start_line: usize, start_column: usize, end_line: usize, end_column: usize },
    Bytes { byte_offset: u64, byte_length: u64 },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical {
    fully_qualified_name: String,
}

impl SarifLog {
    /// The findings of one run of the tool. `codes` says what their codes mean.
    pub fn new(findings: &[LocatedFinding<'_>], codes: &[CodeInfo]) -> SarifLog {
        let mut used: Vec<Code> = findings.iter().map(|finding| finding.diagnostic.code).collect();
        used.sort_unstable();
        used.dedup();
        let results = findings.iter().map(|finding| result(finding, &used)).collect();
        SarifLog::of(&used, codes, results)
    }

    /// As [`SarifLog::new`], of findings of which some are ignored.
    pub fn marked(findings: &[(LocatedFinding<'_>, Option<&Ignored>)], codes: &[CodeInfo]) -> SarifLog {
        let mut used: Vec<Code> = findings.iter().map(|(finding, _)| finding.diagnostic.code).collect();
        used.sort_unstable();
        used.dedup();
        // All results of a run say which entries suppress them, or none does: SARIF 2.1.0, 3.27.23.
        let is_suppressed = findings.iter().any(|(_, ignored)| ignored.is_some());
        let results = findings.iter().map(|(finding, ignored)| SarifResult {
            suppressions: is_suppressed.then(|| ignored.iter().map(|one| Suppression::new(one)).collect()),
            ..result(finding, &used)
        });
        SarifLog::of(&used, codes, results.collect())
    }

    /// Results that name rules by their index in `used`.
    pub(crate) fn of(used: &[Code], codes: &[CodeInfo], results: Vec<SarifResult>) -> SarifLog {
        let rule = |code: &Code| {
            let info = codes.iter().find(|info| info.code == *code);
            let text =
                |text: fn(&CodeInfo) -> &'static str| Message { text: info.map_or("", text).to_string() };
            Rule {
                id: code.to_string(),
                short_description: text(|info| info.title),
                full_description: text(|info| info.text),
            }
        };
        let rules = used.iter().map(rule).collect();
        let driver = Driver { name: "outlast", version: env!("CARGO_PKG_VERSION"), rules };
        SarifLog {
            version: "2.1.0",
            schema: SCHEMA,
            runs: [Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results }],
        }
    }
}

impl Location {
    /// Bytes of a file, and where they are in its structure.
    pub(crate) fn bytes(file: &str, (offset, end): (u64, u64), path: &str) -> Location {
        let region =
            (end > offset).then(|| RegionJson::Bytes { byte_offset: offset, byte_length: end - offset });
        let name = (!path.is_empty()).then(|| Logical { fully_qualified_name: path.to_string() });
        Location {
            id: None,
            physical_location: Physical { artifact_location: Artifact { uri: uri(file) }, region },
            logical_locations: name.into_iter().collect(),
            message: None,
        }
    }
}

/// Code that reading a file runs, as a result. `is_suppressed`: whether results say what suppresses them.
pub(crate) fn of_risk(file: &str, risk: &RiskRecord, used: &[Code], is_suppressed: bool) -> SarifResult {
    let code = Code::parse(&risk.code).unwrap_or(Code(0));
    // Offsets in a nested file are none of this file's.
    let (bytes, nested) = match &risk.source {
        None => ((risk.offset, risk.end), String::new()),
        Some(source) => ((0, 0), source.clone()),
    };
    let path = [nested, risk.path.clone()].into_iter().filter(|part| !part.is_empty());
    SarifResult {
        rule_id: risk.code.clone(),
        rule_index: used.binary_search(&code).unwrap_or_default(),
        level: "error",
        message: Message { text: risk.sentence() },
        locations: vec![Location::bytes(file, bytes, &path.collect::<Vec<_>>().join(" / "))],
        related_locations: Vec::new(),
        suppressions: is_suppressed
            .then(|| risk.allowed.iter().map(|who| Suppression::by(format!("allowed by {who}"))).collect()),
        baseline_state: None,
        partial_fingerprints: BTreeMap::from([(
            "outlast/1",
            format!("{file} {RUNS_CODE} {} {}", risk.how, risk.callable),
        )]),
        properties: Some(Properties { tags: ["security", RUNS_CODE], callable: risk.callable.clone() }),
    }
}

fn result(finding: &LocatedFinding<'_>, used: &[Code]) -> SarifResult {
    let diagnostic = finding.diagnostic;
    let mut text = diagnostic.title.clone();
    for line in diagnostic.notes.iter().chain(&diagnostic.help) {
        text.push('\n');
        text.push_str(line);
    }
    let related = finding.elsewhere.iter().enumerate().map(|(at, (file, label, place))| Location {
        id: Some(at + 1),
        message: Some(Message { text: (*label).to_string() }),
        ..location(file, place)
    });
    // What stays the same when lines move: hosts follow a finding by it.
    let identity = format!("{} {}", diagnostic.code, diagnostic.place.path);
    SarifResult {
        rule_id: diagnostic.code.to_string(),
        rule_index: used.binary_search(&diagnostic.code).unwrap_or_default(),
        level: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Message { text },
        locations: vec![location(finding.file, &diagnostic.place)],
        related_locations: related.collect(),
        suppressions: None,
        baseline_state: None,
        partial_fingerprints: BTreeMap::from([("outlast/1", identity)]),
        properties: None,
    }
}

fn location(file: &SourceText<'_>, place: &Place) -> Location {
    let region = file.region(place).map(|region| RegionJson::Lines {
        start_line: region.line,
        start_column: region.column,
        end_line: region.end_line,
        end_column: region.end_column,
    });
    let name = (!place.path.is_root()).then(|| Logical { fully_qualified_name: place.path.to_string() });
    Location {
        id: None,
        physical_location: Physical { artifact_location: Artifact { uri: uri(file.name) }, region },
        logical_locations: name.into_iter().collect(),
        message: None,
    }
}

/// A file name as a relative or `file:` URI.
fn uri(name: &str) -> String {
    let mut out = String::new();
    if name.starts_with('/') {
        out.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, CodeInfo, Diagnostic, Path, Place, Severity, Span};

    use super::SarifLog;
    use crate::located::{LocatedFinding, SourceText};

    #[test]
    fn shape() {
        let new = SourceText::new("/tmp/a b.txt", b"one\ntwo three\n");
        let old = SourceText::new("old.txt", b"one\n");
        let place = Place::new(Span::bytes(8, 13), Path::root().named("operator", "a::b"));
        let finding = Diagnostic::new(Code(3702), Severity::Error, "broken", place).note("n");
        let there = Place::new(Span::bytes(0, 3), Path::root());
        let located =
            LocatedFinding { file: &new, diagnostic: &finding, elsewhere: vec![(&old, "it was", &there)] };
        let codes = [CodeInfo { code: Code(3702), title: "t", text: "x" }];
        let log = serde_json::to_value(SarifLog::new(&[located], &codes)).unwrap();
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "OL3702");
        let result = run["results"][0].to_string();
        let expected = r#"{"ruleId":"OL3702","ruleIndex":0,"level":"error","message":{"text":"broken\nn"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"file:///tmp/a%20b.txt"},"region":{"startLine":2,"startColumn":5,"endLine":2,"endColumn":10}},"logicalLocations":[{"fullyQualifiedName":"operator a::b"}]}],"relatedLocations":[{"id":1,"physicalLocation":{"artifactLocation":{"uri":"old.txt"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":4}},"message":{"text":"it was"}}],"partialFingerprints":{"outlast/1":"OL3702 operator a::b"}}"#;
        assert_eq!(result, expected);
    }
}
