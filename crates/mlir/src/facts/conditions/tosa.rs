//! Conditions on operations of tosa, except for those on their types alone.

use super::texts::{integer, string, type_of};
use super::tosa_types::{all_ranked, compatible, compatible_size, sizes, storage};
use super::types::Dim;
use super::{Condition, Ty, View, condition};

/// Conditions of this subject.
pub(super) const CONDITIONS: &[Condition] = &[
    condition("argmax-axis", argmax_axis, "specified axis is outside the rank of the tensor"),
    condition("argmax-shapes", argmax_shapes, ""),
    condition("avg-pool-acc", avg_pool_acc, ""),
    condition("avg-pool-pairs", avg_pool_pairs, "input/output element types are incompatible."),
    condition("clamp-not-i1", clamp_not_i1, ""),
    condition("clamp-same-element", clamp_same_element, "input/output element types are incompatible."),
    condition("clamp-values", clamp_values, ""),
    condition(
        "clamp-values-19",
        clamp_values_19,
        "min/max attributes types are incompatible with input/output element types.",
    ),
    condition("concat-output-rank", concat_output_rank, ""),
    condition("concat-shapes", concat_shapes, ""),
    condition("cond-if-types", cond_if_types, ""),
    condition("const-element-type", const_element_type, "expected same attr/result element types"),
    condition("conv-19", conv_19, ""),
    condition("matmul-shapes", matmul_shapes, ""),
    condition("pool-shapes", pool_shapes, ""),
    condition("reduce-axis", reduce_axis, ""),
    condition("rescale-shapes", rescale_shapes, ""),
    condition("reshape-19", reshape_19, ""),
    condition("slice-ranks", slice_ranks, ""),
    condition("slice-values", slice_values, ""),
    condition("tile-ranks", tile_ranks, ""),
    condition("tosa-zero-points", tosa_zero_points, ""),
    condition("transpose-perms", transpose_perms, ""),
    condition("variable-in-table", variable_in_table, ""),
    condition("variable-unique", variable_unique, ""),
    condition("while-types", while_types, ""),
];

/// Those that look at what is around an operation.
pub(super) const AROUND: &[&str] = &[
    "cond-if-types",
    "slice-values",
    "tosa-zero-points",
    "variable-in-table",
    "variable-unique",
    "while-types",
];

/// The dimension that an operation works along.
fn axis(op: &View<'_, '_>) -> Option<Option<usize>> {
    Some(usize::try_from(op.integer("axis")?).ok())
}

fn matmul_shapes(op: &View<'_, '_>) -> Option<bool> {
    let [a, b, out] = [sizes(&*op.operand(0)?)?, sizes(&*op.operand(1)?)?, sizes(&*op.result(0)?)?];
    (a.len() == 3 && b.len() == 3 && out.len() == 3).then_some(())?;
    let pairs = [(a[0], b[0]), (a[0], out[0]), (b[0], out[0]), (a[2], b[1]), (a[1], out[1]), (b[2], out[2])];
    pairs.iter().all(|(one, other)| compatible_size(*one, *other)).then_some(true)
}

fn rescale_shapes(op: &View<'_, '_>) -> Option<bool> {
    let (input, output) = (op.operand(0)?, op.result(0)?);
    (sizes(&input).is_some() && sizes(&output).is_some() && sizes(&*op.operand(1)?).is_some())
        .then_some(())?;
    compatible(&input, &output).then_some(true)
}

/// The numbers of a shape that is a constant; inner none if it is none.
#[expect(clippy::option_option, reason = "what is not known is not what is not there")]
fn shape_values(op: &View<'_, '_>, operand: usize) -> Option<Option<Vec<i64>>> {
    match op.origin(operand)?.op().filter(|of| of.name() == "tosa.const_shape") {
        Some(constant) => Some(Some(constant.integers("values")?)),
        None => Some(None),
    }
}

fn slice_values(op: &View<'_, '_>) -> Option<bool> {
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
    if let Some(output) = sizes(&*op.result(0)?)
        && !lengths.contains(&OPEN)
    {
        let fits = |(size, length): (&Option<i64>, &i64)| size.is_none_or(|size| size == *length);
        (output.len() == lengths.len() && output.iter().zip(&lengths).all(fits)).then_some(())?;
    }
    if let (Some(input), Some(starts)) = (sizes(&*op.operand(0)?), starts) {
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

fn argmax_axis(op: &View<'_, '_>) -> Option<bool> {
    let inside = match sizes(&*op.operand(0)?) {
        None => true,
        Some(sizes) => axis(op)?.is_some_and(|axis| axis < sizes.len()),
    };
    Some(inside && matches!(op.result(0)?.element(), Ty::Integer(..) | Ty::Index))
}

fn argmax_shapes(op: &View<'_, '_>) -> Option<bool> {
    let Some(axis) = axis(op)? else { return Some(false) };
    let Some(mut wanted) = sizes(&*op.operand(0)?) else { return Some(true) };
    if axis >= wanted.len() {
        return Some(false);
    }
    wanted.remove(axis);
    let Some(found) = sizes(&*op.result(0)?) else { return Some(true) };
    Some(
        found.len() == wanted.len()
            && found.iter().zip(&wanted).all(|(one, other)| compatible_size(*one, *other)),
    )
}

fn avg_pool_acc(op: &View<'_, '_>) -> Option<bool> {
    let text = op.text("acc_type")?;
    for ty in [op.operand(0)?, op.result(0)?] {
        let fits = match storage(&ty)? {
            Ty::Integer(..) => &*text == "i32",
            Ty::Float(name) if name == "f16" => &*text == "f16" || &*text == "f32",
            Ty::Float(name) if name == "bf16" || name == "f32" => &*text == "f32",
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn avg_pool_pairs(op: &View<'_, '_>) -> Option<bool> {
    let (from, to) = (storage(&*op.operand(0)?)?, storage(&*op.result(0)?)?);
    Some(match (&from, &to) {
        (Ty::Integer(_, from), Ty::Integer(_, to)) => from == to && matches!(from, 8 | 16),
        // Those of 16 bits are not for LLVM 17, of which nothing tells.
        (Ty::Float(from), Ty::Float(to)) => from == to && from == "f32",
        _ => false,
    })
}

fn clamp_not_i1(op: &View<'_, '_>) -> Option<bool> {
    Some(!matches!(op.operand(0)?.element(), Ty::Integer(_, 1)))
}

fn clamp_same_element(op: &View<'_, '_>) -> Option<bool> {
    Some(storage(&*op.operand(0)?)? == storage(&*op.result(0)?)?)
}

fn clamp_values(op: &View<'_, '_>) -> Option<bool> {
    if !op.has("min_val")? || !op.has("max_val")? {
        return Some(false);
    }
    let element = storage(&*op.operand(0)?)?;
    let (min, max) = (op.text("min_val")?, op.text("max_val")?);
    if type_of(&min)? != element || type_of(&max)? != element {
        return Some(false);
    }
    match &element {
        Ty::Integer(sign, width) => {
            let (min, max) = (integer(&min)?, integer(&max)?);
            // One of 21 and 22 compares these as unsigned numbers.
            let both = (sign == "ui" || *width == 1) && (min < 0) != (max < 0);
            Some(min <= max && !both)
        }
        Ty::Float(_) => Some(float(&min, &element)? <= float(&max, &element)?),
        _ => Some(false),
    }
}

/// The value of a float attribute; of those that are written by their bits, those of two types.
fn float(text: &str, ty: &Ty) -> Option<f64> {
    let text = text.split(" : ").next()?;
    let Some(digits) = text.strip_prefix("0x") else { return text.parse().ok() };
    let bits = u64::from_str_radix(digits, 16).ok()?;
    match ty {
        Ty::Float(name) if name == "f32" => Some(f64::from(f32::from_bits(u32::try_from(bits).ok()?))),
        Ty::Float(name) if name == "f64" => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn clamp_values_19(op: &View<'_, '_>) -> Option<bool> {
    let ty = op.operand(0)?;
    match ty.element() {
        Ty::Integer(..) => Some(true),
        element => {
            let (min, max) = (type_of(&op.text("min_fp")?)?, type_of(&op.text("max_fp")?)?);
            Some(min == max && min == *element)
        }
    }
}

fn operands(op: &View<'_, '_>) -> Option<Vec<std::rc::Rc<Ty>>> {
    (0..op.operands()).map(|at| op.operand(at)).collect()
}

fn concat_output_rank(op: &View<'_, '_>) -> Option<bool> {
    let inputs = operands(op)?;
    let Some(ranked) = all_ranked(&inputs) else { return Some(true) };
    let Some(result) = sizes(&*op.result(0)?) else { return Some(true) };
    Some(ranked.first()?.len() == result.len())
}

fn concat_shapes(op: &View<'_, '_>) -> Option<bool> {
    let (inputs, result) = (operands(op)?, op.result(0)?);
    if inputs.is_empty() || inputs.iter().any(|input| input.element() != result.element()) {
        return Some(false);
    }
    let Some(axis) = axis(op)? else { return Some(false) };
    let Some(first) = inputs.iter().find_map(|input| sizes(input)) else { return Some(true) };
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
    let Some(result) = sizes(&result) else { return Some(true) };
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
type Body = (Vec<std::rc::Rc<Ty>>, Vec<std::rc::Rc<Ty>>);

fn body(op: &View<'_, '_>, at: usize) -> Option<Body> {
    let blocks = op.region(at)?;
    let end = blocks.last()?.ops.last()?;
    (end.name() == "tosa.yield").then_some(())?;
    Some((blocks.first()?.args.clone(), operands(end)?))
}

fn results(op: &View<'_, '_>) -> Option<Vec<std::rc::Rc<Ty>>> {
    (0..op.results()).map(|at| op.result(at)).collect()
}

/// Whether a type may be a tensor with one element.
fn may_be_one(ty: &Ty) -> bool {
    !ty.is_static() || ty.dims().is_none_or(|dims| dims.iter().all(|dim: &Dim| dim.size == Some(1)))
}

fn cond_if_types(op: &View<'_, '_>) -> Option<bool> {
    let (inputs, results) = (operands(op)?, results(op)?);
    let (condition, inputs) = inputs.split_first()?;
    for region in 0..2 {
        let (args, yields) = body(op, region)?;
        if !agree(&args, inputs) || !agree(&yields, &results) {
            return Some(false);
        }
    }
    Some(may_be_one(condition))
}

fn while_types(op: &View<'_, '_>) -> Option<bool> {
    let (inputs, results) = (operands(op)?, results(op)?);
    let ((of_condition, condition), (of_body, yields)) = (body(op, 0)?, body(op, 1)?);
    let [condition] = condition.as_slice() else { return Some(false) };
    let flows = [&results, &of_condition, &of_body, &yields].iter().all(|other| agree(&inputs, other));
    Some(
        flows
            && agree(&yields, &results)
            && *condition.element() == Ty::Integer("i".to_owned(), 1)
            && may_be_one(condition),
    )
}

fn const_element_type(op: &View<'_, '_>) -> Option<bool> {
    let name = if op.has("values")? { "values" } else { "value" };
    let (value, result) = (op.typed(name)?, op.result(0)?);
    Some(value.element() == result.element() || *value.element() == storage(&result)?)
}

fn conv_19(op: &View<'_, '_>) -> Option<bool> {
    let (input, weight) = (op.operand(0)?, op.operand(1)?);
    let Some(dims) = sizes(&input) else { return Some(false) };
    let float = |ty: &Ty| matches!(ty.element(), Ty::Float(_));
    let plain = weight.rank().is_some() && !dims.contains(&Some(0)) && float(&input) == float(&weight);
    Some(plain && op.has("quantization_info")? != float(&input))
}

fn pool_shapes(op: &View<'_, '_>) -> Option<bool> {
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
    let (Some(from), Some(to)) = (sizes(&input), sizes(&result)) else { return Some(true) };
    for (at, kernel, step, one, other) in [(1, high, down, top, bottom), (2, wide, right, before, behind)] {
        let Some(size) = *from.get(at)? else { continue };
        let free = size.checked_add(*one)?.checked_add(*other)?.checked_sub(*kernel)?;
        if free % step != 0 || to.get(at)?.is_some_and(|size| Some(size) != (free / step).checked_add(1)) {
            return Some(false);
        }
    }
    Some(true)
}

fn reduce_axis(op: &View<'_, '_>) -> Option<bool> {
    let Some(axis) = axis(op)? else { return Some(false) };
    let (from, to) = (sizes(&*op.operand(0)?), sizes(&*op.result(0)?));
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

fn reshape_19(op: &View<'_, '_>) -> Option<bool> {
    let (from, to) = (sizes(&*op.operand(0)?), sizes(&*op.result(0)?));
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

fn slice_ranks(op: &View<'_, '_>) -> Option<bool> {
    let Some(dims) = sizes(&*op.operand(0)?) else { return Some(true) };
    Some(op.integers("start")?.len() == dims.len() && op.integers("size")?.len() == dims.len())
}

fn tile_ranks(op: &View<'_, '_>) -> Option<bool> {
    let multiples = op.integers("multiples")?.len();
    let fits = |ty: &Ty| sizes(ty).is_none_or(|dims| dims.len() == multiples);
    Some(fits(&*op.operand(0)?) && fits(&*op.result(0)?))
}

fn tosa_zero_points(op: &View<'_, '_>) -> Option<bool> {
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
            let text = constant.text(name)?;
            let value = text.strip_prefix("dense<")?.split('>').next()?;
            let zero = value.trim_matches(['[', ']']).parse::<f64>().is_ok_and(|value| value == 0.0);
            if !zero {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn transpose_perms(op: &View<'_, '_>) -> Option<bool> {
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
    let (from, to) = (sizes(&input), sizes(&result));
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
fn variable_type(of: &View<'_, '_>) -> Option<Ty> {
    let ty = Ty::parse(&of.text("type")?);
    let Some(shape) = of.integers("var_shape") else { return Some(ty) };
    let dims =
        shape.iter().map(|size| Dim { size: (*size >= 0).then_some(*size), scalable: false }).collect();
    Some(Ty::Tensor(Some(dims), Box::new(ty), String::new()))
}

fn variable_in_table(op: &View<'_, '_>) -> Option<bool> {
    let name = op.text("name")?;
    let Some(found) = op.symbol_table()?.symbol(string(&name)?) else { return Some(false) };
    let ty = if op.name() == "tosa.variable_read" { op.result(0)? } else { op.operand(0)? };
    let of = variable_type(&found)?;
    Some(found.name() == "tosa.variable" && of.element() == ty.element() && compatible(&of, &ty))
}

fn variable_unique(op: &View<'_, '_>) -> Option<bool> {
    Some(op.variables(string(&op.text(variable_name(op)?)?)?) == 1)
}

/// What the attribute with a variable's name is called.
pub(super) fn variable_name(of: &View<'_, '_>) -> Option<&'static str> {
    Some(if of.has("sym_name")? { "sym_name" } else { "name" })
}
