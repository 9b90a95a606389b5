//! A whole file: a version, imports, classes and functions.

use super::{Parser, Result};
use crate::source::codes;
use crate::source::nodes::{Class, Item};
use crate::source::token::Kind;

impl Parser {
    pub(super) fn file(&mut self, methods: bool) -> Result<()> {
        self.version()?;
        loop {
            if methods && !self.tree.items.is_empty() && self.kind() == Kind::Import {
                // Those of 1.0 to 1.2 had imports at the start only.
                return Err(self.unexpected("`def`"));
            }
            let imports = self.kind() == Kind::Import;
            while self.kind() == Kind::Import {
                self.import()?;
            }
            let item = match self.kind() {
                Kind::Class if !methods => Item::Class(self.class()?),
                Kind::Def => Item::Function(self.function(methods)?),
                // Something has to come behind imports, unless they are those of 1.0 to 1.2.
                Kind::End if methods || !imports => return Ok(()),
                Kind::Bad => return Err(self.unexpected("")),
                kind => {
                    let message = format!("a class or a function expected, {} found", kind.spelling());
                    return Err(self.fault_at(codes::OUTSIDE, self.span(), message));
                }
            };
            self.tree.items.push(item);
        }
    }

    /// `op_version_set = 1`: all releases read it, and none looks at the number any more.
    fn version(&mut self) -> Result<()> {
        let word = self.kind() == Kind::Name && self.tree.bytes(self.span()) == b"op_version_set";
        if word {
            self.take();
            self.expect(Kind::Sign(b'='))?;
            self.tree.op_version_set = Some(self.expect(Kind::Number)?.span);
            self.expect(Kind::Newline)?;
        }
        Ok(())
    }

    /// `import` with anything up to the line end, as there.
    fn import(&mut self) -> Result<()> {
        let start = self.take().span;
        let mut name = String::new();
        while self.kind() != Kind::Newline {
            if matches!(self.kind(), Kind::End | Kind::Bad) {
                return Err(self.unexpected("the end of the line"));
            }
            let span = self.take().span;
            name.push_str(&String::from_utf8_lossy(self.tree.bytes(span)));
        }
        let span = start.to(self.last());
        self.tree.items.push(Item::Import { name, span });
        self.expect(Kind::Newline)?;
        Ok(())
    }

    fn class(&mut self) -> Result<Class> {
        let start = self.take().span;
        let name = self.ident()?;
        let mut base = None;
        if self.sign(b'(') {
            base = Some(self.expression(0)?);
            self.expect(Kind::Sign(b')'))?;
        }
        self.expect(Kind::Sign(b':'))?;
        let body = self.block(true)?;
        Ok(Class { name, base, body, span: start.to(self.last()) })
    }
}
