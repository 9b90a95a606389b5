//! PyTorch files: which record `dump` prints; the operators that `convert` knows; profiles of installed releases and of devices.

mod import;

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
pub(crate) use import::ImportArgs;
use outlast::Options;
use outlast::families::torch::{OwnOperators, Record, WrittenBy};

use crate::cmd::read_text;

/// Options of `dump`.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "PyTorch archives")]
pub(crate) struct DumpArgs {
    /// Only this record, named without the root folder: code/__torch__.py, data.pkl
    #[arg(long, value_name = "NAME")]
    record: Option<String>,
}

impl DumpArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let none = Options::none();
        Ok(self.record.iter().fold(none, |options, name| options.with(Record(name.clone()))))
    }
}

/// What a folder of `--operators` has: the table, and the texts of its functions, which may be missing.
const TABLE: &str = "operator_versions.yaml";
const FUNCTIONS: [&str; 2] = ["operator_upgraders.py", "operator_downgraders.py"];

/// Options of `convert`.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct ConvertArgs {
    /// A folder with operator_versions.yaml, operator_upgraders.py and operator_downgraders.py, instead of those that Outlast has
    #[arg(long, value_name = "DIR", help_heading = "PyTorch archives")]
    operators: Option<PathBuf>,
    /// The release that wrote the file, where its bytes fit several: 1.6.0
    #[arg(long, value_name = "RELEASE", help_heading = "PyTorch archives", value_parser = written_by)]
    written_by: Option<WrittenBy>,
}

/// Reads a release.
fn written_by(text: &str) -> Result<WrittenBy, String> {
    WrittenBy::parse(text).ok_or_else(|| "a release is expected, for example 1.6.0".into())
}

impl ConvertArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let given = self.written_by.iter().fold(Options::none(), |options, by| options.with(by.clone()));
        let Some(folder) = &self.operators else { return Ok(given) };
        let table = folder.join(TABLE);
        let text = read_text(&table)?;
        let paths = FUNCTIONS.iter().map(|name| folder.join(name)).filter(|path| path.exists());
        let functions = paths.map(|path| read_text(&path)).collect::<anyhow::Result<Vec<_>>>()?;
        let own =
            OwnOperators::read(&text, functions).map_err(|why| anyhow!("{}: {why}", table.display()))?;
        Ok(given.with(own))
    }
}
