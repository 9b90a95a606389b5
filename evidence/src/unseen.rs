//! `cargo xtask interop FAMILY unseen --set NAME PHASE`: verdicts on programs that no rule was made from.
//!
//! `docs/accuracy.md` states the protocol. A set is drawn or made (`make`), judged (`predict`), converted where it is not good
//! (`convert`, in families that have it), and only then read by the real readers (`run`), scored once (`score`), and taken into
//! the corpus (`join`). The order is enforced: predictions and conversions are refused once readers ran, and readers run only
//! when the hashes of both are committed in the family's ledger, `evidence/unseen/FAMILY.toml`. After the score, what made the set leaves the
//! tree: `evidence/unseen/content.toml` says where it is.
//!
//! All of it lives in `target/unseen/FAMILY/NAME`: `files/`, `manifest.tsv`, `predictions.tsv`, `outcomes.tsv`;
//! of conversions `conversions.tsv`, `converted/TARGET/…` and `rescues.tsv`.

mod content;
mod convert;
mod doc;
mod join;
mod ledger;
mod predict;
mod rescue;
mod score;
mod set;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

pub(crate) use doc::check as check_doc;
pub(crate) use doc::run as run_doc;

use crate::pins;
use crate::run::{read, root, run as execute};
use set::Set;

/// A family whose verdicts can be scored: the script that makes programs and asks readers, and the targets it has readers of.
///
/// `SCRIPT sets` prints lines `NAME TAB ABOUT`, and behind another tab the targets of a set that is not judged for all, with commas; `SCRIPT make NAME FOLDER` writes `FOLDER/files` and `FOLDER/manifest.tsv`;
/// `SCRIPT run FOLDER` writes `FOLDER/outcomes.tsv`. One that converts has `SCRIPT convert FOLDER OUTLAST`, which writes
/// `FOLDER/conversions.tsv`; its `run` then writes `FOLDER/rescues.tsv`, too. Tables of single readers are called `runs…`.
struct Family {
    name: &'static str,
    /// Scripts that set up the readers, with their arguments.
    setup: &'static [&'static [&'static str]],
    script: &'static str,
    targets: Targets,
    /// Whether the script converts what is not good.
    converts: bool,
}

/// Targets of a family: releases on a list of `evidence/peers/pins.toml`.
#[derive(Clone, Copy)]
struct Targets {
    list: &'static str,
    /// What names begin with, where that is not the family.
    reader: Option<&'static str>,
    /// What names end with: one for each reader that a release has.
    kinds: &'static [&'static str],
}

/// Releases of the family's own name with one reader each.
const READERS: Targets = Targets { list: "", reader: None, kinds: &[""] };

/// A family is a row here.
const FAMILIES: &[Family] = &[
    Family {
        name: "llvm",
        setup: &[&["evidence/peers/llvm/setup.sh", "target/interop/llvm", "zig", "suites"]],
        script: "evidence/peers/llvm/unseen.py",
        targets: Targets { list: "readers", ..READERS },
        converts: false,
    },
    Family {
        name: "swift",
        setup: &[
            &["evidence/peers/llvm/swift.sh", "target/interop/swift"],
            &["evidence/peers/llvm/swift.sh", "target/interop/swift-newer", "newer"],
        ],
        script: "evidence/peers/llvm/unseen_swift.py",
        targets: Targets { list: "compilers", ..READERS },
        converts: false,
    },
    Family {
        name: "executorch",
        setup: &[],
        script: "evidence/peers/executorch/unseen.py",
        targets: Targets { list: "all", ..READERS },
        converts: true,
    },
    Family {
        name: "torch",
        setup: &[],
        script: "evidence/peers/torch/unseen_set.py",
        targets: Targets { list: "models", kinds: &["", "-lite"], ..READERS },
        converts: true,
    },
    // The rest of what setup.sh makes takes an hour and is not needed.
    Family {
        name: "mlir",
        setup: &[],
        script: "evidence/peers/mlir/unseen.py",
        targets: Targets { list: "installed", ..READERS },
        converts: true,
    },
    Family {
        name: "stablehlo",
        setup: &[],
        script: "evidence/peers/stablehlo/unseen.py",
        targets: Targets { list: "readers", reader: Some("jaxlib"), ..READERS },
        converts: true,
    },
];

const USAGE: &str = "\
cargo xtask interop FAMILY unseen --set NAME PHASE …

  make      draw or make the programs of a new set, into target/unseen/FAMILY/NAME
  predict   judge them for all targets; the hash of the predictions goes into evidence/unseen/FAMILY.toml: commit it
  convert   convert the cells that are not predicted to load (mlir, stablehlo, torch); the hash goes into the ledger, too: commit it
  run       ask the real readers; refused while the hash of the predictions is not committed; converted files run, too
  score     compare; the first score goes into the ledger and stays, a later one is judged anew and labelled `regression`
  join      copy small files with their outcomes into corpus/unseen/FAMILY/NAME; refused before the first score

Without --set: the sets that can be made. The content of scored sets is not in the tree: evidence/unseen/content.toml says where it is.";

/// Runs phases of a set.
pub(crate) fn run(family: &str, args: &[&str]) -> anyhow::Result<()> {
    let Some(family) = FAMILIES.iter().find(|known| known.name == family) else {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        bail!("no unseen sets of `{family}`; there are those of {}", names.join(", "));
    };
    let (name, phases) = match args {
        ["--set", name, phases @ ..] if !phases.is_empty() => (*name, phases),
        _ => {
            println!("{USAGE}\n");
            println!("{}", read(family.command(&["sets"]))?.trim_end());
            print!("{}", content::list(family.name)?);
            return Ok(());
        }
    };
    let set = Set::new(family.name, name)?;
    // A set that was made before its content left can still be scored again.
    if let Some(content) = content::find(family.name, name)?.filter(|_| !set.manifest_path().exists()) {
        bail!("{}", content.advice());
    }
    for phase in phases {
        match *phase {
            "make" => make(family, &set)?,
            "predict" => predict::first(family, &set)?,
            "convert" => convert::run(family, &set)?,
            "run" => ask(family, &set)?,
            "score" => score::run(family, &set)?,
            "join" => join::run(&set)?,
            _ => bail!("no phase `{phase}`\n\n{USAGE}"),
        }
    }
    Ok(())
}

impl Family {
    /// What a set is, and the targets that it is judged for.
    fn set(&self, name: &str) -> anyhow::Result<(String, Vec<String>)> {
        if let Some(entry) = ledger::entry(self.name, name)? {
            return Ok((entry.about, entry.targets));
        }
        let sets = read(self.command(&["sets"]))?;
        let line = sets.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
        let line = line.with_context(|| format!("{} does not know `{name}`", self.script))?;
        let (about, own) = line.split_once('\t').unwrap_or((line, ""));
        let own: Vec<String> =
            own.split(',').filter(|target| !target.is_empty()).map(str::to_string).collect();
        Ok((about.to_string(), if own.is_empty() { self.all_targets()? } else { own }))
    }

    /// All targets that there are readers of, oldest release first.
    fn all_targets(&self) -> anyhow::Result<Vec<String>> {
        let Targets { list, reader, kinds } = self.targets;
        let reader = reader.unwrap_or(self.name);
        let releases = pins::releases(self.name, list)?.into_iter();
        let of_release =
            |release: &'static str| kinds.iter().map(move |kind| format!("{reader}-{release}{kind}"));
        Ok(releases.flat_map(of_release).collect())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("python3");
        command.env("PYTHONDONTWRITEBYTECODE", "1").arg(self.script).args(arguments);
        // Scripts ask readers by this program.
        if let Ok(program) = std::env::current_exe() {
            command.env("OUTLAST_EVIDENCE", program);
        }
        command
    }

    fn set_up(&self) -> anyhow::Result<()> {
        for words in self.setup {
            let mut command = Command::new("bash");
            command.args(*words);
            execute(command)?;
        }
        Ok(())
    }
}

fn make(family: &Family, set: &Set) -> anyhow::Result<()> {
    if set.manifest_path().exists() || ledger::entry(family.name, &set.name)?.is_some() {
        bail!("the set `{}` was made before: a fresh set needs a new name", set.name);
    }
    family.set_up()?;
    std::fs::create_dir_all(set.files())?;
    execute(family.command(&["make", &set.name, path(&set.folder)?]))?;
    let manifest = set.manifest()?;
    anyhow::ensure!(!manifest.is_empty(), "the script made no files");
    println!("{}: {} files in {}", set.name, manifest.len(), set.folder.display());
    for (kind, count) in set::kinds(&manifest) {
        println!("  {count:>5} {kind}");
    }
    Ok(())
}

/// Asks the real readers, but only about predictions that are on record.
fn ask(family: &Family, set: &Set) -> anyhow::Result<()> {
    let entry = ledger::entry(family.name, &set.name)?
        .with_context(|| format!("no predictions of `{}` are on record: `predict` first", set.name))?;
    anyhow::ensure!(entry.first.is_none(), "`{}` was run and scored before", set.name);
    ledger::committed(family.name, &entry)?;
    set.unchanged(&entry)?;
    if entry.converted.is_some() {
        set.same_converted()?;
    }
    family.set_up()?;
    execute(family.command(&["run", path(&set.folder)?]))?;
    println!("{}: outcomes of {} cells", set.name, set.outcomes()?.len());
    if entry.converted.is_some() {
        println!("and of {} conversions", set.rescues()?.len());
    }
    Ok(())
}

fn path(path: &Path) -> anyhow::Result<&str> {
    path.to_str().with_context(|| format!("{}: not UTF-8", path.display()))
}

/// Today, as `2026-11-22`, in UTC.
fn today() -> anyhow::Result<String> {
    let mut command = Command::new("date");
    command.args(["-u", "+%F"]);
    Ok(read(command)?.trim().to_string())
}

/// The folder of ledgers.
fn ledgers() -> std::path::PathBuf {
    root().join("evidence/unseen")
}

#[cfg(test)]
mod tests {
    use super::FAMILIES;

    #[test]
    fn targets_are_those_of_the_lists() {
        let ends = |name: &str| {
            let family = FAMILIES.iter().find(|family| family.name == name).unwrap();
            let all = family.all_targets().unwrap();
            (all.first().unwrap().clone(), all.last().unwrap().clone())
        };
        assert_eq!(ends("llvm").0, "llvm-9.0.1");
        assert_eq!(ends("torch").0, "torch-1.6.0");
        assert!(ends("torch").1.ends_with("-lite"));
        assert_eq!(ends("stablehlo").0, "jaxlib-0.4.20");
        for family in FAMILIES {
            assert!(family.all_targets().unwrap().len() > 1, "{}", family.name);
        }
    }
}
