// What is precompiled in C++.
extern "C" {
#include "shape.h"
}
#include "list.hpp"
struct Visitor {
  virtual void see(const lists::Numbers &) = 0;
  virtual ~Visitor() = default;
};
inline lists::Numbers &numbers() {
  static lists::Numbers list;
  return list;
}
