// Classes, exceptions, templates, lambdas, virtual tables, initialisers.  No headers.
namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual const char *name() const { return "shape"; }
};
class Square final : public Shape {
  double side;

public:
  explicit Square(double side) : side(side) {}
  double area() const override { return side * side; }
  const char *name() const override { return "square"; }
};
struct Named {
  const char *label = "none";
  virtual int rank() { return 1; }
};
class Circle : public Shape, virtual public Named {
  double radius;

public:
  explicit Circle(double radius) : radius(radius) {
    if (radius < 0) throw radius;
  }
  double area() const override { return 3.14159 * radius * radius; }
  int rank() override { return 2; }
};
template <typename T, int N> struct Ring {
  T items[N] = {};
  int next = 0;
  void push(T item) { items[next++ % N] = item; }
  template <typename F> T fold(F f, T start) const {
    for (const T &item : items) start = f(start, item);
    return start;
  }
};
inline int counter = 0;
enum class Kind : unsigned char { Round, Square };
} // namespace shapes

using namespace shapes;
extern "C" void hold(const void *);

struct Guard {
  int *count;
  explicit Guard(int *count) : count(count) { ++*count; }
  ~Guard() noexcept { --*count; }
};

template <typename... T> constexpr auto total(T... values) { return (values + ... + 0); }

static Square unit(total(1, 2) / 3.0);
thread_local Named local_name;

double all(Shape *const *list, int n) {
  Guard guard(&counter);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += list[i]->area();
  return sum;
}

int attempt(double radius) {
  try {
    Circle circle(radius);
    Guard guard(&counter);
    hold(&circle);
    const Shape *shape = &circle;
    if (auto *square = dynamic_cast<const Square *>(shape)) return (int)square->area();
    return circle.rank();
  } catch (double bad) {
    return (int)bad;
  } catch (const char *) {
    throw;
  } catch (...) {
    return -1;
  }
}

int lambdas(int base) {
  int calls = 0;
  auto add = [base, &calls](auto x) {
    calls++;
    return base + x;
  };
  Ring<int, 5> ring;
  for (int i = 0; i < 7; i++) ring.push(add(i));
  int (Shape::*none)() = nullptr;
  double (Shape::*area)() const = &Shape::area;
  static Ring<double, 2> lazily;
  lazily.push((unit.*area)());
  return ring.fold([](int a, int b) { return a ^ b; }, calls) + (none == nullptr);
}

Shape *make(Kind kind) {
  switch (kind) {
  case Kind::Round: return new Circle(1);
  case Kind::Square: return new Square(2);
  }
  return nullptr;
}
