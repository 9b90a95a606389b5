//! Records: decoding and passing over their fields.

use crate::abbrev::{Abbrev, CHAR6, Op, Skip};
use crate::bits::{Bits, NoWatch, Watch};
use crate::fault::{Fault, FaultKind};

/// A record. Operands stand in the cursor's buffer until its next token.
#[derive(Clone, Copy, Debug)]
pub struct Record<'c, 'a> {
    /// Its code.
    pub code: u32,
    /// Its operands, without the blob.
    pub ops: &'c [u64],
    /// Its blob: the last one, if its abbreviation has several.
    pub blob: Option<&'a [u8]>,
    /// The abbreviation id it was written with; 3 if with none.
    pub abbrev_id: u32,
    /// That abbreviation.
    pub abbrev: Option<&'c Abbrev>,
    /// The bit of its abbreviation id.
    pub start: u64,
    /// The bit after it.
    pub end: u64,
}

impl Record<'_, '_> {
    /// An operand, if there are that many.
    pub fn op(&self, index: usize) -> Option<u64> {
        self.ops.get(index).copied()
    }

    /// Operands from an index on as bytes: how names are stored. Values above 255 lose their upper bits, as in LLVM.
    pub fn bytes_from(&self, index: usize) -> Vec<u8> {
        self.ops.get(index..).unwrap_or_default().iter().map(|op| low_byte(*op)).collect()
    }
}

pub(crate) fn low_byte(value: u64) -> u8 {
    value.to_le_bytes()[0]
}

/// The lower 32 bits: LLVM keeps codes in 32 bits.
#[inline(always)]
fn low32(value: u64) -> u32 {
    u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX)
}

/// A count of operands; LLVM refuses one that the stream has not as many bits for, before it reads on.
#[inline(always)]
fn count(bits: &mut Bits<'_>, watch: &mut impl Watch) -> Result<u32, Fault> {
    let at = bits.pos();
    match bits.vbr32(6, watch) {
        Ok(count) if u64::from(count) < bits.end() => Ok(count),
        Ok(count) => Err(Fault::new(FaultKind::Count(count), at)),
        Err(fault) => Err(fault.map(|kind| FaultKind::CountUnreadable(Box::new(kind)))),
    }
}

/// Operands that a record of this stream may have: sixteen times its bytes, and eight million in any case.
fn most_ops(bits: &Bits<'_>) -> usize {
    (1usize << 23).saturating_add(bits.bytes().len().saturating_mul(2))
}

/// `[code vbr6, numops vbr6, op vbr6 …]`.
#[inline(always)]
pub(crate) fn unabbreviated(
    bits: &mut Bits<'_>,
    ops: &mut Vec<u64>,
    watch: &mut impl Watch,
) -> Result<u32, Fault> {
    let code = bits.vbr32(6, watch)?;
    let count = count(bits, watch)?;
    // A copy: the position stays in a register.
    let mut ahead = *bits;
    ahead.vbrs(6, count, ops, watch)?;
    *bits = ahead;
    within_limit(bits, ops)?;
    Ok(code)
}

fn within_limit(bits: &Bits<'_>, ops: &[u64]) -> Result<(), Fault> {
    if ops.len() > most_ops(bits) {
        let limit = u64::try_from(most_ops(bits)).unwrap_or(u64::MAX);
        return Err(Fault::new(FaultKind::Limit("operands of one record", limit), bits.pos()));
    }
    Ok(())
}

/// A record as its abbreviation says.
#[inline(always)]
pub(crate) fn abbreviated<'a>(
    bits: &mut Bits<'a>,
    abbrev: &Abbrev,
    ops: &mut Vec<u64>,
    watch: &mut impl Watch,
) -> Result<(u32, Option<&'a [u8]>), Fault> {
    let mut ahead = *bits;
    let result = fields(&mut ahead, abbrev, ops, watch);
    *bits = ahead;
    result
}

/// The fields of a record as its abbreviation says.
#[inline(always)]
fn fields<'a>(
    bits: &mut Bits<'a>,
    abbrev: &Abbrev,
    ops: &mut Vec<u64>,
    watch: &mut impl Watch,
) -> Result<(u32, Option<&'a [u8]>), Fault> {
    let code = code(bits, abbrev, watch)?;
    let mut blob = None;
    for (index, op) in abbrev.ops().iter().enumerate().skip(1) {
        match *op {
            Op::Literal(value) => ops.push(value),
            Op::Array => {
                array(bits, abbrev, index, ops, watch)?;
                break;
            }
            Op::Blob => blob = Some(read_blob(bits, watch)?),
            scalar => ops.push(field(bits, scalar, watch)?),
        }
    }
    Ok((code, blob))
}

/// A scalar field.
#[inline(always)]
fn field(bits: &mut Bits<'_>, op: Op, watch: &mut impl Watch) -> Result<u64, Fault> {
    match op {
        Op::Vbr(width) if width > 0 => bits.vbr64(width, watch),
        Op::Fixed(width) if width > 0 => bits.fixed(width),
        Op::Char6 => bits.fixed(6).map(char6),
        Op::Literal(value) => Ok(value),
        _ => Ok(0),
    }
}

#[inline(always)]
fn char6(value: u64) -> u64 {
    let index = usize::try_from(value & 63).unwrap_or(0);
    CHAR6.get(index).copied().map_or(0, u64::from)
}

#[inline(always)]
fn code(bits: &mut Bits<'_>, abbrev: &Abbrev, watch: &mut impl Watch) -> Result<u32, Fault> {
    match abbrev.ops().first() {
        Some(Op::Literal(code)) => Ok(low32(*code)),
        Some(Op::Array | Op::Blob) | None => Err(Fault::new(FaultKind::CodeShape, bits.pos())),
        Some(op) => field(bits, *op, watch).map(low32),
    }
}

fn array(
    bits: &mut Bits<'_>,
    abbrev: &Abbrev,
    index: usize,
    ops: &mut Vec<u64>,
    watch: &mut impl Watch,
) -> Result<(), Fault> {
    let at = bits.pos();
    let count = count(bits, watch)?;
    if let Some(kind) = abbrev.check_use(index) {
        return Err(Fault::new(kind, at));
    }
    // Each element takes a bit or more, so that the stream bounds the loop; and eight bytes of memory, which it does not.
    let most = most_ops(bits);
    let limited = usize::try_from(count).unwrap_or(usize::MAX).min(most.saturating_sub(ops.len()));
    match abbrev.ops().last() {
        Some(Op::Fixed(width)) => bits.fixeds(*width, limited, ops, |value| value)?,
        Some(Op::Vbr(width)) => {
            bits.vbrs(*width, u32::try_from(limited).unwrap_or(count), ops, watch)?;
        }
        _ => bits.fixeds(6, limited, ops, char6)?,
    }
    if limited < usize::try_from(count).unwrap_or(usize::MAX) {
        let limit = u64::try_from(most).unwrap_or(u64::MAX);
        return Err(Fault::new(FaultKind::Limit("operands of one record", limit), at));
    }
    Ok(())
}

/// `[len vbr6, align32, bytes, align32]`.
fn read_blob<'a>(bits: &mut Bits<'a>, watch: &mut impl Watch) -> Result<&'a [u8], Fault> {
    let at = bits.pos();
    let len = bits.vbr32(6, watch)?;
    bits.align(watch);
    let start = bits.pos();
    let end = start + u64::from(len) * 8;
    let padded = start + u64::from(len).next_multiple_of(4) * 8;
    if padded > bits.end() {
        return Err(Fault::new(FaultKind::Blob(len), at));
    }
    let byte = |bit: u64| usize::try_from(bit / 8).unwrap_or(usize::MAX);
    let blob = bits.bytes().get(byte(start)..byte(end)).unwrap_or_default();
    watch.blob(byte(start)..byte(end));
    bits.set_pos(end);
    bits.align(watch);
    Ok(blob)
}

/// Passes over an unabbreviated record.
#[inline(always)]
pub(crate) fn skip_unabbreviated(bits: &mut Bits<'_>) -> Result<u32, Fault> {
    let code = bits.vbr32(6, &mut NoWatch)?;
    let count = count(bits, &mut NoWatch)?;
    bits.skip_vbrs(6, count)?;
    Ok(code)
}

/// Passes over an abbreviated record.
#[inline(always)]
pub(crate) fn skip_abbreviated(bits: &mut Bits<'_>, abbrev: &Abbrev) -> Result<u32, Fault> {
    let start = bits.pos();
    let code = code(bits, abbrev, &mut NoWatch)?;
    for step in abbrev.skip() {
        match *step {
            Skip::Bits(width) => match bits.skip_fixed(width, 1) {
                Ok(()) => {}
                Err(fault) => return Err(exact(bits, start, abbrev).unwrap_or(fault)),
            },
            Skip::Vbrs(width, 1) => {
                bits.vbr64(width, &mut NoWatch)?;
            }
            Skip::Vbrs(width, count) => bits.skip_vbrs(width, count)?,
            Skip::ArrayBits(width) => {
                let count = count(bits, &mut NoWatch)?;
                bits.skip_fixed(width, count)?;
            }
            Skip::ArrayVbrs(width) => {
                let count = count(bits, &mut NoWatch)?;
                bits.skip_vbrs(width, count)?;
            }
            Skip::Blob => {
                read_blob(bits, &mut NoWatch)?;
            }
            Skip::Refuse => {
                let fault = Fault::new(FaultKind::ArrayPlace, bits.pos());
                return Err(exact(bits, start, abbrev).unwrap_or(fault));
            }
        }
    }
    Ok(code)
}

/// The fault of reading the record field by field.
#[cold]
#[inline(never)]
fn exact(bits: &mut Bits<'_>, start: u64, abbrev: &Abbrev) -> Option<Fault> {
    bits.set_pos(start);
    abbreviated(bits, abbrev, &mut Vec::new(), &mut NoWatch).err()
}
