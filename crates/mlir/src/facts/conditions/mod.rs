//! Conditions under which a reader's verifier refuses nothing of what a producer's takes: predicates on one operation.
//!
//! Verifiers that people wrote differ between releases of MLIR. Where a reader's checks something that its producer's does not, a condition says of which
//! operations that refuses nothing: `CONDITIONS`, by name; some names have an argument (`without:ATTR`). Which operation of which reader has which
//! conditions is a table of `outlast`; what an operation has is looked at here, once, whoever reads it. A condition that cannot be decided does not hold.

mod acc;
mod around;
mod control;
mod emitc;
mod general;
mod gpu;
mod llvm;
mod llvm_types;
mod nvidia;
mod omp;
mod rest;
mod scene;
mod shapes;
#[cfg(test)]
mod tests;
mod texts;
mod tosa;
mod tosa_types;
mod types;
mod vector;

use std::collections::{BTreeMap, HashSet};

pub use scene::Scene;
pub(crate) use scene::View;
pub(crate) use texts::Map;
pub(crate) use types::Ty;

use crate::ids::OpId;

/// A predicate on operations.
#[derive(Debug)]
pub struct Condition {
    /// Its name in tables.
    pub name: &'static str,
    /// Whether it holds; none if the file does not tell.
    pub(crate) holds: fn(&View<'_, '_>) -> Option<bool>,
    /// What readers print where it does not.
    pub says: &'static str,
}

/// A condition, in short.
const fn condition(
    name: &'static str,
    holds: fn(&View<'_, '_>) -> Option<bool>,
    says: &'static str,
) -> Condition {
    Condition { name, holds, says }
}

/// All conditions without arguments, by subject.
const CONDITIONS: &[&[Condition]] = &[
    acc::CONDITIONS,
    control::CONDITIONS,
    emitc::CONDITIONS,
    gpu::CONDITIONS,
    llvm::CONDITIONS,
    nvidia::CONDITIONS,
    omp::CONDITIONS,
    rest::CONDITIONS,
    shapes::CONDITIONS,
    tosa::CONDITIONS,
    tosa_types::CONDITIONS,
    vector::CONDITIONS,
];
/// Those that look at what is around an operation.
const AROUND: &[&[&str]] = &[
    acc::AROUND,
    control::AROUND,
    emitc::AROUND,
    gpu::AROUND,
    llvm::AROUND,
    nvidia::AROUND,
    omp::AROUND,
    rest::AROUND,
    shapes::AROUND,
    tosa::AROUND,
    tosa_types::AROUND,
    vector::AROUND,
];

/// An operation that does not meet a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The condition's name.
    pub condition: String,
    /// The first such operation.
    pub first: OpId,
}

/// Whether there is a condition of this name.
pub fn is_known(name: &str) -> bool {
    find(name).is_some() || general::parse(name).is_some()
}

/// What readers print where an operation does not meet a condition; empty if that depends on the operation.
pub fn says(name: &str) -> &'static str {
    find(name).map_or("", |condition| condition.says)
}

fn find(name: &str) -> Option<&'static Condition> {
    CONDITIONS.iter().copied().flatten().find(|condition| condition.name == name)
}

/// Of the operations of some names, which conditions of those that are asked for they do not all meet.
pub fn unmet(scene: &Scene<'_>, wanted: &BTreeMap<usize, Vec<String>>) -> BTreeMap<usize, Vec<Unmet>> {
    let mut found: BTreeMap<usize, Vec<Unmet>> = BTreeMap::new();
    let mut looked_at = HashSet::new();
    for op in scene.ir.ops() {
        let name = scene.ir.name(op).index();
        let Some(conditions) = wanted.get(&name) else { continue };
        let view = View::new(scene, op);
        let seen = view.shape().is_some_and(|shape| !looked_at.insert(shape));
        for condition in conditions {
            let known =
                found.get(&name).is_some_and(|all| all.iter().any(|unmet| unmet.condition == *condition));
            if known || seen && !looks_around(condition) {
                continue;
            }
            if holds(condition, &view) != Some(true) {
                found.entry(name).or_default().push(Unmet { condition: condition.clone(), first: op });
            }
        }
    }
    found
}

fn holds(name: &str, view: &View<'_, '_>) -> Option<bool> {
    match find(name) {
        Some(condition) => (condition.holds)(view),
        None => general::holds(&general::parse(name)?, view),
    }
}

/// Whether a condition looks at more than one operation's types and attributes, so that operations of one shape may differ.
fn looks_around(name: &str) -> bool {
    AROUND.iter().any(|names| names.contains(&name))
}
