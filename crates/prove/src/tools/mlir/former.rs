//! What releases shape in other ways: operations by their newest names, blocks and operands as all releases have them.

use std::collections::BTreeMap;

use outlast_mlir::changes::{self, Change, Form, covers};

use super::elsewhere;
use super::groups::types;
use super::release::Pair;
use super::tree::{Block, Op, Tree};

/// What stands for a position that is an operand.
pub(super) const DYNAMIC: i64 = i64::MIN;

/// Names that older releases have for the sizes of groups.
const SEGMENTS: [(&str, &str); 2] =
    [("operand_segment_sizes", "operandSegmentSizes"), ("result_segment_sizes", "resultSegmentSizes")];

/// Brings a text to the form that is compared.
pub(super) fn bring(tree: &mut Tree, release: u32, pair: &Pair) {
    ops(&mut tree.ops, release, pair);
    elsewhere::bring(tree, pair);
    for change in pair.changes() {
        if let Change::OfCallee { op, attribute, function } = change {
            let mut functions = BTreeMap::new();
            with_attribute(&tree.ops, (function, attribute), &mut functions);
            of_callee(&mut tree.ops, (op, attribute), &functions);
        }
    }
}

/// Functions by name, and whether all of that name have an attribute.
fn with_attribute(all: &[Op], (function, attribute): (&str, &str), found: &mut BTreeMap<String, bool>) {
    for op in all {
        if op.name == function {
            let name = op.value("sym_name").unwrap_or_default().trim_matches('"').to_string();
            *found.entry(name).or_insert(true) &= op.value(attribute).is_some();
        }
        for block in op.regions.iter().flatten() {
            with_attribute(&block.ops, (function, attribute), found);
        }
    }
}

/// Takes an attribute off calls of functions that have it.
fn of_callee(all: &mut [Op], (call, attribute): (&str, &str), functions: &BTreeMap<String, bool>) {
    for op in all {
        let callee =
            op.value("callee").map(|callee| callee.trim_start_matches('@').trim_matches('"').to_string());
        if op.name == call && callee.is_some_and(|callee| functions.get(&callee) == Some(&true)) {
            op.properties.retain(|item| item != attribute);
            op.attributes.retain(|item| item != attribute);
        }
        for block in blocks(op) {
            of_callee(&mut block.ops, (call, attribute), functions);
        }
    }
}

fn ops(all: &mut Vec<Op>, release: u32, pair: &Pair) {
    all.retain(|op| !is_of_notes(op, pair));
    for op in all.iter_mut() {
        named(op);
        for block in blocks(op) {
            ops(&mut block.ops, release, pair);
        }
        shaped(op, release, pair);
    }
}

/// Whether an operation has nothing but notes that no function's code depends on, and one of the releases knows none.
fn is_of_notes(op: &Op, pair: &Pair) -> bool {
    pair.changes().any(|change| match change {
        Change::Notes { op: of, attribute, keys } if op.name == *of => {
            op.value(attribute).is_some_and(|value| {
                let mut flags = value
                    .split("module_flag<")
                    .skip(1)
                    .map(|flag| flag.split('"').nth(1).unwrap_or_default());
                flags.all(|key| keys.split('|').any(|known| known == key))
            })
        }
        _ => false,
    })
}

/// Names of an operation and of its attributes as the newest release has them.
fn named(op: &mut Op) {
    for row in changes::rows() {
        match &row.change {
            Change::Renamed { older, newer } | Change::Merged { older, newer } if op.name == *older => {
                op.name = (*newer).to_string();
            }
            Change::Element { older, newer, values } if op.name == *older => {
                op.name = (*newer).to_string();
                let position =
                    if op.operands.len() > *values { format!(": {DYNAMIC}") } else { String::new() };
                op.properties.push(format!("static_position = array<i64{position}>"));
            }
            _ => {}
        }
    }
    let Op { name, properties, attributes, .. } = op;
    for item in properties.iter_mut().chain(attributes) {
        let (given, value) = item.split_once(" = ").unwrap_or((item, ""));
        let (given, value) = (given.to_string(), value.to_string());
        let segments = SEGMENTS.iter().find(|(older, _)| *older == given).map(|(_, newer)| *newer);
        let renamed = changes::rows().iter().find_map(|row| match &row.change {
            Change::Attribute { op: of, older, newer } if covers(of, name) && *older == given => {
                Some((*newer, value.clone()))
            }
            Change::Unit { op: of, older, newer, value: number } if *of == name && *older == given => {
                Some((*newer, format!("{number} : i32")))
            }
            _ => None,
        });
        let renamed = renamed.or(segments.map(|newer| (newer, value)));
        if let Some((newer, value)) = renamed {
            *item = if value.is_empty() { newer.to_string() } else { format!("{newer} = {value}") };
        }
    }
}

/// The regions and operands of an operation as all releases have them.
fn shaped(op: &mut Op, release: u32, pair: &Pair) {
    for row in changes::rows() {
        match &row.change {
            Change::Terminator { around, end } if op.name == *around => without_terminator(op, end),
            Change::Yield { around, older, newer } if op.name == *around => {
                let last = blocks(op).filter_map(|block| block.ops.last_mut());
                last.filter(|last| last.name == *older).for_each(|last| last.name = (*newer).to_string());
            }
            Change::Regions { op: of, from }
                if op.name == *of && pair.concerns(row) && row.form(release) == Some(Form::Older) =>
            {
                let older = std::mem::take(&mut op.regions);
                let region = |place: &Option<usize>| place.and_then(|place| older.get(place).cloned());
                op.regions = from.iter().map(|place| region(place).unwrap_or_default()).collect();
            }
            Change::Bundles { op: of, sizes, tags } if op.name == *of && pair.concerns(row) => {
                op.operands.truncate(1);
                if let Some((known, behind)) = types(&op.types) {
                    op.types = format!("({}){behind}", known.first().map_or("", String::as_str));
                }
                let is_of_them = |item: &String| {
                    let name = item.split(" = ").next().unwrap_or_default();
                    [*sizes, *tags].contains(&name)
                };
                op.properties.retain(|item| !is_of_them(item));
                op.attributes.retain(|item| !is_of_them(item));
            }
            Change::Argument { op: of } if op.name == *of && pair.concerns(row) => without_argument(op),
            _ => {}
        }
    }
}

/// Blocks of all its regions.
pub(super) fn blocks(op: &mut Op) -> impl Iterator<Item = &mut Block> {
    op.regions.iter_mut().flatten()
}

fn without_terminator(op: &mut Op, end: &str) {
    for block in blocks(op) {
        if block.ops.last().is_some_and(|last| last.name == end && last.operands.is_empty()) {
            block.ops.pop();
        }
    }
    for region in &mut op.regions {
        let is_empty = |block: &Block| block.ops.is_empty() && block.arguments.is_empty();
        if region.len() == 1 && region.first().is_some_and(is_empty) {
            region.clear();
        }
    }
}

/// The block has an argument for each operand; that of the last one is new, and stays where something uses it.
fn without_argument(op: &mut Op) {
    let count = op.operands.len();
    let Some(block) = op.regions.first_mut().and_then(|region| region.first_mut()) else { return };
    let Some((name, _)) = block.arguments.last().filter(|_| block.arguments.len() == count) else { return };
    if !uses(&block.ops, name) {
        block.arguments.pop();
        if block.arguments.is_empty() && block.label.is_some() {
            block.label = None;
        }
    }
}

/// What blocks of newer releases are handed over by operands is around them in older ones, where constants are no blocks of their own. Values
/// have names of their own already. Whether there was such a block.
pub(super) fn hand(tree: &mut Tree, pair: &Pair) -> bool {
    let known = pair.changes().filter_map(|change| match change {
        Change::Handed { op, constant } => Some((*op, *constant)),
        _ => None,
    });
    known.fold(false, |did, (op, constant)| handed(&mut tree.ops, op, constant) || did)
}

fn handed(all: &mut [Op], name: &str, constant: &str) -> bool {
    let mut did = false;
    for op in all {
        for block in blocks(op) {
            did |= handed(&mut block.ops, name, constant);
        }
        let Some(block) = op.regions.first_mut().and_then(|region| region.first_mut()) else { continue };
        if op.name != name {
            continue;
        }
        did = true;
        if let [first, _] = block.ops.as_slice()
            && first.name == constant
        {
            *op = Op { results: std::mem::take(&mut op.results), ..first.clone() };
            continue;
        }
        if block.arguments.len() == op.operands.len() {
            let given = std::mem::take(&mut op.operands);
            let arguments: Vec<String> = block.arguments.drain(..).map(|(name, _)| name).collect();
            let meant: BTreeMap<String, String> = arguments.into_iter().zip(given).collect();
            rename(&mut block.ops, &meant);
            if let Some((_, behind)) = types(&op.types) {
                op.types = format!("(){behind}");
            }
        }
    }
    did
}

fn rename(all: &mut [Op], meant: &BTreeMap<String, String>) {
    for op in all {
        for operand in &mut op.operands {
            if let Some(name) = meant.get(operand) {
                operand.clone_from(name);
            }
        }
        for block in blocks(op) {
            rename(&mut block.ops, meant);
        }
    }
}

/// Whether operations, or those in them, use a value.
fn uses(all: &[Op], value: &str) -> bool {
    all.iter().any(|op| {
        op.operands.iter().any(|operand| operand == value)
            || op.regions.iter().flatten().any(|block| uses(&block.ops, value))
    })
}
