//! Expressions and conditions.

use outlast_opset::schema::Value as Literal;
use outlast_opset::types::Type;

use super::super::Fault;
use super::super::graph::{Kind, ValueId};
use super::{Body, V, fault};
use crate::program::operator_of;
use crate::source::{Argument, Binary, Bytes32, ExprId, ExprKind, Number, Unary};

impl Body<'_, '_> {
    /// Whether the compiler of code decided a condition.
    pub(super) fn known(&mut self, id: ExprId) -> Option<bool> {
        let bare = self.tree.bare(id);
        let known = self.trace.known.get(&bare).copied()?;
        self.forget(self.tree.expr(bare).span);
        Some(known)
    }

    /// A condition as a truth value.
    pub(super) fn condition(&mut self, id: ExprId) -> Result<ValueId, Fault> {
        let tree = self.tree;
        let id = tree.bare(id);
        let span = tree.expr(id).span;
        if let Some(known) = self.known(id) {
            return Ok(self.constant(Literal::Bool(known)));
        }
        match &tree.expr(id).kind {
            ExprKind::Binary(binary @ (Binary::And | Binary::Or), left, right) => {
                self.short_circuit(*binary == Binary::Or, *left, *right, span)
            }
            ExprKind::Unary(Unary::Not, of) => {
                let of = self.condition(*of)?;
                let value = self.named("aten::__not__", &[V::One(of)], span)?;
                Ok(self.whole(value, span))
            }
            ExprKind::Binary(binary @ (Binary::Is | Binary::IsNot), left, right) => {
                let args = [self.value(*left)?, self.value(*right)?];
                let name = if *binary == Binary::Is { "aten::__is__" } else { "aten::__isnot__" };
                let value = self.named(name, &args, span)?;
                Ok(self.whole(value, span))
            }
            ExprKind::Call { callee, .. }
                if matches!(tree.as_name(*callee), Some("isinstance" | "hasattr")) =>
            {
                fault(span, "a test of a type that declarations do not decide")
            }
            _ => {
                let value = self.value(id)?;
                let value = self.truth(value, span)?;
                Ok(self.whole(value, span))
            }
        }
    }

    /// A value as a condition.
    fn truth(&mut self, value: V, at: Bytes32) -> Result<V, Fault> {
        if let Some(call) = self.call_at(at, |call| call.name == "aten::Bool") {
            return self.call(call, None, &[value], &[], at);
        }
        let length = |call: &crate::program::trace::Bound| call.name == "aten::gt" && call.implicit;
        if let Some(more) = self.call_at(at, length) {
            let length = self.named("aten::len", &[value], at)?;
            let zero = V::One(self.constant(Literal::Int(0)));
            return self.call(more, None, &[length, zero], &[], at);
        }
        Ok(value)
    }

    /// The text of an exception.
    pub(super) fn message(&mut self, of: ExprId) -> Result<V, Fault> {
        let tree = self.tree;
        match &tree.expr(tree.bare(of)).kind {
            ExprKind::Call { arguments, .. } if !arguments.is_empty() => arguments
                .first()
                .map_or_else(|| fault(tree.expr(of).span, "no text"), |text| self.value(text.value)),
            _ => Ok(V::One(self.constant(Literal::Text(Vec::new())))),
        }
    }

    /// What an expression stands for.
    pub(super) fn value(&mut self, id: ExprId) -> Result<V, Fault> {
        let tree = self.tree;
        let expr = tree.expr(id);
        let span = expr.span;
        self.builder.step(span)?;
        if self.builder.depth >= super::MAX_DEPTH * 4 {
            return fault(span, "expressions are nested too deeply");
        }
        self.builder.depth += 1;
        let value = self.evaluated(id, span);
        self.builder.depth -= 1;
        value
    }

    fn evaluated(&mut self, id: ExprId, span: Bytes32) -> Result<V, Fault> {
        let tree = self.tree;
        let literal = match &tree.expr(id).kind {
            ExprKind::Group(of) => return self.value(*of),
            ExprKind::True => Literal::Bool(true),
            ExprKind::False => Literal::Bool(false),
            ExprKind::None => Literal::None,
            ExprKind::Text(_) => Literal::Text(tree.string(id).unwrap_or_default()),
            ExprKind::Number | ExprKind::Unary(Unary::Minus, _) if tree.number(id).is_some() => {
                match tree.number(id) {
                    Some(Number::Int(number)) => Literal::Int(number),
                    Some(Number::Float(number)) => Literal::Float(number),
                    _ => return fault(span, "a complex number"),
                }
            }
            ExprKind::Name => return self.variable(id, span),
            ExprKind::Tuple { items, .. } => return Ok(V::Parts(self.values(items)?)),
            ExprKind::List { items, .. } => {
                let items = self.values(items)?;
                return match self.type_of(id) {
                    Some(ty @ (Type::List(_) | Type::Optional(_))) => {
                        Ok(V::One(self.list(items, &ty, span)?))
                    }
                    _ => fault(span, "a list whose type cannot be determined"),
                };
            }
            ExprKind::Attribute { value, name } => {
                let on = self.value(*value)?;
                return self.attribute(on, *value, *name);
            }
            ExprKind::Call { callee, arguments, .. } => return self.apply(*callee, arguments, span),
            ExprKind::Subscript { value, items, .. } => return self.subscript(*value, items, span),
            ExprKind::Unary(Unary::Not, _)
            | ExprKind::Binary(Binary::And | Binary::Or | Binary::Is | Binary::IsNot, ..) => {
                return Ok(V::One(self.condition(id)?));
            }
            ExprKind::Unary(Unary::Minus, of) => {
                let of = self.value(*of)?;
                return self.named("aten::neg", &[of], span);
            }
            ExprKind::Unary(Unary::Invert, of) => {
                let of = self.value(*of)?;
                return self.named("aten::bitwise_not", &[of], span);
            }
            ExprKind::Binary(binary, left, right) => return self.binary(*binary, [*left, *right], span),
            ExprKind::IfElse { condition, then, otherwise } => {
                return match self.known(*condition) {
                    Some(true) => self.value(*then),
                    Some(false) => self.value(*otherwise),
                    None => {
                        let condition = self.condition(*condition)?;
                        self.either(condition, [*then, *otherwise], span)
                    }
                };
            }
            _ => return fault(span, format!("`{}` has no form in bytecode", tree.expr_text(id))),
        };
        Ok(V::One(self.constant(literal)))
    }

    fn values(&mut self, items: &[ExprId]) -> Result<Vec<V>, Fault> {
        items.iter().map(|item| self.value(*item)).collect()
    }

    fn variable(&mut self, id: ExprId, span: Bytes32) -> Result<V, Fault> {
        let name = self.tree.as_name(id).unwrap_or_default();
        if let Some(value) = self.env.get(name) {
            return Ok(value.clone());
        }
        let number = match name {
            "inf" => f64::INFINITY,
            "nan" => f64::NAN,
            _ => return fault(span, format!("`{name}` is not a variable here")),
        };
        Ok(V::One(self.constant(Literal::Float(number))))
    }

    fn attribute(&mut self, on: V, value: ExprId, name: crate::source::Ident) -> Result<V, Fault> {
        if let Some(call) = self.call_at(name.span, |call| !call.implicit) {
            return self.call(call, None, &[on], &[], name.span);
        }
        let field = self.tree.name(name);
        if let (Some(Type::NamedTuple(_, fields)), V::Parts(parts)) = (self.type_of(value), on)
            && let Some(at) = fields.iter().position(|(name, _)| name == field)
            && let Some(part) = parts.into_iter().nth(at)
        {
            return Ok(part);
        }
        fault(name.span, format!("`.{field}` has no form in bytecode here"))
    }

    fn binary(&mut self, binary: Binary, sides: [ExprId; 2], span: Bytes32) -> Result<V, Fault> {
        let mut args = self.values(&sides)?;
        if matches!(binary, Binary::In | Binary::NotIn) {
            args.reverse();
        }
        let value = self.named(operator_of(binary), &args, span)?;
        match binary {
            Binary::NotIn => self.named("aten::__not__", &[value], span),
            _ => Ok(value),
        }
    }

    fn apply(&mut self, callee: ExprId, arguments: &[Argument], span: Bytes32) -> Result<V, Fault> {
        let tree = self.tree;
        let bare = tree.bare(callee);
        let own = tree.as_name(bare).filter(|name| !self.env.contains_key(*name));
        match (own, arguments) {
            (Some("annotate" | "unchecked_cast"), [_, value]) => return self.value(value.value),
            (Some("uninitialized"), _) => return Ok(V::One(self.constant(Literal::None))),
            (Some("isinstance" | "hasattr"), _) => {
                return fault(span, "a test of a type that declarations do not decide");
            }
            _ => {}
        }
        // A call on a value, or of something that has a name.
        let (at, receiver) = match &tree.expr(bare).kind {
            ExprKind::Attribute { value, name } => {
                let first = tree.dotted(bare);
                let first = first.as_deref().and_then(|dotted| dotted.split('.').next());
                let global = first.is_some_and(|first| {
                    matches!(first, "torch" | "ops" | "__torch__") && !self.env.contains_key(first)
                });
                let receiver = if global { None } else { Some(self.value(*value)?) };
                (name.span, receiver)
            }
            _ => (tree.expr(bare).span, None),
        };
        let (mut positional, mut keywords) = (Vec::new(), Vec::new());
        for argument in arguments.iter().filter(|argument| argument.keyword.is_none()) {
            positional.push(self.value(argument.value)?);
        }
        for argument in arguments {
            if let Some(keyword) = argument.keyword {
                keywords.push((tree.name(keyword).to_string(), self.value(argument.value)?));
            }
        }
        if let Some(call) = self.call_at(at, |call| !call.implicit) {
            return self.call(call, receiver.as_ref(), &positional, &keywords, at);
        }
        match (own, positional.as_slice()) {
            // It is of that type already.
            (Some("int" | "float" | "bool" | "str" | "complex"), [one]) => Ok(one.clone()),
            _ => fault(at, format!("`{}` has no form in bytecode here", tree.expr_text(callee))),
        }
    }

    fn subscript(&mut self, value: ExprId, items: &[ExprId], span: Bytes32) -> Result<V, Fault> {
        let tree = self.tree;
        let on = self.value(value)?;
        let at = Bytes32 { start: tree.expr(value).span.end, end: span.end };
        let [item] = items else { return fault(at, "several indices of a tensor") };
        let (item, ty) = (tree.bare(*item), self.type_of(value));
        if let ExprKind::Slice { start, stop, step, .. } = &tree.expr(item).kind {
            let mut args = vec![on];
            if ty == Some(Type::Tensor) {
                args.push(V::One(self.constant(Literal::Int(0))));
            }
            let mut keywords = Vec::new();
            for (name, of, default) in [
                ("start", start, Literal::None),
                ("end", stop, Literal::None),
                ("step", step, Literal::Int(1)),
            ] {
                let value = match of {
                    Some(of) => self.value(*of)?,
                    None => V::One(self.constant(default)),
                };
                keywords.push((name.to_string(), value));
            }
            let Some(call) = self.call_at(at, |call| call.name == "aten::slice") else {
                return fault(at, "a part of something that has none");
            };
            return self.call(call, None, &args, &keywords, at);
        }
        if let (Some(Type::Tuple(_) | Type::NamedTuple(..)), Some(Number::Int(index))) =
            (&ty, tree.number(item))
        {
            let count = ty.as_ref().map_or(0, |ty| ty.parts().len());
            let length = i64::try_from(count).unwrap_or(i64::MAX);
            let index = if index < 0 { index.saturating_add(length) } else { index };
            let parts = match on {
                V::Parts(parts) => parts,
                V::One(one) => {
                    let outputs = self.node(Kind::TupleUnpack, vec![one], count, at)?;
                    outputs.into_iter().map(V::One).collect()
                }
            };
            let part = usize::try_from(index).ok().and_then(|index| parts.into_iter().nth(index));
            return part.map_or_else(|| fault(at, "an index outside of a tuple"), Ok);
        }
        let index = self.value(item)?;
        match &ty {
            Some(Type::Tensor) => {
                let zero = V::One(self.constant(Literal::Int(0)));
                self.named("aten::select", &[on, zero, index], at)
            }
            _ => self.named("aten::__getitem__", &[on, index], at),
        }
    }
}
