//! [`costs`]: what a conversion adds to the work of each entry point.

use crate::families;
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

/// What a conversion changed in the work of the entry points that both programs have, in the order of the first; nothing for files whose work cannot be told.
/// `target` is what the program was converted for.
pub fn costs(before: &Program<'_>, after: &Program<'_>, target: Option<&Target>) -> Vec<Cost> {
    let Some(work) = families::by_name(before.family()).and_then(|family| family.work) else {
        return Vec::new();
    };
    let reader = target.and_then(|target| target.profiles().first().copied());
    let of = |program: &Program<'_>, written| {
        program.opened().subject().map(|judge| work(&*judge, reader, written)).unwrap_or_default()
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
