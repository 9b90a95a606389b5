//! Several NumPy arrays (`.npz`): a zip archive with one `.npy` file each.

use std::borrow::Cow;
use std::collections::HashSet;

use outlast_core::{Bytes, Error, ErrorKind, Result, Step};

use super::{Array, Arrays, MAX_INFLATED, npy, zip};

/// Bytes of a compressed array that are looked at for its header: more than any header may have.
const HEAD: usize = (1 << 16) + 16;

pub(super) fn read(file: Bytes<'_>) -> Result<Arrays<'_>> {
    let (mut arrays, mut names, mut inflated) = (Vec::new(), HashSet::new(), 0);
    for member in zip::members(file)? {
        let within = |e: Error| e.within(Step::Named("member", member.name.clone()));
        let fault = |why: &str| {
            let kind = ErrorKind::Invalid { what: "member of an .npz file", why: why.into() };
            within(Error::new(kind, member.raw().span(0, member.raw().len())))
        };
        let Some(name) = member.name.strip_suffix(".npy") else {
            return Err(fault("it is no .npy file"));
        };
        if !names.insert(name.to_string()) {
            return Err(fault("there are two of this name"));
        }
        arrays.push(array(&member, name, &mut inflated).map_err(within)?);
    }
    Ok(Arrays { arrays, notes: super::safetensors::Notes::default() })
}

fn array<'a>(member: &zip::Member<'a>, name: &str, inflated: &mut u64) -> Result<Array<'a>> {
    let head = member.head(HEAD)?;
    // Offsets in compressed data mean nothing in the file.
    let place = member.raw().base();
    let header = npy::header(Bytes::new(&head, place))?;
    let len = header.start.saturating_add(header.len);
    if member.is_deflated() {
        *inflated = inflated.saturating_add(len as u64);
        if *inflated > MAX_INFLATED {
            let kind = ErrorKind::Limit { what: "bytes of compressed arrays", limit: MAX_INFLATED };
            let error = Error::new(kind, member.raw().span(0, member.raw().len()));
            return Err(error.with_help("write the arrays without compression: numpy.savez"));
        }
    }
    match member.content(len)? {
        Cow::Borrowed(data) => npy::read(Bytes::new(data, place), name.into()),
        Cow::Owned(data) => {
            let array = npy::read(Bytes::new(&data, place), name.into())?;
            let (scalar_type, sizes) = (array.scalar_type, array.sizes.clone());
            let data = array.data.into_owned();
            Ok(Array { name: name.into(), scalar_type, sizes, data: data.into() })
        }
    }
}
