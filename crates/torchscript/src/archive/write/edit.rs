//! [`Editor`]: an archive with some records replaced, added or removed.

use outlast_core::{Output, Piece, QuickMap, Result, SortShort};

use super::build::{
    COMPRESSED_FROM, Content, NewRecord, check_name, compresses, invalid, is_wide, narrow, padding, push,
    torch_member, torch_wide_end, zip64,
};
use super::parts::{Part, Parts, refused};
use super::wire::{Central, Descriptor, HAS_DESCRIPTOR, Local, PADDING, WIDE, ZIP64, field, fields};
use crate::archive::TorchArchive;

/// What PyTorch aligns data to where the archive does not say it.
const ALIGNMENT: u64 = 64;
/// The method DEFLATE.
const DEFLATED: u16 = 8;

/// What happens to a member.
#[derive(Clone, Debug)]
enum Change<'a> {
    Replace(Output<'a>),
    Remove,
}

/// An archive that is about to be changed. Nothing is read but headers and the directory, and nothing is written before [`Editor::finish`].
#[derive(Clone, Debug)]
pub struct Editor<'a> {
    parts: Parts<'a>,
    /// The folder of records, with a slash; empty where there is none.
    prefix: String,
    /// Members by name: their index in the order of the file.
    names: QuickMap<Vec<u8>, usize>,
    changes: QuickMap<usize, Change<'a>>,
    added: Vec<NewRecord<'a>>,
    /// What data are aligned to.
    alignment: u64,
    /// Whether code is compressed in this archive.
    compresses: bool,
}

impl<'a> Editor<'a> {
    /// Prepares an archive.
    ///
    /// # Errors
    ///
    /// If it cannot be read, if there are bytes in it that no record has (they would have to be dropped), or if two records have one name.
    pub fn new(archive: &TorchArchive<'a>) -> Result<Editor<'a>> {
        let parts = Parts::read(archive.zip())?;
        let gaps = parts.members.iter().map(|part| &part.gap).chain(&parts.gaps).chain([&parts.behind]);
        if let Some(gap) = gaps.filter(|gap| !gap.is_empty()).min_by_key(|gap| gap.start) {
            let why = format!("{} bytes belong to no record, and would be lost", gap.len());
            let error = refused(parts.file, gap.start, gap.len(), why);
            return Err(
                error.with_help("write the archive again with a tool that you trust, and edit that one")
            );
        }
        let mut names = QuickMap::with_capacity_and_hasher(parts.members.len(), Default::default());
        for (index, part) in parts.members.iter().enumerate() {
            if names.insert(part.local.name.to_vec(), index).is_some() {
                let why = "two members have one name: readers disagree on which one counts";
                return Err(refused(parts.file, part.at, Local::HEAD, why));
            }
        }
        let declared = archive.text(".storage_alignment").ok().flatten().and_then(|text| text.parse().ok());
        let alignment =
            declared.filter(|alignment: &u64| alignment.is_power_of_two() && *alignment <= 1 << 15);
        let prefix = match archive.root() {
            "" => String::new(),
            root => format!("{root}/"),
        };
        let is_code = |part: &&Part<'_>| {
            part.local.name.get(prefix.len()..).is_some_and(|name| name.starts_with(b"code/"))
        };
        let compresses = parts.members.iter().filter(is_code).any(|part| part.local.method == DEFLATED);
        Ok(Editor {
            parts,
            prefix,
            names,
            changes: QuickMap::default(),
            added: Vec::new(),
            alignment: alignment.unwrap_or(ALIGNMENT).max(ALIGNMENT),
            compresses,
        })
    }

    fn find(&self, record: &str) -> Result<usize> {
        let name = format!("{}{record}", self.prefix);
        match self.names.get(name.as_bytes()) {
            Some(index) if !matches!(self.changes.get(index), Some(Change::Remove)) => Ok(*index),
            _ => {
                let shown: String = name.chars().take(100).collect();
                Err(invalid(format!("there is no record `{}`", shown.escape_debug())))
            }
        }
    }

    /// Gives a record other content. It is compressed if it was.
    ///
    /// # Errors
    ///
    /// If there is no such record.
    pub fn replace(&mut self, record: &str, content: Output<'a>) -> Result<()> {
        let index = self.find(record)?;
        self.changes.insert(index, Change::Replace(content));
        Ok(())
    }

    /// Adds a record behind all others. Code is compressed if the archive's other code is.
    ///
    /// # Errors
    ///
    /// If there is one of this name, or the name cannot be one.
    pub fn add(&mut self, record: &str, content: Output<'a>) -> Result<()> {
        check_name(record)?;
        let name = format!("{}{record}", self.prefix);
        check_name(&name)?;
        if self.find(record).is_ok() || self.added.iter().any(|added| added.name == record) {
            return Err(invalid(format!("there is a record `{}`", name.escape_debug())));
        }
        let compress = self.compresses && compresses(record, content.len() as u64);
        self.added.push(NewRecord { name: record.to_string(), content, compress });
        Ok(())
    }

    /// Removes a record.
    ///
    /// # Errors
    ///
    /// If there is no such record.
    pub fn remove(&mut self, record: &str) -> Result<()> {
        let index = self.find(record)?;
        self.changes.insert(index, Change::Remove);
        Ok(())
    }

    /// The changed archive. Data of records that are not changed are where they were: nothing of them is read or copied.
    ///
    /// # Errors
    ///
    /// If nothing is left, or the archive ends up with more than its end can say.
    pub fn finish(self) -> Result<Output<'a>> {
        let Editor { parts, prefix, mut changes, added, alignment, compresses: code, .. } = self;
        let mut out = Output::default();
        let mut central: Vec<(usize, Central<'a>)> = Vec::with_capacity(parts.central.len());
        // Where data stand is counted as the archive counts: from its first byte.
        for (index, part) in parts.members.iter().enumerate() {
            let offset = out.len() as u64;
            let Some(record) = parts.central.get(part.central) else { continue };
            match changes.remove(&index) {
                Some(Change::Remove) => {}
                Some(Change::Replace(content)) => {
                    let name = part.local.name.get(prefix.len()..).unwrap_or_default();
                    let name = String::from_utf8_lossy(name);
                    let rule = compresses(&name, content.len() as u64);
                    // 1.3 compresses code of any length. What was long enough, and stored, stays stored.
                    let short = part.size <= COMPRESSED_FROM;
                    let compress = match part.local.method == DEFLATED {
                        true => rule || short || !is_padded(&part.local),
                        false => code && rule && short,
                    };
                    let content = Content::compressed(content, compress);
                    let (local, record, descriptor) = member(part, record, &content, offset, alignment);
                    fits(&parts, part, &local, &record)?;
                    push(&mut out, &local, content.stored, descriptor);
                    central.push((part.central, record));
                }
                None => {
                    let (local, record, descriptor) = moved(part, record, offset, alignment);
                    fits(&parts, part, &local, &record)?;
                    let mut data = Output::default();
                    data.push(part.stored());
                    push(&mut out, &local, data, descriptor);
                    central.push((part.central, record));
                }
            }
        }
        central.sort_short_by_key(|(index, _)| *index);
        let template = parts.members.first().and_then(|part| Some((part, parts.central.get(part.central)?)));
        for NewRecord { name, content, compress } in added {
            let Some((part, record)) = template else { break };
            let name = format!("{prefix}{name}").into_bytes();
            let mut like = part.clone();
            like.local.name = name.clone().into();
            let mut record = record.clone();
            record.name = name.into();
            let content = Content::compressed(content, compress);
            let (local, record, descriptor) = member(&like, &record, &content, out.len() as u64, alignment);
            push(&mut out, &local, content.stored, descriptor);
            central.push((usize::MAX, record));
        }
        if central.is_empty() {
            return Err(invalid("no record is left".into()));
        }
        ends(&parts, &central, &mut out)?;
        Ok(out)
    }
}

/// Extra fields have a length of 16 bits.
fn fits(parts: &Parts<'_>, part: &Part<'_>, local: &Local<'_>, record: &Central<'_>) -> Result<()> {
    let len = local.extra.len().max(record.extra.len());
    if len <= usize::from(u16::MAX) {
        return Ok(());
    }
    let why = format!("its extra field would have {len} bytes, and has room for 65,535");
    Err(refused(parts.file, part.at, Local::HEAD, why))
}

/// The directory and its ends.
fn ends<'a>(parts: &Parts<'a>, central: &[(usize, Central<'a>)], out: &mut Output<'a>) -> Result<()> {
    let (count, offset) = (central.len() as u64, out.len() as u64);
    let mut directory = Vec::new();
    central.iter().for_each(|(_, record)| record.write(&mut directory));
    let size = directory.len() as u64;
    out.push(Piece::Bytes(directory.into()));
    let fits = count < u64::from(u16::MAX) && !is_wide(size) && !is_wide(offset);
    let wide = match &parts.wide {
        Some(wide) => Some(wide.clone()),
        None if fits => None,
        None => Some(torch_wide_end(count, size, offset)),
    };
    let mut last = Vec::new();
    if let Some(mut wide) = wide {
        (wide.count_here, wide.count, wide.size, wide.offset) = (count, count, size, offset);
        wide.locator.1 = offset.saturating_add(size);
        wide.write(&mut last);
    }
    let mut end = parts.end.clone();
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    (end.count_here, end.count, end.size, end.offset) = (count, count, narrow(size), narrow(offset));
    end.write(&mut last);
    out.push(Piece::Bytes(last.into()));
    Ok(())
}

/// Whether a header has PyTorch's padding.
fn is_padded(local: &Local<'_>) -> bool {
    fields(&local.extra).0.iter().any(|(id, _)| *id == PADDING)
}

/// A new member in the place of one, or like one: as PyTorch writes it, or as the writer of that one did.
fn member<'a>(
    like: &Part<'a>,
    record: &Central<'a>,
    content: &Content<'_>,
    offset: u64,
    alignment: u64,
) -> (Local<'a>, Central<'a>, Option<Descriptor>) {
    let name = like.local.name.to_vec();
    if is_padded(&like.local) {
        let dates = (like.local.time, like.local.date);
        let (local, mut central, descriptor) = torch_member(name, content, offset, alignment, dates);
        central.made_by = record.made_by;
        central.internal = record.internal;
        central.external = record.external;
        return (local, central, descriptor);
    }
    // Another tool's: sizes in the header, except for writers that did not know them.
    let (size, stored) = (content.size, content.stored.len() as u64);
    let method = if content.deflated { DEFLATED } else { 0 };
    let open = like.local.flags & HAS_DESCRIPTOR != 0;
    let wide = is_wide(size) || is_wide(stored);
    let mut local = like.local.clone();
    let mut extra = Vec::new();
    if wide {
        let mut data = size.to_le_bytes().to_vec();
        data.extend(stored.to_le_bytes());
        field(&mut extra, ZIP64, &data);
    }
    let (others, rest) = fields(&like.local.extra);
    others.iter().filter(|(id, _)| *id != ZIP64).for_each(|(id, data)| field(&mut extra, *id, data));
    extra.extend(rest);
    local.extra = extra.into();
    local.method = method;
    local.checksum = if open { 0 } else { content.checksum };
    (local.stored, local.size) = match (wide, open) {
        (true, _) => (WIDE, WIDE),
        (false, true) => (0, 0),
        (false, false) => (narrow(stored), narrow(size)),
    };
    let descriptor =
        open.then_some(Descriptor { signed: true, wide, checksum: content.checksum, stored, size });
    let mut central = record.clone();
    central.method = method;
    central.checksum = content.checksum;
    (central.stored, central.size) = if wide { (WIDE, WIDE) } else { (narrow(stored), narrow(size)) };
    place(&mut central, size, stored, offset);
    (local, central, descriptor)
}

/// Puts the offset into a record of the directory, and the sizes into its zip64 field where they do not fit.
fn place(central: &mut Central<'_>, size: u64, stored: u64, offset: u64) {
    let mut data = Vec::new();
    // The order of APPNOTE 4.5.3: size, stored size, offset. A field is there if its 32-bit field holds `u32::MAX`.
    if central.size == WIDE {
        data.extend(size.to_le_bytes());
    }
    if central.stored == WIDE {
        data.extend(stored.to_le_bytes());
    }
    // Miniz writes both where one of them needs it.
    if central.size == WIDE && central.stored != WIDE && had_both(central) {
        data.extend(stored.to_le_bytes());
    }
    if is_wide(offset) {
        data.extend(offset.to_le_bytes());
    }
    let mut extra = Vec::new();
    if !data.is_empty() {
        field(&mut extra, ZIP64, &data);
    }
    let (others, rest) = fields(&central.extra);
    others.iter().filter(|(id, _)| *id != ZIP64).for_each(|(id, data)| field(&mut extra, *id, data));
    extra.extend(rest);
    central.extra = extra.into();
    central.offset = narrow(offset);
}

/// Whether the zip64 field of a record has the stored size although that fits.
fn had_both(central: &Central<'_>) -> bool {
    let (all, _) = fields(&central.extra);
    let needed = if central.offset == WIDE { 16 } else { 8 };
    all.iter().any(|(id, data)| *id == ZIP64 && data.len() > needed)
}

/// A member that is not changed, at this offset.
fn moved<'a>(
    part: &Part<'a>,
    record: &Central<'a>,
    offset: u64,
    alignment: u64,
) -> (Local<'a>, Central<'a>, Option<Descriptor>) {
    let (mut local, mut central, mut descriptor) = (part.local.clone(), record.clone(), part.descriptor);
    if offset == part.at as u64 {
        return (local, central, descriptor);
    }
    let stored = part.data.len() as u64;
    if is_padded(&local) {
        // What its data were aligned to.
        let was = part.data.base();
        let aligned = [alignment, ALIGNMENT].into_iter().find(|alignment| was % alignment == 0);
        let wide = zip64(part.size, 0, offset);
        let mut extra = Vec::new();
        if let Some(data) = &wide {
            field(&mut extra, ZIP64, data);
        }
        let (all, rest) = fields(&part.local.extra);
        let others = || all.iter().enumerate().filter(|(_, (id, _))| *id != ZIP64);
        let padded = all.iter().position(|(id, _)| *id == PADDING);
        let around: usize =
            others().filter(|(at, _)| Some(*at) != padded).map(|(_, (_, data))| data.len() + 4).sum();
        let head = Local::HEAD + part.local.name.len() + extra.len() + around + rest.len() + 4;
        for (at, (id, data)) in others() {
            match aligned {
                Some(alignment) if Some(at) == padded => {
                    field(&mut extra, PADDING, &padding(offset + head as u64, alignment));
                }
                _ => field(&mut extra, *id, data),
            }
        }
        extra.extend(rest);
        local.extra = extra.into();
        if let Some(descriptor) = &mut descriptor {
            descriptor.wide = wide.is_some();
        }
    }
    place(&mut central, part.size, stored, offset);
    (local, central, descriptor)
}
