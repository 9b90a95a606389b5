//! Test cases as documents: a case is one Markdown file, and the files that belong to it are its fenced blocks.
//!
//! ````text
//! # field-renamed
//!
//! ```fbs old.fbs
//! table T { a: int; }
//! ```
//! ````
//!
//! The first line of a block says the language, for those who read it, and the name of the file. Every line between the fences belongs
//! to the file, each with its line feed.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// A case: a document, and the files in it.
#[derive(Clone, Debug)]
pub struct Document {
    path: PathBuf,
    name: String,
    text: String,
    /// Names of files, and where in the text each stands.
    files: Vec<(String, Range<usize>)>,
}

impl Document {
    /// Reads `NAME.md`.
    ///
    /// # Panics
    ///
    /// There is no such file, a block has no end, or two have one name.
    #[track_caller]
    pub fn read(path: &Path) -> Document {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let files = blocks(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        Document { path: path.to_path_buf(), name, text, files }
    }

    /// All documents of a folder, in the order of their names.
    ///
    /// # Panics
    ///
    /// As [`Document::read`]; the folder has none.
    #[track_caller]
    pub fn all(folder: &Path) -> Vec<Document> {
        let entries =
            std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let markdown = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
        let mut all: Vec<Document> = markdown.map(|path| Document::read(&path)).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(!all.is_empty(), "{}: no documents", folder.display());
        all
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

    /// Writes the document again with another text for a file.
    ///
    /// # Panics
    ///
    /// There is no such file, or the text does not end with a line feed, or the document cannot be written.
    pub fn rewrite(&self, name: &str, with: &str) {
        let (_, place) = self.files.iter().find(|(known, _)| known == name).expect("a file of the case");
        assert!(with.ends_with('\n'), "{}: `{name}` does not end with a line feed", self.path.display());
        let mut text = self.text.clone();
        text.replace_range(place.clone(), with);
        std::fs::write(&self.path, text).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()));
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
    use super::blocks;

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
