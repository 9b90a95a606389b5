//! PyTorch files: archives, lite modules as FlatBuffers, legacy files, pickles.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Family, program};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match program(Family::Torch, bytes).of_family {
        true => Corpus::Keep,
        // Another family's: its own target looks at it.
        false => Corpus::Reject,
    }
});
