//! Statements without branches.

use outlast_opset::schema::Value as Literal;
use outlast_opset::types::Type;

use super::super::Fault;
use super::super::graph::Kind;
use super::{Body, V, fault};
use crate::source::{ExprId, ExprKind, Stmt, StmtKind, Unary};

impl Body<'_, '_> {
    /// A statement behind which the next one follows.
    pub(super) fn statement(&mut self, stmt: &Stmt) -> Result<(), Fault> {
        match &stmt.kind {
            StmtKind::Pass => {}
            StmtKind::Expr(of) => {
                self.value(*of)?;
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let assigned = self.value(*value)?;
                for target in targets {
                    self.assign(*target, assigned.clone(), self.type_of(*value))?;
                }
            }
            StmtKind::AugmentedAssign { target, value, .. } => {
                let on = self.value(*target)?;
                let by = self.value(*value)?;
                let call = self.call_at(stmt.span, |call| !call.implicit && call.name != "aten::Bool");
                let Some(call) = call else {
                    return fault(stmt.span, "an assignment that has no form in bytecode");
                };
                let changed = self.call(call, None, &[on, by], &[], stmt.span)?;
                self.assign(*target, changed, None)?;
            }
            _ => return fault(stmt.span, "a statement that has no form in bytecode"),
        }
        Ok(())
    }

    pub(super) fn type_of(&self, id: ExprId) -> Option<Type> {
        self.trace.types.get(&id).cloned()
    }

    /// Assigns a value of a type.
    pub(super) fn assign(&mut self, target: ExprId, value: V, ty: Option<Type>) -> Result<(), Fault> {
        let tree = self.tree;
        let bare = tree.bare(target);
        let span = tree.expr(bare).span;
        match &tree.expr(bare).kind {
            ExprKind::Name => {
                let name = tree.as_name(bare).unwrap_or_default().to_string();
                self.env.insert(name, value);
                Ok(())
            }
            ExprKind::Tuple { items, .. } => self.unpack(items, value, ty),
            ExprKind::Subscript { value: object, items, .. } => {
                let on = self.value(*object)?;
                let [index] = items.as_slice() else {
                    return fault(span, "an assignment to several indices");
                };
                let index = self.value(*index)?;
                match self.call_at(span, |call| call.name == "aten::_set_item") {
                    Some(call) => self.call(call, None, &[on, index, value], &[], span).map(|_| ()),
                    None => fault(span, "an assignment to an index that has no form in bytecode"),
                }
            }
            _ => fault(span, "an assignment that has no form in bytecode"),
        }
    }

    /// Assigns the elements of a tuple or of a list.
    pub(super) fn unpack(&mut self, targets: &[ExprId], value: V, ty: Option<Type>) -> Result<(), Fault> {
        let at = targets.first().map(|target| self.tree.expr(*target).span).unwrap_or_default();
        let star = |target: &ExprId| {
            matches!(self.tree.expr(self.tree.bare(*target)).kind, ExprKind::Unary(Unary::Star, _))
        };
        if targets.iter().any(star) {
            return fault(at, "a star in an assignment");
        }
        let parts: Vec<(V, Option<Type>)> = match value {
            V::Parts(parts) if parts.len() == targets.len() => {
                parts.into_iter().map(|part| (part, None)).collect()
            }
            V::Parts(_) => return fault(at, "another number of values than of variables"),
            V::One(one) => {
                let (kind, types): (Kind, Vec<Option<Type>>) = match ty {
                    Some(Type::List(of)) => (Kind::ListUnpack, vec![Some(*of); targets.len()]),
                    Some(of @ (Type::Tuple(_) | Type::NamedTuple(..))) => {
                        (Kind::TupleUnpack, of.parts().into_iter().cloned().map(Some).collect())
                    }
                    _ => return fault(at, "a value of unknown type is taken apart"),
                };
                let outputs = self.node(kind, vec![one], targets.len(), at)?;
                outputs.into_iter().map(V::One).zip(types).collect()
            }
        };
        for (target, (part, ty)) in targets.iter().zip(parts) {
            self.assign(*target, part, ty)?;
        }
        Ok(())
    }

    /// Raises an exception, without end.
    pub(super) fn raise(&mut self, message: V, at: crate::source::Bytes32) -> Result<(), Fault> {
        let message = self.whole(message, at);
        let schema = self.builder.raise.clone();
        let mut inputs = vec![message];
        if schema.arguments.len() > 1 {
            inputs.push(self.constant(Literal::None));
        }
        self.node(Kind::Operator(Box::new(schema)), inputs, 0, at)?;
        Ok(())
    }
}
