//! Conditions on operations of emitc.

use super::around::{Origin, owner};
use super::texts::type_of;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("apply-not-constant", apply_not_constant, "cannot apply to constant"),
    condition("assign-lvalue", assign_lvalue, ""),
    condition(
        "assign-variable",
        assign_variable,
        "requires first operand to be a get_global, member, member of pointer, subscript or variable",
    ),
    condition("call-no-array", call_no_array, "cannot return array type"),
    condition("emitc-apply", emitc_apply, "operand type must be an lvalue when applying `&`"),
    condition("emitc-init", emitc_init, ""),
    condition("emitc-init-19", emitc_init_19, ""),
    condition("expression-18", expression_18, "contains an unsupported operation"),
    condition("expression-one-use", expression_one_use, "requires exactly one use for each operation"),
    condition("expression-root", expression_root, "yielded value not defined within expression"),
    condition("global-lvalue", global_lvalue, ""),
    condition("global-type", global_type, ""),
    condition("in-emitc-class", in_emitc_class, " must be nested within an emitc.class operation"),
    condition(
        "no-half",
        no_half,
        "op attribute 'type' failed to satisfy constraint: type attribute of EmitC type",
    ),
    condition(
        "one-body-arg",
        one_body_arg,
        "expected body to have a single block argument for the induction variable",
    ),
    condition(
        "sub-not-ptrdiff",
        sub_not_ptrdiff,
        "requires that the result is an integer or of opaque type if lhs and rhs are pointers",
    ),
    condition("subscript-lvalue", subscript_lvalue, ""),
    condition("subscript-plain", subscript_plain, ""),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "apply-not-constant",
    "assign-variable",
    "expression-18",
    "expression-one-use",
    "expression-root",
    "global-lvalue",
    "global-type",
    "in-emitc-class",
    "one-body-arg",
];

fn wrapped(ty: &Ty, keyword: &str) -> Option<Ty> {
    let Ty::Other(text) = ty else { return None };
    Some(Ty::parse(text.strip_prefix(keyword)?.strip_suffix('>')?))
}

/// What an lvalue refers to.
fn lvalue(ty: &Ty) -> Option<Ty> {
    wrapped(ty, "!emitc.lvalue<")
}

fn is_array(ty: &Ty) -> bool {
    ty.is_other("!emitc.array<")
}

fn is_pointer(ty: &Ty) -> bool {
    ty.is_other("!emitc.ptr<")
}

/// The type of elements of an array, or of what a pointer points to; none inside of other types.
fn pointee(ty: &Ty) -> Option<Option<Ty>> {
    if let Some(of) = wrapped(ty, "!emitc.ptr<") {
        return Some(Some(of));
    }
    let Ty::Other(text) = ty else { return Some(None) };
    let Some(body) = text.strip_prefix("!emitc.array<") else { return Some(None) };
    let Ty::Tensor(Some(_), element, _) = Ty::parse(&format!("tensor<{body}")) else { return None };
    Some(Some(*element))
}

fn emitc_apply(op: &View<'_, '_>) -> Option<bool> {
    let (operand, result) = (op.operand(0)?, op.result(0)?);
    Some(match &*op.text("applicableOperator")? {
        "\"&\"" => lvalue(&operand).is_some() && is_pointer(&result),
        "\"*\"" => is_pointer(&operand),
        _ => false,
    })
}

fn apply_not_constant(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.origin(0)?.is_of("emitc.constant"))
}

fn assign_lvalue(op: &View<'_, '_>) -> Option<bool> {
    Some(lvalue(&*op.operand(0)?).is_some_and(|of| op.operand(1).is_some_and(|value| of == *value)))
}

fn assign_variable(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    // In LLVM 18, variables are all that there is.
    Some(op.origin(0)?.is_of("emitc.variable") && ty == op.operand(1)? && !is_array(&ty))
}

fn call_no_array(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.results() {
        if is_array(&*op.result(at)?) {
            return Some(false);
        }
    }
    Some(true)
}

/// The type of an initial value; none inside if it is opaque.
fn initial(op: &View<'_, '_>) -> Option<Option<Ty>> {
    let text = op.beginning("value")?;
    if text.starts_with("#emitc.opaque<") {
        return Some(None);
    }
    Some(Some(match op.typed("value") {
        Some(ty) => (*ty).clone(),
        None => type_of(&text)?,
    }))
}

fn emitc_init(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    is_initial(op, &lvalue(&ty).unwrap_or_else(|| (*ty).clone()))
}

fn emitc_init_19(op: &View<'_, '_>) -> Option<bool> {
    is_initial(op, &*op.result(0)?)
}

/// Whether the value that an operation begins with has this type, or is an index where that is a type of sizes, which LLVM 18 does not have.
fn is_initial(op: &View<'_, '_>, ty: &Ty) -> Option<bool> {
    let sizes = ["!emitc.size_t", "!emitc.ssize_t", "!emitc.ptrdiff_t"];
    Some(
        initial(op)?.is_none_or(|given| {
            given == *ty || given == Ty::Index && sizes.iter().any(|size| ty.is_other(size))
        }),
    )
}

/// Operations of an expression, except for the one that ends it.
fn body<'s, 'a>(op: &View<'s, 'a>) -> Option<(Vec<View<'s, 'a>>, View<'s, 'a>)> {
    let mut ops = op.block(0)?.ops;
    let end = ops.pop()?;
    Some((ops, end))
}

fn expression_root(op: &View<'_, '_>) -> Option<bool> {
    let (ops, end) = body(op)?;
    let inside = |origin: &Origin<'_, '_>| origin.around().is_some_and(|around| around.is_same(op));
    if end.operands() != 1 || !matches!(end.origin(0)?, root @ Origin::Result(..) if inside(&root)) {
        return Some(false);
    }
    let mut outer = std::collections::HashSet::new();
    for inner in ops {
        for at in 0..inner.operands() {
            if !inside(&inner.origin(at)?) {
                let owner = owner(&inner, at)?;
                if !outer.insert((owner.op, owner.result, owner.argument)) {
                    return Some(false);
                }
            }
        }
    }
    Some(true)
}

fn expression_one_use(op: &View<'_, '_>) -> Option<bool> {
    for inner in body(op)?.0 {
        let name = inner.name();
        let known = matches!(
            name.strip_prefix("emitc.")?,
            "add"
                | "apply"
                | "bitwise_and"
                | "bitwise_left_shift"
                | "bitwise_not"
                | "bitwise_or"
                | "bitwise_right_shift"
                | "bitwise_xor"
                | "call"
                | "call_opaque"
                | "cast"
                | "cmp"
                | "conditional"
                | "div"
                | "logical_and"
                | "logical_not"
                | "logical_or"
                | "mul"
                | "rem"
                | "sub"
                | "unary_minus"
                | "unary_plus"
        );
        if !known || inner.results() != 1 || inner.users(0).len() != 1 {
            return Some(false);
        }
    }
    Some(true)
}

fn expression_18(op: &View<'_, '_>) -> Option<bool> {
    let known = |name: &str| {
        matches!(
            name,
            "emitc.add"
                | "emitc.apply"
                | "emitc.call_opaque"
                | "emitc.cast"
                | "emitc.cmp"
                | "emitc.div"
                | "emitc.mul"
                | "emitc.rem"
                | "emitc.sub"
        )
    };
    Some(body(op)?.0.iter().all(|inner| known(&inner.name())))
}

fn one_body_arg(op: &View<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first()?.args.len() == 1)
}

/// The type of the global variable that a name refers to.
fn global(op: &View<'_, '_>) -> Option<Ty> {
    let of = op.refers("name")?;
    (of.name() == "emitc.global").then_some(())?;
    Some(Ty::parse(&of.text("type")?))
}

fn global_lvalue(op: &View<'_, '_>) -> Option<bool> {
    let (ty, result) = (global(op)?, op.result(0)?);
    Some(if is_array(&ty) { ty == *result } else { lvalue(&result) == Some(ty) })
}

fn global_type(op: &View<'_, '_>) -> Option<bool> {
    Some(global(op)? == *op.result(0)?)
}

fn subscript_lvalue(op: &View<'_, '_>) -> Option<bool> {
    let Some(of) = pointee(&*op.operand(0)?)? else { return Some(true) };
    Some(lvalue(&*op.result(0)?) == Some(of))
}

fn subscript_plain(op: &View<'_, '_>) -> Option<bool> {
    let Some(of) = pointee(&*op.operand(0)?)? else { return Some(true) };
    Some(of == *op.result(0)?)
}

fn sub_not_ptrdiff(op: &View<'_, '_>) -> Option<bool> {
    Some(
        !(is_pointer(&*op.operand(0)?)
            && is_pointer(&*op.operand(1)?)
            && op.result(0)?.is_other("!emitc.ptrdiff_t")),
    )
}

fn no_half(op: &View<'_, '_>) -> Option<bool> {
    let halves = ["f16", "bf16"];
    let mut texts = Vec::new();
    if op.has("type")? {
        texts.push(op.text("type")?.to_string());
    }
    for ty in op.types()? {
        texts.push(format!("{ty:?}"));
    }
    let words = |text: &str| {
        text.split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| halves.iter().any(|half| word.ends_with(half)))
    };
    Some(!texts.iter().any(|text| words(text)))
}

fn in_emitc_class(op: &View<'_, '_>) -> Option<bool> {
    Some(op.ancestors().any(|around| around.name() == "emitc.class"))
}
