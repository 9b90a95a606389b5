//! Subtypes where not every type can be told.

use crate::types::Type;

/// Whether something holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// It does not, whatever the types are that cannot be told.
    No,
    /// It depends on them.
    Maybe,
    /// It does.
    Yes,
}

impl From<bool> for Fit {
    fn from(holds: bool) -> Fit {
        if holds { Fit::Yes } else { Fit::No }
    }
}

/// Whether `actual` is a subtype of `formal`.
pub(super) fn subtype(actual: &Type, formal: &Type) -> Fit {
    if !actual.has_unknown() && !formal.has_unknown() {
        return actual.is_subtype_of(formal).into();
    }
    match (actual, formal) {
        (_, Type::Any) => Fit::Yes,
        (Type::Unknown, _) | (_, Type::Unknown) => Fit::Maybe,
        (Type::None, Type::Optional(_)) => Fit::Yes,
        (Type::Optional(ours), Type::Optional(theirs)) => subtype(ours, theirs),
        (Type::Union(ours), theirs) => {
            ours.iter().map(|one| subtype(one, theirs)).min().unwrap_or(Fit::Maybe).min(Fit::Maybe)
        }
        (Type::Optional(ours), Type::Union(theirs)) => {
            any(ours, theirs).min(any(&Type::None, theirs)).min(Fit::Maybe)
        }
        (ours, Type::Optional(theirs)) => subtype(ours, theirs),
        (ours, Type::Union(theirs)) => any(ours, theirs),
        (Type::List(_), Type::AnyList) | (Type::Tuple(_) | Type::NamedTuple(..), Type::AnyTuple) => Fit::Yes,
        (Type::Future(ours), Type::Future(theirs)) | (Type::Await(ours), Type::Await(theirs)) => {
            subtype(ours, theirs)
        }
        (Type::Tuple(_) | Type::NamedTuple(..), Type::Tuple(_)) => {
            let (ours, theirs) = (actual.parts(), formal.parts());
            match ours.len() == theirs.len() {
                true => ours
                    .into_iter()
                    .zip(theirs)
                    .map(|(one, another)| subtype(one, another))
                    .min()
                    .unwrap_or(Fit::Yes),
                false => Fit::No,
            }
        }
        _ => same(actual, formal),
    }
}

fn any(one: &Type, of: &[Type]) -> Fit {
    of.iter().map(|another| subtype(one, another)).max().unwrap_or(Fit::No)
}

/// Whether the two are the same type, as the element types of lists have to be.
pub(super) fn same(one: &Type, another: &Type) -> Fit {
    match (one, another) {
        (Type::Unknown, _) | (_, Type::Unknown) => Fit::Maybe,
        _ if !one.has_unknown() && !another.has_unknown() => one.same(another).into(),
        // What is left of a union depends on all its parts.
        (Type::Union(_), _) | (_, Type::Union(_)) => Fit::Maybe,
        (one, another) => {
            let (ours, theirs) = (one.parts(), another.parts());
            if std::mem::discriminant(one) != std::mem::discriminant(another) || ours.len() != theirs.len() {
                return Fit::No;
            }
            ours.into_iter().zip(theirs).map(|(one, another)| same(one, another)).min().unwrap_or(Fit::Yes)
        }
    }
}
