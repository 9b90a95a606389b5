//! [`Eval`]: a function of a pack, evaluated for one node. Statements.
//!
//! What the graph does not compute is known: numbers, texts, lengths of lists, and of tensors the rank, the element type, the device and most
//! sizes. Branches and loops over these are decided; calls of operators on tensors become nodes, one behind the other.

use std::rc::Rc;

use outlast_core::{Code, QuickMap};
use outlast_opset::versions::codes;

use super::build::Builder;
use super::value::Value;
use super::{Operators, Ranges};
use crate::program::Operators as OperatorSet;
use crate::source::{Block, ExprId, ExprKind, Function, StmtId, StmtKind, Tree};
use crate::upgraders::Parsed;

/// Steps that one node may take: statements, and rounds of loops.
const MAX_STEPS: usize = 20_000;
/// How deep functions may call each other.
const MAX_DEPTH: usize = 24;
/// How many nodes may take the place of one.
pub(super) const MAX_NODES: usize = 2_000;

/// Why a function cannot take the place of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    pub(super) code: Code,
    pub(super) message: String,
}

impl Stop {
    /// What the function does cannot be said of this node.
    pub(super) fn new(message: impl Into<String>) -> Stop {
        Stop { code: codes::CONDITION, message: message.into() }
    }
}

pub(super) type Outcome<T> = Result<T, Stop>;

/// What comes after a statement.
enum Flow {
    Next,
    Return(Value),
    Break,
    Continue,
}

/// A function that is evaluated: its text with those that it calls, and the version of the operators that it is written for.
#[derive(Clone)]
pub(super) struct Body {
    pub(super) parsed: Rc<Parsed>,
    pub(super) version: u64,
    pub(super) set: Rc<dyn OperatorSet>,
}

impl Body {
    pub(super) fn tree(&self) -> Outcome<&Tree> {
        let file = self.parsed.program.files.first();
        let tree = file.and_then(|file| file.tree.as_ref().ok());
        tree.ok_or_else(|| Stop::new(format!("the function `{}` is not code", self.parsed.name)))
    }
}

/// Variables.
pub(super) type Scope = QuickMap<String, Value>;

/// What evaluates functions for one node.
pub(super) struct Eval<'e, 't> {
    pub(super) operators: &'e Operators<'e>,
    pub(super) ranges: &'e Ranges,
    pub(super) build: Builder<'t>,
    steps: usize,
    depth: usize,
}

impl<'e, 't> Eval<'e, 't> {
    pub(super) fn new(operators: &'e Operators<'e>, ranges: &'e Ranges, build: Builder<'t>) -> Eval<'e, 't> {
        Eval { operators, ranges, build, steps: 0, depth: 0 }
    }

    fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        match self.steps <= MAX_STEPS && self.build.nodes.len() <= MAX_NODES {
            true => Ok(()),
            false => Err(Stop::new(format!(
                "the function takes more than {MAX_STEPS} steps or {MAX_NODES} operators for this call"
            ))),
        }
    }

    /// Puts a function of the pack in the place of a call: arguments by name.
    pub(super) fn function(&mut self, name: &str, version: u64, arguments: Scope) -> Outcome<Value> {
        let bridge = self.operators.bridge;
        let no = |message: String| Stop { code: codes::NO_UPGRADER, message };
        let parsed = match bridge.pack.function(name) {
            Some(Ok(parsed)) => parsed,
            Some(Err(fault)) => return Err(no(format!("the function `{name}` is not code: {fault}"))),
            None => return Err(no(format!("the pack has no function `{name}`"))),
        };
        let set = (bridge.sets)(version)
            .ok_or_else(|| no(format!("which operators the set has at version {version} is not known")))?;
        self.run(&Body { parsed, version, set }, name, Vec::new(), arguments)
    }

    /// Evaluates a function of a body.
    pub(super) fn run(
        &mut self,
        body: &Body,
        name: &str,
        positional: Vec<Value>,
        mut keywords: Scope,
    ) -> Outcome<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Stop::new(format!("functions call each other more than {MAX_DEPTH} deep")));
        }
        let tree = body.tree()?;
        let found = tree.functions().map(|(_, function)| function);
        let function = found.into_iter().find(|function| tree.name(function.name) == name);
        let Some(function) = function else {
            return Err(Stop::new(format!("there is no function `{name}`")));
        };
        let mut scope = self.bind(body, function, positional, &mut keywords)?;
        if let Some(odd) = keywords.keys().min() {
            return Err(Stop::new(format!("`{name}` takes no argument `{odd}`")));
        }
        let flow = self.block(body, &function.body, &mut scope)?;
        self.depth -= 1;
        Ok(match flow {
            Flow::Return(value) => value,
            _ => Value::None,
        })
    }

    fn bind(
        &mut self,
        body: &Body,
        function: &Function,
        positional: Vec<Value>,
        keywords: &mut Scope,
    ) -> Outcome<Scope> {
        let tree = body.tree()?;
        let (mut scope, mut positional) = (Scope::default(), positional.into_iter());
        for parameter in &function.parameters {
            let name = tree.name(parameter.name);
            let given = match parameter.keyword_only {
                true => None,
                false => positional.next(),
            };
            let value = match (given.or_else(|| keywords.remove(name)), parameter.default) {
                (Some(value), _) => value,
                (None, Some(default)) => self.expr(body, default, &mut Scope::default())?,
                (None, None) => {
                    let function = tree.name(function.name);
                    return Err(Stop::new(format!("`{function}` is not given `{name}`")));
                }
            };
            scope.insert(name.to_string(), value);
        }
        match positional.next() {
            None => Ok(scope),
            Some(_) => Err(Stop::new(format!("`{}` is given too many arguments", tree.name(function.name)))),
        }
    }

    fn block(&mut self, body: &Body, block: &Block, scope: &mut Scope) -> Outcome<Flow> {
        for stmt in block {
            match self.stmt(body, *stmt, scope)? {
                Flow::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(&mut self, body: &Body, id: StmtId, scope: &mut Scope) -> Outcome<Flow> {
        self.step()?;
        let tree = body.tree()?;
        match &tree.stmt(id).kind {
            StmtKind::Expr(value) => {
                self.expr(body, *value, scope)?;
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let value = self.expr(body, *value, scope)?;
                for target in targets {
                    assign(tree, *target, value.clone(), scope)?;
                }
            }
            StmtKind::AugmentedAssign { target, operator, value, .. } => {
                let (left, right) = (self.expr(body, *target, scope)?, self.expr(body, *value, scope)?);
                let value = self.binary(body, *operator, left, right)?;
                assign(tree, *target, value, scope)?;
            }
            StmtKind::Return(None) => return Ok(Flow::Return(Value::None)),
            StmtKind::Return(Some(value)) => return Ok(Flow::Return(self.expr(body, *value, scope)?)),
            StmtKind::If { condition, then, otherwise, .. } => {
                let holds = self.condition(body, *condition, scope)?;
                return self.block(body, if holds { then } else { otherwise }, scope);
            }
            StmtKind::While { condition, body: inner } => {
                while self.condition(body, *condition, scope)? {
                    self.step()?;
                    match self.block(body, inner, scope)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                    }
                }
            }
            StmtKind::For { targets, iterables, body: inner } => {
                let ([target], [over]) = (&targets[..], &iterables[..]) else {
                    return Err(Stop::new("the function has a loop over several lists"));
                };
                let items = self.expr(body, *over, scope)?;
                let Some(items) = items.items() else {
                    return Err(Stop::new(format!("the function has a loop over {}", items.kind())));
                };
                for item in items {
                    self.step()?;
                    assign(tree, *target, item, scope)?;
                    match self.block(body, inner, scope)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return(value) => return Ok(Flow::Return(value)),
                    }
                }
            }
            StmtKind::Assign { value: None, .. } | StmtKind::Pass => {}
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Assert { condition, .. } => {
                if !self.condition(body, *condition, scope)? {
                    return Err(Stop::new("an assertion of the function does not hold for this call"));
                }
            }
            StmtKind::Raise(_) => return Err(Stop::new("the function raises for this call")),
            _ => {
                return Err(Stop::new(format!(
                    "`{}` has a statement that is not evaluated",
                    body.parsed.name
                )));
            }
        }
        Ok(Flow::Next)
    }

    /// A condition, which must be known.
    pub(super) fn condition(&mut self, body: &Body, id: ExprId, scope: &mut Scope) -> Outcome<bool> {
        let value = self.expr(body, id, scope)?;
        let said = || {
            let tree = body.tree().ok();
            tree.map_or_else(String::new, |tree| {
                String::from_utf8_lossy(tree.bytes(tree.expr(id).span)).into_owned()
            })
        };
        match value {
            Value::Bool(truth) => Ok(truth),
            Value::Int(number) => Ok(number != 0),
            other => Err(Stop::new(format!(
                "`{}` branches on `{}`, which is {}",
                body.parsed.name,
                said(),
                match other {
                    Value::Tensor(_) => "the value of a tensor",
                    other => other.kind(),
                }
            ))),
        }
    }
}

/// Gives a name, or several, a value.
fn assign(tree: &Tree, target: ExprId, value: Value, scope: &mut Scope) -> Outcome<()> {
    let target = tree.bare(target);
    if let Some(name) = tree.as_name(target) {
        scope.insert(name.to_string(), value);
        return Ok(());
    }
    let targets = match &tree.expr(target).kind {
        ExprKind::Tuple { items, .. } | ExprKind::List { items, .. } => items,
        _ => return Err(Stop::new("the function assigns to something that is not a name")),
    };
    let values = value.items().filter(|values| values.len() == targets.len());
    let Some(values) = values else {
        return Err(Stop::new(format!("the function takes {} apart", value.kind())));
    };
    targets.iter().zip(values).try_for_each(|(target, value)| assign(tree, *target, value, scope))
}
