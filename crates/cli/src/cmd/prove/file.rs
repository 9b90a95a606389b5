//! `outlast prove FILE`: one program in a real runtime, beside the verdict on it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use outlast::{Companion, Outcome, Output, Program, Target, allow, risks};
use outlast_prove::{Failure, Given, How, Load, Runtime, Trial, Tried, methods, program_of_bundle};
use outlast_report::json::to_string;
use outlast_report::proof::{CaseOutcome, LOADED, Proof, ProofCase, Verdict};
use outlast_report::text::{self, phrase};
use outlast_report::{Format, RiskRecord};

use super::Prove;
use super::changes::runtime_of;
use super::tools::Programs;
use crate::cmd::{open_program_with, resolve};
use crate::exit::Exit;
use crate::input::{self, Input};
use crate::out::Out;
use crate::runtimes::Registry;
use crate::save;
use crate::scratch::Scratch;

/// A file as a runtime takes it.
struct Taken {
    /// The program, where a bundle was taken apart.
    path: PathBuf,
    /// Its weights. A runtime runs in another folder than this one.
    data: Option<PathBuf>,
    load: Load,
    /// Its methods, where a runtime loads each by itself.
    methods: Vec<String>,
}

impl Prove {
    /// Runs a program, and says whether it did what was predicted.
    pub(super) fn file(&self, out: &mut Out, path: &Path, registry: &Registry) -> anyhow::Result<Exit> {
        let proof = self.proof(path, registry)?;
        match self.output.format {
            Format::Text => out.write(&text::proof(&out.styles(), &proof))?,
            Format::Json => out.write(&to_string(&proof)?)?,
            _ => out.report(&proof)?,
        }
        Ok(match proof.result {
            Verdict::NotRun => Exit::Failed,
            _ => Exit::yes_if(proof.is_proved()),
        })
    }

    fn proof(&self, path: &Path, registry: &Registry) -> anyhow::Result<Proof> {
        let options = self.families.options()?;
        let scratch = Scratch::new()?;
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
        let mut risks = self.may_load(&original_name, &original_bytes)?;
        if let (Some(bytes), Some(name)) = (&converted_bytes, &converted_name) {
            risks = self.may_load(name, bytes)?;
        }
        if let Some(tools) = self.tools(registry)? {
            let given = Programs {
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
                vec![Companion::new(name, program)]
            }
            _ => Vec::new(),
        };
        let (runtime, target) = self.chosen(registry, subject)?;
        // Of a bundle, the program is run.
        let inner = program_of_bundle(subject);
        let inner = inner.map(|bytes| open_program_with(&original_name, bytes, &options)).transpose();
        let inner = inner.map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))?;
        let predicted = inner.as_ref().unwrap_or(subject).prepare()?.check(&companions, &target)?.outcome;
        let mut proof = Proof::new(&original_name, target.name(), &runtime.name, predicted.name());
        proof.converted.clone_from(&converted_name);
        proof.risk = risks;
        let mut given = self.given(&original, converted.as_ref())?;
        if given.is_empty() && self.converted.is_some() {
            bail!("{original_name}: nothing to compare: give --cases, --random N, or a bundled program");
        }
        if self.converted.is_some() {
            let first = self.original(registry, (&original, &companions), &runtime)?;
            proof.original_runtime = Some(first.name.clone());
            let taken =
                taken(&original, (path, self.data.as_deref()), &target_of(&first)?, &scratch, "original")?;
            let tried = self.tried(&first, &taken, &given, &scratch)?;
            for (given, tried) in given.iter_mut().zip(tried) {
                match tried {
                    Tried::Ran(found) => given.expected = Some(found),
                    Tried::Beyond(_) => {}
                    Tried::NotRun => given.expected = None,
                    Tried::Failed(failure, printed) => {
                        let what = format!("{original_name} in {}: {failure}", first.name);
                        proof.message = Some(what);
                        let mut case = ProofCase::new(&given.name);
                        (case.message, case.printed) = (proof.message.clone(), printed);
                        proof.cases.push(case);
                        return Ok(proof);
                    }
                }
            }
        }
        let at = self.converted.as_deref().unwrap_or(path);
        let taken = taken(subject, (at, self.data.as_deref()), &target, &scratch, "program")?;
        if given.is_empty() {
            given.push(Given { name: LOADED.into(), ..Given::default() });
        }
        let tried = self.tried(&runtime, &taken, &given, &scratch)?;
        self.judged_by(&mut proof, predicted, &given, &tried);
        Ok(proof)
    }

    /// What loading a file runs, if all of it is allowed; otherwise it is not loaded.
    pub(super) fn may_load(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Vec<RiskRecord>> {
        let risks = RiskRecord::all(&allow(&risks(bytes), |callable| self.allow.who(callable)));
        if risks.iter().any(|risk| risk.allowed.is_none()) {
            bail!("{name} is not loaded: it {}; see `outlast verify`", phrase(&risks));
        }
        Ok(risks)
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
                let added: Vec<Runtime> = registry.all()?.map(|(_, entry)| entry.runtime()).collect();
                let runtime = runtime_of(&added, &target).map_err(|why| anyhow!(why))?;
                (runtime.clone(), target)
            }
            (None, None) => bail!(
                "no runtime: give --runtime TARGET=PATH, such as {}; outlast runtimes install says how to get one",
                match program.family() {
                    "torch" => "torch-2.15.0=venv/bin/python",
                    "executorch" => "executorch-1.5.1=venv/bin/python",
                    "mlir" => "mlir-22.1.8=/usr/lib/llvm-22/bin or jaxlib-0.10.2=venv/bin/python",
                    "swift" => "swift-6.0.3=/usr/bin/swift-frontend",
                    _ => "llvm-22.1.8=/usr/lib/llvm-22/bin",
                }
            ),
        };
        Ok((runtime, target))
    }

    /// What is run: cases that options name, or those of the bundle.
    fn given(&self, original: &Program<'_>, converted: Option<&Program<'_>>) -> anyhow::Result<Vec<Given>> {
        let mut all = Vec::new();
        if let Some(path) = &self.cases {
            all.extend(Given::of_files(path, original).map_err(|why| anyhow!("--cases {why}"))?);
        }
        if let Some(count) = self.random.map(usize::from) {
            all.extend(
                Given::made_up(original, count, self.seed, self.method.as_deref())
                    .map_err(|why| anyhow!("--random: {why}"))?,
            );
        }
        if all.is_empty() {
            all.extend(Given::bundled(original).map_err(|why| anyhow!(why))?);
        }
        Given::hold(&mut all, original, self.method());
        if let Some(converted) = converted.filter(|_| all.is_empty()) {
            all.extend(Given::bundled(converted).map_err(|why| anyhow!(why))?);
        }
        Ok(all)
    }

    /// A runtime that loads the original: of those that are named, and then of those that were added.
    fn original(
        &self,
        registry: &Registry,
        (original, companions): (&Program<'_>, &[Companion<'_>]),
        not: &Runtime,
    ) -> anyhow::Result<Runtime> {
        let subject = original.prepare()?;
        let loads = |runtime: &Runtime| {
            let target = target_of(runtime).ok();
            // What a runner writes has no types.
            !matches!(runtime.how, How::Runner(_))
                && target.is_some_and(|target| {
                    subject.check(companions, &target).is_ok_and(|verdict| verdict.outcome.is_good())
                })
        };
        for named in self.runtime.iter().skip(1) {
            let runtime = registry.runtime(named)?;
            if loads(&runtime) {
                return Ok(runtime);
            }
        }
        if let Some(named) = self.runtime.get(1) {
            let runtime = registry.runtime(named)?;
            bail!(
                "{} does not load the original, by its verdict, or is a runner, which does not report types: name another with a second --runtime",
                runtime.name
            );
        }
        let added = registry.all().map(|mut all| all.find(|(_, entry)| loads(&entry.runtime())));
        match added {
            Ok(Some((_, entry))) => return Ok(entry.runtime()),
            _ if loads(not) => return Ok(not.clone()),
            added => drop(added?),
        }
        bail!("no runtime that loads the original: name one with a second --runtime, or outlast runtimes add")
    }

    /// Runs all cases in a runtime.
    fn tried(
        &self,
        runtime: &Runtime,
        taken: &Taken,
        given: &[Given],
        scratch: &Scratch,
    ) -> anyhow::Result<Vec<Tried>> {
        let mut session = runtime.session(taken.load);
        let trial = self.trial(taken, scratch);
        let tried = match given {
            // Whether it loads is what a verdict is about.
            [only] if only.name == LOADED => vec![trial.load(&mut session, &taken.methods)],
            given => trial.run(&mut session, given).map_err(|why| anyhow!(why))?,
        };
        is_named(runtime, session.version())?;
        Ok(tried)
    }

    fn trial<'t>(&'t self, taken: &'t Taken, scratch: &'t Scratch) -> Trial<'t> {
        Trial {
            file: &taken.path,
            data: taken.data.as_deref(),
            method: self.method(),
            scratch: scratch.path(),
            limits: self.limits(),
            together: self.together,
        }
    }

    /// Compares what came out with what has to, and says whether it was predicted.
    fn judged_by(&self, proof: &mut Proof, predicted: Outcome, given: &[Given], tried: &[Tried]) {
        for (given, tried) in given.iter().zip(tried) {
            let mut entry = ProofCase::new(&given.name);
            match tried {
                Tried::Beyond(why) => {
                    (entry.outcome, entry.message) = (CaseOutcome::BeyondBounds, Some(why.clone()));
                }
                Tried::Failed(failure, printed) => {
                    entry.outcome = outcome_of(failure);
                    // What is said of all cases is not said again.
                    entry.message = (entry.outcome != CaseOutcome::NotRun).then(|| failure.to_string());
                    entry.printed.clone_from(printed);
                }
                Tried::Ran(_) => entry.outcome = CaseOutcome::Runs,
                Tried::NotRun => {}
            }
            let measured =
                given.expected.as_ref().and_then(|expected| tried.beside(expected, self.tolerance()));
            if let Some(measured) = measured {
                entry.largest_error = Some(measured.absolute);
                entry.largest_relative_error = Some(measured.relative);
                entry.message = measured.difference.as_ref().map(ToString::to_string);
                entry.outcome = match &measured.difference {
                    Some(_) => CaseOutcome::Differs,
                    None => CaseOutcome::Equal,
                };
            }
            proof.cases.push(entry);
        }
        let failed = tried.iter().find_map(|tried| match tried {
            Tried::Failed(failure, _) => Some(failure),
            _ => None,
        });
        let has = |outcome| proof.cases.iter().any(|case| case.outcome == outcome);
        proof.real = match failed {
            Some(failure) => outcome_of(failure),
            None if has(CaseOutcome::Differs) => CaseOutcome::Differs,
            None if has(CaseOutcome::Runs) => CaseOutcome::Runs,
            None if has(CaseOutcome::Equal) => CaseOutcome::Equal,
            None => CaseOutcome::NotRun,
        };
        if proof.real == CaseOutcome::NotRun {
            proof.message =
                Some(failed.map_or_else(
                    || "no case is within the bounds of the program".into(),
                    ToString::to_string,
                ));
        }
        proof.result = judged(predicted, proof.real);
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

/// That a runtime is of the release that it is named by.
fn is_named(runtime: &Runtime, version: Option<&str>) -> anyhow::Result<()> {
    let target = target_of(runtime)?;
    let named = target.profile().map(|profile| profile.release.to_string());
    // As far as it is a number: 1.6.0a0 is one of 1.6.0.
    let number = |version: &str| {
        let end = version.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(version.len());
        version.get(..end).map(|number| number.trim_end_matches('.').to_string())
    };
    match (version.and_then(number), named) {
        (Some(version), Some(named)) if version != named => bail!(
            "{}: it is {} {version}, and not {named}: name it by its release",
            runtime.how.path().display(),
            target.family()
        ),
        _ => Ok(()),
    }
}

/// The target that a runtime is.
fn target_of(runtime: &Runtime) -> anyhow::Result<Target> {
    resolve(&runtime.name)
}

/// A program as a runtime takes it: a bundle is taken apart.
fn taken(
    program: &Program<'_>,
    (path, data): (&Path, Option<&Path>),
    target: &Target,
    scratch: &Scratch,
    name: &str,
) -> anyhow::Result<Taken> {
    let load = Load::of(program, target, path).ok_or_else(|| {
        let kind = program.kind().title();
        anyhow!(
            "{}: {kind}: no runtime of {} runs it: see outlast prove --help",
            path.display(),
            target.name()
        )
    })?;
    let (data, methods) = (data.map(std::path::absolute).transpose()?, methods(program));
    let Some(inner) = program_of_bundle(program) else {
        return Ok(Taken { path: std::path::absolute(path)?, data, load, methods });
    };
    let path = scratch.path().join(format!("{name}.pte"));
    save::save(&path, &Output::of(inner), |_| Ok(()))?;
    Ok(Taken { path, data, load, methods })
}

/// A file; the error is one line.
fn opened(path: &Path) -> anyhow::Result<Input> {
    input::open(path).map_err(|failure| anyhow!("{}: {}", failure.file, failure.message()))
}
