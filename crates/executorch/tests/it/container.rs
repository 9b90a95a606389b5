//! The container around the tables: headers that grow and shrink, segments that come, go and change their length.

use outlast_core::Bytes;
use outlast_executorch::Output;
use outlast_executorch::edit::{ProgramEditor, repack};
use outlast_executorch::{ProgramFile, schemas};
use outlast_testkit::mutate::{Rng, flip};

use crate::changes::{ADDED, Change, edited, nothing_lost, open, segments};
use crate::rewrite::{dump, programs};

#[test]
fn headers_grow_and_shrink() {
    let (mut with, mut without) = (0, 0);
    for (name, data) in programs() {
        let before = open(&data);
        for length in [24, 32, 24, 40, 64, 100, 0] {
            let after = edited(&data, schemas::program(), &[Change::Header(length)]).unwrap();
            let file = open(&after);
            match before.header {
                None => {
                    assert!(after == data, "{name}");
                    without += 1;
                }
                Some(old) => {
                    let header = file.header.unwrap();
                    assert_eq!(header.length, length.max(24), "{name}");
                    assert_eq!(header.segment_data_size.is_some(), header.length >= 32);
                    if old.length == header.length {
                        assert!(after == data, "{name}");
                    }
                    with += 1;
                }
            }
            assert_eq!(dump(&before), dump(&file), "{name}");
            nothing_lost(&name, &data, &after, &[]);
        }
        // There and back: the tables need not be where they were, but say the same.
        let there = edited(&data, schemas::program(), &[Change::Header(64)]).unwrap();
        let back = edited(&there, schemas::program(), &[Change::Header(24)]).unwrap();
        assert_eq!(dump(&before), dump(&open(&back)), "{name}");
        nothing_lost(&name, &data, &back, &[]);
    }
    println!("{with} headers changed, {without} files have none");
    outlast_testkit::corpus::figures([with, without], [3444, 4452]);
}

#[test]
fn segments_come_and_go() {
    let (mut added, mut replaced, mut dropped) = (0, 0, 0);
    for (name, data) in programs() {
        let before = open(&data);
        let old = segments(&data);
        let after = edited(&data, schemas::program(), &[Change::AddSegment]).unwrap();
        nothing_lost(&name, &data, &after, &[]);
        let file = open(&after);
        let header = file.header.unwrap();
        assert!(segments(&after).last().unwrap().0 == ADDED, "{name}");
        assert!(segments(&after).last().unwrap().1 >= 16, "{name}");
        if header.length >= 32 {
            let end = after.len() as u64 - header.segment_base;
            assert_eq!(header.segment_data_size, Some(end), "{name}");
        }
        if before.header.is_none() {
            assert_eq!(header.length, 32);
        }
        added += 1;
        for index in 0..old.len() {
            let number = u32::try_from(index).unwrap();
            for length in [0, 1, old[index].0.len() / 2, old[index].0.len(), old[index].0.len() + 5000] {
                let mut editor = ProgramEditor::new(before).unwrap();
                let content = vec![0x5a; length];
                editor.replace_segment(number, Output::weights(content.clone())).unwrap();
                let output = editor.finish().unwrap().output;
                let after = output.to_vec();
                assert_eq!(after.len(), output.len());
                let new = segments(&after);
                assert!(new[index].0 == content, "{name} {index}");
                for (other, (bytes, align)) in old.iter().enumerate().filter(|(other, _)| *other != index) {
                    assert!(new[other].0 == *bytes, "{name}: segment {other} with {index} replaced");
                    assert!(bytes.is_empty() || new[other].1 >= *align, "{name}: segment {other}");
                }
                replaced += 1;
            }
            let mut editor = ProgramEditor::new(before).unwrap();
            editor.drop_segment(number).unwrap();
            let after = editor.finish().unwrap().output.to_vec();
            let new = segments(&after);
            assert!(new[index].0.is_empty());
            assert!((0..old.len()).filter(|other| *other != index).all(|other| new[other].0 == old[other].0));
            assert!(after.len() <= data.len() + 2 * 4096, "{name}: {} of {}", after.len(), data.len());
            dropped += 1;
        }
    }
    println!("{added} segments added, {replaced} replaced, {dropped} dropped");
    outlast_testkit::corpus::figures([added, replaced, dropped], [1128, 9435, 1887]);
}

/// Several at once, and twice.
#[test]
fn many_changes_at_once() {
    let mut count = 0;
    for (name, data) in programs() {
        let old = segments(&data);
        if old.len() < 2 {
            continue;
        }
        let mut editor = ProgramEditor::new(open(&data)).unwrap();
        editor.drop_segment(0).unwrap();
        editor.replace_segment(1, Output::weights(vec![7; 300])).unwrap();
        assert_eq!(editor.add_segment(Output::of(ADDED)) as usize, old.len());
        assert_eq!(editor.add_segment(Output::of(ADDED)) as usize, old.len() + 1);
        editor.set_header_length(24);
        let after = editor.finish().unwrap().output.to_vec();
        let new = segments(&after);
        assert!(new[0].0.is_empty() && new[1].0 == [7; 300] && new[old.len() + 1].0 == ADDED, "{name}");
        assert!((2..old.len()).all(|index| new[index].0 == old[index].0), "{name}");
        let mut again = ProgramEditor::new(open(&after)).unwrap();
        again.replace_segment(0, Output::weights(old[0].0.clone())).unwrap();
        again.replace_segment(1, Output::weights(old[1].0.clone())).unwrap();
        let back = again.finish().unwrap().output.to_vec();
        nothing_lost(&name, &data, &back, &[]);
        count += 1;
    }
    println!("{count} files");
    outlast_testkit::corpus::figures([count], [199]);
}

/// Anything at all through the editor and repack. Returns whether something was written.
fn oracle(data: &[u8], round: u64) -> bool {
    let Ok(file) = ProgramFile::open(Bytes::new(data, 0)) else { return false };
    if let Ok(packed) = repack(&file) {
        ProgramFile::open(Bytes::new(&packed.to_vec(), 0)).unwrap();
    }
    let Ok(mut editor) = ProgramEditor::new(file) else { return false };
    let length = [24, 28, 32, 36, 40, 64, 200][usize::try_from(round % 7).unwrap()];
    if round.is_multiple_of(2) {
        editor.set_header_length(length);
    }
    if round.is_multiple_of(3) {
        editor.add_segment(Output::of(ADDED));
    }
    if round.is_multiple_of(5) {
        let _ = editor.drop_segment(0);
    }
    if round.is_multiple_of(11) {
        let _ = editor.replace_segment(1, Output::weights(vec![1; 77]));
    }
    let Ok(edited) = editor.finish() else { return false };
    let after = edited.output.to_vec();
    assert_eq!(edited.output.len(), after.len());
    let again = ProgramFile::open(Bytes::new(&after, 0)).unwrap();
    let again = ProgramEditor::new(again).unwrap().finish().unwrap();
    assert!(again.output.to_vec() == after, "what was written changes when nothing is changed");
    true
}

#[test]
fn damaged_files_do_no_harm() {
    // OUTLAST_ROUNDS asks for more than a smoke test.
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut rng = Rng(77);
    let (mut tried, mut written) = (0, 0);
    for (_, data) in programs().into_iter().step_by(60) {
        for round in 0..rounds {
            let mut damaged = flip(&data, &mut rng);
            // The header and the first tables, too.
            if round % 3 == 0 && damaged.len() > 64 {
                let at = 8 + usize::try_from(round * 7 % 40).unwrap();
                damaged[at] = damaged[at].wrapping_add(u8::try_from(round % 251).unwrap());
            }
            tried += 1;
            written += usize::from(oracle(&damaged, round));
        }
    }
    println!("{tried} damaged files, {written} written");
    outlast_testkit::corpus::figures([tried, written], [2850, 296]);
}
