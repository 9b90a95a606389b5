//! ExecuTorch: options of `convert`, and the commands `edit`, `bundle` and `data`.

pub(crate) mod bundle;
pub(crate) mod data;
pub(crate) mod edit;
mod import;
mod produce;

use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::Options;
use outlast::families::executorch::{OwnSchema, Repack, Schema};

use crate::cmd::read_text;
use crate::input;
pub(super) use import::{ImportArgs, installed};

/// Options of `convert`.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ConvertArgs {
    /// Serialise tables again, without parts that are no longer used
    #[arg(long, conflicts_with = "no_repack", help_heading = "ExecuTorch")]
    repack: bool,
    /// Never serialise tables again: the output is the input with patches
    #[arg(long, help_heading = "ExecuTorch")]
    no_repack: bool,
}

impl ConvertArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let repack = match (self.repack, self.no_repack) {
            (true, _) => Repack::Always,
            (_, true) => Repack::Never,
            _ => Repack::Auto,
        };
        Ok(Options::none().with(repack))
    }

    /// Whether tables are to be rewritten.
    pub(crate) fn writes_anew(&self) -> bool {
        self.repack
    }
}

/// The schema of a program's own release, for `convert`.
pub(super) fn schema(path: &Path) -> anyhow::Result<Options> {
    Ok(Options::none().with(OwnSchema(read_schema(path)?)))
}

/// A schema in the FlatBuffers language; what it includes stands beside it.
pub(super) fn read_schema(path: &Path) -> anyhow::Result<Schema> {
    let text = read_text(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    // Why the last file that was looked for is not included: a schema may stand in one of several places.
    let mut why = None;
    let mut included = |name: &str| match input::open_found_text(&folder.join(name)) {
        Ok(text) => Some(text),
        Err(failure) => {
            why = Some(failure);
            None
        }
    };
    let schema = Schema::parse_with(&input::name(path), &text, &mut included);
    let schema = schema.map_err(|error| match why {
        Some(why) => anyhow!("{}: {error} ({}: {})", path.display(), why.file, why.message()),
        None => anyhow!("{}: {error}", path.display()),
    })?;
    if schema.root.is_none() {
        bail!("{}: the schema has no root_type", path.display());
    }
    Ok(schema)
}
