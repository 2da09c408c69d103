// Sums in parts as one sum: what tiles, strides and lanes add up.
//
// A sum over t of sums over k of f(c * t + k), k below c, is the sum over j of f(j), j below c * T: over the reals, not in bits. Likewise f(t + T *
// k). A loop that reads by falling indices is one that reads by rising ones. Where T is n / c the sum is taken to have n terms: n is taken for a
// multiple of c, which `assumed` then says. See also strided_sums.h.
#pragma once

#include "runtime/order/graph.h"

#include <string>
#include <vector>

namespace fporder::conform {

/// `root` with its sums in parts as single ones where their terms allow it; `root` itself where none do. All sums are those of loops that count from
/// 0 by 1.
order::NodeId flatSums(order::Graph &graph, order::NodeId root, std::vector<std::string> &assumed);

} // namespace fporder::conform
