//! What a reader of LLVM IR understood: the module as it writes it again, unverified.
//!
//! That is asked of `llvm-dis` with `opt` beside it; where there is none of a release, of a `clang`, which takes a module's summary only where it is told
//! to. Whoever asks lets one release print the module and what was written again.

use std::path::{Path, PathBuf};

use super::Again;
use super::ask::{Asker, Run, crash, message};
use super::llvm::READ;
use crate::runtime::Failure;

const CLANG: &str = "clang";
const TEXT: &str = "read.ll";
const AGAIN: &str = "again.bc";

/// A module of a file, which clang takes one of.
const PARTS: usize = 3;

/// What a clang is told: to read IR and no more.
const FRONT: [&str; 6] =
    ["-cc1", "-triple", "x86_64-unknown-linux-gnu", "-disable-llvm-passes", "-w", "-emit-llvm-bc"];

/// Reads a module, and writes it again. `newest` has the tools that look at summaries.
pub(super) fn again(asker: &Asker<'_>, newest: &Asker<'_>) -> Result<Again, Failure> {
    let path = asker.program.path.display().to_string();
    let (text, again) = (asker.file(TEXT), asker.file(AGAIN));
    // Those of another module are not of this one.
    for file in [&text, &again] {
        let _ = std::fs::remove_file(file);
    }
    if !asker.has(READ) && asker.has(CLANG) {
        return by_clang(asker, newest, &path, again);
    }
    let (text, to) = (text.display().to_string(), again.display().to_string());
    let read = taken(asker.run_any(READ, &[&path, "-o", &text])?)?;
    let written = asker.run_any("opt", &["-disable-verify", "-passes=", &path, "-o", &to])?;
    if !(written.status.success() && again.is_file()) {
        // That it is not written is no fault of the reader's.
        asker.run_any("llvm-as", &["-disable-verify", &text, "-o", &to])?;
    }
    Ok(Again { said: read.said, file: Some(again).filter(|file| file.is_file()) })
}

/// A run that ended well. What a tool says before it aborts itself is its message, and no crash.
fn taken(run: Run) -> Result<Run, Failure> {
    match run.status.code() {
        Some(0) => Ok(run),
        None if !run.said.contains("LLVM ERROR: ") => Err(crash(&run)),
        _ => Err(Failure::Load(message(&run))),
    }
}

fn by_clang(asker: &Asker<'_>, newest: &Asker<'_>, path: &str, again: PathBuf) -> Result<Again, Failure> {
    let to = again.display().to_string();
    let words = [&FRONT[..], &["-x", "ir", path, "-o", &to]].concat();
    let read = taken(asker.run_any(CLANG, &words)?)?;
    match summary_refused(asker, newest, path)? {
        Some(said) => Err(Failure::Load(said)),
        None => Ok(Again { said: read.said, file: Some(again).filter(|file| file.is_file()) }),
    }
}

/// Why a clang does not take the summary of a module. Several modules in a file are parted.
fn summary_refused(asker: &Asker<'_>, newest: &Asker<'_>, path: &str) -> Result<Option<String>, Failure> {
    let blocks = newest.run_any("llvm-bcanalyzer", &["--disable-histogram", path])?;
    if !blocks.output.contains("SUMMARY_BLOCK") {
        return Ok(None);
    }
    for number in 0..PARTS {
        let part = asker.file(&format!("{number}.bc")).display().to_string();
        let taken =
            newest.run_any("llvm-modextract", &["-b", "-n", &number.to_string(), path, "-o", &part])?;
        let part = match taken.status.success() {
            true => part.as_str(),
            // An index has no module.
            false if number == 0 => path,
            false => return Ok(None),
        };
        let index = format!("-fthinlto-index={part}");
        let out = if Path::new("/dev/null").exists() { "/dev/null" } else { "NUL" };
        let words = [&FRONT[..], &["-disable-llvm-verifier", &index, "-x", "ir", part, "-o", out]].concat();
        if let Some(said) = invalid_summary(&asker.run_any(CLANG, &words)?.said) {
            return Ok(Some(said));
        }
    }
    Ok(None)
}

/// What is wrong with a summary: `Error loading index file 'a.bc': Invalid summary version 10. …`.
fn invalid_summary(said: &str) -> Option<String> {
    let of = |line: &str| {
        let (_, behind) = line.split_once("Error loading index file '")?;
        let (_, said) = behind.split_once("': ")?;
        said.starts_with("Invalid summary").then(|| said.to_string())
    };
    said.lines().find_map(of)
}

#[cfg(test)]
mod tests {
    use super::invalid_summary;

    /// Tools that are scripts, each what `sh` does by it.
    #[cfg(unix)]
    fn asked(name: &str, tools: &[(&str, &str)]) -> Result<(String, String), crate::Failure> {
        use std::os::unix::fs::PermissionsExt;

        use crate::tools::{Language, Side, ToolProgram, again};
        use crate::{How, Limits, Runtime};

        let folder = std::env::temp_dir().join(format!("outlast-again-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (tool, script) in tools {
            let path = folder.join(format!("{tool}-20"));
            std::fs::write(&path, format!("#!/bin/sh\nfor to; do :; done\n{script}\n")).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
        }
        let runtime =
            Runtime { name: "llvm-20".into(), how: How::Tools(folder.clone()), ..Runtime::default() };
        let program = ToolProgram::of_language(Language::Llvm, &folder.join("a.bc"));
        let limits = Limits::from(std::time::Duration::from_secs(20));
        let side = Side { runtime: &runtime, program: &program };
        let found = again(side, &runtime, limits, &folder.join("scratch")).map(|again| {
            let text = again.file.map(|file| std::fs::read_to_string(file).unwrap());
            (again.said, text.unwrap_or_default())
        });
        std::fs::remove_dir_all(folder).unwrap();
        found
    }

    #[cfg(unix)]
    #[test]
    fn a_module_is_written_again_by_opt_or_else_from_its_text() {
        let reads = ("llvm-dis", "echo read >\"$to\"; echo warning: old >&2");
        let assembles = ("llvm-as", "echo assembled >\"$to\"");
        let (said, text) = asked("opt", &[reads, ("opt", "echo optimised >\"$to\""), assembles]).unwrap();
        assert_eq!((said.trim(), text.trim()), ("warning: old", "optimised"));
        let (_, text) = asked("as", &[reads, ("opt", "exit 1"), assembles]).unwrap();
        assert_eq!(text.trim(), "assembled");
    }

    #[cfg(unix)]
    #[test]
    fn what_a_tool_says_before_it_aborts_is_its_message() {
        let failure = |script| asked("abort", &[("llvm-dis", script)]).unwrap_err();
        let load = |said: &str| crate::Failure::Load(said.into());
        assert_eq!(failure("echo 'LLVM ERROR: Bad record' >&2; kill -ABRT $$"), load("Bad record"));
        assert_eq!(failure("echo 'error: Bad record' >&2; exit 1"), load("Bad record"));
        assert!(
            matches!(failure("kill -SEGV $$"), crate::Failure::Crash(how) if how.starts_with("signal: 11"))
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_clang_is_asked_about_summaries_too() {
        let clang = "case \"$*\" in *-fthinlto-index=*) echo \"error: Error loading index file 'a': Invalid summary version 12.\" >&2; exit 1 ;; esac; \
                     echo written >\"$to\"";
        let parts = ("llvm-modextract", "exit 1");
        let (_, text) =
            asked("plain", &[("clang", clang), ("llvm-bcanalyzer", "echo MODULE_BLOCK")]).unwrap();
        assert_eq!(text.trim(), "written");
        let summary = ("llvm-bcanalyzer", "echo GLOBALVAL_SUMMARY_BLOCK");
        let refused = asked("summary", &[("clang", clang), summary, parts]).unwrap_err();
        assert_eq!(refused, crate::Failure::Load("Invalid summary version 12.".into()));
    }

    #[test]
    fn summaries_that_are_refused() {
        let said = "note\nerror: Error loading index file 'a.bc': Invalid summary version 10. Version should be in the range [1-9].\n";
        assert!(invalid_summary(said).is_some_and(|said| said.starts_with("Invalid summary version 10.")));
        assert_eq!(invalid_summary("Error loading index file 'a.bc': No such file"), None);
        assert_eq!(invalid_summary(""), None);
    }
}
