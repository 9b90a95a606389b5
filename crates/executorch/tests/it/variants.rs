//! Edited versions of the files of 1.5.1 and 0.2.1, for the official runtimes and the official verifier.
//! `cargo xtask interop executorch-edits` asks for them.

use std::path::Path;

use outlast_executorch::edit::repack;
use outlast_executorch::schemas;
use serde_json::{Map, Value, json};

use crate::changes::{Change, NAME, edited, errors, nothing_lost, of_0_5, open};

/// Writes the files to the folder that `OUTLAST_EDITS` names, with a `mutants.json` for the script that runs them.
#[test]
#[ignore = "writes files for other programs"]
fn write_edited_files() {
    let folder = std::env::var_os("OUTLAST_EDITS").expect("OUTLAST_EDITS: the folder to write to");
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder).unwrap();
    let old = of_0_5();
    let (mut entries, mut models) = (Vec::new(), 0);
    for release in ["1.5.1", "0.2.1"] {
        let corpus = outlast_testkit::corpus::root().join("executorch").join(release).canonicalize().unwrap();
        let at = |name: String| outlast_testkit::corpus::at(&corpus.join(name));
        let index: Value =
            serde_json::from_str(&std::fs::read_to_string(corpus.join("index.json")).unwrap()).unwrap();
        for (model, entry) in index["models"].as_object().unwrap() {
            let Ok(data) = std::fs::read(at(format!("{model}.pte"))) else { continue };
            models += 1;
            let first = open(&data).root.execution_plan().unwrap().unwrap().get(0).unwrap();
            let first = first.name().unwrap().unwrap().text().unwrap().to_string();
            let length = open(&data).header.map_or(0, |header| header.length);
            let other = if length == 32 { 24 } else { 32 };
            let newest = schemas::program();
            let all = [Change::Rename, Change::ClearTraces, Change::AddSegment, Change::Header(40)];
            let versions = [
                ("renamed", edited(&data, newest, &[Change::Rename]).unwrap()),
                ("repacked", repack(&open(&data)).unwrap().to_vec()),
                ("header", edited(&data, newest, &[Change::Header(other)]).unwrap()),
                ("segment", edited(&data, newest, &[Change::AddSegment]).unwrap()),
                ("older", edited(&data, &old, &all).unwrap()),
                ("several", edited(&data, newest, &all).unwrap()),
            ];
            // A file without a header has none to change: it stays as it is, and says nothing new.
            for (version, bytes) in versions.into_iter().filter(|(_, bytes)| *bytes != data) {
                assert_eq!(errors(&bytes), Vec::<String>::new(), "{model} {version}");
                nothing_lost(model, &data, &bytes, &[]);
                let file = format!("{release}__{version}__{model}.pte");
                std::fs::write(folder.join(&file), &bytes).unwrap();
                let renamed = open(&bytes).root.execution_plan().unwrap().unwrap().get(0).unwrap();
                let renamed = renamed.name().unwrap().unwrap().text().unwrap() == NAME;
                let methods = entry["methods"].as_array().unwrap().iter().map(|method| {
                    let name = method.as_str().unwrap();
                    (if renamed && name == first { NAME } else { name }.to_string(), json!(name))
                });
                let ptd = at(format!("{model}.ptd"));
                entries.push(json!({
                    "file": file,
                    "base": format!("{release}/{model}.pte"),
                    "npz": at(format!("{model}.npz")),
                    "ptd": ptd.exists().then_some(ptd),
                    "libraries": entry["libraries"],
                    "tolerance": entry["tolerance"],
                    "methods": methods.collect::<Map<String, Value>>(),
                }));
            }
        }
    }
    std::fs::write(folder.join("mutants.json"), serde_json::to_string_pretty(&entries).unwrap()).unwrap();
    println!("{} versions of {models} files written", entries.len());
    assert!(models > 180);
}
