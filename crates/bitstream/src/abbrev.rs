//! Abbreviations: how the fields of a record are encoded, as `DEFINE_ABBREV` says it.
//!
//! An abbreviation is taken as it stands, however odd: LLVM and Clang define some that break the rules and never use
//! them. What is wrong with it is said when a record uses it ([`Abbrev::check_use`]); [`Abbrev::oddities`] is for
//! verifiers.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use crate::bits::{Bits, Watch};
use crate::fault::{Fault, FaultKind};

/// One operand of an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A value that is not in the record.
    Literal(u64),
    /// A field of this many bits, at most 32. Of 0 bits it is the literal 0.
    Fixed(u32),
    /// A variable-width number of chunks of this many bits, at most 32. Of 0 bits it is the literal 0.
    Vbr(u32),
    /// A counted sequence of the next operand.
    Array,
    /// One of `a-zA-Z0-9._` in six bits.
    Char6,
    /// A counted sequence of bytes, aligned to 32 bits at both ends.
    Blob,
}

impl Op {
    /// Whether the operand takes no bits: a literal, or a field of no width.
    pub fn is_free(self) -> bool {
        matches!(self, Op::Literal(_) | Op::Fixed(0) | Op::Vbr(0))
    }
}

/// An abbreviation: the record's code is its first operand.
#[derive(Clone, Debug)]
pub struct Abbrev {
    ops: Box<[Op]>,
    array: Option<usize>,
    free: u32,
    /// What follows from the operands and takes a while to find: most abbreviations of a file are never used.
    skip: OnceLock<Box<[Skip]>>,
    needs: OnceLock<Needs>,
}

impl PartialEq for Abbrev {
    fn eq(&self, other: &Abbrev) -> bool {
        self.ops == other.ops
    }
}

impl Eq for Abbrev {}

impl Hash for Abbrev {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ops.hash(state);
    }
}

/// What a record has to bring to be written by an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Needs {
    /// Operands with fields of their own.
    pub(crate) scalars: usize,
    /// Elements of an array behind them.
    pub(crate) array: Option<Op>,
    pub(crate) blobs: usize,
    /// The first operand that readers refuse.
    pub(crate) refused: Option<usize>,
}

/// How to pass a record without its values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Skip {
    /// Fields of this many bits in all.
    Bits(u32),
    /// This many VBRs of one width: width, count.
    Vbrs(u32, u32),
    /// An array of fields of this width.
    ArrayBits(u32),
    /// An array of VBRs of this width.
    ArrayVbrs(u32),
    /// A blob.
    Blob,
    /// Here a record that uses the abbreviation is refused: see [`Abbrev::check_use`].
    Refuse,
}

/// More operands than any genuine abbreviation has: Swift's longest has a few dozen.
const MAX_OPS: usize = 1 << 16;

/// As many operands as most abbreviations have.
const USUAL_OPS: usize = 16;

/// The six-bit characters, by number.
pub(crate) const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

impl Abbrev {
    /// An abbreviation of these operands.
    pub fn new(ops: impl Into<Box<[Op]>>) -> Abbrev {
        let ops = ops.into();
        let array = ops.iter().skip(1).position(|op| *op == Op::Array).map(|index| index + 1);
        let free = ops.iter().filter(|op| op.is_free()).count();
        let free = u32::try_from(free).unwrap_or(u32::MAX);
        Abbrev { ops, array, free, skip: OnceLock::new(), needs: OnceLock::new() }
    }

    /// How many operands take no bits.
    #[inline(always)]
    pub(crate) fn free(&self) -> u32 {
        self.free
    }

    /// Its operands; the first is the record's code.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The place of its first array among its operands, if there is one.
    pub fn array(&self) -> Option<usize> {
        self.array
    }

    pub(crate) fn skip(&self) -> &[Skip] {
        self.skip.get_or_init(|| compile(&self.ops).into())
    }

    /// Reads a definition; the abbreviation id `DEFINE_ABBREV` is read already.
    pub(crate) fn read(bits: &mut Bits<'_>, watch: &mut impl Watch) -> Result<Abbrev, Fault> {
        let start = bits.pos();
        let count = bits.vbr32(5, watch)?;
        let mut ops = Vec::with_capacity(usize::try_from(count).unwrap_or(usize::MAX).min(USUAL_OPS));
        for _ in 0..count {
            let at = bits.pos();
            if ops.len() >= MAX_OPS {
                let limit = u64::try_from(MAX_OPS).unwrap_or(u64::MAX);
                return Err(Fault::new(FaultKind::Limit("operands of an abbreviation", limit), start));
            }
            if bits.fixed(1)? == 1 {
                ops.push(Op::Literal(bits.vbr64(8, watch)?));
                continue;
            }
            let encoding = bits.fixed32(3)?;
            ops.push(match encoding {
                1 | 2 => {
                    let width = bits.vbr64(5, watch)?;
                    let small = u32::try_from(width).ok().filter(|w| *w <= 32);
                    let Some(small) = small else {
                        return Err(Fault::new(FaultKind::Width(width), at));
                    };
                    if encoding == 1 { Op::Fixed(small) } else { Op::Vbr(small) }
                }
                3 => Op::Array,
                4 => Op::Char6,
                5 => Op::Blob,
                other => {
                    let found = u8::try_from(other).unwrap_or(u8::MAX);
                    return Err(Fault::new(FaultKind::Encoding(found), at));
                }
            });
        }
        if ops.is_empty() {
            return Err(Fault::new(FaultKind::EmptyAbbrev, start));
        }
        Ok(Abbrev::new(ops))
    }

    /// What LLVM refuses when a record uses this abbreviation, once its reading reaches operand `index`.
    pub(crate) fn check_use(&self, index: usize) -> Option<FaultKind> {
        match (self.ops.get(index), index) {
            (Some(Op::Array | Op::Blob), 0) => Some(FaultKind::CodeShape),
            (Some(Op::Array), _) => {
                if index.checked_add(2) != Some(self.ops.len()) {
                    return Some(FaultKind::ArrayPlace);
                }
                match self.ops.last() {
                    Some(Op::Array | Op::Blob) => Some(FaultKind::ArrayOfArray),
                    Some(op) if op.is_free() => Some(FaultKind::ArrayOfLiteral),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    pub(crate) fn written_with(&self) -> &Needs {
        self.needs.get_or_init(|| self.needs())
    }

    fn needs(&self) -> Needs {
        let mut needs =
            Needs { refused: (0..self.ops.len()).find(|i| self.check_use(*i).is_some()), ..Needs::default() };
        for (index, op) in self.ops.iter().enumerate() {
            match op {
                Op::Array => {
                    needs.array = self.ops.last().copied();
                    break;
                }
                Op::Blob => needs.blobs += 1,
                _ => needs.scalars += usize::from(index > 0),
            }
        }
        needs
    }

    /// What readers refuse about it: at its definition, or once a record uses it.
    pub fn check(&self) -> Option<FaultKind> {
        if self.ops.is_empty() {
            return Some(FaultKind::EmptyAbbrev);
        }
        if self.ops.len() > MAX_OPS {
            let limit = u64::try_from(MAX_OPS).unwrap_or(u64::MAX);
            return Some(FaultKind::Limit("operands of an abbreviation", limit));
        }
        let width = self.ops.iter().find_map(|op| match op {
            Op::Fixed(width) | Op::Vbr(width) if *width > 32 => Some(FaultKind::Width(u64::from(*width))),
            _ => None,
        });
        width.or_else(|| (0..self.ops.len()).find_map(|index| self.check_use(index)))
    }

    /// What is odd about the definition, in words: LLVM accepts it until a record uses it, or reads it its own way.
    pub fn oddities(&self) -> Vec<String> {
        let mut odd: Vec<String> =
            (0..self.ops.len()).filter_map(|i| self.check_use(i)).map(|kind| kind.llvm_message()).collect();
        if self.ops.iter().any(|op| matches!(op, Op::Fixed(0) | Op::Vbr(0))) {
            odd.push("a field of no width, which is the literal 0".into());
        }
        if self.ops.contains(&Op::Vbr(1)) {
            odd.push("a VBR of one bit, which has no payload".into());
        }
        let blobs = self.ops.iter().filter(|op| **op == Op::Blob).count();
        if blobs > 1 || blobs == 1 && self.ops.last() != Some(&Op::Blob) {
            odd.push("a blob that is not last".into());
        }
        odd
    }
}

/// Joins what can be passed at once. The code (operand 0) is read apart.
fn compile(ops: &[Op]) -> Vec<Skip> {
    let mut plan = Vec::new();
    let mut index = 1;
    while let Some(op) = ops.get(index) {
        index += 1;
        match (*op, plan.last_mut()) {
            (op, _) if op.is_free() => {}
            (Op::Fixed(width), Some(Skip::Bits(sum))) => *sum = sum.saturating_add(width),
            (Op::Fixed(width), _) => plan.push(Skip::Bits(width)),
            (Op::Char6, Some(Skip::Bits(sum))) => *sum = sum.saturating_add(6),
            (Op::Char6, _) => plan.push(Skip::Bits(6)),
            (Op::Vbr(width), Some(Skip::Vbrs(same, count))) if *same == width => *count += 1,
            (Op::Vbr(width), _) => plan.push(Skip::Vbrs(width, 1)),
            (Op::Blob, _) => plan.push(Skip::Blob),
            (Op::Array, _) => {
                let element = ops.get(index).copied().filter(|_| index + 1 == ops.len());
                plan.push(match element {
                    Some(Op::Fixed(width)) if width > 0 => Skip::ArrayBits(width),
                    Some(Op::Char6) => Skip::ArrayBits(6),
                    Some(Op::Vbr(width)) if width > 0 => Skip::ArrayVbrs(width),
                    _ => Skip::Refuse,
                });
                break;
            }
            (Op::Literal(_), _) => {}
        }
    }
    plan
}
