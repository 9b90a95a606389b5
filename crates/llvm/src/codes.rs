//! Codes of verdicts on LLVM IR.

outlast_core::codes! {
    pub(super) CODES;
    UNREADABLE = 2101, "the stream cannot be read to its end",
        "The bitstream itself is damaged: no release of LLVM reads it. Get an undamaged copy, or compile again.";
    CONTAINER = 2102, "the file is of an epoch or version that the reader does not know",
        "Bitcode carries an epoch (for breaking changes; there has been one only) and modules a version. A reader refuses \
         those that are newer than its own.";
    TYPE = 2103, "a type is unknown to the reader",
        "The table of types holds a kind of type, or a combination of types, that the reader refuses. LLVM 14 does not \
         read opaque pointers without `-opaque-pointers`; clang 15 and 16 write typed ones with `-Xclang \
         -no-opaque-pointers`.";
    ATTRIBUTE = 2104, "an attribute is unknown to the reader",
        "A reader refuses modules with attributes whose kind or encoding it does not know. Nothing in the file can be \
         skipped for it; the attribute must not be written.";
    MEMORY = 2105, "the effects on memory are read differently",
        "From LLVM 21 on the attribute `memory(…)` tells `errno` from other memory, and is encoded with one kind of \
         memory more. Earlier readers take what is said of `errno` for all other memory, and silently drop the rest: \
         a function that writes memory can be taken for one that does not.";
    CONSTANT = 2106, "a constant is unknown to the reader",
        "A reader that does not know the code of a constant silently takes the constant for `undef`. Constant \
         `getelementptr` expressions got a new code in LLVM 19: in LLVM 14 to 18 every address such as `&array[1]` in an \
         initializer becomes `undef`.";
    EXPRESSION = 2107, "a constant expression is no longer supported by the reader",
        "Later releases have fewer constant expressions. They turn those of older files into instructions, which works \
         inside functions; where a global, an alias or metadata depends on one, they refuse the file.";
    INSTRUCTION = 2108, "an instruction or its flags are unknown to the reader",
        "The record of an instruction has a code, an operation or flags that the reader does not know. Most such records are \
         refused; some flags are dropped, and some are taken for others.";
    GLOBAL = 2109, "a property of a global is unknown to the reader",
        "Records of globals grow at their end, and readers ignore operands that they do not know: the property is \
         dropped silently.";
    METADATA = 2110, "a metadata record is unknown to the reader",
        "A reader refuses nodes of debug information with more fields than it knows. A node of an unknown kind it skips, \
         and then counts the nodes after it wrongly. Without debug information there is none: `-g0` with Clang, \
         `-C debuginfo=0` with rustc, `-fstrip` with Zig.";
    SEVERAL = 2118, "the program reads files of one module",
        "A file may hold several modules, as those that `-fsplit-lto-unit` writes. Linkers, llvm-dis and clang since 17 read \
         them; opt, llc, llvm-link and earlier ones of clang do not.";
    LAYOUT = 2119, "the module does not say how data are laid out",
        "Linkers refuse modules without `target datalayout`, which `clang` and `rustc` write and hand-written text often lacks. \
         opt, llc and clang take such modules.";
    SUMMARY = 2111, "the summary is of a version that the reader does not know",
        "Modules for link-time optimization carry a summary with a version, and readers refuse newer ones: lld, wasm-ld, \
         llvm-lto2 and llvm-dis, not what compiles one module. Clang writes one \
         with `-flto=thin` and with `-flto=full` (with the latter not for Apple's systems), and none without `-flto`. rustc \
         writes one into every module, except with `-C lto=fat`. swiftc writes one with `-lto=llvm-thin` and \
         `-lto=llvm-full`. Zig writes none with `-femit-llvm-bc`.";
    VERIFIER = 2112, "the reader's verifier refuses the module",
        "What compiles or links verifies what it has read, and refuses modules that break its own rules, such as intrinsics \
         with another signature; llvm-dis, and clang before 21, verify modules that carry debug information only. Invalid \
         debug information they drop with a warning.";
    REMARKS = 2114, "remarks in a container that the reader does not know",
        "Optimization remarks are in a container with a version, and since LLVM 21 in another than before; readers know \
         one of them. Remarks beside an object file have their strings in a section of that object until then: alone \
         nobody reads them. `-fsave-optimization-record=yaml` writes text.";
    DIAGNOSTICS = 2115, "serialized diagnostics of a version that the reader does not know",
        "Clang and Swift write what they say of a file with the version of the format. Readers were measured with those \
         that today's compilers write.";
    INTRINSIC = 2116, "an intrinsic is unknown to the reader",
        "Calls of functions `llvm.…` are translated by the compiler itself. One that does not know the name reads the module, \
         compiles the call as that of any function, and the linker finds no definition.";
    CONVENTION = 2117, "a calling convention is unknown to the reader",
        "Conventions are numbers, and readers keep those that they do not know. Code generators for some machines then refuse \
         the function; those for others silently take it for one of the C convention, and callers and functions that other \
         compilers made pass arguments in other registers.";
    UNMEASURED = 2113, "it is unknown what the reader does with this",
        "The module has something that was not in any file that the real reader was asked about. What it does with it is \
         not known.";
}
