//! The code of TorchScript archives: what compilers of releases make of it.

pub(super) mod inspect;
pub(super) mod judge;
