//! Rules of verifiers on operations of spirv.

use super::{OpView, Rule, in_file, rule};
use crate::typed::{Attr, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_file(
        "init-not-composite",
        init_not_composite,
        "initializer must be result of a spirv.SpecConstant or spirv.GlobalVariable op",
    ),
    in_file(
        "init-not-variable",
        init_not_variable,
        "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op",
    ),
    rule("memory-not-aligned", memory_not_aligned, "has unhandled memory operand 'Aligned'"),
    rule("no-joint-matrix", no_joint_matrix, ""),
    rule("replicate-plain", replicate_plain, ""),
    rule("weights-not-zero", weights_not_zero, "branch weights cannot both be zero"),
];

fn no_joint_matrix(op: &OpView<'_, '_>) -> Option<bool> {
    let has = |ty: &Ty| {
        let text = ty.element().text().unwrap_or_default();
        text.contains("coopmatrix") || text.contains("jointmatrix")
    };
    if op.has("type")? && has(&op.type_attr("type")?) {
        return Some(false);
    }
    Some(!op.types()?.iter().any(|ty| has(ty)))
}

/// The operation that an initial value refers to; none inside if there is no initial value.
fn initializer(op: &OpView<'_, '_>) -> Option<Option<String>> {
    match op.has("initializer")? {
        false => Some(None),
        true => Some(Some(op.refers("initializer")?.name())),
    }
}

fn init_not_variable(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        initializer(op)?
            .is_none_or(|of| matches!(of.as_str(), "spirv.SpecConstant" | "spirv.SpecConstantComposite")),
    )
}

fn init_not_composite(op: &OpView<'_, '_>) -> Option<bool> {
    Some(initializer(op)?.is_none_or(|of| of != "spirv.SpecConstantComposite"))
}

fn memory_not_aligned(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("memory_operand")? {
        return Some(true);
    }
    let access = op.attr("memory_operand")?;
    let text = access.text()?;
    Some(!["Aligned", "MakePointerAvailable", "MakePointerVisible"].iter().any(|flag| text.contains(flag)))
}

fn replicate_plain(op: &OpView<'_, '_>) -> Option<bool> {
    Some(match &*op.attr("value")? {
        Attr::Elements(elements) => elements.form.is_dense(),
        attr => matches!(attr, Attr::Integer(..) | Attr::Float(..)),
    })
}

fn weights_not_zero(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("branch_weights")? {
        false => Some(true),
        true => Some(op.integers("branch_weights")?.iter().any(|weight| *weight != 0)),
    }
}
