//! Whether a value can be given where a type is asked for.

use outlast_opset::resolve::{Actual, Candidate, Failure, resolve};
use outlast_opset::schema::{Argument, OperatorName, Schema, Value as Default};
use outlast_opset::types::Type;

use super::Body;
use crate::program::report::ProblemKind;
use crate::source::Bytes32;

/// Whether a value can be given where a type is asked for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Fit {
    /// It can, and has this type then.
    Yes(Type),
    /// That cannot be told.
    Maybe,
    /// It cannot.
    No,
}

impl Body<'_, '_> {
    /// Sees a class as an interface that it implements, where that is asked for.
    pub(super) fn adapt(&self, actual: &mut Actual, expected: &Type) {
        if let Some(adapted) = self.adapted(&actual.ty, expected) {
            actual.ty = adapted;
        }
    }

    fn adapted(&self, ty: &Type, expected: &Type) -> Option<Type> {
        match (ty, expected) {
            (Type::Class(class), Type::Interface(interface)) => {
                match self.compiler.model.implements(class, interface) {
                    Some(true) => Some(expected.clone()),
                    Some(false) => None,
                    None => Some(Type::Unknown),
                }
            }
            (Type::Interface(one), Type::Interface(another)) if one != another => {
                self.compiler.model.implements(one, another)?.then(|| expected.clone())
            }
            (Type::Optional(of), Type::Optional(expected)) => {
                Some(Type::optional(self.adapted(of, expected)?))
            }
            (_, Type::Optional(expected)) => self.adapted(ty, expected),
            (_, Type::Union(all)) => all.iter().find_map(|expected| self.adapted(ty, expected)),
            (Type::Tuple(of), Type::Tuple(expected)) if of.len() == expected.len() => {
                let parts = of
                    .iter()
                    .zip(expected)
                    .map(|(of, expected)| self.adapted(of, expected).unwrap_or_else(|| of.clone()));
                Some(Type::Tuple(parts.collect()))
            }
            _ => None,
        }
    }

    /// Whether a value can be given where a type is asked for, with the conversions that the compiler makes.
    pub(super) fn fit(&mut self, actual: &Actual, expected: &Type, at: Bytes32) -> Fit {
        if actual.ty == *expected {
            return Fit::Yes(expected.clone());
        }
        if expected.has_unknown() {
            return Fit::Maybe;
        }
        if let (Type::Tuple(of), Type::Tuple(to)) = (&actual.ty, expected)
            && of.len() == to.len()
        {
            return self.fit_parts(&of.clone(), to, at);
        }
        let mut actual = actual.clone();
        self.adapt(&mut actual, expected);
        let argument = |name: &str, ty: &Type, default| Argument {
            name: name.into(),
            ty: ty.clone(),
            size: None,
            default,
            kwarg_only: false,
            alias: None,
        };
        let schema = Schema {
            name: OperatorName { name: "_".into(), overload: String::new() },
            // The last argument of a function could be a list of all that is given.
            arguments: vec![
                argument("value", expected, None),
                argument("_", &Type::Any, Some(Default::Int(0))),
            ],
            returns: Vec::new(),
            vararg: false,
            varret: false,
        };
        match resolve(&[Candidate::from(&schema)], &[actual], &[], self.compiler.rules) {
            Ok(resolved) => {
                self.conversions(&resolved.conversions, &schema, at);
                Fit::Yes(resolved.inputs.into_iter().next().unwrap_or_else(|| expected.clone()))
            }
            Err(Failure::Undecided(_)) => Fit::Maybe,
            Err(Failure::Refused(_)) => Fit::No,
        }
    }

    /// The parts of a tuple are converted one by one.
    fn fit_parts(&mut self, of: &[Type], to: &[Type], at: Bytes32) -> Fit {
        let (mut parts, mut maybe) = (Vec::new(), false);
        for (of, to) in of.iter().zip(to) {
            match self.fit(&of.clone().into(), to, at) {
                Fit::Yes(part) => parts.push(part),
                Fit::Maybe => {
                    maybe = true;
                    parts.push(to.clone());
                }
                Fit::No => return Fit::No,
            }
        }
        if maybe { Fit::Maybe } else { Fit::Yes(Type::Tuple(parts)) }
    }

    /// The same, where it is refused otherwise: the type that the value has then.
    pub(super) fn expect(&mut self, actual: &Actual, expected: &Type, at: Bytes32, what: &str) -> Type {
        match self.fit(actual, expected, at) {
            Fit::Yes(ty) => ty,
            Fit::Maybe => {
                self.unit.unknown += 1;
                expected.clone()
            }
            Fit::No => {
                let message =
                    format!("{what} is of type `{expected}`, a value of type `{}` found", actual.ty);
                self.problem(ProblemKind::Mismatch, at, message);
                expected.clone()
            }
        }
    }
}
