//! Files of real producers: sound, replayed byte for byte, and every byte in one region.

use outlast_mlir::schema::FileSchemas;
use outlast_mlir::write::replay;
use outlast_mlir::{File, Module};

use crate::fuzz::{partition, read_all};

fn samples() -> Vec<(String, Vec<u8>)> {
    let files = outlast_testkit::corpus::files("mlir", &["mlirbc", "bc"]);
    let read = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(path).unwrap());
    files.into_iter().map(read).filter(|(_, data)| outlast_mlir::is_bytecode(data)).collect()
}

#[test]
fn genuine_files_are_sound() {
    let (mut files, mut leaves) = (0, 0);
    for (name, bytes) in samples() {
        assert!(read_all(&name, &bytes), "{name}");
        let (parts, bad) = partition(&name, &bytes);
        assert_eq!(bad, 0, "{name}");
        assert_eq!(replay(&bytes).unwrap().difference, None, "{name}");
        (files, leaves) = (files + 1, leaves + parts);
    }
    println!("{files} files, {leaves} regions");
    outlast_testkit::corpus::figures([files, leaves], [120, 63021]);
}

/// What a release of MLIR wrote is what canonical writing gives.
#[test]
fn canonical_writing_is_upstreams() {
    let mut files = 0;
    for (name, bytes) in samples() {
        let file = File::open(&bytes).unwrap();
        // The test dialect's encodings are known to its hooks: tests of those are elsewhere.
        if name.contains("/dialects-") {
            continue;
        }
        let measured = [&b"MLIR16.0.6"[..], b"MLIR19.1.7", b"MLIR22.1.8"];
        if !measured.contains(&file.producer()) {
            continue;
        }
        let module = Module::read(&bytes).unwrap();
        let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
        assert!(module.canonical(&schemas).unwrap().concat() == bytes, "{name}");
        files += 1;
    }
    outlast_testkit::corpus::figures(files, 60);
}
