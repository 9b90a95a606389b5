//! Codes of verdicts on portable artifacts.

outlast_core::codes! {
    pub(crate) CODES;
    CONTAINER = 2401, "the version of the container is newer than the reader",
        "Artifacts for StableHLO 0.9 have version 0 of bytecode, for 0.10 and 0.11 version 1, for 0.12 and 0.13 version 3, for 0.14 version 4, \
         from 0.15 on version 6. A reader refuses a container above its own. `outlast convert --target` writes the one that the reader knows.";
    OPERATION = 2402, "the reader's StableHLO has no such operation",
        "VHLO only grows: an operation that changed gets a successor (`gather_v2`), which older versions do not know. Where the new feature is not \
         used, `outlast convert --target` writes the predecessor.";
    ENTITY = 2403, "the reader's StableHLO has no such attribute or type",
        "Attributes and types are encoded by numbers that are never given anew; an older version refuses a number that it does not know.";
    LIMIT = 2404, "the reader's StableHLO does not take that in the operation",
        "The version has the operation, and refuses it in this form: a reduction to another element type (before 0.17), a dictionary as the \
         configuration of a custom call or typed FFI (before 1.3), a future as an operand (before 1.17).";
    ENCODING = 2405, "a builtin attribute, location or type has an encoding that the reader's LLVM does not know",
        "Codes of the builtin dialect come with LLVM, and no window of VHLO mentions them: ranges of lines and columns in locations (code 22) are \
         read from StableHLO 1.8.4 on. `outlast convert --target` writes what the reader knows.";
    DIALECT = 2406, "the artifact has operations of another dialect",
        "Since 1.11 artifacts may have operations of other dialects, where both sides agree on them. A reader needs these dialects in the version \
         of the writer; portable is what is VHLO alone.";
    CALL = 2407, "the runtime does not implement a custom call",
        "The artifact is read, and cannot be compiled: a custom call names what the runtime has to have by itself, or that was registered with it.";
    UNKNOWN = 2408, "no version of StableHLO that is known here has that",
        "The artifact was written for a version that is newer than this program knows.";
    LACKS = 2409, "the runtime does not compile what its StableHLO reads",
        "The artifact is read; what turns StableHLO into the runtime's own form does not have this yet.";
}
