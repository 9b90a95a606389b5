//! Branches, loops and contexts.

use std::collections::BTreeSet;

use outlast_opset::resolve::Actual;
use outlast_opset::types::Type;

use super::value::{Value, unify};
use super::{Body, Frame};
use crate::program::report::ProblemKind;
use crate::source::{Bytes32, ExprId, Ident, StmtId};

impl Body<'_, '_> {
    pub(super) fn if_statement(
        &mut self,
        span: Bytes32,
        condition: ExprId,
        then: &[StmtId],
        otherwise: &[StmtId],
    ) {
        let condition = self.condition(condition);
        if let Some(known) = condition.known {
            // The other branch is not compiled.
            self.refine(if known { &condition.holds } else { &condition.fails });
            return self.block(if known { then } else { otherwise });
        }
        let mut branches = Vec::new();
        for (block, refinements) in [(then, &condition.holds), (otherwise, &condition.fails)] {
            self.frames.push(Frame::default());
            self.refine(refinements);
            self.block(block);
            branches.extend(self.frames.pop());
        }
        let Ok([one, another]) = <[Frame; 2]>::try_from(branches) else { return };
        self.merge(span, &one, &another);
    }

    /// Joins what two branches define.
    pub(super) fn merge(&mut self, span: Bytes32, one: &Frame, another: &Frame) {
        if one.exits && another.exits {
            if let Some(frame) = self.frame() {
                frame.exits = true;
            }
            return;
        }
        let names: BTreeSet<&String> = one.types.keys().chain(another.types.keys()).collect();
        for name in names {
            let outer = self.find(name);
            let in_branch = |frame: &Frame| {
                let own = frame.types.get(name).cloned();
                own.or_else(|| match &outer {
                    Some(Value::Simple(actual)) => Some(actual.ty.clone()),
                    _ => None,
                })
            };
            let joined = match (in_branch(one), in_branch(another)) {
                (Some(ty), _) if another.exits => Some(ty),
                (_, Some(ty)) if one.exits => Some(ty),
                (Some(one), Some(another)) => {
                    let known = match &outer {
                        Some(Value::Simple(actual)) => Some(&actual.ty),
                        _ => None,
                    };
                    let union = matches!(known, Some(Type::Union(_) | Type::Optional(_) | Type::Number));
                    let joined = unify(&one, &another, union);
                    if joined.is_none() && outer.is_some() {
                        let message = format!(
                            "`{name}` is of type `{one}` in one branch, and of type `{another}` in the other"
                        );
                        self.problem(ProblemKind::Mismatch, span, message);
                    }
                    joined
                }
                // It is defined in one branch only, and undefined behind it.
                _ => None,
            };
            if let (Some(joined), Some(frame)) = (joined, self.frames.last_mut()) {
                frame.types.insert(name.clone(), joined);
            }
        }
    }

    pub(super) fn while_loop(&mut self, condition: ExprId, body: &[StmtId]) {
        self.frames.push(Frame::default());
        let span = self.span(condition);
        let value = self.simple(condition);
        self.as_bool(value, span);
        self.frames.pop();
        self.frames.push(Frame::default());
        self.block(body);
        self.frames.pop();
    }

    pub(super) fn for_loop(
        &mut self,
        span: Bytes32,
        targets: &[ExprId],
        iterables: &[ExprId],
        body: &[StmtId],
    ) {
        let [over] = iterables else {
            return self.problem(ProblemKind::Construct, span, "one iterable expected in a `for` loop");
        };
        let at = self.span(*over);
        let value = self.value(*over, None);
        let value = self.iterable(value, at);
        let unrolled = Self::length(&value).is_some();
        if !unrolled {
            self.lengths(&value, at);
            self.frames.push(Frame::default());
        }
        for round in self.iterate(value, at) {
            if !self.step() {
                break;
            }
            self.assign_all(targets, round, at);
            self.block(body);
        }
        if !unrolled {
            self.frames.pop();
        }
    }

    /// What can be gone through.
    pub(super) fn iterable(&mut self, value: Value, at: Bytes32) -> Value {
        match value {
            Value::Simple(Actual { ty, constant }) => match ty {
                Type::Tuple(_) | Type::NamedTuple(..) => {
                    Value::Parts(ty.parts().into_iter().cloned().map(Value::of).collect())
                }
                Type::Dict(..) => {
                    let args = [Actual { ty, constant }];
                    Value::Simple(self.builtin("aten::keys", at, None, &args, &[], true))
                }
                Type::List(_) | Type::Str | Type::Tensor => Value::Simple(Actual { ty, constant }),
                Type::Unknown => self.unknown(),
                // Modules that hold others could be gone through where they are compiled from Python, not here.
                ty => {
                    self.problem(ProblemKind::Mismatch, at, format!("`{ty}` is not iterable"));
                    Value::Unknown
                }
            },
            Value::EnumClass(class) => Value::of(Type::list(Type::Enum(class))),
            Value::Range { .. } | Value::Iterables(_) | Value::Parts(_) | Value::Unknown => value,
            other => {
                let message = format!("a {} is not iterable", other.kind());
                self.problem(ProblemKind::Construct, at, message);
                Value::Unknown
            }
        }
    }

    /// How many rounds a loop has, where the compiler writes each of them.
    fn length(value: &Value) -> Option<usize> {
        match value {
            Value::Parts(parts) => Some(parts.len()),
            Value::Iterables(all) => all.iter().filter_map(Self::length).min(),
            _ => None,
        }
    }

    /// The calls that find out how often a loop goes round.
    fn lengths(&mut self, value: &Value, at: Bytes32) {
        match value {
            Value::Range { only_end: false } => {
                let args = [Type::Int.into(), Type::Int.into(), Type::Int.into()];
                self.builtin("aten::__range_length", at, None, &args, &[], true);
            }
            Value::Simple(actual) => {
                self.builtin("aten::len", at, None, std::slice::from_ref(actual), &[], true);
            }
            Value::Iterables(all) => {
                for one in all {
                    self.lengths(one, at);
                }
                self.builtin("prim::min", at, None, &[Type::list(Type::Int).into()], &[], true);
            }
            _ => {}
        }
    }

    /// What each round of a loop gives: one for all rounds, unless the compiler writes each of them.
    pub(super) fn iterate(&mut self, value: Value, at: Bytes32) -> Vec<Value> {
        let value = self.iterable(value, at);
        match Self::length(&value) {
            Some(length) => (0..length).map(|round| self.round(&value, Some(round), at)).collect(),
            None => vec![self.round(&value, None, at)],
        }
    }

    fn round(&mut self, value: &Value, round: Option<usize>, at: Bytes32) -> Value {
        match value {
            Value::Range { only_end } => {
                if !only_end {
                    let args = [Type::Int.into(), Type::Int.into(), Type::Int.into()];
                    self.builtin("aten::__derive_index", at, None, &args, &[], true);
                }
                Value::of(Type::Int)
            }
            Value::Iterables(all) => Value::Parts(all.iter().map(|one| self.round(one, round, at)).collect()),
            Value::Parts(parts) => {
                round.and_then(|round| parts.get(round)).cloned().unwrap_or(Value::Unknown)
            }
            Value::Simple(Actual { ty: Type::Tensor, .. }) => {
                let args = [Type::Tensor.into(), Actual::int(0), Type::Int.into()];
                Value::Simple(self.builtin("aten::select", at, None, &args, &[], true))
            }
            Value::Simple(actual) => {
                let args = [actual.clone(), Type::Int.into()];
                Value::Simple(self.builtin("aten::__getitem__", at, None, &args, &[], true))
            }
            _ => Value::Unknown,
        }
    }

    pub(super) fn with(&mut self, items: &[(ExprId, Option<Ident>)], body: &[StmtId]) {
        for (context, name) in items {
            let at = self.span(*context);
            let value = self.simple(*context);
            let entered = match &value.ty {
                Type::Class(class) if class.starts_with(crate::program::model::CUSTOM) => {
                    let class = class.clone();
                    self.uses_custom(class, Some("__enter__".into()), at);
                    Type::Unknown
                }
                Type::Class(_) => {
                    let enter = self.attribute(Value::Simple(value.clone()), "__enter__", at);
                    self.attribute(Value::Simple(value), "__exit__", at);
                    match self.call(enter, at, Vec::new(), Vec::new()) {
                        Value::Simple(actual) => actual.ty,
                        _ => Type::Unknown,
                    }
                }
                Type::Unknown => Type::Unknown,
                ty => {
                    let message = format!("an object with `__enter__` and `__exit__` expected, `{ty}` found");
                    self.problem(ProblemKind::Mismatch, at, message);
                    Type::Unknown
                }
            };
            if let Some(name) = name {
                let text = self.text(*name);
                self.set(&text, Value::of(entered), None, name.span);
            }
        }
        self.block(body);
    }
}
