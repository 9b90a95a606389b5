//! `CONTROL 9` and `OPTIONS 16`: records as they stand, in their order, as a compiler reads them.

use crate::fields::{record_name, records};
use crate::swift::blocks;
use crate::{Cursor, Fault, Item, Record};

/// Names of `CONTROL` as of Swift 6.0, for streams that do not name them.
const CONTROL: &[(u32, &str)] = &[
    (1, "METADATA"),
    (2, "MODULE_NAME"),
    (3, "TARGET"),
    (4, "SDK_NAME"),
    (5, "REVISION"),
    (6, "CHANNEL"),
    (7, "IS_OSSA"),
    (8, "ALLOWABLE_CLIENT_NAME"),
];

/// Names of `OPTIONS` as of Swift 6.0, for streams and records without a name.
const OPTIONS: &[(u32, &str)] = &[
    (1, "SDK_PATH"),
    (2, "XCC"),
    (3, "IS_SIB"),
    (4, "IS_STATIC_LIBRARY"),
    (5, "HAS_HERMETIC_SEAL_AT_LINK"),
    (6, "IS_EMBEDDED_SWIFT_MODULE"),
    (7, "IS_TESTABLE"),
    (8, "RESILIENCE_STRATEGY"),
    (9, "ARE_PRIVATE_IMPORTS_ENABLED"),
    (10, "IS_IMPLICIT_DYNAMIC_ENABLED"),
    (11, "IS_BUILT_FROM_INTERFACE"),
    (12, "IS_ALLOW_MODULE_WITH_COMPILER_ERRORS_ENABLED"),
    (13, "MODULE_ABI_NAME"),
    (14, "IS_CONCURRENCY_CHECKED"),
    (15, "MODULE_PACKAGE_NAME"),
    (16, "MODULE_EXPORT_AS_NAME"),
    (17, "PLUGIN_SEARCH_OPTION"),
    (18, "HAS_CXX_INTEROPERABILITY_ENABLED"),
    (19, "ALLOW_NON_RESILIENT_ACCESS"),
    (20, "SERIALIZE_PACKAGE_ENABLED"),
];

/// Operands that are kept of a record: more than any compiler looks at.
const KEPT: usize = 32;

/// A record of the control block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlRecord {
    /// Its code.
    pub code: u32,
    /// Its name: the stream's own, else that of Swift 6.0.
    pub name: String,
    /// How many operands it has.
    pub count: usize,
    /// Its operands, the first 32.
    pub ops: Vec<u64>,
    /// Its blob; none if it has none.
    pub blob: Option<Vec<u8>>,
    /// Its bits, from the start of the file.
    pub bits: std::ops::Range<u64>,
}

/// A record of the options block.
pub type OptionRecord = ControlRecord;

impl ControlRecord {
    fn new(record: &Record<'_, '_>, name: String, base: u64) -> ControlRecord {
        let at = base.saturating_mul(8);
        ControlRecord {
            code: record.code,
            name,
            count: record.ops.len(),
            ops: record.ops.iter().take(KEPT).copied().collect(),
            blob: record.blob.map(<[u8]>::to_vec),
            bits: at.saturating_add(record.start)..at.saturating_add(record.end),
        }
    }

    /// The blob as text; empty where there is none.
    pub fn text(&self) -> String {
        crate::fields::text(self.blob.as_deref().unwrap_or_default())
    }

    /// What the record says in a word: its text, its numbers, or nothing where its presence is all it says.
    pub fn value(&self) -> Option<String> {
        let numbers = || self.ops.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        match (&self.blob, self.ops.is_empty()) {
            (Some(_), true) => Some(self.text()),
            (Some(_), false) => Some(format!("{} {}", numbers(), self.text())),
            (None, false) => Some(numbers()),
            (None, true) => None,
        }
    }
}

/// The control block, as it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Control {
    pub(crate) records: Vec<ControlRecord>,
    pub(crate) options: Vec<OptionRecord>,
}

/// Reads the control block that was just entered, with the options block in it. What was read before a fault stays.
pub(crate) fn read(cursor: &mut Cursor<'_>, into: &mut Control) -> Result<(), Fault> {
    loop {
        let base = cursor.base();
        match cursor.next()? {
            None | Some(Item::Leave(..)) => return Ok(()),
            Some(Item::Define(..)) => {}
            Some(Item::Enter(block)) if block.id == blocks::OPTIONS => options(cursor, into)?,
            Some(Item::Enter(_)) => {
                cursor.skip_block()?;
            }
            Some(Item::Record(record)) => {
                into.records.push(ControlRecord::new(&record, String::new(), base));
                let code = record.code;
                let name = record_name(cursor, blocks::CONTROL, code, CONTROL).into_owned();
                if let Some(last) = into.records.last_mut() {
                    last.name = name;
                }
            }
        }
    }
}

fn options(cursor: &mut Cursor<'_>, into: &mut Control) -> Result<(), Fault> {
    let (base, from) = (cursor.base(), into.options.len());
    let outcome = records(cursor, |record| {
        into.options.push(ControlRecord::new(record, String::new(), base));
    });
    for option in into.options.iter_mut().skip(from) {
        option.name = record_name(cursor, blocks::OPTIONS, option.code, OPTIONS).into_owned();
    }
    outcome
}

/// The first record of this name.
pub(crate) fn named<'r>(records: &'r [ControlRecord], name: &str) -> Option<&'r ControlRecord> {
    records.iter().find(|record| record.name == name)
}
