//! Reading what records of the carried formats hold: texts in blobs, strings among operands, blocks by their ids.

use outlast_core::{Bytes, to_index};

use crate::{Cursor, Fault, Item, Record};

/// Bytes as text; what is not UTF-8 becomes U+FFFD.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The blob of a record as text; empty where there is none.
pub(crate) fn blob_text(record: &Record<'_, '_>) -> String {
    text(record.blob.unwrap_or_default())
}

/// The blob of a record as a window that knows its place in the file. `base` is where the stream starts there.
pub(crate) fn blob_window<'a>(record: &Record<'_, 'a>, base: u64) -> Option<Bytes<'a>> {
    let blob = record.blob?;
    // The blob is the last field; padding up to a word follows it.
    let padded = (blob.len() as u64).next_multiple_of(4);
    Some(Bytes::new(blob, base.saturating_add((record.end / 8).saturating_sub(padded))))
}

/// Operands of a record, one after the other. Past the last, numbers are 0 and strings empty, and [`Ops::complete`]
/// says so.
#[derive(Clone, Debug)]
pub(crate) struct Ops<'o> {
    ops: &'o [u64],
    at: usize,
    short: bool,
}

impl<'o> Ops<'o> {
    pub(crate) fn new(ops: &'o [u64]) -> Ops<'o> {
        Ops { ops, at: 0, short: false }
    }

    /// The next operand.
    pub(crate) fn number(&mut self) -> u64 {
        let value = self.ops.get(self.at).copied();
        self.short |= value.is_none();
        self.at += 1;
        value.unwrap_or(0)
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.number() != 0
    }

    /// `[length, bytes]`.
    pub(crate) fn string(&mut self) -> String {
        text(&self.bytes())
    }

    fn bytes(&mut self) -> Vec<u8> {
        let len = usize::try_from(self.number()).unwrap_or(usize::MAX);
        self.raw(len)
    }

    /// As many operands as bytes.
    pub(crate) fn raw(&mut self, len: usize) -> Vec<u8> {
        let end = self.at.saturating_add(len);
        match self.ops.get(self.at..end) {
            Some(ops) => {
                self.at = end;
                ops.iter().map(|op| crate::record::low_byte(*op)).collect()
            }
            None => {
                (self.short, self.at) = (true, self.ops.len());
                Vec::new()
            }
        }
    }

    /// A counted list. Ends early where the operands do.
    pub(crate) fn list<T>(&mut self, mut item: impl FnMut(&mut Ops<'o>) -> T) -> Vec<T> {
        let mut items = Vec::new();
        let count = self.number();
        while (items.len() as u64) < count && self.at < self.ops.len() {
            items.push(item(self));
        }
        self.short |= (items.len() as u64) < count;
        items
    }

    /// What is left.
    pub(crate) fn rest(&self) -> &'o [u64] {
        self.ops.get(self.at..).unwrap_or_default()
    }

    /// Whether there was an operand for all that was asked.
    pub(crate) fn complete(&self) -> bool {
        !self.short
    }

    /// Whether all operands were used, and there was one for all that was asked.
    pub(crate) fn used_up(&self) -> bool {
        self.complete() && self.at == self.ops.len()
    }
}

/// Visits the records of the block that was just entered, up to its end; blocks in it are passed over.
pub(crate) fn records<'a>(
    cursor: &mut Cursor<'a>,
    mut visit: impl FnMut(&Record<'_, 'a>),
) -> Result<(), Fault> {
    loop {
        match cursor.next()? {
            None | Some(Item::Leave(..)) => return Ok(()),
            Some(Item::Define(..)) => {}
            Some(Item::Enter(_)) => {
                cursor.skip_block()?;
            }
            Some(Item::Record(record)) => visit(&record),
        }
    }
}

/// The name of a record: the stream's own where it has one, else this built-in one.
pub(crate) fn record_name<'n>(
    cursor: &'n Cursor<'_>,
    block: u32,
    code: u32,
    known: &[(u32, &'static str)],
) -> std::borrow::Cow<'n, str> {
    if let Some(name) = cursor.block_info().record_name(block, code) {
        return String::from_utf8_lossy(name);
    }
    // A number that the stream gives to another name does not stand for ours.
    let known = known.iter().find(|(of, _)| *of == code).map(|(_, name)| *name);
    let taken = |name: &str| {
        let entry = cursor.block_info().get(block);
        entry.is_some_and(|entry| entry.record_names().iter().any(|(_, taken)| taken == name.as_bytes()))
    };
    match known.filter(|name| !taken(name)) {
        Some(name) => name.into(),
        None => format!("record {code}").into(),
    }
}

/// A bit offset as a number of bytes, for messages.
pub(crate) fn index(number: u64) -> usize {
    u32::try_from(number).map_or(usize::MAX, to_index)
}
