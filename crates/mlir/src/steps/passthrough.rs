//! Attributes of functions that older releases hand through to LLVM IR by their names there.

use super::attributes::edit;
use crate::changes::PASSTHROUGH;
use crate::ids::AttrId;
use crate::module::Module;
use crate::tables::Tables;
use crate::tables::array_items;

/// Says an enumeration, `#llvm.uwtableKind<async>`, as a name and a number among those that are handed through: `["uwtable", "2"]`. How many operations had it;
/// what has another form stays as it is.
pub fn hand_through(module: &mut Module<'_>, op: &str, attribute: &str, name: &str, cases: &str) -> usize {
    edit(module, op, |tables, builder, items, _| {
        let place = |name: &str| items.iter().position(|(other, _)| other == name.as_bytes());
        let Some(at) = place(attribute) else { return false };
        let Some(number) = case(tables, items[at].1, cases) else { return false };
        let there = place(PASSTHROUGH);
        let Some(mut listed) = there.map_or(Some(Vec::new()), |there| array_items(tables, items[there].1))
        else {
            return false;
        };
        let pair = [name, &number.to_string()].map(|text| builder.string(tables, text.as_bytes()));
        listed.push(builder.array(tables, &pair));
        let listed = builder.array(tables, &listed);
        match there {
            Some(there) => items[there].1 = listed,
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
