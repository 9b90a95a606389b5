/* One of everything that C gives to IR.  No headers, so that every target compiles it. */
typedef unsigned long size_type;
typedef __builtin_va_list va_list;
typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));

extern int printf(const char *format, ...);
extern void *malloc(size_type size);
extern void report(const char *where, int line) __attribute__((cold, noreturn));

struct point { int x, y; };
struct shape { struct point *points; unsigned count : 12, closed : 1; signed tag : 5; const char *name; double scale; };
union number { long whole; double real; unsigned char bytes[8]; };
enum colour { RED, GREEN = 7, BLUE };

/* Globals: addresses inside arrays, tables of functions, wide strings, sections, thread locals, weak and hidden. */
int table[16] = {1, 2, 3, 5, 8, 13};
int *third = &table[3];
struct point corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
int *corner_y = &corners[2].y;
const char *const words[] = {"one", "two", "three\n\t\"quoted\"", "\x01\xff"};
const char *tail = &"suffix of a string"[7];
static const unsigned wide[] = {0x3b1, 0x1f600, 0xffffffff};
double reals[] = {0.1, -0.0, 1e308, __builtin_inf(), 5e-324};
float singles[] = {1.5f, 3.4028235e38f};
_Complex double unit = 1.0 + 2.0i;
_Thread_local int per_thread = 42;
static _Thread_local char per_thread_buffer[64];
int common_one;
#ifdef __ELF__
__attribute__((section(".note.ours"), used)) static const int placed = 9;
#endif
__attribute__((weak)) int weak_one = 3;
__attribute__((visibility("hidden"))) int hidden_one = 4;
__attribute__((aligned(64))) char aligned_one[64];
static volatile int counter;
union number numbers[2] = {{.real = 2.5}, {.whole = -7}};
struct shape square = {corners, 4, 1, -3, "square", 1.25};

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add, subtract, 0};

int apply(unsigned which, int a, int b) {
  return which < 2 && operations[which] ? operations[which](a, b) : -1;
}

int classify(enum colour c, long value) {
  switch (value) {
  case 0: return 1;
  case 1 ... 9: return 2;
  case 1000: return c == BLUE ? 3 : 4;
  case -5: return 5;
  case 0x7fffffffffffffffL: return 6;
  default: return value > 50 ? (int)value : -1;
  }
}

int sum(int count, ...) {
  va_list list, copy;
  int total = 0;
  __builtin_va_start(list, count);
  __builtin_va_copy(copy, list);
  for (int i = 0; i < count; i++) total += __builtin_va_arg(list, int);
  total ^= (int)__builtin_va_arg(copy, int);
  __builtin_va_end(copy);
  __builtin_va_end(list);
  return total;
}

int interpret(const unsigned char *code) {
  static void *const labels[] = {&&stop, &&up, &&down, &&twice};
  int value = 0;
  goto *labels[*code++ & 3];
up: value++; goto *labels[*code++ & 3];
down: value--; goto *labels[*code++ & 3];
twice: value *= 2; goto *labels[*code++ & 3];
stop: return value;
}

float4 blend(float4 a, float4 b, int4 mask) {
  float4 mixed = a * b + (float4){1, 2, 3, 4};
  mixed[2] = a[1];
  int4 less = a < b;
  return __builtin_shufflevector(mixed, b, 0, 5, 2, 7) + __builtin_convertvector(less & mask, float4);
}

long atomics(long *where, long value) {
  long old = __atomic_fetch_add(where, value, __ATOMIC_SEQ_CST);
  old += __atomic_exchange_n(where, old, __ATOMIC_ACQ_REL);
  old -= __atomic_load_n(where, __ATOMIC_ACQUIRE);
  __atomic_compare_exchange_n(where, &old, value, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  __atomic_fetch_nand(where, 3, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(where, old, __ATOMIC_RELEASE);
  return old;
}

int assembly(int x) {
  int y = x;
  __asm__ volatile("# %0 %1" : "=r"(y) : "0"(x) : "memory", "cc");
  __asm__("" : "+r"(y));
  return y;
}
#ifdef MODULE_ASM
__asm__(".globl from_assembly\nfrom_assembly:\n.byte 1\n");
#endif

size_type variable(size_type n) {
  int array[n];
  for (size_type i = 0; i < n; i++) array[i] = (int)(i * i) + counter++;
  size_type total = 0;
  for (size_type i = 0; i < n; i++) total += (unsigned)array[i];
  per_thread += (int)total;
  per_thread_buffer[total & 63]++;
  return total + wide[total % 3];
}

unsigned bits(unsigned x, int *overflow) {
  unsigned product, both;
  *overflow = __builtin_umul_overflow(x, 77u, &product);
  *overflow += __builtin_add_overflow(x, product, &both);
  return __builtin_popcount(x) + __builtin_clz(x | 1) + __builtin_bswap32(both) + (x << 5 | x >> 27);
}

double floats(double x, float y, _Complex double z) {
  double r = __builtin_fma(x, y, __builtin_sqrt(x)) - __builtin_fabs(y) * __builtin_copysign(x, -1.0);
  z *= unit;
  return r != r ? __real__ z : r + __imag__ z + (double)(unsigned char)x + (float)(long)y;
}

struct shape *make(const char *name, int n) {
  struct shape *s = malloc(sizeof *s);
  if (__builtin_expect(!s, 0)) report(__func__, __LINE__);
  s->points = malloc((size_type)n * sizeof *s->points);
  for (int i = 0; i < n; i++) s->points[i] = corners[i & 3];
  s->count = (unsigned)n;
  s->closed = 1;
  s->tag = -1;
  s->name = name;
  return s;
}

__attribute__((noinline, optnone)) struct point by_value(struct point p, struct shape s) {
  p.x += s.points->x + (int)s.count;
  return p;
}

__attribute__((pure, nonnull, hot)) int length(const char *restrict text) {
  int n = 0;
  while (*text++) n++;
  return n;
}

int recursive(int n) {
#if __clang_major__ >= 13 && !defined(NO_MUSTTAIL)
  if (n > 100) __attribute__((musttail)) return recursive(n - 7);
#endif
  return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}

#if defined(__ELF__) && !defined(NO_IFUNC)
static int fast(void) { return 2; }
static int (*choose(void))(void) { return fast; }
int resolved(void) __attribute__((ifunc("choose")));
extern int other_name(const char *text) __attribute__((alias("length")));
extern int weak_name(const char *text) __attribute__((weak, alias("length")));
__attribute__((constructor)) static void at_start(void) { counter = 1; }
__attribute__((destructor)) static void at_end(void) { counter = 0; }
#endif
#ifdef __SIZEOF_INT128__
__int128 big_product(__int128 a, __int128 b) { return a * b / 3 + (((__int128)1 << 100) | 5); }
#endif

int main(int count, char **arguments) {
  int overflow;
  for (int i = 0; i < count; i++) printf("%d %s %s\n", length(arguments[i]), arguments[i], words[i & 3]);
  printf("%d %d %ld\n", apply((unsigned)count & 1, *third, *corner_y), sum(3, 1, 2, count), atomics(&numbers[1].whole, count));
  printf("%lu %u %s\n", variable((size_type)count), bits((unsigned)count, &overflow), make(tail, count)->name);
  return classify(BLUE, count) + interpret((const unsigned char *)arguments[0]) + by_value(corners[1], square).x;
}
