//! [`Upgrade`]: operations that were just read, for hooks to change.

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, QuickMap, Result, Span, Step, to_index};

use super::reader::Indices;
use super::writer::encoding_of;
use super::{Asm, DialectReader, DialectWriter, Dialects};
use crate::defs::{section, version};
use crate::encoding::{Known, Written};
use crate::file::File;
use crate::ids::EntryKind;
use crate::ids::{AttrId, OpId, OpNameId, PropertiesId, TypeId};
use crate::ir::Ir;
use crate::module::Builder;
use crate::tables::dictionary_items;
use crate::tables::{OpName, Tables};
use crate::wire::{Reader, varint};

/// What upgrades made so far: equal things are made once.
#[derive(Debug, Default)]
pub(super) struct Made {
    builder: Builder,
    properties: QuickMap<Vec<u8>, PropertiesId>,
    entries: QuickMap<(EntryKind, Asm), u32>,
    /// Where each of the file's properties begins; found when it is first asked for.
    starts: Option<Vec<usize>>,
}

/// Operations that were just read, of a whole file or of regions that are read apart, for a dialect's hooks to change.
///
/// Attributes and types can be added; those that are there keep their numbers, as others refer to them.
#[derive(Debug)]
pub struct Upgrade<'u, 'a> {
    file: &'u File<'a>,
    tables: &'u mut Tables<'a>,
    ir: &'u mut Ir,
    dialects: &'u Dialects,
    made: &'u mut Made,
    /// The operation that was last asked for: what an error is about.
    last: Option<OpId>,
}

impl<'u, 'a> Upgrade<'u, 'a> {
    pub(super) fn new(
        file: &'u File<'a>,
        tables: &'u mut Tables<'a>,
        ir: &'u mut Ir,
        dialects: &'u Dialects,
        made: &'u mut Made,
    ) -> Upgrade<'u, 'a> {
        Upgrade { file, tables, ir, dialects, made, last: None }
    }

    /// Tables, operations, and what makes builtin attributes: for hooks that belong to this crate.
    pub(crate) fn parts(&mut self) -> (&mut Tables<'a>, &mut Ir, &mut Builder) {
        (self.tables, self.ir, &mut self.made.builder)
    }

    /// Version of the container: since version 5, operations have properties beside their dictionary.
    pub fn bytecode_version(&self) -> u64 {
        self.file.version()
    }

    /// The tables.
    pub fn tables(&self) -> &Tables<'a> {
        self.tables
    }

    /// The operations, with all their parts.
    pub fn ir(&self) -> &Ir {
        self.ir
    }

    /// All operations of the part, in order.
    pub fn ops(&self) -> impl ExactSizeIterator<Item = OpId> + use<> {
        self.ir.ops()
    }

    /// The operations of a name, in order.
    pub fn ops_named(&self, name: &str) -> Vec<OpId> {
        let names: Vec<OpNameId> = (0..self.tables.op_names.len()).map(OpNameId::new).collect();
        let names: Vec<_> =
            names.into_iter().filter(|id| self.tables.op_name(*id) == name.as_bytes()).collect();
        match names.is_empty() {
            true => Vec::new(),
            false => self.ir.ops().filter(|op| names.contains(&self.ir.name(*op))).collect(),
        }
    }

    /// Gives an operation another name. Whether the producer knew the operation stays as it was.
    pub fn set_name(&mut self, op: OpId, name: &str) {
        let registered = self.tables.op_names.get(self.ir.name(op).index()).and_then(|old| old.registered);
        let found = (0..self.tables.op_names.len()).map(OpNameId::new).find(|id| {
            self.tables.op_names.get(id.index()).is_some_and(|found| found.registered == registered)
                && self.tables.op_name(*id) == name.as_bytes()
        });
        let id = found.unwrap_or_else(|| {
            let (dialect, name) = name.split_once('.').unwrap_or((name, ""));
            let dialect = self.made.builder.dialect(self.tables, dialect.as_bytes());
            let name = self.tables.strings.intern(name.as_bytes());
            self.tables.op_names.push(OpName { dialect, name, registered });
            OpNameId::new(self.tables.op_names.len() - 1)
        });
        self.ir.set_name(op, id);
    }

    /// The types of the results, to be changed.
    pub fn set_result_type(&mut self, op: OpId, result: usize, ty: TypeId) {
        let first = to_index(self.ir.op(op).results);
        if result < self.ir.results(op).len()
            && let Some(slot) = self.ir.results.get_mut(first + result)
        {
            *slot = ty;
        }
    }

    /// Whether all of an operation's properties are one dictionary: its producer did not know it.
    fn is_unregistered(&self, op: OpId) -> bool {
        let name = self.tables.op_names.get(self.ir.name(op).index());
        name.is_some_and(|name| name.registered != Some(true))
    }

    /// The dictionaries of an operation that can be read: its own, and that of properties if all of them are one.
    fn dictionaries(&mut self, op: OpId) -> Result<[Option<AttrId>; 2]> {
        let attrs = self.ir.attrs(op);
        if !self.is_unregistered(op) {
            return Ok([attrs, None]);
        }
        let properties = match self.properties(op) {
            Some(mut reader) => {
                let attr = reader.attr("attributes of an unregistered operation")?;
                reader.finish("properties")?;
                Some(attr)
            }
            None => None,
        };
        Ok([attrs, properties])
    }

    fn items(&self, dictionary: AttrId) -> Result<Vec<(Vec<u8>, AttrId)>> {
        dictionary_items(self.tables, dictionary)
            .ok_or_else(|| self.invalid("attributes of an operation", "they are not a dictionary"))
    }

    /// An attribute of an operation by its name: of its dictionary, and of its properties if its producer did not know it. Other
    /// properties have no names: [`Upgrade::properties`].
    ///
    /// # Errors
    ///
    /// What should be a dictionary is none.
    pub fn attr(&mut self, op: OpId, name: &str) -> Result<Option<AttrId>> {
        self.last = Some(op);
        for dictionary in self.dictionaries(op)?.into_iter().flatten() {
            let items = self.items(dictionary)?;
            if let Some((_, found)) = items.into_iter().find(|(key, _)| key == name.as_bytes()) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Sets an attribute of an operation, or takes it away: where it is, or in the dictionary.
    ///
    /// # Errors
    ///
    /// What should be a dictionary is none.
    pub fn set_attr(&mut self, op: OpId, name: &str, value: Option<AttrId>) -> Result<()> {
        self.last = Some(op);
        let [attrs, properties] = self.dictionaries(op)?;
        if let Some(dictionary) = properties {
            let mut items = self.items(dictionary)?;
            if items.iter().any(|(key, _)| key == name.as_bytes()) {
                change(&mut items, name, value);
                let dictionary = self.dictionary_attr(items);
                return self.set_properties(op, |writer| writer.attr(dictionary));
            }
        }
        let mut items = attrs.map_or(Ok(Vec::new()), |attrs| self.items(attrs))?;
        change(&mut items, name, value);
        let attrs = (!items.is_empty()).then(|| self.dictionary_attr(items));
        self.ir.set_attrs(op, attrs);
        Ok(())
    }

    /// The properties of an operation, as they are encoded; none if it has none.
    pub fn properties(&mut self, op: OpId) -> Option<DialectReader<'_>> {
        self.last = Some(op);
        let id = self.ir.properties(op)?;
        let bytes = self.tables.properties.get(id.index())?;
        let file = self.file;
        let starts = self.made.starts.get_or_insert_with(|| starts(file));
        let reader = match starts.get(id.index()) {
            Some(start) => Reader::new(file.data()).window(*start, start + bytes.len()),
            None => Reader::new(bytes),
        };
        Some(DialectReader::new(reader, self.tables, Indices::of(self.tables), file.version()))
    }

    /// Gives an operation other properties. Others with the same properties keep theirs.
    ///
    /// # Errors
    ///
    /// The container is of a version below 5, which has no properties.
    pub fn set_properties(&mut self, op: OpId, write: impl FnOnce(&mut DialectWriter)) -> Result<()> {
        self.last = Some(op);
        if self.file.version() < version::NATIVE_PROPERTIES_ENCODING {
            let why = format!("bytecode version {} has none", self.file.version());
            return Err(self.invalid("properties of an operation", &why));
        }
        let mut writer = DialectWriter::new();
        write(&mut writer);
        let bytes = writer.into_encoding().bytes(&mut self.tables.strings);
        let all = &mut self.tables.properties;
        let id = *self.made.properties.entry(bytes).or_insert_with_key(|bytes| {
            all.push(Cow::Owned(bytes.clone()));
            PropertiesId::new(all.len() - 1)
        });
        self.ir.set_properties(op, Some(id));
        Ok(())
    }

    /// `unit`.
    pub fn unit_attr(&mut self) -> AttrId {
        self.made.builder.attr(self.tables, vec![7 << 1 | 1])
    }

    /// `true` or `false`.
    pub fn bool_attr(&mut self, value: bool) -> AttrId {
        self.integer_attr(1, i64::from(value))
    }

    /// An integer without a sign: `7 : i32`. It has at most 64 bits.
    pub fn integer_attr(&mut self, width: u32, value: i64) -> AttrId {
        self.made.builder.integer(self.tables, width.min(64), value)
    }

    /// A string.
    pub fn string_attr(&mut self, text: &[u8]) -> AttrId {
        self.made.builder.string(self.tables, text)
    }

    /// An array.
    pub fn array_attr(&mut self, values: &[AttrId]) -> AttrId {
        self.made.builder.array(self.tables, values)
    }

    /// A dictionary; members are put in order here.
    pub fn dictionary_attr(&mut self, items: Vec<(Vec<u8>, AttrId)>) -> AttrId {
        self.made.builder.dictionary(self.tables, items)
    }

    /// An attribute that is a type.
    pub fn type_attr(&mut self, ty: TypeId) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, 6);
        varint(&mut bytes, u64::from(ty.0));
        self.made.builder.attr(self.tables, bytes)
    }

    /// An integer type without a sign: `i32`.
    pub fn integer_type(&mut self, width: u32) -> TypeId {
        self.made.builder.integer_type(self.tables, width)
    }

    /// An attribute of a dialect; its hooks may encode it. One that would be text cannot have others inside: none then.
    pub fn dialect_attr(&mut self, namespace: &str, asm: &Asm) -> Option<AttrId> {
        self.entry(EntryKind::Attr, namespace, asm).map(AttrId)
    }

    /// A type of a dialect: as [`Upgrade::dialect_attr`].
    pub fn dialect_type(&mut self, namespace: &str, asm: &Asm) -> Option<TypeId> {
        self.entry(EntryKind::Type, namespace, asm).map(TypeId)
    }

    fn entry(&mut self, kind: EntryKind, namespace: &str, asm: &Asm) -> Option<u32> {
        let key = (kind, asm.clone());
        if let Some(known) = self.made.entries.get(&key) {
            return Some(*known);
        }
        let encoding =
            self.dialects.get(namespace.as_bytes()).and_then(|hooks| encoding_of(hooks, kind, asm));
        let bytes = match &encoding {
            Some(encoding) => encoding.bytes(&mut self.tables.strings),
            None => [asm.plain()?, &[0]].concat(),
        };
        let dialect = self.made.builder.dialect(self.tables, namespace.as_bytes());
        let entries = match kind {
            EntryKind::Attr => &mut self.tables.attrs,
            EntryKind::Type => &mut self.tables.types,
        };
        // One that is there already is taken: equal ones are one.
        let custom = encoding.is_some();
        let there = entries
            .iter()
            .position(|entry| (entry.dialect, entry.custom, entry.bytes) == (dialect, custom, &*bytes));
        let index = match there.and_then(|at| u32::try_from(at).ok()) {
            Some(index) => index,
            None => entries.push(dialect, custom, bytes),
        };
        if let Some(encoding) = encoding {
            entries.set_known(index, Known { asm: asm.clone(), written: Written::Custom(encoding) });
        }
        self.made.entries.insert(key, index);
        Some(index)
    }

    /// An error about the operation that was last asked for.
    pub fn invalid(&self, what: &'static str, why: &str) -> Error {
        Error::new(ErrorKind::Invalid { what, why: why.to_owned() }, self.span())
    }

    fn span(&self) -> Span {
        let wide = |offset: usize| u64::try_from(offset).unwrap_or(u64::MAX);
        let (start, end) = self.file.section(section::IR).map_or((0, 0), |found| (found.start, found.end));
        Span::bytes(wide(start), wide(end))
    }

    /// An error of a hook, with the operation that it is about.
    pub(super) fn placed(&self, error: Error) -> Error {
        let error = match self.last {
            Some(op) => error.within(Step::Item("operation", u64::from(op.0))),
            None => error,
        };
        error.within(File::step(section::IR))
    }
}

fn change(items: &mut Vec<(Vec<u8>, AttrId)>, name: &str, value: Option<AttrId>) {
    items.retain(|(key, _)| key != name.as_bytes());
    items.extend(value.map(|value| (name.as_bytes().to_vec(), value)));
}

/// Where each of a file's properties begins. They were read before.
fn starts(file: &File<'_>) -> Vec<usize> {
    let mut reader = file.reader(section::PROPERTIES);
    let mut starts = Vec::new();
    let Ok(count) = reader.count("number of properties") else { return starts };
    for _ in 0..count {
        let Ok(len) = reader.varint("size of properties") else { break };
        starts.push(reader.offset());
        if reader.bytes(len, "properties").is_err() {
            break;
        }
    }
    starts
}
