//! The journal of a scan (`--resume`): what was said of each file, so that a scan that was stopped goes on, and files that did not change are not
//! judged again.
//!
//! A line of JSON says what the answers hang on (version, targets, options); each that follows has a file, its size and time of change, what was
//! said of it, and what an `outlast.toml` asked of it (targets, data, basis). What that file ignores, and a baseline, are not in it: they are looked at
//! anew each time. It is written while the scan runs. The last line may be cut off: it counts as not written.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, anyhow};
use outlast_report::scan::Line;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::places;

/// What answers hang on.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Basis {
    schema: String,
    version: String,
    targets: Vec<String>,
    /// SHA-256 of what else they hang on.
    digest: String,
}

/// How a journal begins.
const BEGINNING: &[u8] = br#"{"schema":"outlast/scan-journal/1","#;

impl Basis {
    pub(super) fn new(targets: Vec<String>, all: &str) -> Basis {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Basis { schema: "outlast/scan-journal/1".into(), version, targets, digest: digest(all) }
    }
}

/// SHA-256 in hexadecimal digits.
pub(super) fn digest(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What tells whether a file changed: its size, and when it was changed, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct State {
    size: u64,
    changed: u64,
}

impl State {
    /// The state of a file; none of what is no file, which is judged each time.
    pub(super) fn of(path: &Path) -> Option<State> {
        let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let changed =
            metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos().try_into().ok()?;
        Some(State { size: metadata.len(), changed })
    }
}

#[expect(clippy::disallowed_methods, reason = "read and written at once; what is no journal is refused")]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).append(true).create(true).open(path)
}

#[derive(Serialize, Deserialize)]
struct Entry {
    file: String,
    #[serde(flatten)]
    state: State,
    /// SHA-256 of what a configuration asked of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    asked: String,
    lines: Vec<Line>,
}

/// The journal: where in it the answers on each file are, and its end, where more are added.
#[derive(Debug)]
pub(super) struct Journal {
    known: HashMap<String, (u64, State, String)>,
    read: BufReader<File>,
    write: BufWriter<File>,
    /// Why what was there is not used.
    pub(super) note: Option<String>,
}

impl Journal {
    /// Opens a journal, or begins one. One on another basis begins anew; what is none is refused.
    pub(super) fn open(path: &Path, basis: &Basis) -> anyhow::Result<Journal> {
        places::writes(path)?;
        let open = || open(path);
        let mut file = open().with_context(|| path.display().to_string())?;
        let mut read = BufReader::new(open()?);
        let (mut known, mut note, mut end) = (HashMap::new(), None, 0_u64);
        let refused = || anyhow!("{}: not a journal of a scan, and not overwritten", path.display());
        if !read.fill_buf()?.is_empty() && !read.buffer().starts_with(BEGINNING) {
            return Err(refused());
        }
        let mut line = Vec::new();
        if read.read_until(b'\n', &mut line)? > 0 {
            let Ok(head) = serde_json::from_slice::<Basis>(&line) else {
                return Err(refused());
            };
            if head == *basis {
                end = line.len() as u64;
                loop {
                    line.clear();
                    let length = read.read_until(b'\n', &mut line)? as u64;
                    let whole = line.strip_suffix(b"\n");
                    let Some(entry) = whole.and_then(|line| serde_json::from_slice::<Entry>(line).ok())
                    else {
                        break;
                    };
                    known.insert(entry.file, (end, entry.state, entry.asked));
                    end += length;
                }
            } else {
                note = Some(
                    "the journal is of other targets, options or another version: all files are judged again"
                        .into(),
                );
            }
        }
        file.set_len(end)?;
        if end == 0 {
            writeln!(file, "{}", serde_json::to_string(basis)?)?;
        }
        Ok(Journal { known, read, write: BufWriter::new(file), note })
    }

    /// What was said of a file in this state, if the same was asked.
    pub(super) fn answers(&mut self, file: &str, state: State, asked: &str) -> Option<Vec<Line>> {
        let (at, known, known_asked) = self.known.get(file)?;
        if *known != state || known_asked != asked {
            return None;
        }
        self.read.seek(SeekFrom::Start(*at)).ok()?;
        let mut line = String::new();
        self.read.read_line(&mut line).ok()?;
        Some(serde_json::from_str::<Entry>(&line).ok()?.lines)
    }

    /// Writes down what is said of a file; not where that hangs on other files, which may change or appear.
    pub(super) fn add(
        &mut self,
        file: String,
        state: State,
        asked: &str,
        lines: &[Line],
    ) -> anyhow::Result<()> {
        if super::judge::hangs_on_others(lines) {
            return Ok(());
        }
        let entry = Entry { file, state, asked: asked.to_string(), lines: lines.to_vec() };
        Ok(writeln!(self.write, "{}", serde_json::to_string(&entry)?)?)
    }

    /// Hands what was written to the system.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.write.flush()?)
    }
}
