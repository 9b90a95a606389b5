//! Codes of verdicts on Swift modules.

outlast_core::codes! {
    pub(super) CODES;
    FORMAT = 2151, "the module is in the format of another compiler",
        "Compiled Swift modules have a format version that changes with almost every release; while its major part is 0, a \
         compiler reads exactly the version that it writes. Build the module with the compiler that is to import it, or \
         ship a textual interface: `-enable-library-evolution -emit-module-interface-path NAME.swiftinterface`.";
    MALFORMED = 2152, "the module is not sound",
        "A part that compilers need is missing, or stands where it cannot be found. Compilers refuse such a module or crash \
         on it. Get an undamaged copy, or build the module again.";
    SHAPE = 2153, "a record has another number of operands than the compiler counts",
        "Some records are read by layouts that take a fixed number of operands. Compilers built with assertions stop; others \
         read past the end or drop what is too much.";
    MOVED = 2154, "records are not where the module says",
        "The module's index says at which bit each declaration starts. Bytes were put in or taken out before them, by a \
         tool that does not know that. Compilers read something else there, and crash.";
    REVISION = 2155, "the module is of another revision or channel of the compiler",
        "Compilers that are built for distribution carry a tag, and read modules of the same tag only; a module without a \
         revision is refused by all. Build the module with the compiler that is to import it, or ship a textual interface.";
    NAME = 2156, "the module has no name",
        "A module is imported by the name that it says it has. Without one it cannot be imported.";
    TARGET = 2157, "the module has no target",
        "A module must be for the architecture and system that its importer is compiled for. This one does not say which.";
    OWNERSHIP = 2158, "the module's functions are not in ownership form",
        "From some release on compilers keep functions of the intermediate language in ownership form (OSSA), and refuse \
         modules whose functions are not. Build the module with the compiler that is to import it.";
}
