#!/usr/bin/env python3
"""Bitcode that compilers really write: small programs in C, C++ and Objective-C, by every clang, at several levels.

    programs.py OUT [--producers 14,15,…]      bitcode into OUT/PRODUCER/
"""
import argparse
import itertools
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

C = {
    "plain.c": r'''
int table[4] = {1, 2, 3, 4}; int *second = &table[1]; static const char *names[] = {"a", "b"}; const char **pick = &names[1];
int sum(const int *p, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s += p[i]; return s; }
int *at(int i) { return &table[i]; }
''',
    "numbers.c": r'''
#include <stdint.h>
uint64_t widen(uint32_t x) { return (uint64_t)x << 3 | 1; } int lower(uint64_t x) { return x > 5 ? (int)x : -1; }
float ratio(unsigned a, unsigned b) { return (float)a / (float)b; } _Bool both(int a, int b) { return a > 0 && b > 0; }
double poly(double x) { return x * x * 3 + x; } __int128 big(__int128 a) { return a * a; } long double wide(float f) { return f; }
int rot(unsigned x) { return (int)((x << 5) | (x >> 27)); } int cmp(int a, int b) { return (a > b) - (a < b); }
''',
    "memory.c": r'''
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdarg.h>
struct node { struct node *next; char text[12]; }; struct node pool[8]; struct node *head = &pool[3];
struct node *make(const char *t) { struct node *n = malloc(sizeof *n); if (!n) return 0; memset(n, 0, sizeof *n); strncpy(n->text, t, 11); return n; }
int total(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
double roots(double x) { return sqrt(x) + sin(x) + pow(x, 3); } void copy(char *restrict a, const char *restrict b, size_t n) { memcpy(a, b, n); }
int locals(int n) { int a[10]; for (int i = 0; i < 10; i++) a[i] = n * i; int s = 0; for (int i = 0; i < 10; i++) s ^= a[i]; return s; }
''',
    "control.c": r'''
typedef int (*op)(int); int f(int); static int g(int x) { return x + 1; } op ops[] = {f, g};
int run(int i, int x) { switch (x) { case 0: return ops[i](x); case 1: return 3; case 7: return f(g(x)); default: return x * 2; } }
int jump(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }
_Thread_local int tls; int next(void) { return ++tls; } __attribute__((noinline, cold)) void fail(void) { __builtin_trap(); }
__attribute__((weak)) int maybe(void); int use(void) { return maybe ? maybe() : 0; } __attribute__((visibility("hidden"), section("mine"))) int placed = 4;
int loop(int *p, int n) { int s = 0; while (n-- > 0) { if (p[n] < 0) continue; s += p[n]; if (s > 100) break; } return s; }
''',
    "atomics.c": r'''
#include <stdatomic.h>
atomic_int n; atomic_llong m; int inc(void) { return atomic_fetch_add(&n, 1); } void set(void) { atomic_store_explicit(&n, 3, memory_order_release); }
int cas(int a) { int e = 0; return atomic_compare_exchange_strong(&n, &e, a); } void fence(void) { atomic_thread_fence(memory_order_seq_cst); } long long get(void) { return atomic_load(&m); }
''',
    "asm.c": r'''
int add(int a, int b) { int r; __asm__ volatile("addl %2, %0" : "=r"(r) : "0"(a), "r"(b) : "cc"); return r; }
int asmgoto(int x) { __asm__ goto("testl %0, %0; jne %l1" : : "r"(x) : : yes); return 0; yes: return 1; }
''',
    "vectors.c": r'''
typedef float v4 __attribute__((vector_size(16))); v4 mul(v4 a, v4 b) { return a * b; } typedef int i4 __attribute__((vector_size(16))); i4 shuf(i4 a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }
_Complex float c(_Complex float a, _Complex float b) { return a * b; } _Bool bits; struct { unsigned a : 3; int b : 7; } bf; int getb(void) { return bf.b; }
void addall(float *restrict a, const float *restrict b, int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }
''',
}
CXX = {
    "classes.cc": r'''
struct A { virtual ~A(); virtual int f() const { return 1; } int x = 3; }; struct B : A { int f() const override; int y[4]; }; int B::f() const { return y[1]; } A *make() { return new B(); }
int call(const A &a) { return a.f(); } namespace { struct H { int v; H(int v) : v(v) {} ~H() { v = 0; } }; } H global(7);
template <class T> T twice(T t) { return t + t; } int t1 = twice(4); double t2 = twice(4.5); inline int in(int x) { static int n; return n += x; } int use() { return in(3); }
''',
    "throws.cc": r'''
struct E { int code; }; int risky(int); int guard(int x) { try { return risky(x); } catch (const E &e) { return e.code; } catch (...) { throw; } } int clean(int x) { struct D { ~D() { risky(0); } } d; return risky(x); } int noex(int x) noexcept { return risky(x); }
''',
    "lambda.cc": r'''
template <class F> int apply(F f) { return f(3); } int use(int k) { int s = 0; auto l = [&](int x) { s += x * k; return s; }; return apply(l) + apply([](int x) { return x; }); }
int range() { int a[3] = {1, 2, 3}; int s = 0; for (int x : a) s += x; return s; } enum class Kind : unsigned char { A, B }; const char *name(Kind k) { switch (k) { case Kind::A: return "a"; case Kind::B: return "b"; } return ""; }
constexpr int fact(int n) { return n ? n * fact(n - 1) : 1; } int f5 = fact(5); struct P { int a, b; bool operator==(const P &o) const { return a == o.a && b == o.b; } }; bool eq(P a, P b) { return a == b; }
''',
}
OBJC = {"thing.m": r'''
__attribute__((objc_root_class)) @interface T { int v; } - (int)v; + (T *)make; @end
@implementation T - (int)v { return v; } + (T *)make { return 0; } @end int use(T *t) { return [t v]; }
'''}
LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-O3", "-ffast-math"], ["-Os"], ["-O2", "-g"], ["-O0", "-g"], ["-O1", "-g3", "-gdwarf-4"], ["-O2", "-gline-tables-only"],
          ["-O2", "-flto=thin"], ["-O2", "-flto=full"], ["-O2", "-flto=thin", "-g"], ["-O1", "-fsanitize=address"], ["-O1", "-fsanitize=undefined"], ["-O1", "-fsanitize=thread"],
          ["-O2", "-march=x86-64-v3", "-ffast-math"], ["-O1", "-fstack-protector-strong", "-fcf-protection=full"], ["-O1", "-mcmodel=large", "-fno-pic"], ["-O2", "-fprofile-generate"],
          ["-O0", "-Xclang", "-disable-O0-optnone"], ["-O2", "-fno-delete-null-pointer-checks", "-fwrapv", "-ffp-model=strict"],
          ["-O1", "--target=aarch64-linux-gnu"], ["-O2", "--target=wasm32"], ["-O2", "--target=riscv64"], ["-O1", "--target=arm64-apple-macos12"], ["-O1", "--target=i686-pc-windows-msvc"], ["-O2", "-g", "--target=x86_64-pc-windows-msvc", "-gcodeview"],
          ["-O2", "--target=nvptx64"], ["-O1", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables"], ["-O2", "-fvisibility=hidden", "-fwhole-program-vtables", "-flto"]]
TYPED = [["-Xclang", "-no-opaque-pointers"]]


def commands(producer):
    release = producer.rstrip("t")
    for language, programs in (("c", C), ("c++", CXX), ("objective-c", OBJC)):
        for (name, text), (number, flags) in itertools.product(programs.items(), enumerate(LEVELS)):
            flags = list(flags) + (TYPED[0] if producer.endswith("t") else [])
            if release in ("17", "18", "20"):
                if any(f.startswith(("--target", "-flto", "-fsan", "-fprofile")) for f in flags):
                    continue
                compiler = [os.environ["OUTLAST_LLVM"] + f"/zig-{release}/ziglang/zig", "clang", "-target", "x86_64-linux-gnu"]
            else:
                compiler = [f"clang-{release}"]
            yield name, number, text, compiler + flags + ["-w", "-ffreestanding" if any("--target" in f for f in flags) else "-w", "-c", "-emit-llvm", "-x", language, "-"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--producers", default="14,15,16,19,22,15t,16t,17,18,20")
    parser.add_argument("--share", type=float, default=100, help="per cent of all combinations")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    pick = random.Random(args.seed)

    def one(job):
        target, text, command = job
        env = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-global", ZIG_LOCAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-local")
        subprocess.run(command + ["-o", str(target)], input=text.encode(), capture_output=True, cwd=tempfile.gettempdir(), env=env, timeout=120)

    for producer in args.producers.split(","):
        folder = Path(args.out) / producer
        folder.mkdir(parents=True, exist_ok=True)
        jobs = [(folder / f"{name.replace('.', '-')}-{number}.bc", text, command) for name, number, text, command in commands(producer) if pick.random() * 100 < args.share]
        with ThreadPoolExecutor(3) as workers:
            list(workers.map(one, [job for job in jobs if not job[0].exists()]))
        print(producer, len(list(folder.glob("*.bc"))), flush=True)


if __name__ == "__main__":
    main()
