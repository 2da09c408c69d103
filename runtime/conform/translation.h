// An output of one side in the graph that both sides are compared in.
//
// There inputs are known by their numbers, elements by coordinates (index_space.h), integers are polynomials in one form, and a loop's number is how
// many loops lie inside of it, so that values which differ only in what things are called have one ValueId. Places are kept, and the node of the
// side's own graph behind each node.
//
// `Stripped` is the same over the reals: one format, no environments, no conversions between formats, fma(a, b, c) as a * b + c, rsqrt and rcp as
// quotients, choices of the greater or lesser value as Max and Min, constants as the decimals that a reader would write. What is one value stripped
// differs at most in its operators.
#pragma once

#include "runtime/conform/index_space.h"
#include "runtime/conform/inputs.h"
#include "runtime/measure/subject.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace fporder::conform {

/// One side's output, in a graph whose loops count from 0 by 1.
struct SidePiece {
  const measure::Subject *subject = nullptr;
  order::NodeId value; // of the subject's graph
  std::vector<order::NodeId> indices;
  std::vector<order::NodeId> counts; // how often the loops run that the indices are of; none where that is not known of all
};

enum class Mode : std::uint8_t { AsWritten, Stripped };

/// What numbers in the source stand for where formats do not count: the shortest decimals that they may be of, or what binary32 makes of those.
enum class Constants : std::uint8_t { AsMeant, Binary32 };

class Translation {
public:
  /// `numbers`: of inputs by key. `side` tells apart what the two sides do not share. `open`: what a template's open format is taken for.
  Translation(const SidePiece &piece, const std::map<std::uint64_t, std::uint32_t> &numbers, std::uint32_t side, order::Graph &into, Mode mode,
              format::Format open, Constants constants = Constants::AsMeant);

  /// The output's value.
  order::NodeId value();
  /// How often the loops around the output run.
  std::vector<Polynomial> counts();
  const std::vector<Polynomial> &indices() const { return space->own(); }
  /// The node of the side's graph that `node` stands for; invalid for none.
  order::NodeId origin(order::NodeId node) const;
  /// A loop whose trip count is not known is under the value, or nesting is deeper than is followed: no equality is concluded. Empty: none.
  const std::string &failure() const { return why; }
  bool tookOpenFormat() const { return openTaken; }
  /// True where some products of a sum's terms are fused into it, and others of its terms are none.
  bool fusesSomeTerms() const { return someFused; }
  /// Choices by >= and <=, which stand as those by < under the opposite order of what is chosen: the same but for NaN.
  unsigned turnedChoices() const { return turned; }
  /// Choices by c < x that stand as those by x < c, since what is chosen is the same at c.
  unsigned movedChoices() const { return moved; }
  /// Maxima and minima that stand as started from their first terms, and are started from a bound.
  unsigned boundStarts() const { return started; }
  /// An input that the side rounds before it does anything else with it, as written: the input's number, the formats. It is then one that is read in
  /// the narrower format.
  struct RoundedInput {
    std::uint32_t number;
    format::Format from, to;
    auto operator<=>(const RoundedInput &) const = default;
  };
  const std::set<RoundedInput> &roundedInputs() const { return rounded; }

private:
  struct Scope {
    std::map<std::uint32_t, std::uint32_t> loops;                  // of the side's graph to those here
    std::unordered_map<std::uint32_t, order::NodeId> done;         // by node of the side's graph
    std::unordered_map<std::uint32_t, std::uint32_t> carried = {}; // LoopValues: which
  };
  void numberLoops();
  order::NodeId copy(order::NodeId node, Scope &scope, unsigned depth);
  std::vector<order::NodeId> pending(order::NodeId root, const Scope &scope) const;
  order::NodeId copyOne(order::NodeId node, Scope &scope, unsigned depth);
  order::NodeId leaf(order::NodeId node, const Scope &scope);
  order::NodeId element(order::NodeId node, std::uint32_t number, const Scope &scope);
  order::NodeId loopLeaf(order::NodeId node, const Scope &scope);
  order::NodeId reduction(order::NodeId node, Scope &scope, unsigned depth);
  order::NodeId recurrence(order::NodeId node, Scope &scope, unsigned depth);
  order::NodeId interned(const order::NodeSpec &spec, order::NodeId node);
  order::NodeId operation(order::NodeId node, std::span<const order::NodeId> operands);
  std::optional<order::NodeId> roundedInput(order::NodeId node, order::NodeId operand);
  std::optional<order::NodeId> chosenExtreme(order::NodeId node, std::span<const order::NodeId> operands);
  void turnChoice(std::vector<order::NodeId> &operands);
  bool isContinuousAt(order::NodeId constant, order::NodeId input, order::NodeId one, order::NodeId other);
  std::optional<order::NodeId> strippedForm(order::NodeId node, std::span<const order::NodeId> operands);
  order::NodeId constant(order::NodeId node);
  order::NodeId quotient(order::NodeId dividend, order::NodeId divisor);
  order::NodeId normal(order::NodeId integer);
  order::NodeId at(order::NodeId node, const Scope &scope) const { return scope.done.at(node.index); }
  order::ValueType typeOf(order::NodeId node);
  Scope inside(const Scope &scope, order::NodeId loop) const;
  order::PlaceId place(order::PlaceId place);
  bool fusesTerms(order::NodeId reduce);
  void startAtFirstTerm(const order::Reduction &reduction, std::vector<order::NodeId> &operands);

  const SidePiece &piece;
  const order::Graph &from;
  const std::map<std::uint64_t, std::uint32_t> &numbers;
  std::uint32_t side;
  order::Graph &into;
  Mode mode;
  format::Format open;
  Constants constants;
  std::unordered_map<std::uint32_t, std::uint32_t> loopNumbers; // by Reduce or Recurrence of the side's graph
  std::unordered_map<std::uint32_t, std::uint32_t> origins;
  std::unordered_map<std::uint32_t, order::PlaceId> places;
  std::unordered_map<std::uint32_t, order::NodeId> normals;
  std::optional<IndexSpace> space;
  std::set<RoundedInput> rounded;
  Scope outermost;
  std::string why;
  bool openTaken = false, someFused = false;
  unsigned turned = 0, moved = 0, started = 0;
};

} // namespace fporder::conform
