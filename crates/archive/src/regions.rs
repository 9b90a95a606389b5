//! Every byte of an archive and what it is: headers, data, the directory, its end, and what belongs to nothing.

use std::ops::Range;

use outlast_core::{Bytes, Descend, Region, RegionKind, RegionSink, SortShort, Span};

use crate::{Archive, Entry, Member, index};

/// Bytes of a header before the name (4.3.7), and of a record of the directory (4.3.12).
const HEADER: u64 = 30;

/// What is in members: their formats are not this crate's.
pub trait Contents<'a> {
    /// Whether the content of a member can be shown in parts. Only those that are stored are asked for: what is compressed has no bytes in the file.
    fn knows(&self, member: &Member<'a>) -> bool;

    /// Shows all of it, in parts that lie in [`Member::raw`].
    fn show(&self, member: &Member<'a>, sink: &mut dyn RegionSink);
}

/// Visits every region of an archive, in file order. Where members lie on each other, the first one has the bytes.
pub fn regions<'a>(archive: &Archive<'a>, contents: &dyn Contents<'a>, sink: &mut dyn RegionSink) {
    let file = Bytes::new(archive.file(), 0);
    let mut walk = Walk { at: 0, sink };
    let directory = archive.directory();
    let (start, end) = (directory.start as u64, directory.end as u64);
    match archive.entries() {
        Ok(entries) => {
            let mut entries: Vec<&Entry<'_>> = entries.iter().collect();
            entries.sort_short_by_key(|entry| entry.header);
            for entry in entries.into_iter().filter(|entry| entry.header < start) {
                walk.member(archive, entry, start, contents);
            }
            walk.gap(start);
            for entry in archive.entries().unwrap_or_default() {
                let span = entry.record.base()..entry.record.base() + entry.record.len() as u64;
                walk.leaf(&span, RegionKind::Value, "directory entry", &named(entry));
            }
        }
        Err(error) => {
            walk.gap(start);
            walk.leaf(&(start..end), RegionKind::Bad, "directory", &error.to_string());
        }
    }
    walk.gap(end);
    walk.ends(file);
    walk.gap(file.len() as u64);
}

/// The name of an entry with its size.
fn named(entry: &Entry<'_>) -> String {
    format!("{} ({} bytes)", entry.name().escape_debug(), entry.size())
}

struct Walk<'s> {
    /// Where the visited bytes end.
    at: u64,
    sink: &'s mut dyn RegionSink,
}

impl Walk<'_> {
    fn leaf(&mut self, range: &Range<u64>, kind: RegionKind, label: &'static str, value: &str) {
        let start = range.start.max(self.at);
        if start >= range.end {
            return;
        }
        self.gap(start);
        let span = Span::bytes(start, range.end);
        let (Descend::Into | Descend::Over) =
            self.sink.enter(Region { span, kind, label: label.into(), value: value.into() });
        self.sink.leave();
        self.at = range.end;
    }

    /// What stands before an offset and belongs to nothing.
    fn gap(&mut self, to: u64) {
        if self.at < to {
            let range = self.at..to;
            self.at = to;
            let span = Span::bytes(range.start, range.end);
            let region = Region {
                span,
                kind: RegionKind::Unknown,
                label: "bytes of no record".into(),
                value: "".into(),
            };
            let (Descend::Into | Descend::Over) = self.sink.enter(region);
            self.sink.leave();
        }
    }

    fn member<'a>(
        &mut self,
        archive: &Archive<'a>,
        entry: &Entry<'a>,
        end: u64,
        contents: &dyn Contents<'a>,
    ) {
        let member = match archive.member(entry) {
            Ok(member) => member,
            Err(error) => {
                // Its end is not known: the next member, or the directory, starts where it starts.
                let header = entry.header..entry.header.saturating_add(HEADER).min(end);
                return self.leaf(&header, RegionKind::Bad, "member", &error.to_string());
            }
        };
        let extent = member.extent();
        if extent.start < self.at || extent.end > end {
            return;
        }
        self.gap(extent.start);
        let region = Region {
            span: Span::bytes(extent.start, extent.end),
            kind: RegionKind::Structure,
            label: "member".into(),
            value: named(entry).into(),
        };
        if self.sink.enter(region) == Descend::Into {
            self.parts(&member, contents);
        }
        self.at = extent.end;
        self.sink.leave();
    }

    fn parts<'a>(&mut self, member: &Member<'a>, contents: &dyn Contents<'a>) {
        let (extent, raw) = (member.extent(), member.raw());
        let name = extent.start + HEADER + member.entry().raw_name().len() as u64;
        let data = raw.base()..raw.base() + raw.len() as u64;
        self.leaf(&(extent.start..name), RegionKind::Value, "member header", &named(member.entry()));
        self.leaf(&(name..data.start), RegionKind::Value, "extra field", "");
        if !data.is_empty() {
            let known = member.is_stored() && contents.knows(member);
            let region = Region {
                span: Span::bytes(data.start, data.end),
                kind: if known { RegionKind::Structure } else { RegionKind::Data },
                label: "data".into(),
                value: if member.is_stored() { "" } else { "compressed" }.into(),
            };
            if self.sink.enter(region) == Descend::Into && known {
                contents.show(member, self.sink);
            }
            self.sink.leave();
            self.at = data.end;
        }
        self.leaf(&(data.end..extent.end), RegionKind::Value, "data descriptor", "");
    }

    /// The end records behind the directory.
    fn ends(&mut self, file: Bytes<'_>) {
        const WHAT: &str = "end record";
        loop {
            let at = index(self.at);
            let rest = file.data().get(at..).unwrap_or_default();
            let (label, len) = match rest.get(..4) {
                Some(b"PK\x06\x06") => {
                    let len = file.u64(at + 4, WHAT).unwrap_or(u64::MAX).saturating_add(12);
                    ("zip64 end record", len)
                }
                Some(b"PK\x06\x07") => ("zip64 end locator", 20),
                Some(b"PK\x05\x06") => {
                    let comment = file.u16(at.saturating_add(20), WHAT).map_or(u64::MAX, u64::from);
                    ("end record", comment.saturating_add(22))
                }
                _ => return,
            };
            let Some(end) = self.at.checked_add(len).filter(|end| *end <= file.len() as u64) else { return };
            self.leaf(&(self.at..end), RegionKind::Value, label, "");
        }
    }
}
