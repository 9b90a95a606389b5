//! What is particular to each family on the command line: one file or folder each; and the lists below, through which
//! commands have their options.

pub(crate) mod executorch;
pub(crate) mod llvm;
pub(crate) mod mlir;

use std::path::Path;

use clap::Args;
use outlast::Options;

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
    ReadArgs: mlir;
    /// Of `verify`.
    VerifyArgs: llvm, mlir;
    /// Of `dump`.
    DumpArgs: llvm, mlir;
    /// Of `convert`.
    ConvertArgs: executorch, mlir;
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

impl ConvertArgs {
    /// Whether a form is asked for that is not the file's own.
    pub(crate) fn rewrites(&self) -> bool {
        self.executorch.writes_anew() || self.mlir.rewrites()
    }
}
