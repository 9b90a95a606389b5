//! Assembly text in its generic form becomes a [`Module`]: what [`mod@crate::print`] and `mlir-opt --mlir-print-op-generic` print.
//!
//! Builtin attributes and types are encoded with the codes that LLVM 22 writes (newer ones as text), those of dialects are kept as
//! text, with aliases in them resolved. Equal attributes and types are one entry; distinct ones keep their identity. Uses of values
//! are ordered as upstream's parser would order them.
//!
//! Custom forms of operations (`func.func @f`) need their dialects, and are refused. So is what our printer prints of encodings that
//! are not known, where it may refer to tables of the file that it came from.

mod affine;
mod aliases;
mod attrs;
mod build;
mod cursor;
mod dense;
mod dialect;
mod elements;
mod intern;
mod locations;
mod numbers;
mod ops;
mod properties;
mod resources;
mod state;
mod tree;
mod types;
mod uses;
mod values;

use outlast_core::Result;

use crate::codec::EntryKind;
use crate::defs::version;
use crate::ids::{AttrId, OpNameId, TypeId};
use crate::module::Module;
use crate::schema::{self, FileSchemas, Known, ReleaseSchemas};
use crate::tables::Tables;
use crate::write::Layout;

use cursor::Cursor;
use intern::Interner;

/// What the text becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Version of the container.
    pub version: u64,
    /// The producer that the file names.
    pub producer: String,
    /// Whose operations they are: since version 5, properties are encoded as this release does it. Without one, and before, all
    /// properties are attributes of the dictionary, which every reader takes.
    pub release: Option<ReleaseSchemas>,
}

impl Default for ParseOptions {
    /// Version 4: the last one that says what everything is called.
    fn default() -> ParseOptions {
        ParseOptions {
            version: version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION,
            producer: "Outlast".to_owned(),
            release: None,
        }
    }
}

/// How deep attributes, types, locations and expressions may stand in each other. Regions may be deeper: [`crate::ir::MAX_DEPTH`].
pub const MAX_NESTING: u32 = 256;

/// Parses a text.
///
/// # Errors
///
/// [`outlast_core::ErrorKind::Syntax`] with line and column, or a limit is reached.
pub fn parse(text: &str, options: &ParseOptions) -> Result<Module<'static>> {
    parse_with(Parser::new(text, options), options)
}

/// Parses the generic form that a tool has printed, without the schemas of its operations. The properties in `<{…}>` are kept as one attribute, as of
/// unregistered operations; [`crate::named_attributes::as_printed`] returns them apart from the discardable attributes. A region may reuse the value
/// names of the regions around it, as releases before LLVM 19 print regions that are isolated from above.
///
/// # Errors
///
/// As for [`parse`].
pub fn parse_printed(text: &str) -> Result<Module<'static>> {
    let options = ParseOptions { version: version::MAX, ..ParseOptions::default() };
    let mut parser = Parser::new(text, &options);
    parser.as_printed = true;
    parse_with(parser, &options)
}

fn parse_with(mut parser: Parser<'_>, options: &ParseOptions) -> Result<Module<'static>> {
    if options.version > version::MAX {
        let why = format!("there is no bytecode version {}, the newest is {}", options.version, version::MAX);
        return Err(parser.cursor.error(why));
    }
    let ast = parser.source()?;
    let ir = build::build(&ast, options.version, &parser.cursor)?;
    let layout = Layout::upstream(options.version, options.producer.clone().into_bytes());
    Ok(Module { layout, tables: parser.interner.tables, ir })
}

/// Parses an attribute or a type that stands alone, as entries of bytecode have it.
///
/// # Errors
///
/// What is wrong with it, in words.
pub(crate) fn alone(text: &[u8], kind: EntryKind) -> std::result::Result<(), String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut parser = Parser::new(text, &ParseOptions::default());
    let done = match kind {
        EntryKind::Attr => parser.attr().map(drop),
        EntryKind::Type => parser.ty().map(drop),
    };
    done.map_err(|error| error.kind().to_string())?;
    match parser.cursor.peek() {
        None => Ok(()),
        Some(_) => Err("something follows it".to_owned()),
    }
}

/// The entry of a type whose text stands in the text of another entry, in tables of its own; none if it is no type. All of the builtin dialect is encoded.
pub(crate) fn type_alone(text: &str) -> Option<(Tables<'static>, TypeId)> {
    let mut parser = Parser::of_entry(text);
    let ty = parser.ty().ok()?;
    parser.cursor.peek().is_none().then_some((parser.interner.tables, ty))
}

/// As [`type_alone`], of an attribute.
pub(crate) fn attr_alone(text: &str) -> Option<(Tables<'static>, AttrId)> {
    let mut parser = Parser::of_entry(text);
    let attr = parser.attr().ok()?;
    parser.cursor.peek().is_none().then_some((parser.interner.tables, attr))
}

/// The schemas by which [`parse`] has encoded properties: what [`Module::canonical`] needs.
pub fn schemas(tables: &Tables<'_>, options: &ParseOptions) -> FileSchemas {
    let release = options.release.filter(|_| options.version >= version::NATIVE_PROPERTIES_ENCODING);
    let of = |at| {
        let name = tables.op_name(OpNameId::new(at));
        match release?.op(std::str::from_utf8(&name).ok()?) {
            Known::Properties(schema) => Some(schema),
            Known::Plain => Some(schema::OpSchema::default()),
            Known::Absent => None,
        }
    };
    FileSchemas::new((0..tables.op_names.len()).map(of).collect())
}

/// What is parsed, and what is known so far.
struct Parser<'t> {
    cursor: Cursor<'t>,
    interner: Interner,
    aliases: aliases::Aliases<'t>,
    resources: resources::Handles,
    version: u64,
    release: Option<ReleaseSchemas>,
    /// Schemas that were asked for, by operation name.
    schemas: Vec<Option<std::rc::Rc<Known>>>,
    depth: u32,
    /// Whether properties are kept as they stand there, and names may be hidden.
    as_printed: bool,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, options: &ParseOptions) -> Parser<'t> {
        Parser {
            cursor: Cursor::new(text),
            interner: Interner::new(),
            aliases: aliases::Aliases::default(),
            resources: resources::Handles::default(),
            version: options.version,
            release: options.release,
            schemas: Vec::new(),
            depth: 0,
            as_printed: false,
        }
    }

    /// For the text of an entry: what releases up to LLVM 22 keep as text is encoded.
    fn of_entry(text: &'t str) -> Parser<'t> {
        let mut parser = Parser::new(text, &ParseOptions::default());
        parser.interner.encodes_all = true;
        parser
    }

    /// Parses something that stands inside of something else.
    fn inside<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_NESTING {
            let what = "attributes, types and locations in each other";
            return Err(self.cursor.limit(what, u64::from(MAX_NESTING)));
        }
        self.depth += 1;
        let done = parse(self);
        self.depth -= 1;
        done
    }

    /// Parses a list between brackets whose first was taken: members with commas between them.
    fn members(&mut self, close: &str, mut one: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        if self.cursor.eat(close) {
            return Ok(());
        }
        loop {
            one(self)?;
            if self.cursor.eat(close) {
                return Ok(());
            }
            if !self.cursor.eat(",") {
                return Err(self.cursor.expected(&format!("`,` or `{close}`")));
            }
        }
    }

    /// A string that has to come next.
    fn quoted(&mut self, what: &str) -> Result<Vec<u8>> {
        match self.cursor.string()? {
            Some(text) => Ok(text),
            None => Err(self.cursor.expected(what)),
        }
    }
}
