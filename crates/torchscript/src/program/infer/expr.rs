//! Expressions.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::Body;
use super::call::Keyword;
use super::value::{Value, bounded};
use crate::program::report::ProblemKind;
use crate::source::{Argument, Binary, Bytes32, ExprId, ExprKind, Number, Unary};

/// The operator of an operation, and the method that classes have for it.
fn operator(binary: Binary) -> (&'static str, &'static str) {
    match binary {
        Binary::Add => ("aten::add", "__add__"),
        Binary::Sub => ("aten::sub", "__sub__"),
        Binary::Mul => ("aten::mul", "__mul__"),
        Binary::Div => ("aten::div", "__truediv__"),
        Binary::Mod => ("aten::remainder", "__mod__"),
        Binary::Pow => ("aten::pow", "__pow__"),
        Binary::Eq => ("aten::eq", "__eq__"),
        Binary::Ne => ("aten::ne", "__ne__"),
        Binary::Lt => ("aten::lt", "__lt__"),
        Binary::Gt => ("aten::gt", "__gt__"),
        Binary::Le => ("aten::le", "__le__"),
        Binary::Ge => ("aten::ge", "__ge__"),
        Binary::BitAnd => ("aten::__and__", "__and__"),
        Binary::BitOr => ("aten::__or__", "__or__"),
        Binary::BitXor => ("aten::__xor__", "__xor__"),
        Binary::Shl => ("aten::__lshift__", "__lshift__"),
        Binary::Shr => ("aten::__rshift__", "__rshift__"),
        Binary::FloorDiv => ("aten::floordiv", ""),
        Binary::MatMul => ("aten::matmul", ""),
        Binary::In | Binary::NotIn => ("aten::__contains__", "__contains__"),
        Binary::Is => ("aten::__is__", ""),
        Binary::IsNot => ("aten::__isnot__", ""),
        Binary::And => ("aten::__and__", ""),
        Binary::Or => ("aten::__or__", ""),
    }
}

/// The operator of an operation: `aten::add` of `+`.
pub(crate) fn operator_of(binary: Binary) -> &'static str {
    operator(binary).0
}

impl Body<'_, '_> {
    /// What an expression stands for. A `hint` is the type that is asked for.
    pub(super) fn value(&mut self, id: ExprId, hint: Option<&Type>) -> Value {
        if !self.step() {
            return Value::Unknown;
        }
        let value = self.evaluate(id, hint);
        self.copied(&value);
        if let (Some(trace), Value::Simple(actual)) = (&mut self.unit.trace, &value) {
            trace.types.insert(id, actual.ty.clone());
        }
        value
    }

    fn evaluate(&mut self, id: ExprId, hint: Option<&Type>) -> Value {
        let tree = self.tree;
        let expr = tree.expr(id);
        let span = expr.span;
        match &expr.kind {
            ExprKind::Group(of) => self.value(*of, hint),
            ExprKind::Name => {
                let name = tree.name(crate::source::Ident { span });
                self.name(name, span)
            }
            ExprKind::Attribute { value, name } => {
                let of = self.value(*value, None);
                self.attribute(of, tree.name(*name), name.span)
            }
            ExprKind::Call { callee, arguments, .. } => self.apply(id, *callee, arguments, hint),
            ExprKind::Subscript { value, items, .. } => self.subscript(span, *value, items, hint),
            ExprKind::Number => self.number(id, span),
            ExprKind::Text(_) => {
                let text = String::from_utf8_lossy(&tree.string(id).unwrap_or_default()).into_owned();
                Value::Simple(Actual::text(text))
            }
            ExprKind::True => Value::Simple(Actual::bool(true)),
            ExprKind::False => Value::Simple(Actual::bool(false)),
            ExprKind::None => Value::Simple(Actual::none()),
            ExprKind::NoneType | ExprKind::Dots | ExprKind::Slice { .. } => {
                let message = format!("a value expected, `{}` found", tree.expr_text(id));
                self.problem(ProblemKind::Construct, span, message);
                Value::Unknown
            }
            ExprKind::Tuple { items, .. } => {
                let items = self.values(items);
                let parts = items.iter().map(|item| item.ty.clone()).collect();
                let constant = Some(Constant::Tuple(items));
                Value::Simple(Actual { ty: bounded(Type::Tuple(parts)), constant })
            }
            ExprKind::List { items, .. } => self.list(span, items, hint),
            ExprKind::Dict { items } => self.dict(span, items, hint),
            ExprKind::ListComprehension(parts) | ExprKind::Generator(parts) => {
                self.comprehension(parts, hint)
            }
            ExprKind::DictComprehension { key, rest } => self.dict_comprehension(*key, rest, hint),
            ExprKind::Unary(operator, of) => self.unary(id, *operator, *of),
            ExprKind::Binary(Binary::And | Binary::Or | Binary::Is | Binary::IsNot, ..) => {
                Value::Simple(self.condition(id).actual)
            }
            ExprKind::Binary(binary, left, right) => self.binary(span, *binary, *left, *right),
            ExprKind::IfElse { condition, then, otherwise } => {
                self.if_else(span, *condition, *then, *otherwise, hint)
            }
        }
    }

    fn number(&mut self, id: ExprId, span: Bytes32) -> Value {
        match self.tree.number(id) {
            Some(Number::Int(value)) => Value::Simple(Actual::int(value)),
            Some(Number::Float(value)) => Value::Simple(Actual::float(value)),
            Some(Number::Imaginary(_)) => Value::of(Type::Complex),
            None => {
                let message = "an integer of 64 bits expected, a larger one found";
                self.problem(ProblemKind::Construct, span, message);
                Value::of(Type::Int)
            }
        }
    }

    /// The values of several expressions; those with a star are unpacked.
    pub(super) fn values(&mut self, items: &[ExprId]) -> Vec<Actual> {
        let mut values = Vec::new();
        for item in items {
            match self.tree.expr(self.tree.bare(*item)).kind {
                ExprKind::Unary(Unary::Star, of) => {
                    let value = self.value(of, None);
                    let span = self.span(of);
                    match self.as_tuple(value, None, span) {
                        Some(parts) => {
                            for part in parts {
                                values.push(self.as_simple(part, span));
                            }
                        }
                        None => values.push(Actual::unknown()),
                    }
                }
                _ => values.push(self.simple(*item)),
            }
        }
        values
    }

    /// The parts of a tuple, or of a list that is unpacked to `count` values; `None` if they cannot be told.
    pub(super) fn as_tuple(
        &mut self,
        value: Value,
        count: Option<usize>,
        span: Bytes32,
    ) -> Option<Vec<Value>> {
        match value {
            Value::Parts(parts) => Some(parts),
            Value::Simple(Actual { ty, .. }) => match ty {
                Type::Tuple(parts) => Some(parts.into_iter().map(Value::of).collect()),
                Type::NamedTuple(_, fields) => {
                    Some(fields.into_iter().map(|(_, of)| Value::of(of)).collect())
                }
                Type::List(of) => {
                    let Some(count) = count else {
                        let message = "the length of a list cannot be determined here";
                        self.problem(ProblemKind::Construct, span, message);
                        return None;
                    };
                    // As many as there are targets.
                    Some(vec![Value::of(*of); count])
                }
                Type::Unknown => {
                    self.unit.unknown += 1;
                    None
                }
                ty => {
                    self.problem(ProblemKind::Mismatch, span, format!("`{ty}` cannot be used as a tuple"));
                    None
                }
            },
            Value::Unknown => {
                self.unit.unknown += 1;
                None
            }
            other => {
                let message = format!("a {} cannot be used as a tuple", other.kind());
                self.problem(ProblemKind::Construct, span, message);
                None
            }
        }
    }

    fn apply(&mut self, id: ExprId, callee: ExprId, arguments: &[Argument], hint: Option<&Type>) -> Value {
        let value = self.value(callee, None);
        let at = match &self.tree.expr(self.tree.bare(callee)).kind {
            ExprKind::Attribute { name, .. } => name.span,
            _ => self.span(callee),
        };
        match value {
            Value::Special(form) => return self.special(form, id, arguments, hint),
            Value::ToList(_) => {
                return match hint {
                    Some(hint) => Value::of(hint.clone()),
                    None => {
                        self.problem(ProblemKind::Type, at, "the type of `tolist()` is not annotated");
                        Value::Unknown
                    }
                };
            }
            _ => {}
        }
        let (args, keywords) = self.arguments(arguments);
        self.call(value, at, args, keywords)
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> (Vec<Actual>, Vec<Keyword>) {
        let positional: Vec<ExprId> = arguments
            .iter()
            .filter(|argument| argument.keyword.is_none())
            .map(|argument| argument.value)
            .collect();
        let args = self.values(&positional);
        let mut keywords = Vec::new();
        for argument in arguments {
            if let Some(keyword) = argument.keyword {
                keywords.push((self.text(keyword), self.simple(argument.value)));
            }
        }
        (args, keywords)
    }

    fn unary(&mut self, id: ExprId, operator: Unary, of: ExprId) -> Value {
        let span = self.span(id);
        match operator {
            Unary::Not => Value::Simple(self.condition(id).actual),
            // Signs are part of numbers.
            Unary::Minus if self.tree.number(id).is_some() => self.number(id, span),
            Unary::Minus => {
                let value = self.simple(of);
                self.magic("aten::neg", "__neg__", span, vec![value], Vec::new())
            }
            Unary::Invert => {
                let value = self.simple(of);
                self.magic("aten::bitwise_not", "__invert__", span, vec![value], Vec::new())
            }
            Unary::Star => {
                self.problem(ProblemKind::Construct, span, "a star has no meaning here");
                Value::Unknown
            }
        }
    }

    fn binary(&mut self, span: Bytes32, binary: Binary, left: ExprId, right: ExprId) -> Value {
        let (name, method) = operator(binary);
        if binary == Binary::Mod {
            let left = self.simple(left);
            let right = self.simple(right);
            if left.ty == Type::Str {
                self.builtin("aten::percentFormat", span, None, &[left, right], &[], false);
                return Value::of(Type::Str);
            }
            return self.magic(name, method, span, vec![left, right], Vec::new());
        }
        let mut args = vec![self.simple(left), self.simple(right)];
        if matches!(binary, Binary::In | Binary::NotIn) {
            args.reverse();
        }
        if let (Binary::Add, [left, right]) = (binary, args.as_slice())
            && let (Type::Tuple(_) | Type::NamedTuple(..), Type::Tuple(_) | Type::NamedTuple(..)) =
                (&left.ty, &right.ty)
        {
            let parts = left.ty.parts().into_iter().chain(right.ty.parts()).cloned().collect();
            return Value::of(bounded(Type::Tuple(parts)));
        }
        let value = match method {
            "" => Value::Simple(self.builtin(name, span, None, &args, &[], false)),
            method => self.magic(name, method, span, args, Vec::new()),
        };
        match binary {
            Binary::NotIn => {
                let value = self.as_simple(value, span);
                let value = self.as_bool(value, span);
                Value::Simple(self.builtin("aten::__not__", span, None, &[value], &[], true))
            }
            _ => value,
        }
    }

    /// The operator of an operation.
    pub(super) fn operator(binary: Binary) -> (&'static str, &'static str) {
        operator(binary)
    }
}
