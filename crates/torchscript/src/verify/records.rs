//! The records that every archive of PyTorch has.

use outlast_core::{Severity, Span};

use super::codes;
use super::context::Context;
use super::quoted;
use crate::archive::{Exported, Generation, Kind, TorchArchive};

pub(super) fn check(archive: &TorchArchive<'_>, context: &mut Context) {
    let kind = archive.kind();
    let whole = Span::at(0, archive.zip().file().len() as u64);
    match archive.version() {
        Ok(Some(version)) => {
            if version.both {
                context.warning(
                    codes::TWO_VERSIONS,
                    "there are `version` and `.data/version`",
                    whole.clone(),
                );
            }
        }
        // Python's reader does not look at it.
        Ok(None) if kind == Kind::Other => {}
        Ok(None) => {
            context.error(
                codes::BAD_VERSION,
                "there is neither `version` nor `.data/version`",
                whole.clone(),
            );
        }
        Err(_) if kind == Kind::Exported(Exported::Flat) => {}
        Err(error) => context.failure(codes::BAD_VERSION, &error),
    }
    let needed: &[&str] = match kind {
        Kind::TorchScript { generation: Generation::A, .. } => &["model.json"],
        Kind::TorchScript { .. } => &["data.pkl", "constants.pkl"],
        Kind::Exported(Exported::Flat) => &["serialized_exported_program.json"],
        Kind::Save => &["data.pkl"],
        Kind::Exported(Exported::Folder) => &["archive_version"],
        Kind::Package | Kind::Other => &[],
    };
    for name in needed.iter().filter(|name| !archive.has(name)) {
        context.error(codes::MISSING_RECORD, format!("there is no record {}", quoted(name)), whole.clone());
    }
    match archive.text("byteorder") {
        Ok(Some(order)) if !matches!(&*order, "little" | "big") => {
            let title = format!("the byte order is {}; PyTorch knows `little` and `big`", quoted(&order));
            context.put(codes::BYTE_ORDER, Severity::Error, title, whole);
        }
        _ => {}
    }
}
