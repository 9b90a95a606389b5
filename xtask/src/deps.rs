//! `cargo xtask deps`: crates depend on each other in one direction.
//!
//! ```text
//! core ← model ← {containers, flatbuffers, archive, opset, bitstream} ← {executorch, torchscript, mlir, llvm, swift}
//!      ← {outlast, lint} ← {report, prove, serve} ← cli
//! ```

use anyhow::{Context, bail};
use serde_json::Value;

use crate::run::{cargo, read};

/// Each package of the workspace and the packages of the workspace that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("outlast-core", &[]),
    ("outlast-model", &["outlast-core"]),
    ("outlast-containers", &["outlast-core", "outlast-model"]),
    ("outlast-flatbuffers", &["outlast-core"]),
    ("outlast-archive", &["outlast-core"]),
    ("outlast-opset", &["outlast-core"]),
    ("outlast-bitstream", &["outlast-core", "outlast-model"]),
    ("outlast-llvm", &["outlast-core", "outlast-model", "outlast-bitstream"]),
    ("outlast-swift", &["outlast-core", "outlast-model", "outlast-bitstream"]),
    ("outlast-mlir", &["outlast-core", "outlast-model"]),
    (
        "outlast-executorch",
        &["outlast-core", "outlast-model", "outlast-archive", "outlast-containers", "outlast-flatbuffers"],
    ),
    (
        "outlast-torchscript",
        &["outlast-core", "outlast-model", "outlast-archive", "outlast-flatbuffers", "outlast-opset"],
    ),
    (
        "outlast-lint",
        &["outlast-core", "outlast-bitstream", "outlast-mlir", "outlast-flatbuffers", "outlast-opset"],
    ),
    (
        "outlast",
        &[
            "outlast-core",
            "outlast-model",
            "outlast-containers",
            "outlast-bitstream",
            "outlast-llvm",
            "outlast-swift",
            "outlast-mlir",
            "outlast-flatbuffers",
            "outlast-opset",
            "outlast-lint",
            "outlast-executorch",
            "outlast-torchscript",
        ],
    ),
    ("outlast-report", &["outlast-core", "outlast"]),
    // Texts of MLIR are compared by what the format crate knows of releases.
    ("outlast-prove", &["outlast-core", "outlast-mlir", "outlast"]),
    ("outlast-serve", &["outlast"]),
    (
        "outlast-cli",
        // Files of families on the command line speak of their formats.
        &["outlast-core", "outlast-mlir", "outlast", "outlast-report", "outlast-prove", "outlast-serve"],
    ),
    ("outlast-testkit", &["outlast-core"]),
];

/// May depend on everything, and nothing depends on them: the tool of the repository, and what must hold for any input, which is for tests
/// and for `fuzz/`.
const TOOLS: [&str; 3] = ["xtask", "xtask-common", "outlast-oracles"];
/// For tests only.
const TESTKIT: &str = "outlast-testkit";

/// Checks the workspace as it is.
pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = read(cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let faults = faults(&metadata).context("`cargo metadata` prints something else than expected")?;
    if !faults.is_empty() {
        bail!("direction of dependencies:\n  {}", faults.join("\n  "));
    }
    println!("deps: the direction of dependencies holds");
    Ok(())
}

/// What breaks the direction. `None` if the metadata are not as expected.
fn faults(metadata: &Value) -> Option<Vec<String>> {
    let packages = metadata["packages"].as_array()?;
    let names: Vec<&str> = packages.iter().map(|p| p["name"].as_str()).collect::<Option<_>>()?;
    let mut faults = Vec::new();
    for (package, name) in packages.iter().zip(&names) {
        if TOOLS.contains(name) {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(n, _)| n == name) else {
            faults.push(format!("{name} has no place yet: give it one in xtask/src/deps.rs"));
            continue;
        };
        for dependency in package["dependencies"].as_array()? {
            let on = dependency["name"].as_str()?;
            let dev = dependency["kind"].as_str() == Some("dev");
            if !names.contains(&on) || allowed.contains(&on) || (dev && on == TESTKIT) {
                continue;
            }
            let how = if on == TESTKIT { " (tests only may)" } else { "" };
            faults.push(format!("{name} must not depend on {on}{how}"));
        }
    }
    Some(faults)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::faults;

    #[test]
    fn upward_dependencies_are_found() {
        let package = |name: &str, on: &[(&str, Option<&str>)]| {
            let on: Vec<_> = on.iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect();
            json!({ "name": name, "dependencies": on })
        };
        let metadata = json!({ "packages": [
            package("outlast-core", &[("outlast-testkit", Some("dev"))]),
            package("outlast-flatbuffers", &[("outlast-core", None), ("outlast-mlir", None), ("serde", None)]),
            package("outlast-mlir", &[("outlast-testkit", None)]),
            package("outlast-testkit", &[("outlast", Some("dev"))]),
            package("outlast", &[]),
            package("xtask", &[("outlast", None)]),
            package("outlast-oracles", &[("outlast", None), ("outlast-testkit", None)]),
            package("stray", &[]),
        ]});
        let expected = [
            "outlast-flatbuffers must not depend on outlast-mlir",
            "outlast-mlir must not depend on outlast-testkit (tests only may)",
            "outlast-testkit must not depend on outlast",
            "stray has no place yet: give it one in xtask/src/deps.rs",
        ];
        assert_eq!(faults(&metadata).unwrap(), expected);
        assert!(faults(&json!({})).is_none());
    }
}
