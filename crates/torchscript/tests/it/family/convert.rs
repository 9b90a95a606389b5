//! Conversions: what they make is judged again, and they refuse what they cannot do.

use outlast_model::conversion::{ConvertError, Request};
use outlast_model::error::CheckError;
use outlast_model::verdict::Outcome;
use outlast_torchscript::family::FAMILY;

use super::{open, profile, read};

/// A lite module for an older interpreter: a step for the reason, and the result loads there.
#[test]
fn lite_modules_go_down() {
    let data = read("torch/2.15.0/lite.ptl");
    let target = FAMILY.target("1.10.2-lite").unwrap();
    let request = Request::for_target(&target);
    let opened = open(&data);
    let made = opened.convert(&[], &request, false).unwrap();
    assert!(!made.steps.is_empty());
    let bytes = made.output.to_vec();
    let again = open(&bytes).prepare().unwrap().judge(&[], &profile("torch-1.10.2-lite"));
    assert!(again.outcome.is_good(), "{:?}", again.entry_points);
}

/// Without a need, bytes stay.
#[test]
fn what_loads_stays_as_it_is() {
    let data = read("torch/2.15.0/script.pt");
    let opened = open(&data);
    let replayed = opened.replay().unwrap();
    assert_eq!(replayed.output.to_vec(), data);
    assert_eq!(replayed.decoded + replayed.kept, data.len());
    assert_eq!(opened.prepare().unwrap().judge(&[], &profile("torch-2.15.0")).outcome, Outcome::Loads);
}

/// Legacy files are not written.
#[test]
fn legacy_files_are_refused() {
    let data = read("torch/2.15.0/legacy.pth");
    let target = FAMILY.target("2.15.0").unwrap();
    let request = Request::for_target(&target);
    let error = open(&data).convert(&[], &request, false).unwrap_err();
    assert!(matches!(error, ConvertError::Check(CheckError::Impossible(_))), "{error:?}");
}
