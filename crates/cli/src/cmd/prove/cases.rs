//! What programs are given: cases of bundles, files of arrays, values that are made up.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use outlast::arrays::{self, Array, Arrays};
use outlast::{Output, Program};

use crate::families::prove;
use crate::input;
use crate::save;

/// One case.
#[derive(Debug)]
pub(crate) struct GivenCase {
    pub(crate) name: String,
    /// The method; none for the one that is asked for.
    pub(crate) method: Option<String>,
    pub(crate) inputs: Arrays<'static>,
    /// What has to come out, where that is known.
    pub(crate) expected: Option<Arrays<'static>>,
    /// Why the program does not take the inputs.
    pub(crate) beyond: Option<String>,
}

/// The cases in a file of arrays, or in all files of a folder.
pub(super) fn of_files(path: &Path, program: &Program<'_>) -> anyhow::Result<Vec<GivenCase>> {
    let mut files: Vec<PathBuf> = match path.is_dir() {
        false => vec![path.to_path_buf()],
        true => {
            let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
            let paths = entries.flatten().map(|entry| entry.path());
            paths.filter(|path| path.extension().is_some_and(|end| end == "npz")).collect()
        }
    };
    files.sort();
    if files.is_empty() {
        bail!("--cases {}: no .npz file in the folder", path.display());
    }
    let mut all = Vec::new();
    for file in files {
        let bytes =
            input::open(&file).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let found = arrays::read(&bytes).map_err(|error| anyhow!("{}: {error}", file.display()))?;
        let is_plain = found.arrays.iter().any(|array| array.name.starts_with("input_"));
        match is_plain {
            true => all.push(of_arrays(&file, found)?),
            false => match prove::of_arrays(program, found) {
                Some(cases) => all.extend(cases.with_context(|| file.display().to_string())?),
                None => bail!("{}: input_0, input_1, … are expected", file.display()),
            },
        }
    }
    Ok(all)
}

/// A case of arrays that are called `input_0` and `output_0`.
fn of_arrays(file: &Path, found: Arrays<'_>) -> anyhow::Result<GivenCase> {
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for array in found.arrays {
        let owned = Array { data: Cow::Owned(array.data.into_owned()), ..array };
        match (owned.name.starts_with("input_"), owned.name.starts_with("output_")) {
            (true, _) => inputs.push(owned),
            (_, true) => outputs.push(owned),
            _ => bail!(
                "{}: an array `{}`: input_0, input_1, … and output_0, … are expected",
                file.display(),
                owned.name.escape_debug()
            ),
        }
    }
    let of = |arrays| Arrays { arrays, ..Arrays::default() };
    Ok(GivenCase {
        name: file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
        method: None,
        inputs: of(inputs),
        expected: (!outputs.is_empty()).then(|| of(outputs)),
        beyond: None,
    })
}

/// Cases that are made up.
pub(super) fn made_up(program: &Program<'_>, count: usize, seed: u64) -> anyhow::Result<Vec<GivenCase>> {
    match prove::made_up(program, count, seed) {
        Some(made) => made.context("--random"),
        None => bail!(
            "--random is for programs of ExecuTorch: others do not say what sizes they take; give --cases"
        ),
    }
}

/// Writes the inputs of a case as files of NumPy into a folder.
pub(super) fn write(case: &GivenCase, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for array in &case.inputs.arrays {
        let bytes = array.to_npy().ok_or_else(|| {
            anyhow!("{}: {}: NumPy has no elements of {}", case.name, array.name, array.scalar_type)
        })?;
        save::save(&folder.join(format!("{}.npy", array.name)), &Output::of(bytes), |_| Ok(()))?;
    }
    Ok(())
}
