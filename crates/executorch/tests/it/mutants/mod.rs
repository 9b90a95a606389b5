//! Files broken on purpose, one defect each, with what the verifier must say. What the real runtime 1.5.1 does with
//! each is recorded in `mutants-1.5.1.tsv`.

mod container;
mod flow;
mod outside;
mod plan;

use outlast_core::{Code, Severity};
use outlast_executorch::verify::codes as c;

use crate::edit::{Edit, To, To::T, To::V};
use {container::*, flow::*, outside::*, plan::*};

/// What the verifier must say: a code at a place, or nothing.
pub(crate) type Expected = Option<(Code, Severity, usize)>;

/// A broken file.
pub(crate) struct Mutant {
    pub(crate) name: String,
    /// The genuine file it was made from, below `corpus/executorch/`.
    pub(crate) base: &'static str,
    /// What was done to it.
    pub(crate) class: &'static str,
    pub(crate) data: Vec<u8>,
    pub(crate) expected: Expected,
}

struct Maker {
    out: Vec<Mutant>,
    base: &'static str,
    short: String,
    data: Vec<u8>,
}

const E: Severity = Severity::Error;
const W: Severity = Severity::Warning;
const N: Severity = Severity::Note;
const END: Code = Code(101);
const MAGIC: Code = Code(102);
const RANGE: Code = Code(103);
const ALIGN: Code = Code(104);
const INVALID: Code = Code(108);

const PLAN: To = V(1, 0);
const CHAIN: To = V(5, 0);
const OFFSETS: To = T(5);

impl Maker {
    fn base(&mut self, base: &'static str) {
        let (release, file) = base.split_once('/').unwrap();
        let stem = file.split('.').next().unwrap();
        let kind = if base.ends_with(".ptd") { "_ptd" } else { "" };
        let old = if release == "1.5.1" { String::new() } else { format!("_{release}").replace('.', "") };
        self.short = format!("{stem}{kind}{old}");
        self.base = base;
        self.data = std::fs::read(outlast_testkit::corpus::root().join("executorch").join(base)).unwrap();
    }

    fn push(&mut self, class: &'static str, data: Vec<u8>, expected: Expected) {
        let name = format!("{}-{class}", self.short);
        assert!(self.out.iter().all(|m| m.name != name), "{name} twice");
        self.out.push(Mutant { name, base: self.base, class, data, expected });
    }

    /// One mutant: `change` returns the place that the finding must touch.
    fn bad(
        &mut self,
        class: &'static str,
        code: Code,
        severity: Severity,
        change: impl FnOnce(&mut Edit) -> usize,
    ) {
        let mut edit = Edit::new(&self.data);
        let at = change(&mut edit);
        self.push(class, edit.data, Some((code, severity, at)));
    }

    /// A mutant of which nothing needs to be said.
    fn fine(&mut self, class: &'static str, change: impl FnOnce(&mut Edit)) {
        let mut edit = Edit::new(&self.data);
        change(&mut edit);
        self.push(class, edit.data, None);
    }
}

/// All mutants.
pub(crate) fn all() -> Vec<Mutant> {
    let mut m = Maker { out: Vec::new(), base: "", short: String::new(), data: Vec::new() };
    for base in ["1.5.1/mlp.pte", "1.5.1/xnn_mlp.pte", "1.5.1/kv_init.pte"] {
        m.base(base);
        header(&mut m);
    }
    m.base("1.5.1/mlp.pte");
    container(&mut m);
    constants(&mut m);
    plan(&mut m);
    tensors(&mut m);
    instructions(&mut m);
    memory(&mut m);
    m.base("1.5.1/add.pte");
    headless(&mut m);
    m.base("1.5.1/multi.pte");
    several(&mut m);
    m.base("1.5.1/misc.pte");
    lists(&mut m);
    m.base("1.5.1/optional.pte");
    optional(&mut m);
    m.base("1.5.1/op_gelu.pte");
    strings(&mut m);
    m.base("1.5.1/cond.pte");
    jumps(&mut m);
    m.base("1.5.1/mapm.pte");
    loops(&mut m);
    m.base("1.5.1/kv_init.pte");
    mutable(&mut m);
    m.base("1.5.1/xnn_mlp.pte");
    delegate(&mut m);
    named(&mut m);
    m.base("1.5.1/xnn_mlp_inline.pte");
    delegate_inline(&mut m);
    m.base("1.5.1/ext.pte");
    external(&mut m);
    m.base("1.5.1/ext.ptd");
    data_file(&mut m);
    m.base("1.5.1/bundled.bpte");
    bundle(&mut m);
    m.base("0.2.1/mlp_inline_const.pte");
    old_constants(&mut m);
    m.out
}

/// A field of the tensor in value `index` of the first plan.
fn tensor_field(e: &Edit, index: usize, slot: u16) -> usize {
    e.field(&[PLAN, V(2, index), T(1)], slot)
}

fn tensor(index: usize) -> [To; 3] {
    [PLAN, V(2, index), T(1)]
}

/// A field of the arguments of instruction `index`.
fn call_field(e: &Edit, index: usize, slot: u16) -> usize {
    e.field(&[PLAN, CHAIN, V(2, index), T(1)], slot)
}

fn call(index: usize) -> [To; 4] {
    [PLAN, CHAIN, V(2, index), T(1)]
}
