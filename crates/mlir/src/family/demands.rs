//! What a release demands of an operation: a row `op` of the table, parsed.

use crate::facts::Vectors;
use crate::facts::verifier_rules::is_known;
use crate::schema::{self, Known, OpSchema, PropertyForm};

use super::producers::major;
use outlast_model::targets::Profile;

/// The properties of an operation as a release encodes them.
pub(super) fn fields(profile: &Profile, op: &str) -> Option<OpSchema> {
    match schema::release(&format!("mlir-{}", major(profile)))?.op(op) {
        Known::Properties(schema) => Some(schema),
        _ => None,
    }
}

/// The form of an attribute in a release. One that encodes no properties has that of a release which checks the attribute in the same way.
pub(super) fn form(profile: &Profile, op: &str, name: &str) -> Option<PropertyForm> {
    let named = |fields: OpSchema| fields.fields.into_iter().find(|field| field.name == name);
    let of = |profile: &Profile| Some(named(fields(profile, op)?)?.form);
    if schema::release(&format!("mlir-{}", major(profile))).is_some() {
        return of(profile);
    }
    let (_, check) = field(profile, op, name).filter(|(_, check)| *check != "-")?;
    let same = |other: &&Profile| field(other, op, name).is_some_and(|(_, there)| there == check);
    super::profiles().iter().filter(same).find_map(of)
}

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
    /// as well where the reader's operation has properties.
    pub(super) fn segments_named(&self, name: &str, former: bool) -> Option<&'t str> {
        let is = |segments: &&&str| {
            **segments == name
                || former && **segments == "operandSegmentSizes" && name == "operand_segment_sizes"
                || former && **segments == "resultSegmentSizes" && name == "result_segment_sizes"
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

/// What a release's checks are beside those of a producer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Checks<'t> {
    /// They refuse nothing of what passes those, if operations meet some conditions.
    Weaker(Vec<&'t str>),
    /// They refuse something else.
    Other,
    /// Nobody compared them.
    Unread,
}

/// How a release's generated checks, of an operation (`accepts`) or of an attribute's value (`accepts-field`), compare with a producer's, or (`verified`) what
/// people wrote to verify an operation. Of vectors in the file some rows demand that they are of rank 1 or more (`ranked`), or not scalable (`fixed`).
pub(super) fn compared<'t>(
    profile: &'t Profile,
    kind: &str,
    name: &str,
    producer: u32,
    vectors: Vectors,
) -> Checks<'t> {
    let Some(row) = profile.get(kind, name) else { return Checks::Unread };
    for word in row.split(' ') {
        if word.strip_prefix("not:").is_some_and(|release| release.parse() == Ok(producer)) {
            return Checks::Other;
        }
        if release_of(word).parse() != Ok(producer) {
            continue;
        }
        let conditions: Vec<&str> = conditions(profile, word).collect();
        let fits = |word: &&str| match *word {
            "ranked" => !vectors.rank_zero,
            "fixed" => !vectors.scalable,
            _ => true,
        };
        return match conditions.iter().all(fits) {
            true => Checks::Weaker(
                conditions.into_iter().filter(|word| !matches!(*word, "ranked" | "fixed")).collect(),
            ),
            false => Checks::Unread,
        };
    }
    Checks::Unread
}

/// What people wrote to verify an operation beside that of a producer's: directly, or else by a release that accepts what the producer does, and of which the
/// reader accepts what that does.
pub(super) fn verified<'t>(reader: &'t Profile, op: &str, producer: u32, vectors: Vectors) -> Checks<'t> {
    let direct = |kind| compared(reader, kind, op, producer, vectors);
    match (direct("tried"), direct("verified")) {
        (Checks::Unread, Checks::Other) => {
            through(reader, "verified", op, producer, vectors).unwrap_or(Checks::Other)
        }
        (Checks::Unread, checks) | (checks, _) => checks,
    }
}

/// The generated checks of an operation beside those of a producer's, in the same way.
pub(super) fn generated<'t>(reader: &'t Profile, op: &str, producer: u32, vectors: Vectors) -> Checks<'t> {
    match compared(reader, "accepts", op, producer, vectors) {
        Checks::Weaker(conditions) => Checks::Weaker(conditions),
        checks => through(reader, "accepts", op, producer, vectors).unwrap_or(checks),
    }
}

/// By way of a third release, that with the fewest conditions.
fn through<'t>(
    reader: &'t Profile,
    kind: &str,
    op: &str,
    producer: u32,
    vectors: Vectors,
) -> Option<Checks<'t>> {
    let passes = |to: &'t Profile, from: u32| {
        let checks = compared(to, kind, op, from, vectors);
        match checks {
            Checks::Weaker(conditions) => Some(conditions),
            _ if kind == "accepts" => {
                (invariants(to, op)? == invariants(profile_of(from)?, op)?).then(Vec::new)
            }
            _ => None,
        }
    };
    let ways = super::profiles()
        .iter()
        .filter(|near| ![major(reader), producer].contains(&major(near)))
        .filter_map(|near| {
            let (there, on) = (passes(near, producer)?, passes(reader, major(near))?);
            Some(there.into_iter().chain(on).collect::<Vec<_>>())
        });
    ways.min_by_key(Vec::len).map(Checks::Weaker)
}

/// Whether a third release takes what passes a producer's generated checks of an operation, and files of that with it were seen to load in the reader.
pub(super) fn types_seen(reader: &Profile, op: &str, producer: &Profile, vectors: Vectors) -> bool {
    super::profiles().iter().filter(|near| ![major(reader), major(producer)].contains(&major(near))).any(
        |near| {
            let same = invariants(near, op).is_some_and(|checks| invariants(producer, op) == Some(checks));
            let weaker =
                || compared(near, "accepts", op, major(producer), vectors) == Checks::Weaker(Vec::new());
            reader.has("seen-op", &format!("{op}#types/{}", major(near))) && (same || weaker())
        },
    )
}

fn profile_of(release: u32) -> Option<&'static Profile> {
    super::profiles().iter().find(|profile| major(profile) == release)
}

fn invariants<'t>(profile: &'t Profile, op: &str) -> Option<&'t str> {
    // Asked of every pair of releases: the rest of the row is not read.
    let row = profile.get("op", op)?;
    Some(row.split(' ').find_map(|word| word.strip_prefix("inv:")).unwrap_or_default())
}

/// The release that one word of such a row is about.
fn release_of(word: &str) -> &str {
    word.split(['/', '#']).next().unwrap_or_default()
}

/// The conditions of one word of such a row: `19/slice-in-bounds/without:indexing_maps` has two of them, and `19#cd2a4cdf` those of the row
/// `conditions cd2a4cdf`.
fn conditions<'t>(profile: &'t Profile, word: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
    let list = match word.split_once('/') {
        Some((_, list)) => Some(list),
        None => word.split_once('#').and_then(|(_, name)| profile.get("conditions", name)),
    };
    list.unwrap_or_default().split('/').filter(|word| !word.is_empty())
}

/// All conditions that rows of a profile have for an operation that a release wrote.
pub(super) fn all_conditions<'t>(profile: &'t Profile, op: &str, producer: u32) -> Vec<&'t str> {
    let fields = Demands::of(profile, op).map_or(Vec::new(), |demands| demands.attrs);
    let rows = fields.iter().filter_map(|name| profile.get("accepts-field", &format!("{op}.{name}")));
    let is_of = |word: &&str| release_of(word).parse() == Ok(producer);
    let words = rows.flat_map(|row| row.split(' ')).filter(is_of);
    let of_fields = words.flat_map(|word| conditions(profile, word));
    // What vectors of a file are like changes nothing of the names.
    let vectors = Vectors::default();
    let met = |checks| match checks {
        Checks::Weaker(conditions) => conditions,
        _ => Vec::new(),
    };
    let own = [met(verified(profile, op, producer, vectors)), met(generated(profile, op, producer, vectors))];
    of_fields.chain(own.into_iter().flatten()).chain(demanded(profile, op)).collect()
}

/// Conditions that all operations meet which passed the verifier of a release.
pub(super) fn sound<'t>(profile: &'t Profile, op: &str) -> impl Iterator<Item = &'t str> {
    profile.get("sound", op).into_iter().flat_map(|row| row.split(' ')).filter(|word| !word.is_empty())
}

/// Conditions that a release demands of an operation, or of all of its dialect, in code that no table compares.
pub(super) fn demanded<'t>(profile: &'t Profile, op: &str) -> impl Iterator<Item = &'t str> {
    let dialect = format!("{}.*", op.split('.').next().unwrap_or_default());
    let rows = [profile.get("demands", op), profile.get("demands", &dialect)].into_iter().flatten();
    rows.flat_map(|row| row.split(' ')).filter(|word| !word.is_empty())
}

/// What is wrong with the value of a row `accepts`, `accepts-field` or `verified`: major numbers of releases, each with the conditions under which, or
/// with `not:` in front.
pub(super) fn check_compared(value: &str) -> Result<(), String> {
    for word in value.split(' ') {
        let release = release_of(word);
        if release.strip_prefix("not:").unwrap_or(release).parse::<u32>().is_err() {
            return Err(format!("`{word}` does not begin with a producer's release"));
        }
        if let Some((_, list)) = word.split_once('/') {
            check_listed(list)?;
        }
    }
    Ok(())
}

/// What is wrong with the value of a row `conditions`, or with what is behind a release in others.
pub(super) fn check_listed(list: &str) -> Result<(), String> {
    let words = list.split('/').filter(|word| !matches!(*word, "ranked" | "fixed"));
    check_demanded(&words.collect::<Vec<_>>().join(" "))
}

/// What is wrong with a list of conditions.
pub(super) fn check_demanded(value: &str) -> Result<(), String> {
    match value.split(' ').find(|word| !word.is_empty() && !is_known(word)) {
        Some(word) => Err(format!("`{word}` is not a condition")),
        None => Ok(()),
    }
}

/// The groups of operands that a release's operation has, where releases differ, and the attribute with their sizes.
pub(super) fn groups<'t>(profile: &'t Profile, op: &str) -> Option<(Vec<&'t str>, Option<&'t str>)> {
    let names = profile.get("groups", op)?;
    let demands = Demands::of(profile, op)?;
    // Operands of any number that nobody gave a name are one group.
    let names = match names {
        "-" if demands.operands.is_none() => vec!["*"],
        "-" => Vec::new(),
        names => names.split(',').collect(),
    };
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
