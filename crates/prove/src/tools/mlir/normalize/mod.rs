//! What two releases say in different ways, brought to one form.
//!
//! * [`canonical_form`]: operations by their newest names, blocks and operands as all releases have them.
//! * [`moved`]: what one release says at another place than the other.
//! * [`attributes`]: what two operations say under their names; [`hints`]: what one release can do without.

pub(super) mod attributes;
mod canonical_form;
mod hints;
mod moved;

pub(super) use canonical_form::bring;
