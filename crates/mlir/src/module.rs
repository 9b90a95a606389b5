//! [`Module`]: a whole file in memory: layout, tables, operations. What steps change and writers write.

use outlast_core::{Result, SortShort};

use crate::defs::section;
use crate::file::File;
use crate::ids::{AttrId, DialectId, TypeId};
use crate::ir::{Ir, Nested};
use crate::schema::FileSchemas;
use crate::tables::{Dialect, Tables, string_value};
use crate::wire::{Piece, Reader, svarint, varint};
use crate::write::{CanonicalError, Layout, canonical, encode, renumber_or_back};

/// Code of an integer attribute.
const INTEGER: u64 = 8;

/// A file, decoded.
#[derive(Clone, Debug)]
pub struct Module<'a> {
    /// Version, producer, order of sections.
    pub layout: Layout<'a>,
    /// What operations refer to.
    pub tables: Tables<'a>,
    /// The operations.
    pub ir: Ir,
}

impl<'a> Module<'a> {
    /// Reads a whole file.
    ///
    /// # Errors
    ///
    /// As for [`File::open`], [`Tables::read`] and [`Ir::read`].
    pub fn read(data: &'a [u8]) -> Result<Module<'a>> {
        let file = File::open(data)?;
        let tables = Tables::read(&file)?;
        let ir = Ir::read(&file, &tables, Nested::Read)?;
        Ok(Module { layout: Layout::of(&file), tables, ir })
    }

    /// Reads all of a file but its operations, for steps that change attributes and types alone.
    ///
    /// # Errors
    ///
    /// As for [`File::open`] and [`Tables::read`].
    pub fn without_operations(data: &'a [u8]) -> Result<Module<'a>> {
        let file = File::open(data)?;
        let tables = Tables::read(&file)?;
        Ok(Module { layout: Layout::of(&file), tables, ir: Ir::default() })
    }

    /// The file, with the indices that stand here.
    pub fn encode(&self) -> Vec<Piece<'a>> {
        encode(&self.layout, self.tables.clone(), self.ir.clone(), None)
    }

    /// The file, renumbered.
    ///
    /// # Errors
    ///
    /// As for [`canonical`].
    pub fn canonical(&self, schemas: &FileSchemas) -> Result<Vec<Piece<'a>>, CanonicalError> {
        canonical(self.layout.version, self.layout.producer.clone(), &self.tables, self.ir.clone(), schemas)
    }

    /// As [`Module::canonical`], without a copy of the operations.
    ///
    /// # Errors
    ///
    /// As for [`canonical`].
    pub fn into_canonical(self, schemas: &FileSchemas) -> Result<Vec<Piece<'a>>, CanonicalError> {
        canonical(self.layout.version, self.layout.producer, &self.tables, self.ir, schemas)
    }

    /// The file, renumbered, or with the indices that stand here where an encoding is not known.
    pub fn canonical_or_encoded(mut self, schemas: &FileSchemas) -> Vec<Piece<'a>> {
        let Layout { version, producer, .. } = &self.layout;
        let ir = std::mem::take(&mut self.ir);
        match renumber_or_back(*version, producer, &self.tables, ir, schemas) {
            Ok((tables, ir)) => {
                let layout = Layout::upstream(*version, producer.clone());
                // What is not needed any more goes first.
                drop(self.tables);
                encode(&layout, tables, ir, None)
            }
            Err(back) => encode(&self.layout, self.tables, back.1, None),
        }
    }

    /// Says that the file has, or does not have, a section.
    pub(crate) fn set_section(&mut self, id: u8, there: bool) {
        let order = &mut self.layout.order;
        match (order.contains(&id), there) {
            (true, false) => order.retain(|other| *other != id),
            (false, true) => order.push(id),
            _ => {}
        }
        debug_assert!(usize::from(id) < section::COUNT);
    }
}

/// Builtin entries that are made, or found if they are there.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    builtin: Option<DialectId>,
    attrs: std::collections::HashMap<Vec<u8>, AttrId>,
    types: std::collections::HashMap<Vec<u8>, TypeId>,
    /// Whether the entries of the file were looked at.
    attrs_known: bool,
    names: std::collections::HashMap<Vec<u8>, AttrId>,
}

impl Builder {
    /// The builtin dialect; added if the file does not mention it.
    pub(crate) fn builtin(&mut self, tables: &mut Tables<'_>) -> DialectId {
        if self.builtin.is_none() {
            self.builtin = Some(self.dialect(tables, b"builtin"));
        }
        self.builtin.unwrap_or(DialectId(0))
    }

    /// A dialect; added if the file does not mention it.
    pub(crate) fn dialect(&mut self, tables: &mut Tables<'_>, name: &[u8]) -> DialectId {
        tables.find_dialect(name).unwrap_or_else(|| {
            let name = tables.strings.intern(name);
            tables.dialects.push(Dialect::new(name));
            DialectId::new(tables.dialects.len() - 1)
        })
    }

    /// An attribute by its assembly text.
    pub(crate) fn text(&mut self, tables: &mut Tables<'_>, dialect: DialectId, text: &[u8]) -> AttrId {
        let bytes = [text, &[0]].concat();
        // No encoding of a builtin attribute begins like text of another dialect: `#`.
        if let Some(known) = self.attrs.get(&bytes) {
            return *known;
        }
        let id = AttrId(tables.attrs.push(dialect, false, bytes.clone()));
        self.attrs.insert(bytes, id);
        id
    }

    /// An array of attributes.
    pub(crate) fn array(&mut self, tables: &mut Tables<'_>, values: &[AttrId]) -> AttrId {
        let mut bytes = vec![1];
        varint(&mut bytes, u64::try_from(values.len()).unwrap_or(u64::MAX));
        values.iter().for_each(|value| varint(&mut bytes, u64::from(value.0)));
        self.attr(tables, bytes)
    }

    /// A builtin attribute by its encoding; not for locations, and not for attributes with an identity of their own.
    pub(crate) fn attr(&mut self, tables: &mut Tables<'_>, bytes: Vec<u8>) -> AttrId {
        self.know_attrs(tables);
        if let Some(known) = self.attrs.get(&bytes) {
            return *known;
        }
        let builtin = self.builtin(tables);
        let id = AttrId(tables.attrs.push(builtin, true, bytes.clone()));
        self.attrs.insert(bytes, id);
        id
    }

    /// Looks at the attributes of the file, once: what is there is not made again.
    fn know_attrs(&mut self, tables: &mut Tables<'_>) {
        if std::mem::replace(&mut self.attrs_known, true) {
            return;
        }
        let builtin = self.builtin(tables);
        for (at, entry) in tables.attrs.iter().enumerate() {
            if entry.dialect != builtin || !entry.custom {
                continue;
            }
            // Locations are most of a file, and are never made except for the unknown one; distinct ones are never the same.
            if !matches!(Reader::new(entry.bytes).varint("code"), Ok(0..=9 | 15 | 17)) {
                continue;
            }
            self.attrs.entry(entry.bytes.to_vec()).or_insert(AttrId::new(at));
            if let Some(text) = string_value(tables, &entry) {
                self.names.entry(text.to_vec()).or_insert(AttrId::new(at));
            }
        }
    }

    /// A builtin type by its encoding.
    pub(crate) fn ty(&mut self, tables: &mut Tables<'_>, bytes: Vec<u8>) -> TypeId {
        if let Some(known) = self.types.get(&bytes) {
            return *known;
        }
        let builtin = self.builtin(tables);
        let found = tables
            .types
            .iter()
            .position(|entry| entry.custom && entry.dialect == builtin && entry.bytes == bytes);
        let id = match found {
            Some(at) => TypeId::new(at),
            None => TypeId(tables.types.push(builtin, true, bytes.clone())),
        };
        self.types.insert(bytes, id);
        id
    }

    /// An integer without a sign; `true` and `false` are those of one bit.
    pub(crate) fn integer(&mut self, tables: &mut Tables<'_>, width: u32, value: i64) -> AttrId {
        let ty = self.integer_type(tables, width);
        let mut bytes = Vec::new();
        varint(&mut bytes, INTEGER);
        varint(&mut bytes, u64::from(ty.0));
        let bits = value.cast_unsigned() & u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0);
        match width {
            ..=8 => bytes.push(u8::try_from(bits).unwrap_or(u8::MAX)),
            _ => svarint(&mut bytes, bits.cast_signed()),
        }
        self.attr(tables, bytes)
    }

    /// A number of a type of 64 bits, such as `index`.
    pub(crate) fn number(&mut self, tables: &mut Tables<'_>, ty: TypeId, value: i64) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, INTEGER);
        varint(&mut bytes, u64::from(ty.0));
        svarint(&mut bytes, value);
        self.attr(tables, bytes)
    }

    /// An integer type without a sign.
    pub(crate) fn integer_type(&mut self, tables: &mut Tables<'_>, width: u32) -> TypeId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 0);
        varint(&mut bytes, u64::from(width) << 2);
        self.ty(tables, bytes)
    }

    /// A string attribute.
    pub(crate) fn string(&mut self, tables: &mut Tables<'_>, text: &[u8]) -> AttrId {
        self.know_attrs(tables);
        if let Some(known) = self.names.get(text) {
            return *known;
        }
        let mut bytes = Vec::new();
        varint(&mut bytes, 2);
        varint(&mut bytes, u64::from(tables.strings.intern(text).0));
        let id = self.attr(tables, bytes);
        self.names.insert(text.to_vec(), id);
        id
    }

    /// The location that says nothing.
    pub(crate) fn unknown_location(&mut self, tables: &mut Tables<'_>) -> AttrId {
        self.attr(tables, vec![0x1f])
    }

    /// A dictionary. `items` are sorted by name here.
    pub(crate) fn dictionary(
        &mut self,
        tables: &mut Tables<'_>,
        mut items: Vec<(Vec<u8>, AttrId)>,
    ) -> AttrId {
        items.sort_short();
        let mut bytes = Vec::new();
        varint(&mut bytes, 1);
        varint(&mut bytes, u64::try_from(items.len()).unwrap_or(u64::MAX));
        for (name, value) in items {
            let name = self.string(tables, &name);
            varint(&mut bytes, u64::from(name.0));
            varint(&mut bytes, u64::from(value.0));
        }
        self.attr(tables, bytes)
    }
}
