//! Witnesses through llvm-bcanalyzer, where there is one: they are whole streams.

use std::process::Command;

use outlast_lint::layout::{self, read_toml};

use crate::support::pairs;

/// An analyzer of this machine.
fn analyzer() -> Option<&'static str> {
    let names = [
        "llvm-bcanalyzer-22",
        "llvm-bcanalyzer-19",
        "llvm-bcanalyzer-16",
        "llvm-bcanalyzer-14",
        "llvm-bcanalyzer",
    ];
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success()))
}

#[test]
fn witnesses_are_whole_streams() {
    let Some(analyzer) = analyzer() else {
        println!("skipped: no llvm-bcanalyzer");
        return;
    };
    let folder = std::env::temp_dir().join(format!("outlast-layout-witnesses-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut count = 0;
    for pair in pairs("layout") {
        let load = |name: &str| read_toml(name, pair.expect(name)).unwrap();
        let report = layout::lint(&load("old.toml"), &load("new.toml")).unwrap();
        for witness in report.findings.iter().flat_map(|finding| &finding.witnesses) {
            // Where readers have abbreviations built in, the analyzer needs them from another file.
            if witness.remark.is_some() {
                continue;
            }
            let path = folder.join("witness.bc");
            std::fs::write(&path, &witness.bytes).unwrap();
            let out = Command::new(analyzer).arg("--dump").arg(&path).output().unwrap();
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success() && said.is_empty(), "{}: {said}\n{witness:?}", pair.name());
            let dump = String::from_utf8_lossy(&out.stdout);
            assert!(dump.contains("<UnknownBlock"), "{dump}");
            count += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    println!("{count} witnesses, read by {analyzer}");
    assert!(count >= 60);
}
