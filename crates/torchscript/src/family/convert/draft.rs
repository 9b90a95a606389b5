//! [`Draft`]: an archive with the changes of the steps that were taken so far.

use std::collections::BTreeMap;

use crate::archive::TorchArchive;
use crate::archive::write::Editor;
use crate::source::Tree;
use outlast_core::{Output, Result, SortShort};

use outlast_model::conversion::AppliedStep;

/// What a step changes: records with their new content, or without one where they are removed; and what that is, one sentence each.
#[derive(Debug, Default)]
pub(in super::super) struct Change {
    pub(in super::super) records: Vec<(String, Option<Vec<u8>>)>,
    pub(in super::super) said: Vec<String>,
    /// The same of operators that changed, where another step does that on its way.
    pub(in super::super) operators: Vec<String>,
}

impl Change {
    pub(in super::super) fn is_empty(&self) -> bool {
        self.records.is_empty()
    }
}

/// A file of code with bytes replaced. Debug information says places in the text, which are others then: it goes.
pub(super) fn rewrite<T: AsRef<[u8]>>(
    archive: &TorchArchive<'_>,
    record: &str,
    tree: &Tree,
    mut edits: Vec<(u32, u32, T)>,
    change: &mut Change,
) {
    edits.sort_short_by_key(|(start, ..)| *start);
    edits.dedup_by_key(|(start, ..)| *start);
    let (text, mut out, mut at) = (tree.text(), Vec::new(), 0);
    for (start, end, new) in edits {
        let [start, end] = [start, end].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        out.extend_from_slice(text.get(at..start).unwrap_or_default());
        out.extend_from_slice(new.as_ref());
        at = end;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    let debug = format!("{record}.debug_pkl");
    if archive.has(&debug) {
        change.records.push((debug, None));
    }
    change.records.push((record.to_string(), Some(out)));
}

/// Adds what a step said. Steps that were taken before are continued.
fn note(taken: &mut Vec<AppliedStep>, id: &'static str, said: Vec<String>) {
    match taken.iter_mut().find(|taken| taken.id == id) {
        Some(taken) => taken.changes.extend(said),
        None => taken.push(AppliedStep::new(id, said)),
    }
}

/// Adds what a step said, which may have done the work of the one for operators on its way, or that alone.
pub(super) fn take(taken: &mut Vec<AppliedStep>, id: &'static str, operators: &'static str, change: Change) {
    if !change.said.is_empty() || change.operators.is_empty() {
        note(taken, id, change.said);
    }
    if !change.operators.is_empty() {
        note(taken, operators, change.operators);
    }
}

/// An archive and what is changed in it. Records that no step touches are copied as they are stored.
#[derive(Debug)]
pub(super) struct Draft<'a, 'f> {
    archive: &'a TorchArchive<'f>,
    records: BTreeMap<String, Option<Vec<u8>>>,
    taken: Vec<AppliedStep>,
}

impl<'a, 'f> Draft<'a, 'f> {
    pub(super) fn new(archive: &'a TorchArchive<'f>) -> Draft<'a, 'f> {
        Draft { archive, records: BTreeMap::new(), taken: Vec::new() }
    }

    /// Whether a step was taken.
    pub(super) fn is_changed(&self) -> bool {
        !self.taken.is_empty()
    }

    /// Adds what a step changes. Steps that were taken before are continued.
    pub(super) fn take(&mut self, id: &'static str, change: Change) {
        self.records.extend(change.records);
        note(&mut self.taken, id, change.said);
    }

    /// The same, where a step may do the work of the one for operators on its way.
    pub(super) fn take_with(&mut self, id: &'static str, operators: &'static str, mut change: Change) {
        self.records.extend(std::mem::take(&mut change.records));
        take(&mut self.taken, id, operators, change);
    }

    /// The steps that were taken so far.
    pub(super) fn steps(&self) -> &[AppliedStep] {
        &self.taken
    }

    /// The steps that were taken.
    pub(super) fn into_steps(self) -> Vec<AppliedStep> {
        self.taken
    }

    /// The archive as it is now.
    pub(super) fn output(&self) -> Result<Output<'f>> {
        let mut editor = Editor::new(self.archive)?;
        for (record, content) in &self.records {
            match (content, self.archive.has(record)) {
                (Some(content), true) => editor.replace(record, Output::of(content.clone()))?,
                (Some(content), false) => editor.add(record, Output::of(content.clone()))?,
                (None, true) => editor.remove(record)?,
                (None, false) => {}
            }
        }
        editor.finish()
    }
}
