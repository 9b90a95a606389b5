//! [`Source`]: in which file inside the file.

use std::fmt;
use std::sync::Arc;

/// What a part of a [`Source`] is to the file around it.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourceKind {
    /// A member of an archive: of a zip archive, of a library (`ar`).
    Member,
    /// A section of an object file.
    Section,
    /// A record: a blob, or data that a record refers to.
    Record,
    /// A file for one machine in a universal file, a payload in a program: parts that have no more special name.
    Part,
}

/// One part of a [`Source`]: a file inside the one before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourcePart {
    kind: SourceKind,
    name: String,
}

impl SourcePart {
    /// What it is to the file around it.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// Its name there.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// In which bytes a [`Span`](crate::Span) counts: those of the file itself, or those of a file nested in it: a member of an
/// archive, a section of an object.
///
/// A reader counts from the start of the bytes it was given, and knows nothing of where they come from: its source is
/// [`Source::file`]. Whoever opened the nested file says where it is while results travel outwards: see
/// [`Error::in_source`](crate::Error::in_source). The source of the file itself allocates nothing; a nested one is cheap to clone.
///
/// ```
/// use outlast_core::{Source, Span};
///
/// let source = Source::file().member("data.pkl");
/// assert_eq!(Span::at(0x12, 2).in_source(&source).to_string(), "data.pkl at 0x12..0x14");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
// Flat, not a chain of parents: comparing and dropping never recurse. One word, because every span has one; never empty.
pub struct Source(Option<Arc<Vec<SourcePart>>>);

impl Source {
    /// The file itself.
    pub const fn file() -> Source {
        Source(None)
    }

    /// A member of this archive.
    #[must_use]
    pub fn member(&self, name: impl Into<String>) -> Source {
        self.then(SourceKind::Member, name)
    }

    /// A section of this object.
    #[must_use]
    pub fn section(&self, name: impl Into<String>) -> Source {
        self.then(SourceKind::Section, name)
    }

    /// A record in this file.
    #[must_use]
    pub fn record(&self, name: impl Into<String>) -> Source {
        self.then(SourceKind::Record, name)
    }

    /// A part of this file that has no more special name.
    #[must_use]
    pub fn part(&self, name: impl Into<String>) -> Source {
        self.then(SourceKind::Part, name)
    }

    /// A file in this one.
    #[must_use]
    pub fn then(&self, kind: SourceKind, name: impl Into<String>) -> Source {
        let mut parts = Vec::with_capacity(self.parts().len() + 1);
        parts.extend_from_slice(self.parts());
        parts.push(SourcePart { kind, name: name.into() });
        Source(Some(Arc::new(parts)))
    }

    /// This source as seen from one level further out: `outer` in front of what is there.
    #[must_use]
    pub fn in_source(self, outer: &Source) -> Source {
        match (self.is_file(), outer.is_file()) {
            (_, true) => self,
            (true, false) => outer.clone(),
            (false, false) => Source(Some(Arc::new([outer.parts(), self.parts()].concat()))),
        }
    }

    /// Whether this is the file itself.
    pub fn is_file(&self) -> bool {
        self.0.is_none()
    }

    /// The parts, from the outside in; none for the file itself.
    pub fn parts(&self) -> &[SourcePart] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    /// What the innermost part is; `None` for the file itself.
    pub fn kind(&self) -> Option<SourceKind> {
        self.parts().last().map(SourcePart::kind)
    }

    /// The name of the innermost part; `None` for the file itself.
    pub fn name(&self) -> Option<&str> {
        self.parts().last().map(SourcePart::name)
    }

    /// The file around this one; `None` for the file itself.
    pub fn parent(&self) -> Option<Source> {
        let (_, outer) = self.parts().split_last()?;
        Some(match outer {
            [] => Source::file(),
            outer => Source(Some(Arc::new(outer.to_vec()))),
        })
    }
}

impl fmt::Display for Source {
    /// `x.o!.llvmbc`, escaped; nothing for the file itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts().iter().enumerate() {
            if i > 0 {
                f.write_str("!")?;
            }
            write!(f, "{}", part.name.escape_debug())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, SourceKind};

    #[test]
    fn the_way_in() {
        let object = Source::file().part("arm64").member("x.o");
        let section = object.section(".llvmbc");
        assert_eq!(section.to_string(), "arm64!x.o!.llvmbc");
        assert_eq!((section.kind(), section.name()), (Some(SourceKind::Section), Some(".llvmbc")));
        assert_eq!(section.parent(), Some(object));
        assert_eq!(Source::file().part("arm64").parent(), Some(Source::file()));
        assert_eq!(Source::file().record("3").kind(), Some(SourceKind::Record));
        assert_eq!(Source::file().member("a\x1b[2J\nb").to_string(), "a\\u{1b}[2J\\nb");
    }

    #[test]
    fn the_file_itself_costs_nothing() {
        let file = Source::file();
        assert_eq!(size_of::<Source>(), size_of::<usize>());
        assert_eq!(
            (file.to_string().as_str(), file.kind(), file.name(), file.parent()),
            ("", None, None, None)
        );
        assert!(file.is_file() && file.parts().is_empty() && file == Source::default());
    }

    #[test]
    fn outer_sources_come_in_front() {
        let (a, b) = (Source::file().member("a"), Source::file().member("b"));
        let (c, file) = (Source::file().section("c"), Source::file());
        assert_eq!(c.clone().in_source(&b).in_source(&a).to_string(), "a!b!c");
        // It does not matter in which order the parts are put together.
        assert_eq!(c.clone().in_source(&b).in_source(&a), c.clone().in_source(&b.clone().in_source(&a)));
        assert_eq!(c.clone().in_source(&file), c);
        assert_eq!(file.clone().in_source(&c), c);
        assert!(file.clone().in_source(&file).is_file());
    }

    #[test]
    fn deep_sources_are_no_danger() {
        let mut source = Source::file();
        for _ in 0..2000 {
            source = source.member("m");
        }
        assert_eq!(source.clone(), source);
        assert_eq!(source.to_string().len(), 3999);
    }
}
