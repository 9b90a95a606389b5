//! The command line: what all subcommands share, and `outlast FILE` for `outlast inspect FILE`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, ValueEnum};
use outlast_report::{Commands, Format};

use crate::cmd::Command;

/// Will this program load on that runtime, why not, and what fixes it: answered from the bytes
#[derive(Debug, Parser)]
#[command(
    name = "outlast",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    override_usage = "outlast [OPTIONS] <COMMAND>\n       outlast [OPTIONS] <FILE>...",
    after_help = "\
Examples:
  outlast model.pte                                  what is this file?
  outlast verify model.pte                           are its bytes sound?
  outlast check --target executorch-1.0.1 model.pte  will that release run it?
  outlast diff old.pte new.pte                       what changed?
  outlast explain OL0103                             what does this code mean?

Exit status:
  0  yes, or clean
  1  answered \"no\": will not load, differs, is not valid
  2  could not answer: usage, input or output, not a known kind of file"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

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

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u64);

/// Units of sizes, largest first: powers of 1024.
const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

/// A number of bytes, perhaps with a unit: `4096`, `500M`, `2GiB`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text.get(digits.len()..).unwrap_or_default().to_ascii_uppercase();
    let shift = match unit.strip_suffix("IB").unwrap_or(&unit) {
        "" if unit.is_empty() => Some(0),
        "B" => Some(0),
        letter => UNITS.iter().find(|(unit, _)| letter == unit.to_string()).map(|(_, shift)| *shift),
    };
    let Some(shift) = shift else {
        return Err("the units are K, M, G and T, or KiB, MiB, GiB and TiB: powers of 1024".into());
    };
    let number: u64 = digits.parse().map_err(|_| "write a whole number, perhaps with a unit: 500M, 2GiB")?;
    number.checked_mul(1 << shift).map(Size).ok_or_else(|| "more than 2^64 bytes".into())
}

/// A number of bytes as it is written.
pub(crate) fn show_size(bytes: u64) -> String {
    let unit = UNITS.iter().find(|(_, shift)| bytes != 0 && bytes.is_multiple_of(1 << shift));
    match unit {
        Some((letter, shift)) => format!("{} {letter}iB", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
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

/// Puts `inspect` in front of a file that stands where a subcommand should: what is there, or looks like a path. A
/// misspelt subcommand is left to clap, which knows what was meant.
pub(crate) fn with_default_command(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    let mut at = 1;
    while let Some(arg) = args.get(at) {
        let text = arg.to_string_lossy();
        match &*text {
            "-" => break,
            "--" | "-h" | "--help" | "-V" | "--version" => return args,
            // Options with a value of their own.
            "--color" | "--max-size" | "-f" | "--format" | "-o" | "--output" | "-C" | "--directory" => {
                at += 2;
            }
            option if option.starts_with('-') => at += 1,
            _ => break,
        }
    }
    let is_file = args.get(at).is_some_and(|arg| !is_command(arg) && looks_like_file(arg));
    if is_file {
        args.insert(1, "inspect".into());
    }
    args
}

fn is_command(arg: &OsStr) -> bool {
    arg == "help" || Cli::command().get_subcommands().any(|command| arg == command.get_name())
}

fn looks_like_file(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    text == "-" || text.contains(['/', '\\', '.', '!']) || Path::new(arg).exists()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Cli, Size, show_size, size, with_default_command};

    #[test]
    fn sizes() {
        for (text, bytes, shown) in [
            ("0", 0, "0 bytes"),
            ("4097", 4097, "4097 bytes"),
            ("7b", 7, "7 bytes"),
            ("1K", 1 << 10, "1 KiB"),
            ("500M", 500 << 20, "500 MiB"),
            ("64GiB", 64 << 30, "64 GiB"),
            ("2t", 2 << 40, "2 TiB"),
        ] {
            assert_eq!(size(text), Ok(Size(bytes)), "{text}");
            assert_eq!(show_size(bytes), shown);
        }
        for text in ["", "G", "iB", "1KB", "1.5G", "-1", "1 G", "1Gi", "1P", "99999999T", "1é"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_help_page_has_examples_and_exit_status() {
        fn visit(command: &clap::Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for part in ["Examples:", "Exit status:"] {
                assert!(help.contains(part), "{}: {part}", command.get_name());
            }
            command.get_subcommands().for_each(visit);
        }
        visit(&Cli::command());
    }

    #[test]
    fn a_file_alone_is_inspected() {
        let run = |line: &str| {
            let args = with_default_command(line.split(' ').map(Into::into));
            args.iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(run("outlast a.pte"), "outlast inspect a.pte");
        assert_eq!(run("outlast -"), "outlast inspect -");
        assert_eq!(
            run("outlast --color never -f json a.pte b"),
            "outlast inspect --color never -f json a.pte b"
        );
        assert_eq!(run("outlast --max-size 1G a.pte"), "outlast inspect --max-size 1G a.pte");
        assert_eq!(run("outlast check a.pte"), "outlast check a.pte");
        assert_eq!(run("outlast -q check a.pte"), "outlast -q check a.pte");
        assert_eq!(run("outlast chek a.pte"), "outlast chek a.pte");
        assert_eq!(run("outlast --version"), "outlast --version");
    }
}
