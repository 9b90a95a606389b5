//! Type variables: what `t` is in a call (`matchTypeVariables`, `tryEvalTypeVariables` of `aten/src/ATen/core/type.cpp`).

use std::collections::BTreeMap;

use super::fit::Fit;
use crate::types::Type;

/// What the variables of a schema stand for in one call. Comparable, so that names that are written are the ones that are looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables(BTreeMap<String, Type>);

impl Variables {
    /// Takes from a value's type what the variables of a formal type stand for. `No` where the two have different shapes.
    pub(super) fn bind(&mut self, formal: &Type, actual: &Type) -> Fit {
        if !formal.has_variables() {
            return Fit::Yes;
        }
        match (formal, actual) {
            (Type::Var(name), actual) => match self.0.get(name) {
                None => {
                    self.0.insert(name.clone(), actual.clone());
                    if actual.has_unknown() { Fit::Maybe } else { Fit::Yes }
                }
                // PyTorch keeps what the variable stands for, also where the later type is the larger one: that value is refused afterwards.
                Some(bound) if bound.has_unknown() || actual.has_unknown() => Fit::Maybe,
                Some(bound) => bound.unify(actual).is_some().into(),
            },
            (formal, Type::Unknown) => {
                self.bind_parts(formal);
                Fit::Maybe
            }
            (Type::List(formal), Type::List(actual))
            | (Type::Future(formal), Type::Future(actual))
            | (Type::RRef(formal), Type::RRef(actual))
            | (Type::Optional(formal), Type::Optional(actual)) => self.bind(formal, actual),
            (Type::List(formal), Type::Tuple(_) | Type::NamedTuple(..)) => {
                let mut parts = actual.parts().into_iter();
                let Some(first) = parts.next() else { return Fit::No };
                let mut joined = first.clone();
                for part in parts {
                    if joined.has_unknown() || part.has_unknown() {
                        joined = Type::Unknown;
                        break;
                    }
                    match joined.unify(part) {
                        Some(both) => joined = both,
                        None => return Fit::No,
                    }
                }
                self.bind(formal, &joined)
            }
            (Type::Tuple(_) | Type::NamedTuple(..), Type::Tuple(_) | Type::NamedTuple(..)) => {
                self.bind_all(&formal.parts(), &actual.parts())
            }
            (Type::Dict(..), Type::Dict(..)) => self.bind_all(&formal.parts(), &actual.parts()),
            // What the variable stands for is not told by `None`.
            (Type::Optional(_), Type::None) => Fit::Yes,
            (Type::Optional(formal), actual) => self.bind(formal, actual),
            _ => Fit::No,
        }
    }

    fn bind_all(&mut self, formal: &[&Type], actual: &[&Type]) -> Fit {
        if formal.len() != actual.len() {
            return Fit::No;
        }
        let mut all = Fit::Yes;
        for (formal, actual) in formal.iter().zip(actual) {
            all = all.min(self.bind(formal, actual));
            if all == Fit::No {
                break;
            }
        }
        all
    }

    /// All variables of a type stand for something that cannot be told.
    fn bind_parts(&mut self, formal: &Type) {
        if let Type::Var(name) = formal {
            self.0.entry(name.clone()).or_insert(Type::Unknown);
        }
        formal.parts().into_iter().for_each(|part| self.bind_parts(part));
    }

    /// A type with what its variables stand for; `None` where one was not bound.
    pub(super) fn substitute(&self, of: &Type) -> Option<Type> {
        if !of.has_variables() {
            return Some(of.clone());
        }
        let mut names = Vec::new();
        variables(of, &mut names);
        names.iter().all(|name| self.0.contains_key(*name)).then(|| self.replaced(of))
    }

    fn replaced(&self, of: &Type) -> Type {
        match of {
            Type::Var(name) => self.0.get(name).unwrap_or(of).clone(),
            of => of.map(&|part| self.replaced(part)),
        }
    }
}

fn variables<'t>(of: &'t Type, names: &mut Vec<&'t str>) {
    if let Type::Var(name) = of {
        names.push(name);
    }
    of.parts().into_iter().for_each(|part| variables(part, names));
}
