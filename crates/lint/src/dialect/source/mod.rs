//! Where [`Dialects`](super::Dialects) come from: releases that are known here, texts, and what TableGen prints of a project's own definitions.

mod codes;
mod ods;
mod release;
mod text;
mod write;

pub use ods::read_ods;
pub use release::{of_release, release_names};
pub use text::read_text;
pub use write::write_text;
