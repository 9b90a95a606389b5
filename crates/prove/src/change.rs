//! [`Change`]: the test of one change of an operator set.

use outlast_core::SortShort;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use crate::files;

/// The name of the file that describes a change.
const FILE: &str = "change.toml";
/// Bytes that it may have.
const LONGEST: u64 = 1 << 20;
/// Changes that one folder may have.
const MOST: usize = 10_000;

/// Which of the two is older: the program or its readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// An old program runs in new readers (BC).
    Backward,
    /// A new program runs in old readers (FC).
    Forward,
}

/// A reader that a change names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    /// The target: a name, or the path of a profile file.
    pub target: String,
    /// A Python file that the runtime runs before it loads a program, such as one that registers operators.
    pub setup: Option<PathBuf>,
}

/// The test of a change: a folder with a program, cases (`*.npz`) and `change.toml`:
///
/// ```toml
/// direction = "backward"
/// file = "model.pt"
/// recorded = { target = "torch-1.10.2" }
/// readers = [{ target = "torch-2.15.0" }, { target = "../phone.toml", setup = "../operators.py" }]
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// Its folder.
    pub folder: PathBuf,
    /// Which of program and readers is older.
    pub direction: Direction,
    /// The program.
    pub file: PathBuf,
    /// The method that is called.
    pub method: String,
    /// The release that wrote the program, where its bytes fit several.
    pub written_by: Option<String>,
    /// The reader that recorded the outputs.
    pub recorded: Option<Reader>,
    /// The readers that must compute them.
    pub readers: Vec<Reader>,
    /// Inputs and recorded outputs: `*.npz`, in order.
    pub cases: Vec<PathBuf>,
}

/// Why a folder is not the test of a change: the file, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ChangeError {
    /// The file or folder.
    pub file: PathBuf,
    /// What is wrong, and what is expected.
    pub why: String,
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.display(), self.why)
    }
}

impl std::error::Error for ChangeError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    direction: Direction,
    file: String,
    #[serde(default = "forward")]
    method: String,
    written_by: Option<String>,
    recorded: Option<DescribedReader>,
    readers: Vec<DescribedReader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DescribedReader {
    target: String,
    setup: Option<String>,
}

fn forward() -> String {
    "forward".into()
}

/// A path that is relative to a folder, without the parts that `..` takes back.
fn within(folder: &Path, path: &str) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in folder.join(path).components() {
        match (part, whole.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => drop(whole.pop()),
            (Component::CurDir, _) => {}
            _ => whole.push(part),
        }
    }
    whole
}

impl DescribedReader {
    /// Paths are relative to the folder of the change.
    fn within(self, folder: &Path) -> Reader {
        let is_file = Path::new(&self.target).extension().is_some_and(|extension| extension == "toml");
        let target = if is_file { within(folder, &self.target).display().to_string() } else { self.target };
        Reader { target, setup: self.setup.map(|setup| within(folder, &setup)) }
    }
}

impl Change {
    /// The changes of a folder, in order of their names: it is one, or each folder in it that has a `change.toml` is one.
    ///
    /// # Errors
    ///
    /// The first that cannot be read, or that there is none.
    pub fn all(folder: &Path) -> Result<Vec<Change>, ChangeError> {
        let wrong = |file: &Path, why: String| ChangeError { file: file.to_path_buf(), why };
        if folder.join(FILE).is_file() {
            return Ok(vec![Change::read(folder)?]);
        }
        let entries = std::fs::read_dir(folder).map_err(|error| wrong(folder, error.to_string()))?;
        let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.retain(|path| path.join(FILE).is_file());
        folders.sort_short();
        if folders.is_empty() {
            let why = format!(
                "no folder in it has a {FILE}: one folder a change is expected, with {FILE}, the program and its cases (*.npz)"
            );
            return Err(wrong(folder, why));
        }
        if folders.len() > MOST {
            return Err(wrong(folder, format!("{} changes; at most {MOST} are allowed", folders.len())));
        }
        folders.iter().map(|folder| Change::read(folder)).collect()
    }

    /// The change of one folder.
    fn read(folder: &Path) -> Result<Change, ChangeError> {
        let file = folder.join(FILE);
        let wrong = |why: String| ChangeError { file: file.clone(), why };
        let text = files::read_text(&file, LONGEST).map_err(|error| wrong(error.to_string()))?;
        let described: Described = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if described.readers.is_empty() {
            return Err(wrong(
                "`readers` is empty: name at least one reader that must compute the outputs".into(),
            ));
        }
        let entries = std::fs::read_dir(folder).map_err(|error| wrong(error.to_string()))?;
        let mut cases: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        cases.retain(|path| path.extension().is_some_and(|extension| extension == "npz"));
        cases.sort_short();
        if cases.is_empty() {
            return Err(wrong("the folder has no cases: files *.npz with inputs (`input_0`, …) and outputs (`output_0`, …) are expected".into()));
        }
        Ok(Change {
            folder: folder.to_path_buf(),
            direction: described.direction,
            file: within(folder, &described.file),
            method: described.method,
            written_by: described.written_by,
            recorded: described.recorded.map(|reader| reader.within(folder)),
            readers: described.readers.into_iter().map(|reader| reader.within(folder)).collect(),
            cases,
        })
    }

    /// The name of its folder.
    pub fn name(&self) -> String {
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        folder.file_name().map_or_else(|| "change".into(), |name| name.to_string_lossy().into_owned())
    }
}
