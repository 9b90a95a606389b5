//! Two modules compared, operation by operation.

use std::collections::{BTreeMap, BTreeSet};

use super::groups;
use super::normalize::attributes;
use super::release::Pair;
use super::tree::{Block, Op, Tree};
use super::values::same;
use crate::tools::lines::both;

/// A difference, and what the original promises that the other release does not know.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub(super) difference: Option<String>,
    /// Names of promises, and how often each is left out.
    pub(super) lost: BTreeMap<String, usize>,
}

/// Compares the original and what was made of it.
pub(super) fn modules(original: &Tree, converted: &Tree, pair: &Pair) -> Compared {
    let mut compared = Compared::default();
    let difference = ops(&original.ops, &converted.ops, pair, &mut compared.lost);
    compared.difference = difference.or_else(|| resources(&original.resources, &converted.resources));
    compared
}

/// Bulk data by name, which releases list in other orders.
fn resources(original: &BTreeSet<String>, converted: &BTreeSet<String>) -> Option<String> {
    let missing = original.difference(converted).next();
    let new = converted.difference(original).next();
    match (missing, new) {
        (None, None) => None,
        (missing, new) => Some(both(missing.map_or("", String::as_str), new.map_or("", String::as_str))),
    }
}

type Lost = BTreeMap<String, usize>;

fn ops(original: &[Op], converted: &[Op], pair: &Pair, lost: &mut Lost) -> Option<String> {
    for (one, other) in original.iter().zip(converted) {
        if let Some(found) = op(one, other, pair, lost) {
            return Some(found);
        }
    }
    let shorter = original.len().min(converted.len());
    match (original.get(shorter), converted.get(shorter)) {
        (None, None) => None,
        (Some(op), _) => Some(format!("`{}` is missing", cut(&op.line()))),
        (None, Some(op)) => Some(format!("`{}` is new", cut(&op.line()))),
    }
}

fn cut(line: &str) -> String {
    line.chars().take(160).collect()
}

fn op(one: &Op, other: &Op, pair: &Pair, lost: &mut Lost) -> Option<String> {
    let name = &one.name;
    let differs = || Some(format!("{name}: {}", both(&one.line(), &other.line())));
    let is_alike =
        one.name == other.name && one.results == other.results && one.successors == other.successors;
    let groups = groups::same_operands(one, other, pair);
    if is_alike && groups == Some(false) {
        return Some(format!("{name}: operands by their groups: {}", both(&one.line(), &other.line())));
    }
    let operands = groups.unwrap_or_else(|| one.operands == other.operands && same_types(one, other));
    if !is_alike || !operands {
        return differs();
    }
    if let Some(name) = attributes::difference((one, other), groups.is_some(), pair, lost) {
        return Some(format!("{}: {name}: {}", one.name, both(&one.line(), &other.line())));
    }
    let [first, second] = [one, other].map(|op| op.regions.len());
    if first != second {
        return Some(format!("{}: {first} regions became {second}", cut(&one.line())));
    }
    one.regions.iter().zip(&other.regions).find_map(|(one, other)| region(one, other, pair, lost))
}

/// Whether operands and results have the same types, in whatever spelling.
fn same_types(one: &Op, other: &Op) -> bool {
    all_same(&one.operand_types, &other.operand_types) && all_same(&one.result_types, &other.result_types)
}

/// Whether texts are the same, each as another, in whatever spelling.
pub(super) fn all_same(first: &[String], second: &[String]) -> bool {
    first.len() == second.len() && first.iter().zip(second).all(|(one, other)| same(one, other))
}

fn region(original: &[Block], converted: &[Block], pair: &Pair, lost: &mut Lost) -> Option<String> {
    for (one, other) in original.iter().zip(converted) {
        let types = |block: &Block| block.arguments.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>();
        let (first, second) = (types(one), types(other));
        if !all_same(&first, &second) {
            let shown = |types: &[String]| format!("block of ({})", types.join(", "));
            return Some(both(&shown(&first), &shown(&second)));
        }
        if let Some(found) = ops(&one.ops, &other.ops, pair, lost) {
            return Some(found);
        }
    }
    let shorter = original.len().min(converted.len());
    let first =
        |block: &Block| block.ops.first().map_or("a block".into(), |op| format!("`{}`", cut(&op.line())));
    match (original.get(shorter), converted.get(shorter)) {
        (None, None) => None,
        (Some(block), _) => Some(format!("{} is missing", first(block))),
        (None, Some(block)) => Some(format!("{} is new", first(block))),
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::Did;
    use crate::tools::mlir::cases::module;

    fn meaning((older, from): (&str, u32), (newer, to): (&str, u32)) -> Did {
        crate::tools::mlir::meaning((&module(older), from), (&module(newer), to))
    }

    /// Whether lines of 19 and of 22 mean the same, and what is said of it.
    fn of_19_and_22(older: &str, newer: &str) -> (bool, String) {
        match meaning((older, 19), (newer, 22)) {
            Did::Same(said) => (true, said.unwrap_or_default()),
            Did::Other(said) => (false, said),
            did => (false, format!("{did:?}")),
        }
    }

    fn same(older: &str, newer: &str) {
        let (is_same, said) = of_19_and_22(older, newer);
        assert!(is_same, "{said}");
    }

    fn differs(older: &str, newer: &str, part: &str) {
        let (is_same, said) = of_19_and_22(older, newer);
        assert!(!is_same && said.contains(part), "{said}");
    }

    const VALUES: &str = "%0:2 = \"t.values\"() : () -> (i32, i32)\n";

    #[test]
    fn what_is_the_same_is_the_same_by_any_name() {
        same("%7 = \"tensor.pack\"(%6) : (i32) -> i32", "%0 = \"linalg.pack\"(%6) : (i32) -> i32");
        same(
            "\"omp.critical.declare\"() <{hint_val = 1 : i64, sym_name = \"a\"}> : () -> ()",
            "\"omp.critical.declare\"() <{hint = 1 : i64, sym_name = \"a\"}> : () -> ()",
        );
        let default = "\"nvvm.redux.sync\"() <{abs = false, kind = 1 : i32}> : () -> ()";
        same("\"nvvm.redux.sync\"() <{kind = 1 : i32}> : () -> ()", default);
        differs(
            "\"nvvm.redux.sync\"() <{kind = 1 : i32}> : () -> ()",
            &default.replace("false", "true"),
            "abs",
        );
    }

    #[test]
    fn flags_are_numbers_or_words() {
        let older = |flags: &str| {
            format!(
                "{VALUES}%1 = \"llvm.add\"(%0#0, %0#1) <{{overflowFlags = #llvm.overflow<{flags}>}}> : (i32, i32) -> i32"
            )
        };
        let newer = |flags: i32| {
            format!(
                "{VALUES}%1 = \"llvm.add\"(%0#0, %0#1) <{{overflowFlags = {flags} : i32}}> : (i32, i32) -> i32"
            )
        };
        same(&older("nsw"), &newer(1));
        same(&older("nsw, nuw"), &newer(3));
        same(&older("none"), &newer(0));
        // What keeps them as an attribute prints them in words, too.
        assert_eq!(meaning((&older("nsw"), 18), (&newer(1), 22)), Did::Same(None));
        differs(&older("nsw"), &newer(0), "overflowFlags");
        differs(&older("nsw"), &newer(2), "overflowFlags");
    }

    #[test]
    fn promises_that_a_release_does_not_know_are_told() {
        let line = |more: &str| format!("{VALUES}%1 = \"llvm.or\"(%0#0, %0#1) {more}: (i32, i32) -> i32");
        let promised = line("<{isDisjoint}> ");
        let down = meaning((&promised, 22), (&line(""), 19));
        assert!(matches!(&down, Did::Same(Some(said)) if said.contains("1 isDisjoint")), "{down:?}");
        // What the original does not promise, nobody may.
        differs(&line(""), &promised, "isDisjoint");
        // What both know is no promise that may go.
        let add = |more: &str| format!("{VALUES}%1 = \"arith.addi\"(%0#0, %0#1) {more}: (i32, i32) -> i32");
        let flag = "<{overflowFlags = #arith.overflow<nsw>}> ";
        differs(&add(flag), &add(""), "overflowFlags");
    }

    #[test]
    fn symbols_have_their_name_by_their_trait() {
        let named = |more: &str| format!("\"gpu.module\"() {more} : () -> ()");
        let (older, newer) = (named("{sym_name = \"k\"}"), named("<{sym_name = \"k\"}>"));
        assert_eq!(meaning((&older, 18), (&newer, 22)), Did::Same(None));
    }

    #[test]
    fn numbers_in_lists_are_given_anew() {
        let loops = |kind: u32| format!("\"affine.parallel\"() <{{reductions = [{kind}]}}> : () -> ()");
        assert_eq!(meaning((&loops(3), 18), (&loops(4), 22)), Did::Same(None));
        assert!(matches!(meaning((&loops(3), 18), (&loops(3), 22)), Did::Other(_)));
    }

    #[test]
    fn what_a_release_means_where_nothing_is_said() {
        let ceil = |more: &str| format!("%0 = \"math.ceil\"(%1) {more}: (f64) -> f64");
        let none = ceil("<{fastmath = #arith.fastmath<none>}> ");
        assert_eq!(meaning((&none, 17), (&ceil(""), 21)), Did::Same(None));
        let fast = none.replace("none", "fast");
        assert!(matches!(meaning((&fast, 17), (&ceil(""), 21)), Did::Other(_)));
        let barrier =
            "\"nvvm.barrier\"() <{aligned = true, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()";
        assert_eq!(meaning(("\"nvvm.barrier\"() : () -> ()", 17), (barrier, 23)), Did::Same(None));
        let other = barrier.replace("true", "false");
        assert!(matches!(meaning(("\"nvvm.barrier\"() : () -> ()", 17), (&other, 23)), Did::Other(_)));
    }

    #[test]
    fn what_code_takes_for_its_own_stands_anywhere() {
        let newer =
            "\"gpu.func\"() <{kernel, workgroup_attributions = 1 : i64}> {sym_name = \"run\"} : () -> ()";
        let older =
            "\"gpu.func\"() {gpu.kernel, workgroup_attributions = 1 : i64, sym_name = \"run\"} : () -> ()";
        assert_eq!(meaning((newer, 23), (older, 18)), Did::Same(None));
        let global = "\"spirv.GlobalVariable\"() <{sym_name = \"id\"}> {built_in = \"Position\"} : () -> ()";
        let newer = "\"spirv.GlobalVariable\"() <{built_in = \"Position\", sym_name = \"id\"}> : () -> ()";
        assert_eq!(meaning((global, 21), (newer, 22)), Did::Same(None));
        // The tool has no such dialect.
        let property = "\"vcix.v.sv\"() <{opcode = 3 : i32}> : () -> ()";
        let attribute = "\"vcix.v.sv\"() {opcode = 3 : i32} : () -> ()";
        assert_eq!(meaning((property, 19), (attribute, 22)), Did::Same(None));
        let known = |text: &str| text.replace("vcix.v.sv", "arith.cmpi").replace("opcode", "predicate");
        assert!(matches!(meaning((&known(property), 19), (&known(attribute), 22)), Did::Other(_)));
    }

    #[test]
    fn groups_are_called_otherwise_in_other_releases() {
        let data = |sizes: &str| {
            format!(
                "{VALUES}\"omp.target_data\"(%0#0) <{{operandSegmentSizes = array<i32: {sizes}>}}> : (i32) -> ()"
            )
        };
        let older = data("0, 0, 0, 0, 1");
        assert_eq!(meaning((&older, 19), (&data("0, 0, 1, 0, 0"), 21)), Did::Same(None));
        assert!(matches!(meaning((&older, 19), (&older, 21)), Did::Other(_)));
    }

    #[test]
    fn what_llvm_16_spells_otherwise_is_the_same() {
        let (older, newer) =
            ("\"foo.\"() : () -> vector<[4x4]xf32>", "\"foo\"() : () -> vector<[4]x[4]xf32>");
        assert_eq!(meaning((newer, 19), (older, 16)), Did::Same(None));
    }

    #[test]
    fn operands_are_compared_by_their_groups() {
        let line = |operands: &str, sizes: &str, types: &str| {
            format!(
                "{VALUES}\"omp.parallel\"({operands}) <{{operandSegmentSizes = array<i32: {sizes}>}}> : ({types}) -> ()"
            )
        };
        let part = "operands by their groups";
        let older = line("%0#0, %0#1", "1, 1, 0, 0, 0, 0", "i32, i32");
        same(&older, &line("%0#0, %0#1", "0, 0, 1, 1, 0, 0", "i32, i32"));
        differs(&older, &line("%0#1, %0#0", "0, 0, 1, 1, 0, 0", "i32, i32"), part);
        // The same sizes are of other groups.
        differs(&older, &older, part);
    }

    #[test]
    fn what_is_altered_is_found() {
        let line =
            "%1 = \"arith.constant\"() <{value = 42 : i32}> : () -> i32\n\"t.use\"(%1) {word} : (i32) -> ()";
        same(line, line);
        differs(line, &line.replace("42", "43"), "value");
        differs(line, &line.replace(" {word}", ""), "word");
        differs(line, &line.replace("t.use", "t.other"), "t.other");
        differs(line, &line.replace("42 : i32", "42 : i64"), "value");
        differs(line, &line.replace(") -> ()", ") -> i32"), "i32");
        differs(line, line.lines().next().unwrap(), "is missing");
        differs(line, &format!("{line}\n\"t.more\"() : () -> ()"), "is new");
    }

    #[test]
    fn what_is_of_no_generic_form_is_not_compared() {
        let did = meaning(("func.func @f()", 19), ("func.func @g()", 19));
        assert!(matches!(did, Did::NotAsked(why) if why.contains("the name of an operation")));
    }
}
