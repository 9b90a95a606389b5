//! Layouts that `crates/bitstream` lists; and its typed readers beside the reader model.

use outlast_bitstream::layout::{BlockLayout, Policy, Schema, Unknown, enter, read_block};
use outlast_bitstream::{Cursor, Stream, block_layout, record_layout};
use outlast_lint::layout::{self, Tolerance, is_listing, of_bitstream_crate, read_listing};
use outlast_lint::{Direction, Outcome};

use crate::support::line;

mod old {
    use super::*;
    record_layout! {
        pub struct Metadata = 1 "METADATA" {
            major: u16 as fixed(16),
            minor: u16 as fixed(16),
        }
    }
    record_layout! {
        pub struct IsSib = 2 "IS_SIB" exact {
            sib: bool as fixed(1),
        }
    }
    record_layout! {
        pub struct File = 3 "FILE" {
            size: u16 as vbr(6),
            optional time: u64 as vbr(6),
        }
    }
    record_layout! {
        pub struct Depends = 4 "DEPENDS" follows File {
            id: u32 as vbr(6),
        }
    }
    block_layout! {
        pub enum Control = 9 "CONTROL_BLOCK" { Metadata, IsSib, File, Depends }
    }
}

mod new {
    use super::*;
    record_layout! {
        pub struct Metadata = 1 "METADATA" {
            major: u16 as fixed(16),
            minor: u16 as vbr(8),
            optional level: u8 as fixed(8),
            blob text,
        }
    }
    record_layout! {
        pub struct IsSib = 2 "IS_SIB" exact {
            sib: bool as fixed(1),
            optional level: u8 as fixed(8),
        }
    }
    record_layout! {
        pub struct File = 3 "FILE" {
            size: u32 as vbr(6),
            mode: u64 as vbr(6),
            optional time: u64 as vbr(6),
        }
    }
    record_layout! {
        pub struct Hash = 5 "HASH" follows File {
            hash: u64 as vbr(6),
        }
    }
    record_layout! {
        pub struct Depends = 4 "DEPENDS" follows File {
            id: u32 as vbr(6),
        }
    }
    block_layout! {
        pub enum Control = 9 "CONTROL_BLOCK" { Metadata, IsSib, File, Hash, Depends }
    }
}

/// What the typed reader of a version makes of a stream.
fn typed<B: BlockLayout>(bytes: &[u8]) -> Result<Vec<B>, String> {
    let mut cursor = Cursor::new(Stream::new(bytes, 0)).map_err(|fault| fault.to_string())?;
    assert!(enter(&mut cursor, B::ID).unwrap());
    let policy = Policy { records: Unknown::Skip, ..Policy::default() };
    read_block::<B>(&mut cursor, policy).map_err(|error| error.to_string())
}

#[test]
fn typed_readers_agree_with_the_reader_model() {
    let schemas = [Schema::new([&old::Control::SHAPE]), Schema::new([&new::Control::SHAPE])];
    let [old, new] =
        schemas.map(|schema| of_bitstream_crate("Demo", *b"DEMO", &schema, Tolerance::default()).unwrap());
    let report = layout::lint(&old, &new).unwrap();
    let mut lines: Vec<String> = report.findings.iter().map(line).collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "layout-blob-added note old-reads-new CONTROL_BLOCK.METADATA.text",
            "layout-field-added note old-reads-new CONTROL_BLOCK.METADATA.level",
            "layout-field-added-exact break old-reads-new CONTROL_BLOCK.IS_SIB.level",
            "layout-field-encoding-changed note both CONTROL_BLOCK.METADATA.minor",
            "layout-field-inserted break both CONTROL_BLOCK.FILE.mode",
            "layout-field-required-added break new-reads-old CONTROL_BLOCK.FILE.mode",
            "layout-field-required-added break new-reads-old CONTROL_BLOCK.METADATA.text",
            "layout-field-widened depends-on-data old-reads-new CONTROL_BLOCK.FILE.size",
            "layout-major-not-bumped note old-reads-new version",
            "layout-record-between break old-reads-new CONTROL_BLOCK.HASH",
        ]
    );
    let mut refused = 0;
    for witness in report.findings.iter().flat_map(|finding| &finding.witnesses) {
        let error = match witness.direction {
            Direction::NewReadsOld => typed::<new::Control>(&witness.bytes).err(),
            Direction::OldReadsNew => typed::<old::Control>(&witness.bytes).err(),
        };
        match &witness.outcome {
            Outcome::Rejected { .. } => {
                refused += 1;
                assert!(error.is_some(), "the typed reader takes {witness:?}");
            }
            _ => assert_eq!(error, None, "{witness:?}"),
        }
        // Its own reader takes it.
        let own = match witness.direction {
            Direction::NewReadsOld => typed::<old::Control>(&witness.bytes).err(),
            Direction::OldReadsNew => typed::<new::Control>(&witness.bytes).err(),
        };
        assert_eq!(own, None, "{witness:?}");
    }
    assert!(refused >= 5);
}

#[test]
fn listings_are_read_as_the_layouts_that_they_list() {
    let schema = Schema::new([&old::Control::SHAPE]);
    let listing = format!("format Demo DEMO\n{schema}");
    assert!(is_listing(&listing) && is_listing(&schema.to_string()) && !is_listing("[format]\n"));
    let layout = of_bitstream_crate("Demo", *b"DEMO", &schema, Tolerance::default()).unwrap();
    assert_eq!(read_listing("demo.txt", &listing).unwrap(), layout);
    assert_eq!(read_listing("Demo", &listing.replace("DEMO", "0x44454d4f")).unwrap(), layout);
    for (text, expected) in [
        ("format Demo", "1:1: expected `format NAME MAGIC`"),
        ("format Demo DEM\n", "1:1: the magic is four characters"),
        ("format Demo DEMO\nblock x\n", "2:1: "),
        ("block 9 A\n  recrd 1 B\n", "2:1: "),
    ] {
        let error = read_listing("demo.txt", text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
