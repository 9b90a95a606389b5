//! `INPUT 10`: what a module was made from and needs: imports, libraries, headers, search paths, files.

use crate::fields::{blob_text, record_name};
use crate::swift::blocks;
use crate::{Cursor, Fault, Item, Record};

/// Names as of Swift 6.0, for streams that do not name them.
const NAMES: &[(u32, &str)] = &[
    (1, "IMPORTED_MODULE"),
    (2, "LINK_LIBRARY"),
    (3, "IMPORTED_HEADER"),
    (4, "IMPORTED_HEADER_CONTENTS"),
    (5, "MODULE_FLAGS"),
    (6, "SEARCH_PATH"),
    (7, "FILE_DEPENDENCY"),
    (8, "DEPENDENCY_DIRECTORY"),
    (9, "MODULE_INTERFACE_PATH"),
    (10, "IMPORTED_MODULE_SPIS"),
];

/// How a module is imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImportKind {
    /// Plainly: importers need it too.
    Normal,
    /// `@_exported`.
    Exported,
    /// `@_implementationOnly`.
    ImplementationOnly,
    /// `internal import` or less.
    InternalOrBelow,
    /// `package import`.
    PackageOnly,
    /// A number that nobody gave a meaning.
    Unknown(u64),
}

impl ImportKind {
    fn from_number(number: u64) -> ImportKind {
        match number {
            0 => ImportKind::Normal,
            1 => ImportKind::Exported,
            2 => ImportKind::ImplementationOnly,
            3 => ImportKind::InternalOrBelow,
            4 => ImportKind::PackageOnly,
            other => ImportKind::Unknown(other),
        }
    }

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            ImportKind::Normal => "normal",
            ImportKind::Exported => "exported",
            ImportKind::ImplementationOnly => "implementation-only",
            ImportKind::InternalOrBelow => "internal",
            ImportKind::PackageOnly => "package",
            ImportKind::Unknown(_) => "unknown",
        }
    }
}

/// One imported module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// Its name; submodules and declarations follow after dots.
    pub name: String,
    /// How it is imported.
    pub kind: ImportKind,
    /// Whether one declaration of it is imported rather than all.
    pub scoped: bool,
    /// Groups of system programming interfaces that are imported from it (`@_spi`).
    pub spis: Vec<String>,
}

/// One record of the input block.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SwiftInput {
    /// An imported module.
    Module(Import),
    /// A library that is linked automatically.
    Library {
        /// Its name.
        name: String,
        /// Whether it is a framework.
        framework: bool,
        /// Whether it is linked even if no symbol of it is used.
        forced: bool,
        /// Whether it is linked statically; the release may not say.
        is_static: bool,
    },
    /// A bridging header.
    Header {
        /// Its path.
        path: String,
        /// Whether importers see it too.
        exported: bool,
        /// Its size in bytes.
        size: u64,
        /// A hash of it.
        hash: u64,
        /// Its text, where the module carries it.
        contents: Option<String>,
    },
    /// A search path.
    SearchPath {
        /// The path.
        path: String,
        /// Whether it is for frameworks.
        framework: bool,
        /// Whether it is for the system.
        system: bool,
    },
    /// A file that the module was made from.
    File {
        /// Its path.
        path: String,
        /// Its size in bytes.
        size: u64,
        /// When it was changed, or a hash of it.
        stamp: u64,
        /// Whether the stamp is a hash.
        hashed: bool,
        /// Whether the path counts from the SDK.
        sdk_relative: bool,
    },
    /// The interface that the module was built from.
    Interface {
        /// Its path.
        path: String,
        /// Whether the path counts from the SDK.
        sdk_relative: bool,
    },
    /// A record that is not known.
    Other {
        /// Its name or code.
        name: String,
        /// Its blob as text.
        text: String,
    },
}

/// Reads the input block that was just entered.
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    into: &mut Vec<SwiftInput>,
    shapes: &mut Vec<(u32, usize, std::ops::Range<u64>)>,
) -> Result<(), Fault> {
    let mut directories: Vec<String> = Vec::new();
    loop {
        let base = cursor.base().saturating_mul(8);
        let (code, raw) = match cursor.next()? {
            None | Some(Item::Leave(..)) => return Ok(()),
            Some(Item::Define(..)) => continue,
            Some(Item::Enter(_)) => {
                cursor.skip_block()?;
                continue;
            }
            Some(Item::Record(record)) => {
                shapes.push((record.code, record.ops.len(), base + record.start..base + record.end));
                (record.code, Raw::from_record(&record))
            }
        };
        let name = record_name(cursor, blocks::INPUT, code, NAMES);
        raw.add(&name, &mut directories, into);
    }
}

/// A record, off the cursor's buffer.
struct Raw {
    ops: [u64; 5],
    text: String,
}

impl Raw {
    fn from_record(record: &Record<'_, '_>) -> Raw {
        let mut ops = [0; 5];
        ops.iter_mut().zip(record.ops).for_each(|(to, from)| *to = *from);
        Raw { ops, text: blob_text(record) }
    }

    fn add(self, name: &str, directories: &mut Vec<String>, into: &mut Vec<SwiftInput>) {
        let [a, b, c, d, e] = self.ops;
        let flag = |op: u64| op != 0;
        let text = self.text;
        into.push(match name {
            "IMPORTED_MODULE" => {
                let name = text.replace('\0', ".");
                SwiftInput::Module(Import {
                    name,
                    kind: ImportKind::from_number(a),
                    scoped: flag(b),
                    spis: Vec::new(),
                })
            }
            "IMPORTED_MODULE_SPIS" => {
                // It follows the import that it belongs to.
                if let Some(SwiftInput::Module(import)) = into.last_mut() {
                    import.spis = text.split('\0').map(str::to_string).collect();
                }
                return;
            }
            "LINK_LIBRARY" => {
                SwiftInput::Library { name: text, framework: flag(a), forced: flag(b), is_static: flag(c) }
            }
            "IMPORTED_HEADER" => {
                SwiftInput::Header { path: text, exported: flag(a), size: b, hash: c, contents: None }
            }
            "IMPORTED_HEADER_CONTENTS" => {
                if let Some(SwiftInput::Header { contents, .. }) = into.last_mut() {
                    *contents = Some(text);
                }
                return;
            }
            "SEARCH_PATH" => SwiftInput::SearchPath { path: text, framework: flag(a), system: flag(b) },
            "DEPENDENCY_DIRECTORY" => return directories.push(text),
            "FILE_DEPENDENCY" => {
                let directory =
                    e.checked_sub(1).and_then(|index| directories.get(crate::fields::index(index)));
                let path = directory.map_or_else(|| text.clone(), |directory| format!("{directory}/{text}"));
                SwiftInput::File { path, size: a, stamp: b, hashed: flag(c), sdk_relative: flag(d) }
            }
            "MODULE_INTERFACE_PATH" => SwiftInput::Interface { path: text, sdk_relative: flag(a) },
            other => SwiftInput::Other { name: other.to_string(), text },
        });
    }
}
