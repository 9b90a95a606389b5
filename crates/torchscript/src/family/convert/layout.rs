//! Archives in the layout of other releases: `torch-layout`.
//!
//! Up to 1.2 there is `model.json`. Since 1.6 containers in pickles say their types (`torch.jit._pickle.restore_type_tag`), which releases before 1.5
//! do not read: these take the types from the classes whose attributes the containers are, as all releases do with files of version 1 and 2.

use crate::archive::upgrade_legacy::present;
use crate::archive::{Generation, Kind};
use crate::pickle::Pickler;

use super::super::context::DEBUG_TABLES_SINCE;
use super::Context;
use super::draft::Change;
use super::operators::blocked;
use super::tags::without_tags;
use super::version::BASE;
use outlast_model::conversion::Blocker;

/// Records of pickles that `torch.jit.load` reads.
const PICKLES: [&str; 2] = ["data.pkl", "constants.pkl"];

/// The layout that the reader reads, from 1.0 to 1.2 or from 1.6 and later.
pub(super) fn fit(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    match context.archive.kind() {
        Kind::TorchScript { generation: Generation::A, .. } => renew(context),
        Kind::TorchScript { .. } if !context.is_lite() => untagged(context),
        _ => Ok(Change::default()),
    }
}

/// Puts modules into `data.pkl` and their code into classes. Content of tensors is copied.
fn renew(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let records = present(context.archive, context.original).map_err(|why| blocked("model.json", why))?;
    let said = vec!["the modules of `model.json` are objects in `data.pkl`, their code is that of classes, and the version is 2".to_string()];
    Ok(Change { records, said, ..Change::default() })
}

/// Takes the types of containers out of pickles for readers of versions before those that have them.
fn untagged(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let newest = context.profile.get("newest", "file").and_then(|text| text.parse::<u64>().ok());
    let Some(newest) = newest.filter(|newest| *newest < BASE) else { return Ok(Change::default()) };
    let pickler = if newest < 2 { Pickler::Of1_3 } else { Pickler::Since1_5 };
    let mut change = Change::default();
    for record in PICKLES {
        let content = context.archive.content(record).map_err(|error| blocked(record, error.to_string()))?;
        let Some(content) = content else { continue };
        if let Some((written, count)) = without_tags(&content, pickler).map_err(|why| blocked(record, why))? {
            change.records.push((record.to_string(), Some(written)));
            change.said.push(format!(
                "containers in `{record}` have the types that classes say, which older releases take: {count}"
            ));
        }
    }
    Ok(change)
}

/// Leaves out debug information with a table of texts, for readers that do not know it: they read it when they have an error to tell, and end there.
pub(super) fn without_debug(context: &Context<'_, '_>) -> Change {
    let mut change = Change::default();
    if context.is_lite() || context.profile.release >= DEBUG_TABLES_SINCE {
        return change;
    }
    let records = context.archive.records().into_iter().flatten();
    change.records.extend(
        records
            .filter(|record| record.name.ends_with(".debug_pkl"))
            .map(|record| (record.name.into_owned(), None)),
    );
    if !change.is_empty() {
        change.said.push(format!("debug information is left out: {} records", change.records.len()));
    }
    change
}
