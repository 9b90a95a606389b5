//! The `tar` archives that `torch.save` wrote before 0.1.10: members `sys_info`, `pickle`, `tensors` and `storages`.

use outlast_core::{Bytes, Error, ErrorKind, Result};

use super::legacy::{Legacy, LegacyStorage};
use super::storage::element;
use super::tensors::Tensors;
use crate::pickle::{Limits, Value};

/// Bytes of a header, and what members are padded to.
const BLOCK: usize = 512;

/// Whether a file starts as a `tar` archive.
pub fn is_tar(file: &[u8]) -> bool {
    file.get(257..262) == Some(b"ustar")
}

/// The members that torch reads, and how.
const MEMBERS: [&str; 4] = ["sys_info", "storages", "tensors", "pickle"];

/// A regular member: its name, and where its data are in the file.
struct Member<'a> {
    name: &'a [u8],
    at: usize,
    len: usize,
}

/// Reads the pickles of such a file. Only members that torch reads count; their data are walked through as torch does it, because
/// pickles stand between tensors.
pub(super) fn read<'a>(file: Bytes<'a>, limits: Limits) -> Result<Legacy<'a>> {
    let members = members(file)?;
    let mut legacy = Legacy {
        parts: Vec::new(),
        tensors: Tensors::default(),
        storages: Vec::new(),
        trailing: 0,
        error: None,
        tar: true,
    };
    for name in MEMBERS {
        let of_name: Vec<&Member<'_>> =
            members.iter().filter(|member| plain(member.name) == name.as_bytes()).collect();
        if of_name.is_empty() && name != "sys_info" {
            let kind = ErrorKind::Missing { what: format!("member `{name}` of a tar file of torch.save") };
            legacy.error.get_or_insert(Error::new(kind, file.span(0, BLOCK.min(file.len()))));
        }
        // Of two with one name, Python's reader takes the last: all are looked at.
        for member in of_name {
            if let Err(error) = walk(&mut legacy, file, member, name, limits) {
                legacy.error.get_or_insert(error);
            }
        }
    }
    Ok(legacy)
}

/// A name without `./` in front of it, which `tar` may put there.
fn plain(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"./").unwrap_or(name)
}

fn members(file: Bytes<'_>) -> Result<Vec<Member<'_>>> {
    let (mut at, mut members) = (0, Vec::new());
    while at < file.len() {
        let head = file.slice(at, BLOCK, "header of a tar member")?;
        if head.iter().all(|byte| *byte == 0) {
            break;
        }
        let field = |range: std::ops::Range<usize>| head.get(range).unwrap_or_default();
        let name = field(0..100).split(|byte| *byte == 0).next().unwrap_or_default();
        let digits = field(124..136).iter().copied().filter(|byte| !matches!(byte, 0 | b' '));
        let len = digits.into_iter().try_fold(0usize, |len, digit| match digit {
            b'0'..=b'7' => len.checked_mul(8)?.checked_add(usize::from(digit - b'0')),
            _ => None,
        });
        let Some(len) = len else {
            let why = "the size of a member is no octal number".into();
            return Err(Error::new(ErrorKind::Invalid { what: "tar file", why }, file.span(at + 124, 12)));
        };
        file.slice(at + BLOCK, len, "data of a tar member")?;
        if matches!(field(156..157), [0 | b'0' | b'7']) {
            members.push(Member { name, at: at + BLOCK, len });
        }
        let padded = len.checked_next_multiple_of(BLOCK).unwrap_or(usize::MAX);
        at = (at + BLOCK).saturating_add(padded);
    }
    Ok(members)
}

/// Reads the pickles of a member. Offsets count from the start of the file.
fn walk<'a>(
    legacy: &mut Legacy<'a>,
    file: Bytes<'a>,
    member: &Member<'_>,
    name: &str,
    limits: Limits,
) -> Result<()> {
    // What stands behind the member is not its own.
    let file = file.window(0, member.at + member.len, "tar member")?;
    let mut at = legacy.next(file, member.at, name, limits)?;
    let int = |legacy: &Legacy<'_>| {
        let pickle = &legacy.parts.last()?.pickle;
        pickle.graph.int(pickle.root?)
    };
    if name == "pickle" || name == "sys_info" {
        return Ok(());
    }
    let count = int(legacy).unwrap_or(0);
    for i in 0..count {
        at = legacy.next(file, at, &format!("{name} / {i}"), limits)?;
        at = if name == "storages" { storage(legacy, file, at)? } else { tensor(file, at)? };
    }
    if name == "storages" {
        legacy.next(file, at, "storages / views", limits)?;
    }
    Ok(())
}

/// Skips the data of a storage behind its pickle of `(key, location, class)`.
fn storage(legacy: &mut Legacy<'_>, file: Bytes<'_>, at: usize) -> Result<usize> {
    let numel = file.u64(at, "number of elements of a storage")?;
    let read = legacy.parts.last().and_then(|part| {
        let graph = &part.pickle.graph;
        let [key, _, class] = graph.tuple(part.pickle.root?)? else { return None };
        let key = match graph.value(*key) {
            Value::Int(key) => key.to_string(),
            _ => graph.text(*key)?.to_string(),
        };
        let class = graph.global(*class)?;
        Some((key, element(&class.module, &class.name)?.size))
    });
    let bytes = read.as_ref().and_then(|(_, size)| numel.checked_mul(*size));
    let Some((key, _)) = read else {
        let why = "a storage is not described by a key, a location and a class that is known".into();
        return Err(Error::new(ErrorKind::Invalid { what: "tar file of torch.save", why }, file.span(at, 8)));
    };
    legacy.storages.push(LegacyStorage { key, at, numel, bytes });
    let len = bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
    file.slice(at + 8, len, "data of a storage")?;
    Ok(at + 8 + len)
}

/// Skips the numbers of a tensor behind its pickle: dimensions (with four bytes that mean nothing), sizes, strides, offset.
fn tensor(file: Bytes<'_>, at: usize) -> Result<usize> {
    let dimensions = usize::try_from(file.u32(at, "dimensions of a tensor")?).unwrap_or(usize::MAX);
    let len = dimensions.saturating_mul(16).saturating_add(16);
    file.slice(at, len, "sizes of a tensor")?;
    Ok(at + len)
}
