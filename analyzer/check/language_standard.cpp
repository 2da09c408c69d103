#include "analyzer/check/language_standard.h"

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::check {
namespace {

constexpr llvm::StringRef wordsOf20[] = {"concept", "requires", "consteval", "constinit", "co_await", "co_return", "co_yield", "char8_t"};
constexpr llvm::StringRef wordsOfC23[] = {"constexpr", "nullptr", "typeof", "typeof_unqual", "static_assert", "alignas", "alignof", "thread_local"};

/// Of the library, which sources of before have as names of their own.
constexpr llvm::StringRef namesOf17[] = {"byte", "clamp", "gcd", "lcm", "size", "data", "empty", "sample", "any", "apply", "invoke", "reduce"};
constexpr llvm::StringRef headersOf17[] = {"<optional>", "<variant>", "<string_view>", "<filesystem>", "<charconv>", "<any>", "<execution>"};

/// The name of 2017's library that a source of before has as well; empty when there is none.
std::string nameOfOwn(const UnknownNames &unknown) {
  bool opensStd = false;
  for (const auto &[path, text] : unknown.texts) {
    const llvm::StringRef source(text);
    opensStd |= source.contains("using namespace std");
    if (llvm::any_of(headersOf17, [&](llvm::StringRef header) { return source.contains(header); }))
      return {};
  }
  if (!opensStd)
    return {};
  const auto *found = llvm::find_if(namesOf17, [&](llvm::StringRef name) { return unknown.ambiguous.contains(name.str()); });
  return found == std::end(namesOf17) ? std::string() : found->str();
}

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

void LanguageStandard::take(const std::string &other) {
  standard = other;
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
  if (!sign.empty()) {
    take(language.CPlusPlus ? "-std=gnu++23" : "-std=gnu23");
    return true;
  }
  if (language.CPlusPlus17)
    sign = nameOfOwn(unknown);
  if (sign.empty())
    return false;
  take("-std=gnu++14");
  return true;
}

std::optional<findings::NotAnalysed> LanguageStandard::report(const std::string &source) const {
  if (sign.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  entry.file = source;
  entry.what = "the language standard";
  const bool isOlder = standard.ends_with("14");
  entry.why = "taken for that of 20" + standard.substr(standard.size() - 2) + ", as no flag names one and the source has " +
              (isOlder ? "a '" + sign + "' of its own" : "'" + sign + "'");
  return entry;
}

} // namespace fporder::check
