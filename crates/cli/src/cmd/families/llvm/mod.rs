//! LLVM bitstreams: the switches of `llvm-bcanalyzer`, and statistics as JSON.

mod stats;

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use outlast::families::bitstream::{BlockInfo, KIND, KeepGoing, Print};
use outlast::{OpenError, Options, reader};
use outlast_report::json::to_string;
use outlast_report::{Cause, Failure};

use crate::cmd::fail;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;
use stats::StatsDocument;

/// Options of `verify`.
#[derive(Debug, Args)]
#[group(skip)]
pub(crate) struct VerifyArgs {
    /// After a fault, go on at the end of the block around it
    #[arg(long, help_heading = "Bitstreams")]
    keep_going: bool,
}

impl VerifyArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        Ok(if self.keep_going { Options::none().with(KeepGoing) } else { Options::none() })
    }
}

/// The switches of `llvm-bcanalyzer`.
#[derive(Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Bitstreams")]
pub(crate) struct DumpArgs {
    /// Print statistics alone
    #[arg(long)]
    stats: bool,
    /// Take the file for a bitstream, whatever its magic, with names of records as in this release of LLVM; else as in 22
    #[arg(long, value_name = "RELEASE", value_parser = ["14", "16", "19", "22"])]
    as_llvm: Option<String>,
    /// Readable names where the stream carries none: Swift, Clang, remarks
    #[arg(long)]
    names: bool,
    /// Print BLOCKINFO blocks, too
    #[arg(long)]
    dump_blockinfo: bool,
    /// Leave the histograms of record codes out
    #[arg(long)]
    disable_histogram: bool,
    /// Print numbers beside names
    #[arg(long)]
    non_symbolic: bool,
    /// Print blobs, escaped
    #[arg(long)]
    show_binary_blobs: bool,
    /// Take abbreviations and names from the BLOCKINFO of this file
    #[arg(long, value_name = "FILE")]
    block_info: Option<PathBuf>,
    /// Threads to use: 1 or 2
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    threads: u8,
    /// Check module hashes against this string table
    #[arg(long, value_name = "STRTAB")]
    check_hash: Option<String>,
}

impl DumpArgs {
    pub(super) fn options(&self) -> anyhow::Result<Options> {
        Ok(Options::none().with(self.print()?))
    }

    fn print(&self) -> anyhow::Result<Print> {
        let read = |path: &PathBuf| {
            let file = input::open(path);
            file.map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
        };
        let block_info = self.block_info.as_ref().map(read).transpose()?;
        Ok(Print {
            dump: !self.stats,
            block_info_blocks: self.dump_blockinfo,
            histogram: !self.disable_histogram,
            symbolic: !self.non_symbolic,
            binary_blobs: self.show_binary_blobs,
            block_info: block_info.map(|bytes| BlockInfo(bytes.to_vec())),
            check_hash: self.check_hash.as_ref().map(|hash| hash.as_bytes().to_vec()),
            release: self.as_llvm.as_ref().and_then(|release| release.parse().ok()).unwrap_or(22),
            two_threads: self.threads == 2,
            names: self.names,
        })
    }

    /// The file that an option names.
    pub(crate) fn file_of(&self, option: &str) -> Option<&Path> {
        self.block_info.as_deref().filter(|_| option == "block-info")
    }

    /// Answers what only bitstreams have answers to: statistics as JSON, and files that are taken for streams because a switch
    /// for them is given. `None` if it is another question.
    pub(crate) fn answer(&self, out: &mut Out, name: &str, bytes: &[u8]) -> anyhow::Result<Option<Exit>> {
        let is_stream = match reader(bytes) {
            Ok((_, format)) => format.kind == KIND,
            Err(OpenError::UnknownFormat(_)) => self.as_llvm.is_some() || self.print()?.is_asked(),
            Err(_) => false,
        };
        if !is_stream {
            return Ok(None);
        }
        if !out.is_json() {
            let known = reader(bytes).is_ok();
            return if known { Ok(None) } else { self.text(out, name, bytes).map(Some) };
        }
        if !self.stats {
            bail!(
                "a bitstream is dumped as text; for programs there are --stats -f json, and --bytes -f json for its tokens"
            );
        }
        match self.print()?.counts(bytes) {
            Ok((stream, counts)) => {
                let document = StatsDocument::new(name, bytes.len() as u64, stream, &counts);
                out.write(&to_string(&document)?)?;
                Ok(Some(Exit::Yes))
            }
            Err(error) => {
                let failure = Failure { file: name.to_string(), cause: Cause::Unreadable(KIND, error) };
                fail(out, crate::cmd::dump::SCHEMA, &failure, bytes).map(Some)
            }
        }
    }

    /// Prints a file of unknown magic as a stream.
    fn text(&self, out: &mut Out, name: &str, bytes: &[u8]) -> anyhow::Result<Exit> {
        let title = if name == "<stdin>" { "-" } else { name };
        let printed = self.print()?.print(title, bytes, &mut out.plain()?);
        crate::cmd::dump::ended(out, (name, bytes), printed, &|option| self.file_of(option))
    }
}
