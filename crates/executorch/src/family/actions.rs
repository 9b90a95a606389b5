//! What to do about a reason: one action for each, on the side that exports, builds or ships. Rules that know more than their code give their own.

use std::sync::Arc;

use crate::defs::ScalarType;
use crate::facts::{Argument, CallShape, OperatorUse, TensorShape};
use crate::steps::operators::stand_ins;
use crate::steps::{copy_index, xnnpack_split};
use crate::xnnpack::{self, NodeUse};

use super::condition::Failure;
use super::condition::node::OfNode;
use super::condition::operator::OfCall;
use super::{JudgeContext, codes, elementwise};
use outlast_model::targets::{Profile, Release};
use outlast_model::verdict::Reason;

/// Gives every reason that has no action yet the one of its code.
pub(super) fn fill(case: &JudgeContext<'_>, reasons: &mut [Reason]) {
    for reason in reasons.iter_mut().filter(|reason| reason.help.is_none()) {
        reason.help = of_code(case, reason);
    }
}

fn of_code(case: &JudgeContext<'_>, reason: &Reason) -> Option<String> {
    let subject = reason.subject.as_str();
    let feature = |name: &str, instead: &str| Some(update(since(case.profile, "feature", name), instead));
    match reason.code {
        codes::SCALAR_TYPE => Some(match case.profile.first_release_with("scalar-type", subject) {
            None => "get an undamaged copy, or export again: no release has this element type".into(),
            Some(_) => update(since(case.profile, "scalar-type", subject), instead_of_type(subject)),
        }),
        codes::INITIAL_STATE => feature("mutable-initial-state", "export without `InitializedMutableBufferPass`"),
        codes::EXTERNAL_DATA => {
            Some("move the data into the program with `outlast convert --data`, or export without `external_constants`".into())
        }
        codes::NO_DATA_GIVEN | codes::COMPLEX => Some("run the program on the target once".into()),
        codes::BACKEND_MISSING => {
            let instead = format!("link the backend `{subject}` into the application, or lower without its partitioner");
            Some(update(since(case.profile, "backend", subject), &instead))
        }
        codes::XNNPACK_DATATYPE => {
            Some(update(since(case.profile, "xnnpack-datatype", subject), "export the delegated part in float32"))
        }
        codes::XNNPACK_SCALES => feature("xnnpack-scale-buffers", "export with release 0.6 or earlier"),
        codes::XNNPACK_WIDE_DYNAMIC => {
            feature("xnnpack-wide-dynamic", "quantise convolutions statically (`is_dynamic=False`)")
        }
        codes::XNNPACK_ORDERS => {
            let name = if case.profile.has("feature", "xnnpack-input-orders") { "xnnpack-output-orders" } else { "xnnpack-input-orders" };
            feature(name, "give the delegate contiguous tensors (`torch.contiguous_format`)")
        }
        codes::PAYLOAD_OPAQUE => Some(format!("lower with the version of `{subject}` that the target links, and run the program there once")),
        codes::PAYLOAD_UNREADABLE => Some("get an undamaged copy, or export again: the payload is damaged".into()),
        codes::DEVICE if case.profile.has("feature", "device") => Some("run the program on the target once, or lower it for the CPU".into()),
        codes::DEVICE => feature("device", "lower the program for the CPU"),
        _ => None,
    }
}

/// `update the runtime to 0.7.0 or later, or …`, where a later release helps.
fn update(later: Option<Release>, instead: &str) -> String {
    match later {
        Some(release) => format!("update the runtime to {release} or later, or {instead}"),
        None => instead.to_string(),
    }
}

/// The first later release that has something.
fn since(profile: &Profile, kind: &str, name: &str) -> Option<Release> {
    profile.first_release_with(kind, name).filter(|release| *release > profile.release)
}

/// What to export in place of an element type.
fn instead_of_type(name: &str) -> &'static str {
    match name {
        "uint16" => "export with int32 in its place",
        "uint32" | "uint64" => "export with int64 in its place",
        _ if name.starts_with("complex") => {
            "export real and imaginary parts as float32 (`torch.view_as_real`)"
        }
        _ => "export in float32",
    }
}

/// About an operator that the reader does not have.
pub(super) fn missing(case: &JudgeContext<'_>, op: &OperatorUse) -> String {
    let (profile, name) = (case.profile, op.name.as_str());
    let reader = &profile.name;
    if name.starts_with('.') {
        return "get an undamaged copy, or export again: the file does not name the operator".into();
    }
    if let Some(library) = profile.get("op-library", name) {
        return format!(
            "link {library} into the application and judge for {reader}+{library}, or lower without it"
        );
    }
    if profile.is_narrowed() && profile.is_of_release("op", name) {
        return format!("add `{name}` to the operators that the runtime is built with");
    }
    let there = stand_ins(name).find(|other| profile.has("op", other));
    let instead = match (there, name.split("::").next()) {
        (Some(other), Some("dim_order_ops")) => {
            format!("export with `EdgeCompileConfig(_skip_dim_order=True)`: {reader} has `{other}`")
        }
        (Some(other), Some("executorch_prim")) => {
            format!("export again with release 0.4 or later, which writes `{other}`")
        }
        (Some(other), _) => format!("use `{other}` in its place, which {reader} has"),
        (None, Some("dim_order_ops")) => "export with `EdgeCompileConfig(_skip_dim_order=True)`".into(),
        (None, Some("aten" | "quantized_decomposed" | "llama" | "executorch_prim")) => {
            format!("write the model without `{name}`")
        }
        (None, _) => {
            return "register its kernel in the application, and judge for a profile that has it: `outlast targets import`".into();
        }
    };
    if let Some(later) = since(profile, "op", name) {
        return update(Some(later), &instead);
    }
    match profile.later(|later| later.has("op-library", name)) {
        Some((release, later)) => {
            let library = later.get("op-library", name).unwrap_or_default();
            format!("update the runtime to {release} or later and link {library}, or {instead}")
        }
        None if there.is_some() => instead,
        None => format!("{instead}, or register a kernel for it: no release has one"),
    }
}

/// About an operator that fails, or computes something else, for these arguments.
pub(super) fn failing(case: &JudgeContext<'_>, op: &OperatorUse) -> String {
    let name = op.name.as_str();
    let runs = |profile: &Profile, shape: &CallShape| {
        let known = profile.has("op", name) || profile.has("op-library", name);
        known
            && Failure::find::<OfCall>(profile, ("op-fails", name), shape).is_none()
            && elementwise::runs(profile, name, shape)
    };
    let instead = if name == copy_index::OPERATOR {
        "export again with release 1.2 or later".into()
    } else if name.ends_with("_per_channel.out") {
        "quantise per tensor (`is_per_channel=False`)".into()
    } else if !elementwise::runs(case.profile, name, &op.shape) {
        format!("expand the operands of `{name}` to the size of the result before it (`torch.broadcast_to`)")
    } else {
        let other = CHANGES.iter().find_map(|(change, what)| {
            let shape = changed(&op.shape, *change);
            (shape != op.shape && runs(case.profile, &shape)).then_some(*what)
        });
        match other {
            Some(what) => what.replace("{}", name),
            None => format!("write the model without this call of `{name}`"),
        }
    };
    update(case.profile.later(|later| runs(later, &op.shape)).map(|(release, _)| release), &instead)
}

/// A tensor that a kernel may take in place of another.
type Change = fn(&mut TensorShape);

/// Changes that an exporter can make to the arguments of a call.
const CHANGES: &[(Change, &str)] = &[
    (float32, "compute `{}` in float32"),
    (signed, "compute `{}` with signed integers"),
    (natural, "give `{}` contiguous tensors (`torch.contiguous_format`)"),
    (
        |tensor| {
            float32(tensor);
            natural(tensor);
        },
        "give `{}` contiguous tensors of float32",
    ),
];

fn float32(tensor: &mut TensorShape) {
    if matches!(tensor.layout.scalar_type.to_string().as_str(), "float16" | "bfloat16" | "float64") {
        tensor.layout.scalar_type = ScalarType(6);
    }
}

fn signed(tensor: &mut TensorShape) {
    match tensor.layout.scalar_type.to_string().as_str() {
        "uint16" => tensor.layout.scalar_type = ScalarType(3),
        "uint32" | "uint64" => tensor.layout.scalar_type = ScalarType(4),
        _ => {}
    }
}

fn natural(tensor: &mut TensorShape) {
    tensor.layout.dim_order.sort_unstable();
}

fn changed(shape: &CallShape, change: Change) -> CallShape {
    let of = |tensor: &Arc<TensorShape>| {
        let mut tensor = TensorShape::clone(tensor);
        change(&mut tensor);
        Arc::new(tensor)
    };
    let argument = |argument: &Argument| match argument {
        Argument::Tensor(tensor) => Argument::Tensor(of(tensor)),
        Argument::TensorList(kind, tensor) => Argument::TensorList(*kind, of(tensor)),
        other => other.clone(),
    };
    CallShape(shape.0.iter().map(argument).collect())
}

/// Nodes of XNNPACK graphs, beside those that a conversion step can compute otherwise, and operators that the portable library has for the same.
const PORTABLE: &[(&str, &str)] = &[
    ("XNNAbs", "aten::abs.out"),
    ("XNNAdd", "aten::add.out"),
    ("XNNAvgPooling2d", "aten::avg_pool2d.out"),
    ("XNNCeiling", "aten::ceil.out"),
    ("XNNConcatenate2", "aten::cat.out"),
    ("XNNConcatenate3", "aten::cat.out"),
    ("XNNConcatenate4", "aten::cat.out"),
    ("XNNConcatenate5", "aten::cat.out"),
    ("XNNConv2d", "aten::convolution.out"),
    ("XNNConvTranspose2d", "aten::convolution.out"),
    ("XNNCopy", "aten::clone.out"),
    ("XNNCos", "aten::cos.out"),
    ("XNNDepthwiseConv2d", "aten::convolution.out"),
    ("XNNDiv", "aten::div.out"),
    ("XNNELU", "aten::elu.out"),
    ("XNNExp", "aten::exp.out"),
    ("XNNFloor", "aten::floor.out"),
    ("XNNFullyConnected", "aten::addmm.out"),
    ("XNNGlobalAvgPooling2d", "aten::mean.out"),
    ("XNNLeakyReLU", "aten::leaky_relu.out"),
    ("XNNLog", "aten::log.out"),
    ("XNNMaxPooling2d", "aten::max_pool2d_with_indices.out"),
    ("XNNMaximum", "aten::maximum.out"),
    ("XNNMinimum", "aten::minimum.out"),
    ("XNNMultiply", "aten::mul.out"),
    ("XNNNegate", "aten::neg.out"),
    ("XNNReciprocalSquareRoot", "aten::rsqrt.out"),
    ("XNNSigmoid", "aten::sigmoid.out"),
    ("XNNSin", "aten::sin.out"),
    ("XNNSoftmax", "aten::_softmax.out"),
    ("XNNSquareRoot", "aten::sqrt.out"),
    ("XNNStaticConstantPad", "aten::constant_pad_nd.out"),
    ("XNNStaticReshape", "aten::view_copy.out"),
    ("XNNStaticSlice", "aten::slice_copy.Tensor_out"),
    ("XNNStaticTranspose", "aten::permute_copy.out"),
    ("XNNSubtract", "aten::sub.out"),
    ("XNNTanh", "aten::tanh.out"),
];

/// `keep gelu out of the XNNPACK partition; executorch-0.6.0 has aten::gelu.out`.
fn apart(case: &JudgeContext<'_>, node: &str) -> String {
    let portable = xnnpack_split::operator(node)
        .or_else(|| PORTABLE.iter().find(|(name, _)| *name == node).map(|(_, operator)| *operator));
    match portable.filter(|operator| case.profile.has("op", operator)) {
        Some(operator) => {
            let name = operator
                .trim_start_matches("aten::")
                .split('.')
                .next()
                .unwrap_or(operator)
                .trim_start_matches('_');
            format!("keep {name} out of the XNNPACK partition; {} has {operator}", case.profile.name)
        }
        None => format!(
            "keep what becomes `{node}` out of the XNNPACK partition (`XnnpackPartitioner(configs=[…])`)"
        ),
    }
}

/// About a node of an XNNPACK graph that the reader does not have.
pub(super) fn no_node(case: &JudgeContext<'_>, node: &str) -> String {
    let profile = case.profile;
    match profile.first_release_with("xnnpack-node", node) {
        // Releases that dropped it do not write it.
        Some(first) if first <= profile.release => {
            format!("export again with release {}, which writes no such node", profile.release)
        }
        Some(_) => update(since(profile, "xnnpack-node", node), &apart(case, node)),
        None => apart(case, node),
    }
}

/// About a node of an XNNPACK graph that the reader has, and cannot run as it is used.
pub(super) fn failing_node(case: &JudgeContext<'_>, node: &str, used: &NodeUse) -> String {
    let runs = |profile: &Profile, used: &NodeUse| {
        profile.has("xnnpack-node", node)
            && Failure::find::<OfNode>(profile, ("xnnpack-fails", node), used).is_none()
    };
    let plain = xnnpack::datatype("fp32");
    let is_plain = used.values.iter().flatten().all(|value| Some(*value) == plain);
    let float = NodeUse {
        values: used.values.iter().map(|value| value.and(plain)).collect(),
        scales_differ: false,
        ..used.clone()
    };
    let later = profile_that(case.profile, |profile| runs(profile, used));
    let earlier = case.profile.earlier(|profile| runs(profile, used)).is_some();
    let instead = match is_plain {
        // The exporters of the reader's release write what it runs.
        _ if later.is_none() && earlier => format!("export again with release {}", case.profile.release),
        true => apart(case, node),
        false if runs(case.profile, &float) => {
            format!("export what becomes `{node}` in float32, not quantised")
        }
        false => format!(
            "keep what becomes `{node}` out of the XNNPACK partition (`XnnpackPartitioner(configs=[…])`)"
        ),
    };
    update(later, &instead)
}

/// The first later release whose reader suits.
fn profile_that(profile: &Profile, suits: impl Fn(&Profile) -> bool) -> Option<Release> {
    profile.later(suits).map(|(release, _)| release)
}
