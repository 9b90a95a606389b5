//! Codes of verdicts on PyTorch files.

outlast_core::codes! {
    pub(super) CODES;
    DAMAGED = 2301, "the file is damaged",
        "A record cannot be read, compressed data cannot be expanded, or a pickle breaks off: every release refuses it. Get an undamaged \
         copy, or save the model again. `outlast verify` says what is wrong, and where.";
    FILE_VERSION = 2302, "the format version of the file is outside of what the reader takes",
        "Each release reads files from one version to another. The writer chooses the version by the operators that the model has, not by how it \
         calls them, so that a file may be refused that would run.";
    LAYOUT = 2303, "the reader does not read files of this layout",
        "The archives of PyTorch changed several times; releases refuse what is older or newer than what they know, some of them with a message that \
         does not say so.";
    BYTECODE = 2304, "the reader does not take bytecode of this version",
        "The lite interpreter of each release takes bytecode from one version to another.";
    NO_BYTECODE = 2305, "the file has no bytecode for the lite interpreter",
        "`torch.jit.save` writes code only; `module._save_for_lite_interpreter(path)` writes bytecode beside it.";
    OPERATOR = 2306, "the reader does not have an operator",
        "No release check looks at operators: a file whose version is accepted fails when its code is compiled, or when its bytecode is linked. The reader \
         names the first that it does not find; here are all of them.";
    CALL = 2307, "no schema of the reader fits a call",
        "The operator is there, and its arguments are others in this release: other types, names or defaults.";
    SYNTAX = 2308, "the reader's parser does not know this",
        "The language of TorchScript grew: types, statements and forms that an older release does not parse.";
    NEEDS_CODE = 2309, "a pickle in the file asks for something that the reader does not have",
        "Names in pickles are looked up by the reader; what it does not know, it refuses.";
    CHANGED = 2310, "an operator computes something else in this release",
        "Its schema is the same, and its results are not.";
    CLASS = 2311, "the reader needs a class that it may not have",
        "Classes that C++ code registers, such as packed parameters of quantised modules, exist only where the library that registers them is linked.";
    UNMEASURED = 2312, "it is unknown what the reader does with this",
        "Neither definitions nor runs of this release tell.";
    KIND = 2313, "the reader does not read files of this kind",
        "`torch.jit.load`, `torch.load`, `torch.export.load` and the lite interpreter each read files of their own.";
}
