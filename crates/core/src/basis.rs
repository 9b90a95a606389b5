//! [`Basis`]: what an answer rests on.

/// What an answer rests on, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Basis {
    /// Files with it were seen to load. Never enough where the reader looks at values.
    Sampled,
    /// The neighbours of this release agree, or it is a patch release of one that has a profile, or a build of one
    /// that was read and not run.
    Between,
    /// This release was seen to do this with this shape.
    Measured,
    /// Read off definitions or sources of this release.
    Defined,
}

impl Basis {
    /// All of them, the weakest first.
    pub const ALL: [Basis; 4] = [Basis::Sampled, Basis::Between, Basis::Measured, Basis::Defined];

    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Sampled => "sampled",
            Basis::Between => "between",
            Basis::Measured => "measured",
            Basis::Defined => "defined",
        }
    }
}
