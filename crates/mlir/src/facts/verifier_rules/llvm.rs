//! Rules of verifiers on operations of llvm, except for constants.

use std::rc::Rc;

use super::llvm_types::{array, function, is_struct, members, vector};
use super::{OpView, Rule, by_symbols, in_file, rule};
use crate::typed::{Attr, Ty, list};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    by_symbols("addresses-symbol", addresses_symbol, "must reference a global or a function"),
    in_file("addressof-no-alias", addressof_no_alias, ""),
    rule("atomic-access", atomic_access, ""),
    in_file("atomic-pointer-size", atomic_pointer_size, ""),
    rule("atomic-type-18", atomic_type_18, ""),
    rule("atomicrmw-16", atomicrmw_16, ""),
    rule("atomicrmw-19", atomicrmw_19, ""),
    in_file(
        "call-debug-location",
        call_debug_location,
        "inlinable function call in a function with a DISubprogram location must have a debug location",
    ),
    rule("call-no-bundles", call_no_bundles, ""),
    in_file("callee-not-variadic", callee_not_variadic, "missing callee type attribute for vararg call"),
    rule("gep-indexable", gep_indexable, ""),
    rule("gep-indices", gep_indices, ""),
    rule(
        "global-target-ext",
        global_target_ext,
        "global with target extension type can only be initialized with zero-initializer",
    ),
    rule("intrin-prefix", intrin_prefix, "intrinsic name must start with 'llvm.'"),
    rule("llvm-global-types", llvm_global_types, ""),
    rule("masked-ptrs-match", masked_ptrs_match, ""),
    rule("module-flags-distinct", module_flags_distinct, "duplicate module flag"),
    in_file("resume-landingpad", resume_landingpad, "expects landingpad value as operand"),
    in_file("switch-weights", switch_weights, ""),
    rule("var-callee-type-fits", var_callee_type_fits, ""),
];

fn module_flags_distinct(op: &OpView<'_, '_>) -> Option<bool> {
    let mut keys = Vec::new();
    for flag in op.array("flags")? {
        let body = flag.text()?.strip_prefix("#llvm.mlir.module_flag<")?.strip_suffix('>')?;
        let parts = list(body);
        let (behavior, key) = (*parts.first()?, Attr::parse(parts.get(1)?).string()?.to_owned());
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

fn addressof_no_alias(op: &OpView<'_, '_>) -> Option<bool> {
    let attr = if op.name() == "llvm.call" { "callee" } else { "global_name" };
    if !op.has(attr)? {
        return Some(true);
    }
    Some(!matches!(op.refers(attr)?.name().as_str(), "llvm.mlir.alias" | "llvm.mlir.ifunc"))
}

/// The type that an atomic operation accesses; none inside if it is not atomic, or no exchange.
fn accessed(op: &OpView<'_, '_>) -> Option<Option<Rc<Ty>>> {
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

fn atomic_pointer_size(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(ty) = accessed(op)? else { return Some(true) };
    let Some(pointer) = ty.text().filter(|text| text.starts_with("!llvm.ptr")) else { return Some(true) };
    let mut top = *op;
    for around in op.ancestors() {
        top = around;
        if !around.has("dlti.dl_spec")? {
            continue;
        }
        let spec = around.attr("dlti.dl_spec")?;
        for entry in list(spec.text()?.strip_prefix("#dlti.dl_spec<")?.strip_suffix('>')?) {
            let entry = entry
                .strip_prefix("#dlti.dl_entry<")
                .and_then(|entry| entry.strip_suffix('>'))
                .unwrap_or(entry);
            let Some((key, value)) = entry.split_once(" = ").or_else(|| entry.split_once(", ")) else {
                continue;
            };
            if key == pointer || key == "!llvm.ptr" {
                let size = *Attr::parse(value).integers()?.first()?;
                if size < 8 || size.count_ones() != 1 {
                    return Some(false);
                }
            }
        }
    }
    Some(top.parent().is_none())
}

fn atomic_type_18(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(ty) = accessed(op)? else { return Some(true) };
    Some(match &*ty {
        Ty::Integer(_, width) => matches!(width, 8 | 16 | 32 | 64),
        Ty::Float(name) => matches!(*name, "f16" | "bf16" | "f32" | "f64"),
        ty => ty.starts_with("!llvm.ptr"),
    })
}

fn atomicrmw_16(op: &OpView<'_, '_>) -> Option<bool> {
    let kind = op.integer("bin_op")?;
    Some(kind != 13 && kind != 14 && !(kind == 0 && op.operand(1)?.starts_with("!llvm.ptr")))
}

fn atomicrmw_19(op: &OpView<'_, '_>) -> Option<bool> {
    let kind = op.integer("bin_op")?;
    let ty = op.operand(1)?;
    Some(kind != 19 && kind != 20 && !ty.is_vector() && !ty.starts_with("!llvm.vec<"))
}

fn call_debug_location(op: &OpView<'_, '_>) -> Option<bool> {
    let is_unknown = matches!(*op.location(), Attr::Location { unknown: true, .. });
    if !is_unknown || !op.has("callee")? {
        return Some(true);
    }
    let callee = op.refers("callee")?;
    if callee.region(0)?.is_empty() {
        return Some(true);
    }
    let plain = |of: &OpView<'_, '_>| matches!(*of.location(), Attr::Location { subprogram: false, .. });
    let around = op
        .ancestors()
        .find(|around| matches!(around.name().as_str(), "llvm.func" | "func.func" | "gpu.func"))?;
    Some(plain(&callee) || plain(&around))
}

fn call_no_bundles(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("op_bundle_sizes")? {
        false => Some(true),
        true => Some(op.integers("op_bundle_sizes")?.is_empty()),
    }
}

fn callee_not_variadic(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("callee")? {
        return Some(true);
    }
    Some(!function(&op.refers("callee")?.type_attr("function_type")?)?.variadic)
}

fn gep_indexable(op: &OpView<'_, '_>) -> Option<bool> {
    let mut ty = op.type_attr("elem_type")?;
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

fn global_target_ext(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!op.has("value")? || !op.type_attr("global_type")?.starts_with("!llvm.target<"))
}

fn intrin_prefix(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.string("intrin")?.starts_with("llvm."))
}

fn masked_ptrs_match(op: &OpView<'_, '_>) -> Option<bool> {
    let (pointers, values) = match op.name().as_str() {
        "llvm.intr.masked.gather" => (op.operand(0)?, op.result(0)?),
        "llvm.intr.masked.scatter" => (op.operand(1)?, op.operand(0)?),
        _ => return None,
    };
    let ((count, _, scalable), (of, _, also)) = (vector(&pointers)?, vector(&values)?);
    Some(count == of && scalable == also)
}

fn resume_landingpad(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.origin(0)?.is_of("llvm.landingpad"))
}

fn switch_weights(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("branch_weights")? {
        false => Some(true),
        true => Some(op.integers("branch_weights")?.len() == op.successors()),
    }
}

fn var_callee_type_fits(op: &OpView<'_, '_>) -> Option<bool> {
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
        op.attr("callee")?.symbol()?;
    }
    let Some(function) = function(&op.type_attr(attr)?) else { return Some(false) };
    if !function.variadic || function.params.len() > args.len() {
        return Some(false);
    }
    for (param, arg) in function.params.iter().zip(args) {
        if *op.operand(arg)? != *param {
            return Some(false);
        }
    }
    match op.results() {
        0 => Some(function.result.starts_with("!llvm.void")),
        _ => Some(*op.result(0)? == function.result),
    }
}

/// What is not atomic has no scope in which it is ordered; what is has an alignment.
fn atomic_access(op: &OpView<'_, '_>) -> Option<bool> {
    match op.has("ordering")? && op.integer("ordering")? != 0 {
        true => op.has("alignment"),
        false => Some(!op.has("syncscope")?),
    }
}

fn gep_indices(op: &OpView<'_, '_>) -> Option<bool> {
    let indices = op.integers("rawConstantIndices").or_else(|| op.integers("structIndices"))?;
    let dynamic = indices.iter().filter(|index| **index == i64::from(i32::MIN)).count();
    let pointer =
        |ty: &Ty| ty.starts_with("!llvm.ptr") || ty.is_vector() && ty.element().starts_with("!llvm.ptr");
    let whole = |ty: &Ty| ty.element().is_signless();
    let operands = op.operand_types(0)?;
    let (base, rest) = operands.split_first()?;
    // Into structures only constants lead; of others than scalars nothing is known here.
    let of = op.type_attr("elem_type")?;
    let plain =
        indices.len() <= 1 && !matches!(of, Ty::Index | Ty::Vector(..) | Ty::Tensor(..) | Ty::MemRef(..));
    let deep = indices.len() > 1;
    if deep && !of.starts_with("!llvm.") {
        return Some(false);
    }
    Some(
        (plain || deep)
            && pointer(base)
            && pointer(&*op.result(0)?)
            && rest.iter().all(|ty| whole(ty))
            && rest.len() == dynamic
            && !indices.is_empty(),
    )
}

fn llvm_global_types(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.type_attr("global_type")?;
    if !op.has("value")? {
        return Some(true);
    }
    if let Attr::String(..) = &*op.attr("value")? {
        let length = u64::try_from(op.bytes("value")?).ok()?;
        return Some(array(&ty).is_some_and(|(count, of)| count == length && of == Ty::signless(8)));
    }
    if ty.starts_with("!llvm.array<") {
        return Some(true);
    }
    match op.typed("value") {
        Some(value) => Some(*value == ty || matches!((&*value, &ty), (Ty::Integer(..), Ty::Dialect(_)))),
        None => Some(true),
    }
}

fn addresses_symbol(op: &OpView<'_, '_>) -> Option<bool> {
    let found = op.refers("global_name")?;
    Some(
        op.result(0)?.starts_with("!llvm.ptr")
            && matches!(
                found.name().as_str(),
                "llvm.mlir.global" | "llvm.func" | "llvm.mlir.alias" | "llvm.mlir.ifunc"
            ),
    )
}
