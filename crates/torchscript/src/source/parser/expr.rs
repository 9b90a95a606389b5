//! Expressions: binary operators by precedence, everything else by descent.

use super::super::literal;
use super::{MAX_EXPRESSIONS, Parser, Result};
use crate::source::codes;
use crate::source::nodes::{Argument, Binary, Comprehension, ExprId, ExprKind, Unary};
use crate::source::token::{Bytes32, Kind};

/// What stands between operands.
enum Infix {
    Operator(Binary),
    If,
    For,
}

/// The operator that a token is, with its precedence.
fn infix(kind: Kind) -> Option<(Infix, u8)> {
    let (operator, precedence) = match kind {
        Kind::If => return Some((Infix::If, 1)),
        Kind::For => return Some((Infix::For, 1)),
        Kind::And => (Binary::And, 2),
        Kind::Or => (Binary::Or, 2),
        Kind::In => (Binary::In, 4),
        Kind::NotIn => (Binary::NotIn, 4),
        Kind::Sign(b'<') => (Binary::Lt, 4),
        Kind::Sign(b'>') => (Binary::Gt, 4),
        Kind::Is => (Binary::Is, 4),
        Kind::IsNot => (Binary::IsNot, 4),
        Kind::Eq => (Binary::Eq, 4),
        Kind::Le => (Binary::Le, 4),
        Kind::Ge => (Binary::Ge, 4),
        Kind::Ne => (Binary::Ne, 4),
        Kind::Sign(b'|') => (Binary::BitOr, 5),
        Kind::Sign(b'^') => (Binary::BitXor, 6),
        Kind::Sign(b'&') => (Binary::BitAnd, 7),
        Kind::Shl => (Binary::Shl, 8),
        Kind::Shr => (Binary::Shr, 8),
        Kind::Sign(b'+') => (Binary::Add, 9),
        Kind::Sign(b'-') => (Binary::Sub, 9),
        Kind::Sign(b'*') => (Binary::Mul, 10),
        Kind::Sign(b'/') => (Binary::Div, 10),
        Kind::FloorDiv => (Binary::FloorDiv, 10),
        Kind::Sign(b'%') => (Binary::Mod, 10),
        Kind::Sign(b'@') => (Binary::MatMul, 10),
        Kind::Pow => (Binary::Pow, 11),
        _ => return None,
    };
    Some((Infix::Operator(operator), precedence))
}

/// The operator that a token before an operand is, with its precedence.
fn prefix(kind: Kind) -> Option<(Unary, u8)> {
    Some(match kind {
        Kind::Not => (Unary::Not, 3),
        Kind::Sign(b'~') => (Unary::Invert, 3),
        Kind::Sign(b'-') => (Unary::Minus, 10),
        Kind::Sign(b'*') => (Unary::Star, 10),
        _ => return None,
    })
}

/// Where a tuple without brackets may end with a comma.
fn follows_tuple(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AddEq
            | Kind::SubEq
            | Kind::MulEq
            | Kind::DivEq
            | Kind::ModEq
            | Kind::OrEq
            | Kind::AndEq
            | Kind::XorEq
            | Kind::ShlEq
            | Kind::ShrEq
            | Kind::PowEq
            | Kind::Newline
            | Kind::Sign(b'=' | b')')
    )
}

impl Parser {
    /// `a`, or `a, b`.
    pub(super) fn tuple_or_expression(&mut self) -> Result<ExprId> {
        let start = self.span();
        let first = self.expression(0)?;
        if self.kind() != Kind::Sign(b',') {
            return Ok(first);
        }
        let (mut items, mut comma) = (vec![first], false);
        while self.sign(b',') {
            comma = follows_tuple(self.kind());
            if comma {
                break;
            }
            items.push(self.expression(0)?);
        }
        self.add(ExprKind::Tuple { items, comma }, start)
    }

    /// The longest expression whose operators bind more tightly than `above`.
    pub(super) fn expression(&mut self, above: u8) -> Result<ExprId> {
        if self.expressions >= MAX_EXPRESSIONS {
            return Err(self.too_deep(self.span(), "expressions", MAX_EXPRESSIONS));
        }
        self.expressions += 1;
        let id = self.operators(above)?;
        self.expressions -= 1;
        Ok(id)
    }

    fn operators(&mut self, above: u8) -> Result<ExprId> {
        let start = self.span();
        let mut left = match prefix(self.kind()) {
            Some((operator, precedence)) => {
                self.take();
                let operand = self.expression(precedence)?;
                self.add(ExprKind::Unary(operator, operand), start)?
            }
            None => self.operand()?,
        };
        while let Some((infix, precedence)) = infix(self.kind()) {
            if precedence <= above {
                break;
            }
            self.take();
            let kind = match infix {
                Infix::If => {
                    let condition = self.expression(0)?;
                    self.expect(Kind::Else)?;
                    ExprKind::IfElse { condition, then: left, otherwise: self.expression(precedence - 1)? }
                }
                Infix::For => {
                    let target = self.target()?;
                    self.expect(Kind::In)?;
                    ExprKind::Generator(Comprehension { of: left, target, over: self.expression(0)? })
                }
                Infix::Operator(Binary::Pow) => {
                    ExprKind::Binary(Binary::Pow, left, self.expression(precedence - 1)?)
                }
                Infix::Operator(operator) => ExprKind::Binary(operator, left, self.expression(precedence)?),
            };
            left = self.add(kind, start)?;
        }
        Ok(left)
    }

    /// What `for` assigns to: an expression without comparisons.
    pub(super) fn target(&mut self) -> Result<ExprId> {
        self.expression(4)
    }

    /// An expression without operators, with what is behind it.
    fn operand(&mut self) -> Result<ExprId> {
        let start = self.span();
        let mut value = self.primary()?;
        loop {
            let kind = match self.kind() {
                Kind::Sign(b'.') => {
                    self.take();
                    ExprKind::Attribute { value, name: self.ident()? }
                }
                Kind::Sign(b'(') => self.call(value)?,
                Kind::Sign(b'[') => self.subscript(value)?,
                _ => return Ok(value),
            };
            value = self.add(kind, start)?;
        }
    }

    fn primary(&mut self) -> Result<ExprId> {
        let start = self.span();
        let kind = match self.kind() {
            Kind::Number => ExprKind::Number,
            Kind::True => ExprKind::True,
            Kind::False => ExprKind::False,
            Kind::None => ExprKind::None,
            Kind::NoneType => ExprKind::NoneType,
            Kind::Dots | Kind::Ellipsis => ExprKind::Dots,
            Kind::Name => ExprKind::Name,
            Kind::Text => {
                let kind = self.strings()?;
                return self.add(kind, start);
            }
            Kind::Sign(b'(') => {
                let kind = self.group()?;
                return self.add(kind, start);
            }
            Kind::Sign(b'[') => {
                let kind = self.list(start)?;
                return self.add(kind, start);
            }
            Kind::Sign(b'{') => {
                let kind = self.dict()?;
                return self.add(kind, start);
            }
            _ => return Err(self.unexpected("an expression")),
        };
        self.take();
        self.add(kind, start)
    }

    /// Strings behind each other are one.
    fn strings(&mut self) -> Result<ExprKind> {
        let mut parts = Vec::new();
        while self.kind() == Kind::Text {
            let span = self.take().span;
            if let Err(at) = literal::string(self.tree.bytes(span)) {
                let at = span.range().start.saturating_add(at);
                let span = Bytes32::new(at, (at + 2).min(span.range().end));
                let found = self.tree.bytes(span).escape_ascii().to_string();
                let message =
                    format!("an escape of TorchScript expected, `{}` found", found.replace("\\\\", "\\"));
                return Err(self.fault_at(codes::ESCAPE, span, message));
            }
            parts.push(span);
        }
        Ok(ExprKind::Text(parts))
    }

    /// `()`, `(a)`, `(a, b)`.
    fn group(&mut self) -> Result<ExprKind> {
        self.take();
        if self.sign(b')') {
            return Ok(ExprKind::Tuple { items: Vec::new(), comma: false });
        }
        let inside = self.tuple_or_expression()?;
        self.expect(Kind::Sign(b')'))?;
        Ok(ExprKind::Group(inside))
    }

    /// Whether something in square brackets is a comprehension, for PyTorch.
    fn is_comprehension(&self, id: ExprId) -> bool {
        let mut at = self.tree.bare(id);
        loop {
            match &self.tree.expr(at).kind {
                ExprKind::Generator(_) | ExprKind::ListComprehension(_) => return true,
                // Brackets around a single comprehension are dropped there.
                ExprKind::List { items, .. } => match items.as_slice() {
                    [one] => at = self.tree.bare(*one),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    fn list(&mut self, start: Bytes32) -> Result<ExprKind> {
        self.take();
        let mut items = Vec::new();
        let comma = self.sequence(b',', Kind::Sign(b']'), |parser| {
            items.push(parser.expression(0)?);
            Ok(())
        })?;
        if let [one] = items.as_slice()
            && let ExprKind::Generator(parts) = self.tree.expr(*one).kind
        {
            return Ok(ExprKind::ListComprehension(parts));
        }
        if items.len() > 1 && items.iter().any(|item| self.is_comprehension(*item)) {
            let message = "a single comprehension in square brackets expected, several elements found";
            return Err(self.fault_at(codes::COMPREHENSION, start, message));
        }
        Ok(ExprKind::List { items, comma })
    }

    fn dict(&mut self) -> Result<ExprKind> {
        self.take();
        let mut items = Vec::new();
        if self.kind() != Kind::Sign(b'}') {
            loop {
                let key = self.expression(0)?;
                self.expect(Kind::Sign(b':'))?;
                items.push((key, self.expression(0)?));
                if !self.sign(b',') {
                    break;
                }
            }
        }
        self.expect(Kind::Sign(b'}'))?;
        if let [(key, value)] = items.as_slice()
            && let ExprKind::Generator(rest) = self.tree.expr(*value).kind
        {
            return Ok(ExprKind::DictComprehension { key: *key, rest });
        }
        Ok(ExprKind::Dict { items })
    }

    fn call(&mut self, callee: ExprId) -> Result<ExprKind> {
        self.take();
        let mut arguments = Vec::new();
        let comma = self.sequence(b',', Kind::Sign(b')'), |parser| {
            let named = parser.kind() == Kind::Name && parser.ahead() == Kind::Sign(b'=');
            let keyword = if named { Some(parser.ident()?) } else { None };
            if named {
                parser.take();
            }
            arguments.push(Argument { keyword, value: parser.expression(0)? });
            Ok(())
        })?;
        Ok(ExprKind::Call { callee, arguments, comma })
    }

    fn subscript(&mut self, value: ExprId) -> Result<ExprKind> {
        self.take();
        let mut items = Vec::new();
        let comma = self.sequence(b',', Kind::Sign(b']'), |parser| {
            items.push(parser.slice()?);
            Ok(())
        })?;
        Ok(ExprKind::Subscript { value, items, comma })
    }

    /// `a`, `a:b`, `a:b:c`, each of them left out or not.
    fn slice(&mut self) -> Result<ExprId> {
        let begin = self.span();
        let colon = Kind::Sign(b':');
        let start = if self.kind() == colon { None } else { Some(self.expression(0)?) };
        if let (Some(only), false) = (start, self.kind() == colon) {
            return Ok(only);
        }
        self.take();
        let ends = |kind| matches!(kind, Kind::Sign(b',' | b']'));
        let stop = match self.kind() {
            kind if kind == colon || ends(kind) => None,
            _ => Some(self.expression(0)?),
        };
        let colons = self.sign(b':');
        let step = if !colons || ends(self.kind()) { None } else { Some(self.expression(0)?) };
        self.add(ExprKind::Slice { start, stop, step, colons }, begin)
    }
}
