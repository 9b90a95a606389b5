//! Values and blocks by where they are defined, instead of by where the file has them.
//!
//! `%1.3` is the fourth value that the second region around it defines, whatever stands before that region. Blocks are `^1.0` in the same way.

use std::collections::HashMap;

use super::tree::{Block, Op, Tree};

/// Renames all values and blocks of a module.
pub(super) fn number(tree: &mut Tree) {
    let mut names = HashMap::new();
    define(&mut names, &mut tree.ops, 0, &mut 0);
    uses(&names, &mut tree.ops);
}

/// Names the blocks and values of a region, and of those inside of it.
fn region(names: &mut HashMap<String, String>, blocks: &mut [Block], depth: usize) {
    let mut count = 0;
    for (at, block) in blocks.iter_mut().enumerate() {
        let named = format!("^{depth}.{at}");
        names.insert(std::mem::replace(&mut block.label, named.clone()), named);
        for (name, _) in &mut block.arguments {
            let new = format!("%{depth}.{count}");
            count += 1;
            names.insert(std::mem::replace(name, new.clone()), new);
        }
        define(names, &mut block.ops, depth, &mut count);
    }
}

/// Names the results of operations.
fn define(names: &mut HashMap<String, String>, all: &mut [Op], depth: usize, count: &mut usize) {
    for op in all {
        for result in &mut op.results {
            let (name, many) =
                result.split_once(':').map_or((result.as_str(), ""), |(name, many)| (name, many));
            let new = format!("%{depth}.{count}");
            *count += 1;
            let printed = if many.is_empty() { new.clone() } else { format!("{new}:{many}") };
            names.insert(name.to_string(), new);
            *result = printed;
        }
        for blocks in &mut op.regions {
            region(names, blocks, depth + 1);
        }
    }
}

/// Names what is used.
fn uses(names: &HashMap<String, String>, all: &mut [Op]) {
    for op in all {
        for name in op.operands.iter_mut().chain(&mut op.successors) {
            let (plain, part) =
                name.split_once('#').map_or((name.as_str(), ""), |(plain, part)| (plain, part));
            match names.get(plain) {
                Some(found) if part.is_empty() => *name = found.clone(),
                Some(found) => *name = format!("{found}#{part}"),
                None => {}
            }
        }
        op.regions.iter_mut().flatten().for_each(|block| uses(names, &mut block.ops));
    }
}

#[cfg(test)]
mod tests {
    use outlast_mlir::parse::parse_printed;

    use super::number;
    use crate::tools::mlir::tree::{Tree, tree};

    fn numbered(text: &str) -> Tree {
        let mut tree = tree(&parse_printed(text).unwrap()).unwrap();
        number(&mut tree);
        tree
    }

    #[test]
    fn names_of_values_tell_nothing() {
        let text = |a: &str, b: &str, c: &str| {
            format!(
                "\"f\"() ({{\n^bb0({a}: i8):\n  {b}:2 = \"o\"({c}#1)[^bb7] ({{\n    %9:2 = \"i\"({a}, {b}#0) : (i8, i8) -> (i8, i8)\n  }}) : (i8) -> (i8, i8)\n\
                 ^bb7:\n  {c}:2 = \"c\"({b}#1) : (i8) -> (i8, i8)\n}}) : () -> ()\n"
            )
        };
        let one = numbered(&text("%arg0", "%0", "%1"));
        assert_eq!(one, numbered(&text("%arg9", "%20", "%21")));
        let block = &one.ops[0].regions[0][0];
        assert_eq!(block.arguments[0].0, "%1.0");
        assert_eq!(block.ops[0].line(), "%1.1:2 = \"o\"(%1.2#1)[^1.1] : (i8) -> (i8, i8)");
        assert_eq!(
            block.ops[0].regions[0][0].ops[0].line(),
            "%2.0:2 = \"i\"(%1.0, %1.1#0) : (i8, i8) -> (i8, i8)"
        );
    }

    #[test]
    fn another_operand_is_another_name() {
        let text = |used: &str| {
            format!("%0 = \"a\"() : () -> i8\n%1 = \"b\"() : () -> i8\n\"c\"({used}) : (i8) -> ()\n")
        };
        assert_ne!(numbered(&text("%0")), numbered(&text("%1")));
    }
}
