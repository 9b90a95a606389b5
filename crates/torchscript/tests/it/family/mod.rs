//! The family's line: files are detected, opened, summed up, judged, converted and compared through it alone.

mod convert;
mod inspect;
mod judge;

use outlast_model::family::{Fit, FormatDef};
use outlast_model::options::Options;
use outlast_model::program::Opened;
use outlast_model::targets::Profile;
use outlast_testkit::corpus;
use outlast_torchscript::family::FAMILY;

/// A file of the corpus.
fn read(name: &str) -> Vec<u8> {
    std::fs::read(corpus::root().join(name)).unwrap()
}

/// The format that detects a file for certain.
fn format_of(data: &[u8]) -> Option<&'static FormatDef> {
    FAMILY.formats.iter().find(|format| (format.detect)(data) != Fit::No)
}

fn open(data: &[u8]) -> Box<dyn Opened<'_> + '_> {
    (format_of(data).unwrap().open)(data, &Options::none()).unwrap()
}

fn profile(name: &str) -> Profile {
    FAMILY.profile_named(name).unwrap()
}
