//! [`Tools`]: where a tool and its siblings are. Packages put a release behind names, `llvm-dis-19`, and siblings have the same.

use std::path::{Path, PathBuf};

/// Names of tools.
const NAMES: &[&str] = &["mlir-opt", "swift-frontend", "llvm-dis", "llvm-as", "opt", "lli"];

/// The name of a tool and what stands behind it; none if a file is called otherwise.
fn parted(path: &Path) -> Option<(&'static str, String)> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    NAMES.iter().find_map(|tool| {
        let rest = name.strip_prefix(tool)?;
        let number = rest.strip_prefix('-').unwrap_or(rest);
        let is_release = number.chars().all(|c| c.is_ascii_digit() || c == '.');
        (is_release && (rest.is_empty() || !number.is_empty())).then(|| (*tool, rest.to_string()))
    })
}

/// Whether a file has the name of a tool, with or without a release behind it.
pub(crate) fn is_one(path: &Path) -> bool {
    parted(path).is_some()
}

/// Tools at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tools {
    folder: PathBuf,
    /// What stands behind names, in the order in which it is tried.
    suffixes: Vec<String>,
}

impl Tools {
    /// Those at a path, a folder or one of them. `target` is the name of their release, `llvm-19.1.7`, or empty: in a folder with several releases
    /// it says which is meant.
    pub(super) fn at(path: &Path, target: &str) -> Result<Tools, String> {
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        if path.is_dir() {
            let release = target.split_once('-').map_or("", |(_, release)| release);
            let major: String = release.chars().take_while(char::is_ascii_digit).collect();
            let suffixes = match major.is_empty() {
                true => vec![String::new()],
                false => vec![format!("-{major}"), String::new()],
            };
            return Ok(Tools { folder: path, suffixes });
        }
        let (_, suffix) = parted(&path)
            .ok_or_else(|| format!("a folder with tools is expected, or one of {}", NAMES.join(", ")))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Tools { folder, suffixes: vec![suffix] })
    }

    /// One of them.
    pub(super) fn find(&self, tool: &str) -> Option<PathBuf> {
        let ends = ["", ".exe"];
        let names = self.suffixes.iter().flat_map(|suffix| ends.map(|end| format!("{tool}{suffix}{end}")));
        names.map(|name| self.folder.join(name)).find(|path| path.is_file())
    }

    /// One of them, or that there is none.
    pub(super) fn get(&self, tool: &str) -> Result<PathBuf, String> {
        self.find(tool).ok_or_else(|| {
            let names: Vec<String> = self.suffixes.iter().map(|suffix| format!("{tool}{suffix}")).collect();
            format!("no {} in {}", names.join(" or "), self.folder.display())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Tools, is_one, parted};

    #[test]
    fn tools_have_a_release_behind_their_names() {
        for name in
            ["mlir-opt", "/usr/bin/mlir-opt-19", "llvm-dis-19.1", "opt.exe", "lli-22", "swift-frontend"]
        {
            assert!(is_one(Path::new(name)), "{name}");
        }
        for name in ["python3", "opt-viewer", "mlir-optimise", "llvm-dis-", "venv/bin/python3.11"] {
            assert!(!is_one(Path::new(name)), "{name}");
        }
        assert_eq!(parted(Path::new("/usr/bin/opt-19")), Some(("opt", "-19".into())));
    }

    #[test]
    fn siblings_stand_beside() {
        let one = Tools::at(Path::new("/usr/bin/llvm-dis-19"), "").unwrap();
        assert_eq!((one.folder.to_str(), one.suffixes), (Some("/usr/bin"), vec!["-19".to_string()]));
        let root = Tools::at(Path::new("/"), "llvm-19.1.7").unwrap();
        assert_eq!(root.suffixes, ["-19", ""]);
        assert_eq!(root.get("opt"), Err("no opt-19 or opt in /".into()));
        assert!(Tools::at(Path::new("/nowhere/python"), "").unwrap_err().contains("a folder with tools"));
    }
}
