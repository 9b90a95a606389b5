// A reader of FlatBuffers by the official library: it prints a file as JSON with all defaults, once with the names of enums and once
// with their numbers.
//
//   reader SCHEMA FOLDER ROOT FILE CHECKS
//
// FOLDER is where includes are. CHECKS has an `i` if the identifier of the file must be that of the schema, and a `v` if the verifier of
// the reflection library is asked, which lets pass that required fields are absent, and refuses tags of unions that it does not know;
// the verifiers of generated code are asked by `verify`, which check.py makes. Prints `refused` where the file is refused; status 2
// where the schema does not parse.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "flatbuffers/idl.h"
#include "flatbuffers/reflection.h"
#include "flatbuffers/util.h"

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  std::string schema_text, file;
  if (!flatbuffers::LoadFile(argv[1], false, &schema_text)) return 2;
  if (!flatbuffers::LoadFile(argv[4], true, &file)) {
    fprintf(stderr, "cannot read %s\n", argv[4]);
    return 2;
  }
  flatbuffers::IDLOptions options;
  options.strict_json = true;
  options.output_default_scalars_in_json = true;
  options.output_enum_identifiers = true;
  options.indent_step = -1;
  // Generated code of C++ and Rust reads these; flatc asks for a language before it takes their defaults.
  options.lang_to_generate = flatbuffers::IDLOptions::kBinary;
  flatbuffers::Parser parser(options);
  const char *includes[] = {argv[2], nullptr};
  if (!parser.Parse(schema_text.c_str(), includes, argv[1])) {
    fprintf(stderr, "%s\n", parser.error_.c_str());
    return 2;
  }
  if (!parser.SetRootType(argv[3])) {
    fprintf(stderr, "no root %s\n", argv[3]);
    return 2;
  }
  parser.Serialize();
  std::vector<uint8_t> binary(parser.builder_.GetBufferPointer(),
                              parser.builder_.GetBufferPointer() + parser.builder_.GetSize());
  const auto *schema = reflection::GetSchema(binary.data());
  const reflection::Object *root = nullptr;
  for (const auto *object : *schema->objects()) {
    if (object->name()->str() == argv[3]) root = object;
  }
  if (!root) {
    fprintf(stderr, "no object %s\n", argv[3]);
    return 2;
  }
  // The file stands where a buffer stands: aligned.
  std::vector<uint64_t> room(file.size() / 8 + 2);
  uint8_t *bytes = reinterpret_cast<uint8_t *>(room.data());
  memcpy(bytes, file.data(), file.size());
  const std::string checks = argv[5];
  if (checks.find('i') != std::string::npos && !parser.file_identifier_.empty() &&
      (file.size() < 8 || memcmp(bytes + 4, parser.file_identifier_.data(), 4) != 0)) {
    puts("refused");
    return 0;
  }
  if (checks.find('v') != std::string::npos && !flatbuffers::Verify(*schema, *root, bytes, file.size())) {
    puts("refused");
    return 0;
  }
  for (const bool names : {true, false}) {
    parser.opts.output_enum_identifiers = names;
    std::string text;
    const char *error = flatbuffers::GenText(parser, bytes, &text);
    if (error) {
      printf("unprintable %s\n", error);
      return 0;
    }
    puts(text.c_str());
  }
  return 0;
}
