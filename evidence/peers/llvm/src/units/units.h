#ifndef UNITS_H
#define UNITS_H
#include "times.h"
typedef double length_t;
static const length_t inch = 0.0254;
#endif
