// Identity of a finding across edits of the source: what survives moved lines and renamed temporaries, and changes when the expression does.
#pragma once

#include "runtime/order/procedure.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

/// Hashes of a graph's values: operations, formats, constants and the spellings of leaves go in; places, versions of leaves, names of loop indices
/// and the order of commutative operands do not. Temporaries are not in the graph at all. One forward sweep over the graph, on first use.
class ValueHashes {
public:
  explicit ValueHashes(const order::Graph &graph) : graph(graph) {}
  std::uint64_t operator()(order::NodeId node);

private:
  std::uint64_t hashOf(order::NodeId node) const;
  const order::Graph &graph;
  std::vector<std::uint64_t> hashes;
};

/// 32 hexadecimal digits over the parts, each delimited. BLAKE3.
std::string fingerprint(std::initializer_list<std::string_view> parts);

} // namespace fporder::findings
