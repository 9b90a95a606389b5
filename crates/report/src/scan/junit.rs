//! A scan as JUnit XML, which every CI system takes: a suite for each target, a case for each program, and a suite of files that no target reads.
//!
//! The schema is that of Ant's JUnit task as CI systems read it: <https://github.com/testmoapp/junitxml>.

use std::collections::BTreeMap;
use std::fmt::Write;

use outlast::RUNS_CODE;

use super::{Line, Looked, Record};
use crate::escape::escape_for;
use crate::risk::{self, RiskRecord};

/// All verdicts. What is not good is a failure; what is not known, an error; what is ignored or known from the baseline is skipped.
pub fn junit(lines: &[Line]) -> String {
    let mut suites: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    let mut files: Vec<&Looked> = Vec::new();
    for line in lines {
        match line {
            Line::Verdict(record) => suites.entry(&record.target).or_default().push(record),
            Line::File(file) => files.push(file),
            Line::Skipped(_) => {}
        }
    }
    let count = |records: &[&Record], unknown: bool| {
        let counts = |record: &&&Record| !record.is_clean() && !record.is_excused();
        records.iter().filter(counts).filter(|record| is_error(record) == unknown).count()
    };
    let all: Vec<&Record> = suites.values().flatten().copied().collect();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuites name=\"outlast scan\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
        all.len() + files.len(),
        count(&all, false) + files.iter().filter(|file| file.runs_code()).count(),
        count(&all, true)
    );
    if !files.is_empty() {
        out.push_str(&looked(&files));
    }
    for (target, records) in &suites {
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">",
            attribute(target),
            records.len(),
            count(records, false),
            count(records, true),
            records.iter().filter(|record| record.is_excused()).count()
        );
        for record in records {
            case(&mut out, record);
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// Whether nothing more is known than that it is not known.
fn is_error(record: &Record) -> bool {
    record.outcome == "unknown" && !record.runs_code()
}

/// The suite of files that no target reads.
fn looked(files: &[&Looked]) -> String {
    let mut out = String::new();
    let failed = files.iter().filter(|file| file.runs_code()).count();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{RUNS_CODE}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" skipped=\"0\">",
        files.len()
    );
    for file in files {
        let name = attribute(&file.file);
        let _ = write!(out, "    <testcase name=\"{name}\" classname=\"{}\"", attribute(&file.kind));
        match file.runs_code() {
            true => failure(&mut out, &file.risk, ""),
            false => out.push_str("/>\n"),
        }
    }
    out.push_str("  </testsuite>\n");
    out
}

/// The failure of a case whose file runs code, with what else there is to say.
pub(crate) fn failure(out: &mut String, risks: &[RiskRecord], rest: &str) {
    let code = risks.first().map_or("outlast", |risk| risk.code.as_str());
    let message = format!("{RUNS_CODE}: {}", risk::phrase(risks));
    let _ =
        write!(out, ">\n      <failure type=\"{}\" message=\"{}\">", attribute(code), attribute(&message));
    for risk in risks {
        let _ = write!(out, "{}", attribute(&format!("{} {}\n", risk.code, risk.sentence())));
    }
    let _ = writeln!(out, "{rest}</failure>\n    </testcase>");
}

fn case(out: &mut String, record: &Record) {
    let _ = write!(
        out,
        "    <testcase name=\"{}\" classname=\"{}\"",
        attribute(&record.file),
        attribute(&record.target)
    );
    if record.is_clean() {
        out.push_str("/>\n");
        return;
    }
    if record.runs_code() {
        return failure(out, &record.risk, &reasons(record));
    }
    if record.is_excused() {
        let text = format!("{}: {}", record.verdict, record.remarks().join("; "));
        let _ = writeln!(out, ">\n      <skipped message=\"{}\"/>\n    </testcase>", attribute(&text));
        return;
    }
    let element = if record.outcome == "unknown" { "error" } else { "failure" };
    let first = record.first_reason();
    let message = first.map_or(&*record.verdict, |reason| reason.message.as_str());
    let code = first.map_or("outlast", |reason| reason.code.as_str());
    let _ = write!(
        out,
        ">\n      <{element} type=\"{}\" message=\"{}\">",
        attribute(code),
        attribute(&format!("{}: {message}", record.verdict))
    );
    out.push_str(&reasons(record));
    let _ = writeln!(out, "</{element}>\n    </testcase>");
}

/// All reasons, a line or two each.
fn reasons(record: &Record) -> String {
    let mut out = String::new();
    for reason in &record.reasons {
        let help = reason.help.as_ref().map(|help| format!("\n  help: {help}")).unwrap_or_default();
        let entry = if reason.entry.is_empty() { String::new() } else { format!("{}: ", reason.entry) };
        let text = format!(
            "{entry}{} {} (0x{:x} {}){help}\n",
            reason.code, reason.message, reason.offset, reason.path
        );
        out.push_str(&attribute(&text));
    }
    out
}

/// Text in an attribute or an element; characters that XML 1.0 has no way to write, and those that would not show, are shown by their number.
pub(crate) fn attribute(text: &str) -> String {
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
