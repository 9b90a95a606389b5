//! `cargo xtask dist`: what a release consists of, and a trial of all of it. Publishing is left to a person.
//!
//! Archives in `target/dist`: the stripped binary for each target that this machine builds for, with manual pages, completions, licences, and
//! SHA-256 of all. The same commit gives the same bytes: paths are remapped as for `cargo xtask reproducible`, times are those of the commit.
//! Then `action.yml`, `.pre-commit-hooks.yaml` and `Containerfile` are tried as far as they run without network and engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use sha2::{Digest, Sha256};

use crate::reproducible::{flags, tool};
use crate::run::{cargo, git, read, root, run};

/// Shells that completions are made for, and what the files are called.
const SHELLS: [(&str, &str); 4] =
    [("bash", "outlast.bash"), ("zsh", "_outlast"), ("fish", "outlast.fish"), ("powershell", "outlast.ps1")];

/// Files that go into every archive as they are.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// A program of the corpus, and one that executorch-0.5.0 misreads.
const GOOD: &str = "corpus/executorch/1.5.1/mlp.pte";
const BAD: &str = "corpus/executorch/1.5.1/xnn_mlp.pte";

/// A binary to build.
struct Build {
    /// The target of the compiler.
    triple: String,
    /// Flags of the compiler, beside those that remap paths.
    flags: &'static [&'static str],
    /// What the archive is named for.
    label: String,
}

/// Builds and packs for every target; `--no-build` tries with what was packed before.
pub(crate) fn run_builds(args: &[&str]) -> anyhow::Result<()> {
    let folder = root().canonicalize()?.join("target/dist");
    match args {
        [] => {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            let mut sums = String::new();
            for build in builds()? {
                let archive = pack(&folder, &build)?;
                let name = archive.file_name().and_then(|name| name.to_str()).context("a name")?.to_string();
                let sum = Sha256::digest(fs::read(&archive)?);
                let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
                sums.push_str(&format!("{hex}  {name}\n"));
            }
            fs::write(folder.join("SHA256SUMS"), &sums)?;
            print!("\n{sums}");
            crates(&folder)?;
        }
        ["--no-build"] => {}
        _ => bail!("usage: cargo xtask dist [--no-build]"),
    }
    try_all(&folder)
}

/// What this machine builds for: itself; and a static binary, with musl where its target is installed, otherwise with the C library's own archive.
fn builds() -> anyhow::Result<Vec<Build>> {
    let version = read(tool("rustc", &["--version", "--verbose"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("no host")?.to_string();
    let mut builds = vec![Build { triple: host.clone(), flags: &[], label: host.clone() }];
    if let Some(machine) = host.strip_suffix("-unknown-linux-gnu") {
        let musl = format!("{machine}-unknown-linux-musl");
        let libraries = read(tool("rustc", &["--print", "target-libdir", "--target", &musl]))?;
        builds.push(match Path::new(libraries.trim()).exists() {
            true => Build { triple: musl.clone(), flags: &[], label: musl },
            false => Build {
                label: format!("{host}-static"),
                triple: host,
                flags: &["-Ctarget-feature=+crt-static", "-Crelocation-model=static"],
            },
        });
    }
    Ok(builds)
}

/// Builds one, and makes its archive.
fn pack(folder: &Path, build: &Build) -> anyhow::Result<PathBuf> {
    let root = root().canonicalize()?;
    let target = root.join("target/dist-build").join(&build.label);
    let mut command = cargo(&["build", "--profile", "dist", "--locked", "--package", "outlast-cli"]);
    command.args(["--target", &build.triple]);
    let all: Vec<String> =
        flags(&root)?.into_iter().chain(build.flags.iter().map(ToString::to_string)).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", all.join("\u{1f}"));
    command.env("CARGO_PROFILE_DIST_STRIP", "symbols").env("CARGO_TARGET_DIR", &target);
    run(command)?;
    let name = format!("outlast-{}-{}", env!("CARGO_PKG_VERSION"), build.label);
    let staged = target.join(&name);
    if staged.exists() {
        fs::remove_dir_all(&staged)?;
    }
    fs::create_dir_all(staged.join("completions"))?;
    let binary = staged.join("outlast");
    fs::copy(target.join(&build.triple).join("dist/outlast"), &binary)?;
    for text in TEXTS {
        fs::copy(root.join(text), staged.join(text))?;
    }
    let mut man = Command::new(&binary);
    man.arg("man").arg(staged.join("man1"));
    run(man)?;
    for (shell, file) in SHELLS {
        let mut completions = Command::new(&binary);
        completions.args(["completions", shell]);
        let text = read(completions)?;
        fs::write(staged.join("completions").join(file), text)?;
    }
    let archive = folder.join(format!("{name}.tar.gz"));
    let time = read(git(&["log", "-1", "--format=%ct"]))?;
    let mut tar = Command::new("tar");
    tar.arg(format!("--mtime=@{}", time.trim())).args(["--sort=name", "--owner=0", "--group=0"]);
    tar.args(["--numeric-owner", "--mode=u+w,go=rX", "-I", "gzip -9n", "-cf"]).arg(&archive);
    tar.arg("-C").arg(&target).arg(&name);
    run(tar)?;
    println!(
        "{}: {} KB, the binary {} KB",
        archive.display(),
        fs::metadata(&archive)?.len() / 1000,
        fs::metadata(&binary)?.len() / 1000
    );
    Ok(archive)
}

/// The packages as a registry would get them. They are not built again: that is what CI does of what they hold.
fn crates(folder: &Path) -> anyhow::Result<()> {
    let mut package = cargo(&["package", "--workspace", "--no-verify", "--locked", "--allow-dirty"]);
    for own in ["xtask", "xtask-common", "outlast-oracles", "outlast-testkit"] {
        package.args(["--exclude", own]);
    }
    let target = folder.join("crates");
    package.arg("--target-dir").arg(&target);
    run(package)?;
    let mut count = 0;
    for entry in fs::read_dir(target.join("package"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "crate") {
            // What crates.io takes at most.
            ensure!(fs::metadata(&path)?.len() < 10 << 20, "{}: larger than 10 MiB", path.display());
            count += 1;
        }
    }
    println!("{count} packages for a registry in {}", target.join("package").display());
    Ok(())
}

/// Unpacks an archive as a user does, and tries with it what the repository ships for others.
fn try_all(folder: &Path) -> anyhow::Result<()> {
    let mut archives: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("{}: run without --no-build first", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "gz"))
        .collect();
    archives.sort();
    ensure!(!archives.is_empty(), "{}: no archives", folder.display());
    let tried = folder.join("tried");
    for archive in &archives {
        if tried.exists() {
            fs::remove_dir_all(&tried)?;
        }
        fs::create_dir_all(&tried)?;
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(archive).arg("-C").arg(&tried).arg("--strip-components=1");
        run(tar)?;
        let mut asked = Command::new(tried.join("outlast"));
        asked.arg("--version");
        let version = read(asked)?;
        ensure!(version.trim() == format!("outlast {}", env!("CARGO_PKG_VERSION")), "{version}");
        for page in ["man1/outlast.1", "man1/outlast-scan.1", "completions/_outlast"] {
            ensure!(tried.join(page).exists(), "{}: no {page}", archive.display());
        }
    }
    hooks(&tried)?;
    action(&tried)?;
    container(&tried)?;
    fs::remove_dir_all(&tried)?;
    Ok(())
}

/// The exit status of a command that finds the binary of an archive first.
fn status(tried: &Path, program: &str, arguments: &[&str], envs: &[(&str, &str)]) -> anyhow::Result<i32> {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(program);
    command.args(arguments).envs(envs.iter().copied()).current_dir(root());
    command.env("PATH", format!("{}:{path}", tried.display()));
    println!("\n$ {program} {}", arguments.join(" "));
    command.status()?.code().context("ended by a signal")
}

/// The hooks of pre-commit: each as pre-commit would call it; and through pre-commit itself where that is installed.
fn hooks(tried: &Path) -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join(".pre-commit-hooks.yaml"))?;
    let entries: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("entry: ")).collect();
    ensure!(!entries.is_empty(), ".pre-commit-hooks.yaml: no entries");
    for entry in &entries {
        let words: Vec<&str> = entry.split(' ').collect();
        let [program, arguments @ ..] = words.as_slice() else { bail!("an entry without a program") };
        for (file, extra, expected) in [(GOOD, "executorch-1.5.1", 0), (BAD, "executorch-0.5.0", 1)] {
            let asks = arguments.first() != Some(&"verify");
            let mut all: Vec<&str> = arguments.to_vec();
            if asks {
                all.extend(["--target", extra]);
            }
            // As `args` of the hooks, and of their users, have it.
            all.extend(["--", file]);
            let expected = if asks { expected } else { 0 };
            let got = status(tried, program, &all, &[])?;
            ensure!(got == expected, "`{entry}` of {file}: exit status {got}, expected {expected}");
        }
    }
    match status(tried, "pre-commit", &["--version"], &[]) {
        Ok(0) => {
            let arguments = ["try-repo", ".", "outlast-verify", "--files", GOOD];
            let got = status(tried, "pre-commit", &arguments, &[])?;
            ensure!(got == 0, "pre-commit try-repo: exit status {got}");
        }
        _ => println!("skipped: pre-commit is not installed: its hooks were called as it would"),
    }
    Ok(())
}

/// The script of the GitHub action, with the inputs that a workflow would give, as environment.
fn action(tried: &Path) -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join("action.yml"))?;
    let script = text.split_once("# scan\n").context("action.yml: no script `# scan`")?.1;
    let script: Vec<&str> =
        script.lines().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect();
    let script = script.join("\n");
    let (both, quoted) = (format!("{GOOD}\n{BAD}\n"), format!("\"{BAD}\""));
    let lines = [
        (GOOD, "executorch-1.5.1", 0),
        (BAD, "executorch-0.5.0", 1),
        (&both, "executorch-0.5.0", 1),
        (&quoted, "executorch-0.5.0", 1),
        ("", "executorch-0.5.0", 2),
    ];
    for (file, target, expected) in lines {
        let summary = tried.join("summary.md");
        fs::write(&summary, "")?;
        let sarif = tried.join("outlast.sarif");
        let envs = [
            ("OUTLAST_PATHS", file),
            ("OUTLAST_TARGETS", target),
            ("OUTLAST_SARIF", sarif.to_str().context("a path")?),
            ("GITHUB_STEP_SUMMARY", summary.to_str().context("a path")?),
        ];
        let got = status(tried, "bash", &["-euo", "pipefail", "-c", &script], &envs)?;
        ensure!(got == expected, "action.yml: exit status {got}, expected {expected}");
        if expected == 2 {
            continue;
        }
        ensure!(fs::read_to_string(&sarif)?.contains("\"version\": \"2.1.0\""), "action.yml: no SARIF");
        ensure!(fs::read_to_string(&summary)?.contains("| target |"), "action.yml: no summary");
    }
    Ok(())
}

/// The container: with an engine it is built and run; without one only what it copies is looked for.
fn container(tried: &Path) -> anyhow::Result<()> {
    let text = fs::read_to_string(root().join("Containerfile"))?;
    for word in text.lines().filter_map(|line| line.strip_prefix("COPY ")).flat_map(str::split_whitespace) {
        let outside = word.starts_with("--") || word.starts_with('/') || word == ".";
        ensure!(outside || root().join(word).exists(), "Containerfile: no {word}");
    }
    for engine in ["podman", "docker"] {
        let works = Command::new(engine).arg("info").output().is_ok_and(|output| output.status.success());
        if works {
            let build = ["build", "-f", "Containerfile", "-t", "outlast", "."];
            ensure!(status(tried, engine, &build, &[])? == 0, "the container is not built");
            let ran = status(tried, engine, &["run", "--rm", "outlast", "--version"], &[])?;
            ensure!(ran == 0, "the container does not run");
            return Ok(());
        }
    }
    println!("skipped: no container engine: Containerfile was only looked through");
    Ok(())
}
