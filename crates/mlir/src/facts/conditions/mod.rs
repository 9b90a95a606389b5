//! Conditions under which a reader's verifier refuses nothing of what a producer's takes: predicates on one operation.
//!
//! Verifiers that people wrote differ between releases of MLIR. Where a reader's checks something that its producer's does not, a condition says of which
//! operations that refuses nothing: `CONDITIONS`, by name; some names have an argument (`without:ATTR`). Which operation of which reader has which
//! conditions is a table of `outlast`; what an operation has is looked at here, once, whoever reads it. A condition that cannot be decided does not hold.

mod acc;
mod around;
mod control;
mod emitc;
mod expressions;
mod general;
mod generated;
mod gpu;
mod llvm;
mod llvm_types;
mod nvidia;
mod omp;
mod omp_data;
mod own;
mod rest;
mod scene;
mod shapes;
#[cfg(test)]
mod tests;
mod texts;
mod tosa;
mod tosa_types;
mod types;
mod unmet;
mod vector;

pub(crate) use scene::{DYNAMIC, View};
pub use scene::{Scene, Words};
pub(crate) use texts::Map;
pub(crate) use types::Ty;
pub use unmet::{Unmet, unmet};

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
    omp_data::CONDITIONS,
    own::CONDITIONS,
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
    omp_data::AROUND,
    own::AROUND,
    rest::AROUND,
    shapes::AROUND,
    tosa::AROUND,
    tosa_types::AROUND,
    vector::AROUND,
];

/// Those of them that look at nothing outside of the function that an operation is in: what they say of a function they say of the file.
const INSIDE: &[&str] = &[
    "affine-apply-symbols",
    "affine-operands-plain",
    "declaration-private",
    "dim-index-in-range",
    "entry-arguments",
    "entry-types",
    "for-iter-counts",
    "for-step-positive",
    "for-types",
    "func-terminators",
    "if-else",
    "in-parallel-insert-slices",
    "linalg-matmul-types",
    "loop-wrapper-one-op",
    "loop-wrapper-two-ops",
    "map-body-with-init",
    "map-body-without-init",
    "mask-body-maskable",
    "mask-body-maskable-16",
    "parallel-ends-in-reduce",
    "parallel-ends-in-yield",
    "parallel-types",
    "reduce-one-operand",
    "reduce-types",
    "returns-match",
    "steps-positive",
    "successors-match",
    "tosa-zero-points",
    "transfer-mask-not-0d",
    "yields-elements",
    "yields-results",
];

/// Those of them that look at what symbols name, and nothing else outside of a function: that is there where functions are read one at a time.
const SYMBOLS: &[&str] = &["addresses-symbol", "call-matches", "global-exists"];

/// Whether there is a condition of this name.
pub fn is_known(name: &str) -> bool {
    Check::parse(name).is_some()
}

/// What readers print where an operation does not meet a condition; empty if that depends on the operation.
pub fn says(name: &str) -> &'static str {
    find(name).map_or("", |condition| condition.says)
}

fn find(name: &str) -> Option<&'static Condition> {
    CONDITIONS.iter().copied().flatten().find(|condition| condition.name == name)
}

/// A condition that was looked up.
#[derive(Debug)]
enum Check {
    Named(&'static Condition),
    General(general::General),
    Generated(generated::Generated),
}

impl Check {
    fn parse(name: &str) -> Option<Check> {
        if let Some(condition) = find(name) {
            return Some(Check::Named(condition));
        }
        let general = || general::parse(name).map(Check::General);
        general().or_else(|| generated::parse(name).map(Check::Generated))
    }

    /// Whether it holds; none if the file does not tell.
    fn holds(&self, view: &View<'_, '_>) -> Option<bool> {
        match self {
            Check::Named(condition) => (condition.holds)(view),
            Check::General(condition) => general::holds(condition, view),
            Check::Generated(check) => generated::holds(check, view),
        }
    }

    /// Whether it looks at more than one operation's types and attributes, so that operations of one shape may differ.
    fn looks_around(&self) -> bool {
        match self {
            Check::Named(condition) => AROUND.iter().any(|names| names.contains(&condition.name)),
            Check::General(_) => false,
            Check::Generated(check) => check.looks_around(),
        }
    }

    /// Whether it looks beyond the function that an operation is in.
    fn looks_beyond(&self) -> bool {
        let alone = |name: &str| INSIDE.contains(&name) || SYMBOLS.contains(&name);
        matches!(self, Check::Named(condition) if self.looks_around() && !alone(condition.name))
    }
}
