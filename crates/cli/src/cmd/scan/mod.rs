//! `outlast scan`: every program in folders, judged on the targets of its family.

mod ask;
mod journal;
mod judge;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use outlast::{Options, Target};
use outlast_core::SortShort;
use outlast_report::json::{Head, SCAN, ScanDocument, Tail, to_string};
#[cfg(feature = "parquet")]
use outlast_report::render::ParquetWriter;
use outlast_report::scan::{Line, ScanReport, Summary};
use outlast_report::text::scan as text;
use outlast_report::{Format, plural};
use rayon::prelude::*;

use crate::args::{Output, formats};
use crate::cmd::families::ReadArgs;
use crate::config::args::PolicyArgs;
use crate::config::baseline::NewBaseline;
use crate::config::{Configs, EffectiveConfig, Flags, clean};
use crate::exit::Exit;
use crate::input;
use crate::out::{Out, refuse_program};
use crate::save::{self, Report};
use crate::walk::{Found, List, Walk};
use ask::{Ask, Asks, Known, Todo};
use journal::{Basis, Journal, State};

/// Judge every program in folders, and sum up what runs where, what prevents the rest and what fixes it
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.value_parser(formats(is_built))), after_help = "\
Examples:
  outlast scan models/                                      on all releases of each program's family
  outlast scan -t 'executorch>=0.6' -t llvm-16 build/
  outlast scan -f sarif -o outlast.sarif -t executorch-1.0.1 'models/**/*.pte'
  outlast scan -f jsonl --files-from list.txt | jq .outcome
  outlast scan --resume scan.journal --jobs 8 archive/      goes on where it was stopped
  outlast scan --write-baseline known.jsonl models/         what is not good today
  outlast scan --baseline known.jsonl models/               only what is new fails
  outlast scan --shard 2/4 -f junit -o 2.xml models/        a quarter of the files

Programs are found by their bytes, also in objects and static libraries, and pickles, which no
target reads, are looked at for code. Other files are skipped, and counted.

Exit status:
  0  every program is good on every target of its family
  1  at least one is not, by --fail-on, and is neither ignored by outlast.toml nor in the baseline;
     or a file runs code when it is loaded that --allow-code does not name
  2  no program was found, or something could not be read")]
pub(crate) struct Scan {
    /// Targets: names, sets such as 'executorch>=0.6' or llvm, profile files [default: those of outlast.toml, or all]
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
    #[command(flatten)]
    policy: PolicyArgs,
    /// Write all findings to this file, as a baseline for later; the exit status is then 0
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    write_baseline: Option<PathBuf>,
    /// Threads [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Look at a part of the files: the Ith of N, by their names
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Record verdicts in this journal, and do not judge files again that did not change
    #[arg(long, value_name = "JOURNAL")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    families: ReadArgs,
}

/// Whether this program writes a format.
fn is_built(format: Format) -> bool {
    cfg!(feature = "parquet") || format != Format::Parquet
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
    #[cfg(feature = "parquet")]
    parquet: Option<ParquetWriter>,
    /// What the baseline does not have, where text says it first.
    news: Vec<Line>,
    /// The baseline that is made, and its folder.
    made: Option<(NewBaseline, PathBuf)>,
    exit: Exit,
}

/// Verdicts that text names as new without being asked for all.
const NEWS: usize = 50;

/// What is said of one file.
struct Said {
    lines: Vec<Line>,
    /// What the journal gets, if that is new.
    entry: Option<String>,
    /// What is written at once, if no mark is put on it.
    text: String,
}

/// Lines of a stream.
fn jsonl(lines: &[Line]) -> anyhow::Result<String> {
    let mut text = String::new();
    for line in lines {
        text += &line.to_json()?;
        text.push('\n');
    }
    Ok(text)
}

impl Scan {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let flags = Flags {
            targets: self.targets.clone(),
            data: self.data.clone(),
            data_dir: self.data_dir.clone(),
            all_targets: Some("all"),
            makes_baseline: self.write_baseline.is_some(),
            ..Flags::new(&self.policy, self.families.torch.as_of)
        };
        let configs = Configs::new(flags)?;
        let all = ["all".to_string()];
        let names = if self.targets.is_empty() { &all[..] } else { &self.targets };
        let targets = super::resolve_all(names)?;
        let options = self.families.options()?;
        out.configure(&self.output)?;
        #[cfg(feature = "parquet")]
        if self.output.format == Format::Parquet && out.is_terminal() {
            bail!("Parquet is binary: give a file with --output, or redirect the output");
        }
        if let Some(path) = &self.write_baseline {
            refuse_program(path)?;
            save::check_file(path)?;
        }
        let list = self.files_from.as_deref().map(List::read).transpose()?;
        let mut journal = self.journal(&targets, &options)?;
        if let Some(note) = journal.as_mut().and_then(|journal| journal.note.take()) {
            out.warn(&note)?;
        }
        let data: Result<Vec<_>, _> =
            self.data.iter().map(|path| Ok((input::name(path), input::open(path)?))).collect();
        let data = match data {
            Ok(data) => Arc::new(data),
            Err(failure) => return super::fail(out, SCAN, &failure, &[]),
        };
        let mut asks = Asks::new(&configs, data);
        let listed = list.iter().flat_map(List::names).map(Path::new);
        let named = asks.targets_of(self.paths.iter().map(PathBuf::as_path).chain(listed))?;
        self.begin(out, &named)?;
        let walk = Walk::with_list(&self.paths, list)?;
        let scanned = self.scan(out, &mut asks, (&options, walk), journal.as_mut())?;
        for note in &asks.notes {
            out.warn(note)?;
        }
        let order = asks.order;
        self.answer(out, scanned, &order)
    }

    /// Writes what stands before all lines of a stream.
    fn begin(&self, out: &mut Out, targets: &[Target]) -> anyhow::Result<()> {
        if self.output.format != Format::Jsonl {
            return Ok(());
        }
        let targets = targets.iter().map(|target| target.name().to_string()).collect();
        let version = env!("CARGO_PKG_VERSION").to_string();
        let head = Head { schema: SCAN.into(), version, targets };
        out.write(&format!("{}\n", serde_json::to_string(&head)?))
    }

    fn journal(&self, targets: &[Target], options: &Options) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.resume else { return Ok(None) };
        let names = targets.iter().map(|target| target.name().to_string()).collect();
        // All that answers hang on beside the files: profile files, options, data files, and this program. What configurations say of a file is
        // held beside its answers.
        let data: Vec<_> = self.data.iter().map(|path| (path, State::of(path))).collect();
        let tool = std::env::current_exe().ok().and_then(|path| State::of(&path));
        let profiles: Vec<_> = self.targets.iter().map(|name| State::of(Path::new(name))).collect();
        let basis = self.policy.basis;
        let all = format!("{profiles:?} {options:?} {basis:?} {data:?} {:?} {tool:?}", self.data_dir);
        Ok(Some(Journal::open(path, &Basis::new(names, &all))?))
    }

    fn scan(
        &self,
        out: &mut Out,
        asks: &mut Asks<'_>,
        (options, mut walk): (&Options, Walk),
        mut journal: Option<&mut Journal>,
    ) -> anyhow::Result<Scanned> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.jobs.unwrap_or(0)).stack_size(STACK).build();
        let pool = pool.context("threads")?;
        let made = self.write_baseline.as_ref().map(|path| {
            let path = clean(&asks.here().join(path));
            (NewBaseline::default(), path.parent().unwrap_or(asks.here()).to_path_buf())
        });
        let mut scanned = Scanned {
            summary: Summary::default(),
            kept: Vec::new(),
            #[cfg(feature = "parquet")]
            parquet: (self.output.format == Format::Parquet).then(ParquetWriter::new).transpose()?,
            news: Vec::new(),
            made,
            exit: Exit::Yes,
        };
        loop {
            let files: Vec<Found> = walk.by_ref().filter(|found| self.is_mine(found)).take(AT_ONCE).collect();
            if files.is_empty() {
                break;
            }
            let mut todo: Vec<Todo> = Vec::with_capacity(files.len());
            for found in files {
                let asked = asks.asked(&found)?;
                let known = journal.as_mut().and_then(|journal| Known::from_journal(&found, journal));
                todo.push(Todo { found, asked, known });
            }
            // What holds for a file is shared by threads without the configuration that it comes from.
            let jobs: Vec<_> = todo
                .iter()
                .map(|todo| (&todo.found, &*todo.asked.ask, todo.known.as_ref(), todo.asked.holds.marks()))
                .collect();
            let said = |(found, ask, known, marks): &(&Found, &Ask, Option<&Known>, bool)| {
                self.said((ask, options), found, *known, *marks)
            };
            let all: Vec<anyhow::Result<Said>> = pool.install(|| jobs.par_iter().map(said).collect());
            let count = todo.len();
            for (todo, said) in todo.into_iter().zip(all) {
                let said = said?;
                if let (Some(journal), Some(entry)) = (journal.as_mut(), &said.entry) {
                    journal.add(entry)?;
                }
                self.take(out, &mut scanned, (&todo.found, &todo.asked.holds), said)?;
            }
            if let Some(journal) = journal.as_mut() {
                journal.flush()?;
            }
            out.progress.count(count);
            out.progress.say(format!("{} programs", scanned.summary.programs));
        }
        Ok(scanned)
    }

    /// What is said of one file, by the journal or anew; where `marks` are put on it, it is written later.
    fn said(
        &self,
        (ask, options): (&Ask, &Options),
        found: &Found,
        known: Option<&Known>,
        marks: bool,
    ) -> anyhow::Result<Said> {
        let was_known = known.and_then(|known| {
            journal::answers(known.line.as_deref()?, &known.name, known.state, &ask.digest)
        });
        let is_new = was_known.is_none();
        let lines = was_known.unwrap_or_else(|| ask.job(options).lines(found));
        let entry = match known.filter(|_| is_new) {
            Some(known) => journal::entry(&known.name, known.state, &ask.digest, &lines)?,
            None => None,
        };
        let text = if self.output.format == Format::Jsonl && !marks { jsonl(&lines)? } else { String::new() };
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
        (found, holds): (&Found, &EffectiveConfig),
        Said { mut lines, text, .. }: Said,
    ) -> anyhow::Result<()> {
        let fail_on = holds.settings.fail_on();
        for line in &mut lines {
            match line {
                Line::Verdict(record) => holds.mark(record),
                Line::File(file) => {
                    let allows = |name: &str| holds.settings.allows(name);
                    file.risk.iter_mut().for_each(|risk| risk.allowed = allows(&risk.callable));
                }
                Line::Skipped(_) => {}
            }
            scanned.summary.add(line);
            let exit = match line {
                Line::Verdict(record) => match &mut scanned.made {
                    Some((made, folder)) => {
                        made.add(record, folder, holds.here())?;
                        // A baseline knows outcomes: what may run is allowed by name.
                        Exit::yes_if(!record.runs_code())
                    }
                    None => Exit::yes_if(!record.fails(&fail_on)),
                },
                Line::File(file) => Exit::yes_if(!file.runs_code()),
                // What a user named must have an answer; in folders there is much else.
                Line::Skipped(file) if file.reason == "io" => Exit::Failed,
                Line::Skipped(file) if matches!(found, Found::Named(_)) && file.reason != "no-target" => {
                    Exit::Failed
                }
                Line::Skipped(_) => Exit::Yes,
            };
            scanned.exit = scanned.exit.max(exit);
        }
        match self.output.format {
            Format::Jsonl if holds.marks() => out.write(&jsonl(&lines)?)?,
            Format::Jsonl => out.write(&text)?,
            Format::Github => {
                out.report(&ScanReport { command: "scan", lines: &lines, summary: &scanned.summary })?;
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                for line in &lines {
                    let Some(writer) = scanned.parquet.as_mut() else { continue };
                    let bytes = match line {
                        Line::Verdict(record) => writer.add(record)?,
                        Line::File(file) => writer.look(file)?,
                        Line::Skipped(_) => continue,
                    };
                    out.plain()?.write_all(&bytes)?;
                }
            }
            Format::Text if out.verbose => {
                out.write(&text::problems(&out.styles(), &lines, &self.families.words()))?;
            }
            Format::Text => {
                let is_new =
                    |line: &Line| matches!(line, Line::Verdict(record) if record.known == Some(false));
                let left = NEWS.saturating_sub(scanned.news.len());
                scanned.news.extend(lines.into_iter().filter(is_new).take(left));
            }
            // All that it says is in the summary.
            Format::Markdown => {}
            _ => scanned.kept.extend(lines),
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
        summary.targets.sort_short_by_key(|row| order(&row.target));
        match self.output.format {
            Format::Text => {
                let words = self.families.words();
                out.write(&text::news(&out.styles(), &scanned.news, summary, &words))?;
                out.write(&text::summary(&out.styles(), summary, &words, out.verbose))?;
            }
            Format::Jsonl => out.write(&format!("{}\n", serde_json::to_string(&Tail { summary })?))?,
            Format::Json => out.write(&to_string(&ScanDocument::new(&scanned.kept, summary))?)?,
            Format::Github => {}
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                if let Some(writer) = scanned.parquet.take() {
                    out.plain()?.write_all(&writer.finish()?)?;
                }
            }
            _ => out.report(&ScanReport { command: "scan", lines: &scanned.kept, summary })?,
        }
        if scanned.summary.programs == 0 && scanned.summary.looked_at == 0 {
            let skipped = scanned.summary.skipped_files();
            let verb = if skipped == 1 { "was" } else { "were" };
            bail!("no program was found that a target reads: {} {verb} skipped", plural(skipped, "file"));
        }
        if let (Some(path), Some((made, _))) = (&self.write_baseline, scanned.made)
            && scanned.exit != Exit::Failed
        {
            let mut report = Report::create(path)?;
            report.write_all(made.text()?.as_bytes())?;
            let note = format!("{} written to {}\n", plural(made.findings, "finding"), report.name());
            report.finish()?;
            out.write_stderr(&note)?;
        }
        Ok(scanned.exit)
    }
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
