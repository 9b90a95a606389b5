//! [`Version`]: major and minor, for what layouts cannot express.

use std::fmt;

/// The version of a format that is carried in a stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// Grows when old readers would misread new files: a field that means something else, say.
    pub major: u32,
    /// Grows when something is added that old readers pass over.
    pub minor: u32,
}

/// A file that is too new for a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooNew {
    /// The file's version.
    pub file: Version,
    /// The reader's.
    pub reader: Version,
}

impl Version {
    /// Whether a reader of version `reader` may read a file of this version: unless the file's major version is newer.
    ///
    /// # Errors
    ///
    /// [`TooNew`] with both versions.
    pub fn for_reader(self, reader: Version) -> Result<(), TooNew> {
        if self.major > reader.major { Err(TooNew { file: self, reader }) } else { Ok(()) }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl fmt::Display for TooNew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the file has version {}; this reader knows up to major version {}",
            self.file, self.reader.major
        )
    }
}

impl std::error::Error for TooNew {}
