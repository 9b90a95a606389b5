//! A runner: a program with a command line of its own, such as ExecuTorch's `executor_runner`, which runs one case and writes raw outputs.

use outlast_core::SortShort;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use outlast::arrays::{self, Array, Arrays};

use crate::files;
use crate::process::{Limits, Next, Process, program, unstarted};
use crate::runtime::{Case, Failure, Ran, Request};

/// Words that stand for something in the command line of a runner.
///
/// * `{program}`: the program's file; a runner is only one with it.
/// * `{data}`: the file with its weights; a word with it is left out where there is none.
/// * `{method}`: the name of the method.
/// * `{inputs}`: files with the inputs, in order, separated by commas: elements one after the other, little-endian, in row-major order.
/// * `{shapes}`: the sizes of the inputs, `1x3,8`; nothing where an input is no tensor.
/// * `{outputs}`: how the names of the files begin that outputs are to be written to; the number of the output comes behind: `out-0.bin`.
pub const RUNNER_WORDS: &[&str] = &["{program}", "{data}", "{method}", "{inputs}", "{shapes}", "{outputs}"];

/// Why a runner is not asked what it is.
pub(crate) const SILENT: &str = "a runner does not report what it has";

/// The kind of outputs that a runner wrote, as names have it: it says neither their type nor their sizes.
pub(crate) const RAW: &str = "raw";

/// What stands behind the last case's outputs: nothing of one case is taken for another's.
const PREFIX: &str = "out-";

/// Runs each case in a process of its own; limits hold for all together.
pub(crate) fn run(
    words: &[String],
    env: &BTreeMap<String, String>,
    request: &Request<'_>,
    limits: Limits,
) -> Ran {
    let end = limits.end();
    let mut ran = Ran::default();
    if request.cases.is_empty() {
        let why = "a runner runs cases: give --cases, or --random N".to_string();
        return Ran { failure: Some(Failure::Runtime(why)), ..ran };
    }
    for case in request.cases {
        match run_case(words, env, (request, case), (limits, end), &mut ran.printed) {
            Ok(()) => ran.cases += 1,
            Err(failure) => {
                ran.failure = Some(failure);
                break;
            }
        }
    }
    ran
}

fn run_case(
    words: &[String],
    env: &BTreeMap<String, String>,
    (request, case): (&Request<'_>, &Case),
    (limits, end): (Limits, Instant),
    printed: &mut String,
) -> Result<(), Failure> {
    let scratch = Scratch::beside(&case.outputs).map_err(Failure::Runtime)?;
    let inputs = inputs(&case.inputs).map_err(Failure::Given)?;
    let mut files = Vec::new();
    for (at, array) in inputs.iter().enumerate() {
        let path = scratch.0.join(format!("input-{at}.bin"));
        files::write(&path, &array.data).map_err(|error| Failure::Runtime(error.to_string()))?;
        files.push(path.display().to_string());
    }
    let shapes: Vec<String> = inputs.iter().map(shape).collect();
    let stands = [
        ("{program}", Some(request.file.display().to_string())),
        ("{data}", request.data.map(|path| path.display().to_string())),
        ("{method}", Some(case.method.as_deref().unwrap_or(request.method).to_string())),
        ("{inputs}", Some(files.join(","))),
        ("{shapes}", Some(shapes.join(","))),
        ("{outputs}", Some(scratch.0.join(PREFIX).display().to_string())),
    ];
    let filled = words.iter().filter_map(|word| {
        stands.iter().try_fold(word.clone(), |word, (name, value)| match (word.contains(name), value) {
            (true, None) => None,
            (true, Some(value)) => Some(word.replace(name, value)),
            (false, _) => Some(word),
        })
    });
    let filled: Vec<String> = filled.collect();
    let [word, arguments @ ..] = filled.as_slice() else {
        return Err(Failure::Runtime("a runner without a command".into()));
    };
    let mut command = Command::new(program(Path::new(word)));
    command.args(arguments).envs(env).current_dir(&scratch.0);
    let mut process =
        Process::start(command).map_err(|error| Failure::Runtime(unstarted(Path::new(word), &error)))?;
    process.close();
    loop {
        match process.next(end, limits.memory) {
            Next::Line(_) => {}
            Next::End => break,
            over => return Err(over.failure(limits)),
        }
    }
    *printed = process.printed();
    let status = process.ended(end, limits.memory).map_err(|over| over.failure(limits))?;
    // What it left behind would still write.
    process.stop();
    if !status.success() {
        let line = printed.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let why = if line.is_empty() { status.to_string() } else { format!("{status}: {line}") };
        return Err(match status.code() {
            // As shells have it: it cannot be executed, or is not found, or a library of it is not.
            Some(126 | 127) => Failure::Runtime(why),
            Some(_) => Failure::Run(why),
            None => Failure::Crash(why),
        });
    }
    outputs(&scratch.0, &case.outputs).map_err(Failure::Run)
}

/// The sizes of an input: `2x3`.
fn shape(array: &Array<'static>) -> String {
    if array.name.contains('.') && !array.name.ends_with(".bfloat16") {
        return String::new();
    }
    array.sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join("x")
}

/// The inputs of a case, in order.
fn inputs(path: &Path) -> Result<Vec<Array<'static>>, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut found = Vec::new();
    if path.is_dir() {
        for entry in std::fs::read_dir(path).map_err(|error| said(&error))?.flatten() {
            let name = entry.path().file_stem().map(|name| name.to_string_lossy().into_owned());
            let bytes = files::read(&entry.path()).map_err(|error| said(&error))?;
            let arrays = arrays::read(&bytes).map_err(|error| said(&error))?.arrays;
            found.extend(arrays.into_iter().map(|array| owned(array, name.clone())));
        }
    } else {
        let bytes = files::read(path).map_err(|error| said(&error))?;
        let arrays = arrays::read(&bytes).map_err(|error| said(&error))?.arrays;
        found.extend(arrays.into_iter().map(|array| owned(array, None)));
    }
    found.retain(|array| number(&array.name, "input_").is_some());
    found.sort_short_by_key(|array| number(&array.name, "input_"));
    let numbers: Vec<_> = found.iter().filter_map(|array| number(&array.name, "input_")).collect();
    if !numbers.iter().enumerate().all(|(at, number)| at == *number) {
        return Err(format!("inputs have the numbers {numbers:?}"));
    }
    found.into_iter().map(narrowed).collect()
}

fn owned(array: Array<'_>, name: Option<String>) -> Array<'static> {
    Array {
        name: name.unwrap_or(array.name),
        scalar_type: array.scalar_type,
        sizes: array.sizes,
        data: array.data.into_owned().into(),
    }
}

/// The number in a name: `input_3.int`.
fn number(name: &str, prefix: &str) -> Option<usize> {
    name.strip_prefix(prefix)?.split('.').next()?.parse().ok()
}

/// An input as a runner reads it: `bfloat16` travels as `float32`, and its elements are the upper halves.
fn narrowed(array: Array<'static>) -> Result<Array<'static>, String> {
    match array.name.split_once('.').map_or("", |(_, kind)| kind) {
        "bfloat16" => {
            let halves =
                array.data.chunks_exact(4).flat_map(|four| four.get(2..).unwrap_or_default().to_vec());
            let data: Vec<u8> = halves.collect();
            Ok(Array { data: data.into(), ..array })
        }
        "" | "int" | "float" | "bool" => Ok(array),
        kind => Err(format!("{}: a runner does not accept inputs of the kind `{kind}`", array.name)),
    }
}

/// The files that a runner wrote, as a file of arrays: bytes, whose type and sizes are those that are expected.
fn outputs(folder: &Path, to: &Path) -> Result<(), String> {
    let mut found: Vec<(usize, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = name.strip_prefix(PREFIX) else { continue };
        let digits: String =
            rest.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        found.extend(digits.parse().ok().map(|number| (number, entry.path())));
    }
    found.sort_short();
    let mut all = Vec::new();
    for (at, (_, path)) in found.iter().enumerate() {
        let data = files::read(path).map_err(|error| error.to_string())?;
        let scalar_type = arrays::ScalarType::from_name("uint8").ok_or("no bytes")?;
        all.push(Array {
            name: format!("output_{at}.{RAW}"),
            scalar_type,
            sizes: vec![data.len()],
            data: data.into(),
        });
    }
    let bytes = arrays::safetensors::write(&Arrays { arrays: all, ..Arrays::default() })
        .map_err(|error| error.to_string())?;
    files::write(to, &bytes).map_err(|error| error.to_string())
}

/// A folder that is there while a case runs.
struct Scratch(PathBuf);

impl Scratch {
    fn beside(outputs: &Path) -> Result<Scratch, String> {
        let path = outputs.with_extension("running");
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Whoever asked has the outputs.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
