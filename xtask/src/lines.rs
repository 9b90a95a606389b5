//! `cargo xtask lines`: how large the parts of the tree are at a commit.

use std::collections::BTreeMap;

use anyhow::Context;

use crate::run::{git, read};

/// The parts, and which of them a file of the tree belongs to.
const PARTS: [&str; 6] = ["product Rust", "its tests", "testkit, oracles", "xtask", "evidence", "Python"];

/// Prints the lines of each part, and the number of files, for these commits, or for `HEAD`.
pub(crate) fn run(commits: &[&str]) -> anyhow::Result<()> {
    for commit in if commits.is_empty() { &["HEAD"] } else { commits } {
        let files = read(git(&["ls-tree", "-r", "--name-only", commit]))?.lines().count();
        let mut lines: BTreeMap<&str, usize> = PARTS.iter().map(|part| (*part, 0)).collect();
        // `git grep -c ''` counts lines: `COMMIT:PATH:LINES`.
        for row in read(git(&["grep", "-c", "", commit, "--", "*.rs", "*.py", "*.pyi"]))?.lines() {
            let (path, count) = row.rsplit_once(':').context("git grep: no count")?;
            let path = path.split_once(':').context("git grep: no commit")?.1;
            if let Some(total) = part(path).and_then(|part| lines.get_mut(part)) {
                *total += count.parse::<usize>().context("git grep: not a number")?;
            }
        }
        let lines: Vec<_> = PARTS.iter().map(|part| format!("{part} {}", lines[part])).collect();
        println!("{commit}: {}; files {files}", lines.join(", "));
    }
    Ok(())
}

/// Tests of a crate are in `tests`, in files of that name and in `examples`; those at the end of a file count with it.
fn part(path: &str) -> Option<&'static str> {
    let (room, rest) = path.split_once('/')?;
    let name = path.rsplit('/').next()?;
    let test = || {
        let folder = rest.split('/').any(|folder| matches!(folder, "tests" | "examples" | "benches"));
        folder || name.ends_with("tests.rs")
    };
    Some(match room {
        _ if !path.ends_with(".rs") => "Python",
        "crates" if rest.starts_with("testkit/") || rest.starts_with("oracles/") => "testkit, oracles",
        "crates" if test() => "its tests",
        "crates" => "product Rust",
        "xtask" => "xtask",
        "evidence" => "evidence",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn a_path_tells_the_part() {
        assert_eq!(part("crates/mlir/src/file/mod.rs"), Some("product Rust"));
        assert_eq!(part("crates/mlir/src/facts/tests/arith.rs"), Some("its tests"));
        assert_eq!(part("crates/mlir/src/config/file_tests.rs"), Some("its tests"));
        assert_eq!(part("crates/testkit/src/lib.rs"), Some("testkit, oracles"));
        assert_eq!(part("evidence/peers/mlir/record.py"), Some("Python"));
        assert_eq!(part("fuzz/fuzz_targets/mlir.rs"), None);
    }
}
