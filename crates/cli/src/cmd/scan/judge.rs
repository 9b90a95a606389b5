//! Verdicts on one file of a scan, and on the files in it.

use std::path::{Path, PathBuf};

use outlast::detect::{self, Holdings};
use outlast::{Basis, Code, CodeMeaning as _, Companion, FileKind, Options, Target, risks};
use outlast_core::SortShort;
use outlast_report::scan::{Line, Looked, Record};
use outlast_report::{Cause, RiskRecord};

use super::super::check::{Judged, Question};
use super::super::open_program;
use crate::input::{self, Input};
use crate::walk::Found;

/// What is asked of every file. Threads share it; programs that are open they do not.
pub(super) struct Job<'j> {
    pub(super) targets: &'j [Target],
    /// Files that are loaded together with each program.
    pub(super) data: &'j [(String, Input)],
    /// Folders with files that programs ask for, beside their own.
    pub(super) folders: &'j [PathBuf],
    pub(super) basis: Basis,
    pub(super) options: &'j Options,
}

/// Companions that are looked at for one program.
const COMPANIONS: usize = 64;

impl Job<'_> {
    /// All that is said of one file.
    pub(super) fn lines(&self, found: &Found) -> Vec<Line> {
        let (path, opened) = match found {
            Found::Failed(failure) => return vec![Line::failed(failure)],
            Found::Within(path) => (path, input::open_found(path)),
            Found::Named(path) if path.as_os_str() != "-" && path.exists() => {
                (path, input::open_in_passing(path))
            }
            Found::Named(path) => (path, input::open(path)),
        };
        let name = input::name(path);
        let bytes = match opened {
            Ok(bytes) => bytes,
            Err(failure) => return vec![Line::failed(&failure)],
        };
        let lines = match detect::holdings(&bytes) {
            Some(holdings) => self.holder(&name, &bytes, &holdings),
            None => self.with_companions(path, &name, &bytes),
        };
        // What was said is of bytes that no file had.
        match bytes.demand_whole(&name) {
            Ok(()) => lines,
            Err(failure) => vec![Line::failed(&failure)],
        }
    }

    fn holder(&self, name: &str, bytes: &[u8], holdings: &Holdings) -> Vec<Line> {
        let mut lines = Vec::new();
        for hidden in &holdings.found {
            let within = hidden.bytes(bytes);
            lines.extend(self.lines_of_file(&format!("{name}!{}", hidden.address), within, self.data));
        }
        if lines.is_empty() && holdings.notes.is_empty() {
            let others = holdings.others.iter().map(|(address, what)| format!("; {address}: {what}"));
            let others: String = others.take(4).collect();
            let why = format!("an object or archive without programs in it{others}");
            lines.push(Line::skipped(name, "holds-none", why));
        }
        if holdings.more > 0 {
            let message = format!("{} more files in it than the limit", holdings.more);
            lines.push(Line::skipped(name, "holds-more", message));
        }
        lines.extend(holdings.notes.iter().map(|note| Line::skipped(name, "holds-damage", note.clone())));
        lines
    }

    /// Verdicts on a program; where it asks for data that nobody gave, those that have what it asks for are looked for: beside it, first
    /// under its own name, and in the folders that were named.
    fn with_companions(&self, path: &Path, name: &str, bytes: &[u8]) -> Vec<Line> {
        let lines = self.lines_of_file(name, bytes, self.data);
        if !self.data.is_empty() || !has(&lines, Code::needs_companion) {
            return lines;
        }
        for candidate in self.candidates(path) {
            let Ok(data) = input::open_found(&candidate) else { continue };
            let data = [(input::name(&candidate), data)];
            let with = self.lines_of_file(name, bytes, &data);
            if data.iter().any(|(name, data)| data.demand_whole(name).is_err()) {
                continue;
            }
            if !has(&with, Code::wrong_companion) && !has(&with, Code::needs_companion) {
                return with;
            }
        }
        lines
    }

    /// Files of tensor data that may be a program's.
    fn candidates(&self, program: &Path) -> Vec<PathBuf> {
        let beside = program.parent().map(Path::to_path_buf).into_iter();
        let mut found = Vec::new();
        for folder in beside.chain(self.folders.iter().cloned()) {
            let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
            let Ok(entries) = folder.read_dir() else { continue };
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            let mut data: Vec<PathBuf> =
                paths.filter(|path| path.extension().is_some_and(|e| e == "ptd")).collect();
            data.sort_short_by_key(|path| (path.file_stem() != program.file_stem(), path.clone()));
            data.truncate(COMPANIONS);
            found.extend(data);
        }
        found
    }

    fn lines_of_file(&self, name: &str, bytes: &[u8], data: &[(String, Input)]) -> Vec<Line> {
        let mut companions = Vec::with_capacity(data.len());
        for (name, bytes) in data {
            match open_program(name, bytes) {
                Ok(program) => companions.push(Companion::new(name.clone(), program)),
                Err(failure) => return vec![Line::failed(&failure)],
            }
        }
        let question = Question {
            targets: self.targets,
            companions: &companions,
            basis: self.basis,
            costly: false,
            ranges: false,
            options: self.options.clone(),
        };
        match question.judge(name, bytes) {
            Ok(Judged { kind, verdicts, .. }) => {
                let data: Vec<String> = companions.iter().map(|companion| companion.name.clone()).collect();
                verdicts
                    .iter()
                    .map(|verdict| Line::Verdict(Record::new(name, kind, &data, verdict)))
                    .collect()
            }
            // What no target reads may run code all the same.
            Err(failure) => {
                let risk = RiskRecord::all(&risks(bytes));
                if risk.is_empty() && !matches!(failure.cause, Cause::NoReader(..)) {
                    return vec![Line::failed(&failure)];
                }
                let kind = failure.kind().map_or("not-known", FileKind::name).into();
                vec![Line::File(Looked { file: failure.file, kind, risk })]
            }
        }
    }
}

/// Whether what is said of a file hangs on data files that were found, or not, beside it.
pub(super) fn hangs_on_others(lines: &[Line]) -> bool {
    has(lines, Code::needs_companion)
        || lines.iter().any(|line| matches!(line, Line::Verdict(record) if !record.data.is_empty()))
}

/// Whether a reason has such a code.
fn has(lines: &[Line], is: fn(Code) -> bool) -> bool {
    lines.iter().any(|line| match line {
        Line::Verdict(record) => {
            record.reasons.iter().any(|reason| Code::parse(&reason.code).is_some_and(is))
        }
        Line::File(_) | Line::Skipped(_) => false,
    })
}
