#include "analyzer/conform/self_consistency.h"

#include "analyzer/conform/name_stem.h"
#include "runtime/conform/fingerprint.h"
#include "runtime/conform/repeated_outputs.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fporder::conform {

namespace {

using findings::ConformanceEntry;
using findings::ConsistencyGroup;
using findings::ConsistencyMember;

constexpr std::size_t leastRoundings = 2;  // with fewer there is one order
constexpr std::size_t spelledBytes = 4096; // of the text by which functions at one place are told apart
constexpr std::size_t neighboursTried = 4; // fingerprints whose first number is as near

struct Candidate {
  const ComparedFunction *function = nullptr;
  NameStem name;
  findings::Region where;
  std::size_t number = 0; // among all
};

/// What tells functions apart that are at one place.
struct Occurrence {
  std::size_t number = 0, inputs = 0;
  std::string text;
};

/// An output's fingerprint.
struct Print {
  std::size_t candidate = 0;
  Fingerprint values{};
};

bool isFoundEqual(const ConformanceEntry &entry) { return entry.verdict != "undecided" && entry.verdict != "different-formula"; }

findings::Region placeOf(const PreparedSide &side, const DisplayPath &display) {
  for (std::size_t output = 0; output < side.outputs().size(); ++output)
    for (const PreparedPiece &piece : side.pieces(output))
      if (piece.site.place.line != 0)
        return {display(piece.site.file), piece.site.place.line, piece.site.place.column, piece.site.place.line, piece.site.place.column};
  return {};
}

/// The base is the least: see the header.
std::tuple<int, std::size_t> rank(const Candidate &candidate) {
  const std::string_view platform = candidate.function->platform->name;
  const bool device = platform != "cpu";
  const int name = candidate.name.plain && !candidate.name.variant ? 0 : candidate.name.variant ? 2 : 1;
  return {2 * name + (device ? 1 : 0), candidate.number};
}

class Comparison {
public:
  explicit Comparison(std::span<const ComparedFunction> all) : functions(all) {}

  SelfConsistency run() {
    collect();
    look();
    relateByValue(byName);
    relateByValue(byPosition);
    relateByName();
    for (const std::vector<std::size_t> &group : classes())
      compareGroup(group);
    llvm::sort(result.groups, [&](const ConsistencyGroup &one, const ConsistencyGroup &other) {
      return std::pair(order.at(key(one)), one.evidence) < std::pair(order.at(key(other)), other.evidence);
    });
    return std::move(result);
  }

private:
  static std::string key(const ConsistencyGroup &group) {
    return group.baseFunction + "\n" + group.base.file + "\n" + std::to_string(group.base.line);
  }

  void collect() {
    for (const ComparedFunction &function : functions) {
      const PreparedSide side({function.procedure, function.platform});
      const findings::Region where = placeOf(side, function.display);
      if (where.line == 0)
        continue;
      if (candidates.size() == limits::most(limits::Limit::ConsistencyFunctions)) {
        result.left = "functions beyond the first " + std::to_string(candidates.size()) + " are not compared";
        return;
      }
      const std::size_t number = candidates.size();
      if (isNew(side, where, number))
        candidates.push_back({&function, nameStem(function.procedure->name), where, number});
    }
  }

  void look() {
    for (const Candidate &candidate : candidates) {
      if (patterns.contains(candidate.number))
        continue;
      const PreparedSide side({candidate.function->procedure, candidate.function->platform});
      for (std::size_t output = 0; output < side.outputs().size(); ++output)
        takePrints(fingerprintsOf(side, output), candidate.number);
      compareElements(side, candidate);
    }
  }

  /// A function of a header that several sources include occurs several times; a template and its instances are at one place too, and the template
  /// has its parameters as inputs.
  bool isNew(const PreparedSide &side, const findings::Region &where, std::size_t number) {
    Occurrence made{number, side.inputs(0).size(), spelled(side)};
    std::vector<Occurrence> &known = occurrences[{nameStem(side.given().procedure->name).stem, where.file, where.line, where.column}];
    for (const Occurrence &each : known) {
      if (each.text == made.text || each.inputs < made.inputs)
        return false;
      if (each.inputs > made.inputs)
        patterns.insert(each.number);
    }
    known.push_back(std::move(made));
    return true;
  }

  static std::string spelled(const PreparedSide &side) {
    std::string text;
    for (std::size_t output = 0; output < side.outputs().size(); ++output)
      text += spelledPieces(side, output, spelledBytes);
    return text;
  }

  void takePrints(const Fingerprints &prints, std::size_t number) {
    if (prints.roundings < leastRoundings)
      return;
    if (prints.byName)
      byName.push_back({number, *prints.byName});
    if (prints.byPosition)
      byPosition.push_back({number, *prints.byPosition});
  }

  void relateByValue(std::vector<Print> &prints) {
    llvm::sort(prints, [](const Print &one, const Print &other) {
      return std::pair(one.values[0], one.candidate) < std::pair(other.values[0], other.candidate);
    });
    for (std::size_t i = 1; i < prints.size(); ++i)
      for (std::size_t back = 1; back <= std::min(i, neighboursTried); ++back)
        if (prints[i].candidate != prints[i - back].candidate && alike(prints[i].values, prints[i - back].values))
          relate(prints[i].candidate, prints[i - back].candidate);
  }

  void relateByName() {
    std::map<std::string, std::size_t> first;
    for (const Candidate &candidate : candidates)
      if (!patterns.contains(candidate.number))
        if (const auto [known, isNew] = first.try_emplace(candidate.name.stem, candidate.number); !isNew)
          relate(candidate.number, known->second);
  }

  void relate(std::size_t one, std::size_t other) { related.emplace(std::max(one, other), std::min(one, other)); }

  std::vector<std::vector<std::size_t>> classes() const {
    llvm::EquivalenceClasses<std::size_t> united;
    for (const auto &[one, other] : related)
      united.unionSets(one, other);
    std::map<std::size_t, std::vector<std::size_t>> byLeader;
    for (const Candidate &candidate : candidates)
      if (const auto leader = united.findLeader(candidate.number); leader != united.member_end())
        byLeader[*leader].push_back(candidate.number);
    std::vector<std::vector<std::size_t>> all;
    for (auto &[leader, members] : byLeader)
      all.push_back(std::move(members));
    return all;
  }

  /// What turns out to be another function than the base, and is not called so, may have a base of its own among the others.
  void compareGroup(std::vector<std::size_t> group) {
    while (group.size() > 1) {
      const std::size_t base = *std::ranges::min_element(group, {}, [&](std::size_t number) { return rank(candidates[number]); });
      const Candidate &golden = candidates[base];
      ConsistencyGroup made{golden.name.stem, "", golden.function->procedure->name, golden.where, {}};
      std::vector<std::size_t> others;
      bool valued = false, named = false;
      for (const std::size_t number : group) {
        if (number == base)
          continue;
        if (++comparisons > limits::most(limits::Limit::ConsistencyComparisons)) {
          result.left = "comparisons beyond the first " + std::to_string(limits::most(limits::Limit::ConsistencyComparisons)) + " are not made";
          break;
        }
        ConsistencyMember member = compared(candidates[number], golden);
        const bool equal = llvm::any_of(member.outputs, isFoundEqual), called = candidates[number].name.stem == golden.name.stem;
        if (!equal && !called) {
          others.push_back(number);
          continue;
        }
        if (!called) // what is not equal has nothing in common
          llvm::erase_if(member.outputs, [](const ConformanceEntry &entry) { return !isFoundEqual(entry); });
        valued |= equal;
        named |= called;
        depart(member);
        made.members.push_back(std::move(member));
      }
      made.evidence = valued && named ? "name and value" : valued ? "value" : "name";
      add(std::move(made), golden);
      group = std::move(others);
    }
  }

  ConsistencyMember compared(const Candidate &member, const Candidate &golden) const {
    ConsistencyMember made{member.function->procedure->name, member.where, {}};
    const Side ours{member.function->procedure, member.function->platform}, theirs{golden.function->procedure, golden.function->platform};
    for (const Conformance &verdict : compare({ours, theirs, {}}))
      made.outputs.push_back(entryOf(verdict, member.function->display, golden.function->display));
    return made;
  }

  void compareElements(const PreparedSide &side, const Candidate &candidate) {
    ConsistencyGroup made{candidate.name.stem, "elements", candidate.function->procedure->name, candidate.where, {}};
    ConsistencyMember member{made.baseFunction, candidate.where, {}};
    for (const Conformance &verdict : repeatedOutputs(side))
      if (ConformanceEntry entry = entryOf(verdict, candidate.function->display, candidate.function->display); isFoundEqual(entry)) {
        made.base = entry.reference.line != 0 ? entry.reference : made.base;
        member.where = entry.where.line != 0 ? entry.where : member.where;
        member.outputs.push_back(std::move(entry));
      }
    if (member.outputs.empty())
      return;
    depart(member);
    made.members.push_back(std::move(member));
    add(std::move(made), candidate);
  }

  void add(ConsistencyGroup group, const Candidate &base) {
    if (group.members.empty())
      return;
    order.try_emplace(key(group), base.number);
    result.groups.push_back(std::move(group));
  }

  /// What is another formula is no departure: that both are called alike proves nothing.
  void depart(const ConsistencyMember &member) {
    for (const ConformanceEntry &entry : member.outputs)
      if (isFoundEqual(entry))
        if (std::optional<findings::Finding> finding = departure(entry))
          if (departed.emplace(finding->rule, finding->where.file, finding->where.line, finding->where.column).second)
            result.departures.push_back(*std::move(finding));
  }

  std::span<const ComparedFunction> functions;
  std::vector<Candidate> candidates;
  std::map<std::tuple<std::string, std::string, unsigned, unsigned>, std::vector<Occurrence>> occurrences; // by stem and place
  std::set<std::size_t> patterns;                                                                          // templates with instances, by number
  std::vector<Print> byName, byPosition;
  std::set<std::pair<std::size_t, std::size_t>> related;
  std::map<std::string, std::size_t> order;                                    // of groups, by their bases
  std::set<std::tuple<std::string, std::string, unsigned, unsigned>> departed; // rules and places: one base is enough for a place
  std::uint64_t comparisons = 0;
  SelfConsistency result;
};

} // namespace

SelfConsistency selfConsistency(std::span<const ComparedFunction> functions) { return Comparison(functions).run(); }

} // namespace fporder::conform
