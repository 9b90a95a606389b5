//! The smallest type that holds two types, and the form of unions (`unifyTypes` and `standardizeVectorForUnion` of PyTorch).

use super::Type;

impl Type {
    /// The type that holds values of both, or `None` if only a union does.
    pub fn unify(&self, other: &Type) -> Option<Type> {
        if self.is_subtype_of(other) {
            return Some(other.clone());
        }
        if other.is_subtype_of(self) {
            return Some(self.clone());
        }
        match (self, other) {
            // Subtypes were dealt with, so that neither of the two holds `NoneType`.
            (Type::None, of) | (of, Type::None) => Some(Type::optional(of.clone())),
            (Type::Optional(of), other) => of.unify(other.unwrapped()).map(Type::optional),
            (other, Type::Optional(of)) => of.unify(other).map(Type::optional),
            (Type::Tuple(left), Type::Tuple(right)) if left.len() == right.len() => left
                .iter()
                .zip(right)
                .map(|(one, another)| one.unify(another))
                .collect::<Option<_>>()
                .map(Type::Tuple),
            (Type::Dict(k, v), Type::Dict(l, w)) => {
                Some(Type::Dict(Box::new(k.unify(l)?), Box::new(v.unify(w)?)))
            }
            _ => None,
        }
    }
}

/// A union in PyTorch's form.
pub(super) fn union(of: Vec<Type>) -> Type {
    let mut types = Vec::new();
    for one in of {
        flatten(one, &mut types);
    }
    let none = types.contains(&Type::None);
    types.retain(|one| *one != Type::None);
    let mut kept: Vec<Type> = Vec::new();
    // PyTorch goes from the last to the first, and joins each with those before it.
    while let Some(last) = types.pop() {
        match types.iter_mut().rev().find_map(|one| last.unify(one).map(|joined| (one, joined))) {
            Some((one, joined)) => *one = joined,
            None => kept.push(last),
        }
    }
    kept.sort_by_cached_key(|one| (rank(one), one.to_string()));
    let numbers = kept == [Type::Float, Type::Complex, Type::Int];
    match (none, kept.len()) {
        (_, 0) => Type::None,
        (false, 1) => kept.swap_remove(0),
        (true, 1) => Type::optional(kept.swap_remove(0)),
        (true, _) if numbers => Type::optional(Type::Number),
        (true, _) => {
            kept.push(Type::None);
            kept.sort_by_cached_key(|one| (rank(one), one.to_string()));
            Type::Union(kept)
        }
        (false, _) => Type::Union(kept),
    }
}

fn flatten(one: Type, into: &mut Vec<Type>) {
    match one {
        Type::Union(of) => of.into_iter().for_each(|one| flatten(one, into)),
        Type::Optional(of) => {
            flatten(*of, into);
            into.push(Type::None);
        }
        Type::Number => into.extend([Type::Int, Type::Float, Type::Complex]),
        other => into.push(other),
    }
}

/// The order of kinds of types in PyTorch (`C10_FORALL_TYPES`), by which unions are sorted.
fn rank(of: &Type) -> u8 {
    match of {
        Type::Any => 0,
        Type::Enum(_) => 1,
        Type::AnyEnum => 2,
        Type::Tensor => 3,
        Type::Storage => 4,
        Type::Tuple(_) | Type::NamedTuple(..) => 5,
        Type::List(_) => 6,
        Type::Dict(..) => 7,
        Type::Number => 8,
        Type::Float => 9,
        Type::Complex => 10,
        Type::Future(_) => 11,
        Type::Await(_) => 12,
        Type::RRef(_) => 13,
        Type::Int => 14,
        Type::None => 15,
        Type::Str => 16,
        Type::Generator => 17,
        Type::Quantizer => 18,
        Type::Bool => 19,
        Type::Optional(_) => 20,
        Type::Var(_) => 21,
        Type::Device => 22,
        Type::Stream => 23,
        Type::Class(_) => 25,
        Type::PyObject => 26,
        Type::Capsule => 27,
        Type::Interface(_) => 28,
        Type::QScheme => 29,
        Type::ScalarType => 30,
        Type::Layout => 31,
        Type::MemoryFormat => 32,
        Type::AnyList => 33,
        Type::AnyTuple => 34,
        Type::AnyClass => 35,
        Type::SymInt => 36,
        Type::SymFloat => 37,
        Type::SymBool => 38,
        Type::Union(_) => 39,
        Type::Unknown => 40,
    }
}
