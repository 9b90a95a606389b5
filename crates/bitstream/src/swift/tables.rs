//! [`SwiftTables`]: names, declarations and members of a Swift stream, looked up by key.
//!
//! Hash tables stand in blobs of `INDEX`, `DECL_MEMBER_TABLES`, `SIL_INDEX`, `COMMENT` and `DECL_LOCS`; lists of offsets in
//! `INDEX` and `SIL_INDEX` say at which bit of the stream a record starts. Numbers in Swift's tables count from 1 into those
//! lists. Identifiers are offsets into `IDENTIFIER_DATA`; their first six numbers have meanings of their own.

use outlast_core::{Bytes, Error, ErrorKind, Result, Span, Step};

use crate::fields::{blob_window, index, record_name};
use crate::hash_table::{HashTable, hashes};
use crate::swift::blocks;
use crate::swift::entries::{Found, KeyShape, NameKey, TABLES, TableId, number};
use crate::{Block, Cursor, Fault, Item, Stream, StreamKind};

/// Numbers of identifiers that are not in the list: the built-in module, the current one, the bridging header,
/// subscripts, initialisers, deinitialisers.
const SPECIAL_IDENTIFIERS: u32 = 6;

/// Blocks that hold everything else.
const OUTER: [u32; 3] = [blocks::MODULE, blocks::MODULE_DOC, blocks::MODULE_SOURCEINFO];

/// A list of places, as `INDEX` and `SIL_INDEX` have them.
#[derive(Clone, Debug)]
pub struct OffsetList {
    /// Its name: `DECL_OFFSETS`.
    pub name: String,
    /// The block in which the records are.
    pub block: u32,
    /// Bits from the start of the stream; 0 for what was left out.
    pub bits: Vec<u64>,
}

/// The record at a place of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The bit it starts at, from the start of the stream.
    pub start: u64,
    /// The bit after it.
    pub end: u64,
    /// Its code.
    pub code: u32,
    /// Its name, where the stream has names.
    pub name: String,
    /// Its operands.
    pub ops: Vec<u64>,
}

/// A block in which records are found by their bits.
#[derive(Clone, Debug)]
struct Room<'a> {
    block: Block,
    cursor: Cursor<'a>,
    /// The bit of the first record or block in it.
    first: u64,
}

/// The tables of a Swift stream.
#[derive(Clone, Debug)]
pub struct SwiftTables<'a> {
    base: u64,
    tables: Vec<(TableId, HashTable<'a>)>,
    lists: Vec<OffsetList>,
    identifiers: Bytes<'a>,
    rooms: Vec<Room<'a>>,
}

impl<'a> SwiftTables<'a> {
    /// Finds the tables of a stream. Declarations and functions are passed over.
    ///
    /// # Errors
    ///
    /// What stops the reading, or a table whose buckets are not in its blob.
    pub fn open(stream: Stream<'a>) -> Result<SwiftTables<'a>> {
        let mut tables = SwiftTables {
            base: stream.base(),
            tables: Vec::new(),
            lists: Vec::new(),
            identifiers: Bytes::new(&[], stream.base()),
            rooms: Vec::new(),
        };
        let mut cursor = Cursor::new(stream)?;
        while let Some(item) = cursor.next()? {
            let block = match item {
                Item::Enter(block) => block,
                // What follows the outer block is no part of the module.
                Item::Leave(block, _) if OUTER.contains(&block.id) => break,
                _ => continue,
            };
            match block.id {
                id if OUTER.contains(&id) => {}
                blocks::DECLS_AND_TYPES | blocks::SIL => {
                    tables.rooms.push(room(&cursor, block)?);
                    cursor.skip_block()?;
                }
                blocks::INDEX
                | blocks::SIL_INDEX
                | blocks::IDENTIFIER_DATA
                | blocks::COMMENT
                | blocks::DECL_LOCS => {
                    tables.index(&mut cursor, block)?;
                }
                _ => {
                    cursor.skip_block()?;
                }
            }
        }
        if tables.tables.is_empty() && !matches!(stream.kind(), StreamKind::SwiftModule) {
            let what = "a hash table".to_string();
            return Err(Error::new(ErrorKind::Missing { what }, Span::at(stream.base(), 4)));
        }
        Ok(tables)
    }

    /// A block with tables, which was just entered.
    fn index(&mut self, cursor: &mut Cursor<'a>, block: Block) -> Result<()> {
        loop {
            let base = cursor.base();
            let (code, blob, ops, place) = match cursor.next()? {
                None | Some(Item::Leave(..)) => return Ok(()),
                Some(Item::Define(..)) => continue,
                Some(Item::Enter(inner)) => {
                    if inner.id == blocks::DECL_MEMBER_TABLES {
                        self.rooms.push(room(cursor, inner)?);
                    }
                    cursor.skip_block()?;
                    continue;
                }
                Some(Item::Record(r)) => (r.code, blob_window(&r, base), r.ops.to_vec(), r.start..r.end),
            };
            let known = NAMES.iter().find(|(id, _)| *id == block.id).map_or(&[][..], |(_, names)| names);
            let name = record_name(cursor, block.id, code, known).into_owned();
            match blob {
                Some(blob) if name == "IDENTIFIER_DATA" => self.identifiers = blob,
                Some(blob) => {
                    let Some((id, _, layout, _)) = TABLES.iter().find(|(_, known, ..)| *known == name) else {
                        continue;
                    };
                    let Some(offset) = ops.first() else {
                        let why = "it does not say where its table is".to_string();
                        let kind = ErrorKind::Invalid { what: "record of a hash table", why };
                        return Err(
                            Error::new(kind, in_file(self.base, place)).within(Step::Named("table", name))
                        );
                    };
                    let table = HashTable::open(blob, *offset, *layout);
                    self.tables.push((*id, table.map_err(|e| e.within(Step::Named("table", name)))?));
                }
                None if name.ends_with("_OFFSETS") => {
                    let room =
                        if block.id == blocks::SIL_INDEX { blocks::SIL } else { blocks::DECLS_AND_TYPES };
                    let room = if name == "IDENTIFIER_OFFSETS" { blocks::IDENTIFIER_DATA } else { room };
                    self.lists.push(OffsetList { name, block: room, bits: ops });
                }
                None if name == "ORDERED_TOP_LEVEL_DECLS" => {
                    self.lists.push(OffsetList { name, block: 0, bits: ops });
                }
                None => {}
            }
        }
    }

    /// The tables that there are, but for those of members, which are found by name.
    pub fn tables(&self) -> impl Iterator<Item = (TableId, &HashTable<'a>)> {
        self.tables.iter().map(|(id, table)| (*id, table))
    }

    /// One table.
    pub fn table(&self, id: TableId) -> Option<&HashTable<'a>> {
        self.tables.iter().find(|(of, _)| *of == id).map(|(_, table)| table)
    }

    /// The lists of places.
    pub fn lists(&self) -> &[OffsetList] {
        &self.lists
    }

    /// One list of places, by its name.
    pub fn list(&self, name: &str) -> Option<&OffsetList> {
        self.lists.iter().find(|list| list.name == name)
    }

    /// The identifier of this number; none for the first six, which are no names, and for those that are not there.
    pub fn identifier(&self, id: u32) -> Option<&'a [u8]> {
        let at = id.checked_sub(SPECIAL_IDENTIFIERS)?;
        let offset = self.list("IDENTIFIER_OFFSETS")?.bits.get(outlast_core::to_index(at))?;
        let rest = self.identifiers.data().get(index(*offset)..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        rest.get(..end)
    }

    /// How many identifiers there are.
    pub fn identifier_count(&self) -> usize {
        self.list("IDENTIFIER_OFFSETS").map_or(0, |list| list.bits.len())
    }

    /// What a table has for a key; none if the key, or the table, is not there.
    ///
    /// # Errors
    ///
    /// If the bucket or the item is damaged.
    pub fn find(&self, id: TableId, key: NameKey<'_>) -> Result<Option<Found>> {
        match self.table(id) {
            Some(table) => self.find_in(id, table, key),
            None => Ok(None),
        }
    }

    fn find_in(&self, id: TableId, table: &HashTable<'a>, key: NameKey<'_>) -> Result<Option<Found>> {
        let (_, shape) = id.shape();
        let (hash, other) = key.hashes(shape);
        let is = |stored: &[u8]| key.is(shape, stored, |id| self.identifier(id));
        let mut item = table.find(hash, is).map_err(|e| e.within(named(id)))?;
        if let (None, Some(other)) = (item, other) {
            item = table.find(other, is).map_err(|e| e.within(named(id)))?;
        }
        let Some(item) = item else { return Ok(None) };
        let found = Found::read(id, item.data).map_err(|_| {
            let why = format!("its {} bytes of data do not fit its kind", item.data.len());
            Error::new(
                ErrorKind::Invalid { what: "item of a hash table", why },
                table.blob().span(item.at, 4),
            )
        });
        Ok(Some(self.name_modules(found.map_err(|e| e.within(named(id)))?)))
    }

    /// Names the modules that extensions give by number.
    fn name_modules(&self, found: Found) -> Found {
        let Found::Extensions(list) = found else { return found };
        let name = |id: u32| match (id, self.identifier(id)) {
            (_, Some(name)) => Ok(crate::fields::text(name)),
            (0, None) => Ok("Builtin".to_string()),
            (1, None) => Ok(String::new()),
            (other, None) => Err(other),
        };
        Found::Extensions(list.into_iter().map(|(decl, module)| (decl, module.or_else(name))).collect())
    }

    /// The members of a type with this name: the table of the name, and in it the type.
    ///
    /// # Errors
    ///
    /// If a table on the way is damaged.
    pub fn members(&mut self, decl: u32, name: NameKey<'_>) -> Result<Vec<u32>> {
        let Some(Found::MemberTable(bit)) = self.find(TableId::DeclMemberNames, name)? else {
            return Ok(Vec::new());
        };
        let table = self.member_table(u64::from(bit))?;
        match self.find_in(TableId::DeclMembers, &table, NameKey::Decl(decl))? {
            Some(Found::Members(members)) => Ok(members),
            _ => Ok(Vec::new()),
        }
    }

    /// The table of members that starts at this bit: types and their members of one name.
    ///
    /// # Errors
    ///
    /// If no such table starts there.
    pub fn member_table(&mut self, bit: u64) -> Result<HashTable<'a>> {
        let base = self.base;
        let room = self.room(blocks::DECL_MEMBER_TABLES, bit)?;
        room.cursor.jump(bit)?;
        if let Some(Item::Record(record)) = room.cursor.next()?
            && let (Some(blob), Some(offset)) = (blob_window(&record, base), record.op(0))
        {
            return HashTable::open(blob, offset, TableId::DeclMembers.shape().0);
        }
        let why = "no table of members starts here".to_string();
        Err(Error::new(ErrorKind::Invalid { what: "place of a table", why }, in_file(base, bit..bit)))
    }

    /// The record at a place of a list, counted from 1 as Swift's numbers are; none for 0 and what was left out.
    ///
    /// # Errors
    ///
    /// If there is no such list or place, or no record starts at the bit it says.
    pub fn resolve(&mut self, list: &str, number: u64) -> Result<Option<Resolved>> {
        let Some(found) = self.list(list) else {
            let what = format!("the list `{list}`");
            return Err(Error::new(ErrorKind::Missing { what }, Span::at(self.base, 4)));
        };
        let Some(at) = number.checked_sub(1) else { return Ok(None) };
        let (block, limit) = (found.block, found.bits.len() as u64);
        let Some(bit) = found.bits.get(index(at)).copied() else {
            let kind = ErrorKind::OutOfRange {
                what: "number in a list of places",
                found: i128::from(number),
                limit,
            };
            return Err(
                Error::new(kind, Span::at(self.base, 4)).within(Step::Named("list", list.to_string()))
            );
        };
        if bit == 0 {
            return Ok(None);
        }
        self.record_at(block, bit).map(Some).map_err(|e| e.within(Step::Named("list", list.to_string())))
    }

    /// The record that starts at this bit of a block.
    fn record_at(&mut self, block: u32, bit: u64) -> Result<Resolved> {
        let base = self.base;
        let room = self.room(block, bit)?;
        room.cursor.jump(bit)?;
        let (start, end, code, ops) = match room.cursor.next()? {
            Some(Item::Record(record)) => (record.start, record.end, record.code, record.ops.to_vec()),
            _ => {
                let why = "no record starts here".to_string();
                return Err(Error::new(
                    ErrorKind::Invalid { what: "place of a record", why },
                    in_file(base, bit..bit),
                ));
            }
        };
        let name = record_name(&room.cursor, block, code, &[]).into_owned();
        Ok(Resolved { start, end, code, name, ops })
    }

    /// The block of this id around this bit.
    fn room(&mut self, id: u32, bit: u64) -> Result<&mut Room<'a>> {
        let base = self.base;
        let found = self
            .rooms
            .iter_mut()
            .find(|room| room.block.id == id && (room.block.body..room.block.claimed_end()).contains(&bit));
        found.ok_or_else(|| {
            let why = format!("it is not in a block {id}");
            Error::new(ErrorKind::Invalid { what: "place of a record", why }, in_file(base, bit..bit))
        })
    }

    /// Checks every table: hashes, buckets, counts. Returns for each its number of items; tables of members are counted
    /// together.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(&mut self) -> Result<Vec<(TableId, u32)>> {
        let mut counts = Vec::new();
        let mut members: Vec<u32> = Vec::new();
        for (id, table) in &self.tables {
            let (_, shape) = id.shape();
            // Swift hashed numbers up to 6.0: the first item tells.
            let plain =
                table.iter().next().and_then(Result::ok).is_some_and(|i| Some(i.hash) == number(i.key));
            let hash = |key: &[u8]| stored_hash(shape, key, plain, |id| self.identifier(id));
            counts.push((*id, table.verify(hash).map_err(|e| e.within(named(*id)))?));
            if *id == TableId::DeclMemberNames {
                members.extend(table.iter().filter_map(Result::ok).filter_map(|item| number(item.data)));
            }
        }
        let mut total = 0u32;
        for bit in members {
            let table =
                self.member_table(u64::from(bit)).map_err(|e| e.within(named(TableId::DeclMembers)))?;
            let plain =
                table.iter().next().and_then(Result::ok).is_some_and(|i| Some(i.hash) == number(i.key));
            let hash = |key: &[u8]| stored_hash(KeyShape::Number, key, plain, |_| None);
            total =
                total.saturating_add(table.verify(hash).map_err(|e| e.within(named(TableId::DeclMembers)))?);
        }
        if total > 0 {
            counts.push((TableId::DeclMembers, total));
        }
        Ok(counts)
    }

    /// Whether the lists point at records: of each block that they point into, the first record is one that a list points
    /// at. Bytes that were put in or taken out break this. The place of the first block for which it is not so.
    pub fn misplaced(&self) -> Option<Misplaced> {
        for room in &self.rooms {
            let lists = || self.lists.iter().filter(|list| list.block == room.block.id);
            let mut bits = lists().flat_map(|list| list.bits.iter()).filter(|bit| **bit != 0).peekable();
            if bits.peek().is_none() {
                continue;
            }
            if !bits.any(|bit| *bit == room.first) {
                let nearest = lists().flat_map(|list| list.bits.iter()).filter(|bit| **bit != 0).min();
                let listed = nearest.copied().unwrap_or(0);
                return Some(Misplaced { block: room.block.id, first: room.first, listed });
            }
        }
        None
    }
}

/// A block whose first record no list points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misplaced {
    /// The block.
    pub block: u32,
    /// The bit of its first record, from the start of the stream.
    pub first: u64,
    /// The lowest bit that a list points at.
    pub listed: u64,
}

/// The hash that a key should have; none for identifiers that are not there.
fn stored_hash<'i>(
    shape: KeyShape,
    key: &[u8],
    plain: bool,
    identifier: impl Fn(u32) -> Option<&'i [u8]>,
) -> Option<u32> {
    match shape {
        KeyShape::Base => match key.split_first()? {
            (0, name) => Some(hashes::djb(name, 5381)),
            (kind, _) => Some(u32::from(*kind)),
        },
        KeyShape::Text(seed) => Some(hashes::djb(key, seed)),
        KeyShape::Number => number(key).map(|id| if plain { id } else { hashes::integer(id) }),
        KeyShape::Identifier => Some(hashes::djb(identifier(number(key)?)?, 5381)),
    }
}

/// A block that was just entered: a cursor in it that knows its abbreviations.
fn room<'a>(cursor: &Cursor<'a>, block: Block) -> Result<Room<'a>, Fault> {
    let mut cursor = cursor.clone();
    let first = loop {
        let position = cursor.position();
        match cursor.next()? {
            Some(Item::Define(..)) => {}
            // An empty block is closed again; nothing can be found in it.
            _ => break position,
        }
    };
    Ok(Room { block, cursor, first })
}

fn named(id: TableId) -> Step {
    Step::Named("table", id.name().to_string())
}

fn in_file(base: u64, bits: std::ops::Range<u64>) -> Span {
    let base = base.saturating_mul(8);
    Span { bits: base.saturating_add(bits.start)..base.saturating_add(bits.end) }
}

/// Names as of Swift 6.0, for streams and records without a name.
const NAMES: &[(u32, &[(u32, &str)])] = &[
    (blocks::IDENTIFIER_DATA, &[(1, "IDENTIFIER_DATA")]),
    (blocks::COMMENT, &[(1, "DECL_COMMENTS"), (2, "GROUP_NAMES")]),
    (blocks::DECL_LOCS, &[(2, "DECL_USRS")]),
    (
        blocks::INDEX,
        &[
            (1, "TYPE_OFFSETS"),
            (2, "DECL_OFFSETS"),
            (3, "IDENTIFIER_OFFSETS"),
            (4, "TOP_LEVEL_DECLS"),
            (5, "OPERATORS"),
            (6, "EXTENSIONS"),
            (7, "CLASS_MEMBERS_FOR_DYNAMIC_LOOKUP"),
            (8, "OPERATOR_METHODS"),
            (9, "OBJC_METHODS"),
            (10, "DERIVATIVE_FUNCTION_CONFIGURATIONS"),
            (12, "LOCAL_DECL_CONTEXT_OFFSETS"),
            (13, "LOCAL_TYPE_DECLS"),
            (14, "OPAQUE_RETURN_TYPE_DECLS"),
            (15, "GENERIC_SIGNATURE_OFFSETS"),
            (16, "GENERIC_ENVIRONMENT_OFFSETS"),
            (17, "PROTOCOL_CONFORMANCE_OFFSETS"),
            (18, "PACK_CONFORMANCE_OFFSETS"),
            (19, "SIL_LAYOUT_OFFSETS"),
            (20, "PRECEDENCE_GROUPS"),
            (21, "NESTED_TYPE_DECLS"),
            (22, "DECL_MEMBER_NAMES"),
            (23, "DECL_FINGERPRINTS"),
            (24, "ORDERED_TOP_LEVEL_DECLS"),
            (25, "SUBSTITUTION_MAP_OFFSETS"),
            (26, "CLANG_TYPE_OFFSETS"),
        ],
    ),
];
