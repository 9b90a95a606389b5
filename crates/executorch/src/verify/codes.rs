//! The codes of this verifier, one per class of defect: `OL11…`.
//!
//! Faults in the FlatBuffer itself keep the reading codes of `outlast-core` (`OL01…`).

outlast_core::codes! {
    pub CODES;
    // The container.
    SHORT_FILE = 1101, "the file is shorter than 64 bytes",
        "Runtimes read the first 64 bytes before anything else and refuse a shorter file, even if it holds a whole FlatBuffer.";
    LOST_HEADER = 1102, "segments hold bytes, but the extended header is not recognised",
        "The program lists segments with data, but bytes 8..12 are not `eh00`. Runtimes then take the whole file for the program and count segments from offset 0: constants are read from the tables of the program, without an error. Restore the magic, or export again.";
    HEADER_LENGTH = 1103, "the extended header has an unusual length",
        "Releases up to 0.7 write 24 bytes, later ones 32. Readers take any length from 24 up and ignore what they do not know, so this is harmless. A length that reaches into the tables cannot be true: no exporter wrote it, and the header is taken to have the fields that releases know.";
    PROGRAM_SIZE = 1104, "the program size in the header does not fit the file",
        "The header says how many bytes of the file are the program. Runtimes load that many: more than there are is refused, less cuts the tables off.";
    SEGMENT_BASE = 1105, "segment data would start inside the program",
        "The header says where segment data starts. If that is inside the program, constants and payloads are read from the program's own tables: wrong numbers without an error.";
    SEGMENT_DATA_SIZE = 1106, "the segment data size in the header does not fit",
        "Headers of 32 bytes say how much segment data follows. Runtimes from 1.0 on refuse a file that is shorter than that, which usually means a cut-off copy.";
    TRAILING_BYTES = 1107, "bytes follow the last segment",
        "Nothing refers to them; runtimes do not read them.";
    SCHEMA_VERSION = 1108, "the schema version is not 0",
        "No release has written another version than 0 so far. Runtimes from 1.5.1 on refuse a file with a greater one.";
    SEGMENT_GAP = 1109, "segment data are not at their aligned position",
        "Exporters put segment data at the first aligned offset after the program, and each segment at the first aligned offset after the previous one. Other distances hint at a header or segment table that was changed by hand: data would be read from the wrong place.";

    // The FlatBuffer as a whole.
    OVERLAPPING_OBJECTS = 1111, "two objects of the FlatBuffer overlap",
        "No writer lets two objects share bytes, other than identical ones. Readers take the bytes for both.";
    UNKNOWN_FIELD = 1112, "a field that no known schema defines",
        "The file was written with a newer schema than the newest known one, or is damaged. Readers skip the field.";
    UNREFERENCED_BYTES = 1113, "bytes of the FlatBuffer that nothing refers to",
        "They belong to a field of a newer schema, to an object that an edit detached, or to nothing.";

    // Segments and what lies in them.
    SEGMENT_RANGE = 1121, "a segment reaches beyond the end of the file",
        "Runtimes refuse to load it, when the method that needs it is loaded. The usual cause is a cut-off copy.";
    SEGMENT_OVERLAP = 1122, "segments overlap",
        "Exporters never let segments share bytes. Readers do not notice.";
    SEGMENT_ORDER = 1123, "segments are not in the order of their offsets",
        "The schema says that segments are sorted by offset. Readers do not depend on it.";
    SEGMENT_INDEX = 1124, "a segment index points outside the list of segments",
        "Runtimes refuse the program or the method that uses it.";
    SEGMENTS_MISSING = 1125, "there is no list of segments",
        "Something refers to segments, but the program has no list of them. Runtimes refuse the file.";
    SEGMENT_PADDING = 1126, "bytes between segments are not zero",
        "Exporters fill the room in front of a segment with zeros, and so the room between the program and the first one. Other bytes hint at the size or the offset of a segment that was changed: runtimes do not read them. An edit that would have to part them from the segment in front of them is refused.";
    CONSTANT_INDEX = 1131, "a tensor refers to a constant that does not exist",
        "`data_buffer_idx` is not below the number of constants. Runtimes refuse to load the method.";
    CONSTANT_RANGE = 1132, "a constant reaches beyond its segment",
        "The file says where a constant starts, not how long it is: the tensor's shape and type say that. Start plus length is more than the segment has. Runtimes refuse to load the method.";
    CONSTANT_OVERLAP = 1133, "two constants overlap",
        "Exporters lay constants one after another. Runtimes do not check it and compute with whatever is there: wrong numbers without an error.";
    CONSTANT_ALIGNMENT = 1134, "a constant is not aligned",
        "Exporters align constants to 16 bytes or more. One that is not was moved, so that its numbers are probably wrong; kernels may also crash on it on some processors.";
    CONSTANT_STORES = 1135, "constants are in two places",
        "`constant_segment` says that constants are in a segment, and `constant_buffer` holds constants too. Runtimes refuse the file.";
    MUTABLE_SEGMENT = 1136, "initial values of mutable tensors are not where runtimes look",
        "Runtimes take them from the first entry of `mutable_data_segments`, whatever the tensor says.";
    CONSTANT_GAP = 1137, "bytes of the constant segment belong to no constant",
        "Constants stand one after another, each at the next aligned offset. Bytes that are not zero and belong to none hint at an offset or a shape that was changed.";
    NAMED_DATA_KEY = 1141, "named data without a name",
        "Runtimes compare names without asking whether there is one: a lookup crashes.";
    NAMED_DATA_TWICE = 1142, "two named data have the same name",
        "Readers search the list from its start: the first wins.";

    // Plans.
    NO_METHODS = 1151, "the program has no methods",
        "`execution_plan` is missing or empty. Runtimes refuse it or crash.";
    METHOD_NAME = 1152, "a method without a name",
        "Runtimes compare names without asking whether there is one: loading any method crashes.";
    METHOD_TWICE = 1153, "two methods have the same name",
        "Only the first can be loaded.";
    MISSING_LIST = 1154, "a list that every method needs is missing",
        "Runtimes take `values`, `inputs`, `outputs`, `chains`, `operators` and `non_const_buffer_sizes` for given: they refuse the method or crash.";
    INPUT_INDEX = 1155, "an input or output refers to a value that does not exist",
        "Runtimes abort when the method is loaded or asked for its inputs and outputs.";
    NO_OUTPUTS = 1156, "a method without outputs",
        "It can only be useful for what it leaves in its memory. Callers that expect results get none, without an error.";
    OUTPUT_UNWRITTEN = 1157, "an output is never computed",
        "No instruction mentions the value, it is not an input and has no initial data: the caller gets whatever the memory holds.";

    // Values.
    VALUE_KIND = 1161, "a value of unknown kind",
        "Runtimes refuse to load the method.";
    VALUE_MISSING = 1162, "a value is missing",
        "The union has a kind but no value, or a string, list or table in it is absent. Runtimes refuse the method or crash.";
    TENSOR_SIZES = 1163, "the sizes of a tensor are impossible",
        "They are missing, negative, too many (more than 16), or their product overflows. Runtimes refuse to load the method.";
    SCALAR_TYPE = 1164, "an element type that no schema defines",
        "Runtimes refuse to load the method. Complex types stand in a comment of the schema, and runtimes take them from 0.6.0 on: a warning.";
    DIM_ORDER = 1165, "the dimension order of a tensor is impossible",
        "It must be a permutation of the dimensions, as long as the sizes. Runtimes refuse to load the method.";
    TENSOR_FIELD = 1166, "a field of a tensor has a value that runtimes do not support",
        "`storage_offset` must be 0, `shape_dynamism` 0 or 1, `location` 0 or 1; `layout` is 0 in every file that an exporter writes.";
    EXTERNAL_NAME = 1167, "an external tensor without a name",
        "Tensors from a data file are found by name. Runtimes refuse to load the method.";
    LIST_ITEM = 1168, "an item of a list refers to a wrong value",
        "Items of integer and tensor lists are indices of values. One is outside, or refers to a value of another kind. Runtimes refuse the method, abort, or read something else.";
    EXTERNAL_DATA = 1169, "data from outside are needed",
        "A tensor or payload takes data by a name that this file does not have. Loading fails, or crashes, unless a data file provides it.";

    // Instructions.
    OPERATOR_NAME = 1171, "an operator has no name, or a too long one",
        "`name.overload` may have 99 bytes. Runtimes refuse the method, or crash when it runs.";
    INSTRUCTION_KIND = 1172, "an instruction of unknown kind",
        "Runtimes refuse to load the method.";
    INSTRUCTION_MISSING = 1173, "an instruction or its arguments are missing",
        "Runtimes refuse the method or crash.";
    OPERATOR_INDEX = 1174, "an instruction refers to an operator or delegate that does not exist",
        "Runtimes refuse the method or crash on an operator index outside the list. A delegate index is checked when the instruction runs.";
    ARGUMENT_INDEX = 1175, "an instruction refers to a value that does not exist",
        "Runtimes refuse to load the method.";
    JUMP_TARGET = 1176, "a jump leads outside the instructions",
        "Runtimes do not check it: the chain ends there, without an error.";
    JUMP_CONDITION = 1177, "the condition of a jump is neither a boolean nor a tensor of booleans",
        "The method fails or aborts when it runs. A tensor counts as true if all of its elements are; other element types are refused.";
    ARGUMENT_COUNT = 1178, "an operator is called with a wrong number of arguments",
        "Runtimes check it when the instruction runs, and stop there.";
    ARGUMENT_KIND = 1179, "an operator is called with an argument of a wrong kind",
        "Runtimes abort when the instruction runs.";
    TOO_MANY_INSTRUCTIONS = 1180, "more instructions than runtimes execute",
        "Runtimes give up after 10,000,000 instructions.";
    CHAINS = 1181, "a method with an unusual number of chains",
        "Every exporter writes one chain.";
    NO_INSTRUCTIONS = 1182, "a chain without a list of instructions",
        "Runtimes refuse to load the method.";
    FREED_KIND = 1183, "an instruction frees what is not a tensor",
        "Runtimes up to 1.3 abort, later ones stop the method with an error.";
    FREED_USE = 1184, "a value is used after it was freed",
        "Freeing a tensor takes its memory away: whatever reads or writes it then gets a null pointer, and the process crashes.";
    FREED_MEMORY = 1185, "an instruction frees a tensor whose memory is planned or constant",
        "Runtimes set the place of such a tensor once, when the method is loaded: the method runs once, and crashes when it runs again. No exporter writes the instruction.";

    // Delegates.
    DELEGATE_ID = 1191, "a delegate without a backend's name",
        "Runtimes refuse to load the method.";
    DELEGATE_DATA = 1192, "a delegate whose payload cannot be found",
        "`processed` is missing, or its location or index leads nowhere. Runtimes refuse the method or crash.";
    COMPILE_SPEC = 1193, "a compile option without a key or value",
        "Runtimes read the value without asking whether there is one, and crash.";
    PAYLOAD = 1194, "the payload of a delegate is not what its backend reads",
        "The backend refuses the payload when the method is loaded, or reads beyond it.";

    // Memory.
    BUFFER_SIZE = 1201, "a planned buffer has an impossible size",
        "Sizes are not negative; the first entry is reserved. Runtimes abort or cannot allocate.";
    MEMORY_ID = 1202, "a tensor is planned into a buffer that does not exist",
        "Runtimes refuse to load the method.";
    MEMORY_RANGE = 1203, "a tensor reaches beyond its planned buffer",
        "Runtimes refuse to load the method.";
    MEMORY_ALIGNMENT = 1204, "a planned tensor is not aligned",
        "Exporters align planned tensors to 16 bytes. Kernels may crash on others, or be slow.";
    MEMORY_OVERLAP = 1205, "planned tensors overlap while both are in use",
        "A tensor is written over another that is still needed: wrong numbers without an error.";
    UNINITIALISED = 1206, "memory is read before anything writes it",
        "A mutable tensor has no initial values in the file, or the instruction that computes a tensor is missing. It starts as whatever the memory holds: zero in runtimes that clear it. Exporters store initial values only with InitializedMutableBufferPass.";
    NO_MEMORY = 1207, "a tensor that instructions use has no memory",
        "It is neither planned, nor constant, nor external, nor an input or output. Kernels get a null pointer.";
    DEVICE = 1208, "device information does not fit",
        "`non_const_buffer_device` names a buffer or device that does not exist.";

    // Tensor data files and bundled programs.
    DATA_HEADER = 1211, "the header of the tensor data file does not fit the file",
        "Readers refuse the file.";
    DATA_MISSING = 1212, "a list that readers of tensor data files need is missing",
        "Readers refuse the file or crash.";
    DATA_LAYOUT = 1213, "the layout of a stored tensor is missing or impossible",
        "Readers use sizes, dimension order and type without asking whether they are there: they crash, or refuse the tensor.";
    DATA_RANGE = 1214, "a stored tensor is larger or smaller than its segment",
        "Readers refuse the tensor, or read what is not its data.";
    BUNDLE_PROGRAM = 1221, "a bundled program without a program",
        "There is nothing to run.";
    BUNDLE_CASE = 1222, "a test case of a bundled program is damaged",
        "The test API does not check the wrapper: it crashes, or the comparison fails.";
    BUNDLE_METHOD = 1223, "test cases for a method that the program does not have",
        "They can never run.";
    BUNDLE_MISMATCH = 1224, "a test case that its method does not take",
        "The number of values, a type, a shape or the order of dimensions is not what the method takes or gives: the test \
         API refuses the input, crashes, or finds every result wrong.";
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_rise() {
        assert!(super::CODES.windows(2).all(|pair| pair[0].code < pair[1].code));
    }
}
