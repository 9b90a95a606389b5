//! Files broken on purpose, one defect each, with what the verifier must say. What the real runtime 1.5.1 does with
//! each is recorded in `mutants-1.5.1.tsv`.

use outlast_core::{Code, Severity};
use outlast_executorch::verify::codes as c;

use crate::edit::{Edit, To, To::T, To::V};

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

/// The extended header.
fn header(m: &mut Maker) {
    let len = m.data.len() as u64;
    let size = u64::from_le_bytes(m.data[16..24].try_into().unwrap());
    let base = u64::from_le_bytes(m.data[24..32].try_into().unwrap());
    let data = u64::from_le_bytes(m.data[32..40].try_into().unwrap());
    m.bad("header-magic", c::LOST_HEADER, E, |e| e.set(8, b"eh01"));
    m.bad("header-length-0", INVALID, E, |e| e.set32(12, 0));
    m.bad("header-length-23", INVALID, E, |e| e.set32(12, 23));
    m.fine("header-length-24", |e| {
        e.set32(12, 24);
    });
    m.bad("header-length-31", c::HEADER_LENGTH, N, |e| e.set32(12, 31));
    m.bad("header-length-40", c::HEADER_LENGTH, N, |e| e.set32(12, 40));
    m.bad("header-length-max", c::HEADER_LENGTH, N, |e| e.set32(12, 0xffff_ffff));
    m.bad("program-size-beyond", c::PROGRAM_SIZE, E, |e| e.set64(16, len + 1));
    m.bad("program-size-max", c::PROGRAM_SIZE, E, |e| e.set64(16, u64::MAX));
    m.push(
        "program-size-0",
        {
            let mut e = Edit::new(&m.data);
            e.set64(16, 0);
            e.data
        },
        Some((END, E, 0)),
    );
    m.push(
        "program-size-half",
        {
            let mut e = Edit::new(&m.data);
            e.set64(16, size / 2);
            e.data
        },
        Some((RANGE, E, usize::MAX)),
    );
    m.bad("segment-base-0", c::SEGMENT_BASE, E, |e| e.set64(24, 0));
    m.bad("segment-base-1", c::SEGMENT_BASE, E, |e| e.set64(24, 1));
    m.bad("segment-base-beyond", c::SEGMENT_BASE, E, |e| e.set64(24, len + 1));
    m.bad("segment-base-max", c::SEGMENT_BASE, E, |e| e.set64(24, u64::MAX));
    m.bad("segment-base-up", c::SEGMENT_GAP, W, |e| {
        // Where the file ends early, the shifted segments reach beyond it.
        e.data.extend([0; 64]);
        e.set64(24, base + 16)
    });
    m.bad("segment-data-size-beyond", c::SEGMENT_DATA_SIZE, E, |e| e.set64(32, len - base + 1));
    m.bad("segment-data-size-max", c::SEGMENT_DATA_SIZE, E, |e| e.set64(32, u64::MAX));
    m.bad("segment-data-size-small", c::SEGMENT_DATA_SIZE, W, |e| e.set64(32, data - 1));
}

/// The file as a whole, the root, the list of segments.
fn container(m: &mut Maker) {
    let data = m.data.clone();
    for (class, len) in [("cut-0", 0), ("cut-8", 8), ("cut-32", 32), ("cut-63", 63)] {
        m.push(class, data[..len].to_vec(), Some((c::SHORT_FILE, E, 0)));
    }
    m.push("cut-64", data[..64].to_vec(), Some((END, E, usize::MAX)));
    m.push("cut-1000", data[..1000].to_vec(), Some((c::PROGRAM_SIZE, E, 16)));
    m.push("cut-segments", data[..2300].to_vec(), Some((c::SEGMENT_DATA_SIZE, E, 32)));
    m.push("cut-16", data[..data.len() - 16].to_vec(), Some((c::SEGMENT_DATA_SIZE, E, 32)));
    m.push("cut-1", data[..data.len() - 1].to_vec(), Some((c::SEGMENT_DATA_SIZE, E, 32)));
    let len = data.len();
    m.bad("trailing", c::TRAILING_BYTES, N, |e| {
        e.data.extend([0xaa; 100]);
        len
    });
    m.bad("identifier-newer", MAGIC, E, |e| e.set(4, b"ET13"));
    m.bad("identifier-zero", MAGIC, E, |e| e.set32(4, 0));
    m.bad("root-0", RANGE, E, |e| e.set32(0, 0));
    m.bad("root-unaligned", ALIGN, E, |e| {
        let root = e.u32(0);
        e.set32(0, i64::from(root) + 1);
        root as usize + 1
    });
    m.bad("root-beyond", RANGE, E, |e| e.set32(0, 0x7fff_ffff));
    m.bad("root-9", ALIGN, E, |e| {
        e.set32(0, 9);
        9
    });
    m.bad("vtable-outside", RANGE, E, |e| {
        let at = e.pos(&[]);
        e.set32(at, 0x7fff_ffff)
    });
    m.bad("version-1", c::SCHEMA_VERSION, W, |e| e.put(&[], 0, 1));
    m.bad("plans-null", c::NO_METHODS, E, |e| e.null(&[], 1));
    m.bad("plans-empty", c::NO_METHODS, E, |e| {
        e.count(&[], 1, 0);
        e.pos(&[])
    });
    m.bad("plans-far", RANGE, E, |e| e.put(&[], 1, 0x7fff_fff0));
    m.bad("segments-null", c::SEGMENTS_MISSING, E, |e| {
        e.null(&[], 4);
        e.pos(&[OFFSETS])
    });
    m.bad("segments-empty", c::SEGMENTS_MISSING, E, |e| {
        e.count(&[], 4, 0);
        e.pos(&[OFFSETS])
    });
    m.bad("segment-too-long", c::SEGMENT_RANGE, E, |e| {
        let at = e.field(&[V(4, 0)], 1);
        e.set64(at, 1 << 20);
        e.pos(&[V(4, 0)])
    });
    m.bad("segment-size-max", c::SEGMENT_RANGE, E, |e| {
        let at = e.field(&[V(4, 0)], 1);
        e.set64(at, u64::MAX);
        e.pos(&[V(4, 0)])
    });
    m.bad("segment-too-short", c::CONSTANT_RANGE, E, |e| {
        let at = e.field(&[V(4, 0)], 1);
        let size = e.u64(at);
        e.set64(at, size - 16);
        tensor_field(e, 3, 5)
    });
}

/// A field of the tensor in value `index` of the first plan.
fn tensor_field(e: &Edit, index: usize, slot: u16) -> usize {
    e.field(&[PLAN, V(2, index), T(1)], slot)
}

fn tensor(index: usize) -> [To; 3] {
    [PLAN, V(2, index), T(1)]
}

/// Constants of `mlp`: values 0 to 3 are constants 1 to 4.
fn constants(m: &mut Maker) {
    m.bad("constant-segment-index", c::SEGMENT_INDEX, E, |e| e.put(&[OFFSETS], 0, 99));
    m.bad("constant-segment-null", c::CONSTANT_INDEX, E, |e| {
        e.null(&[], 5);
        tensor_field(e, 0, 5)
    });
    m.bad("constant-offsets-null", c::CONSTANT_INDEX, E, |e| {
        e.null(&[OFFSETS], 1);
        tensor_field(e, 0, 5)
    });
    m.bad("constant-offsets-one", c::CONSTANT_INDEX, E, |e| {
        e.count(&[OFFSETS], 1, 1);
        tensor_field(e, 0, 5)
    });
    m.bad("constant-offsets-short", c::CONSTANT_INDEX, E, |e| {
        e.count(&[OFFSETS], 1, 4);
        tensor_field(e, 3, 5)
    });
    let set = |e: &mut Edit, index: usize, change: &dyn Fn(u64) -> u64| {
        let (at, _) = e.vector(&[OFFSETS], 1);
        let old = e.u64(at + 8 * index);
        e.set64(at + 8 * index, change(old))
    };
    m.bad("constant-offset-unaligned", c::CONSTANT_ALIGNMENT, W, |e| set(e, 2, &|o| o + 4));
    m.bad("constant-offset-odd", c::CONSTANT_ALIGNMENT, E, |e| set(e, 2, &|o| o + 1));
    m.bad("constant-offset-16", c::CONSTANT_OVERLAP, W, |e| {
        let at = set(e, 2, &|o| o + 16);
        at + 8
    });
    m.bad("constant-offset-less-16", c::CONSTANT_OVERLAP, W, |e| set(e, 2, &|o| o - 16));
    m.bad("constant-offset-twice", c::CONSTANT_OVERLAP, W, |e| {
        let (at, _) = e.vector(&[OFFSETS], 1);
        let first = e.u64(at + 8);
        set(e, 3, &|_| first)
    });
    m.bad("constant-offset-last-0", c::CONSTANT_OVERLAP, W, |e| set(e, 4, &|_| 0));
    m.bad("constant-offset-beyond", c::CONSTANT_RANGE, E, |e| {
        set(e, 1, &|_| 1 << 20);
        tensor_field(e, 0, 5)
    });
    m.bad("constant-offset-max", c::CONSTANT_RANGE, E, |e| {
        set(e, 1, &|_| u64::MAX);
        tensor_field(e, 0, 5)
    });
    m.bad("constant-offset-last-16", c::CONSTANT_RANGE, E, |e| {
        set(e, 4, &|o| o + 16);
        tensor_field(e, 3, 5)
    });
    m.bad("constant-index-99", c::CONSTANT_INDEX, E, |e| e.put(&tensor(0), 5, 99));
    m.bad("constant-index-max", c::CONSTANT_INDEX, E, |e| e.put(&tensor(0), 5, 0xffff_ffff));
    m.bad("constant-index-last", c::CONSTANT_RANGE, E, |e| e.put(&tensor(0), 5, 4));
    m.bad("constant-index-0", c::NO_MEMORY, E, |e| {
        e.put(&tensor(0), 5, 0);
        e.pos(&tensor(0))
    });
}

/// A vector of one table, which has the four-byte number in slot 0, or nothing.
fn one_table(e: &mut Edit, way: &[To], slot: u16, number: Option<u32>) -> usize {
    let from = e.put(way, slot, 0);
    let mut bytes = vec![1, 0, 0, 0, 12, 0, 0, 0];
    match number {
        Some(number) => {
            bytes.extend([6, 0, 8, 0, 4, 0, 0, 0, 8, 0, 0, 0]);
            bytes.extend(number.to_le_bytes());
        }
        None => bytes.extend([4, 0, 4, 0, 0, 0, 0, 0, 8, 0, 0, 0]),
    }
    let at = e.append(&bytes, 4);
    e.refer(from, at);
    at + 20
}

fn plan(m: &mut Maker) {
    m.bad("constant-two-stores", c::CONSTANT_STORES, E, |e| {
        one_table(e, &[], 2, None);
        e.field(&[], 2)
    });
    m.bad("device-buffer-7", c::DEVICE, W, |e| one_table(e, &[PLAN], 9, Some(7)));
    m.bad("plan-name-null", c::METHOD_NAME, E, |e| e.null(&[PLAN], 0));
    for (class, slot) in [
        ("plan-values-null", 2),
        ("plan-inputs-null", 3),
        ("plan-outputs-null", 4),
        ("plan-chains-null", 5),
        ("plan-operators-null", 6),
        ("plan-delegates-null", 7),
        ("plan-buffers-null", 8),
    ] {
        m.bad(class, c::MISSING_LIST, E, |e| e.null(&[PLAN], slot));
    }
    m.fine("plan-container-null", |e| {
        e.null(&[PLAN], 1);
    });
    m.bad("plan-values-short", c::ARGUMENT_INDEX, E, |e| {
        e.count(&[PLAN], 2, 19);
        e.vector(&[PLAN, CHAIN, V(2, 4), T(1)], 1).0 + 16
    });
    m.bad("plan-chains-empty", c::CHAINS, N, |e| e.count(&[PLAN], 5, 0));
    m.bad("plan-operators-empty", c::OPERATOR_INDEX, E, |e| {
        e.count(&[PLAN], 6, 0);
        call_field(e, 1, 0)
    });
    for (class, value) in [("input-minus-1", -1), ("input-99", 99), ("input-max", 0x7fff_ffff)] {
        m.bad(class, c::INPUT_INDEX, E, |e| e.element(&[PLAN], 3, 0, value));
    }
    for (class, value) in [("output-minus-1", -1), ("output-99", 99), ("output-max", 0x7fff_ffff)] {
        m.bad(class, c::INPUT_INDEX, E, |e| e.element(&[PLAN], 4, 0, value));
    }
    m.bad("outputs-empty", c::NO_OUTPUTS, W, |e| {
        e.count(&[PLAN], 4, 0);
        e.field(&[PLAN], 4)
    });
    m.bad("value-kind-0", c::VALUE_KIND, E, |e| {
        let at = e.field(&[PLAN, V(2, 4)], 0);
        e.set8(at, 0)
    });
    m.bad("value-kind-12", c::VALUE_KIND, E, |e| {
        let at = e.field(&[PLAN, V(2, 4)], 0);
        e.set8(at, 12)
    });
    m.bad("value-kind-255", c::VALUE_KIND, E, |e| {
        let at = e.field(&[PLAN, V(2, 4)], 0);
        e.set8(at, 255)
    });
    m.bad("value-null", c::VALUE_MISSING, E, |e| e.null(&[PLAN, V(2, 4)], 1));
    m.bad("value-offset-0", RANGE, E, |e| e.element(&[PLAN], 2, 4, 0));
    m.bad("value-offset-far", RANGE, E, |e| e.element(&[PLAN], 2, 4, 0x7fff_0000));
    m.bad("intlist-null", c::VALUE_MISSING, E, |e| e.null(&[PLAN, V(2, 8), T(1)], 0));
    let item = |e: &mut Edit, value: u64| {
        let (at, _) = e.vector(&[PLAN, V(2, 8), T(1)], 0);
        e.set64(at, value)
    };
    m.bad("intlist-item-99", c::LIST_ITEM, E, |e| item(e, 99));
    m.bad("intlist-item-minus-1", c::LIST_ITEM, E, |e| item(e, u64::MAX));
    m.bad("intlist-item-tensor", c::LIST_ITEM, E, |e| item(e, 0));
}

fn tensors(m: &mut Maker) {
    m.bad("sizes-null", c::TENSOR_SIZES, E, |e| e.null(&tensor(9), 2));
    m.bad("sizes-negative", c::TENSOR_SIZES, E, |e| e.element(&tensor(9), 2, 0, -1));
    m.bad("sizes-overflow", c::TENSOR_SIZES, E, |e| {
        e.element(&tensor(9), 2, 1, 0x7fff_ffff);
        e.element(&tensor(9), 2, 0, 0x7fff_ffff)
    });
    m.bad("sizes-large", c::MEMORY_OVERLAP, E, |e| {
        e.element(&tensor(9), 2, 0, 3);
        e.vector(&call(1), 1).0
    });
    m.bad("sizes-larger", c::MEMORY_RANGE, E, |e| {
        e.element(&tensor(9), 2, 0, 4);
        e.field(&[PLAN, V(2, 9), T(1), T(6)], 1)
    });
    m.bad("sizes-constant-large", c::CONSTANT_RANGE, E, |e| {
        e.element(&tensor(3), 2, 0, 5);
        tensor_field(e, 3, 5)
    });
    m.bad("sizes-rank-1", c::DIM_ORDER, E, |e| {
        e.count(&tensor(9), 2, 1);
        e.vector(&tensor(9), 3).0
    });
    m.bad("sizes-rank-17", c::TENSOR_SIZES, E, |e| {
        let mut bytes = 17u32.to_le_bytes().to_vec();
        bytes.extend(1u32.to_le_bytes().repeat(17));
        let at = e.append(&bytes, 4);
        let from = tensor_field(e, 9, 2);
        e.refer(from, at);
        at + 4
    });
    m.bad("dim-order-null", c::DIM_ORDER, E, |e| e.null(&tensor(9), 3));
    m.bad("dim-order-twice", c::DIM_ORDER, E, |e| {
        let (at, _) = e.vector(&tensor(9), 3);
        e.set8(at + 1, 0);
        at + 1
    });
    m.bad("dim-order-large", c::DIM_ORDER, E, |e| {
        let (at, _) = e.vector(&tensor(9), 3);
        e.set8(at, 7)
    });
    m.bad("dim-order-short", c::DIM_ORDER, E, |e| e.count(&tensor(9), 3, 1));
    m.bad("dim-order-empty", c::DIM_ORDER, E, |e| e.count(&tensor(9), 3, 0));
    m.bad("scalar-type-99", c::SCALAR_TYPE, E, |e| {
        let at = tensor_field(e, 9, 0);
        e.set8(at, 99)
    });
    m.bad("scalar-type-minus-1", c::SCALAR_TYPE, E, |e| {
        let at = tensor_field(e, 9, 0);
        e.set8(at, 255)
    });
    m.bad("scalar-type-8", c::SCALAR_TYPE, E, |e| {
        let at = tensor_field(e, 9, 0);
        e.set8(at, 8)
    });
    m.bad("scalar-type-double", c::MEMORY_RANGE, E, |e| {
        let at = tensor_field(e, 9, 0);
        e.set8(at, 7);
        e.pos(&[PLAN, V(2, 9), T(1), T(6)]) + 4
    });
    m.bad("storage-offset", c::TENSOR_FIELD, E, |e| e.put(&tensor(9), 1, 1));
    let byte = |e: &mut Edit, slot: u16, value: u8| {
        if e.has(&tensor(9), slot) {
            let at = tensor_field(e, 9, slot);
            e.set8(at, value)
        } else {
            e.alias(&tensor(9), slot, 0)
        }
    };
    m.bad("layout-odd", c::TENSOR_FIELD, N, |e| byte(e, 7, 3));
    m.bad("shape-dynamism-odd", c::TENSOR_FIELD, W, |e| byte(e, 8, 9));
    m.bad("tensor-all-null", c::TENSOR_SIZES, E, |e| {
        let table = e.append(&[4, 0, 4, 0, 4, 0, 0, 0], 4) + 4;
        let from = e.field(&[PLAN, V(2, 9)], 1);
        e.refer(from, table);
        table
    });
}

/// A field of the arguments of instruction `index`.
fn call_field(e: &Edit, index: usize, slot: u16) -> usize {
    e.field(&[PLAN, CHAIN, V(2, index), T(1)], slot)
}

fn call(index: usize) -> [To; 4] {
    [PLAN, CHAIN, V(2, index), T(1)]
}

/// Instructions of `mlp`: permute, addmm, relu, permute, addmm.
fn instructions(m: &mut Maker) {
    m.bad("instructions-null", c::NO_INSTRUCTIONS, E, |e| e.null(&[PLAN, CHAIN], 2));
    m.bad("instructions-empty", c::OUTPUT_UNWRITTEN, E, |e| {
        e.count(&[PLAN, CHAIN], 2, 0);
        e.vector(&[PLAN], 4).0
    });
    m.bad("instructions-short", c::OUTPUT_UNWRITTEN, E, |e| {
        e.count(&[PLAN, CHAIN], 2, 4);
        e.vector(&[PLAN], 4).0
    });
    m.bad("instruction-kind-0", c::INSTRUCTION_KIND, E, |e| {
        let at = e.field(&[PLAN, CHAIN, V(2, 1)], 0);
        e.set8(at, 0)
    });
    m.bad("instruction-kind-6", c::INSTRUCTION_KIND, E, |e| {
        let at = e.field(&[PLAN, CHAIN, V(2, 1)], 0);
        e.set8(at, 6)
    });
    m.bad("instruction-kind-255", c::INSTRUCTION_KIND, E, |e| {
        let at = e.field(&[PLAN, CHAIN, V(2, 4)], 0);
        e.set8(at, 255)
    });
    m.bad("instruction-null", c::INSTRUCTION_MISSING, E, |e| e.null(&[PLAN, CHAIN, V(2, 1)], 1));
    m.bad("instruction-skipped", c::UNINITIALISED, W, |e| {
        let (at, _) = e.vector(&[PLAN, CHAIN], 2);
        let second = at + 4 + e.u32(at + 4) as usize;
        e.refer(at, second);
        e.pos(&[PLAN, V(2, 5), T(1), T(6)])
    });
    m.bad("operator-minus-1", c::OPERATOR_INDEX, E, |e| e.put(&call(1), 0, -1));
    m.bad("operator-99", c::OPERATOR_INDEX, E, |e| e.put(&call(1), 0, 99));
    m.bad("operator-last-99", c::OPERATOR_INDEX, E, |e| e.put(&call(4), 0, 99));
    m.bad("operator-other", c::ARGUMENT_COUNT, E, |e| {
        let other = e.u32(call_field(e, 2, 0));
        e.put(&call(1), 0, other.into());
        e.vector(&call(1), 1).0
    });
    m.bad("args-null", c::INSTRUCTION_MISSING, E, |e| e.null(&call(1), 1));
    m.bad("args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(1), 1, 6));
    m.bad("args-empty", c::ARGUMENT_COUNT, E, |e| e.count(&call(1), 1, 0));
    m.bad("arg-minus-1", c::ARGUMENT_INDEX, E, |e| e.element(&call(1), 1, 0, -1));
    m.bad("arg-99", c::ARGUMENT_INDEX, E, |e| e.element(&call(1), 1, 0, 99));
    m.bad("arg-max", c::ARGUMENT_INDEX, E, |e| e.element(&call(1), 1, 2, 0x7fff_ffff));
    m.bad("arg-int-for-tensor", c::ARGUMENT_KIND, E, |e| e.element(&call(1), 1, 0, 10));
    m.bad("arg-tensor-for-int", c::ARGUMENT_KIND, E, |e| e.element(&call(1), 1, 3, 1));
    m.bad("arg-tensor-for-list", c::ARGUMENT_KIND, E, |e| e.element(&call(0), 1, 1, 0));
    m.bad("arg-list-for-out", c::ARGUMENT_KIND, E, |e| e.element(&call(1), 1, 5, 8));
    m.bad("operator-name-null", c::OPERATOR_NAME, E, |e| e.null(&[PLAN, V(6, 0)], 0));
    m.bad("operator-name-last-null", c::OPERATOR_NAME, E, |e| e.null(&[PLAN, V(6, 2)], 0));
    let long = |e: &mut Edit, length: usize| {
        let mut bytes = u32::try_from(length).unwrap().to_le_bytes().to_vec();
        bytes.resize(4 + length, b'x');
        bytes.push(0);
        let at = e.append(&bytes, 4);
        let from = e.field(&[PLAN, V(6, 0)], 0);
        e.refer(from, at);
        at + 4
    };
    m.bad("operator-name-100", c::OPERATOR_NAME, E, |e| long(e, 100));
    m.bad("operator-name-200", c::OPERATOR_NAME, E, |e| long(e, 200));
    m.bad("operator-name-5000", c::OPERATOR_NAME, E, |e| long(e, 5000));
    m.bad("operator-name-no-nul", INVALID, E, |e| {
        let (at, len) = e.vector(&[PLAN, V(6, 0)], 0);
        e.set8(at + len, b'x')
    });
}

fn memory(m: &mut Maker) {
    let alloc = |index: usize| [PLAN, V(2, index), T(1), T(6)];
    let size = |e: &mut Edit, index: usize, value: u64| {
        let (at, _) = e.vector(&[PLAN], 8);
        e.set64(at + 8 * index, value)
    };
    m.bad("buffers-empty", c::BUFFER_SIZE, E, |e| {
        e.count(&[PLAN], 8, 0);
        e.field(&[PLAN], 8)
    });
    m.bad("buffers-one", c::MEMORY_ID, E, |e| {
        e.count(&[PLAN], 8, 1);
        e.field(&alloc(9), 0)
    });
    m.bad("buffer-negative", c::BUFFER_SIZE, E, |e| size(e, 1, u64::MAX));
    m.bad("buffer-0", c::MEMORY_RANGE, E, |e| {
        size(e, 1, 0);
        e.field(&alloc(9), 1)
    });
    m.bad("buffer-small", c::MEMORY_RANGE, E, |e| {
        size(e, 1, 700);
        e.field(&alloc(4), 1)
    });
    m.bad("buffer-reserved", c::BUFFER_SIZE, N, |e| size(e, 0, 64));
    m.bad("memory-id-0", c::MEMORY_ID, E, |e| e.put(&alloc(9), 0, 0));
    m.bad("memory-id-2", c::MEMORY_ID, E, |e| e.put(&alloc(9), 0, 2));
    m.bad("memory-id-max", c::MEMORY_ID, E, |e| e.put(&alloc(9), 0, 0xffff_ffff));
    m.bad("memory-offset-beyond", c::MEMORY_RANGE, E, |e| e.put(&alloc(9), 1, 640));
    m.bad("memory-offset-max", c::MEMORY_RANGE, E, |e| e.put(&alloc(9), 1, 0xffff_ffff));
    m.bad("memory-offset-high", c::MEMORY_RANGE, E, |e| {
        e.put(&alloc(9), 2, 1);
        e.field(&alloc(9), 1)
    });
    m.bad("memory-unaligned", c::MEMORY_ALIGNMENT, W, |e| e.put(&alloc(17), 1, 516));
    m.bad("memory-odd", c::MEMORY_ALIGNMENT, W, |e| e.put(&alloc(17), 1, 513));
    m.bad("memory-overlap-input", c::MEMORY_OVERLAP, E, |e| {
        e.put(&alloc(9), 1, 16);
        e.vector(&call(1), 1).0
    });
    m.bad("memory-overlap-arg", c::MEMORY_OVERLAP, E, |e| {
        e.put(&alloc(9), 1, 560);
        e.vector(&call(1), 1).0
    });
    m.bad("memory-overlap-live", c::MEMORY_OVERLAP, W, |e| {
        e.put(&alloc(13), 1, 256);
        e.field(&alloc(13), 1)
    });
    m.bad("memory-overlap-first", c::MEMORY_OVERLAP, W, |e| {
        e.put(&alloc(5), 1, 192);
        e.field(&alloc(5), 1)
    });
    m.bad("memory-same-as-input", c::MEMORY_OVERLAP, W, |e| {
        e.put(&alloc(12), 1, 512);
        e.vector(&call(2), 1).0
    });
    m.bad("memory-null", c::NO_MEMORY, E, |e| e.null(&tensor(9), 6));
}

/// A file without a header.
fn headless(m: &mut Maker) {
    let len = m.data.len();
    m.bad("half", RANGE, E, |e| {
        e.data.truncate(len / 2);
        usize::MAX
    });
    m.bad("trailing", c::UNREFERENCED_BYTES, N, |e| {
        e.data.extend([0xaa; 100]);
        len
    });
    m.bad("op-name-null", c::OPERATOR_NAME, E, |e| e.null(&[PLAN, V(6, 0)], 0));
    m.bad("output-unwritten", c::OUTPUT_UNWRITTEN, E, |e| {
        e.count(&[PLAN, CHAIN], 2, 0);
        e.vector(&[PLAN], 4).0
    });
    m.bad("input-minus-1", c::INPUT_INDEX, E, |e| e.element(&[PLAN], 3, 0, -1));
    m.bad("plans-count", RANGE, E, |e| {
        let at = e.count(&[], 1, 0x4000_0000);
        at - 4
    });
    m.bad("plans-two", RANGE, E, |e| {
        e.count(&[], 1, 2);
        usize::MAX
    });
    m.fine("segments-null", |e| {
        if e.has(&[], 4) {
            e.null(&[], 4);
        }
    });
}

/// Several methods.
fn several(m: &mut Maker) {
    m.bad("method-twice", c::METHOD_TWICE, N, |e| {
        let (at, len) = e.vector(&[V(1, 2)], 0);
        assert_eq!(len, 4);
        let (other, other_len) = e.vector(&[V(1, 5)], 0);
        assert!(other_len >= 4, "{other_len}");
        let name = e.data[at..at + 4].to_vec();
        e.set32(other - 4, 4);
        e.set(other, &name);
        e.set8(other + 4, 0);
        other
    });
    m.bad("second-name-null", c::METHOD_NAME, E, |e| e.null(&[V(1, 1)], 0));
    m.bad("second-op-99", c::OPERATOR_INDEX, E, |e| e.put(&[V(1, 1), CHAIN, V(2, 0), T(1)], 0, 99));
    m.bad("first-output-99", c::INPUT_INDEX, E, |e| e.element(&[V(1, 0)], 4, 0, 99));
    m.bad("third-buffers-null", c::MISSING_LIST, E, |e| e.null(&[V(1, 2)], 8));
    m.bad("constant-shared-16", c::CONSTANT_OVERLAP, W, |e| {
        let (at, _) = e.vector(&[OFFSETS], 1);
        let old = e.u64(at + 16);
        e.set64(at + 16, old - 16)
    });
}

/// Lists of tensors.
fn lists(m: &mut Maker) {
    let outs = [PLAN, V(2, 7), T(1)];
    m.bad("tensors-null", c::VALUE_MISSING, E, |e| e.null(&outs, 0));
    m.bad("tensors-item-99", c::LIST_ITEM, E, |e| e.element(&outs, 0, 0, 99));
    m.bad("tensors-item-minus-1", c::LIST_ITEM, E, |e| e.element(&outs, 0, 0, -1));
    m.bad("tensors-item-int", c::LIST_ITEM, E, |e| {
        let int = (0..32).find(|i| matches!(e.table(&[PLAN, V(2, *i)]).u8(0), Ok(Some(2)))).unwrap();
        e.element(&outs, 0, 0, int.try_into().unwrap())
    });
    m.bad("ints-item-99", c::LIST_ITEM, E, |e| {
        let (at, _) = e.vector(&[PLAN, V(2, 5), T(1)], 0);
        e.set64(at, 99)
    });
    m.bad("output-99", c::INPUT_INDEX, E, |e| e.element(&[PLAN], 4, 3, 99));
    m.bad("outs-same", c::MEMORY_OVERLAP, E, |e| {
        let first = [PLAN, V(2, 9), T(1), T(6)];
        let second = [PLAN, V(2, 10), T(1), T(6)];
        let value = if e.has(&first, 1) { e.u32(e.field(&first, 1)) } else { 0 };
        e.put(&second, 1, value.into());
        e.vector(&[PLAN, CHAIN, V(2, 1), T(1)], 1).0
    });
}

/// A string value.
fn strings(m: &mut Maker) {
    let find = |e: &Edit| {
        (0..e.vector(&[PLAN], 2).1).find(|i| matches!(e.table(&[PLAN, V(2, *i)]).u8(0), Ok(Some(6))))
    };
    m.bad("string-null", c::VALUE_MISSING, E, |e| {
        let at = find(e).unwrap();
        e.null(&[PLAN, V(2, at), T(1)], 0)
    });
    m.bad("string-far", RANGE, E, |e| {
        let at = find(e).unwrap();
        let at = e.field(&[PLAN, V(2, at), T(1)], 0);
        e.set32(at, 0x7fff_0000)
    });
}

/// Optional tensors.
fn optional(m: &mut Maker) {
    let list = (0..40).find(|i| {
        let e = Edit::new(&m.data);
        let count = e.vector(&[PLAN], 2).1;
        *i < count && matches!(e.table(&[PLAN, V(2, *i)]).u8(0), Ok(Some(11)))
    });
    if let Some(list) = list {
        let way = [PLAN, V(2, list), T(1)];
        m.bad("optional-null", c::VALUE_MISSING, E, |e| e.null(&way, 0));
        m.bad("optional-item-99", c::LIST_ITEM, E, |e| e.element(&way, 0, 0, 99));
        m.bad("optional-item-minus-2", c::LIST_ITEM, E, |e| e.element(&way, 0, 0, -2));
    }
    m.bad("arg-99", c::ARGUMENT_INDEX, E, |e| e.element(&call(0), 1, 0, 99));
}

/// Jumps and moves of `cond`: sum, gt, jump, add, move, jump, sin, move.
fn jumps(m: &mut Maker) {
    m.bad("jump-condition-99", c::ARGUMENT_INDEX, E, |e| e.put(&call(2), 0, 99));
    m.bad("jump-condition-minus-1", c::ARGUMENT_INDEX, E, |e| e.put(&call(2), 0, -1));
    m.bad("jump-condition-int", c::JUMP_CONDITION, E, |e| e.put(&call(2), 0, 6));
    m.bad("jump-condition-list", c::JUMP_CONDITION, E, |e| e.put(&call(2), 0, 2));
    m.bad("jump-minus-1", c::JUMP_TARGET, W, |e| e.put(&call(2), 1, -1));
    m.bad("jump-99", c::JUMP_TARGET, W, |e| e.put(&call(2), 1, 99));
    m.bad("jump-max", c::JUMP_TARGET, W, |e| e.put(&call(5), 1, 0x7fff_ffff));
    m.bad("move-from-99", c::ARGUMENT_INDEX, E, |e| e.put(&call(4), 0, 99));
    m.bad("move-from-minus-1", c::ARGUMENT_INDEX, E, |e| e.put(&call(4), 0, -1));
    m.bad("move-to-99", c::ARGUMENT_INDEX, E, |e| e.put(&call(7), 1, 99));
    m.bad("move-args-null", c::INSTRUCTION_MISSING, E, |e| e.null(&[PLAN, CHAIN, V(2, 4)], 1));
    m.bad("free-99", c::ARGUMENT_INDEX, E, |e| {
        let at = e.field(&[PLAN, CHAIN, V(2, 4)], 0);
        e.set8(at, 5);
        e.put(&call(4), 0, 99)
    });
}

/// The loop of `mapm`.
fn loops(m: &mut Maker) {
    m.bad("copy-index-args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(4), 1, 2));
    m.bad("copy-index-kind", c::ARGUMENT_KIND, E, |e| e.element(&call(4), 1, 2, 9));
    m.bad("prim-args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(5), 1, 2));
    m.bad("prim-arg-tensor", c::ARGUMENT_KIND, E, |e| e.element(&call(5), 1, 0, 0));
    m.bad("jump-99", c::JUMP_TARGET, W, |e| e.put(&call(7), 1, 99));
}

/// Mutable tensors with initial values.
fn mutable(m: &mut Maker) {
    m.bad("mutable-null", c::CONSTANT_INDEX, E, |e| {
        e.null(&[], 6);
        tensor_field(e, 0, 5)
    });
    m.bad("mutable-empty", c::CONSTANT_INDEX, E, |e| {
        e.count(&[], 6, 0);
        tensor_field(e, 0, 5)
    });
    m.bad("mutable-segment-99", c::SEGMENT_INDEX, E, |e| e.put(&[V(6, 0)], 0, 99));
    m.bad("mutable-offsets-null", c::MUTABLE_SEGMENT, E, |e| e.null(&[V(6, 0)], 1));
    m.bad("mutable-offset-beyond", c::CONSTANT_RANGE, E, |e| {
        let (at, _) = e.vector(&[V(6, 0)], 1);
        e.set64(at + 8, 4096);
        tensor_field(e, 0, 5)
    });
    m.bad("mutable-index-99", c::CONSTANT_INDEX, E, |e| e.put(&tensor(0), 5, 99));
    m.bad("mutable-uninitialised", c::UNINITIALISED, W, |e| {
        e.put(&tensor(0), 5, 0);
        e.pos(&[PLAN, V(2, 0), T(1), T(6)]) + 4
    });
    m.bad("segment-swap", c::SEGMENT_ORDER, N, |e| {
        // Segment 0 (constants) and 1 (initial values) change places in the list; their users keep the numbers.
        let (a, b) = (e.field(&[V(4, 0)], 1), e.field(&[V(4, 1)], 1));
        let _ = (a, b);
        let (at, _) = e.vector(&[], 4);
        let (first, second) = (e.pos(&[V(4, 0)]), e.pos(&[V(4, 1)]));
        e.refer(at, second);
        e.refer(at + 4, first);
        first
    });
    m.bad("segment-inside", c::SEGMENT_OVERLAP, W, |e| {
        let at = e.field(&[V(4, 0)], 1);
        e.set64(at, 130);
        e.pos(&[V(4, 1)])
    });
}

/// The delegate of `xnn_mlp`.
fn delegate(m: &mut Maker) {
    let delegate = [PLAN, V(7, 0)];
    let reference = [PLAN, V(7, 0), T(1)];
    m.bad("delegate-id-null", c::DELEGATE_ID, E, |e| e.null(&delegate, 0));
    m.bad("delegate-processed-null", c::DELEGATE_DATA, E, |e| e.null(&delegate, 1));
    m.bad("delegate-location-9", c::DELEGATE_DATA, E, |e| {
        let at = e.field(&reference, 0);
        e.set8(at, 9)
    });
    m.bad("delegate-location-inline", c::DELEGATE_DATA, E, |e| {
        let at = e.field(&reference, 0);
        e.set8(at, 0);
        e.field(&reference, 1)
    });
    m.bad("delegate-segment-99", c::SEGMENT_INDEX, E, |e| e.put(&reference, 1, 99));
    m.bad("delegate-call-minus-1", c::OPERATOR_INDEX, E, |e| e.put(&call(0), 0, -1));
    m.bad("delegate-call-5", c::OPERATOR_INDEX, E, |e| e.put(&call(0), 0, 5));
    m.bad("delegate-args-null", c::INSTRUCTION_MISSING, E, |e| e.null(&call(0), 1));
    m.bad("delegate-args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(0), 1, 1));
    m.bad("delegate-args-empty", c::ARGUMENT_COUNT, E, |e| e.count(&call(0), 1, 0));
    m.bad("delegate-arg-99", c::ARGUMENT_INDEX, E, |e| e.element(&call(0), 1, 0, 99));
    m.bad("delegates-empty", c::OPERATOR_INDEX, E, |e| {
        e.count(&[PLAN], 7, 0);
        e.pos(&call(0))
    });
    let spec = |e: &mut Edit, key: bool, value: bool| {
        // A vector with one table; the table has the fields asked for.
        let mut bytes = vec![8, 0, 12, 0, 0, 0, 0, 0];
        if key {
            bytes[4] = 4;
        }
        if value {
            bytes[6] = 8;
        }
        let mut all = 1u32.to_le_bytes().to_vec();
        all.extend(12u32.to_le_bytes());
        all.extend(&bytes);
        all.extend(8u32.to_le_bytes());
        all.extend(8u32.to_le_bytes());
        all.extend(4u32.to_le_bytes());
        all.extend([1, 0, 0, 0, b'k', 0, 0, 0]);
        let at = e.append(&all, 4);
        let from = e.field(&delegate, 2);
        e.refer(from, at);
        at + 16
    };
    m.bad("compile-spec-value-null", c::COMPILE_SPEC, E, |e| spec(e, true, false));
    m.bad("compile-spec-key-null", c::COMPILE_SPEC, N, |e| spec(e, false, true));
    payload(m);
}

/// The payload for XNNPACK, wherever it is.
fn payload(m: &mut Maker) {
    let at = m.data.windows(4).position(|w| w == b"XH00").unwrap() - 4;
    let tables = at + u32::from_le_bytes(m.data[at + 10..at + 14].try_into().unwrap()) as usize;
    m.bad("payload-magic", c::PAYLOAD, E, |e| e.set(at + 4, b"XH09"));
    m.bad("payload-length", c::PAYLOAD, W, |e| e.set(at + 8, &[8, 0]));
    m.bad("payload-tables-offset", c::PAYLOAD, E, |e| e.set32(at + 10, 0x7fff_ffff));
    m.bad("payload-tables-size", c::PAYLOAD, E, |e| {
        e.set32(at + 14, 0x7fff_ffff);
        at + 10
    });
    m.bad("payload-constants-offset", c::PAYLOAD, E, |e| e.set32(at + 18, 0x7fff_ffff));
    m.bad("payload-constants-size", c::PAYLOAD, E, |e| {
        e.set64(at + 22, u64::MAX);
        at + 18
    });
    m.bad("payload-identifier", c::PAYLOAD, E, |e| e.set(tables + 4, b"XN99"));
    m.bad("payload-root", c::PAYLOAD, E, |e| e.set32(tables, 0x7fff_ffff));
}

/// Named data of `xnn_mlp`.
fn named(m: &mut Maker) {
    m.bad("named-null", c::EXTERNAL_DATA, E, |e| {
        e.null(&[], 7);
        usize::MAX
    });
    m.bad("named-empty", c::EXTERNAL_DATA, E, |e| {
        e.count(&[], 7, 0);
        usize::MAX
    });
    m.bad("named-key-null", c::NAMED_DATA_KEY, E, |e| e.null(&[V(7, 1)], 0));
    m.bad("named-key-renamed", c::EXTERNAL_DATA, E, |e| {
        let (at, _) = e.vector(&[V(7, 1)], 0);
        e.set8(at, b'?');
        usize::MAX
    });
    m.bad("named-segment-99", c::SEGMENT_INDEX, E, |e| e.put(&[V(7, 1)], 1, 99));
    m.bad("named-twice", c::NAMED_DATA_TWICE, W, |e| {
        let (from, len) = e.vector(&[V(7, 0)], 0);
        let key = e.data[from..from + len].to_vec();
        let (to, _) = e.vector(&[V(7, 1)], 0);
        e.set(to, &key);
        e.field(&[V(7, 1)], 0)
    });
    m.bad("named-segment-short", c::PAYLOAD, E, |e| {
        let segment = e.u32(e.field(&[V(7, 1)], 1)) as usize;
        let at = e.field(&[V(4, segment)], 1);
        e.set64(at, 4);
        usize::MAX
    });
    m.bad("named-segment-gap", c::SEGMENT_GAP, W, |e| {
        let segment = e.u32(e.field(&[V(7, 2)], 1)) as usize;
        let at = e.field(&[V(4, segment)], 0);
        let old = e.u64(at);
        e.set64(at, old + 16);
        e.pos(&[V(4, segment)])
    });
    m.bad("named-segment-back", c::SEGMENT_OVERLAP, W, |e| {
        let segment = e.u32(e.field(&[V(7, 1)], 1)) as usize;
        let (at, before) = (e.field(&[V(4, segment)], 0), e.field(&[V(4, segment - 1)], 0));
        let old = e.u64(before);
        e.set64(at, old);
        usize::MAX
    });
}

fn delegate_inline(m: &mut Maker) {
    let reference = [PLAN, V(7, 0), T(1)];
    m.bad("inline-list-null", c::DELEGATE_DATA, E, |e| {
        e.null(&[], 3);
        e.pos(&reference)
    });
    m.bad("inline-list-empty", c::DELEGATE_DATA, E, |e| {
        e.count(&[], 3, 0);
        e.pos(&reference)
    });
    m.bad("inline-data-null", c::DELEGATE_DATA, E, |e| e.null(&[V(3, 0)], 0));
    m.bad("inline-data-empty", c::PAYLOAD, E, |e| {
        e.count(&[V(3, 0)], 0, 0);
        e.pos(&[PLAN, V(7, 0)])
    });
    m.bad("inline-data-short", c::PAYLOAD, E, |e| {
        e.count(&[V(3, 0)], 0, 64);
        usize::MAX
    });
    m.bad("inline-index-99", c::DELEGATE_DATA, E, |e| e.put(&reference, 1, 99));
    payload(m);
}

/// Tensors in a data file.
fn external(m: &mut Maker) {
    let extra = |index: usize| [PLAN, V(2, index), T(1), T(9)];
    m.bad("external-name-null", c::EXTERNAL_NAME, E, |e| e.null(&extra(1), 1));
    m.bad("external-location-0", c::CONSTANT_INDEX, E, |e| {
        let at = e.field(&extra(1), 2);
        e.set8(at, 0);
        tensor_field(e, 1, 5)
    });
    m.bad("external-location-9", c::TENSOR_FIELD, E, |e| {
        let at = e.field(&extra(1), 2);
        e.set8(at, 9)
    });
    m.bad("external-name-other", c::EXTERNAL_DATA, E, |e| {
        let (at, _) = e.vector(&extra(1), 1);
        e.set8(at, b'?')
    });
    m.bad("external-info-null", c::CONSTANT_INDEX, E, |e| {
        e.null(&tensor(1), 9);
        tensor_field(e, 1, 5)
    });
    m.bad("external-type", c::EXTERNAL_DATA, E, |e| {
        let at = tensor_field(e, 1, 0);
        e.set8(at, 3);
        e.vector(&extra(1), 1).0
    });
    m.bad("external-sizes", c::EXTERNAL_DATA, E, |e| {
        e.element(&tensor(1), 2, 0, 8);
        e.vector(&extra(1), 1).0
    });
}

/// The data file itself.
fn data_file(m: &mut Maker) {
    let len = m.data.len() as u64;
    m.bad("identifier", MAGIC, E, |e| e.set(4, b"FT02"));
    m.bad("magic", MAGIC, E, |e| e.set(8, b"FH02"));
    m.bad("length-39", INVALID, E, |e| e.set32(12, 39));
    m.bad("length-41", c::HEADER_LENGTH, N, |e| e.set32(12, 41));
    m.bad("tables-size", c::DATA_HEADER, E, |e| e.set64(24, len));
    m.bad("base-beyond", c::DATA_HEADER, E, |e| e.set64(32, len));
    m.bad("base-0", c::SEGMENT_BASE, E, |e| e.set64(32, 0));
    m.bad("data-size-beyond", c::DATA_HEADER, E, |e| {
        let size = e.u64(40);
        e.set64(40, size + 4096)
    });
    m.bad("data-size-0", c::SEGMENT_RANGE, E, |e| {
        e.set64(40, 0);
        e.pos(&[V(1, 1)])
    });
    m.bad("version", c::SCHEMA_VERSION, W, |e| e.put(&[], 0, 1));
    m.bad("segments-null", c::DATA_MISSING, E, |e| e.null(&[], 1));
    m.bad("named-null", c::DATA_MISSING, E, |e| e.null(&[], 2));
    m.bad("key-null", c::NAMED_DATA_KEY, E, |e| e.null(&[V(2, 0)], 0));
    m.bad("key-renamed", c::EXTERNAL_DATA, E, |e| {
        let (at, _) = e.vector(&[V(2, 1)], 0);
        e.set8(at, b'?');
        usize::MAX
    });
    m.bad("segment-99", c::SEGMENT_INDEX, E, |e| e.put(&[V(2, 1)], 1, 99));
    m.bad("segment-size-0", c::DATA_RANGE, E, |e| {
        let at = e.field(&[V(1, 1)], 1);
        e.set64(at, 0);
        usize::MAX
    });
    m.bad("segment-size-max", c::SEGMENT_RANGE, E, |e| {
        let at = e.field(&[V(1, 1)], 1);
        e.set64(at, u64::MAX);
        e.pos(&[V(1, 1)])
    });
    m.bad("layout-null", c::EXTERNAL_DATA, E, |e| {
        e.null(&[V(2, 1)], 2);
        usize::MAX
    });
    m.bad("sizes-null", c::DATA_LAYOUT, E, |e| e.null(&[V(2, 1), T(2)], 1));
    m.bad("dim-order-null", c::DATA_LAYOUT, E, |e| e.null(&[V(2, 1), T(2)], 2));
    m.bad("scalar-type-99", c::SCALAR_TYPE, E, |e| {
        let at = e.field(&[V(2, 1), T(2)], 0);
        e.set8(at, 99)
    });
    m.bad("scalar-type-int", c::EXTERNAL_DATA, E, |e| {
        let at = e.field(&[V(2, 1), T(2)], 0);
        e.set8(at, 3);
        usize::MAX
    });
    m.bad("cut", c::DATA_HEADER, E, |e| {
        e.data.truncate(e.data.len() - 64);
        32
    });
    m.bad("trailing", c::TRAILING_BYTES, N, |e| {
        e.data.extend([0xaa; 64]);
        e.data.len() - 64
    });
}

/// A bundled program.
fn bundle(m: &mut Maker) {
    let start = Edit::new(&m.data).vector(&[], 2).0;
    m.bad("identifier", MAGIC, E, |e| e.set(4, b"BP07"));
    m.bad("program-null", c::BUNDLE_PROGRAM, E, |e| e.null(&[], 2));
    m.bad("suites-null", c::BUNDLE_CASE, E, |e| e.null(&[], 1));
    m.bad("method-null", c::BUNDLE_CASE, E, |e| e.null(&[V(1, 0)], 0));
    m.bad("method-other", c::BUNDLE_METHOD, E, |e| {
        let (at, _) = e.vector(&[V(1, 0)], 0);
        e.set8(at, b'?')
    });
    m.bad("cases-null", c::BUNDLE_CASE, E, |e| e.null(&[V(1, 0)], 1));
    m.bad("inputs-null", c::BUNDLE_CASE, E, |e| e.null(&[V(1, 0), V(1, 0)], 0));
    m.bad("outputs-null", c::BUNDLE_CASE, E, |e| e.null(&[V(1, 0), V(1, 0)], 1));
    let value = [V(1, 0), V(1, 0), V(0, 0)];
    let inner = [V(1, 0), V(1, 0), V(0, 0), T(1)];
    m.bad("value-kind-9", c::BUNDLE_CASE, E, |e| {
        let at = e.field(&value, 0);
        e.set8(at, 9)
    });
    m.bad("value-null", c::BUNDLE_CASE, E, |e| e.null(&value, 1));
    m.bad("sizes-null", c::BUNDLE_CASE, E, |e| e.null(&inner, 1));
    m.bad("data-null", c::BUNDLE_CASE, E, |e| e.null(&inner, 2));
    m.bad("data-short", c::BUNDLE_CASE, E, |e| e.count(&inner, 2, 32));
    m.bad("dim-order-null", c::BUNDLE_CASE, E, |e| e.null(&inner, 3));
    m.bad("inner-magic", c::LOST_HEADER, E, |e| e.set(start + 8, b"eh01"));
    m.bad("inner-identifier", MAGIC, E, |e| e.set(start + 4, b"ET13"));
    m.bad("inner-op-99", c::OPERATOR_INDEX, E, |e| {
        let mut i = e.clone().inside(start);
        let at = i.put(&call(1), 0, 99);
        *e = i;
        at
    });
    m.bad("inner-input-99", c::INPUT_INDEX, E, |e| {
        let mut i = e.clone().inside(start);
        let at = i.element(&[PLAN], 3, 0, 99);
        *e = i;
        at
    });
}

/// Constants inside the FlatBuffer.
fn old_constants(m: &mut Maker) {
    m.bad("constant-index-99", c::CONSTANT_INDEX, E, |e| e.put(&tensor(0), 5, 99));
    m.bad("buffer-null", c::CONSTANT_INDEX, E, |e| {
        e.null(&[], 2);
        tensor_field(e, 0, 5)
    });
    m.bad("storage-null", c::CONSTANT_RANGE, E, |e| {
        e.null(&[V(2, 1)], 0);
        usize::MAX
    });
    m.bad("storage-short", c::CONSTANT_RANGE, E, |e| {
        e.count(&[V(2, 1)], 0, 16);
        usize::MAX
    });
}
