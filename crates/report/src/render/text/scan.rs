//! A scan as text: programs that are not good, and the summary.

use std::fmt::Write;

use super::headline::{Conversion, Headline, INDENT};
use super::problems::line;
use super::style::{Painted, Styles};
use super::table::{CELL, write_table};
use crate::escape;
use crate::plural;
use crate::scan::{Cause, Fix, Line, Record, Run, Summary, series};

/// Causes and kinds of skipping that are shown without being asked for.
const SHOWN: usize = 5;

/// Verdicts on one program that are not good, a line for each cause and the targets that have it. `options` are those that programs were read with.
pub fn problems(styles: &Styles, of_file: &[Line], options: &[String]) -> String {
    let mut out = String::new();
    let mut groups: Vec<(&Record, Vec<&str>)> = Vec::new();
    let mut led: Option<&str> = None;
    for line in of_file {
        let file = line.file();
        if led != Some(file) {
            led = Some(file);
            out.push_str(&super::risk(styles, file, line.risk()));
        }
        let record = match line {
            Line::File(_) => continue,
            Line::Verdict(record) if record.is_good() => continue,
            Line::Verdict(record) => record,
            Line::Skipped(file) => {
                let _ = writeln!(
                    out,
                    "{} {}: {}",
                    Painted(styles.dim, "SKIP "),
                    escape(&file.file),
                    escape(&file.message)
                );
                continue;
            }
        };
        let same = |(other, _): &&mut (&Record, Vec<&str>)| {
            let key = |record: &Record| {
                record.first_reason().map(|reason| (reason.code.clone(), reason.subject.clone()))
            };
            other.verdict == record.verdict
                && other.steps == record.steps
                && other.remarks() == record.remarks()
                && key(other) == key(record)
        };
        match groups.iter_mut().find(same) {
            Some((_, targets)) => targets.push(&record.target),
            None => groups.push((record, vec![&record.target])),
        }
    }
    for (record, targets) in groups {
        let targets = series(&targets);
        out.push_str(&Headline::of_record(record, &targets).render(styles, None));
        for remark in record.remarks() {
            let _ = writeln!(out, "{INDENT}{}", escape(&remark));
        }
        if !record.steps.is_empty() {
            let Record { file, data, target, profile, .. } = record;
            out.push_str(&Conversion { file, data, target, profile: profile.as_deref(), options }.line());
        }
        if let Some(reason) = record.first_reason() {
            out.push_str(&line(&reason.code, &reason.message, 0));
            let more = record.reasons.len() + record.more - 1;
            if more > 0 {
                let _ = writeln!(out, "{INDENT}… {}", plural(more, "more reason"));
            }
        }
    }
    out
}

/// Verdicts that the baseline does not have, before all else; nothing where it has all. `shown` may be a part of them.
pub fn news(styles: &Styles, shown: &[Line], summary: &Summary, options: &[String]) -> String {
    let new = summary.baseline.map_or(0, |compared| compared.new);
    if shown.is_empty() || new == 0 {
        return String::new();
    }
    let title = format!("{} new, not in the baseline", plural(new, "finding"));
    let mut out = format!("{}\n", Painted(styles.bold, title));
    for of_file in shown.chunk_by(|one, other| one.file() == other.file()) {
        out.push_str(&problems(styles, of_file, options));
    }
    out.push('\n');
    out
}

/// The summary.
pub fn summary(styles: &Styles, summary: &Summary, options: &[String], verbose: bool) -> String {
    let mut out = String::new();
    let programs = plural(summary.programs, "program");
    let _ = write!(out, "{}, {}", Painted(styles.bold, programs), plural(summary.verdicts, "verdict"));
    if summary.looked_at > 0 {
        let looked = plural(summary.looked_at, "other file");
        let _ = write!(out, ", {looked} looked at for code");
    }
    let _ = writeln!(out, ", {} skipped\n", plural(summary.skipped_files(), "file"));
    out.push_str(&runs(styles, summary, verbose));
    if !summary.targets.is_empty() {
        let number = |count: u64| if count == 0 { String::new() } else { count.to_string() };
        let rows: Vec<Vec<String>> = summary
            .targets
            .iter()
            .map(|row| {
                let counts =
                    [row.loads, row.upgrades, row.convertible, row.blocked, row.misreads, row.unknown];
                std::iter::once(row.target.clone()).chain(counts.map(number)).collect()
            })
            .collect();
        let columns = ["target", "loads", "upgrades", "convertible", "blocked", "misreads", "unknown"];
        write_table(&mut out, styles, &columns, &rows, CELL);
    }
    out.push_str(&excused(summary));
    let shown = if verbose { usize::MAX } else { SHOWN };
    let (counted, excused): (Vec<&Cause>, Vec<&Cause>) =
        summary.causes.iter().partition(|cause| cause.counts());
    let (misreads, others): (Vec<&Cause>, Vec<&Cause>) =
        counted.into_iter().partition(|cause| cause.outcome == "misreads");
    causes(&mut out, styles, "Misread: accepted silently, and read as something else", &misreads, shown);
    causes(&mut out, styles, "Other problems", &others, shown);
    let (ignored, known): (Vec<&Cause>, Vec<&Cause>) =
        excused.into_iter().partition(|cause| cause.ignored.is_some());
    causes(&mut out, styles, "Known from the baseline", &known, shown);
    causes(&mut out, styles, "Ignored by outlast.toml", &ignored, shown);
    if !summary.fixes.is_empty() {
        let _ = writeln!(out, "\n{}", Painted(styles.bold, "Fixed by conversion"));
        for fix in summary.fixes.iter().take(shown.max(10)) {
            let programs = plural(fix.programs, "program");
            let Fix { target, profile, example: file, data, .. } = fix;
            let conversion = Conversion { file, data, target, profile: profile.as_deref(), options };
            let _ =
                writeln!(out, "  {programs} for {}: {}", escape(&fix.target), escape(&conversion.command()));
        }
    }
    if !summary.skipped.is_empty() {
        let _ = writeln!(out, "\n{}", Painted(styles.bold, "Skipped"));
        for passed in summary.skipped.iter().take(shown) {
            let files = plural(passed.files, "file");
            let example = passed.examples.first().map_or("", String::as_str);
            let _ = writeln!(out, "  {files}: {} (such as {})", escape(&passed.message), escape(example));
        }
        rest(&mut out, summary.skipped.len(), shown, "more reason");
    }
    out
}

/// What files run when they are read, before all else; nothing where none does.
fn runs(styles: &Styles, summary: &Summary, verbose: bool) -> String {
    let mut out = String::new();
    let shown = if verbose { usize::MAX } else { SHOWN };
    let (allowed, live): (Vec<&Run>, Vec<&Run>) = summary.risk.iter().partition(|run| run.allowed.is_some());
    let files = plural(summary.runs_code, "file");
    let verb = if summary.runs_code == 1 { "runs" } else { "run" };
    let titles = [(format!("{files} {verb} code when loaded"), live), ("Allowed code".into(), allowed)];
    for (title, runs) in titles.into_iter().filter(|(_, runs)| !runs.is_empty()) {
        let _ = writeln!(out, "{}", Painted(styles.bold, title));
        for run in runs.iter().take(shown) {
            let files = plural(run.files, "file");
            let example = run.examples.first().map_or("", String::as_str);
            let code = Painted(styles.error, &run.code);
            let message = crate::escape::shorten(&run.message, 200);
            let _ = writeln!(out, "  {code} {files}: {message} ({})", escape(example));
            match &run.allowed {
                Some(who) => _ = writeln!(out, "    allowed: {}", escape(who)),
                None => _ = writeln!(out, "    help: {}", escape(&run.help)),
            }
        }
        rest(&mut out, runs.len(), shown, "more name");
        out.push('\n');
    }
    out
}

/// How many verdicts do not count, and why; empty if all do.
fn excused(summary: &Summary) -> String {
    let ignored = (summary.ignored > 0).then(|| format!("{} ignored", plural(summary.ignored, "verdict")));
    let compared = summary.baseline.map(|compared| compared.to_string());
    let said: Vec<String> = ignored.into_iter().chain(compared).collect();
    if said.is_empty() { String::new() } else { format!("\n{}\n", said.join("; ")) }
}

fn causes(out: &mut String, styles: &Styles, title: &str, causes: &[&Cause], shown: usize) {
    if causes.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", Painted(styles.bold, title));
    for cause in causes.iter().take(shown) {
        let programs = plural(cause.programs, "program");
        let targets: Vec<&str> = cause.targets.iter().map(String::as_str).collect();
        let _ = writeln!(
            out,
            "  {} {programs} on {}",
            Painted(styles.error, &cause.code),
            escape(&series(&targets))
        );
        let example = cause.examples.first().map_or("", String::as_str);
        let _ = writeln!(out, "    {} ({})", escape(&cause.message), escape(example));
        if let Some(help) = &cause.help {
            let _ = writeln!(out, "    help: {}", escape(help));
        }
        if let Some(ignored) = &cause.ignored {
            let _ = writeln!(out, "    ignored: {}", escape(&ignored.sentence("until")));
        }
        if let Some(expired) = &cause.expired {
            let _ = writeln!(out, "    no longer ignored: {}", escape(&expired.sentence("expired on")));
        }
    }
    rest(out, causes.len(), shown, "more cause");
}

fn rest(out: &mut String, all: usize, shown: usize, what: &str) {
    if all > shown {
        let _ = writeln!(out, "  … {} (-v shows them)", plural(all - shown, what));
    }
}
