//! One candidate against one call (`tryMatchSchema` and `tryMatchArgument` of `torch/csrc/jit/frontend/schema_matching.cpp`).

use super::actual::{Actual, compared};
use super::convert::{Conversion, Passed, convert, convertible_to_list};
use super::fit::{Fit, subtype};
use super::refusal::Reason;
use super::rules::Rules;
use super::variables::Variables;
use super::{Binding, Converted};
use crate::schema::{Argument, Schema};
use crate::types::Type;

/// A call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'c> {
    pub(super) receiver: Option<&'c Actual>,
    pub(super) positional: &'c [Actual],
    pub(super) keywords: &'c [(&'c str, Actual)],
}

/// A candidate that takes a call.
#[derive(Debug)]
pub(super) struct Matched {
    /// `Maybe` if it depends on types that cannot be told.
    pub(super) fit: Fit,
    pub(super) bindings: Vec<Binding>,
    pub(super) conversions: Vec<Converted>,
    pub(super) inputs: Vec<Type>,
    pub(super) returns: Vec<Type>,
}

/// The state of a match.
struct Matching<'m> {
    rules: &'m Rules,
    implicit: bool,
    variables: Variables,
    matched: Matched,
}

/// Matches a call with a schema; `implicit` allows conversions that change values.
pub(super) fn matches(
    schema: &Schema,
    call: Call<'_>,
    implicit: bool,
    rules: &Rules,
) -> Result<Matched, Reason> {
    if rules.skips(&schema.name.name, &schema.name.overload) {
        return Err(Reason::Skipped);
    }
    let empty = Matched {
        fit: Fit::Yes,
        bindings: Vec::new(),
        conversions: Vec::new(),
        inputs: Vec::new(),
        returns: Vec::new(),
    };
    let mut state = Matching { rules, implicit, variables: Variables::default(), matched: empty };
    state.run(schema, call)?;
    Ok(state.matched)
}

impl Matching<'_> {
    fn run(&mut self, schema: &Schema, call: Call<'_>) -> Result<(), Reason> {
        let mut receiver = call.receiver;
        let mut used = 0;
        let mut used_keywords = vec![false; call.keywords.len()];
        for (at, argument) in schema.arguments.iter().enumerate() {
            if argument.name == "self"
                && let Some(value) = receiver.take()
            {
                self.take(at, argument, value, Binding::Receiver)?;
            } else if let Some(value) = call.positional.get(used).filter(|_| !argument.kwarg_only) {
                let rest = call.positional.len() - used;
                let takes = self.takes_the_rest(schema, at, argument, value, rest);
                if takes != Fit::No {
                    self.matched.fit = self.matched.fit.min(takes);
                    self.take_list(at, argument, call.positional.get(used..).unwrap_or_default())?;
                    self.matched.bindings.push(Binding::Rest(used));
                    used = call.positional.len();
                } else {
                    self.take(at, argument, value, Binding::Positional(used))?;
                    used += 1;
                }
            } else if let Some((index, value)) = self.keyword(schema, argument, call.keywords) {
                match used_keywords.get_mut(index) {
                    Some(used) if !*used => *used = true,
                    _ => return Err(Reason::Twice(argument.name.clone())),
                }
                self.take(at, argument, value, Binding::Keyword(index))?;
            } else if let Some(default) = &argument.default {
                let value = Actual::default(default, &argument.ty);
                self.take(at, argument, &value, Binding::Default)?;
            } else {
                return Err(Reason::Missing {
                    argument: argument.name.clone(),
                    expected: argument.ty.clone(),
                });
            }
        }
        if receiver.is_some() && self.rules.receiver_is_needed {
            return Err(Reason::NoSelf);
        }
        if schema.vararg {
            let rest = call.positional.get(used..).unwrap_or_default();
            self.matched.inputs.extend(rest.iter().map(|value| value.compared().into_owned()));
            used = call.positional.len();
        }
        if used < call.positional.len() {
            return Err(Reason::TooMany { expected: used, found: call.positional.len() });
        }
        if let Some((_, (name, _))) = used_keywords.iter().zip(call.keywords).find(|(used, _)| !**used) {
            let known = schema.arguments.iter().any(|argument| argument.name == *name);
            let name = (*name).to_string();
            return Err(if known { Reason::Twice(name) } else { Reason::UnknownKeyword(name) });
        }
        for result in &schema.returns {
            let ty = compared(&result.ty);
            match self.variables.substitute(&ty) {
                Some(ty) => self.matched.returns.push(ty),
                None => return Err(Reason::Unbound { argument: None, ty: ty.into_owned() }),
            }
        }
        Ok(())
    }

    /// The keyword that gives an argument.
    fn keyword<'c>(
        &self,
        schema: &Schema,
        argument: &Argument,
        keywords: &'c [(&'c str, Actual)],
    ) -> Option<(usize, &'c Actual)> {
        let input =
            self.rules.input_is_self && argument.name == "self" && schema.name.namespace() == Some("aten");
        let found = keywords.iter().enumerate();
        let mut found = found.filter(|(_, (name, _))| *name == argument.name || (input && *name == "input"));
        found.next().map(|(index, (_, value))| (index, value))
    }

    /// Whether all values from this one on are the elements of one list: `zeros(1, 2)` for `zeros(int[] size)`.
    fn takes_the_rest(
        &self,
        schema: &Schema,
        at: usize,
        argument: &Argument,
        value: &Actual,
        count: usize,
    ) -> Fit {
        let is_last = schema.arguments.get(at + 1).is_none_or(|next| next.kwarg_only);
        if !self.implicit || !is_last || argument.size.is_some() {
            return Fit::No;
        }
        let formal = compared(&argument.ty);
        let Type::List(of) = formal.as_ref() else { return Fit::No };
        if self.rules.lists_of_variables_are_given_whole && matches!(**of, Type::Var(_)) {
            return Fit::No;
        }
        let ty = value.compared();
        let is_list = match ty.as_ref() {
            Type::List(_) => Fit::Yes,
            Type::Unknown => Fit::Maybe,
            ty => convertible_to_list(ty, &formal),
        };
        match is_list {
            Fit::Yes => Fit::No,
            // One of several values takes part in a match only as an element; one alone may also be the list.
            Fit::Maybe if count == 1 => Fit::No,
            Fit::Maybe => Fit::Maybe,
            Fit::No => Fit::Yes,
        }
    }

    fn take_list(&mut self, at: usize, argument: &Argument, values: &[Actual]) -> Result<(), Reason> {
        let formal = compared(&argument.ty);
        let of = match formal.as_ref() {
            Type::List(of) => of.as_ref(),
            other => other,
        };
        for value in values {
            self.fit(at, &argument.name, of, None, value)?;
        }
        if of.has_variables() {
            let (argument, ty) = (argument.name.clone(), formal.into_owned());
            return Err(Reason::Elements { argument, ty });
        }
        self.matched.inputs.push(formal.into_owned());
        Ok(())
    }

    fn take(
        &mut self,
        at: usize,
        argument: &Argument,
        value: &Actual,
        binding: Binding,
    ) -> Result<(), Reason> {
        let formal = compared(&argument.ty);
        let input = self.fit(at, &argument.name, &formal, argument.size, value)?;
        self.matched.inputs.push(input);
        self.matched.bindings.push(binding);
        Ok(())
    }

    /// Makes a value fit, and returns the type that the operator gets.
    fn fit(
        &mut self,
        at: usize,
        name: &str,
        formal: &Type,
        size: Option<i32>,
        value: &Actual,
    ) -> Result<Type, Reason> {
        let mut done = Vec::new();
        let mut passed = Passed { ty: value.compared().into_owned(), is_empty_list: value.is_empty_list() };
        if let (Some(size), Type::List(of)) = (size, formal.unwrapped())
            && matches!(passed.ty, Type::Int | Type::Float)
            && **of == passed.ty
        {
            done.push(Conversion::Repeated(size));
            passed = Type::list(passed.ty).into();
        }
        let bound = self.variables.bind(formal, &passed.ty);
        if bound == Fit::No {
            let (expected, found) = (formal.clone(), passed.ty);
            return Err(Reason::Variables { argument: name.to_string(), expected, found });
        }
        let Some(concrete) = self.variables.substitute(formal) else {
            return Err(Reason::Unbound { argument: Some(name.to_string()), ty: formal.clone() });
        };
        let unknown = passed.ty == Type::Unknown;
        let ty = convert(&concrete, passed, self.implicit, self.rules, &mut done);
        let fit = match subtype(&ty, &concrete) {
            // A single number may be given, or a tuple, or a value to convert: of that nothing is known here.
            Fit::No if unknown => Fit::Maybe,
            fit => fit,
        };
        if fit == Fit::No {
            return Err(Reason::Type { argument: name.to_string(), expected: concrete, found: ty });
        }
        self.matched.fit = self.matched.fit.min(bound).min(fit);
        self.matched
            .conversions
            .extend(done.into_iter().map(|conversion| Converted { argument: at, conversion }));
        Ok(ty)
    }
}

/// Whether a node with inputs of these types is one of this operator (`Node::matches` of `torch/csrc/jit/ir/ir.cpp`), by which the operator
/// that runs is found.
pub(super) fn runs(schema: &Schema, inputs: &[Type]) -> Fit {
    let count = schema.arguments.len();
    if inputs.len() < count || (!schema.vararg && inputs.len() != count) {
        return Fit::No;
    }
    let mut variables = Variables::default();
    let mut all = Fit::Yes;
    for (argument, input) in schema.arguments.iter().zip(inputs) {
        let formal = compared(&argument.ty);
        let bound = variables.bind(&formal, input);
        let resolved = variables.substitute(&formal).unwrap_or_else(|| formal.clone().into_owned());
        all = all.min(bound).min(subtype(input, &resolved));
        if all == Fit::No {
            break;
        }
    }
    all
}
