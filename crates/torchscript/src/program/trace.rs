//! What the compiler of code found out about the expressions and calls of a function, for those who make something else of it
//! ([`crate::bytecode::compile`]).

use outlast_core::QuickMap;
use outlast_opset::history::Variant;
use outlast_opset::resolve::{Binding, Converted};
use outlast_opset::types::Type;

use crate::source::{Bytes32, ExprId};

/// What is called.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Callee {
    /// An operator, or a function that the release has beside its operators.
    Operator(Box<Variant>),
    /// A function of the program, by its index.
    Function(usize),
}

/// A call that was resolved.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Bound {
    /// What is called.
    pub(crate) callee: Callee,
    /// The name without an overload; empty for a function.
    pub(crate) name: String,
    /// Whether the text does not say it.
    pub(crate) implicit: bool,
    /// Where each argument comes from.
    pub(crate) bindings: Vec<Binding>,
    /// What is done to arguments before the call.
    pub(crate) conversions: Vec<Converted>,
    /// The types of arguments, with what type variables stand for.
    pub(crate) inputs: Vec<Type>,
}

/// What is known of the expressions of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Trace {
    /// Types of values.
    pub(crate) types: QuickMap<ExprId, Type>,
    /// Conditions that the compiler decides; the other branch is not compiled.
    pub(crate) known: QuickMap<ExprId, bool>,
    /// Calls, by where they are.
    pub(crate) calls: QuickMap<Bytes32, Vec<Bound>>,
}

impl Trace {
    /// Notes a call. Code that is compiled several times is noted as it was last.
    pub(crate) fn call(&mut self, at: Bytes32, bound: Bound) {
        let calls = self.calls.entry(at).or_default();
        match calls.iter_mut().find(|one| one.name == bound.name && one.implicit == bound.implicit) {
            Some(known) => *known = bound,
            None => calls.push(bound),
        }
    }
}
