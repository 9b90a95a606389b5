//! PyTorch files: which record `dump` prints; profiles of installed releases and of devices.

mod import;

use clap::Args;
pub(crate) use import::ImportArgs;
use outlast::Options;
use outlast::families::torch::Record;

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
