//! Rules of verifiers on operations of func, and on functions and calls of llvm.

use std::rc::Rc;

use super::llvm_types::{Function, function};
use super::{OpView, Rule, by_symbols, in_file, in_function, rule};
use crate::typed::{Attr, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("argument-attributes", argument_attributes, ""),
    by_symbols("call-matches", call_matches, "operand or result types don't match the function"),
    in_function(
        "declaration-private",
        declaration_private,
        "symbol declaration cannot have public visibility",
    ),
    in_function(
        "entry-types",
        entry_types,
        "entry block must have as many arguments as the function, of the same types",
    ),
    in_file("func-constant-in-module", func_constant_in_module, ""),
    in_function("func-terminators", func_terminators, ""),
    in_function("returns-match", returns_match, "types of return operands don't match function result types"),
];

/// Whether nothing ends a function's blocks but what returns from it or stays in it.
fn func_terminators(op: &OpView<'_, '_>) -> Option<bool> {
    const ENDS: &[&str] =
        &["func.return", "cf.br", "cf.cond_br", "cf.switch", "ub.unreachable", "llvm.unreachable"];
    for block in op.region(0)? {
        (ENDS.contains(&block.ops.last()?.name().as_str())).then_some(())?;
    }
    Some(true)
}

fn func_constant_in_module(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.symbol_table()?.name() == "builtin.module")
}

/// Inputs and results of a function, and whether it takes more arguments.
pub(super) struct Signature {
    inputs: Vec<Rc<Ty>>,
    results: Vec<Rc<Ty>>,
    variadic: bool,
}

/// The function type of an operation of func or llvm.
fn signature(op: &OpView<'_, '_>) -> Option<Signature> {
    signature_of(&op.type_attr("function_type").or_else(|| op.type_attr("type"))?)
}

fn signature_of(ty: &Ty) -> Option<Signature> {
    if let Ty::Function(inputs, results) = ty {
        return Some(Signature { inputs: inputs.clone(), results: results.clone(), variadic: false });
    }
    let Function { result, params, variadic } = function(ty)?;
    let is_void = result == Ty::Dialect("!llvm.void".into());
    let results = if is_void { Vec::new() } else { vec![Rc::new(result)] };
    Some(Signature { inputs: params.into_iter().map(Rc::new).collect(), results, variadic })
}

fn entry_types(op: &OpView<'_, '_>) -> Option<bool> {
    let signature = signature(op)?;
    let blocks = op.region(0)?;
    Some(blocks.first().is_none_or(|entry| signature.inputs == entry.args))
}

fn declaration_private(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.region(0)?.is_empty() {
        return Some(true);
    }
    Some(op.has("sym_visibility")? && op.string("sym_visibility")? != "public")
}

/// Attributes of arguments and results: as many dictionaries, with names of dialects.
fn argument_attributes(op: &OpView<'_, '_>) -> Option<bool> {
    let signature = signature(op)?;
    for (name, count) in [("arg_attrs", signature.inputs.len()), ("res_attrs", signature.results.len())] {
        if !op.has(name)? {
            continue;
        }
        let all = op.array(name)?;
        // A function of LLVM without a result may have attributes of it.
        if all.len() != count && !(name == "res_attrs" && all.len() == 1 && count == 0) {
            return Some(false);
        }
        for attrs in all {
            let Attr::Dictionary(items) = &*attrs else { return None };
            if !items.iter().all(|(name, _)| name.contains('.')) {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn returns_match(op: &OpView<'_, '_>) -> Option<bool> {
    let function = op.parent()?;
    let wanted = match op.name().as_str() {
        "func.return" => "func.func",
        "llvm.return" => "llvm.func",
        _ => return None,
    };
    if function.name() != wanted {
        // The initialisers of globals return as well.
        let global = function.name() == "llvm.mlir.global" && op.operands() == 1;
        return Some(global && function.type_attr("global_type").as_ref() == op.operand(0).as_deref());
    }
    Some(signature(&function)?.results == op.operand_types(0)?)
}

fn call_matches(op: &OpView<'_, '_>) -> Option<bool> {
    if op.name() == "llvm.call" && !op.has("callee")? {
        return Some(op.operands() > 0 && op.operand(0)?.starts_with("!llvm.ptr"));
    }
    let found = op.refers("callee")?;
    let wanted: &[&str] = if op.name() == "func.call" {
        &["func.func"]
    } else {
        &["llvm.func", "llvm.mlir.ifunc", "llvm.mlir.alias"]
    };
    if !wanted.contains(&found.name().as_str()) {
        return Some(false);
    }
    let signature = signature(&found)?;
    // Operands of bundles stand behind the arguments.
    let count = op.group(0).map_or(op.operands(), |group| group.len());
    let operands: Vec<Rc<Ty>> = op.operand_types(0)?.into_iter().take(count).collect();
    let taken = if signature.variadic { operands.get(..signature.inputs.len())? } else { &operands[..] };
    Some(signature.inputs == taken && signature.results == op.result_types()?)
}
