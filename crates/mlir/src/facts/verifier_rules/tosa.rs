//! Rules of verifiers on operations of tosa, except for those on their types alone.

use std::rc::Rc;

use super::tosa_types::{all_ranked, compatible, compatible_size, storage};
use super::{OpView, Rule, in_file, in_function, rule};
use crate::typed::{Attr, Dim, Form, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("argmax-axis", argmax_axis, "specified axis is outside the rank of the tensor"),
    rule("argmax-shapes", argmax_shapes, ""),
    rule("avg-pool-acc", avg_pool_acc, ""),
    rule("avg-pool-pairs", avg_pool_pairs, "input/output element types are incompatible."),
    rule("clamp-not-i1", clamp_not_i1, ""),
    rule("clamp-same-element", clamp_same_element, "input/output element types are incompatible."),
    rule("clamp-values", clamp_values, ""),
    rule(
        "clamp-values-19",
        clamp_values_19,
        "min/max attributes types are incompatible with input/output element types.",
    ),
    rule("concat-output-rank", concat_output_rank, ""),
    rule("concat-shapes", concat_shapes, ""),
    in_file("cond-if-types", cond_if_types, ""),
    rule("const-element-type", const_element_type, "expected same attr/result element types"),
    rule("conv-19", conv_19, ""),
    rule("matmul-shapes", matmul_shapes, ""),
    rule("pool-shapes", pool_shapes, ""),
    rule("reduce-axis", reduce_axis, ""),
    rule("rescale-shapes", rescale_shapes, ""),
    rule("reshape-19", reshape_19, ""),
    rule("slice-ranks", slice_ranks, ""),
    in_file("slice-values", slice_values, ""),
    rule("tile-ranks", tile_ranks, ""),
    in_function("tosa-zero-points", tosa_zero_points, ""),
    rule("transpose-perms", transpose_perms, ""),
    in_file("variable-in-table", variable_in_table, ""),
    in_file("variable-unique", variable_unique, ""),
    in_file("while-types", while_types, ""),
];

/// The dimension that an operation works along.
fn axis(op: &OpView<'_, '_>) -> Option<Option<usize>> {
    Some(usize::try_from(op.integer("axis")?).ok())
}

fn matmul_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let [batch_a, rows_a, inner_a] = op.operand(0)?.sizes()?.try_into().ok()?;
    let [batch_b, inner_b, columns_b] = op.operand(1)?.sizes()?.try_into().ok()?;
    let [batch, rows, columns] = op.result(0)?.sizes()?.try_into().ok()?;
    let pairs = [
        (batch_a, batch_b),
        (batch_a, batch),
        (batch_b, batch),
        (inner_a, inner_b),
        (rows_a, rows),
        (columns_b, columns),
    ];
    pairs.into_iter().all(|(one, other)| compatible_size(one, other)).then_some(true)
}

fn rescale_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (input, output) = (op.operand(0)?, op.result(0)?);
    (input.sizes().is_some() && output.sizes().is_some() && op.operand(1)?.sizes().is_some()).then_some(())?;
    compatible(&input, &output).then_some(true)
}

/// The numbers of a shape that is a constant; inner none if it is none.
fn shape_values(op: &OpView<'_, '_>, operand: usize) -> Option<Option<Vec<i64>>> {
    match op.origin(operand)?.op().filter(|of| of.name() == "tosa.const_shape") {
        Some(constant) => Some(Some(constant.integers("values")?)),
        None => Some(None),
    }
}

fn slice_values(op: &OpView<'_, '_>) -> Option<bool> {
    // What a shape may leave open.
    const OPEN: i64 = -1;
    let (starts, lengths) = (shape_values(op, 1)?, shape_values(op, 2)?);
    if starts.iter().flatten().any(|start| *start < OPEN) {
        return None;
    }
    let Some(lengths) = lengths else { return Some(true) };
    if lengths.iter().any(|length| *length <= 0 && *length != OPEN) {
        return None;
    }
    if let Some(output) = op.result(0)?.sizes()
        && !lengths.contains(&OPEN)
    {
        let fits = |(size, length): (&Option<i64>, &i64)| size.is_none_or(|size| size == *length);
        (output.len() == lengths.len() && output.iter().zip(&lengths).all(fits)).then_some(())?;
    }
    if let (Some(input), Some(starts)) = (op.operand(0)?.sizes(), starts) {
        (input.len() == starts.len() && input.len() == lengths.len()).then_some(())?;
        for ((start, length), size) in starts.iter().zip(&lengths).zip(input) {
            let Some(size) = size else { continue };
            if *start != OPEN && *length != OPEN && start.checked_add(*length)? > size {
                return None;
            }
        }
    }
    Some(true)
}

fn argmax_axis(op: &OpView<'_, '_>) -> Option<bool> {
    let inside = match op.operand(0)?.sizes() {
        None => true,
        Some(sizes) => axis(op)?.is_some_and(|axis| axis < sizes.len()),
    };
    Some(inside && matches!(op.result(0)?.element(), Ty::Integer(..) | Ty::Index))
}

fn argmax_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(axis) = axis(op)? else { return Some(false) };
    let Some(mut wanted) = op.operand(0)?.sizes() else { return Some(true) };
    if axis >= wanted.len() {
        return Some(false);
    }
    wanted.remove(axis);
    let Some(found) = op.result(0)?.sizes() else { return Some(true) };
    Some(
        found.len() == wanted.len()
            && found.iter().zip(&wanted).all(|(one, other)| compatible_size(*one, *other)),
    )
}

fn avg_pool_acc(op: &OpView<'_, '_>) -> Option<bool> {
    let acc = op.type_attr("acc_type")?;
    for ty in [op.operand(0)?, op.result(0)?] {
        let fits = match storage(&ty)? {
            Ty::Integer(..) => acc == Ty::signless(32),
            Ty::Float("f16") => matches!(acc, Ty::Float("f16" | "f32")),
            Ty::Float("bf16" | "f32") => acc == Ty::Float("f32"),
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn avg_pool_pairs(op: &OpView<'_, '_>) -> Option<bool> {
    let (from, to) = (storage(&*op.operand(0)?)?, storage(&*op.result(0)?)?);
    Some(match (&from, &to) {
        (Ty::Integer(_, from), Ty::Integer(_, to)) => from == to && matches!(from, 8 | 16),
        // Those of 16 bits are not for LLVM 17, of which nothing tells.
        (Ty::Float(from), Ty::Float(to)) => from == to && *from == "f32",
        _ => false,
    })
}

fn clamp_not_i1(op: &OpView<'_, '_>) -> Option<bool> {
    Some(!matches!(op.operand(0)?.element(), Ty::Integer(_, 1)))
}

fn clamp_same_element(op: &OpView<'_, '_>) -> Option<bool> {
    Some(storage(&*op.operand(0)?)? == storage(&*op.result(0)?)?)
}

fn clamp_values(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("min_val")? || !op.has("max_val")? {
        return Some(false);
    }
    let element = storage(&*op.operand(0)?)?;
    let (min, max) = (op.attr("min_val")?, op.attr("max_val")?);
    if **min.typed()? != element || **max.typed()? != element {
        return Some(false);
    }
    match &element {
        Ty::Integer(sign, width) => {
            let (min, max) = (min.integer()?, max.integer()?);
            // One of 21 and 22 compares these as unsigned numbers.
            let both = (*sign == "ui" || *width == 1) && (min < 0) != (max < 0);
            Some(min <= max && !both)
        }
        Ty::Float(_) => Some(min.float()? <= max.float()?),
        _ => Some(false),
    }
}

fn clamp_values_19(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    match ty.element() {
        Ty::Integer(..) => Some(true),
        element => {
            let (min, max) = (op.typed("min_fp")?, op.typed("max_fp")?);
            Some(min == max && *min == *element)
        }
    }
}

fn concat_output_rank(op: &OpView<'_, '_>) -> Option<bool> {
    let inputs = op.operand_types(0)?;
    let Some(ranked) = all_ranked(&inputs) else { return Some(true) };
    let Some(result) = op.result(0)?.sizes() else { return Some(true) };
    Some(ranked.first()?.len() == result.len())
}

fn concat_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (inputs, result) = (op.operand_types(0)?, op.result(0)?);
    if inputs.is_empty() || inputs.iter().any(|input| input.element() != result.element()) {
        return Some(false);
    }
    let Some(axis) = axis(op)? else { return Some(false) };
    let Some(first) = inputs.iter().find_map(|input| input.sizes()) else { return Some(true) };
    if axis >= first.len() {
        return Some(false);
    }
    let Some(ranked) = all_ranked(&inputs) else { return Some(true) };
    let mut sum = Some(0_i64);
    for input in &ranked {
        if input.len() != first.len() {
            return Some(false);
        }
        let others = input.iter().zip(&first).enumerate();
        if others.into_iter().any(|(at, (one, other))| at != axis && !compatible_size(*one, *other)) {
            return Some(false);
        }
        sum = match (sum, input.get(axis)?) {
            (Some(sum), Some(size)) => Some(sum.checked_add(*size)?),
            _ => None,
        };
    }
    let Some(result) = result.sizes() else { return Some(true) };
    Some(result.len() == first.len() && compatible_size(*result.get(axis)?, sum))
}

/// Whether values given and wanted are as many, of the same elements and of compatible shapes.
fn agree<T: AsRef<Ty>, U: AsRef<Ty>>(given: &[T], wanted: &[U]) -> bool {
    let fits = |(one, other): (&T, &U)| {
        one.as_ref().element() == other.as_ref().element() && compatible(one.as_ref(), other.as_ref())
    };
    given.len() == wanted.len() && given.iter().zip(wanted).all(fits)
}

/// Types of the arguments of a region's first block and of what its last one yields.
type Body = (Vec<Rc<Ty>>, Vec<Rc<Ty>>);

fn body(op: &OpView<'_, '_>, at: usize) -> Option<Body> {
    let blocks = op.region(at)?;
    let end = blocks.last()?.ops.last()?;
    (end.name() == "tosa.yield").then_some(())?;
    Some((blocks.first()?.args.clone(), end.operand_types(0)?))
}

/// Whether a type may be a tensor with one element.
fn may_be_one(ty: &Ty) -> bool {
    !ty.is_static() || ty.dims().is_none_or(|dims| dims.iter().all(|dim: &Dim| dim.size == Some(1)))
}

fn cond_if_types(op: &OpView<'_, '_>) -> Option<bool> {
    let (inputs, results) = (op.operand_types(0)?, op.result_types()?);
    let (condition, inputs) = inputs.split_first()?;
    for region in 0..2 {
        let (args, yields) = body(op, region)?;
        if !agree(&args, inputs) || !agree(&yields, &results) {
            return Some(false);
        }
    }
    Some(may_be_one(condition))
}

fn while_types(op: &OpView<'_, '_>) -> Option<bool> {
    let (inputs, results) = (op.operand_types(0)?, op.result_types()?);
    let ((of_condition, condition), (of_body, yields)) = (body(op, 0)?, body(op, 1)?);
    let [condition] = condition.as_slice() else { return Some(false) };
    let flows = [&results, &of_condition, &of_body, &yields].iter().all(|other| agree(&inputs, other));
    Some(
        flows && agree(&yields, &results) && *condition.element() == Ty::signless(1) && may_be_one(condition),
    )
}

fn const_element_type(op: &OpView<'_, '_>) -> Option<bool> {
    let name = if op.has("values")? { "values" } else { "value" };
    let (value, result) = (op.typed(name)?, op.result(0)?);
    Some(value.element() == result.element() || *value.element() == storage(&result)?)
}

fn conv_19(op: &OpView<'_, '_>) -> Option<bool> {
    let (input, weight) = (op.operand(0)?, op.operand(1)?);
    let Some(dims) = input.sizes() else { return Some(false) };
    let float = |ty: &Ty| matches!(ty.element(), Ty::Float(_));
    let plain = weight.rank().is_some() && !dims.contains(&Some(0)) && float(&input) == float(&weight);
    Some(plain && op.has("quantization_info")? != float(&input))
}

fn pool_shapes(op: &OpView<'_, '_>) -> Option<bool> {
    let (kernel, stride, pad) = (op.integers("kernel")?, op.integers("stride")?, op.integers("pad")?);
    let (input, result) = (op.operand(0)?, op.result(0)?);
    if op.name() == "tosa.max_pool2d" && input.element() != result.element() {
        return Some(false);
    }
    let positive = kernel.iter().all(|size| *size >= 1)
        && stride.iter().all(|step| *step >= 1)
        && pad.iter().all(|pad| *pad >= 0);
    let ([high, wide], [down, right], [top, bottom, before, behind]) =
        (kernel.as_slice(), stride.as_slice(), pad.as_slice())
    else {
        return Some(false);
    };
    if !positive || top >= high || bottom >= high || before >= wide || behind >= wide {
        return Some(false);
    }
    let (Some(from), Some(to)) = (input.sizes(), result.sizes()) else { return Some(true) };
    for (at, kernel, step, one, other) in [(1, high, down, top, bottom), (2, wide, right, before, behind)] {
        let Some(size) = *from.get(at)? else { continue };
        let free = size.checked_add(*one)?.checked_add(*other)?.checked_sub(*kernel)?;
        if free % step != 0 || to.get(at)?.is_some_and(|size| Some(size) != (free / step).checked_add(1)) {
            return Some(false);
        }
    }
    Some(true)
}

fn reduce_axis(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(axis) = axis(op)? else { return Some(false) };
    let (from, to) = (op.operand(0)?.sizes(), op.result(0)?.sizes());
    let inside = |dims: &Option<Vec<Option<i64>>>| {
        dims.as_ref().is_none_or(|dims| dims.len() > axis || dims.is_empty() && axis == 0)
    };
    if !inside(&from) || !inside(&to) {
        return Some(false);
    }
    if let (Some(from), Some(to)) = (&from, &to)
        && from.len() != to.len()
    {
        return Some(false);
    }
    let one = to.is_none_or(|to| to.get(axis).is_none_or(|size| size.is_none_or(|size| size == 1)));
    Some(op.name() == "tosa.reverse" || one)
}

/// How many elements there are, if all dimensions are known.
fn count(dims: &[Option<i64>]) -> Option<i64> {
    dims.iter().try_fold(1_i64, |count, size| count.checked_mul((*size)?))
}

fn reshape_19(op: &OpView<'_, '_>) -> Option<bool> {
    let (from, to) = (op.operand(0)?.sizes(), op.result(0)?.sizes());
    if from.iter().chain(&to).any(|dims| dims.contains(&Some(0))) {
        return Some(false);
    }
    let shape = op.integers("new_shape")?;
    let to = to?;
    let fits = |(said, size): (&i64, &Option<i64>)| *said == -1 || size.is_none_or(|size| size == *said);
    if shape.len() != to.len()
        || shape.iter().filter(|size| **size == -1).count() > 1
        || !shape.iter().zip(&to).all(fits)
    {
        return Some(false);
    }
    let from = from.filter(|from| from.iter().all(Option::is_some));
    match from {
        Some(from) if to.iter().all(Option::is_some) => Some(count(&from)? == count(&to)?),
        _ => Some(true),
    }
}

fn slice_ranks(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(dims) = op.operand(0)?.sizes() else { return Some(true) };
    Some(op.integers("start")?.len() == dims.len() && op.integers("size")?.len() == dims.len())
}

fn tile_ranks(op: &OpView<'_, '_>) -> Option<bool> {
    let multiples = op.integers("multiples")?.len();
    let fits = |ty: &Ty| ty.sizes().is_none_or(|dims| dims.len() == multiples);
    Some(fits(&*op.operand(0)?) && fits(&*op.result(0)?))
}

fn tosa_zero_points(op: &OpView<'_, '_>) -> Option<bool> {
    // Zero points with the tensors that they are of: operands, or the result behind all of them.
    let (pairs, plain): (&[(usize, Option<usize>)], usize) = match op.name().as_str() {
        "tosa.avg_pool2d" | "tosa.negate" => (&[(1, Some(0)), (2, None)], 1),
        "tosa.matmul" => (&[(2, Some(0)), (3, Some(1))], 2),
        _ => return None,
    };
    if op.operands() == plain {
        return Some(!op.has("quantization_info")?);
    }
    for (at, of) in pairs {
        let of = match of {
            Some(of) => op.operand(*of)?,
            None => op.result(0)?,
        };
        let element = storage(&of)?;
        if *op.operand(*at)?.element() != element {
            return Some(false);
        }
        let Some(constant) = op.origin(*at)?.op() else { continue };
        let name = if constant.has("values")? { "values" } else { "value" };
        if constant.operands() == 0 && constant.has(name)? && !matches!(element, Ty::Integer(_, 8)) {
            let value = constant.attr(name)?;
            let Attr::Elements(elements) = &*value else { return None };
            if !elements.form.is_dense() {
                return None;
            }
            if !matches!(elements.form, Form::Splat(_, true)) {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn transpose_perms(op: &OpView<'_, '_>) -> Option<bool> {
    let perms = op.integers("perms")?;
    let mut seen = vec![false; perms.len()];
    for to in &perms {
        match usize::try_from(*to).ok().and_then(|to| seen.get_mut(to)) {
            Some(seen) if !*seen => *seen = true,
            _ => return Some(false),
        }
    }
    let (input, result) = (op.operand(0)?, op.result(0)?);
    if input.element() != result.element() {
        return Some(false);
    }
    let (from, to) = (input.sizes(), result.sizes());
    if from.iter().chain(&to).any(|dims| dims.len() != perms.len()) {
        return Some(false);
    }
    let (Some(from), Some(to)) = (from, to) else { return Some(true) };
    for (size, at) in to.iter().zip(&perms) {
        if !compatible_size(*size, *from.get(usize::try_from(*at).ok()?)?) {
            return Some(false);
        }
    }
    Some(true)
}

/// The name and the type of a variable, as they stand in its attributes.
fn variable_type(of: &OpView<'_, '_>) -> Option<Ty> {
    let ty = of.type_attr("type")?;
    let Some(shape) = of.integers("var_shape") else { return Some(ty) };
    let dims =
        shape.iter().map(|size| Dim { size: (*size >= 0).then_some(*size), scalable: false }).collect();
    Some(Ty::Tensor(Some(dims), Rc::new(ty), None))
}

fn variable_in_table(op: &OpView<'_, '_>) -> Option<bool> {
    let Some(found) = op.symbol_table()?.symbol(&op.string("name")?) else { return Some(false) };
    let ty = if op.name() == "tosa.variable_read" { op.result(0)? } else { op.operand(0)? };
    let of = variable_type(&found)?;
    Some(found.name() == "tosa.variable" && of.element() == ty.element() && compatible(&of, &ty))
}

fn variable_unique(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.variables(&op.string(variable_name(op)?)?) == 1)
}

/// What the attribute with a variable's name is called.
pub(super) fn variable_name(of: &OpView<'_, '_>) -> Option<&'static str> {
    Some(if of.has("sym_name")? { "sym_name" } else { "name" })
}
