//! The words of a command line: `outlast FILE` for `outlast inspect FILE`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Command, CommandFactory, FromArgMatches};

use crate::cmd::Cli;

/// Reads the words.
///
/// # Errors
///
/// What is wrong with them; also help and the version, where they are asked for.
pub(crate) fn parse(args: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut cli = Cli::command();
    let args = with_default_command(&mut cli, args);
    let mut matches = cli.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut cli))
}

/// Puts `inspect` in front of a file that stands where a subcommand should: what is there, or looks like a path. A
/// misspelt subcommand is left to clap, which knows what was meant.
fn with_default_command(cli: &mut Command, args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    match first_word(&args) {
        Some(word) if is_command(cli, word) => {}
        Some(word) if word != "help" && looks_like_file(word) => args.insert(1, "inspect".into()),
        // Help or a hint follows, which says what each subcommand is about.
        _ => cli.build(),
    }
    args
}

/// What stands where a subcommand should.
fn first_word(args: &[OsString]) -> Option<&OsStr> {
    let mut at = 1;
    loop {
        let word = args.get(at)?;
        match &*word.to_string_lossy() {
            "-" => return Some(word),
            "--" | "-h" | "--help" | "-V" | "--version" => return None,
            // Options with a value of their own.
            "--color" | "--max-size" | "-f" | "--format" | "-o" | "--output" | "-C" | "--directory" => {
                at += 2;
            }
            option if option.starts_with('-') => at += 1,
            _ => return Some(word),
        }
    }
}

fn is_command(cli: &Command, word: &OsStr) -> bool {
    cli.get_subcommands().any(|command| word == command.get_name())
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
            command.get_subcommands().filter(|command| command.get_name() != "help").for_each(visit);
        }
        let mut cli = Cli::command();
        cli.build();
        visit(&cli);
    }

    #[test]
    fn a_file_alone_is_inspected() {
        let run = |line: &str| {
            let args = with_default_command(&mut Cli::command(), line.split(' ').map(Into::into));
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
        assert_eq!(run("outlast help"), "outlast help");
    }
}
