#include "analyzer/check/function_words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::check {
namespace {

namespace tok = clang::tok;

/// The brace at `at` opens a namespace, or extern "C".
bool opensNamespace(const SourceTokens &source, std::size_t at) {
  if (at > 0 && source[at - 1].kind == tok::string_literal)
    return at > 1 && source[at - 2].text == "extern";
  while (at > 0 && (source[at - 1].kind == tok::coloncolon || (source[at - 1].kind == tok::raw_identifier && source[at - 1].text != "namespace")))
    --at;
  return at > 0 && source[at - 1].text == "namespace";
}

/// What ends a declaration, or nothing, stands before it.
bool beginsDeclaration(const SourceTokens &source, std::size_t at) {
  return at == 0 || source[at - 1].inDirective || llvm::is_contained({tok::semi, tok::l_brace, tok::r_brace}, source[at - 1].kind);
}

bool isClassOf(const SourceTokens &source, llvm::StringRef name) {
  return llvm::any_of(source.uses(name), [&](unsigned at) {
    return at > 0 && (source[at - 1].text == "class" || source[at - 1].text == "struct") &&
           (source[at + 1].kind == tok::l_brace || source[at + 1].kind == tok::colon || source[at + 1].text == "final");
  });
}

} // namespace

FunctionWords::FunctionWords(const SourceTokens &sourceTokens) : source(sourceTokens) {
  std::vector<bool> open; // by depth: the brace is of a namespace, and so are those around it
  for (std::size_t at = 0; at < source.all().size(); ++at) {
    open.resize(source[at].braces, false);
    inNamespace.push_back(open.empty() || open.back());
    if (source[at].kind == tok::l_brace && !source[at].inDirective)
      open.push_back(inNamespace.back() && opensNamespace(source, at));
  }
}

std::optional<FunctionWord> FunctionWords::useAt(std::size_t at) const {
  if (source[at + 1].kind != tok::l_paren || source[at].parentheses > 0 || source[at].brackets > 0 || !beginsDeclaration(source, at))
    return std::nullopt;
  const std::size_t closing = source.closing(at + 1);
  if (source[closing + 1].kind != tok::l_brace || (!isCapital(source[at].text) && source[at + 2].kind != tok::string_literal) || !inNamespace[at])
    return std::nullopt;
  FunctionWord use;
  bool onlyNames = closing > at + 2;
  for (std::size_t argument = at + 2; argument < closing; argument += 2) {
    const bool last = argument + 1 == closing;
    onlyNames &= source[argument].kind == tok::raw_identifier && (last || source[argument + 1].kind == tok::comma);
    ++use.names;
  }
  if (!onlyNames)
    use.names = 0;
  use.ofFixture = use.names > 1 && isClassOf(source, source[at + 2].text);
  return use;
}

std::optional<FunctionWord> FunctionWords::useOf(llvm::StringRef word) const {
  std::optional<FunctionWord> all;
  for (const unsigned position : source.uses(word)) {
    if (source[position].inDirective)
      continue;
    const std::optional<FunctionWord> use = useAt(position);
    if (!use)
      return std::nullopt;
    if (!all)
      all = use;
    else if (*all != *use)
      all = FunctionWord{};
  }
  return all;
}

std::string functionWordPrelude() {
  return "#define FPORDER_JOINED_(a, b) a##b\n"
         "#define FPORDER_JOINED(a, b) FPORDER_JOINED_(a, b)\n";
}

std::string functionWordDefinition(const std::string &word, const FunctionWord &use) {
  if (use.names == 0)
    return "#define " + word + "(...) static void FPORDER_JOINED(" + word + "_, __COUNTER__)(void)\n";
  std::string parameters, joined;
  for (unsigned i = 0; i < use.names; ++i) {
    const std::string name = "fporder_" + std::to_string(i);
    parameters += (i == 0 ? "" : ", ") + name;
    joined += (i == 0 ? "" : "##_##") + name;
  }
  const std::string type = joined + "##_" + word;
  std::string free = "#define " + word + "(" + parameters + ") static void " + type + "(void)\n";
  if (!use.ofFixture)
    return free;
  return "#ifdef __cplusplus\n#define " + word + "(" + parameters + ") struct " + type + " : fporder_0 { void body(); }; void " + type +
         "::body()\n#else\n" + free + "#endif\n";
}

} // namespace fporder::check
