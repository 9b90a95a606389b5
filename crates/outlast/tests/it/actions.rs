//! Every reason that is not good says what to do about it, in one line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use outlast::{CheckError, OpenError, Target, check_unreadable};
use outlast_testkit::corpus;

/// Codes whose reasons have no action, with the reason why nothing can be done on the exporting side.
const WITHOUT: &[(&str, &str)] = &[];

/// The oldest readers, the newest, and some between.
const TARGETS: &[&str] = &[
    "executorch-0.2.0",
    "executorch-0.5.0",
    "executorch-0.7.0",
    "executorch-1.1.0",
    "executorch-1.5.1",
    "llvm-14.0.6",
    "llvm-16.0.6",
    "llvm-20.1.2",
    "swift-6.0.3",
    "mlir-16.0.6",
    "mlir-17.0.6",
    "mlir-19.1.7",
    "mlir-22.1.8",
    "stablehlo-0.9.0",
    "stablehlo-1.11.0",
    "jaxlib-0.4.20",
    "jaxlib-0.10.2",
    "torch-1.3.1",
    "torch-1.3.1-lite",
    "torch-1.5.1",
    "torch-1.11.0-lite",
    "torch-1.13.1",
    "torch-2.3.1",
    "torch-2.15.0",
    "torch-2.15.0-lite",
];

/// Larger files have nothing that smaller ones do not have.
const LARGEST: u64 = 256 << 10;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let (path, data) = entry.map(|entry| (entry.path(), entry.metadata().unwrap())).unwrap();
        match data.is_dir() {
            true => files(&path, found),
            false if data.len() <= LARGEST => found.push(path),
            false => {}
        }
    }
}

#[test]
fn every_reason_has_an_action() {
    let targets: Vec<Target> = TARGETS.iter().map(|name| outlast::target(name).unwrap()).collect();
    let mut all = Vec::new();
    files(&corpus::root(), &mut all);
    all.sort();
    let (mut reasons, mut used, mut wrong) = (0_u32, BTreeSet::new(), BTreeMap::new());
    for path in all {
        let bytes = std::fs::read(&path).unwrap();
        let program = outlast::open(&bytes);
        let subject = program.as_ref().ok().and_then(|program| program.prepare().ok());
        for target in &targets {
            let verdict = match (&program, &subject) {
                (Ok(_), Some(subject)) => subject.check(&[], target),
                (Err(OpenError::Unreadable(kind, error)), _) => {
                    check_unreadable(&bytes, (*kind, error), target)
                }
                _ => continue,
            };
            let verdict = match verdict {
                Ok(verdict) => verdict,
                // Of another family, or a file that is not judged alone.
                Err(
                    CheckError::OtherFamily { .. }
                    | CheckError::Open(_)
                    | CheckError::NoReader(_)
                    | CheckError::Impossible(_),
                ) => {
                    continue;
                }
                Err(error) => panic!("{}: {error}", path.display()),
            };
            for (_, reason) in verdict.reasons().filter(|(_, reason)| !reason.outcome.is_good()) {
                reasons += 1;
                let code = reason.code.to_string();
                let listed = WITHOUT.iter().any(|(listed, _)| *listed == code);
                let right = match &reason.help {
                    Some(help) => !listed && !help.is_empty() && !help.contains('\n') && !help.ends_with('.'),
                    None => {
                        used.insert(code.clone());
                        listed
                    }
                };
                if !right {
                    let about = format!(
                        "{} for {}: {} | {:?}",
                        path.display(),
                        target.name(),
                        reason.sentence(),
                        reason.help
                    );
                    wrong.entry(code).or_insert(about);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(reasons > 5_000, "{reasons} reasons");
    assert!(
        WITHOUT.iter().all(|(code, _)| used.contains(*code)),
        "of all that are listed, these have none: {used:?}"
    );
}
