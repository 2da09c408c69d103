// The cross-check of a finding that is about to be measured: the function is executed on drawn values, and what its written expression computes is
// held against what the ordering graph gives for the same values, bit for bit.
//
// The values are drawn, of the parameters' types, a few times with other lengths (3 to 12, by which remainder loops and early exits are taken or
// not); they are not the user's. A difference means that the graph holds another order, or other elements, than the source: nothing is measured then.
// Samples range over loops in an order of their own, so values are compared as sets: each one that the program computes must be one of the graph's,
// and none of the graph's one that the program never computes. A loop that is too long is left early, and the graph's sum ends with the same
// iteration. Where the result is consumed the consumer's values are compared as well: a difference there withholds the figures too.
#pragma once

#include "analyzer/execute/sites.h"
#include "analyzer/findings/cross_check.h"
#include "runtime/measure/subject.h"

#include "clang/AST/ASTContext.h"

#include <optional>

namespace fporder::check {

class CrossChecker {
public:
  explicit CrossChecker(clang::ASTContext &astContext) : context(astContext) {}

  /// `subject` is as it was before, but for nodes that its graph gains.
  findings::CrossCheck check(const order::Procedure &procedure, measure::Subject &subject);

private:
  /// Samples are those of the result: its consumer may be computed for fewer.
  enum class Stage : std::uint8_t { Result, Consumer };
  findings::CrossCheck checkWritten(const order::Procedure &procedure, measure::Subject &subject, Stage stage);

  clang::ASTContext &context;
  std::optional<execute::FunctionIndex> functions; // when it is asked for
};

} // namespace fporder::check
