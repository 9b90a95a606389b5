//! `evidence/peers/retired.toml`: scripts that were run by hand, and sets of models, that are not in the tree any more, with the commit
//! that has them. What is named in documents and in the manifest of the corpus is in the tree or on that list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::run::root;

const LIST: &str = "evidence/peers/retired.toml";
/// Where scripts are, and were when the oldest tables were recorded.
const FOLDERS: [&str; 2] = ["evidence/peers/", "xtask/peers/"];

fn retired() -> BTreeSet<String> {
    let list: Table = fs::read_to_string(root().join(LIST)).unwrap().parse().unwrap();
    let sets = list["sets"].as_array().unwrap().iter().map(|set| set.as_table().unwrap());
    let mut files = Vec::new();
    for entry in sets.chain([&list]) {
        assert_eq!(entry["commit"].as_str().unwrap().len(), 40);
        files.extend(entry["files"].as_array().unwrap());
    }
    let path = |file: &Value| {
        let word = |key: &str| file[key].as_str().unwrap();
        assert!(word("sha256").len() == 64 && !word("what").is_empty(), "{file}");
        word("path").to_string()
    };
    let found: BTreeSet<String> = files.iter().map(|file| path(file)).collect();
    assert_eq!(found.len(), files.len(), "a path is listed twice");
    found
}

/// Paths of scripts that a text names, below the folder of scripts; `a/{b,c}.py` are two.
fn named(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let starts = FOLDERS.iter().flat_map(|folder| text.match_indices(folder));
    for (at, folder) in starts {
        let rest = &text[at + folder.len()..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || "/_.{},-".contains(c);
        let path = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let Some(path) = path.find(".py").map(|end| &path[..end + 3]) else { continue };
        match path.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?))) {
            Some((head, (names, tail))) => {
                found.extend(names.split(',').map(|name| format!("{head}{name}{tail}")));
            }
            None => drop(found.insert(path.to_string())),
        }
    }
    found
}

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

#[test]
fn scripts_that_are_named_can_be_had() {
    let mut texts = vec![root().join("corpus/manifest.toml"), root().join("evidence/README.md")];
    documents(&root().join("docs"), &mut texts);
    let retired = retired();
    let mut count = 0;
    for text in texts {
        for name in named(&fs::read_to_string(&text).unwrap()) {
            let path = format!("evidence/peers/{name}");
            count += 1;
            let here = root().join(&path).exists() || retired.contains(&path);
            assert!(here, "{}: {path} is neither in the tree nor in {LIST}", text.display());
        }
    }
    assert!(count > 20, "only {count} scripts are named");
}

#[test]
fn names_are_found() {
    let found: Vec<String> =
        named("`evidence/peers/a/{b,c}.py x`, xtask/peers/d/e.py.").into_iter().collect();
    assert_eq!(found, ["a/b.py", "a/c.py", "d/e.py"]);
}
