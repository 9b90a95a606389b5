//! The string section: bytes, not necessarily UTF-8, possibly with NUL bytes in them.

use std::borrow::Cow;

use outlast_core::{QuickMap, Result, to_index};

use crate::ids::StringId;
use crate::wire::{Emitter, Reader};

/// Strings by index.
#[derive(Clone, Debug, Default)]
pub struct Strings<'a> {
    list: Vec<Cow<'a, [u8]>>,
    /// Made when a string is first looked for.
    index: Option<QuickMap<Cow<'a, [u8]>, StringId>>,
}

impl<'a> Strings<'a> {
    /// No strings.
    pub fn new() -> Strings<'a> {
        Strings::default()
    }

    /// Reads the section: the count, lengths in reverse order (each with the NUL byte that ends the string), the strings.
    pub(crate) fn read(mut reader: Reader<'a>) -> Result<Strings<'a>> {
        let count = reader.count("number of strings")?;
        let mut lengths = Vec::with_capacity(count);
        let mut total = 0_u64;
        let lengths_at = reader.offset();
        for _ in 0..count {
            let at = reader.offset();
            let len = reader.varint("length of a string")?;
            total = total.saturating_add(len);
            if len == 0 {
                return Err(reader.invalid(at, "length of a string", "0, but a NUL byte ends every string"));
            }
            lengths.push(len);
        }
        let have = u64::try_from(reader.remaining()).unwrap_or(u64::MAX);
        if total != have {
            let why = format!("they add up to {total} bytes, {have} follow");
            return Err(reader.invalid(lengths_at, "lengths of strings", why));
        }
        let mut list = Vec::with_capacity(count);
        for len in lengths.into_iter().rev() {
            let at = reader.offset();
            let bytes = reader.bytes(len, "string")?;
            let Some((0, text)) = bytes.split_last() else {
                return Err(reader.invalid(at, "string", "no NUL byte ends it"));
            };
            list.push(Cow::Borrowed(text));
        }
        Ok(Strings { list, index: None })
    }

    /// Writes the section's content.
    pub(crate) fn write(&self, out: &mut Emitter<'_>) {
        out.count(self.list.len());
        self.list.iter().rev().for_each(|text| out.count(text.len() + 1));
        self.list.iter().for_each(|text| out.c_string(text));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A string, without the NUL byte that ends it.
    pub fn get(&self, id: StringId) -> Option<&[u8]> {
        self.list.get(to_index(id.0)).map(AsRef::as_ref)
    }

    /// All strings, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.list.iter().map(AsRef::as_ref)
    }

    /// The index of a string; it is added if it is not there.
    pub fn intern(&mut self, text: &[u8]) -> StringId {
        let list = &mut self.list;
        let index = self.index.get_or_insert_with(|| {
            // Of equal strings the first counts.
            list.iter().enumerate().rev().map(|(at, text)| (text.clone(), StringId::new(at))).collect()
        });
        if let Some(id) = index.get(text) {
            return *id;
        }
        let id = StringId::new(list.len());
        list.push(Cow::Owned(text.to_vec()));
        index.insert(Cow::Owned(text.to_vec()), id);
        id
    }
}
