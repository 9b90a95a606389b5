//! What this command reads and where it writes: no file is both.
//!
//! Every file that is opened for reading is entered here ([`reads`], called by `input` alone), and so is every place that
//! is going to be written ([`writes`]). Whichever comes second finds the other, by device and inode: names do not matter,
//! so that symbolic links, hard links, `file!member` and standard input redirected from a file are the file that they
//! lead to. [`writes`] is asked once more directly before a file takes its name, when all inputs have been opened.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::bail;

/// What tells one file from another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Identity {
    /// Device and inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// The path without links. In addition to the inode, because some network file systems give one file several.
    Path(PathBuf),
}

/// All that tells a file from others.
fn identities(metadata: Option<&Metadata>, path: Option<&Path>) -> Vec<Identity> {
    let path = path.and_then(real).map(Identity::Path);
    metadata.and_then(node).into_iter().chain(path).collect()
}

/// The path without links; of a file that is not there yet, that of its folder with its name.
fn real(path: &Path) -> Option<PathBuf> {
    let there = fs::canonicalize(path).ok();
    there.or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?.join(path.file_name()?))
    })
}

#[cfg(unix)]
fn node(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    // Devices and pipes hold nothing that could be lost, except disks, which are never written to: see `save`.
    metadata.is_file().then(|| Identity::Node(metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn node(_: &Metadata) -> Option<Identity> {
    None
}

/// What tells the file at a path from others now.
fn node_at(path: &Path) -> Option<Identity> {
    node(&fs::metadata(path).ok()?)
}

/// Files with their names.
type Files = HashMap<Identity, String>;

#[derive(Default, Debug)]
struct Places {
    read: Files,
    written: Files,
}

/// The name of a file that is among these.
fn find<'f>(files: &'f Files, wanted: &[Identity]) -> Option<&'f str> {
    wanted.iter().find_map(|identity| files.get(identity)).map(String::as_str)
}

fn enter(files: &mut Files, wanted: Vec<Identity>, name: &str) {
    for identity in wanted {
        files.entry(identity).or_insert_with(|| name.to_string());
    }
}

/// The name of standard output.
const STDOUT: &str = "<stdout>";

static PLACES: Mutex<Option<Places>> = Mutex::new(None);

fn places() -> MutexGuard<'static, Option<Places>> {
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The places, with standard output where a shell has redirected it to a file.
fn with<T>(act: impl FnOnce(&mut Places) -> T) -> T {
    let mut guard = places();
    act(guard.get_or_insert_with(|| {
        let mut places = Places::default();
        let stdout = stdout().and_then(|file| file.metadata()).ok();
        enter(&mut places.written, identities(stdout.as_ref(), None), STDOUT);
        places
    }))
}

#[cfg(unix)]
fn stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(not(unix))]
fn stdout() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether standard output is a file that was opened for reading: nothing must be written to it.
static STDOUT_IS_READ: AtomicBool = AtomicBool::new(false);

/// Whether standard output is an input.
pub(crate) fn stdout_is_read() -> bool {
    STDOUT_IS_READ.load(Ordering::Relaxed)
}

/// Enters a file that was opened for reading; `path` is `None` for standard input. Says why it must not be read where it
/// is to be written.
pub(crate) fn reads(name: &str, file: &File, path: Option<&Path>) -> Result<(), String> {
    let read = identities(file.metadata().ok().as_ref(), path);
    with(|places| {
        let clash = find(&places.written, &read).map(|written| {
            if written == STDOUT {
                STDOUT_IS_READ.store(true, Ordering::Relaxed);
            }
            let same = match written == name {
                true => "the output".into(),
                false => format!("the same file as the output {written}"),
            };
            format!("is an input and {same}: give the output another name, the original is not overwritten")
        });
        enter(&mut places.read, read, name);
        clash.map_or(Ok(()), Err)
    })
}

/// As [`reads`], for one of so many files that they are not kept: outputs must have been entered before.
pub(crate) fn reads_in_passing(name: &str, file: &File) -> Result<(), String> {
    let read = identities(file.metadata().ok().as_ref(), None);
    with(|places| match find(&places.written, &read) {
        Some(STDOUT) => {
            STDOUT_IS_READ.store(true, Ordering::Relaxed);
            Err("is an input and standard output".into())
        }
        Some(_) => Err(format!("{name} is the output of this command")),
        None => Ok(()),
    })
}

/// Whether a file that was found in a folder is one that this command writes, or another writes now: it is not looked at. Standard output counts, but
/// for a program, as its first bytes (`beginning`) say: what is added to one (`>>`) has to be refused by [`reads_in_passing`].
pub(crate) fn is_output(path: &Path, beginning: fn(&Path) -> io::Result<Vec<u8>>) -> bool {
    if is_temporary(path) {
        return true;
    }
    let (names, nodes) = with(|places| {
        let all = || places.written.keys();
        let is_name = |key: &Identity| match key {
            Identity::Path(written) => written.file_name() == path.file_name(),
            #[cfg(unix)]
            Identity::Node(..) => false,
        };
        (all().any(is_name), all().any(|key| !matches!(key, Identity::Path(_))))
    });
    if !names && !nodes {
        return false;
    }
    let metadata = fs::metadata(path).ok();
    let found = identities(metadata.as_ref().filter(|_| nodes), names.then_some(path));
    // An output that was replaced or deleted since may have left its node to this file.
    let here = metadata.as_ref().and_then(node);
    let is_there = |written: &String| written == STDOUT || node_at(Path::new(written)) == here;
    let written = with(|places| find(&places.written, &found).map(ToString::to_string));
    match written.filter(is_there).map(|written| written == STDOUT) {
        None => false,
        Some(false) => true,
        Some(true) => !beginning(path)
            .is_ok_and(|bytes| matches!(outlast::detect(&bytes), outlast::Detection::Known(_))),
    }
}

/// Whether a file has the name of one that is not complete yet: see `atomic_file`.
fn is_temporary(path: &Path) -> bool {
    let digits = path.file_name().and_then(|name| name.to_str()?.strip_prefix(TEMPORARY));
    digits.is_some_and(|digits| digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// How the name of a file begins that is not complete yet; 32 hexadecimal digits follow.
pub(crate) const TEMPORARY: &str = ".outlast.";

/// Enters a place that is to be written. Refuses a file that was opened for reading.
pub(crate) fn writes(path: &Path) -> anyhow::Result<()> {
    let name = path.to_string_lossy();
    let written = identities(fs::metadata(path).ok().as_ref(), Some(path));
    with(|places| {
        if let Some(read) = find(&places.read, &written) {
            let same = match read == name {
                true => "an input".into(),
                false => format!("the same file as the input {read}"),
            };
            bail!("{name} is {same}: give another name, the original is not overwritten");
        }
        enter(&mut places.written, written, &name);
        Ok(())
    })
}

/// Whether two open or named files are one file: what is at a path, and what was opened there.
pub(crate) fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    match (node(one), node(other)) {
        (Some(one), Some(other)) => one == other,
        // Without inodes there is nothing to compare.
        _ => one.is_file() == other.is_file(),
    }
}
