//! Tokens of the language, and what stands between them.

use std::ops::Range;

/// Bytes of a text: up to 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bytes32 {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Bytes32 {
    pub(super) fn new(start: usize, end: usize) -> Bytes32 {
        // The lexer refuses texts of more than 4 GiB.
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Bytes32 { start: number(start), end: number(end) }
    }

    /// From the first byte of this to the last byte of `other`.
    #[must_use]
    pub fn to(self, other: Bytes32) -> Bytes32 {
        Bytes32 { start: self.start, end: other.end.max(self.end) }
    }

    /// As a range of a slice.
    pub fn range(self) -> Range<usize> {
        let number = |at: u32| usize::try_from(at).unwrap_or(usize::MAX);
        number(self.start)..number(self.end)
    }
}

impl std::fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $shown:literal $($text:literal)?,)*) => {
        /// What a token is. The words are those of PyTorch's lexer (`torch/csrc/jit/frontend/lexer.h`), of all releases together.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
            /// A token of one character: `+-*/%@()[]:,={}><.?!&^|~`.
            Sign(u8),
        }

        /// Tokens of fixed text that are longer than a character.
        pub(super) const FIXED: &[(&str, Kind)] = &[$($(($text, Kind::$name),)?)*];

        impl Kind {
            /// How a message names it.
            pub fn spelling(self) -> String {
                match self {
                    $(Kind::$name => $shown.into(),)*
                    Kind::Sign(byte) => format!("`{}`", byte.escape_ascii()),
                }
            }
        }
    };
}

kinds! {
    /// The end of the text.
    End "the end of the text",
    /// Where a line end ends a statement: the blanks that indent the next line.
    Newline "the end of the line",
    /// The blanks that indent the first line of a block.
    Indent "a line that is indented more",
    /// Where a block ends; at the same bytes as the line end before it.
    Dedent "the end of the block",
    /// A name.
    Name "a name",
    /// A number, without sign.
    Number "a number",
    /// A string in quotes.
    Text "a string",
    /// Bytes that begin no token.
    Bad "characters that begin no token",
    /// `def`.
    Def "`def`" "def",
    /// `<=>`, which no rule of the grammar has.
    Equivalent "`<=>`" "<=>",
    /// `if`.
    If "`if`" "if",
    /// `else`.
    Else "`else`" "else",
    /// `elif`.
    Elif "`elif`" "elif",
    /// `while`.
    While "`while`" "while",
    /// `return`.
    Return "`return`" "return",
    /// `is`.
    Is "`is`" "is",
    /// `is not`, with one blank between the words.
    IsNot "`is not`" "is not",
    /// `!=`.
    Ne "`!=`" "!=",
    /// `==`.
    Eq "`==`" "==",
    /// `<=`.
    Le "`<=`" "<=",
    /// `>=`.
    Ge "`>=`" ">=",
    /// `//`.
    FloorDiv "`//`" "//",
    /// `True`.
    True "`True`" "True",
    /// `False`.
    False "`False`" "False",
    /// `None`.
    None "`None`" "None",
    /// `and`.
    And "`and`" "and",
    /// `or`.
    Or "`or`" "or",
    /// `not`.
    Not "`not`" "not",
    /// `<<`.
    Shl "`<<`" "<<",
    /// `>>`.
    Shr "`>>`" ">>",
    /// `+=`.
    AddEq "`+=`" "+=",
    /// `-=`.
    SubEq "`-=`" "-=",
    /// `*=`.
    MulEq "`*=`" "*=",
    /// `/=`.
    DivEq "`/=`" "/=",
    /// `%=`.
    ModEq "`%=`" "%=",
    /// `|=`.
    OrEq "`|=`" "|=",
    /// `&=`.
    AndEq "`&=`" "&=",
    /// `^=`.
    XorEq "`^=`" "^=",
    /// `<<=`.
    ShlEq "`<<=`" "<<=",
    /// `>>=`.
    ShrEq "`>>=`" ">>=",
    /// `**=`.
    PowEq "`**=`" "**=",
    /// `global`.
    Global "`global`" "global",
    /// `for`.
    For "`for`" "for",
    /// `in`.
    In "`in`" "in",
    /// `not in`, with one blank between the words.
    NotIn "`not in`" "not in",
    /// `**`.
    Pow "`**`" "**",
    /// `->`.
    Arrow "`->`" "->",
    /// `# type:`.
    TypeComment "`# type:`" "# type:",
    /// `raise`.
    Raise "`raise`" "raise",
    /// `assert`.
    Assert "`assert`" "assert",
    /// `...`.
    Dots "`...`" "...",
    /// `break`.
    Break "`break`" "break",
    /// `continue`.
    Continue "`continue`" "continue",
    /// `del`.
    Del "`del`" "del",
    /// `pass`.
    Pass "`pass`" "pass",
    /// `class`.
    Class "`class`" "class",
    /// `import`.
    Import "`import`" "import",
    /// `with`.
    With "`with`" "with",
    /// `as`.
    As "`as`" "as",
    /// `Ellipsis`.
    Ellipsis "`Ellipsis`" "Ellipsis",
    /// `NoneType`.
    NoneType "`NoneType`" "NoneType",
}

/// A token with its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it is. Line ends, indents and the ends of blocks that one line brings have the same bytes.
    pub span: Bytes32,
}

/// What bytes are that belong to no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trivia {
    /// Blanks, tabulators, form feeds, carriage returns.
    Blank,
    /// A line end. The token that a line end can bring is the blanks behind it.
    LineEnd,
    /// A comment, without its line end.
    Comment,
    /// A backslash and the line end behind it.
    Continuation,
}

/// A part of a text: every byte belongs to exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A token, by its number.
    Token(u32),
    /// What stands between tokens.
    Trivia(Trivia, Bytes32),
}
