//! [`ClangTables`]: identifiers, selectors, header files and names in declarations, looked up by key; declarations, types,
//! macros and source places found by their numbers.
//!
//! Hash tables stand in blobs of `AST 8`; the tables of names in one declaration stand in `DECLTYPES 11`, or in `UPDATE_VISIBLE`
//! records for declarations of other files. Numbers of identifiers and declarations have 32 bits up to Clang 18 and 64 since, of which the upper half says
//! from which imported file they are.

use outlast_core::{Bytes, Error, Result, Step, to_index};

use crate::clang::blocks;
use crate::clang::lists::OffsetList;
use crate::clang::names::{DeclName, HeaderFile, Identifier, Numbers, Selector, header_hash, name_hash};
use crate::fields::{blob_window, index, record_name};
use crate::hash_table::{HashTable, Item as Entry, Layout, Length, hashes, in_table, uleb};
use crate::places::{Places, Resolved};
use crate::{Cursor, Item, Stream};

const ULEB: Layout = Layout::new(Length::Uleb, Length::Uleb);

/// The first format with numbers of 64 bits: Clang 19.
const WIDE: u64 = 31;

/// The tables of a Clang module or precompiled header.
#[derive(Clone, Debug)]
pub struct ClangTables<'a> {
    numbers: Numbers,
    identifiers: Option<HashTable<'a>>,
    identifier_bytes: Bytes<'a>,
    identifier_offsets: Bytes<'a>,
    first_identifier: u64,
    selectors: Option<HashTable<'a>>,
    headers: Option<HashTable<'a>>,
    updates: Vec<(u64, HashTable<'a>)>,
    lists: Vec<OffsetList<'a>>,
    places: Places<'a>,
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
            numbers: Numbers::Narrow,
            identifiers: None,
            identifier_bytes: nothing,
            identifier_offsets: nothing,
            first_identifier: 0,
            selectors: None,
            headers: None,
            updates: Vec::new(),
            lists: Vec::new(),
            places: Places::new(stream.base()),
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
                        tables.places.add(&cursor, block)?;
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
            _ => self.lists.extend(OffsetList::from_record(name, &raw.ops, blob, self.ast_body)),
        }
        Ok(())
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
            table.find(hashes::djb(bytes, 5381), is).map_err(|e| e.within(in_table("IDENTIFIER_TABLE")))?;
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
        let is = |key: &[u8]| self.selector_name(key).is_some_and(|stored| stored == name);
        let item = table.find(selector_hash(name), is).map_err(|e| e.within(in_table("METHOD_POOL")))?;
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
        let item = table.find(hash, is).map_err(|e| e.within(in_table("HEADER_SEARCH_TABLE")))?;
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
        match self.places.blob(blocks::DECLTYPES, bit)? {
            Some((blob, _)) => name_table(blob),
            None => Err(self.places.no_table("names", bit)),
        }
    }

    /// Visits the tables of names of all declarations: scans them.
    ///
    /// # Errors
    ///
    /// What stops the reading.
    pub fn each_visible(&self, mut visit: impl FnMut(u64, HashTable<'a>) -> Result<()>) -> Result<()> {
        for room in self.places.blocks(blocks::DECLTYPES) {
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
        let item = table.find(hash, is).map_err(|e| e.within(in_table("names")))?;
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
            return Err(self.places.no_list(list));
        };
        let bit = self.place(&list, at);
        let record = bit.and_then(|bit| self.places.record(list.block, bit));
        record.map_err(|e| e.within(Step::Named("list", list.name.to_string())))
    }

    /// The bit of a place, from the start of the stream.
    fn place(&self, list: &OffsetList<'a>, at: u64) -> Result<u64> {
        let from = list.place(at, self.numbers)?;
        // Macros count from the AST block, the others from the block that they are in.
        let body = match list.block {
            blocks::PREPROCESSOR => 0,
            id => self.places.blocks(id).next().map_or(0, |room| room.block.body),
        };
        Ok(from.saturating_add(body))
    }

    /// Checks every table: hashes, buckets, counts. Returns for each kind the number of items.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<Vec<(&'static str, u32)>> {
        let mut counts = Vec::new();
        let name_of = |key: &[u8]| name_hash(self.numbers, &self.name(key)?);
        let mut count = |name, table: &Option<HashTable<'a>>, hash: &dyn Fn(&[u8]) -> Option<u32>| {
            if let Some(table) = table {
                counts.push((name, verified(name, table, hash)?));
            }
            Ok::<_, Error>(())
        };
        count("IDENTIFIER_TABLE", &self.identifiers, &|key| {
            key.split_last().map(|(_, name)| hashes::djb(name, 5381))
        })?;
        count("METHOD_POOL", &self.selectors, &|key| Some(selector_hash(&self.selector_name(key)?)))?;
        count("HEADER_SEARCH_TABLE", &self.headers, &|key| {
            let (size, modified, _) = HeaderFile::key(key)?;
            Some(header_hash(self.numbers, size, modified))
        })?;
        let mut names = 0u32;
        for (_, table) in &self.updates {
            names = names.saturating_add(verified("UPDATE_VISIBLE", table, name_of)?);
        }
        counts.push(("UPDATE_VISIBLE", names));
        let mut names = 0u32;
        self.each_visible(|_, table| {
            names = names.saturating_add(verified("DECL_CONTEXT_VISIBLE", &table, name_of)?);
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

/// Checks a table: how many items it has.
fn verified(name: &'static str, table: &HashTable<'_>, hash: impl Fn(&[u8]) -> Option<u32>) -> Result<u32> {
    table.verify(hash).map_err(|e| e.within(in_table(name)))
}

/// The hash of an Objective-C selector: of its parts, without the colons.
fn selector_hash(name: &str) -> u32 {
    name.split_terminator(':').fold(5381, |hash, slot| hashes::djb(slot.as_bytes(), hash))
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
