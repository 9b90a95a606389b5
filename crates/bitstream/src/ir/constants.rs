//! `CONSTANTS_BLOCK_ID` (11).

use super::scan::Module;
use super::uses::Spot;

/// A constant of the module, as far as other things depend on it.
#[derive(Clone, Debug)]
pub(super) struct Constant {
    /// The code of its record.
    pub(super) code: u32,
    /// The expression that it is, if it is one: the name of the operation and a number.
    pub(super) expression: Option<(&'static str, u64)>,
    /// Values that it is made of.
    pub(super) of: Vec<u64>,
    /// Its value, if it is a small integer.
    pub(super) integer: Option<u64>,
    /// Where it is.
    pub(super) spot: Spot,
}

/// A record of a block: `local` inside a function body.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code == 1 {
        module.constant_type = ops.first().copied().unwrap_or(0);
        return;
    }
    module.uses.add("constant", &[u64::from(code)], spot);
    let op = |i: usize| ops.get(i).copied().unwrap_or(0);
    let pick = |indices: &[usize]| indices.iter().filter_map(|i| ops.get(*i).copied()).collect::<Vec<u64>>();
    let (expression, of) = match code {
        7 => (None, ops.to_vec()),
        10 => {
            module.uses.add("constant-binary", &[op(0)], spot);
            if ops.len() > 3 {
                module.uses.add("constant-binary-flags", &[op(0)], spot);
            }
            let float = module.types.is_float(module.constant_type);
            (Some((if float { "binary-float" } else { "binary" }, op(0))), pick(&[1, 2]))
        }
        11 => {
            module.uses.add("constant-cast", &[op(0)], spot);
            (Some(("cast", op(0))), pick(&[2]))
        }
        12 | 20 | 24 | 31 | 32 => (Some(("gep", 0)), gep(module, code, ops, spot)),
        13 => (Some(("select", 0)), pick(&[0, 1, 2])),
        14 => (Some(("extractelement", 0)), if ops.len() > 3 { pick(&[1, 3]) } else { pick(&[1, 2]) }),
        15 => (Some(("insertelement", 0)), if ops.len() > 3 { pick(&[0, 1, 3]) } else { pick(&[0, 1, 2]) }),
        16 => (Some(("shufflevector", 0)), pick(&[0, 1, 2])),
        19 => (Some(("shufflevector", 0)), pick(&[1, 2, 3])),
        17 => {
            module.uses.add("constant-compare", &[op(3)], spot);
            (Some(("compare", u64::from(op(3) >= 32))), pick(&[1, 2]))
        }
        25 => (Some(("unary", op(0))), pick(&[1])),
        21 => (None, pick(&[1])),
        27 | 29 => (None, pick(&[1])),
        33 | 34 => (None, ops.to_vec()),
        _ => (None, Vec::new()),
    };
    if spot.function.is_none() {
        let integer = (code == 4).then(|| decode_sign(op(0))).filter(|_| ops.len() == 1);
        module.constants.push(Constant { code, expression, of, integer, spot });
    }
}

/// Sign in the lowest bit; negative ones are of no interest.
fn decode_sign(value: u64) -> u64 {
    if value & 1 == 0 { value >> 1 } else { u64::MAX }
}

/// `[pointee type, flags (and range), (type, value) …]`: codes 12 and 20 have no flags and may lack the type.
fn gep(module: &mut Module, code: u32, ops: &[u64], spot: Spot) -> Vec<u64> {
    let mut at = 0;
    let typed = !matches!(code, 12 | 20) || ops.len() % 2 == 1;
    if typed {
        // LLVM 14 writes numbers of no type where pointers are opaque.
        if ops.first().is_some_and(|number| module.types.get(*number).is_none()) {
            module.uses.add_text("constant-gep", &format!("{code}/no-type"), spot);
        }
        at += 1;
    }
    let mut flags = 0;
    if matches!(code, 24 | 31 | 32) {
        flags = ops.get(at).copied().unwrap_or(0);
        at += 1;
        if code == 31 {
            // The range follows: its width, lower and upper bound.
            let bits = ops.get(at).copied().unwrap_or(0);
            at += if bits <= 64 { 3 } else { 2 };
        }
    }
    // Code 24 keeps the number of an index above its one flag.
    let flags = if code == 24 { flags & 1 } else { flags };
    module.uses.add("constant-gep", &[u64::from(code), flags], spot);
    ops.get(at..).unwrap_or_default().chunks_exact(2).map(|pair| pair[1]).collect()
}

/// Expressions that initializers and metadata depend on, found from their roots.
pub(super) fn reach(module: &mut Module) {
    let named = module.globals.len();
    let roots = std::mem::take(&mut module.roots);
    let metadata = std::mem::take(&mut module.metadata_roots);
    for (key, roots) in [("initializer", &roots), ("metadata-value", &metadata)] {
        let mut seen = vec![false; module.constants.len()];
        for root in roots {
            let mut work = vec![root.value];
            while let Some(value) = work.pop() {
                let index = usize::try_from(value).ok().and_then(|value| value.checked_sub(named));
                let Some(index) = index.filter(|index| seen.get(*index) == Some(&false)) else { continue };
                seen[index] = true;
                let constant = &module.constants[index];
                work.extend(&constant.of);
                let (spot, code) = (constant.spot, constant.code);
                let owner = root.owner.filter(|_| key == "initializer");
                if let Some((name, number)) = constant.expression {
                    let value = format!("{name}/{number}");
                    module.uses.add_text(key, &value, spot);
                    if let Some(owner) = owner {
                        module.owner_of.entry(value).or_insert(owner);
                    }
                }
                if let Some(owner) = owner {
                    module.owner_of.entry(format!("constant/{code}")).or_insert(owner);
                }
            }
        }
    }
}
