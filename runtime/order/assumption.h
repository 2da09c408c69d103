// Facts that were taken for granted: what the values of a procedure rest on where nothing proves it.
#pragma once

#include "runtime/order/graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::order {

/// What a value of the graph rests on that was not proven. A conclusion that needs it (equal values, a known constant, floating-point arithmetic, an
/// operation that runs) is worth less: see rules::Match::assumed.
struct Assumption {
  enum class Kind : std::uint8_t {
    Type,      // the value's format: taken for floating point, nothing proves it
    Callee,    // the node was computed in a body that is taken for the callee's: the only candidate, but not resolved
    Unchanged, // the value was read after code that is not seen and that is assumed not to have written it
    Pointer,   // what a pointer or handle designates
    Name,      // taken from a name or a habit: a macro's meaning, a count that is spelled, what a word stands for
  };
  Kind kind = Kind::Type;
  std::string reason; // with the names of the source, lower case, no final period: "the type of 'm.c' is not known"
  PlaceId place = {}; // where the assumption is made; may be invalid
};

/// Assumptions distinct in kind and reason, in the order in which they were first made. Finding one takes constant time: a source may make one for
/// every name in it.
class Assumptions {
public:
  /// The position of the one of that kind and reason.
  std::optional<std::uint32_t> find(Assumption::Kind kind, std::string_view reason) const;
  /// As `find`; one that is not known is added.
  std::uint32_t add(const Assumption &assumption);

  const Assumption &operator[](std::uint32_t position) const { return all[position]; }
  std::size_t size() const { return all.size(); }
  bool empty() const { return all.empty(); }
  auto begin() const { return all.begin(); }
  auto end() const { return all.end(); }

private:
  std::vector<Assumption> all;
  std::unordered_multimap<std::size_t, std::uint32_t> byHash; // of kind and reason: positions
};

} // namespace fporder::order
