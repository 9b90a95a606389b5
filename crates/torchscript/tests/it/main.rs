//! Integration tests: one binary, with a folder for each room of the crate.

#![allow(clippy::unwrap_used)] // A test fails where they panic.

/// Archives: zip of every generation, and legacy files.
mod archive {
    pub(crate) mod files;
    mod tensors;
    mod tricks;
    mod written;
}

/// Programs of the lite interpreter, in pickles.
mod bytecode {
    mod convert;
    mod damage;
    pub(crate) mod listings;
}

/// Programs of `torch.export`.
mod export {
    mod convert;
    mod json;
    mod programs;
}

mod family;

/// Programs of the lite interpreter, as FlatBuffers.
mod flatbuffer {
    mod convert;
    mod programs;
}

mod mutated;
mod opsets;

/// Pickles.
mod pickle {
    mod bounds;
    mod globals;
    mod hostile;
    pub(crate) mod listings;
}

/// What code calls, by types.
mod program {
    mod forms;
    mod resolved;
    mod types;
    mod values;
}

mod regions;

/// The language of code.
mod source {
    pub(crate) mod language;
    mod syntax;
}

mod upgraders;

/// Whether a file is sound, and what reading it runs.
mod verify {
    mod pickles;
    mod runs;
}
