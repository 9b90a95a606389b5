#ifndef TIMES_H
#define TIMES_H
typedef unsigned long long nanoseconds_t;
enum { PER_SECOND = 1000000000 };
#endif
