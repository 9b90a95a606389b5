//! A PyTorch file in one screen.

mod pickles;

use crate::archive::{
    Generation, Kind, Legacy, Storage, Tensor, Tensors, TorchArchive, element_of_dtype, module_tensors,
    tensors,
};
use crate::pickle::{Limits, Pickle, Reader, Standing, standing};
use outlast_core::{Bytes, Result};

use super::facts::Facts;
use super::{Content, OpenedTorch, formats, lite, script};
use outlast_model::summary::{Summary, bytes};

/// Rows of records and tensors that are listed without `--full`.
const LISTED: usize = 100;

/// Columns of the list of imports.
const IMPORT_COLUMNS: [&str; 3] = ["name", "record", "first at"];

/// Sums up a file.
pub(super) fn summary(opened: &OpenedTorch<'_>, full: bool, to: &mut Summary) -> Result<()> {
    to.fact("size", bytes(opened.bytes.len() as u64));
    let most = if full { usize::MAX } else { LISTED };
    match &opened.content {
        Content::Archive(archive) => of_archive(archive, most, to),
        Content::Flat => {
            lite::inspect::of_flat(opened.bytes, most, to);
            let facts = Facts::of_flat(opened.bytes);
            if let Some(fault) = facts.fault() {
                to.fact("damaged", fault);
            }
            if let Some(producer) = &facts.producer {
                script::inspect::producer(producer, to);
            }
            script::inspect::loads(facts, to);
            Ok(())
        }
        Content::Legacy(legacy) => {
            of_legacy(legacy, most, to);
            Ok(())
        }
        Content::Pickle => {
            let pickle = Pickle::read(Bytes::new(opened.bytes, 0), Limits::default());
            to.fact("protocol", pickle.protocol.to_string());
            if let Some(error) = &pickle.error {
                to.fact("damaged", error.to_string());
            }
            let executed = executed(&pickle);
            if !executed.is_empty() {
                to.fact("loading executes", executed.join(", "));
            }
            imports(&[("", &pickle)], to);
            list_tensors(&[(String::new(), tensors(&pickle))], most, to);
            Ok(())
        }
    }
}

fn of_archive(archive: &TorchArchive<'_>, most: usize, to: &mut Summary) -> Result<()> {
    let kind = archive.kind();
    to.fact("what", formats::title(kind));
    if let Kind::TorchScript { generation, .. } = kind {
        to.fact("generation", self::generation(generation));
    }
    // The record `version` of programs of torch.export is the version of the schema.
    let version = if let Kind::Exported(_) = kind { Ok(None) } else { archive.version() };
    match version {
        Ok(Some(version)) => {
            to.fact("format version", format!("{} (record `{}`)", version.number, version.record));
        }
        Ok(None) => {}
        // What is wrong with it is a fact of its own: an error is no version.
        Err(error) => to.fact("damaged", error.to_string()),
    }
    if !archive.root().is_empty() {
        to.fact("root folder", archive.root());
    }
    for (label, record) in [("byte order", "byteorder"), ("serialization id", ".data/serialization_id")] {
        if let Ok(Some(text)) = archive.text(record) {
            to.fact(label, text);
        }
    }
    let facts = Facts::of_archive(archive);
    if let Some(fault) = facts.fault() {
        to.fact("damaged", fault);
    }
    let facts_of_weights = facts.exported.as_ref().and_then(|exported| exported.weights(archive));
    if let Some(producer) = &facts.producer {
        script::inspect::producer(producer, to);
    }
    if let Some(program) = &facts.code {
        script::inspect::code(program, facts.producer.as_ref(), most, to);
    }
    if let Some(exported) = &facts.exported {
        script::inspect::exported(exported, most, to);
    }
    lite::inspect::of_archive(archive, most, to);
    if let Kind::TorchScript { .. } | Kind::Exported(_) = kind {
        script::inspect::loads(facts, to);
    }
    // Modules of 1.0 to 1.2 have their tensors in `model.json`.
    if let Ok(Some(found)) = module_tensors(archive) {
        list_tensors(&[(String::new(), found)], most, to);
    }
    let mut found = pickles::Found::default();
    pickles::of_archive(archive, kind, &mut found)?;
    list_tensors(&found.tensors, most, to);
    if let Some(exported) = &facts_of_weights {
        to.fact("weights", exported.len().to_string());
        to.list(
            "weights",
            &["name", "sizes", "type", "record"],
            exported.iter().take(most).cloned().collect(),
        );
    }
    to.list("names that pickles import", &IMPORT_COLUMNS, found.imports);
    let extra = archive.extra_files()?.into_iter().map(|name| vec![name]);
    to.list("extra files", &["name"], extra.collect());
    records(archive, most, to)
}

/// A generation, with the releases that wrote it.
fn generation(generation: Generation) -> &'static str {
    match generation {
        Generation::A => "A (1.0 to 1.2)",
        Generation::B => "B (1.3 and 1.4)",
        Generation::C => "C (1.5)",
        Generation::D => "D (1.6 to 2.0)",
        Generation::E => "E (1.11 and later)",
    }
}

fn of_legacy(legacy: &Legacy<'_>, most: usize, to: &mut Summary) {
    to.fact(
        "what",
        if legacy.tar {
            "tar archive from before 0.1.10"
        } else {
            "pickles one after the other, as torch.save wrote them before 1.6 and still does when asked"
        },
    );
    if let Some(error) = &legacy.error {
        to.fact("damaged", error.to_string());
    }
    let pickles: Vec<(&str, &Pickle<'_>)> =
        legacy.parts.iter().map(|part| (part.name.as_str(), &part.pickle)).collect();
    list_tensors(&[(String::new(), legacy.tensors.clone())], most, to);
    imports(&pickles, to);
}

/// Tensors by the record whose pickle describes them; those of `data.pkl` have no record before their names.
fn list_tensors(found: &[(String, Tensors)], most: usize, to: &mut Summary) {
    let all = || found.iter().flat_map(|(_, tensors)| &tensors.tensors);
    if all().next().is_none() {
        return;
    }
    let numel: u64 = all().filter_map(Tensor::numel).fold(0, u64::saturating_add);
    let storages = found.iter().flat_map(|(_, tensors)| &tensors.storages);
    let size = storages.filter_map(Storage::bytes).fold(0, u64::saturating_add);
    to.fact("tensors", format!("{}, {numel} elements, {}", all().count(), bytes(size)));
    let row = |record: &str, tensors: &Tensors, tensor: &Tensor| {
        let sizes: Vec<String> = tensor.sizes.iter().map(i64::to_string).collect();
        let storage = tensor.storage.and_then(|at| tensors.storages.get(at));
        let dtype = tensor.dtype.clone().or_else(|| {
            let storage = storage?;
            Some(storage.element.map_or_else(|| storage.class.clone(), |element| element.dtype.to_string()))
        });
        let name = match record {
            "" | "data.pkl" => tensor.name.clone(),
            record => format!("{record}: {}", tensor.name),
        };
        vec![
            name,
            format!("[{}]", sizes.join(", ")),
            dtype.unwrap_or_default(),
            storage.map(|storage| storage.device.clone()).unwrap_or_default(),
            storage.map(|storage| storage.key.clone()).unwrap_or_default(),
            // Of its elements: a view has fewer than its storage.
            own_bytes(tensor, storage).map(|bytes| bytes.to_string()).unwrap_or_default(),
        ]
    };
    let rows = found
        .iter()
        .flat_map(|(record, tensors)| tensors.tensors.iter().map(move |tensor| row(record, tensors, tensor)));
    to.list("tensors", &["name", "sizes", "type", "device", "storage", "bytes"], rows.take(most).collect());
}

/// Bytes of the elements of a tensor.
fn own_bytes(tensor: &Tensor, storage: Option<&Storage>) -> Option<u64> {
    let own = tensor.dtype.as_deref().and_then(element_of_dtype);
    let element = own.or_else(|| storage?.element)?;
    tensor.numel()?.checked_mul(element.size)
}

/// What a reader that executes pickles calls, and is not known to be data: without those that come again.
fn executed(pickle: &Pickle<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for used in pickle.uses.imports().iter().filter(|used| used.call.is_some()) {
        let name = match &used.name {
            Some(name) if standing(name, Reader::WeightsOnly) != Standing::Code => continue,
            Some(name) => name.to_string(),
            None => "(registry of extensions)".into(),
        };
        if names.len() < LISTED && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What loading the pickles would import.
fn imports(pickles: &[(&str, &Pickle<'_>)], to: &mut Summary) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    pickles.iter().for_each(|(record, pickle)| pickles::imports_of(record, pickle, &mut rows));
    to.list("names that pickles import", &IMPORT_COLUMNS, rows);
}

fn records(archive: &TorchArchive<'_>, most: usize, to: &mut Summary) -> Result<()> {
    let mut rows = Vec::new();
    let mut count = 0_usize;
    for record in archive.records()? {
        count += 1;
        if rows.len() < most {
            let at = archive.zip().member(record.entry).map(|member| format!("0x{:x}", member.raw().base()));
            let stored = match record.entry.method().name() {
                Some(name) => name.to_string(),
                None => "unknown method".into(),
            };
            rows.push(vec![
                record.name.into_owned(),
                at.unwrap_or_else(|_| "unreadable".into()),
                record.entry.size().to_string(),
                stored,
            ]);
        }
    }
    to.fact("records", count.to_string());
    to.list("records", &["name", "offset", "bytes", "stored"], rows);
    Ok(())
}
