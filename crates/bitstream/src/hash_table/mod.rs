//! [`HashTable`]: hash tables as LLVM lays them out in blobs, read by key.
//!
//! The blob holds buckets of items, then, at an offset that the record names, `[buckets u32][entries u32]` and for each
//! bucket the offset of its items in the blob, 0 for none. Items of a bucket are `[count u16]`, then each
//! `[hash u32][key length][data length][key][data]`; how the lengths are written belongs to the table ([`Layout`]). The
//! bucket of a key is its hash modulo the number of buckets, a power of two. Everything is little-endian.
//!
//! [`HashTable::find`] touches one bucket, whatever the size of the table.

pub mod hashes;

use outlast_core::{Bytes, Error, ErrorKind, Result, Step, to_index};

/// How a length is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// Not at all: always this many bytes.
    Fixed(u8),
    /// As 16 bits.
    U16,
    /// As 32 bits.
    U32,
    /// As ULEB128.
    Uleb,
}

/// How the lengths of a table's items are written: the key's comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The length of the key.
    pub key: Length,
    /// The length of the data.
    pub data: Length,
}

impl Layout {
    /// A layout with these lengths of key and data.
    pub const fn new(key: Length, data: Length) -> Layout {
        Layout { key, data }
    }
}

/// One item of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<'a> {
    /// The hash of its key, as stored.
    pub hash: u32,
    /// Its key.
    pub key: &'a [u8],
    /// Its data.
    pub data: &'a [u8],
    /// Where the item starts in the blob, in bytes: its hash.
    pub at: usize,
}

/// A table in a blob.
#[derive(Clone, Copy, Debug)]
pub struct HashTable<'a> {
    blob: Bytes<'a>,
    layout: Layout,
    /// Offset of the first bucket's offset in the blob.
    buckets_at: usize,
    buckets: u32,
    entries: u32,
}

impl<'a> HashTable<'a> {
    /// The table whose counts stand at `table_offset` bytes in the blob.
    ///
    /// # Errors
    ///
    /// If the offset or the buckets are not in the blob, or the number of buckets is no power of two.
    pub fn open(blob: Bytes<'a>, table_offset: u64, layout: Layout) -> Result<HashTable<'a>> {
        let limit = blob.len() as u64;
        let at = usize::try_from(table_offset).ok().filter(|_| table_offset < limit).ok_or_else(|| {
            let what = "offset of the hash table in its blob";
            let kind = ErrorKind::OutOfRange { what, found: i128::from(table_offset), limit };
            Error::new(kind, blob.span(0, blob.len()))
        })?;
        let buckets = blob.u32(at, "number of buckets")?;
        let entries = blob.u32(at + 4, "number of entries")?;
        if !buckets.is_power_of_two() {
            let why = format!("{buckets} buckets; the number is a power of two");
            return Err(Error::new(ErrorKind::Invalid { what: "hash table", why }, blob.span(at, 4)));
        }
        let buckets_at = at + 8;
        blob.slice(buckets_at, to_index(buckets).saturating_mul(4), "buckets of the hash table")?;
        Ok(HashTable { blob, layout, buckets_at, buckets, entries })
    }

    /// How many items it says it has.
    pub fn len(&self) -> u32 {
        self.entries
    }

    /// Whether it says that it has none.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// How many buckets it has.
    pub fn buckets(&self) -> u32 {
        self.buckets
    }

    /// The blob that the table is in.
    pub fn blob(&self) -> Bytes<'a> {
        self.blob
    }

    /// The first item with this hash whose key is the wanted one. Looks into one bucket only.
    ///
    /// # Errors
    ///
    /// If the bucket, or an item of it before the wanted one, is not in the blob.
    pub fn find(&self, hash: u32, mut is_key: impl FnMut(&[u8]) -> bool) -> Result<Option<Item<'a>>> {
        let bucket = hash & (self.buckets - 1);
        let mut items = self.bucket(bucket)?;
        while let Some(item) = items.next_item().map_err(|e| e.within(in_bucket(bucket)))? {
            if item.hash == hash && is_key(item.key) {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }

    /// All items, bucket by bucket. Ends after the first error.
    pub fn iter(&self) -> Items<'a> {
        Items { table: *self, bucket: 0, current: None, seen: 0, failed: false }
    }

    fn bucket(&self, bucket: u32) -> Result<Chain<'a>> {
        let at = self.buckets_at.saturating_add(to_index(bucket).saturating_mul(4));
        let offset = self.blob.u32(at, "offset of a bucket")?;
        let mut chain = Chain { blob: self.blob, layout: self.layout, at: to_index(offset), left: 0 };
        if offset != 0 {
            let count = self.blob.u16(chain.at, "number of items of a bucket");
            chain.left = count.map_err(|e| e.within(in_bucket(bucket)))?;
            chain.at += 2;
        }
        Ok(chain)
    }

    /// Looks at everything: that each item stands in the bucket of its hash, that the hash is its key's (where `hash` can
    /// tell), and that there are as many items as the table says. Returns the number of items.
    ///
    /// # Errors
    ///
    /// The first thing that is not so.
    pub fn verify(&self, hash: impl Fn(&[u8]) -> Option<u32>) -> Result<u32> {
        let mut count = 0u32;
        let mut items = self.iter();
        while let Some(item) = items.next() {
            let item = item?;
            count = count.saturating_add(1);
            let wrong = |why: String| {
                let kind = ErrorKind::Invalid { what: "item of a hash table", why };
                Err(Error::new(kind, self.blob.span(item.at, 4)))
            };
            if item.hash & (self.buckets - 1) != items.bucket {
                return wrong(format!("its hash 0x{:08x} belongs to another bucket", item.hash));
            }
            match hash(item.key) {
                Some(right) if right != item.hash => {
                    return wrong(format!("its hash is 0x{:08x}, its key's is 0x{right:08x}", item.hash));
                }
                _ => {}
            }
        }
        if count != self.entries {
            let why = format!("it says {} entries and has {count}", self.entries);
            let kind = ErrorKind::Invalid { what: "hash table", why };
            return Err(Error::new(kind, self.blob.span(self.buckets_at - 4, 4)));
        }
        Ok(count)
    }
}

/// Where an error is: in the table of this name.
pub(crate) fn in_table(name: &str) -> Step {
    Step::Named("table", name.to_string())
}

fn in_bucket(bucket: u32) -> Step {
    Step::Item("bucket", u64::from(bucket))
}

/// The items of one bucket.
#[derive(Clone, Copy, Debug)]
struct Chain<'a> {
    blob: Bytes<'a>,
    layout: Layout,
    at: usize,
    left: u16,
}

impl<'a> Chain<'a> {
    fn next_item(&mut self) -> Result<Option<Item<'a>>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        let at = self.at;
        let hash = self.blob.u32(at, "hash of an item")?;
        self.at += 4;
        let key_len = self.length(self.layout.key)?;
        let data_len = self.length(self.layout.data)?;
        let key = self.blob.slice(self.at, key_len, "key of an item")?;
        let data_at = self.at.saturating_add(key_len);
        let data = self.blob.slice(data_at, data_len, "data of an item")?;
        self.at = data_at.saturating_add(data_len);
        self.left = left;
        Ok(Some(Item { hash, key, data, at }))
    }

    fn length(&mut self, length: Length) -> Result<usize> {
        let what = "length of a key or of data";
        let (value, size) = match length {
            Length::Fixed(bytes) => (usize::from(bytes), 0),
            Length::U16 => (usize::from(self.blob.u16(self.at, what)?), 2),
            Length::U32 => (to_index(self.blob.u32(self.at, what)?), 4),
            Length::Uleb => {
                let (value, size) = uleb(&self.blob, self.at)?;
                (usize::try_from(value).unwrap_or(usize::MAX), size)
            }
        };
        self.at = self.at.saturating_add(size);
        Ok(value)
    }
}

/// A ULEB128 number at `at`, and how many bytes it takes. Bits beyond 64 are an error.
pub(crate) fn uleb(blob: &Bytes<'_>, at: usize) -> Result<(u64, usize)> {
    let (mut value, mut size) = (0u64, 0usize);
    loop {
        let byte = blob.u8(at.saturating_add(size), "ULEB128 number")?;
        let payload = u64::from(byte & 0x7f);
        let shift = u32::try_from(size * 7).unwrap_or(u32::MAX);
        let shifted = payload.checked_shl(shift).filter(|shifted| shifted >> shift == payload);
        match shifted {
            Some(shifted) => value |= shifted,
            None => {
                let kind = ErrorKind::Limit { what: "bits in a ULEB128 number", limit: 64 };
                return Err(Error::new(kind, blob.span(at, size + 1)));
            }
        }
        size += 1;
        if byte & 0x80 == 0 {
            return Ok((value, size));
        }
    }
}

/// All items of a table, bucket by bucket: see [`HashTable::iter`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    table: HashTable<'a>,
    bucket: u32,
    current: Option<Chain<'a>>,
    /// Bytes of all items so far. Buckets that share items would make a small blob cost its square.
    seen: usize,
    failed: bool,
}

impl<'a> Items<'a> {
    fn advance(&mut self) -> Result<Option<Item<'a>>> {
        loop {
            let mut chain = match self.current {
                Some(chain) => chain,
                None if self.bucket < self.table.buckets => self.table.bucket(self.bucket)?,
                None => return Ok(None),
            };
            let before = chain.at;
            if let Some(item) = chain.next_item().map_err(|e| e.within(in_bucket(self.bucket)))? {
                self.seen = self.seen.saturating_add(chain.at - before);
                if self.seen > self.table.blob.len() {
                    let why = "buckets share their items".to_string();
                    let kind = ErrorKind::Invalid { what: "hash table", why };
                    return Err(Error::new(kind, self.table.blob.span(item.at, 4)));
                }
                self.current = Some(chain);
                return Ok(Some(item));
            }
            self.current = None;
            self.bucket += 1;
        }
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<Item<'a>>;

    fn next(&mut self) -> Option<Result<Item<'a>>> {
        if self.failed {
            return None;
        }
        let next = self.advance().transpose();
        self.failed = matches!(next, Some(Err(_)) | None);
        next
    }
}

#[cfg(test)]
mod tests {
    use outlast_core::Bytes;

    use super::{HashTable, Layout, Length, hashes};

    /// A table of `u16` lengths with these keys, each with itself reversed as data.
    fn table(keys: &[&str], buckets: u32) -> (Vec<u8>, u64) {
        let mut blob = vec![0; 4];
        let mut offsets = Vec::new();
        for bucket in 0..buckets {
            let here: Vec<&&str> =
                keys.iter().filter(|k| hashes::djb(k.as_bytes(), 5381) % buckets == bucket).collect();
            offsets.push(if here.is_empty() { 0 } else { u32::try_from(blob.len()).unwrap() });
            if here.is_empty() {
                continue;
            }
            blob.extend(u16::try_from(here.len()).unwrap().to_le_bytes());
            for key in here {
                let len = u16::try_from(key.len()).unwrap().to_le_bytes();
                blob.extend(hashes::djb(key.as_bytes(), 5381).to_le_bytes());
                blob.extend(len);
                blob.extend(len);
                blob.extend(key.bytes());
                blob.extend(key.bytes().rev());
            }
        }
        blob.resize(blob.len().next_multiple_of(4), 0);
        let at = blob.len() as u64;
        blob.extend(buckets.to_le_bytes());
        blob.extend(u32::try_from(keys.len()).unwrap().to_le_bytes());
        offsets.iter().for_each(|offset| blob.extend(offset.to_le_bytes()));
        (blob, at)
    }

    const LAYOUT: Layout = Layout::new(Length::U16, Length::U16);

    #[test]
    fn finds_what_is_there_and_nothing_else() {
        let keys = ["alpha", "beta", "gamma", "delta", "epsilon", ""];
        let (blob, at) = table(&keys, 4);
        let table = HashTable::open(Bytes::new(&blob, 0x100), at, LAYOUT).unwrap();
        assert_eq!(table.verify(|key| Some(hashes::djb(key, 5381))).unwrap(), 6);
        for key in keys {
            let found =
                table.find(hashes::djb(key.as_bytes(), 5381), |k| k == key.as_bytes()).unwrap().unwrap();
            assert_eq!(found.data, key.bytes().rev().collect::<Vec<u8>>());
        }
        assert!(table.find(hashes::djb(b"zeta", 5381), |k| k == b"zeta").unwrap().is_none());
        assert_eq!(table.iter().count(), 6);
    }

    #[test]
    fn cut_off_at_any_byte_is_an_error_or_the_same_answer() {
        let (blob, at) = table(&["alpha", "beta", "gamma"], 2);
        for len in 0..blob.len() {
            let cut = Bytes::new(&blob[..len], 0);
            assert!(HashTable::open(cut, at, LAYOUT).is_err(), "{len}");
        }
        for byte in 0..blob.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut bad = blob.clone();
                bad[byte] = value;
                if let Ok(table) = HashTable::open(Bytes::new(&bad, 0), at, LAYOUT) {
                    let _ = table.verify(|_| None);
                    let _ = table.find(0xffff_ffff, |_| true);
                }
            }
        }
    }

    #[test]
    fn buckets_that_share_items_do_not_cost_the_square() {
        let mut blob = vec![0; 4];
        blob.extend(u16::MAX.to_le_bytes());
        blob.extend(vec![0; usize::from(u16::MAX) * 8]);
        blob.resize(blob.len().next_multiple_of(4), 0);
        let at = blob.len() as u64;
        blob.extend((1u32 << 16).to_le_bytes());
        blob.extend(u32::MAX.to_le_bytes());
        (0..1u32 << 16).for_each(|_| blob.extend(4u32.to_le_bytes()));
        let table = HashTable::open(Bytes::new(&blob, 0), at, LAYOUT).unwrap();
        let error = table.verify(|_| None).unwrap_err();
        assert!(error.to_string().contains("another bucket"), "{error}");
        assert!(table.iter().count() < 200_000);
    }
}
