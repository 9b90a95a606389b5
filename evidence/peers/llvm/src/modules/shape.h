#ifndef SHAPE_H
#define SHAPE_H
#include "point.h"
enum kind { ROUND, ANGULAR = 4 };
struct shape {
  enum kind kind;
  unsigned corners : 5, closed : 1;
  point_t *points;
  union { double radius; float sides[4]; } size;
  int (*area)(const struct shape *self);
};
extern const struct shape unit_square __attribute__((visibility("default")));
int perimeter(const struct shape *shape, ...) __attribute__((pure));
_Static_assert(sizeof(point_t) == 8, "two ints");
#endif
