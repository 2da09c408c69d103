// One normal form a function: what its outputs are computed by, in the words of its source.
//
// An output's facts begin with its formula and the formats that it is computed in. Then follows, in the order in which operations run, how each known
// form is written (forms.h): averages, bias corrections, an epsilon inside or outside of a root, roots, quotients and what comes first in them, sums
// with their schedules, products that are fused, conversions that round, functions. Two functions differ where their facts do. What another output
// of the function computes is "new m[i]" there.
#pragma once

#include "runtime/conform/conform.h"
#include "runtime/describe/forms.h"

#include <string>
#include <vector>

namespace fporder::describe {

struct OutputFacts {
  std::string name; // "w[i]", "the result"; where there are several places "w[i], place 2"
  conform::Site site;
  std::vector<Fact> facts;
};

/// None of a function without floating-point outputs. The procedure gains nodes.
std::vector<OutputFacts> describe(order::Procedure &procedure);

} // namespace fporder::describe
