//! `FUNCTION_BLOCK` (12): instructions.
//!
//! From module version 1 on operands are distances back from the instruction; one that is not before it has a distance
//! of zero or less, and its type follows.

use super::scan::Module;
use super::types::Type;
use super::uses::Spot;

/// Operands of a record, taken one after the other.
struct Ops<'o> {
    ops: &'o [u64],
    relative: bool,
}

impl Ops<'_> {
    fn next(&mut self) -> Option<u64> {
        let (first, rest) = self.ops.split_first()?;
        self.ops = rest;
        Some(*first)
    }

    /// A value that is followed by its type if it stands further on.
    fn value(&mut self) -> Option<()> {
        let id = self.next()?;
        if self.relative && forward(id) {
            self.next()?;
        }
        Some(())
    }
}

/// Distances are 32-bit numbers that wrap.
fn forward(distance: u64) -> bool {
    let low = distance & 0xffff_ffff;
    low == 0 || low >= 1 << 31
}

/// A record of a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    module.uses.add("instruction", &[u64::from(code)], spot);
    let mut rest = Ops { ops, relative: module.version >= 1 };
    // A record that ends early is damaged: nothing more is known of it.
    let _ = shape(module, code, &mut rest, spot);
}

fn shape(module: &mut Module, code: u32, ops: &mut Ops<'_>, spot: Spot) -> Option<()> {
    match code {
        2 => {
            ops.value()?;
            ops.next()?;
            let op = ops.next()?;
            flagged(module, "binary", op, ops.next(), spot);
        }
        3 => {
            ops.value()?;
            ops.next()?;
            let op = ops.next()?;
            flagged(module, "cast", op, ops.next(), spot);
        }
        56 => {
            ops.value()?;
            let op = ops.next()?;
            flagged(module, "unary", op, ops.next(), spot);
        }
        9 | 28 => {
            ops.value()?;
            ops.next()?;
            let predicate = ops.next()?;
            let class = u64::from(predicate >= 32);
            flagged(module, "compare", class, ops.next(), spot);
            module.uses.add("predicate", &[predicate], spot);
        }
        29 => {
            ops.value()?;
            ops.next()?;
            ops.value()?;
            flagged(module, "select", 0, ops.next(), spot);
        }
        43 => {
            let flags = ops.next()?;
            module.uses.add("gep", &[flags], spot);
        }
        59 => {
            ops.value()?;
            ops.value()?;
            let op = ops.next()?;
            module.uses.add("atomicrmw", &[op], spot);
            ops.next()?;
            module.uses.add("ordering", &[ops.next()?], spot);
        }
        // `[type, size type, size, alignment and bits, (address space)]`
        19 => module.uses.add("alloca", &[u64::try_from(ops.ops.len()).unwrap_or(u64::MAX)], spot),
        34 => call(module, ops, spot)?,
        5 | 13 | 57 => {
            ops.next()?;
            let convention = ops.next()?;
            let bits = if code == 5 { convention } else { convention & !(1 << 13) };
            module.uses.add("calling-convention", &[bits & 0x3ff], spot);
        }
        20 | 41 => {
            ops.value()?;
            // Records of three operands have the type between the value and its alignment.
            let kind = if ops.ops.len() == 3 || code == 41 { ops.next() } else { None };
            let what = match kind.and_then(|kind| module.types.get(kind)) {
                Some(Type::Other(code)) => Some(format!("type/{code}")),
                Some(Type::Target(name)) => Some(format!("target/{name}")),
                _ => None,
            };
            if let Some(what) = what {
                module.uses.add_text("load", &what, spot);
            }
        }
        _ => {}
    }
    Some(())
}

/// An operation with an optional operand of flags. Which flags a record has depends on the operation; those of casts,
/// comparisons and `or` differ between releases.
fn flagged(module: &mut Module, key: &'static str, op: u64, flags: Option<u64>, spot: Spot) {
    match flags {
        None => module.uses.add(key, &[op], spot),
        Some(flags) => {
            // Fast-math flags have the same bits everywhere: only whether there are any matters.
            let flags = if matches!((key, op), ("cast", 0 | 1) | ("binary", 11)) { flags } else { 1 };
            module.uses.add(key, &[op, flags], spot);
        }
    }
}

/// `[attributes, convention and bits, (fast-math flags), (function type), callee, argument …]`.
fn call(module: &mut Module, ops: &mut Ops<'_>, spot: Spot) -> Option<()> {
    ops.next()?;
    let convention = ops.next()?;
    module.uses.add("call-convention", &[(convention >> 1) & 0x3ff], spot);
    let flags = if convention & (1 << 17) == 0 { None } else { ops.next() };
    let kind = if convention & (1 << 15) == 0 { None } else { ops.next() };
    if flags.is_some_and(|flags| flags != 0) {
        let result = kind.and_then(|kind| match module.types.get(kind) {
            Some(Type::Function(result, ..)) => u64::try_from(*result).ok(),
            _ => None,
        });
        let plain = result.is_some_and(|result| module.types.is_float(result));
        module.uses.add_text("call", if plain { "fast-math/float" } else { "fast-math/struct" }, spot);
    }
    Some(())
}
