//! [`SwiftTables`]: names, declarations and members of a Swift stream, looked up by key.
//!
//! Hash tables stand in blobs of `INDEX`, `DECL_MEMBER_TABLES`, `SIL_INDEX`, `COMMENT` and `DECL_LOCS`; lists of offsets in
//! `INDEX` and `SIL_INDEX` say at which bit of the stream a record starts. Numbers in Swift's tables count from 1 into those
//! lists. Identifiers are offsets into `IDENTIFIER_DATA`; their first six numbers have meanings of their own.

use outlast_core::{Bytes, Error, ErrorKind, Result, Step};

use crate::fields::{blob_window, index, record_name};
use crate::hash_table::{HashTable, in_table};
use crate::places::{Places, Resolved, past_the_list};
use crate::swift::blocks;
use crate::swift::entries::{Found, KeyShape, NameKey, TABLES, TableId, number};
use crate::swift::lists::{Misplaced, OffsetList, misplaced};
use crate::{Block, Cursor, Item, Stream, StreamKind};

/// Numbers of identifiers that are not in the list: the built-in module, the current one, the bridging header,
/// subscripts, initialisers, deinitialisers.
const SPECIAL_IDENTIFIERS: u32 = 6;

/// Blocks that hold everything else.
const OUTER: [u32; 3] = [blocks::MODULE, blocks::MODULE_DOC, blocks::MODULE_SOURCEINFO];

/// The tables of a Swift stream.
#[derive(Clone, Debug)]
pub struct SwiftTables<'a> {
    tables: Vec<(TableId, HashTable<'a>)>,
    lists: Vec<OffsetList>,
    identifiers: Bytes<'a>,
    places: Places<'a>,
}

impl<'a> SwiftTables<'a> {
    /// Finds the tables of a stream. Declarations and functions are passed over.
    ///
    /// # Errors
    ///
    /// What stops the reading, or a table whose buckets are not in its blob.
    pub fn open(stream: Stream<'a>) -> Result<SwiftTables<'a>> {
        let mut tables = SwiftTables {
            tables: Vec::new(),
            lists: Vec::new(),
            identifiers: Bytes::new(&[], stream.base()),
            places: Places::new(stream.base()),
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
                    tables.places.add(&cursor, block)?;
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
            return Err(Error::new(ErrorKind::Missing { what }, tables.places.magic()));
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
                        self.places.add(cursor, inner)?;
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
                        let error = Error::new(kind, self.places.span(place));
                        return Err(error.within(in_table(&name)));
                    };
                    let table = HashTable::open(blob, *offset, *layout);
                    self.tables.push((*id, table.map_err(|e| e.within(in_table(&name)))?));
                }
                None => self.lists.extend(OffsetList::from_record(name, block.id, ops)),
            }
        }
    }

    /// The tables that there are, except for those of members, which are found by name.
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
        let mut item = table.find(hash, is).map_err(|e| e.within(in_table(id.name())))?;
        if let (None, Some(other)) = (item, other) {
            item = table.find(other, is).map_err(|e| e.within(in_table(id.name())))?;
        }
        let Some(item) = item else { return Ok(None) };
        let found = Found::read(id, item.data).map_err(|_| {
            let why = format!("its {} bytes of data do not fit its kind", item.data.len());
            Error::new(
                ErrorKind::Invalid { what: "item of a hash table", why },
                table.blob().span(item.at, 4),
            )
        });
        Ok(Some(self.name_modules(found.map_err(|e| e.within(in_table(id.name())))?)))
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
        match self.places.blob(blocks::DECL_MEMBER_TABLES, bit)? {
            Some((blob, Some(offset))) => HashTable::open(blob, offset, TableId::DeclMembers.shape().0),
            _ => Err(self.places.no_table("members", bit)),
        }
    }

    /// The record at a place of a list, counted from 1 as Swift's numbers are; none for 0 and what was left out.
    ///
    /// # Errors
    ///
    /// If there is no such list or place, or no record starts at the bit it says.
    pub fn resolve(&mut self, list: &str, number: u64) -> Result<Option<Resolved>> {
        let Some(found) = self.list(list) else { return Err(self.places.no_list(list)) };
        let Some(at) = number.checked_sub(1) else { return Ok(None) };
        let within = |error: Error| error.within(Step::Named("list", list.to_string()));
        match found.bits.get(index(at)).copied() {
            None => Err(within(past_the_list(number, found.bits.len() as u64, self.places.magic()))),
            Some(0) => Ok(None),
            Some(bit) => self.places.record(found.block, bit).map(Some).map_err(within),
        }
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
            let plain = has_plain_numbers(table);
            let hash = |key: &[u8]| shape.hash_of(key, plain, |id| self.identifier(id));
            counts.push((*id, table.verify(hash).map_err(|e| e.within(in_table(id.name())))?));
            if *id == TableId::DeclMemberNames {
                members.extend(table.iter().filter_map(Result::ok).filter_map(|item| number(item.data)));
            }
        }
        let mut total = 0u32;
        for bit in members {
            let table = self
                .member_table(u64::from(bit))
                .map_err(|e| e.within(in_table(TableId::DeclMembers.name())))?;
            let plain = has_plain_numbers(&table);
            let hash = |key: &[u8]| KeyShape::Number.hash_of(key, plain, |_| None);
            total = total.saturating_add(
                table.verify(hash).map_err(|e| e.within(in_table(TableId::DeclMembers.name())))?,
            );
        }
        if total > 0 {
            counts.push((TableId::DeclMembers, total));
        }
        Ok(counts)
    }

    /// Whether the lists point at records: of each block that they point into, the first record is one that a list points
    /// at. Bytes that were put in or taken out break this. The place of the first block for which it is not so.
    pub fn misplaced(&self) -> Option<Misplaced> {
        misplaced(&self.places, &self.lists)
    }
}

/// Whether numbers are their own hashes in a table. Swift hashed them up to 6.0: the first item tells.
fn has_plain_numbers(table: &HashTable<'_>) -> bool {
    let first = table.iter().next().and_then(Result::ok);
    first.is_some_and(|item| Some(item.hash) == number(item.key))
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
