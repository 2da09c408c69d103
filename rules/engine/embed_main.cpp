// Build tool: embeds the rule documents. Usage: fporder-embed-rules SOURCE_DIR OUT.cpp
//
// Writes one C++ file that defines embeddedRules(): every SOURCE_DIR/FAMILY/SLUG/rule.md as bytes, and beside it, where the folder has a rule.cpp,
// the function that file defines, whose name is the slug in lower camel case (double-rounding: `void doubleRounding(RuleContext &)`).

#include "rules/engine/embedding.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Document {
  std::string family, slug, text;
  bool hasCode = false;
};

std::string functionName(const std::string &slug) {
  std::string name;
  bool raise = false;
  for (char c : slug) {
    if (c != '-')
      name += raise ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    raise = c == '-';
  }
  return name;
}

std::vector<Document> readAll(const fs::path &root) {
  std::vector<Document> documents;
  for (const auto &family : fs::directory_iterator(root)) {
    if (!family.is_directory())
      continue;
    for (const auto &rule : fs::directory_iterator(family.path())) {
      fs::path file = rule.path() / "rule.md";
      if (!fs::is_regular_file(file))
        continue;
      std::ifstream stream(file, std::ios::binary);
      Document document;
      document.family = family.path().filename().string();
      document.slug = rule.path().filename().string();
      document.text.assign(std::istreambuf_iterator<char>(stream), {});
      document.hasCode = fs::exists(rule.path() / "rule.cpp");
      documents.push_back(std::move(document));
    }
  }
  std::sort(documents.begin(), documents.end(),
            [](const Document &a, const Document &b) { return std::tie(a.family, a.slug) < std::tie(b.family, b.slug); });
  return documents;
}

void write(std::ostream &out, const std::vector<Document> &documents) {
  out << "// Generated from rules/*/*/rule.md; do not edit.\n#include \"rules/engine/embedded.h\"\n\nnamespace fporder::rules {\n\n";
  for (const Document &document : documents)
    if (document.hasCode)
      out << "void " << functionName(document.slug) << "(RuleContext &context);\n";
  out << "\nstd::span<const EmbeddedRule> embeddedRules() {\n";
  if (documents.empty())
    out << "  return {};\n";
  else {
    out << "  static const EmbeddedRule rules[] = {\n";
    for (const Document &document : documents) {
      out << "    {\"" << document.family << "\", \"" << document.slug << "\", \"rules/" << document.family << '/' << document.slug
          << "/rule.md\", {";
      fporder::rules::writeLiteral(out, document.text);
      out << ", " << document.text.size() << "}, " << (document.hasCode ? "&" + functionName(document.slug) : std::string("nullptr")) << "},\n";
    }
    out << "  };\n  return rules;\n";
  }
  out << "}\n\n} // namespace fporder::rules\n";
}

} // namespace

int main(int argc, char **argv) {
  return fporder::rules::embed(argc, argv, "fporder-embed-rules", [](std::ostream &out, const char *directory) { write(out, readAll(directory)); });
}
