//! MLIR bytecode: `--schema` for producers that are not known here, the switches of `mlir-opt`, the forms to write.

mod paired;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use outlast::families::mlir::{DialectForm, Given, Print, Rewrite, Schemas, Threads};
use outlast::{Options, Profile};
use outlast_prove::Described;
use outlast_report::json::to_string;
use serde_json::json;

use crate::cmd::families::Imported;
use crate::cmd::read_text;
use crate::exit::Exit;
use crate::input;
use crate::size::{Size, size};

/// The text of the profile file of an installed release of jaxlib, which says what it carries and implements.
pub(crate) fn installed(name: &str, base: &Profile, described: &Described) -> anyhow::Result<String> {
    let report = base.definition().report.with_context(|| format!("{}: it has no reports", base.name))?;
    let mut said = json!({ "custom_calls": described.operators });
    if let Some(version) = described.versions.get("stablehlo current") {
        said["stablehlo"] = json!(version);
    }
    report(&said.to_string(), name, base).map_err(|error| anyhow!("{error}"))
}

/// Options of commands that read files.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ReadArgs {
    /// How the file's producer encodes properties of operations, as `outlast targets import --paired` learns it
    #[arg(long, alias = "schemas", value_name = "FILE", help_heading = "MLIR bytecode")]
    schema: Option<PathBuf>,
}

impl ReadArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        self.schema.as_deref().map_or_else(|| Ok(Options::none()), schema)
    }

    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        self.schema.iter().flat_map(|file| ["--schema".to_string(), file.to_string_lossy().into_owned()])
    }
}

/// Options of `verify`.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct VerifyArgs {
    /// Verify functions on this many threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=64),
        help_heading = "MLIR bytecode"
    )]
    threads: u8,
}

impl VerifyArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        Ok(Options::none().with(Threads(self.threads.into())))
    }
}

/// The switches of `mlir-opt` that change what is printed.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "MLIR bytecode")]
pub(crate) struct DumpArgs {
    /// Without aliases and resources, as with --mlir-print-local-scope
    #[arg(long, alias = "mlir-print-local-scope")]
    local_scope: bool,
    /// With locations, as with --mlir-print-debuginfo
    #[arg(long, alias = "mlir-print-debuginfo")]
    debuginfo: bool,
    /// Text as mlir-opt of this release prints it; by default the producer's, or the newest
    #[arg(long, value_name = "RELEASE", value_parser = ["16", "17", "18", "19", "21", "22", "23"])]
    release: Option<String>,
    /// The most bytes of text, also as 512K, 64M, 8G [default: 64 times the file and 1 GiB]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    limit: Option<Size>,
    #[command(flatten)]
    read: ReadArgs,
}

impl DumpArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let asked = self.local_scope || self.debuginfo || self.release.is_some() || self.limit.is_some();
        let options = self.read.options()?;
        if !asked {
            return Ok(options);
        }
        Ok(options.with(Print {
            local_scope: self.local_scope,
            debug_info: self.debuginfo,
            release: self.release.as_deref().and_then(|release| release.parse().ok()),
            limit: self.limit.map(|size| size.0),
        }))
    }
}

/// Options of `convert`.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ConvertArgs {
    /// The version of the container, from bytecode-0 to bytecode-6; or the dialect: stablehlo, vhlo
    #[arg(long, value_name = "FORM", value_parser = form, help_heading = "MLIR bytecode")]
    to: Option<Form>,
    /// Renumber everything, as mlir-opt would write it
    #[arg(long, conflicts_with = "target", help_heading = "MLIR bytecode")]
    canonical: bool,
}

impl ConvertArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let mut rewrite = Rewrite { canonical: self.canonical, ..Rewrite::default() };
        match self.to {
            Some(Form::Bytecode(version)) => rewrite.bytecode = Some(version),
            Some(Form::Dialect(dialect)) => rewrite.dialect = Some(dialect),
            None => {}
        }
        Ok(Options::none().with(rewrite))
    }

    /// Whether another form is asked for.
    pub(super) fn rewrites(&self) -> bool {
        self.canonical || self.to.is_some()
    }
}

/// Sources of schemas.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "MLIR bytecode")]
pub(crate) struct ImportArgs {
    /// Two folders with files of the same names, one with files like a-v4.mlirbc and a-v6.mlirbc, or files, pair by pair
    #[arg(long, alias = "twins", value_name = "PATH", group = "source", num_args = 1..)]
    paired: Vec<PathBuf>,
}

impl ImportArgs {
    /// Learns schemas from paired samples.
    pub(super) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Imported> {
        let learned = paired::learn(&self.paired, base, name)?;
        let document = to_string(&learned.document())?;
        let (note, exit) = (Some(learned.note()), Exit::yes_if(learned.learned > 0));
        Ok(Imported { text: learned.text, document, note, exit })
    }
}

/// How a producer that is not known here encodes properties.
pub(super) fn schema(path: &Path) -> anyhow::Result<Options> {
    let given = Given::parse(&read_text(path)?);
    let given = given.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
    Ok(Options::none().with(Schemas(Arc::new(given))))
}

/// What `--to` names.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// `bytecode-4`.
    Bytecode(u64),
    /// `stablehlo`, `vhlo`.
    Dialect(DialectForm),
}

fn form(text: &str) -> Result<Form, String> {
    match text {
        "stablehlo" => return Ok(Form::Dialect(DialectForm::StableHlo)),
        "vhlo" => return Ok(Form::Dialect(DialectForm::Vhlo)),
        _ => {}
    }
    let newest = outlast_mlir::defs::version::MAX;
    let number = text.strip_prefix("bytecode-").and_then(|number| number.parse().ok());
    match number.filter(|number| *number <= newest) {
        Some(number) => Ok(Form::Bytecode(number)),
        None => Err(format!("not one of bytecode-0 to bytecode-{newest}, stablehlo, vhlo")),
    }
}
