"""Sources of programs for unseen sets, and the flags that they are compiled with: kernels for accelerators, programs for the kernel's own machine,
firmware, vector code, coroutines, exceptions of Windows, blocks. All are freestanding but for the compiler's own headers."""

SOURCES = {
    "avx512.c": r"""
#include <immintrin.h>
__attribute__((target("avx512f,avx512bw,avx512vl"))) int dot(const signed char *a, const signed char *b, int n) {
  __m512i sum = _mm512_setzero_si512();
  for (int i = 0; i < n; i += 32)
    sum = _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(a + i))), _mm512_cvtepi8_epi16(_mm256_loadu_si256((const __m256i *)(b + i)))));
  return _mm512_reduce_add_epi32(sum);
}
__attribute__((target("sse4.2,pclmul,aes"))) unsigned crc(unsigned crc, const unsigned *p, int n) {
  __m128i key = _mm_set1_epi32(7);
  for (int i = 0; i < n; i++) { crc = _mm_crc32_u32(crc, p[i]); key = _mm_aesenc_si128(key, _mm_clmulepi64_si128(key, key, 1)); }
  return crc + _mm_extract_epi32(key, 2);
}
float low(__m128 v) { return _mm_cvtss_f32(_mm_min_ps(_mm_sqrt_ps(v), _mm_rcp_ps(v))); }
""",
    "neon.c": r"""
#include <arm_neon.h>
float32x4_t mix(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmaq_f32(vmaxnmq_f32(a, b), b, vrndnq_f32(c)); }
int sum(const int8_t *p) { int8x16_t v = vld1q_s8(p); return vaddlvq_s8(vqabsq_s8(v)) + vaddvq_u8(vcntq_u8(vreinterpretq_u8_s8(v))); }
uint8x16_t round_of(uint8x16_t v, uint8x16_t k) { return vqtbl1q_u8(veorq_u8(v, k), k); }
unsigned long counter(void) { unsigned long v; __asm__ volatile("mrs %0, cntvct_el0" : "=r"(v)); return v + __builtin_arm_rsr64("tpidr_el0"); }
""",
    "sve.c": r"""
#include <arm_sve.h>
void saxpy(float *y, const float *x, float a, long n) {
  for (long i = 0; i < n; i += svcntw()) {
    svbool_t p = svwhilelt_b32(i, n);
    svst1(p, y + i, svmla_x(p, svld1(p, y + i), svld1(p, x + i), a));
  }
}
svfloat32x2_t both(svbool_t p, const float *x) { return svld2(p, x); }
long first(svbool_t p, svint64_t v) { return svlasta(p, svadd_z(p, v, svdup_s64(3))) + svaddv(p, v); }
""",
    "rvv.c": r"""
#include <riscv_vector.h>
void scale(const int *x, int *y, unsigned long n, int k) {
  while (n) {
    unsigned long vl = __riscv_vsetvl_e32m2(n);
    __riscv_vse32_v_i32m2(y, __riscv_vmul_vx_i32m2(__riscv_vle32_v_i32m2(x, vl), k, vl), vl);
    n -= vl; x += vl; y += vl;
  }
}
""",
    "bpf.c": r"""
struct key { unsigned src, dst; unsigned short port; } __attribute__((preserve_access_index));
struct { int (*type)[1]; struct key *key; } map __attribute__((section(".maps"), used));
static void *(*lookup)(void *, const void *) = (void *)1;
__attribute__((section("xdp"))) int filter(unsigned char *data) {
  struct key k = {data[26], data[30], data[36] << 8 | data[37]};
  unsigned long *seen = lookup(&map, &k);
  if (!seen) return 2;
  __sync_fetch_and_add(seen, 1);
  return *seen > 1000 ? 1 : 2;
}
char license[] __attribute__((section("license"))) = "GPL";
""",
    "blur.cl": r"""
__constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t in, write_only image2d_t out, global const float *weights, local float4 *tile) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  tile[get_local_id(0)] = read_imagef(in, edge, at);
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 sum = 0;
  for (int i = 0; i < 5; i++) sum += tile[(get_local_id(0) + i) & 63] * weights[i];
  write_imagef(out, at, clamp(sum, 0.0f, 1.0f));
}
kernel void histogram(global const uchar16 *in, global volatile int *bins) { uchar16 v = in[get_global_id(0)]; atomic_inc(bins + v.s7); atomic_max(bins + 256, v.sa); }
""",
    "wave.c": r"""
__attribute__((amdgpu_kernel)) void reduce(__attribute__((address_space(1))) float *p) {
  unsigned id = __builtin_amdgcn_workitem_id_x() + 64 * __builtin_amdgcn_workgroup_id_x();
  int v = __builtin_amdgcn_readfirstlane((int)p[id]);
  __builtin_amdgcn_s_barrier();
  p[id] = __builtin_amdgcn_fmed3f((float)v, 1.0f, 2.0f) + (float)__builtin_amdgcn_ds_swizzle(v, 31);
}
""",
    "threads.c": r"""
__attribute__((address_space(3))) int shared[64];
__attribute__((device)) int dummy;
int lane(int v) { return __nvvm_shfl_sync_idx_i32(-1, v, 3, 31) + __nvvm_read_ptx_sreg_tid_x(); }
void wait(void) { __nvvm_bar_sync(0); __nvvm_membar_gl(); shared[__nvvm_read_ptx_sreg_tid_x()] = __nvvm_mul24_i(3, 4); }
float approx(float x) { return __nvvm_rsqrt_approx_f(x) + __nvvm_fabs_f(x); }
""",
    "coroutine.cpp": r"""
namespace std { template <class R, class...> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class P = void> struct coroutine_handle { static coroutine_handle from_address(void *) noexcept; template <class Q> coroutine_handle(coroutine_handle<Q>) noexcept; coroutine_handle() noexcept; };
struct suspend_always { bool await_ready() noexcept { return false; } void await_suspend(coroutine_handle<>) noexcept {} void await_resume() noexcept {} }; }
struct numbers { struct promise_type { int now; numbers get_return_object() { return {}; } std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; }
  std::suspend_always yield_value(int v) { now = v; return {}; } void return_void() {} void unhandled_exception() {} }; };
numbers squares(int n) { for (int i = 0; i < n; i++) co_yield i * i; }
""",
    "exceptions.cpp": r"""
struct guard { int *count; ~guard() { --*count; } };
struct base { virtual ~base(); virtual int step(int) = 0; };
struct derived : base { int step(int n) override { if (n > 3) throw n; return n; } };
int run(base &b, int n) { int count = 2; try { guard g{&count}; return b.step(n); } catch (int v) { return v + count; } catch (...) { return -1; } }
thread_local derived *mine; inline int counter = 7; int next() { static derived d; return run(mine ? *mine : d, counter++); }
""",
    "windows.c": r"""
int filter(int code); void risky(int *p);
int guarded(int *p) { __try { risky(p); return *p; } __except (filter(1)) { return -1; } }
int finally(int *p) { int done = 0; __try { risky(p); } __finally { done = 1; *p = done; } return done; }
__declspec(dllexport) int exported(int a) { return a * 3; }
__declspec(selectany) int chosen = 9;
int __vectorcall fast(int a, double b) { return a + (int)b; }
""",
    "blocks.m": r"""
@protocol Listener - (void)heard:(int)what; @end
__attribute__((objc_root_class)) @interface Bell { int _count; id<Listener> _who; } @property(nonatomic) int count; - (int)ring:(int)times; @end
@implementation Bell @synthesize count = _count;
- (int)ring:(int)times { int (^add)(int) = ^(int n) { return n + times; }; for (int i = 0; i < times; i++) [_who heard:i]; return add(_count); } @end
""",
    "firmware.c": r"""
#define REG(a) (*(volatile unsigned *)(a))
typedef _Atomic unsigned counter; static counter ticks; _BitInt(37) wide; enum __attribute__((flag_enum)) bits { one = 1, two = 2 };
struct __attribute__((packed, aligned(4))) frame { unsigned char kind : 3, more : 5; unsigned short size; _Bool last; };
__attribute__((section(".vectors"), used)) void (*const vectors[2])(void) = {(void (*)(void))0x20001000, 0};
__attribute__((interrupt)) void tick(void) ;
unsigned parse(const struct frame *f, unsigned n) { unsigned sum = 0; for (; n--; f++) { switch (f->kind) { case 0: sum += f->size; break; case 1: sum ^= f->more; break; case 5: REG(0x40000000) = sum; break; default: ticks++; } if (f->last) break; } wide += sum; return sum + __builtin_popcount(sum) + (unsigned)wide; }
int jump(unsigned op, int *s) { static void *const to[] = {&&push, &&pop, &&end}; goto *to[op % 3]; push: s[1] = s[0]; return 1; pop: s[0] = s[1]; return 2; end: return __builtin_expect(s[0], 0); }
""",
    "templates.cpp": r"""
template <class T, unsigned N> struct ring { T items[N]; unsigned head = 0; [[nodiscard]] constexpr T &push(T v) { return items[head++ % N] = v; } template <class F> auto fold(F f, T from) const { for (auto &i : items) from = f(from, i); return from; } };
template <class... A> auto total(A... a) { return (0 + ... + a); }
enum class mode : unsigned char { off, on }; struct [[gnu::visibility("hidden")]] state { mode m : 2; long double x; __int128 y; _Float16 h; };
extern template struct ring<float, 8>; template struct ring<float, 8>; template struct ring<short, 3>;
long use(state &s, ring<float, 8> &r) { s.h = s.h * (_Float16)2; r.push((float)s.x); return total(1, 2L, (long)s.y) + (long)r.fold([&](float a, float b) { return a + b * (s.m == mode::on); }, 0); }
""",
}
# Each source: flags that it needs, one of which is drawn for each file.
NEEDS = {
    "avx512.c": ["--target=x86_64-linux-gnu"],
    "neon.c": ["--target=aarch64-linux-gnu -march=armv8.2-a+dotprod", "--target=aarch64-apple-macosx13", "--target=aarch64-linux-android30"],
    "sve.c": ["--target=aarch64-linux-gnu -march=armv8.6-a+sve2"],
    "rvv.c": ["--target=riscv64-linux-gnu -march=rv64gcv"],
    "bpf.c": ["--target=bpfel -g -mcpu=v3"],
    "blur.cl": ["--target=spir64 -cl-std=CL2.0 -Xclang -finclude-default-header", "--target=amdgcn-amd-amdhsa -cl-std=CL2.0 -Xclang -finclude-default-header -nogpulib"],
    "wave.c": ["--target=amdgcn-amd-amdhsa -mcpu=gfx90a -nogpulib", "--target=amdgcn-amd-amdhsa -mcpu=gfx1030 -nogpulib"],
    "threads.c": ["--target=nvptx64-nvidia-cuda -Xclang -target-feature -Xclang +ptx70 -Xclang -target-cpu -Xclang sm_70"],
    "coroutine.cpp": ["-std=c++20"],
    "exceptions.cpp": ["--target=x86_64-linux-gnu -std=c++17", "--target=x86_64-pc-windows-msvc -std=c++17", "--target=wasm32-wasi -fwasm-exceptions -std=c++17", "--target=armv7-linux-gnueabihf -std=c++17"],
    "windows.c": ["--target=x86_64-pc-windows-msvc", "--target=i686-pc-windows-msvc", "--target=aarch64-pc-windows-msvc"],
    "blocks.m": ["--target=arm64-apple-ios14 -fblocks", "--target=x86_64-apple-macosx12 -fblocks -fobjc-arc", "--target=x86_64-linux-gnu -fblocks -fobjc-runtime=gnustep-2.0"],
    "firmware.c": ["--target=thumbv7em-none-eabihf", "--target=riscv32-none-elf", "--target=avr -mmcu=atmega328p", "--target=msp430", "--target=mips-linux-gnu", "--target=sparc-none-elf"],
    "templates.cpp": ["--target=x86_64-linux-gnu -std=c++20", "--target=x86_64-linux-gnu -std=c++17 -fno-exceptions"],
}
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -g", "-O0 -g -gdwarf-5", "-O2 -g -gdwarf-4", "-Og -g"]
MORE = ["", "", "-flto=thin", "-fvisibility=hidden", "-ffast-math", "-fstack-protector-strong", "-fno-strict-aliasing", "-ffunction-sections -fdata-sections", "-fprofile-instr-generate", "-fsanitize=undefined -fsanitize-trap=all"]
