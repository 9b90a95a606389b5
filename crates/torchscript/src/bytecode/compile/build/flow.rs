//! Branches.
//!
//! What follows a branch that may leave the block (`return`, `break`, `continue`, `raise`) is compiled into both ways, so that each of them ends for itself.

use std::collections::BTreeSet;

use outlast_opset::schema::Value as Literal;

use super::super::Fault;
use super::super::graph::{BlockId, Kind, ValueId};
use super::{Body, Env, MAX_DEPTH, V, VALUE, fault};
use crate::source::{Bytes32, ExprId, ExprKind, StmtId, StmtKind, Tree};

/// Whether a loop goes on.
pub(super) const GO: &str = "%go";
/// Whether the function returns.
pub(super) const RETURNED: &str = "%returned";
/// There where the interpreter never comes.
const NEVER: &str = "%never";

/// What is left to do.
#[derive(Clone, Debug)]
pub(super) enum Segment<'p> {
    Statements(&'p [StmtId]),
    /// The function returns what its variable for that says.
    Return,
}

/// What statements are in.
#[derive(Debug)]
pub(super) enum Frame {
    /// The function.
    Function,
    /// A branch that is not left.
    Branch,
    /// A loop, with the variables that rounds give to each other.
    Loop { names: Vec<String>, condition: Option<ExprId> },
}

impl Frame {
    /// The variables that matter behind it.
    fn names(&self) -> Vec<String> {
        match self {
            Frame::Function => vec![VALUE.into()],
            Frame::Branch => Vec::new(),
            Frame::Loop { names, .. } => names.iter().cloned().chain([GO.into()]).collect(),
        }
    }
}

/// Whether statements may leave the block that they are in. What nests too deeply is refused when it is compiled.
pub(super) fn exits(tree: &Tree, body: &[StmtId], in_loop: bool, depth: usize) -> bool {
    body.iter().any(|stmt| match &tree.stmt(*stmt).kind {
        _ if depth > MAX_DEPTH => false,
        StmtKind::Return(_) => true,
        // Rounds that end in an exception are ends of the loop's own.
        StmtKind::Raise(_) | StmtKind::Break | StmtKind::Continue => !in_loop,
        StmtKind::If { then, otherwise, .. } => {
            [then, otherwise].into_iter().any(|body| exits(tree, body, in_loop, depth.saturating_add(1)))
        }
        StmtKind::While { body, .. } | StmtKind::For { body, .. } => {
            exits(tree, body, true, depth.saturating_add(1))
        }
        _ => false,
    })
}

/// The variables that statements assign to.
pub(super) fn assigned(tree: &Tree, body: &[StmtId], names: &mut BTreeSet<String>, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    for stmt in body {
        let kind = &tree.stmt(*stmt).kind;
        let mut open: Vec<ExprId> = match kind {
            StmtKind::Assign { targets, .. } | StmtKind::For { targets, .. } => targets.clone(),
            StmtKind::AugmentedAssign { target, .. } => vec![*target],
            _ => Vec::new(),
        };
        while let Some(target) = open.pop() {
            match &tree.expr(tree.bare(target)).kind {
                ExprKind::Tuple { items, .. } => open.extend(items),
                _ => names.extend(tree.as_name(target).map(str::to_string)),
            }
        }
        for block in kind.blocks() {
            assigned(tree, block, names, depth.saturating_add(1));
        }
    }
}

impl<'p> Body<'_, 'p> {
    /// Compiles what is left, up to the end of the frame.
    pub(super) fn run(&mut self, mut rest: Vec<Segment<'p>>, frame: &Frame) -> Result<(), Fault> {
        let tree = self.tree;
        while let Some(segment) = rest.pop() {
            let Segment::Statements(body) = segment else {
                let value = self.env.get(VALUE).cloned();
                return self.leave(value, frame);
            };
            let Some((first, more)) = body.split_first() else { continue };
            rest.push(Segment::Statements(more));
            let stmt = tree.stmt(*first);
            self.builder.step(stmt.span)?;
            match &stmt.kind {
                StmtKind::If { condition, then, otherwise, .. } => {
                    if let Some(known) = self.known(*condition) {
                        rest.push(Segment::Statements(if known { then } else { otherwise }));
                        continue;
                    }
                    let holds = self.condition(*condition)?;
                    if exits(tree, then, false, 0) || exits(tree, otherwise, false, 0) {
                        let with = |body: &'p [StmtId]| {
                            rest.iter().cloned().chain([Segment::Statements(body)]).collect::<Vec<_>>()
                        };
                        return self.branch(holds, [with(then), with(otherwise)], frame, stmt.span);
                    }
                    let ways = [then, otherwise].map(|body| vec![Segment::Statements(body.as_slice())]);
                    self.branch(holds, ways, &Frame::Branch, stmt.span)?;
                }
                StmtKind::While { condition, body } => {
                    if let Some(returned) = self.while_loop(*condition, body, stmt.span)? {
                        let ways = [vec![Segment::Return], rest];
                        return self.branch(returned, ways, frame, stmt.span);
                    }
                }
                StmtKind::For { targets, iterables, body } => {
                    if let Some(returned) = self.for_loop(targets, iterables, body, stmt.span)? {
                        let ways = [vec![Segment::Return], rest];
                        return self.branch(returned, ways, frame, stmt.span);
                    }
                }
                StmtKind::Return(value) => {
                    let value = match value {
                        Some(value) => Some(self.value(*value)?),
                        None => None,
                    };
                    return self.leave(value, frame);
                }
                StmtKind::Break => {
                    let no = self.constant(Literal::Bool(false));
                    self.env.insert(GO.into(), V::One(no));
                    return Ok(());
                }
                StmtKind::Continue => return self.end(frame),
                StmtKind::Raise(of) => {
                    let message = self.message(*of)?;
                    self.raise(message, stmt.span)?;
                    self.never();
                    return Ok(());
                }
                StmtKind::Assert { condition, message } => self.assertion(*condition, *message, stmt.span)?,
                _ => self.statement(stmt)?,
            }
        }
        self.end(frame)
    }

    /// The end of a frame without a statement that leaves it.
    fn end(&mut self, frame: &Frame) -> Result<(), Fault> {
        if let Frame::Loop { condition, .. } = frame {
            let go = match condition {
                Some(condition) => self.condition(*condition)?,
                None => self.constant(Literal::Bool(true)),
            };
            self.env.insert(GO.into(), V::One(go));
        }
        if let Frame::Function = frame {
            let none = self.constant(Literal::None);
            self.env.insert(VALUE.into(), V::One(none));
        }
        Ok(())
    }

    /// The function returns.
    fn leave(&mut self, value: Option<V>, frame: &Frame) -> Result<(), Fault> {
        let none = self.constant(Literal::None);
        self.env.insert(VALUE.into(), value.unwrap_or(V::One(none)));
        if let Frame::Loop { .. } = frame {
            let (yes, no) = (self.constant(Literal::Bool(true)), self.constant(Literal::Bool(false)));
            self.env.insert(RETURNED.into(), V::One(yes));
            self.env.insert(GO.into(), V::One(no));
        }
        Ok(())
    }

    fn never(&mut self) {
        let none = self.constant(Literal::None);
        self.env.insert(NEVER.into(), V::One(none));
    }

    /// Compiles a part into a block of its own: what variables are behind it.
    pub(super) fn apart(
        &mut self,
        env: &Env,
        at: Bytes32,
        part: impl FnOnce(&mut Self) -> Result<(), Fault>,
    ) -> Result<(BlockId, Env), Fault> {
        if self.builder.depth >= MAX_DEPTH {
            return fault(at, "blocks are nested too deeply");
        }
        self.builder.depth += 1;
        let outside = std::mem::replace(&mut self.block, self.builder.graph.new_block());
        let before = std::mem::replace(&mut self.env, env.clone());
        part(self)?;
        self.builder.depth -= 1;
        let inside = std::mem::replace(&mut self.block, outside);
        Ok((inside, std::mem::replace(&mut self.env, before)))
    }

    /// Two ways, and the variables behind them: all that both have, or those that the frame asks for.
    fn branch(
        &mut self,
        condition: ValueId,
        ways: [Vec<Segment<'p>>; 2],
        frame: &Frame,
        at: Bytes32,
    ) -> Result<(), Fault> {
        let env = self.env.clone();
        let [one, another] = ways;
        let (then, mut first) = self.apart(&env, at, |body| body.run(one, frame))?;
        let (otherwise, mut second) = self.apart(&env, at, |body| body.run(another, frame))?;
        let (never, ever) = (first.remove(NEVER), second.remove(NEVER));
        if never.is_some() && ever.is_some() {
            self.never();
        }
        let names: Vec<String> = match frame {
            Frame::Branch => first.keys().filter(|name| second.contains_key(*name)).cloned().collect(),
            frame => frame.names(),
        };
        let mut join = Join { blocks: [then, otherwise], returns: [Vec::new(), Vec::new()], at };
        let none = V::One(self.constant(Literal::None));
        let mut joined: Vec<(String, Joined)> = Vec::new();
        for name in names {
            // Where the interpreter never comes, any value will do.
            let (one, another) = match (first.get(&name), second.get(&name), &never, &ever) {
                (Some(one), Some(another), None, None) => (one.clone(), another.clone()),
                (_, Some(another), Some(_), _) => (self.like(another), another.clone()),
                (Some(one), _, _, Some(_)) => (one.clone(), self.like(one)),
                (None, None, Some(_), Some(_)) => (none.clone(), none.clone()),
                _ => continue,
            };
            joined.push((name, join.join(self, one, another)));
        }
        let count = join.returns[0].len();
        for (block, returns) in join.blocks.into_iter().zip(join.returns) {
            self.builder.graph.block_mut(block).returns = returns;
        }
        self.builder.step(at)?;
        let (inputs, blocks) = ((vec![condition], count), vec![then, otherwise]);
        let node = self.builder.graph.add(self.block, Kind::If, inputs, blocks, at);
        let outputs = self.builder.graph.node(node).outputs.clone();
        if let Frame::Branch = frame {
            // What only one way defines is not there behind them.
            self.env.retain(|name, _| first.contains_key(name) && second.contains_key(name));
        }
        for (name, of) in joined {
            self.env.insert(name, of.with(&outputs));
        }
        Ok(())
    }

    /// A value of the same form, which nobody looks at.
    fn like(&mut self, value: &V) -> V {
        match value {
            V::One(_) => V::One(self.constant(Literal::None)),
            V::Parts(parts) => V::Parts(parts.iter().map(|part| self.like(part)).collect()),
        }
    }

    /// One of two values.
    pub(super) fn either(&mut self, condition: ValueId, ways: [ExprId; 2], at: Bytes32) -> Result<V, Fault> {
        let env = self.env.clone();
        let [one, another] = ways;
        let chosen = |of: ExprId| {
            move |body: &mut Self| {
                let value = body.value(of)?;
                body.env.insert(VALUE.into(), value);
                Ok(())
            }
        };
        let (then, mut first) = self.apart(&env, at, chosen(one))?;
        let (otherwise, mut second) = self.apart(&env, at, chosen(another))?;
        let (Some(one), Some(another)) = (first.remove(VALUE), second.remove(VALUE)) else {
            return fault(at, "a choice without values");
        };
        let mut join = Join { blocks: [then, otherwise], returns: [Vec::new(), Vec::new()], at };
        let joined = join.join(self, one, another);
        Ok(joined.with(&self.joined(condition, join)))
    }

    /// The outputs of a node with two blocks.
    fn joined(&mut self, condition: ValueId, join: Join) -> Vec<ValueId> {
        let count = join.returns[0].len();
        for (block, returns) in join.blocks.into_iter().zip(join.returns) {
            self.builder.graph.block_mut(block).returns = returns;
        }
        let (inputs, blocks) = ((vec![condition], count), join.blocks.to_vec());
        let node = self.builder.graph.add(self.block, Kind::If, inputs, blocks, join.at);
        self.builder.graph.node(node).outputs.clone()
    }

    /// `left and right`, `left or right`: the right side is computed where the left one does not decide.
    pub(super) fn short_circuit(
        &mut self,
        or: bool,
        left: ExprId,
        right: ExprId,
        at: Bytes32,
    ) -> Result<ValueId, Fault> {
        let condition = self.condition(left)?;
        let env = self.env.clone();
        let decided = self.constant(Literal::Bool(or));
        let (mut blocks, mut returns) = (Vec::new(), Vec::new());
        for decides in [or, !or] {
            let mut value = decided;
            let (block, _) = self.apart(&env, at, |body| {
                if !decides {
                    value = body.condition(right)?;
                }
                Ok(())
            })?;
            blocks.push(block);
            returns.push(vec![value]);
        }
        let (Ok(blocks), Ok(returns)) = (blocks.try_into(), returns.try_into()) else {
            return fault(at, "a condition without two sides");
        };
        let outputs = self.joined(condition, Join { blocks, returns, at });
        Ok(outputs.first().copied().unwrap_or(decided))
    }

    fn assertion(&mut self, condition: ExprId, message: Option<ExprId>, at: Bytes32) -> Result<(), Fault> {
        match self.known(condition) {
            Some(true) => return Ok(()),
            Some(false) => return fault(at, "an assertion that never holds"),
            None => {}
        }
        let holds = self.condition(condition)?;
        let env = self.env.clone();
        let (then, _) = self.apart(&env, at, |_| Ok(()))?;
        let (otherwise, _) = self.apart(&env, at, |body| {
            let text = match message {
                Some(message) => body.value(message)?,
                None => V::One(body.constant(Literal::Text(b"AssertionError: ".to_vec()))),
            };
            body.raise(text, at)
        })?;
        self.joined(holds, Join { blocks: [then, otherwise], returns: [Vec::new(), Vec::new()], at });
        Ok(())
    }
}

/// Two ways that meet.
struct Join {
    blocks: [BlockId; 2],
    returns: [Vec<ValueId>; 2],
    at: Bytes32,
}

/// A value behind two ways.
enum Joined {
    /// The same on both.
    Same(V),
    /// An output of the node.
    Output(usize),
    Parts(Vec<Joined>),
}

impl Joined {
    fn with(self, outputs: &[ValueId]) -> V {
        match self {
            Joined::Same(value) => value,
            // There is an output for each.
            Joined::Output(at) => outputs.get(at).map_or(V::Parts(Vec::new()), |output| V::One(*output)),
            Joined::Parts(parts) => V::Parts(parts.into_iter().map(|part| part.with(outputs)).collect()),
        }
    }
}

impl Join {
    fn join(&mut self, body: &mut Body<'_, '_>, one: V, another: V) -> Joined {
        match (one, another) {
            (one, another) if one == another => Joined::Same(one),
            (V::Parts(one), V::Parts(another)) if one.len() == another.len() => {
                let pairs = one.into_iter().zip(another);
                Joined::Parts(pairs.map(|(one, another)| self.join(body, one, another)).collect())
            }
            (one, another) => {
                let [then, otherwise] = self.blocks;
                let one = body.builder.whole(one, then, self.at);
                let another = body.builder.whole(another, otherwise, self.at);
                let [first, second] = &mut self.returns;
                first.push(one);
                second.push(another);
                Joined::Output(first.len().saturating_sub(1))
            }
        }
    }
}
