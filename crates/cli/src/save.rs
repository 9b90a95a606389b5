//! [`save()`]: a program file is written beside its place, read back and checked before it takes its name. Whatever goes
//! wrong, nothing is left behind and nothing is lost.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, bail};
use outlast::Output;
use outlast::convert::{Blocker, ConvertError};

use crate::input::{self, Input};

/// Where a command writes a file: a path, or standard output as `-`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of the place in answers.
pub(crate) fn name(path: &Path) -> String {
    if is_stdout(path) { "<stdout>".into() } else { input::name(path) }
}

/// Demands that `path` can be written to: not one of the inputs, not a directory, not a terminal.
pub(crate) fn check_place(path: &Path, inputs: &[&Path]) -> anyhow::Result<()> {
    if is_stdout(path) {
        if io::stdout().is_terminal() {
            bail!("will not write a binary file to a terminal: give -o FILE, or redirect standard output");
        }
        return Ok(());
    }
    if path.is_dir() {
        bail!("{} is a directory; give the name of the file to write", path.display());
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        bail!("cannot write {}: there is no folder {}", path.display(), folder.display());
    }
    if path.file_name().is_none() {
        bail!("{} is not the name of a file", path.display());
    }
    // A device or a pipe would be replaced by a file, not written to.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        bail!(
            "{} is not a regular file; give the name of the file to write, or - for standard output",
            path.display()
        );
    }
    let canonical = |p: &Path| fs::canonicalize(p).ok();
    if let Some(place) = canonical(path)
        && inputs.iter().any(|input| canonical(input::outer(input)).as_ref() == Some(&place))
    {
        bail!("{} is an input: give another name, the original is not overwritten", path.display());
    }
    Ok(())
}

/// Writes a file. `check` sees it as it was read back; only if it agrees does the file take its name.
pub(crate) fn save<T>(
    path: &Path,
    output: &Output<'_>,
    check: impl FnOnce(&[u8]) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if is_stdout(path) {
        let bytes = output.to_vec();
        let checked = check(&bytes)?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(&bytes)?;
        stdout.flush()?;
        return Ok(checked);
    }
    // A link stays a link: the file that it leads to is replaced.
    let path = &followed(path);
    let temporary_file = Temporary(temporary(path)?);
    let cannot = || format!("cannot write {}", path.display());
    {
        let mut file = BufWriter::new(File::create_new(&temporary_file.0).with_context(cannot)?);
        output.write_to(&mut file).with_context(cannot)?;
        let file = file.into_inner().map_err(io::IntoInnerError::into_error).with_context(cannot)?;
        file.sync_all().with_context(cannot)?;
    }
    let written: Input = input::open(&temporary_file.0)
        .map_err(|failure| anyhow::anyhow!(failure.message()))
        .with_context(cannot)?;
    let checked = check(&written)?;
    drop(written);
    if let Ok(there) = fs::metadata(path) {
        fs::set_permissions(&temporary_file.0, there.permissions()).with_context(cannot)?;
    }
    fs::rename(&temporary_file.0, path).with_context(cannot)?;
    Ok(checked)
}

/// Where a path leads, if it is a link to something that is there.
fn followed(path: &Path) -> PathBuf {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()),
        _ => path.to_path_buf(),
    }
}

/// Whether two paths are one file to write, although neither may be there yet.
pub(crate) fn is_same_place(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let path = followed(path);
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        (
            fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf()),
            path.file_name().map(ToOwned::to_owned),
        )
    };
    a == b || place(a) == place(b)
}

/// A name in the same folder that nobody has. Not from the name of the file, which may be as long as names can be.
fn temporary(path: &Path) -> anyhow::Result<PathBuf> {
    if path.file_name().is_none() {
        bail!("{} is not the name of a file", path.display());
    }
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".outlast.{}.{count}", std::process::id())))
}

/// A file that is removed unless it was renamed.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Demands that verification finds no errors in what was written.
pub(crate) fn expect_sound(written: &[u8]) -> anyhow::Result<()> {
    let (_, findings) = outlast::verify(written).map_err(|error| anyhow::anyhow!("the output: {error}"))?;
    match findings.iter().find(|d| d.severity == outlast::Severity::Error) {
        None => Ok(()),
        Some(error) => bail!("the output is not sound: {}: {}: please report this", error.code, error.title),
    }
}

/// Why an input of a known kind is not taken: the first error that verification finds.
pub(crate) fn unsound(name: &str, bytes: &[u8]) -> Option<String> {
    let (_, findings) = outlast::verify(bytes).ok()?;
    let error = findings.iter().find(|d| d.severity == outlast::Severity::Error)?;
    Some(format!("{name} is not sound: {}: {}; see `outlast verify`", error.code, error.title))
}

/// Refuses an input that is not sound.
pub(crate) fn demand_sound(name: &str, bytes: &[u8]) -> Result<(), ConvertError> {
    let Some(why) = unsound(name, bytes) else { return Ok(()) };
    let (subject, place) = (name.to_string(), Default::default());
    Err(ConvertError::Refused(vec![Blocker { code: None, subject, why, place, help: None }]))
}
