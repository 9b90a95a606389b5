//! A scan as annotations of GitHub's workflow commands: code that reading a program runs first, then one for each program and cause, with the targets that have it. What is ignored or known
//! from the baseline is a notice.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;

use super::text::series;
use super::{Line, Record};
use crate::github::{data, property};

/// Annotations on one program.
pub fn annotations(of_file: &[Line]) -> String {
    let (mut out, mut led) = (String::new(), Vec::new());
    let mut groups: Vec<(&Record, &str, &str, Vec<&str>)> = Vec::new();
    for line in of_file {
        let (file, risk) = match line {
            Line::Verdict(record) => (&record.file, &record.risk),
            Line::File(file) => (&file.file, &file.risk),
            Line::Skipped(_) => continue,
        };
        if led.last() != Some(file) {
            led.push(file.clone());
            out.push_str(&crate::github::risks(file, risk));
        }
        let Line::Verdict(record) = line else { continue };
        if record.is_good() {
            continue;
        }
        let (code, message) = match record.first_reason() {
            Some(reason) => (reason.code.as_str(), reason.message.as_str()),
            None => ("outlast", &*record.verdict),
        };
        let same = |group: &&mut (&Record, &str, &str, Vec<&str>)| {
            group.1 == code
                && group.0.file == record.file
                && group.0.outcome == record.outcome
                && group.0.remarks() == record.remarks()
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.3.push(&record.target),
            None => groups.push((record, code, message, vec![&record.target])),
        }
    }
    for (record, code, message, targets) in groups {
        let command = match record.is_excused() {
            true => "notice",
            false if record.outcome == "unknown" => "warning",
            false => "error",
        };
        let mut text = format!("{} on {}: {message}", record.verdict, series(&targets));
        if let Some(help) = record.first_reason().and_then(|reason| reason.help.as_ref()) {
            let _ = write!(text, "\nhelp: {help}");
        }
        for remark in record.remarks() {
            let _ = write!(text, "\n{remark}");
        }
        let _ = writeln!(out, "::{command} file={},title={code}::{}", property(&record.file), data(&text));
    }
    out
}
