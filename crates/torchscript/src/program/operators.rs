//! [`Operators`]: what the code may call of a release.

use outlast_opset::history::{OperatorSet, Variants};
use outlast_opset::resolve::Rules;

/// The operators of one release, as it offers them to programs of one version.
pub trait Operators {
    /// What a call of this name (`aten::add`) may mean, in the order in which the release tries it. Nothing for a name that it does not have.
    fn variants(&self, name: &str) -> Variants;

    /// How the release resolves calls.
    fn rules(&self) -> Rules;
}

/// The operators of a release for programs of a version.
#[derive(Clone, Copy, Debug)]
pub struct ForVersion<'s> {
    /// The operators.
    pub set: &'s OperatorSet,
    /// The version of the archive: [`super::Program::version`].
    pub version: u64,
}

impl Operators for ForVersion<'_> {
    fn variants(&self, name: &str) -> Variants {
        self.set.variants_at(name, Some(self.version))
    }

    fn rules(&self) -> Rules {
        self.set.rules()
    }
}
