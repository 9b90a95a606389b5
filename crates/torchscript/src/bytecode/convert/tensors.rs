//! Where the tensors of constants are: in the folder `bytecode` up to version 4, and beside those of the code, in `constants`, since 5. Readers since 1.9 look
//! into `bytecode` first, if there is anything.

use outlast_core::{QuickMap, Result};

use crate::archive::TorchArchive;
use crate::bytecode::BYTECODE;
use crate::pickle::{Graph, Value, ValueId};

/// What becomes of the storages of constants.
#[derive(Debug, Default)]
pub(super) struct Moved {
    /// New keys, by the tuples that have them.
    pub(super) keys: QuickMap<ValueId, String>,
    /// Records that are copied.
    pub(super) records: Vec<(String, Vec<u8>)>,
}

/// The tuples that name storages, each with its key.
fn storages<'g>(graph: &'g Graph<'_>) -> Vec<(ValueId, &'g str)> {
    let named = |id: ValueId| {
        let Value::Persistent(inner) = graph.value(id) else { return None };
        match graph.tuple(*inner)? {
            [kind, _, key, _, _] if graph.text(*kind) == Some("storage") => Some((*inner, graph.text(*key)?)),
            _ => None,
        }
    };
    graph.ids().filter_map(named).collect()
}

/// Puts the tensors where readers of a version look for them. The second error is a sentence.
pub(super) fn place(
    archive: &TorchArchive<'_>,
    graph: &Graph<'_>,
    version: i64,
) -> Result<std::result::Result<Moved, String>> {
    let mut moved = Moved::default();
    // Version 5 has whole names of records as keys, and only its own readers know that.
    let folder = version <= 5 || archive.records()?.any(|record| record.name.starts_with("bytecode/"));
    let mut sources: QuickMap<String, String> = QuickMap::default();
    for (id, key) in storages(graph) {
        let source = archive.storage_record(BYTECODE, key);
        let leaf = key.rsplit('/').next().unwrap_or(key);
        let wanted = if folder { format!("bytecode/{leaf}") } else { format!("constants/{leaf}") };
        if leaf != key {
            moved.keys.insert(id, leaf.to_string());
        }
        if let Some(other) = sources.get(&wanted) {
            if *other != source {
                return Ok(Err(format!("`{source}` and `{other}` would both have to be `{wanted}`")));
            }
            continue;
        }
        if source != wanted {
            if archive.has(&wanted) {
                return Ok(Err(format!("`{source}` would have to be `{wanted}`, which is another record")));
            }
            let Some(content) = archive.content(&source)? else {
                return Ok(Err(format!("the record `{source}` of a constant is missing")));
            };
            moved.records.push((wanted.clone(), content.into_owned()));
        }
        sources.insert(wanted, source);
    }
    Ok(Ok(moved))
}
