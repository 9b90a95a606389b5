//! Targets by name, over all families.

use crate::families::{self, features};
use crate::family::{FamilyDef, Variant};
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
    let names = [target_names(), target_names_of_programs(), shipped_names()].concat();
    let newest = newest_of_family(name).or_else(|| with_hyphen(name));
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
        let plain = name.split('+').next().unwrap_or_default();
        let of_it = family.split_name(plain).is_some_and(|(_, release)| !release.is_empty());
        of_it && !family.blob.is_empty()
    })
}

/// The newest release of the family that a name without a release begins with: for `torch` and `torch>=2`.
fn newest_of_family(name: &str) -> Option<String> {
    let word = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    let release = families::by_name(word)?.table().releases().last()?;
    (!name[word.len()..].starts_with('-')).then(|| format!("{word}-{release}"))
}

/// The target of a name whose hyphen is missing: `clang-16` for `clang16`.
fn with_hyphen(name: &str) -> Option<String> {
    let digit = name.find(|c: char| c.is_ascii_digit()).filter(|at| !name[..*at].ends_with('-'))?;
    let hyphened = format!("{}-{}", &name[..digit], &name[digit..]);
    target(&hyphened).is_ok().then_some(hyphened)
}

/// Names of all built-in targets but single programs of a release, oldest release first.
pub fn target_names() -> Vec<String> {
    families::all()
        .flat_map(|family| {
            let suffixes = family.variants.iter().filter(|variant| matches!(variant, Variant::Suffix(_)));
            let variants: Vec<&str> =
                std::iter::once("").chain(suffixes.map(|variant| variant.name())).collect();
            let names = move |release| {
                variants.iter().map(|variant| family.target_name(release, variant)).collect::<Vec<_>>()
            };
            family.table().releases().flat_map(names)
        })
        .collect()
}

/// The built-in targets that are single programs of a release, `clang-19.1.7`, and software that carries one, `llvmlite-0.44`.
pub fn target_names_of_programs() -> Vec<String> {
    let names = families::all().flat_map(|family| {
        let leading = family.variants.iter().filter(|variant| !matches!(variant, Variant::Suffix(_)));
        leading.flat_map(|variant| family.target_names(variant.name()))
    });
    names.map(|(_, name)| name).collect()
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
    fn programs_of_a_release_are_targets() {
        let named = |name: &str| crate::target(name).unwrap().profile().unwrap().name.clone();
        assert_eq!(named("clang-19"), "clang-19.1.7");
        assert_eq!(named("llvm-dis-14.0.6"), "llvm-dis-14.0.6");
        assert_eq!(named("llvm-19"), "llvm-19.1.7");
        let siblings = crate::target("lld-16").unwrap().siblings();
        assert_eq!(siblings.first().map(|target| target.name().to_string()).as_deref(), Some("lld-9.0.1"));
        assert!(crate::target_names().iter().all(|name| !name.starts_with("clang")));
        assert!(crate::target_names_of_programs().contains(&"wasm-ld-23.1.4".to_string()));
        // Software that carries a release, of which the patch number is not listed.
        let carried = |name: &str| match crate::target(name).unwrap().resolved() {
            Resolved::Carried { profile, release, judged_as } => {
                (profile.name.clone(), *release, judged_as.clone())
            }
            other => panic!("{other:?}"),
        };
        let expected = |name: &str, release, judged_as: &str| (name.into(), release, judged_as.into());
        assert_eq!(carried("llvmlite-0.44"), expected("llvmlite-0.44", "15.0.7", "llvm-15.0.6"));
        assert_eq!(carried("rustc-1.79.0"), expected("rustc-1.79.0", "18", "llvm-18.1.8"));
        assert!(crate::target("rustc-1.2").is_err());
        let error = |name: &str| crate::target(name).unwrap_err().to_string();
        assert_eq!(error("clang16"), "no target `clang16`: did you mean `clang-16`?");
        assert_eq!(error("llvm16"), "no target `llvm16`: did you mean `llvm-16`?");
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
