// What the lite interpreter of a PyTorch release says of itself, as `RuntimeCompatibilityInfo` has it: wheels have these functions in a library, and no
// Python function for them. The headers are not needed.
//
//   g++ -O1 -std=c++17 -shared -fPIC -D_GLIBCXX_USE_CXX11_ABI=0|1 [-DRANGES] torch_report.cpp -o torch_report.so
//
// RANGES: since 1.11 the release also says which types it has, and the oldest versions that it takes.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace torch {
namespace jit {
// An optional number: where the flag is, before the number or behind it, depends on the release.
struct OperatorInfo {
  int32_t words[2];
};
uint64_t _get_runtime_bytecode_version();
std::unordered_map<std::string, OperatorInfo> _get_runtime_ops_and_info();
#ifdef RANGES
std::pair<uint64_t, uint64_t> _get_runtime_bytecode_min_max_versions();
std::pair<uint64_t, uint64_t> _get_runtime_operators_min_max_versions();
std::unordered_set<std::string> _get_mobile_supported_types();
#endif
} // namespace jit
} // namespace torch

// Lines: `operator NAME WORD WORD`, `bytecode NEWEST` or `bytecode OLDEST NEWEST`, `operators OLDEST NEWEST`, `type NAME`.
extern "C" const char *report() {
  static std::string text;
  using namespace torch::jit;
  for (const auto &one : _get_runtime_ops_and_info()) {
    text += "operator " + one.first + " " + std::to_string(one.second.words[0]) + " " + std::to_string(one.second.words[1]) + "\n";
  }
#ifdef RANGES
  auto range = [](std::pair<uint64_t, uint64_t> ends) { return std::to_string(ends.first) + " " + std::to_string(ends.second) + "\n"; };
  text += "bytecode " + range(_get_runtime_bytecode_min_max_versions());
  text += "operators " + range(_get_runtime_operators_min_max_versions());
  for (const auto &name : _get_mobile_supported_types()) {
    text += "type " + name + "\n";
  }
#else
  text += "bytecode " + std::to_string(_get_runtime_bytecode_version()) + "\n";
#endif
  return text.c_str();
}
