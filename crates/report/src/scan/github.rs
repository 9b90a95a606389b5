//! A scan as annotations of GitHub's workflow commands: one for each program and cause, with the targets that have it.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::fmt::Write;

use super::text::series;
use super::{Line, Record};
use crate::github::{data, property};

/// Annotations on one program.
pub fn annotations(of_file: &[Line]) -> String {
    let mut groups: Vec<(&Record, &str, &str, Vec<&str>)> = Vec::new();
    for line in of_file {
        let Line::Verdict(record) = line else { continue };
        if record.is_good() {
            continue;
        }
        let (code, message) = match record.first_reason() {
            Some(reason) => (reason.code.as_str(), reason.message.as_str()),
            None => ("outlast", &*record.verdict),
        };
        let same = |group: &&mut (&Record, &str, &str, Vec<&str>)| {
            group.1 == code && group.0.file == record.file && group.0.outcome == record.outcome
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.3.push(&record.target),
            None => groups.push((record, code, message, vec![&record.target])),
        }
    }
    let mut out = String::new();
    for (record, code, message, targets) in groups {
        let command = if record.outcome == "unknown" { "warning" } else { "error" };
        let mut text = format!("{} on {}: {message}", record.verdict, series(&targets));
        if let Some(help) = record.first_reason().and_then(|reason| reason.help.as_ref()) {
            let _ = write!(text, "\nhelp: {help}");
        }
        let _ = writeln!(out, "::{command} file={},title={code}::{}", property(&record.file), data(&text));
    }
    out
}
