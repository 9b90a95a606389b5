//! [`Given`]: what a program is given, and what has to come out. From bundles, files of arrays, or made up.

use outlast_core::SortShort;
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use outlast::Program;
use outlast::arrays::{self, Array, Arrays};

use crate::families::{executorch, mlir, torch};
use crate::files;
use crate::generate_inputs::{self, Inputs, Random};
pub use crate::given::Given;
use crate::validate_inputs;

/// Methods, where they have names, and what each takes.
type Signatures = Vec<(Option<String>, Inputs)>;

/// The methods of a program, and what each takes; a program without names of methods has one. None of a program that does not say.
fn signatures(program: &Program<'_>) -> Option<Result<Signatures, String>> {
    if let Some(methods) = executorch::wanted(program) {
        let named = |methods: Vec<(String, Inputs)>| {
            methods.into_iter().map(|(name, inputs)| (Some(name), inputs)).collect()
        };
        return Some(methods.map(named));
    }
    let inputs = torch::wanted(program).or_else(|| mlir::wanted(program))?;
    Some(inputs.map(|inputs| vec![(None, inputs)]))
}

fn no_method(name: &str, names: &[String]) -> String {
    format!("the program has no method `{}`: there are {}", name.escape_debug(), names.join(", "))
}

/// The methods of a program that a runtime loads one by one; none of most.
pub fn methods(program: &Program<'_>) -> Vec<String> {
    executorch::methods(program)
}

/// The program in a bundle, byte for byte.
pub fn program_of_bundle<'a>(program: &Program<'a>) -> Option<&'a [u8]> {
    executorch::program_of_bundle(program)
}

impl Given {
    /// The cases that a file holds beside its program; none of most.
    ///
    /// # Errors
    ///
    /// Which of them cannot be read or given, and why.
    pub fn bundled(program: &Program<'_>) -> Result<Vec<Given>, String> {
        executorch::bundled(program)
    }

    /// The cases in a file of arrays, or in all `.npz` files of a folder.
    ///
    /// # Errors
    ///
    /// Which file is none of cases, and what is expected.
    pub fn of_files(path: &Path, program: &Program<'_>) -> Result<Vec<Given>, String> {
        let said = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let mut files: Vec<PathBuf> = match path.is_dir() {
            false => vec![path.to_path_buf()],
            true => {
                let entries = fs::read_dir(path).map_err(|error| said(path, &error))?;
                let paths = entries.flatten().map(|entry| entry.path());
                paths.filter(|path| path.extension().is_some_and(|end| end == "npz")).collect()
            }
        };
        files.sort_short();
        if files.is_empty() {
            return Err(format!("{}: no .npz file in the folder", path.display()));
        }
        let mut all = Vec::new();
        for file in files {
            // What the command line names may be a pipe.
            let bytes = if path.is_dir() { files::read(&file) } else { fs::read(&file) };
            let bytes = bytes.map_err(|error| said(&file, &error))?;
            let found = arrays::read(&bytes).map_err(|error| said(&file, &error))?;
            // A program may take nothing.
            let is_plain = |name: &str| name.starts_with("input_") || name.starts_with("output_");
            if found.arrays.iter().any(|array| is_plain(&array.name)) {
                all.push(Given::of_arrays(&file, found)?);
                continue;
            }
            match executorch::of_arrays(program, found) {
                Some(cases) => all.extend(cases.map_err(|why| said(&file, &why))?),
                None => return Err(said(&file, &"input_0, input_1, … are expected")),
            }
        }
        Ok(all)
    }

    /// The cases in a file of recorded arrays `METHOD|CASE|in|N` and `METHOD|CASE|out|N`, whatever the program is.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is none of such arrays.
    pub fn recorded(path: &Path) -> Result<Vec<Given>, String> {
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = files::read(path).map_err(|error| said(&error))?;
        let found = arrays::read(&bytes).map_err(|error| said(&error))?;
        executorch::recorded(found).map_err(|why| said(&why))
    }

    /// A case of arrays that are called `input_0` and `output_0`.
    fn of_arrays(file: &Path, found: Arrays<'_>) -> Result<Given, String> {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for array in found.arrays {
            let owned = Array { data: Cow::Owned(array.data.into_owned()), ..array };
            match (owned.name.starts_with("input_"), owned.name.starts_with("output_")) {
                (true, _) => inputs.push(owned),
                (_, true) => outputs.push(owned),
                _ => {
                    let name = owned.name.escape_debug();
                    return Err(format!(
                        "{}: an array `{name}`: input_0, input_1, … and output_0, … are expected",
                        file.display()
                    ));
                }
            }
        }
        let of = |arrays| Arrays { arrays, ..Arrays::default() };
        Ok(Given {
            name: file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            method: None,
            inputs: of(inputs),
            expected: (!outputs.is_empty()).then(|| of(outputs)),
            beyond: None,
        })
    }

    /// Cases that are made up from the program's signature, so many for each method, or for this one; the same seed gives the same.
    ///
    /// # Errors
    ///
    /// The program does not say what it takes, or it takes what is not made up.
    pub fn made_up(
        program: &Program<'_>,
        count: usize,
        seed: u64,
        only: Option<&str>,
    ) -> Result<Vec<Given>, String> {
        let Some(methods) = signatures(program) else {
            return Err(format!("{} does not say what it takes: give --cases", program.kind().title()));
        };
        let mut methods = methods?;
        if let Some(only) = only.filter(|_| methods.iter().any(|(method, _)| method.is_some())) {
            let names: Vec<String> = methods.iter().filter_map(|(method, _)| method.clone()).collect();
            methods.retain(|(method, _)| method.as_deref() == Some(only));
            if methods.is_empty() {
                return Err(no_method(only, &names));
            }
        }
        let mut random = Random(seed);
        let mut all = Vec::new();
        for (method, wanted) in methods {
            for number in 0..count {
                let inputs = generate_inputs::inputs(&wanted, &mut random)?;
                let name = match &method {
                    Some(method) => format!("{method} random {number}"),
                    None => format!("random {number}"),
                };
                all.push(Given { name, method: method.clone(), inputs, ..Given::default() });
            }
        }
        Ok(all)
    }

    /// Marks cases whose inputs the program does not take, as far as its signature says. `usual` is the method of those that name none.
    pub fn hold(all: &mut [Given], program: &Program<'_>, usual: &str) {
        let Some(Ok(methods)) = signatures(program) else { return };
        let names: Vec<String> = methods.iter().filter_map(|(method, _)| method.clone()).collect();
        for given in all.iter_mut().filter(|given| given.beyond.is_none()) {
            let method = given.method.as_deref().unwrap_or(usual);
            let is_it =
                |(name, _): &&(Option<String>, Inputs)| name.as_deref().is_none_or(|name| name == method);
            given.beyond = match methods.iter().find(is_it) {
                Some((_, wanted)) => validate_inputs::misfit(wanted, &given.inputs),
                None => Some(no_method(method, &names)),
            };
        }
    }

    /// Writes the inputs into a folder, a file of NumPy each.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or NumPy has no elements of a type.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        // What another case left is not an input of this one.
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for array in &self.inputs.arrays {
            let bytes = array.to_npy().ok_or_else(|| {
                format!("{}: {}: NumPy has no elements of {}", self.name, array.name, array.scalar_type)
            })?;
            let path = folder.join(format!("{}.npy", array.name));
            files::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}
