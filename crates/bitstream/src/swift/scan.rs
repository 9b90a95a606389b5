//! The cache of Swift's dependency scanner (`IMDC`): which modules a build needs.
//!
//! `METADATA [major, minor, blob compiler]`, identifiers and arrays of identifiers (both numbered from 1), and for each
//! module `MODULE_NODE [name, context hash, …]`, followed by a record that says of what kind it is. The fields of these
//! changed with each version of the format; of a module, the name and the kind's record are read by their names.

use crate::fields::{blob_text, index, record_name};
use crate::{Cursor, Fault, Item, Stream};

/// Names as of version 7.1, for streams that do not name them.
const NAMES: &[(u32, &str)] = &[
    (1, "METADATA"),
    (2, "MODULE_NODE"),
    (3, "SWIFT_INTERFACE_MODULE_DETAILS_NODE"),
    (4, "SWIFT_SOURCE_MODULE_DETAILS_NODE"),
    (5, "SWIFT_PLACEHOLDER_MODULE_DETAILS_NODE"),
    (6, "SWIFT_BINARY_MODULE_DETAILS_NODE"),
    (7, "CLANG_MODULE_DETAILS_NODE"),
    (8, "IDENTIFIER_NODE"),
    (9, "IDENTIFIER_ARRAY_NODE"),
];

/// A module that the build needs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScanModule {
    /// Its name.
    pub name: String,
    /// Of what kind it is, as the record is named: `SWIFT_BINARY_MODULE_DETAILS_NODE`.
    pub kind: String,
    /// The file that stands first among its details; empty for none.
    pub file: String,
}

/// What the scanner found.
#[derive(Clone, Debug, Default)]
pub struct ScanCache {
    /// Version of the format: major, minor.
    pub format: Option<(u64, u64)>,
    /// What the compiler says of itself.
    pub compiler: Option<String>,
    /// How many identifiers there are.
    pub identifiers: usize,
    /// The modules, in their order.
    pub modules: Vec<ScanModule>,
    /// What stopped the reading.
    pub fault: Option<Fault>,
}

impl ScanCache {
    /// Reads a cache.
    pub fn read(stream: Stream<'_>) -> ScanCache {
        let mut cache = ScanCache::default();
        let mut names = vec![String::new()];
        let mut modules: Vec<(u64, Option<(String, u64)>)> = Vec::new();
        cache.fault = cache.walk(stream, &mut names, &mut modules).err();
        cache.identifiers = names.len() - 1;
        let name = |id: u64| names.get(index(id)).cloned().unwrap_or_default();
        cache.modules = modules
            .into_iter()
            .map(|(own, details)| {
                let (kind, file) = details.unwrap_or_default();
                // Details of sources start with an array, whose numbers are others'.
                let file = if kind.contains("SOURCE") { String::new() } else { name(file) };
                ScanModule { name: name(own), kind, file }
            })
            .collect();
        cache
    }

    fn walk(
        &mut self,
        stream: Stream<'_>,
        names: &mut Vec<String>,
        modules: &mut Vec<(u64, Option<(String, u64)>)>,
    ) -> Result<(), Fault> {
        let mut cursor = Cursor::new(stream)?;
        loop {
            let (code, first, second, text) = match cursor.next()? {
                None => return Ok(()),
                Some(Item::Enter(block)) if block.id != 8 => {
                    cursor.skip_block()?;
                    continue;
                }
                Some(Item::Record(record)) => {
                    (record.code, record.op(0).unwrap_or(0), record.op(1).unwrap_or(0), blob_text(&record))
                }
                Some(_) => continue,
            };
            match &*record_name(&cursor, 8, code, NAMES) {
                "METADATA" => {
                    self.format = Some((first, second));
                    self.compiler = Some(text);
                }
                "MODULE_NODE" => modules.push((first, None)),
                "IDENTIFIER_NODE" => names.push(text),
                details if details.ends_with("_DETAILS_NODE") => {
                    if let Some((_, kind @ None)) = modules.last_mut() {
                        *kind = Some((details.to_string(), first));
                    }
                }
                _ => {}
            }
        }
    }
}
