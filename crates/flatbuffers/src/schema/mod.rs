//! Schemas: the model, the `.fbs` parser and the `.bfbs` reader.

mod model;

pub use model::*;
