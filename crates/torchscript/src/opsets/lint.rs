//! Changes of operator sets: [`outlast_opset::lint`], with the history of PyTorch's releases and places in files. What they come to for files and readers is
//! said by `lint::operators`.

use outlast_opset::history;
use outlast_opset::schema::Schema;

pub use outlast_opset::compat::{Mode, Reason};
pub use outlast_opset::lint::{
    Advice, Allowance, Change, ChangeOf, Cover, Coverage, Declared, Finding, Inventory, Judged, Lint,
    Outcome, Request, Window, codes, lint,
};
pub use outlast_opset::versions::{Date, Fault};

/// Whether a release of PyTorch had a schema, in whichever spelling: for [`Request::history`]. `None` for an operator of a namespace that PyTorch does not have.
pub fn in_history(schema: &Schema) -> Option<bool> {
    let space = schema.name.name.split_once("::").map_or("", |(space, _)| space);
    if !history::torch()
        .entries()
        .any(|entry| entry.name.split_once("::").is_some_and(|(own, _)| own == space))
    {
        return None;
    }
    let spelled = |schema: &Schema| schema.spelled(outlast_opset::schema::Spelling::V1_9).to_string();
    let wanted = spelled(schema);
    let mut entries =
        history::torch().operator(&schema.name.name).filter(|entry| entry.overload == schema.name.overload);
    Some(entries.any(|entry| entry.schema().is_ok_and(|one| spelled(&one) == wanted)))
}

/// The bytes of a part of the new schema, from the first byte of the file.
pub fn in_new(reason: &Reason, new: &Declared) -> Option<std::ops::Range<u64>> {
    shifted(new, reason.part.in_new(new.places.as_ref()?)?)
}

/// The bytes of a part of the old schema, from the first byte of the file.
pub fn in_old(reason: &Reason, old: &Declared) -> Option<std::ops::Range<u64>> {
    shifted(old, reason.part.in_old(old.places.as_ref()?)?)
}

fn shifted(declared: &Declared, part: std::ops::Range<usize>) -> Option<std::ops::Range<u64>> {
    let at = |offset: usize| declared.bytes.start.checked_add(u64::try_from(offset).ok()?);
    Some(at(part.start)?..at(part.end)?)
}
