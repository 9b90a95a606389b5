//! Bitstreams in one screen.

mod clang;
mod ir;
mod small;
mod swift;

use crate::analyze::{self, Options};
use crate::names::NameTable;
use crate::{BitstreamFile, Fault, StreamKind};
use outlast_core::{Error, Result};

use outlast_model::summary::{Summary, bytes};

/// The release of LLVM whose names are used.
const NEWEST: u32 = 22;

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

/// What a scan of the whole stream tells: attribute kinds, and records by code.
pub(super) fn scan(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    if file.kind() == StreamKind::Ir {
        ir::functions(file, summary)?;
        ir::attributes(file, summary)?;
    }
    let mut options = Options::of_release(NEWEST);
    options.extra_names = NameTable::for_stream(file.stream);
    let mut rows = Vec::new();
    for block in analyze::counts(file.stream, &options)? {
        let title = |id: u32, name: &Option<String>| match name {
            Some(name) => format!("{id} {name}"),
            None => id.to_string(),
        };
        for record in &block.records {
            rows.push(vec![
                title(block.id, &block.name),
                title(record.code, &record.name),
                record.count.to_string(),
                record.bits.to_string(),
            ]);
        }
    }
    summary.list("records", &["block", "record", "count", "bits"], rows);
    Ok(())
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
