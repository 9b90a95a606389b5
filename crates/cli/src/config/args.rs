//! Options of commands that a configuration may stand for.

use std::path::PathBuf;

use clap::Args;

use super::policy::{AtLeast, FailOn};

/// What decides the exit status, and which configuration holds.
#[derive(Debug, Default, Args)]
pub(crate) struct PolicyArgs {
    /// Outcomes that make the exit status 1 [default: fails,misreads,unknown]
    #[arg(long, value_name = "OUTCOMES", value_delimiter = ',')]
    pub(crate) fail_on: Vec<FailOn>,
    /// The weakest basis that counts; verdicts with a weaker one are unknown [default: sampled]
    #[arg(long, value_name = "BASIS")]
    pub(crate) basis: Option<AtLeast>,
    /// Known findings, from scan --write-baseline or scan -f jsonl: only new ones make the exit status 1
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) allow: AllowArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}

/// Which code may run when a file is read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct AllowArgs {
    /// Code that a file may run when it is loaded, by name, such as collections.deque; a file that runs other code fails, whatever --fail-on says
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) allow_code: Vec<String>,
}

/// Whether a name is among those that are allowed. What stands for names that are not told, in brackets, never is.
pub(crate) fn allows(allowed: &[String], name: &str) -> bool {
    !name.starts_with('(') && allowed.iter().any(|one| one == name)
}

/// The option, where an answer says who allowed something.
const OPTION: &str = "--allow-code";

impl AllowArgs {
    /// Who allows a name.
    pub(crate) fn who(&self, name: &str) -> Option<String> {
        allows(&self.allow_code, name).then(|| OPTION.to_string())
    }
}

/// Which configuration holds.
#[derive(Debug, Default, Args)]
pub(crate) struct ConfigArgs {
    /// Take this configuration, instead of the outlast.toml that is nearest above each file
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Take no configuration
    #[arg(long)]
    pub(crate) no_config: bool,
}
