//! Profiles of PyTorch from outside: what an installed release or a device says of itself, a selection of operators, a profile file.
//!
//! A profile file is TOML. It names the release that the reader is built from, and what it has otherwise:
//!
//! ```toml
//! schema = "outlast/profile/1"
//! name = "phone-2021"
//! base = "torch-1.10.2-lite"
//! operators = ["aten::add.Tensor"]    # all that it has; without this line, those of the release
//! types = ["List", "Tensor"]          # types that its bytecode may name
//! bytecode = [3, 7]                   # versions of bytecode, both included
//! operator_versions = [2, 6]          # versions of the operator set, both included
//! schemas = ["my::op(Tensor x) -> Tensor"]    # beside or instead of those of the release
//! missing = ["aten::qr"]              # operators of the release that it does not have
//!
//! [arguments]                         # how many arguments an operator of this build takes
//! "aten::add.Tensor" = 4
//! ```

use std::collections::{BTreeMap, BTreeSet};

use outlast_opset::history;
use outlast_opset::schema::{Schema, Spelling};
use serde::Deserialize;

use super::operators::full_name;
use outlast_model::family::Narrowed;
use outlast_model::selection::Selection;
use outlast_model::targets::{Overlay, Profile, ProfileError, SCHEMA, list, quoted};

/// What a reader says of itself: an installed release, with all its schemas, or a device, with what `RuntimeCompatibilityInfo` of PyTorch has.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Report {
    #[serde(default)]
    release: Option<String>,
    #[serde(default, alias = "bytecode_version", alias = "min_max_supported_bytecode_version")]
    bytecode: Option<Versions>,
    #[serde(default, alias = "operator_version", alias = "min_max_supported_opperator_versions")]
    operator_versions: Option<[u64; 2]>,
    #[serde(default, alias = "operator_info")]
    operators: Option<BTreeMap<String, Option<Operator>>>,
    #[serde(default, alias = "supported_types")]
    types: Option<BTreeSet<String>>,
    #[serde(default)]
    schemas: Option<BTreeSet<String>>,
}

/// Versions that a reader takes: the oldest and the newest, or the newest alone, which is what 1.10 says.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Versions {
    Newest(u64),
    Range([u64; 2]),
}

impl Versions {
    /// Both ends; the oldest is that of a release where it is not said.
    fn range(self, base: &Profile, what: &str) -> [u64; 2] {
        match self {
            Versions::Range(range) => range,
            Versions::Newest(newest) => {
                let oldest = base.get("oldest", what).and_then(|oldest| oldest.parse().ok());
                [oldest.unwrap_or(newest).min(newest), newest]
            }
        }
    }
}

/// How many arguments an operator takes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Operator {
    Number(u64),
    Info { num_schema_args: Option<u64> },
}

impl Operator {
    fn arguments(self) -> Option<u64> {
        match self {
            Operator::Number(number) => Some(number),
            Operator::Info { num_schema_args } => num_schema_args,
        }
    }
}

/// What a report has to be.
const NO_REPORT: &str = "not a report of a PyTorch runtime: a JSON object is expected, with `operators` (an object: numbers of arguments by name), \
    `bytecode` (two numbers, or the newest) and `operator_versions` (two numbers), `types` or `schemas` (arrays of texts)";

impl Report {
    /// Reads a report: JSON.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn parse(text: &str) -> Result<Report, ProfileError> {
        // The parser takes YAML, too, of which a list of operators for a selective build is no report.
        if !text.trim_start().starts_with('{') {
            return Err(ProfileError::Report(NO_REPORT.into()));
        }
        let report: Report =
            serde_saphyr::from_str(text).map_err(|_| ProfileError::Report(NO_REPORT.into()))?;
        let says = report.operators.is_some() || report.schemas.is_some() || report.bytecode.is_some();
        if !says {
            let why = "the report has neither operators nor schemas nor bytecode versions";
            return Err(ProfileError::Report(why.into()));
        }
        Ok(report)
    }

    /// The release, where the report names it: `2.15.0`.
    pub fn release(&self) -> Option<&str> {
        self.release.as_deref()
    }

    /// The text of a profile file: what the reader has otherwise than a release.
    ///
    /// # Errors
    ///
    /// A schema that cannot be read.
    pub fn to_profile_text(&self, name: &str, base: &Profile) -> Result<String, ProfileError> {
        let mut file = ProfileFile {
            schema: SCHEMA.into(),
            name: name.into(),
            base: base.name.clone(),
            types: self.types.clone(),
            bytecode: self.bytecode.map(|versions| versions.range(base, "bytecode")),
            operator_versions: self.operator_versions,
            ..ProfileFile::default()
        };
        if let Some(operators) = &self.operators {
            file.operators = Some(operators.keys().cloned().collect());
            let counts = operators
                .iter()
                .filter_map(|(name, operator)| Some((name.clone(), (*operator)?.arguments()?)));
            file.arguments = counts.collect();
        }
        if let Some(schemas) = &self.schemas {
            let (own, lost) = compared(schemas, base)?;
            (file.schemas, file.missing) = (own, lost);
        }
        Ok(file.to_text())
    }
}

/// The text of a profile file: what the reader that reports this has otherwise than a release.
pub(super) fn reported(text: &str, name: &str, base: &Profile) -> Result<String, ProfileError> {
    Report::parse(text)?.to_profile_text(name, base)
}

/// The schemas that a reader has and the release has not, and the operators of the release that the reader does not have.
fn compared(
    schemas: &BTreeSet<String>,
    base: &Profile,
) -> Result<(BTreeSet<String>, BTreeSet<String>), ProfileError> {
    let release = base.release;
    let mut of_release: BTreeMap<String, String> = BTreeMap::new();
    for entry in history::torch().entries().filter(|entry| entry.releases.contains(release)) {
        let schema = entry.schema().map_err(|error| ProfileError::Invalid(error.to_string()))?;
        // Releases before 1.13 print `int` for several types: schemas are compared as the release prints them.
        of_release.insert(schema.name.to_string(), schema.spelled(Spelling::of(release)).to_string());
    }
    let mut own = BTreeSet::new();
    for text in schemas {
        let schema = Schema::parse(text).map_err(|error| {
            ProfileError::Invalid(format!("`{}` is not a schema: {error}", text.escape_debug()))
        })?;
        let spelled = schema.spelled(Spelling::of(release)).to_string();
        if of_release.remove(&schema.name.to_string()).as_deref() != Some(&spelled) {
            own.insert(text.clone());
        }
    }
    Ok((own, of_release.into_keys().collect()))
}

/// The text of a profile file for a build of a release.
pub(super) fn selected(selection: &Selection, name: &str, base: &Profile) -> String {
    let mut file = ProfileFile {
        schema: SCHEMA.into(),
        name: name.into(),
        base: base.name.clone(),
        ..ProfileFile::default()
    };
    if !selection.all_operators {
        let (table, release) = (history::torch(), base.release);
        let mut operators = selection.operators.clone();
        for name in &selection.all_overloads {
            operators.extend(table.overloads(name, release).map(|entry| full_name(name, entry.overload)));
        }
        file.operators = Some(operators);
    }
    file.to_text()
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
    types: Option<BTreeSet<String>>,
    #[serde(default)]
    bytecode: Option<[u64; 2]>,
    #[serde(default)]
    operator_versions: Option<[u64; 2]>,
    #[serde(default)]
    schemas: BTreeSet<String>,
    #[serde(default)]
    missing: BTreeSet<String>,
    #[serde(default)]
    arguments: BTreeMap<String, u64>,
    #[serde(default)]
    operator_sets: BTreeMap<String, SetVersion>,
}

/// What a reader has of an operator set of users.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetVersion {
    /// Its version.
    version: u64,
    /// The oldest version whose programs it takes.
    #[serde(default)]
    minimum: u64,
    /// Whether it upgrades older programs itself.
    #[serde(default)]
    upgraders: bool,
}

impl ProfileFile {
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, value) in [("schema", &self.schema), ("name", &self.name), ("base", &self.base)] {
            text += &format!("{key} = {}\n", quoted(value));
        }
        for (key, range) in [("bytecode", self.bytecode), ("operator_versions", self.operator_versions)] {
            if let Some([oldest, newest]) = range {
                text += &format!("{key} = [{oldest}, {newest}]\n");
            }
        }
        let lists = [
            ("operators", self.operators.as_ref()),
            ("types", self.types.as_ref()),
            ("schemas", Some(&self.schemas).filter(|all| !all.is_empty())),
            ("missing", Some(&self.missing).filter(|all| !all.is_empty())),
        ];
        for (key, names) in lists.into_iter().filter_map(|(key, names)| Some((key, names?))) {
            text += &format!("{key} = {}\n", list(names));
        }
        if !self.arguments.is_empty() {
            text += "\n[arguments]\n";
            for (name, count) in &self.arguments {
                text += &format!("{} = {count}\n", quoted(name));
            }
        }
        text
    }
}

/// The release that a profile file names as its base, with what the file says otherwise.
pub(super) fn narrow(text: &str, base: Profile) -> Result<Narrowed, ProfileError> {
    let file: ProfileFile = toml::from_str(text).map_err(|error| ProfileError::Invalid(error.to_string()))?;
    if file.schema != SCHEMA {
        return Err(ProfileError::Schema(file.schema));
    }
    let mut overlay = Overlay::default();
    let mut replace = |kind: &str, rows: &mut dyn Iterator<Item = (String, String)>| {
        let mut replaced = BTreeMap::new();
        replaced.extend(rows);
        if !replaced.is_empty() {
            overlay.replaced.insert(kind.to_string(), replaced);
        }
    };
    let present = |name: String| (name, String::new());
    for (kind, names) in [("op", file.operators), ("type", file.types)] {
        if let Some(names) = names {
            replace(kind, &mut names.into_iter().map(present));
        }
    }
    for (kind, oldest) in [("oldest", true), ("newest", false)] {
        let mut rows = BTreeMap::new();
        rows.extend(base.all(kind).into_iter().map(|(name, value)| (name.to_string(), value.to_string())));
        for (name, range) in [("bytecode", file.bytecode), ("operator", file.operator_versions)] {
            if let Some([first, last]) = range {
                let end = if oldest { first } else { last };
                rows.insert(name.to_string(), end.to_string());
            }
        }
        replace(kind, &mut rows.into_iter());
    }
    let mut schemas = BTreeMap::new();
    for text in file.schemas {
        let schema = Schema::parse(&text).map_err(|error| {
            ProfileError::Invalid(format!("`{}` is not a schema: {error}", text.escape_debug()))
        })?;
        schemas.insert(schema.name.to_string(), text);
    }
    replace("schema", &mut schemas.into_iter());
    replace("missing", &mut file.missing.into_iter().map(present));
    let mut versions = file.operator_sets.into_iter().map(|(name, set)| {
        let upgraders = if set.upgraders { "upgraders" } else { "none" };
        (name, format!("{} {} {upgraders}", set.version, set.minimum))
    });
    replace("set", &mut versions);
    let mut arguments = file.arguments.into_iter().map(|(name, count)| (name, count.to_string()));
    replace("arguments", &mut arguments);
    Ok(Narrowed { profile: base.with_overlay(file.name, overlay), next: None })
}

#[cfg(test)]
mod tests {
    use super::Report;
    use outlast_model::selection::from_selective_build;

    #[test]
    fn what_a_device_reports_becomes_a_profile() {
        // The names that PyTorch's C++ structure has.
        let report = Report::parse(
            r#"{"min_max_supported_bytecode_version": [4, 7], "min_max_supported_opperator_versions": [2, 6],
                "operator_info": {"aten::add.Tensor": {"num_schema_args": 4}, "aten::relu": {"num_schema_args": 1}, "my::op": null},
                "supported_types": ["List", "Tensor"]}"#,
        );
        let base = crate::family::FAMILY.profile_named("torch-1.10.2-lite").unwrap();
        let text = report.unwrap().to_profile_text("phone", &base).unwrap();
        let target = crate::family::FAMILY.described(&text).unwrap();
        let profile = target.profile().unwrap();
        assert_eq!((profile.name.as_str(), profile.variant), ("phone", "lite"));
        let get = |kind: &str, name: &str| profile.get(kind, name).map(str::to_string);
        assert_eq!(get("newest", "bytecode").as_deref(), Some("7"));
        assert_eq!(get("oldest", "bytecode").as_deref(), Some("4"));
        assert_eq!(
            get("newest", "file").as_deref(),
            Some("6"),
            "what the report does not say is the release's"
        );
        assert_eq!(get("arguments", "aten::add.Tensor").as_deref(), Some("4"));
        assert!(profile.has("op", "my::op") && !profile.has("op", "aten::mul.Tensor"));
        assert!(profile.has("type", "List") && !profile.has("type", "Dict"));
        // The structure of 1.10 has the newest version alone.
        let text = super::reported(r#"{"bytecode_version": 6}"#, "phone", &base).unwrap();
        assert!(text.contains("bytecode = [3, 6]\n"), "{text}");
    }

    #[test]
    fn an_installed_release_is_compared_with_its_own() {
        let base = crate::family::FAMILY.profile_named("torch-2.15.0").unwrap();
        let table = outlast_opset::history::torch();
        let newest = outlast_opset::history::Release::parse("2.15.0").unwrap();
        let mut schemas: Vec<String> = table
            .entries()
            .filter(|entry| entry.releases.contains(newest) && entry.name != "aten::relu")
            .map(|entry| format!("{:?}", entry.text()))
            .collect();
        schemas.push("\"my::op(Tensor x) -> Tensor\"".into());
        let json = format!("{{\"release\": \"2.15.0\", \"schemas\": [{}]}}", schemas.join(", "));
        let text = Report::parse(&json).unwrap().to_profile_text("mine", &base).unwrap();
        assert!(text.contains("schemas = [\n    \"my::op(Tensor x) -> Tensor\",\n]"), "{text}");
        assert!(
            text.contains("missing = [\n    \"aten::relu\",\n    \"aten::relu.out\",\n]")
                || text.contains("\"aten::relu\""),
            "{text}"
        );
        assert!(crate::family::FAMILY.described(&text).is_ok());
    }

    #[test]
    fn selections_and_what_is_none() {
        let yaml = "operators:\n  aten::relu:\n    include_all_overloads: false\n  aten::add:\n    include_all_overloads: true\n";
        let selection = from_selective_build(yaml).unwrap();
        let base = crate::family::FAMILY.profile_named("torch-2.1.2-lite").unwrap();
        let text = selection.to_profile_text("phone", &base).unwrap();
        let target = crate::family::FAMILY.described(&text).unwrap();
        let profile = target.profile().unwrap();
        assert!(profile.has("op", "aten::add.Tensor") && profile.has("op", "aten::relu"));
        assert!(!profile.has("op", "aten::mul.Tensor"));
        assert!(Report::parse("{}").is_err());
        assert!(Report::parse("[1, 2").is_err());
        assert!(
            crate::family::FAMILY
                .described(
                    "schema = \"outlast/profile/1\"\nbase = \"torch-2.1.2\"\nname = \"x\"\nschemas = [\"f(\"]"
                )
                .is_err()
        );
    }
}
