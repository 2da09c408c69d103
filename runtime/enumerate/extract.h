// The cheapest expressions that a class of an e-graph stands for.
//
// An expression chooses one node for every class it uses, the same wherever the class occurs: what is equal is computed once, and nothing is computed
// from itself. Nothing is added that is subtracted again in the same sum, nor multiplied by that is divided by in the same product, unless it was
// written so. Under these conditions the expressions of a class are finitely many, and none is longer for nothing. They are found in the order of
// their cost, each once, by a best-first search that is guided by the cheapest surroundings of every class.
#pragma once

#include "runtime/enumerate/egraph.h"

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fporder::enumerate {

struct Tree {
  std::uint32_t node = 0;                             // of the e-graph
  std::array<std::uint32_t, mostOperands> operands{}; // trees
  std::uint32_t cost = 0;
  // The trees in it, itself included, by class: ascending classes. Operands have smaller numbers than what uses them.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> parts;
  // Add: the terms of the whole sum; Mul and Div: the factors of the whole product. Classes, with "negative" or "below the line".
  std::vector<std::pair<std::uint32_t, bool>> terms;
};

struct ExtractLimits {
  std::size_t keep = 64;      // expressions of the root
  std::size_t count = 1000;   // expressions counted; the search goes on beyond `keep` to say how many there are
  std::size_t steps = 50'000; // expressions looked at, of all classes
};

struct Extraction {
  std::vector<Tree> trees;
  std::vector<std::uint32_t> roots; // ascending cost, at most `keep`
  std::uint64_t beyond = 0;         // further expressions that were found
  bool complete = false;            // there are no others
};

struct NodePrice {
  std::uint32_t cost = 0;
  bool written = false;
};

/// `prices` has one for every node of `graph`, which must be rebuilt; leaves may cost 0. A class used twice costs twice in the order of the search.
Extraction extract(const EGraph &graph, std::uint32_t root, std::span<const NodePrice> prices, const ExtractLimits &limits);

} // namespace fporder::enumerate
