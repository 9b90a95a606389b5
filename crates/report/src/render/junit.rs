//! JUnit XML, which every CI system takes: suites, and in them a case for each question.
//!
//! The schema is that of Ant's JUnit task as CI systems read it: <https://github.com/testmoapp/junitxml>.

use std::fmt::Write;

use crate::escape::escape_for;
use crate::findings::{Case, Report, Status, Suite};

/// All suites of a report.
pub(super) fn render(report: &dyn Report) -> serde_json::Result<String> {
    let suites = report.suites();
    let all = counts(suites.iter().flat_map(|suite| &suite.cases));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"outlast {}\" {all}>", report.command());
    for Suite { name, cases } in &suites {
        let skipped = cases.iter().filter(|case| case.status == Status::Skipped).count();
        let (name, counts) = (attribute(name), counts(cases));
        let _ = writeln!(out, "  <testsuite name=\"{name}\" {counts} skipped=\"{skipped}\">");
        cases.iter().for_each(|case| write_case(&mut out, case));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    Ok(out)
}

fn counts<'c>(cases: impl IntoIterator<Item = &'c Case>) -> String {
    let (mut tests, mut failures, mut errors) = (0, 0, 0);
    for case in cases {
        tests += 1;
        failures += usize::from(case.status == Status::Failed);
        errors += usize::from(case.status == Status::Error);
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn write_case(out: &mut String, Case { name, class, status, kind, message, findings }: &Case) {
    let _ = write!(out, "    <testcase name=\"{}\" classname=\"{}\"", attribute(name), attribute(class));
    let (kind, message) = (attribute(kind), attribute(message));
    let element = match status {
        Status::Passed => return out.push_str("/>\n"),
        Status::Skipped => {
            let _ = writeln!(out, ">\n      <skipped message=\"{message}\"/>\n    </testcase>");
            return;
        }
        Status::Failed => "failure",
        Status::Error => "error",
    };
    let lines = findings.iter().map(|finding| {
        let text = finding.text().replace('\n', "\n  ");
        attribute(&format!("{}[{}]: {text}\n", finding.severity.name(), finding.code))
    });
    let end = match findings.is_empty() {
        true => "/>".to_string(),
        false => format!(">{}</{element}>", lines.collect::<String>()),
    };
    let _ = writeln!(out, ">\n      <{element} type=\"{kind}\" message=\"{message}\"{end}\n    </testcase>");
}

/// Text in an attribute or an element; characters that XML 1.0 has no way to write, and those that would not show, are shown by their number.
fn attribute(text: &str) -> String {
    escape_for(text, |c| match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\n' => Some("&#10;"),
        '\t' => Some("&#9;"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_is_escaped() {
        assert_eq!(super::attribute("a<b & \"c\"\n\u{1b}[0m"), "a&lt;b &amp; &quot;c&quot;&#10;\\u{1b}[0m");
        let text = "\u{200b}\u{2028}\u{2029}\u{202e}\u{feff}\u{ffff}##[x]";
        assert_eq!(
            super::attribute(text),
            "\\u{200b}\\u{2028}\\u{2029}\\u{202e}\\u{feff}\\u{ffff}\\u{23}#[x]"
        );
    }
}
