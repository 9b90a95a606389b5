//! Programs of `torch.export`: what they need of their reader, and what they take.

pub(super) mod judge;
mod needs;
pub(super) mod signature;
