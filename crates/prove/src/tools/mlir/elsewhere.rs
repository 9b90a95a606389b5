//! What one of two releases says at another place than the other: in another attribute, as operands, or under fewer names.

use outlast_mlir::changes::{Change, PASSTHROUGH};

use super::former::{DYNAMIC, blocks};
use super::groups::types;
use super::release::Pair;
use super::text::items;
use super::tree::{Block, Op, Tree};
use super::values::{numbers, spelt};

/// The last release that tells three kinds of memory apart.
const FEW_KINDS: u32 = 21;
/// Kinds of memory that all releases tell apart.
pub(super) const KINDS: [&str; 3] = ["other", "argMem", "inaccessibleMem"];
const EFFECTS: &str = "#llvm.memory_effects<";

/// Entries of data layouts that releases say in the text of LLVM IR.
const MANGLING: &str = "\"dlti.mangling_mode\" = ";
const WIDTHS: &str = "\"dlti.legal_int_widths\" = ";

/// Brings what two releases say at two places to one of them.
pub(super) fn bring(tree: &mut Tree, pair: &Pair) {
    for change in pair.changes() {
        match change {
            Change::Passthrough { op, attribute, name, cases } => {
                given(&mut tree.ops, op, &|item| handed_through(item, attribute, name, cases));
            }
            Change::Layout { op, attribute, text } => {
                given(&mut tree.ops, op, &|item| layout(item, attribute, text));
            }
            Change::Output { op, attribute } => {
                given(&mut tree.ops, op, &|item| said_by_type(item, attribute));
            }
            Change::Basis { op, attribute } => {
                let mut whole = [Block { ops: std::mem::take(&mut tree.ops), ..Block::default() }];
                bases(&mut whole, op, attribute);
                let [whole] = whole;
                tree.ops = whole.ops;
            }
            _ => {}
        }
    }
    let [first, second] = [&pair.original, &pair.converted].map(|release| release.major <= FEW_KINDS);
    if first != second {
        all(&mut tree.ops, &mut |op| {
            op.properties.iter_mut().chain(&mut op.attributes).for_each(|item| *item = covering(item));
        });
    }
}

/// Does something with all operations, those inside first.
fn all(ops: &mut [Op], act: &mut impl FnMut(&mut Op)) {
    for op in ops {
        blocks(op).for_each(|block| all(&mut block.ops, act));
        act(op);
    }
}

/// Properties and attributes of the operations of a name, each with what stands for it.
fn given(ops: &mut [Op], name: &str, of: &dyn Fn(&str) -> Vec<String>) {
    all(ops, &mut |op| {
        if op.name == name {
            for list in [&mut op.properties, &mut op.attributes] {
                *list = list.iter().flat_map(|item| of(item)).collect();
            }
        }
    });
}

/// Sizes of a result that are all known: its type says them, and releases verify that.
fn said_by_type(item: &str, attribute: &str) -> Vec<String> {
    let sizes = item.strip_prefix(attribute).and_then(|rest| rest.strip_prefix(" = array<i64"));
    match sizes {
        Some(sizes) if !sizes.contains(&i64::MIN.to_string()) => Vec::new(),
        _ => vec![item.to_string()],
    }
}

/// An enumeration, or what stands for it among what is handed through, as the number that it has there.
fn handed_through(item: &str, attribute: &str, name: &str, cases: &str) -> Vec<String> {
    let kept = || vec![item.to_string()];
    let Some((found, value)) = item.split_once(" = ") else { return kept() };
    if found == attribute {
        let case = value.rsplit('<').next().map(|case| case.trim_end_matches('>'));
        let number = cases.split('|').position(|known| Some(known) == case);
        return number.map_or_else(kept, |number| vec![format!("{attribute} = {number}")]);
    }
    let inside = value.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
    let Some(inside) = inside.filter(|_| found == PASSTHROUGH) else { return kept() };
    let of = |entry: &String| {
        let pair = items(entry.strip_prefix('[')?.strip_suffix(']')?);
        let [key, value] = pair.as_slice() else { return None };
        (key.trim_matches('"') == name).then(|| format!("{attribute} = {}", value.trim_matches('"')))
    };
    let (moved, rest): (Vec<String>, Vec<String>) =
        items(inside).into_iter().partition(|one| of(one).is_some());
    let mut out: Vec<String> = moved.iter().filter_map(of).collect();
    if !rest.is_empty() || out.is_empty() {
        out.push(format!("{PASSTHROUGH} = [{}]", rest.join(", ")));
    }
    out
}

/// The entries of a data layout that are in the text of LLVM IR elsewhere, each by itself.
fn layout(item: &str, attribute: &str, text: &str) -> Vec<String> {
    let Some((found, value)) = item.split_once(" = ") else { return vec![item.to_string()] };
    if found == text {
        let is_moved = |part: &&str| {
            let is_width =
                part.strip_prefix('n').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            part.starts_with("m:") || is_width
        };
        let (moved, rest): (Vec<&str>, Vec<&str>) = value.trim_matches('"').split('-').partition(is_moved);
        let mut out: Vec<String> = moved.iter().map(|part| format!("layout of {part}")).collect();
        out.push(format!("{text} = \"{}\"", rest.join("-")));
        return out;
    }
    let value = spelt(value);
    let inside = value.split_once('<').and_then(|(head, inside)| Some((head, inside.strip_suffix('>')?)));
    let Some((head, inside)) = inside.filter(|_| found == attribute) else { return vec![item.to_string()] };
    let (mut out, mut rest) = (Vec::new(), Vec::new());
    for entry in items(inside) {
        if let Some(mode) = entry.strip_prefix(MANGLING) {
            out.push(format!("layout of m:{}", mode.trim_matches('"')));
        } else if let Some(widths) = entry.strip_prefix(WIDTHS).and_then(numbers) {
            let widths: Vec<String> = widths.iter().map(i64::to_string).collect();
            out.push(format!("layout of n{}", widths.join(":")));
        } else {
            rest.push(entry);
        }
    }
    out.push(format!("{attribute} = {head}<{}>", rest.join(", ")));
    out
}

/// Effects on kinds of memory, with what covers the newer kinds said of other memory.
fn covering(item: &str) -> String {
    let Some((front, rest)) = item.split_once(EFFECTS) else { return item.to_string() };
    let Some((inside, behind)) = rest.split_once('>') else { return item.to_string() };
    let kinds = items(inside);
    let effect = |kind: &str| {
        let of =
            |item: &String| Some(item.split_once(" = ")?.1.to_string()).filter(|_| item.starts_with(kind));
        kinds.iter().find_map(of).unwrap_or_default()
    };
    let is_newer = |item: &&String| !KINDS[1..].iter().any(|kind| item.starts_with(kind));
    let covered: Vec<&str> =
        kinds.iter().filter(is_newer).filter_map(|item| Some(item.split_once(" = ")?.1)).collect();
    let words =
        ["read", "write"].into_iter().filter(|word| covered.iter().any(|effect| effect.contains(word)));
    let other =
        Some(words.collect::<String>()).filter(|words| !words.is_empty()).unwrap_or_else(|| "none".into());
    let older = KINDS[1..].iter().map(|kind| format!("{kind} = {}", effect(kind)));
    let all: Vec<String> = std::iter::once(format!("other = {other}")).chain(older).collect();
    format!("{front}{EFFECTS}{}>{}", all.join(", "), covering(behind))
}

/// Sizes that an attribute lists, or that constants make, as numbers in place of operands: in one region.
fn bases(region: &mut [Block], name: &str, attribute: &str) {
    for at in 0..region.len() {
        let Some(block) = region.get_mut(at) else { continue };
        for inside in block.ops.iter_mut().flat_map(|op| &mut op.regions) {
            bases(inside, name, attribute);
        }
        let mut made = listed(&mut block.ops, name, attribute);
        // Names are this region's: elsewhere they may mean something else.
        made.retain(|made| !region.iter().any(|block| is_used(&block.ops, made)));
        if let Some(block) = region.get_mut(at) {
            block.ops.retain(|op| !op.results.first().is_some_and(|name| made.contains(name)));
        }
    }
}

/// As [`bases`], of one block; the constants that made numbers.
fn listed(ops: &mut [Op], name: &str, attribute: &str) -> Vec<String> {
    let mut found = Vec::new();
    for at in 0..ops.len() {
        let (before, rest) = ops.split_at_mut(at);
        let Some(op) = rest.first_mut().filter(|op| op.name == name && !op.operands.is_empty()) else {
            continue;
        };
        if let Some(sizes) = op.value(attribute).and_then(numbers) {
            let mut dynamic = op.operands.drain(1..).collect::<Vec<_>>().into_iter();
            let known = sizes.iter().map(|size| match *size {
                DYNAMIC => dynamic.next().unwrap_or_default(),
                size => size.to_string(),
            });
            let known: Vec<String> = known.collect();
            op.operands.extend(known);
        }
        let is_other = |item: &String| item.split(" = ").next() != Some(attribute);
        op.properties.retain(is_other);
        op.attributes.retain(is_other);
        for operand in op.operands.iter_mut().skip(1) {
            let made = before.iter().find(|made| made.results.first() == Some(operand));
            if let Some(number) = made.and_then(constant) {
                found.push(std::mem::replace(operand, number));
            }
        }
        // All are of one type, `index`.
        if let Some((known, behind)) = types(&op.types) {
            op.types = format!("({}){behind}", known.first().map_or("", String::as_str));
        }
    }
    found
}

/// The number that an operation makes.
fn constant(op: &Op) -> Option<String> {
    let value = op.value("value").filter(|_| op.name == outlast_mlir::steps::CONSTANT)?;
    value.strip_suffix(" : index").map(str::to_string)
}

fn is_used(ops: &[Op], name: &str) -> bool {
    ops.iter().any(|op| {
        op.operands.iter().any(|operand| operand == name)
            || op.regions.iter().flatten().any(|block| is_used(&block.ops, name))
    })
}

#[cfg(test)]
mod tests {
    use super::{covering, handed_through, layout};

    #[test]
    fn what_is_handed_through_is_a_number() {
        let of = |item: &str| handed_through(item, "uwtable_kind", "uwtable", "none|sync|async");
        assert_eq!(of("uwtable_kind = #llvm.uwtableKind<async>"), ["uwtable_kind = 2"]);
        assert_eq!(of("passthrough = [[\"uwtable\", \"2\"]]"), ["uwtable_kind = 2"]);
        assert_eq!(
            of("passthrough = [\"cold\", [\"uwtable\", \"1\"], [\"a\", \"b\"]]"),
            ["uwtable_kind = 1", "passthrough = [\"cold\", [\"a\", \"b\"]]"]
        );
        assert_eq!(of("passthrough = [\"cold\"]"), ["passthrough = [\"cold\"]"]);
        assert_eq!(of("passthrough = []"), ["passthrough = []"]);
        assert_eq!(of("uwtable_kind = #llvm.uwtableKind<new>"), ["uwtable_kind = #llvm.uwtableKind<new>"]);
    }

    #[test]
    fn entries_of_layouts_stand_in_a_text() {
        let of = |item: &str| layout(item, "dlti.dl_spec", "llvm.data_layout");
        let newer = "dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>, \"dlti.mangling_mode\" = \"e\", \
                     \"dlti.legal_int_widths\" = array<i32: 8, 64>>";
        let spec = "dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>>";
        assert_eq!(of(newer), ["layout of m:e", "layout of n8:64", spec]);
        let text = of("llvm.data_layout = \"e-m:e-i64:64-n8:64-ni:1-S128\"");
        assert_eq!(text, ["layout of m:e", "layout of n8:64", "llvm.data_layout = \"e-i64:64-ni:1-S128\""]);
        assert_eq!(of("sym_name = \"a\""), ["sym_name = \"a\""]);
    }

    #[test]
    fn newer_kinds_of_memory_are_other_memory() {
        let newer = "m = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = write, targetMem0 = none>";
        let older = "m = #llvm.memory_effects<other = write, argMem = read, inaccessibleMem = none>";
        assert_eq!(covering(newer), older);
        assert_eq!(covering(older), older);
        assert_eq!(covering("m = 1"), "m = 1");
    }
}
