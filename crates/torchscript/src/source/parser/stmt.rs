//! Statements and functions.

use super::{MAX_BLOCKS, Parser, Result};
use crate::source::codes;
use crate::source::nodes::{
    Binary, Block, ExprId, ExprKind, Function, Parameter, StmtId, StmtKind, TypeComment,
};
use crate::source::token::{Bytes32, Kind};

/// The operator of an augmented assignment.
fn augmented(kind: Kind) -> Option<Binary> {
    Some(match kind {
        Kind::AddEq => Binary::Add,
        Kind::SubEq => Binary::Sub,
        Kind::MulEq => Binary::Mul,
        Kind::DivEq => Binary::Div,
        Kind::ModEq => Binary::Mod,
        Kind::OrEq => Binary::BitOr,
        Kind::AndEq => Binary::BitAnd,
        Kind::XorEq => Binary::BitXor,
        Kind::ShlEq => Binary::Shl,
        Kind::ShrEq => Binary::Shr,
        Kind::PowEq => Binary::Pow,
        _ => return None,
    })
}

impl Parser {
    /// A block on lines of its own.
    pub(super) fn block(&mut self, in_class: bool) -> Result<Block> {
        self.expect(Kind::Indent)?;
        self.statements(in_class)
    }

    /// Statements up to the end of their block.
    fn statements(&mut self, in_class: bool) -> Result<Block> {
        if self.blocks >= MAX_BLOCKS {
            return Err(self.too_deep(self.span(), "blocks", MAX_BLOCKS));
        }
        self.blocks += 1;
        let mut body = Vec::new();
        loop {
            body.push(self.statement(in_class)?);
            if self.take_if(Kind::Dedent) {
                break;
            }
        }
        self.blocks -= 1;
        Ok(body)
    }

    fn statement(&mut self, in_class: bool) -> Result<StmtId> {
        let start = self.span();
        match self.kind() {
            Kind::If => return self.condition(false),
            Kind::While => {
                self.take();
                let condition = self.expression(0)?;
                self.expect(Kind::Sign(b':'))?;
                let body = self.block(false)?;
                return Ok(self.add_stmt(StmtKind::While { condition, body }, start));
            }
            Kind::For => return self.for_loop(),
            Kind::With => return self.with(),
            Kind::Def => {
                let function = self.function(in_class)?;
                return Ok(self.add_stmt(StmtKind::Def(function), start));
            }
            _ => {}
        }
        let kind = self.simple(start)?;
        let id = self.add_stmt(kind, start);
        self.expect(Kind::Newline)?;
        Ok(id)
    }

    /// A statement on one line, without its line end.
    fn simple(&mut self, start: Bytes32) -> Result<StmtKind> {
        let kind = self.kind();
        let word = matches!(
            kind,
            Kind::Global
                | Kind::Return
                | Kind::Raise
                | Kind::Assert
                | Kind::Break
                | Kind::Continue
                | Kind::Pass
                | Kind::Del
        );
        if !word {
            let first = self.tuple_or_expression()?;
            return match self.kind() {
                Kind::Newline => Ok(StmtKind::Expr(first)),
                _ => self.assignment(first, start),
            };
        }
        self.take();
        Ok(match kind {
            Kind::Global => {
                let mut names = Vec::new();
                self.open_sequence(|parser| {
                    names.push(parser.ident()?);
                    Ok(())
                })?;
                StmtKind::Global(names)
            }
            Kind::Return if self.kind() == Kind::Newline => StmtKind::Return(None),
            Kind::Return => StmtKind::Return(Some(self.tuple_or_expression()?)),
            Kind::Raise => StmtKind::Raise(self.expression(0)?),
            Kind::Assert => {
                let condition = self.expression(0)?;
                let message = if self.sign(b',') { Some(self.expression(0)?) } else { None };
                StmtKind::Assert { condition, message }
            }
            Kind::Break => StmtKind::Break,
            Kind::Continue => StmtKind::Continue,
            Kind::Del => {
                let mut targets = Vec::new();
                self.open_sequence(|parser| {
                    targets.push(parser.expression(0)?);
                    Ok(())
                })?;
                StmtKind::Delete(targets)
            }
            _ => StmtKind::Pass,
        })
    }

    fn assignment(&mut self, first: ExprId, start: Bytes32) -> Result<StmtKind> {
        let annotation = if self.sign(b':') { Some(self.expression(0)?) } else { None };
        if let Some(operator) = augmented(self.kind()) {
            self.take();
            let value = self.tuple_or_expression()?;
            let tuple = matches!(self.tree.expr(self.tree.bare(first)).kind, ExprKind::Tuple { .. });
            if tuple && self.kind() == Kind::Newline {
                let message = "one target of an augmented assignment expected, a tuple found";
                return Err(self.fault_at(codes::ASSIGNMENT, start, message));
            }
            return Ok(StmtKind::AugmentedAssign { target: first, annotation, operator, value });
        }
        let mut targets = vec![first];
        if !self.sign(b'=') {
            return match annotation {
                Some(_) => Ok(StmtKind::Assign { targets, annotation, value: None }),
                None => Err(self.unexpected("the end of the line")),
            };
        }
        let mut value = self.tuple_or_expression()?;
        while self.sign(b'=') {
            targets.push(value);
            value = self.tuple_or_expression()?;
        }
        if let (Some(annotation), true) = (annotation, targets.len() > 1) {
            let span = self.tree.expr(annotation).span;
            let message = "one target of an annotated assignment expected, several found";
            return Err(self.fault_at(codes::ASSIGNMENT, span, message));
        }
        Ok(StmtKind::Assign { targets, annotation, value: Some(value) })
    }

    /// `if`, or `elif`, whose word is behind.
    fn condition(&mut self, elif: bool) -> Result<StmtId> {
        let start = self.span();
        if !elif {
            self.take();
        }
        let condition = self.expression(0)?;
        self.expect(Kind::Sign(b':'))?;
        let then = self.block(false)?;
        let mut otherwise = Vec::new();
        if self.take_if(Kind::Else) {
            self.expect(Kind::Sign(b':'))?;
            otherwise = self.block(false)?;
        } else if self.take_if(Kind::Elif) {
            if self.blocks >= MAX_BLOCKS {
                return Err(self.too_deep(self.span(), "blocks", MAX_BLOCKS));
            }
            self.blocks += 1;
            otherwise.push(self.condition(true)?);
            self.blocks -= 1;
        }
        Ok(self.add_stmt(StmtKind::If { condition, then, otherwise, elif }, start))
    }

    fn for_loop(&mut self) -> Result<StmtId> {
        let start = self.take().span;
        let (mut targets, mut iterables) = (Vec::new(), Vec::new());
        self.sequence(b',', Kind::In, |parser| {
            targets.push(parser.target()?);
            Ok(())
        })?;
        self.sequence(b',', Kind::Sign(b':'), |parser| {
            iterables.push(parser.expression(0)?);
            Ok(())
        })?;
        let body = self.block(false)?;
        Ok(self.add_stmt(StmtKind::For { targets, iterables, body }, start))
    }

    fn with(&mut self) -> Result<StmtId> {
        let start = self.take().span;
        let mut items = Vec::new();
        self.sequence(b',', Kind::Sign(b':'), |parser| {
            let context = parser.expression(0)?;
            let name = if parser.take_if(Kind::As) { Some(parser.ident()?) } else { None };
            items.push((context, name));
            Ok(())
        })?;
        let body = self.block(false)?;
        Ok(self.add_stmt(StmtKind::With { items, body }, start))
    }

    /// A function, from `def` on.
    pub(super) fn function(&mut self, method: bool) -> Result<Function> {
        let start = self.expect(Kind::Def)?.span;
        let name = self.ident()?;
        let parameters = self.parameters()?;
        let returns = if self.take_if(Kind::Arrow) { Some(self.expression(0)?) } else { None };
        self.expect(Kind::Sign(b':'))?;
        let lines = self.take_if(Kind::Indent);
        let mut type_comment = None;
        if self.kind() == Kind::TypeComment {
            let comment = self.type_comment()?;
            let expected = parameters.len().saturating_sub(usize::from(method));
            if comment.parameters.len() != expected {
                let found = comment.parameters.len();
                let message = format!("types of {expected} parameters expected, {found} found");
                return Err(self.fault_at(codes::TYPE_COMMENT, comment.span, message));
            }
            if lines {
                self.expect(Kind::Newline)?;
            }
            type_comment = Some(comment);
        }
        let body = match lines {
            true => self.statements(false)?,
            // A function in one line.
            false if self.blocks >= MAX_BLOCKS => {
                return Err(self.too_deep(self.span(), "blocks", MAX_BLOCKS));
            }
            false => {
                self.blocks += 1;
                let body = vec![self.statement(method)?];
                self.blocks -= 1;
                body
            }
        };
        let span = start.to(self.last());
        Ok(Function { name, parameters, returns, type_comment, body, span })
    }

    fn parameters(&mut self) -> Result<Vec<Parameter>> {
        self.expect(Kind::Sign(b'('))?;
        let (mut parameters, mut keyword_only) = (Vec::new(), false);
        self.sequence(b',', Kind::Sign(b')'), |parser| {
            if !keyword_only && parser.sign(b'*') {
                keyword_only = true;
                return Ok(());
            }
            let name = parser.ident()?;
            let annotation = if parser.sign(b':') { Some(parser.expression(0)?) } else { None };
            let default = if parser.sign(b'=') { Some(parser.expression(0)?) } else { None };
            parameters.push(Parameter { name, annotation, default, keyword_only });
            Ok(())
        })?;
        Ok(parameters)
    }

    fn type_comment(&mut self) -> Result<TypeComment> {
        let start = self.take().span;
        self.expect(Kind::Sign(b'('))?;
        let mut parameters = Vec::new();
        self.sequence(b',', Kind::Sign(b')'), |parser| {
            parameters.push(parser.expression(0)?);
            Ok(())
        })?;
        let returns = if self.take_if(Kind::Arrow) { Some(self.expression(0)?) } else { None };
        Ok(TypeComment { parameters, returns, span: start.to(self.last()) })
    }
}
