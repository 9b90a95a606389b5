//! Files broken on purpose, one defect each, with what the verifier must say.
//!
//! None of them ends a process of a real runtime. What 1.5.1 does with one is recorded in `mutants-1.5.1.tsv`; all
//! others are *sealed*: the header says that the program is longer than the file, and every runtime refuses that before it looks any further.

mod container;
mod flow;
mod outside;
mod plan;

use std::collections::BTreeSet;
use std::sync::OnceLock;

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
        self.data =
            outlast_testkit::corpus::read(outlast_testkit::corpus::root().join("executorch").join(base))
                .unwrap();
    }

    fn push(&mut self, class: &'static str, mut data: Vec<u8>, expected: Expected) {
        let name = format!("{}-{class}", self.short);
        assert!(self.out.iter().all(|m| m.name != name), "{name} twice");
        if is_sealed(&name) {
            seal(&name, &mut data);
        }
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

/// Whether no runtime may look at a mutant: none of its runs is on record.
fn is_sealed(name: &str) -> bool {
    static RECORDED: OnceLock<BTreeSet<&str>> = OnceLock::new();
    let names =
        || include_str!("../mutants-1.5.1.tsv").lines().filter_map(|row| row.split('\t').next()).collect();
    !RECORDED.get_or_init(names).contains(name)
}

/// Makes the header say that the program, or the FlatBuffer of a data file, is longer than the file.
fn seal(name: &str, data: &mut [u8]) {
    let beyond = u64::try_from(data.len()).unwrap() + 1;
    let magic = |magic: &[u8]| data.windows(4).position(|window| window == magic);
    let at = match (magic(b"eh00"), magic(b"FH01")) {
        // Behind the magic: the length of the header, then the size of the program.
        (Some(at), _) => at + 8,
        // The length of the header, then the place and the size of the FlatBuffer.
        (None, Some(at)) => at + 16,
        (None, None) => panic!("{name} has no header to seal it with"),
    };
    data[at..at + 8].copy_from_slice(&beyond.to_le_bytes());
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
