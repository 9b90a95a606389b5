//! The parser, as PyTorch's own (`torch/csrc/jit/frontend/parser.cpp`, and for whole files `serialization/import_source.cpp`): it takes what
//! that takes, and refuses what that refuses, in all releases together.

mod expr;
mod file;
mod stmt;

use super::codes;
use super::fault::Fault;
use super::nodes::{Expr, ExprId, ExprKind, Ident, Stmt, StmtId, StmtKind};
use super::token::{Bytes32, Kind, Token};
use super::tree::Tree;

/// How many expressions may be in each other.
pub const MAX_EXPRESSIONS: u16 = 200;
/// How many blocks may be in each other.
pub const MAX_BLOCKS: u16 = 300;

type Result<T> = std::result::Result<T, Fault>;

/// Reads a text. In files of 1.0 to 1.2, the functions are `methods` of one module.
pub(super) fn parse(text: &[u8], methods: bool) -> Result<Tree> {
    let mut parser = Parser::new(text);
    parser.file(methods)?;
    Ok(parser.tree)
}

/// Reads one expression: a type, as other records name it.
pub(super) fn parse_expression(text: &[u8]) -> Result<(Tree, ExprId)> {
    let mut parser = Parser::new(text);
    let id = parser.expression(0)?;
    // One token behind the expression is read there, too.
    if parser.kind() == Kind::Bad {
        return Err(parser.unexpected(""));
    }
    Ok((parser.tree, id))
}

struct Parser {
    tree: Tree,
    /// The number of the current token.
    at: usize,
    /// What the lexer refused.
    fault: Option<Fault>,
    /// How high the tree below each expression is.
    heights: Vec<u16>,
    expressions: u16,
    blocks: u16,
}

const AFTER: Token = Token { kind: Kind::End, span: Bytes32 { start: 0, end: 0 } };

impl Parser {
    fn new(text: &[u8]) -> Parser {
        let lexed = super::lexer::lex(text);
        let starts = text.iter().zip(1..).filter(|(byte, _)| **byte == b'\n').map(|(_, start)| start);
        let lines = starts.collect();
        let (tokens, pieces) = (lexed.tokens, lexed.pieces);
        let tree = Tree { text: text.to_vec(), tokens, pieces, lines, ..Tree::default() };
        Parser { tree, at: 0, fault: lexed.fault, heights: Vec::new(), expressions: 0, blocks: 0 }
    }

    fn token(&self) -> Token {
        self.tree.tokens.get(self.at).copied().unwrap_or(AFTER)
    }

    fn kind(&self) -> Kind {
        self.token().kind
    }

    fn span(&self) -> Bytes32 {
        self.token().span
    }

    /// The kind of the token behind the current one.
    fn ahead(&self) -> Kind {
        self.tree.tokens.get(self.at + 1).map_or(Kind::End, |token| token.kind)
    }

    /// The bytes of the last token before the current one that is no line end.
    fn last(&self) -> Bytes32 {
        let before = self.tree.tokens.get(..self.at).unwrap_or_default();
        let real = before
            .iter()
            .rev()
            .find(|token| !matches!(token.kind, Kind::Newline | Kind::Indent | Kind::Dedent));
        real.map_or(Bytes32::default(), |token| token.span)
    }

    fn take(&mut self) -> Token {
        let token = self.token();
        // The end, and what is no token, stay.
        if !matches!(token.kind, Kind::End | Kind::Bad) {
            self.at += 1;
        }
        token
    }

    fn take_if(&mut self, kind: Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.take();
        }
        found
    }

    fn sign(&mut self, byte: u8) -> bool {
        self.take_if(Kind::Sign(byte))
    }

    fn expect(&mut self, kind: Kind) -> Result<Token> {
        if self.kind() == kind { Ok(self.take()) } else { Err(self.unexpected(&kind.spelling())) }
    }

    #[cold]
    fn unexpected(&mut self, expected: &str) -> Fault {
        let token = self.token();
        if let (Kind::Bad, Some(fault)) = (token.kind, self.fault.take()) {
            return fault;
        }
        let found = match token.kind {
            Kind::Name | Kind::Number | Kind::Text => {
                let text = self.tree.bytes(token.span);
                let shown = text.get(..40).unwrap_or(text);
                format!("{} `{}`", token.kind.spelling(), shown.escape_ascii())
            }
            kind => kind.spelling(),
        };
        // The token of a line end is in the next line; what is missing is missing here.
        let span = match token.kind {
            Kind::Newline => Bytes32 { start: self.last().end, end: self.last().end },
            _ => token.span,
        };
        self.fault_at(codes::UNEXPECTED, span, format!("{expected} expected, {found} found"))
    }

    #[cold]
    fn fault_at(&self, code: outlast_core::Code, span: Bytes32, message: impl Into<String>) -> Fault {
        Fault::new(code, &self.tree.text, span.range(), message)
    }

    fn ident(&mut self) -> Result<Ident> {
        Ok(Ident { span: self.expect(Kind::Name)?.span })
    }

    /// Elements with separators, up to `end`; whether a separator is behind the last one.
    fn sequence(
        &mut self,
        separator: u8,
        end: Kind,
        mut element: impl FnMut(&mut Parser) -> Result<()>,
    ) -> Result<bool> {
        let mut behind = false;
        while self.kind() != end {
            element(self)?;
            behind = self.sign(separator);
            if !behind {
                break;
            }
        }
        self.expect(end)?;
        Ok(behind)
    }

    /// Elements with commas, up to what is neither.
    fn open_sequence(&mut self, mut element: impl FnMut(&mut Parser) -> Result<()>) -> Result<()> {
        loop {
            element(self)?;
            if !self.sign(b',') {
                return Ok(());
            }
        }
    }

    /// Adds an expression that begins at `start` and ends with the last token.
    fn add(&mut self, kind: ExprKind, start: Bytes32) -> Result<ExprId> {
        let span = start.to(self.last());
        let height = self.height(&kind);
        if height > MAX_EXPRESSIONS {
            return Err(self.too_deep(span, "expressions", MAX_EXPRESSIONS));
        }
        let id = ExprId(u32::try_from(self.tree.exprs.len()).unwrap_or(u32::MAX));
        self.tree.exprs.push(Expr { kind, span });
        self.heights.push(height);
        Ok(id)
    }

    #[cold]
    fn too_deep(&self, span: Bytes32, what: &str, limit: u16) -> Fault {
        self.fault_at(codes::TOO_DEEP, span, format!("more than {limit} {what} in each other"))
    }

    fn height(&self, kind: &ExprKind) -> u16 {
        let mut height = 0;
        kind.each(&mut |id| height = height.max(self.heights.get(id.index()).copied().unwrap_or(0)));
        height.saturating_add(1)
    }

    fn add_stmt(&mut self, kind: StmtKind, start: Bytes32) -> StmtId {
        let id = StmtId(u32::try_from(self.tree.stmts.len()).unwrap_or(u32::MAX));
        self.tree.stmts.push(Stmt { kind, span: start.to(self.last()) });
        id
    }
}
