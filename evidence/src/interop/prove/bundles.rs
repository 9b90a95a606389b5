//! Bundled programs of all exporters in several runtimes of ExecuTorch: right ones, ones whose outputs were altered, ones with inputs beyond bounds.

use outlast::AsExecutorch as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use outlast::arrays;
use outlast::families::executorch::{
    BundledFile, CasesError, CasesOptions, TestSuite, TestValue, cases, make_bundle,
};
use outlast_prove::{Load, Tolerance};
use outlast_testkit::corpus;

use super::{Outlast, folder};
use crate::pins;
use crate::play::{self, Job, Played};
use crate::run::root;

/// Models that are bundled here with what was recorded of them, beside the bundle that each exporter wrote itself.
const MODELS: &[&str] = &["add", "mlp", "mlp_dyn", "conv", "embedding", "multi"];

/// Faults that are shown.
const SHOWN: usize = 20;

/// What must become of a bundle where the program loads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// All cases are equal.
    Right,
    /// An expected number is another: the first case differs.
    Altered,
    /// An input is larger than the program takes: the first case is not given to it.
    Beyond,
}

struct Made {
    path: PathBuf,
    kind: Kind,
}

/// Proves each bundle in each runtime.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let usual = pins::releases("executorch", "proofs")?;
    let releases = if releases.is_empty() { &usual[..] } else { releases };
    let bundles = make(&folder("bundles")?)?;
    let outlast = Outlast::new()?;
    println!("{} bundled programs; of each kind in each runtime: as it must be, of how many", bundles.len());
    let (mut faults, mut exits) = (Vec::new(), (0, 0));
    for release in releases {
        let name = format!("executorch-{release}");
        let target = outlast::target(&name)?;
        let runtime = play::executorch(release)?;
        outlast.add(&name, &runtime)?;
        let jobs: Vec<Job> = bundles.iter().map(|made| job(&made.path)).collect();
        let mut counts: BTreeMap<(Kind, &str), (usize, usize)> = BTreeMap::new();
        for (made, cases) in bundles.iter().zip(play::play(&runtime, Load::ExecuTorch, &jobs)?) {
            let bytes = fs::read(&made.path)?;
            let bundle = outlast::open(&bytes)?;
            let Some(inner) = outlast_prove::program_of_bundle(&bundle) else {
                bail!("{}: no program", file_name(&made.path))
            };
            let program = outlast::open(inner)?;
            let loads = program.prepare()?.check(&[], &target)?.outcome.is_good();
            let good = match loads {
                true => is_as_made(made.kind, &cases),
                // What is not given to it is not refused.
                false => cases
                    .iter()
                    .all(|case| matches!(case.outcome, "fails" | "crash" | "differs" | "beyond" | "not-run")),
            };
            let count = counts.entry((made.kind, if loads { "loads" } else { "does not load" })).or_default();
            *count = (count.0 + usize::from(good), count.1 + 1);
            if !good {
                faults.push(format!("{release}: {}: {}", file_name(&made.path), said(&cases)));
            }
            // The command itself, on the bundle that the exporter wrote.
            if made.path.ends_with("bundled.bpte") {
                let path = made.path.display().to_string();
                let (status, proof) = outlast.json(&["prove", &path, "--runtime", &name])?;
                let proved = status == 0 && proof["result"] == "as-predicted";
                exits = (exits.0 + usize::from(proved), exits.1 + 1);
            }
        }
        for ((kind, predicted), (good, all)) in counts {
            println!("  {release}  {kind:?}, {predicted}: {good} of {all}");
        }
    }
    println!("`outlast prove` on bundles as exporters wrote them: {} of {} as predicted", exits.0, exits.1);
    faults.iter().take(SHOWN).for_each(|line| println!("  {line}"));
    if !faults.is_empty() || exits.0 != exits.1 {
        bail!("{} bundles are not what they were made to be", faults.len());
    }
    Ok(())
}

fn job(path: &Path) -> Job {
    Job {
        file: path.to_path_buf(),
        data: None,
        cases: None,
        tolerance: Tolerance { relative: 1e-3, absolute: 1e-3 },
    }
}

fn is_as_made(kind: Kind, cases: &[Played]) -> bool {
    let Some(first) = cases.first() else { return false };
    let rest = || cases.iter().skip(1).all(|case| case.outcome == "equal");
    match kind {
        Kind::Right => first.outcome == "equal" && rest(),
        Kind::Altered => first.outcome == "differs" && rest(),
        Kind::Beyond => first.outcome == "beyond" && rest(),
    }
}

/// Bundles of every exporter of the corpus.
fn make(folder: &Path) -> anyhow::Result<Vec<Made>> {
    let mut all = Vec::new();
    let mut exporters: Vec<PathBuf> =
        fs::read_dir(root().join("corpus/executorch"))?.flatten().map(|entry| entry.path()).collect();
    exporters.retain(|path| corpus::at(&path.join("bundled.bpte")).exists());
    exporters.sort();
    for exporter in exporters {
        let name = exporter.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let own = corpus::at(&exporter.join("bundled.bpte"));
        all.push(Made { path: own.clone(), kind: Kind::Right });
        let bytes = fs::read(&own)?;
        let Some(bundle) = outlast::open(&bytes)?.as_executorch_bundle() else {
            bail!("{}: no bundle", own.display())
        };
        let BundledFile { program: Some(program), .. } = bundle else {
            bail!("{}: no program", own.display())
        };
        changed(program.data(), bundle.suites()?, &folder.join(format!("{name}-bundled")), &mut all)?;
        for model in MODELS {
            let [file, npz] = ["pte", "npz"].map(|end| corpus::at(&exporter.join(format!("{model}.{end}"))));
            if !file.exists() || !npz.exists() {
                continue;
            }
            let (program, recording) = (fs::read(&file)?, fs::read(&npz)?);
            let Some(opened) = outlast::open(&program)?.as_executorch() else { continue };
            let recorded = arrays::read(&recording).map_err(|error| anyhow!("{model}: {error}"))?;
            let suites = match cases(&opened, recorded, CasesOptions::default()) {
                Ok(found) => found.suites,
                Err(CasesError::Refused(_)) => continue,
                Err(error) => bail!("{model}: {error:?}"),
            };
            let path = folder.join(format!("{name}-{model}.bpte"));
            fs::write(&path, make_bundle(&program, &suites).map_err(|error| anyhow!("{error}"))?.to_vec())?;
            all.push(Made { path, kind: Kind::Right });
            changed(&program, suites, &folder.join(format!("{name}-{model}")), &mut all)?;
        }
    }
    Ok(all)
}

/// The same with an altered output, and with an input beyond bounds.
fn changed(
    program: &[u8],
    suites: Vec<TestSuite<'_>>,
    stem: &Path,
    all: &mut Vec<Made>,
) -> anyhow::Result<()> {
    for (kind, what) in [(Kind::Altered, "altered"), (Kind::Beyond, "beyond")] {
        let mut suites = suites.clone();
        let Some(case) = suites.first_mut().and_then(|suite| suite.cases.first_mut()) else { continue };
        let done = match kind {
            Kind::Altered => case.expected_outputs.iter_mut().any(alter),
            _ => case.inputs.iter_mut().any(enlarge),
        };
        if done {
            let path = PathBuf::from(format!("{}-{what}.bpte", stem.display()));
            fs::write(&path, make_bundle(program, &suites).map_err(|error| anyhow!("{error}"))?.to_vec())?;
            all.push(Made { path, kind });
        }
    }
    Ok(())
}

/// One element is larger by a tenth of itself and a tenth; whether there is one.
fn alter(value: &mut TestValue<'_>) -> bool {
    let TestValue::Tensor { layout, data } = value else { return false };
    let name = layout.scalar_type.name().unwrap_or_default();
    let mut bytes = data.to_vec();
    let middle = bytes.len() / 8 * 4;
    let Some(four) = bytes.get_mut(middle..middle + 4).filter(|_| name == "float32") else { return false };
    let Ok(old) = <[u8; 4]>::try_from(&*four) else { return false };
    let old = f32::from_le_bytes(old);
    four.copy_from_slice(&(old + 0.1 + old.abs() / 10.0).to_le_bytes());
    *data = bytes.into();
    true
}

/// The first dimension has a hundred times as many places.
fn enlarge(value: &mut TestValue<'_>) -> bool {
    let TestValue::Tensor { layout, data } = value else { return false };
    let Some(first) = layout.sizes.first_mut().filter(|size| **size > 0) else { return false };
    *first *= 100;
    *data = data.repeat(100).into();
    true
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn said(cases: &[Played]) -> String {
    let one = |case: &Played| format!("{}: {} {}", case.case, case.outcome, case.message);
    cases.iter().map(one).collect::<Vec<_>>().join("; ")
}
