//! The way from a verdict to a program for which it is good: a bounded fix-point over the reasons.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::Severity;
use outlast_executorch::edit::{self as program_edit, ProgramEditor};
use outlast_executorch::steps::{self, Refusal};
use outlast_executorch::{Output, ProgramFile, schemas, verify};
use outlast_flatbuffers::schema::Schema;

use super::{Blocker, ConvertError, Converted, Repack, Request, Taken, open, profiles, replay, whole};
use crate::check::{CheckError, Companion, Subject};
use crate::families::executorch::{BINDINGS, Binding, Context, ON_REQUEST};
use crate::targets::Resolved;
use crate::verdict::{Reason, Verdict};

/// Steps that one conversion may take: more than there are kinds of them.
const MAX_STEPS: usize = 64;
/// Unused bytes from which on tables are written anew by themselves, as a share of the file and as a number.
const UNUSED_SHARE: usize = 16;
const UNUSED_MIN: usize = 1024;

pub(super) fn convert_program(
    original: &[u8],
    companions: &[Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'static>, ConvertError> {
    let schema = request.schema.unwrap_or_else(|| schemas::program());
    let mut state = State { bytes: None, steps: Vec::new(), unused: 0, weights, schema };
    for name in request.steps {
        let Some((id, _, step)) = ON_REQUEST.iter().find(|(id, ..)| id == name) else {
            let known: Vec<&str> = ON_REQUEST.iter().map(|(id, ..)| *id).collect();
            let why = format!("no step `{name}`: there are {}", known.join(", "));
            return Err(ConvertError::Check(CheckError::Impossible(why)));
        };
        state.take(original, id, &[], |editor, _| step(editor)).map_err(refused)?;
    }
    let mut verdict = None;
    if let Some((name, target)) = request.target {
        verdict = Some(fit(&mut state, original, companions, name, target)?);
    }
    let current = state.current(original);
    let much = state.unused >= UNUSED_MIN.max(current.len() / UNUSED_SHARE);
    let wanted = match request.repack {
        Repack::Always => true,
        Repack::Auto => much,
        Repack::Never => false,
    };
    if wanted {
        let before = (state.bytes.clone(), state.unused);
        let always = request.repack == Repack::Always;
        match state.repack(original) {
            Ok(()) => {
                if let Some((name, target)) = request.target {
                    let data = state.companions(companions);
                    let again = Subject::new(&open(state.current(original))?)?.check(data, name, target)?;
                    match always || again.outcome.is_good() {
                        true => verdict = Some(again),
                        // Smaller is not worth a refusal.
                        false => state.revert(before),
                    }
                }
            }
            Err(error) if always => return Err(refused(error.into())),
            Err(_) => {}
        }
    }
    if let Some(verdict) = verdict.as_ref().filter(|v| !v.outcome.is_good()) {
        return Err(ConvertError::Refused(blockers(verdict, &BTreeMap::new())));
    }
    let unused = state.unused;
    let bytes = match state.bytes {
        Some(bytes) => bytes,
        // Unchanged, but not unread: every object is decoded and encoded.
        None if weights => replay(&open(original)?)?.bytes,
        None => original.to_vec(),
    };
    let output = Output::of(bytes);
    Ok(Converted { output, steps: state.steps, verdict, unused })
}

/// Takes steps until the verdict is good.
fn fit(
    state: &mut State<'_>,
    original: &[u8],
    companions: &[Companion<'_>],
    name: &str,
    target: &Resolved,
) -> Result<Verdict, ConvertError> {
    let profiles = profiles(target);
    let mut refusals: BTreeMap<(u16, String), Refusal> = BTreeMap::new();
    let mut tried: BTreeSet<(&str, u16, String)> = BTreeSet::new();
    for _ in 0..MAX_STEPS {
        let data = state.companions(companions);
        let verdict = Subject::new(&open(state.current(original))?)?.check(data, name, target)?;
        if verdict.outcome.is_good() {
            return Ok(verdict);
        }
        // In the order of the steps, not of the reasons: some prepare others.
        let reasons: Vec<Reason> = verdict.reasons().map(|(_, reason)| reason.clone()).collect();
        let mut went_on = false;
        'steps: for binding in BINDINGS {
            for reason in reasons.iter().filter(|r| binding.answers(r)) {
                let key = (reason.code.0, reason.subject.clone());
                if !tried.insert((binding.id, key.0, key.1.clone())) {
                    continue;
                }
                match answer(state, original, companions, &profiles, binding, reason) {
                    Ok(true) => {
                        went_on = true;
                        break 'steps;
                    }
                    Ok(false) => {}
                    Err(refusal) => {
                        refusals.insert(key, refusal);
                    }
                }
            }
        }
        if !went_on {
            return Err(ConvertError::Refused(blockers(&verdict, &refusals)));
        }
    }
    let why = format!("no end after {MAX_STEPS} steps");
    Err(ConvertError::Refused(vec![Blocker {
        code: None,
        subject: name.into(),
        why,
        place: outlast_core::Place::default(),
        help: None,
    }]))
}

/// Takes the step of a binding; false where it had nothing to do.
fn answer(
    state: &mut State<'_>,
    original: &[u8],
    companions: &[Companion<'_>],
    profiles: &[&crate::targets::Profile],
    binding: &Binding,
    reason: &Reason,
) -> Result<bool, Refusal> {
    state.take(original, binding.id, companions, |editor, companions| {
        let context = Context { profiles, companions };
        binding.apply(editor, &context, reason)
    })
}

/// What is left of a verdict, each with the reason why no step helps.
pub(super) fn blockers(verdict: &Verdict, refusals: &BTreeMap<(u16, String), Refusal>) -> Vec<Blocker> {
    let mut found: Vec<Blocker> = Vec::new();
    let mut seen = BTreeSet::new();
    for (_, reason) in verdict.reasons() {
        let key = (reason.code.0, reason.subject.clone());
        if !seen.insert(key.clone()) {
            continue;
        }
        let refusal = refusals.get(&key);
        let why = match refusal {
            Some(refusal) => refusal.why.clone(),
            None => format!("{}: needs {}; {}", reason.subject, reason.needs, reason.has),
        };
        found.push(Blocker {
            code: Some(reason.code),
            subject: reason.subject.clone(),
            why,
            place: refusal.map_or_else(|| reason.place.clone(), |r| r.place.clone()),
            help: refusal.and_then(|r| r.help.clone()).or_else(|| reason.help.clone()),
        });
    }
    if found.is_empty() {
        let why = verdict.notes.first().cloned().unwrap_or_else(|| "the verdict is not good".into());
        found.push(Blocker {
            code: None,
            subject: verdict.target.clone(),
            why,
            place: outlast_core::Place::default(),
            help: None,
        });
    }
    found
}

pub(super) fn refused(refusal: Refusal) -> ConvertError {
    ConvertError::Refused(vec![Blocker {
        code: None,
        subject: String::new(),
        why: refusal.why,
        place: refusal.place,
        help: refusal.help,
    }])
}

/// A program on its way.
struct State<'s> {
    /// The program as it is now; `None` while nothing was changed.
    bytes: Option<Vec<u8>>,
    steps: Vec<Taken>,
    unused: usize,
    weights: bool,
    schema: &'s Schema,
}

impl<'s> State<'s> {
    fn current<'a>(&'a self, original: &'a [u8]) -> &'a [u8] {
        self.bytes.as_deref().unwrap_or(original)
    }

    /// The files that the program as it is now is loaded with: none where their data are in it.
    fn companions<'c, 'd>(&self, given: &'c [Companion<'d>]) -> &'c [Companion<'d>] {
        if self.steps.iter().any(|step| step.id == super::MERGE) { &[] } else { given }
    }

    /// Takes a step; false where it changed nothing.
    fn take(
        &mut self,
        original: &[u8],
        id: &'static str,
        companions: &[Companion<'_>],
        step: impl for<'e> FnOnce(&mut ProgramEditor<'e, 's>, &[Companion<'e>]) -> steps::Changes,
    ) -> Result<bool, Refusal> {
        let (bytes, changes, unused) = {
            let file = ProgramFile::open(whole(self.current(original)))?;
            let mut editor = ProgramEditor::with_schema(file, self.schema)?;
            let changes = step(&mut editor, companions)?;
            if changes.is_empty() {
                return Ok(false);
            }
            let edited = editor.finish()?;
            let given: usize = companions.iter().map(|c| c.program.len()).sum();
            if edited.output.len()
                > file.file.len().saturating_add(given).saturating_mul(4).saturating_add(1 << 20)
            {
                return Err(Refusal::whole(
                    "the result would be many times as large as the file, which shares its parts",
                ));
            }
            (finish(&edited.output, self.weights), changes, edited.unused)
        };
        sound(&bytes)?;
        self.bytes = Some(bytes);
        self.unused += unused;
        match self.steps.iter_mut().find(|taken| taken.id == id) {
            Some(taken) => taken.changes.extend(changes),
            None => self.steps.push(Taken { id, changes }),
        }
        Ok(true)
    }

    fn repack(&mut self, original: &[u8]) -> outlast_core::Result<()> {
        let before = self.current(original).len();
        let bytes = {
            let file = ProgramFile::open(whole(self.current(original)))?;
            finish(&program_edit::repack(&file)?, self.weights)
        };
        sound(&bytes).map_err(|refusal| {
            let kind = outlast_core::ErrorKind::Invalid { what: "repacked program", why: refusal.why };
            outlast_core::Error::new(kind, outlast_core::Span::default())
        })?;
        let changes = vec![format!("tables written anew: {} bytes instead of {before}", bytes.len())];
        self.steps.push(Taken { id: "repack", changes });
        self.bytes = Some(bytes);
        self.unused = 0;
        Ok(())
    }

    /// Takes the last step back.
    fn revert(&mut self, (bytes, unused): (Option<Vec<u8>>, usize)) {
        self.steps.pop();
        self.bytes = bytes;
        self.unused = unused;
    }
}

/// Demands that a program has no errors.
pub(super) fn sound(bytes: &[u8]) -> Result<(), Refusal> {
    let findings = verify::program(whole(bytes));
    match findings.into_iter().find(|d| d.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => Err(Refusal::new(
            format!("the result would not be sound: {}: {}", error.code, error.title),
            error.place,
        )),
    }
}

/// A file in memory, with or without its bulk data.
pub(super) fn finish(output: &Output<'_>, weights: bool) -> Vec<u8> {
    if weights { output.to_vec() } else { output.without_weights() }
}
