//! What regions are called, and their values.

use std::fmt::Write;

use crate::abbrev::{Abbrev, Op};
use crate::block_info::BlockInfo;
use crate::names::{NameTable, RELEASES};
use crate::record::{Record, low_byte};
use crate::stream::StreamKind;

/// Operands that are shown; the rest is counted.
const MOST_OPS: usize = 16;
/// Characters that are shown.
const MOST_TEXT: usize = 100;

/// Names of blocks and records: the stream's own, then those that are known for its kind.
#[derive(Debug)]
pub(super) struct Names {
    table: NameTable,
}

impl Names {
    pub(super) fn new(kind: StreamKind) -> Names {
        let table = match kind {
            StreamKind::Ir => NameTable::llvm_ir(RELEASES.last().copied().unwrap_or(0)),
            kind => NameTable::carried(kind, None),
        };
        Names { table }
    }

    pub(super) fn block(&self, info: &BlockInfo, id: u32) -> String {
        if id == 0 {
            return "BLOCKINFO_BLOCK".into();
        }
        let own = info.block_name(id).map(|name| String::from_utf8_lossy(name).into_owned());
        match own.or_else(|| self.table.block(id).map(str::to_string)) {
            Some(name) => format!("{name} (block {id})"),
            None => format!("block {id}"),
        }
    }

    pub(super) fn record(&self, info: &BlockInfo, block: u32, code: u32) -> String {
        let own = info.record_name(block, code).map(|name| String::from_utf8_lossy(name).into_owned());
        let name = match (block, code) {
            (0, 1) => Some("SETBID".into()),
            (0, 2) => Some("BLOCKNAME".into()),
            (0, 3) => Some("SETRECORDNAME".into()),
            _ => own.or_else(|| self.table.record(block, code).map(str::to_string)),
        };
        match name {
            Some(name) => format!("{name} (record {code})"),
            None => format!("record {code}"),
        }
    }
}

/// `[literal 8, fixed 3, array, char6]`.
pub(super) fn abbrev(abbrev: &Abbrev) -> String {
    list(abbrev.ops(), |op| match op {
        Op::Literal(value) => format!("literal {value}"),
        Op::Fixed(width) => format!("fixed {width}"),
        Op::Vbr(width) => format!("vbr {width}"),
        Op::Array => "array".into(),
        Op::Char6 => "char6".into(),
        Op::Blob => "blob".into(),
    })
}

/// `abbreviation 4, [1, 2, 3]`, and the text that the operands are, if they are one.
pub(super) fn record(record: &Record<'_, '_>, block: u32) -> String {
    let how = match record.abbrev_id {
        3 => "unabbreviated".to_string(),
        id => format!("abbreviation {id}"),
    };
    let mut text = format!("{how}, {}", list(record.ops, u64::to_string));
    if let Some(characters) = characters(record, block) {
        let _ = write!(text, " '{characters}'");
    }
    text
}

fn list<T>(items: &[T], one: impl Fn(&T) -> String) -> String {
    let shown: Vec<String> = items.iter().take(MOST_OPS).map(one).collect();
    let more = items.len().saturating_sub(MOST_OPS);
    let more = if more > 0 { format!(", … {more} more") } else { String::new() };
    format!("[{}{more}]", shown.join(", "))
}

/// The text in an array at the end of the operands, or of all that have no abbreviation.
fn characters(record: &Record<'_, '_>, block: u32) -> Option<String> {
    // Names in BLOCKINFO may be short.
    let (from, least) = match (block, record.code, record.abbrev) {
        (0, 2, _) => (0, 1),
        (0, 3, _) => (1, 1),
        (_, _, Some(abbrev)) => (abbrev.array()?.checked_sub(1)?, 4),
        (_, _, None) => (0, 4),
    };
    let text = record.ops.get(from..).filter(|text| text.len() >= least)?;
    let printable = |op: &u64| (0x20..=0x7e).contains(op);
    if !text.iter().all(printable) {
        return None;
    }
    let mut shown: String = text.iter().take(MOST_TEXT).map(|op| char::from(low_byte(*op))).collect();
    if text.len() > MOST_TEXT {
        shown.push('…');
    }
    Some(shown)
}
