#include "shape.h"
#include "../units/units.h"
int use(struct shape *s) { return perimeter(s) + manhattan(ORIGIN, s->points[0]) + (int)inch; }
