// What a platform makes of operations that its programs' ordering graphs leave to it: division, roots, subnormal numbers, the functions of its
// library.
//
// Contraction is none of it: it is written in the graph's environments, by the compiler's options.
#pragma once

#include "runtime/order/graph.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::conform {

struct Profile {
  enum class Quality : std::uint8_t { Rounded, Approximate };
  enum class Subnormals : std::uint8_t { Kept, Flushed };
  std::string_view name;
  std::string_view library;
  Quality division = Quality::Rounded, root = Quality::Rounded;
  Subnormals subnormals = Subnormals::Kept;
  std::string_view assumed;
};

std::span<const Profile> profiles();
/// Null when there is none of that name.
const Profile *findProfile(std::string_view name);

/// What the two platforms make of the operations under `root` that is not the same, each a clause: "division is correctly rounded on cpu and
/// approximate on opencl". Empty: the same graph gives the same bits on both.
std::vector<std::string> operatorDifferences(const order::Graph &graph, order::NodeId root, const Profile &implementation, const Profile &reference);

} // namespace fporder::conform
