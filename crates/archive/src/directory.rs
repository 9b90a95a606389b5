//! The end of an archive (4.3.14 to 4.3.16): where the directory is.

use std::ops::Range;

use outlast_core::{Bytes, Error, ErrorKind, Result};

use crate::{index, invalid};

/// Bytes of the end record, without the comment.
const END: usize = 22;
/// Longest comment at the end.
const MAX_COMMENT: usize = 0xffff;
/// Bytes of the locator of the zip64 end.
const LOCATOR: usize = 20;
/// Bytes of the zip64 end, without data of the writer's own.
const WIDE_END: usize = 56;

const END_NAME: &str = "end record of a zip archive";
const WIDE_NAME: &str = "zip64 end record";

/// Where the directory is, and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Directory {
    /// Its records.
    pub(crate) range: Range<usize>,
    /// How many there are.
    pub(crate) count: u64,
    /// Whether the end is a zip64 one.
    pub(crate) wide: bool,
    /// What is added to offsets of headers: bytes before the archive that its writer did not know of.
    pub(crate) shift: u64,
    /// The comment.
    pub(crate) comment: Range<usize>,
}

/// What an end record says.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    disk: u64,
    first_disk: u64,
    count_here: u64,
    count: u64,
    size: u64,
    offset: u64,
}

/// Finds the directory.
pub(crate) fn find(file: Bytes<'_>) -> Result<Directory> {
    let at = end_record(file)?;
    let short = |offset| file.u16(at + offset, END_NAME);
    let long = |offset| file.u32(at + offset, END_NAME).map(u64::from);
    let comment_len = usize::from(short(20)?);
    let plain = Numbers {
        disk: short(4)?.into(),
        first_disk: short(6)?.into(),
        count_here: short(8)?.into(),
        count: short(10)?.into(),
        size: long(12)?,
        offset: long(16)?,
    };
    let wide = at.checked_sub(LOCATOR).filter(|at| starts(file, *at, b"PK\x06\x07"));
    let (numbers, end) = match wide {
        None => (plain, at),
        Some(locator) => {
            let record = wide_record(file, locator)?;
            (wide_numbers(file, record, plain)?, record)
        }
    };
    if numbers.disk != 0 || numbers.first_disk != 0 || numbers.count_here != numbers.count {
        let error = invalid(file, at + 4, 8, "it is a part of an archive that is split over several files");
        return Err(error.with_help("join the parts first: zip -s 0 split.zip --out whole.zip"));
    }
    let (start, shift) = start(file, end, numbers, at)?;
    let comment = at + END..at + END + comment_len;
    let range = start..start.saturating_add(index(numbers.size));
    Ok(Directory { range, count: numbers.count, wide: wide.is_some(), shift, comment })
}

fn starts(file: Bytes<'_>, at: usize, magic: &[u8; 4]) -> bool {
    file.data().get(at..).is_some_and(|rest| rest.starts_with(magic))
}

/// The end record: the last one whose comment ends where the file ends; otherwise the last one whose comment is in the file,
/// since bytes may have been appended.
fn end_record(file: Bytes<'_>) -> Result<usize> {
    let earliest = file.len().saturating_sub(END + MAX_COMMENT);
    let tail = file.data().get(earliest..).unwrap_or_default();
    let (mut loose, mut later) = (None, false);
    for (i, window) in tail.windows(4).enumerate().rev() {
        if window != b"PK\x05\x06" {
            continue;
        }
        let at = earliest + i;
        // Readers that do not look at the comment take the last record that is whole.
        let whole = at + END <= file.len();
        let Ok(comment) = file.u16(at + 20, END_NAME) else { continue };
        let end = at + END + usize::from(comment);
        if end == file.len() && later {
            return Err(ambiguous(invalid(file, at, END, "there are two end records")));
        }
        if end == file.len() {
            return Ok(at);
        }
        later |= whole;
        if end < file.len() && loose.is_none() {
            loose = Some(at);
        }
    }
    loose.ok_or_else(|| {
        if later {
            let why = "the comment at its end is longer than the file: readers disagree on whether the directory counts";
            return invalid(file, earliest, file.len() - earliest, why);
        }
        let last = file.len().saturating_sub(END);
        let kind = ErrorKind::Missing { what: "directory, which a zip archive has at its end," .into() };
        let error = Error::new(kind, file.span(last, file.len() - last));
        error.with_help("the file is cut off, or it is not an archive: copy or download it again, and compare its size with that of the original")
    })
}

/// Where the zip64 end is, and that it is of an archive in one file.
fn wide_record(file: Bytes<'_>, locator: usize) -> Result<usize> {
    let at = wide_place(file, locator)?;
    let disks = file.u32(locator + 16, "locator of the zip64 end")?;
    if disks != 1 {
        let why = format!("the locator of its zip64 end says that it is split over {disks} files");
        return Err(invalid(file, locator + 16, 4, why));
    }
    let size = file.u64(at + 4, WIDE_NAME)?;
    if size < (WIDE_END - 12) as u64 {
        return Err(invalid(
            file,
            at + 4,
            8,
            format!("its zip64 end says that it has {size} bytes more, and has 44"),
        ));
    }
    Ok(at)
}

/// Where the zip64 end is: where the locator says, or right before it, if bytes were put before the archive.
fn wide_place(file: Bytes<'_>, locator: usize) -> Result<usize> {
    let said = index(file.u64(locator + 8, "locator of the zip64 end")?);
    if said > file.len().saturating_sub(WIDE_END) {
        let why = format!("the zip64 end is not in the file, but at 0x{said:x}, by its locator");
        return Err(invalid(file, locator + 8, 8, why));
    }
    let fits = |at: &usize| at.checked_add(WIDE_END).is_some_and(|end| end <= locator);
    let here = |at: &usize| fits(at) && starts(file, *at, b"PK\x06\x06");
    let before = locator.checked_sub(WIDE_END).filter(here);
    match (Some(said).filter(here), before) {
        (Some(said), Some(before)) if said != before => Err(invalid(
            file,
            locator + 8,
            8,
            "there are two zip64 ends: readers disagree on which one counts",
        )),
        (Some(at), _) | (None, Some(at)) => Ok(at),
        (None, None) => {
            let why = format!("the zip64 end is not where its locator says, at 0x{said:x}");
            Err(invalid(file, locator + 8, 8, why))
        }
    }
}

/// What the zip64 end says; the plain end must say the same, or that it has no room.
fn wide_numbers(file: Bytes<'_>, at: usize, plain: Numbers) -> Result<Numbers> {
    let long = |offset| file.u64(at + offset, WIDE_NAME);
    let disk = |offset| file.u32(at + offset, WIDE_NAME).map(u64::from);
    let wide = Numbers {
        disk: disk(16)?,
        first_disk: disk(20)?,
        count_here: long(24)?,
        count: long(32)?,
        size: long(40)?,
        offset: long(48)?,
    };
    let pairs = [
        (plain.count, wide.count, u64::from(u16::MAX), 32, "number of members"),
        (plain.size, wide.size, u64::from(u32::MAX), 40, "size of the directory"),
        (plain.offset, wide.offset, u64::from(u32::MAX), 48, "offset of the directory"),
    ];
    for (small, large, no_room, offset, what) in pairs {
        if small != large && small != no_room {
            let why =
                format!("the {what} is {large} in the zip64 end and {small} in the end: readers disagree");
            return Err(invalid(file, at + offset, 8, why));
        }
    }
    Ok(wide)
}

/// Where the directory starts, and what that adds to all offsets. It ends at `end`, unless a writer put something between.
fn start(file: Bytes<'_>, end: usize, numbers: Numbers, record: usize) -> Result<(usize, u64)> {
    let fault = |why: String| invalid(file, record, END, why);
    let Some(by_end) = (end as u64).checked_sub(numbers.size) else {
        return Err(fault(format!("a directory of {} bytes, and {end} before its end", numbers.size)));
    };
    let said = numbers.offset;
    if said == by_end || numbers.size == 0 {
        return Ok((index(by_end), by_end.saturating_sub(said)));
    }
    let here = |at: u64| starts(file, index(at), b"PK\x01\x02");
    let shift = by_end.checked_sub(said);
    match (said < by_end && here(said), shift.filter(|_| here(by_end))) {
        (true, Some(_)) => {
            Err(ambiguous(fault(format!("a directory at 0x{said:x} and one at 0x{by_end:x}"))))
        }
        (true, None) => Ok((index(said), 0)),
        (false, Some(shift)) => Ok((index(by_end), shift)),
        (false, None) => Err(fault(format!("no directory at 0x{said:x}, where its end says that it is"))),
    }
}

fn ambiguous(error: Error) -> Error {
    error
        .with_help("readers disagree on which one counts: write the archive again with a tool that you trust")
}
