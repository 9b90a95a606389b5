//! For tests only.
//!
//! * [`mutate`]: classes of malformed files that need no knowledge of a format, and a seeded source of numbers.
//! * [`corpus`]: where the files of the corpus are.
//! * [`documents`]: test cases that are documents.
//! * [`partition`]: a sink that checks that every byte belongs to exactly one region.

pub mod corpus;
pub mod documents;
pub mod mutate;
pub mod partition;
