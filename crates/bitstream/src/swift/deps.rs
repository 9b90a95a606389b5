//! `.swiftdeps`: which declarations a source file provides and uses, for incremental builds.
//!
//! Block 8 holds `METADATA 1 [major, minor, blob compiler]`, identifiers (`IDENTIFIER_NODE 5 [blob]`, numbered from 1; 0 is
//! the empty one) and nodes: `SOURCE_FILE_DEP_GRAPH_NODE 2 [kind, aspect, context, name, provides]`, which
//! `FINGERPRINT_NODE 3` and `DEPENDS_ON_DEFINITION_NODE 4` follow where they belong to it. A module can carry the same records
//! in block 196.

use crate::fields::{blob_text, index};
use crate::swift::blocks;
use crate::{Cursor, Fault, Item, Record, Stream, StreamKind};

/// What a node stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum DepKind {
    /// A name at the top level.
    TopLevel,
    /// A type.
    Nominal,
    /// Members that a type could get.
    PotentialMember,
    /// A member of a type.
    Member,
    /// A name that is found dynamically.
    DynamicLookup,
    /// Another file or module.
    External,
    /// The source file itself.
    SourceFile,
    /// A number that nobody gave a meaning.
    Unknown(u64),
}

impl DepKind {
    fn from_number(number: u64) -> DepKind {
        match number {
            0 => DepKind::TopLevel,
            1 => DepKind::Nominal,
            2 => DepKind::PotentialMember,
            3 => DepKind::Member,
            4 => DepKind::DynamicLookup,
            5 => DepKind::External,
            6 => DepKind::SourceFile,
            other => DepKind::Unknown(other),
        }
    }

    /// Its name in text.
    pub fn name(self) -> &'static str {
        match self {
            DepKind::TopLevel => "top-level",
            DepKind::Nominal => "type",
            DepKind::PotentialMember => "potential member",
            DepKind::Member => "member",
            DepKind::DynamicLookup => "dynamic lookup",
            DepKind::External => "external",
            DepKind::SourceFile => "source file",
            DepKind::Unknown(_) => "unknown",
        }
    }
}

/// A node of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DepNode {
    /// What it stands for.
    pub kind: DepKind,
    /// Whether it is about the implementation rather than the interface.
    pub implementation: bool,
    /// The mangled name of the type it belongs to; empty for none.
    pub context: String,
    /// Its name; empty for none.
    pub name: String,
    /// Whether the file provides it rather than uses it.
    pub provides: bool,
    /// A hash of its interface.
    pub fingerprint: Option<String>,
    /// Numbers of the nodes that it depends on.
    pub depends_on: Vec<u64>,
}

/// The graph of a source file.
#[derive(Clone, Debug, Default)]
pub struct SwiftDeps {
    /// Version of the format: major, minor.
    pub format: Option<(u64, u64)>,
    /// What the compiler says of itself.
    pub compiler: Option<String>,
    /// How many identifiers there are.
    pub identifiers: usize,
    /// The nodes, in their order.
    pub nodes: Vec<DepNode>,
    /// Records that are not known: how many.
    pub unknown: usize,
    /// What stopped the reading.
    pub fault: Option<Fault>,
}

impl SwiftDeps {
    /// Reads the graph of a `.swiftdeps` file, or the one in a module; empty if the module has none.
    pub fn read(stream: Stream<'_>) -> SwiftDeps {
        let mut deps = SwiftDeps::default();
        let mut names = vec![String::new()];
        deps.fault = deps.walk(stream, &mut names).err();
        deps.identifiers = names.len() - 1;
        deps
    }

    fn walk(&mut self, stream: Stream<'_>, names: &mut Vec<String>) -> Result<(), Fault> {
        let alone = stream.kind() == StreamKind::SwiftDeps;
        let mut cursor = Cursor::new(stream)?;
        // Numbers of names, until all identifiers are known.
        let mut wanted: Vec<(u64, u64)> = Vec::new();
        let mut inside = None;
        let outcome = loop {
            match cursor.next() {
                Err(fault) => break Err(fault),
                Ok(None) => break Ok(()),
                Ok(Some(Item::Enter(block))) => {
                    let graph = if alone { 8 } else { blocks::INCREMENTAL_INFORMATION };
                    if block.id == graph {
                        inside = Some(cursor.depth());
                    } else if (inside.is_some() || block.id != blocks::MODULE)
                        && let Err(fault) = cursor.skip_block()
                    {
                        break Err(fault);
                    }
                }
                Ok(Some(Item::Leave(..))) => inside = None,
                Ok(Some(Item::Record(record))) if inside.is_some() => {
                    self.record(&record, names, &mut wanted);
                }
                Ok(Some(_)) => {}
            }
        };
        let name = |id: u64| names.get(index(id)).cloned().unwrap_or_default();
        for (node, (context, own)) in self.nodes.iter_mut().zip(wanted) {
            (node.context, node.name) = (name(context), name(own));
        }
        outcome
    }

    fn record(&mut self, record: &Record<'_, '_>, names: &mut Vec<String>, wanted: &mut Vec<(u64, u64)>) {
        let op = |index: usize| record.op(index).unwrap_or(0);
        match record.code {
            1 => {
                self.format = Some((op(0), op(1)));
                self.compiler = Some(blob_text(record));
            }
            2 => {
                wanted.push((op(2), op(3)));
                self.nodes.push(DepNode {
                    kind: DepKind::from_number(op(0)),
                    implementation: op(1) != 0,
                    context: String::new(),
                    name: String::new(),
                    provides: op(4) != 0,
                    fingerprint: None,
                    depends_on: Vec::new(),
                });
            }
            3 => {
                if let Some(node) = self.nodes.last_mut() {
                    node.fingerprint = Some(blob_text(record));
                }
            }
            4 => {
                if let Some(node) = self.nodes.last_mut() {
                    node.depends_on.push(op(0));
                }
            }
            5 => names.push(blob_text(record)),
            _ => self.unknown += 1,
        }
    }

    /// How many nodes of each kind are provided and used: kind, provided, used.
    pub fn summary(&self) -> Vec<(DepKind, usize, usize)> {
        let mut kinds: Vec<DepKind> = self.nodes.iter().map(|node| node.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let count = |kind: DepKind, provides: bool| {
            self.nodes.iter().filter(|node| node.kind == kind && node.provides == provides).count()
        };
        kinds.into_iter().map(|kind| (kind, count(kind, true), count(kind, false))).collect()
    }
}
