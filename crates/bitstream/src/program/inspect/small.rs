//! Serialized diagnostics, remarks, and streams of unknown kinds.

use std::collections::BTreeMap;

use crate::diagnostics::{Diagnostic, Diagnostics, Level};
use crate::remarks::Remarks;
use crate::{BitstreamFile, Item, Stream};
use outlast_core::{Error, Result};

use super::faulty;
use outlast_model::summary::Summary;

/// Remarks that are listed; the rest is counted.
const MOST_REMARKS: usize = 100;

pub(super) fn diagnostics(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let found = Diagnostics::read(stream);
    faulty(found.fault.as_ref(), found.version.is_some(), summary)?;
    summary.known("version", found.version);
    let counts = found.counts();
    let counts: Vec<String> = counts.iter().map(|(level, count)| counted(*count, *level)).collect();
    summary.fact("diagnostics", if counts.is_empty() { "none".into() } else { counts.join(", ") });
    let rows = found.diagnostics.iter().map(diagnostic);
    summary.list("diagnostics", &["where", "level", "message", "flag", "fix"], rows.collect());
    // Compilers do not write sizes any more.
    let size = |size: u64| if size == 0 { "not said".to_string() } else { size.to_string() };
    let rows = found.files.values().map(|file| vec![file.name.clone(), size(file.size)]);
    summary.list("files", &["file", "bytes"], rows.collect());
    Ok(())
}

/// `1 note`, `2 warnings`.
fn counted(count: usize, level: Level) -> String {
    match level {
        Level::Ignored | Level::Unknown(_) => format!("{count} {}", level.name()),
        _ if count == 1 => format!("1 {}", level.name()),
        _ => format!("{count} {}s", level.name()),
    }
}

fn diagnostic(found: &Diagnostic) -> Vec<String> {
    let indent = "  ".repeat(outlast_core::to_index(found.depth.min(8)));
    let fixes: Vec<String> = found.fixits.iter().map(|fix| format!("`{}`", fix.text)).collect();
    let flag = found.flag.as_ref().map(|flag| format!("-W{flag}")).or_else(|| found.category.clone());
    vec![
        format!("{indent}{}", found.location),
        found.level.name().to_string(),
        found.message.clone(),
        flag.unwrap_or_default(),
        fixes.join(", "),
    ]
}

pub(super) fn remarks(stream: Stream<'_>, summary: &mut Summary) -> Result<()> {
    let found = Remarks::read(stream);
    faulty(found.fault.as_ref(), found.container_version.is_some(), summary)?;
    summary.known("container version", found.container_version);
    summary.known("container", found.container.map(|container| container.name().to_string()));
    summary.known("remark version", found.remark_version);
    summary.known("remarks in", found.external_file.as_ref());
    summary.fact("remarks", found.total().to_string());
    match &found.strings {
        Some(strings) => summary.fact("strings", strings.len().to_string()),
        None => summary.fact("strings", "in another file"),
    }
    let rows = found.counts.iter().map(|(kind, count)| vec![kind.name().to_string(), count.to_string()]);
    summary.list("types", &["type", "remarks"], rows.collect());
    let name = |number: u64| found.string(number).map_or_else(|| format!("string {number}"), str::to_string);
    let rows = found.passes.iter().map(|(pass, count)| vec![name(*pass), count.to_string()]);
    summary.list("passes", &["pass", "remarks"], rows.collect());
    let mut rows = Vec::new();
    let visited = Remarks::each(stream, |remark| {
        if rows.len() < MOST_REMARKS {
            let place = remark.location.as_ref();
            let place = place.map(|at| format!("{}:{}:{}", name(at.file), at.line, at.column));
            let text = found.message(remark).unwrap_or_else(|| name(remark.name));
            rows.push(vec![
                place.unwrap_or_default(),
                remark.kind.name().to_string(),
                name(remark.pass),
                text,
            ]);
        }
    });
    if found.fault.is_none() {
        visited.map_err(Error::from)?;
    }
    summary.list("remarks", &["where", "type", "pass", "remark"], rows);
    Ok(())
}

/// Blocks at the top level, by their length words.
pub(super) fn unknown(file: &BitstreamFile<'_>, summary: &mut Summary) -> Result<()> {
    let mut cursor = file.cursor()?;
    let mut blocks: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    while let Some(item) = cursor.next()? {
        if let Item::Enter(block) = item {
            let seen = blocks.entry(block.id).or_default();
            *seen = (seen.0 + 1, seen.1 + u64::from(block.words) * 4);
            cursor.skip_block()?;
        }
    }
    let rows = blocks.iter().map(|(id, (count, bytes))| {
        let name = cursor.block_info().block_name(*id).map(|name| String::from_utf8_lossy(name).into_owned());
        vec![id.to_string(), name.unwrap_or_default(), count.to_string(), bytes.to_string()]
    });
    let rows = rows.collect();
    summary.list("blocks", &["id", "name", "blocks", "bytes"], rows);
    Ok(())
}
