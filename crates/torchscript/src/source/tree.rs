//! The syntax tree: every node with its bytes, and with what the text shows beyond the meaning (brackets, commas behind the last element).
//!
//! Nodes are numbers into tables of the [`Tree`], so that a deep tree is dropped without recursion.

use super::literal;
use super::nodes::{Class, Expr, ExprId, ExprKind, Function, Ident, Item, Stmt, StmtId, StmtKind, Unary};
use super::token::{Bytes32, Piece, Token};

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
