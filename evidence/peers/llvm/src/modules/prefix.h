/* What is precompiled. */
#include "shape.h"
#include "extra.h"
#define STRINGIFY(x) #x
#pragma pack(push, 2)
struct packed { char c; int i; };
#pragma pack(pop)
#pragma weak hidden
int hidden(void);
static inline struct packed pack(int i) { return (struct packed){(char)i, i}; }
