//! MLIR bytecode as text: what `mlir-opt --mlir-print-op-generic` prints.

use std::io;

use crate::defs::version;
use crate::print::{self, PrintError, PrintOptions, Source, reader_schemas};
use crate::schema::FileSchemas;
use crate::{File, Module};
use outlast_core::{Error, ErrorKind, Span};

use super::{NAME, Schemas};
use outlast_model::family::DumpError;
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};

/// The switches of `mlir-opt` that change what is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Print {
    /// Without aliases and resources.
    pub local_scope: bool,
    /// With locations.
    pub debug_info: bool,
    /// As `mlir-opt` of this release prints it; by default the producer's, or the newest.
    pub release: Option<u32>,
    /// The most bytes of text; by default 64 times the file and 1 GiB ([`print::most_of`]).
    pub limit: Option<u64>,
}

impl FamilyOption for Print {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("a switch for MLIR bytecode is given, but this is of kind {}", kind.title()))
    }
}

/// Prints the operations. Nothing is printed of a file that cannot be read to its end.
pub(super) fn print(
    _: &str,
    bytes: &[u8],
    options: &Options,
    out: &mut dyn io::Write,
) -> Result<(), DumpError> {
    let given = options.get::<Schemas>().map(|schemas| schemas.0.clone());
    let file = File::open(bytes).map_err(DumpError::Unreadable)?.with_schemas(given);
    let module = Module::read(bytes).map_err(DumpError::Unreadable)?;
    let print = options.get::<Print>().copied().unwrap_or_default();
    let options = PrintOptions {
        release: print.release,
        local_scope: print.local_scope,
        debug_info: print.debug_info,
        most_bytes: print.limit.unwrap_or_else(|| print::most_of(bytes.len())),
        ..PrintOptions::default()
    };
    let schemas = match file.version() < version::NATIVE_PROPERTIES_ENCODING {
        // Which attributes are properties is for the reader to say.
        true => reader_schemas(file.producer(), &module.tables, &options),
        false => FileSchemas::choose(&file, &module.tables, &module.ir).schemas,
    };
    let source = Source {
        version: file.version(),
        producer: file.producer(),
        tables: &module.tables,
        ir: &module.ir,
        schemas: &schemas,
    };
    let most = options.most_bytes;
    match print::print(&source, &options, out) {
        Ok(()) => Ok(()),
        Err(PrintError::Io(error)) => Err(DumpError::Io(error)),
        Err(error) => Err(too_long(&error, most)),
    }
}

/// The text ended early.
fn too_long(error: &PrintError, most: u64) -> DumpError {
    let (what, limit, help) = match error {
        PrintError::TooLong => {
            ("bytes of text", most, "attributes or types have each other inside; --limit sets another limit")
        }
        PrintError::TooMuch => (
            "MiB of texts of attributes and types, each once, beside 64 times their bytes",
            64,
            "no genuine file has as much",
        ),
        error => return DumpError::Impossible(error.to_string()),
    };
    let error = Error::new(ErrorKind::Limit { what, limit }, Span::default());
    DumpError::Cut(Box::new(error.to_diagnostic().help(help)))
}
