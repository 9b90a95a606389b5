//! Rules of verifiers on operations of emitc.

use std::rc::Rc;

use super::use_def::{Origin, owner};
use super::{OpView, Rule, in_file, rule};
use crate::typed::{Ty, shaped};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_file("apply-not-constant", apply_not_constant, "cannot apply to constant"),
    rule("assign-lvalue", assign_lvalue, ""),
    in_file(
        "assign-variable",
        assign_variable,
        "requires first operand to be a get_global, member, member of pointer, subscript or variable",
    ),
    rule("call-no-array", call_no_array, "cannot return array type"),
    rule("emitc-apply", emitc_apply, "operand type must be an lvalue when applying `&`"),
    rule("emitc-init", emitc_init, ""),
    rule("emitc-init-19", emitc_init_19, ""),
    in_file("expression-18", expression_18, "contains an unsupported operation"),
    in_file("expression-one-use", expression_one_use, "requires exactly one use for each operation"),
    in_file("expression-root", expression_root, "yielded value not defined within expression"),
    in_file("global-lvalue", global_lvalue, ""),
    in_file("global-type", global_type, ""),
    in_file("in-emitc-class", in_emitc_class, " must be nested within an emitc.class operation"),
    rule(
        "no-half",
        no_half,
        "op attribute 'type' failed to satisfy constraint: type attribute of EmitC type",
    ),
    in_file(
        "one-body-arg",
        one_body_arg,
        "expected body to have a single block argument for the induction variable",
    ),
    rule(
        "sub-not-ptrdiff",
        sub_not_ptrdiff,
        "requires that the result is an integer or of opaque type if lhs and rhs are pointers",
    ),
    rule("subscript-lvalue", subscript_lvalue, ""),
    rule("subscript-plain", subscript_plain, ""),
];

fn wrapped(ty: &Ty, keyword: &str) -> Option<Ty> {
    Some(Ty::parse(ty.text()?.strip_prefix(keyword)?.strip_suffix('>')?))
}

/// What an lvalue refers to.
fn lvalue(ty: &Ty) -> Option<Ty> {
    wrapped(ty, "!emitc.lvalue<")
}

fn is_array(ty: &Ty) -> bool {
    ty.starts_with("!emitc.array<")
}

fn is_pointer(ty: &Ty) -> bool {
    ty.starts_with("!emitc.ptr<")
}

/// The type of elements of an array, or of what a pointer points to; none inside of other types.
fn pointee(ty: &Ty) -> Option<Option<Ty>> {
    if let Some(of) = wrapped(ty, "!emitc.ptr<") {
        return Some(Some(of));
    }
    let Some(body) = ty.text().and_then(|text| text.strip_prefix("!emitc.array<")) else { return Some(None) };
    Some(Some(shaped(body)?.1))
}

fn emitc_apply(op: &OpView<'_, '_>) -> Option<bool> {
    let (operand, result) = (op.operand(0)?, op.result(0)?);
    Some(match op.string("applicableOperator")?.as_str() {
        "&" => lvalue(&operand).is_some() && is_pointer(&result),
        "*" => is_pointer(&operand),
        _ => false,
    })
}

fn apply_not_constant(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.origin(0)?.is_of("emitc.constant"))
}

fn assign_lvalue(op: &OpView<'_, '_>) -> Option<bool> {
    Some(lvalue(&*op.operand(0)?).is_some_and(|of| op.operand(1).is_some_and(|value| of == *value)))
}

fn assign_variable(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    // In LLVM 18, variables are all that there is.
    Some(op.origin(0)?.is_of("emitc.variable") && ty == op.operand(1)? && !is_array(&ty))
}

fn call_no_array(op: &OpView<'_, '_>) -> Option<bool> {
    for at in 0..op.results() {
        if is_array(&*op.result(at)?) {
            return Some(false);
        }
    }
    Some(true)
}

/// The type of an initial value; none inside if it is opaque.
fn initial(op: &OpView<'_, '_>) -> Option<Option<Ty>> {
    let value = op.attr("value")?;
    if value.starts_with("#emitc.opaque<") {
        return Some(None);
    }
    Some(Some((**value.typed()?).clone()))
}

fn emitc_init(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    is_initial(op, &lvalue(&ty).unwrap_or_else(|| (*ty).clone()))
}

fn emitc_init_19(op: &OpView<'_, '_>) -> Option<bool> {
    is_initial(op, &*op.result(0)?)
}

/// Whether the value that an operation begins with has this type, or is an index where that is a type of sizes, which LLVM 18 does not have.
fn is_initial(op: &OpView<'_, '_>, ty: &Ty) -> Option<bool> {
    let sizes = ["!emitc.size_t", "!emitc.ssize_t", "!emitc.ptrdiff_t"];
    Some(initial(op)?.is_none_or(|given| {
        given == *ty || given == Ty::Index && sizes.iter().any(|size| ty.starts_with(size))
    }))
}

/// Operations of an expression, except for the one that ends it.
fn body<'s, 'a>(op: &OpView<'s, 'a>) -> Option<(Vec<OpView<'s, 'a>>, OpView<'s, 'a>)> {
    let mut ops = op.block(0)?.ops;
    let end = ops.pop()?;
    Some((ops, end))
}

fn expression_root(op: &OpView<'_, '_>) -> Option<bool> {
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

fn expression_one_use(op: &OpView<'_, '_>) -> Option<bool> {
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

fn expression_18(op: &OpView<'_, '_>) -> Option<bool> {
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

fn one_body_arg(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first()?.args.len() == 1)
}

/// The type of the global variable that a name refers to.
fn global(op: &OpView<'_, '_>) -> Option<Ty> {
    let of = op.refers("name")?;
    (of.name() == "emitc.global").then_some(())?;
    of.type_attr("type")
}

fn global_lvalue(op: &OpView<'_, '_>) -> Option<bool> {
    let (ty, result) = (global(op)?, op.result(0)?);
    Some(if is_array(&ty) { ty == *result } else { lvalue(&result) == Some(ty) })
}

fn global_type(op: &OpView<'_, '_>) -> Option<bool> {
    Some(global(op)? == *op.result(0)?)
}

fn subscript_lvalue(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(of) = pointee(&*op.operand(0)?)? else { return Some(true) };
    Some(lvalue(&*op.result(0)?) == Some(of))
}

fn subscript_plain(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(of) = pointee(&*op.operand(0)?)? else { return Some(true) };
    Some(of == *op.result(0)?)
}

fn sub_not_ptrdiff(op: &OpView<'_, '_>) -> Option<bool> {
    Some(
        !(is_pointer(&*op.operand(0)?)
            && is_pointer(&*op.operand(1)?)
            && op.result(0)?.starts_with("!emitc.ptrdiff_t")),
    )
}

fn no_half(op: &OpView<'_, '_>) -> Option<bool> {
    let mut types: Vec<Rc<Ty>> = op.types()?;
    if op.has("type")? {
        types.push(Rc::new(op.type_attr("type")?));
    }
    Some(!types.iter().any(|ty| has_half(ty)))
}

/// Whether a type is, or has inside, a float of 16 bits.
fn has_half(ty: &Ty) -> bool {
    let is_half = |word: &str| word.ends_with("f16");
    match ty {
        Ty::Float(name) => is_half(name),
        Ty::Complex(element) => has_half(element),
        Ty::Vector(..) | Ty::Tensor(..) | Ty::MemRef(..) => has_half(ty.element()),
        Ty::Tuple(types) => types.iter().any(|ty| has_half(ty)),
        Ty::Function(inputs, results) => inputs.iter().chain(results).any(|ty| has_half(ty)),
        Ty::Dialect(text) => text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_half),
        _ => false,
    }
}

fn in_emitc_class(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.ancestors().any(|around| around.name() == "emitc.class"))
}
