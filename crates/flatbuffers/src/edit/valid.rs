//! Whether the changes fit the schema: what is asked for must be what a table or vector can hold.

use outlast_core::{Error, ErrorKind, Result};

use super::align::MAX_ALIGN;
use super::{Change, Editor, Kind, invalid};
use crate::build::Slot;
use crate::schema::{Element, ObjectId, Type};
use crate::view::Vector;

impl Editor<'_, '_> {
    /// Refuses changes that no reader of the schema could make sense of.
    pub(super) fn check_changes(&self) -> Result<()> {
        for node in self.nodes.iter().filter(|node| !node.is_unchanged()) {
            let place = format!("0x{:x}", node.pos);
            match node.kind {
                Kind::Table(_) if !node.elements.is_empty() || !node.pushed.is_empty() => {
                    return Err(invalid(format!("the table at {place} has no elements"), self.buf));
                }
                Kind::Table(id) => {
                    for (slot, change) in &node.fields {
                        self.check_field(id, *slot, change)?;
                    }
                }
                Kind::Vector(_) if !node.fields.is_empty() => {
                    return Err(invalid(format!("the vector at {place} has no fields"), self.buf));
                }
                Kind::Vector(element) => {
                    let vector = Vector::at(self.buf, node.pos, element.inline_size(self.schema))?;
                    for (index, slot) in &node.elements {
                        vector.element_pos(*index)?;
                        let what = format!("element {index} of the vector at {place}");
                        self.check_value(&what, Type::Single(element), slot)?;
                    }
                    if !node.pushed.is_empty() && !matches!(element, Element::String | Element::Table(_)) {
                        let why =
                            format!("the vector at {place} holds no tables and no strings: set a new one");
                        return Err(invalid(why, self.buf));
                    }
                }
            }
        }
        Ok(())
    }

    fn check_field(&self, id: ObjectId, slot: u16, change: &Change) -> Result<()> {
        let object = self.schema.object(id);
        let field = object.field_by_id(slot);
        match (field, change) {
            (Some(field), Change::Clear) if field.required => {
                let why = format!("`{}.{}` is required, so it cannot be taken away", object.name, field.name);
                Err(invalid(why, self.buf))
            }
            (_, Change::Clear) => Ok(()),
            (Some(field), Change::Set(value)) => {
                self.check_value(&format!("`{}.{}`", object.name, field.name), field.ty, value)
            }
            (None, Change::Set(_)) => {
                let what = format!("slot {slot} of `{}`", object.name);
                let error = Error::new(ErrorKind::Missing { what }, self.buf.span(0, 0));
                Err(error.with_help("a field is set by a schema that has it (--schema)"))
            }
        }
    }

    fn check_value(&self, what: &str, ty: Type, value: &Slot) -> Result<()> {
        let inline = match ty {
            Type::Single(element) if !element.is_reference() => Some(element.inline_size(self.schema)),
            _ => None,
        };
        let why = match (value, inline) {
            (Slot::Inline(_, align), _) if !align.is_power_of_two() || *align > MAX_ALIGN => {
                format!("{what} cannot be aligned to {align}")
            }
            (Slot::Inline(raw, _), Some(size)) if raw.len() != size => {
                format!("{what} takes {size} bytes, not {}", raw.len())
            }
            (Slot::Inline(..), None) => format!("{what} takes a reference, not bytes"),
            (Slot::To(_), Some(size)) => format!("{what} takes {size} bytes, not a reference"),
            (Slot::Inline(..), Some(_)) | (Slot::To(_), None) => return Ok(()),
        };
        Err(invalid(why, self.buf))
    }
}
