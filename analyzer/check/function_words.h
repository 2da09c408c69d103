// Words that make a function of the body behind them, at the scope of a file or a namespace: `TEST(Suite, name) { ... }`, where the test library's
// header is missing.
//
// Clang takes the word for a variable without a type and drops the body. It is a function without parameters, as far as the source says, and in C++,
// where the first argument names a class that the source declares, a member of a class derived from that: what TEST_F(Fixture, name) is. It is a
// word of capitals, or one with a string in front: `scenario("sums") { ... }`; `main() { ... }` is C without a type.
#pragma once

#include "analyzer/check/source_tokens.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::check {

struct FunctionWord {
  unsigned names = 0;     // arguments, where all are names, as many at each use; 0: anything
  bool ofFixture = false; // the first names a class of the source at each use
  bool operator==(const FunctionWord &) const = default;
};

class FunctionWords {
public:
  /// `sourceTokens` must outlive it.
  explicit FunctionWords(const SourceTokens &sourceTokens);

  /// What the word is wherever the source uses it, but for directives; nothing where it is something else anywhere.
  std::optional<FunctionWord> useOf(llvm::StringRef word) const;

private:
  std::optional<FunctionWord> useAt(std::size_t at) const;

  const SourceTokens &source;
  std::vector<bool> inNamespace; // by token: all braces around it are of namespaces
};

/// The lines that define it.
std::string functionWordDefinition(const std::string &word, const FunctionWord &use);

/// What these lines need before them.
std::string functionWordPrelude();

} // namespace fporder::check
