//! Code: what the compiler of a release makes of the TorchScript in an archive.
//!
//! Loading compiles every method of the classes that the data are made of, with all that these use: functions that are called, classes that are
//! named. What is not reached is not looked at. Calls are resolved by types, against the operators of the release and, for files of older
//! versions, those that it has upgraders for.

use std::collections::BTreeMap;

use crate::program::floats::Floating;
use crate::program::recurrent::Projected;
use crate::program::{self, Answer, Call, CodePlace, Compiled, Problem, ProblemKind, Program, Unit};
use outlast_core::{Place, QuickSet};
use outlast_opset::history::{Origin, Release};
use outlast_opset::resolve::Constant;

use super::super::changed::Given;
use super::super::codes;
use super::super::context::{About, JudgeContext, NO_TABLE};
use super::super::facts::Form;
use super::super::lite::module::custom_classes;
use super::super::operators::Operators;
use super::super::{common, custom_ops, literals, promotion, selected};
use outlast_model::targets::{Behaviour, Does};
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// Subjects of one kind that are reasons, where code can make up any number of them; of the first so many that it has, by name.
const TOLD: usize = 200;
const NOTED: usize = 1000;

/// Kinds of which there are no more than a release has operators: each matters, and none is left out.
const COUNTED: [u8; 4] = [3, 4, 8, 9];

/// Operators whose second argument, if it is a constant without dimensions, is taken for a number.
const WITH_CONSTANTS: [&str; 4] =
    ["aten::add.Tensor", "aten::sub.Tensor", "aten::mul.Tensor", "aten::div.Tensor"];

/// Judges the code of an archive.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, code: &Program) {
    if case.facts.form == Form::Flat {
        common::enumerations(case, None);
        common::writes_in_place(case);
    }
    common::names_in_pickles(case);
    let storages = case.facts.storages.clone();
    for (class, place) in &storages {
        // Probes made plain tensors of them, which quantised storages are not.
        let row =
            case.profile.row("does", &format!("storage/{class}")).and_then(|row| Behaviour::parse(row.value));
        if class.starts_with('Q') || row.is_some_and(|row| row.stage == Some(Stage::Run)) {
            continue;
        }
        case.feature(
            &format!("storage/{class}"),
            codes::NEEDS_CODE,
            &format!("storage `torch.{class}`"),
            place,
        );
    }
    let channels = case.facts.channels.clone();
    for (place, name, what) in [
        (channels.in_list, "tensor/channels-in-list", "list"),
        (channels.in_tensor, "tensor/channels-in-tensor", "tensor"),
    ] {
        if let Some(place) = place {
            case.feature(
                name,
                codes::NEEDS_CODE,
                &format!("tensor with a scale for each channel in a {what}"),
                &place,
            );
        }
    }
    if let Some(place) = case.facts.other_constant.clone() {
        case.feature("code/other-constant", codes::CLASS, "constant that is not a tensor", &place);
    }
    let Some(operators) = Operators::of(case.profile) else {
        return common::no_schemas(case);
    };
    let reasons = case.reasons.len();
    if case.facts.work.get().is_spent() {
        return too_much(case);
    }
    let (own, for_version) = (&case.facts.own, operators.for_version(code.version));
    let beside = own.beside(&for_version);
    let analysis = program::analyse(code, &beside);
    let mut work = case.facts.work.get();
    work.spend(usize::try_from(analysis.steps).unwrap_or(usize::MAX));
    case.facts.work.set(work);
    if analysis.cut {
        too_much(case);
    }
    let compiled = Compiled::new(code, &analysis);
    forms(case, code);
    projections(case, code);
    views(case, code);
    literals::judge(case, code, &beside);
    let before = promotion::is_before(case.facts.producer.as_ref());
    if before {
        // Operators of releases without schemas are known by files that were run.
        case.rest_on(Some(Basis::Sampled));
    }
    let floats = program::floats::floating(code, &case.facts.floating, !before);
    let skips = skips_functions(case.profile.release);
    let promoting = promotion::operators(case.profile);
    let (found, custom) = (BTreeMap::new(), BTreeMap::new());
    let mut judged = Judged { code, floats, skips, promoting, before, found, custom };
    for unit in compiled.functions.iter().filter_map(|function| analysis.units.get(*function)) {
        judged.unit(unit);
    }
    // Files that do not parse, and classes: perhaps none that loading looks at.
    for problem in &analysis.problems {
        judged.problem(problem, false);
    }
    let Judged { found, custom, .. } = judged;
    if let Some(place) = case.facts.truth_constant.clone() {
        // They become numbers before the code runs (`CanonicalizeOps` of the graph fuser), which a truth value is not.
        let by_number = |subject: &&String| WITH_CONSTANTS.contains(&subject.as_str());
        if let Some(subject) = found.values().flat_map(BTreeMap::keys).find(by_number) {
            let what = format!("call of `{subject}` with a boolean as a constant");
            case.feature("code/truth-constant", codes::CALL, &what, &place);
        }
    }
    let mut cut = false;
    for (rank, found) in found {
        let most = if COUNTED.contains(&rank) { usize::MAX } else { TOLD };
        cut |= found.len() > most;
        for (subject, finding) in found.into_iter().take(most) {
            finding.tell(case, &operators, &subject);
        }
    }
    if cut && !analysis.cut {
        too_much(case);
    }
    let custom: Vec<(String, Place)> = custom.into_iter().collect();
    custom_classes(case, &custom);
    if !own.is_empty() {
        custom_ops::judge(case, code, &compiled, &analysis.units, &beside);
    }
    aborts(case, reasons);
}

/// Code that costs more to compile than a file of this length justifies.
fn too_much(case: &mut JudgeContext<'_>) {
    let about = About {
        subject: "the code".into(),
        needs: "a compiler that takes it".into(),
        has: "unknown".into(),
        sentence: format!(
            "whether {} compiles all of the code is not known: it is more than a file of this length justifies reading",
            case.reader()
        ),
    };
    case.unknown(about, &Place::default());
}

/// A compiler that refuses code looks up where it came from, and that ends the process where it cannot read the debug information: its message is never seen.
fn aborts(case: &mut JudgeContext<'_>, before: usize) {
    if !case.stumbles_over_debug() {
        return;
    }
    let compiled =
        |reason: &&mut Reason| reason.outcome == Outcome::Fails && reason.stage == Some(Stage::Load);
    for reason in case.reasons.iter_mut().skip(before).filter(compiled) {
        // It came to an end before it had a message.
        if reason.says.as_deref() == Some("Segmentation fault") {
            continue;
        }
        reason.says = Some(NO_TABLE.into());
        if let Some(message) = &mut reason.message {
            message.push_str("; in place of saying so, it crashes on the debug information");
        }
    }
}

/// Recurrent layers with projections.
fn projections(case: &mut JudgeContext<'_>, code: &Program) {
    let (what, place) = match program::recurrent::projected(code) {
        None => return,
        Some(Projected::Class(class)) => {
            (format!("projection of the recurrent layer `{class}`"), Place::default())
        }
        Some(Projected::Call(at)) => {
            ("call of `aten::lstm` with weights of projections".to_string(), code.place(at))
        }
    };
    case.feature("code/lstm-projection", codes::CALL, &what, &place);
}

/// The subject of the reason for operators in place on one of several views.
pub(in super::super) const VIEWS: &str = "a view that is changed in place";

/// Operators in place on one of the views that an operator makes: whether they run depends on gradients.
fn views(case: &mut JudgeContext<'_>, code: &Program) {
    let row = case.profile.row("does", "code/view-of-several").and_then(|row| Behaviour::parse(row.value));
    // Tensors of FlatBuffers and of lite programs want none.
    let refuses = case.facts.gradients && row.is_none_or(|row| row.does != Does::Loads);
    let Some(found) = program::views::changed_in_place(code).into_iter().next().filter(|_| refuses) else {
        return;
    };
    let place = code.place(found.call);
    let about = About {
        subject: VIEWS.into(),
        needs: "a reader that lets it be, or gradients that are off".into(),
        has: "refuses it where gradients are on".into(),
        sentence: format!(
            "the code changes one of several views in place, which {} refuses where the tensor needs gradients",
            case.reader()
        ),
    };
    case.unknown(about, &place);
}

/// Forms of the language that the reader does not know, in any file of code: whether loading compiles what has them, or not.
fn forms(case: &mut JudgeContext<'_>, code: &Program) {
    let release = case.profile.release;
    for used in program::forms::forms(code) {
        let before = program::forms::releases().filter(|one| *one <= release).last();
        let after = program::forms::releases().find(|one| release <= *one);
        // Releases that were not run do as their neighbours, where these agree; behind the newest, as that one.
        let loads =
            |release: Option<Release>| release.and_then(|release| program::forms::loads(used.form, release));
        let answer = match (loads(before), loads(after)) {
            (Some(before), Some(after)) if before == after => Some(before),
            (Some(before), None) => Some(before),
            // A form that was not probed.
            (None, None) if before.is_some() && after.is_some() => continue,
            _ => None,
        };
        let exact = before == Some(release);
        let basis = if exact { Basis::Measured } else { Basis::Between };
        let place = code.place(used.first);
        let about = |has: &str, sentence: String| About {
            subject: used.form.to_string(),
            needs: "a compiler that knows it".into(),
            has: has.into(),
            sentence,
        };
        let (reader, form) = (case.reader(), used.form);
        match answer {
            Some(true) => case.rest_on(Some(basis)),
            Some(false) => {
                let intervals = program::forms::intervals(form).unwrap_or_default();
                let releases = match intervals.strip_suffix('-') {
                    Some(first) => format!("{first} and later"),
                    None => intervals.to_string(),
                };
                let sentence =
                    format!("{reader} does not compile code with `{form}`; releases that do: {releases}");
                // What the compiler says of a name that is no type to it.
                let unknown_type =
                    form.strip_prefix("type ").map(|name| format!("Unknown type name '{name}':"));
                let says =
                    unknown_type.or_else(|| case.says(&format!("form/{}", form.replace(' ', "-")), &[]));
                case.refused(codes::SYNTAX, about("does not know it", sentence), says, &place);
                case.basis_of_last(Some(basis));
            }
            None => {
                let sentence = format!("whether {reader} compiles code with `{form}` is not known");
                case.unknown(about("unknown", sentence), &place);
            }
        }
    }
}

/// Whether a release applies its upgraders to methods alone: those with a version map do (1.13.1 and 2.15.0 were run; 1.10.2 and 1.6.0 choose another
/// operator for every call). They replace nodes in the graphs of methods before they inline functions.
pub(in super::super) fn skips_functions(release: Release) -> bool {
    release >= Release { major: 1, minor: 11, patch: 0 }
}

/// Whether something that is compiled is a function, and no method.
pub(in super::super) fn in_function(code: &Program, unit: &Unit) -> bool {
    let qualifier = unit.name.rsplit_once('.').map(|(qualifier, _)| qualifier);
    code.files.iter().any(|file| Some(file.qualifier.as_str()) == qualifier)
}

/// What is found of one subject, with the first place.
#[derive(Debug)]
struct Finding {
    what: What,
    place: Place,
    count: u64,
}

#[derive(Debug)]
enum What {
    /// No operator of this name.
    Missing,
    /// No overload fits: the reasons.
    Refused(String),
    /// It depends on a type that is not known.
    Undecided,
    /// An upgrader runs.
    Upgraded(String),
    /// An upgrader does not run, because the call is in a function: what becomes of it.
    Skipped(String, Outcome),
    /// What the compiler refuses, and whether it comes to it.
    Problem(bool, String),
    /// An element type, by its number.
    Element(i64),
    /// The overload that runs, which releases may have changed, with the arguments that are given.
    Runs(Given),
    /// A tensor, perhaps of whole numbers, and a number that perhaps is none.
    Mixed,
}

struct Judged<'c> {
    code: &'c Program,
    /// Calls of floating-point numbers.
    floats: Floating,
    /// Operators that do not do with numbers what they always did.
    promoting: QuickSet<&'c str>,
    /// Whether the file is of 1.2 or earlier.
    before: bool,
    /// Whether the reader applies upgraders to methods alone.
    skips: bool,
    /// By rank and subject.
    found: BTreeMap<u8, BTreeMap<String, Finding>>,
    custom: BTreeMap<String, Place>,
}

impl Judged<'_> {
    fn place(&self, place: CodePlace) -> Place {
        let record = self.code.files.get(place.file).map_or("code", |file| file.record.as_str());
        place.place(record)
    }

    /// Notes what was found of a subject: the first place, and how many there are.
    fn note(&mut self, rank: u8, subject: &str, place: CodePlace, what: impl FnOnce() -> What) {
        let found = self.found.entry(rank).or_default();
        if let Some(finding) = found.get_mut(subject) {
            finding.count += 1;
        } else if found.len() < NOTED || COUNTED.contains(&rank) {
            let record = self.code.files.get(place.file).map_or("code", |file| file.record.as_str());
            found.insert(subject.to_string(), Finding { what: what(), place: place.place(record), count: 1 });
        }
    }

    fn unit(&mut self, unit: &Unit) {
        let skipped = self.skips && in_function(self.code, unit);
        for call in &unit.calls {
            match &call.answer {
                Answer::Overload { name, origin: Origin::Historic { upgrader }, .. } if skipped => {
                    self.skipped(call, name, upgrader);
                }
                _ => self.call(call),
            }
        }
        for problem in &unit.problems {
            self.problem(problem, true);
        }
        for used in &unit.custom {
            let place = self.place(used.place);
            self.custom.entry(used.class.clone()).or_insert(place);
        }
    }

    fn call(&mut self, call: &Call) {
        match &call.answer {
            Answer::NoOperator => self.note(0, &call.name, call.place, || What::Missing),
            Answer::Refused(refusals) => {
                self.note(1, &call.name, call.place, || {
                    What::Refused(refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
                });
            }
            Answer::Undecided { refusable: true, .. } => {
                self.note(2, &call.name, call.place, || What::Undecided);
            }
            Answer::Overload { name, origin: Origin::Historic { upgrader }, .. } => {
                self.note(3, name, call.place, || What::Upgraded(upgrader.clone()));
            }
            Answer::Overload { name, runs, .. } => {
                let runs = runs.as_ref().unwrap_or(name).clone();
                let number = |given: &program::Given| match (given.argument.as_str(), &given.constant) {
                    ("dtype", Some(Constant::Int(number))) => Some(*number),
                    _ => None,
                };
                if let Some(number) = call.given.iter().find_map(number) {
                    self.note(6, &number.to_string(), call.place, || What::Element(number));
                }
                let named = |wanted: bool| {
                    let all = call.given.iter().filter(|given| given.constant != Some(Constant::None));
                    let part = all.filter(|given| given.constant.is_some() == wanted);
                    part.map(|given| given.argument.clone()).collect::<Vec<_>>()
                };
                let given = Given::Named { valued: named(true), perhaps: named(false) };
                let at = (call.place.file, call.place.span.end);
                if self.promoting.contains(&*runs)
                    && !self.floats.tensors.contains(&at)
                    && promotion::has_fraction(&call.given, self.before)
                {
                    self.note(9, &runs, call.place, || What::Mixed);
                }
                // What divisions of whole numbers do is no matter where a floating-point number is divided.
                let float = runs.starts_with("aten::div")
                    || runs.starts_with("aten::true_divide")
                    || runs.starts_with("aten::reciprocal");
                if float && self.floats.divided.contains(&at) {
                    return;
                }
                self.note(4, &runs, call.place, || What::Runs(given));
            }
            _ => {}
        }
    }

    /// A call that an upgrader is for, in a function, where the reader applies none.
    fn skipped(&mut self, call: &Call, name: &str, upgrader: &str) {
        let given = |argument: &str| {
            call.given
                .iter()
                .find(|given| given.argument == argument && given.constant != Some(Constant::None))
        };
        let outcome = match upgrader {
            "linspace_0_7" | "linspace_out_0_7" | "logspace_0_8" | "logspace_out_0_8"
                if given("steps").is_none() =>
            {
                Outcome::Fails
            }
            "full_0_4" if given("dtype").is_none() => {
                match given("fill_value").and_then(|given| given.constant.as_ref()) {
                    Some(Constant::Float(_)) => return self.call(call),
                    Some(Constant::Int(_)) => Outcome::Misreads,
                    _ => Outcome::Unknown,
                }
            }
            "div_Tensor_0_3" | "div_Scalar_0_3" | "div_out_0_3" | "div__Tensor_0_3" | "div__Scalar_0_3"
                if !self.floats.divided.contains(&(call.place.file, call.place.span.end)) =>
            {
                Outcome::Unknown
            }
            _ => return self.call(call),
        };
        self.note(8, name, call.place, || What::Skipped(upgrader.to_string(), outcome));
    }

    fn problem(&mut self, problem: &Problem, compiled: bool) {
        let sure = compiled || problem.kind == ProblemKind::Syntax;
        self.note(5, &problem.message, problem.place, || What::Problem(sure, problem.message.clone()));
    }
}

impl Finding {
    fn tell(self, case: &mut JudgeContext<'_>, operators: &Operators<'_>, subject: &str) {
        let reader = case.reader();
        let place = self.place;
        let calls = match self.count {
            1 => String::new(),
            count => format!(" ({count} calls)"),
        };
        let about = |needs: &str, has: &str, sentence: String| About {
            subject: subject.to_string(),
            needs: needs.into(),
            has: has.into(),
            sentence,
        };
        match self.what {
            What::Missing => {
                let elsewhere = match operators.releases_with(subject) {
                    releases if releases.is_empty() => {
                        "no release that was asked has it: it is of another library".into()
                    }
                    releases => format!("releases {releases} have it"),
                };
                let says = case.says("missing", &[("operator", subject)]);
                let sentence = format!("{reader} does not have the operator `{subject}`{calls}; {elsewhere}");
                case.refused(
                    codes::OPERATOR,
                    about("a reader that has it", "does not have it", sentence),
                    says,
                    &place,
                );
            }
            What::Refused(why) => {
                let sentence = format!("no schema of `{subject}` in {reader} takes this call{calls}: {why}");
                case.refused(
                    codes::CALL,
                    about("a schema that takes the call", "none", sentence),
                    Some(why),
                    &place,
                );
            }
            What::Undecided => {
                let sentence = format!(
                    "whether a schema of `{subject}` in {reader} takes this call{calls} depends on a type that is not known"
                );
                case.unknown(about("a schema that takes the call", "unknown", sentence), &place);
            }
            What::Upgraded(upgrader) => {
                let lacking = selected::lacking(operators, case.profile, &upgrader);
                if !lacking.is_empty() {
                    return common::lacking(case, (subject, &upgrader), &lacking, &place);
                }
                let sentence = format!("{reader} upgrades `{subject}`{calls} by `{upgrader}`");
                let about = about("the operator of an older version", &format!("has `{upgrader}`"), sentence);
                case.add(codes::CHANGED, (Outcome::Upgrades, None), about, None, &place);
            }
            What::Skipped(upgrader, outcome) => {
                let sentence = format!(
                    "{reader} does not apply `{upgrader}` to `{subject}`{calls}: it upgrades methods, and this is in a function"
                );
                let about = about("the operator of an older version", "the operator of today", sentence);
                let stage = match outcome {
                    Outcome::Fails => Some(Stage::Load),
                    Outcome::Misreads => Some(Stage::Run),
                    _ => None,
                };
                case.add(codes::CHANGED, (outcome, stage), about, None, &place);
            }
            What::Problem(sure, message) => {
                let sentence = format!("{reader} cannot compile the code: {message}");
                let about = about("a compiler that takes it", "refuses it", sentence);
                // Of the constants of code in FlatBuffers only the types are read: a refusal that rests on one is not sure.
                match sure && case.facts.form != Form::Flat {
                    true => case.refused(codes::SYNTAX, about, Some(message), &place),
                    false => case.add(codes::SYNTAX, (Outcome::Unknown, None), about, Some(message), &place),
                }
            }
            What::Element(number) => case.element(number, &place),
            What::Mixed => promotion::judge(case, subject, &place),
            What::Runs(given) => super::super::changed::judge(case, subject, Some(given), &place, None),
        }
    }
}
