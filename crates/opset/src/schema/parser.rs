//! Reads a declaration: names, arguments, returned values.

use outlast_core::{Error, ErrorKind, Result, Span};

use super::alias::Alias;
use super::lexer::{Kind, Lexer};
use super::{Argument, Declaration, OperatorName, Places, Schema};
use crate::types::Type;

/// A parser at a place of a text.
#[derive(Debug)]
pub(super) struct Parser<'t> {
    pub(super) lexer: Lexer<'t>,
    /// How many `!` without a name there were.
    pub(super) fresh: u32,
    /// How many parts the type of this argument has so far.
    pub(super) parts: usize,
}

/// Whether names and defaults are those of an argument.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Argument { kwarg_only: bool },
    Return,
}

/// Reads one declaration, which has to be the whole text.
pub(super) fn parse(text: &str) -> Result<(Declaration, Places)> {
    let mut parser = Parser { lexer: Lexer::new(text)?, fresh: 0, parts: 0 };
    let mut places = Places::default();
    let start = parser.lexer.at().start;
    let (name, end) = parser.name()?;
    places.name = start..end;
    let declaration = if parser.lexer.kind() == Kind::Sign(b'(') {
        Declaration::Schema(parser.schema(name, &mut places)?)
    } else {
        Declaration::Name(name)
    };
    match parser.lexer.kind() {
        Kind::End => Ok((declaration, places)),
        _ => Err(parser.lexer.unexpected("the end of the schema")),
    }
}

impl<'t> Parser<'t> {
    /// The name, and where it ends.
    fn name(&mut self) -> Result<(OperatorName, usize)> {
        let (token, word) = self.lexer.name("the name of an operator")?;
        let (mut name, mut end, mut overload) = (word.to_string(), token.at.end, String::new());
        if self.lexer.take_if(Kind::Sign(b':'))? {
            self.lexer.expect(Kind::Sign(b':'), "`::`")?;
            let (token, word) = self.lexer.name("the name of an operator")?;
            name = format!("{name}::{word}");
            end = token.at.end;
        }
        if self.lexer.take_if(Kind::Sign(b'.'))? {
            let (token, word) = self.lexer.name("the name of an overload")?;
            overload = word.to_string();
            end = token.at.end;
        }
        Ok((OperatorName { name, overload }, end))
    }

    fn schema(&mut self, name: OperatorName, places: &mut Places) -> Result<Schema> {
        let mut schema =
            Schema { name, arguments: Vec::new(), returns: Vec::new(), vararg: false, varret: false };
        let mut kwarg_only = false;
        self.list(b'(', b')', |parser| {
            if schema.vararg {
                return Err(parser.lexer.unexpected("`)` behind `...`"));
            }
            if parser.lexer.take_if(Kind::Sign(b'*'))? {
                kwarg_only = true;
            } else if parser.lexer.take_if(Kind::Dots)? {
                schema.vararg = true;
            } else {
                parser.argument(
                    Role::Argument { kwarg_only },
                    &mut schema.arguments,
                    &mut places.arguments,
                )?;
            }
            Ok(())
        })?;
        if schema.vararg
            && let Some(at) = schema.arguments.iter().position(|argument| argument.default.is_some())
        {
            let at = places.arguments.get(at).cloned().unwrap_or_default();
            let message = "an argument with a default: there are none in a schema with `...`".to_string();
            return Err(self.lexer.error(at, message));
        }
        self.lexer.expect(Kind::Arrow, "`->`")?;
        match self.lexer.kind() {
            Kind::Dots => {
                self.lexer.take()?;
                schema.varret = true;
            }
            Kind::Sign(b'(') => self.list(b'(', b')', |parser| {
                if schema.varret {
                    return Err(parser.lexer.unexpected("`)` behind `...`"));
                }
                if parser.lexer.take_if(Kind::Dots)? {
                    schema.varret = true;
                    return Ok(());
                }
                parser.argument(Role::Return, &mut schema.returns, &mut places.returns)
            })?,
            _ => self.argument(Role::Return, &mut schema.returns, &mut places.returns)?,
        }
        Ok(schema)
    }

    fn argument(
        &mut self,
        role: Role,
        into: &mut Vec<Argument>,
        places: &mut Vec<std::ops::Range<usize>>,
    ) -> Result<()> {
        let start = self.lexer.at().start;
        self.parts = 0;
        let (mut ty, mut alias) = self.ty(0)?;
        let mut size = None;
        if self.lexer.take_if(Kind::Sign(b'['))? {
            size = Some(self.size()?);
            self.lexer.expect(Kind::Sign(b']'), "`]`")?;
            ty = Type::list(ty);
            alias = Alias::of_list(alias, self.alias()?);
            if self.lexer.take_if(Kind::Sign(b'?'))? {
                ty = Type::optional(ty);
            }
        }
        let mut argument =
            Argument { name: String::new(), ty, size, default: None, kwarg_only: false, alias };
        match role {
            Role::Return => {
                if self.lexer.is_free_name() {
                    argument.name = self.lexer.take()?.1.to_string();
                }
            }
            Role::Argument { kwarg_only } => {
                argument.kwarg_only = kwarg_only;
                argument.name = self.lexer.name("the name of an argument")?.1.to_string();
                if self.lexer.take_if(Kind::Sign(b'='))? {
                    argument.default = Some(self.default(&argument.ty, argument.size)?);
                }
            }
        }
        into.push(argument);
        places.push(start..self.lexer.end().max(start));
        Ok(())
    }

    /// `2` in `int[2]`.
    fn size(&mut self) -> Result<i32> {
        let (token, word) = self.lexer.expect(Kind::Number, "`]` or the length of the list")?;
        word.parse().map_err(|_| self.lexer.error(token.at, format!("`{word}` is not a length of a list")))
    }

    /// `( item , item )`.
    pub(super) fn list(
        &mut self,
        open: u8,
        close: u8,
        mut item: impl FnMut(&mut Parser<'t>) -> Result<()>,
    ) -> Result<()> {
        let sign = |byte: u8| format!("`{}`", char::from(byte));
        self.lexer.expect(Kind::Sign(open), &sign(open))?;
        if self.lexer.take_if(Kind::Sign(close))? {
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.lexer.take_if(Kind::Sign(b','))? {
                break;
            }
        }
        self.lexer.expect(Kind::Sign(close), &format!("`,` or {}", sign(close)))?;
        Ok(())
    }

    /// A limit is reached here.
    #[cold]
    pub(super) fn limit(&self, what: &'static str, limit: u64) -> Error {
        let offset = |at: usize| u64::try_from(at).unwrap_or(u64::MAX);
        let at = self.lexer.at();
        Error::new(ErrorKind::Limit { what, limit }, Span::bytes(offset(at.start), offset(at.end)))
    }
}
