//! PyTorch files: archives of every generation, and the pickles in them.
//!
//! * [`pickle`]: an opcode machine for pickles of the protocols 0 to 5, which executes nothing.
//! * [`archive`]: the zip archives that `torch.jit.save`, `torch.save`, `torch.package` and `torch.export` write, the files that
//!   `torch.save` wrote before 1.6, and the tensors in all of them, without their data.
//!
//! Nothing is imported, called or extracted, and weights are not read.

pub mod archive;
pub mod pickle;
pub mod verify;
