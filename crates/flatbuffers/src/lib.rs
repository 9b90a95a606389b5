//! FlatBuffers with the hood open.
//!
//! * [`schema`]: the schema model, a parser of the whole `.fbs` language and a reader of `.bfbs`.

pub mod schema;
