#include "analyzer/check/standard_headers.h"

#include "analyzer/check/source_tokens.h"

#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

namespace stdlib = clang::tooling::stdlib;
namespace tok = clang::tok;

/// "<vector>"; empty where the standard library has no such name. One of those that declare it: what else std::swap needs is another name's matter.
std::string headerOf(llvm::StringRef scope, llvm::StringRef name, stdlib::Lang language) {
  const std::optional<stdlib::Symbol> symbol = stdlib::Symbol::named(scope, name, language);
  if (!symbol)
    return "";
  const llvm::SmallVector<stdlib::Header> declaring = symbol->headers();
  return declaring.empty() ? "" : declaring.front().name().str();
}

/// The header of a GPU's runtime, for the names that sources of the host use of it; empty for other names. CUDA's and HIP's own sources have it.
std::string runtimeHeaderOf(llvm::StringRef name) {
  using Names = std::initializer_list<llvm::StringRef>;
  if (name.starts_with("hip") && name.size() > 3 && llvm::isUpper(name[3]))
    return "<hip/hip_runtime.h>";
  if (name.starts_with("cuda") && name.size() > 4 && llvm::isUpper(name[4]))
    return "<cuda_runtime.h>";
  if (llvm::is_contained(Names{"__global__", "__device__", "__host__", "__forceinline__", "__constant__", "__shared__", "dim3"}, name))
    return "<cuda_runtime.h>";
  return "";
}

/// Headers of the names that `std::` leads to in a source: of `word` alone, or of all when it is std itself.
void addQualified(std::set<std::string> &headers, const SourceTokens &source, llvm::StringRef word) {
  for (const unsigned position : source.uses("std")) {
    std::size_t at = position;
    std::string scope = "std::";
    bool concerned = word == "std";
    while (source[at + 1].kind == tok::coloncolon && source[at + 2].kind == tok::raw_identifier) {
      at += 2;
      concerned |= source[at].text == word;
      if (concerned)
        headers.insert(headerOf(scope, source[at].text, stdlib::Lang::CXX));
      scope += source[at].text.str() + "::";
    }
  }
}

} // namespace

bool StandardHeaders::learn(const UnknownNames &unknown, bool cplusplus, bool device) {
  const std::size_t before = headers.size();
  for (const auto &[file, text] : unknown.texts) {
    const SourceTokens source(text);
    for (const std::string &word : unknown.words)
      if (cplusplus && !source.uses(word).empty())
        addQualified(headers, source, word);
  }
  for (const UnknownName &name : unknown.names) {
    headers.insert(headerOf("", name.name, cplusplus ? stdlib::Lang::CXX : stdlib::Lang::C));
    if (!device)
      headers.insert(runtimeHeaderOf(name.name));
  }
  headers.erase("");
  return headers.size() != before;
}

std::string StandardHeaders::missing(const UnknownNames &unknown) const {
  for (const auto &[file, text] : unknown.texts) {
    const SourceTokens source(text);
    for (const std::string &word : unknown.words) {
      std::set<std::string> declaring;
      if (word != "std" && !source.uses(word).empty())
        addQualified(declaring, source, word);
      declaring.erase("");
      if (llvm::any_of(declaring, [&](const std::string &header) { return headers.contains(header); }))
        return "std::" + word;
    }
  }
  return "";
}

std::string StandardHeaders::prelude() const {
  std::string text;
  for (const std::string &header : headers)
    text += "#if __has_include(" + header + ")\n#include " + header + "\n#endif\n";
  return text;
}

std::optional<findings::NotAnalysed> StandardHeaders::report(const std::string &source) const {
  if (headers.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = headers.size() == 1 ? "a standard header" : std::to_string(headers.size()) + " standard headers";
  entry.why = "used and not included, taken for included: ";
  entry.incomplete = true;
  for (const std::string &header : headers)
    entry.why += (header == *headers.begin() ? "" : ", ") + header;
  return entry;
}

} // namespace fporder::check
