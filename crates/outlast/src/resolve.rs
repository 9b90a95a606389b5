//! Targets by name, over all families.

use crate::families::{self, features};
use crate::family::FamilyDef;
use crate::targets::{Profile, ProfileError, Target, TargetError, nearest};

/// The target of this name: `executorch-1.0.1`, or `executorch-1.0` for its newest patch release that has a profile. Libraries that
/// an application links follow, each behind a plus sign: `executorch-1.5.1+custom_ops+quantized`.
///
/// # Errors
///
/// [`TargetError::Unknown`], with the nearest name that there is; [`TargetError::Library`].
pub fn target(name: &str) -> Result<Target, TargetError> {
    let plain = name.split('+').next().unwrap_or_default();
    let found = family_of(name).map(|family| family.named(name));
    match found {
        Some(Err(TargetError::Unknown { .. })) | None => Err(unknown(plain)),
        Some(target) => target,
    }
}

fn unknown(name: &str) -> TargetError {
    if let Some(feature) = features::of_target(name) {
        return TargetError::FeatureOff { name: name.to_string(), feature };
    }
    let names = [target_names(), shipped_names()].concat();
    let newest = newest_of_family(name);
    let nearest = newest.or_else(|| nearest(name, names.iter().map(String::as_str)).map(str::to_string));
    TargetError::Unknown { name: name.to_string(), nearest }
}

/// The target that a profile file describes (schema `outlast/profile/1`): a release, narrowed to what a build of it has.
///
/// # Errors
///
/// [`TargetError::Profile`] if the text is not a profile, [`TargetError::Unknown`] if its base is no target.
pub fn target_described(text: &str) -> Result<Target, TargetError> {
    Target::described(text, target)
}

/// The profile of a release that has one.
///
/// # Errors
///
/// As [`target`]; [`ProfileError::Base`] for a release without a profile.
pub fn profile(name: &str) -> Result<Profile, TargetError> {
    match target(name)?.profile() {
        Some(profile) => Ok(profile.clone()),
        None => Err(ProfileError::Base(name.to_string()).into()),
    }
}

/// The family of a target's name.
fn family_of(name: &str) -> Option<&'static FamilyDef> {
    families::all().find(|family| {
        let of_it = name.strip_prefix(family.name).is_some_and(|rest| rest.starts_with('-'));
        of_it && !family.blob.is_empty()
    })
}

/// The newest release of the family that a name without a release begins with: for `torch` and `torch>=2`.
fn newest_of_family(name: &str) -> Option<String> {
    let word = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    let release = families::by_name(word)?.table().releases().last()?;
    (!name[word.len()..].starts_with('-')).then(|| format!("{word}-{release}"))
}

/// Names of all built-in targets, oldest release first.
pub fn target_names() -> Vec<String> {
    families::all()
        .flat_map(|family| {
            let names = family.table().releases().map(move |release| format!("{}-{release}", family.name));
            names.flat_map(|name| {
                let others: Vec<String> =
                    family.variants.iter().map(|variant| format!("{name}-{variant}")).collect();
                std::iter::once(name).chain(others)
            })
        })
        .collect()
}

/// The built-in targets that are runtimes which applications ship: `executorch-rn-0.7.3-ios`.
pub fn shipped_names() -> Vec<String> {
    let named = |family: &'static FamilyDef| {
        family.shipped.iter().map(move |(name, _)| format!("{}-{name}", family.name))
    };
    families::all().flat_map(named).collect()
}

/// The built-in targets with each library that an application can link: `executorch-1.5.1+custom_ops`. Names with several are as good.
pub fn target_names_with_libraries() -> Vec<String> {
    let families = families::all().filter_map(|family| Some((family, family.libraries?)));
    let with = families.flat_map(|(family, libraries)| {
        family.profiles().flat_map(move |profile| {
            let known = profile.libraries_of(libraries.of).into_iter();
            known.map(|library| format!("{}+{library}", profile.name)).collect::<Vec<_>>()
        })
    });
    with.collect()
}

#[cfg(test)]
mod tests {
    use crate::targets::Resolved;

    #[test]
    fn a_family_without_a_release_is_answered_with_its_newest() {
        for name in ["torch", "torch>=2", "torch<9"] {
            let error = crate::target(name).unwrap_err().to_string();
            assert_eq!(error, format!("no target `{name}`: did you mean `torch-2.15.0`?"));
        }
    }

    #[test]
    fn names_are_resolved_once() {
        let resolved = |name: &str| crate::target(name).unwrap();
        assert!(matches!(resolved("toy-1.0").resolved(), Resolved::Exact(_)));
        assert!(matches!(resolved("toy-1.0.9").resolved(), Resolved::Patch(_)));
        assert!(matches!(resolved("toy-1.5").resolved(), Resolved::Between(..)));
        assert!(matches!(resolved("toy-99").resolved(), Resolved::Outside(_)));
        assert_eq!(resolved("toy-1.0").name(), "toy-1.0");
        let error = crate::target("toy-9.x").unwrap_err().to_string();
        assert!(error.starts_with("no target `toy-9.x`"), "{error}");
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn executorch_has_patch_releases() {
        let resolved = |name: &str| crate::target(name).unwrap();
        assert!(matches!(resolved("executorch-1.0").resolved(), Resolved::Exact(_)));
        assert!(matches!(resolved("executorch-1.0.9").resolved(), Resolved::Patch(_)));
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn libraries_are_part_of_a_target() {
        let both = crate::target("executorch-1.5+quantized+custom_ops").unwrap();
        assert_eq!(both.name(), "executorch-1.5+quantized+custom_ops");
        let profile = both.profile().unwrap();
        assert_eq!(profile.name, "executorch-1.5.1+custom_ops+quantized");
        assert!(profile.has("op", "llama::custom_sdpa.out") && profile.has("op", "aten::add.out"));
        assert!(
            !crate::target("executorch-1.5").unwrap().profile().unwrap().has("op", "llama::custom_sdpa.out")
        );
        let error = |name: &str| crate::target(name).unwrap_err().to_string();
        assert_eq!(
            error("executorch-1.5.1+custom_op"),
            "executorch-1.5.1 has no library `custom_op`: did you mean `executorch-1.5.1+custom_ops`?"
        );
        assert_eq!(
            error("executorch-0.5.0+quantized+torchao"),
            "executorch-0.5.0+quantized has no library `torchao`: there are custom_ops, quantized"
        );
        assert_eq!(
            error("executorch-1.5.9x+quantized"),
            "no target `executorch-1.5.9x`: did you mean `executorch-1.5.0`?"
        );
    }

    #[test]
    #[cfg(feature = "llvm")]
    fn llvm_has_gaps_and_patch_releases() {
        let resolved = |name: &str| crate::target(name).unwrap();
        assert!(matches!(resolved("llvm-20.0").resolved(), Resolved::Between(..)));
        assert!(matches!(resolved("llvm-18.1.6").resolved(), Resolved::Patch(_)));
        assert!(matches!(resolved("llvm-99").resolved(), Resolved::Outside(_)));
    }
}
