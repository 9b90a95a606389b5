//! What is said of a program's code: its calls, and what is wrong with it.

use outlast_core::{Place, Source, Span};
use outlast_opset::history::Origin;
use outlast_opset::resolve::{Constant, Refusal};

use crate::source::Bytes32;

/// A place in a file of code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodePlace {
    /// The file, as an index of [`super::Program::files`].
    pub file: usize,
    /// The bytes.
    pub span: Bytes32,
}

impl CodePlace {
    /// As a place in a record of an archive.
    pub fn place(self, record: &str) -> Place {
        let span = Span::bytes(self.span.start.into(), self.span.end.into());
        Place::new(span.in_source(&Source::file().member(record.to_string())), outlast_core::Path::root())
    }
}

/// A call of an operator: what the text calls, and what the compiler adds (conversions, subscripts, lengths of loops).
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Where it is: the name that is called, or the expression that brings the call with it.
    pub place: CodePlace,
    /// The operator, without an overload: `aten::add`.
    pub name: String,
    /// What it means.
    pub answer: Answer,
    /// The arguments that it gives, in the order of the schema; those that keep their default are left out. Empty if the overload is not known.
    pub given: Vec<Given>,
    /// Whether the text does not say it.
    pub implicit: bool,
}

/// An argument that a call gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// Its name in the schema.
    pub argument: String,
    /// Whether the text names it.
    pub keyword: bool,
    /// The value, where the text says it.
    pub constant: Option<Constant>,
}

/// What a call of an operator means.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// This overload.
    Overload {
        /// With its overload: `aten::add.Tensor`.
        name: String,
        /// What it is.
        origin: Origin,
        /// The overload whose kernel runs: it is found by the types of the arguments alone, and may be another one. `None` if it cannot be told.
        runs: Option<String>,
        /// Where the schema of what runs (or of this overload) stands among the variants of the name, as
        /// [`Operators::variants`](super::Operators::variants) gives them: in old releases several schemas have one name and overload.
        variant: usize,
    },
    /// The release has no operator of this name.
    NoOperator,
    /// No overload takes the call: the reason of each.
    Refused(Vec<Refusal>),
    /// It depends on a type that cannot be told.
    Undecided {
        /// The overloads that it may mean.
        possible: Vec<String>,
        /// Whether it may also be refused.
        refusable: bool,
    },
}

/// A method of a custom class that is called: what it takes is known to the program that registers it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CustomUse {
    /// Where.
    pub place: CodePlace,
    /// The class: `__torch__.torch.classes.quantized.LinearPackedParamsBase`.
    pub class: String,
    /// The method, or nothing where only the class is named.
    pub method: Option<String>,
}

/// What the release's compiler refuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub place: CodePlace,
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// What was found and what was expected.
    pub message: String,
}

/// Kinds of problems.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProblemKind {
    /// The file does not parse.
    Syntax,
    /// A type that is not known, or is written in a form that is not.
    Type,
    /// A name, attribute or method that is not defined.
    Undefined,
    /// A call of a function or method of the program that it does not take.
    Call,
    /// A value of another type than the one that is asked for.
    Mismatch,
    /// A construct that the compiler does not take here.
    Construct,
    /// A function that calls itself.
    Recursion,
}

/// What one function or method does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unit {
    /// Its qualified name: `__torch__.M.forward`.
    pub name: String,
    /// Calls of operators, in the order in which they are compiled.
    pub calls: Vec<Call>,
    /// Functions and methods of the program that it calls, with where: one for each place.
    pub callees: Vec<(usize, CodePlace)>,
    /// Methods of interfaces that it calls: the interface and the method.
    pub interfaces: Vec<(String, String)>,
    /// Classes, enums, interfaces and named tuples of the program that it names.
    pub types: Vec<String>,
    /// Custom classes and their methods.
    pub custom: Vec<CustomUse>,
    /// What the compiler refuses.
    pub problems: Vec<Problem>,
    /// Expressions whose type cannot be told, where something depends on it.
    pub unknown: usize,
    /// What was found out about expressions and calls, where that was asked for.
    pub(crate) trace: Option<Box<super::trace::Trace>>,
}
