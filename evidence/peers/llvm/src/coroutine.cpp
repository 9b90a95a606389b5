// A coroutine: its intrinsics and its split parts.
#include <coroutine>
struct Counter {
  struct promise_type {
    int value = 0;
    Counter get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};
Counter count(int to) {
  for (int i = 0; i < to; i++) co_yield i;
}
int first() {
  Counter c = count(3);
  c.handle.resume();
  int v = c.handle.promise().value;
  c.handle.destroy();
  return v;
}
