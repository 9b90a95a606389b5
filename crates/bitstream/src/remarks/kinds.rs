//! Kinds of containers and of remarks.

/// What a container is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Container {
    /// Strings and the name of the file that has the remarks.
    Meta,
    /// Remarks whose strings are in another file.
    Separate,
    /// Remarks with their strings.
    Standalone,
    /// A pair of version and type that nobody gave a meaning.
    Unknown(u64, u64),
}

impl Container {
    pub(super) fn from_number(version: u64, kind: u64) -> Container {
        match (version, kind) {
            (0 | 1, 0) => Container::Meta,
            (0, 1) => Container::Separate,
            (0, 2) | (1, 1) => Container::Standalone,
            (version, kind) => Container::Unknown(version, kind),
        }
    }

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            Container::Meta => "meta",
            Container::Separate => "separate",
            Container::Standalone => "standalone",
            Container::Unknown(..) => "unknown",
        }
    }
}

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum RemarkType {
    /// Not said.
    #[default]
    None,
    /// An optimization was made.
    Passed,
    /// An optimization was not made.
    Missed,
    /// What an analysis found.
    Analysis,
    /// An analysis stopped at the order of floating-point operations.
    AnalysisFpCommute,
    /// An analysis stopped at aliases.
    AnalysisAliasing,
    /// An optimization that was asked for failed.
    Failure,
    /// A number that nobody gave a meaning.
    Unknown(u64),
}

impl RemarkType {
    pub(super) fn from_number(number: u64) -> RemarkType {
        match number {
            0 => RemarkType::None,
            1 => RemarkType::Passed,
            2 => RemarkType::Missed,
            3 => RemarkType::Analysis,
            4 => RemarkType::AnalysisFpCommute,
            5 => RemarkType::AnalysisAliasing,
            6 => RemarkType::Failure,
            other => RemarkType::Unknown(other),
        }
    }

    /// Its name as LLVM's YAML has it, without the exclamation mark.
    pub fn name(self) -> &'static str {
        match self {
            RemarkType::None => "Unknown",
            RemarkType::Passed => "Passed",
            RemarkType::Missed => "Missed",
            RemarkType::Analysis => "Analysis",
            RemarkType::AnalysisFpCommute => "AnalysisFPCommute",
            RemarkType::AnalysisAliasing => "AnalysisAliasing",
            RemarkType::Failure => "Failure",
            RemarkType::Unknown(_) => "unknown",
        }
    }
}
