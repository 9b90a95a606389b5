//! [`Cost`]: what a conversion adds to the work of each entry point.

use crate::program::Program;
use crate::targets::Target;

/// What a conversion changed in the work of an entry point: before it and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cost {
    /// Its name.
    pub entry_point: String,
    /// Calls of operators, those in the functions that it calls included: each place counts once, however often it runs.
    pub operators: (u64, u64),
    /// Instructions, where the program has them.
    pub instructions: Option<(u64, u64)>,
}

/// What differs in the work of the entry points that both programs have.
pub(crate) fn costs(before: &Program<'_>, after: &Program<'_>, target: Option<&Target>) -> Vec<Cost> {
    let Some(work) = before.definition().work else { return Vec::new() };
    let reader = target.and_then(|target| target.profiles().first().copied());
    let of = |program: &Program<'_>, written| {
        program.opened().prepare().map(|judge| work(&*judge, reader, written)).unwrap_or_default()
    };
    let after = of(after, true);
    let both = of(before, false).into_iter().filter_map(|before| {
        let after = after.iter().find(|after| after.entry_point == before.entry_point)?;
        let instructions = before.instructions.zip(after.instructions);
        Some(Cost {
            entry_point: before.entry_point,
            operators: (before.operators, after.operators),
            instructions,
        })
    });
    both.collect()
}
