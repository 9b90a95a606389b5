//! What verifying finds in a pickle, by the reader that is to load it.

use outlast_torchscript::pickle::Reader;
use outlast_torchscript::verify;

/// A cut pickle has a finding, whoever reads it; a whole one that only makes data has none.
#[test]
fn whole_and_cut() {
    let data = b"\x80\x02]q\x00(K\x01K\x02e.";
    for reader in [Reader::TorchScript, Reader::WeightsOnly] {
        assert_eq!(verify::pickle(data, reader), []);
        for len in 1..data.len() {
            assert_ne!(verify::pickle(&data[..len], reader), [], "{len} bytes");
        }
    }
}

/// A function that is imported and called is named, whoever reads the pickle.
#[test]
fn calls_are_found_for_every_reader() {
    let data = b"\x80\x02cposix\ngetcwd\n)R.";
    for reader in [Reader::TorchScript, Reader::WeightsOnly] {
        let titles: Vec<String> =
            verify::pickle(data, reader).into_iter().map(|finding| finding.title).collect();
        assert!(titles.iter().any(|title| title.contains("posix.getcwd")), "{titles:?}");
    }
}
