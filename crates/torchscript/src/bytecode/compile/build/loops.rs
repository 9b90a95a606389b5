//! Loops.
//!
//! A loop that may be left early has variables for that: whether there is another round, whether the function returns, and what.

use std::collections::BTreeSet;

use outlast_opset::schema::Value as Literal;
use outlast_opset::types::Type;

use super::super::Fault;
use super::super::graph::{Kind, ValueId};
use super::flow::{Frame, GO, RETURNED, Segment, assigned, exits};
use super::{Body, V, VALUE, fault};
use crate::source::{Bytes32, ExprId, ExprKind, StmtId};

impl<'p> Body<'_, 'p> {
    pub(super) fn while_loop(
        &mut self,
        condition: ExprId,
        body: &'p [StmtId],
        at: Bytes32,
    ) -> Result<Option<ValueId>, Fault> {
        let go = self.condition(condition)?;
        let most = self.constant(Literal::Int(i64::MAX));
        self.rounds([most, go], (body, Some(condition)), at, |_, _| Ok(()), &[])
    }

    pub(super) fn for_loop(
        &mut self,
        targets: &'p [ExprId],
        iterables: &[ExprId],
        body: &'p [StmtId],
        at: Bytes32,
    ) -> Result<Option<ValueId>, Fault> {
        let [over] = iterables else { return fault(at, "a loop over several things") };
        let over = self.tree.bare(*over);
        let span = self.tree.expr(over).span;
        let yes = self.constant(Literal::Bool(true));
        if let ExprKind::Call { callee, arguments, .. } = &self.tree.expr(over).kind
            && self.tree.as_name(*callee) == Some("range")
            && !self.env.contains_key("range")
        {
            let mut bounds = Vec::new();
            for argument in arguments {
                let value = self.value(argument.value)?;
                bounds.push(self.whole(value, span));
            }
            let bounds = match bounds[..] {
                [end] => {
                    return self.rounds(
                        [end, yes],
                        (body, None),
                        at,
                        |body, round| body.target(targets, V::One(round), None),
                        targets,
                    );
                }
                [start, end] => [start, end, self.constant(Literal::Int(1))],
                [start, end, step] => [start, end, step],
                _ => return fault(span, "`range` with other than 1 to 3 bounds"),
            };
            let Some(length) = self.call_at(span, |call| call.name == "aten::__range_length") else {
                return fault(span, "a range without a length");
            };
            let count = self.call(length, None, &bounds.map(V::One), &[], span)?;
            let count = self.whole(count, span);
            let [start, _, step] = bounds;
            return self.rounds(
                [count, yes],
                (body, None),
                at,
                move |body, round| {
                    let Some(index) = body.call_at(span, |call| call.name == "aten::__derive_index") else {
                        return fault(span, "a range without an index");
                    };
                    let value = body.call(index, None, &[round, start, step].map(V::One), &[], span)?;
                    body.target(targets, value, None)
                },
                targets,
            );
        }
        let (V::One(list), Some(ty)) = (self.value(over)?, self.type_of(over)) else {
            return fault(span, "a loop over a tuple");
        };
        let Some(length) = self.call_at(span, |call| call.implicit && call.name == "aten::len") else {
            return fault(span, "a loop over something without a length");
        };
        let count = self.call(length, None, &[V::One(list)], &[], span)?;
        let count = self.whole(count, span);
        let first = self.constant(Literal::Int(0));
        self.rounds(
            [count, yes],
            (body, None),
            at,
            move |body, round| {
                let (name, args, of) = match ty {
                    Type::Tensor => ("aten::select", vec![list, first, round], Some(Type::Tensor)),
                    Type::List(of) => ("aten::__getitem__", vec![list, round], Some(*of)),
                    _ => ("aten::__getitem__", vec![list, round], None),
                };
                let Some(element) = body.call_at(span, |call| call.implicit && call.name == name) else {
                    return fault(span, "a loop over something without elements");
                };
                let args: Vec<V> = args.into_iter().map(V::One).collect();
                let value = body.call(element, None, &args, &[], span)?;
                body.target(targets, value, of)
            },
            targets,
        )
    }

    fn target(&mut self, targets: &[ExprId], value: V, ty: Option<Type>) -> Result<(), Fault> {
        match targets {
            [one] => self.assign(*one, value, ty),
            many => self.unpack(many, value, ty),
        }
    }

    /// A loop: at most so many rounds, and whether there is a first. Where the function may return in it, whether it did.
    fn rounds(
        &mut self,
        [count, go]: [ValueId; 2],
        (body, condition): (&'p [StmtId], Option<ExprId>),
        at: Bytes32,
        begin: impl FnOnce(&mut Self, ValueId) -> Result<(), Fault>,
        targets: &[ExprId],
    ) -> Result<Option<ValueId>, Fault> {
        let tree = self.tree;
        let mut changed = BTreeSet::new();
        assigned(tree, body, &mut changed, 0);
        changed.extend(targets.iter().filter_map(|target| tree.as_name(*target)).map(str::to_string));
        let mut names: Vec<String> = changed.into_iter().filter(|name| self.env.contains_key(name)).collect();
        let returns = exits(tree, body, true, 0);
        let before = self.env.get(RETURNED).cloned();
        if returns {
            let (no, none) = (self.constant(Literal::Bool(false)), self.constant(Literal::None));
            self.env.insert(RETURNED.into(), V::One(no));
            self.env.insert(VALUE.into(), V::One(none));
            names.extend([RETURNED.into(), VALUE.into()]);
        }
        let mut inputs = vec![count, go];
        let mut env = self.env.clone();
        for name in &names {
            let value = self.env.get(name).cloned().unwrap_or(V::One(count));
            inputs.push(self.whole(value, at));
        }
        let frame = Frame::Loop { names: names.clone(), condition };
        let mut returned = Vec::new();
        let outer = self.env.clone();
        env.remove(GO);
        let (inside, _) = self.apart(&env, at, |part| {
            let block = part.block;
            let round = part.builder.graph.parameter(block);
            for name in &names {
                let value = part.builder.graph.parameter(block);
                part.env.insert(name.clone(), V::One(value));
            }
            begin(part, round)?;
            part.run(vec![Segment::Statements(body)], &frame)?;
            let no = part.constant(Literal::Bool(false));
            for name in std::iter::once(&GO.to_string()).chain(&names) {
                let value = part.env.get(name).cloned().unwrap_or(V::One(no));
                returned.push(part.whole(value, at));
            }
            Ok(())
        })?;
        self.env = outer;
        self.builder.graph.block_mut(inside).returns = returned;
        self.builder.step(at)?;
        let count = names.len();
        let node = self.builder.graph.add(self.block, Kind::Loop, (inputs, count), vec![inside], at);
        let outputs = self.builder.graph.node(node).outputs.clone();
        let mut did_return = None;
        for (name, output) in names.into_iter().zip(outputs) {
            if name == RETURNED {
                did_return = Some(output);
            }
            self.env.insert(name, V::One(output));
        }
        // A loop around this one has such a variable of its own.
        self.env.remove(RETURNED);
        self.env.extend(before.map(|before| (RETURNED.to_string(), before)));
        Ok(did_return)
    }
}
