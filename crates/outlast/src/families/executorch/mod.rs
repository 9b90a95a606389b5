//! ExecuTorch: the rules of its readers.

use outlast_core::CodeInfo;

use crate::check::{CheckError, Companion};
use crate::program::Program;
use crate::targets::Profile;
use crate::verdict::Verdict;

/// What the codes of this family mean.
pub(crate) const CODES: &[CodeInfo] = &[];

/// Judges an ExecuTorch program.
pub(crate) fn judge(
    _program: &Program<'_>,
    _companions: &[Companion<'_>],
    profile: &Profile,
) -> Result<Verdict, CheckError> {
    Ok(Verdict::new(&profile.name, Vec::new()))
}
