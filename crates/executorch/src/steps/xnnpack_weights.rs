//! Weights of XNNPACK graphs: in the payload ↔ in the program's named data; and quantisation scales that are stored as
//! weights.
//!
//! Releases up to 0.5 do not see names: they take the weights from wherever the offset leads, and compute garbage
//! silently. Weights in the payload are read by every release.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Error, Output, to_index};
use outlast_flatbuffers::view::Table;
use sha2::{Digest, Sha256};

use super::{Changes, Delegate, Refusal, count, delegates};
use crate::edit::ProgramEditor;
use crate::program::Storage;
use crate::steps::named_data;
use crate::work::{Spending, budget};
use crate::xnnpack::GraphEditor;

/// The name under which the backend is registered.
pub const BACKEND: &str = "XnnpackBackend";
/// Members of `XNNQuantParams`, with the slots of `scale`, `scale_buffer_idx` and `num_scales`.
const PER_CHANNEL: u8 = 1;
const PER_CHANNEL_GROUP: u8 = 4;

/// Moves weights from named data into the payloads. Afterwards, names that no payload uses are gone.
pub fn embed(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let named = named_data::all(editor)?;
    let mut used = BTreeSet::new();
    let (mut moved, mut bytes) = (0, 0);
    each(editor, |graph, delegate| {
        let list: Vec<_> = graph.list()?.into_iter().filter(|c| c.index > 0 && !c.key.is_empty()).collect();
        for constant in &list {
            let Some(data) = named.get(&constant.key) else { return Err(not_here(&constant.key, delegate)) };
            if (data.len() as u64) < constant.size {
                let why = format!(
                    "weights `{}` have {} bytes, the graph needs {}",
                    constant.key,
                    data.len(),
                    constant.size
                );
                return Err(Refusal::new(why, delegate.place.clone()));
            }
            // All of them: readers that know names do not look at the size of the entry.
            graph.embed(constant.index, data.data())?;
            bytes += data.len();
            moved += 1;
            used.insert(constant.key.clone());
        }
        Ok(())
    })?;
    if moved == 0 {
        return Ok(Vec::new());
    }
    let mut changes =
        vec![format!("{} ({bytes} bytes) moved from named data into payloads", count(moved, "weight"))];
    changes.extend(forget(editor, &used)?);
    Ok(changes)
}

/// Moves weights from payloads to named data, under the SHA-256 of their bytes, as exporters name them.
pub fn name(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let mut found: BTreeMap<String, &[u8]> = BTreeMap::new();
    let contents = editor.contents;
    let mut moved = 0;
    each(editor, |graph, _| {
        let list: Vec<_> =
            graph.list()?.into_iter().filter(|c| c.index > 0 && c.key.is_empty() && c.size > 0).collect();
        for constant in &list {
            let data = graph.constant(constant)?;
            let key = sha256(&contents.pieces(data));
            graph.name(constant.index, &key)?;
            found.insert(key, data);
            moved += 1;
        }
        if !list.is_empty() {
            graph.drop_constants();
        }
        Ok(())
    })?;
    let known = named_data::all(editor)?;
    for (key, data) in found {
        if !known.contains_key(&key) {
            named_data::add_new(editor, &key, Output::weights(data))?;
        }
    }
    Ok(match moved {
        0 => Vec::new(),
        n => vec![format!("{} moved from payloads to named data", count(n, "weight"))],
    })
}

/// Writes scales that are stored as weights into the tables, where releases up to 0.6 look for them.
pub fn inline_scales(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let named = named_data::all(editor)?;
    let contents = editor.contents;
    let mut used = BTreeSet::new();
    let mut moved = 0;
    each(editor, |graph, delegate| {
        let list = graph.list()?;
        let values = graph.graph()?.vector(2, 4)?.map_or(0, |v| v.len());
        let mut scales = BTreeSet::new();
        let mut weights = BTreeSet::new();
        let mut written = BTreeMap::new();
        for index in 0..values {
            let value = graph.tables.follow(&[2, index])?;
            let table = graph.tables.table(value)?;
            if let Some(tensor) = tensor(&table)? {
                weights.insert(to_index(tensor.u32(3)?.unwrap_or(0)));
            }
            if table.u8(0)?.unwrap_or(0) != 2 {
                continue;
            }
            let Some(quantised) = graph.tables.child(value, 1)? else { continue };
            let kind = graph.tables.table(quantised)?.u8(1)?.unwrap_or(0);
            if !matches!(kind, PER_CHANNEL | PER_CHANNEL_GROUP) {
                continue;
            }
            let Some(parameters) = graph.tables.child(quantised, 2)? else { continue };
            let slot = if kind == PER_CHANNEL { 2 } else { 4 };
            let table = graph.tables.table(parameters)?;
            let number = to_index(table.u32(slot)?.unwrap_or(0));
            if number == 0 {
                continue;
            }
            if kind == PER_CHANNEL_GROUP {
                // Tried with real files: 0.4 is far off, 0.2, 0.3 and 0.5 by up to one part in a hundred.
                let why = "4-bit weights with scales by groups of channels: older kernels compute other numbers with them";
                return Err(Refusal::new(why, delegate.place.clone()));
            }
            let missing = || Refusal::new(format!("no constant {number} for scales"), delegate.place.clone());
            let constant = list.get(number).ok_or_else(missing)?;
            let data = match constant.key.is_empty() {
                true => graph.constant(constant)?,
                false => named.get(&constant.key).ok_or_else(|| not_here(&constant.key, delegate))?.data(),
            };
            let size = to_index(table.u32(slot + 1)?.unwrap_or(0)).saturating_mul(4);
            let floats = data.get(..size).ok_or_else(missing)?;
            // Values that share scales go on sharing them.
            let vector = match written.get(&(number, size)) {
                Some(vector) => *vector,
                None => graph.tables.build.vector(contents.bytes(floats), 4, 4),
            };
            written.insert((number, size), vector);
            graph.tables.set(parameters, 0, vector);
            graph.tables.clear(parameters, slot);
            graph.tables.clear(parameters, slot + 1);
            scales.insert(number);
            moved += 1;
        }
        for number in scales.difference(&weights) {
            if let Some(constant) = list.get(*number).filter(|c| !c.key.is_empty()) {
                used.insert(constant.key.clone());
                graph.forget(*number)?;
            }
        }
        Ok(())
    })?;
    if moved == 0 {
        return Ok(Vec::new());
    }
    let mut changes = vec![format!("scales of {} written into the tables", count(moved, "tensor"))];
    changes.extend(forget(editor, &used)?);
    Ok(changes)
}

/// The tensor of a value, quantised or not.
fn tensor<'a>(value: &Table<'a>) -> Result<Option<Table<'a>>, Error> {
    match (value.u8(0)?.unwrap_or(0), value.table(1)?) {
        (1, body) => Ok(body),
        (2, Some(body)) => body.table(0),
        _ => Ok(None),
    }
}

fn not_here(key: &str, delegate: &Delegate<'_>) -> Refusal {
    Refusal::new(format!("weights `{key}` are not in the program"), delegate.place.clone())
        .with_help("name the .ptd file that has them with --data")
}

/// Edits the graph of every payload for XNNPACK once, and puts the result where the payload was.
pub(super) fn each<'a>(
    editor: &mut ProgramEditor<'a, '_>,
    mut edit: impl FnMut(&mut GraphEditor<'a>, &Delegate<'a>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let mut done = BTreeSet::new();
    // Payloads may share their bytes; each that is edited costs its size.
    let mut work = budget(&editor.file().file);
    for delegate in delegates(editor)? {
        let place = match delegate.storage {
            Some(Storage::Inline(index)) => (0, index),
            Some(Storage::Segment(index)) => (1, index),
            _ => continue,
        };
        if delegate.backend != BACKEND || !done.insert(place) {
            continue;
        }
        work.visit(delegate.payload.len())?;
        let mut graph = GraphEditor::new(delegate.payload)?;
        edit(&mut graph, &delegate)?;
        if graph.is_unchanged() {
            continue;
        }
        let output = graph.finish()?;
        match place {
            (0, index) => {
                let node = editor.tables.follow(&[3, to_index(index)])?;
                let data = editor.tables.build.bulk(output, 16);
                editor.tables.set(node, 0, data);
            }
            (_, index) => editor.replace_segment(index, output)?,
        }
    }
    Ok(())
}

/// SHA-256 of some data, in hexadecimal digits.
fn sha256(data: &Output<'_>) -> String {
    let mut digest = Sha256::new();
    data.chunks().for_each(|chunk| digest.update(chunk));
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes names out that were used by graphs and are not any more; unless there are delegates that cannot be looked into,
/// which may use them.
fn forget(editor: &mut ProgramEditor<'_, '_>, used: &BTreeSet<String>) -> Changes {
    if delegates(editor)?.iter().any(|d| d.backend != BACKEND) {
        return Ok(vec!["named data stay: other backends may use them".into()]);
    }
    named_data::remove(editor, used)
}
