//! Texts about operator sets: the set that the guides have, and small ones of every form.

use std::path::Path;

use outlast_testkit::corpus;

use super::MOST_BYTES;
use crate::parts::join;

/// Dumps of schemas, a `native_functions.yaml`, a set, and none.
const SETS: [&str; 5] = [
    "aten::relu(Tensor self) -> (Tensor)\n# c\naten::f(int[2] x=[1, 1], *, str y=\"a\") -> ()\n",
    "- func: gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!)\n  structured: True\n  dispatch:\n    CPU, CUDA: gelu\n  tags: [core, pointwise]\n- func: 'f_(Tensor(a!)[] self) -> ()'\n  dispatch:\n    CPU: f\n  autogen: f.out, f\n",
    "set: foo\nversion: 1\nschemas:\n- 'foo::a(Tensor x) -> Tensor'\n",
    "aten::relu(Tensor self, bool inplace=False) -> Tensor\naten::g.x(Tensor? a, Scalar b=1.5, Device? d=None) -> (Tensor p, Tensor[] q)\n",
    "foo::a(Tensor x, int n) -> Tensor\n",
];

/// Allow-lists.
const ALLOW: [&str; 2] = [
    "- operator: foo::a\n  owner: someone\n  expires: 2027-01-01\n  reason: it is tried out\n",
    "- operator: 'aten::_*'\n  owner: core\n  expires: 2026-01-01\n",
];

fn set_of_guides(name: &str) -> Vec<u8> {
    let folder: &Path = &corpus::root().join("../crates/cli/tests/data/foo");
    std::fs::read(folder.join(name)).unwrap_or_default()
}

/// Version tables with their functions.
pub(super) fn tables() -> Vec<Vec<u8>> {
    let (table, functions) =
        (set_of_guides("operator_versions.yaml"), set_of_guides("operator_upgraders.py"));
    let small = "set: a\nversion: 2\nschemas:\n- a::f(Tensor x, int n=1) -> Tensor\noperators:\n  a::f:\n  - version: 2\n    kind: upgrader\n    upgrader: f_0_1\n    old_schema: a::f(Tensor x) -> Tensor\n    expires: 2027-01-01\n    formats: [torchscript, export]\n";
    let of_small = "def f_0_1(x: Tensor) -> Tensor:\n  return ops.a.f(x, 1)\n";
    let pairs = [
        (&table[..], &functions[..]),
        (&table[..], b""),
        (small.as_bytes(), of_small.as_bytes()),
        (small.as_bytes(), &functions[..]),
        (b"set: a\nversion: 0\n", of_small.as_bytes()),
    ];
    pairs
        .into_iter()
        .filter_map(|(table, functions)| join(0, 0, table, functions))
        .filter(|input| input.len() <= MOST_BYTES)
        .collect()
}

/// Pairs of operator sets, and sets with allow-lists.
pub(super) fn lints() -> Vec<Vec<u8>> {
    let of_guides = ["new.txt", "old.txt"].map(set_of_guides);
    let sets: Vec<&[u8]> =
        SETS.iter().map(|text| text.as_bytes()).chain(of_guides.iter().map(Vec::as_slice)).collect();
    let mut inputs = Vec::new();
    for (variant, one) in sets.iter().enumerate() {
        inputs.extend(sets.iter().filter_map(|other| join(0, variant, one, other)));
        inputs.extend(ALLOW.iter().filter_map(|allow| join(1, variant, one, allow.as_bytes())));
    }
    inputs
}
