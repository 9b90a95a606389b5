//! The description of the addresses in the form of OpenAPI 3.1, as it is served.

/// The document.
pub const DOCUMENT: &str = include_str!("openapi.json");
