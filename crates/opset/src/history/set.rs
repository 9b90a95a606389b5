//! The operators of one release, as its compiler looks them up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{History, Release, Upgrader};
use crate::resolve::{Candidate, Rules};
use crate::schema::Schema;

/// Calls that releases before 1.11 give to functions of their own, for programs up to a version (`frontend/versioned_symbols.cpp`): those
/// that have the function.
const VERSIONED: [(&str, u64, &str); 4] = [
    ("aten::_test_serialization_subcmul", 2, "upgraders::_test_serialization_subcmul_0_2"),
    ("aten::div", 3, "upgraders::div_0_3"),
    ("aten::div_", 3, "upgraders::div__0_3"),
    ("aten::full", 4, "upgraders::full_0_4"),
];
const UPGRADERS_SINCE: Release = Release::new(1, 11, 0);

/// One thing that a call of an operator may mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// Its schema, as the release has it.
    pub schema: Schema,
    /// What it is.
    pub origin: Origin,
}

/// What a call runs.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An operator of the release.
    Operator,
    /// What the operator was for programs of an older version: this upgrader runs.
    Historic {
        /// Its name: `div_Tensor_0_3`.
        upgrader: String,
    },
    /// A function that the release compiles from its own text.
    Function,
    /// A function that the release takes for an operator where upgraders apply to its name, because it counts candidates wrongly: a call that means
    /// it is refused with `Schema not found for node`, as `torch.div(2, x)` of programs before version 4.
    Mistaken,
}

/// The variants of a name, in the order in which the release tries them.
pub type Variants = Arc<[Variant]>;

/// The operators of one release. Schemas are read when they are asked for, and kept.
#[derive(Debug)]
pub struct OperatorSet {
    history: History,
    release: Release,
    upgraders: Vec<Upgrader>,
    /// By name, and how many upgraders of it apply: of names that the release has, and of no others.
    kept: Mutex<HashMap<(String, u64), Variants>>,
}

impl OperatorSet {
    /// The operators of a release; `None` if the history does not have it.
    pub fn new(history: History, release: Release) -> Option<OperatorSet> {
        let known = history.has(release);
        let upgraders = history.version_map(release).collect();
        known.then(|| OperatorSet { history, release, upgraders, kept: Mutex::default() })
    }

    /// The release.
    pub fn release(&self) -> Release {
        self.release
    }

    /// How the release resolves calls.
    pub fn rules(&self) -> Rules {
        Rules::of(self.release)
    }

    /// Whether it has an operator of this name, without asking for its schemas.
    pub fn has(&self, name: &str) -> bool {
        self.history.overloads(name, self.release).next().is_some()
    }

    /// Whether it has this overload; the overload without a name is the empty text.
    pub fn has_overload(&self, name: &str, overload: &str) -> bool {
        self.history.overloads(name, self.release).any(|entry| entry.overload == overload)
    }

    /// What a call means for programs that the release writes itself: nothing for a name that it does not have.
    pub fn variants(&self, name: &str) -> Variants {
        self.variants_at(name, None)
    }

    /// What a call means for programs of an operator version.
    pub fn variants_at(&self, name: &str, version: Option<u64>) -> Variants {
        // What differs between versions is which upgraders apply.
        let applying = self.applying(name, version);
        let versioned = version.and_then(|version| self.versioned(name, version));
        let count =
            u64::try_from(applying.len()).unwrap_or(u64::MAX) + u64::from(versioned.is_some()) * (1 << 32);
        let key = (name.to_string(), count);
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(&key) {
            return Arc::clone(known);
        }
        let made: Variants = match versioned {
            Some(function) => self.functions(function).collect(),
            None => self.made(name, &applying).into(),
        };
        if !made.is_empty() {
            kept().insert(key, Arc::clone(&made));
        }
        made
    }

    /// The upgraders of a name for programs of a version: the first of an operator whose version is above.
    fn applying(&self, name: &str, version: Option<u64>) -> Vec<&Upgrader> {
        let Some(version) = version else { return Vec::new() };
        let mut found: Vec<&Upgrader> = Vec::new();
        for upgrader in &self.upgraders {
            let of = upgrader.operator.split('.').next().unwrap_or_default();
            if of == name
                && u64::from(upgrader.bumped_at) > version
                && !found.iter().any(|one| one.operator == upgrader.operator)
            {
                found.push(upgrader);
            }
        }
        found
    }

    /// The function that a call is given to, in releases before 1.11.
    fn versioned(&self, name: &str, version: u64) -> Option<&'static str> {
        let mut rows = VERSIONED.into_iter().filter(|_| self.release < UPGRADERS_SINCE);
        let (_, _, function) = rows.find(|(of, last, _)| *of == name && version <= *last)?;
        self.history.functions(function, self.release).next().map(|_| function)
    }

    fn functions(&self, name: &str) -> impl Iterator<Item = Variant> {
        let texts = self.history.functions(name, self.release);
        let schemas = texts.filter_map(|text| Schema::parse(&text).ok());
        schemas.map(|schema| Variant { schema, origin: Origin::Function })
    }

    fn made(&self, name: &str, applying: &[&Upgrader]) -> Vec<Variant> {
        let mut variants = Vec::new();
        let mut historic = Vec::new();
        let old = |upgrader: &&Upgrader| {
            let schema = Schema::parse(upgrader.old_schema).ok()?;
            Some(Variant { schema, origin: Origin::Historic { upgrader: upgrader.upgrader.to_string() } })
        };
        let entries: Vec<_> = self.history.overloads(name, self.release).collect();
        let order = self.history.order(name, self.release);
        let order = order.unwrap_or_else(|| (0..entries.len()).collect());
        for entry in order.into_iter().filter_map(|at| entries.get(at)) {
            let full = match entry.overload {
                "" => name.to_string(),
                overload => format!("{name}.{overload}"),
            };
            match applying.iter().find(|upgrader| upgrader.operator == full) {
                Some(upgrader) => historic.extend(old(upgrader)),
                None => variants
                    .extend(entry.schema().ok().map(|schema| Variant { schema, origin: Origin::Operator })),
            }
        }
        // Of operators that the release does not have at all, programs of older versions get what it has upgraders for.
        if entries.is_empty() {
            historic.extend(applying.iter().filter_map(old));
        }
        let upgraded = historic.len();
        variants.extend(historic);
        let functions = self.functions(name).enumerate();
        variants.extend(functions.map(|(at, function)| match at < upgraded {
            true => Variant { origin: Origin::Mistaken, ..function },
            false => function,
        }));
        variants
    }
}

/// The candidates of [`crate::resolve::resolve`].
pub fn candidates(variants: &[Variant]) -> Vec<Candidate<'_>> {
    variants.iter().map(|variant| Candidate::from(&variant.schema)).collect()
}
