// The standard library as a user has it: many templates, linkonce functions, comdats.
#include <map>
#include <memory>
#include <string>
#include <vector>

std::map<std::string, std::vector<int>> index_of(const std::vector<std::string> &words) {
  std::map<std::string, std::vector<int>> index;
  int place = 0;
  for (const auto &word : words) index[word].push_back(place++);
  return index;
}

std::unique_ptr<std::string> join(const std::vector<std::string> &words) {
  auto text = std::make_unique<std::string>();
  for (const auto &word : words) *text += word + ' ';
  return text;
}
