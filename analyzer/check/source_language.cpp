#include "analyzer/check/source_language.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fporder::check {

namespace path = llvm::sys::path;

bool isHeaderName(llvm::StringRef file) {
  return llvm::is_contained(
      {".h", ".hh", ".hpp", ".hxx", ".h++", ".hp", ".inl", ".ipp", ".tpp", ".txx", ".ixx", ".inc", ".icc", ".tcc", ".impl", ".cuh"},
      path::extension(file).lower());
}

bool isSourceName(llvm::StringRef file) {
  return llvm::is_contained({".c", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".cu", ".cl", ".clcpp", ".hip", ".asc", ".cce", ".cppm"},
                            path::extension(file).lower());
}

namespace {

/// True when `holds(line)` for a line of the text, comments taken off. Text in literals counts as code.
bool anyCodeLine(llvm::StringRef text, llvm::function_ref<bool(llvm::StringRef)> holds) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  bool comment = false;
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (comment) {
      comment = !line.contains("*/");
      continue;
    }
    if (line.starts_with("/*")) {
      comment = !line.contains("*/");
      continue;
    }
    if (holds(line.split("//").first))
      return true;
  }
  return false;
}

bool isCxxLine(llvm::StringRef line) {
  if (line.starts_with("#")) {
    llvm::StringRef directive = line.drop_front().trim();
    if (!directive.consume_front("include"))
      return false;
    directive = directive.trim();
    // Standard C++ headers have no extension.
    return directive.consume_front("<") && directive.contains('>') && !directive.split('>').first.contains('.');
  }
  for (llvm::StringRef sign : {"template", "namespace ", "class ", "constexpr ", "public:", "private:", "using ", "virtual ", "noexcept"})
    if (line.starts_with(sign) || (sign == "noexcept" && line.contains(sign)))
      return true;
  return line.contains("::") || line.contains("operator");
}

} // namespace

bool looksLikeCxx(llvm::StringRef text) { return anyCodeLine(text, isCxxLine); }

bool holdsDeviceCode(llvm::StringRef text) {
  return anyCodeLine(text,
                     [](llvm::StringRef line) { return !line.starts_with("#") && (line.contains("__device__") || line.contains("__global__")); });
}

std::vector<std::string> defaultFlags(const std::string &source) {
  std::string extension = path::extension(source).str();
  if (extension == ".c")
    return {"clang", "-std=gnu17"};
  if (llvm::is_contained({".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP"}, extension))
    return {"clang++", "-std=gnu++20"};
  if (llvm::is_contained({".cce", ".asc"}, extension)) // AscendC
    return {"clang++", "-std=gnu++20", "-xc++"};
  if (!isHeaderName(source) || extension == ".cuh") // CUDA's commands are completed elsewhere
    return {"clang"};
  bool cxx = true;
  if (auto buffer = findings::inputBuffer(source, file::Limit::SourceFile)) {
    if (holdsDeviceCode((*buffer)->getBuffer()))
      return {"clang", "-xcuda"};
    cxx = extension != ".h" || looksLikeCxx((*buffer)->getBuffer());
  }
  return cxx ? std::vector<std::string>{"clang++", "-std=gnu++20", "-xc++"} : std::vector<std::string>{"clang", "-std=gnu17", "-xc"};
}

} // namespace fporder::check
