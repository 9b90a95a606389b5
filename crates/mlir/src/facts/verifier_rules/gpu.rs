//! Rules of verifiers on operations of gpu.

use super::{OpView, Rule, in_file, rule};
use crate::typed::{Ty, parameter};

/// The rules.
pub(super) const RULES: &[Rule] = &[
    in_file("gpu-launch-twelve", gpu_launch_twelve, "unexpected number of region arguments"),
    rule("gpu-reduce-no-minmax", gpu_reduce_no_minmax, ""),
    rule("gpu-reduce-scalar-bits", gpu_reduce_scalar_bits, ""),
    in_file("gpu-rotate-constant", gpu_rotate_constant, "offset is not a constant value"),
    rule("gpu-target-21", gpu_target_21, "Minimum NVVM target SM version is sm_20"),
    in_file("gpu-target-22", gpu_target_22, ""),
];

fn gpu_launch_twelve(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.region(0)?.first().is_none_or(|block| block.args.len() == 12))
}

fn gpu_reduce_no_minmax(op: &OpView<'_, '_>) -> Option<bool> {
    if !op.has("op")? {
        return Some(true);
    }
    Some(matches!(op.word("op")?.as_str(), "add" | "mul" | "and" | "or" | "xor"))
}

fn gpu_reduce_scalar_bits(op: &OpView<'_, '_>) -> Option<bool> {
    let bits = op.has("op")? && matches!(op.word("op")?.as_str(), "and" | "or" | "xor");
    Some(!bits || matches!(*op.result(0)?, Ty::Integer(..)))
}

fn gpu_rotate_constant(op: &OpView<'_, '_>) -> Option<bool> {
    Some(op.origin(1)?.is_of("arith.constant") && op.origin(2)?.is_of("arith.constant"))
}

/// The number of a device's generation, and whether its features are those of that one only.
fn chip(text: &str) -> Option<(u32, bool)> {
    let name = parameter(text, "chip").unwrap_or("\"sm_50\"").trim_matches('"');
    let number = name.strip_prefix("sm_")?;
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    Some((digits.parse().ok()?, number.ends_with('a')))
}

/// Targets of NVIDIA's devices that a module has.
fn targets(op: &OpView<'_, '_>) -> Option<Vec<(u32, bool)>> {
    if !op.has("targets")? {
        return Some(Vec::new());
    }
    let all = op.array("targets")?;
    all.iter()
        .filter(|target| target.starts_with("#nvvm.target"))
        .map(|target| chip(target.text()?))
        .collect()
}

fn gpu_target_21(op: &OpView<'_, '_>) -> Option<bool> {
    Some(targets(op)?.iter().all(|(chip, _)| *chip >= 20))
}

/// Whether a device has an operation.
fn has(name: &str, chip: u32, only: bool) -> bool {
    let Some(name) = name.strip_prefix("nvvm.") else { return true };
    match name {
        "shfl.sync" => chip >= 30,
        "redux.sync" => chip >= 80,
        "read.ptx.sreg.clusterid.x"
        | "read.ptx.sreg.cluster.ctaid.x"
        | "read.ptx.sreg.cluster.ctaid.y"
        | "read.ptx.sreg.cluster.ctaid.z"
        | "read.ptx.sreg.cluster.nctaid.x"
        | "read.ptx.sreg.cluster.nctaid.y"
        | "read.ptx.sreg.cluster.ctarank"
        | "read.ptx.sreg.aggr.smem.size"
        | "cluster.arrive.relaxed"
        | "cluster.wait"
        | "cp.async.bulk.wait_group"
        | "cp.async.bulk.tensor.shared.cluster.global"
        | "mapa" => chip >= 90,
        "wgmma.fence.aligned" | "wgmma.commit.group.sync.aligned" | "wgmma.wait.group.sync.aligned" => {
            chip == 90 && only
        }
        name if name.starts_with("clusterlaunchcontrol.") => chip >= 100,
        name => !name.starts_with("tcgen05.") && !name.starts_with("convert.f32x4."),
    }
}

fn gpu_target_22(op: &OpView<'_, '_>) -> Option<bool> {
    let targets = targets(op)?;
    if !targets.iter().all(|(chip, _)| *chip >= 20) {
        return Some(false);
    }
    if targets.is_empty() {
        return Some(true);
    }
    for op in op.inside()? {
        let name = op.name();
        if !targets.iter().all(|(chip, only)| has(&name, *chip, *only)) {
            return Some(false);
        }
    }
    Some(true)
}
