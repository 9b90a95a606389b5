//! Lists, dictionaries and comprehensions.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::value::{Value, alternatives, bounded, unify_all};
use super::{Body, Frame};
use crate::program::report::ProblemKind;
use crate::source::{Bytes32, Comprehension, ExprId};

/// What a hint says of a literal.
enum Hinted {
    /// No hint, or one that says nothing.
    None,
    /// The type to make.
    One(Type),
    /// Any of these.
    Several(Vec<Type>),
    /// Nothing can be told.
    Unknown,
    /// A type that the literal cannot be of.
    Wrong,
}

fn hinted(hint: Option<&Type>, fits: impl Fn(&Type) -> bool) -> Hinted {
    let Some(hint) = hint else { return Hinted::None };
    match hint {
        Type::Unknown => Hinted::Unknown,
        Type::Any => Hinted::None,
        Type::Union(_) => {
            let mut of: Vec<Type> = alternatives(hint).into_iter().filter(|one| fits(one)).collect();
            match of.len() {
                0 => Hinted::Wrong,
                1 => of.pop().map_or(Hinted::Wrong, Hinted::One),
                _ => Hinted::Several(of),
            }
        }
        hint => match hint.unwrapped() {
            Type::Any => Hinted::None,
            Type::Unknown => Hinted::Unknown,
            of if fits(of) => Hinted::One(of.clone()),
            _ => Hinted::Wrong,
        },
    }
}

impl Body<'_, '_> {
    pub(super) fn list(&mut self, span: Bytes32, items: &[ExprId], hint: Option<&Type>) -> Value {
        // Brackets around a single comprehension are dropped by the parser there.
        if let [one] = items
            && let crate::source::ExprKind::Generator(parts)
            | crate::source::ExprKind::ListComprehension(parts) =
                &self.tree.expr(self.tree.bare(*one)).kind
        {
            return self.comprehension(parts, hint);
        }
        let values = self.values(items);
        if values.is_empty() && hint.is_none() {
            return Value::Simple(Actual::empty_list());
        }
        let unified = unify_all(values.iter().map(|value| value.ty.clone()));
        let of = match hinted(hint, |of| matches!(of, Type::List(_))) {
            Hinted::None | Hinted::Unknown if values.is_empty() => Type::Tensor,
            Hinted::None => unified.unwrap_or(Type::Tensor),
            Hinted::Unknown => Type::Unknown,
            Hinted::One(Type::List(of)) => {
                for value in &values {
                    if !of.has_unknown() && !value.ty.has_unknown() && !value.ty.is_subtype_of(&of) {
                        self.element(&value.ty, &of, span);
                    }
                }
                *of
            }
            // The elements say which.
            Hinted::Several(of) => {
                let fitting = of.into_iter().filter_map(|of| match (of, &unified) {
                    (Type::List(of), Some(unified)) if unified.is_subtype_of(&of) => Some(*of),
                    _ => None,
                });
                unify_all(fitting).unwrap_or(Type::Unknown)
            }
            Hinted::One(_) | Hinted::Wrong => {
                let expected = hint.map(ToString::to_string).unwrap_or_default();
                self.problem(ProblemKind::Mismatch, span, format!("`{expected}` expected, a list found"));
                Type::Unknown
            }
        };
        match hint {
            Some(union @ Type::Union(_)) => Value::of(union.clone()),
            _ => {
                let ty = bounded(Type::list(of));
                let constant = (!values.is_empty()).then_some(Constant::List(values));
                Value::Simple(Actual { ty, constant })
            }
        }
    }

    fn element(&mut self, found: &Type, expected: &Type, span: Bytes32) {
        // A class can be an interface.
        if !matches!((found, expected), (Type::Class(_), Type::Interface(_))) {
            let message = format!("elements are of type `{expected}`, one of type `{found}` found");
            self.problem(ProblemKind::Mismatch, span, message);
        }
    }

    pub(super) fn dict(&mut self, span: Bytes32, items: &[(ExprId, ExprId)], hint: Option<&Type>) -> Value {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (key, value) in items {
            keys.push(self.simple(*key).ty);
            values.push(self.simple(*value).ty);
        }
        let inferred = match (keys.first(), unify_all(values)) {
            (Some(key), Some(value)) => Type::Dict(Box::new(key.clone()), Box::new(value)),
            _ => Type::Dict(Box::new(Type::Str), Box::new(Type::Tensor)),
        };
        let of = match hinted(hint, |of| matches!(of, Type::Dict(..))) {
            Hinted::None => inferred,
            Hinted::Unknown => Type::Unknown,
            Hinted::One(of) => {
                if let (Type::Dict(key, value), Type::Dict(found_key, found)) = (&of, &inferred)
                    && !keys.is_empty()
                    && !of.has_unknown()
                    && !inferred.has_unknown()
                    && (key != found_key || !found.is_subtype_of(value))
                    && !matches!((&**found, &**value), (Type::Class(_), Type::Interface(_)))
                {
                    let message = format!("`{of}` expected, `{inferred}` found");
                    self.problem(ProblemKind::Mismatch, span, message);
                }
                of
            }
            Hinted::Several(of) => {
                let fits = |of: &Type| match (of, &inferred) {
                    (Type::Dict(k, v), Type::Dict(key, value)) => {
                        key.is_subtype_of(k) && value.is_subtype_of(v)
                    }
                    _ => false,
                };
                of.into_iter().find(fits).unwrap_or(Type::Unknown)
            }
            Hinted::Wrong => {
                let expected = hint.map(ToString::to_string).unwrap_or_default();
                self.problem(
                    ProblemKind::Mismatch,
                    span,
                    format!("`{expected}` expected, a dictionary found"),
                );
                Type::Unknown
            }
        };
        match hint {
            Some(union @ Type::Union(_)) => Value::of(union.clone()),
            _ => Value::of(bounded(of)),
        }
    }

    pub(super) fn comprehension(&mut self, parts: &Comprehension, hint: Option<&Type>) -> Value {
        let of = self.rounds(parts, |body| body.simple(parts.of).ty);
        let of = match hinted(hint, |of| matches!(of, Type::List(_))) {
            Hinted::One(of) => of,
            Hinted::None => bounded(Type::list(of.unwrap_or(Type::Tensor))),
            _ => Type::Unknown,
        };
        Value::of(of)
    }

    pub(super) fn dict_comprehension(
        &mut self,
        key: ExprId,
        parts: &Comprehension,
        hint: Option<&Type>,
    ) -> Value {
        let mut keys = Type::Str;
        let of = self.rounds(parts, |body| {
            keys = body.simple(key).ty;
            body.simple(parts.of).ty
        });
        let made = Type::Dict(Box::new(keys), Box::new(of.unwrap_or(Type::Tensor)));
        let of = match hinted(hint, |of| matches!(of, Type::Dict(..))) {
            Hinted::One(of) => of,
            Hinted::None => made,
            _ => Type::Unknown,
        };
        Value::of(bounded(of))
    }

    /// Compiles the rounds of a comprehension, in a block of their own.
    fn rounds(&mut self, parts: &Comprehension, mut element: impl FnMut(&mut Self) -> Type) -> Option<Type> {
        self.frames.push(Frame::default());
        let span = self.span(parts.target);
        let over = self.value(parts.over, None);
        let rounds = self.iterate(over, self.span(parts.over));
        let mut of = None;
        for round in rounds {
            if !self.step() {
                break;
            }
            self.assign_to(parts.target, round, span);
            let one = element(self);
            of = Some(match of {
                None => one,
                Some(of) => super::value::unify(&of, &one, true).unwrap_or(Type::Unknown),
            });
        }
        self.frames.pop();
        of
    }
}
