// Applying identities to an e-graph until nothing new appears or a limit is reached.
#pragma once

#include "runtime/enumerate/egraph.h"
#include "runtime/enumerate/pattern.h"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace fporder::enumerate {

struct SaturateLimits {
  unsigned iterations = 8;
  std::size_t places = 8000; // of one identity in one round
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

/// The limits that were reached, none when the graph is saturated: "nodes" (the e-graph is full), "iterations", "places", "time".
std::vector<std::string> saturate(EGraph &graph, std::span<const Rewrite> rewrites, const SaturateLimits &limits);

} // namespace fporder::enumerate
