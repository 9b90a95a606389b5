//! `outlast/verify/1`.

use outlast::{FileKind, Risk};
use outlast_core::Diagnostic;
use serde::Serialize;

use super::source;
use crate::render::text::diagnostic::Tally;
use crate::risk::RiskRecord;

/// What was found in one file.
#[derive(Debug, Serialize)]
pub struct VerifyResult {
    file: String,
    kind: &'static str,
    /// Code that reading the file runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    risk: Vec<RiskRecord>,
    valid: bool,
    errors: usize,
    warnings: usize,
    notes: usize,
    findings: Vec<Finding>,
    /// Why it was not looked into; then nothing is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<String>,
}

/// One finding.
#[derive(Debug, Serialize)]
pub struct Finding {
    code: String,
    severity: &'static str,
    title: String,
    offset: u64,
    end: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    notes: Vec<String>,
    help: Option<String>,
    related: Vec<RelatedJson>,
}

#[derive(Debug, Serialize)]
struct RelatedJson {
    label: String,
    offset: u64,
    end: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl VerifyResult {
    /// The findings on `file`.
    pub fn new(file: &str, kind: FileKind, risks: &[Risk], diagnostics: &[Diagnostic]) -> VerifyResult {
        let tally = Tally::of(diagnostics);
        VerifyResult {
            file: file.to_string(),
            kind: kind.name(),
            risk: RiskRecord::all(risks),
            valid: tally.errors == 0,
            errors: tally.errors,
            warnings: tally.warnings,
            notes: tally.notes,
            findings: diagnostics.iter().map(Finding::new).collect(),
            unread: None,
        }
    }

    /// Something in a file of this kind that could not be looked into.
    pub fn unread(file: &str, kind: FileKind, why: &str) -> VerifyResult {
        let unread = Some(why.to_string());
        VerifyResult { valid: false, unread, ..VerifyResult::new(file, kind, &[], &[]) }
    }
}

impl Finding {
    /// One finding.
    pub fn new(diagnostic: &Diagnostic) -> Finding {
        let related = diagnostic.related.iter().map(|related| RelatedJson {
            label: related.label.clone(),
            offset: related.place.span.start_byte(),
            end: related.place.span.end_byte(),
            path: related.place.path.to_string(),
            source: source(&related.place),
        });
        Finding {
            code: diagnostic.code.to_string(),
            severity: diagnostic.severity.name(),
            title: diagnostic.title.clone(),
            offset: diagnostic.place.span.start_byte(),
            end: diagnostic.place.span.end_byte(),
            path: diagnostic.place.path.to_string(),
            source: source(&diagnostic.place),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            related: related.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use outlast::families::executorch::DATA;
    use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};

    use super::VerifyResult;

    #[test]
    fn shape() {
        let place = Place::new(Span::bytes(4, 8), Path::root().field("version"));
        let finding = Diagnostic::new(Code(1101), Severity::Warning, "odd", place.clone())
            .note("n")
            .related("there", place);
        let result = VerifyResult::new("a", DATA, &[], &[finding]);
        let expected = r#"{"file":"a","kind":"executorch-data","valid":true,"errors":0,"warnings":1,"notes":0,"findings":[{"code":"OL1101","severity":"warning","title":"odd","offset":4,"end":8,"path":"version","notes":["n"],"help":null,"related":[{"label":"there","offset":4,"end":8,"path":"version"}]}]}"#;
        assert_eq!(serde_json::to_string(&result).unwrap(), expected);
    }
}
