//! The file as a whole: header, segments, constants.

use super::*;

/// The extended header.
pub(super) fn header(m: &mut Maker) {
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
pub(super) fn container(m: &mut Maker) {
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

/// Constants of `mlp`: values 0 to 3 are constants 1 to 4.
pub(super) fn constants(m: &mut Maker) {
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

/// A file without a header.
pub(super) fn headless(m: &mut Maker) {
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
    m.fine("segments-null", |e| {
        if e.has(&[], 4) {
            e.null(&[], 4);
        }
    });
}

/// Constants inside the FlatBuffer.
pub(super) fn old_constants(m: &mut Maker) {
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
