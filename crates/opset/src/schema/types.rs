//! Reads types and alias annotations.

use outlast_core::Result;

use super::alias::{Alias, FRESH, WILDCARD};
use super::lexer::Kind;
use super::parser::Parser;
use super::{MAX_DEPTH, MAX_PARTS};
use crate::types::Type;

impl Parser<'_> {
    /// A type with its annotation. `depth` types are around it.
    pub(super) fn ty(&mut self, depth: usize) -> Result<(Type, Option<Alias>)> {
        self.deeper(depth)?;
        let start = self.lexer.at();
        let (mut ty, mut alias) = match self.lexer.kind() {
            // Annotations in a tuple say nothing: PyTorch reads and drops them.
            Kind::Sign(b'(') => (Type::Tuple(self.types(depth)?), None),
            Kind::Name => {
                let word = self.lexer.take()?.1;
                match word {
                    "Future" => (Type::Future(self.single_type(word, depth)?), None),
                    "Await" => (Type::Await(self.single_type(word, depth)?), None),
                    "RRef" => (Type::RRef(self.single_type(word, depth)?), None),
                    "Dict" => {
                        let at = self.lexer.at();
                        let of = self.types(depth)?;
                        let [key, value] = <[Type; 2]>::try_from(of).map_err(|of| {
                            let message = format!("`Dict` has a key and a value type, {} found", of.len());
                            self.lexer.error(at, message)
                        })?;
                        (Type::Dict(Box::new(key), Box::new(value)), self.alias()?)
                    }
                    "Union" => (Type::union(self.types(depth)?), self.alias()?),
                    "__torch__" => (self.class()?, None),
                    _ => {
                        let word = self.dotted(word)?;
                        let base = self.base(&word, start.start..self.lexer.end())?;
                        // PyTorch keeps of types in containers what it compares.
                        (if depth > 0 { base.fake() } else { base }, self.alias()?)
                    }
                }
            }
            _ => return Err(self.lexer.unexpected("a type")),
        };
        let mut around = depth;
        loop {
            match (self.lexer.kind(), self.lexer.ahead()) {
                (Kind::Sign(b'['), Kind::Sign(b']')) => {
                    around += 1;
                    self.deeper(around)?;
                    self.lexer.take()?;
                    self.lexer.take()?;
                    ty = Type::list(ty);
                    alias = Alias::of_list(alias, self.alias()?);
                }
                (Kind::Sign(b'?'), _) => {
                    if ty == Type::None {
                        return Err(self
                            .lexer
                            .error(start, "`NoneType?`: there is no optional `NoneType`".into()));
                    }
                    self.lexer.take()?;
                    ty = Type::optional(ty);
                }
                _ => break,
            }
        }
        Ok((ty, alias))
    }

    fn deeper(&mut self, depth: usize) -> Result<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(self.limit("parts of one type", u64::try_from(MAX_PARTS).unwrap_or(u64::MAX)));
        }
        match depth < MAX_DEPTH {
            true => Ok(()),
            false => {
                Err(self.limit("types nested in each other", u64::try_from(MAX_DEPTH).unwrap_or(u64::MAX)))
            }
        }
    }

    /// `( type , type )`.
    fn types(&mut self, depth: usize) -> Result<Vec<Type>> {
        let mut of = Vec::new();
        self.list(b'(', b')', |parser| {
            of.push(parser.ty(depth + 1)?.0);
            Ok(())
        })?;
        Ok(of)
    }

    /// `( type )`.
    fn single_type(&mut self, word: &str, depth: usize) -> Result<Box<Type>> {
        let at = self.lexer.at();
        let [one] = <[Type; 1]>::try_from(self.types(depth)?)
            .map_err(|of| self.lexer.error(at, format!("`{word}` has one type, {} found", of.len())))?;
        Ok(Box::new(one))
    }

    /// `.torch.classes.NAMESPACE.CLASS` behind `__torch__`.
    fn class(&mut self) -> Result<Type> {
        let name = self.dotted("__torch__")?;
        if name == "__torch__" {
            return Err(self.lexer.unexpected("`.` and the name of a class"));
        }
        Ok(Type::Class(name))
    }

    /// A name that was read, with what is joined to it by dots.
    fn dotted(&mut self, first: &str) -> Result<String> {
        let mut name = first.to_string();
        while self.lexer.take_if(Kind::Sign(b'.'))? {
            name.push('.');
            name.push_str(self.lexer.name("a part of the name of a type")?.1);
        }
        Ok(name)
    }

    fn base(&mut self, word: &str, at: std::ops::Range<usize>) -> Result<Type> {
        Ok(match word {
            "Tensor" => Type::Tensor,
            "int" | "ConstQuantizerPtr" | "DeviceIndex" => Type::Int,
            "float" => Type::Float,
            "complex" => Type::Complex,
            "bool" => Type::Bool,
            "str" | "Dimname" => Type::Str,
            "Scalar" => Type::Number,
            "None" | "NoneType" => Type::None,
            "Any" => Type::Any,
            "SymInt" => Type::SymInt,
            // Printed for operators that are not made from text; PyTorch's own parser knows neither.
            "SymFloat" => Type::SymFloat,
            "SymBool" => Type::SymBool,
            "ScalarType" => Type::ScalarType,
            "Layout" => Type::Layout,
            "MemoryFormat" => Type::MemoryFormat,
            "Device" => Type::Device,
            "Stream" => Type::Stream,
            "Generator" => Type::Generator,
            "Storage" => Type::Storage,
            "QScheme" => Type::QScheme,
            "Quantizer" => Type::Quantizer,
            "Capsule" => Type::Capsule,
            "PyObject" => Type::PyObject,
            "AnyClassType" => Type::AnyClass,
            "AnyEnumType" => Type::AnyEnum,
            _ if word.starts_with(|first: char| first.is_ascii_lowercase()) => Type::Var(word.to_string()),
            _ => {
                let error = self.lexer.error(at, format!("`{word}` is not a type"));
                return Err(error.with_help(
                    "types are Tensor, int, SymInt, float, complex, bool, str, Scalar, ScalarType, Device, Dict(K, V), Future(T), and others; \
                     a class is `__torch__.torch.classes.NAMESPACE.NAME`; type variables begin with a lower-case letter",
                ));
            }
        })
    }

    /// `(a!)`, `(a -> *)`, `!`, or nothing.
    pub(super) fn alias(&mut self) -> Result<Option<Alias>> {
        if self.lexer.take_if(Kind::Sign(b'!'))? {
            let before = vec![format!("{FRESH}{}", self.fresh)];
            self.fresh = self.fresh.saturating_add(1);
            return Ok(Some(Alias { write: true, before, ..Alias::default() }));
        }
        if !self.lexer.take_if(Kind::Sign(b'('))? {
            return Ok(None);
        }
        let before = self.sets()?;
        let write = self.lexer.take_if(Kind::Sign(b'!'))?;
        let after = if self.lexer.take_if(Kind::Arrow)? { self.sets()? } else { before.clone() };
        self.lexer.expect(Kind::Sign(b')'), "`)` behind alias sets")?;
        Ok(Some(Alias { write, before, after, contained: None }))
    }

    fn sets(&mut self) -> Result<Vec<String>> {
        let mut sets = Vec::new();
        loop {
            if self.lexer.take_if(Kind::Sign(b'*'))? {
                sets.push(WILDCARD.to_string());
            } else {
                sets.push(self.lexer.name("an alias set")?.1.to_string());
            }
            if !self.lexer.take_if(Kind::Sign(b'|'))? {
                break;
            }
        }
        sets.sort_unstable();
        sets.dedup();
        Ok(sets)
    }
}
