//! The arguments of each edit.

use std::path::PathBuf;

use clap::Args;
use outlast_report::Format;

use crate::args::{Output, formats, of_all};

/// What every edit takes.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// The file to write; - is standard output
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: PathBuf,
    /// The schema of the file's own release (.fbs), where it is newer than those known here
    #[arg(long, value_name = "SCHEMA")]
    pub(super) schema: Option<PathBuf>,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = formats(of_all))]
    pub(super) format: Format,
}

/// Give an entry point another name
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit rename model.pte forward run -o renamed.pte

Exit status:
  0  written
  1  refused: no such entry point, or the new name is taken
  2  usage, input or output, not a known kind of file")]
pub(super) struct Rename {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The name that the entry point has
    pub(super) from: String,
    /// The name that it gets
    pub(super) to: String,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Take out the stack traces of instructions, which name source files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit strip-stacktraces model.pte -o stripped.pte

Exit status:
  0  written
  1  refused
  2  usage, input or output, not a known kind of file")]
pub(super) struct StripStacktraces {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Add named data, which delegates ask for
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit add-data model.pte adapter --from adapter.bin -o new.pte

Exit status:
  0  written
  1  refused: the name is taken
  2  usage, input or output, not a known kind of file")]
pub(super) struct AddData {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The name
    pub(super) key: String,
    /// The file with the bytes
    #[arg(long, value_name = "FILE")]
    pub(super) from: PathBuf,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Replace named data
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit replace-data model.pte adapter --from adapter.bin -o new.pte

Exit status:
  0  written
  1  refused: no such name
  2  usage, input or output, not a known kind of file")]
pub(super) struct ReplaceData {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The name
    pub(super) key: String,
    /// The file with the bytes
    #[arg(long, value_name = "FILE")]
    pub(super) from: PathBuf,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Remove named data
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit remove-data model.pte adapter -o new.pte

Exit status:
  0  written
  1  refused: no such name
  2  usage, input or output, not a known kind of file")]
pub(super) struct RemoveData {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The names
    #[arg(required = true)]
    pub(super) keys: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
}

/// List the constants that can be swapped: name, type, sizes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit constants model.pte
  outlast edit constants -f json model.pte

Exit status:
  0  listed
  2  usage, input or output, not a known kind of file")]
pub(super) struct Constants {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) output: Output,
}

/// Give constants new values: same names, types and sizes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit constants model.pte                  their names
  outlast edit swap-constants model.pte --from tuned.safetensors \\
      --map linear.weight=constant_1 --map linear.bias=constant_2 -o tuned.pte

Names that the program does not give its constants are constant_ and their number.

Exit status:
  0  written
  1  refused: a name is not there, or a value does not fit
  2  usage, input or output, not a known kind of file")]
pub(super) struct SwapConstants {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The file with the new values: .ptd, .safetensors or .npz
    #[arg(long, value_name = "FILE")]
    pub(super) from: PathBuf,
    /// A name of that file, and the constant that it stands for; may be repeated
    #[arg(long, value_name = "NAME=CONSTANT")]
    pub(super) map: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Move constants out of the program, into a data file
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit split-weights model.pte -o small.pte --data-output weights.ptd

Runtimes from release 1.0 on read such a program, together with its data file.

Exit status:
  0  both files written
  1  refused
  2  usage, input or output, not a known kind of file")]
pub(super) struct SplitWeights {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// The data file to write
    #[arg(long, value_name = "PTD")]
    pub(super) data_output: PathBuf,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Move what is in data files into the program
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit merge-weights small.pte --data weights.ptd -o whole.pte

Exit status:
  0  written
  1  refused: something is missing, or does not fit
  2  usage, input or output, not a known kind of file")]
pub(super) struct MergeWeights {
    /// A program, bundled or not; - is standard input
    pub(super) file: PathBuf,
    /// A data file; may be repeated
    #[arg(long, value_name = "PTD", required = true)]
    pub(super) data: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Serialise the tables again, without parts that nothing refers to
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit repack model.pte -o small.pte

Exit status:
  0  written
  1  refused: the file holds something that this version does not know
  2  usage, input or output, not a known kind of file")]
pub(super) struct Repack {
    /// A program; - is standard input
    pub(super) file: PathBuf,
    #[command(flatten)]
    pub(super) common: Common,
}
