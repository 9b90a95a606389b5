//! Conditions on a node of an XNNPACK graph, in rows `xnnpack-fails`. N counts, from 0, the values that the node names in the
//! order of the schema's fields; -1 is the last.
//!
//! | condition | holds where |
//! |---|---|
//! | `type N A,B` | value N has one of these element types: `fp32`, `qcint8`, … |
//! | `flag MASK`, `no-flag MASK` | the node's flags have all of these bits; lack one of them |
//! | `uneven` | its permutation has another number of entries than the node has dimensions |
//! | `types-differ` | the values that it names do not have one element type |
//! | `other-types A,B,C;…` | its values have none of these element types together, as rows `xnnpack-runs` write them |
//! | `scales-differ` | values have scales or zero points, one for all elements, that differ |
//! | `one-element`, `far-apart` | its windows have one element; lie further apart than they are long |
//! | `not-positive` | its factor for negative numbers is not positive, or no normal number |
//! | `other-slopes` | its slopes are not one for each channel |
//! | `scales-apart` | scales of its 8-bit inputs are too large or too small beside that of its result |
//! | `empty-range` | its smallest result is above its largest |

use crate::xnnpack::{Mark, NodeUse, datatype};

use super::super::observed_dtypes;
use super::{Condition, Position, Rows, list};

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum OfNode {
    Type(Position, Vec<i16>),
    Flag(u32),
    NoFlag(u32),
    Uneven,
    TypesDiffer,
    OtherTypes(Vec<String>),
    ScalesDiffer,
    Has(Mark),
}

fn mask(word: &str) -> Option<u32> {
    u32::from_str_radix(word.strip_prefix("0x")?, 16).ok()
}

impl Condition for OfNode {
    type Use = NodeUse;

    fn parse(words: &[&str]) -> Option<OfNode> {
        Some(match *words {
            ["type", n, types] => OfNode::Type(Position::parse(n)?, list(types, datatype)?),
            ["flag", word] => OfNode::Flag(mask(word)?),
            ["no-flag", word] => OfNode::NoFlag(mask(word)?),
            ["uneven"] => OfNode::Uneven,
            ["types-differ"] => OfNode::TypesDiffer,
            ["other-types", rows] => {
                let rows = rows
                    .split(';')
                    .map(|types| observed_dtypes::check_nodes(types).ok().map(|()| types.to_string()));
                OfNode::OtherTypes(rows.collect::<Option<_>>()?)
            }
            ["scales-differ"] => OfNode::ScalesDiffer,
            [word] => OfNode::Has(Mark::from_name(word)?),
            _ => return None,
        })
    }

    fn holds(&self, node: &NodeUse) -> bool {
        match self {
            OfNode::Type(n, types) => {
                n.of(&node.values).copied().flatten().is_some_and(|value| types.contains(&value))
            }
            OfNode::Flag(mask) => node.flags & mask == *mask,
            OfNode::NoFlag(mask) => node.flags & mask != *mask,
            OfNode::Uneven => node.even == Some(false),
            OfNode::TypesDiffer => {
                let mut types = node.values.iter().flatten();
                types.next().is_some_and(|first| types.any(|other| other != first))
            }
            OfNode::OtherTypes(rows) => {
                let name = node.name();
                !rows.iter().any(|types| observed_dtypes::has_types(node, &name, types))
            }
            OfNode::ScalesDiffer => node.scales_differ,
            OfNode::Has(mark) => node.marks.contains(mark),
        }
    }

    fn rows() -> &'static Rows<OfNode> {
        static ROWS: Rows<OfNode> = Rows::new();
        &ROWS
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::xnnpack::{Mark, NodeUse, datatype};

    use super::OfNode;
    use crate::family::condition::{holds, is_known};

    #[test]
    fn conditions() {
        let values = vec![datatype("fp32"), None, datatype("qcint8")];
        let node = NodeUse {
            tag: 1,
            flags: 0x41,
            values,
            even: Some(false),
            scales_differ: true,
            marks: BTreeSet::from([Mark::FarApart]),
        };
        assert_eq!(node.to_string(), "flags=0x41 fp32 none qcint8 uneven scales-differ far-apart");
        for condition in [
            "flag 0x40",
            "no-flag 0x2",
            "type 0 fp32,fp16 and type -1 qcint8",
            "uneven",
            "types-differ",
            "other-types fp32,fp32,fp32;fp32,none,fp32",
            "scales-differ",
            "far-apart",
        ] {
            assert!(holds::<OfNode>(condition, &node), "{condition}");
        }
        for condition in [
            "flag 0x42",
            "no-flag 0x40",
            "type 0 fp16",
            "type 1 fp32",
            "type 3 fp32",
            "other-types fp32,none,qcint8",
            "one-element",
        ] {
            assert!(!holds::<OfNode>(condition, &node), "{condition}");
        }
        let even = NodeUse { even: None, ..node };
        assert!(!holds::<OfNode>("uneven", &even));
        let alike = NodeUse {
            values: vec![datatype("qint8"), None, datatype("qint8")],
            scales_differ: false,
            ..even
        };
        assert!(!holds::<OfNode>("types-differ", &alike) && !holds::<OfNode>("scales-differ", &alike));
        for wrong in ["type 0 float32", "flag 64", "always 0", "is -1 uneven", "other-types fp32,float"] {
            assert!(!is_known::<OfNode>(wrong), "{wrong}");
        }
    }
}
