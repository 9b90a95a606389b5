//! `FUNCTION_BLOCK` (12): instructions, and what of them depends on types of operands.
//!
//! From module version 1 on operands are distances back from the instruction; one that is not before it has a distance
//! of zero or less, and its type follows.

use super::scan::Module;
use super::shape::{BundleUse, Kind, Value, Word};
use super::sound;
use super::types::Type;
use super::uses::Spot;
use super::values::Source;

/// Operands of a record, taken one after the other.
struct Ops<'o> {
    ops: &'o [u64],
    relative: bool,
}

/// An operand: its number, if it is known, and its type.
#[derive(Clone, Copy, Default)]
struct Operand {
    number: Option<usize>,
    kind: Option<usize>,
}

/// What an instruction makes: nothing, or a value of a type that may not be known.
type Made = Option<Option<usize>>;

impl Ops<'_> {
    fn next(&mut self) -> Option<u64> {
        let (first, rest) = self.ops.split_first()?;
        self.ops = rest;
        Some(*first)
    }

    fn index(&mut self) -> Option<usize> {
        usize::try_from(self.next()?).ok()
    }

    /// A value that is followed by its type if it stands further on.
    fn value(&mut self, module: &Module) -> Option<Operand> {
        let id = self.next()?;
        if self.relative && forward(id) {
            return Some(Operand { number: None, kind: self.index() });
        }
        let number = if self.relative { module.values.number(id) } else { usize::try_from(id).ok() };
        Some(Operand { number, kind: module.values.get(number).and_then(|value| value.kind) })
    }
}

/// Distances are 32-bit numbers that wrap.
fn forward(distance: u64) -> bool {
    let low = distance & 0xffff_ffff;
    low == 0 || low >= 1 << 31
}

/// A record of a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    module.uses.add(Kind::Instruction, &[u64::from(code)], spot);
    sound::body(module, code, ops, spot);
    let mut rest = Ops { ops, relative: module.version >= 1 };
    match shape(module, code, &mut rest, spot) {
        Some(Some(kind)) => module.values.result(kind),
        Some(None) => {}
        // A record that ends early.
        None => sound::fault(module, Word::Short, spot),
    }
    if matches!(code, 5 | 34 | 57) {
        module.values.bundles.clear();
    }
}

fn shape(module: &mut Module, code: u32, ops: &mut Ops<'_>, spot: Spot) -> Option<Made> {
    match code {
        2 => {
            let operand = ops.value(module)?;
            ops.next()?;
            let op = ops.next()?;
            flagged(module, Kind::Binary, op, ops.next(), spot);
            Some(Some(operand.kind))
        }
        3 => {
            ops.value(module)?;
            let to = ops.index()?;
            let op = ops.next()?;
            flagged(module, Kind::Cast, op, ops.next(), spot);
            Some(Some(Some(to)))
        }
        56 => {
            let operand = ops.value(module)?;
            let op = ops.next()?;
            flagged(module, Kind::Unary, op, ops.next(), spot);
            Some(Some(operand.kind))
        }
        9 | 28 => {
            ops.value(module)?;
            ops.next()?;
            let predicate = ops.next()?;
            let class = u64::from(predicate >= 32);
            flagged(module, Kind::Compare, class, ops.next(), spot);
            module.uses.add(Kind::Predicate, &[predicate], spot);
            Some(Some(None))
        }
        29 => {
            let operand = ops.value(module)?;
            ops.next()?;
            ops.value(module)?;
            flagged(module, Kind::Select, 0, ops.next(), spot);
            Some(Some(operand.kind))
        }
        43 => {
            let flags = ops.next()?;
            module.uses.add(Kind::Gep, &[flags], spot);
            Some(Some(None))
        }
        // `[type, size type, size, alignment and bits, (address space)]`
        19 => {
            module.uses.add(Kind::Alloca, &[u64::try_from(ops.ops.len()).unwrap_or(u64::MAX)], spot);
            Some(Some(None))
        }
        34 | 5 | 57 => call(module, code, ops, spot),
        20 | 41 | 44 | 45 | 59 => memory(module, code, ops, spot),
        55 => {
            let tag = ops.next()?;
            let constant = ops.value(module).and_then(|operand| module.values.get(operand.number));
            let constant = constant.is_some_and(|value| value.source == Source::Constant);
            module.values.bundles.push((tag, constant));
            Some(None)
        }
        _ => other(module, code, ops),
    }
}

/// Loads, stores and `atomicrmw`.
fn memory(module: &mut Module, code: u32, ops: &mut Ops<'_>, spot: Spot) -> Option<Made> {
    ops.value(module)?;
    if matches!(code, 44 | 45) {
        let stored = ops.value(module)?;
        if code == 45 && module.types.is_vector(stored.kind) {
            module.uses.put(Kind::AtomicVector, Value::Word(Word::Store), spot);
        }
        return Some(None);
    }
    if code == 59 {
        let operand = ops.value(module)?;
        let op = ops.next()?;
        module.uses.add(Kind::AtomicRmw, &[op], spot);
        if module.types.is_vector(operand.kind) {
            module.uses.add(Kind::AtomicVector, &[op], spot);
        }
        ops.next()?;
        module.uses.add(Kind::Ordering, &[ops.next()?], spot);
        return Some(Some(operand.kind));
    }
    // Records of three operands have the type between the value and its alignment.
    let kind = if ops.ops.len() == 3 || code == 41 { ops.index() } else { None };
    let what = match kind.and_then(|kind| module.types.all.get(kind)) {
        Some(Type::Other(code)) => Some(Value::OfType(u64::from(*code))),
        Some(Type::Target(name)) => Some(Value::OfTarget(name.clone())),
        _ => None,
    };
    if let Some(what) = what {
        module.uses.put(Kind::Load, what, spot);
    }
    if code == 41 && module.types.is_vector(kind) {
        module.uses.put(Kind::AtomicVector, Value::Word(Word::Load), spot);
    }
    Some(Some(kind))
}

/// Instructions of which only what they make matters.
fn other(module: &Module, code: u32, ops: &mut Ops<'_>) -> Option<Made> {
    let made = match code {
        // phi, landingpad
        16 | 47 => ops.index(),
        6 => {
            let of = ops.value(module)?;
            of.kind.and_then(|kind| match module.types.all.get(kind) {
                Some(Type::Vector(of, ..)) => Some(*of),
                _ => None,
            })
        }
        // insertelement, insertvalue, freeze
        7 | 27 | 58 => ops.value(module)?.kind,
        26 => part(module, ops.value(module)?.kind, ops.ops),
        // va_arg
        23 => usize::try_from(*ops.ops.get(2)?).ok(),
        // shufflevector, old getelementptr, cmpxchg and atomicrmw, landingpad, pads
        4 | 8 | 30 | 37 | 38 | 40 | 46 | 50 | 51 | 52 => None,
        _ => return Some(None),
    };
    Some(Some(made))
}

/// The type of a part of an aggregate.
fn part(module: &Module, mut kind: Option<usize>, path: &[u64]) -> Option<usize> {
    for index in path {
        kind = match module.types.all.get(kind?)? {
            Type::Struct(of) => of.get(usize::try_from(*index).ok()?).copied(),
            Type::Array(of, _) => Some(*of),
            _ => None,
        };
    }
    kind
}

/// An operation with an optional operand of flags. Which flags a record has depends on the operation; those of casts,
/// comparisons and `or` differ between releases.
fn flagged(module: &mut Module, kind: Kind, op: u64, flags: Option<u64>, spot: Spot) {
    match flags {
        None => module.uses.add(kind, &[op], spot),
        Some(flags) => {
            // Fast-math flags have the same bits everywhere: only whether there are any matters.
            let flags =
                if matches!((kind, op), (Kind::Cast, 0 | 1) | (Kind::Binary, 11)) { flags } else { 1 };
            module.uses.add(kind, &[op, flags], spot);
        }
    }
}

/// `[attributes, convention and bits, (fast-math flags), (function type), callee, argument …]` for a call; for `invoke` and
/// `callbr` places to go on at stand before the type.
fn call(module: &mut Module, code: u32, ops: &mut Ops<'_>, spot: Spot) -> Option<Made> {
    ops.next()?;
    let convention = ops.next()?;
    let mut flags = None;
    let typed = if code == 34 {
        module.uses.add(Kind::CallConvention, &[(convention >> 1) & 0x3ff], spot);
        flags = if convention & (1 << 17) == 0 { None } else { ops.next() };
        convention & (1 << 15) != 0
    } else {
        let bits = if code == 5 { convention } else { convention >> 1 };
        module.uses.add(Kind::CallingConvention, &[bits & 0x3ff], spot);
        ops.next()?;
        let more = if code == 5 { 1 } else { ops.next()? };
        ops.ops = ops.ops.get(usize::try_from(more).ok()?..)?;
        convention & (1 << if code == 5 { 13 } else { 15 }) != 0
    };
    let kind = if typed { ops.next() } else { None };
    let result = kind.and_then(|kind| match module.types.get(kind) {
        Some(Type::Function(result, ..)) => Some(*result),
        _ => None,
    });
    if flags.is_some_and(|flags| flags != 0) {
        let number = result.and_then(|result| u64::try_from(result).ok());
        let plain = number.is_some_and(|result| module.types.is_float(result));
        let word = if plain { Word::FastMathFloat } else { Word::FastMathStruct };
        module.uses.put(Kind::Call, Value::Word(word), spot);
    }
    let callee = ops.value(module).and_then(|callee| callee.number);
    callee_of(module, code, callee, spot);
    let nothing = result.is_some_and(|result| matches!(module.types.all.get(result), Some(Type::Void)));
    Some(if nothing { None } else { Some(result) })
}

/// Notes what is called, and bundles of the call.
fn callee_of(module: &mut Module, code: u32, callee: Option<usize>, spot: Spot) {
    let direct = module.values.get(callee).is_some_and(|value| value.source == Source::Global);
    if let Some(callee) = callee.filter(|_| direct) {
        module.values.called.insert(callee);
        if code == 57 {
            module.values.branched.insert(callee);
        }
    }
    for (tag, constant) in std::mem::take(&mut module.values.bundles) {
        let tag = usize::try_from(tag).ok().and_then(|tag| module.values.tags.get(tag));
        let Some(tag) = tag.map(|tag| String::from_utf8_lossy(tag).into_owned()) else { continue };
        let at = if direct { BundleUse::Direct } else { BundleUse::Indirect };
        module.uses.put(Kind::Bundle, Value::Bundle { tag: tag.clone(), at }, spot);
        if constant {
            module.uses.put(Kind::Bundle, Value::Bundle { tag, at: BundleUse::Constant }, spot);
        }
    }
}
