//! What decides the exit status, in the words of the command line and of `outlast.toml`.

use clap::ValueEnum;
use outlast::{Basis, Outcome};

/// Outcomes that are no good.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Fails,
    Misreads,
    Unknown,
}

impl FailOn {
    /// Those that make the exit status 1 where nobody says otherwise.
    pub(crate) const ALL: [FailOn; 3] = [FailOn::Fails, FailOn::Misreads, FailOn::Unknown];

    /// The name of the outcome.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FailOn::Fails => Outcome::Fails,
            FailOn::Misreads => Outcome::Misreads,
            FailOn::Unknown => Outcome::Unknown,
        }
        .name()
    }
}

/// What an answer must rest on.
// Variants have no documentation: with it, clap lays out the whole help page in its long form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtLeast {
    Sampled,
    Between,
    Measured,
    Defined,
}

impl AtLeast {
    pub(crate) const ALL: [AtLeast; 4] =
        [AtLeast::Sampled, AtLeast::Between, AtLeast::Measured, AtLeast::Defined];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        Basis::from(self).name()
    }
}

impl From<AtLeast> for Basis {
    fn from(basis: AtLeast) -> Basis {
        match basis {
            AtLeast::Sampled => Basis::Sampled,
            AtLeast::Between => Basis::Between,
            AtLeast::Measured => Basis::Measured,
            AtLeast::Defined => Basis::Defined,
        }
    }
}
