/* Warnings, errors, notes, fix-its, several files, macros, categories. */
#include "faults.h"
int square(int x) { if (x = 3) return x * x; return 0 }
double mixed(int *p, float f) {
  char *text = p;
  struct old o = {.feild = 1};
  unsigned u = -1;
  int a[2] = {1, 2, 3};
  if (u < 0) return TWICE(f);
  switch (a[0]) { case 1: u = 1; case 1: u = 2; }
  printf("%s %d\n", 5);
  overloaded(1, 2, 3);
  return old_way(a[9]);
}
#warning "said on purpose"
void endless(void) { for (int i = 0; i < 5; i++); return 1; }
