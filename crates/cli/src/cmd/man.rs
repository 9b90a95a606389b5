//! `outlast man`: manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use crate::cmd::Cli;
use crate::exit::Exit;
use crate::out::Out;

/// Print the manual page, or write one for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast man | man -l -
  outlast man ~/.local/share/man/man1

Exit status:
  0  written
  2  the folder cannot be written")]
pub(crate) struct Man {
    /// The folder, created if missing; without it, the main page goes to standard output
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.folder {
            None => {
                let mut text = Vec::new();
                Page::new(Cli::command()).render(&mut text)?;
                out.data().write_all(&text)?;
            }
            Some(folder) => {
                let cannot = || format!("cannot write {}", folder.display());
                std::fs::create_dir_all(folder).with_context(cannot)?;
                clap_mangen::generate_to(Cli::command(), folder).with_context(cannot)?;
            }
        }
        Ok(Exit::Yes)
    }
}
