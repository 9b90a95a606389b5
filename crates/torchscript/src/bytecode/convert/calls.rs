//! What a call of an operator becomes: which values the reader takes from the stack, and where each comes from.
//!
//! Bytecode gives arguments by position, and out arguments last. Up to 5, a call gives all of them; since 6, the operator table says how many are there, and
//! the reader fills in its own defaults behind them, since 7 also in front of out arguments (`makeOperatorFunction` in `torch/csrc/jit/mobile`).

use outlast_opset::schema::{Argument, Schema, Value};
use outlast_opset::types::Type;

/// Arguments without a default that had one value before they were there: with it, the operator does what it did.
/// (The lite interpreter of 1.7 to 1.11 pushes the first for bytecode 3.)
const ADDED: [(&str, &str, Value); 1] = [("aten::_convolution", "allow_tf32", Value::Bool(true))];

/// Arguments without a default that mean this where they are `None`.
const NONES: [(&str, &str, Value); 1] = [("aten::slice", "start", Value::Int(0))];

fn none(name: &str, argument: &str) -> Option<Value> {
    NONES.iter().find(|(of, none, _)| *of == name && *none == argument).map(|(.., value)| value.clone())
}

/// Arguments that may be left out whatever they are: the class of an exception, which older releases do not raise.
const IDLE: [(&str, &str); 1] = [("prim::RaiseException", "cls")];

/// Whether calls may lose what the reader does not take: nothing has to take their place.
pub(super) fn is_idle(name: &str) -> bool {
    IDLE.iter().any(|(of, _)| *of == name)
}

/// Where a value that the reader takes comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Source {
    /// The call gives it, as its argument of this number.
    Given(usize),
    /// It is pushed.
    Constant(Value),
}

/// A value that the call gives and the reader does not take.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Dropped {
    /// The number of the argument.
    pub(super) argument: usize,
    /// Its name.
    pub(super) name: String,
    /// What it must be, so that nothing is lost; `None` if it may be anything.
    pub(super) only: Option<Value>,
}

/// What calls of one operator become.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    /// The values that the reader takes, out arguments aside.
    pub(super) sources: Vec<Source>,
    /// How many values calls give, out arguments aside.
    pub(super) given: usize,
    /// How many out arguments there are.
    pub(super) outs: usize,
    /// What is left out.
    pub(super) dropped: Vec<Dropped>,
    /// Arguments that may be `None` for the writer and not for the reader, by their place in `sources`, with the reader's default.
    pub(super) nones: Vec<(usize, Option<Value>)>,
    /// The argument that must be a positive number for that: slices of lists and texts go backwards in newer releases only.
    pub(super) step: Option<usize>,
}

impl Plan {
    /// How many values the reader finds on the stack.
    pub(super) fn count(&self) -> usize {
        self.sources.len().saturating_add(self.outs)
    }

    /// How many values stay where they are.
    pub(super) fn kept_count(&self) -> usize {
        let same = |(at, source): &(usize, &Source)| **source == Source::Given(*at);
        self.sources.iter().enumerate().take_while(same).count()
    }

    /// Whether calls stay as they are.
    pub(super) fn is_idle(&self) -> bool {
        self.sources.len() == self.given && self.kept_count() == self.given
    }
}

/// A call, and how it is to be given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Called<'s> {
    /// The name without the overload.
    pub(super) name: &'s str,
    /// How many values are on the stack, if the file says it.
    pub(super) given: Option<u64>,
    /// The operator as the writer has it.
    pub(super) theirs: &'s Schema,
    /// As the reader has it.
    pub(super) ours: &'s Schema,
    /// Whether all values must be on the stack, those with defaults too.
    pub(super) explicit: bool,
}

fn split(schema: &Schema) -> (Vec<&Argument>, usize) {
    let plain: Vec<&Argument> = schema.arguments.iter().filter(|argument| !argument.is_out()).collect();
    let outs = schema.arguments.len().saturating_sub(plain.len());
    (plain, outs)
}

/// What a call becomes; the error is a sentence that says why nothing does.
pub(super) fn plan(call: &Called<'_>) -> Result<Plan, String> {
    let ((theirs, outs), (ours, wanted)) = (split(call.theirs), split(call.ours));
    let all = theirs.len().saturating_add(outs);
    let given = match call.given {
        None => all,
        Some(given) => usize::try_from(given).unwrap_or(usize::MAX),
    };
    if given > all {
        return Err(format!("calls give {given} arguments, and the writer's operator takes {all}"));
    }
    let Some(given) = given.checked_sub(outs).filter(|_| outs == wanted) else {
        return Err(format!(
            "calls give {given} arguments; the operator has {outs} out arguments for the writer and {wanted} for the reader"
        ));
    };
    let mut taken = vec![false; theirs.len()];
    let (mut sources, mut nones) = (Vec::with_capacity(ours.len()), Vec::new());
    for (at, argument) in ours.iter().enumerate() {
        let named = theirs.iter().position(|other| other.name == argument.name);
        // Arguments may have got another name at their place.
        let renamed = || {
            let other = theirs.get(at)?;
            ours.iter().all(|one| one.name != other.name).then_some(at)
        };
        let Some((from, other)) = named.or_else(renamed).and_then(|from| Some((from, *theirs.get(from)?)))
        else {
            sources.push((added(call.name, argument)?, true));
            continue;
        };
        if !related(&other.ty.fake(), &argument.ty.fake()) {
            return Err(format!(
                "argument `{}` is `{}` for the writer and `{}` for the reader",
                argument.name, other.ty, argument.ty
            ));
        }
        if let Some(slot) = taken.get_mut(from) {
            *slot = true;
        }
        let own = argument.default.as_ref().map(|default| literal(default, &argument.ty));
        let takes_none = matches!(argument.ty, Type::Optional(_) | Type::Any | Type::Var(_) | Type::None);
        if from < given {
            if matches!(other.ty, Type::Optional(_)) && !takes_none {
                nones.push((at, own.and_then(Result::ok).or_else(|| none(call.name, &argument.name))));
            }
            sources.push((Source::Given(from), false));
            continue;
        }
        let Some(default) = &other.default else {
            return Err(format!(
                "calls do not give the argument `{}`, which has no default for the writer",
                other.name
            ));
        };
        let same = argument.default.as_ref() == Some(default);
        match own {
            // Up to then, a default stood for what is `None` since.
            Some(own) if *default == Value::None && !takes_none => {
                sources.push((Source::Constant(own?), true));
            }
            None if *default == Value::None && !takes_none => {
                return Err(format!(
                    "argument `{}` is `None` for the writer, and `{}` without a default for the reader",
                    argument.name, argument.ty
                ));
            }
            _ => sources.push((Source::Constant(literal(default, &other.ty)?), same)),
        }
    }
    let mut dropped = Vec::new();
    for (argument, (other, _)) in
        theirs.iter().zip(&taken).enumerate().take(given).filter(|(_, (_, taken))| !**taken)
    {
        let idle = IDLE.contains(&(call.name, &*other.name));
        let known = ADDED.iter().find(|(name, argument, _)| *name == call.name && *argument == other.name);
        let only = match (idle, known, &other.default) {
            (true, ..) => None,
            (_, Some((.., value)), _) => Some(value.clone()),
            (_, _, Some(default)) => Some(literal(default, &other.ty)?),
            _ => {
                return Err(format!(
                    "the reader's operator has no argument `{}`, which has no default",
                    other.name
                ));
            }
        };
        dropped.push(Dropped { argument, name: other.name.clone(), only });
    }
    let tensor = call.theirs.arguments.first().is_some_and(|argument| argument.ty == Type::Tensor);
    let step = theirs
        .iter()
        .position(|other| other.name == "step")
        .filter(|at| call.name == "aten::slice" && !tensor && !nones.is_empty() && *at < given);
    // What the reader fills in itself, where it does that.
    while !call.explicit
        && sources.last().is_some_and(|(source, own)| *own && matches!(source, Source::Constant(_)))
    {
        sources.pop();
    }
    Ok(Plan {
        sources: sources.into_iter().map(|(source, _)| source).collect(),
        given,
        outs,
        dropped,
        nones,
        step,
    })
}

/// The value of an argument that the writer does not have.
fn added(name: &str, argument: &Argument) -> Result<Source, String> {
    if let Some(default) = &argument.default {
        return Ok(Source::Constant(literal(default, &argument.ty)?));
    }
    match ADDED.iter().find(|(of, added, _)| *of == name && *added == argument.name) {
        Some((.., value)) => Ok(Source::Constant(value.clone())),
        None => Err(format!(
            "the reader's operator has an argument `{}` without a default, which the writer's does not have",
            argument.name
        )),
    }
}

/// A default as a value on the stack.
pub(in crate::bytecode) fn literal(default: &Value, ty: &Type) -> Result<Value, String> {
    let float = matches!(ty.unwrapped(), Type::Float);
    Ok(match default {
        #[allow(clippy::cast_precision_loss)] // As PyTorch's parser of schemas does.
        Value::Int(number) if float => Value::Float(*number as f64),
        Value::None | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => default.clone(),
        Value::List(items)
            if items.iter().all(|item| matches!(item, Value::Int(_) | Value::Float(_) | Value::Bool(_))) =>
        {
            default.clone()
        }
        other => return Err(format!("the default `{other}` cannot be written as a constant")),
    })
}

/// Whether a value of one type may stand where the other is expected: what the interpreter sees must be the same.
fn related(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Optional(from), to) => related(from, to),
        (from, Type::Optional(to)) => related(from, to),
        (Type::List(from), Type::List(to)) => related(&from.fake(), &to.fake()),
        (Type::List(_), other) | (other, Type::List(_)) => matches!(other, Type::Any | Type::Var(_)),
        (Type::Any | Type::Var(_), _) | (_, Type::Any | Type::Var(_)) => true,
        (from, to) => from == to || from.is_subtype_of(to) || to.is_subtype_of(from),
    }
}

#[cfg(test)]
mod tests {
    use outlast_opset::schema::{Schema, Value};

    use super::{Called, Plan, Source, plan};

    fn plan_call(theirs: &str, ours: &str, given: Option<u64>, explicit: bool) -> Result<Plan, String> {
        let (theirs, ours) = (Schema::parse(theirs).unwrap(), Schema::parse(ours).unwrap());
        plan(&Called { name: &theirs.name.name, given, theirs: &theirs, ours: &ours, explicit })
    }

    #[test]
    fn defaults_are_filled_in_by_the_reader_or_here() {
        let one = "a::f(Tensor x, int k=1, *, float p=2) -> Tensor";
        let more = "a::f(Tensor x, int k=1, *, float p=2, bool q=False) -> Tensor";
        assert!(plan_call(one, one, Some(1), false).unwrap().is_idle());
        assert!(plan_call(one, more, Some(3), false).unwrap().is_idle());
        assert_eq!(plan_call(one, more, None, false).unwrap().count(), 3);
        let explicit = plan_call(one, more, Some(1), true).unwrap();
        let constants = [Value::Int(1), Value::Float(2.0), Value::Bool(false)].map(Source::Constant);
        assert_eq!(explicit.sources[1..], constants);
        assert_eq!((explicit.kept_count(), explicit.count()), (1, 4));
        // A default that is another one is given.
        let other = "a::f(Tensor x, int k=3, *, float p=2) -> Tensor";
        assert_eq!(
            plan_call(one, other, Some(1), false).unwrap().sources[1..],
            [Source::Constant(Value::Int(1))]
        );
    }

    #[test]
    fn what_the_reader_does_not_take() {
        let one = "a::f(Tensor x) -> Tensor";
        let more = "a::f(Tensor x, bool q=False) -> Tensor";
        assert!(plan_call(more, one, Some(1), true).unwrap().is_idle());
        let dropped = plan_call(more, one, Some(2), true).unwrap().dropped;
        assert_eq!((dropped[0].argument, dropped[0].only.clone()), (1, Some(Value::Bool(false))));
        let hard = "a::f(Tensor x, bool q) -> Tensor";
        assert!(plan_call(hard, one, Some(2), true).unwrap_err().contains("`q`"));
        assert!(plan_call(one, hard, Some(1), true).unwrap_err().contains("`q`"));
        assert!(plan_call(one, one, Some(2), true).unwrap_err().contains("2 arguments"));
        assert!(plan_call("a::f(int[] x) -> ()", "a::f(int x) -> ()", None, true).is_err());
    }

    #[test]
    fn arguments_are_found_by_name() {
        let one = "a::f(Tensor x, int a, int b, *, Tensor(a!) out) -> Tensor(a!)";
        let other = "a::f(Tensor x, int b, int a=0, bool c=True, *, Tensor(a!) out) -> Tensor(a!)";
        let plan = plan_call(one, other, None, true).unwrap();
        let expected =
            [Source::Given(0), Source::Given(2), Source::Given(1), Source::Constant(Value::Bool(true))];
        assert_eq!((plan.sources.as_slice(), plan.outs, plan.kept_count()), (expected.as_slice(), 1, 1));
    }
}
