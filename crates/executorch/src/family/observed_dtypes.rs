//! What a good verdict on an entry point rests on: for each operator and each node of an XNNPACK graph, the runs that are on
//! record.
//!
//! That the registry has an operator is defined; that its kernel takes these element types, only runs show. Rows `op-runs` and
//! `xnnpack-runs` have the element types with which programs of the corpus came out right. Operators of rows `op-swept` were run
//! with all element types in all releases, and what failed is in rows `op-fails`; what came out right was not kept, so that this is
//! `sampled` only. Rows `op-takes` have the element types that the source of a kernel takes, place by place. A bias that a node of XNNPACK is not given makes no difference. Rows `xnnpack-takes` have the element types that
//! XNNPACK's definition of a node takes. Anything else is unknown: kernels look at element types.

use std::collections::BTreeSet;

use crate::defs::ScalarType;
use crate::facts::Payload;
use crate::xnnpack::{NodeUse, datatype};
use outlast_core::Place;

use super::import::is_primitive;
use super::{JudgeContext, codes, complex};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason};

/// The weakest of this and of what the calls and graphs of an entry point rest on; what no run is on record of becomes a reason.
pub(super) fn weakest(case: &JudgeContext<'_>, weakest: Basis, reasons: &mut Vec<Reason>) -> Basis {
    let mut weakest = of_calls(case, weakest, reasons);
    let mut unknown = BTreeSet::new();
    let graphs = case.entry.delegates.iter().filter(|delegate| delegate.calls > 0);
    for delegate in graphs {
        let Payload::Xnnpack(graph) = &delegate.payload else { continue };
        for (node, (_, place)) in &graph.uses {
            let name = node.name();
            let fits = |row: &str| row.split(' ').any(|types| has_types(node, &name, types));
            let defined = || is_defined(case.profile, node, &name).then_some(Basis::Defined);
            match case.profile.seen("xnnpack-runs", &name, fits).or_else(defined) {
                Some(basis) => weakest = weakest.min(basis),
                None if unknown.insert(name.to_string()) => {
                    reasons.push(not_run(case, ("node", &name), &node.to_string(), place));
                }
                None => {}
            }
        }
    }
    weakest
}

/// The weakest of this and of what calls of operators rest on.
pub(super) fn of_calls(case: &JudgeContext<'_>, mut weakest: Basis, reasons: &mut Vec<Reason>) -> Basis {
    let mut unknown = BTreeSet::new();
    for op in case.calls.iter().copied() {
        // Without tensors there are no element types to tell apart, and primitives look at none. Complex numbers are judged by
        // the sources of the kernels. What only a profile file names, its author knows.
        let is_asked =
            op.shape.element_types().next().is_some() && !is_primitive(&op.name) && !complex::has_complex(op);
        if !is_asked || !case.profile.is_of_release("op", &op.name) {
            continue;
        }
        let fits = |row: &str| {
            row.split(' ').any(|types| op.shape.element_types().map(Some).eq(element_types(types)))
        };
        let seen = case.profile.seen("op-runs", &op.name, fits);
        let swept = || {
            let types = case.profile.get("op-swept", &op.name)?;
            let among = |t| element_types(types).any(|swept| swept == Some(t));
            op.shape.element_types().all(among).then_some(Basis::Sampled)
        };
        let defined = || takes(case.profile, &op.name, op.shape.element_types()).then_some(Basis::Defined);
        match seen.or_else(defined).or_else(swept) {
            Some(basis) => weakest = weakest.min(basis),
            None if unknown.insert(op.name.clone()) => {
                let types: Vec<String> = op.shape.element_types().map(|t| t.to_string()).collect();
                reasons.push(not_run(case, ("operator", &op.name), &types.join(", "), &op.first));
            }
            None => {}
        }
    }
    weakest
}

/// Whether the source of an operator's kernel takes the element types of a call: a row has those of each place, in order.
fn takes(profile: &Profile, name: &str, call: impl Iterator<Item = ScalarType>) -> bool {
    let found: Vec<ScalarType> = call.collect();
    let fits = |call: &str| {
        let mut types = found.iter();
        let every = call.split(',').all(|place| {
            types
                .next()
                .is_some_and(|found| place.split('|').any(|word| ScalarType::from_name(word) == Some(*found)))
        });
        every && types.next().is_none()
    };
    profile.every("op-takes", name).iter().any(|row| row.split(' ').any(fits))
}

/// Nodes whose third value, the bias, need not be given: so say the definitions of XNNPACK, and delegates of all releases pass it on.
const OPTIONAL_BIAS: &[&str] =
    &["XNNFullyConnected", "XNNConv2d", "XNNDepthwiseConv2d", "XNNConvTranspose2d"];
const BIAS: usize = 2;

/// Whether the definition of a node takes its element types: a row has one type for all values that it names, or a type for each.
fn is_defined(profile: &Profile, node: &NodeUse, name: &str) -> bool {
    let takes = |types: &str| match types.contains(',') {
        true => has_types(node, name, types),
        false => {
            datatype(types).is_some_and(|taken| node.values.iter().flatten().all(|value| *value == taken))
        }
    };
    profile.every("xnnpack-takes", name).iter().any(|row| row.split(' ').any(takes))
}

/// Whether a node has the element types of a row; one without a bias has those of one with it.
pub(super) fn has_types(node: &NodeUse, name: &str, types: &str) -> bool {
    let mut known = datatypes(types);
    let fits = |(at, value): (usize, &Option<i16>)| {
        let known = known.next();
        known == Some(Some(*value))
            || (known.is_some() && value.is_none() && at == BIAS && OPTIONAL_BIAS.contains(&name))
    };
    node.values.iter().enumerate().all(fits) && known.next().is_none()
}

fn not_run(case: &JudgeContext<'_>, (what, name): (&str, &str), with: &str, place: &Place) -> Reason {
    Reason::new(codes::NOT_RUN, Outcome::Unknown)
        .message(Some(format!(
            "{} has {what} `{name}`, but no run of it with ({with}) is on record",
            case.profile.name
        )))
        .subject(name.to_string())
        .needs(format!("a kernel that takes ({with})"))
        .has(format!("the {what}; no run with these element types is on record, in any release"))
        .place(place.clone())
        .help(Some("run the program on the target once".into()))
}

/// The element types of a row: `float32,int64`. `None` for a word that is none.
fn element_types(words: &str) -> impl Iterator<Item = Option<ScalarType>> {
    words.split(',').map(ScalarType::from_name)
}

/// The element types of a row on nodes; `none` stands where the node names no value.
fn datatypes(words: &str) -> impl Iterator<Item = Option<Option<i16>>> {
    words.split(',').map(|word| if word == "none" { Some(None) } else { datatype(word).map(Some) })
}

/// What is wrong with the value of a row `op-takes`.
pub(super) fn check_taken(value: &str) -> Result<(), String> {
    check_types(value, &[' ', ',', '|'])
}

/// What is wrong with the value of a row `op-runs` or `op-swept`.
pub(super) fn check_operators(value: &str) -> Result<(), String> {
    check_types(value, &[' ', ','])
}

fn check_types(value: &str, between: &[char]) -> Result<(), String> {
    let unknown = value.split(between).find(|word| ScalarType::from_name(word).is_none());
    unknown.map_or(Ok(()), |word| Err(format!("`{word}` is not an element type")))
}

/// What is wrong with the value of a row `xnnpack-runs`.
pub(super) fn check_nodes(value: &str) -> Result<(), String> {
    let unknown = value.split([' ', ',']).find(|word| *word != "none" && datatype(word).is_none());
    unknown.map_or(Ok(()), |word| Err(format!("`{word}` is not an element type of XNNPACK")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A node with these element types, as rows write them.
    fn node(types: &str) -> NodeUse {
        let values = datatypes(types).map(|value| value.expect("a type of XNNPACK"));
        NodeUse {
            tag: 0,
            flags: 0,
            values: values.collect(),
            even: None,
            scales_differ: false,
            marks: BTreeSet::new(),
        }
    }

    fn release(name: &str) -> Profile {
        crate::family::FAMILY.profile_named(&format!("executorch-{name}")).expect("a release")
    }

    fn takes(of: &str, name: &str, types: &str) -> bool {
        is_defined(&release(of), &node(types), name)
    }

    #[test]
    fn kernels_take_what_their_sources_say() {
        let kernel_takes = |of: &str, name: &str, types: &str| {
            super::takes(&release(of), name, element_types(types).flatten())
        };
        assert!(kernel_takes("0.2.0", "aten::copy_", "bool,int8,bool"));
        assert!(!kernel_takes("0.2.0", "aten::copy_", "float16,float16,float16"), "before 0.3");
        assert!(!kernel_takes("1.5.1", "aten::copy_", "float32,float32"), "each tensor has its place");
        assert!(!kernel_takes("1.5.1", "aten::copy_", "float32,float32,float32,float32"));
        let bytes = "quantized_decomposed::embedding_byte.out";
        assert!(kernel_takes("0.2.0", bytes, "uint8,float32,int64,float32,float32"));
        assert!(kernel_takes("1.4.0", bytes, "uint8,bfloat16,bfloat16,int64,bfloat16,bfloat16"));
        assert!(!kernel_takes("1.3.1", bytes, "uint8,bfloat16,int64,bfloat16,bfloat16"));
        assert!(
            !kernel_takes("1.5.1", bytes, "uint8,float16,int64,float32,float32"),
            "scales are read as the result"
        );
        assert_eq!(check_taken("int8|uint8,float32 bool,float32"), Ok(()));
        assert!(check_taken("int8|unit8").is_err());
    }

    #[test]
    fn definitions_take_half_types_with_weights_of_fp32() {
        assert!(takes("0.6.0", "XNNConv2d", "fp16,fp32,fp32,fp16"));
        assert!(takes("1.5.1", "XNNConvTranspose2d", "fp16,fp32,none,fp16"), "a bias need not be given");
        assert!(takes("1.5.1", "XNNConcatenate2", "fp16,fp16,none,none,fp16,none"));
        assert!(
            !takes("1.5.1", "XNNConv2d", "fp16,fp16,fp16,fp16"),
            "convolutions take no weights of fp16 then"
        );
        assert!(!takes("1.5.1", "XNNConv2d", "fp16,none,fp32,fp16"), "weights have to be given");
        assert!(!takes("0.4.0", "XNNFullyConnected", "fp16,fp16,fp16,fp16"));
        assert!(takes("0.5.0", "XNNFullyConnected", "fp16,fp16,fp16,fp16"));
    }

    #[test]
    fn definitions_take_integers_where_they_have_kernels_for_them() {
        assert!(takes("0.2.0", "XNNMaxPooling2d", "qint8,qint8"));
        assert!(!takes("0.4.0", "XNNHardswish", "qint8,qint8"), "only generic definitions do");
        assert!(takes("0.5.0", "XNNHardswish", "qint8,qint8"));
        assert!(!takes("1.5.1", "XNNSoftmax", "qint8,qint8"));
        assert!(!takes("1.5.1", "XNNAdd", "qint8,fp32,qint8"), "types that differ are another thing");
        assert!(takes("1.5.1", "XNNFullyConnected", "fp32,qcint8,none,fp32"), "only weights are quantised");
    }
}
