//! Options that subcommands share.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use outlast_report::{Commands, Format};

use crate::size::{Size, size};

/// What every subcommand understands.
#[derive(Clone, Debug, Args)]
pub(crate) struct Global {
    /// When to use colours (NO_COLOR is honoured)
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Common options")]
    pub(crate) color: Color,
    /// Print no answer; errors still go to standard error
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "Common options")]
    pub(crate) quiet: bool,
    /// Print everything: what is good, notes, long lists
    #[arg(short, long, global = true, help_heading = "Common options")]
    pub(crate) verbose: bool,
    /// Work in this folder: file names are relative to it
    #[arg(short = 'C', long, global = true, value_name = "DIR", help_heading = "Common options")]
    pub(crate) directory: Option<PathBuf>,
    /// Refuse inputs that are larger, such as 2GiB [default: 64GiB; of a pipe of unknown kind 256MiB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size, help_heading = "Common options")]
    pub(crate) max_size: Option<Size>,
}

/// When to use colours; `auto` is on terminals.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// How and where an answer is written.
#[derive(Clone, Debug, Args)]
pub(crate) struct Output {
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = formats(of_all))]
    pub(crate) format: Format,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// Reads the name of a format, of those that a command answers in.
pub(crate) fn formats(of_command: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().copied().filter(|format| of_command(*format)).map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| Format::parse(&name).ok_or("not a format"))
}

/// What all commands answer in.
pub(crate) fn of_all(format: Format) -> bool {
    format.commands() == Commands::All
}

/// What commands answer in that report findings.
pub(crate) fn of_findings(format: Format) -> bool {
    matches!(format.commands(), Commands::All | Commands::Findings)
}
