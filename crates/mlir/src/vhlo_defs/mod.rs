//! What is known of VHLO: entities with the versions that have them, and how they changed. One table for reading, verifying, judging,
//! converting and the documents.
//!
//! Two texts: `schemas/vhlo-entities.txt`, taken from the definitions by a script, and `schemas/vhlo-changes.txt`, which people write. The
//! grammar of the latter, a row to a line:
//!
//! | row | meaning |
//! |---|---|
//! | `version V container=N TEXT` | a version, the version of the container that artifacts for it have, what it brought |
//! | `change OLD NEW WORD…` | an operation and its successor: `one-operand` (a list has one member), `no-regions`, `add NAME=VALUE…` (attributes of the successor with what stands for the old one), `drop NAME=VALUE…` (attributes that only the old one has) |
//! | `limit V WHAT OP…` | until before this version, operations may not have that ([`Limit`]) |
//! | `expand V WHAT OP…` | for versions before this one, operations with that are rewritten ([`Expansion`]) |
//! | `requirement NAME V` | what StableHLO's API calls a version |
//!
//! An unknown word in a row is an error of the test `rows_are_understood`, and the row does not count.

use std::sync::OnceLock;

use outlast_core::{Interval, QuickMap};

mod op;
mod version;

pub(crate) use op::{OpAttrs, bad_counts, definition, schema_of};
pub use version::Version;

const ENTITIES: &str = include_str!("../../schemas/vhlo-entities.txt");
const CHANGES: &str = include_str!("../../schemas/vhlo-changes.txt");

/// Operands, results or regions of an operation: names, and whether there are any number of them.
pub type Parts = Vec<(&'static str, bool)>;

/// An operation: `gather_v2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpDef {
    /// Its versions.
    pub window: Interval<Version>,
    /// Its operands.
    pub operands: Parts,
    /// Its attributes, sorted: the order in which properties are encoded.
    pub attributes: Vec<&'static str>,
    /// Its results.
    pub results: Parts,
    /// Its regions.
    pub regions: Parts,
    /// Whether lists of operands have the same length.
    pub same_sizes: bool,
    /// Whether it ends a block.
    pub terminator: bool,
}

/// The value of an attribute that says as much as its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absence {
    /// A tensor of no 64-bit integers.
    NoNumbers,
    /// The type `none`.
    NoneType,
    /// An array of no attributes.
    NoAttributes,
    /// `false`.
    False,
    /// No bounds, and the mode `DEFAULT`.
    Accuracy,
    /// Zeros of the shape (rank of the first operand − 2) × 2.
    Padding,
}

/// An operation and its successor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The older operation.
    pub old: &'static str,
    /// The newer one.
    pub new: &'static str,
    /// The newer one has a list in the place of an operand.
    pub one_operand: bool,
    /// The newer one may have regions.
    pub no_regions: bool,
    /// Attributes that the newer one has more.
    pub add: Vec<(&'static str, Absence)>,
    /// Attributes that the older one has more.
    pub drop: Vec<(&'static str, Absence)>,
}

/// What operations may not have in older versions, though these have the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Results with another element type than the operands at their place.
    OtherElementType,
    /// A dictionary as `backend_config`.
    DictionaryConfig,
    /// `API_VERSION_TYPED_FFI`.
    TypedFfi,
    /// A future as an operand.
    FutureOperand,
}

/// What operations are rewritten for, as StableHLO's compatibility expander does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expansion {
    /// Batching dimensions become indices.
    BatchingDimensions,
    /// A tangent becomes a quotient of sine and cosine.
    Tangent,
    /// Axes of a mesh become lists of devices.
    MeshAxes,
}

/// A row about operations from a version on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since<T> {
    /// The version.
    pub version: Version,
    /// What.
    pub what: T,
    /// The operations.
    pub ops: Vec<&'static str>,
}

/// A version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseRow {
    /// The version.
    pub version: Version,
    /// The version of the container of artifacts for it.
    pub container: u64,
    /// What it brought.
    pub brought: &'static str,
}

/// All that is known.
#[derive(Clone, Debug, Default)]
pub struct Defs {
    /// Operations by name.
    pub ops: QuickMap<&'static str, OpDef>,
    /// Attributes and enumerations by name.
    pub attrs: QuickMap<&'static str, Interval<Version>>,
    /// Types by name.
    pub types: QuickMap<&'static str, Interval<Version>>,
    /// Versions, oldest first.
    pub releases: Vec<ReleaseRow>,
    /// Operations and their successors.
    pub changes: Vec<Change>,
    /// What older versions do not take.
    pub limits: Vec<Since<Limit>>,
    /// What is rewritten for older versions.
    pub expansions: Vec<Since<Expansion>>,
    /// Versions by what the API calls them.
    pub requirements: Vec<(&'static str, Version)>,
}

/// All that is known of VHLO.
pub fn defs() -> &'static Defs {
    static DEFS: OnceLock<Defs> = OnceLock::new();
    DEFS.get_or_init(|| {
        let mut defs = Defs::default();
        for line in rows(ENTITIES) {
            let _ = defs.entity(line);
        }
        for line in rows(CHANGES) {
            let _ = defs.row(line);
        }
        defs
    })
}

fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn parts(text: &'static str) -> Parts {
    let part = |name: &'static str| name.strip_suffix('*').map_or((name, false), |name| (name, true));
    text.split(',').map(part).collect()
}

fn values(text: &'static str) -> Option<(&'static str, Absence)> {
    let (name, value) = text.split_once('=')?;
    let value = match value {
        "no-numbers" => Absence::NoNumbers,
        "none" => Absence::NoneType,
        "no-attributes" => Absence::NoAttributes,
        "false" => Absence::False,
        "default-accuracy" => Absence::Accuracy,
        "no-padding" => Absence::Padding,
        _ => return None,
    };
    Some((name, value))
}

impl Defs {
    fn entity(&mut self, line: &'static str) -> Option<()> {
        let mut words = line.split(' ');
        let (kind, name) = (words.next()?, words.next()?);
        let first = Version::parse(words.next()?)?;
        let last = match words.next()? {
            "-" => None,
            last => Some(Version::parse(last)?),
        };
        let window = Interval { first, last };
        let mut op = OpDef {
            window,
            operands: Vec::new(),
            attributes: Vec::new(),
            results: Vec::new(),
            regions: Vec::new(),
            same_sizes: false,
            terminator: false,
        };
        for word in words {
            match word.split_once('=') {
                Some(("operands", names)) => op.operands = parts(names),
                Some(("attributes", names)) => {
                    op.attributes = names.split(',').collect();
                    op.attributes.sort_unstable();
                }
                Some(("results", names)) => op.results = parts(names),
                Some(("regions", names)) => op.regions = parts(names),
                None if word == "same-sizes" => op.same_sizes = true,
                None if word == "terminator" => op.terminator = true,
                _ => return None,
            }
        }
        match kind {
            "op" => drop(self.ops.insert(name, op)),
            "attr" | "enum" => drop(self.attrs.insert(name, window)),
            "type" => drop(self.types.insert(name, window)),
            _ => return None,
        }
        Some(())
    }

    fn row(&mut self, line: &'static str) -> Option<()> {
        let (kind, rest) = line.split_once(' ')?;
        match kind {
            "version" => {
                let (version, rest) = rest.split_once(' ')?;
                let (container, brought) = rest.strip_prefix("container=")?.split_once(' ')?;
                let (version, container) = (Version::parse(version)?, container.parse().ok()?);
                self.releases.push(ReleaseRow { version, container, brought });
            }
            "change" => {
                let change = self.change(rest)?;
                self.changes.push(change);
            }
            "limit" => {
                let (version, what, ops) = self.since(rest)?;
                let what = match what {
                    "other-element-type" => Limit::OtherElementType,
                    "dictionary-config" => Limit::DictionaryConfig,
                    "typed-ffi" => Limit::TypedFfi,
                    "future-operand" => Limit::FutureOperand,
                    _ => return None,
                };
                self.limits.push(Since { version, what, ops });
            }
            "expand" => {
                let (version, what, ops) = self.since(rest)?;
                let what = match what {
                    "batching-dimensions" => Expansion::BatchingDimensions,
                    "tangent" => Expansion::Tangent,
                    "mesh-axes" => Expansion::MeshAxes,
                    _ => return None,
                };
                self.expansions.push(Since { version, what, ops });
            }
            "requirement" => {
                let (name, version) = rest.split_once(' ')?;
                self.requirements.push((name, Version::parse(version)?));
            }
            _ => return None,
        }
        Some(())
    }

    fn change(&self, rest: &'static str) -> Option<Change> {
        let mut words = rest.split(' ');
        let (old, new) = (words.next()?, words.next()?);
        let mut change =
            Change { old, new, one_operand: false, no_regions: false, add: Vec::new(), drop: Vec::new() };
        let mut adding = None;
        for word in words {
            match (word, adding) {
                ("one-operand", _) => change.one_operand = true,
                ("no-regions", _) => change.no_regions = true,
                ("add", _) => adding = Some(true),
                ("drop", _) => adding = Some(false),
                (word, Some(true)) => change.add.push(values(word)?),
                (word, Some(false)) => change.drop.push(values(word)?),
                _ => return None,
            }
        }
        (self.ops.contains_key(old) && self.ops.contains_key(new)).then_some(change)
    }

    fn since(&self, rest: &'static str) -> Option<(Version, &'static str, Vec<&'static str>)> {
        let mut words = rest.split(' ');
        let (version, what) = (Version::parse(words.next()?)?, words.next()?);
        let ops: Vec<&str> = words.collect();
        let known = !ops.is_empty() && ops.iter().all(|op| self.ops.contains_key(op));
        known.then_some((version, what, ops))
    }

    /// The rows of the texts that make no sense.
    #[cfg(test)]
    fn unread() -> Vec<&'static str> {
        let mut defs = Defs::default();
        let mut unread: Vec<&str> = rows(ENTITIES).filter(|line| defs.entity(line).is_none()).collect();
        unread.extend(rows(CHANGES).filter(|line| defs.row(line).is_none()));
        unread
    }

    /// How an operation became its successor.
    pub fn change_from(&self, old: &str) -> Option<&Change> {
        self.changes.iter().find(|change| change.old == old)
    }

    /// How an operation came from an older one.
    pub fn change_to(&self, new: &str) -> Option<&Change> {
        self.changes.iter().find(|change| change.new == new)
    }

    /// The version that the API calls by this name.
    pub fn requirement(&self, name: &str) -> Option<Version> {
        self.requirements.iter().find(|(known, _)| *known == name).map(|(_, version)| *version)
    }
}

#[cfg(test)]
mod tests {
    use super::{Defs, Version, defs};

    #[test]
    fn rows_are_understood() {
        assert_eq!(Defs::unread(), Vec::<&str>::new());
        assert_eq!((defs().ops.len(), defs().attrs.len(), defs().types.len()), (145, 25, 42));
    }

    /// Every operation that ended has a successor that begins there, with the attributes that the row says; and no other has one.
    #[test]
    fn changes_fit_the_windows() {
        let defs = defs();
        let next = |version: Version| {
            let at = defs.releases.iter().position(|row| row.version == version)?;
            defs.releases.get(at + 1).map(|row| row.version)
        };
        for (name, op) in &defs.ops {
            let change = defs.change_from(name);
            assert_eq!(op.window.last.is_some(), change.is_some(), "{name}");
            let (Some(last), Some(change)) = (op.window.last, change) else { continue };
            let new = &defs.ops[change.new];
            assert_eq!(next(last), Some(new.window.first), "{name}");
            let mut expected: Vec<&str> = op
                .attributes
                .iter()
                .copied()
                .filter(|name| change.drop.iter().all(|(drop, _)| drop != name))
                .collect();
            expected.extend(change.add.iter().map(|(name, _)| *name));
            expected.sort_unstable();
            assert_eq!(new.attributes, expected, "{name}");
            let variadic = |op: &super::OpDef| op.operands.iter().map(|(_, any)| *any).collect::<Vec<_>>();
            assert_eq!(change.one_operand, variadic(op) != variadic(new), "{name}");
            assert_eq!(change.no_regions, op.regions != new.regions, "{name}");
        }
    }

    #[test]
    fn versions_are_in_order() {
        let releases = &defs().releases;
        assert!(releases.is_sorted_by(|a, b| a.version < b.version && a.container <= b.container));
        assert_eq!((Version::oldest(), Version::newest()), (Version::new(0, 9, 0), Version::new(1, 20, 0)));
    }
}
