//! What is directly in a node, in the order of the text.

use super::nodes::{Block, Comprehension, ExprId, ExprKind, Function, StmtKind};

impl ExprKind {
    /// Calls `see` with each expression that is directly in this one.
    pub fn each(&self, see: &mut impl FnMut(ExprId)) {
        match self {
            ExprKind::Number
            | ExprKind::Text(_)
            | ExprKind::True
            | ExprKind::False
            | ExprKind::None
            | ExprKind::NoneType
            | ExprKind::Dots
            | ExprKind::Name => {}
            ExprKind::Group(of) | ExprKind::Attribute { value: of, .. } | ExprKind::Unary(_, of) => see(*of),
            ExprKind::Tuple { items, .. } | ExprKind::List { items, .. } => {
                items.iter().copied().for_each(see);
            }
            ExprKind::Dict { items } => {
                for (key, value) in items {
                    see(*key);
                    see(*value);
                }
            }
            ExprKind::ListComprehension(parts) | ExprKind::Generator(parts) => parts.each(see),
            ExprKind::DictComprehension { key, rest } => {
                see(*key);
                rest.each(see);
            }
            ExprKind::Call { callee, arguments, .. } => {
                see(*callee);
                arguments.iter().for_each(|argument| see(argument.value));
            }
            ExprKind::Subscript { value, items, .. } => {
                see(*value);
                items.iter().copied().for_each(see);
            }
            ExprKind::Slice { start, stop, step, .. } => {
                [start, stop, step].into_iter().flatten().copied().for_each(see);
            }
            ExprKind::Binary(_, left, right) => {
                see(*left);
                see(*right);
            }
            ExprKind::IfElse { condition, then, otherwise } => {
                see(*then);
                see(*condition);
                see(*otherwise);
            }
        }
    }
}

impl Comprehension {
    fn each(self, see: &mut impl FnMut(ExprId)) {
        see(self.of);
        see(self.target);
        see(self.over);
    }
}

impl Function {
    /// Calls `see` with each expression of the head: types, defaults and the type comment.
    pub fn each(&self, see: &mut impl FnMut(ExprId)) {
        for parameter in &self.parameters {
            [parameter.annotation, parameter.default].into_iter().flatten().for_each(&mut *see);
        }
        self.returns.into_iter().for_each(&mut *see);
        if let Some(comment) = &self.type_comment {
            comment.parameters.iter().copied().chain(comment.returns).for_each(see);
        }
    }
}

impl StmtKind {
    /// Calls `see` with each expression that is directly in this statement, those of its blocks left out.
    pub fn each(&self, see: &mut impl FnMut(ExprId)) {
        match self {
            StmtKind::Pass | StmtKind::Break | StmtKind::Continue | StmtKind::Global(_) => {}
            StmtKind::Expr(of) | StmtKind::Raise(of) => see(*of),
            StmtKind::Assign { targets, annotation, value } => {
                targets.iter().copied().chain(*annotation).chain(*value).for_each(see);
            }
            StmtKind::AugmentedAssign { target, annotation, value, .. } => {
                [Some(target), annotation.as_ref(), Some(value)].into_iter().flatten().copied().for_each(see);
            }
            StmtKind::Return(value) => value.iter().copied().for_each(see),
            StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => see(*condition),
            StmtKind::For { targets, iterables, .. } => {
                targets.iter().chain(iterables).copied().for_each(see);
            }
            StmtKind::With { items, .. } => items.iter().for_each(|(context, _)| see(*context)),
            StmtKind::Assert { condition, message } => {
                see(*condition);
                message.iter().copied().for_each(see);
            }
            StmtKind::Delete(targets) => targets.iter().copied().for_each(see),
            StmtKind::Def(function) => function.each(see),
        }
    }

    /// The blocks in this statement.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let blocks = match self {
            StmtKind::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            StmtKind::While { body, .. } | StmtKind::For { body, .. } | StmtKind::With { body, .. } => {
                [Some(body), None]
            }
            StmtKind::Def(function) => [Some(&function.body), None],
            _ => [None, None],
        };
        blocks.into_iter().flatten()
    }
}
