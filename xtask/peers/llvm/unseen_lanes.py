"""Programs of the set 2026-11-toolchains that are written in the intrinsics of a machine, and for accelerators: flags, one of which is drawn, and text."""

LANES = {
    "sha.c": (["--target=x86_64-linux-gnu", "--target=i386-linux-gnu -ffreestanding"], r"""
#include <immintrin.h>
__attribute__((target("sha,sse4.1"))) __m128i rounds(__m128i a, __m128i b, __m128i m) { return _mm_sha256rnds2_epu32(a, _mm_sha256msg2_epu32(b, m), _mm_blend_epi16(a, m, 0xf0)); }
__attribute__((target("gfni,avx512bw,avx512vbmi,avx512bitalg"))) __m512i bits(__m512i x, __m512i y) { return _mm512_gf2p8affine_epi64_epi8(_mm512_popcnt_epi8(_mm512_permutexvar_epi8(x, y)), y, 3); }
__attribute__((target("avx2,fma,f16c"))) float dot(const float *a, const unsigned short *b, int n) { __m256 s = _mm256_setzero_ps(); for (int i = 0; i < n; i += 8) s = _mm256_fmadd_ps(_mm256_loadu_ps(a + i), _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(b + i))), s); s = _mm256_hadd_ps(s, s); return _mm256_cvtss_f32(_mm256_permute2f128_ps(s, s, 1)); }
__attribute__((target("avx512f,avx512vl,avx512cd"))) int clash(const int *p, __mmask16 m) { __m512i v = _mm512_maskz_loadu_epi32(m, p); return (int)_mm512_mask_reduce_max_epi32(m, _mm512_conflict_epi32(v)) + (int)_mm512_cmpgt_epi32_mask(v, _mm512_i32gather_epi32(v, p, 4)); }
__attribute__((target("bmi,bmi2,lzcnt,adx"))) unsigned mixed(unsigned a, unsigned b, unsigned *hi) { return _pext_u32(a, b) ^ _pdep_u32(b, a) ^ _mulx_u32(a, b, hi) ^ _lzcnt_u32(a) ^ _bzhi_u32(b, 7) ^ _blsr_u32(a); }
"""),
    "amx.c": (["--target=x86_64-linux-gnu -mamx-tile -mamx-int8", "--target=x86_64-linux-gnu -march=sapphirerapids"], r"""
#include <immintrin.h>
void gemm(int *c, const signed char *a, const signed char *b) { __tile1024i x = {16, 64}, y = {16, 64}, z = {16, 64}; __tile_loadd(&x, a, 64); __tile_loadd(&y, b, 64); __tile_zero(&z); __tile_dpbssd(&z, x, y); __tile_stored(c, 64, z); }
void raw(const void *cfg, void *p) { _tile_loadconfig(cfg); _tile_zero(2); _tile_stored(2, p, 64); _tile_release(); }
"""),
    "scan.c": (["--target=aarch64-linux-gnu -march=armv9-a+sve2+i8mm+bf16", "--target=aarch64-linux-gnu -march=armv8.6-a+sve+bf16+i8mm+f64mm"], r"""
#include <arm_sve.h>
#include <arm_neon.h>
unsigned long find(const unsigned char *s, unsigned long n, unsigned char c) { for (unsigned long i = 0; i < n; i += svcntb()) { svbool_t p = svwhilelt_b8_u64(i, n); svbool_t hit = svcmpeq_n_u8(p, svld1_u8(p, s + i), c); if (svptest_any(p, hit)) return i + svcntp_b8(p, svbrkb_b_z(p, hit)); } return n; }
void gather(float *out, const float *in, const unsigned *at, long n) { for (long i = 0; i < n; i += (long)svcntw()) { svbool_t p = svwhilelt_b32_s64(i, n); svfloat32_t v = svld1_gather_u32index_f32(p, in, svld1_u32(p, at + i)); svst1_f32(p, out + i, svrecpe_f32(svsel_f32(p, v, svdup_n_f32(1)))); } }
int32x4_t mm(int32x4_t c, int8x16_t a, int8x16_t b) { return vmmlaq_s32(c, a, b); } float32x4_t bf(float32x4_t c, bfloat16x8_t a, bfloat16x8_t b) { return vbfdotq_f32(c, a, b); } svint32x3_t three(svbool_t p, const int *x) { return svld3_s32(p, x); } svint32_t pick(svint32x3_t t) { return svget3_s32(t, 1); }
"""),
    "crypto.c": (["--target=aarch64-linux-gnu -march=armv8.4-a+crypto+sha3+sm4", "--target=arm64-apple-macosx14 -march=armv8.5-a+crypto"], r"""
#include <arm_neon.h>
#include <arm_acle.h>
uint8x16_t aes(uint8x16_t s, uint8x16_t k) { return vaesmcq_u8(vaeseq_u8(s, k)); } uint32x4_t sha(uint32x4_t a, uint32x4_t b, uint32x4_t c) { return vsha256hq_u32(a, b, vsha256su1q_u32(a, b, c)); } unsigned crc(unsigned c, unsigned long d) { return __crc32cd(c, d) ^ __crc32b(c, (unsigned char)d); }
poly128_t mul(poly64_t a, poly64_t b) { return vmull_p64(a, b); } int16x8_t sat(int16x8_t a, int16x8_t b) { return vqrdmulhq_s16(vqaddq_s16(a, b), vshrq_n_s16(b, 3)); } uint8x16x4_t four(const unsigned char *p) { return vld4q_u8(p); } void out(unsigned char *p, uint8x16x4_t v) { vst4q_u8(p, v); } uint8x8_t look(uint8x16x2_t t, uint8x8_t i) { return vqtbl2_u8(t, i); }
unsigned long read(void) { __dmb(11); __isb(15); return __arm_rsr64("s3_3_c13_c0_2") + __rbitll(3) + __clz(4); } float32x4_t cplx(float32x4_t a, float32x4_t b) { return vaddq_f32(vmulq_laneq_f32(a, b, 2), vrsqrteq_f32(vcvtq_f32_s32(vcvtaq_s32_f32(b)))); } void hint(const void *p) { __pld(p); __sevl(); __yield(); }
"""),
    "dsp.c": (["--target=thumbv8.1m.main-none-eabi -march=armv8.1-m.main+mve.fp -mfloat-abi=hard", "--target=armv7a-none-eabi -march=armv7-a -mfpu=neon -mfloat-abi=softfp -DPLAIN"], r"""
#ifdef PLAIN
#include <arm_neon.h>
int32x4_t mac(int32x4_t a, int16x4_t b, int16x4_t c) { return vqdmlal_s16(a, b, c); } float32x2_t high(float32x4_t a) { return vpmax_f32(vget_low_f32(a), vget_high_f32(a)); } uint8x8x2_t zip(uint8x8_t a, uint8x8_t b) { return vzip_u8(a, b); } int8x8_t table(int8x8x3_t t, int8x8_t i) { return vtbl3_s8(t, i); } uint32x4_t two(const unsigned *p) { uint32x4x2_t v = vld2q_u32(p); return vrsraq_n_u32(v.val[0], v.val[1], 4); }
#else
#include <arm_mve.h>
int sum(const short *a, const short *b, int n) { int s = 0; for (; n > 0; n -= 8, a += 8, b += 8) { mve_pred16_t p = vctp16q((unsigned)n); s = vmladavaq_p_s16(s, vld1q_z_s16(a, p), vld1q_z_s16(b, p), p); } return s; } float32x4_t mix(float32x4_t a, float32x4_t b, mve_pred16_t p) { return vfmaq_m_f32(a, b, vminnmq_f32(a, b), p); } uint8x16_t spread(const unsigned char *p, uint8x16_t at) { return vldrbq_gather_offset_u8(p, at); } int64_t far(int64_t a, int s) { return asrl(a, s); }
#endif
"""),
    "stream.c": (["--target=riscv64-linux-gnu -march=rv64gcv", "--target=riscv64-linux-gnu -march=rv64gcv_zba_zbb -mrvv-vector-bits=256 -DFIXED", "--target=riscv32-unknown-elf -march=rv32gcv"], r"""
#include <riscv_vector.h>
#if __clang_major__ < 16
#define __riscv_vsetvl_e8m8 vsetvl_e8m8
#define __riscv_vle8_v_u8m8 vle8_v_u8m8
#define __riscv_vse8_v_u8m8 vse8_v_u8m8
#define __riscv_vadd_vx_u8m8 vadd_vx_u8m8
#define __riscv_vmseq_vx_u8m8_b1 vmseq_vx_u8m8_b1
#define __riscv_vfirst_m_b1 vfirst_m_b1
#endif
void copy(unsigned char *d, const unsigned char *s, unsigned long n, unsigned char k) { while (n) { unsigned long vl = __riscv_vsetvl_e8m8(n); vuint8m8_t v = __riscv_vle8_v_u8m8(s, vl); __riscv_vse8_v_u8m8(d, __riscv_vadd_vx_u8m8(v, k, vl), vl); s += vl; d += vl; n -= vl; } }
long find(const unsigned char *s, unsigned long n, unsigned char c) { unsigned long vl = __riscv_vsetvl_e8m8(n); return __riscv_vfirst_m_b1(__riscv_vmseq_vx_u8m8_b1(__riscv_vle8_v_u8m8(s, vl), c, vl), vl); }
float axpy(float *y, const float *x, float a, int n) { for (int i = 0; i < n; i++) y[i] += a * x[i]; return y[0]; }
"""),
    "vsx.c": (["--target=powerpc64le-linux-gnu -mcpu=power10", "--target=powerpc64le-linux-gnu -mcpu=power9", "--target=powerpc64-linux-gnu -mcpu=power8"], r"""
#include <altivec.h>
vector float fma3(vector float a, vector float b, vector float c) { return vec_madd(a, b, vec_round(c)); } vector unsigned char swap(vector unsigned char a, vector unsigned char p) { return vec_perm(a, vec_sld(a, a, 3), p); } int any(vector int a, vector int b) { return vec_any_gt(a, b) + vec_extract(vec_sums(a, b), 3); } vector unsigned long long mul(vector unsigned int a, vector unsigned int b) { return vec_mule(a, b); }
__vector unsigned __int128 big(__vector unsigned __int128 a) { return vec_add(a, a); } unsigned long tb(void) { return __builtin_ppc_get_timebase() + (unsigned long)__builtin_divdeu(1, 3); }
#ifdef __MMA__
void outer(__vector_quad *acc, vector unsigned char a, vector unsigned char b) { __builtin_mma_xvf32gerpp(acc, a, b); } void split(vector float *out, __vector_quad *acc) { __builtin_mma_disassemble_acc(out, acc); }
#endif
"""),
    "zvec.c": (["--target=s390x-linux-gnu -march=z14 -mzvector", "--target=s390x-linux-gnu -march=z13 -mzvector"], r"""
#include <vecintrin.h>
vector double mul(vector double a, vector double b) { return vec_madd(a, b, vec_abs(a)); } vector unsigned char look(vector unsigned char a, vector unsigned char b, int *cc) { return vec_cmpeq_idx_cc(a, b, cc); } vector signed int pack(vector signed long long a, vector signed long long b) { return vec_packs(a, b); } vector unsigned char str(vector unsigned char a, vector unsigned char b) { return vec_find_any_eq(a, b); } unsigned long crc(vector unsigned long long a) { return vec_gfmsum_128(a, a)[0]; }
int clock(unsigned long *p) { int cc; __asm__ volatile("stck %0\n ipm %1" : "=Q"(*p), "=d"(cc)); return cc >> 28; }
"""),
    "simd128.c": (["--target=wasm32-unknown-unknown -msimd128 -mnontrapping-fptoint", "--target=wasm32-unknown-unknown -msimd128 -mnontrapping-fptoint -mrelaxed-simd -mtail-call -mbulk-memory", "--target=wasm64-unknown-unknown -msimd128 -mnontrapping-fptoint -matomics -mbulk-memory"], r"""
#include <wasm_simd128.h>
v128_t blend(v128_t a, v128_t b, v128_t m) { return wasm_v128_bitselect(wasm_i16x8_q15mulr_sat(a, b), wasm_f32x4_pmin(a, b), m); } int all(v128_t a) { return wasm_i8x16_all_true(a) + (int)wasm_i32x4_bitmask(a) + wasm_i32x4_extract_lane(wasm_i32x4_dot_i16x8(a, a), 2); } v128_t swz(v128_t a, v128_t b) { return wasm_i8x16_swizzle(wasm_i8x16_shuffle(a, b, 0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31), b); }
unsigned long grow(unsigned long n) { return __builtin_wasm_memory_grow(0, n) + __builtin_wasm_memory_size(0); } __attribute__((import_module("env"), import_name("log"))) void say(int); __attribute__((export_name("run"))) int run(int x) { say(x); return (int)__builtin_wasm_trunc_saturate_s_i32_f64((double)x * 1.5); }
"""),
    "lsx.c": (["--target=loongarch64-linux-gnu -mlsx", "--target=loongarch64-linux-gnu -mlasx"], r"""
#include <lsxintrin.h>
__m128i add(__m128i a, __m128i b) { return __lsx_vsadd_h(__lsx_vmulwev_h_b(a, b), __lsx_vshuf4i_w(b, 27)); } int bits(__m128i a) { return __lsx_vpickve2gr_w(__lsx_vmskltz_b(a), 0); } __m128 root(__m128 x) { return __lsx_vfrsqrt_s(__lsx_vfmadd_s(x, x, x)); } unsigned crc(unsigned a, unsigned b) { return (unsigned)__builtin_loongarch_crc_w_w_w((int)a, (int)b); }
"""),
    "msa.c": (["--target=mips64el-linux-gnuabi64 -mcpu=mips64r5 -mmsa -mfp64", "--target=mipsel-linux-gnu -mcpu=mips32r5 -mmsa -mfp64 -mhard-float"], r"""
#include <msa.h>
v8i16 sat(v8i16 a, v8i16 b) { return __msa_adds_s_h(__msa_dotp_s_h((v16i8)a, (v16i8)b), __msa_maxi_s_h(a, -3)); } v4f32 fm(v4f32 a, v4f32 b, v4f32 c) { return __msa_fmadd_w(a, b, __msa_frcp_w(c)); } int one(v4i32 a) { return __msa_copy_s_w(__msa_shf_w(a, 27), 1); }
"""),
    "hvx.c": (["--target=hexagon-unknown-elf -mhvx -mv66", "--target=hexagon-unknown-elf -mhvx -mhvx-length=128b -mv68"], r"""
typedef long hvx __attribute__((__vector_size__(128))) __attribute__((aligned(128)));
hvx mix(hvx a, hvx b) { return __builtin_HEXAGON_V6_vaddubsat_128B(a, __builtin_HEXAGON_V6_vmpyiwb_128B(b, 3)); } int sat(int a, int b) { return __builtin_HEXAGON_A2_addsat(a, __builtin_HEXAGON_S2_asl_r_r_sat(b, 3)); } long long mac(long long x, int a, int b) { return __builtin_HEXAGON_M2_dpmpyss_acc_s0(x, a, b); }
"""),
    "sme.c": (["--target=aarch64-linux-gnu -march=armv9-a+sme", "--target=aarch64-linux-gnu -march=armv9.2-a+sme2 -O1"], r"""
#include <arm_sme.h>
__arm_locally_streaming __arm_new("za") void outer(const float *a, const float *b, svbool_t p, unsigned row, float *out) { svzero_za(); svmopa_za32_f32_m(0, p, p, svld1_f32(p, a), svld1_f32(p, b)); svst1_hor_za32(0, row, p, out); }
int lanes(void) __arm_streaming_compatible { return (int)svcntsw() + __arm_in_streaming_mode(); } void inside(void) __arm_streaming __arm_inout("za"); void call(void) __arm_inout("za") { inside(); }
"""),
    "image.cl": (["--target=spir64 -cl-std=CL3.0", "--target=spirv64 -cl-std=CL2.0", "--target=spir -cl-std=CL1.2", "--target=amdgcn-amd-amdhsa -mcpu=gfx1100 -cl-std=CL2.0 -nogpulib", "--target=r600-unknown-unknown -mcpu=cypress -cl-std=CL1.2 -DSMALL"], r"""
typedef struct { float4 pos, vel; } body; __constant float table[4] = {1, 2, 4, 8};
#ifndef SMALL
kernel void move(global body *b, int n, float dt) { size_t i = get_global_id(0); local float4 near[16]; float4 f = 0; for (int j = 0; j < n; j += 16) { near[get_local_id(0) & 15] = b[j].pos; barrier(CLK_LOCAL_MEM_FENCE); for (int k = 0; k < 16; k++) { float4 d = near[k] - b[i].pos; f += d * native_rsqrt(dot(d, d) + 0.01f); } barrier(CLK_LOCAL_MEM_FENCE); } b[i].vel += f * dt * table[i & 3]; b[i].pos = mad(b[i].vel, dt, b[i].pos); }
kernel __attribute__((reqd_work_group_size(64, 1, 1), vec_type_hint(int4))) void hist(global const uchar4 *in, global volatile uint *bins) { uchar4 v = in[get_global_id(0)]; atomic_add(&bins[v.x], 1u); atomic_xchg(&bins[v.y], convert_uint_sat(v.z)); printf("%v4hhd\n", v); }
#else
kernel void copy(global int *a, global const int *b) { a[0] = b[0]; }
#endif
"""),
    "gpu.c": (["--target=amdgcn-amd-amdhsa -mcpu=gfx942 -nogpulib", "--target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib", "--target=amdgcn-amd-amdpal -mcpu=gfx1030 -nogpulib", "--target=amdgcn-amd-amdhsa -mcpu=gfx90a -munsafe-fp-atomics -nogpulib"], r"""
typedef float f4 __attribute__((ext_vector_type(4))); typedef _Float16 h2 __attribute__((ext_vector_type(2))); typedef __attribute__((address_space(1))) float global; typedef __attribute__((address_space(3))) int local;
static local tile[64]; __attribute__((amdgpu_kernel, amdgpu_flat_work_group_size(64, 256), amdgpu_waves_per_eu(2, 4))) void run(global *p, unsigned n) { unsigned i = __builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x(); if (i >= n) return; tile[i & 63] = __builtin_amdgcn_mbcnt_lo(~0u, 0); __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); p[i] = (float)__builtin_amdgcn_ds_bpermute((int)(i << 2), tile[63 - (i & 63)]) + __builtin_amdgcn_rsqf(p[i]) + __builtin_amdgcn_cvt_pknorm_i16(p[i], 1.0f)[0]; __atomic_fetch_add((__attribute__((address_space(1))) int *)p, 1, __ATOMIC_RELAXED); }
int lanes(int x) { return __builtin_amdgcn_update_dpp(0, x, 0x111, 0xf, 0xf, 1) + __builtin_amdgcn_readlane(x, 3) + (int)__builtin_amdgcn_sad_u8(x, 2, 3); } unsigned long clock(void) { return __builtin_readcyclecounter() + __builtin_amdgcn_s_getreg(0x7801); }
"""),
    "ptx.cu": (["-x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_60 -Xclang -target-feature -Xclang +ptx60 -Wno-unknown-cuda-version", "-x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_75 -Xclang -target-feature -Xclang +ptx63 -Wno-unknown-cuda-version -fcuda-flush-denormals-to-zero", "-x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_86 -Xclang -target-feature -Xclang +ptx71 -Wno-unknown-cuda-version -fgpu-rdc"], r"""
#define G __attribute__((global))
#define D __attribute__((device))
#define S __attribute__((shared))
D unsigned long long seen; D __attribute__((constant)) float taps[9];
template <class T> D T reduce(T v) { for (int d = 16; d; d /= 2) v += __nvvm_shfl_sync_down_i32(-1, (int)v, d, 31); return v; }
G __attribute__((launch_bounds(256, 2))) void conv(float *out, const float *in, int w) { S float row[258]; int x = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x(); row[__nvvm_read_ptx_sreg_tid_x() + 1] = __nvvm_ldg_f(in + x); __syncthreads(); float s = 0; for (int k = 0; k < 3; k++) s = __nvvm_fma_rn_f(row[x % 256 + k], taps[k], s); out[x] = __nvvm_fmax_f(s, __nvvm_ex2_approx_f(s)); __nvvm_atom_add_gen_f(out, s); __nvvm_atom_inc_gen_ui((unsigned *)out, 7u); }
struct Op { D virtual int go(int) const { return 0; } }; D int dyn(const Op *o) { return o->go(3) + __nvvm_bar0_or(1); } D long long wall() { long long t; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)); return t + __builtin_popcountll(t); }
"""),
    "offload.c": (["-fopenmp --target=nvptx64-nvidia-cuda -Xclang -fopenmp-is-target-device -Xclang -target-cpu -Xclang sm_70 -Xclang -target-feature -Xclang +ptx63", "-fopenmp --target=x86_64-linux-gnu -fopenmp-targets=x86_64-linux-gnu --offload-host-only", "-fopenmp --target=x86_64-linux-gnu", "-fopenmp --target=aarch64-linux-gnu -fopenmp-enable-irbuilder"], r"""
#pragma omp declare target
static float weight(int i) { return i * 0.5f; } int shared_table[8];
#pragma omp end declare target
void saxpy(float *y, const float *x, float a, int n) {
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n]) map(to : x[0 : n]) thread_limit(128)
  for (int i = 0; i < n; i++) y[i] += a * x[i] * weight(i);
}
int count(const int *p, int n) { int c = 0;
#pragma omp target data map(to : p[0 : n])
  {
#pragma omp target teams distribute reduction(+ : c)
    for (int i = 0; i < n; i++) c += p[i] & 1;
#pragma omp target update to(shared_table)
  }
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    c++;
#pragma omp section
    {
#pragma omp flush
      c--;
    }
  }
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < 8; i++) shared_table[i] = i;
  return c; }
"""),
    "objects.mm": (["--target=arm64-apple-macosx13 -fobjc-arc -fblocks", "--target=arm64e-apple-ios16 -fptrauth-calls -fptrauth-intrinsics -fblocks -fobjc-arc", "--target=x86_64-linux-gnu -fblocks -fobjc-runtime=gnustep-2.1", "--target=i386-apple-macosx10.12 -fblocks"], r"""
__attribute__((objc_root_class)) @interface Node { id _next; int _value; } @property(nonatomic, strong) Node *next; @property int value; + (instancetype)alloc; - (instancetype)init; @end
@interface Node (Walk) - (int)sum:(int (^)(int))f; @end
@implementation Node @synthesize next = _next, value = _value; + (instancetype)alloc { return 0; } - (instancetype)init { return self; } @end
@implementation Node (Walk) - (int)sum:(int (^)(int))f { int s = 0; for (Node *n = self; n; n = n.next) s += f(n.value); @synchronized(self) { s++; } return s; } @end
template <class T> struct Holder { T item; ~Holder() {} }; int run(Node *n) { __block int seen = 0; Holder<Node *> h{n}; int r = [h.item sum:^(int v) { return v * ++seen; }]; @autoreleasepool { if (r < 0) @throw n; } return r; }
"""),
    "pointers.c": (["--target=arm64e-apple-ios16 -fptrauth-calls -fptrauth-intrinsics", "--target=aarch64-linux-gnu -march=armv8.5-a+memtag -mbranch-protection=pac-ret+leaf", "--target=aarch64-linux-gnu -fsanitize=memtag-heap -march=armv8.5-a+memtag", "--target=aarch64-pc-windows-msvc -mbranch-protection=pac-ret+b-key", "--target=arm64ec-pc-windows-msvc"], r"""
typedef int (*callback)(void *, int); struct ops { callback one, two; }; static int inc(void *p, int n) { return *(int *)p + n; } static int dec(void *p, int n) { return *(int *)p - n; } struct ops table = {inc, dec}; extern int elsewhere(void *, int); callback all[] = {inc, elsewhere, dec};
int run(struct ops *o, void *p) { char room[64]; __builtin_memset(room, 3, sizeof room); return o->one(p, room[3]) + o->two(p, 1) + all[1](p, 2); } void *deep(int n) { return n ? __builtin_return_address(0) : (void *)run; }
"""),
    "hv.c": (["--target=bpfel -g -mcpu=v4", "--target=bpfeb -g", "--target=bpfel -mcpu=v2 -g -O2"], r"""
struct pkt { unsigned char mac[14]; struct { unsigned char ihl : 4, version : 4; unsigned char proto; unsigned src, dst; } ip; } __attribute__((packed, preserve_access_index)); typedef struct { int (*kind)[4]; unsigned (*most)[1024]; unsigned *key; struct pkt *value; } map; map flows __attribute__((section(".maps"), used)); static long (*trace)(const char *, int, ...) = (void *)6; extern unsigned kernel_version __attribute__((section(".kconfig"), weak)) ; struct tagged { int __attribute__((btf_type_tag("user"))) *p; } __attribute__((btf_decl_tag("kept")));
static __attribute__((noinline)) int drop(struct pkt *p) { return p->ip.proto == 17 && __builtin_preserve_field_info(p->ip.src, 0) > 0; } __attribute__((section("tc"))) int classify(struct pkt *p, struct tagged *t) { if (kernel_version > 5) trace("x", 1, *t->p); return drop(p) ? -1 : __builtin_bswap32(p->ip.dst) % 7; }
"""),
}
