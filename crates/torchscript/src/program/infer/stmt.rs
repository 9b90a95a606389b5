//! Statements.

use outlast_opset::resolve::Actual;
use outlast_opset::types::Type;

use super::value::{Value, unify};
use super::{Body, unify_returned};
use crate::program::report::ProblemKind;
use crate::source::{Bytes32, ExprId, ExprKind, StmtId, StmtKind};

impl Body<'_, '_> {
    /// Statements, up to the first behind which nothing is reached.
    pub(super) fn block(&mut self, body: &[StmtId]) {
        for stmt in body {
            if self.frames.last().is_none_or(|frame| frame.exits) || !self.step() {
                return;
            }
            self.statement(*stmt);
        }
    }

    fn exit(&mut self) {
        if let Some(frame) = self.frame() {
            frame.exits = true;
        }
    }

    fn statement(&mut self, id: StmtId) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(of) => {
                self.value(*of, None);
            }
            StmtKind::Assign { targets, annotation, value } => {
                self.assignment(span, targets, *annotation, *value);
            }
            StmtKind::AugmentedAssign { target, operator, value, .. } => {
                self.augmented(span, *target, *operator, *value);
            }
            StmtKind::Return(value) => self.returned(*value, span),
            StmtKind::If { condition, then, otherwise, .. } => {
                self.if_statement(span, *condition, then, otherwise);
            }
            StmtKind::While { condition, body } => self.while_loop(*condition, body),
            StmtKind::For { targets, iterables, body } => self.for_loop(span, targets, iterables, body),
            StmtKind::With { items, body } => self.with(items, body),
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Raise(of) => {
                self.value(*of, None);
                self.exit();
            }
            StmtKind::Assert { condition, message } => self.assertion(*condition, *message, span),
            StmtKind::Delete(targets) => {
                for target in targets {
                    self.delete(*target);
                }
            }
            StmtKind::Global(_) => self.problem(ProblemKind::Construct, span, "`global` has no meaning here"),
            StmtKind::Def(code) => {
                let signature = self.compiler.model.declared(self.file, tree, code, None);
                self.unit.problems.extend(signature.problems.iter().cloned());
                let returns = self.function(code, &signature);
                let name = self.text(code.name);
                self.set(&name, Value::Closure(returns), None, code.name.span);
            }
        }
    }

    fn returned(&mut self, value: Option<ExprId>, span: Bytes32) {
        let declared = self.defs.last().and_then(|def| def.declared.clone());
        let actual = match value {
            Some(value) => self.simple_as(value, declared.as_ref()),
            None => Actual::none(),
        };
        let merged = match declared {
            Some(declared) => {
                if declared != Type::Any {
                    self.expect(&actual, &declared, span, "what is returned");
                }
                declared
            }
            None => {
                let before = self.defs.last().and_then(|def| def.merged.clone());
                match before {
                    None => actual.ty,
                    Some(before) => {
                        if unify(&before, &actual.ty, false).is_none() {
                            let message = format!("`{before}` is returned before, `{}` here", actual.ty);
                            self.problem(ProblemKind::Mismatch, span, message);
                        }
                        unify_returned(&before, &actual.ty)
                    }
                }
            }
        };
        if let Some(def) = self.defs.last_mut() {
            def.merged = Some(merged);
        }
        self.exit();
    }

    fn assertion(&mut self, condition: ExprId, message: Option<ExprId>, span: Bytes32) {
        let condition = self.condition(condition);
        match condition.known {
            Some(true) => return self.refine(&condition.holds),
            Some(false) => {
                self.exit();
                return;
            }
            None => {}
        }
        let mut holds = super::Frame::default();
        holds.types.extend(condition.holds.iter().cloned());
        self.frames.push(super::Frame::default());
        self.refine(&condition.fails);
        if let Some(message) = message {
            self.simple(message);
        }
        let fails = self.frames.pop().map(|frame| super::Frame { exits: true, ..frame }).unwrap_or_default();
        self.merge(span, &holds, &fails);
    }

    fn delete(&mut self, target: ExprId) {
        let tree = self.tree;
        let bare = tree.bare(target);
        let span: Bytes32 = self.span(bare);
        match &tree.expr(bare).kind {
            ExprKind::Name => {
                let name = tree.as_name(bare).unwrap_or_default();
                for frame in &mut self.frames {
                    frame.types.remove(name);
                    frame.values.remove(name);
                }
            }
            ExprKind::Subscript { value, items, .. } => {
                let on = self.simple(*value);
                let Some(index) = items.first() else { return };
                let index = self.simple(*index);
                self.magic("aten::Delete", "__delitem__", span, vec![on, index], Vec::new());
            }
            _ => self.problem(
                ProblemKind::Construct,
                span,
                "a variable or an element of a list expected behind `del`",
            ),
        }
    }
}
