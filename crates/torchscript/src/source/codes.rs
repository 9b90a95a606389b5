//! The codes of this parser, one per class of error: `OL16…`.

outlast_core::codes! {
    pub CODES;
    NO_TOKEN = 1601, "the code has an invalid character",
        "PyTorch's lexer refuses the file. Semicolons, `$`, backquotes and strings that are not closed on their line have no meaning in TorchScript, and neither has any character beyond ASCII outside of strings and comments.";
    UNEXPECTED = 1602, "the code does not parse",
        "Another token was expected: PyTorch's parser refuses the file, whichever of its functions is used. A line that the file ends in needs its line end.";
    INDENTATION = 1603, "a line whose indentation matches no line before it",
        "A line that ends a block has to be indented as the block around it. PyTorch's lexer refuses the file.";
    ESCAPE = 1604, "a string has an escape that TorchScript does not have",
        "PyTorch's parser takes `\\\\ \\' \\\" \\a \\b \\f \\n \\v \\t`, a backslash before a line end, and three octal digits up to `\\377`; it refuses `\\x`, `\\u`, `\\r` and all others.";
    NUMBER = 1605, "a number that does not fit",
        "Integers are signed and have 64 bits. PyTorch refuses the method that such a number is in.";
    TOO_DEEP = 1606, "code nested too deeply",
        "Blocks and expressions are in each other deeper than in any genuine file. The limit bounds the stack that a malicious file can ask for.";
    TOO_LARGE = 1607, "a file of code is too large",
        "Offsets in code have 32 bits.";
    OUTSIDE = 1608, "something other than a class or a function at the top level of a file",
        "PyTorch's importer takes a line `op_version_set = N`, imports, classes and functions.";
    TYPE_COMMENT = 1609, "a type comment for another number of parameters",
        "A comment `# type: (…) -> …` in the first line of a function has one type for each parameter, without `self` in methods.";
    ASSIGNMENT = 1610, "an assignment that TorchScript does not have",
        "Neither an annotated assignment to several targets nor an augmented assignment to a tuple is possible.";
    COMPREHENSION = 1611, "a comprehension between other elements",
        "A comprehension is the only thing in its brackets.";
}
