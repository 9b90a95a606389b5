//! Numbers of the container: magic, versions, sections, masks. One table for reader, writer and printer.
//!
//! `mlir/include/mlir/Bytecode/Encoding.h`.

/// The first bytes of every file: `ML`, `ï` in Latin-1, `R`.
pub const MAGIC: [u8; 4] = *b"ML\xefR";

/// What each version of the container brought.
pub mod version {
    /// The first that has the form of today.
    pub const MIN: u64 = 0;
    /// Dialects have versions.
    pub const DIALECT_VERSIONING: u64 = 1;
    /// Regions that are isolated from above are sections of their own.
    pub const LAZY_LOADING: u64 = 2;
    /// Orders of use-lists.
    pub const USE_LIST_ORDERING: u64 = 3;
    /// Unknown locations of block arguments are left out; operation names are counted.
    pub const ELIDE_UNKNOWN_BLOCK_ARG_LOCATION: u64 = 4;
    /// Properties are not attributes of the dictionary, but entries of a section of their own.
    pub const NATIVE_PROPERTIES_ENCODING: u64 = 5;
    /// Segment sizes of operands and results are sparse arrays in properties.
    pub const NATIVE_PROPERTIES_ODS_SEGMENT_SIZE: u64 = 6;
    /// The newest.
    pub const MAX: u64 = 6;
}

/// Ids of sections.
pub mod section {
    /// Strings.
    pub const STRING: u8 = 0;
    /// Dialects and operation names.
    pub const DIALECT: u8 = 1;
    /// Attributes and types.
    pub const ATTR_TYPE: u8 = 2;
    /// Their sizes, by dialect.
    pub const ATTR_TYPE_OFFSET: u8 = 3;
    /// Operations.
    pub const IR: u8 = 4;
    /// Resources.
    pub const RESOURCE: u8 = 5;
    /// Their keys, kinds and sizes.
    pub const RESOURCE_OFFSET: u8 = 6;
    /// The version of a dialect, inside the dialect section.
    pub const DIALECT_VERSIONS: u8 = 7;
    /// Properties of operations.
    pub const PROPERTIES: u8 = 8;
    /// How many there are.
    pub const COUNT: usize = 9;

    /// What a section is called.
    pub fn name(id: u8) -> &'static str {
        match id {
            STRING => "String",
            DIALECT => "Dialect",
            ATTR_TYPE => "AttrType",
            ATTR_TYPE_OFFSET => "AttrTypeOffset",
            IR => "IR",
            RESOURCE => "Resource",
            RESOURCE_OFFSET => "ResourceOffset",
            DIALECT_VERSIONS => "DialectVersions",
            PROPERTIES => "Properties",
            _ => "unknown",
        }
    }

    /// Whether a file of a version has to have it.
    pub fn required(id: u8, version: u64) -> bool {
        match id {
            RESOURCE | RESOURCE_OFFSET | DIALECT_VERSIONS => false,
            PROPERTIES => version >= super::version::NATIVE_PROPERTIES_ENCODING,
            _ => true,
        }
    }
}

/// Bits of an operation's mask: which parts follow (`OpEncodingMask`).
pub mod op_mask {
    /// A dictionary of attributes.
    pub const ATTRS: u8 = 0x01;
    /// Results.
    pub const RESULTS: u8 = 0x02;
    /// Operands.
    pub const OPERANDS: u8 = 0x04;
    /// Successors.
    pub const SUCCESSORS: u8 = 0x08;
    /// Regions.
    pub const REGIONS: u8 = 0x10;
    /// Orders of the results' use-lists.
    pub const USE_LIST_ORDERS: u8 = 0x20;
    /// Properties.
    pub const PROPERTIES: u8 = 0x40;
}

/// Kinds of resources (`AsmResourceEntryKind`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceKind {
    /// Bytes with an alignment.
    Blob,
    /// A byte, zero or not.
    Bool,
    /// A string of the string section.
    String,
}

impl ResourceKind {
    /// The kind of a number in a file.
    pub fn from_byte(byte: u8) -> Option<ResourceKind> {
        Some(match byte {
            0 => ResourceKind::Blob,
            1 => ResourceKind::Bool,
            2 => ResourceKind::String,
            _ => return None,
        })
    }

    /// Its number in a file.
    pub fn byte(self) -> u8 {
        match self {
            ResourceKind::Blob => 0,
            ResourceKind::Bool => 1,
            ResourceKind::String => 2,
        }
    }
}

/// The release of LLVM that a producer names: 19 for `MLIR19.1.7`; none if it is no release of MLIR.
pub fn producer_release(producer: &[u8]) -> Option<u32> {
    let rest = producer.strip_prefix(b"MLIR")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()
}
