//! What is particular to each family on the command line: one file or folder each; and the lists below, through which
//! commands have their options.

pub(crate) mod executorch;
pub(crate) mod llvm;
pub(crate) mod mlir;
mod selected;
pub(crate) mod torch;

use std::path::Path;

use anyhow::bail;
use clap::Args;
use outlast::Options;
use outlast::targets::Profile;
use outlast_prove::{Described, How, Runtime};
use outlast_report::json::{ImportDocument, to_string};

use crate::cmd::resolve;
use crate::exit::Exit;

/// Arguments of a command that belong to families: a struct of that name in each.
macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident: $($family:ident),+;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Args)]
        #[group(skip)]
        pub(crate) struct $name {
            $(
                #[command(flatten)]
                pub(crate) $family: $family::$name,
            )+
        }

        impl $name {
            /// What was given, as options of the families.
            pub(crate) fn options(&self) -> anyhow::Result<Options> {
                let mut options = Options::none();
                $(options = options.and(&self.$family.options()?);)+
                Ok(options)
            }
        }
    )*};
}

arguments! {
    /// Of commands that read files.
    ReadArgs: mlir, torch;
    /// Of `verify`.
    VerifyArgs: llvm, mlir;
    /// Of `dump`.
    DumpArgs: llvm, mlir, torch;
    /// Of `convert`.
    ConvertArgs: executorch, mlir, torch;
}

impl ReadArgs {
    /// What was given, as words of a command line that reads the same file.
    pub(crate) fn words(&self) -> Vec<String> {
        self.mlir.words().chain(self.torch.words()).collect()
    }
}

impl ConvertArgs {
    /// What of it reading the output depends on, too.
    pub(crate) fn of_reading(&self) -> anyhow::Result<Options> {
        self.torch.of_reading()
    }
}

/// Reads a schema.
type ReadSchema = fn(&Path) -> anyhow::Result<Options>;

/// How the file that `convert --schema` names is read, by the family of the file to convert.
const SCHEMAS: &[(&str, ReadSchema)] = &[("executorch", executorch::schema), ("mlir", mlir::schema)];

/// Reads the schema of a file's own release.
pub(crate) fn read_schema(family: &str, path: &Path) -> anyhow::Result<Options> {
    match SCHEMAS.iter().find(|(name, _)| *name == family) {
        Some((_, read)) => read(path),
        None => anyhow::bail!("--schema: files of this family have none"),
    }
}

/// What `targets import` makes of.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ImportArgs {
    #[command(flatten)]
    executorch: executorch::ImportArgs,
    #[command(flatten)]
    selected: selected::ImportArgs,
    #[command(flatten)]
    torch: torch::ImportArgs,
    #[command(flatten)]
    mlir: mlir::ImportArgs,
}

/// What `targets import` made.
pub(crate) struct Imported {
    /// The file.
    pub(crate) text: String,
    /// The same as a JSON document.
    pub(crate) document: String,
    /// What to say beside it.
    pub(crate) note: Option<String>,
    pub(crate) exit: Exit,
}

impl ImportArgs {
    /// Makes a file from the one source that was given, for the release `base` and under this name.
    pub(crate) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Imported> {
        if let Some(imported) = self.executorch.import(base, name)? {
            return Ok(imported);
        }
        if let Some(imported) = self.selected.import(base, name)? {
            return Ok(imported);
        }
        match self.torch.import(base, name)? {
            Some(imported) => Ok(imported),
            None => self.mlir.import(base, name),
        }
    }
}

impl Imported {
    /// A profile file.
    fn profile(name: &str, base: &str, text: String) -> anyhow::Result<Imported> {
        let document = to_string(&ImportDocument::new(name, base, &text))?;
        Ok(Imported { text, document, note: None, exit: Exit::Yes })
    }
}

/// The text of a profile file of a runtime that says what it has: that of a release, with what is other.
pub(crate) fn installed(
    name: &str,
    base: &Profile,
    runtime: &Runtime,
    described: Described,
) -> anyhow::Result<String> {
    match (base.family, &runtime.how) {
        ("executorch", _) => Ok(executorch::installed(name, base, described)),
        ("torch", How::Python(python)) => torch::installed(name, base, python, &runtime.env),
        ("jaxlib", _) => mlir::installed(name, base, &described),
        (family, _) => {
            bail!(
                "--update: there are no profile files of {family} that say what a runtime has; only the differences are known"
            )
        }
    }
}

/// The profile of the release that a runtime is built from.
fn base_profile(base: Option<&str>) -> anyhow::Result<Profile> {
    let Some(base) = base else { bail!("--base: which release is the runtime built from?") };
    match resolve(base)?.profile() {
        Some(profile) => Ok(profile.clone()),
        None => bail!("`{base}` has no profile: `outlast targets` lists those that have"),
    }
}

/// The name of a profile: as it was given, or that of the file.
fn profile_name(name: Option<&str>, path: &Path) -> String {
    match name {
        Some(name) => name.to_string(),
        None => {
            path.file_stem().map_or_else(|| "imported".into(), |stem| stem.to_string_lossy().into_owned())
        }
    }
}

impl ConvertArgs {
    /// Whether a form is asked for that is not the file's own.
    pub(crate) fn rewrites(&self) -> bool {
        self.executorch.writes_anew() || self.mlir.rewrites()
    }
}
