//! The generic form that `mlir-opt` prints, as operations, blocks and regions.
//!
//! Each operation stands on one line, or on several where it has regions:
//!
//! ```text
//! %0:2 = "d.op"(%a, %b)[^bb1] <{property = 1 : i32}> ({
//! ^bb0(%arg0: i32):
//!   "d.end"() : () -> ()
//! }, {
//! }) {attribute} : (i32, i32) -> (i32, i32)
//! ```

use super::text::{items, last_of_string, matching};
use super::values::angle;

/// Regions in regions that are followed; what mlir-opt itself reads is less deep.
const DEEPEST: usize = 2000;

/// An operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Op {
    /// The names of its results: `%0`, or `%0:2` for two.
    pub(super) results: Vec<String>,
    pub(super) name: String,
    pub(super) operands: Vec<String>,
    pub(super) successors: Vec<String>,
    /// What stands in `<{…}>`: `name = value`, or a name alone.
    pub(super) properties: Vec<String>,
    /// What stands in `{…}`.
    pub(super) attributes: Vec<String>,
    pub(super) regions: Vec<Vec<Block>>,
    /// `(i32, i32) -> i32`.
    pub(super) types: String,
}

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    /// Its label, where the text has one.
    pub(super) label: Option<String>,
    /// Arguments and their types.
    pub(super) arguments: Vec<(String, String)>,
    pub(super) ops: Vec<Op>,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) ops: Vec<Op>,
    /// Lines behind the operations: bulk data by name.
    pub(super) rest: Vec<String>,
}

/// Reads a text; the error is the line that is not of this form.
pub(super) fn parse(text: &str) -> Result<Tree, String> {
    let mut tree = Tree::default();
    // Operations that are open, each with the region that is read as its last one.
    let mut open: Vec<Op> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let shown = || format!("`{}` is not of the generic form", line.chars().take(80).collect::<String>());
        let found = line.trim();
        if found.is_empty() {
            continue;
        }
        if open.is_empty() && found.starts_with("{-#") {
            tree.rest.extend(std::iter::once(line).chain(lines.by_ref()).map(str::to_string));
            break;
        }
        if found == "}, {" {
            open.last_mut().ok_or_else(shown)?.regions.push(vec![Block::default()]);
        } else if let Some(behind) = found.strip_prefix("})") {
            let mut op = open.pop().ok_or_else(shown)?;
            op.end(behind).ok_or_else(shown)?;
            op.regions.iter_mut().for_each(without_empty);
            place(&mut tree, &mut open, op).ok_or_else(shown)?;
        } else if found.starts_with('^') {
            let block = label(found).ok_or_else(shown)?;
            let region = open.last_mut().and_then(|op| op.regions.last_mut()).ok_or_else(shown)?;
            region.push(block);
        } else {
            let (mut op, behind) = head(found).ok_or_else(shown)?;
            if behind == " ({" {
                op.regions.push(vec![Block::default()]);
                open.push(op);
                if open.len() > DEEPEST {
                    return Err(format!("more than {DEEPEST} regions in each other"));
                }
            } else {
                op.end(behind).ok_or_else(shown)?;
                place(&mut tree, &mut open, op).ok_or_else(shown)?;
            }
        }
    }
    match open.last() {
        None => Ok(tree),
        Some(op) => Err(format!("the text ends inside of `{}`", op.name)),
    }
}

/// The first block of a region has no label where nothing needs one; it is not there at all in a region that is empty, or begins with a label.
fn without_empty(region: &mut Vec<Block>) {
    let is_empty = |block: &Block| block.label.is_none() && block.ops.is_empty();
    if region.first().is_some_and(is_empty) {
        region.remove(0);
    }
}

fn place(tree: &mut Tree, open: &mut [Op], op: Op) -> Option<()> {
    match open.last_mut() {
        Some(around) => around.regions.last_mut()?.last_mut()?.ops.push(op),
        None => tree.ops.push(op),
    }
    Some(())
}

/// `^bb0(%arg0: i32, %arg1: f32):`
fn label(line: &str) -> Option<Block> {
    let line = line.split("  // ").next()?.trim_end().strip_suffix(':')?;
    let (name, arguments) = match line.split_once('(') {
        Some((name, arguments)) => (name, items(arguments.strip_suffix(')')?)),
        None => (line, Vec::new()),
    };
    let part = |item: String| item.split_once(':').map(|(name, ty)| (name.into(), ty.trim().to_string()));
    let arguments = arguments.into_iter().map(part).collect::<Option<_>>()?;
    Some(Block { label: Some(name.to_string()), arguments, ops: Vec::new() })
}

/// An operation up to its properties, and what stands behind.
fn head(line: &str) -> Option<(Op, &str)> {
    let mut op = Op::default();
    let mut rest = line;
    if line.starts_with('%') {
        let (results, behind) = line.split_once(" = ")?;
        op.results = items(results);
        rest = behind;
    }
    let end = rest.strip_prefix('"').map(|_| last_of_string(rest, 0))?;
    op.name = rest.get(1..end)?.to_string();
    rest = rest.get(end + 1..)?;
    (op.operands, rest) = bracket(rest, '(')?;
    if rest.starts_with('[') {
        (op.successors, rest) = bracket(rest, '[')?;
    }
    if let Some(behind) = rest.strip_prefix(" <").filter(|behind| !behind.starts_with('{')) {
        // Properties that are no dictionary: a reader that took something else for them.
        let end = angle(rest, 1)?;
        op.properties.push(behind.get(..end.checked_sub(3)?)?.to_string());
        rest = rest.get(end..)?;
    } else if let Some(behind) = rest.strip_prefix(" <") {
        let (properties, behind) = bracket(behind, '{')?;
        op.properties = properties;
        rest = behind.strip_prefix('>')?;
    }
    Some((op, rest))
}

/// What stands in a bracket, and behind it.
fn bracket(text: &str, open: char) -> Option<(Vec<String>, &str)> {
    let end = text.starts_with(open).then(|| matching(text, 0))?;
    Some((items(text.get(1..end.checked_sub(1)?)?), text.get(end..)?))
}

impl Op {
    /// Attributes and types behind an operation.
    fn end(&mut self, text: &str) -> Option<()> {
        let mut rest = text;
        if let Some(behind) = rest.strip_prefix(' ').filter(|behind| behind.starts_with('{')) {
            (self.attributes, rest) = bracket(behind, '{')?;
        }
        self.types = rest.strip_prefix(" : ")?.to_string();
        Some(())
    }

    /// An item of its properties or attributes.
    pub(super) fn value<'o>(&'o self, name: &str) -> Option<&'o str> {
        let of = |item: &'o String| {
            let (found, value) = item.split_once(" = ").unwrap_or((item, ""));
            (found == name).then_some(value)
        };
        self.properties.iter().chain(&self.attributes).find_map(of)
    }

    /// Its first line, without regions.
    pub(super) fn line(&self) -> String {
        let mut out = String::new();
        if !self.results.is_empty() {
            out.push_str(&format!("{} = ", self.results.join(", ")));
        }
        out.push_str(&format!("\"{}\"({})", self.name, self.operands.join(", ")));
        if !self.successors.is_empty() {
            out.push_str(&format!("[{}]", self.successors.join(", ")));
        }
        if !self.properties.is_empty() {
            out.push_str(&format!(" <{{{}}}>", self.properties.join(", ")));
        }
        if !self.attributes.is_empty() {
            out.push_str(&format!(" {{{}}}", self.attributes.join(", ")));
        }
        out.push_str(&format!(" : {}", self.types));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    const TEXT: &str = r#""builtin.module"() ({
  "func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: tuple<i32, f32>):
    %0:2 = "d.op"(%arg0, %arg0) <{a = ">]", b = affine_map<(d0) -> (d0)>}> {c, "d.e" = [1, 2]} : (i32, i32) -> (i32, i32)
    "d.br"(%0#1)[^bb1] : (i32) -> ()
  ^bb1(%1: i32):  // pred: ^bb0
    "d.both"() ({
    }, {
      "d.end"() : () -> ()
    }) {x = 1 : i8} : () -> ()
  }) : () -> ()
}) : () -> ()

{-#
  dialect_resources: {
  }
#-}
"#;

    #[test]
    fn a_text_of_all_parts() {
        let tree = parse(TEXT).unwrap();
        assert_eq!(tree.rest.len(), 4);
        let function = &tree.ops[0].regions[0][0].ops[0];
        assert_eq!(function.value("sym_name"), Some("\"f\""));
        let body = &function.regions[0];
        assert_eq!(body.len(), 2);
        assert_eq!(body[0].arguments[1], ("%arg1".into(), "tuple<i32, f32>".into()));
        let op = &body[0].ops[0];
        assert_eq!((op.results.as_slice(), op.operands.len()), (["%0:2".to_string()].as_slice(), 2));
        assert_eq!(op.properties, [r#"a = ">]""#, "b = affine_map<(d0) -> (d0)>"]);
        assert_eq!(op.attributes, ["c", "\"d.e\" = [1, 2]"]);
        assert_eq!(body[0].ops[1].successors, ["^bb1"]);
        let both = &body[1].ops[0];
        assert_eq!((both.regions[0].len(), both.regions[1].len()), (0, 1));
        assert_eq!(both.line(), "\"d.both\"() {x = 1 : i8} : () -> ()");
    }

    #[test]
    fn properties_that_are_no_dictionary() {
        let tree = parse("%0 = \"t.op\"(%1) <\"a>\"> {b} : (i8) -> i8\n").unwrap();
        assert_eq!(tree.ops[0].properties, ["\"a>\""]);
        assert_eq!(tree.ops[0].attributes, ["b"]);
    }

    #[test]
    fn what_is_not_of_the_form_is_said() {
        assert!(parse("func.func @f()\n").unwrap_err().contains("func.func"));
        assert!(parse("\"a.b\"() ({\n").unwrap_err().contains("inside of `a.b`"));
        assert!(parse("}) : () -> ()\n").is_err() && parse("\"a.b\"(\n").is_err());
    }
}
