//! The codes of findings in streams, and what they mean.

use outlast_core::{Code, CodeInfo};

use crate::fault::FaultKind;

/// The code of a fault, and what to do about it.
pub(super) fn code_and_help(kind: &FaultKind) -> (Code, Option<&'static str>) {
    match kind {
        FaultKind::End { .. } | FaultKind::Premature | FaultKind::BlockAtEnd | FaultKind::SkipAtEnd => {
            (Code(1301), Some("the file is likely a cut-off copy: compare its size with the original's"))
        }
        FaultKind::Length(_) => (Code(1301), Some("the file is cut off, or something was appended to it")),
        FaultKind::TopLevel(_) => (
            Code(1302),
            Some("something other than a block follows: padding, or another file that was appended"),
        ),
        FaultKind::UnknownAbbrev(_) => {
            (Code(1303), Some("bytes were changed before this place, or an abbreviation was lost"))
        }
        FaultKind::Encoding(_) | FaultKind::EmptyAbbrev | FaultKind::Width(_) => (Code(1304), None),
        FaultKind::ArrayPlace
        | FaultKind::ArrayOfLiteral
        | FaultKind::ArrayOfArray
        | FaultKind::CodeShape => (Code(1305), None),
        FaultKind::IdWidthZero | FaultKind::IdWidth(_) => (Code(1306), None),
        FaultKind::Vbr => (Code(1307), None),
        FaultKind::Count(_) | FaultKind::CountUnreadable(_) | FaultKind::Blob(_) => (Code(1308), None),
        FaultKind::BlockInfo | FaultKind::RecordName | FaultKind::SkipTooFar(..) => (Code(1309), None),
        FaultKind::Wrapper => (Code(1310), Some("the file is cut off, or its header was changed")),
        FaultKind::MetadataStrings(_) => (Code(1311), None),
        FaultKind::Limit(..) | FaultKind::Unwritable(_) => (outlast_core::LIMIT, None),
    }
}

macro_rules! infos {
    ($($code:literal $title:literal $text:literal)*) => {
        &[$(CodeInfo { code: Code($code), title: $title, text: $text }),*]
    };
}

/// What the codes of this crate mean.
pub const CODES: &[CodeInfo] = infos! {
    1301 "the stream ends too early"
        "A field, a record or a block needs more bits than remain, or the file's length is not a multiple of four bytes. \
         LLVM refuses the file."
    1302 "something other than a block at the top level"
        "Between blocks at the top level, LLVM accepts nothing: no records, and no padding. Zero bytes at the end of a file \
         are refused, too."
    1303 "a record uses an abbreviation that is not defined"
        "A record's abbreviation id is not among those of BLOCKINFO for its block and those that the block has defined."
    1304 "an abbreviation that cannot be defined"
        "An operand's encoding does not exist, a field is wider than 32 bits, or there is no operand at all."
    1305 "a record uses an abbreviation that breaks the rules"
        "An array must be followed by exactly one element encoding, which is not an array, blob or literal; a record's code is \
         no array or blob. LLVM accepts the definition, and refuses the record."
    1306 "a block with an impossible width of abbreviation ids"
        "The width of abbreviation ids in a block is 1 to 32 bits."
    1307 "a variable-width number that does not end"
        "A VBR goes on past the width of its type: 64 bits for values, 32 for ids and counts."
    1308 "a count or length that the stream cannot hold"
        "A record claims more operands than the stream has bits, or a blob ends past the stream."
    1309 "a malformed BLOCKINFO block"
        "A name or an abbreviation comes before SETBID says for which block, SETBID or SETRECORDNAME has no operand, or a \
         block in BLOCKINFO says that it ends past the stream."
    1310 "a damaged bitcode wrapper"
        "The header before bitcode for Apple's targets is cut off, or says that the bitcode is where no bytes are."
    1311 "metadata strings that are not what they claim"
        "The blob of a METADATA_STRINGS record does not hold as many strings, or as many characters, as it says."
    1320 "a length word that disagrees with the end of its block"
        "LLVM uses the length word of a block only to skip it. A reader that skips the block and one that walks through it see \
         different streams."
    1321 "an offset that points nowhere"
        "LLVM IR keeps positions of its symbol table, of function bodies and of metadata. Bytes were added or removed, and the \
         offset was not adjusted: lazy loading will fail, or read something else."
    1322 "a module hash that does not match"
        "The hash of a module is not that of its bytes: the module was changed after it was written, and a cache keyed by the \
         hash may take it for another one."
    1323 "an odd abbreviation"
        "LLVM accepts the definition; other readers may not."
    1324 "padding that is not zero"
        "Bits that only align what follows are set. Every reader ignores them."
    1325 "bits of a number that no reader keeps"
        "A VBR has more bits than its type: LLVM drops the upper ones silently."
    1326 "a number written longer than needed"
        "A VBR has trailing chunks that are zero. The value is the same; LLVM's writer does so in back-patched fields only."
    1327 "a blob that crosses the end of its block"
        "By the length word of the block, the blob ends outside."
    1328 "a BLOCKINFO block that describes a block that is open"
        "Its abbreviations do not hold in the block that is open, only in later ones of the same id."
    1329 "padding after the stream"
        "LLVM's reader of IR passes over up to 8 bytes after the last block, as some archivers leave them; llvm-bcanalyzer refuses \
         the file."
    1330 "damage where no reader of such files looks"
        "Clang passes over the block of names at the start of what it precompiled, and Swift compilers look at nothing behind \
         the module. The file is read anyway, but it is not what was written: get an undamaged copy."
};
