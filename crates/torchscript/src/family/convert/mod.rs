//! Conversions of PyTorch files: the format and the operators, until the verdict is good.

pub(super) mod bytecode;
mod channels;
mod classes;
mod draft;
mod exported;
pub(super) mod flat;
mod format;
mod layout;
mod literals;
mod operators;
mod pack;
mod packed;
mod packed_rnn;
mod spelling;
mod tags;
mod version;
mod views;
mod written;

use std::collections::BTreeSet;

use crate::archive::{Kind, TorchArchive, write};
use outlast_core::{Code, Image};
use outlast_opset::versions::codes as versions;

use super::custom_ops::{self, Own};
use super::facts::Facts;
use super::{LITE, codes, judge};
pub(super) use draft::Change;
use draft::Draft;
pub(super) use flat::program as flat_program;
pub(super) use operators::{blocked, blocker, take};
use outlast_model::conversion::{Blocker, ConvertError, Converted, Request, StepInfo};
use outlast_model::interpolate;
use outlast_model::options::Options;
use outlast_model::targets::{Profile, Target};
use outlast_model::verdict::{Reason, Verdict};
pub(super) use pack::{Between, operators_of_graphs, version_of};
pub(super) use version::rewritten;
pub use written::WrittenBy;

/// Steps that one conversion may take.
const MAX_STEPS: usize = 16;

/// What a step sees of the question: the file as it is now, and the reader.
pub(super) struct Context<'c, 'f> {
    pub(super) archive: &'c TorchArchive<'f>,
    /// Records of the file as it was given, with the content of tensors, which `archive` does not have.
    original: &'c dyn Fn(&str) -> Option<Vec<u8>>,
    pub(super) facts: &'c Facts,
    pub(super) profile: &'c Profile,
    options: &'c Options,
}

impl Context<'_, '_> {
    /// Whether the reader is the lite interpreter, which reads no code.
    pub(super) fn is_lite(&self) -> bool {
        self.profile.variant == LITE
    }
}

/// Takes a step: what it changes, or what stands in the way.
type Apply = fn(&Context<'_, '_>) -> Result<Change, Vec<Blocker>>;

/// A step, and the reasons that it answers.
struct Binding {
    id: &'static str,
    about: &'static str,
    answers: &'static [Code],
    apply: Apply,
}

/// The step for operators that changed.
const OPERATORS: &str = "torch-operators";

/// The step for operators of users' sets.
const OWN: &str = "operator-sets";

/// The step for debug information.
const DEBUG: &str = "torch-debug";
const ABOUT_DEBUG: &str =
    "debug information that ends older releases where they look up a place for an error is left out";

/// All steps, in the order in which they are tried.
const BINDINGS: &[Binding] = &[
    Binding {
        id: "torch-layout",
        about: "archives of 1.0 to 1.2, with `model.json`, are in the layout of later releases; containers do not say their types, for releases before 1.5",
        answers: &[codes::LAYOUT, codes::FILE_VERSION],
        apply: layout::fit,
    },
    Binding {
        id: "torch-version",
        about: "the format version is what the operators in use need",
        answers: &[codes::FILE_VERSION, codes::LAYOUT],
        apply: version::lower,
    },
    Binding {
        id: "torch-bytecode",
        about: "bytecode in a version that the lite interpreter takes, with the arguments that its upgraders take",
        answers: &[codes::BYTECODE, codes::CALL],
        apply: bytecode::rewrite,
    },
    Binding {
        id: "torch-spelling",
        about: "code is spelt as older releases spell it: `None` for the type `NoneType`; for 1.3, the first line, and what is taken for not `None`",
        answers: &[codes::SYNTAX],
        apply: spelling::respell,
    },
    Binding {
        id: "torch-classes",
        about: "classes as older releases read them: attributes for constants, no lists of buffers, no empty lists of hooks",
        answers: &[codes::SYNTAX],
        apply: classes::older,
    },
    Binding {
        id: "torch-channels",
        about: "scales of quantised tensors, one for each channel, are tensors, where they are lists up to 1.4",
        answers: &[codes::NEEDS_CODE],
        apply: channels::fit,
    },
    Binding {
        id: "torch-packed",
        about: "weights that are packed for XNNPACK are tensors again, and calls of `prepacked` operators those of functions that compute with them",
        answers: &[codes::OPERATOR],
        apply: packed::unpack,
    },
    Binding {
        id: "torch-packed-rnn",
        about: "packed weights of quantised LSTMs up to 1.5, which were tensors, are objects, and functions make the cells of them that the operator takes",
        answers: &[codes::SYNTAX, codes::CALL],
        apply: packed_rnn::objects,
    },
    Binding {
        id: "torch-views",
        about: "operators that make several views are those whose views may be changed in place",
        answers: &[codes::UNMEASURED],
        apply: views::unsafely,
    },
    Binding { id: format::ID, about: format::ABOUT, answers: &[codes::CHANGED], apply: format::functions },
    Binding {
        id: OPERATORS,
        about: "calls of changed operators become calls of upgraders or downgraders, which are put next to the code, or their bytecode",
        answers: &[codes::OPERATOR, codes::CALL, codes::CHANGED, codes::UNMEASURED],
        apply: operators::rewrite,
    },
    Binding {
        id: OWN,
        about: "calls of operators of your own sets (`--operators`) become calls of the upgraders or downgraders of the set, which are put next to the code, or their bytecode",
        answers: &[
            codes::CALL,
            codes::CHANGED,
            versions::NEWER,
            versions::OLDER_THAN_MINIMUM,
            versions::RETIRED,
            versions::VERSION_UNKNOWN,
        ],
        apply: custom_ops::rewrite,
    },
];

/// The steps, as they are listed.
pub(super) const STEPS: &[StepInfo] = &[
    info(0),
    info(1),
    info(2),
    info(3),
    info(4),
    info(5),
    info(6),
    info(7),
    info(8),
    StepInfo { id: format::ID, about: format::ABOUT, on_request: true },
    info(10),
    info(11),
    StepInfo { id: literals::ID, about: literals::ABOUT, on_request: false },
    StepInfo { id: DEBUG, about: ABOUT_DEBUG, on_request: false },
    StepInfo { id: exported::ID, about: exported::ABOUT, on_request: false },
    StepInfo { id: flat::ID, about: flat::ABOUT, on_request: false },
];

const fn info(at: usize) -> StepInfo {
    #[allow(clippy::indexing_slicing, reason = "the compiler looks")]
    StepInfo { id: BINDINGS[at].id, about: BINDINGS[at].about, on_request: false }
}

/// Converts an archive.
pub(super) fn archive<'f>(
    archive: &TorchArchive<'f>,
    request: &Request<'_>,
) -> Result<Converted<'f>, ConvertError> {
    if let [step] = request.steps
        && step == format::ID
        && request.target.is_none()
    {
        return upgraded(archive, request);
    }
    no_steps(request)?;
    let Some(target) = request.target else {
        let output = write::replay(archive.zip())?.output;
        return Ok(Converted::new(output, Vec::new()));
    };
    if let Kind::Exported(_) = archive.kind() {
        return exported::program(archive, target, request);
    }
    let mut draft = Draft::new(archive);
    // Tensors have no content in what is converted.
    let original = |record: &str| archive.content(record).ok()?.map(std::borrow::Cow::into_owned);
    let verdict = fit(&mut draft, &original, target, request)?;
    let output = draft.output()?;
    Ok(Converted::new(output, draft.into_steps()).verdict(Some(verdict)))
}

/// Converts an archive by [`format::upgrade`] alone.
fn upgraded<'f>(archive: &TorchArchive<'f>, request: &Request<'_>) -> Result<Converted<'f>, ConvertError> {
    let target = crate::family::FAMILY
        .named("torch-2.15.0")
        .map_err(|error| ConvertError::impossible(error.to_string()))?;
    let facts = Facts::of_archive(archive);
    let Some(profile) = target.profiles().first().copied() else {
        return Err(ConvertError::impossible("no profile".to_string()));
    };
    let context = Context { archive, original: &|_| None, facts: &facts, profile, options: &request.options };
    let change = format::upgrade(&context).map_err(ConvertError::Refused)?;
    let mut draft = Draft::new(archive);
    draft.take(format::ID, change);
    let output = draft.output()?;
    Ok(Converted::new(output, draft.into_steps()))
}

/// Steps are chosen by the target.
fn no_steps(request: &Request<'_>) -> Result<(), ConvertError> {
    match request.steps.first() {
        Some(step) => Err(ConvertError::impossible(format!(
            "no step `{step}`: steps of PyTorch files are taken for a target"
        ))),
        None => Ok(()),
    }
}

/// Takes steps until the verdict is good. `original` gives the content of a record of the file as it was given.
fn fit(
    draft: &mut Draft<'_, '_>,
    original: &dyn Fn(&str) -> Option<Vec<u8>>,
    target: &Target,
    request: &Request<'_>,
) -> Result<Verdict, ConvertError> {
    let options = &request.options;
    let mut tried: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut obstacles: Vec<Blocker> = Vec::new();
    for _ in 0..MAX_STEPS {
        let image = Image::new(draft.output()?)?;
        let current = TorchArchive::open(image.bytes())?;
        let mut facts = Facts::of_image(&current);
        facts.own = Own::of(options, Some(&current));
        written::tell(&mut facts, options, draft.is_changed())?;
        let subject = judge::prepare(facts);
        let facts = subject.facts();
        // Before anything else: later steps say for which release the code is.
        if let (false, Some(profile)) = (draft.is_changed(), target.profiles().first()) {
            let context = Context { archive: &current, original: &original, facts, profile, options };
            let change = literals::typed(&context).map_err(ConvertError::Refused)?;
            if !change.is_empty() {
                draft.take(literals::ID, change);
                continue;
            }
        }
        let verdict = interpolate::verdict(&subject, &[], target)?;
        if verdict.outcome.is_good() {
            // What releases did that nobody can ask any more is in the table alone.
            if let (true, Some(profile)) = (operators::is_old(facts), target.profiles().first()) {
                let context = Context { archive: &current, original, facts, profile, options };
                let change = operators::rewrite(&context).map_err(ConvertError::Refused)?;
                if !change.is_empty() {
                    draft.take("torch-operators", change);
                    continue;
                }
            }
            if let (true, Some(profile)) = (facts.debug_table, target.profiles().first()) {
                let context = Context { archive: &current, original: &original, facts, profile, options };
                let change = layout::without_debug(&context);
                if !change.is_empty() {
                    draft.take(DEBUG, change);
                    continue;
                }
            }
            // Who reads the output is not told what wrote it.
            let bare = interpolate::verdict(
                &judge::of_image(&current).with_own(options, Some(&current)),
                &[],
                target,
            )?;
            let mark = if bare.outcome.is_good() { None } else { written::mark(facts, options, target) };
            let Some(mark) = mark else { return Ok(verdict) };
            draft.take("torch-operators", mark);
            continue;
        }
        let reasons: Vec<&Reason> =
            verdict.reasons().map(|(_, reason)| reason).filter(|reason| !reason.outcome.is_good()).collect();
        let mut went_on = false;
        'steps: for binding in BINDINGS {
            // Operators of users' sets are for one step alone.
            let answers = |reason: &&&Reason| {
                binding.answers.contains(&reason.code)
                    && facts.own.is_about(&reason.subject) == (binding.id == OWN)
            };
            let subjects: Vec<&str> =
                reasons.iter().filter(answers).map(|reason| reason.subject.as_str()).collect();
            // Once for what there is now; again where something else has come to light.
            let version = facts.version.as_ref().map_or(0, |version| version.number);
            let mut asked = subjects.clone();
            // A form may come to light in another file: of functions that a step put beside the code.
            let files: Vec<String> = reasons
                .iter()
                .filter(|reason| reason.code == codes::SYNTAX)
                .map(|reason| reason.place.span.source.to_string())
                .collect();
            asked.extend(files.iter().map(String::as_str));
            if subjects.is_empty() || !tried.insert((binding.id, format!("{version}\n{}", asked.join("\n"))))
            {
                continue;
            }
            for profile in target.profiles() {
                let context = Context { archive: &current, original, facts, profile, options };
                match (binding.apply)(&context) {
                    Ok(change) if change.is_empty() => {}
                    Ok(change) => {
                        draft.take_with(binding.id, OPERATORS, change);
                        went_on = true;
                        break 'steps;
                    }
                    Err(found) => obstacles.extend(found),
                }
            }
        }
        if !went_on && request.admits(&verdict) {
            return Ok(verdict);
        }
        if !went_on {
            return Err(ConvertError::not_good(
                &verdict,
                draft.steps().to_vec(),
                blockers(&reasons, obstacles),
            ));
        }
    }
    Err(endless(target))
}

/// Steps lead to no end.
fn endless(target: &Target) -> ConvertError {
    let why = format!("not finished after {MAX_STEPS} steps");
    ConvertError::Refused(vec![Blocker::new(why).subject(target.name().into())])
}

/// Every reason that is left, with why no step answers it.
fn blockers(reasons: &[&Reason], obstacles: Vec<Blocker>) -> Vec<Blocker> {
    let mut found: Vec<Blocker> = Vec::new();
    let about = |subject: &str, blocker: &Blocker| {
        blocker.subject == subject || blocker.subject.split('.').next() == Some(subject)
    };
    for reason in reasons {
        let why = obstacles.iter().find(|blocker| about(&reason.subject, blocker));
        let why = why
            .map_or_else(|| reason.sentence(), |blocker| format!("{}: {}", reason.sentence(), blocker.why));
        if !found.iter().any(|blocker| blocker.subject == reason.subject && blocker.code == Some(reason.code))
        {
            found.push(
                Blocker::new(why)
                    .code(Some(reason.code))
                    .subject(reason.subject.clone())
                    .place(reason.place.clone())
                    .help(reason.help.clone()),
            );
        }
    }
    found.extend(
        obstacles.into_iter().filter(|blocker| !reasons.iter().any(|reason| about(&reason.subject, blocker))),
    );
    found
}

/// Legacy files are not converted.
pub(super) fn unwritten(what: &str) -> ConvertError {
    ConvertError::impossible(format!(
        "{what} are not converted: `torch.jit.load` of a release that reads them and `save` give an archive"
    ))
}
