//! `outlast edit`: change a program without changing what it computes, or its constants and nothing else.

mod args;

use outlast::AsExecutorch as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, Subcommand};
use outlast::convert::{AppliedStep, ConvertError};
use outlast::families::executorch::{
    Edit as Change, EditedProgram, LayoutVersion, NewData, Schema, ValuesError, edit, names_of_constants,
    values_for, values_of,
};
use outlast::{Companion, Program};
use outlast_report::json::{ConstantsDocument, ConvertDocument, Refused, Written, to_string};
use outlast_report::{Failure, sentence_on, text};

use super::read_schema;
use crate::cmd::{fail, open_program, refuse, with_companions};
use crate::exit::Exit;
use crate::input;
use crate::out::Out;
use crate::save;
use args::{
    AddData, Common, Constants, MergeWeights, RemoveData, Rename, Repack, ReplaceData, SplitWeights,
    StripStacktraces, SwapConstants,
};

/// Change a program: names, stack traces, named data, constants
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast edit rename model.pte forward run -o renamed.pte
  outlast edit strip-stacktraces model.pte -o stripped.pte
  outlast edit swap-constants model.pte --from tuned.ptd -o tuned.pte
  outlast edit split-weights model.pte -o small.pte --data-output weights.ptd

Every edit is a patch on the original bytes: what is not edited stays as it is, also what this
version does not know. The output is read back and verified before it takes its name.

Exit status:
  0  written
  1  refused: nothing was written, the reason is given
  2  usage, input or output, not a known kind of file")]
pub(crate) struct Edit {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rename(Rename),
    StripStacktraces(StripStacktraces),
    AddData(AddData),
    ReplaceData(ReplaceData),
    RemoveData(RemoveData),
    Constants(Constants),
    SwapConstants(SwapConstants),
    SplitWeights(SplitWeights),
    MergeWeights(MergeWeights),
    Repack(Repack),
}

const SCHEMA: &str = "outlast/edit/1";
const CONSTANTS: &str = "outlast/constants/1";

impl Edit {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let read = |path: &Path| -> anyhow::Result<Vec<u8>> {
            let bytes =
                input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
            Ok(bytes.to_vec())
        };
        match &self.command {
            Command::Constants(c) => c.run(out),
            Command::Rename(c) => {
                let change = Change::Rename { from: c.from.clone(), to: c.to.clone() };
                c.common.run(out, "rename", &c.file, change, &[], None)
            }
            Command::StripStacktraces(c) => {
                c.common.run(out, "strip-stacktraces", &c.file, Change::StripStacktraces, &[], None)
            }
            Command::AddData(c) => {
                let change = Change::AddData { key: c.key.clone(), data: read(&c.from)? };
                c.common.run(out, "add-data", &c.file, change, &[], None)
            }
            Command::ReplaceData(c) => {
                let change = Change::ReplaceData { key: c.key.clone(), data: read(&c.from)? };
                c.common.run(out, "replace-data", &c.file, change, &[], None)
            }
            Command::RemoveData(c) => {
                let keys: BTreeSet<String> = c.keys.iter().cloned().collect();
                c.common.run(out, "remove-data", &c.file, Change::RemoveData { keys }, &[], None)
            }
            Command::SwapConstants(c) => {
                let bytes = input::open(&c.from)
                    .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
                let change = |program: &Program<'_>, schema: Option<&Schema>| {
                    Ok(Change::SwapConstants(c.values(&bytes, program, schema)?))
                };
                c.common.run_with(out, "swap-constants", &c.file, change, &[], None)
            }
            Command::SplitWeights(c) => {
                let change = Change::SplitWeights(LayoutVersion::V1);
                c.common.run(out, "split-weights", &c.file, change, &[], Some(&c.data_output))
            }
            Command::MergeWeights(c) => {
                c.common.run(out, "merge-weights", &c.file, Change::MergeWeights, &c.data, None)
            }
            Command::Repack(c) => c.common.run(out, "repack", &c.file, Change::Repack, &[], None),
        }
    }
}

impl Common {
    fn run(
        &self,
        out: &mut Out,
        id: &'static str,
        file: &Path,
        change: Change,
        data: &[PathBuf],
        data_output: Option<&Path>,
    ) -> anyhow::Result<Exit> {
        self.run_with(out, id, file, |_, _| Ok(change), data, data_output)
    }

    /// As `run`, with a change that depends on the program.
    fn run_with(
        &self,
        out: &mut Out,
        id: &'static str,
        file: &Path,
        change: impl FnOnce(&Program<'_>, Option<&Schema>) -> anyhow::Result<Change>,
        data: &[PathBuf],
        data_output: Option<&Path>,
    ) -> anyhow::Result<Exit> {
        out.set_format(self.format);
        for place in [Some(self.output.as_path()), data_output].into_iter().flatten() {
            save::check_place(place)?;
        }
        if data_output.is_some_and(|data| save::is_same_place(data, &self.output)) {
            bail!("program and data cannot go to the same file");
        }
        let schema = self.schema.as_deref().map(read_schema).transpose()?;
        with_companions(out, SCHEMA, data, |out, companions| {
            self.edited(out, (id, file), (change, schema.as_ref()), companions, data_output)
        })
    }

    fn edited(
        &self,
        out: &mut Out,
        (id, file): (&'static str, &Path),
        (change, schema): (
            impl FnOnce(&Program<'_>, Option<&Schema>) -> anyhow::Result<Change>,
            Option<&Schema>,
        ),
        companions: &[Companion<'_>],
        data_output: Option<&Path>,
    ) -> anyhow::Result<Exit> {
        let name = input::name(file);
        let bytes = match input::open(file) {
            Ok(bytes) => bytes,
            Err(failure) => return fail(out, SCHEMA, &failure, &[]),
        };
        let program = match open_program(&name, &bytes) {
            Ok(program) => program,
            Err(failure) => return fail(out, SCHEMA, &failure, &bytes),
        };
        let question = (name.as_str(), program.kind());
        let change = match change(&program, schema) {
            Ok(change) => Ok(change),
            Err(error) => Err(error.downcast::<ConvertError>()?),
        };
        let edited = match &change {
            Ok(change) => edit(&program, companions, schema, change),
            Err(error) => Err(error.clone()),
        };
        let edited = match edited.and_then(|edited| save::demand_sound(&name, &bytes).map(|()| edited)) {
            Ok(edited) => edited,
            Err(ConvertError::Refused(reasons)) => {
                return refuse(
                    out,
                    SCHEMA,
                    question,
                    None,
                    &[],
                    Refused { reasons: &reasons, unknown: false },
                );
            }
            Err(ConvertError::Check(error)) => {
                return fail(out, SCHEMA, &Failure::check(&name, program.kind(), error), &bytes);
            }
            Err(error) => bail!(error),
        };
        self.write(out, id, question, edited, data_output)
    }

    fn write(
        &self,
        out: &mut Out,
        id: &'static str,
        question: (&str, outlast::FileKind),
        edited: EditedProgram<'_>,
        data_output: Option<&Path>,
    ) -> anyhow::Result<Exit> {
        let mut written = Written { output: save::name(&self.output), ..Written::default() };
        written.bytes = edited.output.len() as u64;
        // Both are complete and checked before either takes its name. Data first: a program without them is of no use,
        // data without a program do no harm.
        let mut staged = Vec::new();
        if let Some(place) = data_output {
            match &edited.data {
                Some(data) => {
                    staged.push(save::stage(place, data, save::expect_sound)?.0);
                    written.data_output = Some(save::name(place));
                }
                None => written.notes.push("there are no constants to move: no data file was written".into()),
            }
        }
        staged.push(save::stage(&self.output, &edited.output, save::expect_sound)?.0);
        save::commit(staged)?;
        if edited.unused > 0 {
            let n = edited.unused;
            written.notes.push(format!("{n} bytes are not used any more; `outlast edit repack` drops them"));
        }
        let mut steps = Vec::new();
        if !edited.changes.is_empty() {
            steps.push(AppliedStep::new(id, edited.changes));
        }
        let answer = match out.is_json() {
            true => to_string(&ConvertDocument::written(SCHEMA, question, None, &steps, written, None))?,
            false => text::converted(&out.styles(), question.0, None, &steps, &written, None),
        };
        match save::is_stdout(&self.output) {
            true => out.write_stderr(&answer)?,
            false => out.write(&answer)?,
        }
        Ok(Exit::Yes)
    }
}

impl Constants {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        out.configure(&self.output)?;
        let name = input::name(&self.file);
        let bytes = match input::open(&self.file) {
            Ok(bytes) => bytes,
            Err(failure) => return fail(out, CONSTANTS, &failure, &[]),
        };
        let program = match open_program(&name, &bytes) {
            Ok(program) => program,
            Err(failure) => return fail(out, CONSTANTS, &failure, &bytes),
        };
        let names = names_of_constants(&program)?;
        let text = match out.is_json() {
            true => {
                let constants = names.iter().map(|(name, layout)| {
                    (name.as_str(), layout.scalar_type.to_string(), layout.sizes.as_slice())
                });
                to_string(&ConstantsDocument::new(&name, constants))?
            }
            false => names
                .iter()
                .map(|(name, layout)| format!("{name} {} {:?}\n", layout.scalar_type, layout.sizes))
                .collect(),
        };
        out.write(&text)?;
        if names.is_empty() && !out.is_json() {
            out.warn("the program has no constants of its own")?;
        }
        Ok(Exit::Yes)
    }
}

impl SwapConstants {
    /// The new values, by the names of the program's constants. `bytes` are those of the file that has them.
    fn values(
        &self,
        bytes: &[u8],
        program: &Program<'_>,
        schema: Option<&Schema>,
    ) -> anyhow::Result<BTreeMap<String, NewData>> {
        let name = input::name(&self.from);
        let mut map = BTreeMap::new();
        for pair in &self.map {
            let Some((from, to)) = pair.split_once('=') else { bail!("--map {pair}: write NAME=CONSTANT") };
            map.insert(from.to_string(), to.to_string());
        }
        let given = outlast::open(bytes).ok();
        let data = given.as_ref().map(|given| (given.kind(), given.as_executorch_data()));
        let mut values = match data {
            Some((_, Some(file))) => values_of(&file).map_err(|e| anyhow!(sentence_on(&name, &e)))?,
            Some((kind, None)) => {
                bail!("{name}: a file of kind {}; expected .ptd, .safetensors or .npz", kind.title())
            }
            None => match values_for(program, schema, bytes, &map) {
                Ok(values) => values,
                Err(ValuesError::Arrays(error)) => bail!(sentence_on(&name, &error)),
                Err(ValuesError::Program(error)) => return Err(error.into()),
                Err(error) => bail!("{name}: {error:?}"),
            },
        };
        for pair in &self.map {
            let Some((from, to)) = pair.split_once('=') else { continue };
            let Some(value) = values.remove(from) else {
                let known: Vec<&str> = values.keys().map(String::as_str).collect();
                bail!("--map {pair}: {name} has no `{from}`; it has {}", known.join(", "));
            };
            if values.insert(to.to_string(), value).is_some() {
                bail!("--map {pair}: `{to}` is given twice");
            }
        }
        Ok(values)
    }
}
