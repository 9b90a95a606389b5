//! [`Target`]: a reader that a file is judged for, resolved once, under the name that the user gave it.

use std::fmt;

use super::profile::{Profile, ProfileError};
use crate::family::{FamilyDef, Libraries};
use outlast_core::Release;

/// A reader that files are judged for: a release, or a profile file. Made by [`FamilyDef::named`].
#[derive(Clone, Debug)]
pub struct Target {
    name: String,
    resolved: Resolved,
    file: Option<String>,
}

/// What stands for a reader.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// Its own profile: of a release that was measured, or from a profile file.
    Exact(Profile),
    /// A release without a profile that differs from one that has one in its patch number only.
    Patch(Profile),
    /// What other software carries: judged by the profile of the release that is nearest to it.
    Carried {
        /// The profile, under the name of the software.
        profile: Profile,
        /// The release that is carried: `15.0.7`.
        release: &'static str,
        /// The name of the release whose profile it is: `llvm-15.0.6`.
        judged_as: String,
    },
    /// A release without a profile, between two that have one.
    Between(Profile, Profile),
    /// A release outside of those that have a profile, and the nearest of them.
    Outside(Profile),
}

/// Why there is no such target.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TargetError {
    /// No family has such a release.
    Unknown {
        /// The name as it was given.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// A target of a family that this build does not have, with the feature of the crate `outlast` that has it.
    FeatureOff {
        /// The name as it was given.
        name: String,
        /// The feature.
        feature: &'static str,
    },
    /// A library that the release does not have, or whatever else its family has behind a plus sign.
    Library {
        /// What the family has there: `library`.
        what: &'static str,
        /// The target without libraries.
        target: String,
        /// The library as it was given.
        library: String,
        /// The name that was probably meant.
        nearest: Option<String>,
        /// Those that the release has.
        known: Vec<&'static str>,
    },
    /// No release that has a profile is so: `llvm<3`.
    None {
        /// What was asked for.
        text: String,
        /// The family that it names.
        family: &'static str,
        /// The oldest and the newest release that have profiles.
        releases: Option<(String, String)>,
    },
    /// A pattern of a shell, `executorch-*`.
    Pattern {
        /// The pattern.
        text: String,
        /// The family that was probably meant.
        family: &'static str,
    },
    /// A profile file that cannot be used.
    Profile(ProfileError),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Unknown { name, nearest: Some(near) } => {
                write!(f, "no target `{name}`: did you mean `{near}`?")
            }
            TargetError::Unknown { name, nearest: None } => {
                write!(f, "no target `{name}`: `outlast targets` lists them")
            }
            TargetError::FeatureOff { name, feature } => {
                write!(
                    f,
                    "this build has no targets like `{name}`: build `outlast` with the feature `{feature}`"
                )
            }
            TargetError::Library { what, target, library, nearest: Some(near), .. } => {
                write!(f, "{target} has no {what} `{library}`: did you mean `{target}+{near}`?")
            }
            TargetError::Library { target, library, known, .. } if known.is_empty() => {
                write!(
                    f,
                    "{target} has no library `{library}`: libraries are part of targets that are releases of ExecuTorch, and architectures of libNVVM's"
                )
            }
            TargetError::Library { what, target, library, known, .. } => {
                write!(f, "{target} has no {what} `{library}`: there are {}", known.join(", "))
            }
            TargetError::None { text, family, releases } => {
                write!(f, "no release of {family} is `{text}`")?;
                match releases {
                    Some((first, last)) => write!(f, ": those with profiles are {first} to {last}"),
                    None => Ok(()),
                }
            }
            TargetError::Pattern { text, family } => {
                write!(
                    f,
                    "no target `{text}`: write `{family}` for all its releases, `{family}>=VERSION` for some"
                )
            }
            TargetError::Profile(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TargetError {}

impl From<ProfileError> for TargetError {
    fn from(error: ProfileError) -> TargetError {
        TargetError::Profile(error)
    }
}

impl Target {
    /// The target that a profile of its own describes.
    pub fn of(profile: Profile) -> Target {
        Target { name: profile.name.clone(), resolved: Resolved::Exact(profile), file: None }
    }

    /// The target that a profile file describes (schema `outlast/profile/1`): a release, narrowed to what a build of it has. The base is resolved
    /// by its name.
    ///
    /// # Errors
    ///
    /// [`TargetError::Profile`] if the text is not a profile, that of the resolution if its base is no target.
    pub fn described(
        text: &str,
        named: impl Fn(&str) -> Result<Target, TargetError>,
    ) -> Result<Target, TargetError> {
        let base = base_of(text)?;
        let target = named(&base)?;
        let Some(profile) = target.profile() else { return Err(ProfileError::Base(base).into()) };
        let Some(narrow) = profile.definition().narrow else {
            return Err(ProfileError::NotNarrowed(base).into());
        };
        let narrowed = narrow(text, profile.clone())?;
        let Some(next) = narrowed.next else { return Ok(Target::of(narrowed.profile)) };
        let after = named(&next)?;
        let Some(after) = after.profile() else { return Err(ProfileError::Base(next).into()) };
        if after.family != profile.family || after.release <= profile.release {
            return Err(ProfileError::Next(base, next).into());
        }
        Ok(Target::between(narrowed.profile, narrow(text, after.clone())?.profile))
    }

    /// The target that is built from sources between the releases of two profiles, which say the same of it.
    pub fn between(before: Profile, after: Profile) -> Target {
        let name = before.name.clone();
        let of = |profile: Profile| {
            let name = format!("{} on {}-{}", profile.name, profile.family, profile.release);
            profile.renamed(name)
        };
        Target { name, resolved: Resolved::Between(of(before), of(after)), file: None }
    }

    /// The reader of a release of a family that this text names: `1.0.1`, or `1.0` for its newest patch release that has a profile. Where a
    /// release has several readers, `variant` is the name of one of them, else empty.
    pub fn release(
        family: &'static FamilyDef,
        name: &str,
        text: &str,
        variant: &'static str,
    ) -> Option<Target> {
        let (wanted, parts) = Release::parse_prefix(text)?;
        let releases: Vec<Release> = family.table().releases().collect();
        let profile = |at: usize| {
            let profile = Profile::built_in(family, u16::try_from(at).ok()?)?;
            Some(profile.variant(variant))
        };
        let last = |count: usize| releases.iter().rposition(|release| release.same_prefix(wanted, count));
        // Where several releases of a minor have profiles, its patch releases differ, and their neighbours say more.
        let minor = releases.iter().filter(|release| release.same_prefix(wanted, 2)).count();
        let patch = || last(2).filter(|at| minor == 1 || releases[*at] < wanted);
        let resolved = if let Some(at) = last(parts) {
            Resolved::Exact(profile(at)?)
        } else if let Some(at) = patch() {
            Resolved::Patch(profile(at)?)
        } else {
            let after = releases.partition_point(|release| *release < wanted);
            match (after.checked_sub(1), after < releases.len()) {
                (Some(before), true) => Resolved::Between(profile(before)?, profile(after)?),
                (Some(nearest), false) => Resolved::Outside(profile(nearest)?),
                (None, _) => Resolved::Outside(profile(after)?),
            }
        };
        Some(Target { name: name.to_string(), resolved, file: None })
    }

    /// This release under the name of the software that carries it, where a profile speaks for it.
    #[must_use]
    pub(crate) fn carried(mut self, release: &'static str) -> Target {
        self.resolved = match self.resolved {
            Resolved::Exact(profile) | Resolved::Patch(profile) => {
                let judged_as = profile.name.clone();
                let mut profile = profile.renamed(self.name.clone());
                if let Some((exact, 3)) = Release::parse_prefix(release) {
                    profile.release = exact;
                }
                Resolved::Carried { profile, release, judged_as }
            }
            other => other,
        };
        self
    }

    /// This reader with a library linked; the libraries that there are where one of its profiles does not have it.
    pub fn link(
        mut self,
        library: &str,
        Libraries { of, becomes, .. }: Libraries,
    ) -> Result<Target, Vec<&'static str>> {
        // What a file or a shipped runtime has is listed whole.
        if self.profiles().iter().any(|profile| profile.is_narrowed()) {
            return Err(Vec::new());
        }
        let link = |profile: Profile| {
            let known = profile.libraries_of(of);
            profile.link(library, of, becomes).ok_or_else(|| known.into_iter().collect::<Vec<_>>())
        };
        self.resolved = match self.resolved {
            Resolved::Exact(profile) => Resolved::Exact(link(profile)?),
            Resolved::Patch(profile) => Resolved::Patch(link(profile)?),
            Resolved::Carried { profile, release, judged_as } => {
                Resolved::Carried { profile: link(profile)?, release, judged_as }
            }
            Resolved::Between(before, after) => Resolved::Between(link(before)?, link(after)?),
            Resolved::Outside(profile) => Resolved::Outside(link(profile)?),
        };
        self.name = format!("{}+{library}", self.name);
        Ok(self)
    }

    /// The name as the user gave it; of a profile file, the name in it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// This reader, described by a profile file.
    #[must_use]
    pub fn described_by(mut self, file: &str) -> Target {
        self.file = Some(file.to_string());
        self
    }

    /// The profile file that describes it; such a target is asked for by that file, not by its name.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// What stands for it.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// All releases of this reader that have profiles, of the same variant and with the same libraries, oldest first. A profile file has none.
    pub fn siblings(&self) -> Vec<Target> {
        let family = self.definition();
        if family.named(&self.name).is_err() {
            return Vec::new();
        }
        let (plain, libraries) = self.name.split_at(self.name.find('+').unwrap_or(self.name.len()));
        let variant = family.split_name(plain).map_or("", |(variant, _)| variant);
        let names = family.target_names(variant).into_iter().map(|(_, name)| name + libraries);
        names.filter_map(|name| family.named(&name).ok()).collect()
    }

    /// The name of its family.
    pub fn family(&self) -> &'static str {
        self.definition().name
    }

    /// The family of the reader.
    pub fn definition(&self) -> &'static FamilyDef {
        match &self.resolved {
            Resolved::Exact(profile)
            | Resolved::Patch(profile)
            | Resolved::Carried { profile, .. }
            | Resolved::Between(profile, _)
            | Resolved::Outside(profile) => profile.definition(),
        }
    }

    /// The profile that speaks for it, if one does.
    pub fn profile(&self) -> Option<&Profile> {
        match &self.resolved {
            Resolved::Exact(profile) | Resolved::Patch(profile) | Resolved::Carried { profile, .. } => {
                Some(profile)
            }
            Resolved::Between(..) | Resolved::Outside(_) => None,
        }
    }

    /// The profiles that a file must suit: one, or those of two neighbours.
    pub fn profiles(&self) -> Vec<&Profile> {
        match &self.resolved {
            Resolved::Exact(profile)
            | Resolved::Patch(profile)
            | Resolved::Carried { profile, .. }
            | Resolved::Outside(profile) => vec![profile],
            Resolved::Between(before, after) => vec![before, after],
        }
    }
}

/// What a profile file says of its base, the only line that is the same for all families.
fn base_of(text: &str) -> Result<String, ProfileError> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("base")?.trim_start().strip_prefix('='));
    let base = line.map(|value| value.trim().trim_matches(['"', '\'']).to_string());
    base.ok_or_else(|| ProfileError::Invalid("it has no line `base = \"…\"` with the release".into()))
}
