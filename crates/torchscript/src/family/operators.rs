//! The operators of a reader: those of its release, and what a profile file says otherwise.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use outlast_opset::history::{self, OperatorSet, Origin, Release, Upgrader, Variant, Variants};
use outlast_opset::resolve::Rules;
use outlast_opset::schema::Schema;

use super::LITE;
use outlast_model::targets::Profile;

/// The operator sets of releases, made when they are first asked for.
type Sets = Mutex<BTreeMap<Release, Option<Arc<OperatorSet>>>>;

/// The operators of a release; `None` if its schemas are not known.
pub(super) fn of_release(release: Release) -> Option<Arc<OperatorSet>> {
    static SETS: OnceLock<Sets> = OnceLock::new();
    let mut sets = SETS.get_or_init(Sets::default).lock().unwrap_or_else(PoisonError::into_inner);
    let made = || OperatorSet::new(history::torch(), release).map(Arc::new);
    sets.entry(release).or_insert_with(made).clone()
}

/// Conversions of tensors to numbers in code, which became operators in 1.5.
const IMPLIED: [&str; 3] = ["aten::ScalarImplicit", "aten::IntImplicit", "aten::FloatImplicit"];
const IMPLIED_SINCE: Release = Release { major: 1, minor: 5, patch: 1 };

/// The operators of one reader.
#[derive(Debug)]
pub(super) struct Operators<'p> {
    set: Arc<OperatorSet>,
    profile: &'p Profile,
}

impl<'p> Operators<'p> {
    /// Those of a profile; `None` if its release has no schemas.
    pub(super) fn of(profile: &'p Profile) -> Option<Operators<'p>> {
        Some(Operators { set: of_release(profile.release)?, profile })
    }

    /// The release whose operators they are.
    pub(super) fn release(&self) -> Release {
        self.set.release()
    }

    /// What a call may mean for programs of a version.
    pub(super) fn variants(&self, name: &str, version: u64) -> Variants {
        // Releases before 1.5 compile these calls without an operator (`prim::ImplicitTensorToNum`).
        let implied = IMPLIED.contains(&name) && self.release() < IMPLIED_SINCE;
        let of_next = implied.then(|| of_release(IMPLIED_SINCE)).flatten();
        let variants = of_next.as_ref().unwrap_or(&self.set).variants_at(name, Some(version));
        if !self.profile.is_narrowed() {
            return variants;
        }
        let kept = |variant: &&Variant| {
            !matches!(variant.origin, Origin::Operator) || self.has(name, &variant.schema.name.overload)
        };
        let mut all: Vec<Variant> = variants.iter().filter(kept).cloned().collect();
        for (full, text) in self.profile.all("schema") {
            if full.split('.').next() == Some(name)
                && let Ok(schema) = Schema::parse(text)
            {
                all.retain(|variant| variant.schema.name != schema.name);
                all.push(Variant { schema, origin: Origin::Operator });
            }
        }
        all.into()
    }

    /// What programs of a version may call.
    pub(super) fn for_version(&self, version: u64) -> ForVersion<'_, 'p> {
        ForVersion { operators: self, version }
    }

    /// The releases that have an operator of this name, as text.
    pub(super) fn releases_with(&self, name: &str) -> String {
        let table = history::torch();
        let has: Vec<Release> =
            table.releases().filter(|release| table.overloads(name, *release).next().is_some()).collect();
        match has[..] {
            [] => String::new(),
            [one] => one.to_string(),
            [first, .., last] => format!("{first} to {last}"),
        }
    }

    /// Whether the reader has an overload.
    pub(super) fn has(&self, name: &str, overload: &str) -> bool {
        let full = full_name(name, overload);
        if self.profile.kinds().contains("op") {
            return self.profile.has("op", &full);
        }
        if self.profile.variant == LITE
            && let Some(only) = self.profile.get("only", LITE)
            && !only.split(' ').any(|one| one == full)
        {
            return self.profile.has("schema", &full);
        }
        self.profile.has("schema", &full)
            || self.set.has_overload(name, overload) && !self.profile.has("missing", &full)
    }

    /// The schema of an overload, where it is known.
    pub(super) fn schema(&self, name: &str, overload: &str) -> Option<Schema> {
        let full = full_name(name, overload);
        if let Some(text) = self.profile.get("schema", &full) {
            return Schema::parse(text).ok();
        }
        schema(self.set.release(), name, overload)
    }

    /// How many arguments an overload takes.
    pub(super) fn arguments(&self, name: &str, overload: &str) -> Option<u64> {
        let said =
            self.profile.get("arguments", &full_name(name, overload)).and_then(|count| count.parse().ok());
        said.or_else(|| u64::try_from(self.schema(name, overload)?.arguments.len()).ok())
    }

    /// The upgrader that a program of an operator version needs for an overload.
    pub(super) fn upgrader(&self, name: &str, overload: &str, version: u64) -> Option<Upgrader> {
        let full = full_name(name, overload);
        let table = history::torch();
        table
            .version_map(self.set.release())
            .find(|upgrader| upgrader.operator == full && u64::from(upgrader.bumped_at) > version)
    }

    /// The releases that have an overload, as text.
    pub(super) fn elsewhere(&self, name: &str, overload: &str) -> String {
        let intervals = history::torch().present(name, overload);
        let open = |text: String| match text.strip_suffix('-') {
            Some(first) => format!("{first} and later"),
            None => text,
        };
        let shown: Vec<String> = intervals.iter().map(|interval| open(interval.to_string())).collect();
        shown.join(", ")
    }
}

/// The operators of a reader, for files of one version.
#[derive(Debug)]
pub(super) struct ForVersion<'o, 'p> {
    operators: &'o Operators<'p>,
    version: u64,
}

impl crate::program::Operators for ForVersion<'_, '_> {
    fn variants(&self, name: &str) -> Variants {
        self.operators.variants(name, self.version)
    }

    fn rules(&self) -> Rules {
        self.operators.set.rules()
    }
}

/// The schema of an overload in a release.
pub(super) fn schema(release: Release, name: &str, overload: &str) -> Option<Schema> {
    let entry = history::torch().overloads(name, release).find(|entry| entry.overload == overload)?;
    entry.schema().ok()
}

/// `aten::add.Tensor`, or `aten::add` for the overload without a name.
pub(super) fn full_name(name: &str, overload: &str) -> String {
    if overload.is_empty() { name.to_string() } else { format!("{name}.{overload}") }
}
