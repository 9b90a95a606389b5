//! Every byte of a file and what it is: the records of archives, the opcodes of pickles, the data of legacy files.

use std::ops::Range;

use outlast_archive::{Contents, Member};
use outlast_core::{Bytes, Descend, Region, RegionKind, RegionSink, Span};

use crate::archive::{Legacy, TorchArchive, is_legacy, is_tar};
use crate::flatbuffer::{self, Sniffed};
use crate::pickle::{Lexer, Limits};
use crate::verify::is_pickle;

/// Visits every region of a file, in file order.
pub fn regions(file: &[u8], sink: &mut dyn RegionSink) {
    let bytes = Bytes::new(file, 0);
    if is_tar(file) {
        return leaf(sink, 0..file.len(), RegionKind::Data, "tar archive", "");
    }
    if let Some(Sniffed::Program | Sniffed::Cut) = flatbuffer::sniff(file) {
        return flatbuffer::regions(bytes, sink);
    }
    if is_legacy(file) {
        return legacy(bytes, sink);
    }
    match TorchArchive::open(file) {
        Ok(archive) => outlast_archive::regions(archive.zip(), &Records, sink),
        Err(_) if file.is_empty() => {}
        Err(error) if file.starts_with(b"PK") => {
            leaf(sink, 0..file.len(), RegionKind::Bad, "archive", &error.to_string());
        }
        Err(_) => pickle(bytes, "bytes after the pickle", sink),
    }
}

/// Pickles in records, by name.
struct Records;

impl<'a> Contents<'a> for Records {
    fn knows(&self, member: &Member<'a>) -> bool {
        is_pickle(&member.name())
    }

    fn show(&self, member: &Member<'a>, sink: &mut dyn RegionSink) {
        pickle(member.raw(), "bytes after the pickle", sink);
    }
}

/// Bytes from the start of the file.
fn leaf(sink: &mut dyn RegionSink, range: Range<usize>, kind: RegionKind, label: &'static str, value: &str) {
    if range.is_empty() {
        return;
    }
    let span = Span::bytes(range.start as u64, range.end as u64);
    let (Descend::Into | Descend::Over) =
        sink.enter(Region { span, kind, label: label.into(), value: value.into() });
    sink.leave();
}

/// A pickle opcode by opcode, and what stands behind it in its window.
fn pickle(data: Bytes<'_>, behind: &'static str, sink: &mut dyn RegionSink) {
    let end = opcodes(data, sink);
    let base = to_index64(data.base());
    leaf(sink, base + end..base + data.len(), RegionKind::Unknown, behind, "");
}

/// The opcodes of a pickle; bytes of the window up to the end of the last one. What cannot be read is one region to the end of the window.
fn opcodes(data: Bytes<'_>, sink: &mut dyn RegionSink) -> usize {
    let (mut lexer, base) = (Lexer::new(data), to_index64(data.base()));
    loop {
        let at = lexer.position();
        match lexer.next_op() {
            Ok(Some(op)) => {
                let end = lexer.position();
                leaf(sink, base + at..base + end, RegionKind::Value, op.opcode.name(), &op.arg.to_string());
            }
            Ok(None) => return lexer.position(),
            Err(error) => {
                leaf(sink, base + at..base + data.len(), RegionKind::Bad, "pickle", &error.to_string());
                return data.len();
            }
        }
    }
}

/// An offset in a file that is in memory.
fn to_index64(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// A file that `torch.save` wrote before 1.6.
fn legacy(file: Bytes<'_>, sink: &mut dyn RegionSink) {
    let Ok(legacy) = Legacy::read(file.data(), Limits::default()) else {
        return leaf(sink, 0..file.len(), RegionKind::Bad, "file of torch.save", "");
    };
    let mut at = 0;
    for part in &legacy.parts {
        let Ok(window) = file.window(part.at, part.pickle.len, "pickle") else { break };
        let span = window.span(0, window.len());
        let (kind, label) = (RegionKind::Structure, part.name.clone().into());
        if !window.is_empty() {
            if sink.enter(Region { span, kind, label, value: "".into() }) == Descend::Into {
                opcodes(window, sink);
            }
            sink.leave();
        }
        at = part.at + part.pickle.len;
    }
    for storage in &legacy.storages {
        let data = storage.at.saturating_add(8);
        let len = storage.bytes.and_then(|bytes| usize::try_from(bytes).ok());
        let Some(end) = len.and_then(|len| data.checked_add(len)).filter(|end| *end <= file.len()) else {
            break;
        };
        leaf(sink, storage.at..data, RegionKind::Value, "number of elements", &storage.numel.to_string());
        leaf(sink, data..end, RegionKind::Data, "data of a storage", &storage.key);
        at = end;
    }
    match &legacy.error {
        Some(error) => leaf(sink, at..file.len(), RegionKind::Bad, "file of torch.save", &error.to_string()),
        None => leaf(sink, at..file.len(), RegionKind::Unknown, "bytes after the last storage", ""),
    }
}
