#ifndef POINT_H
#define POINT_H
/** A place in the plane. */
typedef struct point { int x, y; } point_t;
static inline int manhattan(point_t a, point_t b) {
  int dx = a.x - b.x, dy = a.y - b.y;
  return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}
#define ORIGIN ((point_t){0, 0})
#define MAKE(x, y) ((point_t){(x), (y)})
#endif
