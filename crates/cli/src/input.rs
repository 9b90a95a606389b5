//! Input files: mapped ([`map`]), or read where that is cheaper or the only way. The only module of the command line where files are opened for
//! reading: each is entered in `places`, so that it is not overwritten.
//!
//! What a user names may be anything; what has no end, such as `/dev/zero`, is read up to a limit (`--max-size`): see [`Limit`]. What was found in a
//! folder, and what another file names, is a regular file ([`open_found`]), whatever it becomes between a look and the opening.
//!
//! A name with `!` in it, if there is no file of that name, is the address of a file in a file: `lib.a!member.o!.llvmbc`.

mod map;

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::bail;
use outlast::{Detection, detect};
use outlast_report::{Cause, Failure};

use crate::path_conflicts;
use crate::size::{Size, show_size};
use map::Mapped;
pub(crate) use map::release;

/// Files smaller than this are read: a mapping costs more.
const MAP_FROM: u64 = 64 * 1024;

/// Bytes of an input where `--max-size` does not say: more than any file has that these formats are made for.
pub(crate) const MAX_SIZE: u64 = 64 << 30;

/// Bytes of a stream whose beginning is that of no known file, where `--max-size` does not say: it is held in memory, and it
/// may have no end.
const MAX_UNKNOWN: u64 = 256 << 20;

/// Bytes of a text, such as a profile or a list of operators. Real ones have some megabytes.
const MAX_TEXT: u64 = 256 << 20;

/// How much is read to tell what a stream is.
const BEGINNING: u64 = 64 * 1024;

/// How many bytes an input may have.
#[derive(Clone, Copy, Debug)]
struct Limit {
    /// Of a file, and of a stream that begins as a known file does.
    known: u64,
    /// Of another stream.
    unknown: u64,
    /// Whether what says that it has no bytes is read all the same, as files of the system are.
    reads_empty: bool,
    /// Whether `--max-size` says more.
    grows: bool,
}

/// `--max-size`, if it was given.
static MAX: OnceLock<u64> = OnceLock::new();

/// Takes `--max-size`; to be called once, before any input is opened.
pub(crate) fn set_limit(size: Option<Size>) {
    if let Some(Size(size)) = size {
        let _ = MAX.set(size);
    }
}

impl Limit {
    const BINARY: Limit = Limit { known: MAX_SIZE, unknown: MAX_UNKNOWN, reads_empty: true, grows: true };
    const TEXT: Limit = Limit { known: MAX_TEXT, unknown: MAX_TEXT, reads_empty: true, grows: true };

    /// So many bytes, or fewer where `--max-size` says that.
    fn at_most(bytes: u64) -> Limit {
        let bytes = MAX.get().map_or(bytes, |size| bytes.min(*size));
        Limit { known: bytes, unknown: bytes, reads_empty: true, grows: false }
    }

    /// What `--max-size` says, or else this.
    fn or_given(self) -> Limit {
        MAX.get().map_or(self, |size| Limit { known: *size, unknown: *size, ..self })
    }

    /// Of a file that nobody named.
    fn of_found(self) -> Limit {
        Limit { reads_empty: false, ..self }
    }
}

/// The bytes of a file, or of a file in a file.
#[derive(Debug)]
pub(crate) struct Input {
    data: Data,
    part: Option<Part>,
}

#[derive(Debug)]
enum Data {
    Read(Vec<u8>),
    Mapped(Arc<Mapped>),
}

/// Bytes of a file that are a file of their own.
#[derive(Debug)]
struct Part {
    range: Range<usize>,
    place: String,
}

impl Data {
    fn bytes(&self) -> &[u8] {
        match self {
            Data::Read(bytes) => bytes,
            Data::Mapped(map) => map,
        }
    }
}

impl Input {
    /// Where the bytes are, if they are a part of a file: ``section .llvmbc of a.o, from 0x40 on``.
    pub(crate) fn place(&self) -> Option<&str> {
        self.part.as_ref().map(|part| part.place.as_str())
    }

    /// All of it, in memory.
    fn whole(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let bytes = self.to_vec();
        self.demand_whole(&name(path))?;
        Ok(bytes)
    }

    /// Demands that no bytes of it were cut off while they were looked at: to be asked before anything is said of the file.
    pub(crate) fn demand_whole(&self, name: &str) -> Result<(), Failure> {
        match &self.data {
            Data::Read(_) => Ok(()),
            Data::Mapped(map) => map.demand_whole().map_err(|error| unread(name, &error)),
        }
    }
}

/// Demands that no input was cut while it was looked at, except for those of which that was said: what is answered or written otherwise is of bytes that
/// no file had.
pub(crate) fn demand_all_whole() -> anyhow::Result<()> {
    match map::untold() {
        Some(name) => {
            bail!("{name}: it shrank while it was read, so it was not judged or written; try again")
        }
        None => Ok(()),
    }
}

fn shrank(from: u64, to: u64) -> io::Error {
    io::Error::other(format!("it shrank from {from} to {to} bytes while it was read; try again"))
}

fn unread(name: &str, error: &io::Error) -> Failure {
    Failure { file: name.to_string(), cause: Cause::Io(explain(error)) }
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let bytes = self.data.bytes();
        match &self.part {
            Some(part) => bytes.get(part.range.clone()).unwrap_or_default(),
            None => bytes,
        }
    }
}

/// The name of a file for messages and results.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

/// Opens a file; `-` is standard input. A path that exists is a file, whatever its name.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    open_within(path, Limit::BINARY)
}

/// Opens one of many files that a user named, which are read only.
pub(crate) fn open_in_passing(path: &Path) -> Result<Input, Failure> {
    take_one(path, file(path), Limit::BINARY.or_given(), true)
}

/// Opens one of many files that nobody named: it was found in a folder, or another file names it. It is read only, and a regular file.
pub(crate) fn open_found(path: &Path) -> Result<Input, Failure> {
    take_one(path, regular(path), Limit::BINARY.or_given().of_found(), true)
}

/// As [`open_found`], of one of few files, which has to be in a folder, whose path is without links, whatever links lead to: not outside of it.
pub(crate) fn open_inside(path: &Path, folder: Option<&Path>) -> Result<Input, Failure> {
    take_one(path, inside(path, folder), Limit::BINARY.or_given().of_found(), false)
}

/// As [`open_inside`], of a text of at most so many bytes.
pub(crate) fn open_text_inside(path: &Path, folder: Option<&Path>, most: u64) -> Result<String, Failure> {
    let input = take_one(path, inside(path, folder), Limit::at_most(most).of_found(), false)?;
    text(path, input)
}

/// As [`open_found`], of one of few texts.
pub(crate) fn open_found_text(path: &Path) -> Result<String, Failure> {
    open_text_inside(path, None, MAX_TEXT)
}

fn take_one(
    path: &Path,
    file: io::Result<File>,
    limit: Limit,
    is_in_passing: bool,
) -> Result<Input, Failure> {
    let name = name(path);
    let data = file.and_then(|file| {
        let entered = match is_in_passing {
            true => path_conflicts::reads_in_passing(&name, &file),
            false => path_conflicts::reads(&name, &file, Some(path)),
        };
        entered.map_err(io::Error::other)?;
        take(file, &name, limit)
    });
    Ok(Input { data: data.map_err(|error| unread(&name, &error))?, part: None })
}

fn open_within(path: &Path, limit: Limit) -> Result<Input, Failure> {
    if let Some((file, address)) = split(path) {
        return open_part(file, address);
    }
    let limit = limit.or_given();
    let data = if path.as_os_str() == "-" { read_stdin(limit) } else { open_file(path, limit) };
    Ok(Input { data: data.map_err(|error| unread(&name(path), &error))?, part: None })
}

/// The first bytes of a regular file, to see whether it is an input at all.
pub(crate) fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = regular(path)?;
    let len = file.metadata()?.len();
    file.take(BEGINNING.min(len)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file that this process has written, as it is on disk.
pub(crate) fn read_back(mut file: &File) -> io::Result<Input> {
    file.rewind()?;
    let mapped = match file.metadata()?.len() {
        len if len >= MAP_FROM => Mapped::new(file, "the output")?,
        _ => None,
    };
    let data = match mapped {
        Some(mapped) => Data::Mapped(mapped),
        None => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Data::Read(bytes)
        }
    };
    Ok(Input { data, part: None })
}

/// The file that a name leads to: that of an address in it, or itself.
pub(crate) fn on_disk(path: &Path) -> &Path {
    split(path).map_or(path, |(file, _)| file)
}

/// The file and the address in it that a name stands for, if there is no file of this name.
fn split(path: &Path) -> Option<(&Path, &str)> {
    let text = path.to_str().filter(|text| text.contains('!') && !path.exists())?;
    let splits = text.rmatch_indices('!').map(|(at, _)| (Path::new(&text[..at]), &text[at + 1..]));
    splits.into_iter().find(|(file, address)| {
        !address.is_empty() && (file.as_os_str() == "-" || file.metadata().is_ok_and(|m| !m.is_dir()))
    })
}

fn open_part(file: &Path, address: &str) -> Result<Input, Failure> {
    let whole = open(file)?;
    let located = outlast::detect::locate(&whole, address);
    let located =
        located.map_err(|why| Failure { file: name(file), cause: Cause::Impossible(why.to_string()) })?;
    let (place, start) = (&located.place, located.range.start);
    let Some(unpacked) = &located.unpacked else {
        let place = format!("{place} of {}, from 0x{start:x} on", name(file));
        return Ok(Input { data: whole.data, part: Some(Part { range: located.range, place }) });
    };
    let place = format!("{place} of {}, from 0x{start:x} on of what is unpacked", name(file));
    whole.demand_whole(&name(file))?;
    Ok(Input { data: Data::Read(unpacked.to_vec()), part: Some(Part { range: located.range, place }) })
}

/// A text file, such as a profile.
pub(crate) fn open_text(path: &Path) -> Result<String, Failure> {
    text(path, open_within(path, Limit::TEXT)?)
}

fn text(path: &Path, input: Input) -> Result<String, Failure> {
    let bytes = match (input.data, input.part) {
        (Data::Read(bytes), None) => bytes,
        (data, part) => Input { data, part }.whole(path)?,
    };
    let text = String::from_utf8(bytes);
    text.map_err(|_| Failure { file: name(path), cause: Cause::Io("not text: it is not UTF-8".into()) })
}

#[expect(clippy::disallowed_methods, reason = "standard input is read here and nowhere else")]
fn read_stdin(limit: Limit) -> io::Result<Data> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    let stdin = io::stdin();
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is named twice; it can be read once"));
    }
    if stdin.is_terminal() {
        return Err(io::Error::other("standard input is a terminal; give a file, or pipe one in"));
    }
    match stdin_file(&stdin) {
        Some(file) => {
            path_conflicts::reads("<stdin>", &file, None).map_err(io::Error::other)?;
            take(file, "<stdin>", limit)
        }
        None => read_stream(stdin.lock(), limit),
    }
}

/// Standard input as a file, which may be one on disk.
#[cfg(unix)]
fn stdin_file(stdin: &io::Stdin) -> Option<File> {
    use std::os::fd::AsFd;
    stdin.as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(unix))]
fn stdin_file(_: &io::Stdin) -> Option<File> {
    None
}

#[expect(clippy::disallowed_methods, reason = "files are opened for reading here and nowhere else")]
fn file(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// A regular file, opened without waiting: what was a file a moment ago may be a pipe or a device now.
fn regular(path: &Path) -> io::Result<File> {
    let demand = |metadata: &Metadata| match metadata {
        metadata if metadata.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        metadata if !metadata.is_file() => {
            Err(io::Error::other("not a regular file, and not named by the command line"))
        }
        _ => Ok(()),
    };
    // To open a device may already do something to it.
    demand(&fs::metadata(path)?)?;
    let file = without_waiting(path)?;
    demand(&file.metadata()?)?;
    Ok(file)
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "files are opened for reading here and nowhere else")]
fn without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    fs::OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)
}

#[cfg(not(unix))]
fn without_waiting(path: &Path) -> io::Result<File> {
    file(path)
}

/// A regular file in a folder, whose path has no links.
fn inside(path: &Path, folder: Option<&Path>) -> io::Result<File> {
    let file = regular(path)?;
    if let Some(folder) = folder {
        let real = fs::canonicalize(path)?;
        if !real.starts_with(folder) {
            return Err(outside());
        }
        // What was opened is what is there.
        if !path_conflicts::is_same_file(&file.metadata()?, &fs::metadata(&real)?) {
            return Err(io::Error::other("it was replaced while it was opened"));
        }
    }
    Ok(file)
}

/// Why a file is not opened that leads out of the folder it has to be in.
pub(crate) fn outside() -> io::Error {
    io::Error::other(
        "it leads out of the folder of the outlast.toml that names it, which was not named: --config FILE allows that",
    )
}

fn open_file(path: &Path, limit: Limit) -> io::Result<Data> {
    let file = file(path)?;
    let name = name(path);
    path_conflicts::reads(&name, &file, Some(path)).map_err(io::Error::other)?;
    take(file, &name, limit)
}

/// The bytes of an open file.
fn take(mut file: File, name: &str, limit: Limit) -> io::Result<Data> {
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let len = metadata.len();
    if metadata.is_file() && len > limit.known {
        return Err(too_large(&format!("it has {len} bytes"), limit.known, limit.grows));
    }
    // Standard input may have been read from already, by whoever started this process.
    let at = if metadata.is_file() { file.stream_position()? } else { 0 };
    if metadata.is_file() && len >= MAP_FROM && at == 0 {
        // The map is read-only and nothing in this process writes to the file.
        if let Some(map) = Mapped::new(&file, name)? {
            // Whoever reads standard input after this process finds it at its end, as if it had been read.
            file.seek(SeekFrom::End(0))?;
            return Ok(Data::Mapped(map));
        }
    }
    // Files of the system say that they have no bytes, and are read as streams are.
    if metadata.is_file() && (len > 0 || !limit.reads_empty) {
        let left = len.saturating_sub(at);
        if left > MAX_UNKNOWN {
            return Err(io::Error::other("too many large files are open at once"));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(left).unwrap_or(0).saturating_add(1));
        // What is added meanwhile is not read: it might have no end.
        file.take(left).read_to_end(&mut bytes)?;
        return match bytes.len() as u64 {
            read if read < left => Err(shrank(len, at.saturating_add(read))),
            _ => Ok(Data::Read(bytes)),
        };
    }
    // Pipes and devices have no length: they are read to their end, or to the limit.
    read_stream(file, limit)
}

/// Reads to the end. Memory grows with what comes, and never beyond the limit.
fn read_stream(mut stream: impl Read, limit: Limit) -> io::Result<Data> {
    let mut bytes = Vec::new();
    let most = limit.known.max(limit.unknown);
    stream.by_ref().take(BEGINNING.min(most.saturating_add(1))).read_to_end(&mut bytes)?;
    let (most, why) = match is_known(&bytes) {
        true => (limit.known, "more follows"),
        false => (limit.unknown, "an unrecognised file format, and more follows"),
    };
    let have = bytes.len() as u64;
    if have >= BEGINNING && have <= most {
        stream.take((most - have).saturating_add(1)).read_to_end(&mut bytes)?;
    }
    match bytes.len() as u64 > most {
        true => Err(too_large(why, most, limit.grows)),
        false => Ok(Data::Read(bytes)),
    }
}

/// Whether a stream begins as programs, objects and arrays do.
fn is_known(beginning: &[u8]) -> bool {
    matches!(detect(beginning), Detection::Known(_)) || outlast::arrays::is_file_of_arrays(beginning)
}

fn too_large(found: &str, limit: u64, grows: bool) -> io::Error {
    let (limit, help) = (show_size(limit), if grows { "; --max-size SIZE takes larger inputs" } else { "" });
    io::Error::other(format!("larger than {limit}: {found}{help}"))
}

/// What the system says, in words that name the cause.
fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "this is a directory; name the files in it".into(),
        _ => error.to_string(),
    }
}
