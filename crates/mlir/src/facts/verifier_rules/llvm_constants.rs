//! Rules of verifiers on operations of `llvm.mlir.constant`.

use std::rc::Rc;

use outlast_core::Budget;

use super::llvm_types::{array, innermost, is_struct, members};
use super::{OpView, Rule, rule};
use crate::typed::{Attr, Elements, Form, Ty};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    rule("constant-18", constant_18, ""),
    rule("constant-21", constant_21, ""),
    rule("constant-complex", constant_complex, ""),
    rule("constant-floats-22", constant_floats_22, ""),
];

/// How many members of nested constants are looked at.
const MEMBERS: Budget = Budget::new(1 << 12);

/// What the value of a constant is.
enum Constant {
    String,
    /// An integer or a float, of a type.
    Number(Ty),
    /// Elements of a type, and whether they are all the same, as far as that is said once.
    Elements(Ty, bool),
    Array,
    Other,
}

fn constant(op: &OpView<'_, '_>) -> Option<Constant> {
    Some(match &*op.attr("value")? {
        Attr::String(..) => Constant::String,
        Attr::Array(_) => Constant::Array,
        Attr::Elements(Elements { ty, form }) => {
            let is_splat = matches!(form, Form::Splat(..)) && !matches!(ty.element(), Ty::Complex(_));
            Constant::Elements((**ty).clone(), is_splat)
        }
        attr => attr.typed().map_or(Constant::Other, |ty| Constant::Number((**ty).clone())),
    })
}

fn constant_18(op: &OpView<'_, '_>) -> Option<bool> {
    let (ty, value) = (op.result(0)?, constant(op)?);
    if matches!(value, Constant::String) || is_struct(&ty) {
        return Some(true);
    }
    if ty.starts_with("!llvm.target<") {
        return Some(false);
    }
    Some(match value {
        Constant::Number(Ty::Integer(..) | Ty::Index) => matches!(*ty, Ty::Integer(..)),
        Constant::Number(of) if matches!(*ty, Ty::Integer(..) | Ty::Float(_)) => of.width()? == ty.width()?,
        Constant::Elements(_, true) => {
            ty.is_vector() || ty.starts_with("!llvm.array<") || ty.starts_with("!llvm.vec<")
        }
        _ => true,
    })
}

fn constant_21(op: &OpView<'_, '_>) -> Option<bool> {
    let (ty, value) = (op.result(0)?, constant(op)?);
    if let Constant::String = value {
        return Some(true);
    }
    if is_struct(&ty) {
        let Constant::Array = value else { return Some(false) };
        let (given, wanted) = (op.array("value")?, members(&ty)?);
        let fits = |(given, wanted): (&Rc<Attr>, &Ty)| given.typed().is_some_and(|ty| **ty == *wanted);
        return Some(given.len() == wanted.len() && given.iter().zip(&wanted).all(fits));
    }
    Some(match value {
        Constant::Number(_) => true,
        Constant::Elements(of, splat) => {
            let (_, count, scalable) = innermost(&ty)?;
            if scalable {
                return Some(splat);
            }
            let given = u64::try_from(of.count()?).ok()?;
            (ty.is_vector() || array(&ty).is_some()) && given == count
        }
        Constant::Array => {
            let mut budget = MEMBERS;
            fits(&ty, &*op.attr("value")?, &mut budget)?
        }
        Constant::String | Constant::Other => false,
    })
}

/// Whether an array attribute can be the value of an array of arrays or structures.
fn fits(ty: &Ty, value: &Attr, budget: &mut Budget) -> Option<bool> {
    let Some((length, element)) = array(ty) else { return Some(false) };
    let given = value.array()?;
    if u64::try_from(given.len()) != Ok(length) || array(&element).is_none() && !is_struct(&element) {
        return Some(false);
    }
    for one in given {
        budget.spend(1).then_some(())?;
        let fits = match &**one {
            Attr::Dialect(text) => matches!(&**text, "#llvm.zero" | "#llvm.undef"),
            Attr::Array(given) if is_struct(&element) => given.len() == members(&element)?.len(),
            one @ Attr::Array(_) => fits(&element, one, budget)?,
            _ => false,
        };
        if !fits {
            return Some(false);
        }
    }
    Some(true)
}

fn constant_complex(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    if !is_struct(&ty) {
        return Some(true);
    }
    let members = members(&ty)?;
    let [one, other] = members.as_slice() else { return Some(false) };
    let known = match one {
        Ty::Integer(..) => true,
        Ty::Float(name) => matches!(*name, "f16" | "f32" | "f64"),
        _ => false,
    };
    Some(known && one == other)
}

fn constant_floats_22(op: &OpView<'_, '_>) -> Option<bool> {
    let ty = op.result(0)?;
    Some(match constant(op)? {
        Constant::Number(of @ Ty::Float(_)) => !matches!(*ty, Ty::Float(_)) || of == *ty,
        Constant::Elements(of, _) => {
            let (inner, _, scalable) = innermost(&ty)?;
            scalable
                || match (of.element(), &inner) {
                    (Ty::Float(from), Ty::Float(to)) => from == to,
                    (from @ Ty::Float(_), to @ Ty::Integer(..)) => from.width()? == to.width()?,
                    (Ty::Integer(..), to) => matches!(to, Ty::Integer(..)),
                    _ => true,
                }
        }
        _ => true,
    })
}
