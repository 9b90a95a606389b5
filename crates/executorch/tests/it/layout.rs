//! Damage to the layout that no runtime notices: a header of a wrong length, segments that share bytes, bytes between them.
//! What verification says of such files, and that edits make them no worse.

use outlast_core::{Bytes, Code, Error, Severity};
use outlast_executorch::edit::{ProgramEditor, repack};
use outlast_executorch::tables::View;
use outlast_executorch::verify::codes::{HEADER_LENGTH, SEGMENT_BASE, SEGMENT_OVERLAP, SEGMENT_PADDING};
use outlast_executorch::{Output, schemas, verify};
use outlast_flatbuffers::replay;

use crate::changes::{ADDED, Change, edited, open, segments};
use crate::rewrite::dump;

/// A program with a header of 32 bytes, and six segments: one is empty, constants of a delegate are named data.
fn genuine() -> Vec<u8> {
    of_corpus("xnn_mlp.pte")
}

fn of_corpus(name: &str) -> Vec<u8> {
    outlast_testkit::corpus::read(outlast_testkit::corpus::root().join("executorch/1.5.1").join(name))
        .unwrap()
}

/// Findings that are more than a note.
fn faults(data: &[u8]) -> Vec<Code> {
    let findings = verify::program(Bytes::new(data, 0)).into_iter();
    findings.filter(|finding| finding.severity > Severity::Note).map(|finding| finding.code).collect()
}

/// Where the bytes of a segment are in the file.
fn place(data: &[u8], index: u32) -> std::ops::Range<usize> {
    let range = open(data).segment(index).unwrap();
    usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()
}

/// Segments that hold bytes, in order of their places.
fn filled(data: &[u8]) -> Vec<(std::ops::Range<usize>, u32)> {
    let count = u32::try_from(segments(data).len()).unwrap();
    let mut found: Vec<_> = (0..count).map(|index| (place(data, index), index)).collect();
    found.retain(|(range, _)| !range.is_empty());
    found.sort_by_key(|(range, _)| range.start);
    found
}

/// The first two neighbours with room between them.
fn with_padding(data: &[u8]) -> [(std::ops::Range<usize>, u32); 2] {
    let filled = filled(data);
    let pair = filled.windows(2).find(|pair| pair[0].0.end + 8 < pair[1].0.start).unwrap();
    [pair[0].clone(), pair[1].clone()]
}

fn with_dropped(data: &[u8], index: u32) -> Result<Vec<u8>, Error> {
    let mut editor = ProgramEditor::new(open(data))?;
    editor.drop_segment(index)?;
    Ok(editor.finish()?.output.to_vec())
}

#[test]
fn a_header_that_reaches_into_the_tables() {
    let data = genuine();
    assert_eq!(faults(&data), []);
    for length in [36, 40, 41, 64, 65, 2328, 1_442_080, u32::MAX] {
        let mut long = data.clone();
        long[12..16].copy_from_slice(&length.to_le_bytes());
        let file = open(&long);
        let said = |data: &[u8]| {
            let findings = verify::program(Bytes::new(data, 0));
            findings.iter().map(|finding| (finding.code, finding.severity)).collect::<Vec<_>>()
        };
        assert_eq!(said(&long), [(HEADER_LENGTH, Severity::Note)], "{length}");
        let replayed = replay::replay(file.flatbuffer, schemas::program(), file.container_header()).unwrap();
        assert!(replayed.buffer.is(file.flatbuffer.data()), "{length}");
        for changes in [&[Change::Rename][..], &[Change::AddSegment], &[Change::Rename, Change::ClearTraces]]
        {
            let after = edited(&long, schemas::program(), changes).unwrap();
            let file = open(&after);
            assert_eq!(file.header.unwrap().length, length);
            assert_eq!(faults(&after), [], "{length}: {changes:?}");
            let again = replay::replay(file.flatbuffer, schemas::program(), file.container_header()).unwrap();
            assert!(again.buffer.is(file.flatbuffer.data()), "{length}: {changes:?}");
        }
        let packed = repack(&file).unwrap().to_vec();
        assert_eq!((faults(&packed), dump(&open(&packed))), (vec![], dump(&file)), "{length}");
    }
}

#[test]
fn fields_of_a_longer_header_stay_in_front_of_the_tables() {
    let later = edited(&genuine(), schemas::program(), &[Change::Header(72)]).unwrap();
    let mut later = later;
    later[40..80].fill(0x5A);
    assert_eq!(faults(&later), []);
    let after = edited(&later, schemas::program(), &[Change::Rename, Change::AddSegment]).unwrap();
    assert_eq!(faults(&after), []);
    assert_eq!(after[12..16], 72u32.to_le_bytes());
    assert!(
        after[40..80].iter().all(|byte| *byte == 0x5A),
        "fields that are not known are kept in their places"
    );
}

#[test]
fn bytes_between_segments() {
    let data = genuine();
    let [(before, first), (behind, second)] = with_padding(&data);
    let mut damaged = data.clone();
    damaged[before.end] = 0xBE;
    assert_eq!(faults(&damaged), [SEGMENT_PADDING]);
    // Nothing moves: the bytes stay where they are.
    let added = edited(&damaged, schemas::program(), &[Change::AddSegment]).unwrap();
    assert_eq!(faults(&added), [SEGMENT_PADDING]);
    let moved = place(&added, first).end;
    assert_eq!(added[moved], 0xBE);
    // They may be the rest of a segment that said a larger size: without it, they belong to nothing.
    let error = with_dropped(&damaged, first).unwrap_err();
    let length = behind.start - before.end;
    assert_eq!(
        error.to_string(),
        format!(
            "segments: {length} bytes in front of segment {second} are not zero and belong to no segment: it cannot move \
             (at 0x{:x}..0x{:x})",
            before.end, behind.start
        )
    );
    assert!(error.help().unwrap().contains("outlast verify"));
    // What stands behind them may go.
    let shorter = with_dropped(&damaged, filled(&damaged).last().unwrap().1).unwrap();
    assert_eq!(shorter[place(&shorter, first).end], 0xBE);
    assert!(faults(&shorter).contains(&SEGMENT_PADDING));
    // In front of the first segment, every edit would have to part them from something.
    let mut damaged = data.clone();
    let base = usize::try_from(open(&data).segment_base()).unwrap();
    assert!(open(&data).flatbuffer.len() < base);
    damaged[base - 1] = 1;
    assert_eq!(faults(&damaged), [SEGMENT_PADDING]);
    assert!(edited(&damaged, schemas::program(), &[Change::Rename]).is_err());
}

/// The file with another offset of a segment.
fn with_offset(data: &[u8], index: u32, offset: u64) -> Vec<u8> {
    let mut damaged = data.to_vec();
    let table = open(data).root.table();
    let list = table.vector(4, 4).unwrap().unwrap();
    let at = list.table(usize::try_from(index).unwrap()).unwrap().slot(0, 8).unwrap().unwrap();
    damaged[at..at + 8].copy_from_slice(&offset.to_le_bytes());
    damaged
}

#[test]
fn segments_that_share_bytes_stay_together() {
    let data = genuine();
    let all = filled(&data);
    let ((large, one), (_, other)) = (all[0].clone(), all[all.len() - 2].clone());
    let base = open(&data).segment_base();
    let damaged = with_offset(&data, other, large.start as u64 - base + 64);
    assert!(faults(&damaged).contains(&SEGMENT_OVERLAP));
    let old = segments(&damaged);
    // What neither of them has bytes of is replaced and dropped.
    let third = all.last().unwrap().1;
    let mut editor = ProgramEditor::new(open(&damaged)).unwrap();
    editor.replace_segment(third, Output::of(ADDED)).unwrap();
    let replaced = editor.finish().unwrap().output.to_vec();
    let without = with_dropped(&damaged, third).unwrap();
    for (after, content) in [(replaced, ADDED), (without, &[])] {
        for (index, (bytes, align)) in segments(&after).iter().enumerate() {
            match u32::try_from(index).unwrap() == third {
                true => assert_eq!(bytes, content),
                false => assert!(*bytes == old[index].0 && *align >= old[index].1.min(16), "segment {index}"),
            }
        }
        let (one, other) = (place(&after, one), place(&after, other));
        assert_eq!(other.start - one.start, 64);
    }
    // They themselves are not.
    for index in [one, other] {
        let error = with_dropped(&damaged, index).unwrap_err();
        assert!(error.to_string().contains("shares bytes with segment"), "{error}");
        assert!(error.help().unwrap().contains("outlast verify"));
    }
    // Added and dropped again: all others are as they were.
    let added = edited(&damaged, schemas::program(), &[Change::AddSegment]).unwrap();
    let back = with_dropped(&added, u32::try_from(old.len()).unwrap()).unwrap();
    let contents = |data: &[u8]| segments(data).into_iter().map(|(bytes, _)| bytes).collect::<Vec<_>>();
    assert_eq!(contents(&back)[..old.len()], contents(&damaged));
}

#[test]
fn what_follows_the_last_segment_follows_new_ones_too() {
    let data = genuine();
    let end = filled(&data).last().unwrap().0.end;
    for trailing in [&[0u8; 5000][..], &[7; 1000]] {
        let mut long = data.clone();
        long.truncate(end);
        long.extend(trailing);
        assert_eq!(faults(&long), []);
        let added = edited(&long, schemas::program(), &[Change::AddSegment]).unwrap();
        assert_eq!(faults(&added), [], "the new segment stands right behind the others");
        let new = filled(&added).last().unwrap().0.clone();
        assert_eq!(&added[new.clone()], ADDED);
        let rest = &added[new.end..];
        assert!(trailing[0] == 0 && rest.is_empty() || rest == trailing);
        assert_eq!(usize::try_from(open(&added).header.unwrap().segment_data_size.unwrap()).unwrap(), {
            new.end - usize::try_from(open(&added).segment_base()).unwrap()
        });
    }
}

#[test]
fn an_empty_segment_of_a_program_without_a_header_is_filled() {
    let data = of_corpus("ext.pte");
    assert!(open(&data).header.is_none());
    assert_eq!(segments(&data)[0].0, b"");
    let mut editor = ProgramEditor::new(open(&data)).unwrap();
    editor.replace_segment(0, Output::of(ADDED)).unwrap();
    let after = editor.finish().unwrap().output.to_vec();
    assert_eq!(faults(&after), faults(&data));
    assert_eq!(&after[place(&after, 0)], ADDED);
    assert_eq!(place(&after, 0).end, after.len(), "nothing follows: no header said that tables end anywhere");
}

#[test]
fn a_segment_base_inside_a_program_without_segment_data() {
    let mut data = edited(&of_corpus("ext.pte"), schemas::program(), &[Change::AddSegment]).unwrap();
    data = with_dropped(&data, 1).unwrap();
    data[24..32].copy_from_slice(&64u64.to_le_bytes());
    let base = [SEGMENT_BASE];
    let new: Vec<_> =
        faults(&data).into_iter().filter(|code| !faults(&of_corpus("ext.pte")).contains(code)).collect();
    assert_eq!(new, base);
    let error = edited(&data, schemas::program(), &[Change::Rename]).unwrap_err();
    assert!(error.to_string().contains("inside the tables"), "{error}");
}

#[test]
fn an_empty_segment_stays_inside_the_file() {
    let data = genuine();
    let emptied = filled(&data).last().unwrap().1;
    let mut data = with_dropped(&data, emptied).unwrap();
    data.resize(data.len() + 5000, 0);
    let far = with_offset(&data, emptied, data.len() as u64 - open(&data).segment_base());
    // The zeros at the end make room for a new segment.
    let added = edited(&far, schemas::program(), &[Change::AddSegment]).unwrap();
    assert!(added.len() < far.len());
    assert!(place(&added, emptied).end <= added.len());
    assert_eq!(faults(&added), faults(&far));
    assert!(edited(&added, schemas::program(), &[Change::AddSegment]).is_ok());
}
