//! What each byte is, row by row: `outlast dump --bytes`.
//!
//! ```text
//! 0x0000 | 28 00 00 00             | root table = 0x28
//! 0x0028 |                         | ExecutionPlan, 64 bytes
//! 0x0028 | 14 00 00 00             |   vtable = 0x14
//! ```
//!
//! Rows are written while the file is visited: nothing is collected.

use std::fmt::Write as _;
use std::io::{self, Write};

use outlast_core::{Descend, Region, RegionKind, RegionSink, Span};

use super::hex::offset_digits;
use super::style::{Painted, Styles};
use crate::escape::{escape, shorten};
use crate::plural;

/// Bytes of a row.
const ROW: usize = 8;
/// Rows of a value before it is cut.
const VALUE_ROWS: usize = 4;
/// Rows of data, padding and unknown bytes before they are cut.
const DATA_ROWS: usize = 2;
/// Characters of a value before it is cut.
const VALUE_CHARS: usize = 120;
/// Deepest indentation; deeper regions stand no further right.
const MAX_INDENT: usize = 40;

/// A region that is kept until it is known whether parts follow.
struct Pending {
    span: Span,
    kind: RegionKind,
    label: String,
    value: String,
    depth: usize,
}

/// Writes rows for reading.
pub struct TextRows<'a> {
    out: &'a mut dyn Write,
    bytes: &'a [u8],
    styles: Styles,
    /// Show all bytes of everything.
    full: bool,
    digits: usize,
    /// Whether regions may start inside of bytes.
    bits: bool,
    depth: usize,
    pending: Option<Pending>,
    bad: u64,
    result: io::Result<()>,
}

impl std::fmt::Debug for TextRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextRows").field("depth", &self.depth).field("bad", &self.bad).finish_non_exhaustive()
    }
}

impl<'a> TextRows<'a> {
    /// Rows of `bytes`, the whole file, written to `out`; `full` cuts nothing.
    pub fn new(out: &'a mut dyn Write, bytes: &'a [u8], styles: Styles, full: bool) -> TextRows<'a> {
        let digits = offset_digits(bytes.len() as u64);
        TextRows {
            out,
            bytes,
            styles,
            full,
            digits,
            bits: false,
            depth: 0,
            pending: None,
            bad: 0,
            result: Ok(()),
        }
    }

    /// For formats of bits: places are bytes and, behind a point, the bit in them.
    #[must_use]
    pub fn with_bits(mut self) -> TextRows<'a> {
        self.bits = true;
        self
    }

    /// Ends the rows; the number of bad regions.
    pub fn finish(mut self) -> io::Result<u64> {
        self.flush(false);
        self.result.map(|()| self.bad)
    }

    fn flush(&mut self, parts_follow: bool) {
        let Some(region) = self.pending.take() else { return };
        if self.result.is_ok() {
            let text = self.rows(&region, parts_follow);
            self.result = self.out.write_all(text.as_bytes());
        }
    }

    fn rows(&self, region: &Pending, parts_follow: bool) -> String {
        let meaning = self.meaning(region, parts_follow);
        let start = usize::try_from(region.span.start_byte()).unwrap_or(usize::MAX);
        let end = usize::try_from(region.span.end_byte()).unwrap_or(usize::MAX);
        let bytes = if parts_follow { &[] } else { self.bytes.get(start..end).unwrap_or_default() };
        let limit = match region.kind {
            _ if self.full => usize::MAX,
            RegionKind::Value | RegionKind::Bad | RegionKind::Structure => VALUE_ROWS,
            _ => DATA_ROWS,
        };
        let mut out = String::new();
        let width = ROW * 3 - 1;
        let rows = bytes.len().div_ceil(ROW).max(1);
        for row in 0..rows.min(limit) {
            let at = start.saturating_add(row * ROW);
            let chunk = bytes.get(row * ROW..).unwrap_or_default();
            let mut hex = String::with_capacity(width);
            for (i, byte) in chunk.iter().take(ROW).enumerate() {
                let _ = write!(hex, "{}{byte:02x}", if i == 0 { "" } else { " " });
            }
            let bit = match (self.bits, region.span.bits.start % 8) {
                (false, _) => String::new(),
                (true, bit) if row == 0 && bit != 0 => format!(".{bit}"),
                (true, _) => "  ".into(),
            };
            let offset = Painted(self.styles.dim, format!("0x{at:0digits$x}{bit}", digits = self.digits));
            let text = if row == 0 { meaning.as_str() } else { "" };
            let line = format!("{offset} | {hex:width$} | {text}");
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if rows > limit {
            let rest = format!("… {} more bytes", bytes.len() - limit * ROW);
            let place = self.digits + if self.bits { 4 } else { 2 };
            let _ = writeln!(out, "{:place$} | {rest:width$} |", "");
        }
        out
    }

    fn meaning(&self, region: &Pending, parts_follow: bool) -> String {
        let mut text = "  ".repeat(region.depth.min(MAX_INDENT));
        let word = match region.kind {
            RegionKind::Padding => Some((self.styles.dim, "padding")),
            RegionKind::Unknown => Some((self.styles.warning, "unknown")),
            RegionKind::Bad => Some((self.styles.error, "bad")),
            _ => None,
        };
        let label = escape(&region.label);
        match word {
            Some((style, word)) if label.is_empty() || label == word => {
                let _ = write!(text, "{}", Painted(style, word));
            }
            Some((style, word)) => _ = write!(text, "{}: {label}", Painted(style, word)),
            None => text.push_str(&label),
        }
        if !region.value.is_empty() {
            let value = if self.full { escape(&region.value) } else { shorten(&region.value, VALUE_CHARS) };
            let _ = write!(text, " = {value}");
        }
        let inside = |bit: u64| !bit.is_multiple_of(8);
        if self.bits && (inside(region.span.bits.start) || inside(region.span.bits.end)) {
            let len = region.span.bits.end.saturating_sub(region.span.bits.start);
            let _ = write!(text, ", {}", plural(len, "bit"));
            return text;
        }
        let len = region.span.end_byte().saturating_sub(region.span.start_byte());
        let counted = !matches!(region.kind, RegionKind::Value) || len > (VALUE_ROWS * ROW) as u64;
        if parts_follow || counted {
            let _ = write!(text, ", {}", plural(len, "byte"));
        }
        text
    }
}

impl RegionSink for TextRows<'_> {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        self.flush(true);
        self.bad += u64::from(region.kind == RegionKind::Bad);
        self.pending = Some(Pending {
            span: region.span,
            kind: region.kind,
            label: region.label.into_owned(),
            value: region.value.into_owned(),
            depth: self.depth,
        });
        self.depth += 1;
        // Nobody reads on: the rest of the file need not be visited in detail.
        if self.result.is_err() { Descend::Over } else { Descend::Into }
    }

    fn leave(&mut self) {
        self.flush(false);
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use outlast_core::{Region, RegionKind, RegionSink, Span};

    use super::TextRows;
    use crate::Styles;

    pub(crate) fn visit(sink: &mut dyn RegionSink) {
        let mut one = |kind, start, end, label: &str, value: &str, parts: &[(u64, u64)]| {
            let span = Span::bytes(start, end);
            sink.enter(Region { span, kind, label: label.into(), value: value.into() });
            for (a, b) in parts {
                let span = Span::bytes(*a, *b);
                let kind = RegionKind::Value;
                sink.enter(Region { span, kind, label: "part".into(), value: "\x1b[1m".into() });
                sink.leave();
            }
            sink.leave();
        };
        one(RegionKind::Structure, 0, 6, "table", "", &[(0, 4), (4, 6)]);
        one(RegionKind::Padding, 6, 8, "padding", "", &[]);
        one(RegionKind::Data, 8, 48, "weights", "", &[]);
        one(RegionKind::Bad, 48, 50, "vtable runs out", "", &[]);
    }

    #[test]
    fn text() {
        let bytes: Vec<u8> = (0..50).collect();
        let mut out = Vec::new();
        let mut rows = TextRows::new(&mut out, &bytes, Styles::plain(), false);
        visit(&mut rows);
        assert_eq!(rows.finish().unwrap(), 1);
        let expected = "\
0x0000 |                         | table, 6 bytes
0x0000 | 00 01 02 03             |   part = \\u{1b}[1m
0x0004 | 04 05                   |   part = \\u{1b}[1m
0x0006 | 06 07                   | padding, 2 bytes
0x0008 | 08 09 0a 0b 0c 0d 0e 0f | weights, 40 bytes
0x0010 | 10 11 12 13 14 15 16 17 |
       | … 24 more bytes         |
0x0030 | 30 31                   | bad: vtable runs out, 2 bytes
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn bits() {
        let bytes: Vec<u8> = (0..40).collect();
        let mut out = Vec::new();
        let mut rows = TextRows::new(&mut out, &bytes, Styles::plain(), false).with_bits();
        let spans = [
            (0, 32, RegionKind::Value),
            (32, 35, RegionKind::Value),
            (35, 41, RegionKind::Padding),
            (41, 320, RegionKind::Data),
        ];
        for (start, end, kind) in spans {
            let span = Span::bits(start..end);
            rows.enter(Region { span, kind, label: "x".into(), value: "1".into() });
            rows.leave();
        }
        assert_eq!(rows.finish().unwrap(), 0);
        let expected = "\
0x0000   | 00 01 02 03             | x = 1
0x0004   | 04                      | x = 1, 3 bits
0x0004.3 | 04 05                   | padding: x = 1, 6 bits
0x0005.1 | 05 06 07 08 09 0a 0b 0c | x = 1, 279 bits
0x000d   | 0d 0e 0f 10 11 12 13 14 |
         | … 19 more bytes         |
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
