//! Archives of PyTorch with records changed and checksums that are right.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, torch_records};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match torch_records(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
