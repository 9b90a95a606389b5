//! Bundled programs, made and changed.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, bundles};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match bundles(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
