//! Values and blocks by where they are defined, instead of by the names that a release prints.
//!
//! `%1.3` is the fourth value that the second region around it defines, whatever it was called: releases before 19 number values anew in
//! every isolated operation, and later ones do not. Blocks are `^1.0` in the same way.

use std::collections::HashMap;

use super::tree::{Block, Op, Tree};

/// What each name means in one region.
#[derive(Default)]
struct Scope {
    names: HashMap<String, String>,
}

/// Renames all values and blocks of a text.
pub(super) fn number(tree: &mut Tree) {
    let mut scopes = vec![Scope::default()];
    define(&mut scopes, &mut tree.ops, 0, &mut 0);
    ops(&mut scopes, &mut tree.ops);
}

fn ops(scopes: &mut Vec<Scope>, all: &mut [Op]) {
    for op in all {
        let renamed = |name: &mut String| *name = meant(scopes, name);
        op.operands.iter_mut().for_each(renamed);
        op.successors.iter_mut().for_each(renamed);
        for blocks in &mut op.regions {
            scopes.push(Scope::default());
            region(scopes, blocks);
            scopes.pop();
        }
    }
}

fn region(scopes: &mut Vec<Scope>, blocks: &mut [Block]) {
    let depth = scopes.len() - 1;
    let mut count = 0;
    for (at, block) in blocks.iter_mut().enumerate() {
        let named = format!("^{depth}.{at}");
        if let (Some(label), Some(scope)) = (&block.label, scopes.last_mut()) {
            scope.names.insert(label.clone(), named.clone());
        }
        // A first block has a label where it has arguments, or nothing else.
        block.label = Some(named);
        for (name, _) in &mut block.arguments {
            let new = format!("%{depth}.{count}");
            count += 1;
            if let Some(scope) = scopes.last_mut() {
                scope.names.insert(std::mem::replace(name, new.clone()), new);
            }
        }
        define(scopes, &mut block.ops, depth, &mut count);
    }
    for block in blocks {
        ops(scopes, &mut block.ops);
    }
}

/// Gives names to the results of operations.
fn define(scopes: &mut [Scope], all: &mut [Op], depth: usize, count: &mut usize) {
    for op in all {
        for result in &mut op.results {
            let (name, many) =
                result.split_once(':').map_or((result.as_str(), ""), |(name, many)| (name, many));
            let new = format!("%{depth}.{count}");
            *count += 1;
            let printed = if many.is_empty() { new.clone() } else { format!("{new}:{many}") };
            if let Some(scope) = scopes.last_mut() {
                scope.names.insert(name.to_string(), new);
            }
            *result = printed;
        }
    }
}

/// What a name means: the innermost of that name.
fn meant(scopes: &[Scope], name: &str) -> String {
    let (plain, part) = name.split_once('#').map_or((name, ""), |(plain, part)| (plain, part));
    let found = scopes.iter().rev().find_map(|scope| scope.names.get(plain));
    match (found, part.is_empty()) {
        (None, _) => name.to_string(),
        (Some(found), true) => found.clone(),
        (Some(found), false) => format!("{found}#{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::number;
    use crate::tools::mlir::tree::{Tree, parse};

    fn numbered(text: &str) -> Tree {
        let mut tree = parse(text).unwrap();
        number(&mut tree);
        tree
    }

    #[test]
    fn names_of_values_tell_nothing() {
        let text = |a: &str, b: &str, c: &str| {
            format!(
                "\"f\"() ({{\n^bb0({a}: i8):\n  {b}:2 = \"o\"({c}#1)[^bb7] ({{\n    {c}:2 = \"i\"({a}, {b}#0) : () -> ()\n  }}) : () -> ()\n\
                 ^bb7:\n  {c}:2 = \"c\"({b}#1) : () -> ()\n}}) : () -> ()\n"
            )
        };
        let one = numbered(&text("%arg0", "%0", "%1"));
        assert_eq!(one, numbered(&text("%arg9", "%20", "%21")));
        let block = &one.ops[0].regions[0][0];
        assert_eq!(block.arguments[0].0, "%1.0");
        assert_eq!(block.ops[0].line(), "%1.1:2 = \"o\"(%1.2#1)[^1.1] : () -> ()");
        assert_eq!(block.ops[0].regions[0][0].ops[0].line(), "%2.0:2 = \"i\"(%1.0, %1.1#0) : () -> ()");
    }

    #[test]
    fn another_operand_is_another_name() {
        let text = |used: &str| {
            format!("%0 = \"a\"() : () -> i8\n%1 = \"b\"() : () -> i8\n\"c\"({used}) : (i8) -> ()\n")
        };
        assert_ne!(numbered(&text("%0")), numbered(&text("%1")));
    }
}
