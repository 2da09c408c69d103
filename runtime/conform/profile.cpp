#include "runtime/conform/profile.h"

#include "runtime/order/walk.h"

#include <algorithm>

namespace fporder::conform {

using order::NodeId;
using order::Op;

namespace {

using Quality = Profile::Quality;
using Subnormals = Profile::Subnormals;

constexpr Profile table[] = {
#define FPORDER_PROFILE(name, library, division, root, subnormals, assumed)                                                                          \
  {name, library, Quality::division, Quality::root, Subnormals::subnormals, assumed},
#include "runtime/conform/profile.def"
#undef FPORDER_PROFILE
};

constexpr std::string_view anyLibrary = "any";

std::string_view word(Quality quality) { return quality == Quality::Rounded ? "correctly rounded" : "approximate"; }
std::string_view word(Subnormals subnormals) { return subnormals == Subnormals::Kept ? "kept" : "flushed to zero"; }

/// "division is correctly rounded on cpu and approximate on opencl"
template <class Of> std::string clause(std::string_view what, const Profile &implementation, const Profile &reference, Of of) {
  return std::string(what) + " " + std::string(word(of(implementation))) + " on " + std::string(implementation.name) + " and " +
         std::string(word(of(reference))) + " on " + std::string(reference.name);
}

/// What is exact in every library: choices, roundings to integers, tests.
bool isExactFunction(std::string_view name) {
  static constexpr std::string_view exact[]{"floor",     "ceil",  "trunc", "round",    "rint", "nearbyint",
                                            "roundeven", "isnan", "isinf", "isfinite", "fmod", "ldexp"};
  return std::ranges::find(exact, name) != std::end(exact);
}

/// The kinds of operations whose results a platform decides.
struct Uses {
  bool division = false, root = false, rounds = false;
  std::vector<std::string> functions;
};

Uses usesUnder(const order::Graph &graph, NodeId root) {
  Uses uses;
  std::vector<NodeId> found{root};
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    const order::Node data = graph[node];
    if (!format::isFloatingPoint(data.type.format))
      return order::Walk::Enter;
    const bool single = data.type.format != format::Format::Binary64;
    uses.division |= single && data.op == Op::Div;
    uses.root |= single && data.op == Op::Sqrt;
    uses.rounds |= single && order::isRounded(data.op);
    if (data.op == Op::Call && !isExactFunction(graph.symbol(node)))
      uses.functions.emplace_back(graph.symbol(node));
    return order::Walk::Enter;
  });
  std::ranges::sort(uses.functions);
  return uses;
}

} // namespace

std::span<const Profile> profiles() { return table; }

const Profile *findProfile(std::string_view name) {
  const auto *found = std::ranges::find(table, name, &Profile::name);
  return found == std::end(table) ? nullptr : found;
}

std::vector<std::string> operatorDifferences(const order::Graph &graph, NodeId root, const Profile &implementation, const Profile &reference) {
  std::vector<std::string> found;
  // A formula is over the reals: it has no operators of its own.
  if (implementation.name == reference.name || implementation.library == anyLibrary || reference.library == anyLibrary)
    return found;
  const Uses uses = usesUnder(graph, root);
  if (uses.division && implementation.division != reference.division)
    found.push_back(clause("division is", implementation, reference, [](const Profile &side) { return side.division; }));
  if (uses.root && implementation.root != reference.root)
    found.push_back(clause("a square root is", implementation, reference, [](const Profile &side) { return side.root; }));
  if (uses.rounds && implementation.subnormals != reference.subnormals)
    found.push_back(clause("subnormal numbers are", implementation, reference, [](const Profile &side) { return side.subnormals; }));
  if (!uses.functions.empty() && implementation.library != reference.library)
    found.push_back("'" + uses.functions.front() + "' is that of " + std::string(implementation.library) + " on " + std::string(implementation.name) +
                    " and of " + std::string(reference.library) + " on " + std::string(reference.name));
  return found;
}

} // namespace fporder::conform
