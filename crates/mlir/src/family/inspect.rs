//! MLIR bytecode in one screen.

use std::collections::BTreeMap;

use crate::File;
use crate::OpNameId;
use crate::defs::{ResourceKind, section};
use crate::ir::Nested;
use crate::overview::{DialectUse, Overview};
use crate::schema::{ReleaseSchemas, Served, Why};
use crate::tables::{Resource, ResourceValue};
use crate::wire::Reader;
use outlast_core::Result;

use outlast_model::summary::{Summary, bytes, hex};

/// Operations of larger sections are counted only if that is asked for, in bytes.
pub(super) const COUNTED: usize = 8 << 20;

/// Sums up a file; `full` reads all operations, however many there are.
pub(super) fn summary(file: &File<'_>, full: bool, summary: &mut Summary) -> Result<()> {
    summary.fact("size", bytes(wide(file.data().len())));
    summary.fact("bytecode version", file.version().to_string());
    summary.fact("producer", String::from_utf8_lossy(file.producer()));
    let lazy = Overview::read(file, Nested::Skip(1))?;
    let size = file.section(section::IR).map_or(0, crate::wire::Section::len);
    let all = match full || size < COUNTED {
        true => Overview::read(file, Nested::Read).map(Some),
        false => Ok(None),
    };
    match &all {
        Ok(Some(all)) => summary.fact("operations", all.ir.len().to_string()),
        Ok(None) => {
            let read = lazy.ir.len();
            let size = bytes(wide(size));
            summary.fact(
                "operations",
                format!("{read} outside of functions; all are {size}, and counted with --full"),
            );
        }
        Err(error) => summary.fact("damaged", error.to_string()),
    }
    let all = all.ok().flatten();
    let seen = all.as_ref().unwrap_or(&lazy);
    if let Some(top) = lazy.ir.ops().next() {
        summary.fact("top operation", lazy.op_name(lazy.ir.name(top)));
    }
    properties(seen, file.version(), summary);
    let dialects = lazy.dialects();
    entry_points(&lazy, summary);
    summary.list("dialects", DIALECTS, dialects.iter().map(dialect).collect());
    if let Some(all) = &all {
        let rows = all.histogram().into_iter().map(|(name, count)| vec![name, count.to_string()]);
        summary.list("operations", &["name", "count"], rows.collect());
    }
    resources(&lazy, summary);
    opaque(&dialects, seen, summary);
    sections(&lazy, summary);
    Ok(())
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn entry_points(lazy: &Overview<'_>, summary: &mut Summary) {
    let rows = lazy.functions().into_iter().map(|function| {
        vec![
            function.name,
            function.ty,
            lazy.op_name(lazy.ir.name(function.op)),
            function.visibility.unwrap_or_default(),
            function.bytes.map(|size| size.to_string()).unwrap_or_default(),
        ]
    });
    let columns = &["name", "type", "operation", "visibility", "bytes"];
    summary.list("entry points", columns, rows.collect());
}

const DIALECTS: &[&str] = &["name", "version", "operation names", "attributes", "types"];

fn dialect(dialect: &DialectUse) -> Vec<String> {
    vec![
        dialect.name.clone(),
        dialect.version.as_deref().map_or_else(String::new, version),
        dialect.op_names.to_string(),
        dialect.attrs.all.to_string(),
        dialect.types.all.to_string(),
    ]
}

/// A version as its dialect encodes it, and the numbers that it may be.
fn version(encoded: &[u8]) -> String {
    let mut reader = Reader::new(encoded);
    let mut numbers = Vec::new();
    while !reader.is_empty() {
        match reader.varint("version") {
            Ok(number) => numbers.push(number.to_string()),
            Err(_) => return hex(encoded),
        }
    }
    match numbers.is_empty() {
        true => "0 bytes".into(),
        false => format!("{} ({})", hex(encoded), numbers.join(", ")),
    }
}

/// Whose schemas serve.
fn properties(seen: &Overview<'_>, version: u64, summary: &mut Summary) {
    if version < crate::defs::version::NATIVE_PROPERTIES_ENCODING {
        return;
    }
    let mut by: BTreeMap<String, usize> = BTreeMap::new();
    for choice in &seen.chosen.ops {
        let of = match &choice.served {
            Served::Release(release) => format!("as {} has them", release.name()),
            Served::Given(name) => format!("as {name} has them, which was given"),
            Served::Agreed(releases) => {
                format!("as {} agree", some(releases))
            }
            Served::Unregistered => "of operations that the producer did not know".into(),
            Served::Unknown(_) => "not known".into(),
            _ => continue,
        };
        *by.entry(of).or_default() += 1;
    }
    let parts = by.into_iter().map(|(of, count)| match count {
        1 => format!("1 operation name {of}"),
        count => format!("{count} operation names {of}"),
    });
    let text = parts.collect::<Vec<_>>().join("; ");
    if !text.is_empty() {
        summary.fact("properties", text);
    }
}

fn resources(lazy: &Overview<'_>, summary: &mut Summary) {
    let tables = &lazy.tables;
    let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let mut rows = Vec::new();
    let mut add = |owner: String, member: &Resource<'_>| {
        let (kind, size, alignment) = match member.value {
            ResourceValue::Declared(kind) => {
                (format!("{}, declared only", kind_name(kind)), String::new(), String::new())
            }
            ResourceValue::Blob { alignment, ref data, .. } => {
                ("blob".into(), bytes(wide(data.len())), alignment.to_string())
            }
            ResourceValue::Bool(byte) => (format!("bool: {}", byte != 0), String::new(), String::new()),
            ResourceValue::String(text) => {
                let text = tables.string(text);
                (format!("string: {}", lossy(text)), bytes(wide(text.len())), String::new())
            }
        };
        rows.push(vec![owner, lossy(tables.string(member.key)), kind, size, alignment]);
    };
    for group in &tables.resources.dialects {
        group.members.iter().for_each(|member| add(lossy(tables.dialect_name(group.owner)), member));
    }
    for group in &tables.resources.external {
        let owner = format!("{} (external)", lossy(tables.string(group.owner)));
        group.members.iter().for_each(|member| add(owner.clone(), member));
    }
    summary.list("resources", &["owner", "key", "kind", "size", "alignment"], rows);
}

fn kind_name(kind: ResourceKind) -> &'static str {
    match kind {
        ResourceKind::Blob => "blob",
        ResourceKind::Bool => "bool",
        ResourceKind::String => "string",
    }
}

/// What nobody here can read, and why.
fn opaque(dialects: &[DialectUse], seen: &Overview<'_>, summary: &mut Summary) {
    let mut rows = Vec::new();
    for dialect in dialects {
        for (what, encoded) in [("attributes", &dialect.attrs), ("types", &dialect.types)] {
            if encoded.opaque != 0 {
                let why = "the dialect encodes them itself, in a way that is not known here";
                let what = format!("{what} of {}", dialect.name);
                rows.push(vec![what, encoded.opaque.to_string(), why.to_owned()]);
            }
        }
    }
    for (at, choice) in seen.chosen.ops.iter().enumerate() {
        if let Served::Unknown(why) = &choice.served {
            let what = format!("properties of {}", seen.op_name(OpNameId::new(at)));
            rows.push(vec![what, choice.blobs.to_string(), reason(why)]);
        }
    }
    summary.list("opaque", &["what", "count", "why"], rows);
}

/// Releases by name; of many, the first and the last.
fn some(releases: &[ReleaseSchemas]) -> String {
    match releases {
        [first, .., last] if releases.len() > 3 => {
            format!("{}, {} and {} between", first.name(), last.name(), releases.len() - 2)
        }
        all => all.iter().map(|release| release.name()).collect::<Vec<_>>().join(" and "),
    }
}

fn reason(why: &Why) -> String {
    match why {
        Why::Unmeasured => "the producer's release was not measured, nor those around it".into(),
        Why::Absent(release) => format!("{} has no such operation, or none with properties", release.name()),
        Why::Disagree(releases) => {
            format!("{} encode them in different ways", some(releases))
        }
        Why::GivenUnproven(name, unproven) => {
            format!("not as {name} has them, which was given: {} (operation {})", unproven.why, unproven.op.0)
        }
        Why::Unproven(release, unproven) => {
            format!("not as {} has them: {} (operation {})", release.name(), unproven.why, unproven.op.0)
        }
    }
}

fn sections(lazy: &Overview<'_>, summary: &mut Summary) {
    let rows = lazy.sections().into_iter().map(|(id, start, len, holds)| {
        vec![section::name(id).to_owned(), format!("0x{start:x}"), bytes(wide(len)), holds]
    });
    summary.list("sections", &["section", "offset", "size", "holds"], rows.collect());
}
