//! Subscripts and slices.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::Body;
use super::value::{Value, bounded};
use crate::program::report::ProblemKind;
use crate::source::{Bytes32, ExprId, ExprKind};

impl Body<'_, '_> {
    /// `value[items]`
    pub(super) fn subscript(
        &mut self,
        span: Bytes32,
        value: ExprId,
        items: &[ExprId],
        hint: Option<&Type>,
    ) -> Value {
        let of = self.value(value, None);
        // The brackets are the place.
        let at = Bytes32 { start: self.span(value).end, end: span.end };
        if let (Value::Parts(parts), [one]) = (&of, items) {
            let parts = parts.clone();
            return match self.simple(*one).constant {
                Some(Constant::Int(index)) => match element(index, parts.len()) {
                    Some(index) => parts.into_iter().nth(index).unwrap_or(Value::Unknown),
                    None => self.outside(index, parts.len(), at),
                },
                _ => self.unknown(),
            };
        }
        let on = self.as_simple(of, at);
        let slice = |id: ExprId| matches!(self.tree.expr(self.tree.bare(id)).kind, ExprKind::Slice { .. });
        match (&on.ty, items) {
            (Type::Unknown, items) => {
                for item in items {
                    if !slice(*item) && self.tree.expr(*item).kind != ExprKind::Dots {
                        self.simple(*item);
                    }
                }
                self.unknown()
            }
            (_, [one]) if slice(*one) => self.slice(on, *one, None, at),
            (Type::Tensor, items) => Value::Simple(self.tensor_index(on, items, at)),
            (Type::Tuple(_) | Type::NamedTuple(..), [one]) => self.tuple_index(&on.ty, *one, at),
            (_, [one]) => self.item(on, *one, hint, at),
            (ty, _) => {
                let message = format!("several indices of a tensor expected, a value of type `{ty}` found");
                self.problem(ProblemKind::Mismatch, at, message);
                Value::Unknown
            }
        }
    }

    #[cold]
    fn outside(&mut self, index: i64, length: usize, at: Bytes32) -> Value {
        let message = format!("index {index} is outside of a tuple of length {length}");
        self.problem(ProblemKind::Mismatch, at, message);
        Value::Unknown
    }

    fn tuple_index(&mut self, ty: &Type, index: ExprId, at: Bytes32) -> Value {
        let index = self.simple(index);
        let parts = ty.parts();
        match index.constant {
            Some(Constant::Int(index)) => {
                match element(index, parts.len()).and_then(|index| parts.get(index)) {
                    Some(part) => Value::of((*part).clone()),
                    None => self.outside(index, parts.len(), at),
                }
            }
            // An index that is not written takes a tuple of values of one type.
            _ => match parts.split_first() {
                Some((first, rest)) if rest.iter().all(|part| part.is_subtype_of(first)) => {
                    Value::of((*first).clone())
                }
                _ => {
                    let message = "a number as an index expected, for values of several types";
                    self.problem(ProblemKind::Mismatch, at, message);
                    Value::Unknown
                }
            },
        }
    }

    fn item(&mut self, on: Actual, index: ExprId, hint: Option<&Type>, at: Bytes32) -> Value {
        let index = self.simple(index);
        match &on.ty {
            Type::List(_) | Type::Str | Type::Dict(..) => {
                Value::Simple(self.builtin("aten::__getitem__", at, None, &[on, index], &[], true))
            }
            Type::Class(class) => match hint {
                Some(hint) if self.is_module(class) => Value::of(hint.clone()),
                _ => {
                    let callee = self.attribute(Value::Simple(on), "__getitem__", at);
                    self.call(callee, at, vec![index], Vec::new())
                }
            },
            ty => {
                let message = format!("`{ty}` cannot be subscripted");
                self.problem(ProblemKind::Mismatch, at, message);
                Value::Unknown
            }
        }
    }

    /// `on[start:stop:step]`, of a tensor in a dimension.
    fn slice(&mut self, on: Actual, slice: ExprId, dimension: Option<Actual>, at: Bytes32) -> Value {
        let (start, stop, step) = match self.tree.expr(self.tree.bare(slice)).kind {
            ExprKind::Slice { start, stop, step, .. } => (start, stop, step),
            _ => (None, None, None),
        };
        let mut part = |id: Option<ExprId>| id.map(|id| self.simple(id));
        let (start, stop, step) = (part(start), part(stop), part(step));
        if let Type::Tuple(_) | Type::NamedTuple(..) = on.ty {
            return self.tuple_slice(&on.ty, start, stop, step);
        }
        let dimension = dimension.or_else(|| (on.ty == Type::Tensor).then(|| Actual::int(0)));
        let args: Vec<Actual> = dimension.into_iter().collect();
        let keywords = [
            ("self", Some(on)),
            ("start", Some(start.unwrap_or_else(Actual::none))),
            ("end", Some(stop.unwrap_or_else(Actual::none))),
            ("step", Some(step.unwrap_or_else(|| Actual::int(1)))),
        ];
        let keywords = keywords.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        let keywords: Vec<_> = keywords.collect();
        let [receiver, rest @ ..] = keywords.as_slice() else { return Value::Unknown };
        let args: Vec<Actual> = std::iter::once(receiver.1.clone()).chain(args).collect();
        Value::Simple(self.builtin("aten::slice", at, None, &args, rest, true))
    }

    fn tuple_slice(
        &mut self,
        ty: &Type,
        start: Option<Actual>,
        stop: Option<Actual>,
        step: Option<Actual>,
    ) -> Value {
        let parts = ty.parts();
        let length = i64::try_from(parts.len()).unwrap_or(i64::MAX);
        // `Err` where a number is not written.
        let bound = |of: Option<Actual>, default: i64| match of {
            None => Ok(default),
            Some(Actual { constant: Some(Constant::Int(value)), .. }) => Ok(value),
            Some(_) => Err(()),
        };
        let (Ok(step), Ok(start), Ok(stop)) = (bound(step, 1), bound(start, 0), bound(stop, length)) else {
            return self.unknown();
        };
        if step != 1 {
            return self.unknown();
        }
        let place = |at: i64| {
            let at = if at < 0 { at.saturating_add(length) } else { at };
            usize::try_from(at.clamp(0, length)).unwrap_or(0)
        };
        let some = parts.get(place(start)..place(stop)).unwrap_or_default();
        Value::of(bounded(Type::Tuple(some.iter().map(|part| (*part).clone()).collect())))
    }

    /// Indices of a tensor: each number is a `select`, each slice a `slice`, each `None` an `unsqueeze`, and all tensors together an `index`.
    pub(super) fn tensor_index(&mut self, on: Actual, items: &[ExprId], at: Bytes32) -> Actual {
        let (on, tensors) = self.tensor_indices(on, items, at);
        match tensors {
            true => {
                let indices = Type::list(Type::optional(Type::Tensor));
                self.builtin("aten::index", at, None, &[on, indices.into()], &[], true)
            }
            false => on,
        }
    }

    /// The same up to the `index`; whether there are tensors.
    pub(super) fn tensor_indices(&mut self, on: Actual, items: &[ExprId], at: Bytes32) -> (Actual, bool) {
        let mut values = Vec::new();
        for item in items {
            let bare = self.tree.bare(*item);
            values.push(match self.tree.expr(bare).kind {
                ExprKind::Slice { .. } | ExprKind::Dots => None,
                _ => {
                    let value = self.simple(bare);
                    Some(match value.ty {
                        Type::List(_) => {
                            let keywords = [("dtype".to_string(), Type::Int.into())];
                            self.builtin("aten::tensor", at, None, &[value], &keywords, true)
                        }
                        _ => value,
                    })
                }
            });
        }
        let (mut on, mut tensors) = (on, false);
        let dimension = || Actual::int(0);
        for (item, value) in items.iter().zip(values) {
            let bare = self.tree.bare(*item);
            on = match value.as_ref().map(|value| &value.ty) {
                None => match self.tree.expr(bare).kind {
                    ExprKind::Dots => on,
                    _ => match self.slice(on, bare, Some(dimension()), at) {
                        Value::Simple(actual) => actual,
                        _ => Actual::unknown(),
                    },
                },
                Some(Type::None) => self.builtin("aten::unsqueeze", at, None, &[on, dimension()], &[], true),
                Some(Type::Int) => {
                    let args = [on, dimension(), value.unwrap_or_else(Actual::unknown)];
                    self.builtin("aten::select", at, None, &args, &[], true)
                }
                Some(Type::Tensor) => {
                    tensors = true;
                    on
                }
                Some(Type::Optional(of)) if **of == Type::Tensor => {
                    tensors = true;
                    on
                }
                Some(Type::Unknown) => {
                    self.unit.unknown += 1;
                    Actual::unknown()
                }
                Some(ty) => {
                    let message =
                        format!("an int, a slice, a list or a tensor as an index expected, `{ty}` found");
                    self.problem(ProblemKind::Mismatch, at, message);
                    Actual::unknown()
                }
            };
        }
        (on, tensors)
    }
}

/// The place of an element, which may be counted from the end.
fn element(index: i64, length: usize) -> Option<usize> {
    let length_ = i64::try_from(length).ok()?;
    let index = if index < 0 { index.checked_add(length_)? } else { index };
    usize::try_from(index).ok().filter(|index| *index < length)
}
