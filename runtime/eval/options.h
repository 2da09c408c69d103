// How an ordering is evaluated where its graph leaves room: contraction, rounding, models of division and square root, schedules of reductions.
#pragma once

#include "runtime/format/rounding.h"
#include "runtime/order/graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fporder::eval {

/// Which products are fused into the addition or subtraction that consumes them, or into a sequential sum of products. With two candidate products
/// the left one is fused, as compilers do.
enum class Contraction : std::uint8_t {
  AsWritten, // those that the environment of the graph's nodes permits
  Off,
  On, // all of the same format, across statements
};

enum class DivisionModel : std::uint8_t {
  CorrectlyRounded,
  ReciprocalMultiply, // a * (1 / b), both rounded
  OneUlp,             // one of the two neighbours of an inexact quotient, by a coin that depends on the operands' bits
};

enum class SquareRootModel : std::uint8_t {
  CorrectlyRounded,
  ReciprocalMultiply, // a * (1 / sqrt(a)), every step rounded; a where a is 0 or infinite
  OneUlp,
};

/// The order in which a reduction combines its T terms t[0..T) with its initial value. A halving tree over m rows adds row j + ceil(m/2) to row j
/// until one is left, as shuffles do. Terms of a fused sum of products enter running sums by fma, and are products where a tree begins.
struct Summation {
  enum class Kind : std::uint8_t {
    Sequential, // ((init + t[0]) + t[1]) + ...
    Reverse,    // the same from the last term
    Pairwise,   // halves, each halved again, down to runs of `width` terms (default 1); init last
    Lanes,      // `width` (default 8) running sums of every width-th term, the first from init; then a halving tree
    Tree,       // `width` (default 32: a warp) threads, each a running sum of every width-th term; halving tree; init last
    Blocks,     // blocks of `width` (default 256) threads of `items` (default 1) terms each: strided running sums, halving trees in warps of 32, then
                // over the warps; blocks' results are added to init in order
    SplitK,     // `width` (default 2) contiguous parts, each sequential; added to init in order
    Kahan,      // sums only; products, minima and maxima are then sequential
    Neumaier,   // sums only
    Shuffled,   // sequential in an order drawn from `seed`: one run of an unordered sum
  };
  Kind kind = Kind::Sequential;
  std::uint32_t width = 0; // 0: the default
  std::uint32_t items = 0;
  std::uint64_t seed = 0;
  /// Format of the running sums; the result is rounded to the reduction's own at the end. Without it, the reduction's format; a term of a wider
  /// format is then added in its own format and the sum converted, as `f += d` in C.
  std::optional<format::Format> accumulator = {};
  bool operator==(const Summation &) const = default;
};

/// What a graph's own schedule means: lanes, tree, split-K with their widths; compensated is Neumaier, kahan Kahan; unordered and unspecified are
/// sequential.
Summation summationOf(const order::Reduction &reduction);

/// An operation without a model.
struct NotEvaluated {
  order::NodeId node;
  std::string why; // lower case, no final period
};

struct EvaluationOptions {
  Contraction contraction = Contraction::AsWritten;
  /// Of every operation. A Cast that states a direction keeps it. Flushing applies to leaves too, so that no operation sees a subnormal number.
  format::Conversion rounding = {};
  DivisionModel division = DivisionModel::CorrectlyRounded;
  SquareRootModel squareRoot = SquareRootModel::CorrectlyRounded;
  std::optional<Summation> summation = {};                          // of every reduction
  std::vector<std::pair<order::NodeId, Summation>> summations = {}; // of one; goes before `summation`
  format::Format dependentFormat = format::Format::Binary32;        // what Dependent and Unknown formats are taken for
  bool rangeEvents = true; // without: of the events (evaluator.h) those of leaves and those that say which value the program's is, in less time
};

} // namespace fporder::eval
