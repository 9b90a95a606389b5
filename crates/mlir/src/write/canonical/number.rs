//! Which attributes, types, operation names, dialects and resources are referred to, how often, and in which order they are met.

use outlast_core::{QuickMap, QuickSet, Result, to_index};

use super::followed::Followed;
use super::order::order;
use super::{CanonicalError, Opaque, opaque_properties};
use crate::codec::{self, Codecs, EntryKind, Reference};
use crate::defs::version;
use crate::encoding::Written;
use crate::ids::{OpId, OpNameId, PropertiesId, RegionId};
use crate::ir::Ir;
use crate::schema::{FileSchemas, transcode};
use crate::tables::{Entry, Tables};
use crate::wire::Reader;

/// The code of the location that says nothing.
const UNKNOWN: u64 = 15;

const UNSEEN: u32 = u32::MAX;

/// Old numbers to new ones.
#[derive(Debug)]
pub(super) struct Table {
    /// By old number: how often it is referred to; while counting.
    refs: Vec<u32>,
    /// Old numbers in the order in which they were met; later in their new order.
    pub(super) met: Vec<u32>,
    /// By old number, the new one.
    new: Vec<u32>,
}

impl Table {
    fn new(len: usize) -> Table {
        Table { refs: vec![0; len], met: Vec::new(), new: Vec::new() }
    }

    /// Counts a reference; whether it is the first.
    fn refer(&mut self, old: u32) -> Result<bool> {
        let len = self.refs.len();
        let Some(refs) = self.refs.get_mut(to_index(old)) else {
            return Err(Reader::new(&[]).out_of_range(
                0,
                "index of an attribute, type or name",
                u64::from(old),
                len,
            ));
        };
        *refs += 1;
        if *refs == 1 {
            self.met.push(old);
        }
        Ok(*refs == 1)
    }

    /// The new number; [`u32::MAX`] for what is referred to by nothing.
    #[inline]
    pub(super) fn number(&self, old: u32) -> u32 {
        self.new.get(to_index(old)).copied().unwrap_or(UNSEEN)
    }

    /// Counts a reference to what was met before; whether it was.
    #[inline]
    fn again(&mut self, old: u32) -> bool {
        match self.refs.get_mut(to_index(old)) {
            Some(refs) if *refs > 0 => {
                *refs += 1;
                true
            }
            _ => false,
        }
    }

    fn sort(&mut self, contradicts: bool, dialect: impl Fn(u32) -> u32) {
        order(&mut self.met, &self.refs, contradicts, dialect);
        self.refs = Vec::new();
    }

    fn assign(&mut self, len: usize) {
        self.new = vec![UNSEEN; len];
        for (number, old) in self.met.iter().enumerate() {
            if let Some(new) = self.new.get_mut(to_index(*old)) {
                *new = u32::try_from(number).unwrap_or(UNSEEN);
            }
        }
    }
}

/// New numbers for everything that operations refer to.
#[derive(Debug)]
pub(super) struct Numbering {
    pub(super) attrs: Table,
    pub(super) types: Table,
    pub(super) op_names: Table,
    pub(super) dialects: Table,
    pub(super) resources: Table,
    /// Whether an attribute or type refers to something, by kind; found once.
    unknown_location: Option<u32>,
}

pub(super) struct Counter<'t, 'a> {
    tables: &'t Tables<'a>,
    codecs: Codecs,
    numbering: Numbering,
    /// Children of entries that wait, the next one last.
    waiting: Vec<Reference>,
    version: u64,
    /// Keys of resources that assembly text may name.
    keys: QuickMap<&'t [u8], Vec<u32>>,
    followed: Followed,
    schemas: &'t FileSchemas,
}

impl Numbering {
    /// Visits a module as upstream's numbering does: the top-level operation, then regions from a stack.
    pub(super) fn of(
        version: u64,
        contradicts: bool,
        tables: &Tables<'_>,
        ir: &Ir,
        schemas: &FileSchemas,
    ) -> Result<Numbering, CanonicalError> {
        let mut counter = Counter::new(version, tables, schemas);
        counter.module(ir)?;
        Ok(counter.finish(contradicts))
    }
}

/// Numbers of resources by key.
fn keys<'t>(tables: &'t Tables<'_>) -> QuickMap<&'t [u8], Vec<u32>> {
    let mut keys: QuickMap<&[u8], Vec<u32>> = QuickMap::default();
    let all = tables.resources.dialects.iter().flat_map(|group| &group.members);
    for (number, resource) in (0_u32..).zip(all) {
        keys.entry(tables.string(resource.key)).or_default().push(number);
    }
    keys
}

impl<'t, 'a> Counter<'t, 'a> {
    pub(super) fn new(version: u64, tables: &'t Tables<'a>, schemas: &'t FileSchemas) -> Counter<'t, 'a> {
        let unknown = tables.attrs.iter().position(|entry| {
            let code = || Reader::new(entry.bytes).varint("code");
            entry.custom && code() == Ok(UNKNOWN) && tables.dialect_name(entry.dialect) == b"builtin"
        });
        let numbering = Numbering {
            attrs: Table::new(tables.attrs.len()),
            types: Table::new(tables.types.len()),
            op_names: Table::new(tables.op_names.len()),
            dialects: Table::new(tables.dialects.len()),
            resources: Table::new(tables.resources.dialect_len()),
            unknown_location: unknown.and_then(|at| u32::try_from(at).ok()),
        };
        Counter {
            tables,
            codecs: Codecs::of(tables),
            numbering,
            waiting: Vec::new(),
            version,
            keys: keys(tables),
            followed: Followed::new(tables.properties.len()),
            schemas,
        }
    }

    fn module(&mut self, ir: &Ir) -> Result<(), CanonicalError> {
        let Some(top) = ir.ops().next() else { return Ok(()) };
        self.op(ir, top)?;
        let mut regions: Vec<RegionId> = ir.regions(top).collect();
        while let Some(region) = regions.pop() {
            self.region(ir, region)?;
            for op in ir.blocks(region).flat_map(|block| ir.block_ops(block)) {
                regions.extend(ir.regions(op));
            }
        }
        Ok(())
    }

    pub(super) fn region(&mut self, ir: &Ir, region: RegionId) -> Result<(), CanonicalError> {
        for block in ir.blocks(region) {
            for arg in ir.args(block) {
                // An unknown location is numbered even where it is left out.
                match arg.location.map(|location| location.0).or(self.numbering.unknown_location) {
                    Some(location) => self.follow(Reference::Attr(location))?,
                    None => {
                        return Err(opaque("a location that is left out: the file has no unknown location"));
                    }
                }
                self.follow(Reference::Type(arg.ty.0))?;
            }
            for op in ir.block_ops(block) {
                self.op(ir, op)?;
            }
        }
        Ok(())
    }

    pub(super) fn op(&mut self, ir: &Ir, op: OpId) -> Result<(), CanonicalError> {
        let name = ir.name(op);
        if self.numbering.op_names.refer(name.0)?
            && let Some(name) = self.tables.op_names.get(name.index())
        {
            self.numbering.dialects.refer(name.dialect.0)?;
        }
        for ty in ir.results(op) {
            self.follow(Reference::Type(ty.0))?;
        }
        if let Some(attrs) = ir.attrs(op) {
            self.follow(Reference::Attr(attrs.0))?;
        }
        if let Some(properties) = ir.properties(op)
            && self.version >= version::NATIVE_PROPERTIES_ENCODING
        {
            self.properties(name, properties)?;
        }
        self.follow(Reference::Attr(ir.location(op).0))
    }

    fn properties(&mut self, name: OpNameId, id: PropertiesId) -> Result<(), CanonicalError> {
        let range = match self.followed.get(name, id) {
            Some(range) => range,
            None => {
                let references = self.references_of(name, id)?;
                self.followed.add(name, id, references)
            }
        };
        for at in range {
            let reference = self.followed.references.get(at).copied();
            reference.map_or(Ok(()), |reference| self.follow(reference))?;
        }
        Ok(())
    }

    fn references_of(&self, name: OpNameId, id: PropertiesId) -> Result<Vec<Reference>, CanonicalError> {
        let bytes = self.tables.properties.get(id.index()).map_or(&[][..], |bytes| bytes);
        if self.tables.op_names.get(name.index()).and_then(|known| known.registered) != Some(true) {
            let mut reader = Reader::new(bytes);
            let attr = reader.index(self.tables.attrs.len(), "attributes of an unregistered operation")?;
            return Ok(vec![Reference::Attr(attr)]);
        }
        let schema = self.schemas.get(name).ok_or_else(|| opaque_properties(self.tables, name))?;
        let mut references = Vec::new();
        let mut map = |reference: Reference| {
            references.push(reference);
            Ok(0)
        };
        transcode(schema, self.version, bytes, &mut Vec::new(), &mut map)?;
        Ok(references)
    }

    /// Counts a reference; what is met for the first time is followed, depth first.
    #[inline]
    fn follow(&mut self, reference: Reference) -> Result<(), CanonicalError> {
        let before = match reference {
            Reference::Attr(attr) => self.numbering.attrs.again(attr),
            Reference::Type(ty) => self.numbering.types.again(ty),
            Reference::Str(_) | Reference::Resource(_) => false,
        };
        if before { Ok(()) } else { self.follow_first(reference) }
    }

    fn follow_first(&mut self, reference: Reference) -> Result<(), CanonicalError> {
        self.visit(reference)?;
        while let Some(next) = self.waiting.pop() {
            self.visit(next)?;
        }
        Ok(())
    }

    #[inline]
    fn visit(&mut self, reference: Reference) -> Result<(), CanonicalError> {
        let tables = self.tables;
        match reference {
            Reference::Attr(attr) => {
                if self.numbering.attrs.refer(attr)?
                    && let Some(entry) = tables.attrs.get(attr)
                {
                    self.expand(&entry, EntryKind::Attr)?;
                }
            }
            Reference::Type(ty) => {
                if self.numbering.types.refer(ty)?
                    && let Some(entry) = tables.types.get(ty)
                {
                    self.expand(&entry, EntryKind::Type)?;
                }
            }
            Reference::Str(_) => {}
            Reference::Resource(resource) => self.resource(resource)?,
        }
        Ok(())
    }

    fn resource(&mut self, resource: u32) -> Result<()> {
        self.numbering.resources.refer(resource)?;
        if let Some((dialect, _)) = self.tables.resources.get(crate::ResourceId(resource)) {
            self.numbering.dialects.refer(dialect.0)?;
        }
        Ok(())
    }

    /// What an entry refers to has to be visited next.
    fn expand(&mut self, entry: &Entry<'t>, kind: EntryKind) -> Result<(), CanonicalError> {
        self.numbering.dialects.refer(entry.dialect.0)?;
        match entry.known.map(|known| &known.written) {
            Some(Written::Custom(encoding)) => {
                let references = encoding.references().filter(|it| !matches!(it, Reference::Str(_)));
                self.waiting.extend(references.rev());
                return Ok(());
            }
            Some(Written::Text(text)) => return Ok(self.text(text)?),
            Some(Written::Not) => return Err(opaque_entry(self.tables, entry, kind)),
            None => {}
        }
        if let Some(text) = entry.text() {
            return Ok(self.text(text)?);
        }
        let Some((_, fields)) = self.codecs.find(self.tables, entry, kind) else {
            return Err(opaque_entry(self.tables, entry, kind));
        };
        let first = self.waiting.len();
        codec::references(entry, fields, |reference| {
            if !matches!(reference, Reference::Str(_)) {
                self.waiting.push(reference);
            }
            Ok(())
        })?;
        self.waiting.get_mut(first..).unwrap_or_default().reverse();
        Ok(())
    }

    /// Resources that assembly text names: every key that stands in it as a word.
    fn text(&mut self, text: &[u8]) -> Result<()> {
        if self.keys.is_empty() {
            return Ok(());
        }
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
        let mut seen = QuickSet::default();
        for word in text.split(|byte| !is_word(byte)) {
            if let Some(numbers) = self.keys.get(word)
                && seen.insert(word)
            {
                for number in numbers.clone() {
                    self.resource(number)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn finish(self, contradicts: bool) -> Numbering {
        let Counter { tables, mut numbering, .. } = self;
        // Dialects stay in the order in which they were met.
        numbering.dialects.assign(tables.dialects.len());
        let dialects = &numbering.dialects;
        numbering.op_names.sort(contradicts, |old| {
            tables.op_names.get(to_index(old)).map_or(UNSEEN, |op| dialects.number(op.dialect.0))
        });
        numbering.attrs.sort(contradicts, |old| {
            tables.attrs.get(old).map_or(UNSEEN, |entry| dialects.number(entry.dialect.0))
        });
        numbering.types.sort(contradicts, |old| {
            tables.types.get(old).map_or(UNSEEN, |entry| dialects.number(entry.dialect.0))
        });
        super::resources::order(tables, &mut numbering.resources.met, dialects);
        numbering.op_names.assign(tables.op_names.len());
        numbering.attrs.assign(tables.attrs.len());
        numbering.types.assign(tables.types.len());
        numbering.resources.assign(tables.resources.dialect_len());
        numbering
    }
}

fn opaque(what: &str) -> CanonicalError {
    CanonicalError::Opaque(Opaque { what: what.to_owned() })
}

fn opaque_entry(tables: &Tables<'_>, entry: &Entry<'_>, kind: EntryKind) -> CanonicalError {
    let what = match kind {
        EntryKind::Attr => "attribute",
        EntryKind::Type => "type",
    };
    let dialect = tables.dialect_name(entry.dialect).escape_ascii();
    let code = Reader::new(entry.bytes).varint("code").map_or("none".to_owned(), |code| code.to_string());
    opaque(&format!("{what} code {code} of dialect `{dialect}`"))
}
