//! `corpus/bad/executorch`: one file per class of failure, with the code, severity and offset that the verifier must
//! report. The files are mutants; `OUTLAST_BLESS=1` writes them and `expected.toml` again.

use std::fmt::Write;
use std::path::PathBuf;

use outlast_core::{Bytes, Diagnostic};
use outlast_executorch::verify::{self, Options};

use crate::genuine::verify_any;
use crate::mutants;
use crate::score::{provided, show};

/// The mutants that stand for their class. What ended a process of 0.3.0, 0.5.0, 0.6.0, 1.1.0 or 1.5.1 is not among them: those classes are
/// tried in memory, sealed (`mutants`).
const CHOSEN: &[&str] = &[
    "mlp-header-magic",
    "mlp-header-length-23",
    "mlp-program-size-beyond",
    "mlp-program-size-half",
    "mlp-segment-base-0",
    "mlp-segment-base-up",
    "mlp-segment-data-size-beyond",
    "mlp-cut-63",
    "mlp-trailing",
    "mlp-identifier-newer",
    "mlp-version-1",
    "mlp-segments-null",
    "mlp-segment-too-long",
    "mlp-constant-index-99",
    "mlp-constant-offset-beyond",
    "mlp-constant-offset-twice",
    "mlp-constant-offset-odd",
    "mlp-outputs-empty",
    "mlp-value-kind-12",
    "mlp-value-null",
    "mlp-scalar-type-99",
    "mlp-dim-order-twice",
    "mlp-storage-offset",
    "mlp-instructions-empty",
    "mlp-instruction-kind-6",
    "mlp-instruction-skipped",
    "mlp-args-short",
    "mlp-arg-99",
    "mlp-memory-id-2",
    "mlp-memory-offset-beyond",
    "mlp-memory-overlap-input",
    "mlp-memory-unaligned",
    "add-half",
    "multi-method-twice",
    "cond-jump-99",
    "cond-jump-condition-int",
    "kv_init-mutable-segment-99",
    "kv_init-mutable-uninitialised",
    "xnn_mlp-payload-identifier",
    "ext_ptd-magic",
    "ext_ptd-base-0",
];

fn folder() -> PathBuf {
    outlast_testkit::corpus::root().join("bad/executorch")
}

/// Findings of a file by itself; no data file is given, which only matters where one is needed.
fn findings(data: &[u8]) -> Vec<Diagnostic> {
    match data.get(4..8) {
        Some(b"ET12") => {
            let none = provided(&[]);
            verify::program_with(Bytes::new(data, 0), Options { external: Some(&none), ..Default::default() })
        }
        _ => verify_any(data),
    }
}

fn bless() {
    std::fs::create_dir_all(folder()).unwrap();
    let mut text = String::from(
        "# One file per class of failure, and what the verifier must say: made by crates/executorch/tests/it/bad.rs.\n",
    );
    for mutant in mutants::all().iter().filter(|m| CHOSEN.contains(&m.name.as_str())) {
        let (code, severity, at) = mutant.expected.unwrap();
        let (_, extension) = mutant.base.rsplit_once('.').unwrap();
        let file = format!("{}.{extension}", mutant.name);
        std::fs::write(folder().join(&file), &mutant.data).unwrap();
        let found = findings(&mutant.data);
        let hit =
            found.iter().find(|d| d.code == code && d.severity == severity && crate::score::touches(d, at));
        let offset = hit.unwrap_or_else(|| panic!("{file}{}", show(&found))).place.span.start_byte();
        let (class, severity, base) = (mutant.class, severity.name(), mutant.base);
        write!(
            text,
            "\n[[bad]]\nfile = \"{file}\"\nclass = \"{class}\"\ncode = \"{code}\"\nseverity = \"{severity}\"\noffset = {offset}\nmade-from = \"executorch/{base}\"\n"
        )
        .unwrap();
    }
    std::fs::write(folder().join("expected.toml"), text).unwrap();
}

#[test]
fn bad_files_are_found() {
    if std::env::var_os("OUTLAST_BLESS").is_some() {
        bless();
    }
    let text = std::fs::read_to_string(folder().join("expected.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let list = table["bad"].as_array().unwrap();
    assert_eq!(list.len(), CHOSEN.len());
    for entry in list {
        let word = |key: &str| entry[key].as_str().unwrap();
        let data = std::fs::read(folder().join(word("file"))).unwrap();
        let found = findings(&data);
        let offset = u64::try_from(entry["offset"].as_integer().unwrap()).unwrap();
        let hit = found.iter().any(|d| {
            d.code.to_string() == word("code")
                && d.severity.name() == word("severity")
                && d.place.span.start_byte() == offset
        });
        assert!(hit, "{}: expected {} at 0x{offset:x}{}", word("file"), word("code"), show(&found));
        crate::regions::check(word("file"), &data);
    }
}

/// Every code of the verifier is there because some mutant needs it; the rest are listed here with their reason.
#[test]
fn every_code_is_tried() {
    // 10,000,001 instructions make 40 MB. A bundle without a program cannot be made so that runtimes refuse it.
    let untried = [1180, 1221];
    let mut seen: Vec<u16> =
        mutants::all().iter().flat_map(crate::score::findings).map(|d| d.code.0).collect();
    seen.sort_unstable();
    seen.dedup();
    let never: Vec<String> = (verify::CODES.iter())
        .filter(|info| !seen.contains(&info.code.0) && !untried.contains(&info.code.0))
        .map(|info| format!("{} {}", info.code, info.title))
        .collect();
    assert!(never.is_empty(), "{never:#?}");
}
