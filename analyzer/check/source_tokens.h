// A source's tokens as text, before any preprocessing, with how deep in brackets each stands: for judging how a name is used.
#pragma once

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace fporder::check {

struct SourceToken {
  clang::tok::TokenKind kind;
  llvm::StringRef text;
  unsigned line = 0, column = 0;
  bool startsLine = false;
  bool inDirective = false;                           // part of a # line; does not count for depths
  unsigned parentheses = 0, braces = 0, brackets = 0; // open around the token
};

class SourceTokens {
public:
  /// `text` must outlive the tokens. Comments are left out.
  explicit SourceTokens(const std::string &text);

  const std::vector<SourceToken> &all() const { return tokens; }
  const SourceToken &operator[](std::size_t position) const;
  /// Where `name` stands, in order.
  llvm::ArrayRef<unsigned> uses(llvm::StringRef name) const;
  /// The closing bracket for the opening one at `position`; the end when there is none.
  std::size_t closing(std::size_t position) const;

private:
  std::vector<SourceToken> tokens;
  llvm::StringMap<std::vector<unsigned>> positions; // of identifiers
};

/// As names of macros are written: three characters or more, with letters, none of them small.
bool isCapital(llvm::StringRef word);

} // namespace fporder::check
