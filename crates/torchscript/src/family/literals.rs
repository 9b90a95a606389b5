//! What 1.6 changed without a sign in files: the default element type of `torch.tensor`, the order of items of dictionaries in code, and constructs that
//! compilers before 1.6 accept and do not compile.

use crate::program::dictionaries::{Dictionary, visible};
use crate::program::literals::untyped;
use crate::program::{Operators, Program};
use crate::source::{ExprKind, Tree};
use outlast_core::Place;
use outlast_opset::history::Release;

use super::codes;
use super::context::{About, JudgeContext};
use super::lite::facts::Lite;
use super::producer::Producer;
use outlast_model::verdict::{Outcome, Stage};

/// Since this release `torch.tensor` makes float32 of floating-point numbers, and dictionaries in code have their items in the order of the text.
pub(super) const CHANGED_AT: Release = Release { major: 1, minor: 6, patch: 0 };

/// Since this release `linspace` makes whole numbers, too.
const LINSPACE_OF_WHOLE_NUMBERS_SINCE: Release = Release { major: 1, minor: 5, patch: 0 };

/// Whether a file is of 1.6 or later; `None` if it may be of either.
pub(super) fn is_after(producer: Option<&Producer>) -> Option<bool> {
    let producer = producer?;
    let since = outlast_model::targets::Release::new(CHANGED_AT.major, CHANGED_AT.minor, CHANGED_AT.patch);
    match (producer.first, producer.last) {
        (Some(first), _) if first >= since => Some(true),
        (_, Some(last)) if last < since => Some(false),
        _ => None,
    }
}

/// Judges code that crosses 1.6.
pub(super) fn judge(case: &mut JudgeContext<'_>, code: &Program, operators: &dyn Operators) {
    let now = case.profile.release >= CHANGED_AT;
    let before = is_after(case.facts.producer.as_ref());
    if before == Some(now) {
        return;
    }
    let does = |float32: bool| {
        if float32 {
            "makes float32 of floating-point numbers"
        } else {
            "makes float64 of floating-point numbers"
        }
    };
    dictionaries(case, code, (before, now));
    if let Some(call) = untyped(code, operators).into_iter().next() {
        let there = match before {
            Some(before) => format!("when the file was written, it {}", does(before)),
            None => "which release wrote the file, and what it did there, is not known".to_string(),
        };
        let about = About {
            subject: call.operator.clone(),
            needs: "what the operator did for the producer".into(),
            has: does(now).into(),
            sentence: format!("`{}` of {} {}; {there}", call.operator, case.reader(), does(now)),
        };
        let outcome = match call.floating && before.is_some() {
            true => (Outcome::Misreads, Some(Stage::Run)),
            false => (Outcome::Unknown, None),
        };
        case.add(codes::CHANGED, outcome, about, None, &code.place(call.place));
    }
    if !now {
        unmeasured(case, code);
    }
}

/// The operator that makes dictionaries of what is on the stack.
pub(super) const DICTIONARY: &str = "prim::DictConstruct";

/// What it does, since 1.6 and before.
fn puts_in(now: bool) -> &'static str {
    if now { "puts items in from the first to the last" } else { "puts items in from the last to the first" }
}

/// Dictionaries of code whose order of items is another one.
fn dictionaries(case: &mut JudgeContext<'_>, code: &Program, (before, now): (Option<bool>, bool)) {
    let entries = code.entries();
    let found = visible(code);
    let leaves = |of: &&Dictionary| of.returned.is_some_and(|function| entries.contains(&function));
    let Some(first) = found.iter().find(leaves).or(found.first()) else { return };
    let outcome = match leaves(&first) && before.is_some() {
        true => (Outcome::Misreads, Some(Stage::Run)),
        false => (Outcome::Unknown, None),
    };
    other_order(case, (before, now), outcome, &code.place(first.place));
}

/// The same of bytecode: whether the order is seen is not looked at.
pub(super) fn judge_lite(case: &mut JudgeContext<'_>, lite: &Lite) {
    let now = case.profile.release >= CHANGED_AT;
    let before = is_after(lite.operators_of.as_ref().or(case.facts.producer.as_ref()));
    if let Some(place) = lite.dictionary.as_ref().filter(|_| before != Some(now)) {
        other_order(case, (before, now), (Outcome::Unknown, None), place);
    }
}

fn other_order(
    case: &mut JudgeContext<'_>,
    (before, now): (Option<bool>, bool),
    outcome: (Outcome, Option<Stage>),
    place: &Place,
) {
    let there = match before {
        Some(before) => format!("when the file was written, it {}", puts_in(before)),
        None => "which release wrote the file, and what it did there, is not known".to_string(),
    };
    let about = About {
        subject: DICTIONARY.into(),
        needs: "the order that the producer had".into(),
        has: puts_in(now).into(),
        sentence: format!("`{DICTIONARY}` of {} {}; {there}", case.reader(), puts_in(now)),
    };
    case.add(codes::CHANGED, outcome, about, None, place);
}

/// What compilers before 1.6 take, and do not always carry to the end: lists of tensors as numbers, and values of any type that turn out to be of one.
fn unmeasured(case: &mut JudgeContext<'_>, code: &Program) {
    let trees = || code.files.iter().filter_map(|file| file.tree.as_ref().ok());
    let names = |tree: &Tree, wanted: &str| {
        tree.exprs().any(
            |(_, expr)| matches!(&expr.kind, ExprKind::Attribute { name, .. } if tree.name(*name) == wanted),
        )
    };
    let any = |tree: &Tree| {
        let is = |wanted: &str| tree.exprs().any(|(id, _)| tree.as_name(id) == Some(wanted));
        is("Any") && is("unchecked_cast")
    };
    let into = |tree: &Tree| {
        tree.exprs().any(|(_, expr)| {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return false };
            let out = arguments
                .iter()
                .any(|argument| argument.keyword.is_some_and(|name| tree.name(name) == "out"));
            out && tree.operator(*callee) == Some("linspace")
        })
    };
    let whole = case.profile.release < LINSPACE_OF_WHOLE_NUMBERS_SINCE;
    let gathers = |tree: &Tree| {
        tree.exprs().any(|(_, expr)| matches!(&expr.kind, ExprKind::Call { callee, .. } if tree.operator(*callee) == Some("gather")))
    };
    let found = [
        (trees().any(gathers), "`gather`", "demands one size of both tensors but along the dimension"),
        (whole && trees().any(into), "`linspace` into a tensor", "refuses one of integers"),
        (
            trees().any(|tree| names(tree, "tolist")),
            "`tolist`",
            "refuses element types that its annotation does not say in full",
        ),
        (trees().any(any), "`unchecked_cast` of a value of type `Any`", "does not compile some of these"),
    ];
    for (_, what, does) in found.into_iter().filter(|(found, ..)| *found) {
        let sentence =
            format!("{} {does}: what it does with {what} of this program is not known", case.reader());
        case.unmeasured(what, "a reader that takes it", sentence);
    }
}
