// Acceptance criteria between orders: would a kernel in the written order pass its gate against a golden in another order, on these samples?
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/criteria.h"
#include "runtime/measure/subject.h"

#include <vector>

namespace fporder::measure {

/// The written order's values against those of order `golden`.
struct Gate {
  std::size_t golden = 0;  // index of the ordering, not 0
  bool atConsumer = false; // judged after the sum or difference that takes the result, which is what a kernel stores
  double shareDiffering = 0;
  std::vector<CriterionResult> results;
};

/// One gate for each ordering but the written one.
std::vector<Gate> judgeOrderings(const Subject &subject, const Binding &binding, std::uint64_t samples, const eval::EvaluationOptions &evaluation,
                                 std::span<const CriterionChoice> choices);

} // namespace fporder::measure
