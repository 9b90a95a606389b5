//! Resources behind the operations: `{-# dialect_resources: {…}, external_resources: {…} #-}`.

use super::PrintError;
use super::ops::{BUFFER, Printer};
use crate::escape;
use crate::tables::{Resource, ResourceValue};
use outlast_core::SortShort;

impl<'s: 't, 't> Printer<'s, 't, '_> {
    /// Prints resources: of dialects those that the text refers to, of others all.
    pub(super) fn resources(&mut self) -> Result<(), PrintError> {
        let tables = self.source.tables;
        let mut dialects: Vec<(&[u8], Vec<&Resource<'_>>)> = Vec::new();
        for handle in &self.texts.referenced {
            let Some((dialect, resource)) = tables.resources.get(*handle) else { continue };
            if !matches!(resource.value, ResourceValue::Blob { .. }) {
                continue;
            }
            let name = tables.dialect_name(dialect);
            match dialects.iter_mut().find(|(other, _)| *other == name) {
                Some((_, members)) => members.push(resource),
                None => dialects.push((name, vec![resource])),
            }
        }
        dialects.sort_short_by_key(|(name, _)| *name);
        let mut external: Vec<(&[u8], Vec<&Resource<'_>>)> = Vec::new();
        for group in &tables.resources.external {
            let declared = |resource: &&Resource<'_>| !matches!(resource.value, ResourceValue::Declared(_));
            let members: Vec<_> = group.members.iter().filter(declared).collect();
            if !members.is_empty() {
                external.push((tables.string(group.owner), members));
            }
        }
        if dialects.is_empty() && external.is_empty() {
            return Ok(());
        }
        self.out.extend_from_slice(b"\n{-#\n");
        let both = !dialects.is_empty() && !external.is_empty();
        self.section(b"dialect", &dialects)?;
        if both {
            self.out.extend_from_slice(b",\n");
        }
        self.section(b"external", &external)?;
        self.out.extend_from_slice(b"\n#-}\n");
        Ok(())
    }

    fn section(&mut self, kind: &[u8], groups: &[(&[u8], Vec<&Resource<'_>>)]) -> Result<(), PrintError> {
        for (at, (owner, members)) in groups.iter().enumerate() {
            if at == 0 {
                self.out.extend_from_slice(b"  ");
                self.out.extend_from_slice(kind);
                self.out.extend_from_slice(b"_resources: {\n");
            } else {
                self.out.extend_from_slice(b",\n");
            }
            self.out.extend_from_slice(b"    ");
            self.out.extend_from_slice(owner);
            self.out.extend_from_slice(b": {\n");
            for (at, resource) in members.iter().enumerate() {
                if at != 0 {
                    self.out.extend_from_slice(b",\n");
                }
                self.member(resource)?;
                self.flush(BUFFER)?;
            }
            self.out.extend_from_slice(b"\n    }");
        }
        if !groups.is_empty() {
            self.out.extend_from_slice(b"\n  }");
        }
        Ok(())
    }

    fn member(&mut self, resource: &Resource<'_>) -> Result<(), PrintError> {
        let tables = self.source.tables;
        self.out.extend_from_slice(b"      ");
        let key = tables.string(resource.key);
        match self.texts.style.quotes_resource_keys() {
            true => escape::keyword(&mut self.out, key),
            false => self.out.extend_from_slice(key),
        }
        self.out.extend_from_slice(b": ");
        match &resource.value {
            ResourceValue::Blob { alignment, data, .. } => {
                self.out.extend_from_slice(b"\"0x");
                let alignment = u32::try_from(*alignment).unwrap_or(0);
                escape::hex(&mut self.out, &alignment.to_le_bytes());
                for part in data.chunks(BUFFER) {
                    escape::hex(&mut self.out, part);
                    self.flush(BUFFER)?;
                }
                self.out.push(b'"');
            }
            ResourceValue::Bool(byte) => {
                self.out.extend_from_slice(if *byte != 0 { b"true" } else { b"false" });
            }
            ResourceValue::String(text) => escape::quoted(&mut self.out, tables.string(*text)),
            ResourceValue::Declared(_) => {}
        }
        Ok(())
    }
}
