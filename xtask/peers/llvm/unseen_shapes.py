"""Sources and passes of the set 2026-11-processed. Nothing includes a header."""

PASSES = """
module(asan);module(hwasan);function(tsan);module(tsan-module);function(msan);module(msan);dfsan;module(sancov-module);pgo-instr-gen,instrprof;memprof-module;function(memprof);pseudo-probe
lowertypetests;wholeprogramdevirt;globalsplit;cross-dso-cfi;constmerge,mergefunc;hotcoldsplit;iroutliner;function(structurizecfg);function(scalarizer);function(reg2mem);function(lowerswitch)
function(loop-vectorize);function(slp-vectorizer);function(loop-unroll);function(loop-distribute);function(loop-versioning);function(irce);function(gvn);function(newgvn);function(gvn-hoist);function(jump-threading)
attributor;cgscc(argpromotion);deadargelim;ipsccp;openmp-opt;default<O1>;default<O3>;default<Os>;lto<O2>;lto<O3>;thinlto<O2>;thinlto-pre-link<O2>;lto-pre-link<O2>;strip;strip-dead-debug-info;strip-nonlinetable-debuginfo
partial-inliner;always-inline;function(instnamer);metarenamer;coro-early,cgscc(coro-split),coro-cleanup;called-value-propagation;name-anon-globals;canonicalize-aliases;rpo-function-attrs;elim-avail-extern
function(declare-to-assign);module(sanmd-module);expand-variadics;function(lower-constant-intrinsics);function(lower-expect);function(expand-memcmp);function(mem2reg);function(sroa);function(instcombine);function(aggressive-instcombine)
rewrite-statepoints-for-gc;function(place-safepoints);function(callsite-splitting);function(ee-instrument);function(add-discriminators);function(break-crit-edges);function(fix-irreducible);function(unify-loop-exits);function(lowerinvoke)
kcfi;function(bounds-checking);function(partially-inline-libcalls);function(float2int);function(guard-widening);function(dfa-jump-threading);globaldce;internalize;extract-blocks;function(loop-simplify,lcssa)
"""
PASSES = [passes for line in PASSES.strip().splitlines() for passes in line.split(";") if passes]

SOURCES = {
    "machine.c": r"""
enum op { PUSH, ADD, MUL, JUMP, LOAD, STORE, HALT };
struct machine { long stack[32]; int top; long memory[16]; const unsigned char *at; };
long run(struct machine *m, const unsigned char *code) {
  static void *const table[] = {&&push, &&add, &&mul, &&jump, &&load, &&store, &&halt};
  m->at = code;
next:
  goto *table[*m->at++ % 7];
push: m->stack[m->top++ & 31] = *m->at++; goto next;
add: m->top--; m->stack[(m->top - 1) & 31] += m->stack[m->top & 31]; goto next;
mul: m->top--; m->stack[(m->top - 1) & 31] *= m->stack[m->top & 31]; goto next;
jump: m->at = code + *m->at; goto next;
load: m->stack[m->top++ & 31] = m->memory[*m->at++ & 15]; goto next;
store: m->memory[*m->at++ & 15] = m->stack[--m->top & 31]; goto next;
halt: return m->stack[0];
}
""",
    "numbers.c": r"""
_Complex double turn(_Complex double z, double by) { return z * by + __builtin_conj(z); }
__int128 wide(__int128 a, unsigned __int128 b) { return a * (__int128)(b >> 3) - (a % 7); }
long double far(long double x) { return x * x - 1.0L / x; }
float clamp(float x) { return __builtin_fminf(__builtin_fmaxf(x, 0), __builtin_inff()); }
int bits_main(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_parity(x) + (int)__builtin_bswap32(x); }
int add_run(int a, int b, int *out) { return __builtin_add_overflow(a, b, out) + __builtin_mul_overflow(a, b, out); }
double series_make(int n) { double s = 0; for (int i = 1; i <= n; i++) s += __builtin_pow(-1, i) / i; return __builtin_sqrt(__builtin_fabs(s)); }
""",
    "fields.c": r"""
struct packed { unsigned a : 3, b : 11; signed c : 18; unsigned long long d : 40; } __attribute__((packed));
union word { struct packed p; unsigned char bytes[12]; float f[3]; };
struct tail { int n; struct { short key; double value; } items[]; };
struct big { long a[9]; } make(struct big in, struct packed by) { in.a[by.a] += by.d - by.c; return in; }
double run(const struct tail *t, int key) { for (int i = 0; i < t->n; i++) if (t->items[i].key == key) return t->items[i].value; return -1; }
unsigned sum_main(union word w) { unsigned s = 0; for (int i = 0; i < 12; i++) s = s * 31 + w.bytes[i]; return s + w.p.b; }
""",
    "shared.c": r"""
_Thread_local int depth;
static _Atomic(long) tickets;
_Atomic unsigned char flag;
long make(void) { return __c11_atomic_fetch_add(&tickets, 1, __ATOMIC_ACQ_REL); }
int run(long *slot, long from, long to) { depth++; return __atomic_compare_exchange_n(slot, &from, to, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }
void lock_main(void) { while (__c11_atomic_exchange(&flag, 1, __ATOMIC_ACQUIRE)) __atomic_thread_fence(__ATOMIC_ACQUIRE); __c11_atomic_store(&flag, 0, __ATOMIC_RELEASE); }
""",
    "listed.c": r"""
typedef __builtin_va_list list;
extern int write_out(const char *, unsigned long);
int run(const char *format, ...) {
  list args; int n = 0;
  __builtin_va_start(args, format);
  for (; *format; format++) switch (*format) {
    case 'd': n += __builtin_va_arg(args, int); break;
    case 'l': n += (int)__builtin_va_arg(args, long); break;
    case 'f': n += (int)__builtin_va_arg(args, double); break;
    case 's': n += write_out(__builtin_va_arg(args, const char *), 4); break;
    case 'a' ... 'c': case 'x': n ^= *format; break;
    default: n--;
  }
  __builtin_va_end(args);
  return n;
}
int make(int n) { char room[n + 1]; __builtin_memset(room, n, sizeof room); return run("dlfs", n, 2L, 3.0, room); }
""",
    "assembled.c": r"""
int run(int a, int b) { int r; __asm__ volatile("# %0 %1 %2" : "=r"(r) : "r"(a), "0"(b) : "memory"); return r; }
int make(int a) { __asm__ goto("# %0 %l1" : : "r"(a) : : out); return a; out: return -a; }
__asm__(".globl outlast_marker\noutlast_marker:\n");
extern int weak_main(int) __attribute__((weak));
static int fallback(int x) { return x + 1; }
int other(int) __attribute__((alias("shared_ea")));
int shared_ea(int x) { return weak_main ? weak_main(x) : fallback(x); }
__attribute__((constructor(200))) static void before(void) { shared_ea(1); }
__attribute__((section("outlast"), used)) static const int placed[4] = {1, 2, 3, 4};
""",
    "lanes.c": r"""
typedef float v8f __attribute__((vector_size(32)));
typedef int v8i __attribute__((vector_size(32)));
typedef unsigned char v16 __attribute__((vector_size(16)));
v8f run(v8f a, v8f b, v8i keep) { v8i which = a > b; return (v8f)(((v8i)a & which) | ((v8i)b & ~which & keep)); }
v16 make(v16 a, v16 b) { return __builtin_shufflevector(a, b, 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31) + (a << 2); }
float dot_main(const float *restrict a, const float *restrict b, int n) {
  float s = 0;
#pragma clang loop vectorize_width(8) interleave_count(2)
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
void scale_eb(int *p, int n, int k) { for (int i = 0; i < n; i++) p[i] = p[i] * k + (i & 3); }
""",
    "paths.c": r"""
extern void fail(const char *) __attribute__((noreturn, cold));
static int parse(const char **s, int depth) {
  int v = 0;
  if (depth > 40) fail("deep");
  while (**s >= '0' && **s <= '9') v = v * 10 + *(*s)++ - '0';
  if (**s == '(') { ++*s; v = parse(s, depth + 1); if (*(*s)++ != ')') fail("open"); }
  switch (**s) { case '+': ++*s; return v + parse(s, depth + 1); case '*': ++*s; return v * parse(s, depth + 1); case '/': ++*s; { int d = parse(s, depth + 1); if (__builtin_expect(d == 0, 0)) fail("zero"); return v / d; } }
  return v;
}
int run(const char *s) { return parse(&s, 0); }
const char *make(int c) { switch (c) { case 1: return "one"; case 2: return "two"; case 3: return "three"; case 10: return "ten"; case 1000: return "thousand"; default: return __builtin_unreachable(), ""; } }
""",
    "thrown.cpp": r"""
struct Base { virtual ~Base(); virtual int run() const = 0; int tag; };
struct Left : virtual Base { int run() const override; };
struct Right : virtual Base { long more; };
struct Both : Left, Right { int run() const override { return tag + (int)more; } Both *self() { return this; } };
struct Bad { int why; Bad(int w) : why(w) {} Bad(const Bad &); ~Bad(); };
int Left::run() const { if (tag < 0) throw Bad(tag); return tag; }
int run(Base &b) { try { return b.run(); } catch (Bad &e) { return e.why; } catch (const char *) { return 1; } catch (...) { throw; } }
int make(Base *b) { Both both; Both *down = dynamic_cast<Both *>(b); return down ? down->run() : both.self()->run(); }
void quiet_main() noexcept { Bad one(1), two(2); run(*new Both); }
""",
    "generic.cpp": r"""
template <class T, int N> struct Ring { T items[N]; int head = 0; constexpr Ring() : items{} {} void put(T v) { items[head++ % N] = v; } T sum() const { T s{}; for (const T &v : items) s += v; return s; } };
template <class F, class... A> auto apply(F f, A... a) { return (f(a) + ...); }
template <int N> constexpr long fib = fib<N - 1> + fib<N - 2>;
template <> constexpr long fib<0> = 0;
template <> constexpr long fib<1> = 1;
inline int counted = 0;
long run(int n) { Ring<long, 8> ring; for (int i = 0; i < n; i++) ring.put(fib<20> + i); return ring.sum(); }
double make(double by) { auto f = [&by](auto x) { counted++; return x * by; }; return apply(f, 1, 2.5f, 3L); }
struct Moved { int *p; Moved(Moved &&o) : p(o.p) { o.p = nullptr; } ~Moved() { delete p; } };
Moved pass_main(Moved m) { static Ring<int, 3> kept; kept.put(*m.p); return m; }
""",
    "slices.cpp": r"""
namespace text { class Slice { const char *at; unsigned long size; public: Slice(const char *a, unsigned long n) : at(a), size(n) {} bool operator==(const Slice &o) const { return size == o.size && !__builtin_memcmp(at, o.at, size); } Slice rest(unsigned long n) const { return {at + n, size - n}; } unsigned long hash() const; char operator[](unsigned long i) const { return at[i]; } unsigned long length() const { return size; } }; }
unsigned long text::Slice::hash() const { unsigned long h = 1469598103934665603ull; for (unsigned long i = 0; i < size; i++) h = (h ^ (unsigned char)at[i]) * 1099511628211ull; return h; }
struct Node { text::Slice key; int value; Node *next; };
class Table { Node *rows[64] = {}; public: int *find(text::Slice key) { for (Node *n = rows[key.hash() & 63]; n; n = n->next) if (n->key == key) return &n->value; return nullptr; } void put(text::Slice key, int v) { Node *&row = rows[key.hash() & 63]; row = new Node{key, v, row}; } ~Table() { for (Node *n : rows) while (n) { Node *next = n->next; delete n; n = next; } } };
int run(const char *s) { Table t; t.put({"one", 3}, 1); t.put({"two", 3}, 2); int *found = t.find({s, __builtin_strlen(s)}); return found ? *found : -1; }
Table *make() { static Table only; return &only; }
""",
    "members.cpp": r"""
struct Shape { virtual double area() const { return 0; } virtual void scale(double) {} protected: ~Shape() = default; };
struct Round final : Shape { double r; double area() const override { return 3.14159 * r * r; } void scale(double by) override { r *= by; } };
struct Box : Shape { double a, b; double area() const override { return a * b; } };
using Way = double (Shape::*)() const;
double run(Shape *const *all, int n, Way way) { double s = 0; for (int i = 0; i < n; i++) s += (all[i]->*way)(); return s; }
double make(Round &r, Box &b) { Shape *all[] = {&r, &b}; r.scale(2); return run(all, 2, &Shape::area); }
enum class Colour : unsigned char { Red, Green = 7 };
extern "C" int name_main(Colour c) { return c == Colour::Green ? 1 : static_cast<int>(c); }
""",
    "blockings.m": r"""
@interface Root { Class isa; } + (id)alloc; - (id)init; @end
@protocol Runs - (int)run:(int)by; @end
@interface Thing : Root <Runs> @property(nonatomic, copy) int (^made)(int); @property int count; @end
@implementation Thing
- (int)run:(int)by { __block int total = self.count; int (^add)(int) = ^(int x) { total += x * by; return total; }; self.made = add; return add(self.count) + self.made(by); }
+ (id)make { @try { return [[self alloc] init]; } @catch (id e) { return 0; } @finally { } }
@end
""",
    "sorted.c": r"""
typedef int compare(const void *, const void *);
static void swap(char *a, char *b, unsigned long n) { while (n--) { char t = *a; *a++ = *b; *b++ = t; } }
void run(void *base, unsigned long n, unsigned long size, compare *less) {
  char *p = base;
  for (unsigned long i = 1; i < n; i++) for (unsigned long j = i; j && less(p + j * size, p + (j - 1) * size) < 0; j--) swap(p + j * size, p + (j - 1) * size, size);
}
static int by_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int make(int *p, int n) { run(p, n, sizeof *p, by_int); int lo = 0, hi = n; while (lo < hi) { int mid = lo + (hi - lo) / 2; if (p[mid] < 42) lo = mid + 1; else hi = mid; } return lo; }
""",
    "matrix.c": r"""
enum { N = 24 };
static double a[N][N], b[N][N], c[N][N];
void run(void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { double s = 0; for (int k = 0; k < N; k++) s += a[i][k] * b[k][j]; c[i][j] = s; } }
int make(double *x, int *pivot) { for (int k = 0; k < N; k++) { int p = k; for (int i = k + 1; i < N; i++) if (__builtin_fabs(c[i][k]) > __builtin_fabs(c[p][k])) p = i; if (c[p][k] == 0) return k; pivot[k] = p; x[k] /= c[p][k]; } return -1; }
unsigned checksum_main(const unsigned char *p, unsigned long n) { unsigned s = 0xffffffff; while (n--) { s ^= *p++; for (int k = 8; k; k--) s = s >> 1 ^ (0xedb88320 & -(s & 1)); } return ~s; }
""",
}

CUDA = "-x cuda -nocudainc -nocudalib -Wno-unknown-cuda-version"
#: Source: flags that it is compiled with, and its text.
DEVICE = {
    "kernel.cu": (
        [f"{CUDA} --cuda-device-only --cuda-gpu-arch=sm_70", f"{CUDA} --cuda-device-only --cuda-gpu-arch=sm_80", f"{CUDA} --cuda-host-only"],
        r"""
#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))
extern "C" int cudaConfigureCall(int, int, unsigned long = 0, void * = 0);
struct dim3 { unsigned x, y, z; };
extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" unsigned cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
DEVICE float mix(float a, float b) { return a * 0.25f + b * 0.75f; }
__attribute__((constant)) float weights[8];
GLOBAL void blend(float *out, const float *in, int n) { __attribute__((shared)) float tile[32]; for (int i = 0; i < n; i++) { tile[i & 31] = in[i]; out[i] = mix(tile[i & 31], weights[i & 7]); } }
""",
    ),
    "kernel.hip": (
        ["-x hip -nogpulib -nogpuinc --cuda-device-only --offload-arch=gfx906", "-x hip -nogpulib -nogpuinc --cuda-device-only --offload-arch=gfx1030"],
        r"""
#define GLOBAL __attribute__((global))
__attribute__((device)) int lanes(int x) { return __builtin_popcount(x) + __builtin_amdgcn_workitem_id_x(); }
GLOBAL void count(int *out, int n) { for (int i = 0; i < n; i++) out[i] = lanes(i); __builtin_amdgcn_s_barrier(); }
""",
    ),
    "loops.c": (
        ["-fopenmp --target=x86_64-linux-gnu", "-fopenmp=libomp --target=aarch64-linux-gnu", "-fopenmp-simd --target=x86_64-linux-gnu"],
        r"""
double run(const double *a, double *b, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, 4)
  for (int i = 0; i < n; i++) { b[i] = a[i] * 2; s += b[i]; }
#pragma omp parallel sections
  {
#pragma omp section
    b[0] = s;
#pragma omp section
    b[1] = -s;
  }
#pragma omp single
  { for (int i = 0; i < 4; i++) {
#pragma omp task firstprivate(i)
      b[i] += i;
  } }
#pragma omp simd safelen(8)
  for (int i = 0; i < n; i++) b[i] += 1;
  return s;
}
""",
    ),
    "offload.c": (
        ["-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu --offload-host-only --target=x86_64-linux-gnu", "-fopenmp -fopenmp-is-device --target=x86_64-linux-gnu", "-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-host-only --target=x86_64-linux-gnu"],
        r"""
void run(int *p, int n) {
#pragma omp target teams distribute parallel for map(tofrom : p[0 : n])
  for (int i = 0; i < n; i++) p[i] = p[i] * 3 + 1;
}
""",
    ),
}
