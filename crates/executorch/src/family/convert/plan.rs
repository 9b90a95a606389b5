//! The way from a verdict to a program for which it is good: a bounded fix-point over the reasons.

use std::collections::{BTreeMap, BTreeSet};

use crate::steps::Refusal;
use crate::{ProgramFile, schemas, verify};
use outlast_core::{Diagnostic, Output, Severity};

use super::super::steps::{BINDINGS, Binding, ON_REQUEST};
use super::super::{OwnSchema, codes, whole};
use super::state::{Start, State};
use super::{Repack, replay_program};
use outlast_model::conversion::{Blocker, ConvertError, Converted, Request};
use outlast_model::options::Options;
use outlast_model::program::Companion;
use outlast_model::targets::{Profile, Target};
use outlast_model::verdict::{Reason, Verdict};

/// Steps that one conversion may take: more than there are kinds of them.
const MAX_STEPS: usize = 64;
/// Unused bytes from which on tables are rewritten by themselves, as a share of the file and as a number.
const UNUSED_SHARE: usize = 16;
const UNUSED_MIN: usize = 1024;
/// Largest program whose conversions are kept while readers are asked: several may be held at once.
const MAX_SHARED: usize = 16 << 20;

/// Converts a program.
pub(in super::super) fn program<'a>(
    original: &'a [u8],
    companions: &'a [Companion<'_>],
    request: &Request<'_>,
    weights: bool,
) -> Result<Converted<'a>, ConvertError> {
    let schema = request.options.get::<OwnSchema>().map_or_else(|| schemas::program(), |own| &own.0);
    // A verdict does not depend on what is unused.
    let asked = request.options.get::<Repack>().copied().unwrap_or_default();
    let repack = if weights { asked } else { Repack::Never };
    let start = Start::new(original, companions, schema, false);
    let mut state = State::new(&start);
    for name in request.steps {
        let Some((info, step)) = ON_REQUEST.iter().find(|(info, _)| info.id == name) else {
            let known: Vec<&str> = ON_REQUEST.iter().map(|(info, _)| info.id).collect();
            return Err(ConvertError::impossible(format!(
                "no step `{name}`: there are {}",
                known.join(", ")
            )));
        };
        state.take(info.id, |editor, _| step(editor)).map_err(refused)?;
    }
    let mut found = None;
    if let Some(target) = request.target {
        let verdict = state.verdict(target)?;
        found = Some(fit(&mut state, target, request, verdict)?);
    }
    let much = state.unused() >= UNUSED_MIN.max(state.current().len() / UNUSED_SHARE);
    let wanted = match repack {
        Repack::Always => true,
        Repack::Auto => much,
        Repack::Never => false,
    };
    if wanted {
        let always = repack == Repack::Always;
        match state.repack() {
            Ok(before) => {
                if let Some(target) = request.target {
                    let again = state.verdict(target)?;
                    match always || request.admits(&again) {
                        true => found = Some(again),
                        // Smaller is not worth a refusal.
                        false => state.revert(before),
                    }
                }
            }
            Err(error) if always => return Err(refused(error.into())),
            Err(_) => {}
        }
    }
    let unused = state.unused();
    let (output, steps) = state.finish();
    if let Some(verdict) = found.as_ref().filter(|verdict| !request.admits(verdict)) {
        return Err(ConvertError::not_good(verdict, steps, blockers(verdict, &BTreeMap::new())));
    }
    let output = match output {
        Some(output) => output,
        // Unchanged, but not unread: every object is decoded and encoded.
        None if weights => replay_program(&ProgramFile::open(whole(original))?)?.output,
        None => Output::of(original),
    };
    Ok(Converted::new(output, steps).verdict(found).unused(unused))
}

/// Takes steps until the verdict, which is this one before any, is good.
fn fit(
    state: &mut State<'_, '_, '_, '_>,
    target: &Target,
    request: &Request<'_>,
    mut verdict: Verdict,
) -> Result<Verdict, ConvertError> {
    let profiles = target.profiles();
    let mut refusals: BTreeMap<(u16, String), Refusal> = BTreeMap::new();
    let mut tried: BTreeSet<(&str, u16, String)> = BTreeSet::new();
    for _ in 0..MAX_STEPS {
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
                match answer(state, &profiles, binding, reason) {
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
        if !went_on && request.admits(&verdict) {
            return Ok(verdict);
        }
        if !went_on {
            let reasons = blockers(&verdict, &refusals);
            return Err(ConvertError::not_good(&verdict, state.steps().to_vec(), reasons));
        }
        verdict = state.verdict(target)?;
    }
    let why = format!("not finished after {MAX_STEPS} steps");
    Err(ConvertError::Refused(vec![Blocker::new(why).subject(target.name().into())]))
}

/// Takes the step of a binding; false where it had nothing to do.
fn answer(
    state: &mut State<'_, '_, '_, '_>,
    profiles: &[&Profile],
    binding: &Binding,
    reason: &Reason,
) -> Result<bool, Refusal> {
    let call = || binding.call(profiles, reason);
    state.answer(binding.id, call, |editor, data, call| binding.apply(editor, data, call))
}

/// Conversions of one program for many readers, none of which is wanted except for what it says of the verdict.
pub(in super::super) struct Probes<'a, 'd, 's>(Start<'a, 'd, 's>);

impl<'a, 'd> Probes<'a, 'd, 'a> {
    /// Those of a program that was opened with these options.
    pub(in super::super) fn new(
        original: &'a [u8],
        companions: &'a [Companion<'d>],
        options: &'a Options,
    ) -> Probes<'a, 'd, 'a> {
        let schema = options.get::<OwnSchema>().map_or_else(|| schemas::program(), |own| &own.0);
        Probes(Start::new(original, companions, schema, original.len() <= MAX_SHARED))
    }
}

impl outlast_model::program::Probes for Probes<'_, '_, '_> {
    fn steps(&self, target: &Target, verdict: &Verdict) -> Result<Vec<&'static str>, ConvertError> {
        let mut state = State::new(&self.0);
        let request = Request::for_target(target);
        fit(&mut state, target, &request, verdict.clone())?;
        Ok(state.steps().iter().map(|step| step.id).collect())
    }
}

/// What is left of a verdict, each with the reason why no step helps.
pub(super) fn blockers(verdict: &Verdict, refusals: &BTreeMap<(u16, String), Refusal>) -> Vec<Blocker> {
    let mut found: Vec<Blocker> = Vec::new();
    let mut seen = BTreeSet::new();
    // What another entry point keeps from loading has nothing of its own to mend.
    for (_, reason) in verdict.reasons().filter(|(_, reason)| reason.code != codes::TOGETHER) {
        let key = (reason.code.0, reason.subject.clone());
        if !seen.insert(key.clone()) {
            continue;
        }
        let refusal = refusals.get(&key);
        let why = match refusal {
            Some(refusal) => refusal.why.clone(),
            None => reason.sentence(),
        };
        found.push(
            Blocker::new(why)
                .code(Some(reason.code))
                .subject(reason.subject.clone())
                .place(refusal.map_or_else(|| reason.place.clone(), |r| r.place.clone()))
                .help(refusal.and_then(|r| r.help.clone()).or_else(|| reason.help.clone())),
        );
    }
    if found.is_empty() {
        let why = verdict.notes.first().cloned().unwrap_or_else(|| "the verdict is not good".into());
        found.push(Blocker::new(why).subject(verdict.target.clone()));
    }
    found
}

pub(in super::super) fn refused(refusal: Refusal) -> ConvertError {
    ConvertError::Refused(vec![Blocker::new(refusal.why).place(refusal.place).help(refusal.help)])
}

/// Demands that a program has no errors.
pub(in super::super) fn sound(bytes: &[u8]) -> Result<(), Refusal> {
    no_errors(&verify::program(whole(bytes)))
}

/// Demands that no finding of verification is an error.
pub(super) fn no_errors(findings: &[Diagnostic]) -> Result<(), Refusal> {
    match findings.iter().find(|finding| finding.severity == Severity::Error) {
        None => Ok(()),
        Some(error) => Err(Refusal::new(
            format!("the result would not be sound: {}: {}", error.code, error.title),
            error.place.clone(),
        )),
    }
}
