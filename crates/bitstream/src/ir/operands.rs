//! Operands of instructions: values by their numbers, with the types that readers compare, and which operations take which types.
//!
//! From module version 1 on operands are distances back from the instruction. A value that is not defined yet is followed by its type,
//! unless the instruction says which type it has.

use super::malformed;
use super::module::Module;
use super::shape::Word;
use super::types::Type;
use super::uses::Spot;
use super::values::{Source, Value};

/// Operands of a record, taken one after the other.
pub(super) struct Ops<'o> {
    pub(super) ops: &'o [u64],
    pub(super) relative: bool,
    pub(super) spot: Spot,
}

/// An operand: its number and its type, where they are known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operand {
    pub(super) number: Option<usize>,
    pub(super) kind: Option<usize>,
}

/// Alignments are powers of two, one more than this at most.
const MOST_ALIGNED: u64 = 33;

impl Ops<'_> {
    /// The next number.
    pub(super) fn next(&mut self) -> Result<u64, Word> {
        let (first, rest) = self.ops.split_first().ok_or(Word::Short)?;
        self.ops = rest;
        Ok(*first)
    }

    /// The next number, where there is one.
    pub(super) fn more(&mut self) -> Option<u64> {
        self.next().ok()
    }

    /// A type by its number in the table.
    pub(super) fn kind(&mut self, module: &Module) -> Result<usize, Word> {
        let number = self.next()?;
        let index = usize::try_from(number).map_err(|_| Word::NoSuchType)?;
        if module.types.get(number).is_none() {
            return Err(missing(module, index));
        }
        Ok(index)
    }

    /// No operand may be left.
    pub(super) fn end(&self) -> Result<(), Word> {
        if self.ops.is_empty() { Ok(()) } else { Err(Word::Long) }
    }

    /// An alignment.
    pub(super) fn alignment(&mut self) -> Result<u64, Word> {
        let power = self.next()?;
        if power > MOST_ALIGNED { Err(Word::Alignment) } else { Ok(power) }
    }

    /// The number of a value.
    fn number(&self, module: &Module, id: u64) -> Option<usize> {
        if self.relative { module.values.number(id) } else { usize::try_from(id & 0xffff_ffff).ok() }
    }

    /// A value that is followed by its type if it stands further on.
    pub(super) fn value(&mut self, module: &mut Module) -> Result<Operand, Word> {
        let id = self.next()?;
        let number = self.number(module, id);
        if let Some(value) = module.values.get(number) {
            module.values.uses(number, self.spot);
            return Ok(Operand { number, kind: value.kind });
        }
        let kind = Some(self.kind(module)?);
        module.values.uses(number, self.spot);
        ahead(module, number.ok_or(Word::NoSuchValue)?, kind)?;
        Ok(Operand { number, kind })
    }

    /// A value that only debug information has; of one that stands further on the type follows.
    pub(super) fn noted(&mut self, module: &Module) -> Result<(), Word> {
        let id = self.next()?;
        match module.values.get(self.number(module, id)) {
            Some(_) => Ok(()),
            None => self.kind(module).map(|_| ()),
        }
    }

    /// A value of a type that the instruction says.
    pub(super) fn typed(&mut self, module: &mut Module, kind: Option<usize>) -> Result<Operand, Word> {
        let id = self.next()?;
        let number = self.number(module, id);
        self.of_kind(module, number, kind)
    }

    /// The value of a number, which has a type that the instruction says.
    pub(super) fn of_kind(
        &self,
        module: &mut Module,
        number: Option<usize>,
        kind: Option<usize>,
    ) -> Result<Operand, Word> {
        match module.values.get(number) {
            Some(value) if module.types.differ(value.kind, kind) => return Err(Word::OperandType),
            Some(_) => module.values.uses(number, self.spot),
            None => {
                module.values.uses(number, self.spot);
                ahead(module, number.ok_or(Word::NoSuchValue)?, kind)?;
            }
        }
        Ok(Operand { number, kind })
    }
}

/// A type that is not in the table: readers number those of values behind it.
pub(super) fn missing(module: &Module, number: usize) -> Word {
    let more = module.types.count().saturating_add(module.values.all.len());
    if number < more { Word::BehindTable } else { Word::NoSuchType }
}

/// Notes that a value is used before it is defined.
pub(super) fn ahead(module: &mut Module, number: usize, kind: Option<usize>) -> Result<(), Word> {
    // Readers make room for no more values than the stream has bytes.
    if u64::try_from(number).is_ok_and(|number| number >= module.end / 8) {
        return Err(Word::NoSuchValue);
    }
    let noted = module.values.noted.get(&number).copied().flatten();
    match module.values.ahead.get(&number).copied() {
        Some(before) if module.types.differ(before.or(noted), kind) => Err(Word::OperandType),
        None if module.types.differ(noted, kind) => Err(Word::OperandType),
        Some(Some(_)) => Ok(()),
        _ => {
            module.values.ahead.insert(number, kind);
            Ok(())
        }
    }
}

impl Module {
    /// Registers what an instruction makes.
    pub(super) fn define(&mut self, kind: Option<usize>, spot: Spot) {
        let number = self.values.all.len();
        let before = self.values.ahead.remove(&number);
        let noted = self.values.noted.remove(&number).flatten();
        let late = self.types.differ(before.flatten(), kind) || self.types.differ(noted, kind);
        if late && !self.values.lost {
            malformed::fault(self, Word::LateType, spot);
            self.values.lost = true;
        }
        let (block, at) = (self.values.ended, self.values.instructions.len());
        self.values.graph.defines(number, block, at);
        let used = before.is_some();
        self.values.all.push(Value { kind, source: Source::Instruction, used, small: None, plain: false });
    }

    /// What is wrong when a body ends.
    pub(super) fn finish(&mut self, spot: Spot) {
        if self.values.lost {
            return;
        }
        if !self.values.ahead.is_empty() {
            return malformed::fault(self, Word::NoSuchValue, spot);
        }
        if !self.values.bundles.is_empty() {
            malformed::fault(self, Word::BundleAlone, spot);
        }
        if self.values.ended < self.blocks {
            malformed::fault(self, Word::OpenBlock, spot);
        }
    }

    /// Fails where it is known that a type is not of a kind.
    pub(super) fn expect(&self, kind: Option<usize>, fits: impl Fn(&Type) -> bool) -> Result<(), Word> {
        match kind.and_then(|kind| self.types.at(kind)) {
            Some(kind) if !fits(kind) => Err(Word::OperandType),
            _ => Ok(()),
        }
    }

    /// As `expect`, of what stands in vectors or is none.
    pub(super) fn expect_scalar(
        &self,
        kind: Option<usize>,
        fits: impl Fn(&Type) -> bool,
    ) -> Result<(), Word> {
        match self.types.scalar(kind) {
            Some(kind) if !fits(kind) => Err(Word::OperandType),
            _ => Ok(()),
        }
    }

    /// Whether a binary operation is one of the type.
    pub(super) fn binary(&self, op: u64, kind: Option<usize>) -> Result<(), Word> {
        let fits = |one: &Type| match one {
            Type::Float(_) => matches!(op, 0..=2 | 4 | 6),
            Type::Integer(_) => op <= 12,
            _ => false,
        };
        self.expect_scalar(kind, fits).map_err(|_| Word::Operation)
    }

    /// Whether a cast turns the one type into the other.
    pub(super) fn cast(&self, op: u64, from: Option<usize>, to: usize) -> Result<(), Word> {
        let (Some(from), Some(source), Some(target)) =
            (from, self.types.scalar(from), self.types.scalar(Some(to)))
        else {
            return Ok(());
        };
        let lanes = |kind: usize| match self.types.at(kind) {
            Some(Type::Vector(_, count, scalable)) => Some((*count, *scalable)),
            _ => None,
        };
        let same_lanes = lanes(from) == lanes(to);
        let fits = match op {
            0..=8 => same_lanes && numeric(op, source, target),
            9 | 13 => same_lanes && is_pointer(source) && matches!(target, Type::Integer(_)),
            10 => same_lanes && matches!(source, Type::Integer(_)) && is_pointer(target),
            11 => match (source, target) {
                (Type::Pointer(..), Type::Pointer(..)) => {
                    same_lanes || lanes(from).is_none_or(|(n, _)| n == 1)
                }
                (Type::Pointer(..), _) | (_, Type::Pointer(..)) => false,
                _ => match (self.bits(from), self.bits(to)) {
                    (Some(a), Some(b)) => a == b,
                    _ => !is_aggregate(source) && !is_aggregate(target),
                },
            },
            12 => same_lanes && is_pointer(source) && is_pointer(target),
            _ => return Ok(()),
        };
        if fits { Ok(()) } else { Err(Word::CastTypes) }
    }

    /// Bits of a value of a type without a place in memory of its own.
    fn bits(&self, kind: usize) -> Option<u64> {
        match self.types.at(kind)? {
            Type::Vector(of, count, false) => self.types.at(*of).and_then(width)?.checked_mul(*count),
            Type::Vector(_, _, true) => None,
            other => width(other),
        }
    }
}

fn is_pointer(kind: &Type) -> bool {
    matches!(kind, Type::Pointer(..))
}

fn is_aggregate(kind: &Type) -> bool {
    matches!(
        kind,
        Type::Struct(..) | Type::Array(..) | Type::Void | Type::Function(..) | Type::Other(5 | 16 | 22)
    )
}

fn width(kind: &Type) -> Option<u64> {
    match kind {
        Type::Integer(width) => Some(*width),
        Type::Float(10 | 23) => Some(16),
        Type::Float(3) => Some(32),
        Type::Float(4) => Some(64),
        Type::Float(13) => Some(80),
        Type::Float(14 | 15) => Some(128),
        // `x86_amx`.
        Type::Other(24) => Some(8192),
        _ => None,
    }
}

/// Casts between numbers.
fn numeric(op: u64, from: &Type, to: &Type) -> bool {
    use Type::{Float, Integer};
    let (less, more) = (width(from) < width(to), width(from) > width(to));
    match (op, from, to) {
        (0, Integer(_), Integer(_)) | (7, Float(_), Float(_)) => more,
        (1 | 2, Integer(_), Integer(_)) | (8, Float(_), Float(_)) => less,
        (3 | 4, Float(_), Integer(_)) | (5 | 6, Integer(_), Float(_)) => true,
        _ => false,
    }
}
