//! `outlast dump` of a bitstream: what `llvm-bcanalyzer` prints.

use std::path::PathBuf;

use clap::Args;
use outlast::bitstream::BitstreamFile;
use outlast::bitstream::analyze::{self, AnalyzeError, Options, analyze};
use outlast::bitstream::names::NameTable;
use outlast::bitstream::verify::finding;
use outlast::{Detection, FileKind, detect};
use outlast_report::diagnostic::Source;
use outlast_report::json::{StatsDocument, to_string};
use outlast_report::{Cause, Failure};

use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// The switches of `llvm-bcanalyzer`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bitstreams")]
pub(super) struct Switches {
    /// Print statistics alone
    #[arg(long)]
    stats: bool,
    /// Names of records as in this release of LLVM
    #[arg(long, value_name = "RELEASE", default_value = "22", value_parser = ["14", "16", "19", "22"])]
    as_llvm: String,
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

impl Switches {
    /// Whether the file is to be dumped as a bitstream: it is one, or a switch for one is given and the file is of no known
    /// kind.
    pub(super) fn wanted(&self, bytes: &[u8]) -> bool {
        match detect(bytes) {
            Detection::Known(kind) => kind == FileKind::Bitstream,
            Detection::Other(_) => self.asked(),
        }
    }

    /// Why the switches make no sense for this file, if they are given and do not.
    pub(super) fn out_of_place(&self, bytes: &[u8]) -> Option<Cause> {
        match detect(bytes) {
            // Of those that hold streams, the answer names the streams that are in them.
            Detection::Known(kind) if self.asked() && kind != FileKind::Bitstream && !kind.holds_others() => {
                let kind = kind.title();
                Some(Cause::Impossible(format!(
                    "a switch for bitstreams is given, but this is of kind {kind}"
                )))
            }
            _ => None,
        }
    }

    /// Whether a switch for bitstreams is given.
    fn asked(&self) -> bool {
        self.stats
            || self.names
            || self.dump_blockinfo
            || self.disable_histogram
            || self.non_symbolic
            || self.show_binary_blobs
            || self.block_info.is_some()
            || self.check_hash.is_some()
    }

    /// Prints the stream.
    pub(super) fn run(&self, out: &mut Out, name: &str, bytes: &[u8]) -> anyhow::Result<Exit> {
        if out.is_json() && !self.stats {
            anyhow::bail!(
                "a bitstream is dumped as text; for programs there are --stats -f json, and --bytes -f json for its tokens"
            );
        }
        let block_info = match self.block_info.as_deref().map(input::open).transpose() {
            Ok(file) => file,
            Err(failure) => {
                out.failure(&failure, &[])?;
                return Ok(Exit::Failed);
            }
        };
        let options = Options {
            dump: !self.stats,
            block_info_blocks: self.dump_blockinfo,
            histogram: !self.disable_histogram,
            symbolic: !self.non_symbolic,
            binary_blobs: self.show_binary_blobs,
            block_info: block_info.as_deref(),
            check_hash: self.check_hash.as_deref().map(str::as_bytes),
            ir_names: NameTable::llvm_ir(self.as_llvm.parse().unwrap_or(22)),
            two_threads: self.threads == 2,
            extra_names: match (self.names, BitstreamFile::open(bytes)) {
                (true, Ok(file)) => NameTable::for_stream(file.stream),
                _ => NameTable::default(),
            },
        };
        if out.is_json() {
            return self.json(out, name, bytes, &options);
        }
        // As llvm-bcanalyzer calls it.
        let title = if name == "<stdin>" { "-" } else { name };
        let analyzed = analyze(bytes, title, &options, out.plain()?);
        match analyzed {
            Ok(()) => Ok(Exit::Yes),
            Err(AnalyzeError::Io(error)) => Err(error.into()),
            Err(AnalyzeError::BlockInfo(message)) => {
                let path = self.block_info.as_deref().map(input::name).unwrap_or_default();
                let cause = Cause::Impossible(format!("not usable as block info: {message}"));
                out.failure(&Failure { file: path, cause }, &[])?;
                Ok(Exit::No)
            }
            Err(AnalyzeError::Fault(fault)) => {
                out.finding(&Source { name, bytes }, &finding(&fault))?;
                Ok(Exit::No)
            }
        }
    }

    /// Statistics for a program.
    fn json(&self, out: &mut Out, name: &str, bytes: &[u8], options: &Options<'_>) -> anyhow::Result<Exit> {
        let counted =
            BitstreamFile::open(bytes).and_then(|file| Ok((file, analyze::counts(file.stream, options)?)));
        match counted {
            Ok((file, counts)) => {
                let document = StatsDocument::new(name, bytes.len() as u64, file.kind(), &counts);
                out.write(&to_string(&document)?)?;
                Ok(Exit::Yes)
            }
            Err(fault) => {
                let failure = Failure {
                    file: name.to_string(),
                    cause: Cause::Unreadable(FileKind::Bitstream, fault.into()),
                };
                super::fail(out, super::SCHEMA, &failure, bytes)
            }
        }
    }
}
