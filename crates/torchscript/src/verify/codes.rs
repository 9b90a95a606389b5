//! The codes of this verifier, one per class of defect: `OL15…`.

use outlast_core::Code;

/// What is wrong with bytecode, whatever it is in.
pub const OF_BYTECODE: &[Code] = &[
    BYTECODE_FORM,
    BYTECODE_TABLE,
    BYTECODE_VERSION,
    UNKNOWN_OPCODE,
    BYTECODE_OPERAND,
    BYTECODE_JUMP,
    BYTECODE_REGISTER,
    BYTECODE_STACK,
    BYTECODE_TYPE,
    NOT_LITE,
];

outlast_core::codes! {
    pub CODES;
    // The container.
    DUPLICATE_RECORD = 1501, "two records have one name",
        "Readers disagree on which one counts: PyTorch's takes one, Python's another. A scanner may have looked at the record that is not loaded. No writer does this. PyTorch's reader does not distinguish upper and lower case (`A` to `Z`): to it, `DATA.PKL` is the name `data.pkl`.";
    OVERLAPPING_RECORDS = 1502, "records overlap",
        "Two members share bytes, or one overlaps the directory. No writer does this; it makes files that are one thing to one reader and another to the next, or that become many times as large.";
    UNREADABLE_RECORD = 1503, "a record cannot be read",
        "The header of a member and the directory disagree, its data are not in the file, they cannot be expanded, or it is encrypted or compressed in a way that PyTorch does not read.";
    BAD_CHECKSUM = 1504, "the content of a record is damaged",
        "The checksum of the content is not the one in the directory. Releases up to 1.4 refuse the record; later ones, for releases we have run, do not compare checksums, and load what is there silently. Get an undamaged copy, or save the model again.";
    EXPANDS = 1505, "a record becomes many times as large",
        "PyTorch compresses code and debug information only, by less than 100 to 1. A record that becomes more than 100 times as large is there to fill memory.";
    UNSAFE_NAME = 1506, "the name of a record leaves its folder",
        "The name has `..`, starts at the root or at a drive, or has a backslash or a zero byte: extracting the archive may write elsewhere. PyTorch extracts nothing; other tools do.";
    OUTSIDE_ROOT = 1507, "a record is not under the root folder",
        "PyTorch's reader takes the folder of the first record and refuses archives with others.";
    MISALIGNED = 1508, "a record does not start at a multiple of 64 bytes",
        "PyTorch's writer puts the data of each record at a multiple of 64 bytes, or of what `.storage_alignment` says, so that they can be mapped. The archive was written again by another tool: mapping its tensors may fail or be slow.";
    COMPRESSED_DATA = 1509, "the data of a tensor are compressed",
        "PyTorch stores tensor data uncompressed. `torch.load` and `torch.jit.load` decompress it where another tool compressed it. `torch.load(…, mmap=True)` of 2.15.0 does not: it returns tensors with wrong values, without an error. The lite interpreter cannot read compressed tensor data. Write the archive again without compression.";
    STRAY_BYTES = 1510, "bytes that belong to no record",
        "There are bytes before the first record, between records, or after the end of the archive. Readers skip them; another format may hide there.";
    NO_CHECKSUM = 1511, "records carry no checksum",
        "Their checksum in the directory is 0, and that of their content is another: `torch.save` writes archives so where `torch.serialization.set_crc32_options(False)` asks for it, since 2.6. PyTorch reads them as others: it has compared no checksums since 1.5. Other tools call them damaged. Whether they are cannot be determined from the file: compare its hash with that of the original.";
    NOT_LOOKED_INTO = 1512, "a part of the file was not read",
        "Archives can be in archives, and pickles in the bytes of pickles, without end. Verification looks into three levels of archives and four of pickles, which is more than any genuine file has; what lies deeper may have any fault, and is named here. It is an error, since a file of which a part was not looked at is not clean. Take the part out and verify it by itself.";
    OTHER_CASE = 1513, "the name of a record differs in case from what PyTorch writes",
        "PyTorch's reader looks records up without regard to upper and lower case (`A` to `Z`), and takes this one for the one that it looks for. Python's reader and other tools do not: to them, the record is another one, or is not there. No writer does this.";

    // What every archive of PyTorch has.
    BAD_VERSION = 1521, "no version, or one that is not a number",
        "PyTorch's reader refuses an archive without a record `version` or `.data/version`, or with one that is not a number. Programs that `torch.export` wrote up to 2.6, which another reader reads, have their own.";
    TWO_VERSIONS = 1522, "two records have the version",
        "Releases since 1.10 read `.data/version`, older ones `version`. PyTorch writes one of them.";
    MISSING_RECORD = 1523, "a record that every reader asks for is missing",
        "The archive is not what its other records make it, or it was cut when it was written again.";
    BYTE_ORDER = 1524, "an unknown byte order",
        "The record `byteorder` says `little` or `big`. `torch.load` refuses anything else.";
    STORAGE_ALIGNMENT = 1525, "the alignment of storages is not a power of two",
        "The record `.storage_alignment` has the number of bytes that storages are aligned to.";

    // Pickles.
    BROKEN_PICKLE = 1531, "a pickle cannot be read to its end",
        "An opcode is unknown, an argument is cut off, or the stack does not have what an opcode needs. A reader that executes pickles has executed everything before this place when it fails.";
    NEEDS_CODE = 1532, "a pickle imports something that is not data",
        "Pickles name modules, functions and classes, and ask the reader to import and call them. A short list is known to be data in PyTorch's files; this is not on it, whatever it is. `torch.load(weights_only=True)` and `torch.jit.load` refuse it; a reader that executes pickles runs the code of the module when it imports it, even where nothing is called. Do not load it to find out: ask its author for tensors alone (`torch.save(model.state_dict(), f)`). Where the name is known and wanted, `--allow-code` names it, and the answer says so.";
    CALLS_RESULT = 1533, "a pickle calls something that it computed",
        "What is called is not imported by name, but the outcome of another call, or data. Genuine files do not do this; it is a way to hide what is called.";
    BEHIND_STOP = 1534, "bytes after the end of a pickle",
        "PyTorch reads one pickle from each record. Other readers go on, and execute what follows.";
    NESTED_PICKLE = 1535, "a pickle in the bytes of a pickle imports something",
        "Bytes or text in the pickle are a pickle of their own. They are harmless unless something reads them, such as `pickle.loads` or `torch.storage._load_from_bytes`.";
    UNKNOWN_TO_READER = 1536, "the reader of this record does not know an opcode",
        "The reader of TorchScript archives takes protocol 2 and some thirty opcodes; the weights-only reader some forty. It refuses the record with an error.";
    MEMO_NUMBER = 1537, "an index of the memo is far beyond its size",
        "PyTorch's C++ reader sets aside memory for all numbers up to the largest: a number may stand for any amount. Genuine pickles count up.";
    CHANGES_GLOBAL = 1538, "a pickle changes what it imports",
        "A state is given to a function or class itself, not to an object made with it. This changes the reader for everything that it does afterwards.";
    DECLARED_PROTOCOL = 1539, "an opcode of a later protocol than the pickle declares",
        "No writer does this. Readers accept it.";
    LEFT_ON_STACK = 1540, "a pickle leaves values on its stack",
        "At its end, the stack has more than the value that the pickle represents. PyTorch's C++ reader refuses it; Python's drops them.";

    // Tensors.
    MISSING_STORAGE = 1541, "the data of a tensor are missing",
        "A pickle refers to a storage for which there is no record. Readers refuse the file.";
    STORAGE_SIZE = 1542, "the data of a storage have another size than the pickle says",
        "The number of elements times their size is not the size of the record. Readers that do not compare read beyond the data.";
    BEYOND_STORAGE = 1543, "a tensor reaches beyond its storage",
        "Offset, sizes and strides lead to elements that the storage does not have. PyTorch's C++ reader does not check this: it reads other memory.";
    BAD_TENSOR = 1544, "a tensor is described in another form than PyTorch writes",
        "The arguments of the function that makes the tensor are of other number or type.";
    RUNS_SOURCE = 1547, "a Python source that the reader runs",
        "A `torch.package` holds sources of Python: its importer runs those that a pickled object needs, and all that is imported of them, with the rights of the process. Do not import it unless you trust whoever made it; ask for tensors alone (`torch.save(model.state_dict(), f)`), or for a program of `torch.export`. Where a source is known and wanted, `--allow-code` names its record.";
    RUNS_NATIVE = 1548, "native code that the reader loads",
        "An AOTInductor package holds machine code: `torch._inductor.aoti_load_package`, and `torch.export.load` where it reads such packages, copy the library to a file and load it (or compile the C++ source first), and what is in it runs with the rights of the process, before any model is called. Do not load it unless you trust whoever built it; the program of `torch.export` that it was built from is data. Where it is known and wanted, `--allow-code` names its record.";
    UNUSED_DATA = 1546, "data that no tensor refers to",
        "A record where data of tensors are, which no pickle names. Readers skip it.";

    // Files from before 1.6.
    BROKEN_LEGACY = 1551, "a legacy file cannot be read to its end",
        "After the pickles come the storages, each with its number of elements. The file is cut off, or a size is not what it was.";
    LEGACY_TRAILING = 1552, "bytes after the last storage",
        "Readers do not look at them: another file may be hidden there.";
    LEGACY_PROTOCOL_VERSION = 1553, "the protocol version of a legacy file is not 1001",
        "`torch.load` refuses the file: `Invalid protocol version`.";
    LEGACY_BYTE_ORDER = 1554, "the data have the byte order of another machine",
        "`sys_info` says `little_endian: False`: the data are big-endian, and `torch.load` on a little-endian machine takes them as they are: wrong numbers, without an error.";

    // Bytecode of the lite interpreter.
    BYTECODE_FORM = 1561, "a part of the bytecode has a form that readers do not expect",
        "Functions, instructions, operators, constants and types are tuples of a fixed form. Readers refuse the file, or take something else for the part.";
    BYTECODE_TABLE = 1562, "a table of the bytecode is not where readers look for it",
        "Readers look for tables at fixed places of a tuple and compare their names; they refuse others, and skip what is behind them.";
    BYTECODE_VERSION = 1563, "a bytecode version that does not exist",
        "Bytecode has the versions 3 to 9. Each release reads some of them, and refuses others: `Lite Interpreter version number does not match`.";
    UNKNOWN_OPCODE = 1564, "an opcode that no release has",
        "In a pickle, readers take an opcode that they do not know for OP, and call the operator with the number that is its operand: they run something else, without an error. In FlatBuffers they refuse it with an empty message.";
    BYTECODE_OPERAND = 1565, "an operand of an instruction is out of range",
        "The operand is an index of a table, and the table is shorter; or it is larger than readers keep. The lite interpreters of 1.13, 2.1 and 2.15 crash on such an operator, most often when they load the file; 1.13 and 2.1 read other memory for such a constant, and 2.15 gives an error when it comes to the instruction.";
    BYTECODE_JUMP = 1566, "a jump leads out of the function, or to itself",
        "The file loads. The lite interpreter gives an error when it comes to the jump (`vector::_M_range_check`), or never ends.";
    BYTECODE_REGISTER = 1567, "an instruction uses a register that the function does not have",
        "Registers count from 1 to the number that the function says. The lite interpreters of 1.13 and 2.1 read and write other memory, or crash; that of 2.15 gives an error when it comes to the instruction (`Invalid register index`).";
    BYTECODE_STACK = 1568, "the stack is not what an instruction needs",
        "An instruction takes more values than the stack has, or two ways lead to one place with different stacks, or the function ends with other values than it returns. The file loads. The lite interpreter takes other values for those that are missing, or crashes.";
    BYTECODE_TYPE = 1569, "a type that the lite interpreter does not read",
        "Types in bytecode are of a small language: see the message. The file is refused when it is loaded.";
    NOT_LITE = 1570, "an opcode that the lite interpreter does not run",
        "The opcode is one of the full interpreter. The lite one refuses it when it loads the file (`is not supported in mobile module`), or when it runs it (`is invalid`).";

    // Programs as FlatBuffers.
    BROKEN_FLATBUFFER = 1571, "a FlatBuffer program is damaged",
        "A part of the file is not where something refers to it, or its form is not that of the schema. 1.13 does not check it, and reads other memory or crashes; 2.1 and 2.15 refuse the file: `Malformed Flatbuffer module`.";
    BAD_INDEX = 1572, "an index in a FlatBuffer program is out of range",
        "Values, classes, functions and storages are meant by their index. Readers refuse values that are too large, and read other memory for some of the rest.";
    LATER_VALUE = 1573, "a value refers to one that is made later",
        "Readers make values in the order of the file. One that refers to itself or to a later one gets `None` in its place, without an error.";
    SHARED_BYTES = 1574, "bytes of a FlatBuffer program with two owners, or none",
        "PyTorch writes each part once, and nothing between them but padding.";
    UNKNOWN_FIELD = 1575, "a field that no release has",
        "A later release may have added it. Readers skip fields that they do not know.";
}
