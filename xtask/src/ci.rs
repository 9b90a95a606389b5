//! `cargo xtask ci`: everything that must hold before a merge.

use std::process::Command;

use crate::run::{cargo, git, read, run};
use crate::{bless, corpus, deps, evidence, markdown};

/// Runs all checks in order, cheap ones first; stops at the first that fails.
pub(crate) fn run_checks() -> anyhow::Result<()> {
    run(cargo(&["fmt", "--all", "--check"]))?;
    deps::run()?;
    tables_are_clean()?;
    markdown::run()?;
    corpus::run(false)?;
    ruff()?;
    dependencies(&["licenses", "bans", "sources"])?;
    // Parquet is left out unless it is asked for: looked at and tested with the rest here, so that nothing is built for it a second time.
    let clippy = ["clippy", "--workspace", "--all-targets", "--features", "outlast-cli/parquet", "--locked"];
    run(cargo(&[&clippy[..], &["--", "-D", "warnings"]].concat()))?;
    features()?;
    fuzz_targets()?;
    evidence::check()?;
    run(cargo(&[
        "test",
        "--workspace",
        "--features",
        "outlast-report/parquet",
        "--locked",
        "--no-fail-fast",
    ]))?;
    let mut doc = cargo(&["doc", "--workspace", "--locked", "--no-deps"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    run(doc)?;
    println!("\nci: all checks passed");
    Ok(())
}

/// The library builds without warnings with each family alone, with `lint` alone, with none, and with `serde` alone; its unit tests, too. So does the
/// command without what can be left out.
fn features() -> anyhow::Result<()> {
    for feature in ["", "executorch", "llvm", "swift", "mlir", "torch", "lint", "serde"] {
        let only = ["clippy", "--package", "outlast", "--no-default-features", "--features", feature];
        run(cargo(&[&only[..], &["--lib", "--tests", "--locked", "--", "-D", "warnings"]].concat()))?;
    }
    let command =
        ["clippy", "--package", "outlast-cli", "--all-targets", "--no-default-features", "--locked"];
    run(cargo(&[&command[..], &["--", "-D", "warnings"]].concat()))
}

/// The fuzz targets compile. libFuzzer is C++: left out where there is no compiler for it.
fn fuzz_targets() -> anyhow::Result<()> {
    let mut compiler = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    compiler.arg("--version");
    if read(compiler).is_err() {
        println!("\nskipped: the fuzz targets, for there is no C++ compiler");
        return Ok(());
    }
    let mut check = cargo(&[
        "clippy",
        "--manifest-path",
        "fuzz/Cargo.toml",
        "--bins",
        "--locked",
        "--",
        "-D",
        "warnings",
    ]);
    check.env("CARGO_TARGET_DIR", "target/fuzz");
    run(check)
}

/// The Python of the peers, by the rules in `ruff.toml`. CI needs nothing but Rust, so that it is skipped where ruff is not.
fn ruff() -> anyhow::Result<()> {
    let ruff = |arguments: &[&str]| {
        let mut command = Command::new("ruff");
        command.args(arguments);
        command
    };
    if read(ruff(&["--version"])).is_err() {
        println!("\nskipped: ruff is not installed");
        return Ok(());
    }
    run(ruff(&["check", "--no-cache"]))
}

/// Dependencies, those of the fuzz targets and of evidence as well, by the policy in `deny.toml`; skipped where cargo-deny is not installed. Advisories
/// are in a database that has to be fetched, so that `cargo xtask advisories` looks at them, and what is committed today passes tomorrow.
fn dependencies(checks: &[&str]) -> anyhow::Result<()> {
    if read(cargo(&["deny", "--version"])).is_err() {
        println!("\nskipped: cargo-deny is not installed; `cargo install --locked cargo-deny` does that");
        return Ok(());
    }
    deny(checks)
}

fn deny(checks: &[&str]) -> anyhow::Result<()> {
    run(cargo(&[&["deny", "--locked", "check"], checks].concat()))?;
    for manifest in ["evidence/Cargo.toml", "fuzz/Cargo.toml"] {
        let apart = ["deny", "--locked", "--manifest-path", manifest, "--config", "deny.toml", "check"];
        // They have fewer dependencies, so that not every exception of the policy is needed.
        run(cargo(&[&apart[..], &["--allow", "unnecessary-skip"], checks].concat()))?;
    }
    Ok(())
}

/// Dependencies against the advisory database, which cargo-deny fetches; an error where it cannot, or is not installed.
pub(crate) fn advisories() -> anyhow::Result<()> {
    deny(&["advisories"])
}

/// Tables are what their texts make; that golden files are what the code makes, tests say. Compared with what was there before, so that changes
/// that are not committed yet do not count.
fn tables_are_clean() -> anyhow::Result<()> {
    let state = || -> anyhow::Result<String> { read(git(&["diff", "HEAD", "--binary", "--", "crates"])) };
    let before = state()?;
    bless::tables()?;
    anyhow::ensure!(before == state()?, "tables were out of date: look at `git diff`, then commit");
    Ok(())
}
