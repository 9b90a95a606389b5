//! What a release demands of an operation: a row `op` of the table, parsed.

use outlast_mlir::facts::Vectors;

use crate::targets::Profile;

/// How many of something: exactly, or at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) number: usize,
    pub(super) or_more: bool,
}

impl Count {
    pub(super) fn fits(self, found: usize) -> bool {
        if self.or_more { found >= self.number } else { found == self.number }
    }
}

/// What a release demands of an operation.
#[derive(Clone, Debug, Default)]
pub(super) struct Demands<'t> {
    pub(super) operands: Option<Count>,
    pub(super) results: Option<Count>,
    pub(super) regions: Option<Count>,
    pub(super) successors: Option<Count>,
    /// It ends blocks.
    pub(super) terminator: bool,
    /// Its blocks need no end.
    pub(super) no_terminator: bool,
    /// Attributes with sizes of segments.
    pub(super) segments: Vec<&'t str>,
    /// Attributes that have to be there.
    pub(super) required: Vec<&'t str>,
    /// Its own attributes.
    pub(super) attrs: Vec<&'t str>,
    /// All generated checks but those of attributes.
    pub(super) invariants: &'t str,
    /// It has checks that somebody wrote.
    pub(super) verifier: bool,
}

impl<'t> Demands<'t> {
    /// What the release of a profile demands; none if it has no such operation.
    pub(super) fn of(profile: &'t Profile, op: &str) -> Option<Demands<'t>> {
        let row = profile.get("op", op)?;
        let mut demands = Demands::default();
        for word in row.split(' ') {
            match word.split_once(':') {
                Some(("operands", count)) => demands.operands = parse(count),
                Some(("results", count)) => demands.results = parse(count),
                Some(("regions", count)) => demands.regions = parse(count),
                Some(("successors", count)) => demands.successors = parse(count),
                Some(("segments", name)) => demands.segments.push(name),
                Some(("required", names)) => demands.required = names.split(',').collect(),
                Some(("attrs", names)) => demands.attrs = names.split(',').collect(),
                Some(("inv", hash)) => demands.invariants = hash,
                None if word == "terminator" => demands.terminator = true,
                None if word == "no-terminator" => demands.no_terminator = true,
                None if word == "verify" => demands.verifier = true,
                _ => {}
            }
        }
        Some(demands)
    }

    /// The attribute with sizes of segments that an attribute of this name is taken for: since LLVM 17 the name of before is taken
    /// as well.
    pub(super) fn segments_named(&self, name: &str) -> Option<&'t str> {
        let is = |segments: &&&str| {
            **segments == name
                || **segments == "operandSegmentSizes" && name == "operand_segment_sizes"
                || **segments == "resultSegmentSizes" && name == "result_segment_sizes"
        };
        self.segments.iter().find(is).copied()
    }
}

fn parse(text: &str) -> Option<Count> {
    let (number, or_more) = text.strip_suffix('+').map_or((text, false), |number| (number, true));
    Some(Count { number: number.parse().ok()?, or_more })
}

/// The class that a release demands of an attribute of an operation (`same`: as the schema says), and its check of the value.
pub(super) fn field<'t>(profile: &'t Profile, op: &str, attr: &str) -> Option<(&'t str, &'t str)> {
    profile.get("field", &format!("{op}.{attr}"))?.split_once(' ')
}

/// Whether a release's generated checks, of an operation (`accepts`) or of an attribute's value (`accepts-field`), hold of whatever passes
/// those of a producer's release: a row of the table says so, perhaps for files without certain vectors only.
pub(super) fn accepts(profile: &Profile, kind: &str, name: &str, producer: u32, vectors: Vectors) -> bool {
    let Some(row) = profile.get(kind, name) else { return false };
    row.split(' ').filter_map(|word| word.split_once(':').or(Some((word, "")))).any(|(release, unless)| {
        release.parse() == Ok(producer)
            && unless.split(':').filter(|word| !word.is_empty()).all(|word| match word {
                "ranked" => !vectors.rank_zero,
                "fixed" => !vectors.scalable,
                _ => false,
            })
    })
}

/// Whether what people wrote to verify an operation in a release checks nothing that a producer's code does not; none if nobody compared. Code
/// that checks more than that of one producer's release is not taken to check less than that of another, which nobody has seen.
pub(super) fn verified(profile: &Profile, op: &str, producer: u32) -> Option<bool> {
    let is = |word: &str| word.parse() == Ok(producer);
    let row = profile.get("verified", op)?;
    match row.split(' ').any(is) {
        true => Some(true),
        false => row.contains("not:").then_some(false),
    }
}

/// What is wrong with the value of a `verified` row: major numbers of releases, each perhaps with `not:` in front.
pub(super) fn check_verified(value: &str) -> Result<(), String> {
    let is_one = |word: &str| word.strip_prefix("not:").unwrap_or(word).parse::<u32>().is_ok();
    match value.split(' ').all(is_one) {
        true => Ok(()),
        false => Err(format!("`{value}` does not name releases of producers")),
    }
}

/// What is wrong with the value of an `accepts` row: major numbers of releases, each perhaps with what files must not have.
pub(super) fn check_accepts(value: &str) -> Result<(), String> {
    let is_one = |word: &str| {
        let mut parts = word.split(':');
        parts.next().is_some_and(|release| release.parse::<u32>().is_ok())
            && parts.all(|part| matches!(part, "ranked" | "fixed"))
    };
    match value.split(' ').all(is_one) {
        true => Ok(()),
        false => Err(format!("`{value}` does not name releases of producers")),
    }
}

/// The groups of operands that a release's operation has, where releases differ, and the attribute with their sizes.
pub(super) fn groups<'t>(profile: &'t Profile, op: &str) -> Option<(Vec<&'t str>, Option<&'t str>)> {
    let names = profile.get("groups", op)?;
    let names = if names == "-" { Vec::new() } else { names.split(',').collect() };
    let demands = Demands::of(profile, op)?;
    Some((names, demands.segments.into_iter().find(|name| name.starts_with("operand"))))
}

/// What is wrong with the value of an `op` row.
pub(super) fn check(value: &str) -> Result<(), String> {
    const PARTS: &[&str] =
        &["operands", "results", "regions", "successors", "segments", "required", "attrs", "inv"];
    const FLAGS: &[&str] = &["terminator", "no-terminator", "verify", "isolated", "single-block"];
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        let known = match word.split_once(':') {
            Some((part @ ("operands" | "results" | "regions" | "successors"), count)) => {
                PARTS.contains(&part) && parse(count).is_some()
            }
            Some((part, _)) => PARTS.contains(&part),
            None => FLAGS.contains(&word),
        };
        if !known {
            return Err(format!("`{word}` says nothing of an operation"));
        }
    }
    Ok(())
}
