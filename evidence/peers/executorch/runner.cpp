// A runner on the C++ runtime that a wheel ships, with the flags of ExecuTorch's own executor_runner: one method, raw inputs, raw outputs.
//
//   runner --model_path=FILE [--data_path=PTD] [--method_name=NAME] [--inputs=A,B] [--input_shapes=2x3,,4] [--output_file=PREFIX]
//
// Outputs go to PREFIX0.bin, PREFIX1.bin, …  Exit status 1 where the runtime refuses something.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <executorch/extension/module/module.h>
#include <executorch/extension/tensor/tensor.h>

using executorch::extension::from_blob;
using executorch::extension::Module;
using executorch::runtime::EValue;
using executorch::runtime::Tag;

static std::vector<std::string> parts(const std::string& text, char by) {
  std::vector<std::string> found(text.empty() ? 0 : 1);
  for (char c : text) {
    if (c == by) found.emplace_back();
    else found.back() += c;
  }
  return found;
}

[[noreturn]] static void refuse(const std::string& what, int error) {
  std::fprintf(stderr, "%s: error 0x%x\n", what.c_str(), error);
  std::exit(1);
}

int main(int count, char** words) {
  std::map<std::string, std::string> flags;
  for (int i = 1; i < count; i++) {
    std::string word = words[i];
    auto at = word.find('=');
    if (word.rfind("--", 0) != 0 || at == std::string::npos) refuse("an unknown argument " + word, 0);
    flags[word.substr(2, at - 2)] = word.substr(at + 1);
  }
  std::string method = flags.count("method_name") ? flags["method_name"] : "forward";
  Module module = flags.count("data_path") ? Module(flags["model_path"], flags["data_path"]) : Module(flags["model_path"]);
  auto loaded = module.load_method(method);
  if (loaded != executorch::runtime::Error::Ok) refuse("the program does not load", static_cast<int>(loaded));
  auto meta = module.method_meta(method);
  if (!meta.ok()) refuse("the method is not described", static_cast<int>(meta.error()));

  std::vector<std::string> files = parts(flags["inputs"], ','), shapes = parts(flags["input_shapes"], ',');
  std::vector<std::vector<char>> bytes(files.size());
  std::vector<executorch::extension::TensorPtr> tensors;
  std::vector<EValue> inputs;
  for (size_t i = 0; i < files.size(); i++) {
    std::ifstream file(files[i], std::ios::binary);
    bytes[i].assign(std::istreambuf_iterator<char>(file), {});
    auto tag = meta->input_tag(i);
    if (!tag.ok()) refuse("more inputs than the method takes", static_cast<int>(tag.error()));
    const char* data = bytes[i].data();
    if (*tag == Tag::Int) inputs.emplace_back(*reinterpret_cast<const int64_t*>(data));
    else if (*tag == Tag::Double) inputs.emplace_back(*reinterpret_cast<const double*>(data));
    else if (*tag == Tag::Bool) inputs.emplace_back(*data != 0);
    else {
      auto info = meta->input_tensor_meta(i);
      if (!info.ok()) refuse("an input is not described", static_cast<int>(info.error()));
      std::vector<executorch::aten::SizesType> sizes(info->sizes().begin(), info->sizes().end());
      if (i < shapes.size()) {
        sizes.clear();
        if (!shapes[i].empty())
          for (const std::string& size : parts(shapes[i], 'x')) sizes.push_back(std::stoi(size));
      }
      tensors.push_back(from_blob(bytes[i].data(), sizes, info->scalar_type()));
      inputs.emplace_back(*tensors.back());
    }
  }
  auto outputs = module.execute(method, inputs);
  if (!outputs.ok()) refuse("the method does not run", static_cast<int>(outputs.error()));
  for (size_t i = 0; i < outputs->size() && flags.count("output_file"); i++) {
    std::ofstream file(flags["output_file"] + std::to_string(i) + ".bin", std::ios::binary);
    const EValue& value = (*outputs)[i];
    if (value.isTensor()) {
      file.write(static_cast<const char*>(value.toTensor().const_data_ptr()), value.toTensor().nbytes());
    } else if (value.isInt()) {
      int64_t whole = value.toInt();
      file.write(reinterpret_cast<const char*>(&whole), sizeof whole);
    } else if (value.isDouble()) {
      double number = value.toDouble();
      file.write(reinterpret_cast<const char*>(&number), sizeof number);
    } else if (value.isBool()) {
      file.put(value.toBool());
    }
  }
  return 0;
}
