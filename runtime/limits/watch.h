// Which limits are reached while a function is analysed, and where.
//
// A search that stops at a limit is deep below what knows the function: it notes the limit for the innermost Watch that lives on its thread, if any.
// A Watch is set up by what reports them (the evaluation of a function, the matching of rules); Here says where that is at the moment.
#pragma once

#include <cstdint>
#include <vector>

namespace fporder::limits {

enum class Limit : std::uint8_t {
#define FPORDER_LIMIT(name, value, loss, counted, givenUp) name,
#include "runtime/limits/limits.def"
#undef FPORDER_LIMIT
};

/// Collects the limits that are noted on its thread while it lives, each once, with where that was first. One that lives inside of another one's life
/// collects in its place. To be destroyed in the reverse order of construction, on the thread that constructed it.
class Watch {
public:
  struct Hit {
    Limit limit;
    std::uint32_t where;

    bool operator==(const Hit &) const = default;
  };

  /// `where` it starts; what the number means is up to who asks for the hits: a source location, a node.
  explicit Watch(std::uint32_t where);
  ~Watch();
  Watch(const Watch &) = delete;
  Watch &operator=(const Watch &) = delete;

  const std::vector<Hit> &hits() const { return found; }

  /// For the innermost Watch of this thread; without one it is dropped.
  static void note(Limit limit);

private:
  friend class Here;
  std::vector<Hit> found;
  std::uint32_t place;
  Watch *outer;
};

/// What the innermost Watch of the thread notes while this lives is noted there. To be destroyed before a Watch that it was constructed under.
class Here {
public:
  explicit Here(std::uint32_t where);
  ~Here();
  Here(const Here &) = delete;
  Here &operator=(const Here &) = delete;

private:
  Watch *watch;
  std::uint32_t before = 0;
};

} // namespace fporder::limits
