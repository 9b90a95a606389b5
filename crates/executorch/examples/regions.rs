//! Prints the regions of a file, one a line: `regions FILE`.

use std::io::Write;

use outlast_core::{Bytes, Descend, Region, RegionSink};
use outlast_executorch::regions;

struct Print<W>(W, usize);

impl<W: Write> RegionSink for Print<W> {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        let Region { span, kind, label, value } = region;
        let (start, end) = (span.start_byte(), span.end_byte());
        let _ = writeln!(
            self.0,
            "{start:08x}..{end:08x} {:indent$}{label}  {value}  [{kind:?}]",
            "",
            indent = self.1
        );
        self.1 += 2;
        Descend::Into
    }

    fn leave(&mut self) {
        self.1 -= 2;
    }
}

fn main() -> std::io::Result<()> {
    for path in std::env::args().skip(1) {
        let data = std::fs::read(&path)?;
        let file = Bytes::new(&data, 0);
        let sink = &mut Print(std::io::stdout().lock(), 0);
        match data.get(4..8) {
            Some(b"FT01") => regions::flat_tensor(file, sink),
            Some(b"BP08") => regions::bundled(file, sink),
            _ => regions::program(file, sink),
        }
    }
    Ok(())
}
