#include "runtime/conform/piece_comparison.h"

#include "runtime/conform/comparable.h"
#include "runtime/conform/difference_text.h"
#include "runtime/conform/equal_parts.h"
#include "runtime/conform/rewriting.h"
#include "runtime/limits/limits.h"
#include "runtime/order/equality.h"
#include "runtime/order/infix.h"
#include "runtime/order/roundings.h"
#include "runtime/order/walk.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace fporder::conform {

using format::Format;
using order::NodeId;

namespace {

constexpr std::uint32_t left = 0, right = 1;
constexpr std::size_t longestExpression = limits::most(limits::Limit::MessageExpression);
constexpr std::string_view otherIndices = "the two write their elements at different indices";

bool isFormula(const Side &side) { return side.profile->name == "formula"; }

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// A format for a template's open one: the other side's.
Format openFormat(const PreparedSide &other, const PreparedPiece &piece) {
  const Format format = other.subject().graph[piece.piece.value].type.format;
  return format::isFloatingPoint(format) && format != Format::Dependent ? format : Format::Binary32;
}

class PieceComparison {
public:
  PieceComparison(const PreparedSide &implementation, const PreparedPiece &ourPiece, const PreparedSide &golden, const PreparedPiece &theirPiece,
                  const InputMatch &inputs, Constants numbers = Constants::AsMeant)
      : ours(implementation), theirs(golden), mine(ourPiece), other(theirPiece), match(inputs), constants(numbers),
        written(translation(left, Mode::AsWritten, false)), writtenReference(translation(right, Mode::AsWritten, false)),
        stripped(translation(left, Mode::Stripped, false)), strippedReference(translation(right, Mode::Stripped, false)),
        flat(translation(left, Mode::Stripped, true)), flatReference(translation(right, Mode::Stripped, true)) {}

  Conformance run() {
    const NodeId asWritten = written.value(), golden = writtenReference.value();
    const NodeId bare = stripped.value(), bareGolden = strippedReference.value();
    assume();
    result.where = mine.site;
    result.reference = other.site;
    if (const std::string why = notComparable(); !why.empty())
      return undecided(why);
    if (const std::string why = otherElements(asWritten, golden); !why.empty())
      return undecided(why);
    if (sameBits(asWritten, golden) || (isFormula(theirs.given()) && graph.sameValue(bare, bareGolden)))
      return sameOperations(asWritten);
    if (sameBits(bare, bareGolden))
      return operators(asWritten, golden, bare, bareGolden);
    const NodeId whole = flat.value(), wholeGolden = flatReference.value();
    if (order::equalOverReals(graph, bare, bareGolden) == order::RealEquality::Equal)
      return ordered(smallestDifferences(graph, bare, bareGolden), asWritten, golden);
    if (const std::optional<std::vector<NodePair>> parts = equalParts(graph, bare, bareGolden)) {
      std::vector<DifferingPair> pairs;
      for (const auto &[one, another] : *parts)
        pairs.push_back({one, another, classOf(graph, one, another)});
      return ordered(pairs, asWritten, golden);
    }
    if (order::equalOverReals(graph, whole, wholeGolden) == order::RealEquality::Equal)
      return scheduled(whole, wholeGolden, asWritten, golden);
    return apart(whole, wholeGolden);
  }

private:
  Translation translation(std::uint32_t side, Mode mode, bool flattened) {
    const PreparedPiece &piece = side == left ? mine : other;
    return Translation(flattened ? piece.flat : piece.piece, side == left ? match.implementation : match.reference, side, graph, mode,
                       side == left ? openFormat(theirs, other) : openFormat(ours, mine), constants);
  }

  /// What forbids any conclusion.
  std::string notComparable() const {
    for (const auto &[piece, who] : {std::pair(&mine, "the implementation"), std::pair(&other, "the reference")})
      if (!piece->notHeld.empty())
        return std::string(who) + "'s order is not known: " + piece->notHeld;
    if (!written.failure().empty())
      return "the implementation's order is not known: " + written.failure();
    if (!writtenReference.failure().empty())
      return "the reference's order is not known: " + writtenReference.failure();
    return {};
  }

  /// Why the two do not write the same elements; empty where nothing speaks against it.
  std::string otherElements(NodeId asWritten, NodeId golden) {
    if (written.indices().empty() || writtenReference.indices().empty())
      return {};
    const auto dependsOnPlace = [&](NodeId root) {
      return order::anyUnder(graph, root, [&](NodeId node) { return graph[node].op == order::Op::Input && graph.symbol(node).starts_with('#'); });
    };
    // What reads nothing but the element that it writes is the same for all of them.
    const bool sameIndices = written.indices() == writtenReference.indices();
    if (!sameIndices && (dependsOnPlace(asWritten) || dependsOnPlace(golden)))
      return std::string(otherIndices);
    const std::vector<Polynomial> ourCounts = written.counts(), theirCounts = writtenReference.counts();
    const bool known = sameIndices && !ourCounts.empty() && ourCounts.size() == theirCounts.size();
    if (known && ourCounts == theirCounts)
      return {};
    if (known && mine.alone && other.alone && match.implementationOnly.empty() && match.referenceOnly.empty())
      return "the two write different numbers of elements";
    result.assumed.emplace_back("both write the same elements");
    return {};
  }

  void assume() {
    std::vector<std::string> &all = result.assumed;
    all.insert(all.end(), mine.assumed.begin(), mine.assumed.end());
    for (const std::string &reason : other.assumed)
      all.push_back("reference: " + reason);
    for (const auto &[one, another] : match.byPosition)
      all.push_back("'" + one->name + "' is the reference's '" + another->name + "', by position");
    if (mine.asserted != other.asserted)
      all.emplace_back("no assertion fails and nothing is thrown");
    if (written.turnedChoices() != writtenReference.turnedChoices())
      all.emplace_back("no number that is compared is NaN");
    if (written.movedChoices() != writtenReference.movedChoices())
      all.emplace_back("where a choice changes both values have the same bits");
    if (written.boundStarts() != writtenReference.boundStarts())
      all.emplace_back("a maximum or minimum is taken of one number at least, and of none beyond what it starts from");
    if (written.tookOpenFormat() != writtenReference.tookOpenFormat())
      all.emplace_back("an open format is that of the other side");
    assumeRounded("the implementation", written.roundedInputs(), "the reference", writtenReference.roundedInputs());
    assumeRounded("the reference", writtenReference.roundedInputs(), "the implementation", written.roundedInputs());
    for (const PreparedSide *side : {&ours, &theirs})
      if (!side->given().profile->assumed.empty() && ours.given().profile != theirs.given().profile)
        all.emplace_back(side->given().profile->assumed);
  }

  using RoundedInputs = std::set<Translation::RoundedInput>;
  void assumeRounded(const std::string &rounding, const RoundedInputs &rounded, const std::string &given, const RoundedInputs &others) {
    std::map<std::pair<Format, Format>, std::string> names;
    for (const Translation::RoundedInput &input : rounded)
      if (!others.contains(input)) {
        std::string &list = names[{input.from, input.to}];
        list += (list.empty() ? "'" : ", '") + inputName(input.number) + "'";
      }
    for (const auto &[formats, list] : names)
      result.assumed.push_back(rounding + " rounds " + list + " from " + std::string(format::name(formats.first)) + " to " +
                               std::string(format::name(formats.second)) + ", " + given + " is given that number");
  }

  bool sameBits(NodeId one, NodeId another) {
    if (graph.sameValue(one, another))
      return true;
    if (!graph.sameValue(order::exactFactorNormalForm(graph, one), order::exactFactorNormalForm(graph, another)))
      return false;
    exactFactors = true;
    return true;
  }

  Conformance sameOperations(NodeId asWritten) {
    if (exactFactors)
      result.assumed.emplace_back("factors that are powers of two neither overflow nor underflow");
    if (written.fusesSomeTerms() != writtenReference.fusesSomeTerms()) {
      result.difference = "contraction";
      return verdict(Verdict::DifferentOperators, "the same order, but products and sums are fused into one rounding on one side only");
    }
    const std::vector<std::string> operators = operatorDifferences(graph, asWritten, *ours.given().profile, *theirs.given().profile);
    if (operators.empty())
      return verdict(Verdict::SameOrder, "the same operations in the same order");
    result.difference = "operators";
    return verdict(Verdict::DifferentOperators, "the same order, but " + operators.front());
  }

  /// Equal but for formats, environments, fused operations and the like: where they begin to differ as written.
  Conformance operators(NodeId asWritten, NodeId golden, NodeId bare, NodeId bareGolden) {
    measure(asWritten, golden);
    (void)bare;
    (void)bareGolden;
    const DifferingPair pair = firstDifference(graph, asWritten, golden);
    result.difference = operatorClass(graph, pair);
    pointAt(written, writtenReference, pair);
    return verdict(Verdict::DifferentOperators, "the same order, but " + operatorClause(graph, pair));
  }

  /// Equal over the reals, but for `pairs`.
  Conformance ordered(const std::vector<DifferingPair> &pairs, NodeId asWritten, NodeId golden) {
    const auto order = std::ranges::find_if(pairs, [](const DifferingPair &pair) { return pair.difference != Class::Schedule; });
    const DifferingPair &shown = order == pairs.end() ? pairs.front() : *order;
    measure(asWritten, golden);
    result.difference = name(shown.difference);
    pointAt(stripped, strippedReference, shown);
    if (shown.difference == Class::Schedule)
      return verdict(Verdict::DifferentSchedule,
                     "'" + result.expression + "' adds up the terms of '" + result.referenceExpression + "' in another order");
    rewrite(pairs);
    const std::string more = pairs.size() > 1 ? ", and " + std::to_string(pairs.size() - 1) + " more" : "";
    return verdict(Verdict::DifferentOrder, orderClause(shown.difference, result.expression, result.referenceExpression) + more);
  }

  /// True where what the order rests on was not proven.
  bool orderAssumed() const {
    const bool choices = written.turnedChoices() != writtenReference.turnedChoices() || written.movedChoices() != writtenReference.movedChoices();
    return !mine.assumed.empty() || !other.assumed.empty() || !match.byPosition.empty() || written.tookOpenFormat() || choices ||
           written.boundStarts() != writtenReference.boundStarts();
  }

  void rewrite(const std::vector<DifferingPair> &pairs) {
    if (orderAssumed()) {
      result.notRewritten = "the verdict rests on an assumption";
      return;
    }
    const Originals originals(ours, mine);
    for (const DifferingPair &pair : pairs) {
      if (pair.difference == Class::Schedule) {
        result.rewritings.clear();
        result.notRewritten = "a sum has another schedule as well";
        return;
      }
      auto made = rewriting({graph, pair, stripped, strippedReference, theirs.subject().graph, originals, ours.given().procedure->graph});
      if (auto *why = std::get_if<std::string>(&made)) {
        result.rewritings.clear();
        result.notRewritten = std::move(*why);
        return;
      }
      result.rewritings.push_back(std::get<Rewriting>(std::move(made)));
    }
  }

  Conformance scheduled(NodeId whole, NodeId wholeGolden, NodeId asWritten, NodeId golden) {
    for (const PreparedPiece *piece : {&mine, &other})
      result.assumed.insert(result.assumed.end(), piece->flatness.begin(), piece->flatness.end());
    measure(asWritten, golden);
    if (!graph.sameValue(whole, wholeGolden)) {
      const std::vector<DifferingPair> pairs = smallestDifferences(graph, whole, wholeGolden);
      const auto order = std::ranges::find_if(pairs, [](const DifferingPair &pair) { return pair.difference != Class::Schedule; });
      if (order != pairs.end()) {
        pointAt(flat, flatReference, *order);
        result.difference = name(order->difference);
        return verdict(Verdict::DifferentOrder, orderClause(order->difference, result.expression, result.referenceExpression));
      }
    }
    pointAt(stripped, strippedReference, firstDifference(graph, stripped.value(), strippedReference.value()));
    result.difference = name(Class::Schedule);
    return verdict(Verdict::DifferentSchedule,
                   "'" + result.expression + "' adds up the terms of '" + result.referenceExpression + "' in another order");
  }

  /// Not shown equal.
  Conformance apart(NodeId whole, NodeId wholeGolden) {
    if (const std::string unknown = unknownInputs(); !unknown.empty())
      return undecided("they depend on values that are not known: " + unknown);
    const std::vector<const Input *> oursOnly = inValue(match.implementationOnly, ours), theirsOnly = inValue(match.referenceOnly, theirs);
    if (!oursOnly.empty() && !theirsOnly.empty()) {
      const Input &one = *oursOnly.front(), &another = *theirsOnly.front();
      result.settle = "// fporder: input " + one.name + " = " + another.name;
      return undecided("'" + one.name + "' here and '" + another.name + "' in the reference have no partner");
    }
    const auto known = [&](std::uint32_t number) {
      const auto isNumber = [](const std::optional<Input> &input) { return input && !input->array; };
      return KnownInput{inputName(number), isNumber(inputOf(ours, number)) || isNumber(inputOf(theirs, number))};
    };
    if (const std::string unproven = whyNoPointProves(graph, whole, wholeGolden, known); !unproven.empty())
      return undecided("not shown equal, and no point shown at which they differ: " + unproven);
    const Separated found = separated(graph, whole, wholeGolden);
    if (!found.point)
      return undecided("not shown equal, and no point shown at which they differ: " + found.why);
    const DifferingPair pair = firstDifference(graph, whole, wholeGolden);
    pointAt(flat, flatReference, pair);
    result.difference = "formula";
    std::string message = "another formula: '" + result.expression + "'; the reference has '" + result.referenceExpression + "'";
    for (const std::vector<const Input *> *only : {&oursOnly, &theirsOnly})
      if (!only->empty())
        message = "'" + only->front()->name + "' is an input of one side only";
    return verdict(Verdict::DifferentFormula, message + witness(*found.point));
  }

  std::string witness(const Separation &point) const {
    std::string text;
    for (const Separation::Value &value : point.inputs)
      if (const std::string name = inputName(graph[value.leaf].version); !name.empty())
        text += (text.empty() ? "" : ", ") + name + " = " + shown(value.value);
    return "; " + (text.empty() ? std::string("on one sample") : "at " + text) + " " + shown(point.implementation) + " and " + shown(point.reference);
  }

  std::string inputName(std::uint32_t number) const {
    for (const PreparedSide *side : {&ours, &theirs})
      if (const std::optional<Input> input = inputOf(*side, number))
        return input->name;
    return {};
  }

  std::optional<Input> inputOf(const PreparedSide &side, std::uint32_t number) const {
    for (const auto &[key, each] : &side == &ours ? match.implementation : match.reference)
      if (each == number)
        for (const Input &input : inputsOf(side))
          if (input.key == key)
            return input;
    return std::nullopt;
  }

  std::vector<Input> inputsOf(const PreparedSide &side) const {
    const PreparedPiece &piece = &side == &ours ? mine : other;
    const NodeId roots[]{piece.piece.value, piece.flat.value};
    return inputsUnder(side.subject().graph, roots);
  }

  /// Of inputs without a partner those that the value is made of; others say which elements there are, and how many.
  std::vector<const Input *> inValue(const std::vector<const Input *> &inputs, const PreparedSide &side) const {
    std::set<std::uint64_t> keys;
    for (const Input &input : inputsOf(side))
      keys.insert(input.key);
    std::vector<const Input *> found;
    std::ranges::copy_if(inputs, std::back_inserter(found), [&](const Input *input) { return keys.contains(input->key); });
    return found;
  }

  /// The first value that is not known of either side; empty where there is none.
  std::string unknownInputs() const {
    for (const auto &[only, side] : {std::pair(&match.implementationOnly, &ours), std::pair(&match.referenceOnly, &theirs)})
      for (const Input *input : inValue(*only, *side))
        if (input->unknown)
          return "'" + input->spelled + "'";
    return "";
  }

  void measure(NodeId asWritten, NodeId golden) {
    if (!isFormula(theirs.given()))
      result.measured = measured(graph, asWritten, golden);
  }

  void pointAt(const Translation &one, const Translation &another, const DifferingPair &pair) {
    if (const Site site = siteOf(graph, pair.implementation); site.place.line != 0)
      result.where = site;
    if (const Site site = siteOf(graph, pair.reference); site.place.line != 0)
      result.reference = site;
    result.expression = text(ours, one.origin(pair.implementation));
    result.referenceExpression = text(theirs, another.origin(pair.reference));
    PairTrees trees = pairTrees(
        graph, pair.implementation, pair.reference, [&](NodeId leaf) { return text(ours, one.origin(leaf)); },
        [&](NodeId leaf) { return text(theirs, another.origin(leaf)); });
    if (!trees.implementation.empty())
      result.trees = std::make_shared<PairTrees>(std::move(trees));
  }

  static std::string text(const PreparedSide &side, NodeId node) {
    return node ? order::printInfix(side.subject().graph, node,
                                    {.forReaders = true, .hideRoundedInputs = true, .explicitGrouping = true, .maxLength = longestExpression})
                : "";
  }

  Conformance undecided(std::string why) { return verdict(Verdict::Undecided, std::move(why)); }
  Conformance verdict(Verdict reached, std::string message) {
    result.verdict = reached;
    result.message = std::move(message);
    return std::move(result);
  }

  const PreparedSide &ours, &theirs;
  const PreparedPiece &mine, &other;
  const InputMatch &match;
  Constants constants;
  order::Graph graph;
  Translation written, writtenReference, stripped, strippedReference, flat, flatReference;
  Conformance result;
  bool exactFactors = false;
};

/// The piece in one of its forms; 0 is as it is.
PreparedPiece inForm(const PreparedPiece &piece, std::size_t form) {
  PreparedPiece made = piece;
  if (form == 0)
    return made;
  const ElementForm &other = piece.forms[form - 1];
  made.piece.value = other.value;
  made.flat.value = other.flat;
  for (SidePiece *each : {&made.piece, &made.flat}) {
    each->indices = other.indices;
    each->counts.clear();
  }
  return made;
}

/// In the first form of both in which nothing says that they write other elements.
Conformance overElements(const PreparedSide &implementation, const PreparedPiece &ours, const PreparedSide &reference, const PreparedPiece &theirs,
                         const InputMatch &match, Constants constants) {
  Conformance asWritten = PieceComparison(implementation, ours, reference, theirs, match, constants).run();
  for (std::size_t i = 0; i <= ours.forms.size(); ++i)
    for (std::size_t j = i == 0 ? 1 : 0; j <= theirs.forms.size() && asWritten.message == otherIndices; ++j) {
      const PreparedPiece one = inForm(ours, i), other = inForm(theirs, j);
      if (Conformance formed = PieceComparison(implementation, one, reference, other, match, constants).run(); formed.message != otherIndices)
        return formed;
    }
  return asWritten;
}

bool isWide(const PreparedSide &side, const PreparedPiece &piece) { return side.subject().graph[piece.piece.value].type.format == Format::Binary64; }

} // namespace

Conformance compared(const PreparedSide &implementation, const PreparedPiece &ours, const PreparedSide &reference, const PreparedPiece &theirs,
                     const InputMatch &match) {
  Conformance first = overElements(implementation, ours, reference, theirs, match, Constants::AsMeant);
  if (first.verdict <= Verdict::DifferentOrder || (isWide(implementation, ours) && isWide(reference, theirs)))
    return first;
  // A number that one side rounds, 0.7978845608 and sqrtf(2 / pi), say, is no other number.
  Conformance rounded = overElements(implementation, ours, reference, theirs, match, Constants::Binary32);
  if (rounded.verdict > Verdict::DifferentOrder)
    return first;
  rounded.assumed.emplace_back("numbers in the sources are compared as binary32 rounds them");
  return rounded;
}

} // namespace fporder::conform
