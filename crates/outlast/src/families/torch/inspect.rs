//! A PyTorch file in one screen.

use outlast_core::{Bytes, Result};
use outlast_torchscript::archive::{Generation, Kind, Legacy, Storage, Tensor, Tensors, TorchArchive, element_of_dtype, module_tensors, tensors};
use outlast_torchscript::pickle::{Limits, Pickle, Reader, Standing, standing};

use super::facts::Facts;
use super::{Content, OpenedTorch, formats, inspect_code, inspect_lite};
use crate::summary::{Summary, bytes};

/// Rows of records and tensors that are listed without `--full`.
const LISTED: usize = 100;

/// Sums up a file.
pub(super) fn summary(opened: &OpenedTorch<'_>, full: bool, to: &mut Summary) -> Result<()> {
    to.fact("size", bytes(opened.bytes.len() as u64));
    let most = if full { usize::MAX } else { LISTED };
    match &opened.content {
        Content::Archive(archive) => of_archive(archive, most, to),
        Content::Flat => {
            inspect_lite::of_flat(opened.bytes, most, to);
            let facts = Facts::of_flat(opened.bytes);
            if let Some(fault) = facts.fault() {
                to.fact("damaged", fault);
            }
            inspect_code::loads(facts, to);
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
            list_tensors(&tensors(&pickle), most, to);
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
    match archive.version() {
        Ok(Some(version)) => to.fact("format version", format!("{} (record `{}`)", version.number, version.record)),
        Ok(None) => {}
        Err(error) => to.fact("format version", error.to_string()),
    }
    to.fact("root folder", archive.root());
    for (label, record) in [("byte order", "byteorder"), ("serialization id", ".data/serialization_id")] {
        if let Ok(Some(text)) = archive.text(record) {
            to.fact(label, text);
        }
    }
    let facts = Facts::of_archive(archive);
    if let Some(fault) = facts.fault() {
        to.fact("damaged", fault);
    }
    if let Some(producer) = &facts.producer {
        inspect_code::producer(producer, to);
    }
    if let Some(program) = &facts.code {
        inspect_code::code(program, facts.producer.as_ref(), most, to);
    }
    if let Some(exported) = &facts.exported {
        inspect_code::exported(exported, most, to);
    }
    inspect_lite::of_archive(archive, most, to);
    if let Kind::TorchScript { .. } | Kind::Exported(_) = kind {
        inspect_code::loads(facts, to);
    }
    // Modules of 1.0 to 1.2 have their tensors in `model.json`.
    if let Ok(Some(found)) = module_tensors(archive) {
        list_tensors(&found, most, to);
    }
    let content = archive.content("data.pkl").ok().flatten();
    let pickle = content.as_ref().map(|content| Pickle::read(Bytes::new(content, 0), Limits::default()));
    if let Some(pickle) = &pickle {
        list_tensors(&tensors(pickle), most, to);
        imports(&[("data.pkl", pickle)], to);
    }
    let extra = archive.extra_files()?.into_iter().map(|name| vec![name]);
    to.list("extra files", &["name"], extra.collect());
    records(archive, most, to)
}

/// A generation, with the releases that wrote it.
fn generation(generation: Generation) -> &'static str {
    match generation {
        Generation::A => "A (1.0 to 1.2)",
        Generation::B => "B (1.3)",
        Generation::C => "C (1.4 and 1.5)",
        Generation::D => "D (1.6 to 2.0)",
        Generation::E => "E (1.11 and later)",
    }
}

fn of_legacy(legacy: &Legacy<'_>, most: usize, to: &mut Summary) {
    to.fact("what", if legacy.tar { "tar archive from before 0.1.10" } else { "file of torch.save before 1.6" });
    if let Some(error) = &legacy.error {
        to.fact("damaged", error.to_string());
    }
    let pickles: Vec<(&str, &Pickle<'_>)> =
        legacy.parts.iter().map(|part| (part.name.as_str(), &part.pickle)).collect();
    list_tensors(&legacy.tensors, most, to);
    imports(&pickles, to);
}

fn list_tensors(tensors: &Tensors, most: usize, to: &mut Summary) {
    let count = tensors.tensors.len();
    if count == 0 {
        return;
    }
    let numel: u64 = tensors.tensors.iter().filter_map(Tensor::numel).fold(0, u64::saturating_add);
    let size = tensors.storages.iter().filter_map(Storage::bytes).fold(0, u64::saturating_add);
    to.fact("tensors", format!("{count}, {numel} elements, {}", bytes(size)));
    let row = |tensor: &Tensor| {
        let sizes: Vec<String> = tensor.sizes.iter().map(i64::to_string).collect();
        let storage = tensor.storage.and_then(|at| tensors.storages.get(at));
        let dtype = tensor.dtype.clone().or_else(|| Some(storage?.class.clone()));
        vec![
            tensor.name.clone(),
            format!("[{}]", sizes.join(", ")),
            dtype.unwrap_or_default(),
            storage.map(|storage| storage.device.clone()).unwrap_or_default(),
            storage.map(|storage| storage.key.clone()).unwrap_or_default(),
            // Of its elements: a view has fewer than its storage.
            own_bytes(tensor, storage).map(|bytes| bytes.to_string()).unwrap_or_default(),
        ]
    };
    let rows = tensors.tensors.iter().take(most).map(row).collect();
    to.list("tensors", &["name", "sizes", "type", "device", "storage", "bytes"], rows);
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
    for (record, pickle) in pickles {
        for used in pickle.uses.imports() {
            let name = used.name.as_ref().map_or_else(|| "(registry of extensions)".into(), ToString::to_string);
            match rows.iter_mut().find(|row| row[0] == name && row[1] == *record) {
                Some(_) => {}
                None => rows.push(vec![name, (*record).to_string(), format!("0x{:x}", used.import.span.start_byte())]),
            }
        }
    }
    to.list("names that pickles import", &["name", "record", "first at"], rows);
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
