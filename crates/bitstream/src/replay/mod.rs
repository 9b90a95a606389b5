//! Replay: a stream decoded token by token and encoded again, to the same bytes.
//!
//! Nothing is copied: every field of every token is read and written. What a token does not say (chunks of a VBR beyond
//! those needed, payload that readers drop, padding that is not zero, blobs before the last, length words that
//! disagree) is kept by the [`Log`] and given back to the encoder. Bytes outside of the stream, around and behind a
//! wrapper, belong to no token and are taken over.

mod log;

use crate::cursor::{Cursor, Item};
use crate::fault::{Fault, FaultKind};
use crate::file::BitstreamFile;
use crate::record::Record;
use crate::stream::{Stream, Wrapper};
use crate::write::WriteErrorKind;
use crate::write::bit_writer::{BitWriter, Shape};
use crate::write::encode;

use log::Log;

/// Decodes and encodes a whole file, with or without a wrapper: the result is the file, byte for byte.
///
/// # Errors
///
/// [`Fault`] for what cannot be decoded.
pub fn replay(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let file = BitstreamFile::open(bytes)?;
    let mut inner = replay_stream(file.stream)?;
    inner.extend_from_slice(file.padding);
    let Some(wrapper) = file.wrapper else { return Ok(inner) };
    Ok(around(bytes, &wrapper, &inner))
}

/// The wrapper's header and what no token holds, with the stream at its place.
fn around(bytes: &[u8], wrapper: &Wrapper, inner: &[u8]) -> Vec<u8> {
    let start = usize::try_from(wrapper.offset).unwrap_or(usize::MAX);
    let end = start.saturating_add(inner.len());
    let mut out = wrapper.to_bytes().to_vec();
    out.extend_from_slice(bytes.get(Wrapper::SIZE..start).unwrap_or_default());
    out.truncate(start);
    out.extend_from_slice(inner);
    // A stream may begin inside the header, or end in it: the header's other bytes stay.
    out.extend(wrapper.to_bytes().iter().skip(end.min(Wrapper::SIZE)));
    out.extend_from_slice(bytes.get(end.max(Wrapper::SIZE)..).unwrap_or_default());
    out
}

/// Decodes and encodes one stream.
///
/// # Errors
///
/// [`Fault`] for what cannot be decoded.
pub fn replay_stream(stream: Stream<'_>) -> Result<Vec<u8>, Fault> {
    let mut cursor = Cursor::new(stream)?;
    let mut out = BitWriter::with_capacity(stream.bytes().len());
    let magic = stream.bytes().first_chunk::<4>().copied().unwrap_or_default();
    out.bytes(&magic);
    let (mut log, mut width, mut outer) = (Log::default(), 2, Vec::new());
    while let Some(item) = cursor.next_watched(log.start())? {
        let written = match item {
            Item::Enter(block) => {
                encode::enter(&mut out, width, block.id, block.abbrev_width, block.words, &mut log.play());
                outer.push(width);
                width = block.abbrev_width;
                Ok(())
            }
            Item::Leave(..) => {
                encode::leave(&mut out, width, &mut log.play());
                width = outer.pop().unwrap_or(2);
                Ok(())
            }
            Item::Define(abbrev, _) => encode::define(&mut out, width, abbrev, &mut log.play()),
            Item::Record(record) => self::record(&mut out, width, &record, stream.bytes(), &log),
        };
        written.map_err(|kind| unwritable(kind, &cursor))?;
    }
    Ok(out.finish())
}

fn record(
    out: &mut BitWriter,
    width: u32,
    record: &Record<'_, '_>,
    bytes: &[u8],
    log: &Log,
) -> Result<(), WriteErrorKind> {
    encode::id(out, record.abbrev_id, width)?;
    // Most records are as short as can be, so that only padding has to be played back.
    if log.is_odd() {
        return fields(out, record, bytes, log, &mut log.play());
    }
    fields(out, record, bytes, log, &mut log.play_padding())
}

#[inline(always)]
fn fields(
    out: &mut BitWriter,
    record: &Record<'_, '_>,
    bytes: &[u8],
    log: &Log,
    shape: &mut impl Shape,
) -> Result<(), WriteErrorKind> {
    let Some(abbrev) = record.abbrev else {
        return encode::unabbreviated(out, record.code, record.ops, shape);
    };
    let blob = [record.blob.unwrap_or_default()];
    let many: Vec<&[u8]>;
    let blobs = match log.blobs() {
        [] => &[],
        [_] => blob.as_slice(),
        all => {
            many = all.iter().map(|range| bytes.get(range.clone()).unwrap_or_default()).collect();
            &many
        }
    };
    encode::abbreviated(out, abbrev, record.code, record.ops, blobs, shape, |_, _, _| {})
}

/// What was decoded can be encoded; should it not be so, this says what stands in the way.
#[cold]
fn unwritable(kind: WriteErrorKind, cursor: &Cursor<'_>) -> Fault {
    let kind = FaultKind::Unwritable(kind.to_string());
    Fault::new(kind, cursor.position()).within(cursor.path()).based(cursor.base())
}
