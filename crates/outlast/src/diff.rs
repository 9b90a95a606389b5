//! What one of two programs says otherwise: [`Program::diff`].
//!
//! [`Program::diff`]: crate::Program::diff

pub use crate::difference::{Change, DiffError, Difference, Side};
