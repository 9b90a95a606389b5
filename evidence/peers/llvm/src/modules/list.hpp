#ifndef LIST_HPP
#define LIST_HPP
namespace lists {
template <typename T> class List {
  struct Node {
    T value;
    Node *next;
  };
  Node *head = nullptr;
  int count = 0;

public:
  List() = default;
  List(const List &) = delete;
  ~List() { while (head) { Node *next = head->next; delete head; head = next; } }
  void push(T value) { head = new Node{value, head}; ++count; }
  template <typename F> void each(F f) const { for (Node *n = head; n; n = n->next) f(n->value); }
  bool operator==(const List &other) const { return count == other.count; }
  friend int size(const List &list) { return list.count; }
};
template <> class List<void> {};
using Numbers = List<int>;
template <typename T, typename U = T> struct Pair { T first; U second; };
constexpr Pair<int, char> start{1, 'a'};
inline auto twice = [](auto x) { return x + x; };
enum class Mode : short { On, Off = -2 };
} // namespace lists
#endif
