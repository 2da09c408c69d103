// What a kernel's graph says of the outputs of a launch, by evaluating each store for each thread.
#pragma once

#include "runtime/measure/subject.h"
#include "runtime/order/procedure.h"
#include "test/unit/analyzer/executed/gpu_kernels.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::test {

/// A store to the kernel's output, as a graph of its own: its value, the index it goes to, and what has to hold.
struct GpuStore {
  order::Graph graph;
  order::NodeId value, index;
  std::vector<order::NodeId> conditions;
  std::string expression; // the value, as infix
  std::string notKnown;   // why the graph does not hold the value; empty when it does
};

std::vector<GpuStore> gpuStores(const order::Procedure &procedure);

/// One output as the graph says it.
struct GpuClaim {
  std::uint64_t bits = 0;
  unsigned thread = 0;   // in the launch
  std::size_t store = 0; // in gpuStores
  std::string withheld;  // why there is no claim; empty when there is one
};

/// By place in the output; a later store of the source to the same place counts.
struct GpuClaims {
  std::map<unsigned, GpuClaim> outputs;
  std::string withheld; // why it is not known which outputs a store goes to; empty when it is
};

GpuClaims gpuClaims(const std::vector<GpuStore> &stores, const GpuLaunch &launch);

/// What `value`, a node of `graph`, is in these threads; as gpuClaims says it, NaNs alike. Nothing where it is not known.
std::vector<std::optional<std::uint64_t>> gpuValues(const order::Graph &graph, order::NodeId value, const GpuLaunch &launch,
                                                    const std::vector<unsigned> &threads);

/// The same number, or both NaN.
bool sameGpuBits(format::Format format, std::uint64_t left, std::uint64_t right);

} // namespace fporder::test
