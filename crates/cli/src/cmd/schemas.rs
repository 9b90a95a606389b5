//! `--schema FILE` of commands that read MLIR bytecode: how a producer that nobody measured encodes properties.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::Args;
use outlast::mlir::schema::Given;
use outlast::{FileKind, Program};
use outlast_report::{Cause, Failure};

use super::check::read_text;
use super::open_program;
use crate::input;

/// The switch.
#[derive(Debug, Args)]
#[group(id = "schemas")]
pub(super) struct Schemas {
    /// MLIR bytecode: how its producer's operations encode properties, as `outlast targets import --twins` learns it
    #[arg(long, alias = "schemas", value_name = "FILE")]
    schema: Option<PathBuf>,
}

/// Schemas that were given, or none.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenSchemas(pub(super) Option<Arc<Given>>);

impl Schemas {
    /// Reads the file.
    pub(super) fn read(&self) -> anyhow::Result<GivenSchemas> {
        let given = self.schema.as_deref().map(read).transpose()?;
        Ok(GivenSchemas(given))
    }
}

/// Reads a text of schemas.
pub(super) fn read(path: &Path) -> anyhow::Result<Arc<Given>> {
    let given = Given::parse(&read_text(path)?);
    given.map(Arc::new).map_err(|error| anyhow!("{}: {error}", input::name(path)))
}

impl GivenSchemas {
    /// As [`open_program`]; refused if schemas are given for a file that has no use for them.
    pub(super) fn open<'a>(&self, name: &str, bytes: &'a [u8]) -> Result<Program<'a>, Failure> {
        let program = open_program(name, bytes)?.with_schemas(self.0.as_ref());
        self.demand(name, program.kind())?;
        Ok(program)
    }

    /// Refuses schemas for a file of another kind.
    pub(super) fn demand(&self, name: &str, kind: FileKind) -> Result<(), Failure> {
        if self.0.is_none() || kind == FileKind::Mlir {
            return Ok(());
        }
        let why = format!("--schema is for MLIR bytecode, but this is of kind {}", kind.title());
        Err(Failure { file: name.to_string(), cause: Cause::Impossible(why) })
    }
}
