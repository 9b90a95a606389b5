//! The service as its clients see it: over HTTP on a port of its own, on files of the corpus.

#![expect(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test that cannot go on ends")]

mod contract;
mod delivery;
mod model;
mod offline;
mod operations;
mod recorded;
mod requests;
mod server;
mod settled;
mod uploads;
