// The expressions of a chunk: each operation whose result no other operation of the chunk takes, with all that it is made of there.
#pragma once

#include "runtime/shadow/program/abi.h"

#include <fporder/shadow/registry.h>

#include <span>
#include <vector>

namespace fporder::program {

/// One expression of two operations or more, and where in the chunk its leaves' values are.
struct ChunkTree {
  struct Leaf {
    std::uint32_t site, operand;
    bool isNegated; // the operand is the leaf with the other sign
  };
  shadowing::Tree tree;
  std::uint32_t root = 0; // in the chunk
  std::vector<Leaf> leaves;
  mutable double largest = 0; // error of a result in ulp, so far; accessed atomically
};

/// Of a chunk's sites, their ids, and the entries of any of its executions, from which the constants are taken.
std::vector<ChunkTree> treesOf(std::span<const SiteDescription> sites, std::span<const shadowing::SiteId> ids, const Entry *entries);

/// The leaves of the execution.
shadowing::TreeSample::Leaves leavesOf(const ChunkTree &tree, const Entry *entries);

} // namespace fporder::program
