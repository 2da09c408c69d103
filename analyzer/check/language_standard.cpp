#include "analyzer/check/language_standard.h"

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::check {
namespace {

constexpr llvm::StringRef wordsOf20[] = {"concept", "requires", "consteval", "constinit", "co_await", "co_return", "co_yield", "char8_t"};
constexpr llvm::StringRef wordsOfC23[] = {"constexpr", "nullptr", "typeof", "typeof_unqual", "static_assert", "alignas", "alignof", "thread_local"};

llvm::ArrayRef<llvm::StringRef> newerWords(const clang::LangOptions &language) {
  if (language.CPlusPlus)
    return language.CPlusPlus20 ? llvm::ArrayRef<llvm::StringRef>() : wordsOf20;
  return language.C23 ? llvm::ArrayRef<llvm::StringRef>() : wordsOfC23;
}

} // namespace

LanguageStandard::LanguageStandard(const CompileCommand &given, const LanguageStandard &learned) : command(given) {
  if (command.standardAssumed && !learned.sign.empty()) {
    sign = learned.sign;
    take(learned.standard);
  }
}

void LanguageStandard::take(const std::string &newer) {
  standard = newer;
  command.arguments.insert(llvm::find(command.arguments, "--"), standard);
}

bool LanguageStandard::learn(const UnknownNames &unknown, const StandardHeaders &headers, const clang::LangOptions &language) {
  if (!command.standardAssumed || !sign.empty())
    return false;
  for (const llvm::StringRef word : newerWords(language))
    if (unknown.words.contains(word.str()))
      sign = word.str();
  if (sign.empty() && language.CPlusPlus && !language.CPlusPlus23)
    sign = headers.missing(unknown);
  if (sign.empty())
    return false;
  take(language.CPlusPlus ? "-std=gnu++23" : "-std=gnu23");
  return true;
}

std::optional<findings::NotAnalysed> LanguageStandard::report(const std::string &source) const {
  if (sign.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = "the language standard";
  entry.why = "taken for that of 2023, as no flag names one and the source has '" + sign + "'";
  return entry;
}

} // namespace fporder::check
