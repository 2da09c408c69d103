// Build tool: embeds the call models. Usage: fporder-embed-models SOURCE_DIR OUT.cpp
//
// Writes one C++ file that defines embeddedModels(): every SOURCE_DIR/*.yaml as bytes, in the order of their names.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// Octal escapes only: digits that follow cannot extend them, and lines stay short for the compiler.
void writeLiteral(std::ostream &out, const std::string &text) {
  constexpr std::size_t bytesPerLine = 100;
  constexpr char digits[] = "01234567";
  for (std::size_t i = 0; i < text.size(); i += bytesPerLine) {
    out << "\n      \"";
    for (std::size_t k = i; k < std::min(text.size(), i + bytesPerLine); ++k) {
      const auto c = static_cast<unsigned char>(text[k]);
      if (std::isalnum(c) || c == ' ')
        out << text[k];
      else
        out << '\\' << digits[c >> 6] << digits[(c >> 3) & 7] << digits[c & 7];
    }
    out << '"';
  }
  if (text.empty())
    out << "\"\"";
}

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
      writeLiteral(out, text);
      out << ", " << text.size() << "}},\n";
    }
    out << "  };\n  return models;\n";
  }
  out << "}\n\n} // namespace fporder::models\n";
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: fporder-embed-models SOURCE_DIR OUT.cpp\n";
    return 2;
  }
  try {
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(argv[1]))
      if (entry.path().extension() == ".yaml")
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::ofstream out(argv[2], std::ios::binary);
    write(out, files);
    out.close();
    if (!out) {
      std::cerr << "fporder-embed-models: cannot write " << argv[2] << '\n';
      return 1;
    }
  } catch (const std::exception &error) {
    std::cerr << "fporder-embed-models: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
