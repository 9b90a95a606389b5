//! Tensor data files, made, converted and edited.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, data};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match data(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
