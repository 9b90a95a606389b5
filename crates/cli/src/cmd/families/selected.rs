//! `outlast targets import`: profiles of runtimes from the lists of operators that they were built with.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::selection::{from_operator_list, from_selective_build};

use super::{Imported, base_profile, profile_name};
use crate::cmd::read_text;
use crate::input;

/// Sources of profiles.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ImportArgs {
    /// A selected_operators.yaml, as the selective builds of ExecuTorch and PyTorch write it
    #[arg(long, value_name = "FILE", group = "source")]
    selective_build: Option<PathBuf>,
    /// A list of operator names: one a line, or a JSON array
    #[arg(long, value_name = "FILE", group = "source")]
    operators: Option<PathBuf>,
}

impl ImportArgs {
    /// Makes a profile; `None` where no source is given.
    pub(super) fn import(&self, base: Option<&str>, name: Option<&str>) -> anyhow::Result<Option<Imported>> {
        let (path, selection) = match (&self.selective_build, &self.operators) {
            (Some(path), _) => (path, from_selective_build(&read_text(path)?)),
            (None, Some(path)) => (path, from_operator_list(&read_text(path)?)),
            (None, None) => return Ok(None),
        };
        let profile = base_profile(base)?;
        let selection = selection.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
        let name = profile_name(name, path);
        let Some(text) = selection.to_profile_text(&name, &profile) else {
            bail!("`{}`: its runtimes are not built with less than their release has", profile.name)
        };
        Imported::profile(&name, &profile.name, text).map(Some)
    }
}
