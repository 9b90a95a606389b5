//! Targets by meaning: `executorch` for all its releases, `llvm<19`, `torch-lite>=2.0`, `executorch>=0.6<1.0+custom_ops`, `all`.
//!
//! A comparison counts as many parts as it is written with: `llvm>18` begins with 19, `llvm<=18` has 18.1.8, `llvm=18` all of 18.

use std::collections::BTreeSet;

use crate::families;
use crate::family::FamilyDef;
use crate::resolve::target_names;
use crate::targets::{Release, Resolved, Target, TargetError};

/// A comparison with a release, as far as it is written.
#[derive(Clone, Copy, Debug)]
struct Bound {
    is: &'static str,
    release: Release,
    parts: usize,
}

/// Signs, longer ones first.
const SIGNS: [&str; 5] = [">=", "<=", ">", "<", "="];

impl Bound {
    /// Reads one from the front of a text; gives what follows.
    fn read(text: &str) -> Option<(Bound, &str)> {
        let is = SIGNS.into_iter().find(|sign| text.starts_with(sign))?;
        let rest = text[is.len()..].trim_start();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (release, parts) = Release::parse_prefix(&rest[..end])?;
        Some((Bound { is, release, parts }, rest[end..].trim_start()))
    }

    fn holds(&self, release: Release) -> bool {
        let same = release.same_prefix(self.release, self.parts);
        match self.is {
            ">=" => release >= self.release,
            "<=" => same || release < self.release,
            ">" => !same && release > self.release,
            "<" => release < self.release,
            _ => same,
        }
    }
}

/// A family, the variant of its readers, bounds of releases, and libraries that are linked.
#[derive(Debug)]
struct Meant<'t> {
    family: &'static FamilyDef,
    variant: &'static str,
    bounds: Vec<Bound>,
    libraries: &'t str,
}

impl<'t> Meant<'t> {
    /// Reads a text that names no release; `None` if it is none such.
    fn read(text: &'t str) -> Option<Meant<'t>> {
        let (plain, libraries) = match text.find('+') {
            Some(at) => text.split_at(at),
            None => (text, ""),
        };
        let end = plain.find(['<', '>', '=']).unwrap_or(plain.len());
        let (name, mut rest) = plain.split_at(end);
        let name = name.trim_end();
        let family = families::all().filter(|family| !family.blob.is_empty()).find_map(|family| {
            let (variant, release) = family.split_name(name)?;
            release.is_empty().then_some((family, variant))
        });
        let (family, variant) = family?;
        let mut bounds = Vec::new();
        while !rest.is_empty() {
            let (bound, behind) = Bound::read(rest)?;
            bounds.push(bound);
            rest = behind;
        }
        Some(Meant { family, variant, bounds, libraries })
    }

    /// The targets, oldest first.
    fn targets(&self, text: &str) -> Result<Vec<Target>, TargetError> {
        let (releases, names): (Vec<Release>, Vec<String>) =
            self.family.target_names(self.variant).into_iter().unzip();
        let meant = releases.iter().zip(names);
        let meant = meant.filter(|(release, _)| self.bounds.iter().all(|bound| bound.holds(**release)));
        let targets = meant.map(|(_, name)| crate::target(&(name + self.libraries)));
        // Of many releases, those that have the libraries.
        let found: Vec<Result<Target, TargetError>> = targets.collect();
        if found.iter().any(Result::is_ok) {
            return Ok(found.into_iter().filter_map(Result::ok).collect());
        }
        Err(found.into_iter().rev().find_map(Result::err).unwrap_or_else(|| TargetError::None {
            text: text.to_string(),
            family: self.family.name,
            releases: releases.first().zip(releases.last()).map(|(a, b)| (a.to_string(), b.to_string())),
        }))
    }
}

/// The targets that a text means: those of [`target`](crate::target), and many at once: `executorch` (all releases), `executorch>=0.6`, `llvm<19`,
/// `torch-lite`, `executorch>=1.0+custom_ops` (those that have the library), `all`. Oldest first.
///
/// # Errors
///
/// As [`target`](crate::target); [`TargetError::None`] if no release is so; [`TargetError::Pattern`].
pub fn targets(text: &str) -> Result<Vec<Target>, TargetError> {
    if text == "all" {
        return target_names().iter().map(|name| crate::target(name)).collect();
    }
    if let Some(meant) = Meant::read(text) {
        return meant.targets(text);
    }
    if text.contains('*') {
        let family = text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let family = families::by_name(family).map_or("executorch", |family| family.name);
        return Err(TargetError::Pattern { text: text.to_string(), family });
    }
    Ok(vec![crate::target(text)?])
}

/// Whether this is one of the targets that a text means: those of [`targets`], and releases without a profile that are within its
/// bounds: `executorch-1.0.9` for `executorch>=1.0`. Libraries must be the same; profile files are meant by `all` only.
///
/// # Errors
///
/// As [`targets`].
pub fn is_meant_by(target: &Target, text: &str) -> Result<bool, TargetError> {
    let meant = targets(text)?;
    if text == "all" || meant.iter().any(|other| is_as(target, other)) {
        return Ok(true);
    }
    // What has a profile of its own is among those of the set, or not meant.
    let is_measured = matches!(target.resolved(), Resolved::Exact(_));
    Ok(!is_measured && Meant::read(text).is_some_and(|set| is_within(target, &set)))
}

/// Whether another target is the same reader, perhaps under a shorter name.
fn is_as(target: &Target, other: &Target) -> bool {
    let same = |one: &Target, other: &Target| match (one.resolved(), other.resolved()) {
        (Resolved::Exact(one), Resolved::Exact(other)) => one.name == other.name,
        _ => false,
    };
    target.name() == other.name() || same(target, other)
}

/// Whether a release without a profile of its own is within bounds.
fn is_within(target: &Target, set: &Meant<'_>) -> bool {
    let (plain, libraries) = match target.name().find('+') {
        Some(at) => target.name().split_at(at),
        None => (target.name(), ""),
    };
    let words = |libraries: &str| libraries.split('+').map(str::to_string).collect::<BTreeSet<_>>();
    let (variant, rest) = set.family.split_name(plain).unwrap_or_default();
    // What is left of the name of a runtime that is shipped is no release.
    let release = Some(rest).filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
    let release = release.filter(|_| variant == set.variant);
    let release = release.and_then(Release::parse_prefix).map(|(release, _)| release);
    words(libraries) == words(set.libraries)
        && release.is_some_and(|release| set.bounds.iter().all(|bound| bound.holds(release)))
}

/// Releases that follow one another: `executorch 0.3.0 – 0.7.0, 1.3.1`. `of` has all of a reader, oldest first, each with whether it belongs.
pub fn ranges<'n>(of: impl IntoIterator<Item = (&'n str, bool)>) -> Vec<(&'n str, &'n str)> {
    let (mut found, mut open) = (Vec::<(&str, &str)>::new(), false);
    for (name, belongs) in of {
        match (belongs, open, found.last_mut()) {
            (true, true, Some(last)) => last.1 = name,
            (true, ..) => found.push((name, name)),
            _ => {}
        }
        open = belongs;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::ranges;

    fn names(text: &str) -> Vec<String> {
        super::targets(text).unwrap().iter().map(|target| target.name().to_string()).collect()
    }

    fn error(text: &str) -> String {
        super::targets(text).unwrap_err().to_string()
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn a_target_is_meant_by_sets_that_have_it() {
        let is = |name: &str, text: &str| super::is_meant_by(&crate::target(name).unwrap(), text).unwrap();
        for (name, text, meant) in [
            ("executorch-1.0.1", "executorch", true),
            ("executorch-1.0", "executorch-1.0.1", true),
            ("executorch-1.0.1", "executorch<1.0", false),
            ("executorch-1.0.9", "executorch>=1.0.5", true),
            ("executorch-1.0.9", "executorch<1.0.9", false),
            ("executorch-1.0.9", "executorch-1.0.1", false),
            ("executorch-99", "executorch>=1.0", true),
            ("executorch-1.5.1+custom_ops", "executorch>=1.0", false),
            ("executorch-1.5.1+custom_ops", "executorch>=1.0+custom_ops", true),
            ("executorch-1.5.1+custom_ops", "all", true),
        ] {
            assert_eq!(is(name, text), meant, "{name} by {text}");
        }
        assert!(super::is_meant_by(&crate::target("executorch-1.0.1").unwrap(), "executorch<0.1").is_err());
    }

    #[test]
    fn one_target_is_meant_by_its_name() {
        assert_eq!(names("toy-1.0"), ["toy-1.0"]);
        assert!(error("toi-1.0").starts_with("no target `toi-1.0`"));
    }

    #[test]
    #[cfg(feature = "llvm")]
    fn comparisons_count_the_parts_that_are_written() {
        assert_eq!(names("llvm>18").first().map(String::as_str), Some("llvm-19.1.7"));
        assert_eq!(names("llvm<=18").last().map(String::as_str), Some("llvm-18.1.8"));
        assert_eq!(names("llvm=18"), ["llvm-18.1.8"]);
        assert_eq!(names("llvm >= 16 < 18"), ["llvm-16.0.6", "llvm-17.0.6"]);
        assert_eq!(names("llvm<12"), ["llvm-9.0.1", "llvm-11.0.1"]);
        assert_eq!(
            error("llvm<3"),
            "no release of llvm is `llvm<3`: those with profiles are 9.0.1 to 23.1.4"
        );
        assert!(error("llvm<x").starts_with("no target `llvm<x`"));
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn libraries_stand_behind() {
        let with = names("executorch>=0.3<0.6+quantized");
        assert_eq!(with.last().map(String::as_str), Some("executorch-0.5.0+quantized"));
        assert!(error("executorch+custom_op").contains("did you mean"), "{}", error("executorch+custom_op"));
        assert_eq!(names("executorch").len(), 16);
        let hint = "no target `executorch-*`: write `executorch` for all its releases, `executorch>=VERSION` for some";
        assert_eq!(error("executorch-*"), hint);
    }

    #[test]
    #[cfg(feature = "torch")]
    fn variants_are_readers_of_their_own() {
        assert!(names("torch-lite>=2").iter().all(|name| name.ends_with("-lite")));
        assert!(names("torch").iter().all(|name| !name.ends_with("-lite")));
        assert!(names("all").len() > names("torch").len() + names("torch-lite").len());
    }

    #[test]
    #[cfg(feature = "executorch")]
    fn siblings_have_the_same_libraries() {
        let all = |name: &str| crate::target(name).unwrap().siblings();
        assert_eq!(all("executorch-1.0").len(), 16);
        assert!(all("executorch-1.0+custom_ops").iter().all(|target| target.name().ends_with("+custom_ops")));
    }

    #[test]
    fn releases_in_a_row_are_one_range() {
        let of = [("a", true), ("b", true), ("c", false), ("d", true)];
        assert_eq!(ranges(of), [("a", "b"), ("d", "d")]);
        assert_eq!(ranges([("a", false)]), []);
    }
}
