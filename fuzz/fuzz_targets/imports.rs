//! What `outlast targets import` reads.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, imports};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match imports(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
