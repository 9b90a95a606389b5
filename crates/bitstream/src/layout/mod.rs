//! Typed record layouts: a record described once is read, written, abbreviated and named.
//!
//! The container lets formats grow: readers pass over blocks and records they do not know, and records get longer. That
//! works only if readers are written for it. Here they are, unless a layout says otherwise:
//!
//! * A field that is missing at the end of a record is `None`, if it is `optional`; a required one is an error.
//! * Operands beyond the known fields are passed over, or kept in `rest` and written back. Only an `exact` layout refuses
//!   them.
//! * A blob beside operands is never mistaken for one; a layout without a blob passes over it.
//! * Records and blocks that are not known are skipped, refused or kept ([`Policy`]).
//! * The width a field is written with does not matter for reading: streams say it themselves. The width of the field's type
//!   does: a value it has no room for is an error.
//! * What an array at the end takes in, it takes in: such a record does not grow. New data goes to a second record, which
//!   old readers pass over (`second`).
//! * A record that has to come right after another (`follows`) is an error elsewhere: an unknown record between the two is
//!   reported, not passed over.
//!
//! What none of this can express is a new meaning of an old field: that needs a new major version ([`Version`]).

mod codec;
mod error;
mod macros;
mod reader;
mod schema;
mod shape;
mod value;
mod version;

use crate::abbrev::Abbrev;
use crate::record::Record;
use crate::write::{WriteError, Writer};

pub use codec::{FieldReader, FieldWriter};
pub use error::{LayoutError, Problem};
pub use reader::{BlockReader, Found, Kept, Policy, Unknown, enter, read_block};
pub use schema::{BlockSchema, FieldSchema, RecordSchema, Schema, SchemaError};
pub use shape::{BlockShape, FieldShape, Presence, RecordShape};
pub use value::{Value, ValueShape};
pub use version::{TooNew, Version};

/// A record that [`record_layout!`](crate::record_layout) describes.
pub trait RecordLayout: Sized {
    /// The layout as data.
    const SHAPE: RecordShape;

    /// Reads a record.
    ///
    /// # Errors
    ///
    /// [`LayoutError::Record`] with the field that is missing or has no room for its value.
    fn read(record: &Record<'_, '_>) -> Result<Self, LayoutError>;

    /// Takes in a record that follows, if it is the second one of this: whether it is.
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`].
    fn attach(&mut self, record: &Record<'_, '_>) -> Result<bool, LayoutError>;

    /// Writes the record, and its second one: by its abbreviation, if the open block has it.
    ///
    /// # Errors
    ///
    /// [`LayoutError::Record`] for a value that its encoding has no room for, or an optional field without the one before
    /// it; [`LayoutError::Write`].
    fn write(&self, writer: &mut Writer) -> Result<(), LayoutError>;

    /// The abbreviation for records with all fields.
    fn abbrev() -> Abbrev {
        Self::SHAPE.abbrev()
    }

    /// Defines that abbreviation in the open block, and returns its id.
    ///
    /// # Errors
    ///
    /// As [`Writer::define_abbrev`].
    fn define(writer: &mut Writer) -> Result<u32, WriteError> {
        writer.define_abbrev(&Self::abbrev())
    }
}

/// A block that [`block_layout!`](crate::block_layout) describes: one of its records.
pub trait BlockLayout: Sized {
    /// The block's id.
    const ID: u32;

    /// The layout as data.
    const SHAPE: BlockShape;

    /// Reads a record; none if it is not known.
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`].
    fn read(record: &Record<'_, '_>) -> Result<Option<Self>, LayoutError>;

    /// As [`RecordLayout::attach`].
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::read`].
    fn attach(&mut self, record: &Record<'_, '_>) -> Result<bool, LayoutError>;

    /// The shape of this record.
    fn record_shape(&self) -> &'static RecordShape;

    /// As [`RecordLayout::write`].
    ///
    /// # Errors
    ///
    /// As [`RecordLayout::write`].
    fn write(&self, writer: &mut Writer) -> Result<(), LayoutError>;
}
