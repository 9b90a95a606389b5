//! Baselines: what was found before, so that only what is new makes the exit status 1.
//!
//! A baseline is JSON, a line each. `outlast scan --write-baseline FILE` writes one, with names of files that count from its own folder:
//!
//! ```text
//! {"type":"baseline","schema":"outlast/baseline/1","version":"0.1.0"}
//! {"file":"models/a.pte","target":"executorch-0.5.0","code":"OL2014","subject":"XnnpackBackend","outcome":"misreads"}
//! ```
//!
//! What `outlast scan -f jsonl -o FILE` writes is one, too; names in it count from the folder that it was written in. A finding is told by file,
//! target, code and subject: offsets and messages may change.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, ensure};
use outlast_report::Failure;
use outlast_report::json::SCAN;
use outlast_report::scan::{Fixed, Line, Record};
use serde::{Deserialize, Serialize};

use super::patterns::{clean, relative};
use crate::input;

const SCHEMA: &str = "outlast/baseline/1";

/// The first line of a baseline.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename = "baseline")]
struct Beginning {
    schema: Cow<'static, str>,
    version: String,
}

/// A line of a baseline. A verdict that gave no reason has neither code nor subject.
#[derive(Serialize, Deserialize)]
struct Finding {
    file: String,
    target: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    code: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    subject: String,
    outcome: String,
}

/// Code and subject of a finding.
type Key = (String, String);

/// What was found before.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    /// Its file, as it was named.
    pub(crate) name: String,
    /// By file and target.
    cells: BTreeMap<(PathBuf, String), BTreeSet<Key>>,
    /// What to say where it is used.
    pub(crate) note: Option<String>,
}

impl Baseline {
    /// Reads a baseline by `read`; `folder` is what names in the output of a scan count from, `here` the current folder.
    pub(crate) fn open(
        path: &Path,
        (folder, here): (&Path, &Path),
        read: impl Fn(&Path) -> Result<String, Failure>,
    ) -> anyhow::Result<Baseline> {
        let name = input::name(path);
        let text = read(path).map_err(|failure| {
            let help = match path.exists() {
                true => String::new(),
                false => format!("; `outlast scan --write-baseline {name}` writes one"),
            };
            anyhow!("the baseline {name}: {}{help}", failure.message())
        })?;
        let own = clean(&here.join(path));
        let own = own.parent().unwrap_or(here);
        let mut baseline =
            Baseline::read(&text, own, folder).map_err(|error| anyhow!("the baseline {name}: {error}"))?;
        if let Some(note) = &mut baseline.note {
            *note = format!("the baseline {name} {note}");
        }
        baseline.name = name;
        Ok(baseline)
    }

    /// Reads the text of a baseline; `own` is its folder.
    fn read(text: &str, own: &Path, folder: &Path) -> anyhow::Result<Baseline> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        let kind: Kind = serde_json::from_str(first).unwrap_or_default();
        let mut baseline = Baseline::default();
        match (&*kind.of, &*kind.schema) {
            ("baseline", SCHEMA) => {
                for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
                    let finding = serde_json::from_str(line);
                    let Finding { file, target, code, subject, .. } =
                        finding.map_err(|error| anyhow!("line {}: {error}", at + 1))?;
                    baseline.add(own, &file, target, (code, subject));
                }
            }
            ("scan", SCAN) => baseline.take_scan(lines, folder)?,
            ("baseline" | "scan", schema) => bail!(
                "it has the schema {schema}, and this version reads {SCHEMA} and {}; write it again",
                SCAN
            ),
            _ => bail!(
                "it is not a baseline: one is written by `outlast scan --write-baseline FILE`, or by `outlast scan -f jsonl -o FILE`"
            ),
        }
        if kind.version != env!("CARGO_PKG_VERSION") {
            baseline.note = Some(format!(
                "is of version {}: findings that it names differently count as new; write it again",
                kind.version
            ));
        }
        Ok(baseline)
    }

    fn take_scan<'t>(
        &mut self,
        lines: impl Iterator<Item = (usize, &'t str)>,
        folder: &Path,
    ) -> anyhow::Result<()> {
        let mut is_whole = false;
        for (at, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let wrong = |error| anyhow!("line {}: {error}", at + 1);
            let kind: Kind = serde_json::from_str(line).map_err(wrong)?;
            is_whole = kind.of == "summary";
            if kind.of == "verdict"
                && let Line::Verdict(record) = serde_json::from_str(line).map_err(wrong)?
            {
                for finding in record.findings().iter().filter(|finding| finding.ignored.is_none()) {
                    let key = (finding.code.to_string(), finding.subject.to_string());
                    self.add(folder, &record.file, record.target.clone(), key);
                }
            }
        }
        ensure!(
            is_whole,
            "it ends before the line of type `summary`: the scan that wrote it was interrupted"
        );
        Ok(())
    }

    fn add(&mut self, folder: &Path, file: &str, target: String, key: Key) {
        self.cells.entry((clean(&folder.join(file)), target)).or_default().insert(key);
    }

    /// What it has of a file, whose name counts from `here`, and a target.
    pub(crate) fn cell(&self, here: &Path, file: &str, target: &str) -> Option<&BTreeSet<Key>> {
        self.cells.get(&(clean(&here.join(file)), target.to_string()))
    }

    /// How many findings it has.
    pub(crate) fn findings(&self) -> usize {
        self.cells.values().map(BTreeSet::len).sum()
    }
}

/// What a line of JSON is.
#[derive(Default, Deserialize)]
struct Kind {
    #[serde(rename = "type", default)]
    of: String,
    #[serde(default)]
    schema: String,
    #[serde(default)]
    version: String,
}

/// What a cell of a baseline has and a record does not.
pub(crate) fn fixed(cell: &BTreeSet<Key>, record: &Record) -> Vec<Fixed> {
    let found = record.findings();
    let found: BTreeSet<(&str, &str)> = found.iter().map(|finding| (finding.code, finding.subject)).collect();
    let gone = cell.iter().filter(|(code, subject)| !found.contains(&(code.as_str(), subject.as_str())));
    gone.map(|(code, subject)| Fixed { code: code.clone(), subject: subject.clone() }).collect()
}

/// A baseline that is being made.
#[derive(Debug, Default)]
pub(crate) struct NewBaseline {
    lines: String,
    pub(crate) findings: usize,
}

impl NewBaseline {
    /// Takes what is not good in a record, and not ignored. Names count from `folder`, the one that the baseline is written to.
    pub(crate) fn add(&mut self, record: &Record, folder: &Path, here: &Path) -> anyhow::Result<()> {
        let file = relative(&clean(&here.join(&record.file)), folder);
        let file = file.to_string_lossy().replace('\\', "/");
        let mut seen = BTreeSet::new();
        for finding in record.findings().iter().filter(|finding| finding.ignored.is_none()) {
            if !seen.insert((finding.code, finding.subject)) {
                continue;
            }
            let line = serde_json::to_string(&Finding {
                file: file.clone(),
                target: record.target.clone(),
                code: finding.code.into(),
                subject: finding.subject.into(),
                outcome: finding.outcome.into(),
            })?;
            writeln!(self.lines, "{}", outlast_report::escape_json(&line))?;
            self.findings += 1;
        }
        Ok(())
    }

    /// Its text.
    pub(crate) fn text(&self) -> anyhow::Result<String> {
        let version = env!("CARGO_PKG_VERSION").into();
        let beginning = serde_json::to_string(&Beginning { schema: SCHEMA.into(), version })?;
        Ok(format!("{beginning}\n{}", self.lines))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Baseline;

    fn read(text: &str) -> Result<Baseline, String> {
        Baseline::read(text, Path::new("/p/ci"), Path::new("/p")).map_err(|error| error.to_string())
    }

    const OWN: &str = r#"{"type":"baseline","schema":"outlast/baseline/1","version":"0.0.1"}
{"file":"../models/a.pte","target":"executorch-0.5.0","code":"OL2014","subject":"XnnpackBackend","outcome":"misreads"}
{"file":"../models/a.pte","target":"executorch-0.5.0","outcome":"unknown"}
"#;

    const SCAN: &str = r#"{"type":"scan","schema":"outlast/scan/1","version":"0.1.0","targets":["executorch-0.5.0"]}
{"type":"verdict","file":"./models/a.pte","kind":"executorch-program","target":"executorch-0.5.0","verdict":"misreads","outcome":"misreads","remedy":"none-known","reasons":[{"code":"OL2014","outcome":"misreads","subject":"XnnpackBackend","message":"m","offset":1952,"end":1976}]}
{"type":"verdict","file":"models/b.bc","kind":"llvm-bitstream","target":"llvm-16","verdict":"unknown","outcome":"unknown","remedy":"not-tried"}
{"type":"skipped","file":"x","reason":"io","message":"m"}
{"type":"summary","programs":1}
"#;

    #[test]
    fn both_forms_are_read() {
        let own = read(OWN).unwrap();
        assert_eq!(own.findings(), 2);
        assert!(own.note.as_ref().unwrap().contains("0.0.1"));
        let cell = own.cell(Path::new("/p/models"), "a.pte", "executorch-0.5.0").unwrap();
        assert!(cell.contains(&("OL2014".into(), "XnnpackBackend".into())));
        assert!(own.cell(Path::new("/p"), "models/a.pte", "executorch-0.6.0").is_none());
        let scan = read(SCAN).unwrap();
        assert_eq!(scan.findings(), 2);
        assert_eq!(scan.note, None);
        assert!(scan.cell(Path::new("/p"), "models/../models/a.pte", "executorch-0.5.0").is_some());
        assert!(scan.cell(Path::new("/p"), "models/b.bc", "llvm-16").unwrap().contains(&<_>::default()));
    }

    #[test]
    fn what_is_none_is_refused() {
        for (text, why) in [
            ("", "it is not a baseline"),
            ("{}", "it is not a baseline"),
            ("\u{0}\u{1}", "it is not a baseline"),
            (&*OWN.replace("baseline/1", "baseline/2"), "it has the schema outlast/baseline/2"),
            (&*SCAN.replace("scan/1", "scan/7"), "it has the schema outlast/scan/7"),
            (
                r#"{"type":"scan","schema":"outlast/scan-journal/1"}"#,
                "it has the schema outlast/scan-journal/1",
            ),
            (&*OWN.replace("\"target\"", "\"tarket\""), "line 2: missing field `target`"),
            (&SCAN[..SCAN.len() - 40], "line"),
            (SCAN.rsplit_once("{\"type\":\"summary").unwrap().0, "it ends before the line of type `summary`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
        for end in (0..SCAN.len()).filter(|end| SCAN.is_char_boundary(*end)) {
            let _ = read(&SCAN[..end]);
        }
    }
}
