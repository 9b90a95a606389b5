//! Views that are changed in place: `torch-views`.
//!
//! Autograd of 1.8 and later refuses to change one of several views in place where gradients are on. `unsafe_chunk` and its kin, which all these releases
//! have, give the same tensors, and autograd does not know that they share memory: gradients are right as long as nothing else reads what the views
//! are of, which is what the code of recurrent cells does that older releases wrote.

use std::collections::BTreeMap;

use crate::program::views::changed_in_place;

use super::super::actions::NO_GRADIENTS;
use super::super::script::judge::VIEWS;
use super::Context;
use super::draft::{self, Change};
use outlast_model::conversion::Blocker;

/// What takes the place of an operator.
const UNSAFE: [(&str, &str); 3] = [
    ("torch.chunk", "torch.unsafe_chunk"),
    ("torch.split", "torch.unsafe_split"),
    ("torch.split_with_sizes", "torch.unsafe_split_with_sizes"),
];

/// Makes views that may be changed of those that are.
pub(super) fn unsafely(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let mut edits: BTreeMap<usize, Vec<(u32, u32, &str)>> = BTreeMap::new();
    for found in changed_in_place(code) {
        let Some(tree) = code.files.get(found.maker.file).and_then(|file| file.tree.as_ref().ok()) else {
            continue;
        };
        let bytes = tree.bytes(found.maker.span);
        let Some((_, other)) = UNSAFE.iter().find(|(name, _)| name.as_bytes() == bytes) else {
            let name = String::from_utf8_lossy(bytes);
            let why = format!("`{name}` has no counterpart whose views may be changed");
            return Err(vec![
                Blocker::new(why)
                    .subject(VIEWS.into())
                    .place(code.place(found.call))
                    .help(Some(NO_GRADIENTS.into())),
            ]);
        };
        edits.entry(found.maker.file).or_default().push((
            found.maker.span.start,
            found.maker.span.end,
            other,
        ));
    }
    let mut change = Change::default();
    for (file, mut edits) in edits {
        let Some((file, tree)) = code.files.get(file).and_then(|file| Some((file, file.tree.as_ref().ok()?)))
        else {
            continue;
        };
        edits.sort_unstable();
        edits.dedup();
        let make =
            if edits.len() == 1 { "1 call makes".to_string() } else { format!("{} calls make", edits.len()) };
        change.said.push(format!("{make} views that may be changed in place, in `{}`", file.record));
        draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
    }
    Ok(change)
}
