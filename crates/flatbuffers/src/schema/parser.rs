//! The parser: files, and everything that stands at their top level.

use std::collections::HashSet;

use outlast_core::{Error, Result};

use super::attributes::is_built_in;
use super::files::{File, collect, in_file};
use super::lexer::{Lexer, Mark, Tok};
use super::model::{Element, ObjectId, Origin, Scalar, Schema};
use super::resolve::{Symbols, qualify};

/// A namespace may have this many parts ...
const MAX_NAMESPACE_PARTS: usize = 64;
/// ... and bytes, which bounds the time that looking up one name takes.
const MAX_NAMESPACE_BYTES: usize = 512;

impl Schema {
    /// Parses a schema of one file.
    ///
    /// # Errors
    ///
    /// [`outlast_core::ErrorKind::Syntax`] with the line and column of what is wrong.
    pub fn parse(text: &str) -> Result<Schema> {
        let files = collect("", text, &mut |_| None)?;
        parse_files(&files)
    }

    /// Parses a schema whose includes are answered by `resolver`, which gets a path (first relative to the including
    /// file's folder, then as written) and gives the text. Each file is read once.
    ///
    /// # Errors
    ///
    /// As [`Schema::parse`]; errors in an included file have its name in their path.
    pub fn parse_with(
        name: &str,
        text: &str,
        resolver: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Schema> {
        let files = collect(name, text, resolver)?;
        parse_files(&files)
    }
}

fn parse_files(files: &[File<'_>]) -> Result<Schema> {
    let mut lexers = Vec::new();
    for file in files {
        lexers.push(Lexer::new(&file.text).map_err(|error| in_file(error, &file.name))?);
    }
    let mut parser = Parser::default();
    parser.schema.origin.files = files.iter().map(|file| file.name.clone()).collect();
    for (at, file) in files.iter().enumerate() {
        let lexer = Lexer::new(&file.text).map_err(|error| in_file(error, &file.name))?;
        parser.file(lexer, at).map_err(|error| in_file(error, &file.name))?;
    }
    let Parser { mut schema, symbols, root, root_mark, .. } = parser;
    let name = |at: usize| files.get(at).map_or("", |f| f.name.as_str());
    let finished = symbols.finish(root, &lexers).map_err(|(at, error)| in_file(error, name(at)))?;
    (schema.objects, schema.enums, schema.root) = finished;
    if schema.root_object().is_some_and(|o| o.is_struct)
        && let Some(lexer) = lexers.last()
    {
        let error = lexer.error_at(root_mark, "the root type must be a table");
        return Err(in_file(error, name(files.len().saturating_sub(1))));
    }
    Ok(schema)
}

/// The state of parsing all files of a schema.
#[derive(Debug)]
pub(super) struct Parser<'t> {
    pub(super) lex: Lexer<'t>,
    /// Which file `lex` reads.
    pub(super) file: usize,
    pub(super) namespace: String,
    pub(super) symbols: Symbols,
    pub(super) declared_attributes: HashSet<String>,
    services: HashSet<String>,
    schema: Schema,
    root: Option<ObjectId>,
    root_mark: Mark,
}

impl Default for Parser<'_> {
    fn default() -> Self {
        Parser {
            lex: Lexer::empty(),
            file: 0,
            namespace: String::new(),
            symbols: Symbols::default(),
            declared_attributes: HashSet::new(),
            services: HashSet::new(),
            schema: Schema::default(),
            root: None,
            root_mark: Mark::default(),
        }
    }
}

impl<'t> Parser<'t> {
    fn file(&mut self, lexer: Lexer<'t>, at: usize) -> Result<()> {
        self.lex = lexer;
        self.file = at;
        self.namespace.clear();
        // What an included file says about buffers does not hold for the file that includes it.
        self.root = None;
        self.schema.file_identifier = None;
        self.schema.file_extension = None;
        let files = std::mem::take(&mut self.schema.origin.files);
        self.schema.origin = Origin { files, ..Origin::default() };
        if self.lex.tok == Tok::Eof {
            return Err(self.lex.error("the schema is empty"));
        }
        let mut head = true;
        while self.lex.tok != Tok::Eof {
            let word = if self.lex.tok == Tok::Ident { self.lex.value.to_string() } else { String::new() };
            if word == "include" || (word == "native_include" && head) {
                if !head {
                    return Err(self.lex.error("includes must come before declarations"));
                }
                self.lex.next()?;
                self.string()?;
                self.expect(b';')?;
                continue;
            }
            head = false;
            self.declaration(&word)?;
        }
        Ok(())
    }

    fn declaration(&mut self, word: &str) -> Result<()> {
        match word {
            "namespace" => self.namespace_declaration(),
            "table" => self.object(false),
            "struct" => self.object(true),
            "enum" => self.enumeration(false),
            "union" => self.enumeration(true),
            "root_type" => self.root_type(),
            "rpc_service" => self.service(),
            "attribute" => {
                self.lex.next()?;
                let name = self.lex.value.to_string();
                match self.lex.tok {
                    Tok::Ident | Tok::Str => self.lex.next()?,
                    _ => return Err(self.expected("the name of an attribute")),
                }
                if self.declared_attributes.insert(name.clone()) && !is_built_in(&name) {
                    self.schema.attributes.push(name);
                }
                self.expect(b';')
            }
            "file_identifier" => {
                self.lex.next()?;
                if self.lex.tok == Tok::Str && self.lex.value.len() != 4 {
                    let len = self.lex.value.len();
                    return Err(self
                        .lex
                        .error(format!("a file identifier has exactly 4 bytes, this one {len}")));
                }
                self.schema.origin.identifier = self.lex.declared(self.lex.mark, self.lex.mark, self.file);
                self.schema.file_identifier = Some(self.string()?);
                self.expect(b';')
            }
            "file_extension" => {
                self.lex.next()?;
                self.schema.origin.extension = self.lex.declared(self.lex.mark, self.lex.mark, self.file);
                self.schema.file_extension = Some(self.string()?).filter(|text| !text.is_empty());
                self.expect(b';')
            }
            _ if self.lex.tok == Tok::Char(b'{') => Err(self.lex.error("a schema holds no JSON data")),
            _ => Err(self.expected("a declaration (`table`, `struct`, `enum`, `union`, …)")),
        }
    }

    /// "… was expected, found …" at the current token.
    #[cold]
    pub(super) fn expected(&self, what: &str) -> Error {
        self.lex.error(format!("{what} was expected, found {}", self.lex.found()))
    }

    pub(super) fn is(&self, byte: u8) -> bool {
        self.lex.tok == Tok::Char(byte)
    }

    pub(super) fn expect(&mut self, byte: u8) -> Result<()> {
        if self.is(byte) { self.lex.next() } else { Err(self.expected(&format!("`{}`", char::from(byte)))) }
    }

    fn string(&mut self) -> Result<String> {
        if self.lex.tok != Tok::Str {
            return Err(self.expected("a string in quotes"));
        }
        let text = self.lex.value.to_string();
        self.lex.next()?;
        Ok(text)
    }

    pub(super) fn identifier(&mut self, what: &str) -> Result<String> {
        if self.lex.tok != Tok::Ident {
            return Err(self.expected(what));
        }
        let text = self.lex.value.to_string();
        self.lex.next()?;
        Ok(text)
    }

    /// A name that may have dots, its last part, and where it stands.
    pub(super) fn dotted(&mut self, what: &str) -> Result<(String, String, Mark)> {
        let mut mark = self.lex.mark;
        let mut full = self.identifier(what)?;
        let mut last = full.clone();
        while self.is(b'.') {
            self.lex.next()?;
            mark.end = self.lex.mark.end;
            last = self.identifier("a name after the dot")?;
            full.push('.');
            full.push_str(&last);
        }
        Ok((full, last, mark))
    }

    pub(super) fn docs(&self) -> Vec<String> {
        self.lex.docs.iter().map(|line| (*line).to_string()).collect()
    }

    fn namespace_declaration(&mut self) -> Result<()> {
        self.lex.next()?;
        self.namespace.clear();
        if !self.is(b';') {
            let (name, _, mark) = self.dotted("the name of a namespace")?;
            if name.len() > MAX_NAMESPACE_BYTES || name.split('.').count() > MAX_NAMESPACE_PARTS {
                let limits = format!("{MAX_NAMESPACE_PARTS} parts and {MAX_NAMESPACE_BYTES} bytes");
                return Err(self.lex.error_at(mark, format!("a namespace has at most {limits}")));
            }
            self.namespace = name;
        }
        self.expect(b';')
    }

    fn root_type(&mut self) -> Result<()> {
        self.lex.next()?;
        let (name, _, mark) = self.dotted("the name of a table")?;
        let known =
            self.symbols.exact(&name).or_else(|| self.symbols.exact(&qualify(&self.namespace, &name)));
        let Some(id) = known else {
            let error = self.lex.error_at(mark, format!("there is no table `{name}`"));
            return Err(error
                .with_help("the root type is named in full or in its own namespace, after its declaration"));
        };
        if self.symbols.is_struct(Element::Table(id)) {
            return Err(self
                .lex
                .error_at(mark, format!("`{name}` is a struct; the root type must be a table")));
        }
        self.root = Some(id);
        self.root_mark = mark;
        self.schema.origin.root = self.lex.declared(mark, mark, self.file);
        self.expect(b';')
    }

    /// A type that is a single name: scalars, strings, enums, unions, tables, structs.
    pub(super) fn named_type(&mut self) -> Result<Element> {
        if self.lex.tok != Tok::Ident {
            return Err(self.expected("a type"));
        }
        if let Some(scalar) = scalar_named(&self.lex.value) {
            self.lex.next()?;
            return Ok(Element::Scalar(scalar));
        }
        if self.lex.value == "string" {
            self.lex.next()?;
            return Ok(Element::String);
        }
        self.declared_type()
    }

    fn declared_type(&mut self) -> Result<Element> {
        let (name, _, mark) = self.dotted("a type")?;
        if let Some(id) = self.symbols.find_enum(&self.namespace, &name)
            && let Some(found) = self.symbols.enumeration(id)
        {
            return Ok(if found.is_union { Element::Union(id) } else { Element::Enum(found.scalar, id) });
        }
        Ok(Element::Table(self.symbols.refer(&self.namespace, &name, (self.file, mark))))
    }

    fn service(&mut self) -> Result<()> {
        self.lex.next()?;
        let mark = self.lex.mark;
        let name = self.identifier("the name of a service")?;
        let name = qualify(&self.namespace, &name);
        if !self.services.insert(name.clone()) {
            return Err(self.lex.error_at(mark, format!("service `{name}` exists already")));
        }
        self.metadata()?;
        self.expect(b'{')?;
        let mut calls = HashSet::new();
        loop {
            let mark = self.lex.mark;
            let call = self.identifier("the name of a call")?;
            if !calls.insert(call.clone()) {
                return Err(self.lex.error_at(mark, format!("`{name}` has a call `{call}` already")));
            }
            self.expect(b'(')?;
            self.message_type()?;
            self.expect(b')')?;
            self.expect(b':')?;
            self.message_type()?;
            self.metadata()?;
            self.expect(b';')?;
            if self.is(b'}') {
                break;
            }
        }
        self.schema.services.push(name);
        self.lex.next()
    }

    fn message_type(&mut self) -> Result<()> {
        let mark = self.lex.mark;
        match self.declared_type()? {
            Element::Table(id) if !self.symbols.is_struct(Element::Table(id)) => Ok(()),
            _ => Err(self.lex.error_at(mark, "requests and responses must be tables")),
        }
    }
}

/// The scalar of a type name, old or new.
fn scalar_named(name: &str) -> Option<Scalar> {
    Some(match name {
        "bool" => Scalar::Bool,
        "byte" | "int8" => Scalar::I8,
        "ubyte" | "uint8" => Scalar::U8,
        "short" | "int16" => Scalar::I16,
        "ushort" | "uint16" => Scalar::U16,
        "int" | "int32" => Scalar::I32,
        "uint" | "uint32" => Scalar::U32,
        "long" | "int64" => Scalar::I64,
        "ulong" | "uint64" => Scalar::U64,
        "float" | "float32" => Scalar::F32,
        "double" | "float64" => Scalar::F64,
        _ => return None,
    })
}
