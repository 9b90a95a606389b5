"""Programs of the set 2026-11-toolchains, by domain: whole ones with the C++ library of the machine, and freestanding ones for its other targets."""

#: Programs that include the libraries of the machine, with the flags that they need.
HOSTED = {
    "ledger.cpp": ("-std=c++17", r"""
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>
struct Entry { std::string who; long cents; std::optional<int> tax; };
using Cell = std::variant<std::monostate, long, std::string, std::vector<Entry>>;
class Book { std::map<std::string, std::vector<Entry>> pages; public:
  void add(Entry e) { pages[e.who].push_back(std::move(e)); }
  Cell of(const std::string &who) const { auto it = pages.find(who); if (it == pages.end()) return {}; return it->second; } };
long total(const Cell &c) { return std::visit([](const auto &v) -> long { using T = std::decay_t<decltype(v)>;
  if constexpr (std::is_same_v<T, std::vector<Entry>>) { long s = 0; for (auto &e : v) s += e.cents + e.tax.value_or(0); return s; } else if constexpr (std::is_same_v<T, long>) return v; else return 0; }, c); }
"""),
    "server.cpp": ("-std=c++17 -pthread", r"""
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>
class Pool { std::mutex m; std::condition_variable cv; std::deque<std::packaged_task<int()>> work; std::atomic<bool> stop{false}; std::thread one;
  void loop() { for (;;) { std::packaged_task<int()> t; { std::unique_lock<std::mutex> l(m); cv.wait(l, [this] { return stop.load(std::memory_order_acquire) || !work.empty(); }); if (work.empty()) return; t = std::move(work.front()); work.pop_front(); } t(); } }
public: Pool() : one(&Pool::loop, this) {} ~Pool() { stop = true; cv.notify_all(); one.join(); }
  std::future<int> put(std::function<int()> f) { std::packaged_task<int()> t(std::move(f)); auto r = t.get_future(); { std::lock_guard<std::mutex> l(m); work.push_back(std::move(t)); } cv.notify_one(); return r; } };
thread_local int served = 0;
int serve(int n) { Pool p; auto r = p.put([n] { return ++served * n; }); return r.get(); }
"""),
    "tokens.cpp": ("-std=c++20", r"""
#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <string_view>
#include <unordered_map>
enum class Kind : char { number, word, open, close };
struct Token { Kind kind; std::string_view text; auto operator<=>(const Token &) const = default; };
constexpr std::array<char, 4> blanks{' ', '\t', '\n', '\r'};
template <class Out> void scan(std::string_view s, Out out) { while (!s.empty()) { if (std::find(blanks.begin(), blanks.end(), s[0]) != blanks.end()) { s.remove_prefix(1); continue; } std::size_t n = 1;
  Kind k = s[0] == '(' ? Kind::open : s[0] == ')' ? Kind::close : s[0] >= '0' && s[0] <= '9' ? Kind::number : Kind::word; while (n < s.size() && k != Kind::open && s[n] > ' ') ++n; *out++ = Token{k, s.substr(0, n)}; s.remove_prefix(n); } }
int sum(std::string_view s) { std::array<Token, 64> found; auto *p = found.data(); scan(s, p); std::unordered_map<std::string_view, int> names; int total = 0; for (auto &t : found) { int v = 0; if (t.kind == Kind::number) std::from_chars(t.text.data(), t.text.data() + t.text.size(), v); names[t.text] += v; total += v; } return total + static_cast<int>(names.size()); }
"""),
    "tasks.cpp": ("-std=c++20", r"""
#include <coroutine>
#include <exception>
#include <memory>
#include <utility>
template <class T> struct Task { struct promise_type { T value{}; std::coroutine_handle<> next; std::exception_ptr bad;
  Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() noexcept { return {}; }
  struct Last { bool await_ready() noexcept { return false; } std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { auto n = h.promise().next; return n ? n : std::noop_coroutine(); } void await_resume() noexcept {} };
  Last final_suspend() noexcept { return {}; } void return_value(T v) { value = std::move(v); } void unhandled_exception() { bad = std::current_exception(); } };
  std::coroutine_handle<promise_type> h; bool await_ready() { return h.done(); } auto await_suspend(std::coroutine_handle<> n) { h.promise().next = n; return h; } T await_resume() { if (h.promise().bad) std::rethrow_exception(h.promise().bad); return std::move(h.promise().value); }
  explicit Task(std::coroutine_handle<promise_type> x) : h(x) {} Task(Task &&o) : h(std::exchange(o.h, {})) {} ~Task() { if (h) h.destroy(); } };
Task<int> leaf(int n) { if (n < 0) throw n; co_return n * 2; }
Task<std::unique_ptr<int>> tree(int n) { int s = 0; for (int i = 0; i < n; i++) s += co_await leaf(i); co_return std::make_unique<int>(s); }
int drive(int n) { auto t = tree(n); t.h.resume(); return *t.h.promise().value; }
"""),
    "loops.cpp": ("-std=c++17 -fopenmp", r"""
#include <cmath>
#include <vector>
double trapezoid(double (*f)(double), double a, double b, int n) { double s = 0, h = (b - a) / n;
#pragma omp parallel for simd reduction(+ : s) schedule(guided, 8)
  for (int i = 0; i < n; i++) s += f(a + (i + 0.5) * h);
  return s * h; }
void heat(std::vector<float> &now, std::vector<float> &next, int w, int hgt) {
#pragma omp parallel
  {
#pragma omp single nowait
    for (int y = 1; y < hgt - 1; y++) {
#pragma omp task firstprivate(y) depend(in : now[y * w]) depend(out : next[y * w])
      for (int x = 1; x < w - 1; x++) next[y * w + x] = 0.25f * (now[y * w + x - 1] + now[y * w + x + 1] + now[(y - 1) * w + x] + now[(y + 1) * w + x]);
    }
#pragma omp barrier
#pragma omp critical(swap)
    now.swap(next);
#pragma omp atomic update
    now[0] += 1;
  } }
#pragma omp declare simd uniform(k) notinbranch
double gain(double x, double k) { return std::sin(x) * k; }
int collapse(int a[8][8]) { int most = 0;
#pragma omp parallel for collapse(2) ordered reduction(max : most)
  for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) {
#pragma omp ordered
    most = a[i][j] > most ? a[i][j] : most; }
  return most; }
"""),
    "signals.c": ("-D_GNU_SOURCE", r"""
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf back; static volatile sig_atomic_t hit;
static void on(int s) { hit = s; longjmp(back, 1); }
void fft(double complex *a, int n) { if (n < 2) return; double complex e[n / 2], o[n / 2]; for (int i = 0; i < n / 2; i++) { e[i] = a[2 * i]; o[i] = a[2 * i + 1]; } fft(e, n / 2); fft(o, n / 2);
  for (int k = 0; k < n / 2; k++) { double complex t = cexp(-2 * M_PI * I * k / n) * o[k]; a[k] = e[k] + t; a[k + n / 2] = e[k] - t; } }
int guarded(const char *format, ...) { char line[128]; va_list args, again; va_start(args, format); va_copy(again, args); signal(SIGFPE, on); if (setjmp(back)) return -hit; int n = vsnprintf(line, sizeof line, format, args); if (n < 0) perror(strerror(errno)); n += vfprintf(stderr, format, again); va_end(args); va_end(again); return n; }
int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
char **sorted(char **names, size_t n) { char **copy = malloc(n * sizeof *copy); if (!copy) abort(); memcpy(copy, names, n * sizeof *copy); qsort(copy, n, sizeof *copy, by_name); return copy; }
"""),
}

#: Freestanding programs, for any target.
BARE = {
    "audio.c": r"""
typedef struct { float z1, z2, b0, b1, b2, a1, a2; } biquad;
void filter(biquad *restrict q, const float *restrict in, float *restrict out, int n) { for (int i = 0; i < n; i++) { float v = in[i] - q->a1 * q->z1 - q->a2 * q->z2; out[i] = q->b0 * v + q->b1 * q->z1 + q->b2 * q->z2; q->z2 = q->z1; q->z1 = v; } }
short pack(float x) { x *= 32767.0f; if (x > 32767) x = 32767; if (x < -32768) x = -32768; return (short)__builtin_lrintf(x); }
void adpcm(const short *in, unsigned char *out, int n) { static const short step[8] = {7, 8, 9, 10, 11, 12, 13, 14}; int p = 0, s = 0; for (int i = 0; i < n; i++) { int d = in[i] - p, c = d < 0 ? 8 : 0; if (d < 0) d = -d; for (int b = 4; b; b >>= 1) if (d >= step[s & 7] * b) { c |= b; d -= step[s & 7] * b; } p += (c & 8 ? -1 : 1) * step[s & 7]; s = (s + c) & 7; out[i >> 1] = (unsigned char)(i & 1 ? out[i >> 1] | c << 4 : c); } }
""",
    "heap.c": r"""
typedef unsigned long word; struct block { word size; struct block *next; }; static struct block *bins[16]; static char arena[1 << 16] __attribute__((aligned(64))); static word used;
static int bin(word n) { return n < 16 ? 0 : (int)(8 * sizeof n) - __builtin_clzl(n) - 4; }
__attribute__((malloc, alloc_size(1), assume_aligned(16))) void *take(word n) { n = (n + 15) & ~15ul; struct block **at = &bins[bin(n) & 15], *b = *at; if (b && b->size >= n) { *at = b->next; return b + 1; } if (used + n + sizeof *b > sizeof arena) return 0; b = (struct block *)(arena + used); used += n + sizeof *b; b->size = n; return b + 1; }
void give(void *p) { if (!p) return; struct block *b = (struct block *)p - 1; struct block **at = &bins[bin(b->size) & 15]; b->next = *at; *at = b; }
__attribute__((noinline, cold)) void wipe(void *p, word n) { __builtin_memset(p, 0xa5, n); __asm__ volatile("" : : "r"(p) : "memory"); }
void *again(void *p, word n) { void *q = take(n); if (p && q) { word m = ((struct block *)p - 1)->size; __builtin_memcpy(q, p, m < n ? m : n); wipe(p, m); give(p); } return q; }
""",
    "cipher.c": r"""
typedef unsigned u32; typedef unsigned long long u64; typedef unsigned char u8;
static inline u32 rotl(u32 x, int n) { return x << n | x >> (32 - n); }
void chacha(u32 x[16]) { for (int r = 0; r < 10; r++) for (int c = 0; c < 4; c++) { x[c] += x[4 + c]; x[12 + c] = rotl(x[12 + c] ^ x[c], 16); x[8 + c] += x[12 + c]; x[4 + c] = rotl(x[4 + c] ^ x[8 + c], 12); } }
u64 siphash(const u8 *p, u32 n, u64 k) { u64 v = k; while (n >= 8) { u64 m; __builtin_memcpy(&m, p, 8); v ^= m; v = v << 13 | v >> 51; v += m; p += 8; n -= 8; } return v ^ n; }
int same(const u8 *a, const u8 *b, u32 n) { u8 d = 0; while (n--) d |= *a++ ^ *b++; return 1 & ((d - 1) >> 8); }
u64 carry(u64 a, u64 b, u64 *out) { return __builtin_addcll(a, b, 0, out); }
void xtea(u32 v[2], const u32 k[4]) { u32 a = v[0], b = v[1], s = 0; for (int i = 0; i < 32; i++) { a += ((b << 4 ^ b >> 5) + b) ^ (s + k[s & 3]); s += 0x9e3779b9; b += ((a << 4 ^ a >> 5) + a) ^ (s + k[s >> 11 & 3]); } v[0] = a; v[1] = b; }
""",
    "scene.cpp": r"""
struct V { float x, y, z; V operator+(V o) const { return {x + o.x, y + o.y, z + o.z}; } V operator*(float k) const { return {x * k, y * k, z * k}; } float dot(V o) const { return x * o.x + y * o.y + z * o.z; } };
struct Hit { float t; V n; const void *what; }; struct Ray { V o, d; };
class Thing { public: virtual bool hit(const Ray &, Hit &) const = 0; virtual ~Thing() {} };
class Ball : public Thing { V c; float r; public: Ball(V c, float r) : c(c), r(r) {} bool hit(const Ray &a, Hit &h) const override { V m = a.o + c * -1; float b = m.dot(a.d), q = b * b - m.dot(m) + r * r; if (q < 0) return false; h = {-b - __builtin_sqrtf(q), m, this}; return h.t > 0; } };
class Group : public Thing { const Thing *all[8]; int n = 0; public: void add(const Thing *t) { if (n < 8) all[n++] = t; } bool hit(const Ray &a, Hit &best) const override { bool any = false; Hit h; for (int i = 0; i < n; i++) if (all[i]->hit(a, h) && (!any || h.t < best.t)) { best = h; any = true; } return any; } };
V shade(const Group &g, Ray a, int depth) { Hit h; if (!depth || !g.hit(a, h)) return {0.2f, 0.3f, 0.9f}; return shade(g, {a.o + a.d * h.t, h.n}, depth - 1) * 0.8f; }
float demo() { static Ball one({0, 0, 3}, 1), two({1, 0, 4}, 1); Group g; g.add(&one); g.add(&two); return shade(g, {{0, 0, 0}, {0, 0, 1}}, 4).y; }
""",
    "queue.c": r"""
#include <stdatomic.h>
struct cell { _Atomic unsigned turn; void *what; }; struct queue { struct cell cells[64]; _Alignas(64) _Atomic unsigned head; _Alignas(64) _Atomic unsigned tail; };
_Bool push(struct queue *q, void *what) { unsigned at = atomic_load_explicit(&q->head, memory_order_relaxed); for (;;) { struct cell *c = &q->cells[at & 63]; unsigned t = atomic_load_explicit(&c->turn, memory_order_acquire); if (t == at) { if (atomic_compare_exchange_weak_explicit(&q->head, &at, at + 1, memory_order_relaxed, memory_order_relaxed)) { c->what = what; atomic_store_explicit(&c->turn, at + 1, memory_order_release); return 1; } } else if ((int)(t - at) < 0) return 0; else at = atomic_load(&q->head); } }
struct pair { long a, b; }; struct pair swap_pair(_Atomic(struct pair) *p, struct pair v) { return atomic_exchange(p, v); }
unsigned bits(_Atomic unsigned *p, unsigned m) { atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_acq_rel); return atomic_fetch_or(p, m) ^ atomic_fetch_and(p, ~m) ^ atomic_fetch_xor(p, 1) ^ __atomic_fetch_nand((unsigned *)p, m, __ATOMIC_RELEASE); }
float add(_Atomic float *p, float v) { *p += v; return *p; } int most(int *p, int v) { return __atomic_fetch_max(p, v, __ATOMIC_ACQ_REL) + __atomic_fetch_min((unsigned *)p, 3u, __ATOMIC_RELAXED); } void *bump(char *_Atomic *p) { return (*p)++; }
""",
    "state.c": r"""
enum state { idle, header, body, done, failed }; struct parser { enum state at; unsigned left; unsigned char sum; void (*on)(void *, int); void *who; };
__attribute__((noinline)) static enum state start(struct parser *p, unsigned char c) { p->sum = 0; return c == 0x7e ? header : idle; }
static enum state size(struct parser *p, unsigned char c) { p->left = c; return c ? body : failed; }
static enum state fill(struct parser *p, unsigned char c) { p->sum ^= c; p->on(p->who, c); return --p->left ? body : done; }
static enum state (*const table[])(struct parser *, unsigned char) = {start, size, fill};
int feed(struct parser *p, const unsigned char *s, int n) { for (int i = 0; i < n; i++) { if (p->at >= done) return i; p->at = table[p->at](p, s[i]); } return n; }
const char *name(enum state s) { static const char *const names[] = {[idle] = "idle", [header] = "header", [body] = "body", [done] = "done", [failed] = "failed"}; return names[s]; }
int route(const char *verb) { switch (verb[0]) { case 'G': return !__builtin_strcmp(verb, "GET") ? 1 : 0; case 'P': return verb[1] == 'O' ? 2 : 3; case 'D': return 4; case 'H': return 5; case 'O': return 6; default: return -1; } }
""",
    "plugin.c": r"""
#define API __attribute__((visibility("default")))
struct api { unsigned version; int (*open)(const char *); void (*close)(int); }; static int open_one(const char *s) { return s[0]; } static void close_one(int h) { (void)h; }
API const struct api plugin = {3, open_one, close_one}; API extern __typeof(open_one) plugin_open __attribute__((weak)); __attribute__((weak, visibility("hidden"))) int hook(int n) { return n; }
_Thread_local struct { int depth; char name[12]; } here __attribute__((tls_model("initial-exec"))); __attribute__((constructor)) static void up(void) { here.depth = hook(1); } __attribute__((destructor)) static void down(void) { here.depth = 0; }
API int enter(const char *s) { if (&plugin_open != 0) return plugin_open(s); here.depth++; return open_one(s); } __attribute__((noreturn)) extern void quit(int); int must(int x) { if (__builtin_expect_with_probability(x == 0, 1, 0.01)) quit(3); return __builtin_assume_aligned(&plugin, 8) ? x : 0; }
API int sum(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); int s = 0; while (n--) s += __builtin_va_arg(a, int); __builtin_va_end(a); return s; } unsigned long frame(void) { return (unsigned long)__builtin_return_address(0) ^ (unsigned long)__builtin_frame_address(0); }
int (*chosen[2])(const char *) __attribute__((section("hooks"), used)) = {open_one}; int last(int *p, int n) { int v[n]; __builtin_memcpy(v, p, sizeof v); return v[n - 1]; }
""",
    "fixed.c": r"""
typedef _BitInt(24) sample; typedef unsigned _BitInt(200) wide; struct __attribute__((packed)) reg { unsigned mode : 3; unsigned : 5; signed gain : 7; _Bool on : 1; unsigned long long stamp : 48; };
wide mulw(wide a, wide b) { return a * b >> 3; } sample mix(sample a, sample b) { return (sample)((a + b) / 2); } unsigned stamp(struct reg *r) { r->gain = -r->gain; return (unsigned)(r->stamp >> 4) + r->mode + r->on; }
_Float16 half(_Float16 a, float b) { return a * (_Float16)b + (_Float16)0.5; } __bf16 *brain(__bf16 *p) { return p + 1; } long double sum(const long double *p, int n) { long double s = 0; while (n--) s += *p++; return s; }
double _Complex pole(double _Complex z) { return (z - 1.0) / (z + 1.0i); } int sat(int a, int b) { int r; return __builtin_sadd_overflow(a, b, &r) ? a < 0 ? -2147483647 - 1 : 2147483647 : r; } unsigned rev(unsigned x) { return __builtin_bitreverse32(x) ^ __builtin_rotateleft32(x, 5) ^ (unsigned)__builtin_ctz(x) ^ (unsigned)__builtin_ffs((int)x); }
""",
    "resolver.c": r"""
__attribute__((target_clones("avx2", "sse4.2", "default"))) int total(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
__attribute__((target("avx512f"))) static int wide(int x) { return x * 16; } __attribute__((target("default"))) static int plain(int x) { return x; } static int (*pick(void))(int) { __builtin_cpu_init(); return __builtin_cpu_supports("avx512f") ? wide : plain; } int chosen(int) __attribute__((ifunc("pick")));
__attribute__((no_sanitize("address", "undefined"), no_stack_protector, nocf_check)) int raw(char *p) { return *p; } __attribute__((disable_tail_calls)) int tail(int n) { return chosen(n); } __attribute__((optnone, noinline)) int slow(int n) { return n ? slow(n - 1) + 1 : 0; } __attribute__((naked)) void stub(void) { __asm__("ret"); }
__attribute__((regcall)) int quick(int a, int b) { return a - b; } __attribute__((ms_abi)) int other(int a, ...) { return a; } __attribute__((preserve_most)) void light(void); __attribute__((preserve_all)) void lighter(void) { light(); } __attribute__((no_caller_saved_registers)) void isr(void);
int asked(int x) { __asm__ goto("test %0, %0; jz %l1" : : "r"(x) : "cc" : zero); return 1; zero: return 0; } int flagged(int x) { int c; __asm__("cmp $3, %1" : "=@ccz"(c) : "r"(x)); return c; } unsigned long long tick(void) { unsigned lo, hi; __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi)); return (unsigned long long)hi << 32 | lo; }
""",
    "trees.cpp": r"""
template <class K, class V> class Map { struct Node { K k; V v; Node *left = nullptr, *right = nullptr; int level = 1; Node(K k, V v) : k(k), v(v) {} }; Node *root = nullptr; int n = 0;
  static Node *skew(Node *t) { if (t->left && t->left->level == t->level) { Node *l = t->left; t->left = l->right; l->right = t; return l; } return t; }
  static Node *put(Node *t, K k, V v, int &n) { if (!t) { n++; return new Node(k, v); } if (k < t->k) t->left = put(t->left, k, v, n); else if (t->k < k) t->right = put(t->right, k, v, n); else t->v = v; return skew(t); }
  static void drop(Node *t) { if (t) { drop(t->left); drop(t->right); delete t; } }
public: void set(K k, V v) { root = put(root, k, v, n); } V *get(const K &k) { for (Node *t = root; t;) { if (k < t->k) t = t->left; else if (t->k < k) t = t->right; else return &t->v; } return nullptr; } int size() const { return n; } ~Map() { drop(root); } };
template class Map<int, double>; struct Key { unsigned a : 4, b : 12; bool operator<(const Key &o) const { return b < o.b; } };
int words(const char *s) { Map<Key, int> m; for (unsigned i = 0; s[i]; i++) { Key k{i & 15u, static_cast<unsigned>(s[i])}; int *p = m.get(k); m.set(k, p ? *p + 1 : 1); } return m.size(); }
struct A { virtual int f(); virtual ~A(); int a; }; struct B : A { int f() override; }; struct C : virtual A { int c; }; struct D final : B, virtual C { int f() override; D *me() { return this; } }; int A::f() { return a; } A::~A() {} int B::f() { return a + 1; } int D::f() { return B::a * 2 + c; }
int A::*field = &A::a; int (A::*method)() = &A::f; int call(D &d, int (D::*m)()) { return (d.*m)() + d.me()->f(); } const void *kind(C *c) { return dynamic_cast<void *>(c); }
""",
    "lambda.cpp": r"""
namespace fn { template <class S> class function; template <class R, class... A> class function<R(A...)> { void *self; R (*call)(void *, A...); public: template <class F> function(F &f) : self(&f), call([](void *p, A... a) -> R { return (*static_cast<F *>(p))(a...); }) {} R operator()(A... a) const { return call(self, a...); } }; }
extern "C" int puts(const char *); struct Log { const char *what; explicit Log(const char *w) noexcept : what(w) { puts(w); } ~Log() noexcept(false) { puts(what); } }; [[noreturn]] void give_up(int code) { throw code; }
int walk(const int *p, int n, fn::function<int(int, int)> f) { int s = 0; for (int i = 0; i < n; i++) s = f(s, p[i]); return s; }
int use(int k) { Log l("use"); int data[] = {1, 2, 3, k}; auto g = [&, m = k * 2](int a, int b) mutable { Log inner("g"); if (b > 100) give_up(b); return a + b * m++; }; try { return walk(data, 4, g); } catch (int e) { return -e; } catch (const Log &) { throw; } }
consteval int sq(int x) { return x * x; } constinit int table[3] = {sq(1), sq(2), sq(3)}; template <auto N> struct Fixed { static constexpr auto value = N; }; template <class T> concept Small = sizeof(T) <= 4; template <Small T> T half(T x) { return x / 2; } int both() { return half(Fixed<6>::value) + half('a') + table[1]; }
struct Res { int fd = -1; Res(int f) : fd(f) {} Res(Res &&o) noexcept : fd(o.fd) { o.fd = -1; } ~Res() { if (fd >= 0) puts("close"); } }; Res open(int n) { Res r(n); if (n > 3) return Res(3); return r; } inline thread_local Res mine{7}; int where() { return mine.fd; }
""",
}
#: Programs for one machine: what it is compiled with, one of which is drawn.
ONLY = {"resolver.c": ["--target=x86_64-linux-gnu", "--target=x86_64-linux-gnu -mavx"], "fixed.c": ["--target=x86_64-linux-gnu -std=c2x", "--target=aarch64-linux-gnu -std=c2x"]}
NEEDS = {"lambda.cpp": "-std=c++20", "trees.cpp": "-std=c++17", "scene.cpp": "-std=c++17"}
TRIPLES = """
x86_64-linux-gnu;x86_64-linux-gnu;aarch64-linux-gnu;riscv64-linux-gnu -march=rv64gcv;riscv32-unknown-elf;armv7a-linux-gnueabihf;thumbv8m.main-none-eabi;mips64el-linux-gnuabi64;powerpc64-linux-gnu;powerpc-linux-gnu
s390x-linux-gnu -mcpu=z15;sparcv9-sun-solaris;wasm32-unknown-unknown;wasm64-unknown-unknown;x86_64-apple-macosx14;arm64-apple-ios16;arm64e-apple-ios16;x86_64-pc-windows-msvc;aarch64-pc-windows-msvc;i686-pc-windows-gnu
x86_64-unknown-freebsd13;aarch64-unknown-fuchsia;x86_64-unknown-openbsd;x86_64-scei-ps4;hexagon-unknown-elf;avr-unknown-unknown -mmcu=atmega2560;msp430-none-elf;bpfel;loongarch64-linux-gnu;powerpc64-ibm-aix
aarch64-linux-android31;i386-unknown-linux-gnu;x86_64-linux-gnux32;arm64_32-apple-watchos8;aarch64_be-linux-gnu;ve-linux-gnu;lanai;xcore;m68k-linux-gnu;x86_64-unknown-uefi
"""
TRIPLES = [triple for line in TRIPLES.strip().splitlines() for triple in line.split(";")]
