//! FlatBuffers become archives, and records are put into them.

use outlast_core::Bytes;
use outlast_testkit::corpus;
use outlast_torchscript::flatbuffer::FlatFile;
use outlast_torchscript::flatbuffer::convert::with_extra_file;

/// A file that is put into a program is there, and nothing else has changed.
#[test]
fn an_extra_file_is_added() {
    let data = std::fs::read(corpus::root().join("torch/2.15.0/flat.ff")).unwrap();
    let file = FlatFile::open(Bytes::new(&data, 0)).unwrap();
    let made = with_extra_file(&file, "note.txt", "for the reader").unwrap().to_vec();
    assert_ne!(made, data);
    let again = FlatFile::open(Bytes::new(&made, 0)).unwrap();
    let found = made.windows(14).filter(|part| *part == b"for the reader").count();
    assert_eq!(found, 1);
    let twice = with_extra_file(&again, "note.txt", "for the reader").unwrap().to_vec();
    assert!(FlatFile::open(Bytes::new(&twice, 0)).is_ok());
}
