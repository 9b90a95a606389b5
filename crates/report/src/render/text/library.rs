//! Verdicts on a file that holds others: the answer on all of it, the files in it (those that are alike on one line), and each problem once.
//!
//! ```text
//! FAIL  lib.a will not load on llvm-16.0.6: 2 of 12 files in it
//! OK    lib.a loads on llvm-19.1.7 (measured): 12 files in it
//! runs on: llvm 19.1.7 – 23.1.4
//!
//!   files   kind      producer     verdict                                     first
//!      10   LLVM IR   LLVM16.0.6   loads                                       a.o
//!       2   LLVM IR   LLVM19.1.7   fails on llvm-16.0.6, loads on llvm-19.1.7   b.o
//! ```

use std::fmt::Write;

use outlast::Verdict;

use super::headline::{Headline, INDENT};
use super::style::{Painted, Styles};
use super::table::{CELL, write_table};
use super::verdict::{Judged, says, verdicts};
use crate::risk::RiskRecord;
use crate::{RunsOn, and_more, escape, plural};

/// Kinds of files that are shown without being asked for: as rows, and with their problems.
const ROWS: usize = 40;
const PROBLEMS: usize = 10;

/// Names of files that are like another.
const NAMES: usize = 8;

/// A file that holds others.
#[derive(Clone, Copy, Debug)]
pub struct Library<'l> {
    /// The file.
    pub file: &'l str,
    /// Files that were loaded together with it.
    pub data: &'l [String],
    /// Options that it was read with, as words of a command line.
    pub options: &'l [String],
    /// The verdicts on all of it.
    pub verdicts: &'l [Verdict],
    /// The files in it that were judged.
    pub members: &'l [Member<'l>],
    /// The releases that run all of them, if that was looked for.
    pub runs_on: Option<&'l [RunsOn]>,
}

/// A file in another, judged.
#[derive(Clone, Debug)]
pub struct Member<'m> {
    /// Its address in the other.
    pub address: &'m str,
    /// What it is, in words: `LLVM IR`.
    pub what: &'m str,
    /// Who wrote it; empty where that is not said.
    pub producer: &'m str,
    /// The verdicts on it.
    pub verdicts: &'m [Verdict],
    /// Targets whose verdicts do not count, each with why.
    pub excuses: Vec<(&'m str, &'m str)>,
}

impl Member<'_> {
    /// Whether all verdicts on it, good or excused, need no more words.
    fn is_clean(&self) -> bool {
        let excused = |verdict: &Verdict| self.excuses.iter().any(|(target, _)| *target == verdict.target);
        self.verdicts.iter().all(|v| !v.runs_code() && (v.outcome.is_good() || excused(v)))
    }

    /// Whether the same is said of another by the same producer.
    fn is_like(&self, other: &Member<'_>) -> bool {
        let same = |(one, other): (&Verdict, &Verdict)| {
            one.target == other.target
                && one.outcome == other.outcome
                && one.basis == other.basis
                && (one.outcome.is_good() || says(one) == says(other))
        };
        self.what == other.what
            && self.producer == other.producer
            && self.excuses == other.excuses
            && self.verdicts.len() == other.verdicts.len()
            && self.verdicts.iter().zip(other.verdicts).all(same)
    }

    /// `loads`; `fails on llvm-14.0.6 – llvm-16.0.6, loads on llvm-19.1.7`.
    fn outcomes(&self) -> String {
        let runs: Vec<&[Verdict]> =
            self.verdicts.chunk_by(|one, other| one.outcome == other.outcome).collect();
        let on = |run: &&[Verdict]| match run {
            [one] => format!("{} on {}", one.outcome.name(), one.target),
            run => format!("{} on {}", run.first().map_or("", |one| one.outcome.name()), targets(run)),
        };
        match runs.as_slice() {
            [one] => one.first().map_or("", |verdict| verdict.outcome.name()).to_string(),
            all => all.iter().map(on).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The verdicts on a library. `verbose` shows each file, and all problems.
pub fn library(styles: &Styles, library: &Library<'_>, verbose: bool) -> String {
    let risks = library.verdicts.first().map(|verdict| RiskRecord::all(&verdict.risks)).unwrap_or_default();
    let mut out = super::risks(styles, library.file, &risks, verbose);
    out.push_str(&answers(styles, library));
    out.push('\n');
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for member in library.members {
        let said = [member.what, member.producer, &member.outcomes()].map(str::to_string);
        match rows.iter_mut().find(|(_, row)| !verbose && row.starts_with(&said)) {
            Some((count, _)) => *count += 1,
            None => rows.push((1, said.into_iter().chain([member.address.to_string()]).collect())),
        }
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(count, row)| std::iter::once(count.to_string()).chain(row).collect())
        .collect();
    let shown = if verbose { rows.len() } else { rows.len().min(ROWS) };
    let columns = ["files", "kind", "producer", "verdict", if verbose { "file" } else { "first" }];
    write_table(&mut out, styles, &columns, rows.get(..shown).unwrap_or_default(), CELL);
    if shown < rows.len() {
        let _ = writeln!(out, "  … {} more (-v shows them)", rows.len() - shown);
    }
    let bad = like(library.members.iter().filter(|member| !member.is_clean()), verbose);
    let most = if verbose { bad.len() } else { PROBLEMS };
    for group in bad.iter().take(most) {
        out.push('\n');
        out.push_str(&problems(styles, library, group, verbose));
    }
    if bad.len() > most {
        let more = plural(bad.iter().skip(most).map(Vec::len).sum::<usize>(), "file");
        let _ = writeln!(out, "\n… problems of {more} more (-v shows them)");
    }
    out
}

/// The targets of verdicts that follow each other.
fn targets(verdicts: &[Verdict]) -> String {
    match verdicts {
        [] => String::new(),
        [one] => one.target.clone(),
        [one, other] => format!("{}, {}", one.target, other.target),
        [first, .., last] => format!("{} – {}", first.target, last.target),
    }
}

/// A line for each target, or for those that follow each other and say the same.
fn answers(styles: &Styles, library: &Library<'_>) -> String {
    let mut out = String::new();
    let count = |verdict: &Verdict| {
        let of = |member: &&Member<'_>| member.verdicts.iter().any(|own| own.target == verdict.target);
        let bad = |member: &&Member<'_>| {
            let own = member.verdicts.iter().find(|own| own.target == verdict.target);
            own.is_some_and(|own| !own.outcome.is_good())
        };
        (library.members.iter().filter(of).filter(bad).count(), library.members.iter().filter(of).count())
    };
    // Why none of what is not good counts, where that is so.
    let excuse = |verdict: &Verdict| {
        let mut excuses = library.members.iter().filter_map(|member| {
            let own = member.verdicts.iter().find(|own| own.target == verdict.target)?;
            let excuse = member.excuses.iter().find(|(target, _)| *target == verdict.target);
            (!own.outcome.is_good()).then_some(excuse.map(|(_, excuse)| *excuse))
        });
        let first = excuses.next()??;
        excuses.all(|excuse| excuse.is_some()).then_some(first)
    };
    let same = |one: &Verdict, other: &Verdict| {
        let key = |v: &Verdict| (v.outcome, v.stage, v.basis, count(v), excuse(v));
        key(one) == key(other)
    };
    for group in library.verdicts.chunk_by(same) {
        let Some(first) = group.first() else { continue };
        let line =
            Headline::of_library(library.file, &targets(group), first, excuse(first)).render(styles, None);
        let all = |count: usize| format!("{} in it", plural(count, "file"));
        let files = match count(first) {
            (0, count) => all(count),
            (bad, count) if bad == count => format!("all {} in it", plural(count, "file")),
            (bad, count) => format!("{bad} of {}", all(count)),
        };
        let _ = writeln!(out, "{}: {files}", line.trim_end());
    }
    for note in library.verdicts.first().into_iter().flat_map(|verdict| &verdict.notes) {
        let _ = writeln!(out, "{INDENT}note: {}", escape(note));
    }
    for runs_on in library.runs_on.into_iter().flatten() {
        let _ = writeln!(out, "{}: {runs_on}", Painted(styles.bold, "runs on"));
    }
    out
}

/// Files of which the same is said, by the first of them; each alone if `verbose`.
fn like<'m, 'l>(members: impl Iterator<Item = &'m Member<'l>>, verbose: bool) -> Vec<Vec<&'m Member<'l>>> {
    let mut groups: Vec<Vec<&Member<'_>>> = Vec::new();
    for member in members {
        let known = groups
            .iter_mut()
            .find(|group| !verbose && group.first().is_some_and(|first| first.is_like(member)));
        match known {
            Some(group) => group.push(member),
            None => groups.push(vec![member]),
        }
    }
    groups
}

/// What is wrong with files that are alike: that of the first, and the names of the others.
fn problems(styles: &Styles, library: &Library<'_>, group: &[&Member<'_>], verbose: bool) -> String {
    let Some((first, others)) = group.split_first() else { return String::new() };
    let file = format!("{}!{}", library.file, first.address);
    let judged =
        Judged { file: &file, data: library.data, options: library.options, excuses: &first.excuses };
    let bad: Vec<Verdict> =
        first.verdicts.iter().filter(|v| !v.outcome.is_good() || v.runs_code()).cloned().collect();
    let mut out = verdicts(styles, judged, &bad, None, verbose);
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|member| member.address).collect();
        let names = escape(&and_more(&names, NAMES)).into_owned();
        let _ = writeln!(out, "{}: {names}", Painted(styles.bold, "the same of"));
    }
    out
}

#[cfg(test)]
mod tests {
    use outlast::{Basis, EntryVerdict, Outcome, Reason, Stage, Verdict};
    use outlast_core::{Code, Path, Place, Span};

    use super::{Library, Member, library};
    use crate::Styles;

    fn verdicts(bad: bool, entry: &str) -> Vec<Verdict> {
        let reason = Reason::new(Code(2104), Outcome::Fails)
            .stage(Some(Stage::Load))
            .message(Some("llvm-16.0.6 refuses it".into()))
            .place(Place::new(Span::at(4, 4), Path::root()));
        let reasons = if bad { vec![reason] } else { Vec::new() };
        let entry = |reasons| vec![EntryVerdict::new(entry, reasons, Basis::Measured)];
        vec![Verdict::new("llvm-16.0.6", entry(reasons)), Verdict::new("llvm-19.1.7", entry(Vec::new()))]
    }

    #[test]
    fn files_that_are_alike_are_one_line() {
        let (good, bad) = (verdicts(false, "module"), verdicts(true, "module"));
        let member = |address, producer, verdicts| Member {
            address,
            what: "LLVM IR",
            producer,
            verdicts,
            excuses: Vec::new(),
        };
        let members = [
            member("a.o", "LLVM16.0.6", &good[..]),
            member("b.o", "LLVM19.1.7", &bad),
            member("c.o", "LLVM16.0.6", &good),
            member("d.o", "LLVM19.1.7", &bad),
        ];
        let all = Library {
            file: "lib.a",
            data: &[],
            options: &[],
            verdicts: &bad,
            members: &members,
            runs_on: None,
        };
        let expected = "\
FAIL  lib.a will not load on llvm-16.0.6: 2 of 4 files in it
OK    lib.a loads on llvm-19.1.7 (measured): 4 files in it

  files   kind      producer     verdict                                      first
      2   LLVM IR   LLVM16.0.6   loads                                        a.o
      2   LLVM IR   LLVM19.1.7   fails on llvm-16.0.6, loads on llvm-19.1.7   b.o

FAIL  lib.a!b.o will not load on llvm-16.0.6

error[OL2104]: llvm-16.0.6 refuses it
  --> 0x4..0x8
the same of: d.o
";
        assert_eq!(library(&Styles::plain(), &all, false), expected);
        assert_eq!(library(&Styles::plain(), &all, true).matches("error[OL2104]").count(), 2);
    }
}
