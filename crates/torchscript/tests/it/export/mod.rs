//! Programs of `torch.export`.

mod convert;
mod json;
mod programs;
