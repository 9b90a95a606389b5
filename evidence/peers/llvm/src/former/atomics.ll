target triple = "x86_64-unknown-linux-gnu"
define i32 @at(i32* %p, i64* %q) {
  %o = atomicrmw add i32* %p, i32 1 seq_cst
  %x = atomicrmw volatile xchg i32* %p, i32 2 acquire
  %u = atomicrmw umax i32* %p, i32 2 monotonic
  %n = atomicrmw nand i32* %p, i32 2 release
  %c = cmpxchg i32* %p, i32 0, i32 1 acq_rel monotonic
  %w = cmpxchg weak volatile i64* %q, i64 0, i64 1 seq_cst seq_cst
  %v = extractvalue { i32, i1 } %c, 0
  %l = load atomic i32, i32* %p acquire, align 4
  store atomic i32 %v, i32* %p release, align 4
  %vl = load volatile i32, i32* %p, align 4
  fence seq_cst
  %r = add i32 %l, %o
  ret i32 %r
}
