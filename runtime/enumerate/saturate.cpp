#include "runtime/enumerate/saturate.h"

#include <algorithm>

namespace fporder::enumerate {

namespace {

class Saturation {
public:
  Saturation(EGraph &target, std::span<const Rewrite> rules, const SaturateLimits &bounds) : graph(target), rewrites(rules), limits(bounds) {}

  std::vector<std::string> run();

private:
  bool round();
  bool apply(const Rewrite &rewrite, std::span<const Found> found);
  void reach(const char *limit) {
    if (std::ranges::find(reached, limit) == reached.end())
      reached.emplace_back(limit);
  }
  bool late() const { return std::chrono::steady_clock::now() > limits.deadline; }

  EGraph &graph;
  std::span<const Rewrite> rewrites;
  const SaturateLimits &limits;
  std::vector<std::string> reached;
};

/// True when a class was merged.
bool Saturation::apply(const Rewrite &rewrite, std::span<const Found> found) {
  bool changed = false;
  for (const Found &place : found) {
    if (graph.full())
      return changed;
    const std::optional<Ref> to = build(graph, rewrite.to, place.bindings, graph.type(place.eclass));
    // value(from) = scale * value(class), and so is that of `to`.
    if (to)
      changed |= graph.merge({place.eclass, place.scale}, *to);
  }
  return changed;
}

/// One round: all places of all identities as the graph stands, then their replacement. True when something is new.
bool Saturation::round() {
  std::vector<std::vector<Found>> found(rewrites.size());
  bool cut = false;
  for (std::size_t index = 0; index < rewrites.size(); ++index)
    cut |= findAll(graph, rewrites[index], limits.places, found[index]);
  const std::size_t before = graph.size();
  bool changed = false;
  for (std::size_t index = 0; index < rewrites.size() && !late(); ++index)
    changed |= apply(rewrites[index], found[index]);
  if (cut)
    reach("places");
  if (graph.full())
    reach("nodes");
  graph.rebuild();
  return changed || graph.size() != before;
}

std::vector<std::string> Saturation::run() {
  graph.rebuild();
  for (unsigned iteration = 0; !graph.full(); ++iteration) {
    if (iteration == limits.iterations) {
      reach("iterations");
      break;
    }
    if (late()) {
      reach("time");
      break;
    }
    if (!round())
      break;
  }
  return std::move(reached);
}

} // namespace

std::vector<std::string> saturate(EGraph &graph, std::span<const Rewrite> rewrites, const SaturateLimits &limits) {
  return Saturation(graph, rewrites, limits).run();
}

} // namespace fporder::enumerate
