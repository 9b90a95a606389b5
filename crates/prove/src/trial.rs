//! [`Trial`]: the cases of one program in one runtime, and what became of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use outlast::arrays::{self, Array, Arrays};

use crate::cases::Given;
use crate::compare::{Measured, Tolerance, measure};
use crate::files;
use crate::process::Limits;
use crate::runtime::{Case, Failure, Request};
use crate::session::Session;

/// A program that is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'t> {
    /// Its file.
    pub file: &'t Path,
    /// The file with its weights.
    pub data: Option<&'t Path>,
    /// The method that is called where a case does not say.
    pub method: &'t str,
    /// A folder for inputs and outputs.
    pub scratch: &'t Path,
    /// What each case may use.
    pub limits: Limits,
    /// Whether all cases run in one process, one after the other, as a program that keeps a state needs: limits hold for all together.
    pub together: bool,
}

/// What became of a case.
#[derive(Clone, Debug)]
pub enum Tried {
    /// It ran; its outputs.
    Ran(Arrays<'static>),
    /// It did not: why, and the last lines that the runtime printed.
    Failed(Failure, Vec<String>),
    /// The program does not take its inputs: it was not given to it.
    Beyond(String),
    /// Those before it show that the runtime cannot be asked, or refuses the program.
    NotRun,
}

/// Lines that are kept of what a runtime printed.
const SHOWN: usize = 10;

impl Trial<'_> {
    /// Runs the cases, each in a process of its own, or all together.
    ///
    /// # Errors
    ///
    /// Inputs cannot be written, or outputs cannot be read.
    pub fn run(&self, session: &mut Session<'_>, given: &[Given]) -> Result<Vec<Tried>, String> {
        if self.together {
            return self.all(session, given);
        }
        let mut all = Vec::new();
        let (mut is_silent, mut refused) = (false, BTreeSet::new());
        for (number, given) in given.iter().enumerate() {
            if let Some(why) = &given.beyond {
                all.push(Tried::Beyond(why.clone()));
            } else if is_silent || refused.contains(&given.method) {
                all.push(Tried::NotRun);
            } else {
                let tried = self.try_case(session, number, given)?;
                match &tried {
                    Tried::Failed(Failure::Runtime(_) | Failure::Setup(_), _) => is_silent = true,
                    // Another method may load.
                    Tried::Failed(Failure::Load(_), _) => drop(refused.insert(given.method.clone())),
                    _ => {}
                }
                all.push(tried);
            }
        }
        Ok(all)
    }

    /// Runs the cases in one process.
    fn all(&self, session: &mut Session<'_>, given: &[Given]) -> Result<Vec<Tried>, String> {
        let mut cases = Vec::new();
        for (number, given) in given.iter().enumerate().filter(|(_, given)| given.beyond.is_none()) {
            let inputs = self.scratch.join(format!("case-{number}"));
            given.write(&inputs)?;
            let outputs = self.scratch.join(format!("outputs-{number}.npz"));
            cases.push(Case { inputs, outputs, method: given.method.clone(), bundled: None });
        }
        let ran = session.run(&self.request(session, &cases), self.limits);
        let (mut all, mut turn, mut failure) = (Vec::new(), 0, ran.failure);
        for given in given {
            if let Some(why) = &given.beyond {
                all.push(Tried::Beyond(why.clone()));
                continue;
            }
            all.push(match cases.get(turn) {
                Some(case) if turn < ran.cases => Tried::Ran(read(&case.outputs)?),
                _ => {
                    failure.take().map_or(Tried::NotRun, |failure| Tried::Failed(failure, last(&ran.printed)))
                }
            });
            turn += 1;
        }
        Ok(all)
    }

    /// Loads the program, and these methods of it, and runs nothing.
    pub fn load(&self, session: &mut Session<'_>, methods: &[String]) -> Tried {
        let ran = session.run(&Request { loads: methods, ..self.request(session, &[]) }, self.limits);
        match ran.failure {
            Some(failure) => Tried::Failed(failure, last(&ran.printed)),
            None => Tried::Ran(Arrays::default()),
        }
    }

    fn request<'r>(&'r self, session: &Session<'_>, cases: &'r [Case]) -> Request<'r> {
        Request {
            file: self.file,
            data: self.data,
            load: session.load(),
            verification: None,
            method: self.method,
            loads: &[],
            setup: None,
            record: false,
            cases,
        }
    }

    fn try_case(&self, session: &mut Session<'_>, number: usize, given: &Given) -> Result<Tried, String> {
        let inputs = self.scratch.join(format!("case-{number}"));
        let outputs: PathBuf = self.scratch.join(format!("outputs-{number}.npz"));
        given.write(&inputs)?;
        let cases = [Case {
            inputs: inputs.clone(),
            outputs: outputs.clone(),
            method: given.method.clone(),
            bundled: None,
        }];
        let ran = session.run(&self.request(session, &cases), self.limits);
        let tried = match ran.failure {
            Some(failure) => Tried::Failed(failure, last(&ran.printed)),
            None => Tried::Ran(read(&outputs)?),
        };
        // What one case leaves is not taken for another's.
        let _ = fs::remove_dir_all(&inputs);
        let _ = fs::remove_file(&outputs);
        Ok(tried)
    }
}

impl Tried {
    /// How far its outputs are from others; none if it did not run.
    pub fn beside(&self, expected: &Arrays<'_>, tolerance: Tolerance) -> Option<Measured> {
        match self {
            Tried::Ran(found) => Some(measure(expected, found, tolerance)),
            _ => None,
        }
    }
}

/// A file of outputs.
fn read(path: &Path) -> Result<Arrays<'static>, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = files::read(path).map_err(|error| said(&error))?;
    Ok(owned(arrays::read(&bytes).map_err(|error| said(&error))?))
}

/// The last lines that a runtime printed.
fn last(printed: &str) -> Vec<String> {
    let lines: Vec<&str> = printed.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines.iter().skip(lines.len().saturating_sub(SHOWN)).map(ToString::to_string).collect()
}

fn owned(found: Arrays<'_>) -> Arrays<'static> {
    let arrays = found.arrays.into_iter().map(|array| Array {
        data: array.data.into_owned().into(),
        name: array.name,
        scalar_type: array.scalar_type,
        sizes: array.sizes,
    });
    Arrays { arrays: arrays.collect(), ..Arrays::default() }
}
