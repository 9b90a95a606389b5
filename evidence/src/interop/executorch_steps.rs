//! Steps on request: what runs in a release is rewritten by each step that leaves it fit for that release, and runs again.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, bail};
use outlast::Options;
use outlast::convert::{ConvertError, Request};
use outlast::families::{self, executorch::Repack};

use super::accept::accept;
use super::executorch_convert::{all_or, cells, corpus, job, played};
use crate::run::root;

const OUT: &str = "target/interop/executorch-steps";

/// Takes every step for every file that runs right in these releases.
pub(crate) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let releases = all_or(releases)?;
    let mut failures = Vec::new();
    for release in &releases {
        check_release(release, &mut failures)?;
    }
    println!("{} rewritten files did not run right", failures.len());
    failures.iter().take(40).for_each(|line| println!("  {line}"));
    if !failures.is_empty() {
        bail!("a step changed what a program computes");
    }
    Ok(())
}

fn check_release(release: &str, failures: &mut Vec<String>) -> anyhow::Result<()> {
    let target = format!("executorch-{release}");
    let target = outlast::target(&target)?;
    let folder = root().join(OUT).join(release);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let steps = families::all().filter(|family| family.name == "executorch").flat_map(|family| family.steps);
    let steps = steps.filter(|step| step.on_request).map(|step| step.id.to_string());
    let names: Vec<String> = steps.chain(["repack".to_string()]).collect();
    let mut jobs = Vec::new();
    let mut counts: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut by_file: BTreeMap<String, String> = BTreeMap::new();
    for (key, cell) in cells(release)? {
        // Data files are the subject of other commands.
        if !cell.is_right() || key.2 || !key.1.ends_with(".pte") {
            continue;
        }
        let bytes = fs::read(corpus(&key.0, &key.1))?;
        let program = outlast::open(&bytes)?;
        for name in &names {
            let wanted = if name == "repack" { Vec::new() } else { vec![name.clone()] };
            let repack = if name == "repack" { Repack::Always } else { Repack::Never };
            let options = Options::none().with(repack);
            let request = Request::for_target(&target).steps(&wanted).options(options);
            let count = counts.entry(name.clone()).or_default();
            match program.convert(&[], &request) {
                Ok(converted) if converted.steps.iter().any(|s| s.id == name) => {
                    let file = format!("{}__{name}__{}", key.0, key.1);
                    fs::write(folder.join(&file), converted.output.to_vec())?;
                    jobs.push(job(&key, folder.join(&file))?);
                    by_file.insert(file, name.clone());
                    count[0] += 1;
                }
                Ok(_) => {}
                Err(ConvertError::Refused(_) | ConvertError::Unknown { .. }) => count[2] += 1,
                Err(error) => bail!("{}/{}: {error}", key.0, key.1),
            }
        }
    }
    let results = played(release, &jobs)?;
    for (file, name) in &by_file {
        let bad = results.get(file).context("a rewritten file was not run")?;
        match bad.is_empty() {
            true => counts.entry(name.clone()).or_default()[1] += 1,
            false => failures.push(format!("{file} in {release}: {}", bad.join("; "))),
        }
    }
    println!("{release}: step, files rewritten, ran right, refused (the release would not run the result)");
    for (name, [written, right, refused]) in &counts {
        println!("  {name:26} {written:5} {right:5} {refused:5}");
    }
    accept(&folder)
}
