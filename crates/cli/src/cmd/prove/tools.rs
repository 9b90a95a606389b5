//! `outlast prove FILE` where the runtime is a compiler's tools: what they say of a program, beside the verdict on it.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use outlast::{Companion, Outcome, Program, Target, Verdict};
use outlast_prove::tools::{self, Did, Side, ToolCase, ToolProgram};
use outlast_prove::{How, Runtime};
use outlast_report::proof::{CaseOutcome, Proof, ProofCase};

use super::Prove;
use super::file::{judged, outcome_of};
use crate::cmd::resolve;
use crate::runtimes::{Named, Registry, how};
use crate::scratch::Scratch;

/// The programs of a proof.
pub(super) struct Programs<'g, 'p> {
    /// The program, its name and its file.
    pub(super) original: (&'g Program<'p>, &'g str, &'g Path),
    /// What was made of it, and its file.
    pub(super) converted: Option<(&'g Program<'p>, &'g Path)>,
}

impl Prove {
    /// The tools that are asked, if the runtime that is named first is tools, or the one that was added for the target.
    pub(super) fn tools(&self, registry: &Registry) -> anyhow::Result<Option<Runtime>> {
        if let Some(named) = self.runtime.first() {
            return tools_of(registry, named);
        }
        let Some(target) = &self.target else { return Ok(None) };
        let target = resolve(target)?;
        let found = registry.all()?.map(|(_, entry)| entry.runtime()).find(|runtime| {
            matches!(runtime.how, How::Tools(_))
                && resolve(&runtime.name).is_ok_and(|other| other.name() == target.name())
        });
        Ok(found)
    }

    /// Asks tools about a program, or about what was made of it, and compares this with the original.
    pub(super) fn proof_by_tools(
        &self,
        registry: &Registry,
        runtime: Runtime,
        given: &Programs<'_, '_>,
    ) -> anyhow::Result<Proof> {
        let (original, name, path) = given.original;
        let (subject, at) = given.converted.unwrap_or((original, path));
        let program = asked(subject, at)?;
        if self.cases.is_some() || self.random.is_some() || self.data.is_some() {
            bail!(
                "--cases, --random and --data are for programs that compute arrays: tools of a compiler read a program"
            );
        }
        let runtime = of_language(runtime, &program)?;
        let target = match &self.target {
            Some(target) => resolve(target)?,
            None => resolve(&runtime.name)?,
        };
        let verdict = subject.prepare()?.check(&[], &target)?;
        let predicted = verdict.outcome;
        let mut proof = Proof::new(name, target.name(), &runtime.name, predicted.name());
        proof.converted = given.converted.map(|(_, path)| crate::input::name(path));
        let scratch = Scratch::new()?;
        let side = Side { runtime: &runtime, program: &program };
        let cases = match given.converted {
            None => tools::prove(side, self.limits(), scratch.path()),
            Some(_) => {
                let first = self.original_by_tools(registry, original, &asked(original, path)?, &runtime)?;
                proof.original_runtime = Some(first.0.name.clone());
                let original = Side { runtime: &first.0, program: &first.1 };
                match tools::compare(original, side, self.limits(), scratch.path()) {
                    Ok(cases) => cases,
                    Err(failure) => {
                        proof.message = Some(format!("{name} in {}: {failure}", first.0.name));
                        return Ok(proof);
                    }
                }
            }
        };
        conclude(&mut proof, cases, (predicted, refused_by_verifiers(&verdict)));
        Ok(proof)
    }

    /// Tools that load the original: of those that are named, and then of those that were added.
    fn original_by_tools(
        &self,
        registry: &Registry,
        original: &Program<'_>,
        program: &ToolProgram,
        not: &Runtime,
    ) -> anyhow::Result<(Runtime, ToolProgram)> {
        let mut all = Vec::new();
        for named in self.runtime.iter().skip(1) {
            all.extend(tools_of(registry, named)?);
        }
        // Who names all that is needed does without those that were added.
        all.extend(registry.all().into_iter().flatten().map(|(_, entry)| entry.runtime()));
        all.push(not.clone());
        let subject = original.prepare()?;
        for runtime in all.into_iter().filter(|runtime| matches!(runtime.how, How::Tools(_))) {
            let Ok(runtime) = of_language(runtime, program) else { continue };
            let target: Option<Target> = resolve(&runtime.name).ok();
            let companions: &[Companion<'_>] = &[];
            let loads =
                |target| subject.check(companions, &target).is_ok_and(|verdict| verdict.outcome.is_good());
            if target.is_some_and(loads) {
                return Ok((runtime, program.clone()));
            }
        }
        bail!("no runtime that loads the original: name one with a second --runtime, or outlast runtimes add")
    }
}

/// A runtime that an option names, if it is tools; a folder is not asked yet what it has.
fn tools_of(registry: &Registry, named: &Named) -> anyhow::Result<Option<Runtime>> {
    let runtime = match named {
        Named::Path(path) => Runtime { how: how(path.clone()), ..Runtime::default() },
        _ => registry.runtime(named)?,
    };
    Ok(matches!(runtime.how, How::Tools(_)).then_some(runtime))
}

/// A program as tools are asked about it.
fn asked(program: &Program<'_>, path: &Path) -> anyhow::Result<ToolProgram> {
    let path: PathBuf = std::path::absolute(path)?;
    ToolProgram::new(program, &path).ok_or_else(|| {
        anyhow!(
            "{}: tools of a compiler are asked about modules of LLVM IR, MLIR and Swift; this is {}",
            path.display(),
            program.kind().name()
        )
    })
}

/// A runtime by the name of what reads the language of a program: a folder may have the tools of several.
fn of_language(runtime: Runtime, program: &ToolProgram) -> anyhow::Result<Runtime> {
    let language = program.language();
    let is_named = !runtime.name.is_empty()
        && resolve(&runtime.name).is_ok_and(|target| target.family() == language.family());
    let name = runtime.tools_are_of(language);
    if is_named {
        let release = |name: &str| resolve(name).ok()?.profile().map(|profile| profile.release);
        return match name.ok().and_then(|name| Some((release(&name)?, name))) {
            Some((found, name)) if release(&runtime.name).is_some_and(|named| named != found) => {
                bail!(
                    "{}: it is {name}, and not {}: name it by its release",
                    runtime.how.path().display(),
                    runtime.name
                )
            }
            _ => Ok(runtime),
        };
    }
    let name = name.map_err(|why| anyhow!("{}: not a runtime: {why}", runtime.how.path().display()))?;
    Ok(Runtime { name, ..runtime })
}

/// What a note of a verdict says where verifiers refuse what the reader takes: a verdict is about the reader.
const OF_VERIFIERS: &str = "tools that verify what they read";

/// Whether a verdict notes that verifiers refuse the program.
fn refused_by_verifiers(verdict: &Verdict) -> bool {
    verdict.notes.iter().any(|note| note.contains(OF_VERIFIERS))
}

/// What it comes to. That a verifier refuses what the verdict notes it to refuse is as predicted.
fn conclude(proof: &mut Proof, cases: Vec<ToolCase>, (predicted, is_noted): (Outcome, bool)) {
    let failure = cases.iter().find_map(|case| match &case.did {
        Did::Failed(_) if is_noted && case.name == tools::VERIFY => None,
        Did::Failed(failure) => Some(failure.clone()),
        _ => None,
    });
    proof.cases = cases.into_iter().map(case).collect();
    let has = |outcome| proof.cases.iter().any(|case| case.outcome == outcome);
    proof.real = match &failure {
        Some(failure) => outcome_of(failure),
        None if has(CaseOutcome::Differs) => CaseOutcome::Differs,
        None if has(CaseOutcome::Equal) => CaseOutcome::Equal,
        None if has(CaseOutcome::Runs) => CaseOutcome::Runs,
        None => CaseOutcome::NotRun,
    };
    let unasked = || proof.cases.iter().find_map(|case| case.message.clone());
    proof.message = match failure {
        Some(failure) => Some(failure.to_string()),
        None if proof.real == CaseOutcome::NotRun => unasked(),
        None => None,
    };
    proof.result = judged(predicted, proof.real);
}

fn case(case: ToolCase) -> ProofCase {
    let (outcome, message) = match case.did {
        Did::Took(message) => (CaseOutcome::Runs, message),
        Did::Same(message) => (CaseOutcome::Equal, message),
        Did::Other(message) => (CaseOutcome::Differs, Some(message)),
        Did::NotAsked(why) => (CaseOutcome::NotRun, Some(why)),
        Did::Failed(failure) => (outcome_of(&failure), Some(failure.to_string())),
    };
    ProofCase { outcome, message, ..ProofCase::new(case.name) }
}
