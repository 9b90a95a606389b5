//! `outlast data`: tensor data files.

use outlast::AsExecutorch as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, Subcommand, ValueEnum};
use outlast::Output;
use outlast::arrays::{self, Admit, Arrays, Head};
use outlast::families::executorch::{
    DataEditor, FlatTensorFile, LayoutVersion, admit_values, arrays_of, build_data, convert_data,
    entries_from, layout_version_for, set_values,
};
use outlast_report::json::DataDocument;
use outlast_report::{Failure, Styles, sentence, text};

use super::produce::{Answer, Common, Made, Source};
use crate::cmd::resolve;
use crate::exit::Exit;
use crate::out::Out;
use crate::save;

/// Make, read and change tensor data files (.ptd)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data make weights.safetensors -o weights.ptd
  outlast data extract weights.ptd -o weights.safetensors
  outlast data set weights.ptd --from tuned.safetensors -o tuned.ptd
  outlast data remove weights.ptd lora.a lora.b -o smaller.ptd
  outlast data convert weights.ptd --target executorch-1.0.1 -o new.ptd
  outlast inspect weights.ptd                       what is in it

Exit status:
  0  written
  1  refused: nothing was written, the reasons are listed
  2  usage, input or output, not a known kind of file")]
pub(crate) struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(Make),
    Extract(Extract),
    Set(Set),
    Remove(Remove),
    Rename(Rename),
    Convert(Convert),
}

/// Make a tensor data file from arrays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data make weights.safetensors -o weights.ptd
  outlast data make a.npz b.npz --target executorch-1.5.1 -o weights.ptd

The entries have the names of the arrays; a lone .npy file gives its own. Blobs and dimension orders
that `outlast data extract` noted in a .safetensors file are restored.

Exit status:
  0  written
  1  refused: a name comes twice, or the layout_version cannot hold an entry
  2  usage, input or output, not a file of arrays")]
struct Make {
    /// Files of arrays: .safetensors, .npz, .npy; - is standard input
    #[arg(required = true, value_name = "ARRAYS")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    common: Common,
}

/// Write the entries of a tensor data file as .safetensors
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data extract weights.ptd -o weights.safetensors

Blobs become uint8 arrays; that they are blobs, and the dimension order of tensors that are not
contiguous, is noted in the metadata of the file.

Exit status:
  0  written
  1  refused: an element type that .safetensors does not have, or the file is not sound
  2  usage, input or output, not a known kind of file")]
struct Extract {
    /// A tensor data file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

/// Give entries new values: same types and sizes
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data set weights.ptd --from tuned.safetensors -o tuned.ptd
  outlast data set weights.ptd --from lora.npz --add -o more.ptd

What is not set stays as it is, byte for byte.

Exit status:
  0  written
  1  refused: no such entry, or another type or size; nothing was written
  2  usage, input or output, not a known kind of file")]
struct Set {
    /// A tensor data file; - is standard input
    file: PathBuf,
    /// The new values: .safetensors, .npz, .npy
    #[arg(long, value_name = "ARRAYS")]
    from: PathBuf,
    /// Add arrays that have no entry yet
    #[arg(long)]
    add: bool,
    #[command(flatten)]
    common: Common,
}

/// Remove entries
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data remove weights.ptd lora.a lora.b -o smaller.ptd

Exit status:
  0  written
  1  refused: no such entry
  2  usage, input or output, not a known kind of file")]
struct Remove {
    /// A tensor data file; - is standard input
    file: PathBuf,
    /// The names
    #[arg(required = true, value_name = "KEY")]
    keys: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// Give an entry another name
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data rename weights.ptd linear.weight encoder.weight -o renamed.ptd

Exit status:
  0  written
  1  refused: no such entry, or the new name is taken
  2  usage, input or output, not a known kind of file")]
struct Rename {
    /// A tensor data file; - is standard input
    file: PathBuf,
    /// The name that the entry has
    from: String,
    /// The name that it gets
    to: String,
    #[command(flatten)]
    common: Common,
}

/// Write a tensor data file in the layout version that a runtime reads
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast data convert weights.ptd --target executorch-1.0.1 -o new.ptd
  outlast data convert weights.ptd --layout-version v0b -o old.ptd

Release 0.5 reads v0a, 0.6 reads v0b, 0.7 and later read v1; all three have the same identifier.

Exit status:
  0  written
  1  refused: the layout_version has no place for something, or something is unknown
  2  usage, input or output, not a known kind of file")]
struct Convert {
    /// A tensor data file; - is standard input
    file: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    common: Common,
}

/// Which layout version is written.
#[derive(Debug, Args)]
struct Wanted {
    /// The layout version to write [default: v1 where a file is made]
    #[arg(long, alias = "dialect", value_name = "VERSION", conflicts_with = "target")]
    layout_version: Option<VersionName>,
    /// The runtime that the file is for: a name (see `outlast targets`) or a profile file
    #[arg(short, long, value_name = "TARGET")]
    target: Option<String>,
}

// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum VersionName {
    V0a,
    V0b,
    V1,
}

impl Data {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Make(c) => c.run(out),
            Command::Extract(c) => c.common.run(out, &[&c.file], answer("extract"), |document, files| {
                let file = files[0].data()?;
                describe(document, &file);
                Ok(arrays_of(&file)
                    .and_then(|arrays| arrays::safetensors::write(&arrays))
                    .map(Output::of)
                    .map_err(|error| vec![sentence(&error)]))
            }),
            Command::Set(c) => c.common.run(out, &[&c.file, &c.from], answer("set"), |document, files| {
                let file = files[0].data()?;
                let mut admit =
                    admit_values(&file, c.add).map_err(|error| files[0].impossible(&sentence(&error)))?;
                let arrays = files[1].arrays_for(&mut admit)?;
                let set = set_values(&file, arrays, c.add)
                    .map_err(|error| files[0].impossible(&sentence(&error)))?;
                Ok(set.map(|(output, changes)| {
                    document.changes = changes;
                    output
                }))
            }),
            Command::Remove(c) => c.common.run(out, &[&c.file], answer("remove"), |document, files| {
                let mut editor = files[0].editor()?;
                let (mut changes, mut problems) = (Vec::new(), Vec::new());
                for key in &c.keys {
                    match editor.remove(key) {
                        Ok(()) => changes.push(format!("`{}` removed", key.escape_debug())),
                        Err(error) => problems.push(sentence(&error)),
                    }
                }
                document.changes = changes;
                files[0].finish(editor, problems)
            }),
            Command::Rename(c) => c.common.run(out, &[&c.file], answer("rename"), |document, files| {
                let mut editor = files[0].editor()?;
                let problems = editor.rename(&c.from, &c.to).err().map(|error| sentence(&error));
                let (from, to) = (c.from.escape_debug(), c.to.escape_debug());
                document.changes = vec![format!("`{from}` is called `{to}`")];
                files[0].finish(editor, problems.into_iter().collect())
            }),
            Command::Convert(c) => c.run(out),
        }
    }
}

impl Make {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let layout_version = self.wanted.layout_version()?;
        let files: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        self.common.run(out, &files, answer("make"), |document, files| {
            let layout_version = match layout_version {
                Ok(layout_version) => layout_version.unwrap_or(LayoutVersion::V1),
                Err(why) => return Ok(Err(vec![why])),
            };
            let mut entries = Vec::new();
            for file in files {
                entries.extend(
                    entries_from(file.arrays()?).map_err(|error| file.impossible(&sentence(&error)))?,
                );
            }
            note_blobs(document, layout_version, entries.iter().any(|entry| entry.layout.is_none()));
            Ok(build_data(layout_version, &entries).map_err(|error| vec![sentence(&error)]))
        })
    }
}

impl Convert {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let layout_version = self.wanted.layout_version()?;
        let Some(layout_version) = layout_version.transpose() else {
            return Err(anyhow!("which layout version? give --target NAME or --layout-version NAME"));
        };
        self.common.run(out, &[&self.file], answer("convert"), |document, files| {
            let (file, to) = match (files[0].data()?, layout_version) {
                (file, Ok(to)) => (file, to),
                (_, Err(why)) => return Ok(Err(vec![why])),
            };
            let entries = file.entries().map_err(|error| files[0].impossible(&sentence(&error)))?;
            note_blobs(document, to, entries.iter().any(|entry| entry.layout.is_none()));
            document.changes = match file.layout_version == to {
                true => vec!["it has that layout version already: the output is the input".into()],
                false => {
                    vec![format!("layout version {} instead of {}", to.name(), file.layout_version.name())]
                }
            };
            Ok(convert_data(&file, to).map_err(|error| vec![sentence(&error)]))
        })
    }
}

/// Release 0.6 has a place for blobs and does not look at it.
fn note_blobs(document: &mut DataDocument, layout_version: LayoutVersion, blobs: bool) {
    if layout_version == LayoutVersion::V0b && blobs {
        document.notes.push("release 0.6, the only one that reads v0b, does not look at blobs".into());
    }
}

fn describe(document: &mut DataDocument, file: &FlatTensorFile<'_>) {
    document.layout_version = Some(file.layout_version.name());
    document.entries = file.entries().ok().map(|entries| entries.len());
}

impl Wanted {
    /// The layout version that is asked for, or why the target has none.
    fn layout_version(&self) -> anyhow::Result<Result<Option<LayoutVersion>, String>> {
        if let Some(target) = &self.target {
            let version = layout_version_for(&resolve(target)?);
            return Ok(version.map(Some).map_err(|error| error.to_string()));
        }
        Ok(Ok(self.layout_version.map(|name| match name {
            VersionName::V0a => LayoutVersion::V0a,
            VersionName::V0b => LayoutVersion::V0b,
            VersionName::V1 => LayoutVersion::V1,
        })))
    }
}

impl Source {
    fn data(&self) -> Result<FlatTensorFile<'_>, Failure> {
        let program = self.program()?;
        program.as_executorch_data().ok_or_else(|| {
            self.impossible(&format!("not tensor data but a file of kind {}", program.kind().title()))
        })
    }

    fn arrays(&self) -> Result<Arrays<'_>, Failure> {
        self.arrays_for(&mut |_| Admit::Read)
    }

    fn arrays_for(&self, admit: &mut dyn FnMut(&Head<'_>) -> Admit) -> Result<Arrays<'_>, Failure> {
        let read = arrays::read_for(&self.bytes, admit);
        let (mut arrays, _) = read.map_err(|error| Failure::unusable(&self.name, error))?;
        // A lone .npy file has no name but its own.
        let stem = Path::new(&self.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        arrays.arrays.iter_mut().filter(|array| array.name.is_empty()).for_each(|array| {
            array.name = stem.clone().unwrap_or_default();
        });
        Ok(arrays)
    }

    fn editor(&self) -> Result<DataEditor<'_>, Failure> {
        DataEditor::new(self.data()?).map_err(|error| self.impossible(&sentence(&error)))
    }

    fn finish<'a>(&self, editor: DataEditor<'a>, problems: Vec<String>) -> Result<Made<'a>, Failure> {
        if !problems.is_empty() {
            return Ok(Err(problems));
        }
        Ok(editor.finish().map_err(|error| vec![sentence(&error)]))
    }
}

fn answer(action: &'static str) -> impl FnOnce(&[Source]) -> DataDocument {
    move |files| DataDocument::new(action, files.iter().map(|file| file.name.clone()).collect())
}

impl Answer for DataDocument {
    const SCHEMA: &'static str = "outlast/data/1";
    /// Size in bytes; layout version and number of entries, where it is tensor data.
    type Written = (u64, Option<(&'static str, usize)>);

    fn demand_kind(file: &Source) -> Result<(), Failure> {
        file.data().map(|_| ())
    }

    fn check(&self, bytes: &[u8]) -> anyhow::Result<Self::Written> {
        if self.action == "extract" {
            arrays::read(bytes).map_err(|error| anyhow!("the output: {error}: please report this"))?;
            return Ok((bytes.len() as u64, None));
        }
        save::expect_sound(bytes)?;
        let data = outlast::open(bytes).ok().and_then(|program| program.as_executorch_data());
        let described = data.map(|file| (file.layout_version.name(), file.entries().map_or(0, |e| e.len())));
        Ok((bytes.len() as u64, described))
    }

    fn set_written(&mut self, output: String, (bytes, described): Self::Written) {
        (self.output, self.bytes) = (Some(output), Some(bytes));
        if let Some((layout_version, entries)) = described {
            (self.layout_version, self.entries) = (Some(layout_version), Some(entries));
        }
    }

    fn set_refused(&mut self, problems: Vec<String>) {
        self.problems = problems;
        self.changes.clear();
    }

    fn text(&self, styles: &Styles) -> String {
        text::data(styles, self)
    }
}
