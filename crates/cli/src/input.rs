//! Input files: mapped, or read where that is cheaper or the only way. The one place of this workspace with `unsafe`, and the
//! only one of the command line where files are opened for reading: each is entered in `places`, so that it is not overwritten.
//!
//! What has no end, such as `/dev/zero`, is read up to a limit (`--max-size`): see [`Limit`].
//!
//! A name with `!` in it, if there is no file of that name, is the address of a file in a file: `lib.a!member.o!.llvmbc`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use memmap2::{Mmap, UncheckedAdvice};
use outlast::{Detection, detect};
use outlast_report::{Cause, Failure};

use crate::args::{Size, show_size};
use crate::places;

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
    const BINARY: Limit = Limit { known: MAX_SIZE, unknown: MAX_UNKNOWN };
    const TEXT: Limit = Limit { known: MAX_TEXT, unknown: MAX_TEXT };

    /// What `--max-size` says, or else this.
    fn or_given(self) -> Limit {
        MAX.get().map_or(self, |size| Limit { known: *size, unknown: *size })
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
    Mapped(Arc<Mmap>),
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

/// Opens one of many files, which are read only.
pub(crate) fn open_in_passing(path: &Path) -> Result<Input, Failure> {
    let open = || {
        let file = file(path)?;
        places::reads_in_passing(&name(path), &file).map_err(io::Error::other)?;
        take(file, Limit::BINARY.or_given())
    };
    let data = open().map_err(|error| Failure { file: name(path), cause: Cause::Io(explain(&error)) })?;
    Ok(Input { data, part: None })
}

fn open_within(path: &Path, limit: Limit) -> Result<Input, Failure> {
    if let Some((file, address)) = split(path) {
        return open_part(file, address);
    }
    let limit = limit.or_given();
    let data = if path.as_os_str() == "-" { read_stdin(limit) } else { open_file(path, limit) };
    let data = data.map_err(|error| Failure { file: name(path), cause: Cause::Io(explain(&error)) })?;
    Ok(Input { data, part: None })
}

/// The first bytes of a file, to see whether it is an input at all.
pub(crate) fn beginning(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file(path)?.take(BEGINNING).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file that this process has written, as it is on disk.
pub(crate) fn read_back(mut file: &File) -> io::Result<Input> {
    file.rewind()?;
    let data = match file.metadata()?.len() {
        len if len >= MAP_FROM => Data::Mapped(map(file)?),
        _ => {
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
    let place = format!("{} of {}, from 0x{:x} on", located.place, name(file), located.range.start);
    Ok(Input { data: whole.data, part: Some(Part { range: located.range, place }) })
}

/// A text file, such as a profile.
pub(crate) fn open_text(path: &Path) -> Result<String, Failure> {
    let input = open_within(path, Limit::TEXT)?;
    let text = std::str::from_utf8(&input).map(str::to_string);
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
            places::reads("<stdin>", &file, None).map_err(io::Error::other)?;
            take(file, limit)
        }
        None => read_stream(stdin.lock(), 0, limit),
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

fn open_file(path: &Path, limit: Limit) -> io::Result<Data> {
    let file = file(path)?;
    places::reads(&name(path), &file, Some(path)).map_err(io::Error::other)?;
    take(file, limit)
}

/// The bytes of an open file.
fn take(mut file: File, limit: Limit) -> io::Result<Data> {
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.is_file() && metadata.len() > limit.known {
        return Err(too_large(&format!("it has {} bytes", metadata.len()), limit.known));
    }
    // Standard input may have been read from already, by whoever started this process.
    if metadata.is_file() && metadata.len() >= MAP_FROM && file.stream_position().is_ok_and(|at| at == 0) {
        // The map is read-only and nothing in this process writes to the file.
        let map = map(&file)?;
        // Whoever reads standard input after this process finds it at its end, as if it had been read.
        file.seek(SeekFrom::End(0))?;
        return Ok(Data::Mapped(map));
    }
    // Pipes and devices have no length: they are read to their end, or to the limit.
    read_stream(file, metadata.len().min(MAP_FROM), limit)
}

/// Reads to the end, probably after `expected` bytes. Memory grows with what comes, and never beyond the limit.
fn read_stream(mut stream: impl Read, expected: u64, limit: Limit) -> io::Result<Data> {
    // One more, so that the end is found without more memory.
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0).saturating_add(1));
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
        true => Err(too_large(why, most)),
        false => Ok(Data::Read(bytes)),
    }
}

/// Whether a stream begins as programs, objects and arrays do.
fn is_known(beginning: &[u8]) -> bool {
    matches!(detect(beginning), Detection::Known(_)) || outlast::arrays::is_file_of_arrays(beginning)
}

fn too_large(found: &str, limit: u64) -> io::Error {
    let limit = show_size(limit);
    io::Error::other(format!("larger than {limit}: {found}; --max-size SIZE takes larger inputs"))
}

#[expect(unsafe_code, reason = "files of many gigabytes are looked into, not read: see the SAFETY comment")]
fn map(file: &File) -> io::Result<Arc<Mmap>> {
    // SAFETY: the map is private to this process and read-only, so no code of ours can break the aliasing rules of the
    // `&[u8]` it is seen through. What remains is another process that changes the file meanwhile: bytes that change
    // under a reader give a wrong answer, but no reader here trusts a byte it has checked and reads again for memory
    // safety (all access is by checked slices); a file that is truncated meanwhile ends this process with SIGBUS. Both
    // are accepted, as every tool that maps its input accepts them.
    let map = Arc::new(unsafe { Mmap::map(file) }?);
    let mut maps = MAPS.lock().unwrap_or_else(PoisonError::into_inner);
    maps.retain(|known| known.strong_count() > 0);
    maps.push(Arc::downgrade(&map));
    Ok(map)
}

/// The files that are mapped now.
static MAPS: Mutex<Vec<Weak<Mmap>>> = Mutex::new(Vec::new());

/// Gives back the memory of bytes of an input that will not be looked at soon: what is copied from one large file to another need
/// not be held. Bytes that are of no mapped file stay.
#[cfg(unix)]
#[expect(unsafe_code, reason = "pages of maps are given back: see the SAFETY comment")]
pub(crate) fn release(bytes: &[u8]) {
    let maps = MAPS.lock().unwrap_or_else(PoisonError::into_inner);
    for map in maps.iter().filter_map(Weak::upgrade) {
        let start = bytes.as_ptr().addr().checked_sub(map.as_ptr().addr());
        let Some(start) = start.filter(|start| start.saturating_add(bytes.len()) <= map.len()) else {
            continue;
        };
        // SAFETY: the map is of a file and read-only: pages that are given back are read from the file again where they are
        // looked at, with the bytes that they had.
        let advised = unsafe { map.unchecked_advise_range(UncheckedAdvice::DontNeed, start, bytes.len()) };
        // A system that does not take the advice holds the pages for longer.
        drop(advised);
    }
}

#[cfg(not(unix))]
pub(crate) fn release(_: &[u8]) {}

/// What the system says, in words that name the cause.
fn explain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "this is a directory; name the files in it".into(),
        _ => error.to_string(),
    }
}
