/* Part of faults.c: what is said here has a place in another file. */
#define TWICE(x) (x) * 2 + missing_in_macro
struct old { int field; };
static inline int unused_here(int a) { int never; return a; }
__attribute__((deprecated("use new_way instead", "new_way"))) int old_way(int);
int overloaded(int a, char *b);
