//! Plans: values, tensors, instructions, memory.

use super::*;

/// A vector of one table, which has the four-byte number in slot 0, or nothing.
pub(super) fn one_table(e: &mut Edit, way: &[To], slot: u16, number: Option<u32>) -> usize {
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

pub(super) fn plan(m: &mut Maker) {
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

pub(super) fn tensors(m: &mut Maker) {
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
    m.bad("scalar-type-8", c::SCALAR_TYPE, W, |e| {
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

/// Instructions of `mlp`: permute, addmm, relu, permute, addmm.
pub(super) fn instructions(m: &mut Maker) {
    // The third call becomes an instruction that frees what the last reads, or what nothing reads again.
    for (name, code, severity, value) in
        [("free-used", c::FREED_USE, E, 12), ("free-planned", c::FREED_MEMORY, W, 9)]
    {
        m.bad(name, code, severity, |e| {
            let at = e.field(&[PLAN, CHAIN, V(2, 2)], 0);
            e.set8(at, 5);
            e.put(&call(2), 0, value);
            usize::MAX
        });
    }
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

pub(super) fn memory(m: &mut Maker) {
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

/// Several methods.
pub(super) fn several(m: &mut Maker) {
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
pub(super) fn lists(m: &mut Maker) {
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
pub(super) fn strings(m: &mut Maker) {
    let find = |e: &Edit| {
        (0..e.vector(&[PLAN], 2).1).find(|i| matches!(e.table(&[PLAN, V(2, *i)]).u8(0), Ok(Some(6))))
    };
    m.bad("string-null", c::VALUE_MISSING, E, |e| {
        let at = find(e).unwrap();
        e.null(&[PLAN, V(2, at), T(1)], 0)
    });
}

/// Optional tensors.
pub(super) fn optional(m: &mut Maker) {
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
