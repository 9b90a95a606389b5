//! Conditions on operations of llvm.

use super::llvm_types::{array, function, innermost, is_struct, members, vector, width};
use super::texts::{elements, integers, string, symbol, type_of};
use super::types::split;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("addressof-no-alias", addressof_no_alias, ""),
    condition("atomic-pointer-size", atomic_pointer_size, ""),
    condition("atomic-type-18", atomic_type_18, ""),
    condition("atomicrmw-16", atomicrmw_16, ""),
    condition("atomicrmw-19", atomicrmw_19, ""),
    condition(
        "call-debug-location",
        call_debug_location,
        "inlinable function call in a function with a DISubprogram location must have a debug location",
    ),
    condition("call-no-bundles", call_no_bundles, ""),
    condition("callee-not-variadic", callee_not_variadic, "missing callee type attribute for vararg call"),
    condition("constant-18", constant_18, ""),
    condition("constant-21", constant_21, ""),
    condition("constant-complex", constant_complex, ""),
    condition("constant-floats-22", constant_floats_22, ""),
    condition("gep-indexable", gep_indexable, ""),
    condition(
        "global-target-ext",
        global_target_ext,
        "global with target extension type can only be initialized with zero-initializer",
    ),
    condition("intrin-prefix", intrin_prefix, "intrinsic name must start with 'llvm.'"),
    condition("masked-ptrs-match", masked_ptrs_match, ""),
    condition("module-flags-distinct", module_flags_distinct, "duplicate module flag"),
    condition("resume-landingpad", resume_landingpad, "expects landingpad value as operand"),
    condition("switch-weights", switch_weights, ""),
    condition("var-callee-type-fits", var_callee_type_fits, ""),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "addressof-no-alias",
    "atomic-pointer-size",
    "call-debug-location",
    "callee-not-variadic",
    "resume-landingpad",
    "switch-weights",
];

/// How many members of nested constants are looked at.
const MOST: usize = 1 << 12;

fn module_flags_distinct(op: &View<'_, '_>) -> Option<bool> {
    let text = op.text("flags")?;
    let mut keys = Vec::new();
    for flag in elements(&text)? {
        let body = flag.strip_prefix("#llvm.mlir.module_flag<")?.strip_suffix('>')?;
        let parts = split(body);
        let (behavior, key) = (*parts.first()?, string(parts.get(1)?)?);
        if behavior == "require" {
            continue;
        }
        if keys.contains(&key) {
            return Some(false);
        }
        // Modules have a few.
        (keys.len() < 256).then(|| keys.push(key))?;
    }
    Some(true)
}

fn addressof_no_alias(op: &View<'_, '_>) -> Option<bool> {
    let attr = if op.name() == "llvm.call" { "callee" } else { "global_name" };
    if !op.has(attr)? {
        return Some(true);
    }
    Some(!matches!(op.refers(attr)?.name().as_str(), "llvm.mlir.alias" | "llvm.mlir.ifunc"))
}

/// The type that an atomic operation accesses; none inside if it is not atomic, or no exchange.
fn accessed(op: &View<'_, '_>) -> Option<Option<std::rc::Rc<Ty>>> {
    let ordered = || match op.has("ordering")? {
        false => Some(false),
        true => Some(op.integer("ordering")? != 0),
    };
    Some(match op.name().as_str() {
        "llvm.load" if ordered()? => Some(op.result(0)?),
        "llvm.store" if ordered()? => Some(op.operand(0)?),
        "llvm.load" | "llvm.store" => None,
        "llvm.cmpxchg" => Some(op.operand(2)?),
        "llvm.atomicrmw" if op.integer("bin_op")? == 0 => Some(op.operand(1)?),
        "llvm.atomicrmw" => None,
        _ => return None,
    })
}

fn atomic_pointer_size(op: &View<'_, '_>) -> Option<bool> {
    let Some(ty) = accessed(op)? else { return Some(true) };
    let Ty::Other(pointer) = &*ty else { return Some(true) };
    if !pointer.starts_with("!llvm.ptr") {
        return Some(true);
    }
    let mut top = *op;
    for around in op.ancestors() {
        top = around;
        if !around.has("dlti.dl_spec")? {
            continue;
        }
        let spec = around.text("dlti.dl_spec")?;
        for entry in split(spec.strip_prefix("#dlti.dl_spec<")?.strip_suffix('>')?) {
            let entry = entry
                .strip_prefix("#dlti.dl_entry<")
                .and_then(|entry| entry.strip_suffix('>'))
                .unwrap_or(entry);
            let Some((key, value)) = entry.split_once(" = ").or_else(|| entry.split_once(", ")) else {
                continue;
            };
            if key == pointer || key == "!llvm.ptr" {
                let size = *integers(value)?.first()?;
                if size < 8 || size.count_ones() != 1 {
                    return Some(false);
                }
            }
        }
    }
    Some(top.parent().is_none())
}

fn atomic_type_18(op: &View<'_, '_>) -> Option<bool> {
    let Some(ty) = accessed(op)? else { return Some(true) };
    Some(match &*ty {
        Ty::Integer(_, width) => matches!(width, 8 | 16 | 32 | 64),
        Ty::Float(name) => matches!(name.as_str(), "f16" | "bf16" | "f32" | "f64"),
        ty => ty.is_other("!llvm.ptr"),
    })
}

fn atomicrmw_16(op: &View<'_, '_>) -> Option<bool> {
    let kind = op.integer("bin_op")?;
    Some(kind != 13 && kind != 14 && !(kind == 0 && op.operand(1)?.is_other("!llvm.ptr")))
}

fn atomicrmw_19(op: &View<'_, '_>) -> Option<bool> {
    let kind = op.integer("bin_op")?;
    let ty = op.operand(1)?;
    Some(kind != 19 && kind != 20 && !ty.is_vector() && !ty.is_other("!llvm.vec<"))
}

fn call_debug_location(op: &View<'_, '_>) -> Option<bool> {
    if !op.location().contains("unknown") || !op.has("callee")? {
        return Some(true);
    }
    let callee = op.refers("callee")?;
    if callee.region(0)?.is_empty() {
        return Some(true);
    }
    let plain = |of: &View<'_, '_>| {
        let location = of.location();
        !location.contains("di_subprogram") && !location.ends_with('…')
    };
    let around = op
        .ancestors()
        .find(|around| matches!(around.name().as_str(), "llvm.func" | "func.func" | "gpu.func"))?;
    Some(plain(&callee) || plain(&around))
}

fn call_no_bundles(op: &View<'_, '_>) -> Option<bool> {
    match op.has("op_bundle_sizes")? {
        false => Some(true),
        true => Some(op.integers("op_bundle_sizes")?.is_empty()),
    }
}

fn callee_not_variadic(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("callee")? {
        return Some(true);
    }
    let callee = op.refers("callee")?;
    Some(!function(&Ty::parse(&callee.text("function_type")?))?.variadic)
}

/// What the value of a constant is.
enum Constant {
    String,
    /// An integer or a float, of a type.
    Number(Ty),
    /// Elements of a type, and whether they are all the same, as far as that is said once.
    Elements(Ty, bool),
    Array,
    Other,
}

fn constant(op: &View<'_, '_>) -> Option<Constant> {
    let text = op.beginning("value")?;
    if text.starts_with('"') {
        return Some(Constant::String);
    }
    if text.starts_with('[') {
        return Some(Constant::Array);
    }
    let Some(ty) = op.typed("value") else { return Some(Constant::Other) };
    if ["dense<", "dense_resource<", "sparse<"].iter().any(|start| text.starts_with(start)) {
        let splat = text.strip_prefix("dense<").is_some_and(|body| !body.starts_with(['[', '"', '>', '(']));
        return Some(Constant::Elements((*ty).clone(), splat));
    }
    Some(Constant::Number((*ty).clone()))
}

fn constant_18(op: &View<'_, '_>) -> Option<bool> {
    let (ty, value) = (op.result(0)?, constant(op)?);
    if matches!(value, Constant::String) || is_struct(&ty) {
        return Some(true);
    }
    if ty.is_other("!llvm.target<") {
        return Some(false);
    }
    Some(match value {
        Constant::Number(Ty::Integer(..) | Ty::Index) => matches!(*ty, Ty::Integer(..)),
        Constant::Number(of) if matches!(*ty, Ty::Integer(..) | Ty::Float(_)) => width(&of)? == width(&ty)?,
        Constant::Elements(_, true) => {
            ty.is_vector() || ty.is_other("!llvm.array<") || ty.is_other("!llvm.vec<")
        }
        _ => true,
    })
}

fn constant_21(op: &View<'_, '_>) -> Option<bool> {
    let (ty, value) = (op.result(0)?, constant(op)?);
    if let Constant::String = value {
        return Some(true);
    }
    if is_struct(&ty) {
        let Constant::Array = value else { return Some(false) };
        let text = op.text("value")?;
        let (given, wanted) = (elements(&text)?, members(&ty)?);
        // In arrays, the type of an integer or float of 64 bits is left out.
        return Some(
            given.len() == wanted.len()
                && given.iter().zip(&wanted).all(|(given, wanted)| type_of(given).as_ref() == Some(wanted)),
        );
    }
    Some(match value {
        Constant::Number(_) => true,
        Constant::Elements(of, splat) => {
            let (_, count, scalable) = innermost(&ty)?;
            if scalable {
                return Some(splat);
            }
            let mut given = 1_u64;
            for dim in of.dims()? {
                given = given.checked_mul(u64::try_from(dim.size?).ok()?)?;
            }
            (ty.is_vector() || array(&ty).is_some()) && given == count
        }
        Constant::Array => {
            let mut left = MOST;
            fits(&ty, &op.text("value")?, &mut left)?
        }
        Constant::String | Constant::Other => false,
    })
}

/// Whether an array attribute can be the value of an array of arrays or structures.
fn fits(ty: &Ty, text: &str, left: &mut usize) -> Option<bool> {
    let Some((length, element)) = array(ty) else { return Some(false) };
    let given = elements(text)?;
    if u64::try_from(given.len()) != Ok(length) || array(&element).is_none() && !is_struct(&element) {
        return Some(false);
    }
    for one in given {
        *left = left.checked_sub(1)?;
        let fits = match one {
            "#llvm.zero" | "#llvm.undef" => true,
            one if one.starts_with('[') && is_struct(&element) => {
                elements(one)?.len() == members(&element)?.len()
            }
            one if one.starts_with('[') => fits(&element, one, left)?,
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn constant_complex(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    if !is_struct(&ty) {
        return Some(true);
    }
    let members = members(&ty)?;
    let [one, other] = members.as_slice() else { return Some(false) };
    let known = match one {
        Ty::Integer(..) => true,
        Ty::Float(name) => matches!(name.as_str(), "f16" | "f32" | "f64"),
        _ => false,
    };
    Some(known && one == other)
}

fn constant_floats_22(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    Some(match constant(op)? {
        Constant::Number(of @ Ty::Float(_)) => !matches!(*ty, Ty::Float(_)) || of == *ty,
        Constant::Elements(of, _) => {
            let (inner, _, scalable) = innermost(&ty)?;
            scalable
                || match (of.element(), &inner) {
                    (Ty::Float(from), Ty::Float(to)) => from == to,
                    (from @ Ty::Float(_), to @ Ty::Integer(..)) => width(from)? == width(to)?,
                    (Ty::Integer(..), to) => matches!(to, Ty::Integer(..)),
                    _ => true,
                }
        }
        _ => true,
    })
}

fn gep_indexable(op: &View<'_, '_>) -> Option<bool> {
    let mut ty = Ty::parse(&op.text("elem_type")?);
    for index in op.integers("rawConstantIndices")?.into_iter().skip(1) {
        ty = if is_struct(&ty) {
            let Some(member) =
                usize::try_from(index).ok().and_then(|index| members(&ty)?.into_iter().nth(index))
            else {
                return Some(false);
            };
            member
        } else if let Some((_, element)) = array(&ty) {
            element
        } else if let Some((_, element, _)) = vector(&ty) {
            element
        } else {
            return Some(false);
        };
    }
    Some(true)
}

fn global_target_ext(op: &View<'_, '_>) -> Option<bool> {
    Some(!op.has("value")? || !op.text("global_type")?.starts_with("!llvm.target<"))
}

fn intrin_prefix(op: &View<'_, '_>) -> Option<bool> {
    Some(op.text("intrin")?.starts_with("\"llvm."))
}

fn masked_ptrs_match(op: &View<'_, '_>) -> Option<bool> {
    let (pointers, values) = match op.name().as_str() {
        "llvm.intr.masked.gather" => (op.operand(0)?, op.result(0)?),
        "llvm.intr.masked.scatter" => (op.operand(1)?, op.operand(0)?),
        _ => return None,
    };
    let ((count, _, scalable), (of, _, also)) = (vector(&pointers)?, vector(&values)?);
    Some(count == of && scalable == also)
}

fn resume_landingpad(op: &View<'_, '_>) -> Option<bool> {
    Some(op.origin(0)?.is_of("llvm.landingpad"))
}

fn switch_weights(op: &View<'_, '_>) -> Option<bool> {
    match op.has("branch_weights")? {
        false => Some(true),
        true => Some(op.integers("branch_weights")?.len() == op.successors()),
    }
}

fn var_callee_type_fits(op: &View<'_, '_>) -> Option<bool> {
    let mut attr = "var_callee_type";
    if !op.has(attr)? {
        attr = "callee_type";
        if !op.has(attr)? {
            return Some(true);
        }
    }
    let args = match op.name().as_str() {
        "llvm.invoke" => op.group(0)?,
        _ if op.has("operandSegmentSizes")? => op.group(0)?,
        _ => 0..op.operands(),
    };
    let mut args: Vec<usize> = args.collect();
    if !op.has("callee")? {
        args = args.split_first()?.1.to_vec();
    } else {
        symbol(&op.text("callee")?)?;
    }
    let Some(function) = function(&Ty::parse(&op.text(attr)?)) else { return Some(false) };
    if !function.variadic || function.params.len() > args.len() {
        return Some(false);
    }
    for (param, arg) in function.params.iter().zip(args) {
        if *op.operand(arg)? != *param {
            return Some(false);
        }
    }
    match op.results() {
        0 => Some(function.result.is_other("!llvm.void")),
        _ => Some(*op.result(0)? == function.result),
    }
}
