//! What the code of a program calls: every call of an operator with the overload that it means in a release, found by the types of what it is given,
//! as PyTorch's importer and compiler find it (`torch/csrc/jit/serialization/import_source.cpp`, `frontend/ir_emitter.cpp`).
//!
//! [`Program::read`] takes the code out of an archive; [`analyse`] compiles it for the [`Operators`] of a release, without running anything. Of each
//! function and method there is a [`Unit`]: calls, problems, what it uses. A type that cannot be told is unknown, and a call that depends on it is
//! [`Answer::Undecided`].

mod annotation;
mod declared;
pub mod dictionaries;
pub mod floats;
pub mod forms;
mod infer;
mod legacy;
pub mod literals;
mod load;
mod model;
mod operators;
mod reach;
pub mod recurrent;
mod report;
pub(crate) mod trace;
pub mod views;

use std::rc::Rc;

use outlast_core::{Place, QuickSet};

pub use load::{Definition, File, Program};
pub use model::{Attribute, ClassKind, ClassModel};
pub use operators::{ForVersion, Operators};
pub use reach::{Compiled, Reach};
pub use report::{Answer, Call, CodePlace, CustomUse, Given, Problem, ProblemKind, Unit};

pub(crate) use infer::operator_of;

use infer::{Compiler, PROBLEM};
use model::Model;

/// What a program does with the operators of a release.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// One for each of [`Program::functions`].
    pub units: Vec<Rc<Unit>>,
    /// Files that do not parse, and what is wrong with declarations of classes.
    pub problems: Vec<Problem>,
    /// Steps that it took: about one for each expression.
    pub steps: u64,
    /// Whether some of the code was left out, because it costs more than code of its length does.
    pub cut: bool,
}

/// One unit for each of [`Program::functions`], with what was found out about expressions and calls.
pub(crate) fn traced(program: &Program, operators: &dyn Operators) -> Vec<Rc<Unit>> {
    let mut compiler = Compiler::new(program, operators);
    compiler.traced = true;
    (0..program.functions.len()).map(|function| compiler.unit(function)).collect()
}

/// Compiles all functions and methods of a program.
pub fn analyse(program: &Program, operators: &dyn Operators) -> Analysis {
    let compiler = Compiler::new(program, operators);
    let units = (0..program.functions.len()).map(|function| compiler.unit(function)).collect();
    let mut problems = Vec::new();
    for (file, of) in program.files.iter().enumerate() {
        // Of custom classes, which old archives describe, the code is not looked at.
        let custom = of.qualifier.starts_with(model::CUSTOM);
        if let (Err(fault), false) = (&of.tree, custom) {
            let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            let span =
                crate::source::Bytes32 { start: number(fault.span.start), end: number(fault.span.end) };
            let message = format!("{} {fault}", fault.code);
            problems.push(Problem { place: CodePlace { file, span }, kind: ProblemKind::Syntax, message });
        }
    }
    problems.extend(of_data(program, &compiler));
    for name in program.class_names() {
        let Some(class) = compiler.model.class(name) else { continue };
        if !compiler.spend(1 + class.problems.len() * PROBLEM) {
            break;
        }
        problems.extend(class.problems.iter().cloned());
    }
    let (steps, cut) = compiler.cost();
    Analysis { units, problems, steps, cut }
}

/// Classes that the data name and the code does not define, and attributes that classes declare and the data do not have.
fn of_data(program: &Program, compiler: &Compiler<'_>) -> Vec<Problem> {
    let model = &compiler.model;
    let mut problems = Vec::new();
    let mut refuse = |place, message| problems.push(Problem { place, kind: ProblemKind::Undefined, message });
    let nowhere = CodePlace { file: 0, span: crate::source::Bytes32::default() };
    for root in &program.roots {
        if model.named(root).is_none() {
            if !compiler.spend(PROBLEM) {
                break;
            }
            refuse(nowhere, format!("class `{root}`, which the data name, is not defined"));
        }
    }
    for (name, keys) in &program.states {
        let Some(class) = model.class(name) else { continue };
        if model.method(name, "__setstate__").is_some() || class.kind == ClassKind::Enum {
            continue;
        }
        let keys: QuickSet<&str> = keys.iter().map(String::as_str).collect();
        for attribute in class.attributes.iter().filter(|attribute| !attribute.constant) {
            if !keys.contains(attribute.name.as_str()) {
                if !compiler.spend(PROBLEM) {
                    return problems;
                }
                let message = format!("the data have no attribute `{}` for `{name}`", attribute.name);
                refuse(attribute.place, message);
            }
        }
    }
    problems
}

/// What a program declares, read once for any number of questions: a type may hold others that many declarations name.
#[expect(missing_debug_implementations, reason = "a cache of declarations says nothing in itself")]
pub struct Declarations<'p>(Model<'p>);

impl<'p> Declarations<'p> {
    /// Of a program.
    pub fn new(program: &'p Program) -> Declarations<'p> {
        Declarations(Model::new(program))
    }

    /// As [`Program::declared`].
    pub fn function(
        &self,
        function: usize,
    ) -> Option<(Vec<outlast_opset::schema::Argument>, Option<outlast_opset::types::Type>)> {
        let signature = self.0.signature(function)?;
        Some((signature.schema.arguments.clone(), signature.returns.clone()))
    }

    /// As [`Program::class_model`].
    pub fn class(&self, name: &str) -> Option<Rc<ClassModel>> {
        self.0.class(name)
    }
}

impl Program {
    /// Expressions in all of its code.
    pub fn expressions(&self) -> usize {
        self.files.iter().filter_map(|file| file.tree.as_ref().ok()).map(crate::source::Tree::len).sum()
    }

    /// The methods of the module that the program is, as indices of [`Program::functions`]: applications call these.
    pub fn entries(&self) -> Vec<usize> {
        self.roots
            .first()
            .and_then(|root| self.class_model(root))
            .map(|class| class.methods)
            .unwrap_or_default()
    }

    /// A place in the code as a place in the archive.
    pub fn place(&self, at: CodePlace) -> Place {
        self.files.get(at.file).map_or_else(Place::default, |file| at.place(&file.record))
    }

    /// Qualified names of all classes, in order.
    pub fn class_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.classes.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// What a function or method of [`Program::functions`] takes and returns, as a schema; `None` where its declaration cannot be read.
    pub fn signature(&self, function: usize) -> Option<String> {
        let signature = Model::new(self).signature(function)?;
        let text = signature.schema.to_string();
        Some(match &signature.returns {
            Some(returns) => format!("{} -> {returns}", text.strip_suffix(" -> ()").unwrap_or(&text)),
            None => text,
        })
    }

    /// The arguments of a function or method of [`Program::functions`], its object included, and the type of its result, where it has one; `None` where its
    /// declaration cannot be read. A default that is no plain value is an empty list.
    pub fn declared(
        &self,
        function: usize,
    ) -> Option<(Vec<outlast_opset::schema::Argument>, Option<outlast_opset::types::Type>)> {
        Declarations::new(self).function(function)
    }

    /// The declarations of a class.
    pub fn class_model(&self, name: &str) -> Option<ClassModel> {
        Model::new(self).class(name).map(|class| (*class).clone())
    }
}
