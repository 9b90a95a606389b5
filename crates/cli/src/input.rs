//! Input files: mapped, or read where that is cheaper or the only way. The one place of this workspace with `unsafe`.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;
use outlast_report::{Cause, Failure};

/// Files smaller than this are read: a mapping costs more.
const MAP_FROM: u64 = 64 * 1024;

/// The bytes of a file.
#[derive(Debug)]
pub(crate) enum Input {
    Read(Vec<u8>),
    Mapped(Mmap),
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Input::Read(bytes) => bytes,
            Input::Mapped(map) => map,
        }
    }
}

/// The name of a file for messages and results.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy().into_owned() }
}

/// Opens a file; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<Input, Failure> {
    let input = if path.as_os_str() == "-" { read_stdin() } else { open_file(path) };
    input.map_err(|error| Failure { file: name(path), cause: Cause::Io(explain(&error)) })
}

/// A text file, such as a profile.
pub(crate) fn open_text(path: &Path) -> Result<String, Failure> {
    let input = open(path)?;
    let text = std::str::from_utf8(&input).map(str::to_string);
    text.map_err(|_| Failure { file: name(path), cause: Cause::Io("not text: it is not UTF-8".into()) })
}

fn read_stdin() -> io::Result<Input> {
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
    Ok(Input::Read(bytes))
}

fn open_file(path: &Path) -> io::Result<Input> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Pipes and devices have no length: they are read to their end.
    if metadata.is_file() && metadata.len() >= MAP_FROM {
        // The map is read-only and nothing in this process writes to the file.
        return map(&file).map(Input::Mapped);
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Input::Read(bytes))
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
