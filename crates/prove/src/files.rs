//! Files that a runtime had in its hands: they may be pipes, devices or endless by now. Only regular files are read and written, without waiting,
//! and only so many bytes.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::Path;

/// Bytes of a file that are read. Outputs of real programs have some megabytes.
const MOST: u64 = 1 << 30;

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, MOST)
}

/// The text of a file of at most so many bytes.
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_within(path, most)?).map_err(|_| io::Error::other("not text: it is not UTF-8"))
}

fn read_within(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // To open a device may already do something to it.
    demand(&std::fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    let file = without_waiting(options.read(true)).open(path)?;
    let metadata = file.metadata()?;
    demand(&metadata)?;
    if metadata.len() > most {
        return Err(io::Error::other(format!(
            "it has {} bytes: no more than {most} are read",
            metadata.len()
        )));
    }
    let mut bytes = Vec::new();
    // What is added meanwhile may have no end.
    file.take(metadata.len()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file, in the place of what is there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => std::fs::remove_file(path)?,
        Err(_) => {}
    }
    let mut options = OpenOptions::new();
    without_waiting(options.write(true).create_new(true)).open(path)?.write_all(bytes)
}

fn demand(metadata: &std::fs::Metadata) -> io::Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("not a regular file")),
    }
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0))
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &OpenOptions {
    options
}

#[cfg(test)]
mod tests {
    use super::{read, read_within, write};

    #[test]
    fn only_regular_files_and_only_so_many_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("f");
        write(&path, b"1234").unwrap();
        assert_eq!(read(&path).unwrap(), b"1234");
        assert!(read_within(&path, 3).unwrap_err().to_string().contains("no more than 3"));
        write(&path, b"5").unwrap();
        assert_eq!(read(&path).unwrap(), b"5");
        assert!(read(folder.path()).is_err() && write(folder.path(), b"").is_err());
        #[cfg(unix)]
        {
            let pipe = folder.path().join("pipe");
            assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            assert!(read(&pipe).unwrap_err().to_string().contains("not a regular file"));
            write(&pipe, b"6").unwrap();
            assert_eq!(read(&pipe).unwrap(), b"6");
            let zero = folder.path().join("zero");
            std::os::unix::fs::symlink("/dev/zero", &zero).unwrap();
            assert!(read(&zero).is_err());
        }
    }
}
