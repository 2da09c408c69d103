// --expr: formulas that stand in no source, measured as findings are.
//
// A formula is infix text or an FPCore (runtime/order/infix.h, fpcore.h). Every name in it is an input, which --range, --dist and --data give values
// to. Its orders are found by searching from its value, on the input families (runtime/evidence/root_search.h), and by enumeration on the values
// given (runtime/measure/enumerated.h).
#pragma once

#include "analyzer/findings/finding.h"

#include "llvm/Support/Error.h"

#include <span>
#include <string>

namespace fporder::check {

struct ExpressionSettings {
  std::vector<std::string> texts;
  std::vector<format::Format> formats; // of inputs and operations; an FPCore states its own
  bool given() const { return !texts.empty(); }
};

/// One finding for each formula and format, with orders and subject, not yet measured; its file is "expression N". Errors: a text that is no formula,
/// with the byte where it stops being one.
llvm::Expected<findings::Report> expressionReport(const ExpressionSettings &settings, std::uint64_t seed);

} // namespace fporder::check
