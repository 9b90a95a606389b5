//! How the types of a field in two versions go together.

use outlast_flatbuffers::schema::{Element, Scalar, Type};

use super::shape::{Named, retargeted};

/// How two types go together on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// The same, or the same type changed or renamed: what it refers to is looked at for itself.
    Same,
    /// Integers of one width, one signed and the other not.
    Sign(Scalar, Scalar),
    /// A boolean and an integer of one byte.
    Bool(Scalar, Scalar),
    /// An enum and an integer of the same type.
    Enum,
    /// A float and an integer of one width.
    Float,
    /// Numbers of different widths.
    Width,
    /// A string and a vector of bytes.
    Bytes,
    /// A table and a struct of one name.
    Form,
    /// Another table, struct, enum or union.
    Target,
    /// The length of a fixed array.
    Length,
    /// A vector with a 32-bit count and one with a 64-bit count.
    Wide,
    /// Anything else.
    Kind,
}

/// How `f`, a type of `old`, goes together with `g`, a type of `new`.
pub(crate) fn relate(old: &Named<'_>, f: Type, new: &Named<'_>, g: Type) -> Relation {
    let (e, d) = (f.element(), g.element());
    match (f, g) {
        (Type::Single(_), Type::Single(_))
        | (Type::Vector(_), Type::Vector(_))
        | (Type::Vector64(_), Type::Vector64(_)) => elements(old, e, new, d),
        (Type::Array(_, n), Type::Array(_, m)) => match elements(old, e, new, d) {
            Relation::Same if n != m => Relation::Length,
            relation => relation,
        },
        (Type::Vector(_), Type::Vector64(_)) | (Type::Vector64(_), Type::Vector(_)) => Relation::Wide,
        (Type::Single(Element::String), Type::Vector(d)) if is_byte(d) => Relation::Bytes,
        (Type::Vector(e), Type::Single(Element::String)) if is_byte(e) => Relation::Bytes,
        _ => Relation::Kind,
    }
}

fn is_byte(element: Element) -> bool {
    matches!(element, Element::Scalar(Scalar::U8 | Scalar::I8))
}

fn elements(old: &Named<'_>, e: Element, new: &Named<'_>, d: Element) -> Relation {
    match (e, d) {
        (Element::Scalar(s), Element::Scalar(t)) => scalars(s, t),
        (Element::Enum(s, _), Element::Enum(t, _)) => match retargeted(old, e, new, d) {
            false => Relation::Same,
            true if scalars(s, t) == Relation::Same => Relation::Target,
            true => scalars(s, t),
        },
        (Element::Enum(s, _), Element::Scalar(t)) | (Element::Scalar(s), Element::Enum(t, _)) => {
            match scalars(s, t) {
                Relation::Same => Relation::Enum,
                other => other,
            }
        }
        (Element::UnionTag(s, _), Element::UnionTag(t, _)) => scalars(s, t),
        (Element::String, Element::String) => Relation::Same,
        (Element::Struct(_), Element::Struct(_))
        | (Element::Table(_), Element::Table(_))
        | (Element::Union(_), Element::Union(_)) => match retargeted(old, e, new, d) {
            true => Relation::Target,
            false => Relation::Same,
        },
        (Element::Table(_), Element::Struct(_)) | (Element::Struct(_), Element::Table(_)) => {
            match retargeted(old, e, new, d) {
                true => Relation::Kind,
                false => Relation::Form,
            }
        }
        _ => Relation::Kind,
    }
}

/// How two scalars go together.
pub(crate) fn scalars(s: Scalar, t: Scalar) -> Relation {
    if s == t {
        return Relation::Same;
    }
    if s.size() != t.size() {
        return Relation::Width;
    }
    match (s, t) {
        (Scalar::Bool, _) | (_, Scalar::Bool) => Relation::Bool(s, t),
        _ if s.is_float() != t.is_float() => Relation::Float,
        _ => Relation::Sign(s, t),
    }
}
