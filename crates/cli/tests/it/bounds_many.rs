//! Files that have much of one thing: archives of PyTorch (`corpus/bad/many.py`), and modules with many functions.

#![expect(clippy::print_stdout, reason = "the test says what it skipped")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::Failed;
use outlast_mlir::parse::{ParseOptions, parse, schemas};

use crate::run::root;

/// About how many bytes each has.
const BYTES: usize = 100_000;

/// Kinds of `many.py`, each also compressed.
const ARCHIVES: &[&str] = &[
    "dictionaries",
    "marks",
    "tuples",
    "nested-tuples",
    "memo",
    "calls",
    "names",
    "names-of-torch",
    "names-of-storages",
    "texts",
    "calls-in-code",
    "names-in-code",
    "divisions",
    "operators",
    "undefined",
    "tuples-of-tuples",
    "lists-of-lists",
    "branches",
    "loops",
    "loops-in-loops",
    "lists",
    "deep",
    "types",
    "keywords",
    "views",
    "functions",
    "functions-without-types",
    "functions-twice",
    "classes",
    "named-tuples",
    "attributes",
    "imports",
    "files-of-code",
    "pickles",
    "extra-files",
];

/// Becomes much longer when it is read: so many bytes before it is compressed.
const COMPRESSED: &[(&str, usize)] = &[
    ("compressed-dictionaries", 16 << 20),
    ("compressed-tuples", 1 << 20),
    ("compressed-calls", 1 << 20),
    ("compressed-names", 1 << 20),
    ("compressed-calls-in-code", 1 << 20),
    ("compressed-operators", 1 << 20),
    ("compressed-functions", 1 << 20),
];

/// Modules: a name, and the operation in each of their functions.
const MODULES: &[(&str, &str)] = &[
    ("stablehlo", "\"stablehlo.tan\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>"),
    ("calls", "\"func.call\"(%arg0) {callee = @f0} : (tensor<4xf32>) -> tensor<4xf32>"),
    ("others", "\"foo.opN\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>"),
];

/// Writes all into a folder; none where there is no Python to write archives with.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = modules(folder)?;
    let kinds = ARCHIVES.iter().map(|kind| (*kind, BYTES)).chain(COMPRESSED.iter().copied());
    for (kind, bytes) in kinds {
        let path = folder.join(format!("{kind}.pt"));
        let script = root().join("corpus/bad/many.py");
        match Command::new("python3").arg(script).arg(kind).arg(bytes.to_string()).arg(&path).status() {
            Ok(status) if status.success() => files.push(path),
            Ok(status) => return Err(format!("many.py {kind}: {status}").into()),
            Err(error) => {
                println!("skipped: no Python to write archives with: {error}");
                return Ok(files);
            }
        }
    }
    Ok(files)
}

fn modules(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for (name, operation) in MODULES {
        let mut text = String::from("\"builtin.module\"() ({\n");
        // A function has about 50 bytes.
        for n in 0..BYTES / 50 {
            let operation = operation.replace("opN", &format!("op{n}"));
            writeln!(
                text,
                "  \"func.func\"() ({{\n  ^bb0(%arg0: tensor<4xf32>):\n    %0 = {operation}\n    \"func.return\"(%arg0) : (tensor<4xf32>) -> ()\n  }}) \
                 {{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = \"f{n}\"}} : () -> ()"
            )?;
        }
        text.push_str("}) : () -> ()\n");
        let options = ParseOptions::default();
        let module = parse(&text, &options).map_err(|error| format!("{name}: {error}"))?;
        let known = schemas(&module.tables, &options);
        let bytes = module.canonical(&known).map_err(|error| format!("{name}: {error}"))?.concat();
        let path = folder.join(format!("many-{name}.mlirbc"));
        std::fs::write(&path, bytes)?;
        files.push(path);
    }
    Ok(files)
}
