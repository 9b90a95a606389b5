//! Steps of conversion: each rewrites a module so that a reader that could not load it can, and leaves its meaning as it is.
//!
//! A step takes concrete arguments and knows no reader. It is done whole or not at all: on an error the module is to be thrown away.

mod attributes;
mod basis;
mod codes;
mod container;
mod elements;
mod identity;
mod layouts;
mod native;
mod operations;
mod optional_hints;
mod outputs;
mod passthrough;
mod pointee_types;
mod properties;
mod ranges;
mod regions;
mod spellings;
#[cfg(test)]
mod tests;
mod transfers;
mod unify;
mod values;

use std::fmt;

pub use attributes::{
    Groups, add_attribute, collapse_all, dense_attribute, drop_attribute, has_attribute, number_to_unit,
    plain_attribute, regroup, rename_attribute, renumber, say_zeros, set_size, unit_to_number,
};
pub use basis::{CONSTANT, basis_to_operands, operands_to_basis};
pub use codes::{BuiltinCodes, Texts, dialect_to_text, lower_builtin_codes, scalable_vectors};
pub use container::{set_version, set_version_for};
pub use elements::dynamic_positions;
pub use layouts::{layout_entries, layout_strings};
pub use native::attributes_to_properties;
pub use operations::{add_terminators, drop_terminators, rename, rename_terminators};
pub use optional_hints::{
    leave_bundles_out, leave_notes_out, leave_parameters_out, leave_plain_types_out, leave_promises_out,
    leave_to_callee,
};
pub use outputs::output_shapes;
pub use passthrough::hand_through;
pub use pointee_types::pointees;
pub use properties::{properties_in_form, properties_to_attributes};
pub use ranges::ranges;
pub use regions::{bare_constants, hand_in, last_argument, other_regions};
pub use spellings::{memory_effects, pointer_vectors};
pub use transfers::broadcasts_in_bounds;
pub use unify::unify;

/// Why a step cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepError {
    /// The properties of an operation are not known: which attributes they are cannot be said.
    UnknownProperties {
        /// The operation's name.
        op: String,
    },
    /// A property has no known form as an attribute.
    NoAttributeForm {
        /// The operation's name.
        op: String,
        /// The property.
        property: String,
    },
    /// An attribute of the dictionary has the name of a property.
    NameTwice {
        /// The operation's name.
        op: String,
        /// The name.
        name: String,
    },
    /// The attributes of an operation are text, or another dialect's encoding: their names are not known.
    OpaqueAttributes {
        /// The operation's name.
        op: String,
        /// The index of the attribute that should be a dictionary.
        attr: u32,
    },
    /// Something that an encoding says has no text.
    NoText {
        /// `attribute` or `type`.
        what: &'static str,
        /// The dialect that encoded it.
        dialect: String,
        /// The code of the encoding.
        code: u64,
    },
    /// An attribute with an identity of its own stands in what would become text, and would be another one there.
    Identity {
        /// `attribute` or `type`.
        what: &'static str,
        /// Its index.
        index: u32,
    },
    /// A number that an attribute enumerates, which the other release does not have.
    Number {
        /// The operation's name.
        op: String,
        /// The attribute.
        attribute: String,
        /// The number; -1 where the attribute is none.
        value: i64,
    },
    /// What should be a number that a unit attribute of the other release stands for is none.
    NotUnit {
        /// The operation's name.
        op: String,
        /// The property with the number.
        attribute: String,
        /// The unit attribute.
        unit: String,
    },
    /// A version that no reader knows.
    Version(u64),
    /// The file contradicts itself.
    Read(outlast_core::Error),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::UnknownProperties { op } => {
                write!(
                    f,
                    "the properties of `{op}` are encoded in a way that is not known for the file's producer"
                )
            }
            StepError::NoAttributeForm { op, property } => {
                write!(f, "property `{property}` of `{op}` has no form as an attribute that is known")
            }
            StepError::NameTwice { op, name } => {
                write!(f, "`{op}` has an attribute `{name}` beside the property of that name")
            }
            StepError::OpaqueAttributes { op, attr } => {
                write!(
                    f,
                    "the attributes of `{op}` (attribute {attr}) are not a dictionary as the builtin dialect encodes it: \
                     properties cannot be put among them"
                )
            }
            StepError::NoText { what, dialect, code } => {
                write!(f, "{what} code {code} of dialect `{dialect}` has no text that is known")
            }
            StepError::Identity { what, index } => {
                write!(
                    f,
                    "{what} {index} has a distinct attribute in it that others have as well: in text each would have one of its own"
                )
            }
            StepError::Number { op, attribute, value } => {
                write!(f, "`{attribute}` of `{op}` is {value}, for which the reader has no number")
            }
            StepError::NotUnit { op, attribute, unit } => {
                write!(
                    f,
                    "`{attribute}` of `{op}` is not a number, so that it cannot be said by the unit attribute `{unit}`"
                )
            }
            StepError::Version(version) => write!(f, "there is no bytecode version {version}"),
            StepError::Read(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StepError {}

impl From<outlast_core::Error> for StepError {
    fn from(error: outlast_core::Error) -> StepError {
        StepError::Read(error)
    }
}
