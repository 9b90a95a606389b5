//! `outlast serve worker`: the process that reads one file for the server, within limits.

use std::io::{self, Read, Write};

use clap::Args;
use outlast_serve::worker::child;

use crate::exit::Exit;
use crate::input;

/// Read one file within limits: started by the server, not by people
#[derive(Debug, Args)]
#[command(
    hide = true,
    after_help = "\
Examples:
  outlast serve worker < order.json

Exit status:
  0  answered
  2  the file cannot be opened, or the order cannot be read"
)]
pub(crate) struct Worker {}

impl Worker {
    #[expect(clippy::disallowed_methods, reason = "the order is no input of a user")]
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let mut order = Vec::new();
        io::stdin().lock().read_to_end(&mut order)?;
        let mut stdout = io::stdout().lock();
        child::run(&mut order.as_slice(), &mut stdout, |path| {
            let input = input::open_found(path).map_err(|failure| io::Error::other(failure.message()))?;
            Ok(Box::new(input))
        })?;
        stdout.flush()?;
        Ok(Exit::Yes)
    }
}
