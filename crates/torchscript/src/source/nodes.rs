//! The nodes of a [`Tree`](super::Tree): expressions, statements, definitions, each with its bytes.

use super::token::Bytes32;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub(super) u32);

        impl $name {
            /// The number of the node among those of its tree.
            pub fn index(self) -> usize {
                usize::try_from(self.0).unwrap_or(usize::MAX)
            }
        }
    )*};
}

ids! {
    /// An expression.
    ExprId,
    /// A statement.
    StmtId,
}

/// A name where one is defined or used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// Its bytes.
    pub span: Bytes32,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its bytes.
    pub span: Bytes32,
}

/// What an expression is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A number without sign: [`Tree::number`](super::Tree::number).
    Number,
    /// One string or several behind each other: [`Tree::string`](super::Tree::string).
    Text(Vec<Bytes32>),
    /// `True`.
    True,
    /// `False`.
    False,
    /// `None`.
    None,
    /// `NoneType`.
    NoneType,
    /// `...` or `Ellipsis`.
    Dots,
    /// A name.
    Name,
    /// Something in round brackets that is no tuple for them.
    Group(ExprId),
    /// A tuple.
    Tuple {
        /// Its elements.
        items: Vec<ExprId>,
        /// Whether a comma is behind the last one.
        comma: bool,
    },
    /// `[a, b]`.
    List {
        /// Its elements.
        items: Vec<ExprId>,
        /// Whether a comma is behind the last one.
        comma: bool,
    },
    /// `{a: b}`.
    Dict {
        /// Its keys and values.
        items: Vec<(ExprId, ExprId)>,
    },
    /// `[of for target in over]`.
    ListComprehension(Comprehension),
    /// `{key: of for target in over}`.
    DictComprehension {
        /// The key.
        key: ExprId,
        /// The rest.
        rest: Comprehension,
    },
    /// `of for target in over`, as the parser sees it before it sees what is around.
    Generator(Comprehension),
    /// `value.name`.
    Attribute {
        /// The value.
        value: ExprId,
        /// The name.
        name: Ident,
    },
    /// `callee(arguments)`.
    Call {
        /// What is called.
        callee: ExprId,
        /// What it is given.
        arguments: Vec<Argument>,
        /// Whether a comma is behind the last one.
        comma: bool,
    },
    /// `value[items]`.
    Subscript {
        /// The value.
        value: ExprId,
        /// What is in the brackets, by commas.
        items: Vec<ExprId>,
        /// Whether a comma is behind the last one.
        comma: bool,
    },
    /// `start:stop:step` in a subscript.
    Slice {
        /// Before the first colon.
        start: Option<ExprId>,
        /// Between the colons.
        stop: Option<ExprId>,
        /// Behind the second colon.
        step: Option<ExprId>,
        /// Whether there is a second colon.
        colons: bool,
    },
    /// An operator before its operand.
    Unary(Unary, ExprId),
    /// An operator between its operands.
    Binary(Binary, ExprId, ExprId),
    /// `then if condition else otherwise`.
    IfElse {
        /// The condition.
        condition: ExprId,
        /// The value if it holds.
        then: ExprId,
        /// The value if it does not.
        otherwise: ExprId,
    },
}

/// The parts of a comprehension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comprehension {
    /// An element.
    pub of: ExprId,
    /// What is assigned to in each round.
    pub target: ExprId,
    /// What is gone through.
    pub over: ExprId,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The keyword.
    pub keyword: Option<Ident>,
    /// The value.
    pub value: ExprId,
}

/// Operators before an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unary {
    /// `not`.
    Not,
    /// `~`.
    Invert,
    /// `-`.
    Minus,
    /// `*`: a sequence in its place.
    Star,
}

impl Unary {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Unary::Not => "not",
            Unary::Invert => "~",
            Unary::Minus => "-",
            Unary::Star => "*",
        }
    }
}

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident $text:literal,)*) => {
        /// Operators between operands, and those of augmented assignments.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Binary {
            $($(#[$doc])* $name,)*
        }

        impl Binary {
            /// As it is written.
            pub fn text(self) -> &'static str {
                match self { $(Binary::$name => $text,)* }
            }
        }
    };
}

operators! {
    /// `and`.
    And "and",
    /// `or`.
    Or "or",
    /// `in`.
    In "in",
    /// `not in`.
    NotIn "not in",
    /// `<`.
    Lt "<",
    /// `>`.
    Gt ">",
    /// `is`.
    Is "is",
    /// `is not`.
    IsNot "is not",
    /// `==`.
    Eq "==",
    /// `<=`.
    Le "<=",
    /// `>=`.
    Ge ">=",
    /// `!=`.
    Ne "!=",
    /// `|`.
    BitOr "|",
    /// `^`.
    BitXor "^",
    /// `&`.
    BitAnd "&",
    /// `<<`.
    Shl "<<",
    /// `>>`.
    Shr ">>",
    /// `+`.
    Add "+",
    /// `-`.
    Sub "-",
    /// `*`.
    Mul "*",
    /// `/`.
    Div "/",
    /// `//`.
    FloorDiv "//",
    /// `%`.
    Mod "%",
    /// `@`.
    MatMul "@",
    /// `**`.
    Pow "**",
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its bytes, without the line end.
    pub span: Bytes32,
}

/// Statements that are executed one after the other.
pub type Block = Vec<StmtId>;

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// An expression.
    Expr(ExprId),
    /// `a = b`, `a : T`, `a : T = b`, `a = b = c`.
    Assign {
        /// What is assigned to, from left to right.
        targets: Vec<ExprId>,
        /// The annotation.
        annotation: Option<ExprId>,
        /// The value.
        value: Option<ExprId>,
    },
    /// `a += b`.
    AugmentedAssign {
        /// What is changed.
        target: ExprId,
        /// The annotation: `a : T += b`, of which PyTorch's parser forgets the type.
        annotation: Option<ExprId>,
        /// How.
        operator: Binary,
        /// By what.
        value: ExprId,
    },
    /// `return`, with a value or without.
    Return(Option<ExprId>),
    /// `if`, `elif` and `else`.
    If {
        /// The condition.
        condition: ExprId,
        /// Executed if it holds.
        then: Block,
        /// Executed if it does not; one `If` for `elif`.
        otherwise: Block,
        /// Whether this is an `elif`.
        elif: bool,
    },
    /// `while`.
    While {
        /// The condition.
        condition: ExprId,
        /// Executed while it holds.
        body: Block,
    },
    /// `for targets in iterables`.
    For {
        /// What is assigned to in each round.
        targets: Vec<ExprId>,
        /// What is gone through.
        iterables: Vec<ExprId>,
        /// Executed in each round.
        body: Block,
    },
    /// `with`.
    With {
        /// The contexts, and the names that they are given.
        items: Vec<(ExprId, Option<Ident>)>,
        /// Executed in them.
        body: Block,
    },
    /// `pass`.
    Pass,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `raise`.
    Raise(ExprId),
    /// `assert condition, message`.
    Assert {
        /// The condition.
        condition: ExprId,
        /// The message.
        message: Option<ExprId>,
    },
    /// `del`.
    Delete(Vec<ExprId>),
    /// `global`.
    Global(Vec<Ident>),
    /// A function in a function, or a method.
    Def(Function),
}

/// A function or method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Ident,
    /// What it takes; types of a type comment replace those written here.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub returns: Option<ExprId>,
    /// A comment `# type: (…) -> …`.
    pub type_comment: Option<TypeComment>,
    /// What it does.
    pub body: Block,
    /// From `def` to the end of the last statement.
    pub span: Bytes32,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub annotation: Option<ExprId>,
    /// Its default.
    pub default: Option<ExprId>,
    /// Whether it stands behind `*`.
    pub keyword_only: bool,
}

/// `# type: (int, str) -> Tensor`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeComment {
    /// Types of the parameters.
    pub parameters: Vec<ExprId>,
    /// The type of what is returned.
    pub returns: Option<ExprId>,
    /// Its bytes.
    pub span: Bytes32,
}

/// A class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its name.
    pub name: Ident,
    /// What is in the brackets behind the name.
    pub base: Option<ExprId>,
    /// Its statements.
    pub body: Block,
    /// From `class` to the end of the last statement.
    pub span: Bytes32,
}

/// What stands at the top of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// `import a.b`, as releases up to 1.3 wrote it.
    Import {
        /// What is imported, as it is written, without blanks.
        name: String,
        /// Its bytes.
        span: Bytes32,
    },
    /// A class.
    Class(Class),
    /// A function; in archives of 1.0 to 1.2, a method.
    Function(Function),
}

impl Item {
    /// Its bytes.
    pub fn span(&self) -> Bytes32 {
        match self {
            Item::Import { span, .. } => *span,
            Item::Class(class) => class.span,
            Item::Function(function) => function.span,
        }
    }
}
