//! Verdicts: what a file needs against what a release has.

use outlast_model::verdict::{Outcome, Stage, Verdict};

use super::{open, profile, read};

fn judged(file: &str, reader: &str) -> Verdict {
    open(&read(file)).prepare().unwrap().judge(&[], &profile(reader))
}

/// Programs that a release wrote load in it, and newer ones take them.
#[test]
fn releases_load_their_own_files() {
    for (file, release) in [
        ("torch/1.5.1/script.pt", "torch-1.5.1"),
        ("torch/1.10.2/traced.pt", "torch-1.10.2"),
        ("torch/2.15.0/script.pt", "torch-2.15.0"),
        ("torch/2.15.0/exported.pt2", "torch-2.15.0"),
        ("torch/2.15.0/flat.ff", "torch-2.15.0-lite"),
    ] {
        let verdict = judged(file, release);
        assert_eq!(verdict.outcome, Outcome::Loads, "{file}: {:?}", verdict.entry_points);
        assert!(verdict.basis.is_some(), "{file}");
    }
}

/// A format that came later is refused when the file is opened, with a reason that has a place to look up.
#[test]
fn older_releases_refuse_newer_formats() {
    for (file, reader) in
        [("torch/2.15.0/lite.ptl", "torch-1.6.0-lite"), ("torch/2.15.0/exported.pt2", "torch-1.10.2")]
    {
        let verdict = judged(file, reader);
        assert_eq!(
            (verdict.outcome, verdict.stage),
            (Outcome::Fails, Some(Stage::Load)),
            "{file} on {reader}"
        );
        let reasons = verdict.entry_points.iter().flat_map(|entry| &entry.reasons);
        assert!(reasons.into_iter().any(|reason| reason.outcome == Outcome::Fails && reason.code.0 >= 2000));
    }
}
