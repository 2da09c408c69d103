// The leaves of a subject and the loops around them: what a binding has to give values to.
#pragma once

#include "runtime/measure/subject.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::measure {

struct Leaf {
  order::NodeId node;
  std::string symbol;
  std::vector<std::uint32_t> boundLoops; // loops of enclosing reductions it depends on, outermost first
  bool positive = false;                 // stands where a root or a logarithm wants a positive value
  bool valued = false;                   // its value matters, not only as an index or a trip count
};

struct LeafTable {
  std::vector<Leaf> leaves;                     // but for constants, indices and values of bound loops; by node
  std::map<std::uint32_t, order::NodeId> loops; // bound loops: the reduction or recurrence that binds each
};

LeafTable leavesOf(const Subject &subject);

/// An index or value of a bound loop that is also asked for outside of that loop, where nothing says what it is; invalid where there is none.
order::NodeId boundOutside(const Subject &subject, const LeafTable &table);

/// Which thread or work-item it is, or which group of them: "threadIdx.x", "get_global_id(0)".
bool isThreadNumber(std::string_view symbol);

/// The names by which a user may mean a leaf of `function`, the most specific first: "f.adam.lr", "f.lr", "adam.lr", "lr". `function` may be
/// qualified. None for built-ins such as blockIdx.x: an array called x is another thing.
std::vector<std::string> namesOf(const std::string &function, const std::string &symbol);

/// The symbols of the leaves that a user may give values to, each once, in their order of first use.
std::vector<std::string> valuedNames(const Subject &subject, const LeafTable &table);

/// "'m', 'v' and 'adam.lr'"; of many the first and how many more.
std::string listed(const std::vector<std::string> &names);

} // namespace fporder::measure
