//! What is known of the two releases that print texts which are compared.

use std::collections::BTreeSet;

use outlast::targets::Profile;
use outlast::Target;
use outlast_mlir::steps::changes::{self, Change, Form, Row};

/// A release of MLIR.
#[derive(Debug)]
pub(super) struct Release {
    /// Its major number.
    pub(super) major: u32,
    profile: Option<Profile>,
}

impl Release {
    /// The release with this major number; nothing is known of one without a profile.
    pub(super) fn new(major: u32) -> Release {
        let profile = Target::named(&format!("mlir-{major}")).ok().and_then(|target| target.profile().cloned());
        Release { major, profile }
    }

    /// The attributes that the definition of an operation lists; none if the release does not have the operation, or nothing is known.
    pub(super) fn attributes(&self, op: &str) -> Option<BTreeSet<&str>> {
        let row = self.profile.as_ref()?.get("op", op)?;
        let listed = row.split(' ').find_map(|word| word.strip_prefix("attrs:"));
        Some(listed.unwrap_or_default().split(',').filter(|name| !name.is_empty()).collect())
    }

    /// As [`Release::attributes`], whatever the operation is called there.
    pub(super) fn attributes_of_any(&self, op: &str) -> Option<BTreeSet<&str>> {
        self.attributes(op).or_else(|| former_names(op).find_map(|name| self.attributes(name)))
    }
}

/// The older names of an operation.
pub(super) fn former_names(op: &str) -> impl Iterator<Item = &'static str> {
    changes::rows().iter().filter_map(move |row| match row.change {
        Change::Renamed { older, newer } | Change::Merged { older, newer } | Change::Element { older, newer, .. }
            if newer == op =>
        {
            Some(older)
        }
        _ => None,
    })
}

/// The two releases: that of the original, and that of what was made of it.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) original: Release,
    pub(super) converted: Release,
}

impl Pair {
    pub(super) fn new(original: u32, converted: u32) -> Pair {
        Pair { original: Release::new(original), converted: Release::new(converted) }
    }

    /// The older of the two.
    pub(super) fn older(&self) -> u32 {
        self.original.major.min(self.converted.major)
    }

    /// Whether one of the two has the older form of a row, and the other the newer one.
    pub(super) fn concerns(&self, row: &Row) -> bool {
        let forms = [&self.original, &self.converted].map(|release| row.form(release.major));
        matches!(forms, [Some(Form::Older), Some(Form::Newer)] | [Some(Form::Newer), Some(Form::Older)])
    }

    /// The changes between the two.
    pub(super) fn changes(&self) -> impl Iterator<Item = &'static Change> {
        changes::rows().iter().filter(|row| self.concerns(row)).map(|row| &row.change)
    }
}
