//! Folders of changes.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

use outlast_prove::{Change, Direction};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const TEXT: &str = "direction = \"forward\"\nfile = \"../m.pt\"\nwritten_by = \"1.6.0\"\nrecorded = { target = \"torch-2.15.0\" }\n\
                    readers = [{ target = \"torch-1.10.2-lite\" }, { target = \"../phone.toml\", setup = \"../ops.py\" }]\n";

#[test]
fn one_folder_is_one_change() {
    let all = folder("changes");
    for name in ["b", "a"] {
        let one = all.join(name);
        fs::create_dir(&one).unwrap();
        fs::write(one.join("change.toml"), TEXT).unwrap();
        for case in ["2.npz", "1.npz"] {
            fs::write(one.join(case), "").unwrap();
        }
    }
    fs::write(all.join("README.md"), "").unwrap();
    let changes = Change::all(&all).unwrap();
    assert_eq!(changes.iter().map(Change::name).collect::<Vec<_>>(), ["a", "b"]);
    let a = &changes[0];
    assert_eq!(
        (a.direction, a.method.as_str(), a.written_by.as_deref()),
        (Direction::Forward, "forward", Some("1.6.0"))
    );
    assert_eq!(a.file, all.join("m.pt"));
    assert_eq!(a.cases, [all.join("a/1.npz"), all.join("a/2.npz")]);
    assert_eq!(a.readers[0].target, "torch-1.10.2-lite");
    assert_eq!(a.readers[1].target, all.join("phone.toml").display().to_string());
    assert_eq!(a.readers[1].setup, Some(all.join("ops.py")));
    assert_eq!(Change::all(&all.join("b")).unwrap().len(), 1);
}

#[test]
fn what_is_wrong_is_named() {
    let all = folder("wrong");
    let said = || Change::all(&all).unwrap_err().to_string();
    assert!(said().contains("no folder in it has a change.toml"), "{}", said());
    let file = all.join("change.toml");
    fs::write(&file, TEXT).unwrap();
    assert!(said().ends_with("are expected") && said().contains("the folder has no cases"), "{}", said());
    for (text, expected) in [
        ("direction = \"sideways\"\nfile = \"m\"\nreaders = []\n", "unknown variant `sideways`"),
        ("direction = \"forward\"\nreaders = []\n", "missing field `file`"),
        ("direction = \"forward\"\nfile = \"m\"\nreaders = []\n", "`readers` is empty"),
        ("direction = \"forward\"\nfile = \"m\"\nreader = []\n", "unknown field `reader`"),
    ] {
        fs::write(&file, text).unwrap();
        assert!(said().contains(expected) && said().contains("change.toml"), "{}", said());
    }
    assert!(
        Change::all(Path::new("no/such/folder")).unwrap_err().to_string().starts_with("no/such/folder: ")
    );
}
