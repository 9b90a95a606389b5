//! Parsing enums and unions.

use std::collections::HashMap;

use outlast_core::{Result, SortShort};

use super::lexer::{Mark, Tok};
use super::model::{Declared, Element, Enum, EnumId, EnumValue, Scalar};
use super::number;
use super::parser::Parser;
use super::resolve::qualify;

/// The values of one enum while they are read.
struct Values {
    scalar: Scalar,
    read: Vec<(EnumValue, Mark)>,
    by_name: HashMap<String, i128>,
}

impl<'t> Parser<'t> {
    /// `enum` or `union`, which is the current token.
    pub(super) fn enumeration(&mut self, is_union: bool) -> Result<()> {
        let docs = self.docs();
        self.lex.next()?;
        let name_mark = self.lex.mark;
        let name = self.identifier(if is_union { "the name of a union" } else { "the name of an enum" })?;
        let name = qualify(&self.namespace, &name);
        let scalar = if is_union { Scalar::U8 } else { Scalar::I32 };
        let new = Enum {
            name: name.clone(),
            is_union,
            scalar,
            bit_flags: false,
            values: Vec::new(),
            attributes: Vec::new(),
            docs,
            declared: self.lex.declared(name_mark, name_mark, self.file),
        };
        let Some(id) = self.symbols.declare_enum(&name, new) else {
            return Err(self.lex.error_at(name_mark, format!("`{name}` exists already")));
        };
        let scalar = self.underlying(is_union, scalar)?;
        let attributes = self.metadata()?;
        let flags = attributes.has("bit_flags");
        if let Some(wrong) = attributes.get("force_align") {
            return Err(self.lex.error_at(wrong.mark, "`force_align` does not apply to enums"));
        }
        if let Some(wrong) = attributes.get("bit_flags").filter(|_| is_union) {
            return Err(self.lex.error_at(wrong.mark, "`bit_flags` does not apply to unions"));
        }
        let mut values = Values { scalar, read: Vec::new(), by_name: HashMap::new() };
        self.expect(b'{')?;
        if is_union || self.is(b'}') {
            let none = plain_value("NONE".into(), 0);
            values.by_name.insert("NONE".into(), 0);
            values.read.push((none, name_mark));
        }
        while !self.is(b'}') {
            self.enum_value(&mut values, is_union)?;
            if !self.is(b',') {
                break;
            }
            self.lex.next()?;
        }
        if !self.is(b'}') {
            return Err(self.expected("`,` or `}`"));
        }
        if flags {
            self.to_flags(&mut values)?;
        }
        values.read.sort_short_by_key(|(value, _)| value.number);
        for ((a, at_a), (b, at_b)) in values.read.iter().zip(values.read.iter().skip(1)) {
            if a.number == b.number {
                let at = if at_a.offset > at_b.offset { *at_a } else { *at_b };
                let message = format!("`{}` and `{}` are both {}", a.name, b.name, a.number);
                return Err(self.lex.error_at(at, message));
            }
        }
        self.fill(id, scalar, flags, attributes.into_model(), values);
        self.lex.next()
    }

    fn fill(
        &mut self,
        id: EnumId,
        scalar: Scalar,
        flags: bool,
        attributes: Vec<(String, String)>,
        values: Values,
    ) {
        let Ok(at) = usize::try_from(id.0) else { return };
        if let (Some(new), Some(names)) =
            (self.symbols.enums.get_mut(at), self.symbols.enum_values.get_mut(at))
        {
            new.scalar = scalar;
            new.bit_flags = flags;
            new.attributes = attributes;
            new.values = values.read.into_iter().map(|(value, _)| value).collect();
            *names = new.values.iter().map(|v| (v.name.clone(), v.number)).collect();
        }
    }

    /// `: type`, which unions may leave out.
    fn underlying(&mut self, is_union: bool, default: Scalar) -> Result<Scalar> {
        if !self.is(b':') {
            if is_union {
                return Ok(default);
            }
            let error = self.expected("`:` and the type of the enum");
            return Err(error.with_help("write the type that holds the values: `enum E : int { … }`"));
        }
        self.lex.next()?;
        let mark = self.lex.mark;
        match self.named_type()? {
            Element::Scalar(scalar) | Element::Enum(scalar, _)
                if !scalar.is_float() && scalar != Scalar::Bool =>
            {
                Ok(scalar)
            }
            _ => Err(self.lex.error_at(mark, "the type of an enum must be an integer type")),
        }
    }

    fn enum_value(&mut self, values: &mut Values, is_union: bool) -> Result<()> {
        let docs = self.docs();
        let mark = self.lex.mark;
        let (mut name, mut member) = (String::new(), None);
        if is_union {
            let (full, ..) = self.dotted("the name of a member")?;
            // The namespaces become part of the member's name, as flatc names it.
            name.push_str(&full.replace('.', "_"));
            member = Some(self.union_member(&full, mark)?);
        } else {
            name.push_str(&self.identifier("the name of a value")?);
        }
        let (low, high) = values.scalar.range().unwrap_or((0, 0));
        let mut number = values.read.last().map_or(0, |(value, _)| value.number + 1);
        let mut number_mark = mark;
        if self.is(b'=') {
            self.lex.next()?;
            number_mark = self.lex.mark;
            let found = Some(self.lex.tok).filter(|tok| *tok == Tok::Int);
            number = found
                .and_then(|_| number::integer(&self.lex.value))
                .ok_or_else(|| self.expected("an integer"))?;
            self.lex.next()?;
        }
        if number < low || number > high {
            let kind = values.scalar.name();
            let message = format!("`{name}` would be {number}, but `{kind}` holds {low} to {high}");
            return Err(self.lex.error_at(number_mark, message));
        }
        let attributes = self.metadata()?.into_model();
        if values.by_name.insert(name.clone(), number).is_some() {
            return Err(self.lex.error_at(mark, format!("value `{name}` exists already")));
        }
        let declared = self.lex.declared(mark, mark, self.file);
        values.read.push((EnumValue { name, number, member, attributes, docs, declared }, mark));
        Ok(())
    }

    /// What a union member is: the type behind its colon, or the table that its name names.
    fn union_member(&mut self, full: &str, mark: Mark) -> Result<Element> {
        if !self.is(b':') {
            return Ok(Element::Table(self.symbols.refer(&self.namespace, full, (self.file, mark))));
        }
        self.lex.next()?;
        let mark = self.lex.mark;
        match self.named_type()? {
            found @ (Element::Table(_) | Element::Struct(_) | Element::String) => Ok(found),
            _ => Err(self.lex.error_at(mark, "members of unions are tables, structs or strings")),
        }
    }

    /// Turns positions of bits into flags.
    fn to_flags(&self, values: &mut Values) -> Result<()> {
        let scalar = values.scalar;
        let width = i128::try_from(scalar.size() * 8).unwrap_or(0);
        let signed = scalar.range().is_some_and(|(low, _)| low < 0);
        let limit = if signed { width - 1 } else { width };
        for (value, mark) in &mut values.read {
            let position = value.number;
            let flag = u32::try_from(position).ok().filter(|_| position < limit);
            let Some(flag) = flag.and_then(|shift| 1_i128.checked_shl(shift)) else {
                let kind = scalar.name();
                let message =
                    format!("bit {position} is outside the {limit} bits of `{kind}` that flags can use");
                return Err(self.lex.error_at(*mark, message));
            };
            value.number = flag;
        }
        Ok(())
    }
}

fn plain_value(name: String, number: i128) -> EnumValue {
    EnumValue {
        name,
        number,
        member: None,
        attributes: Vec::new(),
        docs: Vec::new(),
        declared: Declared::default(),
    }
}
