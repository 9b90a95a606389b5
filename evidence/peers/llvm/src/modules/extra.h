#ifndef EXTRA_H
#define EXTRA_H
#include "../units/units.h"
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused"
length_t stretch(length_t by) __attribute__((deprecated("too long")));
#pragma clang diagnostic pop
#undef SHAPES_FAST
#define VERSION "1.0"
#ifdef __cplusplus
#include "list.hpp"
#endif
#endif
