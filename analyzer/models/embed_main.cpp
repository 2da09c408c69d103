// Build tool: embeds the call models. Usage: fporder-embed-models SOURCE_DIR OUT.cpp
//
// Writes one C++ file that defines embeddedModels(): every SOURCE_DIR/*.yaml as bytes, in the order of their names.
#include "rules/engine/embedding.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

void write(std::ostream &out, const std::vector<fs::path> &files) {
  out << "// Generated from analyzer/models/*.yaml; do not edit.\n#include \"analyzer/models/embedded.h\"\n\nnamespace fporder::models {\n\n"
      << "std::span<const EmbeddedModel> embeddedModels() {\n";
  if (files.empty()) {
    out << "  return {};\n";
  } else {
    out << "  static const EmbeddedModel models[] = {\n";
    for (const fs::path &file : files) {
      std::ifstream stream(file, std::ios::binary);
      const std::string text(std::istreambuf_iterator<char>(stream), {});
      out << "    {\"analyzer/models/" << file.filename().string() << "\", {";
      fporder::rules::writeLiteral(out, text);
      out << ", " << text.size() << "}},\n";
    }
    out << "  };\n  return models;\n";
  }
  out << "}\n\n} // namespace fporder::models\n";
}

} // namespace

int main(int argc, char **argv) {
  return fporder::rules::embed(argc, argv, "fporder-embed-models", [](std::ostream &out, const char *directory) {
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(directory))
      if (entry.path().extension() == ".yaml")
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    write(out, files);
  });
}
