//! Several NumPy arrays (`.npz`): a zip archive with one `.npy` file each.

use std::borrow::Cow;
use std::collections::HashSet;

use outlast_archive::{Archive, Member};
use outlast_core::{Bytes, Error, ErrorKind, Result};

use super::{Array, Arrays, MAX_INFLATED, npy};

/// Bytes of a compressed array that are looked at for its header: more than any header may have.
const HEAD: usize = (1 << 16) + 16;

pub(super) fn read(file: &[u8]) -> Result<Arrays<'_>> {
    let archive = Archive::open(file)?;
    let (mut arrays, mut names, mut inflated) = (Vec::new(), HashSet::new(), 0);
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
        arrays.push(array(&member, name, &mut inflated)?);
    }
    Ok(Arrays { arrays, notes: super::safetensors::Notes::default() })
}

fn array<'a>(member: &Member<'a>, name: &str, inflated: &mut u64) -> Result<Array<'a>> {
    // What is wrong with the array is at a place in the member; what is wrong with the member, at one in the archive.
    let inside = |error: Error| error.in_source(&member.source());
    let head = member.prefix(HEAD)?;
    let header = npy::header(Bytes::new(&head, 0)).map_err(inside)?;
    let len = header.start.saturating_add(header.len) as u64;
    let fault =
        |kind| Error::new(kind, member.raw().span(0, member.raw().len())).within(member.entry().step());
    if !member.is_stored() {
        *inflated = inflated.saturating_add(len);
        if *inflated > MAX_INFLATED {
            let kind = ErrorKind::Limit { what: "bytes of compressed arrays", limit: MAX_INFLATED };
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
        Cow::Borrowed(data) => npy::read(Bytes::new(data, 0), name.into()).map_err(inside),
        Cow::Owned(data) => {
            let array = npy::read(Bytes::new(&data, 0), name.into()).map_err(inside)?;
            let (scalar_type, sizes) = (array.scalar_type, array.sizes.clone());
            let data = array.data.into_owned();
            Ok(Array { name: name.into(), scalar_type, sizes, data: data.into() })
        }
    }
}
