#include "analyzer/check/source_language.h"
#include "analyzer/findings/input_text.h"

#include "llvm/ADT/STLExtras.h"
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

bool looksLikeCxx(llvm::StringRef text) {
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
    line = line.split("//").first;
    if (line.starts_with("#")) {
      llvm::StringRef directive = line.drop_front().trim();
      if (directive.consume_front("include")) {
        directive = directive.trim();
        // Standard C++ headers have no extension.
        if (directive.consume_front("<") && directive.contains('>') && !directive.split('>').first.contains('.'))
          return true;
      }
      continue;
    }
    for (llvm::StringRef sign : {"template", "namespace ", "class ", "constexpr ", "public:", "private:", "using ", "virtual ", "noexcept"})
      if (line.starts_with(sign) || (sign == "noexcept" && line.contains(sign)))
        return true;
    if (line.contains("::") || line.contains("operator"))
      return true;
  }
  return false;
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
  if (extension == ".h")
    if (auto buffer = findings::inputBuffer(source, file::Limit::SourceFile))
      cxx = looksLikeCxx((*buffer)->getBuffer());
  return cxx ? std::vector<std::string>{"clang++", "-std=gnu++20", "-xc++"} : std::vector<std::string>{"clang", "-std=gnu17", "-xc"};
}

} // namespace fporder::check
