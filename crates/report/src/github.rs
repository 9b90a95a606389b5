//! Findings as annotations of GitHub's workflow commands: `::error file=new.txt,line=2,col=26,title=OL3702::…`.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;

use outlast_core::Severity;

use crate::escape::escape_for;
use crate::located::LocatedFinding;
use crate::risk::RiskRecord;

/// One line for each finding. Notes and help follow the message, on lines of the same annotation.
pub fn annotations(findings: &[LocatedFinding<'_>]) -> String {
    let mut out = String::new();
    for finding in findings {
        let diagnostic = finding.diagnostic;
        let command = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let _ = write!(out, "::{command} file={}", property(finding.file.name));
        if let Some(region) = finding.file.region(&diagnostic.place) {
            let _ = write!(out, ",line={},endLine={}", region.line, region.end_line);
            // Columns are taken only where the annotation is of one line.
            if region.line == region.end_line {
                let _ = write!(out, ",col={},endColumn={}", region.column, region.end_column);
            }
        }
        let mut message = diagnostic.title.clone();
        for (file, label, place) in &finding.elsewhere {
            let _ = write!(message, "\n{label}: {}", file.address(place));
        }
        for note in &diagnostic.notes {
            let _ = write!(message, "\n{note}");
        }
        if let Some(help) = &diagnostic.help {
            let _ = write!(message, "\nhelp: {help}");
        }
        let _ = writeln!(out, ",title={}::{}", diagnostic.code, data(&message));
    }
    out
}

/// Code that reading a file runs: an annotation each, before all others; a notice where it is allowed.
pub fn risks(file: &str, risks: &[RiskRecord]) -> String {
    let mut out = String::new();
    for risk in risks {
        let command = if risk.allowed.is_some() { "notice" } else { "error" };
        let (file, text) = (property(file), data(&risk.sentence()));
        let _ = writeln!(out, "::{command} file={file},title={} {}::{text}", risk.code, risk.class);
    }
    out
}

/// The text of an annotation: what would end the line is written as GitHub reads it, and the rest as everywhere.
pub(crate) fn data(text: &str) -> String {
    escape_for(text, |c| match c {
        '%' => Some("%25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        _ => None,
    })
}

/// A property, which ends at a comma or a colon.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};

    use super::annotations;
    use crate::located::{LocatedFinding, SourceText};

    #[test]
    fn text_is_escaped() {
        let text = "a\u{200b}\u{2028}\u{2029}\u{202e}\u{feff}\r\n%##vso[x]";
        assert_eq!(
            super::data(text),
            "a\\u{200b}\\u{2028}\\u{2029}\\u{202e}\\u{feff}%0D%0A%25\\u{23}#vso[x]"
        );
    }

    #[test]
    fn one_line_for_each_finding() {
        let file = SourceText::new("a:b,c.txt", b"one\ntwo three\n");
        let place = Place::new(Span::bytes(8, 13), Path::root());
        let finding =
            Diagnostic::new(Code(3702), Severity::Warning, "100 % broken\x1b", place).note("n").help("h");
        let nowhere = Diagnostic::new(Code(3732), Severity::Note, "t", Place::default());
        let findings = [&finding, &nowhere].map(|diagnostic| LocatedFinding {
            file: &file,
            diagnostic,
            elsewhere: Vec::new(),
        });
        let expected = "\
::warning file=a%3Ab%2Cc.txt,line=2,endLine=2,col=5,endColumn=10,title=OL3702::100 %25 broken\\u{1b}%0An%0Ahelp: h
::notice file=a%3Ab%2Cc.txt,title=OL3732::t
";
        assert_eq!(annotations(&findings), expected);
    }
}
