//! The subtype relation, as `Type::isSubtypeOf` of PyTorch has it (`aten/src/ATen/core/type.cpp`, `union_type.cpp`).
//!
//! Tuples, futures and awaits are covariant; lists, dictionaries and remote references are invariant, because they can be written to. Classes
//! are compared by name: whether one implements an interface is known only where both are defined.

use super::Type;

const NUMBERS: [Type; 3] = [Type::Int, Type::Float, Type::Complex];

impl Type {
    /// Whether PyTorch takes the two for the same type. That is equality, except that `Union(int, float, complex)` is `Scalar`, and that all type
    /// variables are the same, whatever their names; both at any depth.
    pub fn same(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Union(union), Type::Number) | (Type::Number, Type::Union(union)) => is_number(union),
            (Type::Var(_), Type::Var(_)) => true,
            (Type::Union(left), Type::Union(right)) => {
                left.len() == right.len()
                    && left.iter().all(|one| right.iter().any(|another| one.same(another)))
            }
            (Type::NamedTuple(a, left), Type::NamedTuple(b, right)) => {
                a == b
                    && left.len() == right.len()
                    && left.iter().zip(right).all(|((a, left), (b, right))| a == b && left.same(right))
            }
            (left, right) => {
                let (ours, theirs) = (left.parts(), right.parts());
                if ours.is_empty() && theirs.is_empty() {
                    return left == right;
                }
                std::mem::discriminant(left) == std::mem::discriminant(right)
                    && ours.len() == theirs.len()
                    && ours.into_iter().zip(theirs).all(|(one, another)| one.same(another))
            }
        }
    }

    /// Whether a value of this type can be given where `of` is asked for.
    pub fn is_subtype_of(&self, of: &Type) -> bool {
        match (self, of) {
            (Type::Union(ours), _) => {
                let theirs = alternatives(of);
                ours.iter().all(|one| theirs.iter().any(|another| one.is_subtype_of(another)))
            }
            (Type::Optional(ours), Type::Optional(theirs)) => ours.is_subtype_of(theirs),
            (Type::Optional(ours), Type::Union(theirs)) => {
                can_hold(theirs, &Type::None) && can_hold(theirs, ours)
            }
            (Type::Number, Type::Union(theirs)) => can_hold(theirs, &Type::Number),
            (Type::Int | Type::Float | Type::Complex, Type::Number)
            | (Type::None, Type::Optional(_))
            | (Type::List(_), Type::AnyList)
            | (Type::Tuple(_) | Type::NamedTuple(..), Type::AnyTuple)
            | (Type::Enum(_), Type::AnyEnum)
            | (Type::Class(_), Type::AnyClass) => true,
            (Type::Future(ours), Type::Future(theirs)) | (Type::Await(ours), Type::Await(theirs)) => {
                ours.is_subtype_of(theirs)
            }
            (Type::Tuple(ours), Type::Tuple(theirs)) => covariant(ours.iter(), theirs.iter()),
            (Type::NamedTuple(_, ours), Type::Tuple(theirs)) => {
                covariant(ours.iter().map(|(_, of)| of), theirs.iter())
            }
            (Type::NamedTuple(_, ours), Type::NamedTuple(_, theirs)) => {
                ours.iter().map(|(name, _)| name).eq(theirs.iter().map(|(name, _)| name))
                    && covariant(ours.iter().map(|(_, of)| of), theirs.iter().map(|(_, of)| of))
            }
            _ => self.is_held_by(of),
        }
    }

    /// What holds for every type: `Any`, the type itself, and optionals and unions that hold it.
    fn is_held_by(&self, of: &Type) -> bool {
        match of {
            Type::Any => true,
            _ if self.same(of) => true,
            Type::Optional(of) => self.is_subtype_of(of),
            Type::Union(of) => of.iter().any(|one| self.is_subtype_of(one)),
            _ => false,
        }
    }
}

pub(super) fn is_number(union: &[Type]) -> bool {
    union.len() == NUMBERS.len() && NUMBERS.iter().all(|number| union.contains(number))
}

/// Whether a union holds every value of a type.
fn can_hold(union: &[Type], of: &Type) -> bool {
    let one = |of: &Type| union.iter().any(|held| of.is_subtype_of(held));
    match of {
        Type::Number => NUMBERS.iter().all(one),
        of => one(of),
    }
}

/// The types of which a value of this type has one.
fn alternatives(of: &Type) -> Vec<Type> {
    match of {
        Type::Union(of) => of.clone(),
        Type::Number => NUMBERS.to_vec(),
        Type::Optional(of) if **of == Type::Number => NUMBERS.into_iter().chain([Type::None]).collect(),
        Type::Optional(of) => vec![Type::None, (**of).clone()],
        other => vec![other.clone()],
    }
}

fn covariant<'a>(
    ours: impl ExactSizeIterator<Item = &'a Type>,
    theirs: impl ExactSizeIterator<Item = &'a Type>,
) -> bool {
    ours.len() == theirs.len() && ours.zip(theirs).all(|(one, another)| one.is_subtype_of(another))
}
