//! Layouts of small blocks that say what a file is: LLVM IR's identification, serialized diagnostics, Swift's control
//! block, the head of remarks.
//!
//! The library reads these records without layouts, since it reads on where one is not as it should be. Here they show that
//! layouts can say what real formats have.

use outlast_bitstream::{block_layout, record_layout, value_enum};

/// LLVM IR: who wrote it.
pub(super) mod ir {
    use outlast_bitstream::block_layout;

    use crate::written::{Epoch, Producer};

    block_layout! {
        /// `IDENTIFICATION`, before each module.
        pub enum Identification = 13 "IDENTIFICATION_BLOCK" {
            Producer,
            Epoch,
        }
    }
}

/// Serialized diagnostics of Clang and Swift: `.dia`.
pub(super) mod diagnostics {
    use super::{block_layout, record_layout, value_enum};

    record_layout! {
        /// The version of the format: 1 or 2.
        pub struct FormatVersion = 1 "Version" {
            /// The number.
            number: u32 as fixed(32),
            rest,
        }
    }

    block_layout! {
        /// The first block.
        pub enum Meta = 8 "Meta" {
            FormatVersion,
        }
    }

    value_enum! {
        /// How bad it is.
        pub enum Level {
            /// Not shown.
            Ignored = 0,
            /// Belongs to the diagnostic around it.
            Note = 1,
            /// A warning.
            Warning = 2,
            /// An error.
            Error = 3,
            /// An error after which the compiler gave up.
            Fatal = 4,
            /// A remark.
            Remark = 5,
        }
    }

    record_layout! {
        /// A diagnostic: where it is and what it says. Files, categories and flags are numbers from 1 on; 0 is none.
        pub struct Diagnostic = 2 "DiagInfo" {
            /// How bad it is.
            level: Level as fixed(3),
            /// The file.
            file: u32 as fixed(10),
            /// The line, from 1 on.
            line: u32 as fixed(32),
            /// The column in bytes, from 1 on.
            column: u32 as fixed(32),
            /// Bytes from the file's beginning.
            offset: u32 as fixed(32),
            /// The category.
            category: u32 as fixed(10),
            /// The flag that turns it on.
            flag: u32 as fixed(10),
            /// Bytes of the text.
            length: u32 as fixed(16),
            /// The text.
            blob text,
            rest,
        }
    }

    record_layout! {
        /// What a diagnostic is about: from one place to another.
        pub struct SourceRange = 3 "SrcRange" {
            /// The file it begins in.
            file: u32 as fixed(10),
            /// Its first line.
            line: u32 as fixed(32),
            /// Its first column.
            column: u32 as fixed(32),
            /// Its first byte.
            offset: u32 as fixed(32),
            /// The file it ends in.
            end_file: u32 as fixed(10),
            /// The line it ends in.
            end_line: u32 as fixed(32),
            /// The column it ends in.
            end_column: u32 as fixed(32),
            /// The byte it ends at.
            end_offset: u32 as fixed(32),
            rest,
        }
    }

    record_layout! {
        /// A flag's name, before the first diagnostic that uses it.
        pub struct Flag = 4 "DiagFlag" {
            /// Its number.
            number: u32 as fixed(10),
            /// Bytes of its name.
            length: u32 as fixed(16),
            /// Its name, without `-W`.
            blob name,
            rest,
        }
    }

    record_layout! {
        /// A category's name, before the first diagnostic that uses it.
        pub struct Category = 5 "CatName" {
            /// Its number.
            number: u32 as fixed(16),
            /// Bytes of its name.
            length: u32 as fixed(8),
            /// Its name.
            blob name,
            rest,
        }
    }

    record_layout! {
        /// A file's name, before the first place in it.
        pub struct FileName = 6 "FileName" {
            /// Its number.
            number: u32 as fixed(10),
            /// Bytes of the file.
            size: u32 as fixed(32),
            /// When it was changed, in seconds.
            time: u32 as fixed(32),
            /// Bytes of its name.
            length: u32 as fixed(16),
            /// Its name.
            blob name,
            rest,
        }
    }

    record_layout! {
        /// A proposal: this text instead of that in the range.
        pub struct FixIt = 7 "FixIt" {
            /// The file it begins in.
            file: u32 as fixed(10),
            /// Its first line.
            line: u32 as fixed(32),
            /// Its first column.
            column: u32 as fixed(32),
            /// Its first byte.
            offset: u32 as fixed(32),
            /// The file it ends in.
            end_file: u32 as fixed(10),
            /// The line it ends in.
            end_line: u32 as fixed(32),
            /// The column it ends in.
            end_column: u32 as fixed(32),
            /// The byte it ends at.
            end_offset: u32 as fixed(32),
            /// Bytes of the text.
            length: u32 as fixed(16),
            /// The text.
            blob text,
            rest,
        }
    }

    block_layout! {
        /// A diagnostic with its notes, which are such blocks in it.
        pub enum Entry = 9 "Diag" {
            Diagnostic,
            SourceRange,
            Flag,
            Category,
            FileName,
            FixIt,
        }
        blocks { Entry }
    }
}

/// Swift modules, documentation and source information.
pub(super) mod swift {
    use super::{block_layout, record_layout};

    record_layout! {
        /// Which compiler wrote the file, and which version of the format it is.
        pub struct Metadata = 1 "METADATA" {
            /// Readers refuse a newer one. While it is 0, the minor version has to be the same.
            major: u16 as fixed(16),
            /// Grows with every change.
            minor: u16 as fixed(16),
            /// Bytes of the short version at the beginning of the text.
            optional short_version: u32 as vbr(8),
            /// Bytes of the compatibility version after that and one more byte.
            optional compatibility: u32 as vbr(8),
            /// The module's own version: major.
            optional user_major: u32 as vbr(17),
            /// The module's own version: minor.
            optional user_minor: u32 as vbr(17),
            /// The module's own version: third number.
            optional user_subminor: u32 as vbr(17),
            /// The module's own version: fourth number.
            optional user_build: u32 as vbr(17),
            /// The compiler's version: `6.0.3(5.10)/Swift version 6.0.3 …`.
            blob text,
            rest,
        }
    }

    record_layout! {
        /// The module's name.
        pub struct ModuleName = 2 "MODULE_NAME" {
            /// The name.
            blob name,
            rest,
        }
    }

    record_layout! {
        /// The target that the module was compiled for.
        pub struct Target = 3 "TARGET" {
            /// The triple.
            blob triple,
            rest,
        }
    }

    block_layout! {
        /// The control block.
        pub enum Control = 9 "CONTROL_BLOCK" {
            Metadata,
            ModuleName,
            Target,
        }
    }
}

/// Optimization remarks.
pub(super) mod remarks {
    use super::{block_layout, record_layout};

    record_layout! {
        /// What the file holds.
        pub struct ContainerInfo = 1 "Container info" {
            /// The container's version.
            version: u32 as fixed(32),
            /// What it holds; the numbers have other meanings in other versions.
            kind: u32 as fixed(2),
            rest,
        }
    }

    record_layout! {
        /// The version of the remarks.
        pub struct RemarkVersion = 2 "Remark version" {
            /// The number.
            number: u32 as fixed(32),
            rest,
        }
    }

    record_layout! {
        /// The strings, each ended by a zero byte.
        pub struct Strings = 3 "String table" {
            /// The strings.
            blob bytes,
            rest,
        }
    }

    record_layout! {
        /// The file that the remarks are in.
        pub struct ExternalFile = 4 "External File" {
            /// Its path.
            blob path,
            rest,
        }
    }

    block_layout! {
        /// The head of the file.
        pub enum Meta = 8 "Meta" {
            ContainerInfo,
            RemarkVersion,
            Strings,
            ExternalFile,
        }
    }
}
