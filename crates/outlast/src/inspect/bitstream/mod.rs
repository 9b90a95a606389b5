//! Bitstreams in one screen.

mod clang;
mod ir;
mod small;
mod swift;

use outlast_bitstream::{BitstreamFile, Fault, StreamKind};
use outlast_core::{Error, Result};

use super::{Listing, Summary, bytes};

/// Sums up a stream.
pub(super) fn summary(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    summary.fact("size", bytes(file.bytes.len() as u64));
    summary.fact("stream", file.kind().title());
    if let Some(wrapper) = file.wrapper {
        let (size, offset, cpu) = (wrapper.size, wrapper.offset, wrapper.cpu_type);
        summary.fact("wrapper", format!("{size} bytes of bitcode at 0x{offset:x}, CPU type 0x{cpu:08x}"));
    }
    match file.kind() {
        StreamKind::Ir => ir::ir(file, summary),
        StreamKind::ClangAst => clang::ast(file.stream, summary),
        StreamKind::Diagnostics => small::diagnostics(file.stream, summary),
        StreamKind::Remarks => small::remarks(file.stream, summary),
        StreamKind::SwiftModule | StreamKind::SwiftDoc | StreamKind::SwiftSourceInfo => {
            swift::module(file.stream, summary)
        }
        StreamKind::SwiftDeps => swift::deps(file.stream, summary),
        StreamKind::SwiftScanCache => swift::scan_cache(file.stream, summary),
        _ => small::unknown(file, summary),
    }
}

/// What was read before a fault is shown, with the fault; where nothing was read, the fault is all there is to say.
fn faulty(fault: Option<&Fault>, anything: bool, summary: &mut Summary) -> Result<()> {
    match fault {
        Some(fault) if !anything => Err(Error::from(fault.clone())),
        Some(fault) => {
            summary.fact("damaged", fault.to_string());
            Ok(())
        }
        None => Ok(()),
    }
}

impl Summary {
    /// A fact that may be missing.
    fn known(&mut self, label: &'static str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.fact(label, value.to_string());
        }
    }

    /// A fact that is worth saying when it is so.
    fn flag(&mut self, label: &'static str, is: bool) {
        if is {
            self.fact(label, "yes");
        }
    }

    /// A version of two parts.
    fn version(&mut self, label: &'static str, version: Option<(u64, u64)>) {
        self.known(label, version.map(|(major, minor)| format!("{major}.{minor}")));
    }

    /// A listing.
    fn list(&mut self, title: &'static str, columns: &'static [&'static str], rows: Vec<Vec<String>>) {
        self.listings.push(Listing { title, columns, rows });
    }
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
