//! `outlast prove FILE`: one program in a real runtime, beside the verdict on it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use outlast::arrays::{self, Arrays};
use outlast::{Companion, Outcome, Output, Program, Subject, Target};
use outlast_prove::{Case, Failure, Load, Ran, Request, Runtime, measure};
use outlast_report::json::to_string;
use outlast_report::proof::{self, CaseOutcome, Proof, ProofCase, Verdict};
use tempfile::TempDir;

use super::cases::{self, GivenCase};
use super::changes::runtime_of;
use super::tools::Given;
use super::{Format, Prove};
use crate::cmd::{open_program_with, resolve};
use crate::exit::Exit;
use crate::families::prove;
use crate::input::{self, Input};
use crate::out::Out;
use crate::runtimes::Registry;
use crate::save;

/// A file as a runtime takes it.
struct Taken {
    /// The program, where a bundle was taken apart.
    path: PathBuf,
    load: Load,
}

impl Prove {
    /// Runs a program, and says whether it did what was predicted.
    pub(super) fn file(&self, out: &mut Out, path: &Path, registry: &Registry) -> anyhow::Result<Exit> {
        let proof = self.proof(path, registry)?;
        out.write(&match self.format {
            Format::Text => proof::text(&out.styles(), &proof),
            Format::Json => to_string(&proof)?,
            Format::Junit => proof::junit(&proof),
            Format::Github => proof::annotations(&proof),
        })?;
        Ok(match proof.result {
            Verdict::NotRun => Exit::Failed,
            _ => Exit::yes_if(proof.is_proved()),
        })
    }

    fn proof(&self, path: &Path, registry: &Registry) -> anyhow::Result<Proof> {
        let options = self.families.options()?;
        let scratch = TempDir::new()?;
        let original_bytes = opened(path)?;
        let converted_bytes = self.converted.as_deref().map(opened).transpose()?;
        let data_bytes = self.data.as_deref().map(opened).transpose()?;
        let original_name = input::name(path);
        let original = open_program_with(&original_name, &original_bytes, &options)
            .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let converted_name = self.converted.as_deref().map(input::name);
        let converted = match (&converted_bytes, &converted_name) {
            (Some(bytes), Some(name)) => Some(
                open_program_with(name, bytes, &options)
                    .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?,
            ),
            _ => None,
        };
        if let Some(tools) = self.tools(registry)? {
            let given = Given {
                original: (&original, &original_name, path),
                converted: converted.as_ref().zip(self.converted.as_deref()),
            };
            return self.proof_by_tools(registry, tools, &given);
        }
        let subject = converted.as_ref().unwrap_or(&original);
        let companions = match (&data_bytes, &self.data) {
            (Some(bytes), Some(path)) => {
                let name = input::name(path);
                let program = open_program_with(&name, bytes, &options)
                    .map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
                vec![Companion { name, program }]
            }
            _ => Vec::new(),
        };
        let (runtime, target) = self.chosen(registry, subject)?;
        let predicted = Subject::new(subject)?.check(&companions, &target)?.outcome;
        let mut proof = Proof::new(&original_name, target.name(), &runtime.name, predicted.name());
        proof.converted.clone_from(&converted_name);
        let mut given = self.given(&original, converted.as_ref())?;
        if given.is_empty() {
            bail!("{original_name}: nothing to run: give --cases, --random N, or a bundled program");
        }
        if self.converted.is_some() {
            let (first, why) = self.original(registry, (&original, &companions), &runtime)?;
            proof.original_runtime = Some(first.name.clone());
            let taken = taken(&original, path, &target_of(&first)?, &scratch, "original")?;
            let ran = self.ran(&first, &taken, &mut given, &scratch, "expected")?;
            if let Some(failure) = ran.failure {
                proof.message = Some(format!("{original_name} in {}{why}: {failure}", first.name));
                return Ok(proof);
            }
        }
        let at = self.converted.as_deref().unwrap_or(path);
        let taken = taken(subject, at, &target, &scratch, "program")?;
        self.judged_by(&mut proof, (&runtime, predicted), &taken, given, &scratch)?;
        Ok(proof)
    }

    /// The runtime that is asked, and the target whose verdict is proved.
    fn chosen(&self, registry: &Registry, program: &Program<'_>) -> anyhow::Result<(Runtime, Target)> {
        let first = self.runtime.first().map(|named| registry.runtime(named)).transpose()?;
        let (runtime, target) = match (first, &self.target) {
            (Some(runtime), Some(target)) => (runtime, resolve(target)?),
            (Some(runtime), None) => {
                let target = target_of(&runtime)?;
                (runtime, target)
            }
            (None, Some(target)) => {
                let target = resolve(target)?;
                let added: Vec<Runtime> = registry.iter().map(|(_, entry)| entry.runtime()).collect();
                let runtime = runtime_of(&added, &target).map_err(|why| anyhow!(why))?;
                (runtime.clone(), target)
            }
            (None, None) => bail!(
                "no runtime: give --runtime TARGET=PYTHON, such as {}; outlast runtimes install says how to get one",
                match program.family() {
                    "torch" => "torch-2.15.0=venv/bin/python",
                    _ => "executorch-1.5.1=venv/bin/python",
                }
            ),
        };
        Ok((runtime, target))
    }

    /// What is run: cases that options name, or those of the bundle.
    fn given(
        &self,
        original: &Program<'_>,
        converted: Option<&Program<'_>>,
    ) -> anyhow::Result<Vec<GivenCase>> {
        let mut all = Vec::new();
        if let Some(path) = &self.cases {
            all.extend(cases::of_files(path, original)?);
        }
        if let Some(count) = self.random {
            all.extend(cases::made_up(original, count, self.seed)?);
        }
        if all.is_empty() {
            all.extend(prove::bundled(original)?);
        }
        if let Some(converted) = converted.filter(|_| all.is_empty()) {
            all.extend(prove::bundled(converted)?);
        }
        Ok(all)
    }

    /// A runtime that loads the original: of those that are named, and then of those that were added.
    fn original(
        &self,
        registry: &Registry,
        (original, companions): (&Program<'_>, &[Companion<'_>]),
        not: &Runtime,
    ) -> anyhow::Result<(Runtime, String)> {
        let named = self.runtime.iter().skip(1).map(|named| registry.runtime(named));
        let mut all = named.collect::<anyhow::Result<Vec<_>>>()?;
        all.extend(registry.iter().map(|(_, entry)| entry.runtime()));
        all.push(not.clone());
        let subject = Subject::new(original)?;
        for runtime in all {
            let Ok(target) = target_of(&runtime) else { continue };
            let loads = subject.check(companions, &target).is_ok_and(|verdict| verdict.outcome.is_good());
            if loads {
                return Ok((runtime, String::new()));
            }
        }
        bail!("no runtime that loads the original: name one with a second --runtime, or outlast runtimes add")
    }

    /// Runs all cases; what comes out is what is expected of the next run.
    fn ran(
        &self,
        runtime: &Runtime,
        taken: &Taken,
        given: &mut [GivenCase],
        scratch: &TempDir,
        name: &str,
    ) -> anyhow::Result<Ran> {
        let run: Vec<usize> =
            given.iter().enumerate().filter(|(_, case)| case.beyond.is_none()).map(|(at, _)| at).collect();
        let mut asked = Vec::new();
        for at in &run {
            let Some(case) = given.get(*at) else { continue };
            let folder = scratch.path().join(format!("case-{at}"));
            cases::write(case, &folder)?;
            asked.push(Case {
                inputs: folder,
                outputs: scratch.path().join(format!("{name}-{at}.npz")),
                method: case.method.clone(),
            });
        }
        let request = Request {
            file: &taken.path,
            data: self.data.as_deref(),
            load: taken.load,
            method: &self.method,
            setup: None,
            record: false,
            cases: &asked,
        };
        let ran = runtime.run(&request, self.limits());
        for (at, case) in run.iter().zip(&asked).take(ran.cases) {
            let bytes = opened(&case.outputs)?;
            let found =
                arrays::read(&bytes).map_err(|error| anyhow!("{}: {error}", case.outputs.display()))?;
            if let Some(given) = given.get_mut(*at) {
                given.expected = Some(owned(found));
            }
        }
        Ok(ran)
    }

    /// Runs all cases, and compares what comes out with what has to.
    fn judged_by(
        &self,
        proof: &mut Proof,
        (runtime, predicted): (&Runtime, Outcome),
        taken: &Taken,
        given: Vec<GivenCase>,
        scratch: &TempDir,
    ) -> anyhow::Result<()> {
        let expected: Vec<Option<Arrays<'static>>> = given.iter().map(|case| case.expected.clone()).collect();
        let mut found = given;
        let ran = self.ran(runtime, taken, &mut found, scratch, "found")?;
        let mut turn = 0;
        for (case, expected) in found.iter().zip(&expected) {
            let mut entry = ProofCase {
                name: case.name.clone(),
                outcome: CaseOutcome::NotRun,
                largest_error: None,
                largest_relative_error: None,
                message: None,
            };
            if let Some(why) = &case.beyond {
                (entry.outcome, entry.message) = (CaseOutcome::BeyondBounds, Some(why.clone()));
                proof.cases.push(entry);
                continue;
            }
            if turn < ran.cases {
                entry.outcome = CaseOutcome::Runs;
                if let (Some(expected), Some(found)) = (expected, &case.expected) {
                    let measured = measure(expected, found, self.tolerance());
                    entry.largest_error = Some(measured.absolute);
                    entry.largest_relative_error = Some(measured.relative);
                    entry.message = measured.difference.as_ref().map(ToString::to_string);
                    entry.outcome =
                        if measured.difference.is_some() { CaseOutcome::Differs } else { CaseOutcome::Equal };
                }
            } else if let (Some(failure), true) = (&ran.failure, turn == ran.cases) {
                entry.outcome = outcome_of(failure);
                // What is said of all cases is not said again.
                entry.message = (entry.outcome != CaseOutcome::NotRun).then(|| failure.to_string());
            }
            turn += 1;
            proof.cases.push(entry);
        }
        let has = |outcome| proof.cases.iter().any(|case| case.outcome == outcome);
        proof.real = match &ran.failure {
            Some(failure) => outcome_of(failure),
            None if turn == 0 => CaseOutcome::NotRun,
            None if has(CaseOutcome::Differs) => CaseOutcome::Differs,
            None if has(CaseOutcome::Runs) => CaseOutcome::Runs,
            None => CaseOutcome::Equal,
        };
        proof.message = match &ran.failure {
            Some(failure) => Some(failure.to_string()),
            None if turn == 0 => Some("no case is within the bounds of the program".into()),
            None => None,
        };
        proof.result = judged(predicted, proof.real);
        Ok(())
    }
}

/// Whether what a runtime did is what was predicted.
pub(super) fn judged(predicted: Outcome, real: CaseOutcome) -> Verdict {
    use CaseOutcome::{BeyondBounds, Crash, Differs, Equal, Fails, NotRun, Runs};
    match (predicted, real) {
        (_, NotRun | BeyondBounds) => Verdict::NotRun,
        (Outcome::Loads | Outcome::Upgrades, Equal | Runs)
        | (Outcome::Fails, Fails | Crash)
        | (Outcome::Misreads, Differs) => Verdict::AsPredicted,
        // Without outputs to compare with, nobody sees that it is taken for something else.
        (Outcome::Misreads, Runs) | (Outcome::Unknown, _) => Verdict::NotClaimed,
        _ => Verdict::NotAsPredicted,
    }
}

pub(super) fn outcome_of(failure: &Failure) -> CaseOutcome {
    match failure {
        Failure::Load(_) | Failure::Run(_) => CaseOutcome::Fails,
        Failure::Crash(_) => CaseOutcome::Crash,
        Failure::Timeout(_) => CaseOutcome::Timeout,
        Failure::Memory(_) => CaseOutcome::Memory,
        _ => CaseOutcome::NotRun,
    }
}

/// The target that a runtime is.
fn target_of(runtime: &Runtime) -> anyhow::Result<Target> {
    resolve(&runtime.name)
}

/// A program as a runtime takes it: a bundle is taken apart.
fn taken(
    program: &Program<'_>,
    path: &Path,
    target: &Target,
    scratch: &TempDir,
    name: &str,
) -> anyhow::Result<Taken> {
    let is_lite = target.profile().is_some_and(|profile| !profile.variant.is_empty());
    let load = match (program.family(), program.kind().name()) {
        ("executorch", _) => Load::ExecuTorch,
        ("torch", _) if is_lite => Load::Lite,
        ("torch", _) if path.extension().is_some_and(|end| end == "pt2") => Load::Export,
        ("torch", _) => Load::Jit,
        (_, kind) => {
            bail!("{}: prove runs programs of ExecuTorch and PyTorch; this is {kind}", path.display())
        }
    };
    let Some(inner) = prove::program_of_bundle(program) else {
        return Ok(Taken { path: std::path::absolute(path)?, load });
    };
    let path = scratch.path().join(format!("{name}.pte"));
    save::save(&path, &Output::of(inner), |_| Ok(()))?;
    Ok(Taken { path, load })
}

fn owned(found: Arrays<'_>) -> Arrays<'static> {
    let arrays = found.arrays.into_iter().map(|array| arrays::Array {
        data: std::borrow::Cow::Owned(array.data.into_owned()),
        name: array.name,
        scalar_type: array.scalar_type,
        sizes: array.sizes,
    });
    Arrays { arrays: arrays.collect(), ..Arrays::default() }
}

/// A file; the error is one line.
fn opened(path: &Path) -> anyhow::Result<Input> {
    input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}
