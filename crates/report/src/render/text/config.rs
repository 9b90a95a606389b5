//! What holds for a file.
//!
//! ```text
//! phones/a.pte
//!   config: outlast.toml
//!   targets: executorch-0.5.0 – executorch-1.5.1 (13)  [outlast.toml:1]
//!   fail-on: fails, misreads  [default]
//!   ignore: OL2004: these phones get another build  [outlast.toml:12]
//! ```

use std::fmt::Write;

use super::style::{Painted, Styles};
use crate::escape;
use crate::json::{ConfigResult, HeldIgnore, HeldPath, Setting, Whence};
use crate::plural;

/// Targets that are named one by one.
const TARGETS: usize = 4;

/// The effective configuration of one file, and where each value was set.
pub fn config(styles: &Styles, held: &ConfigResult, verbose: bool) -> String {
    let mut out = format!("{}\n", Painted(styles.bold, escape(&held.path)));
    let file = held.config.as_deref().unwrap_or("none");
    let _ = writeln!(out, "  config: {}", escape(file));
    let mut line = |key: &str, value: &str, from: &Whence| {
        let from = escape(&from.to_string()).into_owned();
        let _ = writeln!(out, "  {key}: {}  {}", escape(value), Painted(styles.dim, format!("[{from}]")));
    };
    line("targets", &targets(&held.targets, verbose), &held.targets.from);
    line("fail-on", &list(&held.fail_on.value), &held.fail_on.from);
    line("basis", &held.basis.value, &held.basis.from);
    line("data", &list(&held.data.value), &held.data.from);
    line("data-dir", &list(&held.data_dir.value), &held.data_dir.from);
    line("allow-code", &list(&held.allow_code.value), &held.allow_code.from);
    let baseline = match (&held.baseline.value, held.findings) {
        (Some(file), Some(findings)) => format!("{file} ({})", plural(findings, "finding")),
        (Some(file), None) => file.clone(),
        (None, _) => "none".into(),
    };
    line("baseline", &baseline, &held.baseline.from);
    for path in &held.paths {
        if path.holds != Some(false) || verbose {
            line("path", &of_path(path), &path.from);
        }
    }
    for level in &held.lint {
        line("lint", &format!("{} is {}", level.rule, level.level), &level.from);
    }
    if let Some(exclude) = &held.lint_exclude {
        line("lint", &format!("passes over {}", exclude.files.join(", ")), &exclude.from);
    }
    for ignore in &held.ignore {
        if ignore.applies != Some(false) || verbose {
            line("ignore", &of_ignore(ignore), &ignore.from);
        }
    }
    out
}

fn targets(setting: &Setting<Option<Vec<String>>>, verbose: bool) -> String {
    let Some(names) = &setting.value else { return "none: give --target".into() };
    match &names[..] {
        [first, .., last] if names.len() > TARGETS && !verbose => {
            let written = if setting.written.is_empty() {
                format!("{first} – {last}")
            } else {
                setting.written.join(", ")
            };
            format!("{written} ({} targets, -v lists them)", names.len())
        }
        _ => list(names),
    }
}

fn list(values: &[String]) -> String {
    if values.is_empty() { "none".into() } else { values.join(", ") }
}

fn of_path(path: &HeldPath) -> String {
    let holds = if path.holds == Some(false) { " (not for this file)" } else { "" };
    format!("{} sets {}{holds}", list(&path.files), path.sets.join(", "))
}

fn of_ignore(ignore: &HeldIgnore) -> String {
    let mut text = ignore.code.clone();
    if let Some(subject) = &ignore.subject {
        let _ = write!(text, " about {subject}");
    }
    if let Some(files) = &ignore.files {
        let _ = write!(text, " in {}", files.join(", "));
    }
    if let Some(targets) = &ignore.targets {
        let _ = write!(text, " on {}", targets.join(", "));
    }
    let _ = write!(text, ": {}", ignore.reason);
    let owner = ignore.owner.clone();
    let expires = ignore.expires.as_ref().map(|day| match ignore.status {
        "expired" => format!("expired on {day}: it no longer applies"),
        "holds" => format!("until {day}"),
        _ => format!("until {day}; not evaluated without --as-of"),
    });
    let away = (ignore.applies == Some(false)).then(|| "not for this file".to_string());
    let about: Vec<String> = owner.into_iter().chain(expires).chain(away).collect();
    if !about.is_empty() {
        let _ = write!(text, " ({})", about.join(", "));
    }
    text
}
