//! What a good verdict on an entry point rests on: for each operator and each node of an XNNPACK graph, the runs that are on
//! record.
//!
//! That the registry has an operator is defined; that its kernel takes these element types, only runs show. Rows `op-runs` and
//! `xnnpack-runs` have the element types with which programs of the corpus came out right. Operators of rows `op-swept` were run
//! with all element types in all releases, and what failed is in rows `op-fails`; what came out right was not kept, so that this is
//! `sampled` only. A bias that a node of XNNPACK is not given makes no difference. Rows `xnnpack-takes` have an element type that XNNPACK's definition of a node takes. Anything else is unknown:
//! kernels look at element types.

use std::collections::BTreeSet;

use outlast_core::Place;
use outlast_executorch::defs::ScalarType;
use outlast_executorch::facts::Payload;
use outlast_executorch::xnnpack::{NodeUse, datatype};

use super::import::is_primitive;
use super::{Case, codes, complex};
use crate::verdict::{Basis, Outcome, Reason};

/// The weakest of what the calls of an entry point rest on; what no run is on record of becomes a reason.
pub(super) fn weakest(case: &Case<'_>, reasons: &mut Vec<Reason>) -> Basis {
    let mut weakest = Basis::Defined;
    let mut unknown = BTreeSet::new();
    for op in &case.entry.operators {
        // Without tensors there are no element types to tell apart, and primitives look at none. Complex numbers are judged by
        // the sources of the kernels. What only a profile file names, its author knows.
        let is_asked = op.shape.element_types().next().is_some()
            && !is_primitive(&op.name)
            && !complex::has_complex(op);
        if !is_asked || !case.profile.is_of_release("op", &op.name) {
            continue;
        }
        let fits = |row: &str| row.split(' ').any(|types| op.shape.element_types().map(Some).eq(element_types(types)));
        let seen = case.profile.seen("op-runs", &op.name, fits);
        let swept = || {
            let types = case.profile.get("op-swept", &op.name)?;
            let among = |t| element_types(types).any(|swept| swept == Some(t));
            op.shape.element_types().all(among).then_some(Basis::Sampled)
        };
        match seen.or_else(swept) {
            Some(basis) => weakest = weakest.min(basis),
            None if unknown.insert(op.name.clone()) => {
                let types: Vec<String> = op.shape.element_types().map(|t| t.to_string()).collect();
                reasons.push(not_run(case, ("operator", &op.name), &types.join(", "), &op.first));
            }
            None => {}
        }
    }
    let graphs = case.entry.delegates.iter().filter(|delegate| delegate.calls > 0);
    for delegate in graphs {
        let Payload::Xnnpack(graph) = &delegate.payload else { continue };
        for (node, (_, place)) in &graph.uses {
            let name = node.name();
            let fits = |row: &str| row.split(' ').any(|types| has_types(node, &name, types));
            let takes = || {
                let taken = datatype(case.profile.get("xnnpack-takes", &name)?)?;
                node.values.iter().flatten().all(|value| *value == taken).then_some(Basis::Defined)
            };
            match case.profile.seen("xnnpack-runs", &name, fits).or_else(takes) {
                Some(basis) => weakest = weakest.min(basis),
                None if unknown.insert(name.clone()) => {
                    reasons.push(not_run(case, ("node", &name), &node.to_string(), place));
                }
                None => {}
            }
        }
    }
    weakest
}

/// Nodes whose third value, the bias, need not be given: so say the definitions of XNNPACK, and delegates of all releases pass it on.
const OPTIONAL_BIAS: &[&str] = &["XNNFullyConnected", "XNNConv2d", "XNNDepthwiseConv2d", "XNNConvTranspose2d"];
const BIAS: usize = 2;

/// Whether a node has the element types of a row; one without a bias has those of one with it.
fn has_types(node: &NodeUse, name: &str, types: &str) -> bool {
    let known: Vec<Option<Option<i16>>> = datatypes(types).collect();
    let fits = |(at, (known, value)): (usize, (&Option<Option<i16>>, &Option<i16>))| {
        *known == Some(*value) || (value.is_none() && at == BIAS && OPTIONAL_BIAS.contains(&name))
    };
    known.len() == node.values.len() && known.iter().zip(&node.values).enumerate().all(fits)
}

fn not_run(case: &Case<'_>, (what, name): (&str, &str), with: &str, place: &Place) -> Reason {
    Reason {
        code: codes::NOT_RUN,
        outcome: Outcome::Unknown,
        stage: None,
        basis: Basis::Defined,
        message: Some(format!(
            "{} has {what} `{name}`, but no run of it with ({with}) is on record",
            case.profile.name
        )),
        subject: name.to_string(),
        needs: format!("a kernel that takes ({with})"),
        has: format!("the {what}; no run with these element types is on record, in any release"),
        says: None,
        place: place.clone(),
        help: Some("run the program on the target once".into()),
    }
}

/// The element types of a row: `float32,int64`. `None` for a word that is none.
fn element_types(words: &str) -> impl Iterator<Item = Option<ScalarType>> {
    words.split(',').map(ScalarType::from_name)
}

/// The element types of a row on nodes; `none` stands where the node names no value.
fn datatypes(words: &str) -> impl Iterator<Item = Option<Option<i16>>> {
    words.split(',').map(|word| if word == "none" { Some(None) } else { datatype(word).map(Some) })
}

/// What is wrong with the value of a row `op-runs` or `op-swept`.
pub(super) fn check_operators(value: &str) -> Result<(), String> {
    let unknown = value.split([' ', ',']).find(|word| ScalarType::from_name(word).is_none());
    unknown.map_or(Ok(()), |word| Err(format!("`{word}` is not an element type")))
}

/// What is wrong with the value of a row `xnnpack-runs`.
pub(super) fn check_nodes(value: &str) -> Result<(), String> {
    let unknown = value.split([' ', ',']).find(|word| *word != "none" && datatype(word).is_none());
    unknown.map_or(Ok(()), |word| Err(format!("`{word}` is not an element type of XNNPACK")))
}
