//! A module as operations, blocks and regions that can be changed, so that two releases' are brought to one form: made from what the library has read.

use std::collections::BTreeSet;

use outlast_mlir::ir::{OperandTypes, ValueOwners};
use outlast_mlir::named_attributes::{Named, as_printed};
use outlast_mlir::print::Snippets;
use outlast_mlir::tables::{Resource, ResourceValue};
use outlast_mlir::{BlockId, Module, OpId, TypeId};

/// Regions in regions that are followed; what mlir-opt itself reads is less deep.
const DEEPEST: usize = 500;
/// In whose spelling attributes and types are compared.
const SPELLING: &[u8] = b"MLIR22.1.8";

/// An operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Op {
    /// What its results are called: `%0`, or `%0:2` for two.
    pub(super) results: Vec<String>,
    pub(super) name: String,
    pub(super) operands: Vec<String>,
    pub(super) successors: Vec<String>,
    /// What stands in `<{…}>`: `name = value`, or a name alone.
    pub(super) properties: Vec<String>,
    /// What stands in `{…}`.
    pub(super) attributes: Vec<String>,
    pub(super) regions: Vec<Vec<Block>>,
    pub(super) operand_types: Vec<String>,
    pub(super) result_types: Vec<String>,
}

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) label: String,
    /// Arguments and their types.
    pub(super) arguments: Vec<(String, String)>,
    pub(super) ops: Vec<Op>,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) ops: Vec<Op>,
    /// Bulk data by name.
    pub(super) resources: BTreeSet<String>,
}

/// The operations of a module; the error says what of it is too much.
pub(super) fn tree(module: &Module<'_>) -> Result<Tree, String> {
    let mut reader = Reader {
        module,
        owners: module.ir.value_owners(),
        types: module.ir.operand_types(),
        texts: Snippets::new(&module.tables, SPELLING),
    };
    let top = module.ir.ops().next();
    let ops = top.map(|top| reader.op(top, &[], 0)).into_iter().collect::<Result<_, _>>()?;
    let groups = &module.tables.resources;
    let all = groups.dialects.iter().flat_map(|group| &group.members);
    let all = all.chain(groups.external.iter().flat_map(|group| &group.members));
    Ok(Tree { ops, resources: all.map(|resource| bulk(module, resource)).collect() })
}

/// A resource, as a line.
fn bulk(module: &Module<'_>, resource: &Resource<'_>) -> String {
    let text = |id| String::from_utf8_lossy(module.tables.string(id)).into_owned();
    let value = match &resource.value {
        ResourceValue::Declared(_) => String::new(),
        ResourceValue::Blob { alignment, data, .. } => {
            let hex: String = data.iter().map(|byte| format!("{byte:02X}")).collect();
            format!("\"0x{hex}\", aligned to {alignment}")
        }
        ResourceValue::Bool(value) => (*value != 0).to_string(),
        ResourceValue::String(id) => format!("{:?}", text(*id)),
    };
    format!("{}: {value}", text(resource.key))
}

/// Reads operations.
struct Reader<'m> {
    module: &'m Module<'m>,
    owners: ValueOwners,
    types: OperandTypes,
    texts: Snippets<'m>,
}

impl Reader<'_> {
    /// An operation in a region of these blocks.
    fn op(&mut self, id: OpId, around: &[BlockId], depth: usize) -> Result<Op, String> {
        if depth > DEEPEST {
            return Err(format!("more than {DEEPEST} regions in each other"));
        }
        let module = self.module;
        let ir = &module.ir;
        let name = String::from_utf8_lossy(&module.tables.op_name(ir.name(id))).into_owned();
        let (properties, attributes) = as_printed(&module.tables, ir, id);
        let successor = |place: &u32| {
            let block = usize::try_from(*place).ok().and_then(|place| around.get(place));
            block.map_or_else(String::new, |block| label(*block))
        };
        let successors = ir.successors(id).iter().map(successor).collect();
        let types: Vec<Option<TypeId>> = self.types.operands(ir, id).collect();
        let operands = (0..types.len()).map(|at| self.value(id, at)).collect();
        let operand_types = types
            .into_iter()
            .map(|ty| ty.map_or_else(|| Ok(String::new()), |ty| self.ty(ty)))
            .collect::<Result<_, _>>()?;
        let result_types =
            ir.results(id).iter().map(|ty| self.ty(*ty)).collect::<Result<Vec<String>, _>>()?;
        let mut regions = Vec::new();
        for region in ir.regions(id) {
            let all: Vec<BlockId> = ir.blocks(region).collect();
            let blocks = all.iter().map(|block| self.block(*block, &all, depth + 1));
            regions.push(blocks.collect::<Result<_, _>>()?);
        }
        Ok(Op {
            results: match result_types.len() {
                0 => Vec::new(),
                1 => vec![format!("%{}", id.0)],
                count => vec![format!("%{}:{count}", id.0)],
            },
            properties: self.items(properties)?,
            attributes: self.items(attributes)?,
            name,
            operands,
            successors,
            regions,
            operand_types,
            result_types,
        })
    }

    fn block(&mut self, id: BlockId, around: &[BlockId], depth: usize) -> Result<Block, String> {
        let module = self.module;
        let ir = &module.ir;
        let argument =
            |(at, ty): (usize, TypeId)| Ok::<_, String>((format!("%b{}.{at}", id.0), self.ty(ty)?));
        let arguments = ir.args(id).iter().map(|arg| arg.ty).enumerate().map(argument);
        let arguments = arguments.collect::<Result<_, _>>()?;
        let ops = ir.block_ops(id).map(|op| self.op(op, around, depth)).collect::<Result<_, _>>()?;
        Ok(Block { label: label(id), arguments, ops })
    }

    /// What an operand is called.
    fn value(&self, op: OpId, operand: usize) -> String {
        let Some(owner) = self.owners.owner(&self.module.ir, op, operand) else { return String::new() };
        match (owner.op, owner.argument) {
            (Some(of), _) if self.module.ir.results(of).len() == 1 => format!("%{}", of.0),
            (Some(of), _) => format!("%{}#{}", of.0, owner.result),
            (None, Some((block, at))) => format!("%b{}.{at}", block.0),
            (None, None) => String::new(),
        }
    }

    fn ty(&mut self, ty: TypeId) -> Result<String, String> {
        self.texts.whole_type(ty).ok_or_else(|| TOO_LONG.to_string())
    }

    fn items(&mut self, named: Named) -> Result<Vec<String>, String> {
        let mut items = Vec::new();
        for (name, attr) in named {
            let value = self.texts.whole_attr(attr).ok_or_else(|| TOO_LONG.to_string())?;
            items.push(match (name.as_str(), value.as_str()) {
                ("", value) => value.to_string(),
                (name, "unit") => name.to_string(),
                (name, value) => format!("{name} = {value}"),
            });
        }
        Ok(items)
    }
}

const TOO_LONG: &str = "attributes or types have more text than is compared";

fn label(block: BlockId) -> String {
    format!("^{}", block.0)
}

impl Op {
    /// An item of its properties or attributes.
    pub(super) fn value<'o>(&'o self, name: &str) -> Option<&'o str> {
        let named = |item: &'o String| {
            let (found, value) = item.split_once(" = ").unwrap_or((item, ""));
            (found == name).then_some(value)
        };
        self.properties.iter().chain(&self.attributes).find_map(named)
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
        let results = match self.result_types.as_slice() {
            [one] if !one.starts_with('(') => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        out.push_str(&format!(" : ({}) -> {results}", self.operand_types.join(", ")));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::tree;
    use outlast_mlir::parse::parse_printed;

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
"#;

    #[test]
    fn a_module_of_all_parts() {
        let module = parse_printed(TEXT).unwrap();
        let tree = tree(&module).unwrap();
        let function = &tree.ops[0].regions[0][0].ops[0];
        assert_eq!(function.value("sym_name"), Some("\"f\""));
        let body = &function.regions[0];
        assert_eq!(body.len(), 2);
        assert_eq!(body[0].arguments[1].1, "tuple<i32, f32>");
        let op = &body[0].ops[0];
        assert_eq!((op.results.len(), op.operands.len(), op.result_types.len()), (1, 2, 2));
        assert_eq!(op.properties, [r#"a = ">]""#, "b = affine_map<(d0) -> (d0)>"]);
        assert_eq!(op.attributes, ["c", "d.e = [1, 2]"]);
        assert_eq!(body[0].ops[1].successors, [body[1].label.clone()]);
        let both = &body[1].ops[0];
        assert_eq!((both.regions[0].len(), both.regions[1].len()), (0, 1));
        assert_eq!(both.line(), "\"d.both\"() {x = 1 : i8} : () -> ()");
    }

    #[test]
    fn properties_that_are_no_dictionary() {
        let text = "%1 = \"t.v\"() : () -> i8\n%0 = \"t.op\"(%1) <\"a>\"> {b} : (i8) -> i8\n";
        let tree = tree(&parse_printed(text).unwrap()).unwrap();
        let op = &tree.ops[0].regions[0][0].ops[1];
        assert_eq!(op.properties, ["\"a>\""]);
        assert_eq!(op.attributes, ["b"]);
    }
}
