//! Archives of 1.0 to 1.2 in the layout of later releases: `torch-layout`.

use outlast_torchscript::archive::present::present;
use outlast_torchscript::archive::{Generation, Kind};

use super::Context;
use super::draft::Change;
use crate::conversion::Blocker;

/// Puts modules into `data.pkl` and their code into classes. Content of tensors is copied.
pub(super) fn renew(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Kind::TorchScript { generation: Generation::A, .. } = context.archive.kind() else { return Ok(Change::default()) };
    let records = present(context.archive, context.original).map_err(|why| {
        vec![Blocker { code: None, subject: "model.json".into(), why, place: outlast_core::Place::default(), help: None }]
    })?;
    let said = vec!["the modules of `model.json` are objects in `data.pkl`, their code is that of classes, and the version is 2".to_string()];
    Ok(Change { records, said, ..Change::default() })
}
