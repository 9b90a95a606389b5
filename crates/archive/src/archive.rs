//! [`Archive`]: opened from its end, read as far as it is asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map;
use std::ops::Range;
use std::sync::OnceLock;

use outlast_core::{Bytes, Result};

use crate::directory::{self, Directory};
use crate::entry::Entry;
use crate::member::Member;
use crate::{invalid, layout};

/// A zip archive.
#[derive(Debug)]
pub struct Archive<'a> {
    file: Bytes<'a>,
    directory: Directory,
    entries: OnceLock<Result<Vec<Entry<'a>>>>,
    names: OnceLock<HashMap<Cow<'a, str>, Named>>,
    /// By names in lower case.
    folded: OnceLock<HashMap<Cow<'a, str>, Named>>,
}

/// The members by what `key` makes of their names.
fn named<'a>(
    entries: &[Entry<'a>],
    key: impl Fn(Cow<'a, str>) -> Cow<'a, str>,
) -> HashMap<Cow<'a, str>, Named> {
    let mut names = HashMap::with_capacity(entries.len());
    for (i, entry) in entries.iter().enumerate() {
        match names.entry(key(entry.name())) {
            hash_map::Entry::Vacant(vacant) => _ = vacant.insert(Named { entry: i, again: None }),
            hash_map::Entry::Occupied(mut occupied) => occupied.get_mut().again = Some(i),
        }
    }
    names
}

/// The only member of a name.
fn one<'e, 'a>(
    entries: &'e [Entry<'a>],
    names: &HashMap<Cow<'a, str>, Named>,
    name: &str,
) -> Result<Option<&'e Entry<'a>>> {
    let Some(found) = names.get(name) else { return Ok(None) };
    match found.again.and_then(|again| entries.get(again)) {
        Some(again) => Err(layout::twice(again)),
        None => Ok(entries.get(found.entry)),
    }
}

/// Which member has a name.
#[derive(Clone, Copy, Debug)]
struct Named {
    entry: usize,
    /// Another one that has it, too.
    again: Option<usize>,
}

impl<'a> Archive<'a> {
    /// Opens an archive: finds its directory from the end of the file, and reads nothing else. There may be bytes before the
    /// archive, of which its offsets do not know, and behind it.
    ///
    /// # Errors
    ///
    /// If there is no end record in the last 65,557 bytes, no directory where it says, or if the archive is part of a split one.
    pub fn open(file: &'a [u8]) -> Result<Archive<'a>> {
        let file = Bytes::new(file, 0);
        let directory = directory::find(file)?;
        let (entries, names, folded) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Archive { file, directory, entries, names, folded })
    }

    /// The members in the order of the directory, which is read when this is called first.
    pub fn entries(&self) -> Result<&[Entry<'a>]> {
        match self.entries.get_or_init(|| self.read_entries()) {
            Ok(entries) => Ok(entries),
            Err(error) => Err(error.clone()),
        }
    }

    fn read_entries(&self) -> Result<Vec<Entry<'a>>> {
        let Range { start, end } = self.directory.range;
        let records = self.file.window(start, end - start, "directory of a zip archive")?;
        let (mut at, mut entries) = (0, Vec::new());
        while at < records.len() {
            let (entry, next) = Entry::read(records, at, self.directory.shift)?;
            entries.push(entry);
            at = next;
        }
        // The plain end counts to 65,535; writers without zip64 go on from 0.
        let (count, found) = (self.directory.count, entries.len() as u64);
        if count != found && (self.directory.wide || count != found % (1 << 16)) {
            let why = format!("{found} members in the directory, its end says {count}");
            return Err(invalid(records, 0, records.len(), why));
        }
        Ok(entries)
    }

    /// The entry of the member with this name, as text (see [`Entry::name`]).
    ///
    /// # Errors
    ///
    /// If the directory cannot be read, or has two of this name: readers disagree on which one counts.
    pub fn find(&self, name: &str) -> Result<Option<&Entry<'a>>> {
        let entries = self.entries()?;
        one(entries, self.names.get_or_init(|| named(entries, |name| name)), name)
    }

    /// As [`Archive::find`], for readers that take `A` to `Z` for `a` to `z` in names: those that use miniz as it comes.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read, or has two names that differ in nothing else: which one such a reader takes depends on how it
    /// sorts them.
    pub fn find_ignoring_case(&self, name: &str) -> Result<Option<&Entry<'a>>> {
        let entries = self.entries()?;
        let folded = self.folded.get_or_init(|| named(entries, |name| name.to_ascii_lowercase().into()));
        one(entries, folded, &name.to_ascii_lowercase())
    }

    /// The data of a member of this archive: reads its header, which must say what the directory says.
    ///
    /// # Errors
    ///
    /// If header and directory disagree, the data are not in the file, the member is encrypted or compressed otherwise than by
    /// DEFLATE, or claims more content than its compressed bytes can become.
    pub fn member(&self, entry: &Entry<'a>) -> Result<Member<'a>> {
        Member::open(self.file, entry).map_err(|error| error.within(entry.step()))
    }

    /// Checks what readers of archives disagree on, reading the header of every member: that no two have one name, that none lies on
    /// another or on the directory, that no name has a zero byte in it.
    pub fn check_layout(&self) -> Result<()> {
        layout::check(self.file, self.entries()?, self.directory.range.clone())
    }

    /// The file.
    pub fn file(&self) -> &'a [u8] {
        self.file.data()
    }

    /// Where the directory is in the file.
    pub fn directory(&self) -> Range<usize> {
        self.directory.range.clone()
    }

    /// Whether it ends with a zip64 end record, which can count members and bytes beyond 16 and 32 bits.
    pub fn is_zip64(&self) -> bool {
        self.directory.wide
    }

    /// Bytes before the archive, of which its offsets do not know.
    pub fn prepended(&self) -> u64 {
        self.directory.shift
    }

    /// The comment of the archive.
    pub fn comment(&self) -> &'a [u8] {
        self.file.data().get(self.directory.comment.clone()).unwrap_or_default()
    }

    /// The bytes behind the archive.
    pub fn appended(&self) -> &'a [u8] {
        self.file.data().get(self.directory.comment.end..).unwrap_or_default()
    }
}
