//! The zip archive: names, members, alignment, what no member has.

use std::borrow::Cow;
use std::ops::Range;

use outlast_core::{QuickMap, Severity, SortShort, Span};

use super::codes;
use super::context::Context;
use super::quoted;
use crate::archive::{Exported, Kind, MOST, TorchArchive, is_storage};

/// What PyTorch aligns the data of records to, in bytes.
const ALIGNMENT: u64 = 64;

/// Content may become so many times as large.
const RATIO: u64 = 100;

/// Content that may become large, in bytes.
const LARGE: u64 = 1 << 20;

/// Checks the archive; for each entry, whether its content may be read: of members that overlap, or become many times as large, only as
/// much as members that do not could have.
pub(super) fn check(archive: &TorchArchive<'_>, context: &mut Context) -> Vec<bool> {
    let mut readable = Vec::new();
    let Ok(records) = archive.records() else { return readable };
    let file = archive.zip().file().len() as u64;
    let (mut stored, mut expanded) = (0u64, 0u64);
    let most = file.saturating_mul(RATIO).max(64 * LARGE);
    let directory = archive.zip().directory();
    let in_directory = Span::bytes(directory.start as u64, directory.end as u64);
    let mut names: QuickMap<Vec<u8>, Vec<String>> = QuickMap::default();
    let mut extents: Vec<(Range<u64>, String)> = Vec::new();
    let mut unchecked = Vec::new();
    let alignment = storage_alignment(archive, context);
    let aligned = archive.kind() != Kind::Exported(Exported::Flat);
    for record in records {
        readable.push(false);
        let (entry, name) = (record.entry, record.entry.name());
        let spelling = names.entry(if archive.ignores_case() {
            entry.raw_name().to_ascii_lowercase()
        } else {
            entry.raw_name().to_vec()
        });
        spelling.or_default().push(name.to_string());
        if archive.ignores_case()
            && let Some(usual) = usual_spelling(&record.name)
        {
            let title = format!(
                "{} is spelled {} by PyTorch, whose reader takes one for the other",
                quoted(&name),
                quoted(usual)
            );
            context.warning(codes::OTHER_CASE, title, in_directory.clone());
        }
        if let Some(why) = unsafe_name(&name) {
            context.error(
                codes::UNSAFE_NAME,
                format!("the name {} {why}", quoted(&name)),
                in_directory.clone(),
            );
        }
        if !record.inside {
            let title = format!("{} is not under the root folder {}", quoted(&name), quoted(archive.root()));
            context.error(codes::OUTSIDE_ROOT, title, in_directory.clone());
        }
        if entry.is_folder() && entry.size() > 0 {
            let title = format!(
                "the directory says that {} is a folder: PyTorch's reader reads nothing of it, and takes what is in memory",
                quoted(&name)
            );
            let place = entry.record().span(38, 4);
            context.error(codes::UNREADABLE_RECORD, title, place);
        }
        let member = match archive.zip().member(entry) {
            Ok(member) => member,
            Err(error) => {
                context.failure(codes::UNREADABLE_RECORD, &error);
                continue;
            }
        };
        let extent = member.extent();
        extents.push((extent.clone(), name.to_string()));
        let place = Span::bytes(extent.start, extent.end);
        let data = member.raw().span(0, member.raw().len());
        stored = stored.saturating_add(entry.stored_size());
        expanded = expanded.saturating_add(entry.size());
        let expands = entry.size() > LARGE && entry.size() / RATIO > entry.stored_size();
        if expands {
            let title =
                format!("{} has {} bytes, and becomes {}", quoted(&name), entry.stored_size(), entry.size());
            context.error(codes::EXPANDS, title, place.clone());
        }
        let storage = is_storage(&record.name);
        if storage && !member.is_stored() {
            context.warning(
                codes::COMPRESSED_DATA,
                format!("the data {} are compressed", quoted(&name)),
                place,
            );
        }
        let wanted = if storage { alignment } else { ALIGNMENT };
        // Of an archive with bytes before it, the places in the archive count.
        let at = member.raw().base().saturating_sub(archive.zip().prepended());
        if aligned && at % wanted != 0 {
            let title = format!("{} starts at 0x{at:x}, which is not a multiple of {wanted}", quoted(&name));
            let severity = if storage { Severity::Warning } else { Severity::Note };
            context.put(codes::MISALIGNED, severity, title, data.clone());
        }
        if expands || stored > file || expanded > most {
            continue;
        }
        // Records of an archive in the archive have checksums of their own: its weights are read where those of this one are.
        let holds = storage || member.raw().data().starts_with(b"PK\x03\x04");
        let size = usize::try_from(entry.size()).unwrap_or(usize::MAX);
        let read = !holds || !member.is_stored() || context.data.spend(size);
        let said = entry.checksum();
        let found = if read { member.checksum(MOST).map(Some) } else { Ok(None) };
        match found {
            Err(error) => context.failure(codes::UNREADABLE_RECORD, &error),
            // What is not read counts by what the directory says.
            Ok(found) if said == 0 && entry.size() > 0 && found != Some(0) => unchecked.push((name, extent)),
            Ok(Some(found)) if found != said => {
                let title = format!(
                    "the checksum of {} is {found:08x}, the directory says {said:08x}",
                    quoted(&name)
                );
                context.error(codes::BAD_CHECKSUM, title, data);
            }
            Ok(_) => {}
        }
        if let Some(last) = readable.last_mut() {
            *last = true;
        }
    }
    without_checksums(archive, &unchecked, context);
    if expanded > most {
        let title = format!("the records become {expanded} bytes together, of a file of {file}");
        context.error(codes::EXPANDS, title, in_directory.clone());
    }
    for mut same in names.into_values().filter(|same| same.len() > 1) {
        let count = same.len();
        same.sort_short();
        same.dedup();
        let title = match &same[..] {
            [first, second, ..] => format!(
                "{count} records are named {} and {}: PyTorch's reader does not distinguish these",
                quoted(first),
                quoted(second)
            ),
            _ => format!("{count} records are named {}", quoted(same.first().map_or("", String::as_str))),
        };
        context.error(codes::DUPLICATE_RECORD, title, in_directory.clone());
    }
    extents.push((directory.start as u64..directory.end as u64, "the directory".into()));
    gaps(archive, extents, context);
    readable
}

/// Records whose checksum is 0: `torch.save` writes them so where `torch.serialization.set_crc32_options(False)` asks for it (2.6 and later). One
/// finding, at the first.
fn without_checksums(
    archive: &TorchArchive<'_>,
    unchecked: &[(Cow<'_, str>, Range<u64>)],
    context: &mut Context,
) {
    let [(name, extent), others @ ..] = unchecked else { return };
    let named = quoted(name);
    let which = match others.len() {
        0 => format!("{named} carries no checksum"),
        others => format!("{named} and {others} more records carry no checksum"),
    };
    let title = format!("{which}: whether their data are damaged cannot be determined");
    let title = if others.is_empty() { title.replace("their", "its") } else { title };
    // PyTorch writes them in every other archive.
    let severity = if archive.kind() == Kind::Save { Severity::Note } else { Severity::Warning };
    context.put(codes::NO_CHECKSUM, severity, title, Span::bytes(extent.start, extent.end));
}

/// Overlaps, and bytes that belong to no record.
fn gaps(archive: &TorchArchive<'_>, mut extents: Vec<(Range<u64>, String)>, context: &mut Context) {
    extents.sort_short_by_key(|(extent, _)| (extent.start, extent.end));
    let (mut end, mut last) = (0, String::new());
    for (extent, name) in extents {
        if extent.start < end {
            let title = format!("{} and {} share bytes", quoted(&last), quoted(&name));
            context.error(codes::OVERLAPPING_RECORDS, title, Span::bytes(extent.start, extent.end.min(end)));
        } else if extent.start > end {
            let title = format!("{} bytes before {} belong to no record", extent.start - end, quoted(&name));
            context.warning(codes::STRAY_BYTES, title, Span::bytes(end, extent.start));
        }
        if extent.end >= end {
            (end, last) = (extent.end, name);
        }
    }
    let appended = archive.zip().appended().len() as u64;
    if appended > 0 {
        let file = archive.zip().file().len() as u64;
        let title = format!("{appended} bytes after the end of the archive");
        context.warning(codes::STRAY_BYTES, title, Span::bytes(file - appended, file));
    }
}

/// How PyTorch spells a name that readers look for, or its beginning, where this one differs from it by upper and lower case only.
fn usual_spelling(name: &str) -> Option<&'static str> {
    /// Names, and folders, which end with a slash.
    const KNOWN: [&str; 20] = [
        "data.pkl",
        "constants.pkl",
        "bytecode.pkl",
        "version",
        ".data/version",
        "model.json",
        "attributes.pkl",
        "byteorder",
        "mobile_debug_handles.pkl",
        "callstack_debug_map.pkl",
        "archive_format",
        "archive_version",
        ".storage_alignment",
        ".format_version",
        "code/",
        "constants/",
        "data/",
        "extra/",
        "models/",
        "tensors/",
    ];
    KNOWN.into_iter().find(|known| {
        let head = if known.ends_with('/') { name.get(..known.len()) } else { Some(name) };
        head.is_some_and(|head| head != *known && head.eq_ignore_ascii_case(known))
    })
}

/// Why a name is dangerous to whoever extracts it.
fn unsafe_name(name: &str) -> Option<&'static str> {
    let mut parts = name.split(['/', '\\']);
    Some(match name {
        _ if parts.any(|part| part == "..") => "leads out of the folder by `..`",
        _ if name.starts_with('/') => "starts at the root",
        _ if name.contains('\\') => "has a backslash, which is a slash to some",
        _ if name.contains('\0') => "has a zero byte, where some end it",
        _ if name.as_bytes().get(1) == Some(&b':') => "starts at a drive",
        _ => return None,
    })
}

/// What storages are aligned to.
fn storage_alignment(archive: &TorchArchive<'_>, context: &mut Context) -> u64 {
    let Ok(Some(text)) = archive.text(".storage_alignment") else { return ALIGNMENT };
    match text.parse::<u64>() {
        Ok(alignment) if alignment.is_power_of_two() => alignment,
        _ => {
            let title = format!("the alignment of storages is {}", quoted(&text));
            context.add(
                outlast_core::Diagnostic::new(
                    codes::STORAGE_ALIGNMENT,
                    Severity::Error,
                    title,
                    Default::default(),
                )
                .in_source(&archive.source(".storage_alignment")),
            );
            ALIGNMENT
        }
    }
}
