//! Targets by name, over all families.

use crate::families;
use crate::family::FamilyDef;
use crate::selection::Selection;
use crate::targets::{Profile, ProfileError, Target, TargetError};

impl Target {
    /// The target of this name: `executorch-1.0.1`, or `executorch-1.0` for its newest patch release that has a profile. Libraries that
    /// an application links follow, each behind a plus sign: `executorch-1.5.1+custom_ops+quantized`.
    ///
    /// # Errors
    ///
    /// [`TargetError::Unknown`], with the nearest name that there is; [`TargetError::Library`].
    pub fn named(name: &str) -> Result<Target, TargetError> {
        let mut words = name.split('+');
        let plain = words.next().unwrap_or_default();
        words.try_fold(Target::plain(plain)?, |target, library| {
            let libraries = families::by_name(target.family()).and_then(|family| family.libraries);
            let without = target.name().to_string();
            let linked = libraries.map_or(Err(Vec::new()), |libraries| target.link(library, libraries));
            linked.map_err(|known| TargetError::Library {
                nearest: nearest(library, known.iter().copied()).map(str::to_string),
                target: without,
                library: library.to_string(),
                known,
            })
        })
    }

    /// The target of a name without libraries.
    fn plain(name: &str) -> Result<Target, TargetError> {
        let target = family_of(name).and_then(|(family, rest)| {
            if let Some((_, text)) = family.shipped.iter().find(|(shipped, _)| *shipped == rest) {
                return Target::from_profile(text).ok();
            }
            let release =
                |name, rest| Target::release(name, (family.name, family.variants), family.table(), rest);
            match (family.aliases)(rest) {
                // Answers name what it stands for.
                Some(version) => release(&format!("{}-{version}", family.name), &version),
                None => release(name, rest),
            }
        });
        target.ok_or_else(|| {
            let names = [target_names(), shipped_names()].concat();
            let newest = newest_of_family(name);
            let nearest =
                newest.or_else(|| nearest(name, names.iter().map(String::as_str)).map(str::to_string));
            TargetError::Unknown { name: name.to_string(), nearest }
        })
    }

    /// The target that a profile file describes (schema `outlast/profile/1`): a release, narrowed to what a build of it has.
    ///
    /// # Errors
    ///
    /// [`TargetError::Profile`] if the text is not a profile, [`TargetError::Unknown`] if its base is no target.
    pub fn from_profile(text: &str) -> Result<Target, TargetError> {
        let base = base_of(text)?;
        let target = Target::named(&base)?;
        let Some(profile) = target.profile() else { return Err(ProfileError::Base(base).into()) };
        let narrow = families::by_name(profile.family).and_then(|family| family.narrow);
        let Some(narrow) = narrow else { return Err(ProfileError::NotNarrowed(base).into()) };
        let narrowed = narrow(text, profile.clone())?;
        let Some(next) = narrowed.next else { return Ok(Target::of(narrowed.profile)) };
        let after = Profile::named(&next)?;
        if after.family != profile.family || after.release <= profile.release {
            return Err(ProfileError::Next(base, next).into());
        }
        Ok(Target::between(narrowed.profile, narrow(text, after)?.profile))
    }
}

impl Profile {
    /// The profile of a release that has one.
    ///
    /// # Errors
    ///
    /// As [`Target::named`]; [`ProfileError::Base`] for a release without a profile.
    pub fn named(name: &str) -> Result<Profile, TargetError> {
        match Target::named(name)?.profile() {
            Some(profile) => Ok(profile.clone()),
            None => Err(ProfileError::Base(name.to_string()).into()),
        }
    }
}

impl Selection {
    /// The text of a profile file for a build that has this of a release; `None` where the release's family has no such builds.
    pub fn to_profile_text(&self, name: &str, base: &Profile) -> Option<String> {
        let select = families::by_name(base.family)?.select?;
        Some(select(self, name, base))
    }
}

/// The family of a target's name, and the release in it.
fn family_of(name: &str) -> Option<(&'static FamilyDef, &str)> {
    families::all().find_map(|family| {
        let rest = name.strip_prefix(family.name)?.strip_prefix('-')?;
        (!family.blob.is_empty()).then_some((family, rest))
    })
}

/// The newest release of the family that a name without a release begins with: for `torch` and `torch>=2`.
fn newest_of_family(name: &str) -> Option<String> {
    let word = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    let release = families::by_name(word)?.table().releases().last()?;
    (!name[word.len()..].starts_with('-')).then(|| format!("{word}-{release}"))
}

/// What a profile file says of its base, the only line that is the same for all families.
fn base_of(text: &str) -> Result<String, ProfileError> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("base")?.trim_start().strip_prefix('='));
    let base = line.map(|value| value.trim().trim_matches(['"', '\'']).to_string());
    base.ok_or_else(|| ProfileError::Invalid("it has no line `base = \"…\"` with the release".into()))
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
        let table = family.table();
        let profiles = (0..table.releases().count())
            .filter_map(move |at| Profile::built_in(family.name, table, u16::try_from(at).ok()?));
        profiles.flat_map(move |profile| {
            let known = profile.libraries_of(libraries.of).into_iter();
            known.map(|library| format!("{}+{library}", profile.name)).collect::<Vec<_>>()
        })
    });
    with.collect()
}

/// The candidate that is least different from `word`, if it is near enough to be what was meant.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = candidates.map(|c| (distance(word, c), c));
    scored.min().filter(|(d, _)| *d <= 2 + word.len() / 4).map(|(_, c)| c)
}

/// Levenshtein distance in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use crate::targets::{Resolved, Target};

    #[test]
    fn a_family_without_a_release_is_answered_with_its_newest() {
        for name in ["torch", "torch>=2", "torch<9"] {
            let error = Target::named(name).unwrap_err().to_string();
            assert_eq!(error, format!("no target `{name}`: did you mean `torch-2.15.0`?"));
        }
    }

    #[test]
    fn names_are_resolved_once() {
        let resolved = |name: &str| Target::named(name).unwrap();
        assert!(matches!(resolved("toy-1.0").resolved(), Resolved::Exact(_)));
        assert!(matches!(resolved("toy-1.0.9").resolved(), Resolved::Patch(_)));
        assert!(matches!(resolved("toy-1.5").resolved(), Resolved::Between(..)));
        assert!(matches!(resolved("toy-99").resolved(), Resolved::Outside(_)));
        assert_eq!(resolved("toy-1.0").name(), "toy-1.0");
        let error = Target::named("toy-9.x").unwrap_err().to_string();
        assert!(error.starts_with("no target `toy-9.x`"), "{error}");
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn executorch_has_patch_releases() {
        let resolved = |name: &str| Target::named(name).unwrap();
        assert!(matches!(resolved("executorch-1.0").resolved(), Resolved::Exact(_)));
        assert!(matches!(resolved("executorch-1.0.9").resolved(), Resolved::Patch(_)));
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn libraries_are_part_of_a_target() {
        let both = Target::named("executorch-1.5+quantized+custom_ops").unwrap();
        assert_eq!(both.name(), "executorch-1.5+quantized+custom_ops");
        let profile = both.profile().unwrap();
        assert_eq!(profile.name, "executorch-1.5.1+custom_ops+quantized");
        assert!(profile.has("op", "llama::custom_sdpa.out") && profile.has("op", "aten::add.out"));
        assert!(
            !Target::named("executorch-1.5").unwrap().profile().unwrap().has("op", "llama::custom_sdpa.out")
        );
        let error = |name: &str| Target::named(name).unwrap_err().to_string();
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
        let resolved = |name: &str| Target::named(name).unwrap();
        assert!(matches!(resolved("llvm-20.0").resolved(), Resolved::Between(..)));
        assert!(matches!(resolved("llvm-18.1.6").resolved(), Resolved::Patch(_)));
        assert!(matches!(resolved("llvm-99").resolved(), Resolved::Outside(_)));
    }
}
