//! The syntax tree: every node with its bytes, and with what the text shows beyond the meaning (brackets, commas behind the last element).
//!
//! Nodes are numbers into tables of the [`Tree`], so that a deep tree is dropped without recursion.

use super::literal;
use super::token::{Bytes32, Piece, Token};

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
    /// A number without sign: [`Tree::number`].
    Number,
    /// One string or several behind each other: [`Tree::string`].
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

/// A file of code, read.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) text: Vec<u8>,
    pub(super) tokens: Vec<Token>,
    pub(super) pieces: Vec<Piece>,
    pub(super) exprs: Vec<Expr>,
    pub(super) stmts: Vec<Stmt>,
    /// Where lines begin, without the first.
    pub(super) lines: Vec<u32>,
    /// The number in `op_version_set = 1`, as releases up to 1.3 wrote it.
    pub op_version_set: Option<Bytes32>,
    /// Imports, classes and functions.
    pub items: Vec<Item>,
}

/// What an id of another tree stands for.
static NOTHING: Expr = Expr { kind: ExprKind::None, span: Bytes32 { start: 0, end: 0 } };
static NO_STMT: Stmt = Stmt { kind: StmtKind::Pass, span: Bytes32 { start: 0, end: 0 } };

impl Tree {
    /// The text.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// All tokens, in order.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Tokens and what is between them: every byte of the text is in one of them.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// All expressions: those in others before these.
    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &Expr)> {
        self.exprs.iter().zip(0..).map(|(expr, id)| (ExprId(id), expr))
    }

    /// All statements: those in others before these.
    pub fn stmts(&self) -> impl Iterator<Item = (StmtId, &Stmt)> {
        self.stmts.iter().zip(0..).map(|(stmt, id)| (StmtId(id), stmt))
    }

    /// How many expressions and statements there are.
    pub fn len(&self) -> usize {
        self.exprs.len() + self.stmts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An expression of this tree.
    pub fn expr(&self, id: ExprId) -> &Expr {
        self.exprs.get(id.index()).unwrap_or(&NOTHING)
    }

    /// A statement of this tree.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        self.stmts.get(id.index()).unwrap_or(&NO_STMT)
    }

    /// Line and column of a place, both from 1; the column in bytes.
    pub fn position(&self, span: Bytes32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= span.start);
        let start = line.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or(0);
        (u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1), span.start - start + 1)
    }

    /// Bytes of the text.
    pub fn bytes(&self, span: Bytes32) -> &[u8] {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// A name: always ASCII.
    pub fn name(&self, ident: Ident) -> &str {
        std::str::from_utf8(self.bytes(ident.span)).unwrap_or_default()
    }

    /// An expression without the round brackets around it.
    pub fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Group(of) = self.expr(id).kind {
            id = of;
        }
        id
    }

    /// The name, if an expression is one.
    pub fn as_name(&self, id: ExprId) -> Option<&str> {
        let bare = self.expr(self.bare(id));
        (bare.kind == ExprKind::Name).then(|| self.name(Ident { span: bare.span }))
    }

    /// `NAME`, if what is called is an operator: `torch.NAME(…)`.
    pub fn operator(&self, callee: ExprId) -> Option<&str> {
        match &self.expr(callee).kind {
            ExprKind::Attribute { value, name } if self.as_name(*value) == Some("torch") => {
                Some(self.name(*name))
            }
            _ => None,
        }
    }

    /// `a.b.c`, if an expression is names and dots. A name by itself counts.
    pub fn dotted(&self, id: ExprId) -> Option<String> {
        let (mut at, mut parts) = (id, Vec::new());
        while let ExprKind::Attribute { value, name } = self.expr(at).kind {
            parts.push(self.name(name));
            at = self.bare(value);
        }
        parts.push(self.as_name(at)?);
        parts.reverse();
        Some(parts.join("."))
    }

    /// The bytes that a string stands for, if an expression is one.
    pub fn string(&self, id: ExprId) -> Option<Vec<u8>> {
        let ExprKind::Text(parts) = &self.expr(self.bare(id)).kind else { return None };
        // Those with other escapes are refused when the text is read.
        Some(parts.iter().filter_map(|part| literal::string(self.bytes(*part)).ok()).flatten().collect())
    }

    /// The number, if an expression is one, with its sign.
    pub fn number(&self, id: ExprId) -> Option<literal::Number> {
        let mut at = self.bare(id);
        let mut text = String::new();
        while let ExprKind::Unary(Unary::Minus, of) = self.expr(at).kind {
            text.push('-');
            at = self.bare(of);
        }
        let bare = self.expr(at);
        let digits = (bare.kind == ExprKind::Number).then(|| self.bytes(bare.span))?;
        text.push_str(std::str::from_utf8(digits).ok()?);
        literal::number(&text)
    }

    /// The functions and methods at the top of the file and in its classes, each with its class.
    pub fn functions(&self) -> impl Iterator<Item = (Option<&Class>, &Function)> {
        self.items.iter().flat_map(|item| {
            let (class, one, body): (_, _, &[StmtId]) = match item {
                Item::Import { .. } => (None, None, &[]),
                Item::Class(class) => (Some(class), None, &class.body),
                Item::Function(function) => (None, Some(function), &[]),
            };
            let methods = body.iter().filter_map(|stmt| match &self.stmt(*stmt).kind {
                StmtKind::Def(function) => Some(function),
                _ => None,
            });
            one.into_iter().chain(methods).map(move |function| (class, function))
        })
    }
}
