//! All pickles of an archive: what loading them would import, and the tensors in them.

use crate::archive::{Kind, Tensors, TorchArchive, tensors};
use crate::pickle::{Limits, Pickle};
use outlast_core::{Bytes, QuickSet, Result};

/// Archives in archives are looked into up to this depth: programs of `torch.export` keep their weights in one.
const DEEPEST: usize = 2;

/// What is in the pickles.
#[derive(Debug, Default)]
pub(in super::super) struct Found {
    /// Rows: name, record, place.
    pub(in super::super) imports: Vec<Vec<String>>,
    /// The tensors of each pickle that has any, with its record.
    pub(in super::super) tensors: Vec<(String, Tensors)>,
}

/// Reads the pickles of an archive, and of archives in it.
pub(in super::super) fn of_archive(archive: &TorchArchive<'_>, kind: Kind, found: &mut Found) -> Result<()> {
    inside(archive, kind, "", 0, found)
}

fn inside(
    archive: &TorchArchive<'_>,
    kind: Kind,
    before: &str,
    depth: usize,
    found: &mut Found,
) -> Result<()> {
    for record in archive.records()? {
        let name = record.name.as_ref();
        // Elements of tensors are not read.
        let of_tensors = ["data/", "constants/", "tensors/"].iter().any(|folder| name.starts_with(folder))
            && !name.contains('.');
        if of_tensors {
            continue;
        }
        let Ok(Some(content)) = archive.content(name) else { continue };
        let full = format!("{before}{name}");
        if content.starts_with(b"PK\x03\x04") && depth < DEEPEST {
            if let Ok(nested) = TorchArchive::open(&content) {
                inside(&nested, nested.kind(), &format!("{full}!"), depth + 1, found)?;
            }
            continue;
        }
        if !name.ends_with("pkl") && !name.ends_with(".pickle") && !matches!(*content, [0x80, 2..=5, ..]) {
            continue;
        }
        let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
        imports_of(&full, &pickle, &mut found.imports);
        // Bytecode and constants name tensors that are listed with the code.
        let listed = name == "data.pkl" || kind == Kind::Package;
        let of_pickle = listed.then(|| tensors(&pickle));
        found
            .tensors
            .extend(of_pickle.filter(|tensors| !tensors.tensors.is_empty()).map(|tensors| (full, tensors)));
    }
    Ok(())
}

/// Adds what a pickle imports, each name once.
pub(in super::super) fn imports_of(record: &str, pickle: &Pickle<'_>, rows: &mut Vec<Vec<String>>) {
    let of_record = rows.iter().filter(|row| row.get(1).is_some_and(|of| of == record));
    let mut known: QuickSet<String> = of_record.filter_map(|row| row.first().cloned()).collect();
    for used in pickle.uses.imports() {
        let name = used.name.as_ref().map_or_else(|| "(registry of extensions)".into(), ToString::to_string);
        if known.insert(name.clone()) {
            rows.push(vec![name, record.to_string(), format!("0x{:x}", used.import.span.start_byte())]);
        }
    }
}
