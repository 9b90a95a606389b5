//! `outlast targets import`: profiles of ExecuTorch runtimes from what they were built with.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::families::executorch::{from_operator_list, from_selective_build};
use outlast_report::json::{ImportDocument, to_string};

use crate::cmd::{read_text, resolve};
use crate::exit::Exit;
use crate::families::Imported;
use crate::input;

/// Sources of profiles.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ImportArgs {
    /// A selected_operators.yaml, as ExecuTorch's selective build writes it
    #[arg(long, value_name = "FILE", group = "source")]
    selective_build: Option<PathBuf>,
    /// A list of operator names: one a line, or a JSON array
    #[arg(long, value_name = "FILE", group = "source")]
    operators: Option<PathBuf>,
}

impl ImportArgs {
    /// Makes a profile; `None` where no source is given.
    pub(crate) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Option<Imported>> {
        let (path, imported) = match (&self.selective_build, &self.operators) {
            (Some(path), _) => (path, from_selective_build(&read_text(path)?)),
            (None, Some(path)) => (path, from_operator_list(&read_text(path)?)),
            (None, None) => return Ok(None),
        };
        let Some(base) = base else { bail!("--base: which release is the runtime built from?") };
        let target = resolve(base)?;
        let Some(profile) = target.profile() else {
            bail!("`{base}` has no profile: `outlast targets` lists those that have")
        };
        let imported = imported.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
        let name = match name {
            Some(name) => name.to_string(),
            None => path.file_stem().map_or_else(|| "imported".into(), |s| s.to_string_lossy().into_owned()),
        };
        let text = imported.to_profile_text(&name, profile);
        let document = to_string(&ImportDocument::new(&name, base, &text))?;
        Ok(Some(Imported { text, document, note: None, exit: Exit::Yes }))
    }
}
