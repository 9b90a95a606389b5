#include "shape.h"
void draw(const struct shape *shape, int colour);
