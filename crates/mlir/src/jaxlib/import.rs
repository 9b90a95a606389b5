//! Profile files of jaxlib: what an installed release, or a build of one, says of itself.
//!
//! A profile file is TOML. It names the release that the reader is built from, and what it has otherwise:
//!
//! ```toml
//! schema = "outlast/profile/1"
//! name = "server-2024"
//! base = "jaxlib-0.4.38"
//! stablehlo = "1.8.7"                     # the version that it carries
//! custom_calls = ["lapack_sgeqrf_ffi"]    # all that it implements; without this line, those of the release
//! ```

use std::collections::{BTreeMap, BTreeSet};

use outlast_model::family::Narrowed;
use outlast_model::targets::{Overlay, Profile, ProfileError, SCHEMA, list, quoted};
use serde::Deserialize;

use crate::vhlo::Version;

/// What a reader reports of itself.
#[derive(Deserialize)]
struct Report {
    /// The version of StableHLO that it carries.
    #[serde(default)]
    stablehlo: Option<String>,
    /// Custom calls that it implements.
    #[serde(default)]
    custom_calls: Option<BTreeSet<String>>,
}

/// What a report has to be.
const NO_REPORT: &str = "not a report of jaxlib: a JSON object is expected, with `stablehlo` (the version that it carries) or `custom_calls` (an \
    array of names)";

/// The text of the profile file of a reader that reports this.
pub(super) fn reported(text: &str, name: &str, base: &Profile) -> Result<String, ProfileError> {
    let none = || ProfileError::Report(NO_REPORT.into());
    let report: Report = serde_saphyr::from_str(text).map_err(|_| none())?;
    if report.stablehlo.is_none() && report.custom_calls.is_none() {
        return Err(none());
    }
    let file = ProfileFile {
        schema: SCHEMA.into(),
        name: name.into(),
        base: base.name.clone(),
        stablehlo: report.stablehlo,
        custom_calls: report.custom_calls,
    };
    Ok(file.to_text())
}

/// A profile file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    schema: String,
    name: String,
    base: String,
    #[serde(default)]
    stablehlo: Option<String>,
    #[serde(default)]
    custom_calls: Option<BTreeSet<String>>,
}

impl ProfileFile {
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (key, value) in [("schema", &self.schema), ("name", &self.name), ("base", &self.base)] {
            text += &format!("{key} = {}\n", quoted(value));
        }
        if let Some(version) = &self.stablehlo {
            text += &format!("stablehlo = {}\n", quoted(version));
        }
        if let Some(calls) = &self.custom_calls {
            text += &format!("custom_calls = {}\n", list(calls));
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
    if let Some(version) = file.stablehlo {
        if Version::parse(&version).is_none() {
            let why =
                format!("`stablehlo` is `{}`, expected a version such as 1.8.7", version.escape_debug());
            return Err(ProfileError::Invalid(why));
        }
        overlay.replaced.insert("carries".into(), BTreeMap::from([("stablehlo".into(), version)]));
    }
    if let Some(calls) = file.custom_calls {
        let mut rows = BTreeMap::new();
        rows.extend(calls.into_iter().map(|name| (name, String::new())));
        overlay.replaced.insert("call".into(), rows);
    }
    Ok(Narrowed { profile: base.with_overlay(file.name, overlay), next: None })
}

#[cfg(test)]
mod tests {
    use super::super::FAMILY;
    use super::reported;

    #[test]
    fn what_a_release_reports_becomes_a_profile() {
        let base = FAMILY.profile_named("jaxlib-0.4.38").unwrap();
        let report = r#"{"stablehlo": "1.9.1", "custom_calls": ["lapack_sgeqrf_ffi"]}"#;
        let text = reported(report, "server", &base).unwrap();
        let target = FAMILY.described(&text).unwrap();
        let profile = target.profile().unwrap();
        assert_eq!(profile.name, "server");
        assert_eq!(profile.get("carries", "stablehlo"), Some("1.9.1"));
        assert!(profile.has("call", "lapack_sgeqrf_ffi") && !profile.has("call", "lapack_sgesdd_ffi"));
        assert_eq!(profile.get("newest", "attr"), Some("22"), "what it does not say is the release's");
        // Releases up to 0.4.31 cannot say which StableHLO they carry.
        let text = reported(r#"{"custom_calls": []}"#, "server", &base).unwrap();
        let target = FAMILY.described(&text).unwrap();
        assert_eq!(target.profile().unwrap().get("carries", "stablehlo"), Some("1.8.7"));
    }

    #[test]
    fn what_is_none_is_refused() {
        let base = FAMILY.profile_named("jaxlib-0.4.38").unwrap();
        for report in ["{}", "[1, 2", r#"{"stablehlo": ["1.8.7"]}"#, r#"{"custom_calls": {"x": 1}}"#] {
            assert!(reported(report, "server", &base).is_err(), "{report}");
        }
        let text = reported(r#"{"stablehlo": "new"}"#, "server", &base).unwrap();
        assert!(FAMILY.described(&text).unwrap_err().to_string().contains("expected a version"));
        let file = "schema = \"outlast/profile/1\"\nname = \"x\"\nbase = \"jaxlib-0.4.38\"\n";
        assert!(FAMILY.described(file).is_ok());
        assert!(FAMILY.described(&format!("{file}operators = []\n")).is_err());
        assert!(FAMILY.described(&file.replace("profile/1", "profile/2")).is_err());
    }
}
