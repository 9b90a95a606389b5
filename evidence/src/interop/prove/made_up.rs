//! Cases that are made up for the programs of an exporter, in its own runtime: they run, twice to the same outputs.

use std::fs;

use anyhow::bail;
use outlast_prove::{Given, Load, Tried};

use super::super::executorch_convert::{cells, corpus};
use crate::pins;
use crate::play;

/// Cases for each method.
const COUNT: usize = 2;

/// Makes up cases for every program that its own release runs right.
pub(super) fn run(releases: &[&str]) -> anyhow::Result<()> {
    let newest = [pins::newest("executorch", "matrix")?];
    for release in if releases.is_empty() { &newest[..] } else { releases } {
        let runtime = play::executorch(release)?;
        let mut files = Vec::new();
        for (key, cell) in cells(release)? {
            if key.0 == *release && cell.is_right() && !key.2 && key.1.ends_with(".pte") {
                files.push(corpus(release, &key.1));
            }
        }
        let (mut programs, mut ran, mut refused, mut none) = (0, 0, Vec::new(), Vec::new());
        let mut session = runtime.session(Load::ExecuTorch);
        for file in &files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = fs::read(file)?;
            let program = outlast::open(&bytes)?;
            let given = match Given::made_up(&program, COUNT, 20, None) {
                Ok(given) => given,
                Err(why) => {
                    none.push(format!("{name}: {why}"));
                    continue;
                }
            };
            programs += 1;
            let (first, mut given) = (play::tried(&mut session, file, &given)?, given);
            for (case, tried) in given.iter_mut().zip(first) {
                match tried {
                    Tried::Ran(found) => case.expected = Some(found),
                    other => refused.push(format!("{name}: {}: {}", case.name, play::said(&other))),
                }
            }
            let again = play::tried(&mut session, file, &given)?;
            for (case, tried) in given.iter().zip(again) {
                let Some(expected) = &case.expected else { continue };
                let differs = tried.beside(expected, outlast_prove::Tolerance::default());
                match differs.is_some_and(|measured| measured.difference.is_none()) {
                    true => ran += 1,
                    false => refused.push(format!("{name}: {}: other outputs the second time", case.name)),
                }
            }
        }
        println!(
            "{release}: {} programs; cases made up for {programs}: {ran} run, twice to the same outputs, {} do not; {} take what is not made up",
            files.len(),
            refused.len(),
            none.len()
        );
        refused.iter().chain(&none).for_each(|line| println!("  {line}"));
        if ran == 0 {
            bail!("no case ran");
        }
    }
    Ok(())
}
