#include "analyzer/check/math_namespaces.h"

#include "analyzer/check/source_tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;

struct Library {
  llvm::StringRef begins, functions;
  /// A standard library of its own: cuda::std.
  bool isStandard() const { return functions.ends_with("::std"); }
};

constexpr Library libraries[] = {
#define FPORDER_MATH_NAMESPACE(begins, functions) {begins, functions},
#include "analyzer/check/math_namespaces.def"
#undef FPORDER_MATH_NAMESPACE
};

constexpr llvm::StringRef plain[] = {"abs", "isfinite", "isinf", "isnan", "max", "min", "signbit"};

// Those that have a form for float as well: fabsf.
constexpr llvm::StringRef suffixed[] = {"acos",      "acosh", "asin",  "asinh", "atan",   "atan2", "atanh", "cbrt",  "ceil",   "copysign",  "cos",
                                        "cosh",      "erf",   "erfc",  "exp",   "exp2",   "expm1", "fabs",  "fdim",  "floor",  "fma",       "fmax",
                                        "fmin",      "fmod",  "hypot", "ldexp", "lgamma", "log",   "log10", "log1p", "log2",   "nearbyint", "pow",
                                        "remainder", "rint",  "round", "sin",   "sinh",   "sqrt",  "tan",   "tanh",  "tgamma", "trunc"};

bool isFunction(llvm::StringRef name) {
  return llvm::is_contained(plain, name) || llvm::is_contained(suffixed, name) || (name.consume_back("f") && llvm::is_contained(suffixed, name));
}

const Library *libraryOf(llvm::StringRef name) {
  const auto *found = llvm::find_if(libraries, [&](const Library &each) { return each.begins == name; });
  return found == std::end(libraries) ? nullptr : found;
}

/// The source calls a mathematical function in `library`, Eigen::numext::log(, or uses a standard library's anything.
bool callsFunctionIn(const SourceTokens &source, const Library &library) {
  llvm::SmallVector<llvm::StringRef, 4> path;
  library.functions.split(path, "::");
  return llvm::any_of(source.uses(library.begins), [&](unsigned position) {
    std::size_t at = position;
    for (const llvm::StringRef part : path) {
      if (source[at].text != part || source[at + 1].kind != tok::coloncolon)
        return false;
      at += 2;
    }
    if (library.isStandard())
      return true;
    return isFunction(source[at].text) && (source[at + 1].kind == tok::l_paren || source[at + 1].kind == tok::less);
  });
}

} // namespace

bool MathNamespaces::learn(const UnknownNames &unknown) {
  bool changed = false;
  for (const UnknownName &name : unknown.names) {
    const Library *library = libraryOf(name.name);
    if (!library || llvm::is_contained(names, name.name))
      continue;
    // The file in which the name was met first may use other things of the library.
    if (llvm::none_of(unknown.texts, [&](const auto &text) { return callsFunctionIn(SourceTokens(text.second), *library); }))
      continue;
    names.push_back(name.name);
    changed = true;
  }
  return changed;
}

std::string MathNamespaces::prelude() const {
  if (names.empty())
    return "";
  std::string text = "#include <algorithm>\n#include <cmath>\n";
  if (llvm::any_of(names, [](const std::string &name) { return libraryOf(name)->isStandard(); }))
    text += "#include <complex>\n#include <limits>\n#include <type_traits>\n#include <utility>\n";
  for (const std::string &name : names) {
    text += "namespace " + libraryOf(name)->functions.str() + " {";
    if (libraryOf(name)->isStandard())
      text += " using namespace ::std;";
    for (const llvm::StringRef function : plain)
      text += " using ::std::" + function.str() + ";";
    for (const llvm::StringRef function : suffixed)
      text += " using ::std::" + function.str() + "; using ::" + function.str() + "f;";
    text += " }\n";
  }
  return text;
}

std::optional<findings::NotAnalysed> MathNamespaces::report(const std::string &source) const {
  if (names.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = names.size() == 1 ? "an undeclared namespace" : std::to_string(names.size()) + " undeclared namespaces";
  entry.why = "mathematical functions are taken for those of std: ";
  entry.incomplete = true;
  for (const std::string &name : names)
    entry.why += (&name == &names.front() ? "" : ", ") + libraryOf(name)->functions.str();
  return entry;
}

} // namespace fporder::check
