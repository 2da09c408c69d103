#include "runtime/conform/conform.h"

#include "runtime/conform/piece_comparison.h"
#include "runtime/limits/limits.h"

#include <algorithm>
#include <array>
#include <optional>

namespace fporder::conform {

namespace {

/// Which output of the implementation is which of the reference: by what is stated, by name, then the others in order where both have as many.
/// Members of structures are what their names say: two names are two of them.
std::vector<std::optional<std::size_t>> matchOutputs(const std::vector<Output> &ours, const std::vector<Output> &theirs,
                                                     const std::vector<StatedPair> &stated) {
  std::vector<std::optional<std::size_t>> partner(theirs.size());
  std::vector<char> taken(ours.size(), 0);
  const auto pair = [&](const std::string &here, std::size_t there) {
    for (std::size_t i = 0; i < ours.size() && !partner[there]; ++i)
      if (taken[i] == 0 && foldedName(ours[i].name) == here) {
        partner[there] = i;
        taken[i] = 1;
      }
  };
  for (const auto &[here, there] : stated)
    for (std::size_t j = 0; j < theirs.size(); ++j)
      if (foldedName(theirs[j].name) == foldedName(there))
        pair(foldedName(here), j);
  for (std::size_t j = 0; j < theirs.size(); ++j)
    pair(foldedName(theirs[j].name), j);
  const auto byPosition = [&](const auto &fits) {
    std::vector<std::size_t> left, right;
    for (std::size_t i = 0; i < ours.size(); ++i)
      if (taken[i] == 0 && fits(ours[i]))
        left.push_back(i);
    for (std::size_t j = 0; j < theirs.size(); ++j)
      if (!partner[j] && fits(theirs[j]))
        right.push_back(j);
    for (std::size_t k = 0; left.size() == right.size() && k < left.size(); ++k)
      if (!ours[left[k]].member || !theirs[right[k]].member) {
        partner[right[k]] = left[k];
        taken[left[k]] = 1;
      }
  };
  byPosition([](const Output &) { return true; });
  byPosition([](const Output &output) { return !output.pieces.front().indices.empty(); }); // arrays, where numbers leave one side only
  return partner;
}

/// Adds what the order itself rests on.
void assumeOrder(Conformance &of, std::string reason) {
  of.assumed.push_back(std::move(reason));
  if (!of.rewritings.empty())
    of.notRewritten = "the verdict rests on an assumption";
  of.rewritings.clear();
}

class OutputComparison {
public:
  /// `partner`: of the reference's outputs, as far as they are known.
  OutputComparison(const PreparedSide &implementation, std::size_t ourOutput, const PreparedSide &golden, std::size_t theirOutput,
                   const Request &asked, const std::vector<std::optional<std::size_t>> &partner)
      : ours(implementation), theirs(golden), here(ourOutput), there(theirOutput), request(asked), stated(asked.pairs), ourInputs(ours.inputs(here)),
        theirInputs(theirs.inputs(there)) {
    markNamed(ourInputs, theirInputs, theirs);
    markNamed(theirInputs, ourInputs, ours);
    pairOutputs(here, there);
    for (std::size_t j = 0; j < partner.size(); ++j)
      if (partner[j] && j != there)
        pairOutputs(*partner[j], j);
    std::set<std::string> ourPartners{ours.outputs()[here].name}, theirPartners{theirs.outputs()[there].name};
    for (std::size_t j = 0; j < partner.size(); ++j)
      if (partner[j]) {
        ourPartners.insert(ours.outputs()[*partner[j]].name);
        theirPartners.insert(theirs.outputs()[j].name);
      }
    noteUpdated(ours, ourInputs, ourPartners);
    noteUpdated(theirs, theirInputs, theirPartners);
  }

  Conformance run() {
    if (request.sameFunction)
      return underMatch(matchInputs(ourInputs, theirInputs, stated, MatchBy::Path));
    Conformance found = underMatches();
    for (const Input &input : ourInputs)
      if (isTakenValue(ours.subject().graph, input.leaf))
        assumeOrder(found, "'" + input.name + "' is the number that the reference is given");
    for (const Input &input : theirInputs)
      if (isTakenValue(theirs.subject().graph, input.leaf))
        assumeOrder(found, "the reference's '" + input.name + "' is the number that the implementation is given");
    return found;
  }

private:
  /// By names, and where they do not make the outputs equal, in other ways.
  Conformance underMatches() const {
    Conformance byNames = underMatch(matched());
    if (isEqual(byNames.verdict))
      return byNames;
    if (std::optional<Conformance> other = byEquality())
      return *std::move(other);
    if (byNames.verdict == Verdict::DifferentFormula && tooManyWays())
      return ambiguous(std::move(byNames), {openInputs().front()});
    if (byNames.verdict == Verdict::DifferentFormula)
      if (const std::optional<std::vector<TriedPair>> pairs = equalByOtherNames())
        return ambiguous(std::move(byNames), *pairs);
    if (const std::string &name = updatedAlone; byNames.verdict == Verdict::DifferentFormula && !name.empty()) {
      byNames.verdict = Verdict::Undecided;
      byNames.difference.clear();
      byNames.message = "'" + name + "' is updated by one side only: which of its values the other is given is not known";
    }
    return byNames;
  }

  InputMatch matched(MatchBy by = MatchBy::NameOrPosition, const std::vector<TriedPair> &pairs = {}) const {
    std::vector<TriedPair> all = updated;
    all.insert(all.end(), pairs.begin(), pairs.end());
    return matchInputs(ourInputs, theirInputs, stated, by, all);
  }

  /// `partners`: outputs that the other side has as well.
  void noteUpdated(const PreparedSide &side, const std::vector<Input> &inputs, const std::set<std::string> &partners) {
    const order::Procedure &procedure = *side.given().procedure;
    for (const order::Effect &effect : procedure.effects)
      if (effect.kind == order::Effect::Kind::Store) {
        const std::string name = lastName(procedure.graph, effect.storage);
        if (!partners.contains(name) && std::ranges::any_of(inputs, [&](const Input &input) { return !name.empty() && input.name == name; }))
          updatedAlone = name;
      }
  }

  /// What two outputs that belong together hold before they are written belongs together.
  void pairOutputs(std::size_t ourOutput, std::size_t theirOutput) {
    const auto only = [](const std::vector<Input> &inputs, const std::string &name) -> const Input * {
      const auto isIt = [&](const Input &input) { return input.array && input.name == name; };
      const auto found = std::ranges::find_if(inputs, isIt);
      return std::ranges::count_if(inputs, isIt) == 1 ? &*found : nullptr;
    };
    const Input *one = only(ourInputs, ours.outputs()[ourOutput].name), *other = only(theirInputs, theirs.outputs()[theirOutput].name);
    if (one && other)
      updated.emplace_back(one, other);
  }

  /// Where names do not match all inputs, those that they match may be others: arrays in another order that makes the outputs equal.
  std::optional<std::vector<TriedPair>> equalByOtherNames() const {
    const InputMatch match = matched();
    if (match.byPosition.empty() && match.implementationOnly.empty() && match.referenceOnly.empty())
      return std::nullopt;
    std::vector<TriedPair> open;
    const auto isOpen = [](const Input &input) { return input.array && !input.integer && !input.unknown; };
    std::vector<const Input *> left, right;
    for (const Input &input : ourInputs)
      if (isOpen(input))
        left.push_back(&input);
    for (const Input &input : theirInputs)
      if (isOpen(input))
        right.push_back(&input);
    for (std::size_t i = 0; left.size() == right.size() && i < left.size(); ++i)
      open.emplace_back(left[i], right[i]);
    for (const std::vector<TriedPair> &pairs : orders(open, /*first=*/true))
      if (isEqual(underMatch(matchInputs(ourInputs, theirInputs, stated, MatchBy::NameOrPosition, pairs)).verdict))
        return pairs;
    return std::nullopt;
  }

  /// See Input::named. `others`: what the other side's output depends on.
  static void markNamed(std::vector<Input> &inputs, const std::vector<Input> &others, const PreparedSide &other) {
    for (Input &input : inputs) {
      const std::string name = foldedName(input.name);
      const bool computed = !input.array && !input.integer && other.computed().contains(name);
      const auto isNamesake = [&](const Input &each) { return foldedName(each.name) == name; };
      input.named = (computed || other.names().contains(name)) && std::ranges::none_of(others, isNamesake);
    }
  }

  /// The worst of all pieces.
  Conformance underMatch(const InputMatch &match) const {
    const std::vector<PreparedPiece> &left = ours.pieces(here), &right = theirs.pieces(there);
    const auto conditional = [](const PreparedPiece &piece) { return piece.conditional; };
    if ((left.size() > 1 && std::ranges::any_of(left, conditional)) || (right.size() > 1 && std::ranges::any_of(right, conditional)))
      return withoutConditions(match);
    return worstOf(left, right, match);
  }

  /// Pieces under conditions, by what they store.
  Conformance withoutConditions(const InputMatch &match) const {
    const std::vector<PreparedPiece> left = distinct(ours, here), right = distinct(theirs, there);
    if (left.size() != right.size() && right.size() > 1) {
      Conformance open;
      open.where = left[0].site;
      open.reference = right[0].site;
      open.message = "it is written in several places, under conditions in some";
      return open;
    }
    Conformance found = worstOf(left, right, match);
    assumeOrder(found, "the conditions under which its elements are written are those of the reference");
    return found;
  }

  /// What an output's pieces store, without those that store what another one does.
  static std::vector<PreparedPiece> distinct(const PreparedSide &side, std::size_t output) {
    const std::vector<Input> all = side.inputs(output);
    const InputMatch itself = matchInputs(all, all, {}, MatchBy::Path);
    std::vector<PreparedPiece> kept;
    for (const PreparedPiece &piece : side.storedPieces(output))
      if (std::ranges::none_of(kept,
                               [&](const PreparedPiece &known) { return compared(side, known, side, piece, itself).verdict == Verdict::SameOrder; }))
        kept.push_back(piece);
    return kept;
  }

  Conformance worstOf(const std::vector<PreparedPiece> &left, const std::vector<PreparedPiece> &right, const InputMatch &match) const {
    Conformance worst;
    std::vector<Rewriting> rewritings;
    std::string notRewritten; // of some piece in another order
    for (std::size_t i = 0; i < left.size(); ++i) {
      Conformance each = againstReference(left, i, right, match);
      if (each.verdict == Verdict::DifferentOrder && each.rewritings.empty())
        notRewritten = each.notRewritten;
      rewritings.insert(rewritings.end(), each.rewritings.begin(), each.rewritings.end());
      if (i == 0 || each.verdict > worst.verdict)
        worst = std::move(each);
    }
    if (worst.verdict == Verdict::DifferentOrder) {
      worst.notRewritten = notRewritten;
      worst.rewritings = notRewritten.empty() ? std::move(rewritings) : std::vector<Rewriting>();
    }
    return worst;
  }

  /// A piece against the reference's: its own where there are as many, the only one, or, where the reference writes in several places, one of them as
  /// long as they compute the same.
  Conformance againstReference(const std::vector<PreparedPiece> &left, std::size_t i, const std::vector<PreparedPiece> &right,
                               const InputMatch &match) const {
    if (right.size() == 1 || right.size() == left.size())
      return compared(ours, left[i], theirs, right[right.size() == 1 ? 0 : i], match);
    const std::vector<Input> all = theirs.inputs(there);
    const InputMatch itself = matchInputs(all, all, {});
    for (std::size_t j = 1; j < right.size(); ++j)
      if (compared(theirs, right[0], theirs, right[j], itself).verdict != Verdict::SameOrder) {
        Conformance open;
        open.where = left[i].site;
        open.reference = right[0].site;
        open.message = "the reference computes it in " + std::to_string(right.size()) + " ways, the implementation in " + std::to_string(left.size());
        return open;
      }
    return compared(ours, left[i], theirs, right[0], match);
  }

  /// Another way to match the inputs, if one makes the outputs equal: by position alone, then any order of those that no name matches. Several that
  /// give several verdicts decide nothing.
  std::optional<Conformance> byEquality() const {
    std::optional<Conformance> found;
    for (const std::vector<TriedPair> &pairs : candidates()) {
      Conformance each = underMatch(matched(MatchBy::NameOrPosition, pairs));
      if (!isEqual(each.verdict))
        continue;
      if (found && found->verdict != each.verdict)
        return ambiguous(std::move(each), pairs);
      if (!found) {
        found = std::move(each);
        assumeOrder(*found, "inputs are matched so that the outputs are equal over the reals");
      }
    }
    if (found)
      return found;
    Conformance position = underMatch(matched(MatchBy::Position));
    if (isEqual(position.verdict) && ourInputs.size() == theirInputs.size())
      return ambiguous(std::move(position), {{&ourInputs.front(), &theirInputs.front()}});
    return std::nullopt;
  }

  static Conformance ambiguous(Conformance open, const std::vector<TriedPair> &pairs) {
    open.verdict = Verdict::Undecided;
    open.message = "inputs match in several ways, which differ in their verdicts";
    open.measured.reset();
    open.difference.clear();
    open.rewritings.clear();
    const auto differs = [](const TriedPair &pair) { return foldedName(pair.first->name) != foldedName(pair.second->name); };
    const auto shown = std::ranges::find_if(pairs, differs);
    const TriedPair &stated = shown == pairs.end() ? pairs.back() : *shown;
    open.settle = "// fporder: input " + stated.first->name + " = " + stated.second->name;
    return open;
  }

  /// Inputs that have no namesake, of both sides, in the order of their declaration; none where they are not as many.
  std::vector<TriedPair> openInputs() const {
    const InputMatch match = matched();
    std::vector<const Input *> left, right;
    for (const auto &[one, other] : match.byPosition) {
      left.push_back(one);
      right.push_back(other);
    }
    for (const Input *one : match.implementationOnly)
      if (!one->unknown && !one->named)
        left.push_back(one);
    for (const Input *other : match.referenceOnly)
      if (!other->unknown && !other->named)
        right.push_back(other);
    std::vector<TriedPair> pairs;
    for (std::size_t i = 0; left.size() == right.size() && i < left.size(); ++i)
      pairs.emplace_back(left[i], right[i]);
    return pairs;
  }

  /// They are matched by their positions, and not all orders are tried.
  bool tooManyWays() const { return openInputs().size() > limits::most(limits::Limit::ConformPermuted) && !matched().byPosition.empty(); }

  /// Orders of the reference's inputs that have no namesake, other than that of their declaration.
  std::vector<std::vector<TriedPair>> candidates() const { return orders(openInputs(), /*first=*/false); }

  /// All orders of the second parts; `first`: that in which they are given too.
  static std::vector<std::vector<TriedPair>> orders(const std::vector<TriedPair> &open, bool first) {
    std::vector<std::vector<TriedPair>> all;
    if (open.size() < 2 || limits::exceeds(limits::Limit::ConformPermuted, open.size()))
      return all;
    std::vector<std::size_t> order(open.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    for (bool given = first; given || std::ranges::next_permutation(order).found; given = false) {
      std::vector<TriedPair> pairs;
      bool fits = true;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const Input *const one = open[i].first, *const other = open[order[i]].second;
        fits &= one->integer == other->integer;
        pairs.emplace_back(one, other);
      }
      if (fits)
        all.push_back(std::move(pairs));
    }
    return all;
  }

  const PreparedSide &ours, &theirs;
  std::size_t here, there;
  const Request &request;
  const std::vector<StatedPair> &stated;
  std::vector<Input> ourInputs, theirInputs;
  std::vector<TriedPair> updated; // what outputs that belong together hold before
  std::string updatedAlone;       // an input of one side that it writes, and the other one does not
};

/// Outputs of the reference without a partner: the only output of the implementation without one that is equal over the reals, if there is one.
std::vector<std::optional<Conformance>> equalOutputs(const PreparedSide &ours, const PreparedSide &theirs, const Request &request,
                                                     std::vector<std::optional<std::size_t>> &partner) {
  std::vector<std::optional<Conformance>> found(partner.size());
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < ours.outputs().size(); ++i)
    if (std::ranges::find(partner, std::optional(i)) == partner.end())
      left.push_back(i);
  for (std::size_t j = 0; j < partner.size(); ++j) {
    if (partner[j])
      continue;
    if (limits::exceeds(limits::Limit::ConformOutputs, left.size()))
      break;
    std::vector<std::size_t> equal;
    for (const std::size_t i : left) {
      Conformance each = OutputComparison(ours, i, theirs, j, request, partner).run();
      if (!isEqual(each.verdict))
        continue;
      equal.push_back(i);
      found[j] = std::move(each);
    }
    if (equal.size() == 1) {
      partner[j] = equal.front();
      std::erase(left, equal.front());
    } else {
      found[j].reset();
    }
  }
  return found;
}

} // namespace

std::string_view name(Verdict verdict) {
  static constexpr std::array<std::string_view, 6> names{"same-order",      "different-operators", "different-schedule",
                                                         "different-order", "different-formula",   "undecided"};
  return names[static_cast<std::size_t>(verdict)];
}

bool isEqual(Verdict verdict) { return verdict <= Verdict::DifferentOrder; }

namespace {

std::vector<Conformance> comparedSides(const Request &request, const PreparedSide &ours, const PreparedSide &theirs) {
  auto partner = matchOutputs(ours.outputs(), theirs.outputs(), request.pairs);
  std::vector<std::optional<Conformance>> byEquality = equalOutputs(ours, theirs, request, partner);
  std::vector<Conformance> all;
  for (std::size_t j = 0; j < theirs.outputs().size(); ++j) {
    Conformance each;
    if (byEquality[j]) {
      each = *std::move(byEquality[j]);
      each.output = ours.outputs()[*partner[j]].name;
      each.assumed.push_back("'" + each.output + "' is the reference's '" + theirs.outputs()[j].name +
                             "', the only one that is equal over the reals");
    } else if (partner[j]) {
      each = OutputComparison(ours, *partner[j], theirs, j, request, partner).run();
      each.output = ours.outputs()[*partner[j]].name;
    } else {
      each.output = theirs.outputs()[j].name;
      each.reference = theirs.pieces(j).front().site;
      each.message = "the implementation has no output '" + each.output + "'";
      if (!ours.outputs().empty())
        each.settle = "// fporder: output " + ours.outputs().front().name + " = " + each.output;
    }
    each.function = request.implementation.procedure->name;
    if (ours.ranged() != theirs.ranged() && partner[j] && isEqual(each.verdict) && theirs.outputs()[j].pieces.front().indices.empty())
      assumeOrder(each, "conditions on sizes are not compared");
    all.push_back(std::move(each));
  }
  return all;
}

/// Values of each side that are taken as inputs.
struct NamedValues {
  std::vector<NamedValue> implementation, reference;
  bool empty() const { return implementation.empty() && reference.empty(); }
};

/// Those that the user states: pairs of names of which one is no input.
NamedValues statedValues(const Request &request) {
  const auto found = [&](const order::Procedure &procedure, auto name) {
    std::set<std::string> names;
    for (const StatedPair &pair : request.pairs)
      names.insert(foldedName(name(pair)));
    for (const std::string &input : inputNames(procedure.graph))
      names.erase(input);
    return namedValues(procedure, names, [](order::NodeId) { return true; });
  };
  return {found(*request.implementation.procedure, [](const StatedPair &pair) { return pair.first; }),
          found(*request.reference.procedure, [](const StatedPair &pair) { return pair.second; })};
}

/// The names of numbers that an output of the side reads.
std::set<std::string> numbersOf(const PreparedSide &side) {
  std::set<std::string> names;
  for (std::size_t output = 0; output < side.outputs().size(); ++output)
    for (const Input &input : side.inputs(output))
      if (!input.array && !input.integer && !input.unknown)
        names.insert(input.name);
  return names;
}

/// Values of `computing` by the names of the numbers that only `given` reads, where they are one for all elements. A script does not say what is an
/// array: there what is computed of inputs that `given` lacks is a number as well. A variable `rate` is nearer to a number `rate` than a member
/// `rate_` is.
/// `stated`: folded names of those inputs of `given` that the user pairs otherwise.
std::vector<NamedValue> valuesGivenTo(const PreparedSide &given, const PreparedSide &computing, const std::set<std::string> &stated) {
  const std::set<std::string> wanted = numbersOf(given), own = numbersOf(computing);
  std::set<std::string> folded;
  for (const std::string &name : wanted)
    if (!stated.contains(foldedName(name)))
      folded.insert(foldedName(name));
  const order::Graph &graph = computing.given().procedure->graph;
  const auto isNumber = [&](order::NodeId value) {
    if (!isIterated(graph, value))
      return true;
    const std::vector<Input> read = inputsUnder(graph, {&value, 1});
    return siteOf(graph, value).file.ends_with(".py") &&
           std::ranges::none_of(read, [&](const Input &each) { return each.unknown || given.names().contains(foldedName(each.name)); });
  };
  std::vector<NamedValue> values = namedValues(*computing.given().procedure, folded, isNumber);
  std::erase_if(values, [&](const NamedValue &value) {
    return computing.names().contains(foldedName(value.name)) && (!wanted.contains(value.name) || own.contains(value.name));
  });
  return values;
}

} // namespace

std::vector<Conformance> compare(const Request &request) {
  NamedValues values = statedValues(request);
  const PreparedSide ours(request.implementation, values.implementation), theirs(request.reference, values.reference);
  std::vector<Conformance> all = comparedSides(request, ours, theirs);
  if (request.sameFunction || std::ranges::all_of(all, [](const Conformance &each) { return isEqual(each.verdict); }))
    return all;
  std::set<std::string> ourStated, theirStated;
  for (const auto &[one, other] : request.pairs) {
    ourStated.insert(foldedName(one));
    theirStated.insert(foldedName(other));
  }
  const NamedValues more{valuesGivenTo(theirs, ours, theirStated), valuesGivenTo(ours, theirs, ourStated)};
  if (more.empty())
    return all;
  values.implementation.insert(values.implementation.end(), more.implementation.begin(), more.implementation.end());
  values.reference.insert(values.reference.end(), more.reference.begin(), more.reference.end());
  std::vector<Conformance> again =
      comparedSides(request, PreparedSide(request.implementation, values.implementation), PreparedSide(request.reference, values.reference));
  for (std::size_t j = 0; j < all.size(); ++j)
    if (isEqual(again[j].verdict) ? !isEqual(all[j].verdict) : all[j].verdict == Verdict::Undecided && again[j].verdict != Verdict::Undecided)
      all[j] = std::move(again[j]);
  return all;
}

} // namespace fporder::conform
