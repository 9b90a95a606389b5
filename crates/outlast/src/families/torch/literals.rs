//! Operators that behave differently since 1.6 with unchanged schemas: the default element type of `torch.tensor`, and constructs that compilers before 1.6 accept and do not compile.

use outlast_opset::history::Release;
use outlast_torchscript::program::literals::untyped;
use outlast_torchscript::program::{Operators, Program};
use outlast_torchscript::source::{ExprKind, Tree};

use super::case::{About, Case};
use super::codes;
use super::operators;
use super::producer::Producer;
use crate::verdict::{Outcome, Stage};

/// Since this release `torch.tensor` makes float32 of floating-point numbers.
pub(super) const FLOAT32_SINCE: Release = Release { major: 1, minor: 6, patch: 0 };

/// Since this release `linspace` makes whole numbers, too.
const LINSPACE_OF_WHOLE_NUMBERS_SINCE: Release = Release { major: 1, minor: 5, patch: 0 };

/// Whether what wrote a file made float32; `None` if it may have been either.
pub(super) fn makes_float32(producer: Option<&Producer>) -> Option<bool> {
    let producer = producer?;
    let since = crate::targets::Release::new(FLOAT32_SINCE.major, FLOAT32_SINCE.minor, FLOAT32_SINCE.patch);
    match (producer.first, producer.last) {
        (Some(first), _) if first >= since => Some(true),
        (_, Some(last)) if last < since => Some(false),
        _ => None,
    }
}

/// Judges code that crosses 1.6.
pub(super) fn judge(case: &mut Case<'_>, code: &Program, operators: &dyn Operators) {
    let now = operators::release(case.profile) >= FLOAT32_SINCE;
    let before = makes_float32(case.facts.producer.as_ref());
    if before == Some(now) {
        return;
    }
    let does = |float32: bool| if float32 { "makes float32 of floating-point numbers" } else { "makes float64 of floating-point numbers" };
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

/// What compilers before 1.6 take, and do not always carry to the end: lists of tensors as numbers, and values of any type that turn out to be of one.
fn unmeasured(case: &mut Case<'_>, code: &Program) {
    let trees = || code.files.iter().filter_map(|file| file.tree.as_ref().ok());
    let names = |tree: &Tree, wanted: &str| {
        tree.exprs().any(|(_, expr)| matches!(&expr.kind, ExprKind::Attribute { name, .. } if tree.name(*name) == wanted))
    };
    let any = |tree: &Tree| {
        let is = |wanted: &str| tree.exprs().any(|(id, _)| tree.as_name(id) == Some(wanted));
        is("Any") && is("unchecked_cast")
    };
    let into = |tree: &Tree| {
        tree.exprs().any(|(_, expr)| {
            let ExprKind::Call { callee, arguments, .. } = &expr.kind else { return false };
            let out = arguments.iter().any(|argument| argument.keyword.is_some_and(|name| tree.name(name) == "out"));
            out && tree.operator(*callee) == Some("linspace")
        })
    };
    let whole = operators::release(case.profile) < LINSPACE_OF_WHOLE_NUMBERS_SINCE;
    let gathers = |tree: &Tree| {
        tree.exprs().any(|(_, expr)| matches!(&expr.kind, ExprKind::Call { callee, .. } if tree.operator(*callee) == Some("gather")))
    };
    let found = [
        (trees().any(gathers), "`gather`", "demands one size of both tensors but along the dimension"),
        (whole && trees().any(into), "`linspace` into a tensor", "refuses one of whole numbers"),
        (trees().any(|tree| names(tree, "tolist")), "`tolist`", "refuses element types that its annotation does not say in full"),
        (trees().any(any), "`unchecked_cast` of a value of type `Any`", "does not compile some of these"),
    ];
    for (_, what, does) in found.into_iter().filter(|(found, ..)| *found) {
        let sentence = format!("{} {does}: what it does with {what} of this program is not known", case.reader());
        case.unmeasured(what, "a reader that takes it", sentence);
    }
}
