//! Findings as annotations of GitHub's workflow commands: `::error file=new.txt,line=2,col=26,title=OL3702::…`.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;

use outlast_core::Severity;

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

/// The text of an annotation: what would end the line is escaped, and other control characters are left out.
pub(crate) fn data(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            c if c.is_control() => {
                let _ = write!(out, "{}", c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
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
