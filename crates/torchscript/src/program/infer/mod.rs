//! Finds the type of every expression, and with it what every call means, as TorchScript's compiler does
//! (`torch/csrc/jit/frontend/ir_emitter.cpp`).
//!
//! A type that cannot be told is unknown, and what depends on it is undecided. Nothing is guessed.

mod assign;
mod call;
mod cond;
mod expr;
mod fit;
mod flow;
mod index;
mod literal;
mod name;
mod special;
mod stmt;
mod value;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use outlast_core::{Budget, QuickMap, QuickSet};
use outlast_opset::resolve::{Actual, Rules};
use outlast_opset::types::Type;

use super::load::Program;
use super::model::{Model, Signature};
use super::operators::Operators;
use super::report::{CodePlace, Problem, ProblemKind, Unit};
use crate::source::{Bytes32, ExprId, Function, Ident, Tree};
pub(crate) use expr::operator_of;
use value::Value;

/// How many expressions and statements of one function are compiled, beyond those of its file. Loops over tuples are compiled once for each
/// element.
const MAX_STEPS: usize = 100_000;
/// How many functions that do not say what they return may be compiled for each other.
const MAX_CALLS: usize = 16;
/// Steps of all functions of a program together, for each expression of its code, and those that any has: classes of types with many parts, loops over
/// tuples and chains of functions cost more than they are long.
const STEPS: u64 = 8;
const FREE_STEPS: u64 = 400_000;
/// Parts of a type whose copy costs as much as a step.
const PARTS: usize = 1;
/// Steps that a function costs beside its code, and that a problem or a call without an answer costs: it is written down, and read by whoever
/// asks for the verdict.
const FUNCTION: usize = 8;
pub(super) const PROBLEM: usize = 16;

/// The compiler of a program for one set of operators.
pub(super) struct Compiler<'p> {
    pub(super) model: Model<'p>,
    pub(super) operators: &'p dyn Operators,
    pub(super) rules: Rules,
    /// Whether units say what was found out about expressions and calls.
    pub(super) traced: bool,
    units: RefCell<QuickMap<usize, (Rc<Unit>, Type)>>,
    busy: RefCell<QuickSet<usize>>,
    depth: Cell<usize>,
    /// Attributes of classes, by their names.
    attributes: RefCell<QuickMap<String, Rc<QuickMap<String, Type>>>>,
    work: Cell<Budget>,
    /// Whether something was left out.
    cut: Cell<bool>,
    /// Attributes that `__init__` adds to classes.
    added: RefCell<QuickMap<String, QuickMap<String, Type>>>,
}

impl<'p> Compiler<'p> {
    pub(super) fn new(program: &'p Program, operators: &'p dyn Operators) -> Compiler<'p> {
        Compiler {
            model: Model::with_rules(program, operators.rules()),
            operators,
            rules: operators.rules(),
            traced: false,
            units: RefCell::default(),
            busy: RefCell::default(),
            depth: Cell::new(0),
            attributes: RefCell::default(),
            work: Cell::new(Budget::for_bytes(program.expressions(), STEPS, FREE_STEPS)),
            cut: Cell::new(false),
            added: RefCell::default(),
        }
    }

    /// The type of an attribute of a class: as it is declared, or as `__init__` sets it, which releases up to 1.4 leave to readers to find.
    fn attribute(&self, class: &str, name: &str) -> Option<Type> {
        let known = self.attributes.borrow().get(class).cloned();
        let declared = match known {
            Some(declared) => declared,
            None => {
                let model = self.model.class(class)?;
                // Of two of one name, the first counts.
                let all = model.attributes.iter().rev().map(|of| (of.name.clone(), of.ty.clone()));
                let declared: Rc<QuickMap<String, Type>> = Rc::new(all.collect());
                self.attributes.borrow_mut().insert(class.to_string(), declared.clone());
                declared
            }
        };
        if let Some(ty) = declared.get(name) {
            return Some(ty.clone());
        }
        if let Some(init) =
            self.model.method(class, "__init__").filter(|init| !self.busy.borrow().contains(init))
            && self.depth.get() < MAX_CALLS
        {
            self.compiled(init);
        }
        self.added.borrow().get(class)?.get(name).cloned()
    }

    /// Takes so many steps; whether there were as many.
    pub(super) fn spend(&self, steps: usize) -> bool {
        let mut work = self.work.get();
        let left = work.spend(steps);
        self.work.set(work);
        if !left {
            self.cut.set(true);
        }
        left
    }

    /// Steps that were taken, and whether something was left out because there were no more.
    pub(super) fn cost(&self) -> (u64, bool) {
        let work = self.work.get();
        (work.limit().saturating_sub(work.left()), self.cut.get())
    }

    /// What a function does.
    pub(super) fn unit(&self, function: usize) -> Rc<Unit> {
        self.compiled(function).0
    }

    /// What a function returns, by its head or else by its code.
    fn returns(&self, function: usize, signature: &Signature) -> Type {
        match &signature.returns {
            Some(returns) => returns.clone(),
            None if self.busy.borrow().contains(&function) || self.depth.get() >= MAX_CALLS => Type::Unknown,
            None => self.compiled(function).1,
        }
    }

    fn compiled(&self, function: usize) -> (Rc<Unit>, Type) {
        if let Some(known) = self.units.borrow().get(&function) {
            return known.clone();
        }
        self.busy.borrow_mut().insert(function);
        self.depth.set(self.depth.get() + 1);
        let made = self.made(function);
        self.depth.set(self.depth.get() - 1);
        self.busy.borrow_mut().remove(&function);
        self.units.borrow_mut().insert(function, made.clone());
        made
    }

    fn made(&self, function: usize) -> (Rc<Unit>, Type) {
        if !self.spend(FUNCTION) {
            return (Rc::default(), Type::Unknown);
        }
        let (Some((definition, tree, code)), Some(signature)) =
            (self.model.program.code(function), self.model.signature(function))
        else {
            return (Rc::default(), Type::Unknown);
        };
        let mut body = Body {
            compiler: self,
            tree,
            file: definition.file,
            frames: Vec::new(),
            defs: Vec::new(),
            unit: Unit {
                name: definition.name.clone(),
                trace: self.traced.then(Box::default),
                ..Unit::default()
            },
            steps: 0,
            most: MAX_STEPS + tree.len(),
            seen: QuickSet::default(),
            initializes: definition.class.clone().filter(|_| tree.name(code.name) == "__init__"),
        };
        // The methods of an interface have nothing to compile.
        let interface = definition
            .class
            .as_deref()
            .is_some_and(|class| matches!(self.model.named(class), Some(Type::Interface(_))));
        let returns = if interface { Type::Unknown } else { body.function(code, &signature) };
        body.unit.problems.extend(signature.problems.iter().cloned());
        (Rc::new(body.unit), signature.returns.clone().unwrap_or(returns))
    }
}

/// Names that are defined in a block.
#[derive(Default)]
struct Frame {
    types: QuickMap<String, Type>,
    values: QuickMap<String, Value>,
    /// Whether the rest of the block is not reached.
    exits: bool,
}

/// What is known of the result of a function.
struct Def {
    declared: Option<Type>,
    merged: Option<Type>,
}

/// A function that is being compiled.
pub(super) struct Body<'c, 'p> {
    compiler: &'c Compiler<'p>,
    tree: &'p Tree,
    file: usize,
    frames: Vec<Frame>,
    defs: Vec<Def>,
    unit: Unit,
    steps: usize,
    /// How many there may be.
    most: usize,
    /// Functions and types that were counted already.
    seen: QuickSet<String>,
    /// The class whose `__init__` this is: it may add attributes.
    initializes: Option<String>,
}

impl<'p> Body<'_, 'p> {
    fn place(&self, span: Bytes32) -> CodePlace {
        Model::place(self.file, span)
    }

    fn span(&self, id: ExprId) -> Bytes32 {
        self.tree.expr(id).span
    }

    fn text(&self, ident: Ident) -> String {
        self.tree.name(ident).to_string()
    }

    #[cold]
    fn problem(&mut self, kind: ProblemKind, span: Bytes32, message: impl Into<String>) {
        self.compiler.spend(PROBLEM);
        // Code that is compiled once for each element of a tuple has the same problems each time.
        let problem = Problem { place: self.place(span), kind, message: message.into() };
        if self.unit.problems.last() != Some(&problem) {
            self.unit.problems.push(problem);
        }
    }

    /// Counts work; whether there may be more.
    fn step(&mut self) -> bool {
        self.steps += 1;
        if self.steps == self.most {
            self.unit.unknown += 1;
            self.compiler.cut.set(true);
        }
        self.steps < self.most && self.compiler.spend(1)
    }

    /// Counts the work of a value of a type, which is copied wherever it goes.
    fn copied(&mut self, value: &Value) {
        if let Value::Simple(actual) = value
            && !actual.ty.parts().is_empty()
        {
            self.compiler.spend(super::declared::size(&actual.ty) / PARTS);
        }
    }

    /// A value whose type cannot be told, where something depends on it.
    fn unknown(&mut self) -> Value {
        self.unit.unknown += 1;
        Value::Unknown
    }

    fn annotation(&mut self, id: ExprId) -> Type {
        let model = &self.compiler.model;
        let mut annotations =
            super::annotation::Annotations { model, tree: self.tree, file: self.file, problems: Vec::new() };
        let ty = annotations.ty(id);
        let problems = std::mem::take(&mut annotations.problems);
        self.unit.problems.extend(problems);
        self.types_in(&ty);
        ty
    }

    /// Notes the classes that a type names.
    fn types_in(&mut self, ty: &Type) {
        let mut open = vec![ty];
        while let Some(one) = open.pop() {
            match one {
                Type::Class(name) | Type::Enum(name) | Type::Interface(name) | Type::NamedTuple(name, _) => {
                    self.uses_type(name);
                }
                _ => {}
            }
            open.extend(one.parts());
        }
    }

    fn uses_type(&mut self, name: &str) {
        if !name.is_empty() && !name.starts_with(super::model::CUSTOM) && self.seen.insert(name.to_string()) {
            self.unit.types.push(name.to_string());
        }
    }

    /// Compiles a function: what it returns.
    fn function(&mut self, code: &'p Function, signature: &Signature) -> Type {
        self.frames.push(Frame::default());
        self.defs.push(Def { declared: signature.returns.clone(), merged: None });
        if let Some(returns) = &signature.returns {
            self.types_in(returns);
        }
        for (parameter, argument) in code.parameters.iter().zip(&signature.schema.arguments) {
            if let (Some(default), None) = (parameter.default, argument.size) {
                let value = self.simple(default);
                let what = format!("the default of `{}`", argument.name);
                self.expect(&value, &argument.ty, self.span(default), &what);
            }
        }
        for argument in &signature.schema.arguments {
            self.types_in(&argument.ty);
            if let Some(frame) = self.frames.last_mut() {
                frame.types.insert(argument.name.clone(), argument.ty.clone());
            }
        }
        self.block(&code.body);
        let exits = self.frames.pop().is_some_and(|frame| frame.exits);
        let Some(def) = self.defs.pop() else { return Type::Unknown };
        match (&def.declared, exits) {
            (Some(declared), false) if !matches!(declared, Type::None | Type::Unknown) => {
                let message = format!("`{declared}` is to be returned, and the end is reached without");
                self.problem(ProblemKind::Mismatch, code.name.span, message);
            }
            (None, false) => {
                let merged = def.merged.unwrap_or(Type::None);
                return unify_returned(&merged, &Type::None);
            }
            _ => {}
        }
        def.declared.or(def.merged).unwrap_or(Type::None)
    }

    /// The innermost block.
    fn frame(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    fn simple(&mut self, id: ExprId) -> Actual {
        self.simple_as(id, None)
    }

    /// A value, where a type is asked for.
    fn simple_as(&mut self, id: ExprId, hint: Option<&Type>) -> Actual {
        let value = self.value(id, hint);
        let span = self.span(id);
        let actual = self.as_simple(value, span);
        if hint == Some(&Type::Any) { Type::Any.into() } else { actual }
    }

    /// The value that something is.
    fn as_simple(&mut self, value: Value, span: Bytes32) -> Actual {
        match value {
            Value::Simple(actual) => actual,
            Value::Unknown => Actual::unknown(),
            Value::Parts(parts) => {
                let parts: Vec<Actual> = parts.into_iter().map(|part| self.as_simple(part, span)).collect();
                let ty = value::bounded(Type::Tuple(parts.iter().map(|part| part.ty.clone()).collect()));
                ty.into()
            }
            Value::Closure(_) => Type::None.into(),
            other => {
                let message = format!("a value expected, a {} found", other.kind());
                self.problem(ProblemKind::Construct, span, message);
                Actual::unknown()
            }
        }
    }
}

fn unify_returned(one: &Type, another: &Type) -> Type {
    value::unify(one, another, false).unwrap_or(Type::Unknown)
}
