//! PyTorch files, by their parts: random bytes of an archive seldom get past its checksums.

mod pickles;
pub(crate) mod records;
mod source;

pub use pickles::torch_pickles;
pub use records::torch_records;
pub use source::torch_source;
