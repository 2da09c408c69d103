// Identities compiled for an e-graph: found by matching, applied by building.
#pragma once

#include "runtime/enumerate/egraph.h"
#include "runtime/enumerate/identity.h"

#include <array>
#include <optional>
#include <vector>

namespace fporder::enumerate {

inline constexpr unsigned mostVariables = 12;

/// A pattern or a part of one, in the normal form of e-graph operations: operands before users, factors taken out.
struct Template {
  struct Part {
    std::uint32_t index = 0; // into `nodes`
    Scale scale;
  };
  struct Node {
    enum class What : std::uint8_t { Variable, Constant, Operation } what = What::Operation;
    Kind kind = Kind::Add;
    std::uint32_t variable = 0;
    order::Number number = {}; // Constant: its core
    std::string function = {}; // Head
    std::vector<Part> operands = {};
  };
  std::vector<Node> nodes;
  Part root;
};

using Bindings = std::array<Ref, mostVariables>; // unbound ones have no class

struct Rewrite {
  const Identity *identity = nullptr;
  Template from, to;
  std::vector<std::pair<SideCondition::Kind, Template>> conditions;
};

/// Nothing when the identity uses what e-graphs do not see into (reductions, casts, selections), a name in `to` that `from` does not bind, or is
/// `from` a name alone.
std::optional<Rewrite> compile(const Identity &identity);

struct Found {
  std::uint32_t eclass = 0;
  Scale scale; // value(from) = scale * value(eclass)
  Bindings bindings;
};

/// All places of `rewrite.from` whose conditions hold, classes in ascending order; at most `most`. True when there may be more.
bool findAll(const EGraph &graph, const Rewrite &rewrite, std::size_t most, std::vector<Found> &found);

/// `pattern` over the bound classes. Nothing when the e-graph is full or something is undefined.
std::optional<Ref> build(EGraph &graph, const Template &pattern, const Bindings &bindings, order::ValueType type);

} // namespace fporder::enumerate
