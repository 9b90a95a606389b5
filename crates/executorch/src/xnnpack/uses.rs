//! Uses of nodes: a node with its flags and the element types of its values.

use std::collections::HashMap;
use std::fmt;

use outlast_core::Result;
use outlast_flatbuffers::schema::{Element, ObjectId, Scalar, Type};
use outlast_flatbuffers::view::Table;

use super::{datatype_name, node_name};
use crate::schemas;

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
}

impl NodeUse {
    /// The name of the node: `XNNAdd`.
    pub fn name(&self) -> String {
        node_name(self.tag)
    }

    /// Reads a node. An absent field names value 0, as the schema's default says; the largest number stands for none.
    pub(super) fn read(
        tag: u8,
        body: &Table<'_>,
        kind: ObjectId,
        datatypes: &HashMap<u32, i16>,
    ) -> Result<NodeUse> {
        let object = schemas::xnnpack().object(kind);
        let mut found = NodeUse { tag, flags: 0, values: Vec::new(), even: None };
        for field in &object.fields {
            if field.ty != Type::Single(Element::Scalar(Scalar::U32)) {
                continue;
            }
            if field.name == "flags" {
                found.flags = body.u32(field.id)?.unwrap_or(0);
            } else if field.name.ends_with("_id") {
                let id = body.u32(field.id)?.unwrap_or(0);
                found.values.push(datatypes.get(&id).copied());
            }
        }
        if let (Some(perm), Some(dims)) = (object.field("perm"), object.field("num_dims")) {
            let entries = body.vector(perm.id, 4)?.map_or(0, |v| v.len());
            found.even = Some(entries == outlast_core::to_index(body.u32(dims.id)?.unwrap_or(0)));
        }
        Ok(found)
    }
}

/// `flags=0x1 fp32 fp32`, without the name of the node; `even` or `uneven` at the end of a node with a permutation.
impl fmt::Display for NodeUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "flags={:#x} ", self.flags)?;
        let even = self.even.map(|even| if even { "even" } else { "uneven" }.to_string());
        let types = self.values.iter().map(|value| value.map_or_else(|| "none".into(), datatype_name));
        f.write_str(&types.chain(even).collect::<Vec<_>>().join(" "))
    }
}
