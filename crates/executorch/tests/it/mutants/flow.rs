//! Jumps, loops, state.

use super::*;

/// Jumps and moves of `cond`: sum, gt, jump, add, move, jump, sin, move.
pub(super) fn jumps(m: &mut Maker) {
    m.bad("jump-condition-99", c::ARGUMENT_INDEX, E, |e| e.put(&call(2), 0, 99));
    m.bad("jump-condition-minus-1", c::ARGUMENT_INDEX, E, |e| e.put(&call(2), 0, -1));
    m.bad("jump-condition-int", c::JUMP_CONDITION, E, |e| e.put(&call(2), 0, 6));
    m.bad("jump-condition-list", c::JUMP_CONDITION, E, |e| e.put(&call(2), 0, 2));
    m.bad("jump-condition-float", c::JUMP_CONDITION, E, |e| e.put(&call(2), 0, 0));
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
    m.bad("free-int", c::FREED_KIND, E, |e| {
        let at = e.field(&[PLAN, CHAIN, V(2, 4)], 0);
        e.set8(at, 5);
        e.put(&call(4), 0, 6)
    });
}

/// The loop of `mapm`.
pub(super) fn loops(m: &mut Maker) {
    m.bad("copy-index-args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(4), 1, 2));
    m.bad("prim-args-short", c::ARGUMENT_COUNT, E, |e| e.count(&call(5), 1, 2));
    m.bad("prim-arg-tensor", c::ARGUMENT_KIND, E, |e| e.element(&call(5), 1, 0, 0));
    m.bad("jump-99", c::JUMP_TARGET, W, |e| e.put(&call(7), 1, 99));
}

/// Mutable tensors with initial values.
pub(super) fn mutable(m: &mut Maker) {
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
