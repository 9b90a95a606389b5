//! Sizes of a result that newer releases list in an attribute, and older ones take from the type of the result.

use super::operations::names;
use super::values::dense;
use crate::facts::conditions::Ty;
use crate::ids::{OpId, OpNameId};
use crate::module::{Builder, Module};
use crate::print::Snippets;
use crate::tables::dictionary_items;

/// Puts the sizes of results in, where all are known (`says`), or takes them out, where no operand has one. Behind the first operand, newer operations have
/// those sizes that are known at run time only: where older ones have such, nothing tells which values these are. How many operations were changed.
pub fn output_shapes(module: &mut Module<'_>, op: &str, attribute: &str, says: bool) -> usize {
    let found: Vec<OpNameId> = names(&module.tables, op).collect();
    let ops: Vec<OpId> = module.ir.ops().filter(|op| found.contains(&module.ir.name(*op))).collect();
    let mut shapes: Vec<(OpId, Vec<i64>)> = Vec::new();
    {
        let mut texts = Snippets::new(&module.tables, b"");
        for op in ops {
            let (operands, results) = (module.ir.operands(op), module.ir.results(op));
            let ([_], [ty]) = (operands, results) else { continue };
            let ty = Ty::parse(&texts.ty(*ty));
            let sizes =
                ty.dims().and_then(|dims| dims.iter().map(|dim| dim.size).collect::<Option<Vec<i64>>>());
            shapes.extend(sizes.map(|sizes| (op, sizes)));
        }
    }
    let (mut builder, mut count) = (Builder::default(), 0);
    for (op, sizes) in shapes {
        let tables = &mut module.tables;
        let items = module.ir.attrs(op).map_or(Some(Vec::new()), |attrs| dictionary_items(tables, attrs));
        let Some(mut items) = items else { continue };
        let there = items.iter().any(|(name, _)| name == attribute.as_bytes());
        if there == says {
            continue;
        }
        if says {
            let Some(made) = dense(&mut builder, tables, 64, &sizes) else { continue };
            items.push((attribute.as_bytes().to_vec(), made));
        } else {
            items.retain(|(name, _)| name != attribute.as_bytes());
        }
        let attrs = (!items.is_empty()).then(|| builder.dictionary(tables, items));
        module.ir.set_attrs(op, attrs);
        count += 1;
    }
    count
}
