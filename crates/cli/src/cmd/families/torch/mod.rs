//! PyTorch files: which record `dump` prints; the operators that `convert` knows; profiles of installed releases and of devices.

mod import;

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
pub(crate) use import::{ImportArgs, installed};
use outlast::Options;
use outlast::families::torch::{OwnOperators, OwnSets, Record, WrittenBy};
use outlast::opsets::lint::Date;

use crate::cmd::{date, read_text};

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

/// Options of commands that judge or convert.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "PyTorch archives")]
pub(crate) struct ReadArgs {
    /// A folder with operator_versions.yaml, operator_upgraders.py and operator_downgraders.py: those of a set of your own, or of PyTorch's set
    /// (`aten`) instead of those that Outlast has; may be repeated
    #[arg(long, value_name = "DIR")]
    operators: Vec<PathBuf>,
    /// Evaluate support windows of operators and expiries in outlast.toml as of DATE, such as 2026-11-22 [default: ignore them]
    #[arg(long, value_name = "DATE", value_parser = date, help_heading = None)]
    pub(crate) as_of: Option<Date>,
}

/// Options of `convert`.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "PyTorch archives")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    read: ReadArgs,
    /// The release that wrote the file, where its bytes fit several: 1.6.0
    #[arg(long, value_name = "RELEASE", value_parser = written_by)]
    written_by: Option<WrittenBy>,
}

/// Reads a release.
fn written_by(text: &str) -> Result<WrittenBy, String> {
    WrittenBy::parse(text).ok_or_else(|| "a release is expected, for example 1.6.0".into())
}

impl ConvertArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let options = self.read.options()?;
        Ok(self.written_by.iter().fold(options, |options, by| options.with(by.clone())))
    }

    /// What of it reading the output depends on, too.
    pub(super) fn of_reading(&self) -> anyhow::Result<Options> {
        self.read.options()
    }
}

impl ReadArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        let none = Options::none();
        // A day alone is a question to outlast.toml.
        if self.operators.is_empty() {
            return Ok(none);
        }
        let sets = self.operators.iter().map(|folder| set_of(folder)).collect::<anyhow::Result<Vec<_>>>()?;
        Ok(none.with(OwnSets { sets, as_of: self.as_of }))
    }

    pub(super) fn words(&self) -> impl Iterator<Item = String> {
        let folders = self.operators.iter().map(|folder| folder.to_string_lossy().into_owned());
        let of = folders.flat_map(|folder| ["--operators".to_string(), folder]);
        // The day is asked of operators only where there are some.
        let day = self.as_of.filter(|_| !self.operators.is_empty());
        of.chain(day.into_iter().flat_map(|day| ["--as-of".to_string(), day.to_string()]))
    }
}

fn set_of(folder: &Path) -> anyhow::Result<OwnOperators> {
    let table = folder.join(TABLE);
    let text = read_text(&table)?;
    let paths = FUNCTIONS.iter().map(|name| folder.join(name)).filter(|path| path.exists());
    let functions = paths.map(|path| read_text(&path)).collect::<anyhow::Result<Vec<_>>>()?;
    OwnOperators::read(&text, functions).map_err(|why| anyhow!("{}: {why}", table.display()))
}
