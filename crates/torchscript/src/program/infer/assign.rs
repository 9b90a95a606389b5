//! Assignments.

use outlast_opset::resolve::Actual;
use outlast_opset::types::Type;

use super::Body;
use super::value::{Value, bounded};
use crate::program::report::ProblemKind;
use crate::source::{Binary, Bytes32, ExprId, ExprKind, Unary};

impl Body<'_, '_> {
    /// Binds a name in the innermost block.
    pub(super) fn set(&mut self, name: &str, value: Value, annotated: Option<Type>, span: Bytes32) {
        let mut value = match value {
            // What each round of a loop gives is a tuple where it is kept.
            Value::Parts(parts) => Value::Simple(self.as_simple(Value::Parts(parts), span)),
            Value::Unknown => Value::of(Type::Unknown),
            other => other,
        };
        if let Some(outer) = self.find_outside(name, 1) {
            if annotated.is_some() {
                let message = format!("`{name}` is annotated, and defined already in a block around this");
                self.problem(ProblemKind::Construct, span, message);
            }
            match (&value, &outer) {
                (Value::Simple(actual), Value::Simple(outer)) => {
                    let (actual, expected) = (actual.clone(), outer.ty.clone());
                    value = Value::of(self.expect(&actual, &expected, span, &format!("`{name}`")));
                }
                _ => {
                    let message =
                        format!("`{name}` cannot be assigned again: a {} is not a value", outer.kind());
                    self.problem(ProblemKind::Construct, span, message);
                }
            }
        }
        let value = match (value, &annotated) {
            (Value::Simple(actual), Some(annotated)) => {
                let wrong = !annotated.has_unknown()
                    && !actual.ty.has_unknown()
                    && !actual.ty.is_subtype_of(annotated)
                    && !matches!(
                        self.fit(&actual, annotated, span),
                        super::fit::Fit::Yes(_) | super::fit::Fit::Maybe
                    );
                if wrong {
                    let message = format!(
                        "`{name}` is annotated as `{annotated}`, a value of type `{}` found",
                        actual.ty
                    );
                    self.problem(ProblemKind::Mismatch, span, message);
                }
                Value::of(annotated.clone())
            }
            (value, _) => value,
        };
        let Some(frame) = self.frames.last_mut() else { return };
        match value {
            Value::Simple(actual) => {
                frame.values.remove(name);
                frame.types.insert(name.to_string(), actual.ty);
            }
            other => {
                frame.values.insert(name.to_string(), other);
            }
        }
    }

    pub(super) fn assignment(
        &mut self,
        span: Bytes32,
        targets: &[ExprId],
        annotation: Option<ExprId>,
        value: Option<ExprId>,
    ) {
        let Some(value) = value else {
            return self.problem(ProblemKind::Construct, span, "a value expected behind `=`");
        };
        let [target] = targets else {
            let assigned = self.value(value, None);
            let at = self.span(value);
            for target in targets {
                self.assign_to(*target, assigned.clone(), at);
            }
            return;
        };
        let at = self.span(value);
        let annotated = annotation.map(|annotation| self.annotation(annotation));
        match &self.tree.expr(self.tree.bare(*target)).kind {
            ExprKind::Name => {
                let name = self.tree.as_name(*target).unwrap_or_default().to_string();
                let assigned = self.value(value, annotated.as_ref());
                self.set(&name, assigned, annotated, self.span(*target));
            }
            _ => {
                let assigned = self.value(value, annotated.as_ref());
                self.assign_to(*target, assigned, at);
            }
        }
    }

    /// Assigns to several targets of a loop, or to one.
    pub(super) fn assign_all(&mut self, targets: &[ExprId], value: Value, at: Bytes32) {
        match targets {
            [one] => self.assign_to(*one, value, at),
            many => self.unpack(many, value, at),
        }
    }

    pub(super) fn assign_to(&mut self, target: ExprId, value: Value, at: Bytes32) {
        let tree = self.tree;
        let bare = tree.bare(target);
        let span = self.span(bare);
        match &tree.expr(bare).kind {
            ExprKind::Name => {
                let name = tree.as_name(bare).unwrap_or_default().to_string();
                self.set(&name, value, None, span);
            }
            ExprKind::Tuple { items, .. } => self.unpack(items, value, at),
            ExprKind::Attribute { value: object, name } => {
                let object = self.value(*object, None);
                let actual = self.as_simple(value, at);
                let name = self.text(*name);
                self.set_attribute(object, &name, &actual, span);
            }
            ExprKind::Subscript { value: object, items, .. } => {
                let on = self.simple(*object);
                let actual = self.as_simple(value, at);
                self.set_item(on, items, actual, span);
            }
            _ => {
                let message = format!("something to assign to expected, `{}` found", tree.expr_text(bare));
                self.problem(ProblemKind::Construct, span, message);
            }
        }
    }

    fn unpack(&mut self, targets: &[ExprId], value: Value, at: Bytes32) {
        let star = |target: &ExprId| {
            matches!(self.tree.expr(self.tree.bare(*target)).kind, ExprKind::Unary(Unary::Star, _))
        };
        let starred = targets.iter().position(star);
        let count = if starred.is_some() { None } else { Some(targets.len()) };
        let Some(parts) = self.as_tuple(value, count, at) else {
            // Nothing is known of the parts.
            for target in targets {
                if !star_of(self, *target) {
                    self.assign_to(*target, Value::Unknown, at);
                }
            }
            return;
        };
        let least = targets.len() - usize::from(starred.is_some());
        if parts.len() < least || (starred.is_none() && parts.len() > least) {
            let message = format!("{least} values expected, {} found", parts.len());
            return self.problem(ProblemKind::Mismatch, at, message);
        }
        let extra = parts.len() - least;
        let mut parts = parts.into_iter();
        for (at_target, target) in targets.iter().enumerate() {
            if Some(at_target) == starred {
                let some: Vec<Value> = parts.by_ref().take(extra).collect();
                if let ExprKind::Unary(_, of) = self.tree.expr(self.tree.bare(*target)).kind {
                    self.assign_to(of, Value::Parts(some), at);
                }
            } else if let Some(part) = parts.next() {
                self.assign_to(*target, part, at);
            }
        }
    }

    fn set_attribute(&mut self, object: Value, name: &str, actual: &Actual, span: Bytes32) {
        let on = self.as_simple(object, span);
        match &on.ty {
            Type::Unknown => self.unit.unknown += 1,
            Type::Class(class) => {
                match self.compiler.attribute(class, name) {
                    Some(expected) => self.assignable(actual, &expected, span, name),
                    None if self.compiler.model.class(class).is_none() => self.unit.unknown += 1,
                    // `__init__` defines attributes that the class does not declare.
                    None if self.initializes.as_ref() == Some(class) => {
                        let mut added = self.compiler.added.borrow_mut();
                        added.entry(class.clone()).or_default().insert(name.to_string(), actual.ty.clone());
                    }
                    None => {
                        let message = format!("`{class}` has no attribute `{name}` to be set");
                        self.problem(ProblemKind::Undefined, span, message);
                    }
                }
            }
            ty => {
                let message = format!("an object with attributes expected, `{ty}` found");
                self.problem(ProblemKind::Mismatch, span, message);
            }
        }
    }

    /// Attributes take values without conversion.
    fn assignable(&mut self, actual: &Actual, expected: &Type, span: Bytes32, name: &str) {
        if expected.has_unknown() || actual.ty.has_unknown() {
            self.unit.unknown += 1;
        } else if !actual.ty.is_subtype_of(expected)
            && !matches!((&actual.ty, expected.unwrapped()), (Type::Class(_), Type::Interface(_)))
        {
            let found = &actual.ty;
            let message =
                format!("attribute `{name}` is of type `{expected}`, a value of type `{found}` found");
            self.problem(ProblemKind::Mismatch, span, message);
        }
    }

    /// `on[items] = value`
    fn set_item(&mut self, on: Actual, items: &[ExprId], value: Actual, span: Bytes32) {
        match &on.ty {
            Type::Unknown => {
                self.unit.unknown += 1;
            }
            Type::Tensor => {
                let (on, tensors) = self.tensor_indices(on, items, span);
                let value = match value.ty {
                    Type::Number | Type::Int | Type::Bool | Type::Float | Type::Complex => {
                        self.builtin("prim::dtype", span, None, std::slice::from_ref(&on), &[], true);
                        self.builtin("prim::device", span, None, std::slice::from_ref(&on), &[], true);
                        let keywords = [
                            ("dtype".to_string(), Type::Int.into()),
                            ("device".to_string(), Type::Device.into()),
                        ];
                        self.builtin("aten::tensor", span, None, &[value], &keywords, true)
                    }
                    _ => value,
                };
                match tensors {
                    false => self.builtin("aten::copy_", span, None, &[on, value], &[], true),
                    true => {
                        let indices = Type::list(Type::optional(Type::Tensor));
                        self.builtin("aten::index_put_", span, None, &[on, indices.into(), value], &[], true)
                    }
                };
            }
            _ => {
                let [index] = items else {
                    let message = "one index expected in an assignment";
                    return self.problem(ProblemKind::Construct, span, message);
                };
                let index = self.simple(*index);
                self.magic("aten::_set_item", "__setitem__", span, vec![on, index, value], Vec::new());
            }
        }
    }

    pub(super) fn augmented(&mut self, span: Bytes32, target: ExprId, binary: Binary, value: ExprId) {
        let tree = self.tree;
        let bare = tree.bare(target);
        match &tree.expr(bare).kind {
            ExprKind::Name | ExprKind::Attribute { .. } => {
                let on = self.simple(bare);
                let changed = self.changed(on, binary, value, span);
                self.assign_to(bare, Value::Simple(changed), span);
            }
            ExprKind::Subscript { value: object, items, .. } => {
                let on = self.simple(*object);
                match (&on.ty, items.as_slice()) {
                    (Type::Unknown, _) => self.unit.unknown += 1,
                    (Type::Tensor, items) => {
                        let on = self.tensor_index(on, items, span);
                        self.changed(on, binary, value, span);
                    }
                    (Type::List(_) | Type::Dict(..), [index]) => {
                        let index = self.simple(*index);
                        let args = [on.clone(), index.clone()];
                        let item = self.builtin("aten::__getitem__", span, None, &args, &[], true);
                        let changed = self.changed(item, binary, value, span);
                        self.builtin("aten::_set_item", span, None, &[on, index, changed], &[], true);
                    }
                    (ty, _) => {
                        let message = format!("`{ty}` does not support augmented assignment");
                        self.problem(ProblemKind::Mismatch, span, message);
                    }
                }
            }
            _ => self.problem(ProblemKind::Construct, span, "something to assign to expected"),
        }
    }

    /// What `on += value` gives.
    fn changed(&mut self, on: Actual, binary: Binary, value: ExprId, span: Bytes32) -> Actual {
        let value = self.simple(value);
        let (name, method) = Self::operator(binary);
        if let Type::Class(class) = &on.ty {
            let in_place = method.replacen("__", "__i", 1);
            let has = self.compiler.model.method(class, &in_place).is_some();
            let method = if has { in_place } else { method.to_string() };
            let callee = self.attribute(Value::Simple(on), &method, span);
            let result = self.call(callee, span, vec![value], Vec::new());
            return self.as_simple(result, span);
        }
        if on.ty == Type::Unknown {
            self.unit.unknown += 1;
            return Actual::unknown();
        }
        let in_place = matches!(on.ty, Type::Tensor | Type::List(_));
        let name = match (binary, in_place) {
            (Binary::Add, true) => "aten::add_",
            (Binary::Sub, true) => "aten::sub_",
            (Binary::Mul, true) => "aten::mul_",
            (Binary::Div, true) => "aten::div_",
            (Binary::Mod, true) => "aten::fmod_",
            (Binary::Mod, false) => "aten::fmod",
            (Binary::BitOr, true) => "aten::bitwise_or",
            (Binary::BitAnd, true) => "aten::bitwise_and",
            (Binary::BitXor, true) => "aten::bitwise_xor",
            (Binary::Shl, true) => "aten::__ilshift__",
            (Binary::Shr, true) => "aten::__irshift__",
            _ => name,
        };
        let result = self.builtin(name, span, None, &[on, value], &[], false);
        bounded(result.ty).into()
    }
}

fn star_of(body: &Body<'_, '_>, target: ExprId) -> bool {
    matches!(body.tree.expr(body.tree.bare(target)).kind, ExprKind::Unary(Unary::Star, _))
}
