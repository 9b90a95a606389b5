//! The codes of findings in MLIR bytecode, and what they mean.

use outlast_core::{Code, CodeInfo};

macro_rules! infos {
    ($($code:literal $title:literal $text:literal)*) => {
        &[$(CodeInfo { code: Code($code), title: $title, text: $text }),*]
    };
}

/// What the codes of this crate mean.
pub const CODES: &[CodeInfo] = infos! {
    1401 "an attribute or type that does not decode"
        "The bytes of an entry do not have the fields that its dialect's encoding has under the entry's code, or bytes are left over. \
         Readers that know the dialect refuse the file."
    1402 "a reference of an attribute or type points nowhere"
        "An index inside an encoded attribute or type is not below the size of the table that it means."
    1403 "an attribute of the wrong kind for its place"
        "A location, a dictionary, a string or another kind is required where something else is found. Readers refuse the file."
    1404 "an attribute or type that contains itself"
        "Following the references of an entry leads back to it. Readers run out of stack or refuse the file."
    1405 "assembly text that does not end with a NUL byte"
        "An entry that its dialect has not encoded is text that a NUL byte ends, and has no other NUL byte."
    1406 "bytes that nothing refers to"
        "The section of attributes and types is longer than its entries, or that of resources than these. Readers do not look at the rest. \
         A conversion that changes nothing is refused, as it could not give back what it did not read; `--canonical` leaves the rest out."
    1407 "a value that is used and never defined"
        "An operand's number belongs to a region that announces more values than its blocks and operations define. Readers \
         refuse the file: a forward reference stays open."
    1408 "a code that no known release of its dialect has"
        "A builtin attribute or type begins with a code above the newest that is known. A later MLIR may have written it; \
         earlier readers refuse the file."
    1409 "a size that contradicts the type"
        "The elements of a dense attribute, or the bytes of a number, are more or fewer than its type asks for."
    1410 "a use-list order that is not a permutation"
        "The record of a use-list order repeats a place, or names one that is out of range. Readers refuse the file."
    1411 "bytes that their own content does not encode to"
        "A number takes more bytes than it needs, a section is aligned where nothing asks for it, or a table has a group of no entries. \
         Readers take the file, and so does a conversion: one that changes nothing keeps all of this, any other writes the shortest \
         form. Reported by `--strict`."
    1412 "a duplicate name in a dictionary"
        "A dictionary of attributes has two values under one name. mlir-opt 19 and 22 take the file and keep both; which of them is found by \
         the name is not defined. Builds with assertions stop."
    1413 "properties of an unregistered operation that are not an attribute"
        "The producer did not know the operation, and stores its properties as the number of an attribute then; this is no such number. \
         Readers that do not know the operation either refuse the file (mlir-opt 19 and 22: `invalid Attribute index`). One that knows it \
         takes the properties by its own definition."
    1414 "more operation names announced than the file has bytes"
        "Readers reserve room for as many operation names as the dialect section announces, whatever follows. mlir-opt takes a number that \
         is too large, and ends where memory does not suffice."
    1415 "an operation of VHLO that is not as it is defined"
        "VHLO says of each operation how many operands, results and regions it has, and every attribute, in every version of it. StableHLO's \
         readers refuse others."
};
