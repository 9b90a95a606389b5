//! Attributes of functions that older releases hand through to LLVM IR by their names there.

use super::attributes::{edit, find, value_mut};
use crate::changes::PASSTHROUGH;
use crate::ids::AttrId;
use crate::module::Module;
use crate::tables::Tables;
use crate::tables::array_items;

/// Says an enumeration, `#llvm.uwtableKind<async>`, as a name and a number among those that are handed through: `["uwtable", "2"]`. How many operations had it;
/// what has another form stays as it is.
pub fn hand_through(module: &mut Module<'_>, op: &str, attribute: &str, name: &str, cases: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let Some((at, value)) = find(items, attribute) else { return false };
        let Some(number) = case(tables, value, cases) else { return false };
        let there = find(items, PASSTHROUGH);
        let Some(mut listed) = there.map_or(Some(Vec::new()), |(_, there)| array_items(tables, there)) else {
            return false;
        };
        let pair = [name, &number.to_string()].map(|text| builder.string(tables, text.as_bytes()));
        listed.push(builder.array(tables, &pair));
        let listed = builder.array(tables, &listed);
        match value_mut(items, PASSTHROUGH) {
            Some(there) => *there = listed,
            None => items.push((PASSTHROUGH.as_bytes().to_vec(), listed)),
        }
        items.remove(at);
        true
    })
}

/// The number of the case that an attribute's text names.
fn case(tables: &Tables<'_>, attr: AttrId, cases: &str) -> Option<usize> {
    let text = std::str::from_utf8(tables.attrs.get(attr.0)?.text()?).ok()?;
    let case = text.strip_suffix('>')?.rsplit('<').next()?.trim();
    cases.split('|').position(|known| known == case)
}
