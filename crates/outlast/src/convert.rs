//! A program rewritten until the verdict is good: [`Program::convert`], asked by a [`Request`].
//!
//! [`Program::convert`]: crate::Program::convert

use crate::families;

pub use crate::conversion::{AppliedStep, Blocker, ConvertError, Converted, Replayed, Request, StepInfo};
pub use outlast_model::cost::Cost;
pub use outlast_model::remedy::Remedies;

/// The steps that can be asked for by name.
pub fn steps() -> impl Iterator<Item = &'static StepInfo> {
    families::all().flat_map(|family| family.steps).filter(|step| step.on_request)
}
