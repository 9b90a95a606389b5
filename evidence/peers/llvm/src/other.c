/* What program.c calls, and a few things of the same name, for linking. */
int printf(const char *format, ...);
int half(int x);
extern int table[16];
int weak_one = 30;
extern int common_one;
static int add(int a, int b) { return a + b * 2; }

__attribute__((noreturn, cold)) void report(const char *where, int line) {
  printf("%s:%d\n", where, line);
  __builtin_trap();
}

int over(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total = add(total, half(table[i & 15]));
  return total;
}
