//! Profile files of ExecuTorch runtimes.
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
//! element-types = ["float32", "int64"]
//! read-from = "libexecutorch.so"  # the lists were taken from this code, which was not run: verdicts rest on less
//! next = "executorch-1.1.0"       # it is built from sources between its base and this: both must agree
//!
//! [kernels]                       # operators that take some element types and dimension orders only
//! "aten::addmm.out" = ["v1/6;0|6;0,1|6;0,1|6;0,1|6;0,1"]
//! ```

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use outlast_model::family::Narrowed;
use outlast_model::selection::Selection;
use outlast_model::targets::{Overlay, Profile, ProfileError, SCHEMA, list, quoted};

/// Operators that every build registers, whatever is selected. They look at values, and at no element types.
pub(super) fn is_primitive(name: &str) -> bool {
    name.starts_with("executorch_prim::")
        || matches!(name, "aten::sym_size.int" | "aten::sym_numel" | "aten::_local_scalar_dense")
}

/// The text of a profile file for a build of a release.
pub(super) fn selected(selection: &Selection, name: &str, base: &Profile) -> String {
    let mut file = ProfileFile {
        schema: SCHEMA.into(),
        name: name.into(),
        base: base.name.clone(),
        ..Default::default()
    };
    if !selection.all_operators {
        let mut operators = selection.operators.clone();
        for (op, _) in base.all("op") {
            let overloaded = op.split('.').next().unwrap_or(op);
            if is_primitive(op) || selection.all_overloads.contains(overloaded) {
                operators.insert(op.to_string());
            }
        }
        file.operators = Some(operators);
    }
    file.to_text()
}

/// What a profile file lists, and where that is from.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) operators: Option<BTreeSet<String>>,
    pub(super) backends: Option<BTreeSet<String>>,
    pub(super) element_types: Option<BTreeSet<String>>,
    pub(super) read_from: Option<String>,
    pub(super) next: Option<String>,
}

/// The text of a profile file that has these lists.
pub(super) fn profile_text(name: &str, base: &str, lists: Lists) -> String {
    let Lists { operators, backends, element_types, read_from, next } = lists;
    let file = ProfileFile {
        schema: SCHEMA.into(),
        name: name.into(),
        base: base.into(),
        next,
        read_from,
        operators,
        backends,
        element_types,
        kernels: BTreeMap::new(),
    };
    file.to_text()
}

/// The text of the profile file of a runtime that was asked what it has registered: a release, with other operators and backends.
pub fn registered_profile_text(
    name: &str,
    base: &str,
    operators: impl IntoIterator<Item = String>,
    backends: impl IntoIterator<Item = String>,
) -> String {
    let lists = Lists {
        operators: Some(operators.into_iter().collect()),
        backends: Some(backends.into_iter().collect()),
        element_types: None,
        read_from: None,
        next: None,
    };
    profile_text(name, base, lists)
}

/// What a runtime reports of itself.
#[derive(Deserialize)]
struct Report {
    operators: Names,
    /// Releases before 0.6.0 cannot say which they have.
    #[serde(default)]
    backends: Option<Names>,
}

/// Names: alone, or with something about each.
#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    Alone(BTreeSet<String>),
    Keys(BTreeMap<String, IgnoredAny>),
}

impl Names {
    fn all(self) -> BTreeSet<String> {
        match self {
            Names::Alone(names) => names,
            Names::Keys(names) => names.into_keys().collect(),
        }
    }
}

/// What a report has to be.
const NO_REPORT: &str = "not a report of an ExecuTorch runtime: a JSON object is expected, with `operators` and, unless they are those of the \
    release, `backends` (arrays of names)";

/// The text of the profile file of a runtime that reports what it has registered. What it does not say of backends is what its release has.
pub(super) fn reported(text: &str, name: &str, base: &Profile) -> Result<String, ProfileError> {
    let report: Report = serde_saphyr::from_str(text).map_err(|_| ProfileError::Report(NO_REPORT.into()))?;
    let of_release = || base.all("backend").into_iter().map(|(backend, _)| backend.to_string()).collect();
    let backends = report.backends.map_or_else(of_release, Names::all);
    Ok(registered_profile_text(name, &base.name, report.operators.all(), backends))
}

/// A profile file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProfileFile {
    schema: String,
    name: String,
    base: String,
    /// Of a build from sources between two releases: the second of them.
    #[serde(default)]
    next: Option<String>,
    /// The code that the lists were taken from, without running it.
    #[serde(default)]
    read_from: Option<String>,
    #[serde(default)]
    operators: Option<BTreeSet<String>>,
    #[serde(default)]
    backends: Option<BTreeSet<String>>,
    #[serde(default)]
    element_types: Option<BTreeSet<String>>,
    #[serde(default)]
    kernels: BTreeMap<String, BTreeSet<String>>,
}

impl ProfileFile {
    fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: &str| text += &format!("{key} = {}\n", quoted(value));
        line("schema", &self.schema);
        line("name", &self.name);
        line("base", &self.base);
        if let Some(next) = &self.next {
            line("next", next);
        }
        if let Some(code) = &self.read_from {
            line("read-from", code);
        }
        if let Some(operators) = &self.operators {
            text += &format!("operators = {}\n", list(operators));
        }
        if let Some(backends) = &self.backends {
            text += &format!("backends = {}\n", list(backends));
        }
        if let Some(types) = &self.element_types {
            text += &format!("element-types = {}\n", list(types));
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
pub(super) fn narrow(text: &str, base: Profile) -> Result<Narrowed, ProfileError> {
    let file: ProfileFile = toml::from_str(text).map_err(|e| ProfileError::Invalid(e.to_string()))?;
    if file.schema != SCHEMA {
        return Err(ProfileError::Schema(file.schema));
    }
    let mut overlay = Overlay { kernels: file.kernels, read_from: file.read_from, ..Overlay::default() };
    let mut replace = |kind: &str, names: Option<BTreeSet<String>>| {
        if let Some(names) = names {
            let mut rows = BTreeMap::new();
            rows.extend(names.into_iter().map(|name| (name, String::new())));
            overlay.replaced.insert(kind.to_string(), rows);
        }
    };
    replace("op", file.operators);
    replace("backend", file.backends);
    replace("scalar-type", file.element_types);
    Ok(Narrowed { profile: base.with_overlay(file.name, overlay), next: file.next })
}

#[cfg(test)]
mod tests {
    use outlast_model::selection::{from_operator_list, from_selective_build};

    const YAML: &str = "operators:\n  aten::addmm.out:\n    include_all_overloads: false\n    debug_info: [mlp.pte]\n  \
                        aten::add:\n    include_all_overloads: true\ninclude_all_operators: false\nbuild_features: []\n\
                        et_kernel_metadata:\n  aten::addmm.out:\n  - v1/6;0|6;0,1\n";

    #[test]
    fn selective_build_becomes_a_profile() {
        let imported = from_selective_build(YAML).unwrap();
        let text = imported
            .to_profile_text("phone", &crate::family::FAMILY.profile_named("executorch-1.0.1").unwrap())
            .unwrap();
        let target = crate::family::FAMILY.described(&text).unwrap();
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
    fn what_a_runtime_reports_becomes_a_profile() {
        let base = crate::family::FAMILY.profile_named("executorch-0.5.0").unwrap();
        let report = |text: &str| {
            let text = super::reported(text, "phone", &base)?;
            let target = crate::family::FAMILY.described(&text).unwrap();
            Ok::<_, outlast_model::targets::ProfileError>(target.profile().unwrap().clone())
        };
        let whole = report(r#"{"operators": ["aten::add.out", "my::op.out"], "backends": []}"#).unwrap();
        assert!(whole.has("op", "my::op.out") && !whole.has("op", "aten::mul.out"));
        assert!(!whole.has("backend", "XnnpackBackend"), "it says that it has none");
        // 0.5.0 has no function that lists them.
        let silent = report(r#"{"operators": {"aten::add.out": 4}}"#).unwrap();
        assert!(silent.has("op", "aten::add.out") && silent.has("backend", "XnnpackBackend"));
        assert!(!silent.leaves_open("backend"), "they are those of the release");
        assert!(report(r#"{"backends": []}"#).is_err());
        assert!(report(r#"{"operators": 3}"#).is_err());
        assert!(report("[1, 2").is_err());
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
        assert!(crate::family::FAMILY.described("schema = \"outlast/profile/1\"").is_err());
    }
}
