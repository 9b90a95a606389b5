//! Test cases as documents: a Markdown file holds cases that belong together, each below its heading; the files that
//! belong to a case are its fenced blocks.
//!
//! ````text
//! # field-renamed
//!
//! ```fbs old.fbs
//! table T { a: int; }
//! ```
//!
//! # field-removed
//! …
//! ````
//!
//! The first line of a block says the language, for those who read it, and the name of the file. Every line between the fences belongs
//! to the file, each with its line feed.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A case: a part of a document, and the files in it.
#[derive(Clone, Debug)]
pub struct Document {
    path: PathBuf,
    name: String,
    /// From its heading to the next one.
    text: String,
    /// Names of files, and where in the text each stands.
    files: Vec<(String, Range<usize>)>,
}

impl Document {
    /// All cases in the documents of a folder, in the order of their names.
    ///
    /// # Panics
    ///
    /// There are none, two have one name, a block has no end, or two blocks of a case have one name.
    #[track_caller]
    pub fn all(folder: &Path) -> Vec<Document> {
        let entries =
            std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let markdown = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
        let mut all: Vec<Document> = markdown.flat_map(|path| Document::read(&path)).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(!all.is_empty(), "{}: no documents", folder.display());
        for pair in all.windows(2) {
            assert!(pair[0].name != pair[1].name, "{}: two cases `{}`", folder.display(), pair[0].name);
        }
        all
    }

    /// One case of those in the documents of a folder.
    ///
    /// # Panics
    ///
    /// As [`Document::all`]; there is no such case.
    #[track_caller]
    pub fn case(folder: &Path, name: &str) -> Document {
        let found = Document::all(folder).into_iter().find(|case| case.name == name);
        found.unwrap_or_else(|| panic!("{}: no case `{name}`", folder.display()))
    }

    /// The cases of one document.
    #[track_caller]
    fn read(path: &Path) -> Vec<Document> {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read = |(name, place): (String, Range<usize>)| {
            let text = text.get(place).unwrap_or_default().to_string();
            let files = blocks(&text).unwrap_or_else(|fault| panic!("{}: {name}: {fault}", path.display()));
            Document { path: path.to_path_buf(), name, text, files }
        };
        cases(&text).into_iter().map(read).collect()
    }

    /// The name of the case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the document is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file of the case.
    pub fn file(&self, name: &str) -> Option<&str> {
        let (_, place) = self.files.iter().find(|(known, _)| known == name)?;
        self.text.get(place.clone())
    }

    /// A file that the case must have.
    ///
    /// # Panics
    ///
    /// It has not.
    #[track_caller]
    pub fn expect(&self, name: &str) -> &str {
        self.file(name).unwrap_or_else(|| panic!("{}: no block `{name}`", self.path.display()))
    }

    /// Writes the document again with another text for a file of this case.
    ///
    /// # Panics
    ///
    /// There is no such file, or the text does not end with a line feed, or the document cannot be written.
    pub fn rewrite(&self, name: &str, with: &str) {
        assert!(with.ends_with('\n'), "{}: `{name}` does not end with a line feed", self.path.display());
        // Other cases of the document may have been written again since this one was read.
        let failed = |error| format!("{}: {error}", self.path.display());
        let mut text = std::fs::read_to_string(&self.path).map_err(failed).expect("the document");
        let now = Document::read(&self.path).into_iter().find(|case| case.name == self.name);
        let (_, case) = cases(&text).into_iter().find(|(name, _)| *name == self.name).expect("this case");
        let now = now.expect("this case");
        let (_, place) = now.files.iter().find(|(known, _)| known == name).expect("a file of the case");
        text.replace_range(case.start + place.start..case.start + place.end, with);
        std::fs::write(&self.path, text).map_err(failed).expect("the document");
    }

    /// Writes the files of the case into `FOLDER/NAME`, and returns that.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn unpack(&self, folder: &Path) -> std::io::Result<PathBuf> {
        let folder = folder.join(&self.name);
        std::fs::create_dir_all(&folder)?;
        for (name, place) in &self.files {
            std::fs::write(folder.join(name), self.text.get(place.clone()).unwrap_or_default())?;
        }
        Ok(folder)
    }
}

/// The cases of a document: what stands below each heading that is not within a block.
fn cases(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found: Vec<(String, Range<usize>)> = Vec::new();
    let (mut fenced, mut at) = (false, 0);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        fenced ^= line.starts_with("```");
        match line.strip_prefix("# ").filter(|_| !fenced) {
            Some(name) => found.push((name.trim_end().to_string(), start..at)),
            None => found.iter_mut().last().into_iter().for_each(|(_, place)| place.end = at),
        }
    }
    found
}

/// The fenced blocks that have a name, or what is wrong with them.
fn blocks(text: &str) -> Result<Vec<(String, Range<usize>)>, String> {
    let mut files: Vec<(String, Range<usize>)> = Vec::new();
    let mut open: Option<(String, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        if let Some(info) = line.trim_end().strip_prefix("```") {
            open = match open {
                Some((name, start)) if info.is_empty() => {
                    if files.iter().any(|(known, _)| *known == name) {
                        return Err(format!("two blocks `{name}`"));
                    }
                    files.push((name, start..at));
                    None
                }
                Some((name, _)) => return Err(format!("a fence within `{name}`")),
                None => {
                    let name = info.split_once(' ').map(|(_, name)| name.to_string());
                    Some((name.ok_or("a block without the name of a file")?, end))
                }
            };
        }
        at = end;
    }
    match open {
        Some((name, _)) => Err(format!("the block `{name}` has no end")),
        None => Ok(files),
    }
}

#[cfg(test)]
mod tests {
    use super::{blocks, cases};

    #[test]
    fn headings_begin_cases() {
        let text = "# a\n\n```toml x\n# no heading\n```\n\n# b\n";
        let found = cases(text);
        let found: Vec<_> = found.iter().map(|(name, place)| (name.as_str(), &text[place.clone()])).collect();
        assert_eq!(found, [("a", "# a\n\n```toml x\n# no heading\n```\n\n"), ("b", "# b\n")]);
    }

    #[test]
    fn blocks_are_files() {
        let text = "# a\n\n```fbs old.fbs\ntable T {\n}\n```\n\n```toml expect.toml\n```\n";
        let files = blocks(text).unwrap();
        let found: Vec<(&str, &str)> =
            files.iter().map(|(name, place)| (name.as_str(), &text[place.clone()])).collect();
        assert_eq!(found, [("old.fbs", "table T {\n}\n"), ("expect.toml", "")]);
        for (text, fault) in [
            ("```fbs old.fbs\n", "the block `old.fbs` has no end"),
            ("```fbs\n```\n", "a block without the name of a file"),
            ("```a b\n```c d\n```\n", "a fence within `b`"),
            ("```a b\n```\n```a b\n```\n", "two blocks `b`"),
        ] {
            assert_eq!(blocks(text).unwrap_err(), fault);
        }
    }
}
