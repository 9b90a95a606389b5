//! Profiles from outside: a selective-build YAML, the operator list of an installed wheel, a profile file.
//!
//! A profile file is TOML. It names the release that the reader is built from; each list that it has replaces the
//! release's whole list:
//!
//! ```toml
//! schema = "outlast/profile/1"
//! name = "phone-2025"
//! base = "executorch-1.0.1"
//! operators = ["aten::add.out", "aten::addmm.out"]
//! backends = ["XnnpackBackend"]   # without this line, delegates are unknown wherever operators are listed
//!
//! [kernels]                       # operators that take some element types and dimension orders only
//! "aten::addmm.out" = ["v1/6;0|6;0,1|6;0,1|6;0,1|6;0,1"]
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::targets::{Overlay, Profile, ProfileError, SCHEMA};

/// What was read from a selective build or an operator list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Whether all operators of the release are in.
    pub all_operators: bool,
    /// Operators.
    pub operators: BTreeSet<String>,
    /// Operators of which all overloads are in.
    pub all_overloads: BTreeSet<String>,
    /// Backends, where the source lists them.
    pub backends: Option<BTreeSet<String>>,
}

/// The parts of `selected_operators.yaml` that say what a build has. `et_kernel_metadata` says which kernels the models used
/// from which the selection was made; a build has default kernels for the rest, so it does not limit anything.
#[derive(Deserialize)]
struct SelectedOperators {
    #[serde(default)]
    include_all_operators: bool,
    #[serde(default)]
    operators: BTreeMap<String, SelectedOperator>,
}

#[derive(Deserialize, Default)]
struct SelectedOperator {
    #[serde(default)]
    include_all_overloads: bool,
}

/// Reads a `selected_operators.yaml`, as ExecuTorch's selective build writes it.
pub fn from_selective_build(yaml: &str) -> Result<Imported, ImportError> {
    let selected: SelectedOperators =
        serde_saphyr::from_str(yaml).map_err(|e| ImportError(format!("not a list of selected operators: {e}")))?;
    if !selected.include_all_operators && selected.operators.is_empty() {
        return Err(ImportError("it selects no operators: is this a selected_operators.yaml?".into()));
    }
    let all_overloads = selected.operators.iter().filter(|(_, op)| op.include_all_overloads);
    Ok(Imported {
        all_operators: selected.include_all_operators,
        all_overloads: all_overloads.map(|(name, _)| name.clone()).collect(),
        operators: selected.operators.into_keys().collect(),
        backends: None,
    })
}

/// Reads a list of operator names, one a line or as a JSON array, as the runtime's registry prints it.
pub fn from_operator_list(text: &str) -> Result<Imported, ImportError> {
    let strip = |word: &str| word.trim().trim_matches(['[', ']', ',', '"', '\'']).trim().to_string();
    let names = text.lines().flat_map(|line| line.split(',')).map(strip).filter(|word| !word.is_empty());
    let mut imported = Imported::default();
    for name in names.filter(|name| !name.starts_with('#')) {
        if !is_operator(&name) {
            let why = format!("`{name}` is not the name of an operator, such as aten::add.out");
            return Err(ImportError(why));
        }
        imported.operators.insert(name);
    }
    if imported.operators.is_empty() {
        return Err(ImportError("the list names no operators".into()));
    }
    Ok(imported)
}

/// `namespace::name` or `namespace::name.overload`.
fn is_operator(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.');
    name.split_once("::").is_some_and(|(space, rest)| !space.is_empty() && !rest.is_empty())
        && name.chars().all(legal)
}

/// Operators that every build registers, whatever is selected. They look at values, and at no element types.
pub(super) fn is_primitive(name: &str) -> bool {
    name.starts_with("executorch_prim::")
        || matches!(name, "aten::sym_size.int" | "aten::sym_numel" | "aten::_local_scalar_dense")
}

impl Imported {
    /// The text of a profile file for a build of the release that `base` names.
    pub fn to_profile_text(&self, name: &str, base: &Profile) -> String {
        let mut file = ProfileFile {
            schema: SCHEMA.into(),
            name: name.into(),
            base: base.name.clone(),
            ..Default::default()
        };
        if !self.all_operators {
            let mut operators = self.operators.clone();
            for (op, _) in base.all("op") {
                let overloaded = op.split('.').next().unwrap_or(op);
                if is_primitive(op) || self.all_overloads.contains(overloaded) {
                    operators.insert(op.to_string());
                }
            }
            file.operators = Some(operators);
        }
        file.backends.clone_from(&self.backends);
        file.to_text()
    }
}

/// A profile file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    schema: String,
    name: String,
    base: String,
    #[serde(default)]
    operators: Option<BTreeSet<String>>,
    #[serde(default)]
    backends: Option<BTreeSet<String>>,
    #[serde(default)]
    kernels: BTreeMap<String, BTreeSet<String>>,
}

impl ProfileFile {
    fn to_text(&self) -> String {
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let list = |names: &BTreeSet<String>| {
            let lines: Vec<String> = names.iter().map(|n| format!("    {},\n", quoted(n))).collect();
            format!("[\n{}]", lines.concat())
        };
        let mut text = format!(
            "schema = {}\nname = {}\nbase = {}\n",
            quoted(&self.schema),
            quoted(&self.name),
            quoted(&self.base)
        );
        if let Some(operators) = &self.operators {
            text += &format!("operators = {}\n", list(operators));
        }
        if let Some(backends) = &self.backends {
            text += &format!("backends = {}\n", list(backends));
        }
        if !self.kernels.is_empty() {
            text += "\n[kernels]\n";
            for (op, keys) in &self.kernels {
                text += &format!("{} = {}\n", quoted(op), list(keys));
            }
        }
        text
    }
}

/// The release that a profile file names as its base, narrowed to what the file lists.
pub(super) fn narrow(text: &str, base: Profile) -> Result<Profile, ProfileError> {
    let file: ProfileFile = toml::from_str(text).map_err(|e| ProfileError::Invalid(e.to_string()))?;
    if file.schema != SCHEMA {
        return Err(ProfileError::Schema(file.schema));
    }
    let mut overlay = Overlay { kernels: file.kernels, ..Overlay::default() };
    let mut replace = |kind: &str, names: Option<BTreeSet<String>>| {
        if let Some(names) = names {
            let rows = names.into_iter().map(|n| (n, String::new())).collect();
            overlay.replaced.insert(kind.to_string(), rows);
        }
    };
    replace("op", file.operators);
    replace("backend", file.backends);
    Ok(base.with_overlay(file.name, overlay))
}

/// Why a list of what a build has cannot be read.
#[derive(Clone, Debug)]
pub struct ImportError(String);

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::Target;

    const YAML: &str = "operators:\n  aten::addmm.out:\n    include_all_overloads: false\n    debug_info: [mlp.pte]\n  \
                        aten::add:\n    include_all_overloads: true\ninclude_all_operators: false\nbuild_features: []\n\
                        et_kernel_metadata:\n  aten::addmm.out:\n  - v1/6;0|6;0,1\n";

    #[test]
    fn selective_build_becomes_a_profile() {
        let imported = from_selective_build(YAML).unwrap();
        let text = imported.to_profile_text("phone", &Profile::named("executorch-1.0.1").unwrap());
        let target = Target::from_profile(&text).unwrap();
        let profile = target.profile().unwrap();
        assert_eq!(profile.name, "phone");
        assert!(profile.has("op", "aten::addmm.out"));
        assert!(profile.has("op", "aten::add.Scalar_out"), "all overloads of aten::add");
        assert!(profile.has("op", "executorch_prim::add.Scalar"), "primitives are always there");
        assert!(!profile.has("op", "aten::mul.out"));
        assert!(profile.has("backend", "XnnpackBackend"), "what the file does not replace stays");
        assert!(profile.leaves_open("backend"), "which backends are linked is not in the list");
        assert!(profile.kernels("aten::addmm.out").is_none(), "keys say what was used, not what is there");
    }

    #[test]
    fn operator_lists_in_either_form() {
        let lines = from_operator_list("aten::add.out\n# comment\naten::mul.out\n").unwrap();
        let json = from_operator_list("[\"aten::add.out\", \"aten::mul.out\"]").unwrap();
        assert_eq!(lines.operators, json.operators);
        assert!(from_operator_list("hello world").is_err());
        assert!(from_operator_list("").is_err());
        assert!(from_selective_build("[1, 2").is_err());
        assert!(from_selective_build("name: x").is_err());
        assert!(Target::from_profile("schema = \"outlast/profile/1\"").is_err());
    }
}
