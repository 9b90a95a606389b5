//! Bytecode: what the lite interpreter of a release makes of a program.
//!
//! It reads the version, then for each function its types, opcodes and operators, all of which it must know; it upgrades calls of operators that
//! changed since the version that the file says; and when a function runs, it fills in defaults where a call gives fewer arguments than the
//! operator takes.

use crate::program::floats::floating;
use outlast_core::Place;
use outlast_opset::history::{self, Release, Upgrader};
use outlast_opset::schema::{Argument, Schema};

use super::super::changed::Given;
use super::super::context::{About, JudgeContext};
use super::super::facts::Form;
use super::super::operators::{Operators, full_name};
use super::super::producer::Producer;
use super::super::{changed, codes, common, custom_ops, literals, promotion, selected};
use super::facts::{Lite, LiteOperator};
use super::{ambiguous, module};
use outlast_model::targets::{Behaviour, Does};
use outlast_model::verdict::{Outcome, Stage};

/// Since this release the lite interpreter has upgraders.
const UPGRADERS_SINCE: Release = Release { major: 1, minor: 11, patch: 0 };

/// Operators of which no upgrader for the lite interpreter is made (`EXCLUDED_OP_SET` of `gen_mobile_upgraders.py`).
const NOT_UPGRADED: [&str; 3] = ["aten::full", "aten::full.out", "aten::full.names"];

/// Programs say how many arguments are on the stack since this version.
pub(in super::super) const COUNTED_SINCE: i64 = 6;

/// Operators that older releases divide whole numbers with otherwise.
const DIVISIONS: [&str; 4] =
    ["aten::div.Tensor", "aten::div.Scalar", "aten::div_.Tensor", "aten::div_.Scalar"];

/// Judges a program.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, lite: &Lite) {
    if !version(case, lite) {
        return;
    }
    common::names_in_pickles(case);
    words(case, "opcode", codes::SYNTAX, &lite.opcodes, "opcode");
    words(case, "lite-type", codes::SYNTAX, &lite.types, "type");
    for (why, place) in &lite.broken_types {
        let about = About {
            subject: "a type".into(),
            needs: "a reader that takes it".into(),
            has: "refuses it".into(),
            sentence: format!("{} cannot read the type {why}", case.reader()),
        };
        case.refused(codes::SYNTAX, about, None, place);
    }
    module::custom_classes(case, &lite.custom);
    module::judge(case, lite);
    let Some(operators) = Operators::of(case.profile) else {
        return common::no_schemas(case);
    };
    ambiguous::judge(case, &operators, lite);
    literals::judge_lite(case, lite);
    // Those of sets of users are judged by their tables.
    let own = &case.facts.own;
    for operator in lite.operators.iter().filter(|of| !own.has(&of.name, &of.overload)) {
        values(case, &operators, operator, lite.bytecode >= COUNTED_SINCE);
        judge_operator(case, &operators, lite, operator);
        let name = full_name(&operator.name, &operator.overload);
        // An upgrader does what the operator did.
        let same = upgrader(&operators, lite, operator).is_some()
            || DIVISIONS.contains(&&*name) && divides_floats(case);
        if !same {
            changed::judge(
                case,
                &name,
                given_to(&operators, operator),
                &operator.place,
                lite.operators_of.as_ref(),
            );
        }
    }
    if lite.operators_of.is_none() {
        let names =
            lite.operators.iter().map(|operator| full_name(&operator.name, &operator.overload)).collect();
        promotion::judge_lite(case, &operators, &names);
    }
    custom_ops::judge_lite(case, lite);
}

/// Whether all divisions in the code that bytecode was compiled from are surely of floating-point numbers.
fn divides_floats(case: &JudgeContext<'_>) -> bool {
    let floats = case.facts.code.as_ref().map(|code| floating(code, &case.facts.floating, true));
    floats.is_some_and(|floats| floats.complete && floats.undecided.is_empty())
}

/// Operators of a program that do something else in the reader than in what they were `written` for, whatever the version of the bytecode.
pub(in super::super) fn changed_operators(
    case: &mut JudgeContext<'_>,
    lite: &Lite,
    written: &dyn Fn(&LiteOperator) -> Option<Producer>,
) {
    let Some(operators) = Operators::of(case.profile) else { return };
    for operator in &lite.operators {
        let name = full_name(&operator.name, &operator.overload);
        let written = written(operator);
        changed::judge(case, &name, given_to(&operators, operator), &operator.place, written.as_ref());
    }
}

/// Whether the reader takes the version of the bytecode; programs as FlatBuffers are not asked for it.
fn version(case: &mut JudgeContext<'_>, lite: &Lite) -> bool {
    if case.facts.form == Form::Flat {
        return true;
    }
    let (Some(oldest), Some(newest)) = (case.number("oldest", "bytecode"), case.number("newest", "bytecode"))
    else {
        let sentence = format!("which bytecode {} takes is not known", case.reader());
        case.unmeasured("bytecode", "a lite interpreter", sentence);
        return false;
    };
    let found = lite.bytecode;
    if u64::try_from(found).is_ok_and(|found| (oldest..=newest).contains(&found)) {
        return true;
    }
    let numbers = [found.to_string(), oldest.to_string(), newest.to_string()];
    let values = [("found", &*numbers[0]), ("oldest", &*numbers[1]), ("newest", &*numbers[2])];
    let says = case.says("bytecode", &values);
    let about = About {
        subject: format!("bytecode {found}"),
        needs: "a reader of that version".into(),
        has: format!("takes bytecode {oldest} to {newest}"),
        sentence: format!("{} takes bytecode {oldest} to {newest}; this is bytecode {found}", case.reader()),
    };
    case.refused(codes::BYTECODE, about, says, &Place::default());
    false
}

/// What the reader must know by name.
fn words(
    case: &mut JudgeContext<'_>,
    group: &str,
    code: outlast_core::Code,
    words: &[(String, Place)],
    what: &str,
) {
    for (word, place) in words {
        // A device says which types it has.
        if group == "lite-type" && case.profile.kinds().contains("type") {
            if !case.profile.has("type", word) {
                let about = About {
                    subject: format!("type `{word}`"),
                    needs: "a reader that has it".into(),
                    has: "does not list it".into(),
                    sentence: format!("{} does not have the type `{word}`", case.reader()),
                };
                case.refused(code, about, None, place);
            }
            continue;
        }
        // Of types with parts, one of a kind was asked.
        let asked = match (group, word.as_str()) {
            ("lite-type", "List") => "List[int]",
            ("lite-type", "Optional") => "Optional[int]",
            ("lite-type", "Dict") => "Dict[str,int]",
            ("lite-type", "Tuple") => "Tuple[int]",
            ("lite-type", "Union") => "Union[int,str]",
            ("lite-type", "NamedTuple") => "__torch__.P[NamedTuple,[[a,Tensor],[b,int]]]",
            (_, word) => word,
        };
        case.feature(&format!("{group}/{asked}"), code, &format!("{what} `{word}`"), place);
    }
}

/// The names of the arguments that a call leaves on the stack, if it says how many.
fn given_names(operators: &Operators<'_>, operator: &LiteOperator, given: Option<u64>) -> Vec<String> {
    let schema = operators.schema(&operator.name, &operator.overload);
    let count = given.and_then(|given| usize::try_from(given).ok()).unwrap_or(usize::MAX);
    schema
        .iter()
        .flat_map(|schema| &schema.arguments)
        .take(count)
        .map(|argument| argument.name.clone())
        .collect()
}

/// The arguments that calls leave on the stack, and which of them are `None`, as far as the file says it.
fn given_to(operators: &Operators<'_>, operator: &LiteOperator) -> Option<Given> {
    let fewest =
        operator.given.iter().map(|given| given_names(operators, operator, *given)).min_by_key(Vec::len)?;
    if operator.given.contains(&None) {
        return Some(Given::Counted(fewest));
    }
    let (mut valued, mut perhaps) = (Vec::new(), Vec::new());
    for (position, name) in fewest.into_iter().enumerate() {
        if operator.nones.is_given(position) {
            valued.push(name);
        } else if !operator.nones.is_left_out(position) {
            perhaps.push(name);
        }
    }
    Some(Given::Named { valued, perhaps })
}

/// What the reader makes of the values that calls give, as far as they are in the file.
fn values(case: &mut JudgeContext<'_>, operators: &Operators<'_>, operator: &LiteOperator, counted: bool) {
    let (name, overload) = (operator.name.as_str(), operator.overload.as_str());
    if operator.truths && ["aten::tensor", "aten::as_tensor"].contains(&name) {
        case.feature(
            "lite-call/list-of-bools",
            codes::CALL,
            &format!("call of `{name}` with a list of booleans"),
            &operator.place,
        );
    }
    let Some(schema) = operators.schema(name, overload).filter(|_| operators.has(name, overload)) else {
        return;
    };
    if name == "aten::dict" && schema.arguments.first().is_some_and(|argument| argument.name == "inputs") {
        case.feature(
            "lite-call/pairs",
            codes::CALL,
            &format!("call of `{}` with a list of pairs", full_name(name, overload)),
            &operator.place,
        );
    }
    if schema.arguments.is_empty() && counted && operator.given.contains(&None) {
        case.feature(
            "lite-call/no-arguments",
            codes::CALL,
            &format!("call of `{name}`, which has no arguments by name"),
            &operator.place,
        );
    }
    elements(case, operators, operator);
}

/// Element types that calls give, of which the reader may not have all.
pub(in super::super) fn elements(
    case: &mut JudgeContext<'_>,
    operators: &Operators<'_>,
    operator: &LiteOperator,
) {
    let Some(schema) = operators.schema(&operator.name, &operator.overload) else { return };
    let of_type = |at: usize| schema.arguments.get(at).is_some_and(|argument| argument.name == "dtype");
    for (_, number) in operator.integers.iter().filter(|(at, _)| of_type(*at)) {
        case.element(*number, &operator.place);
    }
}

fn judge_operator(
    case: &mut JudgeContext<'_>,
    operators: &Operators<'_>,
    lite: &Lite,
    operator: &LiteOperator,
) {
    let (name, overload) = (operator.name.as_str(), operator.overload.as_str());
    let full = full_name(name, overload);
    let reader = case.reader();
    if !operators.has(name, overload) {
        let elsewhere = operators.elsewhere(name, overload);
        let known = match elsewhere.as_str() {
            "" => "no release that was asked has it: it is of another library".to_string(),
            releases => format!("releases {releases} have it"),
        };
        let about = About {
            subject: full.clone(),
            needs: "a reader that has it".into(),
            has: "does not have it".into(),
            sentence: format!("{reader} does not have the operator `{full}`; {known}"),
        };
        let says = case.says("missing-lite", &[("operator", &full)]);
        return case.refused(codes::OPERATOR, about, says, &operator.place);
    }
    for given in &operator.given {
        match upgrader(operators, lite, operator) {
            Some(upgrader) => {
                let lacking = selected::lacking(operators, case.profile, upgrader.upgrader);
                if !lacking.is_empty() {
                    common::lacking(case, (&full, upgrader.upgrader), &lacking, &operator.place);
                    continue;
                }
                let takes =
                    Schema::parse(upgrader.old_schema).ok().map(|schema| schema.arguments.len() as u64);
                upgraded(case, operator, *given, takes, upgrader.upgrader);
            }
            None => called(case, operators, lite, operator, *given),
        }
    }
}

/// The upgrader with which the reader replaces an operator of a program.
pub(in super::super) fn upgrader(
    operators: &Operators<'_>,
    lite: &Lite,
    operator: &LiteOperator,
) -> Option<Upgrader> {
    let full = full_name(&operator.name, &operator.overload);
    let upgrader = operators.upgrader(&operator.name, &operator.overload, lite.operators_version);
    upgrader.filter(|_| operators.release() >= UPGRADERS_SINCE && !NOT_UPGRADED.contains(&&*full))
}

/// An upgrader takes as many values from the stack as the old operator had arguments, whatever the call gives.
fn upgraded(
    case: &mut JudgeContext<'_>,
    operator: &LiteOperator,
    given: Option<u64>,
    takes: Option<u64>,
    upgrader: &str,
) {
    let full = full_name(&operator.name, &operator.overload);
    let reader = case.reader();
    let about = |has: String, sentence: String| About {
        subject: full.clone(),
        needs: "the operator of an older version".into(),
        has,
        sentence,
    };
    match (given, takes) {
        (None, Some(_)) => {
            let sentence = format!("{reader} upgrades `{full}` by `{upgrader}`");
            case.add(
                codes::CHANGED,
                (Outcome::Upgrades, None),
                about(format!("has `{upgrader}`"), sentence),
                None,
                &operator.place,
            );
        }
        (Some(given), Some(takes)) if given == takes => {
            let sentence = format!("{reader} upgrades `{full}` by `{upgrader}`");
            case.add(
                codes::CHANGED,
                (Outcome::Upgrades, None),
                about(format!("has `{upgrader}`"), sentence),
                None,
                &operator.place,
            );
        }
        (Some(given), Some(takes)) => {
            let sentence = format!(
                "{reader} upgrades `{full}` by `{upgrader}`, which takes {takes} arguments from the stack, and calls leave {given} there: \
                 it reads other values, or crashes"
            );
            let says = case.says("empty-stack", &[]);
            let about = about(format!("its upgrader takes {takes} arguments"), sentence);
            case.add(codes::CALL, (Outcome::Fails, Some(Stage::Run)), about, says, &operator.place);
        }
        (_, None) => case.unknown(
            about("unknown".into(), format!("what `{upgrader}` of {reader} takes is not known")),
            &operator.place,
        ),
    }
}

/// A call of an operator that the reader has as it is.
fn called(
    case: &mut JudgeContext<'_>,
    operators: &Operators<'_>,
    lite: &Lite,
    operator: &LiteOperator,
    given: Option<u64>,
) {
    let (name, overload) = (operator.name.as_str(), operator.overload.as_str());
    let full = full_name(name, overload);
    // It has been given one more argument, and runs only where something else is wrong.
    if full == "prim::RaiseException" {
        return;
    }
    let reader = case.reader();
    let about =
        |needs: String, has: String, sentence: String| About { subject: full.clone(), needs, has, sentence };
    let Some(takes) = operators.arguments(name, overload) else { return };
    let Some(schema) = operators.schema(name, overload) else { return };
    if schema.vararg {
        return;
    }
    let counted = lite.bytecode >= COUNTED_SINCE;
    let producers = match &lite.operators_of {
        Some(own) => own.releases_with_schemas(),
        None => producers(lite.bytecode, case.facts.form, case.facts.producer.as_ref()),
    };
    // Several operators may have had the name: whether the code means another one was said before.
    let is_decided = case.facts.code.is_some();
    let theirs = |release: &Release| {
        let mut theirs = ambiguous::schemas(*release, name, overload);
        let same = theirs.iter().position(|theirs| same_arguments(theirs, &schema, u64::MAX));
        let at = same.filter(|_| is_decided).unwrap_or(0);
        (at < theirs.len()).then(|| theirs.swap_remove(at))
    };
    let theirs: Vec<Schema> = producers.iter().filter_map(theirs).collect();
    let counts: Vec<u64> = match given.filter(|_| counted) {
        Some(given) => vec![given],
        None => {
            let mut counts: Vec<u64> = theirs.iter().map(|schema| schema.arguments.len() as u64).collect();
            counts.sort_unstable();
            counts.dedup();
            counts
        }
    };
    let [given] = counts[..] else {
        let sentence = format!(
            "how many arguments calls of `{full}` give is not in the file, and the releases that may have written it differ"
        );
        return case.unknown(about("the same arguments".into(), "unknown".into(), sentence), &operator.place);
    };
    if given > takes {
        let sentence = format!("`{full}` of {reader} takes {takes} arguments, and calls give {given}");
        return case.unknown(
            about(format!("an operator with {given} arguments"), format!("takes {takes}"), sentence),
            &operator.place,
        );
    }
    if !counted && given != takes {
        let sentence = format!(
            "`{full}` of {reader} takes {takes} arguments from the stack, and calls leave {given} there"
        );
        let about = about(format!("an operator with {given} arguments"), format!("takes {takes}"), sentence);
        return case.add(codes::CALL, (Outcome::Fails, Some(Stage::Run)), about, None, &operator.place);
    }
    let outs = schema.arguments.iter().filter(|argument| argument.is_out()).count() as u64;
    let plain = given.saturating_sub(outs);
    let total = (schema.arguments.len() as u64).saturating_sub(outs);
    let missing = |at: u64| usize::try_from(at).ok().and_then(|at| schema.arguments.get(at));
    if let Some(argument) = (plain..total).filter_map(missing).find(|argument| argument.default.is_none()) {
        let sentence = format!(
            "`{full}` of {reader} has an argument `{}` without a default, and calls do not give it",
            argument.name
        );
        let about =
            about(format!("an operator with {given} arguments"), "demands another one".into(), sentence);
        return case.add(codes::CALL, (Outcome::Fails, Some(Stage::Run)), about, None, &operator.place);
    }
    // The arguments must mean what they meant to the producer.
    let same = |theirs: &Schema| same_arguments(theirs, &schema, plain);
    if !theirs.is_empty() && !theirs.iter().all(same) {
        let sentence = format!(
            "the arguments of `{full}` in {reader} differ from those in the releases that may have written the file"
        );
        case.unknown(about("the same arguments".into(), "others".into(), sentence), &operator.place);
    }
}

/// Whether the first arguments of two schemas are the same to the interpreter: it gives values by position, and looks at no names.
pub(in super::super) fn same_arguments(theirs: &Schema, ours: &Schema, count: u64) -> bool {
    let plain = |schema: &Schema| -> Vec<Argument> {
        schema.arguments.iter().filter(|argument| !argument.is_out()).cloned().collect()
    };
    let (theirs, ours) = (plain(theirs), plain(ours));
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    theirs.iter().zip(&ours).take(count).all(|(theirs, ours)| {
        let (from, to) = (theirs.ty.fake(), ours.ty.fake());
        from.is_subtype_of(&to) || to.is_subtype_of(&from) && theirs.name == ours.name
    })
}

/// The releases with schemas that may have written bytecode of a version: those that write it, and of these those that the rest of the file leaves.
pub(in super::super) fn producers(bytecode: i64, form: Form, producer: Option<&Producer>) -> Vec<Release> {
    // Later releases write older bytecode when they are asked to.
    let windows: [(i64, &str, &str); 6] = [
        (3, "1.5.1", "1.6.0"),
        (4, "1.7.1", "9.9.9"),
        (5, "1.9.1", "9.9.9"),
        (7, "1.10.2", "9.9.9"),
        (8, "1.12.1", "9.9.9"),
        (9, "1.12.1", "9.9.9"),
    ];
    let version = if form == Form::Flat { 9 } else { bytecode };
    let Some((_, first, last)) = windows.into_iter().find(|(number, ..)| *number == version) else {
        return Vec::new();
    };
    let (Some(first), Some(last)) = (Release::parse(first), Release::parse(last)) else { return Vec::new() };
    let all: Vec<Release> =
        history::torch().releases().filter(|release| (first..=last).contains(release)).collect();
    let left: Vec<Release> = all
        .iter()
        .copied()
        .filter(|release| producer.is_none_or(|producer| producer.may_be(*release)))
        .collect();
    if left.is_empty() { all } else { left }
}

impl JudgeContext<'_> {
    /// What the table says of a feature by name; nothing there is unknown.
    pub(in super::super) fn feature(
        &mut self,
        name: &str,
        code: outlast_core::Code,
        what: &str,
        place: &Place,
    ) {
        let reader = self.reader();
        let about = |has: &str, sentence: String| About {
            subject: what.to_string(),
            needs: "a reader that knows it".into(),
            has: has.into(),
            sentence,
        };
        let row = self.profile.row("does", name);
        let basis = row.and_then(|row| row.basis);
        let behaviour = row.and_then(|row| Behaviour::parse(row.value));
        match behaviour {
            Some(Behaviour { does: Does::Loads | Does::Ignores, .. }) => self.rest_on(basis),
            Some(Behaviour { does: Does::Fails, stage, text, .. }) => {
                let says = text.map(str::to_string);
                let about = about("refuses it", format!("{reader} does not take the {what}"));
                self.add(code, (Outcome::Fails, stage), about, says, place);
                self.basis_of_last(basis);
            }
            _ => self
                .unknown(about("unknown", format!("what {reader} does with the {what} is not known")), place),
        }
    }
}
