//! Uses of nodes: a node with its flags and the element types of its values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use outlast_core::{QuickMap, Result};
use outlast_flatbuffers::schema::{Element, Object, Scalar, Type};
use outlast_flatbuffers::view::Table;

use super::marks::{self, Mark};
use super::{datatype_name, node_name};

/// What matters of a node to the backend that runs it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeUse {
    /// Its tag in the union `XNodeUnion`.
    pub tag: u8,
    /// Its flags; 0 where the node has none.
    pub flags: u32,
    /// The element type, by number of `XNNDatatype`, of each value that the node names, in the order of the schema's
    /// fields; `None` where no value has that id.
    pub values: Vec<Option<i16>>,
    /// Of a node with a permutation: whether that has as many entries as the node says it has dimensions.
    pub even: Option<bool>,
    /// Whether values that it names have scales or zero points of their own, one for all elements, that differ.
    pub scales_differ: bool,
    /// What else definitions of nodes look at.
    pub marks: BTreeSet<Mark>,
}

/// What matters of a value to the nodes that name it.
#[derive(Clone, Debug)]
pub(super) struct ValueType {
    /// By number of `XNNDatatype`.
    pub(super) datatype: i16,
    /// Bits of the scale and the zero point, where there is one of each for all elements.
    pub(super) scale: Option<(u32, i32)>,
    /// The sizes that the file gives.
    pub(super) dims: Vec<u32>,
    /// Whether it is an input of the graph or a weight: no node computes it.
    pub(super) given: bool,
    /// Whether the graph gives it back.
    pub(super) returned: bool,
}

impl NodeUse {
    /// The name of the node: `XNNAdd`.
    pub fn name(&self) -> Cow<'static, str> {
        node_name(self.tag)
    }

    /// Reads a node. An absent field names value 0, as the schema's default says; the largest number stands for none.
    pub(super) fn read(
        node: &Table<'_>,
        body: &Table<'_>,
        object: &Object,
        types: &QuickMap<u32, ValueType>,
    ) -> Result<NodeUse> {
        let tag = node.u8(0)?.unwrap_or(0);
        let marks = marks::node_marks(&node_name(tag), node, body, object, types)?;
        let mut found =
            NodeUse { tag, flags: 0, values: Vec::new(), even: None, scales_differ: false, marks };
        let mut scale = None;
        for field in &object.fields {
            if field.ty != Type::Single(Element::Scalar(Scalar::U32)) {
                continue;
            }
            if field.name == "flags" {
                found.flags = body.u32(field.id)?.unwrap_or(0);
            } else if field.name.ends_with("_id") {
                let id = body.u32(field.id)?.unwrap_or(0);
                let value = types.get(&id).filter(|_| !is_beyond(tag, &field.name));
                found.values.push(value.map(|value| value.datatype));
                let mine = value.and_then(|value| value.scale);
                found.scales_differ |= scale.is_some() && mine.is_some() && scale != mine;
                scale = scale.or(mine);
            }
        }
        if let (Some(perm), Some(dims)) = (object.field("perm"), object.field("num_dims")) {
            let entries = body.vector(perm.id, 4)?.map_or(0, |v| v.len());
            found.even = Some(entries == outlast_core::to_index(body.u32(dims.id)?.unwrap_or(0)));
        }
        Ok(found)
    }
}

/// Whether the field is an input beyond those of a concatenation: `input3_id` of `XNNConcatenate2`, which no reader looks at. Writers that
/// do not have the field leave it absent, and so it names value 0.
fn is_beyond(tag: u8, field: &str) -> bool {
    let name = node_name(tag);
    let count = name.strip_prefix("XNNConcatenate").and_then(|count| count.parse::<u8>().ok());
    let input: Option<u8> =
        field.strip_prefix("input").and_then(|rest| rest.strip_suffix("_id")?.parse().ok());
    count.zip(input).is_some_and(|(count, input)| input > count)
}

/// `flags=0x1 fp32 fp32`, without the name of the node; `even` or `uneven` follows of a node with a permutation, `scales-differ` where they do, and its marks.
impl fmt::Display for NodeUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flags={:#x} ", self.flags)?;
        let even = self.even.map(|even| Cow::from(if even { "even" } else { "uneven" }));
        let types = self.values.iter().map(|value| value.map_or_else(|| "none".into(), datatype_name));
        let scales = self.scales_differ.then(|| "scales-differ".into());
        let marks = self.marks.iter().map(|mark| mark.name().into());
        f.write_str(&types.chain(even).chain(scales).chain(marks).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_beyond_those_of_a_concatenation_are_not_looked_at() {
        let tag = |name: &str| (0..=u8::MAX).find(|tag| node_name(*tag) == name).expect("a node");
        let two = tag("XNNConcatenate2");
        assert!(!is_beyond(two, "input1_id") && !is_beyond(two, "input2_id") && !is_beyond(two, "output_id"));
        assert!(is_beyond(two, "input3_id") && is_beyond(two, "input5_id"));
        assert!(
            !is_beyond(tag("XNNConcatenate4"), "input4_id") && is_beyond(tag("XNNConcatenate4"), "input5_id")
        );
        assert!(!is_beyond(tag("XNNAdd"), "input2_id"));
    }
}
