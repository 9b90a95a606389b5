//! [`Calls`]: what is known of calls of operators, whatever file they are in. Most programs call what others call, many releases are asked of each, and of
//! most calls no rule has anything to say.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::facts::{CallShape, EntryPoint, OperatorUse, ProgramFacts};
use outlast_core::QuickMap;

use super::judge::JudgeContext;
use super::{complex, elementwise, observed_dtypes, operators};
use outlast_model::targets::{Profile, Table};
use outlast_model::verdict::Basis;

/// Calls that are kept: more than a fleet of models has, and few enough to be held.
const MAX_KEPT: usize = 16_384;
/// Arguments of a call that is kept.
const MAX_ARGUMENTS: usize = 32;

/// What is known of the calls of an entry point, in the order of its operators.
#[derive(Debug)]
pub(super) struct Calls(Vec<Arc<Call>>);

/// By release, what a call rests on where no rule has anything to say of it.
#[derive(Debug)]
struct Call(Box<[AtomicU8]>);

/// Nobody looked.
const UNKNOWN: u8 = 0;
/// A rule has something to say, or a remark.
const SPOKEN_OF: u8 = u8::MAX;

/// By name and shape, those that were asked before.
type Kept = QuickMap<String, QuickMap<CallShape, Arc<Call>>>;

static KEPT: RwLock<(Option<Kept>, usize)> = RwLock::new((None, 0));

impl Calls {
    /// Those of an entry point.
    pub(super) fn from_entry_point(entry: &EntryPoint) -> Calls {
        let known = |op: &OperatorUse, kept: &Option<Kept>| {
            Some(Arc::clone(kept.as_ref()?.get(&op.name)?.get(&op.shape)?))
        };
        let mut found: Vec<Option<Arc<Call>>> = {
            let kept = KEPT.read().unwrap_or_else(PoisonError::into_inner);
            entry.operators.iter().map(|op| known(op, &kept.0)).collect()
        };
        if found.iter().any(Option::is_none) {
            let mut kept = KEPT.write().unwrap_or_else(PoisonError::into_inner);
            for (op, found) in entry.operators.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                let new = Arc::new(Call((0..releases()).map(|_| AtomicU8::new(UNKNOWN)).collect()));
                if kept.1 < MAX_KEPT && op.shape.0.len() <= MAX_ARGUMENTS {
                    kept.1 += 1;
                    let by_shape = kept.0.get_or_insert_default().entry(op.name.clone()).or_default();
                    by_shape.insert(op.shape.clone(), Arc::clone(&new));
                }
                *found = Some(new);
            }
        }
        Calls(found.into_iter().flatten().collect())
    }

    /// The calls of an entry point that rules have to look at for a profile, and the weakest of what the others rest on.
    pub(super) fn to_judge<'a>(
        &self,
        program: &ProgramFacts,
        entry: &'a EntryPoint,
        profile: &Profile,
    ) -> (Vec<&'a OperatorUse>, Basis) {
        let mut weakest = Basis::Defined;
        // What a build has, or what is linked to it, differs from file to file.
        if profile.is_narrowed() || profile.libraries().next().is_some() {
            return (entry.operators.iter().collect(), weakest);
        }
        let calls = entry.operators.iter().zip(&self.0).filter(|(op, call)| {
            match call.basis(op, (program, entry), profile) {
                Some(basis) => {
                    weakest = weakest.min(basis);
                    false
                }
                None => true,
            }
        });
        (calls.map(|(op, _)| op).collect(), weakest)
    }
}

impl Call {
    /// What it rests on in a release, if no rule has anything to say of it.
    fn basis(&self, op: &OperatorUse, of: (&ProgramFacts, &EntryPoint), profile: &Profile) -> Option<Basis> {
        let cell = self.0.get(usize::from(profile.index()))?;
        let code = match cell.load(Ordering::Relaxed) {
            UNKNOWN => {
                let code = alone(op, of, profile).and_then(code).unwrap_or(SPOKEN_OF);
                cell.store(code, Ordering::Relaxed);
                code
            }
            code => code,
        };
        Basis::ALL.get(usize::from(code.checked_sub(1)?)).copied()
    }
}

/// How many releases the table has.
fn releases() -> usize {
    static RELEASES: OnceLock<usize> = OnceLock::new();
    *RELEASES.get_or_init(|| Table::open(super::FAMILY.blob).map_or(0, |table| table.releases().len()))
}

/// The number of a basis, from 1 on.
fn code(basis: Basis) -> Option<u8> {
    let at = Basis::ALL.iter().position(|other| *other == basis)?;
    u8::try_from(at + 1).ok()
}

/// What a call rests on, if no rule has anything to say of it.
fn alone(
    op: &OperatorUse,
    (program, entry): (&ProgramFacts, &EntryPoint),
    profile: &Profile,
) -> Option<Basis> {
    let case = JudgeContext { program, entry, calls: vec![op], profile, data: &[] };
    let mut reasons = Vec::new();
    for rule in [
        operators::missing,
        operators::kernels,
        operators::failing,
        complex::operators,
        elementwise::optimized_kernels,
    ] {
        rule(&case, &mut reasons);
    }
    let basis = observed_dtypes::of_calls(&case, Basis::Defined, &mut reasons);
    let is_silent = reasons.is_empty() && operators::notes([op].into_iter(), profile).is_empty();
    is_silent.then_some(basis)
}
