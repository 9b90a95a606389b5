"""The set 2026-11-toolchains: what compilers and tools of ten releases make of programs of many domains. Sources are in unseen_domains.py (with the C++
library, and freestanding ones), unseen_lanes.py (in the intrinsics of machines, for accelerators) and unseen_details.py (a thing each, drawn).

Readers are asked as unseen_made.py says. What a release cannot do is left out, and another drawn; only what its own verifier takes is in the set.
"""
import hashlib
import os
import random
import subprocess
import tempfile
from pathlib import Path

import unseen_details
from tools import NATIVE
from unseen_domains import BARE, HOSTED, NEEDS, ONLY, TRIPLES
from unseen_lanes import LANES
from unseen_made import resources, written
from unseen_processed import Release

NAME = "2026-11-toolchains"
ABOUT = (
    "what toolchains of ten releases make of programs of many domains: with the C++ library, freestanding for 38 triples, in the intrinsics of machines and for accelerators, "
    "instrumented, for link-time optimisation, after chains of tools, Rust, and 110 modules of one thing each, drawn from the references."
)
#: How many files of each kind each release gives.
WANTED = {"hosted": 2, "freestanding": 3, "lanes": 3, "instrumented": 2, "link-time optimisation": 2, "after tools": 2}
MOST_BYTES = 200_000
DETAILS = 110
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og"]
DEBUG = ["", "", "", "-g", "-g -gdwarf-4", "-g -gdwarf-5 -gembed-source", "-gmlt", "-g -fstandalone-debug", "-g -fno-limit-debug-info -fdebug-default-version=5", "-ggdb3 -fdebug-macro", "-gsplit-dwarf=single -g"]
MORE = """
-fno-strict-aliasing;-fstack-protector-strong;-fstack-protector-all --param ssp-buffer-size=4;-fno-omit-frame-pointer -mno-omit-leaf-frame-pointer;-ffast-math -fno-finite-math-only;-ffp-contract=off;-ffp-exception-behavior=strict
-fsignaling-math -frounding-math;-fno-inline-functions;-fdata-sections -ffunction-sections;-fvisibility=hidden -fvisibility-inlines-hidden;-fcommon;-fno-signed-zeros -freciprocal-math;-fwrapv;-ftrapv;-fexperimental-new-constant-interpreter
-funwind-tables;-fasynchronous-unwind-tables -fno-exceptions;-fno-rtti;-ftls-model=local-exec;-femulated-tls;-fpic;-fPIE -fdirect-access-external-data;-mcmodel=large;-fxray-instrument -fxray-instruction-threshold=1;-finstrument-function-entry-bare
-fpatchable-function-entry=8;-mno-implicit-float;-fno-builtin-memcpy;-fvectorize -fslp-vectorize;-mllvm -force-vector-width=4;-mllvm -prefer-predicate-over-epilogue=predicate-dont-vectorize;-fno-elide-constructors;-fstrict-vtable-pointers
-fsplit-machine-functions;-fbasic-block-sections=labels;-fcoverage-mapping -fprofile-instr-generate;-fprofile-generate=prof;-fcs-profile-generate;-fno-delete-null-pointer-checks;-fextend-lifetimes;-fcomplex-arithmetic=improved
-fkeep-static-consts -fno-zero-initialized-in-bss;-fsanitize-minimal-runtime -fsanitize=undefined;-Xclang -fexperimental-assignment-tracking=forced;-Xclang -disable-llvm-passes;-Xclang -disable-lifetime-markers;-fmerge-functions;-fwhole-program-vtables -flto
"""
MORE = ["", "", "", *[flags for line in MORE.strip().splitlines() for flags in line.split(";")]]
INSTRUMENTED = """
-fsanitize=address -fsanitize-address-use-after-return=always;-fsanitize=address -fsanitize-address-use-odr-indicator -fsanitize-address-globals-dead-stripping;-fsanitize=hwaddress;-fsanitize=kernel-hwaddress --target=aarch64-linux-gnu;-fsanitize=kernel-address
-fsanitize=memory;-fsanitize=kernel-memory;-fsanitize=thread;-fsanitize=undefined,integer,nullability;-fsanitize=undefined -fsanitize-recover=all;-fsanitize=function;-fsanitize=vptr;-fsanitize=safe-stack;-fsanitize=shadow-call-stack --target=aarch64-linux-android
-fsanitize=cfi-icall -flto -fvisibility=hidden;-fsanitize=cfi-vcall,cfi-derived-cast -flto=thin -fvisibility=hidden;-fsanitize=kcfi -fpatchable-function-entry=4,2;-fsanitize=realtime;-fsanitize=type;-fsanitize=numerical;-fsanitize=leak -g;-fsanitize=scudo
-fsanitize-coverage=inline-8bit-counters,pc-table;-fsanitize-coverage=edge,indirect-calls,trace-div,trace-gep,stack-depth;-fsanitize-coverage=func,trace-loads,trace-stores;-fsanitize=fuzzer-no-link,address;-fexperimental-sanitize-metadata=all;-fsanitize=alloc-token
-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc;-fprofile-generate -fprofile-update=atomic;--coverage -fprofile-exclude-files=x;-fprofile-arcs -ftest-coverage;-fmemory-profile;-fpseudo-probe-for-profiling -g;-forder-file-instrumentation;-fprofile-continuous -fprofile-instr-generate
-fcf-protection=full;-mretpoline -mharden-sls=all;-mspeculative-load-hardening;-mfunction-return=thunk-extern;-fstack-clash-protection -g;-ftrivial-auto-var-init=pattern -fsanitize=bounds;-fzero-call-used-regs=used-arg;-fexperimental-relative-c++-abi-vtables;-mfentry -mrecord-mcount -mnop-mcount -pg
"""
INSTRUMENTED = [flags for line in INSTRUMENTED.strip().splitlines() for flags in line.split(";")]
CHAINS = """
function(loop-flatten);function(loop(loop-interchange));function(loop-fusion);function(sink);function(lower-matrix-intrinsics);function(nary-reassociate);function(separate-const-offset-from-gep);function(slsr);function(consthoist);function(flattencfg)
function(mergeicmps);function(mldst-motion);function(speculative-execution);function(tailcallelim);function(lower-atomic);function(lower-guard-intrinsic);function(assume-builder);function(infer-address-spaces);function(load-store-vectorizer)
function(loop-data-prefetch);function(vector-combine);function(div-rem-pairs);function(bdce,adce,dse);function(loop-mssa(licm));function(poison-checking);function(scalarize-masked-mem-intrin);function(loop-load-elim);function(loop-simplifycfg);debugify;inferattrs
cg-profile;embed-bitcode;embed-bitcode<thinlto>;globalopt;module-inline;loop-extract;rel-lookup-table-converter;synthetic-counts-propagation;instrorderfile;annotation2metadata;forceattrs;pre-isel-intrinsic-lowering
function(early-cse<memssa>);function(nsan);nsan;rtsan;tysan;function(tysan);function(rtsan);mem-prof-use;function(verify,instsimplify);function(loop(loop-rotate,indvars,loop-idiom,loop-deletion));function(correlated-propagation,constraint-elimination);function(aa-eval)
function(loop(simple-loop-unswitch<nontrivial>));function(loop(loop-reduce));function(codegenprepare);function(expand-large-div-rem);function(expand-reductions);function(interleaved-access);function(replace-with-veclib);function(sjlj-eh-prepare);function(dwarf-eh-prepare);function(safe-stack)
function(indirectbr-expand);function(stack-protector);function(complex-deinterleaving);function(typepromotion);function(selectoptimize);function(atomic-expand);lower-emutls;jmc-instrumenter;shadow-stack-gc-lowering;function(gc-lowering);global-merge-func;function(callbrprepare);lower-ifunc;sample-profile
hipstdpar-select-accelerator-code;function(loop-sink);function(jump-table-to-switch);function(transform-warning);ctx-instr-gen;pgo-instr-gen;pgo-icall-prom;coro-annotation-elide;module(hwasan);default<Oz>;thinlto<O3>;lto-pre-link<Os>;lto<O1>;function(strip-gc-relocates);poison-checking
"""
CHAINS = [passes for line in CHAINS.strip().splitlines() for passes in line.split(";")]
RUST = {
    "matrix.rs": "use std::ops::Mul; #[derive(Clone, Debug, PartialEq)] pub struct M<const R: usize, const C: usize>(pub [[f64; C]; R]); impl<const R: usize, const K: usize, const C: usize> Mul<&M<K, C>> for &M<R, K> { type Output = M<R, C>; fn mul(self, o: &M<K, C>) -> M<R, C> { let mut out = M([[0.0; C]; R]); for i in 0..R { for j in 0..C { out.0[i][j] = (0..K).map(|k| self.0[i][k] * o.0[k][j]).sum(); } } out } } pub fn cube(m: &M<3, 3>) -> M<3, 3> { &(m * m) * m } pub fn show(m: &M<2, 3>) -> String { format!(\"{m:?}\") }",
    "parse.rs": "use std::collections::BTreeMap; #[derive(Debug)] pub enum Json { Null, Bool(bool), Num(f64), Str(String), List(Vec<Json>), Map(BTreeMap<String, Json>) } #[derive(Debug)] pub struct Bad(pub usize, pub &'static str); pub fn parse(s: &str) -> Result<Json, Bad> { let mut at = 0; value(s.as_bytes(), &mut at) } fn value(s: &[u8], at: &mut usize) -> Result<Json, Bad> { while matches!(s.get(*at), Some(b' ' | b'\\n')) { *at += 1 } match s.get(*at) { Some(b'n') => { *at += 4; Ok(Json::Null) } Some(b't') => { *at += 4; Ok(Json::Bool(true)) } Some(b'[') => { *at += 1; let mut all = vec![]; while s.get(*at) != Some(&b']') { all.push(value(s, at)?); if s.get(*at) == Some(&b',') { *at += 1 } } *at += 1; Ok(Json::List(all)) } Some(b'0'..=b'9' | b'-') => { let from = *at; while s.get(*at).is_some_and(|c| c.is_ascii_digit() || b\"-.e\".contains(c)) { *at += 1 } std::str::from_utf8(&s[from..*at]).ok().and_then(|t| t.parse().ok()).map(Json::Num).ok_or(Bad(from, \"number\")) } _ => Err(Bad(*at, \"value\")) } }",
    "shared.rs": "use std::sync::{Arc, Mutex, atomic::{AtomicU64, AtomicI128Like, Ordering}}; use std::thread; pub static SEEN: AtomicU64 = AtomicU64::new(0); thread_local! { static MINE: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) }; } pub fn work(n: u64) -> u64 { let all = Arc::new(Mutex::new(Vec::new())); let hs: Vec<_> = (0..n).map(|i| { let all = Arc::clone(&all); thread::spawn(move || { MINE.with_borrow_mut(|m| m.push(i as u8)); SEEN.fetch_max(i, Ordering::AcqRel); all.lock().unwrap().push(i * i); }) }).collect(); for h in hs { h.join().expect(\"joined\"); } let v = all.lock().unwrap(); v.iter().sum::<u64>() + SEEN.compare_exchange_weak(1, 2, Ordering::SeqCst, Ordering::Relaxed).unwrap_or_else(|x| x) }".replace("AtomicI128Like, ", ""),
    "future.rs": "use std::{future::Future, pin::{Pin, pin}, task::{Context, Poll, Waker}}; struct Twice(u8); impl Future for Twice { type Output = u8; fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u8> { if self.0 > 2 { Poll::Ready(self.0) } else { self.0 += 1; cx.waker().wake_by_ref(); Poll::Pending } } } async fn sum(n: u8) -> u32 { let mut s = 0; for i in 0..n { s += u32::from(Twice(i).await); } s } pub fn run(n: u8) -> u32 { let mut f = pin!(async move { let a = sum(n).await; let b = sum(a as u8 & 3).await; a + b }); let mut cx = Context::from_waker(Waker::noop()); loop { if let Poll::Ready(v) = f.as_mut().poll(&mut cx) { return v } } } pub fn boxed<'a>(x: &'a str) -> Pin<Box<dyn Future<Output = usize> + Send + 'a>> { Box::pin(async move { x.len() }) }",
    "lanes.rs": "use std::arch::x86_64::*; #[target_feature(enable = \"avx2,fma\")] pub unsafe fn dot(a: &[f32], b: &[f32]) -> f32 { let mut s = _mm256_setzero_ps(); for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) { s = _mm256_fmadd_ps(unsafe { _mm256_loadu_ps(x.as_ptr()) }, unsafe { _mm256_loadu_ps(y.as_ptr()) }, s); } let mut out = [0f32; 8]; unsafe { _mm256_storeu_ps(out.as_mut_ptr(), s) }; out.iter().sum() } pub fn any(a: &[f32], b: &[f32]) -> f32 { if is_x86_feature_detected!(\"avx2\") { unsafe { dot(a, b) } } else { a.iter().zip(b).map(|(x, y)| x * y).sum() } } pub fn ticks() -> u64 { let (lo, hi): (u32, u32); unsafe { std::arch::asm!(\"rdtsc\", out(\"eax\") lo, out(\"edx\") hi, options(nomem, nostack)) }; u64::from(hi) << 32 | u64::from(lo) } pub extern \"C\" fn wide(a: u128, b: i128) -> u128 { a.rotate_left(7) ^ b.unsigned_abs().wrapping_mul(a).leading_zeros() as u128 }",
    "traits.rs": "pub trait Shape { fn area(&self) -> f64; fn name(&self) -> &'static str { \"shape\" } } pub struct Sq(pub f64); pub struct Ci(pub f64); impl Shape for Sq { fn area(&self) -> f64 { self.0 * self.0 } } impl Shape for Ci { fn area(&self) -> f64 { std::f64::consts::PI * self.0.powi(2) } fn name(&self) -> &'static str { \"circle\" } } impl Drop for Ci { fn drop(&mut self) { println!(\"{}\", self.0) } } pub fn total(all: &[Box<dyn Shape>]) -> f64 { all.iter().map(|s| s.area()).fold(0.0, |a, b| a + b) } pub fn pick(n: Option<std::num::NonZeroU32>) -> Result<Box<dyn Shape>, Box<dyn std::error::Error>> { let n = n.ok_or(\"none\")?; Ok(if n.get() % 2 == 0 { Box::new(Sq(n.get().into())) } else { Box::new(Ci(1.5)) }) } pub fn guarded(f: impl Fn() -> i32 + std::panic::UnwindSafe) -> i32 { std::panic::catch_unwind(f).unwrap_or(-1) } #[repr(u8)] #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)] pub enum K { A = 3, B, C = 200 } pub fn next(k: K) -> Option<K> { match k { K::A => Some(K::B), K::B => Some(K::C), K::C => None } }",
}
RUST_FLAGS = ["-Copt-level=0 -g", "-Copt-level=3", "-Copt-level=s -Cpanic=abort", "-Copt-level=1 -Clinker-plugin-lto", "-Copt-level=2 -Cinstrument-coverage", "-Copt-level=3 -Ctarget-cpu=znver4 -g", "-Copt-level=2 -Zsanitizer=address", "-Copt-level=1 -Zsanitizer=cfi -Clto -Ccodegen-units=1", "-Copt-level=2 -Zbranch-protection=bti",
              "-Copt-level=1 -Cprofile-generate=p", "-Copt-level=2 -Zcf-protection=full -Zstack-protector=strong", "-Copt-level=2 -Zsanitizer=memory -Zsanitizer-memory-track-origins", "-Copt-level=0 -Coverflow-checks -Zpolonius", "-Copt-level=2 -Zvirtual-function-elimination -Clto -Ccodegen-units=1"]  # fmt: skip


class Toolchain(Release):
    """The programs of a release, with flags of its own."""

    def words(self, more=""):
        return f"{self.pick.choice(LEVELS)} {self.pick.choice(DEBUG)} {self.pick.choice(MORE)} {more}".split()

    def hosted(self):
        source = self.pick.choice(list(HOSTED))
        flags = self.words(HOSTED[source][0])
        return self.compiled(source, flags), f"{source} {' '.join(flags)}"

    def bare(self, more=""):
        """A freestanding program, and the flags that it is compiled with."""
        source = self.pick.choice(list(BARE))
        target = self.pick.choice(ONLY[source]) if source in ONLY else f"--target={self.pick.choice(TRIPLES)}"
        return source, self.words(f"{'' if '--target' in more else target} -ffreestanding {NEEDS.get(source, '')} {more}")

    def freestanding(self):
        source, flags = self.bare()
        return self.compiled(source, flags), f"{source} {' '.join(flags)}"

    def lanes(self):
        source = self.pick.choice(list(LANES))
        flags = f"{self.pick.choice(LEVELS)} {self.pick.choice(['', '', '-g'])} -ffreestanding {self.pick.choice(LANES[source][0])}".split()
        return self.compiled(source, flags), f"{source} {' '.join(flags)}"

    def instrumented(self):
        more = self.pick.choice(INSTRUMENTED)
        if self.pick.random() < 0.5:
            source = self.pick.choice(list(HOSTED))
            flags = f"{self.pick.choice(LEVELS)} {HOSTED[source][0]} {more}".split()
        else:
            source = self.pick.choice(list(BARE))
            flags = f"{self.pick.choice(LEVELS)} {'' if '--target' in more else '--target=x86_64-linux-gnu'} -ffreestanding {NEEDS.get(source, '')} {more}".split()
        return self.compiled(source, flags), f"{source} {' '.join(flags)}"

    def for_linking(self):
        sources = self.pick.sample(sorted(set(BARE) - set(ONLY)), 2)
        how = self.pick.choice(["thin", "thin", "unified", "split", "hash", "index", "saved", "minimised", "relinked"])
        lto = {"unified": "-flto=thin -funified-lto", "split": "-flto=thin -fsplit-lto-unit -fwhole-program-vtables -fvisibility=hidden"}.get(how, "-flto=thin")
        flags = f"{self.pick.choice(['-O1', '-O2', '-O3', '-Os'])} {self.pick.choice(['', '-g'])} --target=x86_64-linux-gnu -ffreestanding {lto}"
        if how == "split":
            sources = ["scene.cpp", "trees.cpp"]
        made = [self.compiled(source, [*flags.split(), *NEEDS.get(source, "").split()]) for source in sources]
        text = f"{' '.join(sources)} {flags}"
        if not all(made):
            return None, text
        out = self.fresh()
        if how in ("thin", "unified", "split"):
            return made[0], text
        if how == "hash":
            done = self.run("opt", "-passes=default<O1>", "-thinlto-bc", "-module-hash", made[0], "-o", out) or self.run("opt", "-module-summary", "-module-hash", made[0], "-o", out)
            return out if done else None, f"{text}, opt -module-hash"
        if how == "minimised":
            done = self.run("opt", "-passes=", "-thinlto-bc", "-thin-link-bitcode-file", out, made[0], "-o", os.devnull)
            return out if done else None, f"{text}, opt -thin-link-bitcode-file"
        if how == "index":
            return (out if self.run("llvm-lto", "-thinlto-action=thinlink", "-o", out, *made) else None), f"{text}, llvm-lto -thinlto-action=thinlink"
        if how == "relinked":
            half = self.fresh()
            done = self.run("llvm-link", *made, "-o", half) and self.run("opt", "-passes=lto-pre-link<O2>", "-module-summary", half, "-o", out)
            return out if done else None, f"{text}, llvm-link, opt -passes=lto-pre-link<O2> -module-summary"
        self.run("llvm-lto", "-thinlto-action=run", "-thinlto-save-temps=saved.", *made)
        stages = sorted(path.name for path in Path(self.folder).glob("saved.*.bc"))
        stage = self.pick.choice(stages) if stages else None
        return stage, f"{text}, llvm-lto -thinlto-save-temps: {stage or ''}"

    def after_tools(self):
        if self.pick.random() < 0.4:
            source = self.pick.choice(list(HOSTED))
            flags = self.words(HOSTED[source][0])
        else:
            source, flags = self.bare()
        made, text = self.compiled(source, flags), f"{source} {' '.join(flags)}"
        for _ in range(self.pick.choice([1, 2, 3])):
            if not made:
                return None, text
            out = self.fresh()
            step = self.pick.choice(["passes", "passes", "passes", "lists", "stripped", "text", "extract", "self-link", "split", "shrunk"])
            passes = ",".join(self.pick.sample(CHAINS, self.pick.choice([1, 1, 2])))
            command = {
                "passes": ["opt", f"-passes={passes}", made, "-o", out], "lists": ["opt", "-passes=", "-preserve-bc-uselistorder", made, "-o", out],
                "stripped": ["opt", "-passes=strip-debug-declare,strip-dead-prototypes", made, "-o", out], "extract": ["llvm-extract", f"-rfunc=.*{self.pick.choice('aeiou')}.*", "-keep-const-init", made, "-o", out],
                "self-link": ["llvm-link", "-preserve-bc-uselistorder", "-strip-debug" if self.release == "19" else "-internalize", made, "-o", out],
                "shrunk": ["opt", "-passes=globaldce,deadargelim,strip-dead-debug-info", made, "-o", out],
            }.get(step)  # fmt: skip
            if step == "text":
                done = self.run("llvm-dis", made, "-o", f"{out}.ll") and self.run("llvm-as", f"{out}.ll", "-o", out)
            elif step == "split":
                done = self.run("llvm-split", "-j", "2", "-preserve-locals", made, "-o", out)
                out = f"{out}0"
            else:
                done = self.run(*command)
            text += f", {passes if step == 'passes' else step}"
            made = out if done else None
        return made, text


def zig(release, folder, pick):
    """Programs by the clang of a wheel, which has no other tool."""
    home = Path(os.environ["OUTLAST_LLVM"]) / f"zig-{release}/ziglang"
    for number in range(40):
        source = pick.choice(sorted(set(BARE) - {"resolver.c"}))
        target = pick.choice(["x86_64-linux-gnu", "aarch64-linux-gnu", "riscv64-linux-musl", "wasm32-wasi", "x86_64-macos", "x86_64-windows-gnu", "arm-linux-gnueabihf"])
        flags = f"-target {target} {pick.choice(LEVELS)} {pick.choice(DEBUG[:5])} -ffreestanding {NEEDS.get(source, '')} {'-std=c2x' if source == 'fixed.c' else ''}".split()
        out = f"{number}.bc"
        command = [str(home / "zig"), "clang", *flags, "-nobuiltininc", "-isystem", str(home / "lib/include"), "-fdebug-compilation-dir=.", "-w", "-c", "-emit-llvm", source, "-o", out]
        env = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-global", ZIG_LOCAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-local")
        done = subprocess.run(command, capture_output=True, cwd=folder, env=env, timeout=90, stdin=subprocess.DEVNULL)
        yield (out if done.returncode == 0 else None), f"{source} {' '.join(flags)}"


def rust(folder, pick):
    environment = dict(os.environ, RUSTC_BOOTSTRAP="1")
    for number, source in enumerate(sorted(RUST) * 4):
        flags, out = pick.choice(RUST_FLAGS).split(), f"r{number}.bc"
        command = ["rustc", "--edition=2021", "--crate-type=lib", "--crate-name=one", "--emit=llvm-bc", "-Ccodegen-units=1", "--cap-lints=allow", f"--remap-path-prefix={folder}=.", *flags, source, "-o", out]
        done = subprocess.run(command, capture_output=True, cwd=folder, env=environment, timeout=120)
        yield (out if done.returncode == 0 else None), f"{source} {' '.join(flags)}"


def details(files):
    """Modules of one thing each: as many texts as are drawn, by the newest release that takes them, and every fourth by the oldest, too."""
    texts = random.Random(NAME).sample(list(unseen_details.texts()), DETAILS)
    for number, (kind, name, text) in enumerate(texts):
        takers = []
        for release in NATIVE[1:]:
            out = files / release / f"detail-{name}.bc"
            out.parent.mkdir(parents=True, exist_ok=True)
            if written(release, text, out):
                takers.append((release, out))
        for release, out in takers:
            if out == takers[-1][1] or out == takers[0][1] and number % 4 == 0:
                yield f"{release}/{out.name}", kind, f"llvm-as {release}", f"unseen_details.py: {name}"
            else:
                out.unlink()


def make(folder):
    files = Path(folder).absolute() / "files"
    rows, seen = [], set()

    def keep(data, release, kind, number, producer, how):
        digest = hashlib.sha256(data).hexdigest()
        if data[:4] not in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b") or digest in seen or len(data) > MOST_BYTES:
            return False
        seen.add(digest)
        file = f"{release}/{kind.replace(' ', '-')}-{number:02}.bc"
        (files / release).mkdir(parents=True, exist_ok=True)
        (files / file).write_bytes(data)
        rows.append("\t".join([file, digest, kind, producer, "-", " ".join(how.split())]))
        return True

    sources = {name: text for name, (_, text) in {**HOSTED, **LANES}.items()} | BARE | RUST
    for release in NATIVE:
        with tempfile.TemporaryDirectory() as place:
            for name, text in sources.items():
                (Path(place) / name).write_text(text)
            programs = Toolchain(release, place, random.Random(f"{NAME}/{release}"))
            ways = {"hosted": programs.hosted, "freestanding": programs.freestanding, "lanes": programs.lanes, "instrumented": programs.instrumented, "link-time optimisation": programs.for_linking, "after tools": programs.after_tools}
            for kind, count in WANTED.items():
                got = tried = 0
                while got < count and tried < 15 * count:
                    tried += 1
                    made, how = ways[kind]()
                    # A pass alone may leave what no verifier takes.
                    if made and (Path(place) / made).exists() and programs.run("opt", "-passes=verify", "-disable-output", made):
                        got += keep((Path(place) / made).read_bytes(), release, kind, got, f"tools of LLVM {release}", how)
                print(release, kind, got, "of", tried, flush=True)
    with tempfile.TemporaryDirectory() as place:
        for name, text in sources.items():
            (Path(place) / name).write_text(text)
        for release, kind, producer, made_by, count in (("20", "freestanding", "clang of zig, LLVM 20", zig("20", place, random.Random(f"{NAME}/20")), 6), ("22", "Rust", "rustc 1.95, LLVM 22", rust(place, random.Random(f"{NAME}/rust")), 12)):
            got = 0
            for made, how in made_by:
                if got < count and made and (Path(place) / made).exists():
                    got += keep((Path(place) / made).read_bytes(), release, kind, got, producer, how)
            print(release, kind, got, flush=True)
    for file, kind, producer, how in details(files):
        digest = hashlib.sha256((files / file).read_bytes()).hexdigest()
        if digest in seen:
            (files / file).unlink()
            continue
        seen.add(digest)
        rows.append("\t".join([file, digest, kind, producer, "-", how]))
    head = f"# The set {NAME}: file, SHA-256, kind, producer, companions, how it was made."
    (Path(folder) / "manifest.tsv").write_text("\n".join([head, *sorted(rows)]) + "\n")
    print(len(rows), "files")
