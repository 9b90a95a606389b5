//! Input files: mapped, or read where that is cheaper or the only way. The one place of this workspace with `unsafe`.
//!
//! A name with `!` in it, if there is no file of that name, is the address of a file in a file: `lib.a!member.o!.llvmbc`.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;
use outlast_report::{Cause, Failure};

/// Files smaller than this are read: a mapping costs more.
const MAP_FROM: u64 = 64 * 1024;

/// The bytes of a file, or of a file in a file.
#[derive(Debug)]
pub(crate) struct Input {
    data: Data,
    part: Option<Part>,
}

#[derive(Debug)]
enum Data {
    Read(Vec<u8>),
    Mapped(Mmap),
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
    if let Some((file, address)) = split(path) {
        return open_part(file, address);
    }
    let data = if path.as_os_str() == "-" { read_stdin() } else { open_file(path) };
    let data = data.map_err(|error| Failure { file: name(path), cause: Cause::Io(explain(&error)) })?;
    Ok(Input { data, part: None })
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

/// The file on disk that a name stands for: what must not be overwritten.
pub(crate) fn outer(path: &Path) -> &Path {
    split(path).map_or(path, |(file, _)| file)
}

/// A text file, such as a profile.
pub(crate) fn open_text(path: &Path) -> Result<String, Failure> {
    let input = open(path)?;
    let text = std::str::from_utf8(&input).map(str::to_string);
    text.map_err(|_| Failure { file: name(path), cause: Cause::Io("not text: it is not UTF-8".into()) })
}

fn read_stdin() -> io::Result<Data> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    let stdin = io::stdin();
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("standard input is named twice; it can be read once"));
    }
    if stdin.is_terminal() {
        return Err(io::Error::other("standard input is a terminal; give a file, or pipe one in"));
    }
    let mut bytes = Vec::new();
    stdin.lock().read_to_end(&mut bytes)?;
    Ok(Data::Read(bytes))
}

fn open_file(path: &Path) -> io::Result<Data> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Pipes and devices have no length: they are read to their end.
    if metadata.is_file() && metadata.len() >= MAP_FROM {
        // The map is read-only and nothing in this process writes to the file.
        return map(&file).map(Data::Mapped);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Data::Read(bytes))
}

#[expect(unsafe_code, reason = "files of many gigabytes are looked into, not read: see the SAFETY comment")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is private to this process and read-only, so no code of ours can break the aliasing rules of the
    // `&[u8]` it is seen through. What remains is another process that changes the file meanwhile: bytes that change
    // under a reader give a wrong answer, but no reader here trusts a byte it has checked and reads again for memory
    // safety (all access is by checked slices); a file that is truncated meanwhile ends this process with SIGBUS. Both
    // are accepted, as every tool that maps its input accepts them.
    unsafe { Mmap::map(file) }
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
