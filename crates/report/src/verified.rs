//! What a verifier found in program files, in the forms that code hosts and CI systems take: SARIF, JUnit, annotations of GitHub. Code that
//! reading a file runs comes before everything else.

use std::collections::BTreeMap;
use std::fmt::Write;

use outlast_core::{Code, CodeInfo, Diagnostic, Place, Severity};

use crate::diagnostic::Tally;
use crate::github::{data, property, risks};
use crate::risk::{RiskRecord, is_live};
use crate::sarif::{Location, Message, SarifLog, SarifResult, of_risk};
use crate::scan::{attribute, failure};

/// What was found in one file.
#[derive(Debug)]
pub struct Verified {
    /// The file.
    pub file: String,
    /// The name of its kind; `None` where it is none that is known.
    pub kind: Option<&'static str>,
    /// Code that reading it runs.
    pub risk: Vec<RiskRecord>,
    /// The findings.
    pub findings: Vec<Diagnostic>,
    /// Why there is no answer.
    pub failure: Option<String>,
}

impl Verified {
    fn is_valid(&self) -> bool {
        Tally::of(&self.findings).errors == 0 && !is_live(&self.risk)
    }
}

/// A finding in one text: title, place in a nested file, notes, help.
fn text(finding: &Diagnostic) -> String {
    let mut text = finding.title.clone();
    if !finding.place.span.source.is_file() || finding.place.span.end_byte() > 0 {
        let _ = write!(text, " ({})", crate::diagnostic::place(&finding.place));
    }
    for note in &finding.notes {
        let _ = write!(text, "\n{note}");
    }
    if let Some(help) = &finding.help {
        let _ = write!(text, "\nhelp: {help}");
    }
    text
}

/// As SARIF 2.1.0. `codes` says what codes mean.
pub fn sarif(files: &[Verified], codes: &[CodeInfo]) -> SarifLog {
    let of_file = |file: &Verified| {
        let risks = file.risk.iter().filter_map(|risk| Code::parse(&risk.code));
        risks.chain(file.findings.iter().map(|finding| finding.code)).collect::<Vec<_>>()
    };
    let mut used: Vec<Code> = files.iter().flat_map(of_file).collect();
    used.sort_unstable();
    used.dedup();
    let suppressed = files.iter().flat_map(|file| &file.risk).any(|risk| risk.allowed.is_some());
    let mut results = Vec::new();
    for file in files {
        results.extend(file.risk.iter().map(|risk| of_risk(&file.file, risk, &used, suppressed)));
        results.extend(file.findings.iter().map(|finding| SarifResult {
            rule_id: finding.code.to_string(),
            rule_index: used.binary_search(&finding.code).unwrap_or_default(),
            level: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: Message { text: text(finding) },
            locations: vec![location(&file.file, &finding.place)],
            related_locations: Vec::new(),
            suppressions: suppressed.then(Vec::new),
            baseline_state: None,
            partial_fingerprints: BTreeMap::from([(
                "outlast/1",
                format!("{} {} {}", file.file, finding.code, finding.title),
            )]),
            properties: None,
        }));
    }
    SarifLog::of(&used, codes, results)
}

/// Bytes of the file; offsets in a nested file are none of its own.
fn location(file: &str, place: &Place) -> Location {
    let span = &place.span;
    let (bytes, nested) = match span.source.is_file() {
        true => ((span.start_byte(), span.end_byte()), String::new()),
        false => ((0, 0), span.source.to_string()),
    };
    let path = [nested, place.path.to_string()];
    let path: Vec<String> = path.into_iter().filter(|part| !part.is_empty()).collect();
    Location::bytes(file, bytes, &path.join(" / "))
}

/// As JUnit XML: a case for each file.
pub fn junit(files: &[Verified]) -> String {
    let failures = files.iter().filter(|file| file.failure.is_none() && !file.is_valid()).count();
    let errors = files.iter().filter(|file| file.failure.is_some()).count();
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\"", files.len());
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"outlast verify\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"verify\" {counts} skipped=\"0\">");
    for file in files {
        let kind = file.kind.unwrap_or("not-known");
        let _ =
            write!(out, "    <testcase name=\"{}\" classname=\"{}\"", attribute(&file.file), attribute(kind));
        if let Some(why) = &file.failure {
            let _ = writeln!(out, ">\n      <error message=\"{}\"/>\n    </testcase>", attribute(why));
            continue;
        }
        let mut all = String::new();
        for finding in &file.findings {
            let line = format!("{} {} {}\n", finding.severity.name(), finding.code, text(finding));
            all.push_str(&attribute(&line));
        }
        if is_live(&file.risk) {
            failure(&mut out, &file.risk, &all);
            continue;
        }
        match file.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(first) => {
                let (code, title) = (attribute(&first.code.to_string()), attribute(&first.title));
                let _ = write!(out, ">\n      <failure type=\"{code}\" message=\"{title}\">{all}");
                out.push_str("</failure>\n    </testcase>\n");
            }
            None => out.push_str("/>\n"),
        }
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// As annotations of GitHub's workflow commands.
pub fn annotations(files: &[Verified]) -> String {
    let mut out = String::new();
    for file in files {
        out.push_str(&risks(&file.file, &file.risk));
        let name = property(&file.file);
        if let Some(why) = &file.failure {
            let _ = writeln!(out, "::error file={name},title=outlast::{}", data(why));
        }
        for finding in &file.findings {
            let command = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let _ = writeln!(out, "::{command} file={name},title={}::{}", finding.code, data(&text(finding)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, Diagnostic, Path, Severity, Span};

    use super::{Place, Verified, annotations, junit, sarif};

    fn files() -> [Verified; 3] {
        let risk = outlast::risks(b"\x80\x02cposix\ngetcwd\n)R.");
        let place = Place::new(Span::bytes(4, 8), Path::root());
        let finding = Diagnostic::new(Code(1531), Severity::Error, "a <b>", place).note("n");
        let one = |file: &str| Verified {
            file: file.into(),
            kind: Some("python-pickle"),
            risk: Vec::new(),
            findings: Vec::new(),
            failure: None,
        };
        [
            Verified { risk: crate::RiskRecord::all(&risk), findings: vec![finding], ..one("a.pkl") },
            one("b.pkl"),
            Verified { kind: None, failure: Some("not a program file".into()), ..one("c.pkl") },
        ]
    }

    #[test]
    fn code_is_first_in_every_form() {
        let files = files();
        let junit = junit(&files);
        assert!(junit.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{junit}");
        let failure =
            "<failure type=\"OL1532\" message=\"runs-code: runs `posix.getcwd` when loaded\">OL1532";
        assert!(junit.contains(failure), "{junit}");
        assert!(junit.contains("error OL1531 a &lt;b&gt; (at 0x4..0x8)&#10;n"), "{junit}");
        let github = annotations(&files);
        let first = github.lines().next().unwrap();
        assert!(
            first.starts_with("::error file=a.pkl,title=OL1532 runs-code::runs `posix.getcwd` when loaded"),
            "{first}"
        );
        let log = serde_json::to_value(sarif(&files, &outlast::codes())).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        assert_eq!(results[0]["ruleId"], "OL1532");
        assert_eq!(results[0]["properties"]["tags"][1], "runs-code");
        assert_eq!(results[0]["properties"]["callable"], "posix.getcwd");
        assert_eq!(results[1]["locations"][0]["physicalLocation"]["region"]["byteOffset"], 4);
    }
}
