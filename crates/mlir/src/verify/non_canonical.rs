//! What readers take although no writer encodes it so: the first byte that decoding and encoding does not give back.

use outlast_core::{Code, Descend, Diagnostic, Path, Place, Region, RegionSink, Severity, Span, Step};

use super::Findings;
use crate::write::{Unusual, replay};

/// Reports where a file that is sound otherwise is not what its content encodes to.
pub(super) fn verify(data: &[u8], findings: &mut Findings) {
    let Ok(replayed) = replay(data) else { return };
    let Some(Unusual { at, usual }) = replayed.unusual else { return };
    let wide = u64::try_from(at).unwrap_or(u64::MAX);
    let mut finder = Finder { at: wide, path: Path::root(), open: Vec::new(), found: None };
    crate::regions(data, &mut finder);
    let (span, path) =
        finder.found.unwrap_or_else(|| (Span::bytes(wide, wide.saturating_add(1)), Path::root()));
    let (found, written) = (hex_bytes(data, at), hex_bytes(&usual, 0));
    let finding = Diagnostic::new(
        Code(1411),
        Severity::Error,
        "bytes that their own content does not encode to",
        Place::new(span, path),
    );
    findings.add(finding.note(format!("found {found}, encoded {written}")));
}

/// A few bytes from a place on.
fn hex_bytes(data: &[u8], at: usize) -> String {
    let end = data.len().min(at.saturating_add(4));
    match data.get(at..end) {
        Some(bytes) if !bytes.is_empty() => {
            bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
        }
        _ => "the end".to_owned(),
    }
}

/// Looks for the innermost region that a byte belongs to.
struct Finder {
    at: u64,
    path: Path,
    open: Vec<bool>,
    found: Option<(Span, Path)>,
}

impl RegionSink for Finder {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        let inside = (region.span.start_byte()..region.span.end_byte()).contains(&self.at);
        self.open.push(inside);
        if !inside {
            return Descend::Over;
        }
        self.path.push(Step::Field(region.label.into_owned().into()));
        self.found = Some((region.span, self.path.clone()));
        Descend::Into
    }

    fn leave(&mut self) {
        if self.open.pop() == Some(true) {
            self.path.pop();
        }
    }
}
