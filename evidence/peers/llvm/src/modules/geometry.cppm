// A C++20 module.
export module geometry;
export namespace geometry {
struct Vector { double x, y; };
constexpr Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
template <typename T> T length(T x, T y) { return x * x + y * y; }
}
