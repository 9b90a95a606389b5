// Templates that fail, candidates that do not fit, missing tokens with fix-its.
template <typename T> struct Holder { T value; void set(T v) { value = v; } };
void take(int);
void take(const char *);
struct Base { virtual void go(); virtual ~Base(); };
struct Derived : Base { void go() const; }
template <typename T> T larger(T a, T b) { return a.size() > b.size() ? a : b; }
int main() {
  Holder<int> holder;
  holder.set("text");
  take(3.5, 1);
  Base *base = new Derived;
  nullptr->go();
  auto x = larger(1, 2);
  int unused;
  return holder.valeu;
}
