//! Encoding of tokens: what `record.rs` and `abbrev.rs` decode.

use crate::abbrev::{Abbrev, CHAR6, Op};
use crate::write::bit_writer::{BitWriter, Shape};
use crate::write::error::WriteErrorKind;

type Encoded = Result<(), WriteErrorKind>;

/// A count or length; readers take 32 bits.
fn count(sink: &mut BitWriter, what: &'static str, len: usize, shape: &mut impl Shape) -> Encoded {
    let count = u64::try_from(len).unwrap_or(u64::MAX);
    if count > u64::from(u32::MAX) {
        return Err(WriteErrorKind::TooMany(what, count));
    }
    sink.vbr(count, 6, shape);
    Ok(())
}

/// `[1, blockid vbr8, newabbrevlen vbr4, align32, words 32]`, with the id for entering a block in `outer` bits.
pub(crate) fn enter(
    sink: &mut BitWriter,
    outer: u32,
    id: u32,
    width: u32,
    words: u32,
    shape: &mut impl Shape,
) {
    sink.fixed(1, outer);
    sink.vbr(u64::from(id), 8, shape);
    sink.vbr(u64::from(width), 4, shape);
    sink.align(shape);
    sink.fixed(u64::from(words), 32);
}

/// `[0, align32]`.
pub(crate) fn leave(sink: &mut BitWriter, width: u32, shape: &mut impl Shape) {
    sink.fixed(0, width);
    sink.align(shape);
}

/// `[2, numops vbr5, op…]`: an op is `1, value vbr8` for a literal, or `0, encoding 3 bits, width vbr5 if it has one`.
pub(crate) fn define(sink: &mut BitWriter, width: u32, abbrev: &Abbrev, shape: &mut impl Shape) -> Encoded {
    id(sink, 2, width)?;
    sink.vbr(u64::try_from(abbrev.ops().len()).unwrap_or(u64::MAX), 5, shape);
    for op in abbrev.ops() {
        let (encoding, data) = match *op {
            Op::Literal(value) => {
                sink.fixed(1, 1);
                sink.vbr(value, 8, shape);
                continue;
            }
            Op::Fixed(width) => (1, Some(width)),
            Op::Vbr(width) => (2, Some(width)),
            Op::Array => (3, None),
            Op::Char6 => (4, None),
            Op::Blob => (5, None),
        };
        sink.fixed(0, 1);
        sink.fixed(encoding, 3);
        if let Some(data) = data {
            sink.vbr(u64::from(data), 5, shape);
        }
    }
    Ok(())
}

/// An abbreviation id.
pub(crate) fn id(sink: &mut BitWriter, id: u32, width: u32) -> Encoded {
    if width < 32 && id >> width != 0 {
        return Err(WriteErrorKind::IdTooWide { id, width });
    }
    sink.fixed(u64::from(id), width);
    Ok(())
}

/// `[code vbr6, numops vbr6, op vbr6 …]`, after the id 3.
#[inline(always)]
pub(crate) fn unabbreviated(sink: &mut BitWriter, code: u32, ops: &[u64], shape: &mut impl Shape) -> Encoded {
    sink.vbr(u64::from(code), 6, shape);
    count(sink, "operands", ops.len(), shape)?;
    for op in ops {
        sink.vbr(*op, 6, shape);
    }
    Ok(())
}

/// A record as its abbreviation says, after the abbreviation's id. `field` is told the bit at which each operand that
/// has a field of its own begins.
#[inline(always)]
pub(crate) fn abbreviated(
    sink: &mut BitWriter,
    abbrev: &Abbrev,
    code: u32,
    ops: &[u64],
    blobs: &[&[u8]],
    shape: &mut impl Shape,
    mut place: impl FnMut(usize, Op, u64),
) -> Encoded {
    let needs = abbrev.written_with();
    if let Some(kind) = needs.refused.and_then(|index| abbrev.check_use(index)) {
        return Err(WriteErrorKind::Abbrev(kind));
    }
    let have = ops.len();
    if have < needs.scalars || (have > needs.scalars && needs.array.is_none()) {
        return Err(WriteErrorKind::OperandCount { expected: needs.scalars, found: have });
    }
    if needs.blobs != blobs.len() {
        return Err(WriteErrorKind::BlobCount { expected: needs.blobs, found: blobs.len() });
    }
    self::code(sink, abbrev, code, shape)?;
    let (mut next, mut blobs) = (0, blobs.iter());
    for op in abbrev.ops().iter().skip(1) {
        match *op {
            Op::Array => {
                let rest = ops.get(next..).unwrap_or_default();
                count(sink, "elements of an array", rest.len(), shape)?;
                return elements(sink, needs.array.unwrap_or(Op::Char6), next, rest, shape);
            }
            Op::Blob => blob(sink, blobs.next().copied().unwrap_or_default(), shape)?,
            scalar => {
                place(next, scalar, sink.pos());
                field(sink, scalar, Some(next), ops.get(next).copied().unwrap_or(0), shape)?;
                next += 1;
            }
        }
    }
    Ok(())
}

/// The code. Of a literal, readers keep 32 bits.
fn code(sink: &mut BitWriter, abbrev: &Abbrev, code: u32, shape: &mut impl Shape) -> Encoded {
    match abbrev.ops().first().copied() {
        Some(Op::Literal(literal)) if literal & u64::from(u32::MAX) == u64::from(code) => Ok(()),
        Some(op) => field(sink, op, None, u64::from(code), shape),
        None => Err(WriteErrorKind::Abbrev(crate::fault::FaultKind::EmptyAbbrev)),
    }
}

#[inline(always)]
fn field(sink: &mut BitWriter, op: Op, index: Option<usize>, value: u64, shape: &mut impl Shape) -> Encoded {
    match op {
        Op::Vbr(width) if width > 1 => sink.vbr(value, width, shape),
        Op::Fixed(width) if width > 0 && value >> width == 0 => sink.fixed(value, width),
        Op::Char6 => match char6(value) {
            Some(number) => sink.fixed(number, 6),
            None => return Err(WriteErrorKind::DoesNotFit { index, value, field: op }),
        },
        // A VBR of one bit has no payload.
        Op::Vbr(1) if value == 0 => sink.vbr(0, 1, shape),
        Op::Fixed(0) | Op::Vbr(0) if value == 0 => {}
        Op::Literal(expected) if expected == value => {}
        Op::Literal(expected) => return Err(WriteErrorKind::Literal { index, expected, found: value }),
        _ => return Err(WriteErrorKind::DoesNotFit { index, value, field: op }),
    }
    Ok(())
}

/// The elements of an array; the width is looked at once.
fn elements(sink: &mut BitWriter, op: Op, first: usize, values: &[u64], shape: &mut impl Shape) -> Encoded {
    if let Op::Fixed(width) = op {
        for (at, value) in values.iter().enumerate() {
            if value >> width != 0 {
                return Err(WriteErrorKind::DoesNotFit { index: Some(first + at), value: *value, field: op });
            }
            sink.fixed(*value, width);
        }
        return Ok(());
    }
    if let Op::Vbr(width @ 2..) = op {
        values.iter().for_each(|value| sink.vbr(*value, width, shape));
        return Ok(());
    }
    for (at, value) in values.iter().enumerate() {
        field(sink, op, Some(first + at), *value, shape)?;
    }
    Ok(())
}

/// By byte: the number of the six-bit character, 255 for none.
#[expect(clippy::indexing_slicing, reason = "runs while the program is compiled")]
const NUMBER: [u8; 256] = {
    let mut numbers = [255; 256];
    let (mut at, mut number) = (0, 0);
    while at < CHAR6.len() {
        numbers[CHAR6[at] as usize] = number;
        at += 1;
        number += 1;
    }
    numbers
};

/// The number of a six-bit character.
#[inline(always)]
pub(crate) fn char6(value: u64) -> Option<u64> {
    let number = NUMBER.get(usize::try_from(value).unwrap_or(usize::MAX))?;
    if *number == 255 { None } else { Some(u64::from(*number)) }
}

/// `[len vbr6, align32, bytes, align32]`.
fn blob(sink: &mut BitWriter, bytes: &[u8], shape: &mut impl Shape) -> Encoded {
    // Past this, LLVM's sum of length and padding wraps around and it reads out of bounds.
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > u64::from(u32::MAX - 3) {
        return Err(WriteErrorKind::TooMany(
            "bytes of a blob",
            u64::try_from(bytes.len()).unwrap_or(u64::MAX),
        ));
    }
    count(sink, "bytes of a blob", bytes.len(), shape)?;
    sink.align(shape);
    sink.bytes(bytes);
    sink.align(shape);
    Ok(())
}
