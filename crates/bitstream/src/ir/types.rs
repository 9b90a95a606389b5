//! `TYPE_BLOCK_ID_NEW` (17): the table of types.

use super::scan::Module;
use super::shape::{Inner, Kind, Outer, Value, Word};
use super::signature::TypeShape;
use super::uses::Spot;

/// How deep types in types are looked at.
const DEPTH: usize = 8;

/// A type, as far as needs depend on it.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Void,
    /// `half`, `bfloat`, `float`, `double`, …: the record code.
    Float(u32),
    Integer(u64),
    /// A typed pointer has what it points to.
    Pointer(Option<usize>),
    Function(usize, Vec<usize>, bool),
    Struct(Vec<usize>),
    Array(usize, u64),
    Vector(usize, u64, bool),
    Target(String),
    Other(u32),
}

/// The table, and the name that the next named type takes.
#[derive(Debug, Default)]
pub(super) struct Types {
    pub(super) all: Vec<Type>,
    name: Vec<u8>,
}

fn index(op: u64) -> usize {
    usize::try_from(op).unwrap_or(usize::MAX)
}

impl Types {
    /// The type of this number.
    pub(super) fn get(&self, number: u64) -> Option<&Type> {
        self.all.get(index(number))
    }

    /// A function type, or what a typed pointer to one points to.
    pub(super) fn function(&self, number: u64) -> Option<&Type> {
        match self.get(number)? {
            Type::Pointer(Some(to)) => self.all.get(*to),
            other => Some(other),
        }
    }

    /// Whether values of this type are vectors.
    pub(super) fn is_vector(&self, number: Option<usize>) -> bool {
        number.is_some_and(|number| matches!(self.all.get(number), Some(Type::Vector(..))))
    }

    /// Whether a type holds scalable vectors or target types, as an element of something.
    fn element_kind(&self, number: usize) -> Option<Inner> {
        match self.all.get(number)? {
            Type::Vector(_, _, true) => Some(Inner::Scalable),
            Type::Target(_) => Some(Inner::Target),
            Type::Other(24) => Some(Inner::Amx),
            Type::Other(5) => Some(Inner::Label),
            Type::Struct(of) => of.iter().any(|t| self.holds_scalable(*t)).then_some(Inner::StructOfScalable),
            Type::Array(of, _) => self.holds_scalable(*of).then_some(Inner::ArrayOfScalable),
            _ => None,
        }
    }

    /// Whether that is a scalable vector or an aggregate with one; follows one way down only.
    fn holds_scalable(&self, mut number: usize) -> bool {
        for _ in 0..64 {
            match self.all.get(number) {
                Some(Type::Vector(_, _, true)) => return true,
                Some(Type::Array(of, _)) => number = *of,
                Some(Type::Struct(of)) => match of.last() {
                    Some(last) => number = *last,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// The target type in this type, if there is one on its way down.
    pub(super) fn target(&self, number: u64) -> Option<&str> {
        let mut at = index(number);
        for _ in 0..64 {
            match self.all.get(at)? {
                Type::Target(name) => return Some(name),
                Type::Array(of, _) | Type::Vector(of, ..) => at = *of,
                Type::Struct(of) => at = *of.first()?,
                _ => return None,
            }
        }
        None
    }

    /// Whether values of this type can have fast-math flags by themselves: floats, vectors and arrays of them.
    pub(super) fn is_float(&self, number: u64) -> bool {
        let mut at = index(number);
        for _ in 0..64 {
            match self.all.get(at) {
                Some(Type::Float(_)) => return true,
                Some(Type::Vector(of, ..) | Type::Array(of, _)) => at = *of,
                _ => return false,
            }
        }
        false
    }

    /// The class of a type: structures have those of their fields.
    pub(super) fn class(&self, number: usize, left: &mut usize, depth: usize) -> TypeShape {
        match self.all.get(number) {
            Some(Type::Integer(_)) => TypeShape::AnyInteger,
            Some(Type::Float(_)) => TypeShape::AnyFloat,
            Some(Type::Vector(..)) => TypeShape::AnyVector,
            Some(Type::Struct(of)) if depth < DEPTH => {
                let mut fields = Vec::new();
                for field in of {
                    // Each class of a field counts: types in types can be many more than the bytes that say them.
                    *left = left.saturating_sub(1);
                    if *left == 0 {
                        fields.push(TypeShape::Deep);
                        break;
                    }
                    fields.push(self.class(*field, left, depth + 1));
                }
                TypeShape::Struct(fields)
            }
            _ => self.shape(number, left, depth),
        }
    }

    /// A type as signatures have it; `left` says of how many types more it may be made.
    pub(super) fn shape(&self, number: usize, left: &mut usize, depth: usize) -> TypeShape {
        if depth > DEPTH || *left == 0 {
            return TypeShape::Deep;
        }
        *left -= 1;
        match self.all.get(number) {
            Some(Type::Void) => TypeShape::Void,
            Some(Type::Float(code)) => TypeShape::Float(*code),
            Some(Type::Integer(width)) => TypeShape::Integer(*width),
            Some(Type::Pointer(_)) => TypeShape::Pointer,
            Some(Type::Function(ret, params, variadic)) => {
                let result = Box::new(self.shape(*ret, left, depth + 1));
                TypeShape::Function(result, self.shapes(params, left, depth), *variadic)
            }
            Some(Type::Struct(of)) => TypeShape::Struct(self.shapes(of, left, depth)),
            Some(Type::Array(of, count)) => {
                TypeShape::Array(*count, Box::new(self.shape(*of, left, depth + 1)))
            }
            Some(Type::Vector(of, count, scalable)) => {
                let of = Box::new(self.shape(*of, left, depth + 1));
                TypeShape::Vector { scalable: *scalable, count: *count, of }
            }
            Some(Type::Target(name)) => TypeShape::Target(name.clone()),
            Some(Type::Other(16)) => TypeShape::Metadata,
            Some(Type::Other(22)) => TypeShape::Token,
            Some(Type::Other(24)) => TypeShape::Amx,
            _ => TypeShape::Other,
        }
    }

    /// Types one after the other, as far as there may be more.
    fn shapes(&self, of: &[usize], left: &mut usize, depth: usize) -> Vec<TypeShape> {
        let mut all = Vec::new();
        for number in of {
            all.push(self.shape(*number, left, depth + 1));
            if *left == 0 {
                break;
            }
        }
        all
    }
}

/// A record of the table.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code == 1 {
        return;
    }
    if code == 19 {
        module.types.name = ops.iter().map(|op| op.to_le_bytes()[0]).collect();
        return;
    }
    module.uses.add(Kind::Type, &[u64::from(code)], spot);
    let op = |i: usize| ops.get(i).copied().unwrap_or(0);
    let rest =
        |from: usize| ops.get(from..).unwrap_or_default().iter().map(|o| index(*o)).collect::<Vec<_>>();
    let new = match code {
        2 => Type::Void,
        3 | 4 | 10 | 13 | 14 | 15 | 23 => Type::Float(code),
        7 => Type::Integer(op(0)),
        8 => Type::Pointer(Some(index(op(0)))),
        25 => Type::Pointer(None),
        9 => Type::Function(index(op(2)), rest(3), op(0) != 0),
        21 => Type::Function(index(op(1)), rest(2), op(0) != 0),
        18 | 20 => Type::Struct(rest(1)),
        11 => Type::Array(index(op(1)), op(0)),
        12 => Type::Vector(index(op(1)), op(0), op(2) != 0),
        26 => Type::Target(String::from_utf8_lossy(&module.types.name).into_owned()),
        other => Type::Other(other),
    };
    shapes(module, &new, op(0), spot);
    module.types.all.push(new);
    if matches!(code, 6 | 20 | 26) {
        module.types.name.clear();
    }
}

/// What some readers do not take.
fn shapes(module: &mut Module, new: &Type, first: u64, spot: Spot) {
    let (types, uses) = (&module.types, &mut module.uses);
    let mut element = |outer: Outer, number: usize| {
        if let Some(inner) = types.element_kind(number) {
            uses.put(Kind::TypeShape, Value::Element(outer, inner), spot);
        }
    };
    match new {
        Type::Struct(of) => of.iter().for_each(|t| element(Outer::Struct, *t)),
        Type::Array(of, _) => element(Outer::Array, *of),
        Type::Vector(of, _, _) => element(Outer::Vector, *of),
        Type::Pointer(Some(to)) => element(Outer::Pointer, *to),
        Type::Function(ret, params, _) => {
            element(Outer::Function, *ret);
            params.iter().for_each(|t| element(Outer::Function, *t));
        }
        Type::Integer(_) if first > 8_388_608 => {
            uses.put(Kind::TypeShape, Value::Word(Word::WideInteger), spot);
        }
        Type::Target(name) => uses.put(Kind::TargetType, Value::Name(name.clone()), spot),
        _ => {}
    }
}
