//! Several NumPy arrays (`.npz`): a zip archive with one `.npy` file each.

use std::borrow::Cow;
use std::collections::HashSet;

use outlast_archive::{Archive, Member};
use outlast_core::{Budget, Bytes, Error, ErrorKind, Result};

use super::{Admit, Array, Arrays, Head, max_inflated, npy};

/// Bytes of a compressed array that are looked at for its header: more than any header may have.
const HEAD: usize = (1 << 16) + 16;

pub(super) fn read<'a>(
    file: &'a [u8],
    admit: &mut dyn FnMut(&Head<'_>) -> Admit,
) -> Result<(Arrays<'a>, Vec<String>)> {
    let archive = Archive::open(file)?;
    let (mut arrays, mut names, mut refused) = (Vec::new(), HashSet::new(), Vec::new());
    // What the compressed arrays may grow to together, in bytes.
    let mut budget = Budget::new(max_inflated(file.len() as u64));
    for entry in archive.entries()? {
        let member = archive.member(entry)?;
        let fault = |why: &str| {
            let kind = ErrorKind::Invalid { what: "member of an .npz file", why: why.into() };
            Error::new(kind, member.raw().span(0, member.raw().len())).within(entry.step())
        };
        let full = member.name();
        let Some(name) = full.strip_suffix(".npy") else {
            return Err(fault("it is no .npy file"));
        };
        if !names.insert(name.to_string()) {
            return Err(fault("there are two of this name"));
        }
        match array(&member, name, &mut budget, admit)? {
            Ok(array) => arrays.push(array),
            Err(why) => refused.push(why),
        }
    }
    Ok((Arrays { arrays, notes: super::safetensors::Notes::default() }, refused))
}

/// An array, or why it is refused.
fn array<'a>(
    member: &Member<'a>,
    name: &str,
    budget: &mut Budget,
    admit: &mut dyn FnMut(&Head<'_>) -> Admit,
) -> Result<std::result::Result<Array<'a>, String>> {
    // What is wrong with the array is at a place in the member; what is wrong with the member, at one in the archive.
    let inside = |error: Error| error.in_source(&member.source());
    let head = member.prefix(HEAD)?;
    let header = npy::header(Bytes::new(&head, 0)).map_err(inside)?;
    let len = header.start.saturating_add(header.len) as u64;
    let fault =
        |kind| Error::new(kind, member.raw().span(0, member.raw().len())).within(member.entry().step());
    if !member.is_stored() {
        let (scalar_type, sizes) = (header.scalar_type, &header.sizes);
        match admit(&Head { name, scalar_type, sizes, bytes: header.len as u64 }) {
            Admit::Read => {}
            Admit::HeadOnly => {
                let (sizes, data) = (header.sizes, Cow::Borrowed(&[][..]));
                return Ok(Ok(Array { name: name.into(), scalar_type, sizes, data }));
            }
            Admit::Refuse(why) => return Ok(Err(why)),
        }
        if !budget.spend(usize::try_from(len).unwrap_or(usize::MAX)) {
            let kind = ErrorKind::Limit { what: "bytes of compressed arrays", limit: budget.limit() };
            return Err(fault(kind).with_help("write the arrays without compression: numpy.savez"));
        }
    }
    let size = member.entry().size();
    if size != len {
        let why = format!("the directory says {size} bytes, the array has {len}");
        return Err(fault(ErrorKind::Invalid { what: "member of an .npz file", why }));
    }
    let content = member.content(len)?;
    member.check(&content)?;
    match content {
        Cow::Borrowed(data) => npy::read(Bytes::new(data, 0), name.into()).map(Ok).map_err(inside),
        Cow::Owned(data) => {
            let array = npy::read(Bytes::new(&data, 0), name.into()).map_err(inside)?;
            let (scalar_type, sizes) = (array.scalar_type, array.sizes.clone());
            let data = array.data.into_owned();
            Ok(Ok(Array { name: name.into(), scalar_type, sizes, data: data.into() }))
        }
    }
}
