//! The journal of a scan (`--resume`): what was said of each file, so that a scan that was stopped goes on, and files that did not change are not
//! judged again.
//!
//! A line of JSON says what the answers hang on (version, targets, options); each that follows has a file, its size and time of change, what was
//! said of it, and what an `outlast.toml` asked of it (targets, data, basis). What that file ignores, and a baseline, are not in it: they are looked at
//! anew each time. It is written while the scan runs. The last line may be cut off: it counts as not written.
//!
//! Names are held as the system has them: one that is no text has its bytes, in hexadecimal digits, in `bytes`.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, anyhow, bail};
use outlast_report::scan::Line;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{input, path_conflicts};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

#[expect(clippy::disallowed_methods, reason = "read and written at once; what is not a journal is refused")]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).append(true).create(true).open(path)
}

/// The name of a file: as text where it is text, and otherwise exactly, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Name<'n> {
    #[serde(borrow)]
    file: Cow<'n, str>,
    /// Its bytes in hexadecimal digits, where it is no text.
    #[serde(default, borrow, skip_serializing_if = "str::is_empty")]
    bytes: Cow<'n, str>,
}

impl Name<'static> {
    /// The name of a path.
    pub(super) fn from_path(path: &Path) -> Name<'static> {
        let bytes = match path.to_str() {
            Some(_) => String::new(),
            None => path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Name { file: input::name(path).into(), bytes: bytes.into() }
    }
}

/// What was said of a file, as a line has it.
#[derive(Deserialize)]
struct Entry {
    file: String,
    #[serde(default)]
    bytes: String,
    size: u64,
    changed: u64,
    /// SHA-256 of what a configuration asked of it.
    #[serde(default)]
    asked: String,
    lines: Vec<Line>,
}

/// The same, to be written.
#[derive(Serialize)]
struct NewEntry<'e> {
    #[serde(flatten)]
    name: &'e Name<'e>,
    size: u64,
    changed: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    asked: &'e str,
    lines: &'e [Line],
}

/// The same, where only the file matters.
#[derive(Deserialize)]
struct Named<'e> {
    #[serde(borrow)]
    file: Cow<'e, str>,
    #[serde(default, borrow)]
    bytes: Cow<'e, str>,
    #[serde(rename = "lines")]
    _lines: IgnoredAny,
}

/// The line of a journal that says of a file what was found; `None` where it was not read, or where that hangs on other files, which may change or appear.
pub(super) fn entry(
    name: &Name<'_>,
    state: State,
    asked: &str,
    lines: &[Line],
) -> anyhow::Result<Option<String>> {
    // What could not be read may be readable the next time.
    let is_unread = |line: &Line| matches!(line, Line::Skipped(skipped) if skipped.reason == "io");
    if super::judge::hangs_on_others(lines) || lines.iter().any(is_unread) {
        return Ok(None);
    }
    let State { size, changed } = state;
    Ok(Some(serde_json::to_string(&NewEntry { name, size, changed, asked, lines })? + "\n"))
}

/// What a line of a journal says of a file in this state, if the same was asked.
pub(super) fn answers(line: &str, name: &Name<'_>, state: State, asked: &str) -> Option<Vec<Line>> {
    let entry: Entry = serde_json::from_str(line).ok()?;
    let same = entry.file == name.file && entry.bytes == name.bytes;
    let same = same && (entry.size, entry.changed) == (state.size, state.changed);
    let same = same && entry.asked == asked;
    same.then_some(entry.lines)
}

/// The journal: where in it the answers on each file are, and its end, where more are added.
#[derive(Debug)]
pub(super) struct Journal {
    /// Places of lines by hashes of files' names. Of names with the same hash the last is found, and others are judged again.
    known: HashMap<u64, u64>,
    read: BufReader<File>,
    write: BufWriter<File>,
    /// Why what was there is not used.
    pub(super) note: Option<String>,
}

fn hash(file: &str, bytes: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (file, bytes).hash(&mut hasher);
    hasher.finish()
}

impl Journal {
    /// Opens a journal, or begins one. One on another basis starts over; what is none is refused.
    pub(super) fn open(path: &Path, basis: &Basis) -> anyhow::Result<Journal> {
        path_conflicts::writes(path)?;
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            bail!("{}: not a journal of a scan: not a regular file", path.display());
        }
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
                    let name = whole.and_then(|line| serde_json::from_slice::<Named<'_>>(line).ok());
                    let Some(name) = name else { break };
                    known.insert(hash(&name.file, &name.bytes), end);
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

    /// The line that may have what was said of a file: see [`answers`].
    pub(super) fn line(&mut self, name: &Name<'_>) -> Option<String> {
        let at = self.known.get(&hash(&name.file, &name.bytes))?;
        self.read.seek(SeekFrom::Start(*at)).ok()?;
        let mut line = String::new();
        self.read.read_line(&mut line).ok()?;
        Some(line)
    }

    /// Writes down a line: see [`entry`].
    pub(super) fn add(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(self.write.write_all(line.as_bytes())?)
    }

    /// Hands what was written to the system.
    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.write.flush()?)
    }
}
