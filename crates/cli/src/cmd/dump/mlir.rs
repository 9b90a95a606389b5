//! `outlast dump` of MLIR bytecode: what `mlir-opt --mlir-print-op-generic` prints.

use clap::Args;
use outlast::mlir::defs::version;
use outlast::mlir::print::{self, PrintError, PrintOptions, Source, reader_schemas};
use outlast::mlir::schema::FileSchemas;
use outlast::mlir::{File, Module};
use outlast::{Detection, FileKind, detect};
use outlast_report::{Cause, Failure};

use super::super::schemas::GivenSchemas;
use crate::exit::Exit;
use crate::out::Out;

/// The switches of `mlir-opt` that change what is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "MLIR bytecode")]
#[group(id = "mlir")]
pub(super) struct Switches {
    /// Without aliases and resources, as with --mlir-print-local-scope
    #[arg(long, alias = "mlir-print-local-scope")]
    local_scope: bool,
    /// With locations, as with --mlir-print-debuginfo
    #[arg(long, alias = "mlir-print-debuginfo")]
    debuginfo: bool,
    /// Text as mlir-opt of this release prints it; by default the producer's, or the newest
    #[arg(long, value_name = "RELEASE", value_parser = ["16", "19", "22"])]
    release: Option<String>,
}

impl Switches {
    /// Whether a file is MLIR bytecode.
    pub(super) fn wanted(bytes: &[u8]) -> bool {
        detect(bytes) == Detection::Known(FileKind::Mlir)
    }

    /// Why the switches make no sense for this file, if they are given and do not.
    pub(super) fn out_of_place(&self, bytes: &[u8]) -> Option<Cause> {
        let asked = self.local_scope || self.debuginfo || self.release.is_some();
        match detect(bytes) {
            Detection::Known(kind) if asked && kind != FileKind::Mlir && !kind.holds_others() => {
                let why =
                    format!("a switch for MLIR bytecode is given, but this is of kind {}", kind.title());
                Some(Cause::Impossible(why))
            }
            _ => None,
        }
    }

    /// Prints the operations. Nothing is printed of a file that cannot be read to its end.
    pub(super) fn run(
        &self,
        out: &mut Out,
        name: &str,
        bytes: &[u8],
        schemas: &GivenSchemas,
    ) -> anyhow::Result<Result<Exit, Failure>> {
        if out.is_json() {
            anyhow::bail!("MLIR bytecode is dumped as text; for programs there is --bytes -f json");
        }
        let unreadable = |error| {
            let cause = Cause::Unreadable(FileKind::Mlir, error);
            Ok(Err(Failure { file: name.to_string(), cause }))
        };
        let file = match File::open(bytes) {
            Ok(file) => file.with_schemas(schemas.0.clone()),
            Err(error) => return unreadable(error),
        };
        let module = match Module::read(bytes) {
            Ok(module) => module,
            Err(error) => return unreadable(error),
        };
        let options = PrintOptions {
            release: self.release.as_deref().and_then(|release| release.parse().ok()),
            local_scope: self.local_scope,
            debug_info: self.debuginfo,
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
        match print::print(&source, &options, &mut out.plain()?) {
            Ok(()) => Ok(Ok(Exit::Yes)),
            Err(PrintError::Io(error)) => Err(error.into()),
            Err(error) => {
                Ok(Err(Failure { file: name.to_string(), cause: Cause::Impossible(error.to_string()) }))
            }
        }
    }
}
