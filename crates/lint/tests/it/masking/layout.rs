//! Two pairs of record layouts in one.

use outlast_lint::layout;
use outlast_lint::layout::model::{Block, Layout, Record, Type};
use outlast_lint::{Finding, Report};
use outlast_testkit::documents::Document;

use super::{Tally, breaks, rounds, taken};
use crate::layout::pairs::check_report;
use crate::support;

/// How the second layout is put into the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Its blocks stand beside those of the first.
    Beside,
    /// Its blocks of the top level stand in the first block of the first.
    Inside,
    /// The records of its first block are records of the first block of the first.
    Same,
}

const WAYS: [Way; 3] = [Way::Beside, Way::Inside, Way::Same];

/// What is added to ids and codes of the second.
const BEHIND: u32 = 200;

struct Pair {
    name: String,
    old: Layout,
    new: Layout,
    report: Report,
}

fn pairs() -> Vec<Pair> {
    let load = |text: &str| layout::read_toml("x", text).unwrap();
    let pair = |pair: &Document| {
        let (old, new) = (load(pair.expect("old.toml")), load(pair.expect("new.toml")));
        let report = layout::lint(&old, &new).unwrap();
        Pair { name: pair.name().to_string(), old, new, report }
    };
    support::pairs("layout").iter().map(pair).collect()
}

/// Whether another major version keeps readers from what they would misread: that is what it is for, and no mask.
fn is_guarded(pair: &Pair) -> bool {
    let major = |layout: &Layout| layout.version.as_ref().map(|version| version.is.major);
    major(&pair.old) != major(&pair.new) || pair.old.reader.oldest_major != pair.new.reader.oldest_major
}

fn moved_name(name: &str) -> String {
    format!("ZZ_{name}")
}

/// The second layout with the settings of the first, other ids and other names.
fn behind(first: &Layout, second: &Layout) -> Layout {
    let mut out = Layout {
        name: first.name.clone(),
        magic: first.magic,
        version: None,
        reader: first.reader.clone(),
        ..second.clone()
    };
    for of in &mut out.enums {
        of.name = moved_name(&of.name);
    }
    for block in &mut out.blocks {
        block.id += BEHIND;
        block.name = moved_name(&block.name);
        block.meaning = block.meaning.as_deref().map(moved_name);
        block.inside.iter_mut().for_each(|id| *id += BEHIND);
        for record in &mut block.records {
            for field in &mut record.fields {
                if let Type::Enum(name) = &mut field.ty {
                    *name = moved_name(name);
                }
            }
        }
    }
    out
}

/// The block that both versions of a pair have first.
fn first_key(old: &Layout, new: &Layout) -> Option<String> {
    let common = |block: &&Block| block.top && new.block_named(block.key()).is_some_and(|of| of.top);
    old.blocks.iter().find(common).map(|block| block.key().to_string())
}

/// The second layout alone, as far as it is in the combination; `around` is the block of the first that it stands in.
fn part(second: &Layout, way: Way, key: &str, around: &Block) -> Option<Layout> {
    let mut out = second.clone();
    if way == Way::Same {
        let block = out.block_named(key)?.clone();
        out.blocks = vec![Block {
            unknown_records: around.unknown_records.clone(),
            unknown_blocks: around.unknown_blocks.clone(),
            abbreviations: Vec::new(),
            abbrev_width: around.abbrev_width,
            top: true,
            inside: Vec::new(),
            ..block
        }];
    }
    Some(out)
}

fn joined(first: &Layout, second: &Layout, way: Way, key: &str) -> Option<Layout> {
    let mut out = first.clone();
    out.enums.extend(second.enums.iter().cloned());
    let at = out.blocks.iter().position(|block| block.key() == key)?;
    let id = out.blocks[at].id;
    match way {
        Way::Beside => out.blocks.extend(second.blocks.iter().cloned()),
        Way::Inside => out.blocks.extend(second.blocks.iter().cloned().map(|mut block| {
            if block.top {
                block.top = false;
                block.inside.push(id);
            }
            block
        })),
        Way::Same => {
            let records = second.blocks[0].records.iter().cloned().map(|record| Record {
                code: record.code + BEHIND,
                name: moved_name(&record.name),
                meaning: record.meaning.as_deref().map(moved_name),
                follows: record.follows.map(|code| code + BEHIND),
                then: record.then.map(|code| code + BEHIND),
                ..record
            });
            out.blocks[at].records.extend(records);
            let known = second.blocks[0].known.iter().map(|code| code + BEHIND);
            out.blocks[at].known.extend(known);
        }
    }
    Some(out)
}

/// Whether a finding is about what is in blocks, and not about the format as such.
fn is_inside(finding: &Finding, way: Way) -> bool {
    let code = finding.rule.code.0;
    match way {
        Way::Beside | Way::Inside => (3910..3980).contains(&code),
        Way::Same => (3920..3980).contains(&code),
    }
}

#[test]
fn no_break_of_a_record_layout_masks_another() {
    let pairs = pairs();
    let all = pairs.len() * pairs.len() * WAYS.len();
    let mut tally = Tally::default();
    let mut passed_over = 0;
    for at in taken(all, rounds(6_000)) {
        let (rest, way) = (at / WAYS.len(), WAYS[at % WAYS.len()]);
        let (first, second) = (&pairs[rest / pairs.len()], &pairs[rest % pairs.len()]);
        let combination = || {
            if is_guarded(first) {
                return None;
            }
            let key = first_key(&first.old, &first.new)?;
            let own = first_key(&second.old, &second.new).map(|key| moved_name(&key))?;
            let (old, new) = (behind(&first.old, &second.old), behind(&first.new, &second.new));
            let old = part(&old, way, &own, first.old.block_named(&key)?)?;
            let new = part(&new, way, &own, first.new.block_named(&key)?)?;
            let alone = layout::lint(&old, &new).ok()?;
            let (old, new) = (joined(&first.old, &old, way, &key)?, joined(&first.new, &new, way, &key)?);
            Some((alone, old, new))
        };
        let Some((alone, old, new)) = combination() else {
            passed_over += 1;
            continue;
        };
        let report = layout::lint(&old, &new).unwrap();
        check_report(&old, &new, &report);
        let mut wanted = breaks(&first.report, |finding| is_inside(finding, Way::Beside));
        wanted.extend(breaks(&alone, |finding| is_inside(finding, way)));
        let name = format!("{} + {} ({way:?})", first.name, second.name);
        tally.add(&name, &report, &wanted, false);
    }
    println!("{} pairs, {all} combinations in all, {passed_over} of those taken cannot be made", pairs.len());
    tally.check("record layouts", 2_000);
}
