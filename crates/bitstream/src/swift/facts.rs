//! [`SwiftFacts`]: what a Swift stream says of itself.

use crate::fields::text;
use crate::swift::blocks;
use crate::swift::control::{self, Control, ControlRecord, OptionRecord, named};
use crate::swift::inputs::{self, SwiftInput};
use crate::{Cursor, Fault, Item, Stream, StreamKind};

/// What a `.swiftmodule`, `.sib`, `.swiftdoc` or `.swiftsourceinfo` says of itself. Its declarations are passed over: the cost
/// does not depend on their number.
#[derive(Clone, Debug, Default)]
pub struct SwiftFacts {
    /// Version of the format: major, minor. Major 0 means that every minor version is a format of its own.
    pub format: Option<(u64, u64)>,
    /// Version of the compiler, short: `6.0.3`. Documentation and source places have none.
    pub short_version: Option<String>,
    /// Version of the language it was compiled as: `5.10`.
    pub compatibility_version: Option<String>,
    /// What the compiler says of itself: `Swift version 6.0.3 (swift-6.0.3-RELEASE)`.
    pub compiler: Option<String>,
    /// Version that the user gave the module: four parts.
    pub user_version: Option<[u64; 4]>,
    /// Name of the module.
    pub module_name: Option<String>,
    /// Target triple.
    pub target: Option<String>,
    /// Name of the SDK it was built with.
    pub sdk_name: Option<String>,
    /// Version of that SDK.
    pub sdk_version: Option<String>,
    /// Revision of a tagged compiler; empty for others.
    pub revision: Option<String>,
    /// Distribution channel of the compiler; empty for most.
    pub channel: Option<String>,
    /// Whether functions of the intermediate language are in ownership form.
    pub ossa: Option<bool>,
    /// Modules that alone may import it; empty where all may.
    pub allowable_clients: Vec<String>,
    /// Whether it is an intermediate file (`.sib`).
    pub is_sib: Option<bool>,
    /// Whether it was built with `-enable-library-evolution`: then an interface can stand in for it.
    pub resilient: bool,
    /// Whether it was built with `-enable-testing`.
    pub testable: bool,
    /// Whether it was built as a static library.
    pub static_library: bool,
    /// Whether it is for Embedded Swift.
    pub embedded: bool,
    /// Whether it was built from an interface.
    pub from_interface: bool,
    /// Whether it was built with C++ interoperability; importers need it too.
    pub cxx_interoperability: bool,
    /// Package that it belongs to.
    pub package: Option<String>,
    /// Records of the control block, in their order.
    pub control: Vec<ControlRecord>,
    /// Records of the options block, in their order.
    pub options: Vec<OptionRecord>,
    /// Imports, libraries, headers, files.
    pub inputs: Vec<SwiftInput>,
    /// Codes of the records of the input block, how many operands each has, and its bits from the start of the file.
    pub input_records: Vec<(u32, usize, std::ops::Range<u64>)>,
    /// Ids of the blocks in the module block, with their places in words: what else is there.
    pub blocks: Vec<(u32, u32)>,
    /// Whether the module block was found.
    pub has_module: bool,
    /// Whether the module block was read to its end.
    pub complete: bool,
    /// Whether the control block was found.
    pub has_control: bool,
    /// What stopped the reading; the rest is what was read before it.
    pub fault: Option<Fault>,
    /// What is wrong with what follows the module; compilers do not look at it.
    pub trailing: Option<Fault>,
}

/// The block of names, and of abbreviations for others.
const BLOCKINFO: u32 = 0;

impl SwiftFacts {
    /// Reads a stream of Swift.
    pub fn read(stream: Stream<'_>) -> SwiftFacts {
        let mut facts = SwiftFacts::default();
        let mut control = Control::default();
        match facts.blocks_of(stream, &mut control) {
            Err(fault) if facts.complete => facts.trailing = Some(fault),
            outcome => facts.fault = outcome.err(),
        }
        facts.control = control.records;
        facts.options = control.options;
        facts.summarise();
        facts
    }

    fn blocks_of(&mut self, stream: Stream<'_>, control: &mut Control) -> Result<(), Fault> {
        let outer = match stream.kind() {
            StreamKind::SwiftDoc => blocks::MODULE_DOC,
            StreamKind::SwiftSourceInfo => blocks::MODULE_SOURCEINFO,
            _ => blocks::MODULE,
        };
        let mut cursor = Cursor::new(stream)?;
        loop {
            match cursor.next()? {
                None => return Ok(()),
                Some(Item::Enter(block)) => match (cursor.depth(), block.id) {
                    (1, id) if id == outer => self.has_module = true,
                    // Compilers read the names of blocks, and refuse a module with damage there.
                    (1, BLOCKINFO) => {}
                    (2, id) => {
                        self.blocks.push((id, block.words));
                        match id {
                            blocks::CONTROL => {
                                self.has_control = true;
                                control::read(&mut cursor, control)?;
                            }
                            blocks::INPUT => {
                                inputs::read(&mut cursor, &mut self.inputs, &mut self.input_records)?;
                            }
                            _ => {
                                cursor.skip_block()?;
                            }
                        }
                    }
                    _ => {
                        cursor.skip_block()?;
                    }
                },
                // The module block is the first at the top level; what follows is no part of it.
                Some(Item::Leave(block, _)) if block.id == outer => self.complete = true,
                Some(_) => {}
            }
        }
    }

    /// Names what the records say.
    fn summarise(&mut self) {
        if let Some(metadata) = named(&self.control, "METADATA") {
            let version = Version::of(metadata);
            self.format = version.format;
            self.short_version = version.short;
            self.compatibility_version = version.compatibility;
            self.compiler = version.full;
            self.user_version = version.user;
        }
        let texts = |name: &str| named(&self.control, name).map(ControlRecord::text);
        self.module_name = texts("MODULE_NAME");
        self.target = texts("TARGET");
        self.sdk_name = texts("SDK_NAME");
        self.sdk_version = texts("SDK_VERSION");
        self.revision = texts("REVISION");
        self.channel = texts("CHANNEL");
        self.ossa =
            named(&self.control, "IS_OSSA").map(|record| record.ops.first().is_some_and(|op| *op != 0));
        let clients = self.control.iter().filter(|record| record.name == "ALLOWABLE_CLIENT_NAME");
        self.allowable_clients = clients.map(ControlRecord::text).collect();
        let has = |name: &str| named(&self.options, name).is_some();
        let number = |name: &str| named(&self.options, name).map(|r| r.ops.first().copied().unwrap_or(0));
        self.is_sib = number("IS_SIB").map(|value| value != 0);
        self.resilient = number("RESILIENCE_STRATEGY").is_some_and(|value| value != 0);
        self.testable = has("IS_TESTABLE");
        self.static_library = has("IS_STATIC_LIBRARY");
        self.embedded = has("IS_EMBEDDED_SWIFT_MODULE");
        self.from_interface = has("IS_BUILT_FROM_INTERFACE");
        self.cxx_interoperability = has("HAS_CXX_INTEROPERABILITY_ENABLED");
        self.package = named(&self.options, "MODULE_PACKAGE_NAME").map(ControlRecord::text);
    }
}

/// What `METADATA` says: `[major, minor, length of the short version, length of the compatibility version, user version
/// ×4]`, the last six optional, and a blob `SHORT(COMPATIBILITY)/TEXT`.
struct Version {
    format: Option<(u64, u64)>,
    short: Option<String>,
    compatibility: Option<String>,
    full: Option<String>,
    user: Option<[u64; 4]>,
}

impl Version {
    fn of(metadata: &ControlRecord) -> Version {
        let op = |index: usize| metadata.ops.get(index).copied();
        let blob = metadata.blob.as_deref().unwrap_or_default();
        let len = |index: usize| op(index).and_then(|len| usize::try_from(len).ok()).filter(|len| *len > 0);
        let short_len = len(2).unwrap_or(0).min(blob.len());
        let part = |from: usize, len: usize| {
            let from = from.min(blob.len());
            text(blob.get(from..from.saturating_add(len).min(blob.len())).unwrap_or_default())
        };
        let compatibility = len(3).map(|len| part(short_len + 1, len));
        // The slash ends the short part; without one, all is text.
        let start = if short_len == 0 { None } else { blob.iter().position(|byte| *byte == b'/') };
        let full = part(start.map_or(0, |at| at + 1), blob.len());
        Version {
            format: op(0).map(|major| (major, op(1).unwrap_or(0))),
            short: len(2).map(|_| part(0, short_len)),
            compatibility,
            full: metadata.blob.is_some().then_some(full),
            user: op(4).map(|major| [major, op(5).unwrap_or(0), op(6).unwrap_or(0), op(7).unwrap_or(0)]),
        }
    }
}
