//! The bytes around a place, with carets under it.
//!
//! ```text
//!  0x0050 | 00 01 04 0d 1b 29 ba 01  17 03 05 0d 13 41 5f 6b |
//!         |                   ^^^^^ length
//! ```

use std::fmt::Write;

use outlast_core::Span;

use super::style::{Painted, Styles};
use crate::escape;

/// Bytes of a row.
const ROW: u64 = 16;
/// Most rows that an excerpt shows.
const MAX_ROWS: u64 = 3;

/// The rows of `bytes` that `span` touches, with carets under the span and `label` beside them. A span that starts
/// where the file ends, or beyond, is pointed at from the last row.
pub fn excerpt(styles: &Styles, bytes: &[u8], span: &Span, label: &str) -> String {
    excerpt_in(styles, bytes, span, label, styles.error)
}

pub(crate) fn excerpt_in(
    styles: &Styles,
    bytes: &[u8],
    span: &Span,
    label: &str,
    caret: anstyle::Style,
) -> String {
    let len = bytes.len() as u64;
    let mut out = String::new();
    if len == 0 {
        return out;
    }
    let start = span.start_byte().min(len);
    let end = span.end_byte().clamp(start, len);
    // An empty span points at one byte, or just behind the last.
    let end = if end == start { start + 1 } else { end };
    let first = start.min(len - 1) / ROW;
    let last = (end - 1).min(len - 1) / ROW;
    let digits = offset_digits(len);
    let mut pointed = 0;
    for row in first..=last.min(first + MAX_ROWS - 1) {
        let at = row * ROW;
        let _ = writeln!(out, " {}", row_text(styles, bytes, at, digits));
        let from = start.max(at);
        let to = if row == last { end } else { end.min(at + ROW) };
        pointed = to;
        let column = |i: u64| usize::try_from(i * 3 + u64::from(i >= ROW / 2)).unwrap_or(0);
        let (a, b) = (column(from - at), column(to - 1 - at) + 2);
        let carets = "^".repeat(b - a);
        let mut line = format!(" {:digits$}   | {:a$}{}", "", "", Painted(caret, carets));
        if row == first && !label.is_empty() {
            let _ = write!(line, " {}", Painted(caret, escape(label)));
        }
        let _ = writeln!(out, "{line}");
    }
    if end.min(len) > pointed {
        let _ = writeln!(out, " {:digits$}   | … {} more bytes", "", end.min(len) - pointed);
    }
    if span.start_byte() > len {
        let _ = writeln!(out, " {:digits$}   | the file ends at 0x{len:x}", "");
    }
    out
}

/// Hexadecimal digits that offsets in a file of this length need; four at least.
pub(crate) fn offset_digits(len: u64) -> usize {
    format!("{len:x}").len().max(4)
}

fn row_text(styles: &Styles, bytes: &[u8], at: u64, digits: usize) -> String {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let row = bytes.get(start..).unwrap_or_default();
    let mut text = String::with_capacity(64);
    for i in 0..16 {
        let gap = if i == 8 { "  " } else { " " };
        match row.get(i) {
            Some(byte) => _ = write!(text, "{gap}{byte:02x}"),
            None => _ = write!(text, "{gap}  "),
        }
    }
    format!("{} |{text} |", Painted(styles.dim, format!("0x{at:0digits$x}")))
}

#[cfg(test)]
mod tests {
    use outlast_core::Span;

    use super::excerpt;
    use crate::Styles;

    fn bytes() -> Vec<u8> {
        (0..40).collect()
    }

    fn show(start: u64, end: u64) -> String {
        excerpt(&Styles::plain(), &bytes(), &Span::bytes(start, end), "length")
    }

    #[test]
    fn carets_stand_under_their_bytes() {
        let expected = " 0x0010 | 10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f |\n         |                   ^^^^^^^^^ length\n";
        assert_eq!(show(0x16, 0x19), expected.replacen("         |", "        |", 1));
    }

    #[test]
    fn spans_cross_rows() {
        let text = show(0x0e, 0x12);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].ends_with("^^^^^ length"), "{text}");
        assert_eq!(lines[3], "        | ^^^^^");
    }

    #[test]
    fn ends_of_files() {
        // Behind the last byte, which is the eighth of its row.
        let text = show(40, 40);
        assert_eq!(
            text,
            " 0x0020 | 20 21 22 23 24 25 26 27                          |\n        |                          ^^ length\n"
        );
        let text = show(0x1000, 0x1004);
        assert!(text.ends_with("        | the file ends at 0x28\n"), "{text}");
        assert_eq!(excerpt(&Styles::plain(), &[], &Span::bytes(0, 4), ""), "");
    }

    #[test]
    fn long_spans_are_cut() {
        let bytes = vec![0; 1000];
        let text = excerpt(&Styles::plain(), &bytes, &Span::bytes(0, 1000), "");
        assert_eq!(text.lines().count(), 7);
        assert!(text.ends_with(" … 952 more bytes\n"), "{text}");
    }

    #[test]
    fn any_span_on_any_bytes() {
        for len in 0..40 {
            for start in 0..50 {
                for end in [0, start, start + 1, start + 30, u64::MAX / 8] {
                    let span = Span::bytes(start, end);
                    let _ = excerpt(&Styles::plain(), &bytes()[..len], &span, "x");
                }
            }
        }
    }
}
