//! [`write`]: a file that holds what a [`Content`] asks for.

use outlast_mlir::defs::version;
use outlast_mlir::parse::{ParseOptions, parse};
use outlast_mlir::schema::PropertyKind;
use outlast_mlir::tables::Dialect as Namespace;
use outlast_mlir::wire::{sparse_sizes, svarint, varint};
use outlast_mlir::{AttrId, DialectId, Module, OpId, PropertiesId};

use super::sample::{Content, Encoded, Sample, can_write, number, of_field};
use crate::dialect::layout::{Layout, Piece};
use crate::dialect::model::{CodeKind, Dialects, Field, Op};

/// Who is said to have written it.
const PRODUCER: &str = "Outlast";

/// The file; none if the release does not have what the content is about, or its encoding is not known.
pub fn write(dialects: &Dialects, content: &Content) -> Option<Vec<u8>> {
    match &content.subject {
        Encoded::Op(name) => operation(dialects, content, name),
        Encoded::Code { dialect, kind, code } => {
            let layout = dialects.dialect(dialect)?.code(*kind, *code)?.layout.as_ref()?;
            let mut file = File::new("\"builtin.module\"() ({}) : () -> ()", content.container)?;
            let value = file.encoded(dialect, *kind, *code, layout)?;
            file.set_attrs(OpId(0), vec![("a", value)]);
            Some(file.bytes())
        }
    }
}

fn operation(dialects: &Dialects, content: &Content, name: &str) -> Option<Vec<u8>> {
    let op = dialects.op(name)?;
    let text = text(name, content);
    let mut file = File::new(&text, content.container)?;
    let at = file.find(name)?;
    if content.container < version::NATIVE_PROPERTIES_ENCODING {
        let mut items = Vec::new();
        for (place, field) in op.fields.iter().enumerate() {
            if field.is_segments() {
                let sizes = segments(field, content);
                items.push((field.name(), file.sizes(&sizes)));
            } else if is_set(field, content) {
                let sample = of_field(name, field, place);
                items.push((field.name(), file.sample(&sample)));
            }
        }
        if !items.is_empty() {
            file.set_attrs(at, items);
        }
    } else if op.has_properties() {
        let blob = file.properties(name, op, content)?;
        file.module.tables.properties.push(blob.into());
        let id = PropertiesId::new(file.module.tables.properties.len() - 1);
        file.module.ir.set_properties(at, Some(id));
    }
    Some(file.bytes())
}

/// Whether a field has a value.
fn is_set(field: &Field, content: &Content) -> bool {
    field.property.kind == PropertyKind::Attr || content.set.iter().any(|name| name == field.name())
}

/// The module in its generic form, without properties. Values come from an operation that may have results of any type.
fn text(name: &str, content: &Content) -> String {
    let (operands, results): (usize, usize) = (content.operands.iter().sum(), content.results.iter().sum());
    let list =
        |one: &dyn Fn(usize) -> String, count: usize| (0..count).map(one).collect::<Vec<String>>().join(", ");
    let i32s = |count: usize| list(&|_| "i32".to_string(), count);
    let values = match operands {
        0 => String::new(),
        count => format!("%0:{count} = \"builtin.unrealized_conversion_cast\"() : () -> ({})\n", i32s(count)),
    };
    let given = list(&|at| format!("%0#{at}"), operands);
    let regions = match content.regions {
        0 => String::new(),
        count => format!(" ({})", list(&|_| "{}".to_string(), count)),
    };
    let bound = if results == 0 { String::new() } else { format!("%1:{results} = ") };
    let (takes, gives) = (i32s(operands), i32s(results));
    format!(
        "\"builtin.module\"() ({{\n{values}{bound}\"{name}\"({given}){regions} : ({takes}) -> ({gives})\n}}) : () -> ()"
    )
}

/// Sizes of the segments that a field has.
fn segments(field: &Field, content: &Content) -> Vec<i64> {
    let PropertyKind::Segments(count) = field.property.kind else { return Vec::new() };
    let parts = if field.name() == "resultSegmentSizes" { &content.results } else { &content.operands };
    let mut sizes: Vec<i64> = parts.iter().map(|size| i64::try_from(*size).unwrap_or(i64::MAX)).collect();
    sizes.resize(outlast_core::to_index(count).min(1 << 12), 0);
    sizes
}

struct File {
    module: Module<'static>,
}

impl File {
    fn new(text: &str, container: u64) -> Option<File> {
        let options = ParseOptions { version: container, producer: PRODUCER.to_string(), release: None };
        let mut module = parse(text, &options).ok()?;
        if container >= version::NATIVE_PROPERTIES_ENCODING {
            module.tables.op_names.iter_mut().for_each(|name| name.registered = Some(true));
        }
        Some(File { module })
    }

    /// The operation of a name: the last one, as values come before it.
    fn find(&self, name: &str) -> Option<OpId> {
        let (tables, ir) = (&self.module.tables, &self.module.ir);
        ir.ops().filter(|op| tables.op_name(ir.name(*op)) == name.as_bytes()).last()
    }

    fn dialect(&mut self, name: &str) -> DialectId {
        let tables = &mut self.module.tables;
        tables.find_dialect(name.as_bytes()).unwrap_or_else(|| {
            let name = tables.strings.intern(name.as_bytes());
            tables.dialects.push(Namespace::new(name));
            DialectId::new(tables.dialects.len() - 1)
        })
    }

    fn attr(&mut self, bytes: Vec<u8>) -> AttrId {
        let builtin = self.dialect("builtin");
        AttrId(self.module.tables.attrs.push(builtin, true, bytes))
    }

    fn ty(&mut self, bytes: Vec<u8>) -> u32 {
        let builtin = self.dialect("builtin");
        self.module.tables.types.push(builtin, true, bytes)
    }

    fn integer_type(&mut self, bits: u64) -> u32 {
        let mut bytes = vec![0x01];
        varint(&mut bytes, bits << 2);
        self.ty(bytes)
    }

    /// A builtin attribute: numbers behind each other, of which the first is the code.
    fn numbers(&mut self, numbers: &[u64]) -> AttrId {
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| varint(&mut bytes, *number));
        self.attr(bytes)
    }

    fn string(&mut self, text: &str) -> AttrId {
        let id = self.module.tables.strings.intern(text.as_bytes());
        self.numbers(&[2, u64::from(id.0)])
    }

    /// A dense array of numbers of so many bits; of one bit, a byte for each.
    fn dense(&mut self, values: &[i64], bits: u32) -> AttrId {
        let ty = self.integer_type(u64::from(bits));
        let width = outlast_core::to_index(bits).div_ceil(8).min(8);
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        for number in [17, u64::from(ty), wide(values.len()), wide(values.len() * width)] {
            varint(&mut bytes, number);
        }
        for value in values {
            bytes.extend_from_slice(value.to_le_bytes().get(..width).unwrap_or_default());
        }
        self.attr(bytes)
    }

    fn sizes(&mut self, sizes: &[i64]) -> AttrId {
        self.dense(sizes, 32)
    }

    fn sample(&mut self, sample: &Sample) -> AttrId {
        let letter = |at: &usize| format!("v{at}");
        let wide = |at: &usize| u64::try_from(*at).unwrap_or(u64::MAX);
        match sample {
            Sample::String(at) => self.string(&letter(at)),
            Sample::Integer(at) => {
                let ty = self.integer_type(1);
                let mut bytes = Vec::new();
                varint(&mut bytes, 8);
                varint(&mut bytes, u64::from(ty));
                bytes.push(u8::from(at % 2 == 0));
                self.attr(bytes)
            }
            Sample::Type(at) => {
                let ty = self.integer_type(wide(at).saturating_add(1).min(1 << 20));
                self.numbers(&[6, u64::from(ty)])
            }
            Sample::Unit => self.numbers(&[7]),
            Sample::Text(dialect, text) => {
                let dialect = self.dialect(dialect);
                let bytes = [text.as_bytes(), &[0]].concat();
                AttrId(self.module.tables.attrs.push(dialect, false, bytes))
            }
            Sample::Bytes(bytes) => self.attr(bytes.to_vec()),
            Sample::DenseArray(at, bits) => {
                let value = i64::try_from(*at % 100).unwrap_or(0) + 1;
                self.dense(&[if *bits == 1 { 1 } else { value }], *bits)
            }
            Sample::Number(bits) => {
                let ty = self.integer_type(u64::from(*bits));
                let mut bytes = Vec::new();
                varint(&mut bytes, 8);
                varint(&mut bytes, u64::from(ty));
                if *bits <= 8 {
                    bytes.push(1);
                } else {
                    svarint(&mut bytes, 1);
                }
                self.attr(bytes)
            }
            Sample::Float => {
                let ty = self.ty(vec![0x0b]);
                let mut bytes = Vec::new();
                varint(&mut bytes, 9);
                varint(&mut bytes, u64::from(ty));
                svarint(&mut bytes, i64::from(1.0_f32.to_bits()));
                self.attr(bytes)
            }
            Sample::Elements => {
                let element = self.integer_type(32);
                let mut shape = vec![0x1b, 0x03];
                svarint(&mut shape, 1);
                varint(&mut shape, u64::from(element));
                let ty = self.ty(shape);
                let mut bytes = Vec::new();
                [18, u64::from(ty), 4].iter().for_each(|number| varint(&mut bytes, *number));
                bytes.extend_from_slice(&1_i32.to_le_bytes());
                self.attr(bytes)
            }
            Sample::Symbol(at) => {
                let name = self.string(&letter(at));
                self.numbers(&[4, u64::from(name.0)])
            }
        }
    }

    /// Sets the dictionary of an operation.
    fn set_attrs(&mut self, op: OpId, mut items: Vec<(&str, AttrId)>) {
        items.sort_unstable();
        let mut numbers = vec![1, u64::try_from(items.len()).unwrap_or(u64::MAX)];
        for (name, value) in items {
            let name = self.string(name);
            numbers.extend([u64::from(name.0), u64::from(value.0)]);
        }
        let dictionary = self.numbers(&numbers);
        self.module.ir.set_attrs(op, Some(dictionary));
    }

    /// The blob of an operation; none if it has an encoding of its own.
    fn properties(&mut self, name: &str, op: &Op, content: &Content) -> Option<Vec<u8>> {
        if op.custom {
            return None;
        }
        let mut out = Vec::new();
        let schema = op.schema();
        for property in schema.in_order(content.container) {
            let (place, field) = op.fields.iter().enumerate().find(|(_, of)| of.name() == property.name)?;
            let set = is_set(field, content);
            match &property.kind {
                PropertyKind::Attr => {
                    let value = self.sample(&of_field(name, field, place));
                    varint(&mut out, u64::from(value.0));
                }
                PropertyKind::OptAttr if !set => varint(&mut out, 0),
                PropertyKind::OptAttr => {
                    let value = self.sample(&of_field(name, field, place));
                    varint(&mut out, u64::from(value.0) << 1 | 1);
                }
                PropertyKind::Segments(_) => {
                    let sizes = segments(field, content);
                    if content.container < version::NATIVE_PROPERTIES_ODS_SEGMENT_SIZE {
                        let value = self.sizes(&sizes);
                        varint(&mut out, u64::from(value.0));
                    } else {
                        sparse_sizes(&mut out, &sizes);
                    }
                }
                native => self.native(&mut out, native, set, place),
            }
        }
        Some(out)
    }

    fn native(&mut self, out: &mut Vec<u8>, kind: &PropertyKind, set: bool, place: usize) {
        let value = if set { number(kind, place) } else { 0 };
        match kind {
            PropertyKind::Bool => out.push(u8::from(set)),
            PropertyKind::SVarInt => svarint(out, value.cast_signed()),
            PropertyKind::Str => {
                let text = if set { format!("v{place}") } else { String::new() };
                let id = self.module.tables.strings.intern(text.as_bytes());
                varint(out, u64::from(id.0));
            }
            PropertyKind::Optional(inner) => {
                out.push(u8::from(set));
                if set {
                    self.native(out, inner, set, place);
                }
            }
            PropertyKind::List(inner) => {
                varint(out, u64::from(set));
                if set {
                    self.native(out, inner, set, place);
                }
            }
            PropertyKind::Attr => {
                let attr = self.sample(&Sample::Integer(place));
                varint(out, u64::from(attr.0));
            }
            _ => varint(out, value),
        }
    }

    /// An attribute or type of a code as a dialect encodes it; of a type, the attribute that refers to it.
    fn encoded(&mut self, dialect: &str, kind: CodeKind, code: u64, layout: &Layout) -> Option<AttrId> {
        if !can_write(layout) {
            return None;
        }
        let mut bytes = Vec::new();
        varint(&mut bytes, code);
        self.pieces(&mut bytes, layout);
        let dialect = self.dialect(dialect);
        if kind == CodeKind::Attr {
            return Some(AttrId(self.module.tables.attrs.push(dialect, true, bytes)));
        }
        let ty = self.module.tables.types.push(dialect, true, bytes);
        Some(self.numbers(&[6, u64::from(ty)]))
    }

    fn pieces(&mut self, out: &mut Vec<u8>, layout: &Layout) {
        for (at, (_, piece)) in layout.iter().enumerate() {
            match piece {
                Piece::Attr | Piece::OptAttr => {
                    let value = self.string(&format!("v{at}"));
                    let index = u64::from(value.0);
                    varint(out, if *piece == Piece::Attr { index } else { index << 1 | 1 });
                }
                Piece::Type | Piece::OptType => {
                    let index = u64::from(self.integer_type(32));
                    varint(out, if *piece == Piece::Type { index } else { index << 1 | 1 });
                }
                Piece::Str | Piece::Strings => {
                    let id = self.module.tables.strings.intern(format!("v{at}").as_bytes());
                    varint(out, u64::from(id.0));
                }
                Piece::VarInt => varint(out, u64::try_from(at).unwrap_or(0) + 1),
                Piece::SVarInt => svarint(out, i64::try_from(at).unwrap_or(0) + 1),
                Piece::Bool => out.push(1),
                Piece::Blob => out.extend_from_slice(&[0x03, 0x00]),
                Piece::Maybe(inner) => {
                    out.push(1);
                    self.pieces(out, inner);
                }
                Piece::List(inner) => {
                    varint(out, 1);
                    self.pieces(out, inner);
                }
                // A number is what most codes of a dialect's own begin with.
                Piece::Tail => varint(out, 0),
                Piece::Resource => {}
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        self.module.encode().concat()
    }
}
