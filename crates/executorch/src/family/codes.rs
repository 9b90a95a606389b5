//! Codes of verdicts on ExecuTorch programs.

outlast_core::codes! {
    pub(super) CODES;
    NOT_SOUND = 2001, "the file is not sound",
        "Verification finds an error in the program itself: runtimes refuse it, crash on it or compute something else, \
         depending on how they were built. `outlast verify` lists all findings with their places. Get an undamaged \
         copy, or export again.";
    CONSTANT_BUFFER = 2002, "constants are in the FlatBuffer",
        "Programs of release 0.3 and earlier may keep constants in `constant_buffer`, and a program without constants \
         says nothing in `constant_segment`. Readers from 1.3 on are built without this path and refuse such a \
         program while it loads.";
    PROGRAM_VERSION = 2003, "the schema version is newer than the reader's",
        "From release 1.5.0 on, readers refuse programs whose `version` is higher than the one they know.";
    OPERATOR_MISSING = 2004, "an operator is missing",
        "The program calls an operator that is not in the reader's registry. The reader refuses the entry point when \
         it is loaded. Either the operator is newer than the reader, or it comes with a library that must be linked, \
         or a selective build left it out.";
    KERNEL_MISSING = 2005, "an operator has no kernel for these element types",
        "A selective build can leave out kernels by element type and dimension order. The program calls the operator \
         with a combination that was left out.";
    OPERATOR_DIFFERS = 2006, "an operator computes something else in the reader",
        "The operator has the expected name, and for these arguments the reader's kernel computes something else than \
         the program's producer meant. Nothing is printed.";
    OPERATOR_FAILS = 2007, "an operator fails in the reader",
        "The operator has the expected name, and for these arguments the reader's kernel fails when it is called: it \
         lacks an element type, expects other sizes, or needs a facility that the reader does not offer.";
    SCALAR_TYPE = 2008, "an element type is unknown to the reader",
        "A tensor has an element type that the reader's schema does not define or that the reader refuses.";
    INITIAL_STATE = 2009, "planned tensors with initial data are unknown to the reader",
        "From release 0.4 on, a mutable tensor can start with data of the file (`mutable_data_segments`). Older \
         readers look for the data among the constants.";
    NO_DATA_GIVEN = 2010, "the program needs a data file and none is given",
        "Some tensors or weights are in a separate `.ptd` file. Without it the reader refuses the entry point or \
         crashes. Name it with --data to have it judged as well.";
    EXTERNAL_DATA = 2011, "data outside the program are unknown to the reader",
        "Readers before release 0.6 do not look for tensors in a data file. Whether 0.6 and 0.7 find them was not \
         measured: their Python interface takes no data file.";
    DATA_LAYOUT = 2012, "the data file has a layout that the reader does not read",
        "Tensor data files have had three layouts under one magic. A reader takes another layout for damage, or reads \
         something else out of it.";
    DATA_MISMATCH = 2013, "the data file does not fit the program",
        "A name is missing in the data files, or the tensor there has another type, size or dimension order.";
    XNNPACK_NAMED_WEIGHTS = 2014, "weights of an XNNPACK delegate are found by name",
        "From release 0.6 on, weights of XNNPACK delegates stand outside the payload under a name. Readers up to 0.5 \
         do not see the name: they load the program without an error, take other bytes for the weights, and return \
         wrong numbers or NaN.";
    BACKEND_MISSING = 2015, "a backend is missing",
        "The program delegates a part to a backend that is not linked into the reader.";
    XNNPACK_NODE = 2016, "a node of an XNNPACK graph is unknown to the reader",
        "The delegate's graph has a node that the reader's XNNPACK backend does not handle: it came later, or was \
         dropped.";
    XNNPACK_DATATYPE = 2017, "an element type of an XNNPACK graph is unknown to the reader",
        "The delegate's graph has values of an element type that the reader's XNNPACK backend does not know.";
    XNNPACK_SCALES = 2018, "quantisation scales of an XNNPACK delegate are stored as weights",
        "From release 0.7 on, scales of quantised weights can stand outside the payload like weights. Older readers \
         find no scales and refuse the graph.";
    PAYLOAD_OPAQUE = 2019, "the payload of a delegate cannot be judged",
        "Outlast does not look into the payloads of this backend. Whether the reader takes it depends on the backend's \
         own compatibility.";
    DEVICE = 2020, "a device other than the CPU is named",
        "From release 1.3 on, tensors and planned buffers can name a device. Older readers do not see it and use the \
         memory of the CPU.";
    XNNPACK_FAILS = 2021, "a node of an XNNPACK graph fails in the reader",
        "The reader's XNNPACK backend knows the node, but not with these flags, element types or shapes.";
    NULL_INPUT = 2023, "an input is None",
        "An entry point of the program takes a None. Readers before release 1.0 demand a tensor or a number for every \
         input and fail when the entry point is run.";
    XNNPACK_WIDE_DYNAMIC = 2025, "an XNNPACK delegate quantises over several dimensions while it runs",
        "Convolutions that are quantised dynamically have one scale for several dimensions. XNNPACK delegates up to release \
         0.6 know one scale for each token only, and refuse the graph.";
    XNNPACK_ORDERS = 2028, "an XNNPACK delegate takes or gives a tensor of another dimension order",
        "From release 0.7 on, XNNPACK delegates heed the dimension order of tensors that they are called with. Older readers take the \
         sizes in the order in which they are written: they refuse such an input, or find that a result does not fit.";
    COMPLEX = 2026, "an operator on complex numbers",
        "Readers take complex element types from release 0.6.0 on, but only some of their kernels do. For this operator neither its \
         sources nor a run say so.";
    NO_MEMORY = 2024, "a tensor has no memory",
        "A kernel or delegate is called with a tensor that is neither planned nor constant, neither external nor given \
         by the caller: exporters up to release 0.3 left the results inside maps so. Whatever writes to it crashes.";
    PAYLOAD_UNREADABLE = 2022, "the payload of a delegate is damaged",
        "The payload is not what its backend expects. The reader refuses the entry point.";
    TOGETHER = 2029, "another entry point keeps the file from being loaded",
        "The Python runtimes of releases up to 0.7 load all entry points of a file at once. One that does not load takes the others with \
         it, whatever they need themselves. From release 1.0 on, and in C++, each is loaded when it is asked for. What is said about the \
         other entry point is what to mend.";
    EMPTY_BUFFER = 2030, "an input is planned in a buffer of no bytes",
        "Where no tensor of an entry point has elements, the planned memory has no bytes and no address. Readers before release 1.0 refuse to set an \
         input that is planned there, when the entry point is run.";
    NOT_RUN = 2027, "no run with these element types is on record",
        "The reader has the operator, or the node of an XNNPACK graph, but no recorded run of any release has it with these element \
         types, and kernels take some only. Run the program on the target once.";
}
