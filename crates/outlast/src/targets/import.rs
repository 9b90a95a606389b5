//! Profiles from outside: a selective-build YAML, the operator list of an installed wheel, a profile file.

use std::collections::{BTreeMap, BTreeSet};

use super::profile::Overlay;
use super::{Profile, Resolved};

/// What was read from a selective build or an operator list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Whether all operators of the release are in.
    pub all_operators: bool,
    /// Operators.
    pub operators: BTreeSet<String>,
    /// Kernels by operator; an operator that is not here takes all element types.
    pub kernels: BTreeMap<String, BTreeSet<String>>,
    /// Backends, where the source lists them.
    pub backends: Option<BTreeSet<String>>,
}

/// Reads a `selected_operators.yaml`, as ExecuTorch's selective build writes it.
pub fn from_selective_build(_yaml: &str) -> Result<Imported, String> {
    Err("not written yet".into())
}

/// Reads a list of operator names, one a line or as a JSON array, as the runtime's registry prints it.
pub fn from_operator_list(_text: &str) -> Result<Imported, String> {
    Err("not written yet".into())
}

impl Imported {
    /// The text of a profile file.
    pub fn to_profile_text(&self, _name: &str, _base: &str) -> String {
        String::new()
    }
}

impl Profile {
    /// Reads a profile file.
    pub fn from_text(_text: &str) -> Result<Profile, String> {
        let base = match Profile::resolve("executorch-1.0.1")? {
            Resolved::Exact(profile) => profile,
            _ => return Err("not a release".into()),
        };
        Ok(base.with_overlay(String::new(), Overlay::default()))
    }
}
