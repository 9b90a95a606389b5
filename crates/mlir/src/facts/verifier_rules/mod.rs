//! Rules of verifiers: predicates on one operation, under which a reader's verifier refuses nothing of what a producer's takes.
//!
//! Verifiers that people wrote differ between releases of MLIR. Where a reader's checks something that its producer's does not, a rule says of which operations
//! that refuses nothing: `RULES`, by name; some names have an argument (`without:ATTR`). Which operation of which reader has which rules is a table of
//! `targets/`; what an operation has is looked at here, once, whoever reads it. A rule that cannot be decided does not hold.
//!
//! * One file for each dialect, with the table of its rules; `with_argument`, `generated`: rules of any dialect.
//! * `op_view`: an operation, as rules see it; `use_def`: what defines its operands, what is around it and what uses it.
//! * `evaluate`: which rules the operations of a file do not meet.

mod acc;
mod affine;
mod amdgpu;
mod amx;
mod arith;
mod async_values;
mod bufferization;
mod builtin;
mod cf;
mod complex;
mod emitc;
mod evaluate;
mod expressions;
mod func;
mod generated;
mod gpu;
mod irdl;
mod linalg;
mod llvm;
mod llvm_constants;
mod llvm_types;
mod memref;
mod ml_program;
mod nvgpu;
mod nvvm;
mod omp;
mod omp_data;
mod op_view;
mod pdl;
mod quant;
mod scf;
mod sparse_tensor;
mod spirv;
mod tensor;
#[cfg(test)]
mod tests;
mod tosa;
mod tosa_types;
mod transform;
mod use_def;
mod vector;
mod with_argument;
mod xegpu;

pub use evaluate::{Unmet, unmet};
use op_view::OpView;

use crate::typed::DYNAMIC;

/// What a rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Types and attributes of the operation: operations of one shape do not differ.
    Operation,
    /// The function that it is in: what it says of a function it says of the file.
    Function,
    /// What symbols name, and nothing else outside of the function: that is there where functions are read one at a time.
    Symbols,
    /// Anything in the file.
    File,
}

/// A predicate on operations.
#[derive(Debug)]
struct Rule {
    /// Its name in tables.
    name: &'static str,
    holds: Holds,
    /// What readers print where it does not.
    says: &'static str,
    scope: Scope,
}

/// Whether a rule holds; none if the file does not tell.
type Holds = fn(&OpView<'_, '_>) -> Option<bool>;

/// A rule on an operation alone.
const fn rule(name: &'static str, holds: Holds, says: &'static str) -> Rule {
    Rule { name, holds, says, scope: Scope::Operation }
}

/// A rule that looks at the function around an operation.
const fn in_function(name: &'static str, holds: Holds, says: &'static str) -> Rule {
    Rule { name, holds, says, scope: Scope::Function }
}

/// A rule that looks at what symbols name.
const fn by_symbols(name: &'static str, holds: Holds, says: &'static str) -> Rule {
    Rule { name, holds, says, scope: Scope::Symbols }
}

/// A rule that looks at anything in the file.
const fn in_file(name: &'static str, holds: Holds, says: &'static str) -> Rule {
    Rule { name, holds, says, scope: Scope::File }
}

/// All rules without arguments, by dialect.
const RULES: &[&[Rule]] = &[
    acc::RULES,
    affine::RULES,
    amdgpu::RULES,
    amx::RULES,
    arith::RULES,
    async_values::RULES,
    bufferization::RULES,
    builtin::RULES,
    cf::RULES,
    complex::RULES,
    emitc::RULES,
    func::RULES,
    gpu::RULES,
    irdl::RULES,
    linalg::RULES,
    llvm::RULES,
    llvm_constants::RULES,
    memref::RULES,
    ml_program::RULES,
    nvgpu::RULES,
    nvvm::RULES,
    omp::RULES,
    omp_data::RULES,
    pdl::RULES,
    quant::RULES,
    scf::RULES,
    sparse_tensor::RULES,
    spirv::RULES,
    tensor::RULES,
    tosa::RULES,
    tosa_types::RULES,
    transform::RULES,
    vector::RULES,
    xegpu::RULES,
];

/// Whether there is a rule of this name.
pub fn is_known(name: &str) -> bool {
    Check::parse(name).is_some()
}

/// What readers print where an operation does not meet a rule; empty if that depends on the operation.
pub fn says(name: &str) -> &'static str {
    find(name).map_or("", |rule| rule.says)
}

fn find(name: &str) -> Option<&'static Rule> {
    RULES.iter().copied().flatten().find(|rule| rule.name == name)
}

/// A rule that was looked up.
#[derive(Debug)]
enum Check {
    Named(&'static Rule),
    WithArgument(with_argument::WithArgument),
    Generated(generated::Generated),
}

impl Check {
    fn parse(name: &str) -> Option<Check> {
        if let Some(rule) = find(name) {
            return Some(Check::Named(rule));
        }
        let with_argument = || with_argument::parse(name).map(Check::WithArgument);
        with_argument().or_else(|| generated::parse(name).map(Check::Generated))
    }

    /// Whether it holds; none if the file does not tell.
    fn holds(&self, op: &OpView<'_, '_>) -> Option<bool> {
        match self {
            Check::Named(rule) => (rule.holds)(op),
            Check::WithArgument(rule) => with_argument::holds(rule, op),
            Check::Generated(check) => generated::holds(check, op),
        }
    }

    /// What it looks at.
    fn scope(&self) -> Scope {
        match self {
            Check::Named(rule) => rule.scope,
            Check::WithArgument(_) => Scope::Operation,
            Check::Generated(check) if check.looks_around() => Scope::Function,
            Check::Generated(_) => Scope::Operation,
        }
    }
}
