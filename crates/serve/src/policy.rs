//! [`Policy`]: how a variant is chosen for a profile, one for each model.

use serde::{Deserialize, Serialize};

/// In which order variants are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As PyTorch's RFC of operator versions has it: the newest export that the profile runs, even of an older version; a backport only where there
    /// is none.
    #[default]
    OlderExportFirst,
    /// The newest version that the profile runs, exported or backported.
    NewestFirst,
}

/// What is delivered although it is not known to be good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Also {
    /// Variants with the verdict `unknown`.
    Unknown,
    /// Variants that run code when they are read.
    RunsCode,
}

/// How long runtimes upgrade old programs: the support window of the RFC. A version is older than the window if at least `versions` newer ones were
/// published, and it is more than `days` older than the newest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// How many newer versions there are at least.
    pub versions: u32,
    /// How many days it is older than the newest, at least.
    #[serde(default)]
    pub days: u32,
}

/// How a variant is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// In which order.
    #[serde(default)]
    pub order: Order,
    /// What is delivered, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deliver: Vec<Also>,
    /// The support window; none where old versions are upgraded for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
}
