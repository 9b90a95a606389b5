//! What verifiers of the most frequent operations demand in the release that wrote them: of files whose bytes were changed afterwards, this is not so any
//! more. Rows `sound` of `outlast` say which operation has which.

use std::rc::Rc;

use outlast_core::to_index;

use super::texts::{elements, integer, string, symbol};
use super::types::split;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition(
        "entry-types",
        entry_types,
        "entry block must have as many arguments as the function, of the same types",
    ),
    condition("declaration-private", declaration_private, "symbol declaration cannot have public visibility"),
    condition("argument-attributes", argument_attributes, ""),
    condition("returns-match", returns_match, "types of return operands don't match function result types"),
    condition("call-matches", call_matches, "operand or result types don't match the function"),
    condition("successors-match", successors_match, "type mismatch for successor operands"),
    condition("switch-cases", switch_cases, "number of case values should match number of case destinations"),
    condition("constant-type", constant_type, "value and result have to have the same type"),
    condition(
        "for-types",
        for_types,
        "bounds, step, iteration values and what is yielded have to have the same types",
    ),
    condition("yields-results", yields_results, "yielded types have to be those of the results"),
    condition("if-else", if_else, "must have an else block if defining values"),
    condition("parallel-types", parallel_types, ""),
    condition("steps-positive", steps_positive, "constant step operand must be positive"),
    condition("atomic-access", atomic_access, ""),
    condition("reduce-types", reduce_types, "expects block with 2 arguments of the type of the operand"),
    condition(
        "yields-elements",
        yields_elements,
        "type of yield operand doesn't match the element type of the enclosing operation's output",
    ),
    condition(
        "linearize-basis",
        linearize_basis,
        "should be passed a basis element for each index except possibly the first",
    ),
    condition("widens", widens, "result has to be wider than the operand"),
    condition("narrows", narrows, "result has to be narrower than the operand"),
    condition(
        "alloc-dimensions",
        alloc_dimensions,
        "dimension operand count does not equal memref dynamic dimension count",
    ),
    condition("global-exists", global_exists, "does not reference a valid global"),
    condition("global-types", global_types, ""),
    condition("alignment-power", alignment_power, "alignment attribute value is not a power of 2"),
    condition("slice-types", slice_types, ""),
    condition("linalg-matmul-types", matmul_types, ""),
    condition("gep-indices", gep_indices, ""),
    condition(
        "dialect-attributes",
        dialect_attributes,
        "can only contain attributes with dialect-prefixed names",
    ),
    condition(
        "visibility-known",
        visibility_known,
        "visibility expected to be one of [\"public\", \"private\", \"nested\"]",
    ),
    condition("llvm-global-types", llvm_global_types, ""),
    condition("addresses-symbol", addresses_symbol, "must reference a global or a function"),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "entry-types",
    "declaration-private",
    "returns-match",
    "call-matches",
    "successors-match",
    "for-types",
    "yields-results",
    "if-else",
    "parallel-types",
    "steps-positive",
    "reduce-types",
    "yields-elements",
    "global-exists",
    "addresses-symbol",
    "linalg-matmul-types",
];

/// Inputs and results of a function, and whether it takes more arguments.
pub(super) struct Signature {
    inputs: Vec<Ty>,
    results: Vec<Ty>,
    more: bool,
}

/// The function type of an operation of func or llvm.
fn signature(op: &View<'_, '_>) -> Option<Signature> {
    let text = op.text("function_type").or_else(|| op.text("type"))?;
    signature_of(&text)
}

fn signature_of(text: &str) -> Option<Signature> {
    let types = |text: &str| -> Vec<Ty> {
        split(text).into_iter().filter(|part| !part.is_empty()).map(Ty::parse).collect()
    };
    if let Some(body) = text.strip_prefix("!llvm.func<") {
        let body = body.strip_suffix('>')?;
        let open = list_start(body)?;
        let inputs = body.get(open + 1..)?.strip_suffix(')')?;
        let result = llvm_type(body.get(..open)?.trim());
        let mut names: Vec<&str> = split(inputs).into_iter().filter(|part| !part.is_empty()).collect();
        let more = names.last() == Some(&"...");
        if more {
            names.pop();
        }
        let inputs = names.into_iter().map(llvm_type).collect();
        let results = if result == Ty::Other("!llvm.void".into()) { Vec::new() } else { vec![result] };
        return Some(Signature { inputs, results, more });
    }
    let rest = text.strip_prefix('(')?;
    let close = matching(rest)?;
    let inputs = types(rest.get(..close)?);
    let results = rest.get(close + 1..)?.trim().strip_prefix("->")?.trim();
    let results = match results.strip_prefix('(') {
        // One function type as a result stands in brackets, too.
        Some(list) if matching(list) == Some(list.len().saturating_sub(1)) => {
            types(list.get(..list.len() - 1)?)
        }
        _ => vec![Ty::parse(results)],
    };
    Some(Signature { inputs, results, more: false })
}

/// Where the last list in parentheses begins.
fn list_start(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' | b'>' => depth += 1,
            b'(' | b'<' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && byte == b'(' {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The place of the parenthesis that closes one before the text.
fn matching(text: &str) -> Option<usize> {
    let (mut depth, mut quoted) = (1_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A type inside of one of LLVM's, where the dialect's name is left out: `ptr`.
fn llvm_type(text: &str) -> Ty {
    let bare = [
        "ptr",
        "struct",
        "array",
        "func",
        "void",
        "vec",
        "token",
        "label",
        "metadata",
        "ppc_fp128",
        "x86_amx",
        "x86_mmx",
        "target",
    ];
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    if bare.contains(&word) { Ty::parse(&format!("!llvm.{text}")) } else { Ty::parse(text) }
}

fn same(types: &[Ty], found: &[Rc<Ty>]) -> bool {
    types.len() == found.len() && types.iter().zip(found).all(|(one, other)| *one == **other)
}

fn entry_types(op: &View<'_, '_>) -> Option<bool> {
    let signature = signature(op)?;
    let blocks = op.region(0)?;
    Some(blocks.first().is_none_or(|entry| same(&signature.inputs, &entry.args)))
}

fn declaration_private(op: &View<'_, '_>) -> Option<bool> {
    if !op.region(0)?.is_empty() {
        return Some(true);
    }
    Some(op.has("sym_visibility")? && string(&op.text("sym_visibility")?)? != "public")
}

fn visibility_known(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("sym_visibility")? {
        return Some(true);
    }
    Some(matches!(string(&op.text("sym_visibility")?)?, "public" | "private" | "nested"))
}

/// Attributes of arguments and results: as many dictionaries, with names of dialects.
fn argument_attributes(op: &View<'_, '_>) -> Option<bool> {
    let signature = signature(op)?;
    for (name, count) in [("arg_attrs", signature.inputs.len()), ("res_attrs", signature.results.len())] {
        if !op.has(name)? {
            continue;
        }
        let text = op.text(name)?;
        let all = elements(&text)?;
        // A function of LLVM without a result may have attributes of it.
        if all.len() != count && !(name == "res_attrs" && all.len() == 1 && count == 0) {
            return Some(false);
        }
        for one in all {
            let body = one.strip_prefix('{')?.strip_suffix('}')?;
            let named = split(body).into_iter().filter(|part| !part.is_empty());
            let mut names = named.map(|part| part.split_once(" = ").map_or(part, |(name, _)| name));
            if !names.all(|name| name.trim_matches('"').contains('.')) {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn operand_types(op: &View<'_, '_>, from: usize) -> Option<Vec<Rc<Ty>>> {
    (from..op.operands()).map(|at| op.operand(at)).collect()
}

fn result_types(op: &View<'_, '_>) -> Option<Vec<Rc<Ty>>> {
    (0..op.results()).map(|at| op.result(at)).collect()
}

fn returns_match(op: &View<'_, '_>) -> Option<bool> {
    let function = op.parent()?;
    let wanted = match op.name().as_str() {
        "func.return" => "func.func",
        "llvm.return" => "llvm.func",
        _ => return None,
    };
    if function.name() != wanted {
        // The initialisers of globals return as well.
        let global = function.name() == "llvm.mlir.global" && op.operands() == 1;
        return Some(
            global
                && function.text("global_type").map(|text| Ty::parse(&text))
                    == op.operand(0).as_deref().cloned(),
        );
    }
    Some(same(&signature(&function)?.results, &operand_types(op, 0)?))
}

fn call_matches(op: &View<'_, '_>) -> Option<bool> {
    if op.name() == "llvm.call" && !op.has("callee")? {
        return Some(op.operands() > 0 && op.operand(0)?.is_other("!llvm.ptr"));
    }
    let callee = op.text("callee")?;
    let table = op.symbol_table()?;
    let found = table.symbol(symbol(&callee)?)?;
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
    let operands: Vec<Rc<Ty>> = operand_types(op, 0)?.into_iter().take(count).collect();
    let taken = if signature.more { operands.get(..signature.inputs.len())? } else { &operands[..] };
    Some(same(&signature.inputs, taken) && same(&signature.results, &result_types(op)?))
}

/// Types of the arguments of the block that an operation may go on with.
fn successor_args(op: &View<'_, '_>, at: usize) -> Option<Vec<Rc<Ty>>> {
    let ir = &*op.scene.ir;
    let place = to_index(*ir.successors(op.op).get(at)?);
    let around = op.parent()?;
    let region = ir
        .regions(around.op)
        .find(|region| ir.blocks(*region).any(|block| ir.block_ops(block).last() == Some(op.op)))?;
    let block = ir.blocks(region).nth(place)?;
    Some(ir.args(block).iter().map(|arg| op.scene.ty(arg.ty)).collect())
}

fn successors_match(op: &View<'_, '_>) -> Option<bool> {
    let operands = operand_types(op, 0)?;
    let sized = |counts: &[usize], from: usize| -> Option<bool> {
        let mut start = from;
        for (at, count) in counts.iter().enumerate() {
            let end = start.checked_add(*count)?;
            if operands.get(start..end)? != successor_args(op, at)? {
                return Some(false);
            }
            start = end;
        }
        Some(start == operands.len() && counts.len() == op.successors())
    };
    match op.name().as_str() {
        "cf.br" | "llvm.br" => sized(&[operands.len()], 0),
        "cf.cond_br" | "llvm.cond_br" => {
            let sizes = op.segments()?;
            Some(
                sizes.len() == 3
                    && sizes[0] == 1
                    && *operands.first()?.as_ref() == Ty::Integer("i".into(), 1)
                    && sized(sizes.get(1..)?, 1)?,
            )
        }
        "cf.switch" | "llvm.switch" => {
            let sizes = op.segments()?;
            let [1, default, cases] = sizes[..] else { return Some(false) };
            let each = if op.has("case_operand_segments")? {
                op.integers("case_operand_segments")?
            } else {
                Vec::new()
            };
            let mut counts = vec![default];
            for count in each {
                counts.push(usize::try_from(count).ok()?);
            }
            Some(counts.iter().skip(1).sum::<usize>() == cases && sized(&counts, 1)?)
        }
        _ => None,
    }
}

fn switch_cases(op: &View<'_, '_>) -> Option<bool> {
    let cases = op.successors().checked_sub(1)?;
    if !op.has("case_values")? {
        return Some(cases == 0);
    }
    let ty = op.typed("case_values")?;
    let count = ty.dims()?.iter().try_fold(1_i64, |count, dim| count.checked_mul(dim.size?))?;
    Some(usize::try_from(count) == Ok(cases) && ty.element() == op.operand(0)?.as_ref())
}

fn constant_type(op: &View<'_, '_>) -> Option<bool> {
    let (value, result) = (op.typed("value")?, op.result(0)?);
    let signless = !matches!(result.element(), Ty::Integer(kind, _) if kind != "i");
    Some(value == result && signless)
}

fn for_types(op: &View<'_, '_>) -> Option<bool> {
    let types = operand_types(op, 0)?;
    let (bounds, values) = (types.get(..3)?, types.get(3..)?);
    let counts =
        matches!(&*bounds[0], Ty::Index) || matches!(&*bounds[0], Ty::Integer(kind, _) if kind == "i");
    let body = op.block(0)?;
    let (first, rest) = body.args.split_first()?;
    Some(
        counts
            && bounds.iter().all(|ty| ty == first)
            && values == rest
            && values == result_types(op)?
            && body.ops.last().is_some_and(|last| last.name() == "scf.yield"),
    )
}

fn yields_results(op: &View<'_, '_>) -> Option<bool> {
    let around = op.parent()?;
    let wanted = match around.name().as_str() {
        "scf.for" | "scf.if" | "scf.execute_region" | "scf.index_switch" => result_types(&around)?,
        "scf.while" => around.block(0)?.args,
        "scf.parallel" => Vec::new(),
        _ => return Some(false),
    };
    Some(operand_types(op, 0)? == wanted)
}

fn if_else(op: &View<'_, '_>) -> Option<bool> {
    let is_bit = *op.operand(0)? == Ty::Integer("i".into(), 1);
    let (then, other) = (op.region(0)?, op.region(1)?);
    let ends = |blocks: &[super::around::Block<'_, '_>]| {
        blocks.iter().all(|block| {
            block.args.is_empty() && block.ops.last().is_some_and(|last| last.name() == "scf.yield")
        })
    };
    Some(
        is_bit
            && then.len() == 1
            && other.len() <= 1
            && (op.results() == 0 || other.len() == 1)
            && ends(&then)
            && ends(&other),
    )
}

fn parallel_types(op: &View<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    let [lower, upper, step, inits] = sizes[..] else { return Some(false) };
    let types = operand_types(op, 0)?;
    let body = op.block(0)?;
    let all_index = |types: &[Rc<Ty>]| types.iter().all(|ty| **ty == Ty::Index);
    let indices = lower.checked_add(upper)?.checked_add(step)?;
    Some(
        lower > 0
            && lower == upper
            && lower == step
            && all_index(types.get(..indices)?)
            && body.args.len() == lower
            && all_index(&body.args)
            && *types.get(indices..)? == result_types(op)?[..]
            && inits == op.results(),
    )
}

/// Steps of `scf.parallel` that are constants are greater than 0.
fn steps_positive(op: &View<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    let [lower, upper, steps, _] = sizes[..] else { return Some(false) };
    let first = lower.checked_add(upper)?;
    for at in first..first.checked_add(steps)? {
        let Some(step) = op.origin(at)?.op() else { continue };
        if step.operands() == 0 && step.has("value")? && integer(&step.text("value")?)? <= 0 {
            return Some(false);
        }
    }
    Some(true)
}

/// What is not atomic has no scope in which it is ordered; what is has an alignment.
fn atomic_access(op: &View<'_, '_>) -> Option<bool> {
    match op.has("ordering")? && op.integer("ordering")? != 0 {
        true => op.has("alignment"),
        false => Some(!op.has("syncscope")?),
    }
}

/// Every region of `scf.reduce` takes two values of an operand's type, and gives one back.
fn reduce_types(op: &View<'_, '_>) -> Option<bool> {
    for at in 0..op.regions() {
        let ty = op.operand(at)?;
        let block = op.block(at)?;
        let last = block.ops.last()?;
        let ends = last.name() == "scf.reduce.return" && last.operands() == 1;
        if !ends
            || *last.operand(0)? != *ty
            || block.args.len() != 2
            || block.args.iter().any(|arg| **arg != *ty)
        {
            return Some(false);
        }
    }
    Some(true)
}

/// What is yielded in an operation of linalg are elements of its outputs, which are its last operands.
fn yields_elements(op: &View<'_, '_>) -> Option<bool> {
    let around = op.parent()?;
    let name = around.name();
    let sizes = around.integers("operandSegmentSizes").or_else(|| around.integers("operand_segment_sizes"));
    let outputs = match sizes {
        Some(sizes) => usize::try_from(*sizes.last()?).ok()?,
        None if name == "linalg.reduce" => around.operands() / 2,
        None => 1,
    };
    let first = around.operands().checked_sub(outputs)?;
    if !name.starts_with("linalg.") || op.operands() != outputs {
        return Some(false);
    }
    for at in 0..outputs {
        // An element may be a vector.
        if *op.operand(at)? != *around.operand(first.checked_add(at)?)?.element() {
            return Some(false);
        }
    }
    Some(true)
}

/// The basis of `affine.linearize_index` has as many elements as there are indices, or one less, and operands for those that are not known.
fn linearize_basis(op: &View<'_, '_>) -> Option<bool> {
    let basis = op.integers("static_basis")?;
    let sizes = op.segments()?;
    let [indices, unknown] = sizes[..] else { return Some(false) };
    let dynamic = basis.iter().filter(|size| **size == super::scene::DYNAMIC).count();
    Some(dynamic == unknown && (indices == basis.len() || indices == basis.len().checked_add(1)?))
}

fn widths(op: &View<'_, '_>) -> Option<(u32, u32)> {
    let width = |ty: &Ty| match ty.element() {
        Ty::Integer(_, width) => Some(*width),
        Ty::Float(name) => match name.as_str() {
            "bf16" | "f16" => Some(16),
            "tf32" => Some(19),
            name if name.starts_with("f8") => Some(8),
            name if name.starts_with("f6") => Some(6),
            name if name.starts_with("f4") => Some(4),
            name => name.strip_prefix('f')?.parse().ok(),
        },
        Ty::Other(text) if text == "!llvm.ppc_fp128" => Some(128),
        _ => None,
    };
    let (from, to) = (op.operand(0)?, op.result(0)?);
    let shapes = |ty: &Ty| ty.dims().map(<[super::types::Dim]>::to_vec);
    let same = shapes(&from) == shapes(&to)
        && std::mem::discriminant(from.element()) == std::mem::discriminant(to.element());
    if !same { None } else { Some((width(&from)?, width(&to)?)) }
}

fn widens(op: &View<'_, '_>) -> Option<bool> {
    widths(op).map(|(from, to)| from < to)
}

fn narrows(op: &View<'_, '_>) -> Option<bool> {
    widths(op).map(|(from, to)| from > to)
}

fn alloc_dimensions(op: &View<'_, '_>) -> Option<bool> {
    let result = op.result(0)?;
    let Ty::MemRef(Some(dims), _, layout, _) = &*result else { return Some(false) };
    let dynamic = dims.iter().filter(|dim| dim.size.is_none()).count();
    let sizes = op.segments()?;
    let [sizes, symbols] = sizes[..] else { return Some(false) };
    let wanted = match layout.as_str() {
        "" => 0,
        text if text.starts_with("affine_map<") => super::Map::parse(text)?.symbols,
        // A strided layout has a symbol for what is dynamic in it.
        text => text.matches('?').count(),
    };
    let index = operand_types(op, 0)?.iter().all(|ty| **ty == Ty::Index);
    Some(sizes == dynamic && symbols == wanted && index)
}

fn alignment_power(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("alignment")? {
        return Some(true);
    }
    let is_wide = op.typed("alignment").is_none_or(|ty| *ty == Ty::Integer("i".into(), 64));
    // What may be missing is a list of one in a dictionary.
    let listed = || op.integers("alignment").filter(|all| all.len() == 1)?.pop();
    let value = op.integer("alignment").or_else(listed)?;
    // Zero is what some producers write for none; releases differ about it.
    Some(is_wide && value > 0 && value & (value - 1) == 0)
}

fn global_exists(op: &View<'_, '_>) -> Option<bool> {
    let global = op.refers("name")?;
    Some(global.name() == "memref.global" && Ty::parse(&global.text("type")?) == *op.result(0)?)
}

fn global_types(op: &View<'_, '_>) -> Option<bool> {
    let ty = Ty::parse(&op.text("type")?);
    let Ty::MemRef(Some(dims), element, ..) = &ty else { return Some(false) };
    if dims.iter().any(|dim| dim.size.is_none()) {
        return Some(false);
    }
    if !op.has("initial_value")? || &*op.beginning("initial_value")? == "unit" {
        return Some(true);
    }
    Some(
        matches!(&*op.typed("initial_value")?, Ty::Tensor(Some(found), of, _) if found == dims && of == element),
    )
}

/// Offsets, sizes and strides of a slice, and the type that they make.
fn slice_types(op: &View<'_, '_>) -> Option<bool> {
    let insert = op.name().ends_with("insert_slice");
    let (slice, whole) = match insert {
        true => (op.operand(0)?, op.operand(1)?),
        false => (op.result(0)?, op.operand(0)?),
    };
    if insert && op.results() == 1 && op.result(0)? != whole {
        return Some(false);
    }
    let (Ty::Tensor(Some(part), one, _), Ty::Tensor(Some(dims), other, _)) = (&*slice, &*whole) else {
        return None;
    };
    if one != other {
        return Some(false);
    }
    let lists = ["static_offsets", "static_sizes", "static_strides"].map(|name| op.integers(name));
    let [Some(offsets), Some(sizes), Some(strides)] = lists else { return None };
    if [&offsets, &sizes, &strides].iter().any(|list| list.len() != dims.len()) {
        return Some(false);
    }
    let dynamic = |list: &[i64]| list.iter().filter(|one| **one == super::DYNAMIC).count();
    let groups = op.segments()?;
    let wanted = [dynamic(&offsets), dynamic(&sizes), dynamic(&strides)];
    let first = if insert { 2 } else { 1 };
    if groups.get(first..)? != wanted || groups.get(..first)?.iter().any(|size| *size != 1) {
        return Some(false);
    }
    if operand_types(op, first)?.iter().any(|ty| **ty != Ty::Index) {
        return Some(false);
    }
    for (at, dim) in dims.iter().enumerate() {
        let (offset, size, stride) = (offsets[at], sizes[at], strides[at]);
        let known = |value: i64| (value != super::DYNAMIC).then_some(value);
        if known(offset).is_some_and(|offset| offset < 0) || known(size).is_some_and(|size| size < 0) {
            return Some(false);
        }
        if let (Some(offset), Some(size), Some(stride), Some(all)) =
            (known(offset), known(size), known(stride), dim.size)
        {
            let last = size.checked_sub(1)?.checked_mul(stride)?.checked_add(offset)?;
            if size > 0 && (offset >= all || last >= all || last < 0) {
                return Some(false);
            }
        }
    }
    // The slice has these sizes, without some that are 1.
    let mut left = part.iter().map(|dim| dim.size).peekable();
    for size in sizes {
        let size = (size != super::DYNAMIC).then_some(size);
        if left.peek() == Some(&size) {
            left.next();
        } else if size != Some(1) {
            return Some(false);
        }
    }
    Some(left.next().is_none())
}

fn matmul_types(op: &View<'_, '_>) -> Option<bool> {
    let sizes = op.segments()?;
    if sizes != [2, 1] {
        return Some(false);
    }
    let dims = |at: usize| -> Option<Vec<Option<i64>>> {
        let ty = op.operand(at)?;
        Some(ty.dims()?.iter().map(|dim| dim.size).collect())
    };
    let (one, other, out) = (dims(0)?, dims(1)?, dims(2)?);
    let ([rows, inner], [between, columns], [all, wide]) = (&one[..], &other[..], &out[..]) else {
        return Some(false);
    };
    let fits = |one: &Option<i64>, other: &Option<i64>| one.is_none() || other.is_none() || one == other;
    let tensor = matches!(&*op.operand(2)?, Ty::Tensor(..));
    let results = result_types(op)?;
    let made = if tensor { results.len() == 1 && results[0] == op.operand(2)? } else { results.is_empty() };
    let body = op.block(0)?;
    let elements: Vec<Ty> = operand_types(op, 0)?.iter().map(|ty| ty.element().clone()).collect();
    let ends = body.ops.last()?;
    let yields = ends.name() == "linalg.yield"
        && operand_types(ends, 0)?.iter().map(|ty| (**ty).clone()).eq([elements.get(2)?.clone()]);
    // Maps of its own are for other operands.
    let plain =
        op.value("indexing_maps").is_none_or(|maps| maps.is_none() || maps_are_plain(op) == Some(true));
    Some(
        fits(rows, all)
            && fits(columns, wide)
            && fits(inner, between)
            && made
            && same(&elements, &body.args)
            && yields
            && plain,
    )
}

fn maps_are_plain(op: &View<'_, '_>) -> Option<bool> {
    let text = op.text("indexing_maps")?;
    let maps = elements(&text)?;
    let plain = ["(d0, d1, d2) -> (d0, d2)", "(d0, d1, d2) -> (d2, d1)", "(d0, d1, d2) -> (d0, d1)"];
    Some(maps.len() == 3 && maps.iter().zip(plain).all(|(map, plain)| *map == format!("affine_map<{plain}>")))
}

fn gep_indices(op: &View<'_, '_>) -> Option<bool> {
    let indices = op.integers("rawConstantIndices").or_else(|| op.integers("structIndices"))?;
    let dynamic = indices.iter().filter(|index| **index == i64::from(i32::MIN)).count();
    let pointer = |ty: &Ty| ty.is_other("!llvm.ptr") || ty.is_vector() && ty.element().is_other("!llvm.ptr");
    let whole = |ty: &Ty| matches!(ty.element(), Ty::Integer(kind, _) if kind == "i");
    let operands = operand_types(op, 0)?;
    let (base, rest) = operands.split_first()?;
    // Into structures only constants lead; of others than scalars nothing is known here.
    let of = op.text("elem_type")?;
    let plain = indices.len() <= 1
        && !of.is_empty()
        && matches!(Ty::parse(&of), Ty::Integer(..) | Ty::Float(_) | Ty::Other(_));
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

fn dialect_attributes(op: &View<'_, '_>) -> Option<bool> {
    Some(
        op.names()?
            .iter()
            .all(|name| name.contains('.') || matches!(name.as_str(), "sym_name" | "sym_visibility")),
    )
}

fn llvm_global_types(op: &View<'_, '_>) -> Option<bool> {
    let ty = Ty::parse(&op.text("global_type")?);
    if !op.has("value")? {
        return Some(true);
    }
    let text = op.beginning("value")?;
    if text.starts_with('"') {
        let length = op.bytes("value")?;
        let Ty::Other(array) = &ty else { return Some(false) };
        let count = array.strip_prefix("!llvm.array<")?.strip_suffix(" x i8>")?;
        return Some(count.parse() == Ok(length));
    }
    if ty.is_other("!llvm.array<") {
        return Some(true);
    }
    match op.typed("value") {
        Some(value) => Some(*value == ty || matches!((&*value, &ty), (Ty::Integer(..), Ty::Other(_)))),
        None => Some(true),
    }
}

fn addresses_symbol(op: &View<'_, '_>) -> Option<bool> {
    let found = op.refers("global_name")?;
    Some(
        op.result(0)?.is_other("!llvm.ptr")
            && matches!(
                found.name().as_str(),
                "llvm.mlir.global" | "llvm.func" | "llvm.mlir.alias" | "llvm.mlir.ifunc"
            ),
    )
}
