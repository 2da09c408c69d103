// Runs of arithmetic between names and integer literals, read off the tokens: "a + b * 2" between parentheses, commas, comparisons and the like.
//
// Such a run computes with integers when every name in it does, whatever stands around it. A sign, a dereference, a call, a subscript, a member, a
// cast, a floating-point literal or a neighbour that is none of the delimiters makes a run that tells nothing.
#pragma once

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fporder::frontend {

class PlainRuns {
public:
  /// Every token of the source, in order.
  void take(const clang::Token &token);
  /// The run that the next token belongs to, if it is an operand or an operator of arithmetic.
  std::uint32_t current() const { return static_cast<std::uint32_t>(runs.size()); }
  /// The names in a run that is plain; nothing for others, and for one that has not ended.
  std::optional<llvm::ArrayRef<const clang::IdentifierInfo *>> names(std::uint32_t run) const;

private:
  struct Run {
    bool plain = false;
    std::uint32_t first = 0, last = 0; // in `all`
  };
  void operand(const clang::Token &token);
  void close(bool delimited);

  std::vector<Run> runs; // that have ended and have an operator
  std::vector<const clang::IdentifierInfo *> all;
  std::uint32_t first = 0; // of the run that goes on, in `all`
  bool plain = false, awaitsOperand = true, hasOperator = false;
};

} // namespace fporder::frontend
