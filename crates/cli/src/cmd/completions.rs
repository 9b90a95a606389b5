//! `outlast completions`: for shells.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;

use crate::cmd::Cli;
use crate::exit::Exit;
use crate::out::Out;

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast completions bash > ~/.local/share/bash-completion/completions/outlast
  outlast completions fish > ~/.config/fish/completions/outlast.fish
  source <(outlast completions zsh)

Exit status:
  0  printed
  2  no such shell")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        // Generated in memory first: the generator panics where it cannot write.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut knowing(Cli::command()), "outlast", &mut text);
        out.data().write_all(&text)?;
        Ok(Exit::Yes)
    }
}

/// The command line whose arguments know which targets and codes there are. Others are taken, too: profile files and sets of targets.
fn knowing(mut cli: Command) -> Command {
    cli.build();
    let names: Vec<String> = cli.get_subcommands().map(|command| command.get_name().to_string()).collect();
    for name in names {
        cli = cli.mut_subcommand(name, |command| {
            command.mut_args(|arg| match arg.get_id().as_str() {
                "target" | "targets" if arg.get_long() == Some("target") => {
                    arg.value_parser(PossibleValuesParser::new(targets()))
                }
                "code" => arg.value_parser(PossibleValuesParser::new(codes())),
                "step" => arg.value_parser(PossibleValuesParser::new(steps())),
                _ => arg,
            })
        });
    }
    cli
}

fn targets() -> Vec<PossibleValue> {
    let names = [outlast::target_names(), outlast::target_names_of_programs()].concat();
    let mut families: Vec<&str> = Vec::new();
    for target in &names {
        let release = target.find(|c: char| c.is_ascii_digit()).unwrap_or(target.len());
        let family = target[..release].trim_end_matches('-');
        if !families.contains(&family) {
            families.push(family);
        }
    }
    let all = families.iter().map(|family| PossibleValue::new((*family).to_string()).help("all releases"));
    let all = all.chain([PossibleValue::new("all").help("all targets")]);
    all.chain(names.iter().map(|name| PossibleValue::new(name.clone()))).collect()
}

fn codes() -> Vec<PossibleValue> {
    let codes = outlast::codes();
    let codes = codes.iter().map(|info| PossibleValue::new(info.code.to_string()).help(info.title));
    let rules = outlast::lint::rules().map(|rule| PossibleValue::new(rule.name).help(rule.title));
    codes.chain(rules).collect()
}

fn steps() -> Vec<PossibleValue> {
    outlast::convert::steps().map(|step| PossibleValue::new(step.id).help(step.about)).collect()
}
