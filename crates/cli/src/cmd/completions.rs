//! `outlast completions`: for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
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
        clap_complete::generate(self.shell, &mut Cli::command(), "outlast", &mut text);
        out.data().write_all(&text)?;
        Ok(Exit::Yes)
    }
}
