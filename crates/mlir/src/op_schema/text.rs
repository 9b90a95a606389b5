//! The text of schemas: a line for each operation. It is what scripts write and people review.
//!
//! `#` starts a comment line. `release NAME VERSION` begins the operations of a release, or goes on with one that another text began.
//! `learned` behind it: they were inferred from files, see [`ReleaseSchemas::learned`](crate::schema::ReleaseSchemas::learned). `after OTHER` behind it: what is not listed is as
//! in that release. Then, by operation name:
//!
//! ```text
//! cf.br -
//! func.func arg_attrs?:array function_type:type no_inline?:unit res_attrs?:array sym_name:string sym_visibility?:string
//! cf.cond_br branch_weights? operandSegmentSizes:segments(3)
//! llvm.trunc overflowFlags?:varint->i32
//! ```
//!
//! `-`: no properties. `gone`: the release has no such operation any more. Fields stand in the order of version 6: `name`, `?` if a dictionary need not have it, `:` and what it is:
//! nothing or the class of attribute, or `segments(N)` (`last(N)` where they stand last in version 5 as well), or `wire->form`. A field without a name is `?`: an optional attribute that
//! was never seen. Wires: `varint`, `svarint`, `bool`, `str`, `optional(WIRE)`, `list(WIRE)`. Forms: `i32` and other widths,
//! `i64s` (a dense array), `unit`, `array(FORM)`, `string`, `flags(ATTR|SEPARATOR|NAME=BIT|…)`, `any`.

use super::{FlagsForm, OpSchema, PropertyField, PropertyForm, PropertyKind};

const CLASSES: &[(&str, PropertyForm)] = &[
    ("string", PropertyForm::String),
    ("type", PropertyForm::Type),
    ("int", PropertyForm::Integer),
    ("float", PropertyForm::Float),
    ("unit", PropertyForm::Unit),
    ("array", PropertyForm::Array),
    ("dict", PropertyForm::Dictionary),
    ("symbol", PropertyForm::Symbol),
    ("flatsymbol", PropertyForm::FlatSymbol),
    ("densearray", PropertyForm::DenseArray),
    ("elements", PropertyForm::Elements),
    ("affinemap", PropertyForm::AffineMap),
    ("integerset", PropertyForm::IntegerSet),
];

/// How deep wires and forms are nested at most.
const MAX_NESTING: usize = 4;

/// Most groups that operands or results are divided into: a list of so many sizes is made where a text does not give them.
const MAX_SEGMENTS: u32 = 1 << 12;

/// The fields of a line, behind the name of the operation; none if it is not such a line.
pub fn parse(line: &str) -> Option<OpSchema> {
    if line == "-" {
        return Some(OpSchema::default());
    }
    let fields = line.split(' ').map(field).collect::<Option<_>>()?;
    Some(OpSchema { fields, segments_last: line.contains(":last(") })
}

fn field(text: &str) -> Option<PropertyField> {
    let (name, what) = text.split_once(':').unwrap_or((text, ""));
    let (name, optional) = name.strip_suffix('?').map_or((name, false), |name| (name, true));
    let name = name.to_string();
    if what.is_empty() {
        let kind = if optional { PropertyKind::OptAttr } else { PropertyKind::Attr };
        return (optional || !name.is_empty()).then_some(PropertyField {
            name,
            kind,
            form: PropertyForm::Any,
            optional,
        });
    }
    if let Some((_, form)) = CLASSES.iter().find(|(class, _)| *class == what) {
        let kind = if optional { PropertyKind::OptAttr } else { PropertyKind::Attr };
        return Some(PropertyField { name, kind, form: form.clone(), optional });
    }
    if let Some(count) = inside(what, "segments").or_else(|| inside(what, "last")) {
        let count = count.parse().ok().filter(|count| *count <= MAX_SEGMENTS)?;
        let kind = PropertyKind::Segments(count);
        return Some(PropertyField { name, kind, form: PropertyForm::Numbers(32), optional });
    }
    let (wire, form) = what.split_once("->")?;
    Some(PropertyField { name, kind: self::wire(wire, 0)?, form: self::form(form, 0)?, optional })
}

/// What stands in `name(…)`.
fn inside<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

fn wire(text: &str, depth: usize) -> Option<PropertyKind> {
    if depth > MAX_NESTING {
        return None;
    }
    if let Some(inner) = inside(text, "optional") {
        return Some(PropertyKind::Optional(Box::new(wire(inner, depth + 1)?)));
    }
    if let Some(inner) = inside(text, "list") {
        return Some(PropertyKind::List(Box::new(wire(inner, depth + 1)?)));
    }
    Some(match text {
        "varint" => PropertyKind::VarInt,
        "svarint" => PropertyKind::SVarInt,
        "bool" => PropertyKind::Bool,
        "str" => PropertyKind::Str,
        "attr" => PropertyKind::Attr,
        _ => return None,
    })
}

fn form(text: &str, depth: usize) -> Option<PropertyForm> {
    if depth > MAX_NESTING {
        return None;
    }
    if let Some(inner) = inside(text, "array") {
        return Some(PropertyForm::OneOrNone(Box::new(form(inner, depth + 1)?)));
    }
    if let Some(inner) = inside(text, "flags") {
        return flags(inner).map(PropertyForm::Flags);
    }
    match text {
        "unit" => return Some(PropertyForm::UnitOrFalse),
        "string" => return Some(PropertyForm::String),
        "any" => return Some(PropertyForm::Any),
        _ => {}
    }
    let bits = text.strip_prefix('i')?;
    match bits.strip_suffix('s') {
        Some(bits) => bits.parse().ok().map(PropertyForm::Numbers),
        None => bits.parse().ok().map(PropertyForm::Number),
    }
}

fn flags(text: &str) -> Option<FlagsForm> {
    let mut parts = text.split('|');
    let (attr, separator) = (parts.next()?.to_string(), parts.next()?.to_string());
    let case = |part: &str| {
        let (name, bit) = part.split_once('=')?;
        Some((name.to_string(), bit.parse().ok()?))
    };
    Some(FlagsForm { attr, separator, cases: parts.map(case).collect::<Option<_>>()? })
}

/// The line of a schema: what [`parse`] reads.
pub fn print(schema: &OpSchema) -> String {
    if schema.fields.is_empty() {
        return "-".to_string();
    }
    schema.fields.iter().map(|field| print_field(field, schema.segments_last)).collect::<Vec<_>>().join(" ")
}

fn print_field(field: &PropertyField, segments_last: bool) -> String {
    let what = match &field.kind {
        PropertyKind::Attr | PropertyKind::OptAttr => CLASSES
            .iter()
            .find(|(_, form)| *form == field.form)
            .map_or(String::new(), |(class, _)| (*class).to_string()),
        PropertyKind::Segments(count) if segments_last => format!("last({count})"),
        PropertyKind::Segments(count) => format!("segments({count})"),
        wire => format!("{}->{}", print_wire(wire), print_form(&field.form)),
    };
    let colon = if what.is_empty() { "" } else { ":" };
    format!("{}{}{colon}{what}", field.name, if field.optional { "?" } else { "" })
}

fn print_wire(wire: &PropertyKind) -> String {
    match wire {
        PropertyKind::Attr | PropertyKind::OptAttr => "attr".into(),
        PropertyKind::Segments(count) => format!("segments({count})"),
        PropertyKind::VarInt => "varint".into(),
        PropertyKind::SVarInt => "svarint".into(),
        PropertyKind::Bool => "bool".into(),
        PropertyKind::Str => "str".into(),
        PropertyKind::Optional(inner) => format!("optional({})", print_wire(inner)),
        PropertyKind::List(inner) => format!("list({})", print_wire(inner)),
    }
}

fn print_form(form: &PropertyForm) -> String {
    match form {
        PropertyForm::Number(bits) => format!("i{bits}"),
        PropertyForm::Numbers(bits) => format!("i{bits}s"),
        PropertyForm::UnitOrFalse => "unit".into(),
        PropertyForm::String => "string".into(),
        PropertyForm::OneOrNone(inner) => format!("array({})", print_form(inner)),
        PropertyForm::Flags(flags) => {
            let cases: String = flags.cases.iter().map(|(name, bit)| format!("|{name}={bit}")).collect();
            format!("flags({}|{}{cases})", flags.attr, flags.separator)
        }
        _ => "any".into(),
    }
}
