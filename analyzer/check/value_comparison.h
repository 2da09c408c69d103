// What a run of the program computed at an expression, held against what the graph gives for the same inputs.
#pragma once

#include "analyzer/execute/memory.h"
#include "analyzer/execute/watch.h"
#include "analyzer/findings/cross_check.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/subject.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::check {

/// Of one drawing and the subject's first ordering. All that is given outlives it.
class ValueComparison {
public:
  ValueComparison(const measure::Subject &compared, const execute::Watch &watched, const execute::Recorded &program,
                  const std::vector<execute::Given> &inputs, bool samplesAreItsOwn)
      : subject(compared), watch(watched), recorded(program), given(inputs), ownSamples(samplesAreItsOwn), root(compared.orderings.front().root) {}

  findings::CrossCheck run();
  /// After `run`: the graph reads elements that the program did not.
  bool needsLongerArrays() const { return tooShort; }

private:
  std::optional<measure::DataSet> arrays();
  std::optional<std::vector<double>> graphValues();
  findings::CrossCheck differs(const std::vector<double> &program, const std::vector<double> &graph) const;
  bool leavesGaps(const std::vector<double> &graph, const std::set<std::uint64_t> &wanted) const;
  const std::vector<double> &computed() const;

  const measure::Subject &subject;
  const execute::Watch &watch;
  const execute::Recorded &recorded;
  const std::vector<execute::Given> &given;
  const bool ownSamples;
  const order::NodeId root;
  std::string why, assumption;
  bool tooShort = false;
};

findings::CrossCheck notChecked(std::string why);

} // namespace fporder::check
