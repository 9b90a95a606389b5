//! The operators of a target: those of a release, and what a profile file says otherwise.

use outlast_opset::history::{self, Release};
use outlast_opset::lint::{Coverage, Declared, Inventory};
use outlast_opset::schema::Schema;

use super::{OperatorSet, SetKind};
use outlast_model::targets::Target;

/// The name of the family whose releases have operator histories.
const FAMILY: &str = "torch";

/// The operators of a target.
///
/// # Errors
///
/// A target of another family, or a release without a table of schemas.
pub fn set_of_target(target: &Target) -> Result<OperatorSet, String> {
    if target.family() != FAMILY {
        return Err(format!(
            "`{}` is no release of PyTorch: for others, give a dump of schemas",
            target.name()
        ));
    }
    let table = history::torch();
    let known = || {
        let all: Vec<String> = table.releases().map(|release| release.to_string()).collect();
        format!("the releases whose schemas are known: {}", all.join(", "))
    };
    let Some(profile) = target.profile() else {
        return Err(format!("no schemas of `{}`; {}", target.name(), known()));
    };
    let [major, minor, patch] = profile.release.parts();
    let release = Release { major, minor, patch };
    if !table.has(release) {
        return Err(format!("no schemas of {release}; {}", known()));
    }
    let all_selected = !profile.is_narrowed() || !profile.kinds().contains("op");
    let mut schemas = Vec::new();
    for entry in table.entries().filter(|entry| entry.releases.contains(release)) {
        let full = match entry.overload {
            "" => entry.name.to_string(),
            overload => format!("{}.{overload}", entry.name),
        };
        let selected = if all_selected { !profile.has("missing", &full) } else { profile.has("op", &full) };
        if selected && !profile.has("schema", &full) {
            let schema = entry.schema().map_err(|error| format!("`{full}` of {release}: {error}"))?;
            schemas.push(Declared::known(schema));
        }
    }
    for (name, text) in profile.all("schema") {
        if all_selected || profile.has("op", name) {
            let schema = Schema::parse(text).map_err(|error| format!("`{name}`: {error}"))?;
            schemas.push(Declared::known(schema));
        }
    }
    let inventory = Inventory { coverage: Coverage::Complete, schemas };
    Ok(OperatorSet { kind: SetKind::Target, inventory, derived: 0, release: Some(release) })
}
