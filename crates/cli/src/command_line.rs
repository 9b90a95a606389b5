//! The words of a command line: `outlast FILE` for `outlast inspect FILE`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory;

use crate::cmd::Cli;

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

    use super::{Cli, with_default_command};

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
