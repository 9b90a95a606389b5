//! Attributes of the llvm dialect as text.
//!
//! The fields are those of the codec, by their names: what is zero or not there is left out, unless it always has to be there.

use crate::text::Text;
use outlast_core::Result;

use super::text::{Item, Texts};
use crate::codec::{EntryKind, Field, shapes};
use crate::escape;
use crate::wire::Reader;

/// Names of numbers and flags, taken from LLVM 22: kind, number, name on a line.
const NAMES: &str = include_str!("../../names/llvm.txt");

fn names(kind: &str) -> impl Iterator<Item = (u64, &'static str)> {
    let lines = NAMES.lines().filter_map(move |line| line.strip_prefix(kind)?.strip_prefix(' '));
    lines.filter_map(|line| {
        let (number, name) = line.split_once(' ')?;
        Some((number.parse().ok()?, name))
    })
}

fn name(kind: &str, number: u64) -> &'static str {
    names(kind).find(|(of, _)| *of == number).map_or("", |(_, name)| name)
}

/// How a field is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// A number with a name.
    Named(&'static str),
    /// A set of flags.
    Flags(&'static str),
    /// A number; whether its lowest bit says that it is there.
    Number(bool),
    /// True or false.
    Bool,
    /// An attribute, or several, with or without its name.
    Attr(bool),
    /// A string.
    String,
}

/// Names in text, and fields that are printed even if they are zero.
const ATTRS: &[(&str, &[&str])] = &[
    ("di_basic_type", &[]),
    ("di_compile_unit", &["sourceLanguage", "isOptimized", "emissionKind"]),
    ("di_composite_type", &[]),
    ("di_derived_type", &[]),
    ("di_expression_elem", &[]),
    ("di_expression", &[]),
    ("di_file", &[]),
    ("di_global_variable", &["line"]),
    ("di_global_variable_expression", &[]),
    ("di_imported_entity", &[]),
    ("di_label", &[]),
    ("di_lexical_block", &[]),
    ("di_lexical_block_file", &["discriminator"]),
    ("di_local_variable", &[]),
    ("di_namespace", &["exportSymbols"]),
    ("di_subprogram", &[]),
    ("di_subrange", &[]),
    ("di_subroutine_type", &[]),
    ("loop_annotation", &[]),
];

/// The code of expressions' elements, which have no name of their own.
const ELEMENT: u64 = 4;
const EXPRESSION: u64 = 5;
const FILE: u64 = 6;
const CONVERT: &str = "DW_OP_LLVM_convert";

fn how(attr: &str, field: &str, kind: Field) -> How {
    match field {
        "tag" => How::Named("tag"),
        "sourceLanguage" => How::Named("language"),
        "encoding" => How::Named("encoding"),
        "callingConvention" => How::Named("convention"),
        "emissionKind" => How::Named("emission"),
        "nameTableKind" => How::Named("name_table"),
        "flags" => How::Flags("flags"),
        "subprogramFlags" => How::Flags("subprogram_flags"),
        "dwarfAddressSpace" => How::Number(true),
        // Of these, the kind of attribute is clear.
        "file" | "compileUnit" | "var" | "expr" | "dataLocation" | "rank" | "allocated" | "associated"
        | "vectorize" | "interleave" | "unroll" | "unrollAndJam" | "licm" | "distribute" | "pipeline"
        | "peeled" | "unswitch" | "parallelAccesses" => How::Attr(true),
        "type" if attr == "di_subprogram" => How::Attr(true),
        _ => match kind {
            Field::VarInt => How::Number(false),
            Field::Bool => How::Bool,
            Field::Str => How::String,
            _ => How::Attr(false),
        },
    }
}

fn optional(reader: &mut Reader<'_>) -> Result<Option<u32>> {
    let (index, there) = reader.flagged("attribute")?;
    Ok(there.then(|| u32::try_from(index).unwrap_or(u32::MAX)))
}

/// All attributes of a field.
fn attrs(reader: &mut Reader<'_>, field: Field) -> Result<Vec<Option<u32>>> {
    match field {
        Field::Attr => Ok(vec![Some(reader.index(usize::MAX, "attribute")?)]),
        Field::OptAttr => Ok(optional(reader)?.map(Some).into_iter().collect()),
        _ if reader.byte("flag")? == 0 => Ok(Vec::new()),
        _ => (0..reader.count("number of attributes")?).map(|_| optional(reader)).collect(),
    }
}

impl Texts<'_> {
    fn tell(&mut self, text: &str) {
        self.arena.extend_from_slice(text.as_bytes());
    }

    /// Appends an attribute of the llvm dialect. None if the code is unknown.
    pub(super) fn llvm_attr(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let code = reader.varint("code")?;
        let found = shapes(b"llvm", EntryKind::Attr).iter().zip(ATTRS).find(|(shape, _)| shape.code == code);
        let Some((shape, (attr, always))) = found else { return Ok(None) };
        if code == ELEMENT {
            self.operation(reader)?;
            return Ok(Some(0));
        }
        self.tell("#llvm.");
        self.tell(attr);
        self.tell("<");
        if code == FILE {
            for separator in [" in ", ""] {
                self.text_of(reader)?;
                self.tell(separator);
            }
        } else {
            let mut first = true;
            for (name, field) in shape.fields {
                let start = self.arena.len();
                if code == EXPRESSION {
                    self.tell("[");
                } else {
                    self.tell(if first { "" } else { ", " });
                    self.tell(name);
                    self.tell(" = ");
                }
                let how = if code == EXPRESSION { How::Attr(true) } else { self::how(attr, name, *field) };
                let there = self.field(reader, *field, how)?;
                if there || always.contains(name) {
                    first = false;
                    self.tell(if code == EXPRESSION { "]" } else { "" });
                } else {
                    self.cut(start);
                }
            }
        }
        self.tell(">");
        Ok(Some(0))
    }

    fn text_of(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let limit = self.tables.strings.len();
        let text = self.tables.string(crate::ids::StringId(reader.index(limit, "string")?));
        escape::quoted(&mut self.arena, text);
        Ok(())
    }

    /// Appends a field's value; says whether there is one.
    fn field(&mut self, reader: &mut Reader<'_>, field: Field, how: How) -> Result<bool> {
        match how {
            How::Named(kind) => {
                let number = reader.varint("number")?;
                self.tell(name(kind, number));
                Ok(number != 0)
            }
            How::Flags(kind) => {
                let flags = reader.varint("flags")?;
                self.flags(kind, flags);
                Ok(flags != 0)
            }
            How::Number(flagged) => {
                let word = reader.varint("number")?;
                let number = if flagged { word >> 1 } else { word };
                escape::number(&mut self.arena, number);
                Ok(if flagged { word & 1 != 0 } else { number != 0 })
            }
            How::Bool => {
                let value = reader.byte("flag")? != 0;
                self.tell(if value { "true" } else { "false" });
                Ok(value)
            }
            How::String => self.text_of(reader).map(|()| true),
            How::Attr(short) => {
                let all = attrs(reader, field)?;
                for (at, attr) in all.iter().enumerate() {
                    self.tell(if at == 0 { "" } else { ", " });
                    match attr {
                        Some(attr) if short => self.without_name(*attr),
                        Some(attr) => self.attr(*attr),
                        None => self.tell("<<NULL ATTRIBUTE>>"),
                    }
                }
                Ok(!all.is_empty())
            }
        }
    }

    /// Appends an attribute of the llvm dialect from its bracket on, or its alias.
    pub(super) fn without_name(&mut self, attr: u32) {
        if let Some(alias) = self.aliases.alias(Item::Attr(attr)) {
            return alias.print(&mut self.arena);
        }
        let item = Item::Attr(attr);
        let Some(memo) = self.need(item) else { return };
        let text = self.bytes(memo);
        let bracket = text.iter().position(|byte| *byte == b'<').filter(|_| text.starts_with(b"#llvm."));
        match bracket.and_then(|bracket| u32::try_from(bracket).ok()) {
            Some(bracket) => self.copy(item, memo, bracket),
            None => self.attr(attr),
        }
    }

    fn flags(&mut self, kind: &str, flags: u64) {
        let mut left = flags;
        let mut found = Vec::new();
        for (bits, name) in names(kind) {
            if left & bits == bits {
                let (name, group) = name.strip_suffix(" group").map_or((name, false), |name| (name, true));
                found.push(name);
                left &= if group { !bits } else { u64::MAX };
            }
        }
        let text = found.join("|");
        let plain = flags.count_ones() < 2 || found.len() < 2;
        self.tell(if plain { "" } else { "\"" });
        self.tell(&text);
        self.tell(if plain { "" } else { "\"" });
    }

    /// Appends an operation of a DWARF expression and its operands.
    fn operation(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let operation = name("operation", reader.varint("operation")?);
        self.tell(operation);
        if reader.byte("flag")? == 0 {
            return Ok(());
        }
        self.tell("(");
        for at in 0..reader.count("number of operands")? {
            self.tell(if at == 0 { "" } else { ", " });
            let operand = reader.varint("operand")?;
            match if at > 0 && operation == CONVERT { name("encoding", operand) } else { "" } {
                "" => escape::number(&mut self.arena, operand),
                name => self.tell(name),
            }
        }
        self.tell(")");
        Ok(())
    }

    /// The name of its alias, and the attributes that an attribute of the llvm dialect has inside.
    pub(super) fn llvm_parts(&self, code: u64, mut reader: Reader<'_>) -> Option<(&'static str, Vec<Item>)> {
        let found = shapes(b"llvm", EntryKind::Attr).iter().zip(ATTRS).find(|(shape, _)| shape.code == code);
        let (shape, (name, _)) = found?;
        let mut parts = Vec::new();
        for (_, field) in shape.fields {
            match field {
                Field::VarInt | Field::Str => drop(reader.varint("number").ok()?),
                Field::Bool => drop(reader.byte("flag").ok()?),
                _ if code == ELEMENT => break,
                _ => parts.extend(attrs(&mut reader, *field).ok()?.into_iter().flatten().map(Item::Attr)),
            }
        }
        Some((name, parts))
    }
}
