//! [`FileKind`]: what a file is called.

/// A kind of file, as answers name it. Which kinds there are, the families say, and the crate
/// `outlast-containers` for files that hold others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FileKind {
    name: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    holds_others: bool,
}

impl FileKind {
    /// A kind of file: its name in JSON, its name in text, the extensions that its files usually have.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        extensions: &'static [&'static str],
    ) -> FileKind {
        FileKind { name, title, extensions, holds_others: false }
    }

    /// A kind of file that holds other files, which have addresses.
    pub const fn holding(
        name: &'static str,
        title: &'static str,
        extensions: &'static [&'static str],
    ) -> FileKind {
        FileKind { name, title, extensions, holds_others: true }
    }

    /// The name in JSON: `executorch-program`.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The name in text: `ExecuTorch program`.
    pub fn title(self) -> &'static str {
        self.title
    }

    /// The extensions that such files usually have, without the dot: `pte`.
    pub fn extensions(self) -> &'static [&'static str] {
        self.extensions
    }

    /// Whether files of this kind hold other files.
    pub fn holds_others(self) -> bool {
        self.holds_others
    }
}
