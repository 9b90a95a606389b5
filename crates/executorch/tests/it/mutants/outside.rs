//! Delegates and their payloads, data files, bundles.

use super::*;

/// The delegate of `xnn_mlp`.
pub(super) fn delegate(m: &mut Maker) {
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
pub(super) fn payload(m: &mut Maker) {
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
pub(super) fn named(m: &mut Maker) {
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

pub(super) fn delegate_inline(m: &mut Maker) {
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
pub(super) fn external(m: &mut Maker) {
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
pub(super) fn data_file(m: &mut Maker) {
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
pub(super) fn bundle(m: &mut Maker) {
    let start = Edit::new(&m.data).vector(&[], 2).0;
    m.bad("identifier", MAGIC, E, |e| e.set(4, b"BP07"));
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
    m.bad("inputs-0", c::BUNDLE_MISMATCH, E, |e| e.count(&[V(1, 0), V(1, 0)], 0, 0));
    m.bad("input-type", c::BUNDLE_MISMATCH, E, |e| {
        let at = e.field(&inner, 0);
        e.set8(at, 3)
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
