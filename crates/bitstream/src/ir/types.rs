//! `TYPE_BLOCK_ID_NEW` (17): the table of types.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::Budget;

use super::cycles;
use super::malformed;
use super::module::Module;
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
    /// A typed pointer has what it points to; then the address space.
    Pointer(Option<usize>, u64),
    Function(usize, Vec<usize>, bool),
    /// Its elements, and whether there is no padding between them.
    Struct(Vec<usize>, bool),
    Array(usize, u64),
    Vector(usize, u64, bool),
    Target(String),
    Other(u32),
}

/// The table, and the name that the next named type takes.
#[derive(Debug, Default)]
pub(super) struct Types {
    /// The records of the table.
    all: Vec<Type>,
    name: Vec<u8>,
    /// Types that values have and the table may lack, numbered from [`MADE`] on.
    made: Vec<Type>,
    /// For each record and each made type the number that equal types share; none for what is not known well enough.
    same: Vec<Option<usize>>,
    same_made: Vec<Option<usize>>,
    /// Equal types by what they are made of: their number, and one of them.
    by_parts: BTreeMap<Vec<u64>, (usize, usize)>,
    /// Numbers of equal types that were given.
    given: usize,
    /// How many types the table says it has.
    announced: Option<u64>,
    /// Types that are part of others before they are defined: structures with names may be.
    ahead: BTreeSet<usize>,
}

/// Numbers of types that are in no table begin here.
const MADE: usize = 1 << 40;

fn index(op: u64) -> usize {
    usize::try_from(op).unwrap_or(usize::MAX)
}

impl Types {
    /// The type of this number.
    pub(super) fn get(&self, number: u64) -> Option<&Type> {
        self.all.get(index(number))
    }

    /// The type of a value: of the table, or made.
    pub(super) fn at(&self, number: usize) -> Option<&Type> {
        match number.checked_sub(MADE) {
            Some(made) => self.made.get(made),
            None => self.all.get(number),
        }
    }

    /// Whether two types are known to differ. Typed pointers are not told apart by what they point to: later readers do not either.
    pub(super) fn differ(&self, a: Option<usize>, b: Option<usize>) -> bool {
        let class = |number: usize| match number.checked_sub(MADE) {
            Some(made) => *self.same_made.get(made)?,
            None => *self.same.get(number)?,
        };
        matches!((a.and_then(class), b.and_then(class)), (Some(a), Some(b)) if a != b)
    }

    /// The number of a type that is like this one.
    pub(super) fn make(&mut self, new: Type) -> usize {
        let number = MADE + self.made.len();
        let mut class = None;
        if let Some(parts) = self.parts(&new) {
            if let Some((_, like)) = self.by_parts.get(&parts) {
                return *like;
            }
            class = Some(self.given);
            self.by_parts.insert(parts, (self.given, number));
            self.given += 1;
        }
        self.made.push(new);
        self.same_made.push(class);
        number
    }

    /// A type, or vectors of it where a value of the other type is a vector: results of comparisons and addresses.
    pub(super) fn make_like(&mut self, new: Type, like: Option<usize>) -> Option<usize> {
        let made = self.make(new);
        let vector = match self.at(like?)? {
            Type::Vector(_, count, scalable) => Type::Vector(made, *count, *scalable),
            _ => return Some(made),
        };
        Some(self.make(vector))
    }

    /// What a type is made of, in numbers, where equal types have equal ones.
    fn parts(&self, new: &Type) -> Option<Vec<u64>> {
        let class = |number: usize| {
            let class = match number.checked_sub(MADE) {
                Some(made) => *self.same_made.get(made)?,
                None => *self.same.get(number)?,
            };
            u64::try_from(class?).ok()
        };
        Some(match new {
            Type::Void => vec![0],
            Type::Float(code) => vec![1, u64::from(*code)],
            Type::Integer(width) => vec![2, *width],
            Type::Pointer(_, space) => vec![3, *space],
            Type::Array(of, count) => vec![4, class(*of)?, *count],
            Type::Vector(of, count, scalable) => vec![5, class(*of)?, *count, u64::from(*scalable)],
            Type::Function(result, of, variadic) => {
                let mut parts = vec![6, class(*result)?, u64::from(*variadic)];
                for of in of {
                    parts.push(class(*of)?);
                }
                parts
            }
            // Label, metadata, token, `x86_amx`.
            Type::Other(code @ (5 | 16 | 22 | 24)) => vec![7, u64::from(*code)],
            Type::Struct(of, packed) => {
                let mut parts = vec![8, u64::from(*packed)];
                for of in of {
                    parts.push(class(*of)?);
                }
                parts
            }
            Type::Target(_) | Type::Other(_) => return None,
        })
    }

    /// Takes a record into the table. A structure with a name is like no other.
    fn push(&mut self, new: Type, named: bool) {
        let class = if named {
            self.given += 1;
            Some(self.given - 1)
        } else if let Some(parts) = self.parts(&new) {
            let given = self.given;
            let (class, _) = *self.by_parts.entry(parts).or_insert((given, self.all.len()));
            self.given += usize::from(class == given);
            Some(class)
        } else {
            None
        };
        self.same.push(class);
        self.all.push(new);
    }

    /// Whether the table has as many types as it says.
    pub(super) fn is_whole(&self) -> bool {
        let all = self.all.len();
        self.announced.map_or(all == 0, |count| usize::try_from(count) == Ok(all))
    }

    /// Whether a type of the table is an element of itself, in arrays, vectors and structures.
    pub(super) fn holds_itself(&self) -> bool {
        let of = |number: usize| match self.all.get(number) {
            Some(Type::Struct(of, _)) => of.as_slice(),
            Some(Type::Array(of, _) | Type::Vector(of, ..)) => std::slice::from_ref(of),
            _ => &[],
        };
        cycles::closing(self.all.len(), |number, at| of(number).get(at).copied()).is_some()
    }

    /// Whether readers take a type as the next one.
    fn can_be(&mut self, new: &Type, named: bool) -> bool {
        let next = self.all.len();
        if self.ahead.remove(&next) && !named {
            return false;
        }
        // Only structures with a name can be part of themselves.
        let parts_of = |of: &[usize]| of.contains(&next) && !named;
        let announced = self.announced.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
        let parts: &[usize] = match new {
            Type::Struct(of, _) => of,
            Type::Function(result, of, _) => {
                self.ahead.extend(Some(*result).filter(|part| *part >= next && *part < announced));
                of
            }
            Type::Array(of, _) | Type::Vector(of, ..) | Type::Pointer(Some(of), _) => {
                std::slice::from_ref(of)
            }
            _ => &[],
        };
        if parts.iter().any(|part| *part >= announced) || parts_of(parts) {
            return false;
        }
        if matches!(new, Type::Function(result, ..) if *result >= announced || *result == next) {
            return false;
        }
        self.ahead.extend(parts.iter().filter(|part| **part >= next));
        let no_value = |part: &usize| matches!(self.all.get(*part), Some(Type::Void | Type::Function(..)));
        match new {
            Type::Integer(width) => *width != 0,
            Type::Array(of, _) => {
                !no_value(of) && !matches!(self.all.get(*of), Some(Type::Other(5 | 16 | 22)))
            }
            Type::Vector(of, count, _) => {
                let of = self.all.get(*of);
                *count != 0 && !no_value_or_aggregate(of)
            }
            Type::Function(_, of, _) => !of.iter().any(no_value),
            // What has no address.
            Type::Pointer(Some(to), _) => {
                !matches!(self.all.get(*to), Some(Type::Void | Type::Other(5 | 16 | 22 | 24)))
            }
            _ => true,
        }
    }

    /// How many types the table has.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    /// Whether values of a type of the table are made of others.
    pub(super) fn is_aggregate(&self, number: u64) -> bool {
        matches!(self.get(number), Some(Type::Struct(..) | Type::Array(..) | Type::Vector(..)))
    }

    /// What stands in a vector, or the type itself.
    pub(super) fn scalar(&self, number: Option<usize>) -> Option<&Type> {
        match self.at(number?)? {
            Type::Vector(of, ..) => self.at(*of),
            other => Some(other),
        }
    }

    /// The parts of an aggregate that can be reached by an index: how many, and the one of this index.
    pub(super) fn part(&self, number: usize, at: u64) -> Option<(u64, Option<usize>)> {
        match self.at(number)? {
            Type::Struct(of, _) => Some((u64::try_from(of.len()).ok()?, of.get(index(at)).copied())),
            Type::Array(of, count) => Some((*count, Some(*of))),
            _ => None,
        }
    }

    /// A function type, or, or what a typed pointer to one points to.
    pub(super) fn function(&self, number: u64) -> Option<&Type> {
        match self.get(number)? {
            Type::Pointer(Some(to), _) => self.all.get(*to),
            other => Some(other),
        }
    }

    /// Whether values of this type are vectors.
    pub(super) fn is_vector(&self, number: Option<usize>) -> bool {
        number.is_some_and(|number| matches!(self.at(number), Some(Type::Vector(..))))
    }

    /// Whether a type holds scalable vectors or target types, as an element of something.
    fn element_kind(&self, number: usize) -> Option<Inner> {
        match self.all.get(number)? {
            Type::Vector(_, _, true) => Some(Inner::Scalable),
            Type::Target(_) => Some(Inner::Target),
            Type::Other(24) => Some(Inner::Amx),
            Type::Other(5) => Some(Inner::Label),
            Type::Struct(of, _) => {
                of.iter().any(|t| self.holds_scalable(*t)).then_some(Inner::StructOfScalable)
            }
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
                Some(Type::Struct(of, _)) => match of.last() {
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
                Type::Struct(of, _) => at = *of.first()?,
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
    pub(super) fn class(&self, number: usize, left: &mut Budget, depth: usize) -> TypeShape {
        match self.all.get(number) {
            Some(Type::Integer(_)) => TypeShape::AnyInteger,
            Some(Type::Float(_)) => TypeShape::AnyFloat,
            Some(Type::Vector(..)) => TypeShape::AnyVector,
            Some(Type::Struct(of, _)) if depth < DEPTH => {
                let mut fields = Vec::new();
                for field in of {
                    // Each class of a field counts: types in types can be many more than the bytes that say them.
                    if !left.spend(1) || left.is_spent() {
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
    pub(super) fn shape(&self, number: usize, left: &mut Budget, depth: usize) -> TypeShape {
        if depth > DEPTH || !left.spend(1) {
            return TypeShape::Deep;
        }
        match self.all.get(number) {
            Some(Type::Void) => TypeShape::Void,
            Some(Type::Float(code)) => TypeShape::Float(*code),
            Some(Type::Integer(width)) => TypeShape::Integer(*width),
            Some(Type::Pointer(..)) => TypeShape::Pointer,
            Some(Type::Function(ret, params, variadic)) => {
                let result = Box::new(self.shape(*ret, left, depth + 1));
                TypeShape::Function(result, self.shapes(params, left, depth), *variadic)
            }
            Some(Type::Struct(of, _)) => TypeShape::Struct(self.shapes(of, left, depth)),
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
    fn shapes(&self, of: &[usize], left: &mut Budget, depth: usize) -> Vec<TypeShape> {
        let mut all = Vec::new();
        for number in of {
            all.push(self.shape(*number, left, depth + 1));
            if left.is_spent() {
                break;
            }
        }
        all
    }
}

/// Whether a type cannot be that of an element of a vector, in any release.
fn no_value_or_aggregate(of: Option<&Type>) -> bool {
    matches!(
        of,
        Some(
            Type::Void
                | Type::Function(..)
                | Type::Struct(..)
                | Type::Array(..)
                | Type::Vector(..)
                | Type::Other(5 | 16 | 22)
        )
    )
}

/// A record of the table.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code == 1 {
        module.types.announced = ops.first().copied();
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
        8 => Type::Pointer(Some(index(op(0))), op(1)),
        25 => Type::Pointer(None, op(0)),
        9 => Type::Function(index(op(2)), rest(3), op(0) != 0),
        21 => Type::Function(index(op(1)), rest(2), op(0) != 0),
        18 | 20 => Type::Struct(rest(1), op(0) != 0),
        11 => Type::Array(index(op(1)), op(0)),
        12 => Type::Vector(index(op(1)), op(0), op(2) != 0),
        26 => Type::Target(String::from_utf8_lossy(&module.types.name).into_owned()),
        other => Type::Other(other),
    };
    let least = match code {
        6 | 7 | 8 | 18 | 20 => 1,
        11 | 12 | 21 => 2,
        9 => 3,
        _ => 0,
    };
    if ops.len() < least || !module.types.can_be(&new, matches!(code, 6 | 20)) {
        malformed::fault(module, Word::TypeRecord, spot);
    }
    shapes(module, &new, op(0), spot);
    module.types.push(new, matches!(code, 6 | 20));
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
        Type::Struct(of, _) => of.iter().for_each(|t| element(Outer::Struct, *t)),
        Type::Array(of, _) => element(Outer::Array, *of),
        Type::Vector(of, _, _) => element(Outer::Vector, *of),
        Type::Pointer(Some(to), _) => element(Outer::Pointer, *to),
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
