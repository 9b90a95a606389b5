//! `outlast serve`: the delivery service. Each device gets the variant that it runs.

mod folder;
mod worker;

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use outlast_serve::http::{Log, Options};
use outlast_serve::run::run;
use outlast_serve::service::{Service, Settings, Use};
use outlast_serve::worker::{How, Limits};

use crate::exit::Exit;
use crate::out::Out;
use crate::size::{Size, size};

/// Deliver to each device the variant of a model that it runs: a server, and what fills and looks after its folder
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  outlast serve publish --data models mobilenet 1 new.pte old.pte
  outlast serve profile --data models executorch-0.7.0 --alias phone --backports
  outlast serve token --data models --scope read phones
  outlast serve --data models
  outlast fetch mobilenet --from http://127.0.0.1:8710 --profile phone -o model.pte

The folder has the database and the files; it is made where there is none, and one server uses it at
a time. Files are read by a process of their own, with limits of memory and time: one that exceeds
them is put into quarantine. What can be asked over HTTP is described at /openapi.json, and a page
at / shows models, verdicts and reasons. See docs/serve.md.

Exit status:
  0  stopped by SIGTERM or SIGINT
  2  the folder or the address cannot be used"
)]
pub(crate) struct Serve {
    #[command(subcommand)]
    command: Option<Command>,
    /// The folder with the database and the files
    #[arg(long, value_name = "DIR", required = true)]
    data: Option<PathBuf>,
    /// Where to listen; a port of 0 is any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8710")]
    listen: SocketAddr,
    /// Let anybody read without a token: what a profile gets, files, and the page
    #[arg(long)]
    open_read: bool,
    /// Refuse more requests than this in a second from one address
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,
    /// Refuse larger files
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "8GiB")]
    max_file: Size,
    /// What is logged to standard error, a line of JSON for each request
    #[arg(long, value_name = "WHAT", default_value = "changes")]
    log: Logged,
    #[command(flatten)]
    reading: Reading,
}

/// What reading a file may use.
#[derive(Clone, Debug, Args)]
pub(crate) struct Reading {
    /// Memory that reading a file may use, beside the file itself
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2GiB")]
    read_memory: Size,
    /// Seconds that reading a file may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    read_seconds: u64,
}

// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Logged {
    Changes,
    All,
    None,
}

#[derive(Debug, Subcommand)]
enum Command {
    Publish(folder::Publish),
    Profile(folder::Profile),
    Token(folder::Token),
    Tokens(folder::Tokens),
    Revoke(folder::Revoke),
    Export(folder::Export),
    Backup(folder::Backup),
    Fsck(folder::Fsck),
    Worker(worker::Worker),
}

impl Serve {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            Some(Command::Publish(command)) => command.run(out),
            Some(Command::Profile(command)) => command.run(out),
            Some(Command::Token(command)) => command.run(out),
            Some(Command::Tokens(command)) => command.run(out),
            Some(Command::Revoke(command)) => command.run(out),
            Some(Command::Export(command)) => command.run(out),
            Some(Command::Backup(command)) => command.run(out),
            Some(Command::Fsck(command)) => command.run(out),
            Some(Command::Worker(command)) => command.run(),
            None => self.serve(out),
        }
    }

    fn serve(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let data = self.data.as_deref().context("--data DIR is missing")?;
        let settings = Settings { most_blob: self.max_file.0, ..self.reading.settings() };
        let service = open(data, settings, Use::Alone)?;
        if service.tokens()?.iter().all(|token| token.revoked.is_some()) {
            out.warn("there is no token yet, so that nobody can publish; `outlast serve token` makes one")?;
        }
        let log = |line: &str| {
            // Where nobody reads the log, requests are answered all the same.
            let _ = writeln!(std::io::stderr(), "{line}");
        };
        let options = Options {
            open_read: self.open_read,
            rate: self.rate,
            log: match self.log {
                Logged::None => Log::none(),
                Logged::Changes => Log::to(log, false),
                Logged::All => Log::to(log, true),
            },
            ..Options::default()
        };
        out.write(&format!("serving {} ", data.display()))?;
        run(service, self.listen, options, |address| {
            // Who started it waits for this line.
            let told = out.write(&format!("at http://{address}\n")).and_then(|()| Ok(out.data().flush()?));
            told.or(Ok(()))
        })?;
        Ok(Exit::Yes)
    }
}

impl Reading {
    fn settings(&self) -> Settings {
        let worker = Limits { memory: self.read_memory.0, time: Duration::from_secs(self.read_seconds) };
        Settings { worker, ..Settings::default() }
    }
}

/// Opens a data folder. Files are read by this program, started again.
fn open(data: &Path, settings: Settings, usage: Use) -> anyhow::Result<Service> {
    let program = std::env::current_exe().context("this program does not find itself")?;
    let how = How::Process(program, vec!["serve".into(), "worker".into()]);
    Ok(Service::open(data, how, settings, usage)?)
}
