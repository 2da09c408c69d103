#include "runtime/conform/fingerprint.h"

#include "runtime/conform/sampled_inputs.h"
#include "runtime/eval/evaluator.h"
#include "runtime/limits/limits.h"
#include "runtime/order/hash_index.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cmath>

namespace fporder::conform {

using order::NodeId;

namespace {

constexpr double leastCount = 64; // so that loops over blocks of up to 32 elements run as often in all functions
constexpr auto mostTerms = static_cast<double>(limits::most(limits::Limit::ConsistencyTerms)); // of one value
constexpr double rounding = 1e-7;                                                              // relative

using Numbers = std::map<std::uint64_t, std::uint32_t>; // of inputs, by key

Numbers numbersByName(const std::vector<Input> &inputs) {
  Numbers numbers;
  for (const Input &input : inputs) {
    std::uint64_t hash = 1;
    for (const char c : foldedName(input.name))
      hash = order::mixHash(hash, static_cast<unsigned char>(c));
    numbers[input.key] = static_cast<std::uint32_t>(hash >> 4);
  }
  return numbers;
}

Numbers numbersByPosition(const std::vector<Input> &inputs) {
  Numbers numbers;
  std::uint32_t integers = 1U << 16, others = 1;
  for (const Input &input : inputs)
    numbers[input.key] = input.integer ? integers++ : others++;
  return numbers;
}

std::size_t roundingsUnder(const order::Graph &graph, NodeId root) {
  std::size_t count = 0;
  std::vector<NodeId> found{root};
  order::walkOperands(graph, found, UINT64_MAX, [&](NodeId node) {
    if (order::isRounded(graph[node].op) && format::isFloatingPoint(graph[node].type.format))
      count += graph[node].op == order::Op::Reduce ? 2 : 1;
    return order::Walk::Enter;
  });
  return count;
}

std::optional<Fingerprint> evaluated(const PreparedPiece &piece, const Numbers &numbers, std::size_t &roundings) {
  order::Graph graph;
  Translation translation(piece.flat, numbers, 0, graph, Mode::Stripped, format::Format::Binary64);
  const NodeId root = translation.value();
  if (!translation.failure().empty() || !piece.notHeld.empty())
    return std::nullopt;
  roundings = roundingsUnder(graph, root);
  const SampledInputs inputs(graph, {&root, 1}, leastCount);
  const eval::Evaluator evaluator(graph, {&root, 1});
  if (inputs.refused() || inputs.terms() > mostTerms || !evaluator.notEvaluated().empty())
    return std::nullopt;
  Fingerprint values{};
  std::array<std::uint8_t, fingerprintPoints> events{};
  const eval::Column column{values, events};
  evaluator.evaluate(inputs, 0, fingerprintPoints, {&column, 1});
  const bool finite = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
  const bool held = std::ranges::none_of(events, [](std::uint8_t event) { return (event & eval::NotHeld) != 0; });
  return finite && held ? std::optional(values) : std::nullopt;
}

} // namespace

Fingerprints fingerprintsOf(const PreparedSide &side, std::size_t output) {
  Fingerprints prints;
  if (side.pieces(output).empty())
    return prints;
  const PreparedPiece &piece = side.pieces(output).front();
  const std::vector<Input> inputs = side.inputs(output);
  if (std::ranges::any_of(inputs, &Input::unknown))
    return prints;
  prints.byName = evaluated(piece, numbersByName(inputs), prints.roundings);
  prints.byPosition = evaluated(piece, numbersByPosition(inputs), prints.roundings);
  return prints;
}

bool alike(const Fingerprint &one, const Fingerprint &other) {
  for (std::size_t i = 0; i < fingerprintPoints; ++i)
    if (std::abs(one[i] - other[i]) > rounding * std::max(std::abs(one[i]), std::abs(other[i])))
      return false;
  return true;
}

} // namespace fporder::conform
