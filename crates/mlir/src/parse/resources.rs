//! Resources: references by key, and the section behind the operations: `{-# dialect_resources: {…}, external_resources: {…} #-}`.

use outlast_core::{QuickMap, Result};

use super::Parser;
use crate::defs::ResourceKind;
use crate::tables::{Blob, Resource, ResourceGroup, ResourceValue};

/// Resources of the builtin dialect by key: only they have numbers that attributes refer to. They are the first group.
#[derive(Debug, Default)]
pub(super) struct Handles {
    builtin: QuickMap<Vec<u8>, u32>,
}

/// The bytes of a text `0x…`; none if it is something else.
pub(super) fn hex(text: &[u8]) -> Option<Vec<u8>> {
    let digits = text.strip_prefix(b"0x")?;
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    digits.as_chunks::<2>().0.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

impl Parser<'_> {
    /// The key of a resource: a word, or a string.
    pub(super) fn resource_key(&mut self) -> Result<Vec<u8>> {
        self.cursor.skip();
        match self.cursor.string()? {
            Some(text) => Ok(text),
            // Upstream has printed every key without quotes once.
            None => match self.cursor.suffix() {
                Some(word) => Ok(word.as_bytes().to_vec()),
                None => Err(self.cursor.expected("the key of a resource")),
            },
        }
    }

    /// The number of a resource of the builtin dialect; declared, if it was not there.
    pub(super) fn handle(&mut self, key: &[u8]) -> u32 {
        if let Some(known) = self.resources.builtin.get(key) {
            return *known;
        }
        let owner = self.interner.dialect(b"builtin");
        let string = self.interner.string(key);
        let groups = &mut self.interner.tables.resources.dialects;
        if groups.first().is_none_or(|group| group.owner != owner) {
            groups.insert(0, ResourceGroup { owner, members: Vec::new() });
        }
        let number = groups.first().map_or(0, |group| u32::try_from(group.members.len()).unwrap_or(u32::MAX));
        let value = ResourceValue::Declared(ResourceKind::Blob);
        if let Some(group) = groups.first_mut() {
            group.members.push(Resource { key: string, value, range: (0, 0) });
        }
        self.resources.builtin.insert(key.to_vec(), number);
        number
    }

    /// The section, whose `{-#` was taken.
    pub(super) fn resource_section(&mut self) -> Result<()> {
        self.members("#-}", |parser| {
            let start = parser.cursor;
            let kind = parser.cursor.word().unwrap_or_default();
            let dialect = match kind {
                "dialect_resources" => true,
                "external_resources" => false,
                _ => return Err(start.expected("`dialect_resources` or `external_resources`")),
            };
            parser.cursor.expect(":")?;
            parser.cursor.expect("{")?;
            parser.members("}", |parser| {
                let owner = parser.resource_key()?;
                parser.cursor.expect(":")?;
                parser.cursor.expect("{")?;
                parser.members("}", |parser| parser.resource(&owner, dialect))
            })
        })
    }

    fn resource(&mut self, owner: &[u8], dialect: bool) -> Result<()> {
        let start = self.cursor;
        let key = self.resource_key()?;
        self.cursor.expect(":")?;
        let value = self.resource_value()?;
        if dialect && owner == b"builtin" {
            let number = outlast_core::to_index(self.handle(&key));
            let group = self.interner.tables.resources.dialects.first_mut();
            let Some(member) = group.and_then(|group| group.members.get_mut(number)) else { return Ok(()) };
            if !matches!(member.value, ResourceValue::Declared(_)) {
                return Err(start.error(format!("the resource `{}` occurs twice", key.escape_ascii())));
            }
            member.value = value;
            return Ok(());
        }
        let member = Resource { key: self.interner.string(&key), value, range: (0, 0) };
        if dialect {
            let owner = self.interner.dialect(owner);
            let groups = &mut self.interner.tables.resources.dialects;
            match groups.iter_mut().find(|group| group.owner == owner) {
                Some(group) => group.members.push(member),
                None => groups.push(ResourceGroup { owner, members: vec![member] }),
            }
        } else {
            let owner = self.interner.string(owner);
            let groups = &mut self.interner.tables.resources.external;
            match groups.iter_mut().find(|group| group.owner == owner) {
                Some(group) => group.members.push(member),
                None => groups.push(ResourceGroup { owner, members: vec![member] }),
            }
        }
        Ok(())
    }

    fn resource_value(&mut self) -> Result<ResourceValue<'static>> {
        for (word, byte) in [("true", 1), ("false", 0)] {
            if self.cursor.eat_word(word) {
                return Ok(ResourceValue::Bool(byte));
            }
        }
        self.cursor.skip();
        let start = self.cursor;
        let text = self.quoted("`true`, `false` or a string")?;
        if !text.starts_with(b"0x") {
            return Ok(ResourceValue::String(self.interner.string(&text)));
        }
        let Some(bytes) = hex(&text) else {
            return Err(start.error("expected pairs of hexadecimal digits behind `0x`"));
        };
        let Some((alignment, data)) = bytes.split_first_chunk::<4>() else {
            return Err(start.error("expected four bytes of alignment before the bytes of a resource"));
        };
        let alignment = u64::from(u32::from_le_bytes(*alignment));
        if !alignment.is_power_of_two() {
            return Err(start
                .error(format!("the alignment of a resource is {alignment}, which is not a power of two")));
        }
        Ok(ResourceValue::Blob { alignment, data: Blob::Own(data.into()), offset: 0 })
    }
}
