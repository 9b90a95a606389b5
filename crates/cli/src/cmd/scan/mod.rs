//! `outlast scan`: every program in folders, judged on the targets of its family.

mod journal;
mod judge;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use outlast::{Options, Target};
use outlast_report::json::to_string;
use outlast_report::plural;
use outlast_report::scan::{self, Head, Line, ScanDocument, Summary, Tail};
use rayon::prelude::*;

use super::check::{AtLeast, FailOn};
use crate::exit::Exit;
use crate::families::ReadArgs;
use crate::input;
use crate::out::Out;
use crate::walk::{Found, List, Walk};
use journal::{Basis, Journal, State};
use judge::Job;

/// Judge every program in folders, and sum up what runs where, what stands in the way and what fixes it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast scan models/                                      on all releases of each program's family
  outlast scan -t 'executorch>=0.6' -t llvm-16 build/
  outlast scan -f sarif -o outlast.sarif -t executorch-1.0.1 'models/**/*.pte'
  outlast scan -f jsonl --files-from list.txt | jq .outcome
  outlast scan --resume scan.journal --jobs 8 archive/      goes on where it was stopped
  outlast scan --shard 2/4 -f junit -o 2.xml models/        a quarter of the files

Programs are found by their bytes, also in objects and static libraries. What is none is skipped, and counted.

Exit status:
  0  every program is good on every target of its family
  1  at least one is not, by --fail-on
  2  no program was found, or something could not be read")]
pub(crate) struct Scan {
    /// Targets: names, sets such as 'executorch>=0.6' or llvm, profile files [default: all]
    #[arg(short, long = "target", value_name = "TARGET", value_delimiter = ',')]
    targets: Vec<String>,
    /// Files, folders, and patterns such as 'models/**/*.pte'; - is standard input
    #[arg(required_unless_present = "files_from", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take paths from this list, one a line or each ended by a zero byte; - is standard input
    #[arg(long, value_name = "LIST")]
    files_from: Option<PathBuf>,
    /// A file that is loaded together with each program, such as .ptd weights; may be repeated
    #[arg(long, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// A folder with files that programs ask for by name, beside the program's own; may be repeated
    #[arg(long, value_name = "DIR")]
    data_dir: Vec<PathBuf>,
    /// Outcomes that make the exit status 1
    #[arg(long, value_name = "OUTCOMES", value_delimiter = ',', default_value = "fails,misreads,unknown")]
    fail_on: Vec<FailOn>,
    /// What an answer must rest on: what rests on less is unknown
    #[arg(long, value_name = "BASIS", default_value = "sampled")]
    basis: AtLeast,
    /// Threads [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Look at a part of the files: the Ith of N, by their names
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Write down what is said of each file, and do not judge those again that did not change
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Form,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    families: ReadArgs,
}

/// The form of the answer.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Jsonl,
    Json,
    Sarif,
    Junit,
    Github,
    Markdown,
}

impl Form {
    /// Whether the answer is written when all files were looked at, and needs what was said of each.
    fn keeps_all(self) -> bool {
        matches!(self, Form::Json | Form::Sarif | Form::Junit)
    }
}

/// `2/4`: the second of four.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts =
        text.split_once('/').and_then(|(i, n)| Some((i.parse::<u64>().ok()?, n.parse::<u64>().ok()?)));
    match parts {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("a part such as 2/4 is expected: the second of four".into()),
    }
}

/// The part of `of` that a file is in, whatever others there are: FNV-1a of its name.
fn part(name: &str, of: u64) -> u64 {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    hash % of + 1
}

/// Files that are judged at once; answers come in order.
const AT_ONCE: usize = 128;

/// Bytes of a thread's stack, which nested structures need.
const STACK: usize = 16 << 20;

/// What the whole scan came to.
struct Scanned {
    summary: Summary,
    kept: Vec<Line>,
    exit: Exit,
}

/// What is said of one file.
struct Said {
    lines: Vec<Line>,
    /// What the journal gets, if that is new.
    entry: Option<String>,
    /// What is written at once.
    text: String,
}

/// A file that the journal may know.
struct Known {
    file: String,
    state: State,
    /// The line of the journal that may be on this file.
    line: Option<String>,
}

/// What the journal may know of files.
fn known(files: &[Found], journal: Option<&mut Journal>) -> Vec<Option<Known>> {
    let Some(journal) = journal else { return files.iter().map(|_| None).collect() };
    let known = files.iter().map(|found| match found {
        Found::Named(path) | Found::Within(path) => {
            let (file, state) = (input::name(path), State::of(path)?);
            let line = journal.line(&file);
            Some(Known { file, state, line })
        }
        Found::Failed(_) => None,
    });
    known.collect()
}

impl Scan {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let all = ["all".to_string()];
        let names = if self.targets.is_empty() { &all[..] } else { &self.targets };
        let targets = super::resolve_all(names)?;
        let options = self.families.options()?;
        out.redirect(self.output.as_deref())?;
        let list = self.files_from.as_deref().map(List::read).transpose()?;
        let mut journal = self.journal(&targets, &options)?;
        if let Some(note) = journal.as_mut().and_then(|journal| journal.note.take()) {
            out.warn(&note)?;
        }
        let data: Result<Vec<_>, _> =
            self.data.iter().map(|path| Ok((input::name(path), input::open(path)?))).collect();
        let data = match data {
            Ok(data) => data,
            Err(failure) => return super::fail(out, scan::SCHEMA, &failure, &[]),
        };
        let basis = self.basis.into();
        let job = Job { targets: &targets, data: &data, folders: &self.data_dir, basis, options: &options };
        let scanned = self.scan(out, &job, Walk::with_list(&self.paths, list)?, journal.as_mut())?;
        self.answer(out, scanned, &targets)
    }

    fn journal(&self, targets: &[Target], options: &Options) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.resume else { return Ok(None) };
        let names = targets.iter().map(|target| target.name().to_string()).collect();
        // All that answers hang on beside the files: profile files, options, data files, and this program.
        let data: Vec<_> = self.data.iter().map(|path| (path, State::of(path))).collect();
        let tool = std::env::current_exe().ok().and_then(|path| State::of(&path));
        let profiles: Vec<_> = self.targets.iter().map(|name| State::of(Path::new(name))).collect();
        let all = format!("{profiles:?} {options:?} {:?} {data:?} {:?} {tool:?}", self.basis, self.data_dir);
        Ok(Some(Journal::open(path, &Basis::new(names, &all))?))
    }

    fn scan(
        &self,
        out: &mut Out,
        job: &Job<'_>,
        mut walk: Walk,
        mut journal: Option<&mut Journal>,
    ) -> anyhow::Result<Scanned> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0)).stack_size(STACK).build();
        let pool = pool.context("threads")?;
        let progress = progress();
        let mut scanned = Scanned { summary: Summary::default(), kept: Vec::new(), exit: Exit::Yes };
        if self.format == Form::Jsonl {
            let targets = job.targets.iter().map(|target| target.name().to_string()).collect();
            let version = env!("CARGO_PKG_VERSION").to_string();
            let head = Head { schema: scan::SCHEMA.into(), version, targets };
            out.write(&format!("{}\n", serde_json::to_string(&head)?))?;
        }
        loop {
            let files: Vec<Found> = walk.by_ref().filter(|found| self.is_mine(found)).take(AT_ONCE).collect();
            if files.is_empty() {
                break;
            }
            let known = known(&files, journal.as_deref_mut());
            let said = |(found, known): (&Found, &Option<Known>)| self.said(job, found, known.as_ref());
            let all: Vec<_> = pool.install(|| files.par_iter().zip(&known).map(said).collect());
            for (found, said) in files.iter().zip(all) {
                let said = said?;
                if let (Some(journal), Some(entry)) = (journal.as_mut(), &said.entry) {
                    journal.add(entry)?;
                }
                self.take(out, &mut scanned, found, said)?;
            }
            if let Some(journal) = journal.as_mut() {
                journal.flush()?;
            }
            progress.inc(files.len() as u64);
            progress.set_message(format!("{} programs", scanned.summary.programs));
        }
        progress.finish_and_clear();
        Ok(scanned)
    }

    /// What is said of one file, by the journal or anew.
    fn said(&self, job: &Job<'_>, found: &Found, known: Option<&Known>) -> anyhow::Result<Said> {
        let was_known =
            known.and_then(|known| journal::answers(known.line.as_deref()?, &known.file, known.state));
        let is_new = was_known.is_none();
        let lines = was_known.unwrap_or_else(|| job.lines(found));
        let entry = match known.filter(|_| is_new) {
            Some(known) => journal::entry(&known.file, known.state, &lines)?,
            None => None,
        };
        let mut text = String::new();
        if self.format == Form::Jsonl {
            for line in &lines {
                text += &line.to_json()?;
                text.push('\n');
            }
        }
        Ok(Said { lines, entry, text })
    }

    fn is_mine(&self, found: &Found) -> bool {
        let Some((i, n)) = self.shard else { return true };
        let name = match found {
            Found::Named(path) | Found::Within(path) => input::name(path),
            Found::Failed(failure) => failure.file.clone(),
        };
        part(&name, n) == i
    }

    /// Takes what is said of one file.
    fn take(
        &self,
        out: &mut Out,
        scanned: &mut Scanned,
        found: &Found,
        Said { lines, text, .. }: Said,
    ) -> anyhow::Result<()> {
        for line in &lines {
            scanned.summary.add(line);
            let exit = match line {
                Line::Verdict(record) => {
                    Exit::yes_if(!self.fail_on.iter().any(|on| on.name() == record.outcome))
                }
                // What a user named must have an answer; in folders there is much else.
                Line::Skipped(file) if file.reason == "io" => Exit::Failed,
                Line::Skipped(file) if matches!(found, Found::Named(_)) && file.reason != "no-target" => {
                    Exit::Failed
                }
                Line::Skipped(_) => Exit::Yes,
            };
            scanned.exit = scanned.exit.max(exit);
        }
        match self.format {
            Form::Jsonl => out.write(&text)?,
            Form::Github => out.write(&scan::annotations(&lines))?,
            Form::Text if out.verbose => out.write(&scan::problems(&out.styles(), &lines))?,
            form if form.keeps_all() => scanned.kept.extend(lines),
            _ => {}
        }
        Ok(())
    }

    fn answer(&self, out: &mut Out, mut scanned: Scanned, targets: &[Target]) -> anyhow::Result<Exit> {
        let summary = &mut scanned.summary;
        summary.finish();
        let is = |target: &Target, name: &str| {
            target.name() == name || target.profile().is_some_and(|profile| profile.name == name)
        };
        let order = |name: &str| targets.iter().position(|target| is(target, name));
        summary.targets.sort_by_key(|row| order(&row.target));
        match self.format {
            Form::Text => out.write(&scan::summary(&out.styles(), summary, out.verbose))?,
            Form::Jsonl => out.write(&format!("{}\n", serde_json::to_string(&Tail { summary })?))?,
            Form::Json => out.write(&to_string(&ScanDocument::new(&scanned.kept, summary))?)?,
            Form::Sarif => out.write(&to_string(&scan::sarif(&scanned.kept, &outlast::codes()))?)?,
            Form::Junit => out.write(&scan::junit(&scanned.kept))?,
            Form::Markdown => out.write(&scan::markdown(summary))?,
            Form::Github => {}
        }
        if scanned.summary.programs == 0 {
            let skipped = usize::try_from(scanned.summary.skipped_files()).unwrap_or(usize::MAX);
            let verb = if skipped == 1 { "was" } else { "were" };
            bail!("no program was found that a target reads: {} {verb} skipped", plural(skipped, "file"));
        }
        Ok(scanned.exit)
    }
}

/// A line on standard error that says how far a scan is, if that is a terminal.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {pos} files, {msg} ({per_sec}, {elapsed})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::{part, shard};

    #[test]
    fn parts_are_all_files_once() {
        assert_eq!(shard("2/4"), Ok((2, 4)));
        for wrong in ["0/4", "5/4", "1", "a/b", "1/0"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
        let mut counts = [0; 4];
        for n in 0..400 {
            counts[usize::try_from(part(&format!("models/{n}.pte"), 4)).unwrap() - 1] += 1;
        }
        assert_eq!(counts.iter().sum::<i32>(), 400);
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
    }
}
