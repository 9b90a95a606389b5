//! Which overload of an operator a call means, as TorchScript's frontend decides it from the types of the values that the call gives
//! (`torch/csrc/jit/frontend/schema_matching.cpp`).
//!
//! Candidates are tried in order: first as the values are, then with conversions of values (a tensor to a number, a text to a device, values to
//! the elements of a list). The first that takes the call is meant. The order is that in which a release registers its operators.
//!
//! Types may be unknown, as a whole or in part ([`Type::Unknown`]). The answer is then [`Failure::Undecided`], except where every type would lead to
//! the same candidate.
//!
//! ```
//! use outlast_opset::history::Release;
//! use outlast_opset::resolve::{Actual, Candidate, Rules, resolve};
//! use outlast_opset::schema::Schema;
//! use outlast_opset::types::Type;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let schemas = ["a::f(Tensor x, int[2] y=1) -> Tensor", "a::f.list(t[] x) -> t"];
//! let schemas = schemas.into_iter().map(Schema::parse).collect::<Result<Vec<_>, _>>()?;
//! let candidates: Vec<Candidate> = schemas.iter().map(Candidate::from).collect();
//! let rules = Rules::of(Release { major: 2, minor: 15, patch: 0 });
//! let answer = resolve(&candidates, &[Type::list(Type::Int).into()], &[], rules).map_err(|failure| failure.to_string())?;
//! assert_eq!((answer.candidate, &answer.returns[..]), (1, &[Type::Int][..]));
//! # Ok(())
//! # }
//! ```

mod actual;
mod convert;
mod fit;
mod matching;
mod refusal;
mod rules;
mod variables;

use std::fmt;

pub use actual::{Actual, Constant};
pub use convert::Conversion;
pub use refusal::{Reason, Refusal};
pub use rules::Rules;

use crate::schema::Schema;
use crate::types::Type;
use fit::Fit;
use matching::{Call, Matched, matches};

/// A schema that a call may mean.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The schema.
    pub schema: &'a Schema,
}

impl<'a> From<&'a Schema> for Candidate<'a> {
    fn from(schema: &'a Schema) -> Candidate<'a> {
        Candidate { schema }
    }
}

/// Where the value of an argument comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binding {
    /// The value that the call is on.
    Receiver,
    /// A value without keyword, by its index.
    Positional(usize),
    /// A value with a keyword, by its index.
    Keyword(usize),
    /// The default.
    Default,
    /// A list of all values without keyword from this index on.
    Rest(usize),
}

/// A conversion of the value of an argument, or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The argument, as an index.
    pub argument: usize,
    /// What is done.
    pub conversion: Conversion,
}

/// What a call means.
#[derive(Clone, PartialEq, Debug)]
pub struct Resolved {
    /// The candidate, as an index.
    pub candidate: usize,
    /// Where the value of each argument comes from. Values beyond the arguments of a schema with `...` are not listed.
    pub bindings: Vec<Binding>,
    /// What is done to values, in the order of arguments.
    pub conversions: Vec<Converted>,
    /// The types of the values that the operator gets: of its arguments in order, then of further values of a schema with `...`.
    pub inputs: Vec<Type>,
    /// The types of its results, with what type variables stand for.
    pub returns: Vec<Type>,
}

/// Why it cannot be said what a call means.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// No candidate takes it: the reason of each, in order.
    Refused(Vec<Refusal>),
    /// It depends on types that cannot be told.
    Undecided(Undecided),
}

/// What a call may mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Undecided {
    /// The candidates that it may mean, in the order in which they are tried.
    pub possible: Vec<Resolved>,
    /// Whether it may also be refused.
    pub refusable: bool,
}

impl Undecided {
    /// What the call means if it is not refused, where that is one candidate.
    pub fn unless_refused(&self) -> Option<&Resolved> {
        match &self.possible[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// Says which candidate a call means.
///
/// # Errors
///
/// [`Failure::Refused`] if it means none of them; [`Failure::Undecided`] if that depends on types that cannot be told.
pub fn resolve(
    candidates: &[Candidate<'_>],
    positional: &[Actual],
    keywords: &[(&str, Actual)],
    rules: Rules,
) -> Result<Resolved, Failure> {
    run(candidates, Call { receiver: None, positional, keywords }, rules)
}

/// Says which candidate a call on a value means: `value.f(…)`, where the value is given for the argument `self`.
///
/// # Errors
///
/// As [`resolve`].
pub fn resolve_on(
    candidates: &[Candidate<'_>],
    receiver: &Actual,
    positional: &[Actual],
    keywords: &[(&str, Actual)],
    rules: Rules,
) -> Result<Resolved, Failure> {
    run(candidates, Call { receiver: Some(receiver), positional, keywords }, rules)
}

fn run(candidates: &[Candidate<'_>], call: Call<'_>, rules: Rules) -> Result<Resolved, Failure> {
    let mut possible: Vec<Resolved> = Vec::new();
    let mut refusals = Vec::new();
    // One candidate alone is tried with conversions only.
    let passes: &[bool] = if candidates.len() == 1 { &[true] } else { &[false, true] };
    'passes: for implicit in passes {
        refusals.clear();
        for (index, candidate) in candidates.iter().enumerate() {
            match matches(candidate.schema, call, *implicit, &rules) {
                Ok(matched) => {
                    let fit = matched.fit;
                    add(&mut possible, resolved(index, matched));
                    if fit == Fit::Yes {
                        return match <[Resolved; 1]>::try_from(possible) {
                            Ok([one]) => Ok(one),
                            Err(possible) => {
                                Err(Failure::Undecided(Undecided { possible, refusable: false }))
                            }
                        };
                    }
                }
                Err(reason) => {
                    let name = candidate.schema.name.to_string();
                    // PyTorch ends with an error here, and tries no others.
                    let last =
                        matches!(reason, Reason::Elements { .. } | Reason::Unbound { argument: None, .. });
                    refusals.push(Refusal { candidate: index, name, reason });
                    if last {
                        break 'passes;
                    }
                }
            }
        }
    }
    match possible.is_empty() {
        true => Err(Failure::Refused(refusals)),
        false => Err(Failure::Undecided(Undecided { possible, refusable: true })),
    }
}

fn resolved(candidate: usize, matched: Matched) -> Resolved {
    let Matched { bindings, conversions, inputs, returns, .. } = matched;
    Resolved { candidate, bindings, conversions, inputs, returns }
}

/// Adds a possibility. Of one candidate there is one, with results that hold in both passes.
fn add(possible: &mut Vec<Resolved>, new: Resolved) {
    let Some(old) = possible.iter_mut().find(|old| old.candidate == new.candidate) else {
        possible.push(new);
        return;
    };
    let both = |one: &Type, another: &Type| if one == another { one.clone() } else { Type::Unknown };
    let joined = |ours: &[Type], theirs: &[Type]| ours.iter().zip(theirs).map(|(a, b)| both(a, b)).collect();
    let (returns, inputs) = (joined(&old.returns, &new.returns), joined(&old.inputs, &new.inputs));
    *old = Resolved { returns, inputs, ..new };
}

/// The operator that runs: the first whose arguments take values of the types that a resolved call gives. It is found anew, by these types
/// alone, and need not be the one that was resolved; `None` where that depends on types that cannot be told, or if it is none of them, as
/// for schemas that a release has only for old programs.
pub fn runs(operators: &[Candidate<'_>], resolved: &Resolved) -> Option<usize> {
    for (index, operator) in operators.iter().enumerate() {
        match matching::runs(operator.schema, &resolved.inputs) {
            Fit::Yes => return Some(index),
            Fit::Maybe => return None,
            Fit::No => {}
        }
    }
    None
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(refusals) => {
                f.write_str("no overload takes this call")?;
                refusals.iter().try_for_each(|refusal| write!(f, "\n  {refusal}"))
            }
            Failure::Undecided(undecided) => {
                let count = undecided.possible.len();
                write!(f, "the overload depends on types that cannot be determined: {count} are possible")
            }
        }
    }
}

impl std::error::Error for Failure {}
