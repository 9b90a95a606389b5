//! Delivery: each device gets the variant of a program that it runs.
//!
//! The operator-versioning RFC of PyTorch asks for it: the device's table is communicated, the model that fits is delivered, an older export or a
//! backport where the newest does not fit. This crate is the server (`outlast serve`), its static export, and the client (`outlast fetch`). One pure
//! function, [`resolve::resolve`], chooses in all of them.

// A panic ends the server, with all requests that are open.
#![cfg_attr(
    not(test),
    warn(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable
    )
)]

pub mod backup;
pub mod blobs;
pub mod database;
pub mod digest;
pub mod error;
pub mod export;
pub mod fetch;
pub mod fsck;
pub mod http;
pub mod index;
pub mod judge;
pub mod names;
pub mod openapi;
mod page;
pub mod policy;
pub mod resolve;
pub mod routes;
pub mod run;
pub mod service;
pub mod worker;
