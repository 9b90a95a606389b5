//! Lint of operator sets: what a changed set of operators does to programs, in both directions.
//!
//! `outlast_opset::lint` says what changed, in which direction it breaks by the rules of operator schemas, and what version tables and allow-lists
//! make of it. Here that becomes findings of the one model: each of the [`RULES`] picks what it is about, and a break is shown. [`hunt`](self)
//! writes a small TorchScript program that calls the operator as one set declares it, and resolves the call in the other set as PyTorch's
//! loader does. A break that no call shows, such as another alias annotation, is one of the meaning: the program loads, and a compiler may
//! do the wrong thing with it.

mod context;
mod engine;
mod program;
pub mod rules;
mod witness_search;

pub use engine::{Sources, lint};
pub use rules::{RULES, rule};

/// What to ask files: which programs call an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The operator with its overload: `aten::div.Tensor`.
    pub operator: String,
}

impl Question {
    /// In words: `aten::qr is called`.
    pub fn text(&self) -> String {
        format!("{} is called", self.operator)
    }
}
