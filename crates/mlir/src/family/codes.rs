//! Codes of verdicts on MLIR bytecode.

outlast_core::codes! {
    pub(super) CODES;
    UNREADABLE = 2201, "the file cannot be read to its end",
        "The bytecode itself is damaged: no release of MLIR reads it. Get an undamaged copy, or write it again.";
    VERSION = 2202, "the version of the container is newer than the reader",
        "A reader refuses bytecode of a version above its own. LLVM 16 reads version 0 only; LLVM 19 and 22 read up to 6. \
         `outlast convert --target` writes the version that the reader knows.";
    ENCODING = 2203, "an attribute or type has an encoding that the reader does not know",
        "Encodings are numbered by dialect, and the numbers are not tied to the version of the container: newer releases write \
         codes that older ones refuse at every version. As assembly text most of them can be read.";
    DIALECT = 2204, "the reader's dialect cannot read what the file has of it",
        "Encoded attributes and types, versions and resources of a dialect can be read only by a release whose dialect implements \
         the interface for it.";
    OPERATION = 2205, "the reader has no such operation",
        "The dialect is known to the reader, the operation is not, and the dialect does not allow operations that it does not know.";
    PROPERTIES = 2206, "the properties of an operation are encoded in another way than the reader expects",
        "Since version 5 properties are encoded without names: the reader takes them by position, as its own release has them. Where \
         the releases differ, it refuses them, or takes one for the other silently. In version 4 and below they have names.";
    STRUCTURE = 2207, "an operation is not built as the reader's release requires",
        "The number of operands, results, regions or successors, an attribute that has to be there, or the end of a block: a reader \
         verifies all operations after reading.";
    LOST = 2208, "the reader does not recognise an attribute of the operation",
        "A property or attribute stands under a name, or in a form, in which the reader's release does not expect it: \
         it stays an attribute without meaning, and the operation has its default.";
    TEXT = 2209, "the reader does not know an attribute or type in assembly text",
        "What dialects do not encode stands as text, and is parsed with the reader's own parser.";
    UNMEASURED = 2210, "it is unknown what the reader does with this",
        "What the reader's release demands differs from what the producer's demands, or is checked by code that generated \
         definitions do not show, and no file with it was seen to load.";
    UNSOUND = 2211, "the file is not as the program that it names as its producer writes it",
        "A verdict `loads` presupposes a file that its producer's own release has verified and written. This one contradicts itself, is numbered in \
         another way than MLIR's writer numbers, or has an operation that the producer's verifier refuses: its bytes were changed, or another program \
         wrote it. Readers may refuse it, and may take it. `outlast verify` says what is wrong with the bytes; write the file again.";
}
