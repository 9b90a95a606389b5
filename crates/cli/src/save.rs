//! [`save()`]: a program file is written beside its place, read back and checked before it takes its name. Whatever goes
//! wrong, nothing is left behind and nothing is lost. [`Report`]: the same for answers that go to a file.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Read, Seek, Write};
use std::path::Path;

use anyhow::{Context, bail};
use outlast::CodeMeaning as _;
use outlast::Output;
use outlast::convert::{Blocker, ConvertError};
use sha2::{Digest, Sha256};

use crate::atomic_file::{AtomicFile, followed, publish};
use crate::input::{self, Input};
use crate::path_conflicts;

/// Bytes that are read back at a time.
const BLOCK: usize = 1 << 16;
/// Bytes that are held at a time of what is copied.
const PART: usize = 1 << 22;
/// Bytes that are worth asking the system to take back.
const RELEASED: usize = 1 << 16;

/// Where a command writes a file: a path, or standard output as `-`.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of the place in answers.
pub(crate) fn name(path: &Path) -> String {
    if is_stdout(path) { "<stdout>".into() } else { input::name(path) }
}

/// Demands that `path` can be written to: not an input, not a directory, not a terminal. Inputs that are opened later are
/// compared with it then.
pub(crate) fn check_place(path: &Path) -> anyhow::Result<()> {
    if is_stdout(path) {
        if io::stdout().is_terminal() {
            bail!("will not write a binary file to a terminal: give -o FILE, or redirect standard output");
        }
        return Ok(());
    }
    check_file(path)
}

/// Demands that there can be a file at `path`, and that it is no input.
pub(crate) fn check_file(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        bail!("{} is a directory; give the name of the file to write", path.display());
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        bail!("cannot write {}: there is no folder {}", path.display(), folder.display());
    }
    if path.file_name().is_none() {
        bail!("{} is not the name of a file", path.display());
    }
    // A device or a pipe would be replaced by a file, not written to; of programs nothing is written before it was checked.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        bail!(
            "{} is not a regular file; give the name of the file to write, or - for standard output",
            path.display()
        );
    }
    path_conflicts::writes(path)
}

/// A file that is complete and checked, and has not its name yet.
#[derive(Debug)]
pub(crate) enum Staged {
    /// For standard output.
    Stdout(Vec<u8>),
    /// On disk.
    AtomicFile(AtomicFile),
}

/// Writes a file. `check` sees it as it was read back; only if it agrees does the file take its name.
pub(crate) fn save<T>(
    path: &Path,
    output: &Output<'_>,
    check: impl FnOnce(&[u8]) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (staged, checked) = stage(path, output, check)?;
    commit(vec![staged])?;
    Ok(checked)
}

/// Writes a file that [`commit`] will give its name. It is read back: it must be `output`, byte for byte, and `check` must
/// agree with it.
pub(crate) fn stage<T>(
    path: &Path,
    output: &Output<'_>,
    check: impl FnOnce(&[u8]) -> anyhow::Result<T>,
) -> anyhow::Result<(Staged, T)> {
    if is_stdout(path) {
        let bytes = output.to_vec();
        let checked = check(&bytes)?;
        input::demand_all_whole()?;
        return Ok((Staged::Stdout(bytes), checked));
    }
    let cannot = || format!("cannot write {}", path.display());
    let aside = AtomicFile::create(path)?;
    let mut file = BufWriter::new(aside.file());
    output.write_to(&mut Released(&mut file)).with_context(cannot)?;
    file.into_inner().map_err(io::IntoInnerError::into_error).with_context(cannot)?;
    compare(aside.file(), output).with_context(cannot)?;
    let written: Input = input::read_back(aside.file()).with_context(cannot)?;
    let checked = check(&written)?;
    input::demand_all_whole()?;
    Ok((Staged::AtomicFile(aside), checked))
}

/// Gives files their names: all of them, or none. Standard output comes first, because it cannot be taken back.
pub(crate) fn commit(staged: Vec<Staged>) -> anyhow::Result<()> {
    let mut asides = Vec::new();
    for file in staged {
        match file {
            Staged::AtomicFile(aside) => asides.push(aside),
            Staged::Stdout(bytes) => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(&bytes)?;
                stdout.flush()?;
            }
        }
    }
    publish(&asides)
}

/// Compares a file with what was written to it, block by block.
fn compare(mut file: &fs::File, output: &Output<'_>) -> io::Result<()> {
    file.rewind()?;
    let mut found = Compared { file, block: vec![0; BLOCK] };
    output.write_to(&mut Released(&mut found))?;
    found.end()
}

/// Passes bytes on in parts, and gives back the memory of those that stand in an input.
struct Released<W>(W);

impl<W: Write> Write for Released<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = &bytes[..bytes.len().min(PART)];
        self.0.write_all(part)?;
        if part.len() >= RELEASED {
            input::release(part);
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether two files in memory are the same; what was compared is given back.
pub(crate) fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one.chunks(PART).zip(other.chunks(PART)).all(|(one, other)| {
            let same = one == other;
            input::release(one);
            input::release(other);
            same
        })
}

/// Takes what is written as what its file should have next.
struct Compared<'f> {
    file: &'f fs::File,
    block: Vec<u8>,
}

impl Compared<'_> {
    fn end(&mut self) -> io::Result<()> {
        match self.file.read(&mut self.block[..1])? {
            0 => Ok(()),
            _ => Err(differs()),
        }
    }
}

impl Write for Compared<'_> {
    fn write(&mut self, wanted: &[u8]) -> io::Result<usize> {
        let wanted = &wanted[..wanted.len().min(BLOCK)];
        let found = &mut self.block[..wanted.len()];
        match self.file.read_exact(found) {
            Ok(()) if found == wanted => Ok(wanted.len()),
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
            _ => Err(differs()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn differs() -> io::Error {
    io::Error::other(
        "what was read back is not what was written: the disk is at fault, or another process wrote to the file",
    )
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
    let one_file = || match (fs::metadata(a), fs::metadata(b)) {
        (Ok(a), Ok(b)) => cfg!(unix) && path_conflicts::is_same_file(&a, &b),
        _ => false,
    };
    a == b || place(a) == place(b) || one_file()
}

/// Opens what an answer can be written to as it comes, where `path` names such: a pipe, or a device like `/dev/null`. Never
/// a disk.
#[cfg(unix)]
pub(crate) fn open_stream(path: &Path) -> anyhow::Result<Option<fs::File>> {
    use std::os::unix::fs::FileTypeExt;
    let Ok(found) = fs::metadata(path).map(|found| found.file_type()) else { return Ok(None) };
    if !found.is_char_device() && !found.is_fifo() {
        return Ok(None);
    }
    #[expect(clippy::disallowed_methods, reason = "nothing is replaced")]
    let opened = fs::OpenOptions::new().write(true).open(path);
    Ok(Some(opened.with_context(|| format!("cannot write {}", path.display()))?))
}

#[cfg(not(unix))]
pub(crate) fn open_stream(_: &Path) -> anyhow::Result<Option<fs::File>> {
    Ok(None)
}

/// An answer on its way to a file. It takes its name with [`Report::finish`]; dropped before, it is gone, and what was
/// there is as it was.
#[derive(Debug)]
pub(crate) struct Report {
    aside: AtomicFile,
    name: String,
    block: Vec<u8>,
    /// Of what was written: answers are too long to be held until they are compared.
    digest: Sha256,
}

impl Report {
    /// Starts an answer.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Report> {
        check_file(path)?;
        let aside = AtomicFile::create(path)?;
        Ok(Report { aside, name: input::name(path), block: Vec::with_capacity(BLOCK), digest: Sha256::new() })
    }

    /// Where it goes.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Reads it back, compares it with what was written, and gives it its name.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let emptied = self.empty();
        let cannot = || format!("cannot write {}", self.name);
        emptied.with_context(cannot)?;
        let mut file = self.aside.file();
        let mut found = Sha256::new();
        let mut block = vec![0; BLOCK];
        file.rewind().with_context(cannot)?;
        loop {
            match file.read(&mut block).with_context(cannot)? {
                0 => break,
                n => found.update(&block[..n]),
            }
        }
        if found.finalize() != self.digest.clone().finalize() {
            return Err(differs()).with_context(cannot);
        }
        publish(std::slice::from_ref(&self.aside))
    }

    fn empty(&mut self) -> io::Result<()> {
        self.digest.update(&self.block);
        self.aside.file().write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.block.len() + bytes.len() > BLOCK {
            self.empty()?;
        }
        let bytes = &bytes[..bytes.len().min(BLOCK)];
        self.block.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // Nobody sees it before it is finished.
        Ok(())
    }
}

/// Demands that verification finds no errors in what was written.
pub(crate) fn expect_sound(written: &[u8]) -> anyhow::Result<()> {
    let (_, findings) = outlast::verify(written).map_err(|error| anyhow::anyhow!("the output: {error}"))?;
    match findings.iter().find(|d| d.severity == outlast::Severity::Error && !d.code.is_risk()) {
        None => Ok(()),
        Some(error) => bail!("the output is not sound: {}: {}: please report this", error.code, error.title),
    }
}

/// Why an input of a known kind is not taken: the first error that verification finds.
pub(crate) fn unsound(name: &str, bytes: &[u8]) -> Option<String> {
    let (_, findings) = outlast::verify(bytes).ok()?;
    let error = findings.iter().find(|d| d.severity == outlast::Severity::Error && !d.code.is_risk())?;
    Some(format!("{name} is not sound: {}: {}; see `outlast verify`", error.code, error.title))
}

/// Refuses an input that is not sound.
pub(crate) fn demand_sound(name: &str, bytes: &[u8]) -> Result<(), ConvertError> {
    let Some(why) = unsound(name, bytes) else { return Ok(()) };
    let (subject, place) = (name.to_string(), Default::default());
    Err(ConvertError::Refused(vec![Blocker::new(why).subject(subject).place(place)]))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests look at the files themselves")]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::PathBuf;

    use outlast::Output;

    use super::{BLOCK, Report, compare};
    use crate::atomic_file::AtomicFile;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("outlast-save-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_is_on_disk_is_compared_with_what_was_meant() {
        let folder = folder("compared");
        let bytes: Vec<u8> = (0..200_000u32).map(|n| n.to_le_bytes()[0] ^ n.to_le_bytes()[1]).collect();
        let mut output = Output::of(&bytes[..70_000]);
        output.append(Output::weights(&bytes[70_000..]));
        output.pad_to(300_000);
        let whole = output.to_vec();
        let outcome = |written: &[u8]| {
            let aside = AtomicFile::create(&folder.join("out")).unwrap();
            aside.file().write_all(written).unwrap();
            compare(aside.file(), &output)
        };
        outcome(&whole).unwrap();
        for at in [0, BLOCK - 1, BLOCK, 69_999, 70_000, 199_999, 200_000, 299_999] {
            let mut other = whole.clone();
            other[at] ^= 1;
            assert!(outcome(&other).is_err(), "byte {at}");
        }
        assert!(outcome(&whole[..299_999]).is_err());
        assert!(outcome(&[&whole[..], &[0]].concat()).is_err());
        assert!(outcome(&[]).is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_report_that_somebody_changed_does_not_take_its_name() {
        let folder = folder("report");
        let place = folder.join("report");
        let write = |disturb: &dyn Fn(&PathBuf)| {
            let mut report = Report::create(&place).unwrap();
            (0..50_000).for_each(|n| write!(report, "line {n} ").unwrap());
            let mut entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
            disturb(&entries.find(|path| *path != place).unwrap());
            report.finish()
        };
        write(&|_| {}).unwrap();
        let text = fs::read_to_string(&place).unwrap();
        assert!(text.starts_with("line 0 line 1 ") && text.ends_with("line 49999 "));
        let overwrite =
            |path: &PathBuf| fs::OpenOptions::new().write(true).open(path).unwrap().write_all(b"!").unwrap();
        assert!(format!("{:#}", write(&overwrite).unwrap_err()).contains("read back"));
        let cut = |path: &PathBuf| fs::OpenOptions::new().write(true).open(path).unwrap().set_len(5).unwrap();
        assert!(write(&cut).is_err());
        assert!(write(&|path| fs::remove_file(path).unwrap()).is_err());
        assert_eq!(fs::read_to_string(&place).unwrap(), text);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
