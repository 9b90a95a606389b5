//! [`ClangTables`]: identifiers, selectors, header files and names in declarations, looked up by key; declarations, types,
//! macros and source places found by their numbers.
//!
//! Hash tables stand in blobs of `AST 8`; the tables of names in one declaration stand in `DECLTYPES 11`, or in `UPDATE_VISIBLE`
//! records for declarations of other files. Lists of offsets are blobs too: of 32 bits, of 64 bits, or of a source place and
//! 64 bits. Numbers of identifiers and declarations have 32 bits up to Clang 18 and 64 since, of which the upper half says
//! from which imported file they are.

use outlast_core::{Bytes, Error, ErrorKind, Result, Span, Step, to_index};

use crate::clang::blocks;
use crate::clang::names::{DeclName, HeaderFile, Identifier, Numbers, Selector, header_hash, name_hash};
use crate::fields::{blob_window, index, record_name};
use crate::hash_table::{HashTable, Item as Entry, Layout, Length, hashes, uleb};
use crate::{Block, Cursor, Fault, Item, Stream};

const ULEB: Layout = Layout::new(Length::Uleb, Length::Uleb);

/// The first format with numbers of 64 bits: Clang 19.
const WIDE: u64 = 31;

/// How the places of a list are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entries {
    /// 32 bits each.
    Narrow,
    /// 64 bits each.
    Wide,
    /// A source place of 32 or 64 bits, then 64 bits.
    Placed,
}

/// A list of places.
#[derive(Clone, Copy, Debug)]
pub struct OffsetList<'a> {
    /// Its name: `DECL_OFFSET`.
    pub name: &'static str,
    /// How many places it has.
    pub count: u64,
    /// The block in which the records are.
    pub block: u32,
    blob: Bytes<'a>,
    entries: Entries,
    /// The bit that places count from, beyond the block's own.
    base: u64,
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

#[derive(Clone, Debug)]
struct Room<'a> {
    block: Block,
    cursor: Cursor<'a>,
}

/// The tables of a Clang module or precompiled header.
#[derive(Clone, Debug)]
pub struct ClangTables<'a> {
    base: u64,
    numbers: Numbers,
    identifiers: Option<HashTable<'a>>,
    identifier_bytes: Bytes<'a>,
    identifier_offsets: Bytes<'a>,
    first_identifier: u64,
    selectors: Option<HashTable<'a>>,
    headers: Option<HashTable<'a>>,
    updates: Vec<(u64, HashTable<'a>)>,
    lists: Vec<OffsetList<'a>>,
    rooms: Vec<Room<'a>>,
    ast_body: u64,
}

/// A record of the AST block, off the cursor's buffer.
struct Raw<'a> {
    ops: Vec<u64>,
    blob: Option<Bytes<'a>>,
}

impl<'a> ClangTables<'a> {
    /// Finds the tables of a stream. Declarations, types and macros are passed over.
    ///
    /// # Errors
    ///
    /// What stops the reading, or a table whose buckets are not in its blob.
    pub fn open(stream: Stream<'a>) -> Result<ClangTables<'a>> {
        let nothing = Bytes::new(&[], stream.base());
        let mut tables = ClangTables {
            base: stream.base(),
            numbers: Numbers::Narrow,
            identifiers: None,
            identifier_bytes: nothing,
            identifier_offsets: nothing,
            first_identifier: 0,
            selectors: None,
            headers: None,
            updates: Vec::new(),
            lists: Vec::new(),
            rooms: Vec::new(),
            ast_body: 0,
        };
        let mut cursor = Cursor::new(stream)?;
        loop {
            let base = cursor.base();
            let (code, raw) = match cursor.next()? {
                None => return Ok(tables),
                Some(Item::Enter(block)) if block.id == blocks::CONTROL => continue,
                Some(Item::Enter(block)) if block.id == blocks::AST => {
                    tables.ast_body = block.body;
                    continue;
                }
                Some(Item::Enter(block)) => {
                    if matches!(block.id, blocks::DECLTYPES | blocks::SOURCE_MANAGER | blocks::PREPROCESSOR) {
                        tables.rooms.push(room(&cursor, block)?);
                    }
                    cursor.skip_block()?;
                    continue;
                }
                Some(Item::Record(r)) => (r.code, Raw { ops: r.ops.to_vec(), blob: blob_window(&r, base) }),
                Some(_) => continue,
            };
            match cursor.block().map(|block| block.id) {
                Some(blocks::CONTROL) if code == 1 => {
                    let major = raw.ops.first().copied().unwrap_or(0);
                    tables.numbers = if major >= WIDE { Numbers::Wide } else { Numbers::Narrow };
                }
                Some(blocks::AST) => {
                    let name = record_name(&cursor, blocks::AST, code, NAMES).into_owned();
                    tables.record(&name, raw).map_err(|e| e.within(Step::Named("record", name)))?;
                }
                _ => {}
            }
        }
    }

    fn record(&mut self, name: &str, raw: Raw<'a>) -> Result<()> {
        let Some(blob) = raw.blob else { return Ok(()) };
        let op = |index: usize| raw.ops.get(index).copied().unwrap_or(0);
        // The table's offset; 0 says that there is none.
        let table = || (op(0) != 0).then(|| HashTable::open(blob, op(0), ULEB)).transpose();
        match name {
            "IDENTIFIER_TABLE" => {
                self.identifier_bytes = blob;
                self.identifiers = table()?;
            }
            "METHOD_POOL" => self.selectors = table()?,
            "HEADER_SEARCH_TABLE" => self.headers = table()?,
            "UPDATE_VISIBLE" => self.updates.push((op(0), name_table(blob)?)),
            "IDENTIFIER_OFFSET" => {
                // Up to Clang 18 the number of the first one; others' numbers come before it.
                self.first_identifier = op(1);
                self.identifier_offsets = blob;
            }
            "TYPE_OFFSET" => self.list("TYPE_OFFSET", op(0), blocks::DECLTYPES, blob, Entries::Wide, 0),
            "DECL_OFFSET" => self.list("DECL_OFFSET", op(0), blocks::DECLTYPES, blob, Entries::Placed, 0),
            "SOURCE_LOCATION_OFFSETS" => {
                self.list(
                    "SOURCE_LOCATION_OFFSETS",
                    op(0),
                    blocks::SOURCE_MANAGER,
                    blob,
                    Entries::Narrow,
                    op(2),
                );
            }
            "MACRO_OFFSET" => {
                // The last operand is where the macros' bits count from, after the start of the AST block.
                let from = raw.ops.last().copied().unwrap_or(0).saturating_add(self.ast_body);
                self.list("MACRO_OFFSET", op(0), blocks::PREPROCESSOR, blob, Entries::Narrow, from);
            }
            _ => {}
        }
        Ok(())
    }

    fn list(
        &mut self,
        name: &'static str,
        count: u64,
        block: u32,
        blob: Bytes<'a>,
        entries: Entries,
        base: u64,
    ) {
        self.lists.push(OffsetList { name, count, block, blob, entries, base });
    }

    /// The lists of places.
    pub fn lists(&self) -> &[OffsetList<'a>] {
        &self.lists
    }

    /// What the file knows of an identifier; none if it is not in it.
    ///
    /// # Errors
    ///
    /// If the bucket or the item is damaged.
    pub fn identifier(&self, name: &str) -> Result<Option<Identifier>> {
        let Some(table) = &self.identifiers else { return Ok(None) };
        let bytes = name.as_bytes();
        let is = |key: &[u8]| key.split_last() == Some((&0, bytes));
        let item =
            table.find(hashes::djb(bytes, 5381), is).map_err(|e| e.within(named("IDENTIFIER_TABLE")))?;
        item.map(|item| Identifier::read(self.numbers, item.data, table.blob().span(item.at, 4))).transpose()
    }

    /// All identifiers, in the order of the table.
    pub fn identifiers(&self) -> impl Iterator<Item = Result<&'a [u8]>> {
        let items = self.identifiers.iter().flat_map(HashTable::iter);
        items.map(|item| item.map(|item| item.key.split_last().map_or(item.key, |(_, name)| name)))
    }

    /// The identifier of a number; none if it is another file's, or not there.
    pub fn identifier_name(&self, id: u64) -> Option<&'a [u8]> {
        let at = match self.numbers {
            Numbers::Wide if id >> 32 != 0 => return None,
            Numbers::Wide => id.checked_sub(1)?,
            Numbers::Narrow => id.checked_sub(1)?.checked_sub(self.first_identifier)?,
        };
        let offset =
            to_index(self.identifier_offsets.u32(index(at).checked_mul(4)?, "offset of an identifier").ok()?);
        let (len, first) = uleb(&self.identifier_bytes, offset).ok()?;
        let (_, second) = uleb(&self.identifier_bytes, offset.checked_add(first)?).ok()?;
        let key_at = offset.checked_add(first)?.checked_add(second)?;
        let key = self.identifier_bytes.slice(key_at, index(len), "identifier").ok()?;
        Some(key.split_last()?.1)
    }

    /// What the file knows of an Objective-C selector: `count`, `setValue:forKey:`.
    ///
    /// # Errors
    ///
    /// If the bucket or the item is damaged.
    pub fn selector(&self, name: &str) -> Result<Option<Selector>> {
        let Some(table) = &self.selectors else { return Ok(None) };
        let slots: Vec<&str> = name.split_terminator(':').collect();
        let hash = slots.iter().fold(5381, |hash, slot| hashes::djb(slot.as_bytes(), hash));
        let is = |key: &[u8]| self.selector_name(key).is_some_and(|stored| stored == name);
        let item = table.find(hash, is).map_err(|e| e.within(named("METHOD_POOL")))?;
        item.map(|item| Selector::read(self.numbers, item.data, table.blob().span(item.at, 4))).transpose()
    }

    /// All selectors whose parts are the file's own, in the order of the table.
    pub fn selectors(&self) -> Vec<String> {
        let items = self.selectors.iter().flat_map(HashTable::iter);
        items.filter_map(Result::ok).filter_map(|item| self.selector_name(item.key)).collect()
    }

    /// `[parts u16][identifier]…`: without an argument there is one part, too.
    fn selector_name(&self, key: &[u8]) -> Option<String> {
        let (count, mut ids) = key.split_first_chunk::<2>()?;
        let count = u16::from_le_bytes(*count);
        let mut name = String::new();
        for _ in 0..count.max(1) {
            let (id, rest) = self.numbers.take(ids)?;
            ids = rest;
            // A part may be empty: its number is 0.
            name.push_str(&crate::fields::text(if id == 0 { &[] } else { self.identifier_name(id)? }));
            if count > 0 {
                name.push(':');
            }
        }
        Some(name)
    }

    /// What the file knows of a header of this name, size and time; both are 0 where times were not recorded.
    ///
    /// # Errors
    ///
    /// If the bucket or the item is damaged.
    pub fn header(&self, name: &str, size: u64, modified: u64) -> Result<Option<HeaderFile>> {
        let Some(table) = &self.headers else { return Ok(None) };
        let is = |key: &[u8]| HeaderFile::key(key) == Some((size, modified, name.as_bytes()));
        let hash = header_hash(self.numbers, size, modified);
        let item = table.find(hash, is).map_err(|e| e.within(named("HEADER_SEARCH_TABLE")))?;
        Ok(item.and_then(|item| HeaderFile::read(item.key, item.data)))
    }

    /// All headers, in the order of the table.
    pub fn headers(&self) -> Vec<HeaderFile> {
        let items = self.headers.iter().flat_map(HashTable::iter);
        items.filter_map(Result::ok).filter_map(|item| HeaderFile::read(item.key, item.data)).collect()
    }

    /// Tables of names that the file adds to declarations, with the declarations' numbers.
    pub fn updates(&self) -> &[(u64, HashTable<'a>)] {
        &self.updates
    }

    /// The table of names of the declaration whose `DECL_CONTEXT_VISIBLE` record starts at this bit.
    ///
    /// # Errors
    ///
    /// If no such record starts there.
    pub fn visible_at(&mut self, bit: u64) -> Result<HashTable<'a>> {
        let base = self.base;
        let room = self.room(blocks::DECLTYPES, bit)?;
        room.cursor.jump(bit)?;
        if let Some(Item::Record(record)) = room.cursor.next()?
            && let Some(blob) = blob_window(&record, base)
        {
            return name_table(blob);
        }
        let why = "no table of names starts here".to_string();
        Err(Error::new(ErrorKind::Invalid { what: "place of a table", why }, in_file(base, bit)))
    }

    /// Visits the tables of names of all declarations: scans them.
    ///
    /// # Errors
    ///
    /// What stops the reading.
    pub fn each_visible(&self, mut visit: impl FnMut(u64, HashTable<'a>) -> Result<()>) -> Result<()> {
        for room in self.rooms.iter().filter(|room| room.block.id == blocks::DECLTYPES) {
            let mut cursor = room.cursor.clone();
            cursor.jump(room.block.body)?;
            loop {
                let base = cursor.base();
                let (code, start, blob) = match cursor.next()? {
                    None => break,
                    Some(Item::Leave(block, _)) if block.start == room.block.start => break,
                    Some(Item::Record(record)) => (record.code, record.start, blob_window(&record, base)),
                    Some(_) => continue,
                };
                let Some(blob) = blob else { continue };
                if &*record_name(&cursor, blocks::DECLTYPES, code, &[]) == "DECL_CONTEXT_VISIBLE" {
                    visit(start, name_table(blob)?)?;
                }
            }
        }
        Ok(())
    }

    /// The declarations that a table of names has for a name.
    ///
    /// # Errors
    ///
    /// If the bucket or the item is damaged.
    pub fn declarations(&self, table: &HashTable<'a>, name: &DeclName) -> Result<Vec<u64>> {
        let is = |key: &[u8]| self.name(key).is_some_and(|stored| stored == *name);
        let Some(hash) = name_hash(self.numbers, name) else { return Ok(Vec::new()) };
        let item = table.find(hash, is).map_err(|e| e.within(named("names")))?;
        Ok(item.map(|item| self.numbers.all(item.data)).unwrap_or_default())
    }

    /// The name that is the key of an item; none if its identifier is another file's.
    pub fn name(&self, key: &[u8]) -> Option<DeclName> {
        DeclName::read(self.numbers, key, |id| self.identifier_name(id).map(crate::fields::text))
    }

    /// Names and their declarations in a table.
    ///
    /// # Errors
    ///
    /// The first item that is damaged.
    pub fn names(&self, table: &HashTable<'a>) -> Result<Vec<(Option<DeclName>, Vec<u64>)>> {
        table
            .iter()
            .map(|item| item.map(|item: Entry<'a>| (self.name(item.key), self.numbers.all(item.data))))
            .collect()
    }

    /// The record at a place of a list, counted from 0.
    ///
    /// # Errors
    ///
    /// If there is no such list or place, or no record starts at the bit it says.
    pub fn resolve(&mut self, list: &str, at: u64) -> Result<Resolved> {
        let Some(list) = self.lists.iter().find(|of| of.name == list).copied() else {
            let what = format!("the list `{list}`");
            return Err(Error::new(ErrorKind::Missing { what }, Span::at(self.base, 4)));
        };
        let step = || Step::Named("list", list.name.to_string());
        let bit = self.place(&list, at).map_err(|e| e.within(step()))?;
        let base = self.base;
        let room = self.room(list.block, bit).map_err(|e| e.within(step()))?;
        room.cursor.jump(bit)?;
        if let Some(Item::Record(r)) = room.cursor.next()? {
            let (start, end, code, ops) = (r.start, r.end, r.code, r.ops.to_vec());
            let name = record_name(&room.cursor, list.block, code, &[]).into_owned();
            return Ok(Resolved { start, end, code, name, ops });
        }
        let why = "no record starts here".to_string();
        Err(Error::new(ErrorKind::Invalid { what: "place of a record", why }, in_file(base, bit))
            .within(step()))
    }

    /// The bit of a place, from the start of the stream.
    fn place(&self, list: &OffsetList<'a>, at: u64) -> Result<u64> {
        if at >= list.count {
            let kind = ErrorKind::OutOfRange {
                what: "number in a list of places",
                found: i128::from(at),
                limit: list.count,
            };
            return Err(Error::new(kind, list.blob.span(0, list.blob.len())));
        }
        let at = index(at);
        let what = "place in a list";
        let from = match list.entries {
            Entries::Narrow => u64::from(list.blob.u32(at.saturating_mul(4), what)?),
            Entries::Wide => list.blob.u64(at.saturating_mul(8), what)?,
            Entries::Placed => {
                let place = if self.numbers == Numbers::Wide { 8 } else { 4 };
                list.blob.u64(at.saturating_mul(place + 8).saturating_add(place), what)?
            }
        };
        // Macros count from the AST block, the others from the block that they are in.
        let body = match list.block {
            blocks::PREPROCESSOR => 0,
            id => self.rooms.iter().find(|room| room.block.id == id).map_or(0, |room| room.block.body),
        };
        Ok(from.saturating_add(list.base).saturating_add(body))
    }

    fn room(&mut self, id: u32, bit: u64) -> Result<&mut Room<'a>> {
        let base = self.base;
        let found = self
            .rooms
            .iter_mut()
            .find(|room| room.block.id == id && (room.block.body..room.block.claimed_end()).contains(&bit));
        found.ok_or_else(|| {
            let why = format!("it is not in a block {id}");
            Error::new(ErrorKind::Invalid { what: "place of a record", why }, in_file(base, bit))
        })
    }

    /// Checks every table: hashes, buckets, counts. Returns for each kind the number of items.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<Vec<(&'static str, u32)>> {
        let mut counts = Vec::new();
        let name_of = |key: &[u8]| name_hash(self.numbers, &self.name(key)?);
        if let Some(table) = &self.identifiers {
            let hash = |key: &[u8]| key.split_last().map(|(_, name)| hashes::djb(name, 5381));
            counts.push((
                "IDENTIFIER_TABLE",
                table.verify(hash).map_err(|e| e.within(named("IDENTIFIER_TABLE")))?,
            ));
        }
        if let Some(table) = &self.selectors {
            let hash = |key: &[u8]| {
                let name = self.selector_name(key)?;
                Some(name.split_terminator(':').fold(5381, |hash, slot| hashes::djb(slot.as_bytes(), hash)))
            };
            counts.push(("METHOD_POOL", table.verify(hash).map_err(|e| e.within(named("METHOD_POOL")))?));
        }
        if let Some(table) = &self.headers {
            let hash = |key: &[u8]| {
                let (size, modified, _) = HeaderFile::key(key)?;
                Some(header_hash(self.numbers, size, modified))
            };
            counts.push((
                "HEADER_SEARCH_TABLE",
                table.verify(hash).map_err(|e| e.within(named("HEADER_SEARCH_TABLE")))?,
            ));
        }
        let mut names = 0u32;
        for (_, table) in &self.updates {
            names =
                names.saturating_add(table.verify(name_of).map_err(|e| e.within(named("UPDATE_VISIBLE")))?);
        }
        counts.push(("UPDATE_VISIBLE", names));
        let mut names = 0u32;
        self.each_visible(|_, table| {
            names = names
                .saturating_add(table.verify(name_of).map_err(|e| e.within(named("DECL_CONTEXT_VISIBLE")))?);
            Ok(())
        })?;
        counts.push(("DECL_CONTEXT_VISIBLE", names));
        Ok(counts)
    }
}

/// A table of names: `[offset of the table u32][files u32][file u32]…`, then items and buckets.
fn name_table(blob: Bytes<'_>) -> Result<HashTable<'_>> {
    HashTable::open(blob, u64::from(blob.u32(0, "offset of the hash table")?), ULEB)
}

/// A block that was just entered: a cursor in it that knows its abbreviations.
fn room<'a>(cursor: &Cursor<'a>, block: Block) -> Result<Room<'a>, Fault> {
    let mut cursor = cursor.clone();
    while let Some(Item::Define(..)) = cursor.next()? {}
    Ok(Room { block, cursor })
}

fn named(table: &'static str) -> Step {
    Step::Named("table", table.to_string())
}

fn in_file(base: u64, bit: u64) -> Span {
    let bit = base.saturating_mul(8).saturating_add(bit);
    Span { bits: bit..bit }
}

/// Names as of Clang 22, for streams and records without a name; these numbers never changed.
const NAMES: &[(u32, &str)] = &[
    (1, "TYPE_OFFSET"),
    (2, "DECL_OFFSET"),
    (3, "IDENTIFIER_OFFSET"),
    (5, "IDENTIFIER_TABLE"),
    (11, "SELECTOR_OFFSETS"),
    (12, "METHOD_POOL"),
    (14, "SOURCE_LOCATION_OFFSETS"),
    (28, "UPDATE_VISIBLE"),
    (34, "HEADER_SEARCH_TABLE"),
    (47, "MACRO_OFFSET"),
];
