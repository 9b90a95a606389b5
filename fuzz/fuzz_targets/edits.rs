//! Edits of ExecuTorch programs and bundles, and conversion steps by name.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, edits};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match edits(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
