//! Annotations of GitHub's workflow commands: `::error file=new.txt,line=2,col=26,title=OL3702::…`.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;

use outlast_core::Severity;

use crate::escape::escape_for;
use crate::findings::{Extent, Finding, Report};

/// One line for each finding. Notes and help follow the message, on lines of the same annotation. What does not count is a
/// notice.
pub(super) fn render(report: &dyn Report) -> serde_json::Result<String> {
    Ok(report.annotations().iter().map(annotation).collect())
}

fn annotation(finding: &Finding) -> String {
    let command = match finding.severity {
        _ if finding.is_excused() => "notice",
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut out = format!("::{command} file={}", property(&finding.location.file));
    if let Extent::Lines(region) = finding.location.extent {
        let _ = write!(out, ",line={},endLine={}", region.line, region.end_line);
        // Columns are taken only where the annotation is of one line.
        if region.line == region.end_line {
            let _ = write!(out, ",col={},endColumn={}", region.column, region.end_column);
        }
    }
    let related = finding.related.iter().map(|(label, place)| format!("{label}: {}", place.address()));
    let text = finding.text();
    let (message, rest) = text.split_at(finding.message.len());
    let lines: Vec<String> = std::iter::once(message.to_string()).chain(related).collect();
    let heading = finding.heading.as_ref().unwrap_or(&finding.code);
    let _ = writeln!(out, ",title={}::{}", property(heading), data(&(lines.join("\n") + rest)));
    out
}

/// The text of an annotation: what would end the line is written as GitHub reads it, and the rest as everywhere.
fn data(text: &str) -> String {
    escape_for(text, |c| match c {
        '%' => Some("%25"),
        '\r' => Some("%0D"),
        '\n' => Some("%0A"),
        _ => None,
    })
}

/// A property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use outlast_core::Severity;

    use super::annotation;
    use crate::findings::{Extent, Finding, Location, Region};

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
        let region = Region { line: 2, column: 5, end_line: 2, end_column: 10 };
        let location = |extent| Location { extent, ..Location::file("a:b,c.txt") };
        let finding = Finding {
            notes: vec!["n".into()],
            help: Some("h".into()),
            related: vec![("it was".into(), location(Extent::Bytes(4, 8)))],
            ..Finding::new(
                "OL3702",
                Severity::Warning,
                "100 % broken\x1b".into(),
                location(Extent::Lines(region)),
            )
        };
        let expected = "::warning file=a%3Ab%2Cc.txt,line=2,endLine=2,col=5,endColumn=10,title=OL3702::100 %25 broken\\u{1b}%0Ait was: a:b,c.txt at 0x4..0x8%0An%0Ahelp: h\n";
        assert_eq!(annotation(&finding), expected);
        let nowhere = Finding::new("OL3732", Severity::Note, "t".into(), location(Extent::Whole));
        assert_eq!(annotation(&nowhere), "::notice file=a%3Ab%2Cc.txt,title=OL3732::t\n");
        let known = Finding { known: Some(true), ..Finding::failure("a", "w") };
        assert_eq!(annotation(&known), "::notice file=a,title=outlast::w\n");
    }
}
