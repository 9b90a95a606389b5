//! What each byte is, a row for each region: the `rows` of `outlast/dump/1`.

use std::borrow::Cow;
use std::io::{self, Write};

use outlast_core::{Descend, Region, RegionKind, RegionSink};
use serde::Serialize;

use crate::escape::escape_json;

/// The name of a kind of region in JSON.
fn kind_name(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Structure => "structure",
        RegionKind::Value => "value",
        RegionKind::Data => "data",
        RegionKind::Padding => "padding",
        RegionKind::Unknown => "unknown",
        RegionKind::Bad => "bad",
        _ => "other",
    }
}

/// Writes rows as the `rows` of a JSON document: one row a line.
pub struct JsonRows<'a> {
    out: &'a mut dyn Write,
    bytes: &'a [u8],
    head: String,
    depth: usize,
    rows: u64,
    bad: u64,
    result: io::Result<()>,
}

impl std::fmt::Debug for JsonRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JsonRows").field("rows", &self.rows).field("bad", &self.bad).finish_non_exhaustive()
    }
}

/// Longest region whose bytes are in its row, in bytes.
const JSON_BYTES: usize = 32;

#[derive(Serialize)]
struct JsonRow<'a> {
    offset: u64,
    end: u64,
    depth: usize,
    kind: &'static str,
    label: Cow<'a, str>,
    value: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
}

impl<'a> JsonRows<'a> {
    /// Rows of `bytes`, the whole file, written to `out`. Nothing is written before the first row.
    pub fn new(out: &'a mut dyn Write, bytes: &'a [u8], file: &str, kind: &str) -> JsonRows<'a> {
        let head = serde_json::json!({ "file": file, "kind": kind, "bytes": bytes.len() }).to_string();
        let head = escape_json(&head);
        let head = head.trim_start_matches('{').trim_end_matches('}');
        let head = format!("{{\"schema\":\"outlast/dump/1\",{head},\"rows\":[");
        JsonRows { out, bytes, head, depth: 0, rows: 0, bad: 0, result: Ok(()) }
    }

    /// Ends the document; the number of bad regions.
    pub fn finish(self) -> io::Result<u64> {
        self.result?;
        if self.rows == 0 {
            self.out.write_all(self.head.as_bytes())?;
        }
        writeln!(self.out, "\n],\"bad\":{}}}", self.bad)?;
        Ok(self.bad)
    }

    fn row(&mut self, region: Region<'_>) -> io::Result<()> {
        let span = &region.span;
        let whole = span.bits.start.is_multiple_of(8) && span.bits.end.is_multiple_of(8);
        let (start, end) = (span.start_byte(), span.end_byte());
        let range = usize::try_from(start).unwrap_or(usize::MAX)..usize::try_from(end).unwrap_or(usize::MAX);
        let bytes = self.bytes.get(range).filter(|b| b.len() <= JSON_BYTES);
        let row = JsonRow {
            offset: start,
            end,
            depth: self.depth,
            kind: kind_name(region.kind),
            bits: (!whole).then_some([span.bits.start, span.bits.end]),
            bytes: bytes.map(|b| b.iter().map(|byte| format!("{byte:02x}")).collect()),
            label: region.label,
            value: region.value,
        };
        match self.rows {
            0 => writeln!(self.out, "{}", self.head)?,
            _ => self.out.write_all(b",\n")?,
        }
        self.rows += 1;
        let row = serde_json::to_string(&row).map_err(io::Error::from)?;
        self.out.write_all(escape_json(&row).as_bytes())
    }
}

impl RegionSink for JsonRows<'_> {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        self.bad += u64::from(region.kind == RegionKind::Bad);
        if self.result.is_ok() {
            self.result = self.row(region);
        }
        self.depth += 1;
        if self.result.is_err() { Descend::Over } else { Descend::Into }
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use outlast_core::{Region, RegionKind, RegionSink, Span};

    use super::JsonRows;
    use crate::render::text::regions::tests::visit;

    #[test]
    fn json_has_no_character_that_a_terminal_would_obey() {
        let mut out = Vec::new();
        let mut rows = JsonRows::new(&mut out, b"", "a\u{7f}", "k");
        let (label, value) = ("\u{202e}x".into(), "\u{7f}\u{2066}".into());
        rows.enter(Region { span: Span::bits(0..0), kind: RegionKind::Value, label, value });
        rows.leave();
        rows.finish().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.chars().all(|c| c == '\n' || (' '..='~').contains(&c)), "{text:?}");
        let document: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(document["file"], "a\u{7f}");
        assert_eq!(document["rows"][0]["label"], "\u{202e}x");
        assert_eq!(document["rows"][0]["value"], "\u{7f}\u{2066}");
    }

    #[test]
    fn json() {
        let bytes: Vec<u8> = (0..50).collect();
        let mut out = Vec::new();
        let mut rows = JsonRows::new(&mut out, &bytes, "a\"b", "k");
        visit(&mut rows);
        assert_eq!(rows.finish().unwrap(), 1);
        let document: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(document["schema"], "outlast/dump/1");
        assert_eq!(document["file"], "a\"b");
        assert_eq!(document["bad"], 1);
        let rows = document["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 6);
        assert_eq!(
            rows[1].to_string(),
            r#"{"offset":0,"end":4,"depth":1,"kind":"value","label":"part","value":"\u001b[1m","bytes":"00010203"}"#
        );
        assert!(rows[4].get("bytes").is_none());
    }
}
