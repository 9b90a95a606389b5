//! Two threads print what one prints, also where length words are wrong and where block info changes on the way.

use outlast_bitstream::analyze::{Options, analyze};
use outlast_bitstream::{Abbrev, BlockInfo, Op, Writer};

/// A module of many blocks, about five megabytes; a `BLOCKINFO` stands in the block with this number.
fn module(info_in: Option<u32>) -> Vec<u8> {
    let mut writer = Writer::new(*b"BC\xc0\xde");
    writer.enter_block(8, 3).unwrap();
    let long: Vec<u64> = (0..600).map(|i| i * 7919 % 50_000).collect();
    for number in 0..2600u32 {
        writer.record(2, &[u64::from(number)]).unwrap();
        writer.enter_block(12, 4).unwrap();
        writer.enter_block(if number % 3 == 0 { 11 } else { 600 + number % 90 }, 5).unwrap();
        writer.record(number % 700, &long).unwrap();
        writer.leave_block().unwrap();
        if info_in == Some(number) {
            let mut info = BlockInfo::default();
            info.entry(12).name = b"RENAMED".to_vec();
            info.entry(12).define(Abbrev::new([Op::Literal(1), Op::Vbr(6)]).into());
            writer.write_block_info(&info).unwrap();
        }
        writer.record(10, &long[..300]).unwrap();
        writer.leave_block().unwrap();
    }
    writer.leave_block().unwrap();
    writer.finish().unwrap()
}

/// What is printed, and whether it ended well.
fn printed(bytes: &[u8], dump: bool, two_threads: bool) -> (Vec<u8>, bool) {
    let mut options = Options::of_release(22);
    (options.dump, options.two_threads) = (dump, two_threads);
    let mut out = Vec::new();
    let good = analyze(bytes, "file", &options, &mut out).is_ok();
    (out, good)
}

fn same(bytes: &[u8], good: bool) {
    for dump in [false, true] {
        let one = printed(bytes, dump, false);
        assert_eq!(one.1, good);
        assert!(one == printed(bytes, dump, true), "dump {dump}");
    }
}

#[test]
fn two_threads_print_what_one_prints() {
    let bytes = module(None);
    assert!(bytes.len() > 4 << 20, "{}", bytes.len());
    same(&bytes, true);
}

#[test]
fn block_info_on_the_way_holds_for_what_follows() {
    same(&module(Some(700)), true);
}

#[test]
fn damage_and_wrong_length_words_are_met_as_by_one_thread() {
    let mut bytes = module(None);
    let middle = bytes.len() / 2 / 4 * 4;
    bytes[middle..middle + 400].fill(0xff);
    same(&bytes, false);
    // The length word of the first block in the module: a record of 3 + 6 + 6 + 6 bits stands before it.
    let mut bytes = module(None);
    let at = bytes.windows(4).position(|word| word[0] > 0x40 && word[1] > 0 && word[2..] == [0, 0]).unwrap();
    bytes[at] ^= 0x10;
    let one = printed(&bytes, true, false);
    assert!(one == printed(&bytes, true, true));
}
