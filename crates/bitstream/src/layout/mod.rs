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

mod block;
mod codec;
mod error;
mod reader;
mod record;
mod schema;
mod shape;
mod value;
mod version;

pub use block::BlockLayout;
pub use codec::{FieldReader, FieldWriter};
pub use error::{LayoutError, Problem};
pub use reader::{BlockReader, Found, Kept, Policy, Unknown, enter, read_block};
pub use record::RecordLayout;
pub use schema::{BlockSchema, FieldSchema, RecordSchema, Schema, SchemaError};
pub use shape::{BlockShape, FieldShape, Presence, RecordShape};
pub use value::{Value, ValueShape};
pub use version::{TooNew, Version};
