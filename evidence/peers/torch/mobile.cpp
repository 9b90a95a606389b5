// The lite interpreter of PyTorch 1.5, whose wheel has it in a library and no Python function for it: loads a program, and says what was wrong.
// The headers are not needed: the module is returned through a hidden pointer, and the optional device, which has constructors, is a reference.
//
//   g++ -O1 -shared -fPIC -D_GLIBCXX_USE_CXX11_ABI=0 mobile.cpp -o mobile.so

#include <cstring>
#include <exception>
#include <string>

// torch::jit::_load_for_mobile(std::string const&, c10::optional<c10::Device>)
extern "C" void load_for_mobile(void *module, const std::string &path,
                                void *device) asm("_ZN5torch3jit16_load_for_mobileERKSsN3c108optionalINS3_6DeviceEEE");

// 0 if the program loads. The module is never freed: the process ends soon.
extern "C" int load(const char *path, char *said, unsigned long size) {
  alignas(16) static char module[1024];
  alignas(16) char device[16] = {0}; // none
  try {
    load_for_mobile(module, std::string(path), device);
    return 0;
  } catch (const std::exception &error) {
    std::strncpy(said, error.what(), size - 1);
    return 1;
  }
}
