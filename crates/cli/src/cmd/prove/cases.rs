//! What programs are given: cases of bundles, files of arrays, values that are made up.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use outlast::arrays::{self, Array, Arrays};
use outlast::families::executorch::{
    CasesError, CasesOptions, ProgramFile, TestSuite, arrays_of_case, cases as cases_of, misfits,
    random_cases,
};
use outlast_report::sentence;

use crate::input;

/// One case.
#[derive(Debug)]
pub(super) struct GivenCase {
    pub(super) name: String,
    /// The method; none for the one that is asked for.
    pub(super) method: Option<String>,
    pub(super) inputs: Arrays<'static>,
    /// What has to come out, where that is known.
    pub(super) expected: Option<Arrays<'static>>,
    /// Why the program does not take the inputs.
    pub(super) beyond: Option<String>,
}

/// The cases of a bundled program.
pub(super) fn of_suites(
    suites: &[TestSuite<'_>],
    program: &ProgramFile<'_>,
) -> anyhow::Result<Vec<GivenCase>> {
    let mut all = Vec::new();
    for suite in suites {
        let method = suite.method.clone().unwrap_or_default();
        for (number, case) in suite.cases.iter().enumerate() {
            let name = format!("{method} {number}");
            let (inputs, outputs) = arrays_of_case(case).map_err(|why| anyhow!("{name}: {why}"))?;
            let alone = TestSuite { method: suite.method.clone(), cases: vec![case.clone()] };
            let misfits =
                misfits(program, &[alone]).map_err(|error| anyhow!("{name}: {}", sentence(&error)))?;
            // Without the method and the number of the case.
            let said = misfits.iter().filter_map(|why| why.split_once(": ").map(|(_, why)| why));
            let beyond: Vec<&str> = said.filter(|why| why.starts_with("input")).collect();
            all.push(GivenCase {
                name,
                method: suite.method.clone(),
                inputs,
                expected: (!outputs.arrays.is_empty()).then_some(outputs),
                beyond: (!beyond.is_empty()).then(|| beyond.join("; ")),
            });
        }
    }
    Ok(all)
}

/// The cases in a file of arrays, or in all files of a folder.
pub(super) fn of_files(path: &Path, program: Option<&ProgramFile<'_>>) -> anyhow::Result<Vec<GivenCase>> {
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
        match program.filter(|_| !is_plain) {
            Some(program) => {
                let cases = cases_of(program, found, CasesOptions::default())
                    .map_err(|error| anyhow!("{}: {}", file.display(), cases_error(&error)))?;
                all.extend(of_suites(&cases.suites, program)?);
            }
            None => all.push(of_arrays(&file, found)?),
        }
    }
    Ok(all)
}

fn cases_error(error: &CasesError) -> String {
    match error {
        CasesError::Unreadable(error) => sentence(error),
        CasesError::Refused(problems) => problems.join("; "),
        _ => "the cases cannot be read".into(),
    }
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
pub(super) fn made_up(
    program: Option<&ProgramFile<'_>>,
    count: usize,
    seed: u64,
) -> anyhow::Result<Vec<GivenCase>> {
    let Some(program) = program else {
        bail!("--random is for programs of ExecuTorch: others do not say what sizes they take; give --cases");
    };
    let made = random_cases(program, count, seed).map_err(|why| anyhow!("--random: {why}"))?;
    let case = |(number, (method, inputs)): (usize, (String, Arrays<'static>))| GivenCase {
        name: format!("{method} random {}", number % count),
        method: Some(method),
        inputs,
        expected: None,
        beyond: None,
    };
    Ok(made.into_iter().enumerate().map(case).collect())
}

/// Writes the inputs of a case as files of NumPy into a folder.
pub(super) fn write(case: &GivenCase, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for array in &case.inputs.arrays {
        let bytes = array.to_npy().ok_or_else(|| {
            anyhow!("{}: {}: NumPy has no elements of {}", case.name, array.name, array.scalar_type)
        })?;
        std::fs::write(folder.join(format!("{}.npy", array.name)), bytes)?;
    }
    Ok(())
}
