//! Where cases come from, by family: what files of it hold, and what their signatures say.

pub(crate) mod executorch;
pub(crate) mod mlir;
pub(crate) mod torch;
