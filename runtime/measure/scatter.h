// Error against the size of the inputs, sample by sample: what a plot shows.
#pragma once

#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/subject.h"

#include <vector>

namespace fporder::measure {

struct ScatterPoint {
  double magnitude = 0;     // of the largest input of the sample that varies between samples
  std::vector<double> ulps; // by ordering; NaN where there is no error (see measure.h)
};

/// The first `count` samples that have a real value. Nothing where no input varies.
std::vector<ScatterPoint> scatter(const Subject &subject, const Binding &binding, const eval::EvaluationOptions &evaluation, std::size_t count);

} // namespace fporder::measure
