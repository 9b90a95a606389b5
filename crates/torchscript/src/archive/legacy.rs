//! [`Legacy`]: files that `torch.save` wrote before 1.6, and still writes on demand.
//!
//! ```text
//! pickle  0x1950a86a20f9469cfc6c      the magic number
//! pickle  1001                        the version of this layout
//! pickle  {…}                         of the machine that wrote it: byte order, sizes of types
//! pickle  …                           the object; storages by persistent ids
//! pickle  [key, …]                    the keys of the storages, in the order of their data
//! i64 number of elements, data        for each key
//! ```
//!
//! Before 0.1.10 these were members of a `tar` archive: [`super::tar`].

use outlast_core::{Bytes, Error, ErrorKind, QuickMap, Result};

use super::tar;
use super::tensors::{Tensors, tensors};
use crate::pickle::{Limits, Pickle, Value};

/// The magic number, in two's complement, the lowest byte first.
pub const LEGACY_MAGIC: [u8; 10] = [0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];
/// The magic number, in decimal, as protocols 0 and 1 have it.
const DECIMAL: &str = "119547037146038801333356";
/// The version of the layout.
pub const LEGACY_PROTOCOL: i64 = 1001;

/// One of the pickles of a file.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// What it is: `magic`, `protocol`, `sys_info`, `object`, `storage keys`; in a `tar` file, with the member's name.
    pub name: String,
    /// Where it starts in the file.
    pub at: usize,
    /// The pickle; its offsets count from the start of the file.
    pub pickle: Pickle<'a>,
}

/// The data of a storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegacyStorage {
    /// Its key.
    pub key: String,
    /// Where its number of elements is in the file; the data follow it.
    pub at: usize,
    /// How many elements it says it has.
    pub numel: u64,
    /// Bytes of its data; `None` if the size of an element is not known.
    pub bytes: Option<u64>,
}

/// A file that `torch.save` wrote before 1.6.
#[derive(Clone, Debug)]
pub struct Legacy<'a> {
    /// Its pickles, in the order of the file. Of one that cannot be read to its end, no other follows.
    pub parts: Vec<Part<'a>>,
    /// The tensors of the object.
    pub tensors: Tensors,
    /// The data of the storages.
    pub storages: Vec<LegacyStorage>,
    /// Bytes behind the last storage.
    pub trailing: usize,
    /// Why the file cannot be read to its end.
    pub error: Option<Error>,
    /// Whether it is a `tar` archive, from before 0.1.10.
    pub tar: bool,
}

/// Whether a file starts with the magic number of `torch.save` before 1.6, in any protocol.
pub fn is_legacy(file: &[u8]) -> bool {
    /// Longer than the magic number in any protocol.
    const HEAD: usize = 64;
    let head = file.get(..HEAD).unwrap_or(file);
    let pickle = Pickle::read(Bytes::new(head, 0), Limits { memory: 1 << 14, depth: 0 });
    pickle.root.is_some_and(|root| match pickle.graph.value(root) {
        Value::Long(number) => *number == LEGACY_MAGIC,
        Value::Decimal(number) => *number == DECIMAL,
        _ => false,
    })
}

impl<'a> Legacy<'a> {
    /// Reads the pickles of a file, and where the data of its storages are; the data are not read.
    ///
    /// # Errors
    ///
    /// If it is neither a file of this format nor a `tar` archive. What is wrong further on is in [`Legacy::error`], because what stands
    /// before it counts.
    pub fn read(file: &'a [u8], limits: Limits) -> Result<Legacy<'a>> {
        let bytes = Bytes::new(file, 0);
        if tar::is_tar(file) {
            return tar::read(bytes, limits);
        }
        if !is_legacy(file) {
            let found = file.get(..16).unwrap_or(file).to_vec();
            let expected = "the pickle of 0x1950a86a20f9469cfc6c";
            return Err(Error::new(
                ErrorKind::BadMagic { found, expected },
                bytes.span(0, file.len().min(16)),
            ));
        }
        let mut legacy = Legacy {
            parts: Vec::new(),
            tensors: Tensors::default(),
            storages: Vec::new(),
            trailing: 0,
            error: None,
            tar: false,
        };
        if let Err(error) = legacy.sequence(bytes, limits) {
            legacy.error = Some(error);
        }
        Ok(legacy)
    }

    /// A part by its name.
    pub fn part(&self, name: &str) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.name == name)
    }

    fn sequence(&mut self, file: Bytes<'a>, limits: Limits) -> Result<()> {
        let mut at = 0;
        for name in ["magic", "protocol", "sys_info", "object", "storage keys"] {
            at = self.next(file, at, name, limits)?;
        }
        self.tensors = self.part("object").map(|part| tensors(&part.pickle)).unwrap_or_default();
        let sizes: QuickMap<&str, Option<u64>> = self
            .tensors
            .storages
            .iter()
            .map(|storage| (&*storage.key, storage.element.map(|element| element.size)))
            .collect();
        let Some(part) = self.part("storage keys") else { return Ok(()) };
        let graph = &part.pickle.graph;
        let keys = match part.pickle.root.map(|root| graph.value(root)) {
            Some(Value::List(keys)) => keys,
            _ => return Err(part.invalid(file, "the keys of the storages are not a list")),
        };
        let mut storages = Vec::new();
        let mut fault = None;
        for key in keys {
            let key = match graph.value(*key) {
                Value::Int(key) => key.to_string(),
                _ => graph.text(*key).unwrap_or_default().chars().take(128).collect(),
            };
            let numel = match file.u64(at, "number of elements of a storage") {
                Ok(numel) => numel,
                Err(error) => {
                    fault = Some(error);
                    break;
                }
            };
            let size = sizes.get(&*key).copied().flatten();
            let bytes = size.and_then(|size| numel.checked_mul(size));
            let unknown = size.is_none().then(|| {
                format!("no pickle says what the elements of the storage `{}` are", key.escape_debug())
            });
            storages.push(LegacyStorage { key, at, numel, bytes });
            if let Some(why) = unknown {
                let kind = ErrorKind::Invalid { what: "file of torch.save", why };
                fault = Some(Error::new(kind, file.span(at, 8)));
                break;
            }
            let len = bytes.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(usize::MAX);
            match file.slice(at + 8, len, "data of a storage") {
                Ok(_) => at = at + 8 + len,
                Err(error) => {
                    fault = Some(error);
                    break;
                }
            }
        }
        self.storages = storages;
        match fault {
            Some(error) => Err(error),
            None => {
                self.trailing = file.len().saturating_sub(at);
                Ok(())
            }
        }
    }

    /// Reads the pickle at `at`; where it ends.
    pub(super) fn next(&mut self, file: Bytes<'a>, at: usize, name: &str, limits: Limits) -> Result<usize> {
        let window = file.window(at, file.len().saturating_sub(at), "pickle")?;
        let pickle = Pickle::read(window, limits);
        let (len, error) = (pickle.len, pickle.error.clone());
        self.parts.push(Part { name: name.to_string(), at, pickle });
        error.map_or(Ok(at + len), Err)
    }
}

impl Part<'_> {
    fn invalid(&self, file: Bytes<'_>, why: &str) -> Error {
        let kind = ErrorKind::Invalid { what: "file of torch.save", why: why.into() };
        Error::new(kind, file.span(self.at, self.pickle.len))
    }
}
