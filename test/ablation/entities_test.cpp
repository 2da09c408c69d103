// Less of a program is known, and nothing that is said of it becomes wrong: random programs are compiled, run and analysed whole; then helpers,
// structs, bases, macros and headers are taken away or become template parameters, and what the tool takes for known or equal without saying that it
// assumes something must be so in the run of the whole.
#include "test/ablation/entity_program.h"
#include "test/ablation/tally.h"
#include "test/metamorphic/checked.h"
#include "test/unit/analyzer/executed/claims.h"
#include "test/unit/analyzer/executed/execution.h"
#include "test/unit/runtime/order/random_expressions.h"

#include "runtime/order/traversal.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

using namespace fporder;
using namespace test;
using order::NodeId;

namespace {

bool sameBits(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) || std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

/// The C library's log and exp are not correctly rounded, ours are.
bool sameValue(double said, double truth, const std::string &graph) {
  const bool approximate = graph.find("log(") != std::string::npos || graph.find("exp(") != std::string::npos;
  return sameBits(said, truth) || (approximate && std::abs(said - truth) <= 1e-5 * std::max(1.0, std::abs(truth)));
}

/// What o[k] holds, by k.
std::vector<double> truthOf(const test::Outcome &outcome) {
  std::vector<double> truth;
  for (const test::StoredSequence &sequence : outcome.stores)
    truth.push_back(sequence.values.back());
  return truth;
}

/// A probe as the graph has it.
struct Value {
  unsigned probe = 0;
  NodeId node;
  const test::Claim *claim = nullptr;
};

std::optional<unsigned> probeOf(const std::string &target) {
  unsigned number = 0;
  char rest = 0;
  return std::sscanf(target.c_str(), "o[%u%c", &number, &rest) == 2 && rest == ']' && target.ends_with("]") ? std::optional(number) : std::nullopt;
}

std::string shownText(const test::EntityProgram &program, const std::vector<test::Known> &known, const std::string &what) {
  return what + "\n" + program.text(known);
}

class Ablation {
public:
  explicit Ablation(const test::EntityProgram &of, const std::vector<test::Known> &what, const std::vector<double> &values, Tally &into)
      : program(of), known(what), truth(values), tally(into) {}

  void judge(const order::Procedure &procedure) {
    const std::vector<test::Claim> claims = test::claimsOf(procedure, program.program);
    std::vector<Value> values;
    std::size_t next = 0;
    for (const order::Effect &effect : procedure.effects) {
      if (!isClaimed(procedure, effect))
        continue;
      const test::Claim &claim = claims[next++];
      const auto probe = probeOf(effect.target);
      if (!probe || *probe >= truth.size())
        continue;
      ++tally.values;
      if (restsOnAssumption(procedure, effect.node)) {
        ++tally.assumed;
        continue;
      }
      values.push_back({*probe, effect.node, &claim});
    }
    for (const Value &value : values)
      holdKnown(value);
    for (std::size_t i = 0; i < values.size(); ++i)
      for (std::size_t j = i + 1; j < values.size(); ++j)
        if (procedure.graph.sameValue(values[i].node, values[j].node))
          holdEqual(values[i], values[j]);
  }

private:
  void holdKnown(const Value &value) {
    if (!value.claim->withheld.empty() || !value.claim->drawn.empty() || value.claim->values.size() != 1) {
      ++tally.unknown;
      return;
    }
    ++tally.known;
    if (!sameValue(value.claim->values.front(), truth[value.probe], value.claim->graph))
      wrong("known", "o[" + std::to_string(value.probe) + "] is " + std::to_string(truth[value.probe]) + ", said to be " +
                         std::to_string(value.claim->values.front()) + ": " + value.claim->graph);
  }

  void holdEqual(const Value &left, const Value &right) {
    ++tally.equal;
    if (!sameBits(truth[left.probe], truth[right.probe]))
      wrong("equal", "o[" + std::to_string(left.probe) + "] is " + std::to_string(truth[left.probe]) + " and o[" + std::to_string(right.probe) +
                         "] is " + std::to_string(truth[right.probe]) + ", said to be equal: " + left.claim->graph);
  }

  void wrong(const std::string &kind, const std::string &what) {
    ++tally.wrong;
    std::string taken;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (known[i] != test::Known::Whole) {
        const std::string word = program.entities[i].name.substr(0, program.entities[i].name.find('_'));
        taken += " " + word + (known[i] == test::Known::Gone ? " gone" : known[i] == test::Known::Declared ? " declared" : " parameter");
      }
    tally.show(kind + ":" + taken, shownText(program, known, what));
  }

  const test::EntityProgram &program;
  const std::vector<test::Known> &known;
  const std::vector<double> &truth;
  Tally &tally;
};

using Place = std::pair<std::string, unsigned>; // rule, line

std::multimap<Place, const findings::Finding *> byPlace(const test::Checked &checked) {
  std::multimap<Place, const findings::Finding *> result;
  for (const findings::Finding &finding : checked.found)
    result.emplace(Place(finding.rule, finding.where.line), &finding);
  return result;
}

class Source {
public:
  Source(unsigned seed, test::Checker &with, Tally &into) : checker(with), tally(into), writer(seed) {
    for (unsigned i = 0; i < programsASource; ++i)
      programs.push_back(writer.program("f" + std::to_string(i)));
    std::vector<test::LoopProgram> plain;
    for (const test::EntityProgram &program : programs)
      plain.push_back(program.program);
    const test::Execution execution(plain);
    for (const test::LoopProgram &program : plain)
      truths.push_back(truthOf(execution.run(program)));
  }

  void ablate() {
    const Known all = wholes();
    const test::Checked whole = checker.check(textOf(all, true));
    const auto findings = byPlace(whole);
    judge(all, true);
    for (unsigned i = 0; i < ablationsOfEach; ++i) {
      Known known;
      for (const test::EntityProgram &program : programs)
        known.push_back(writer.ablation(program));
      const bool header = i != 1;
      judge(known, header);
      hold(findings, known, header);
    }
  }

private:
  using Known = std::vector<std::vector<test::Known>>;

  Known wholes() const {
    Known all;
    for (const test::EntityProgram &program : programs)
      all.emplace_back(program.entities.size(), test::Known::Whole);
    return all;
  }

  test::SourceText textOf(const Known &known, bool header) const {
    std::string text = header ? "#include <cmath>\n" : "\n";
    for (std::size_t i = 0; i < programs.size(); ++i)
      text += programs[i].text(known[i]);
    return {"ablated.cpp", text, {"-ffp-contract=off"}};
  }

  void judge(const Known &known, bool header) {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < programs.size(); ++i)
      numbers[programs[i].program.name] = i;
    tally.programs += programsASource;
    const test::Checker::Seen seen = checker.translate(textOf(known, header), [&](order::Procedure &&procedure) {
      const auto found = numbers.find(procedure.name.substr(procedure.name.rfind(':') + 1));
      if (found != numbers.end())
        Ablation(programs[found->second], known[found->second], truths[found->second], tally).judge(procedure);
    });
    tally.crashes += !seen.crash.empty();
  }

  /// Findings of the ablated program against those of the whole.
  void hold(const std::multimap<Place, const findings::Finding *> &whole, const Known &known, bool header) {
    const test::Checked ablated = checker.check(textOf(known, header));
    if (!ablated.crash.empty()) {
      ++tally.crashes;
      return;
    }
    const auto found = byPlace(ablated);
    unsigned line = 2;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const unsigned begin = line, first = line + 1 + static_cast<unsigned>(programs[i].entities.size());
      line = first + static_cast<unsigned>(llvm::count(programs[i].program.code, '\n'));
      for (const auto &[place, finding] : found)
        if (place.second >= begin && place.second < line)
          holdFound(*finding, whole.contains(place), programs[i].isIntegral(place.second - begin), i, known[i]);
      for (const auto &[place, finding] : whole)
        if (place.second >= first && place.second < line && programs[i].untouched.contains(place.second - first))
          holdKept(*finding, found, i, known[i]);
    }
  }

  void holdFound(const findings::Finding &finding, bool inWhole, bool integral, std::size_t index, const std::vector<test::Known> &known) {
    ++tally.findings;
    if (inWhole || !test::assumedOf(finding).empty())
      return;
    ++tally.foreign;
    tally.integral += integral;
    tally.show((integral ? "of integers: " : "not in the whole: ") + finding.rule,
               shownText(programs[index], known, "line " + std::to_string(finding.where.line) + ": " + finding.expression));
  }

  void holdKept(const findings::Finding &finding, const std::multimap<Place, const findings::Finding *> &found, std::size_t index,
                const std::vector<test::Known> &known) {
    ++tally.untouched;
    const auto same = found.find(Place(finding.rule, finding.where.line));
    if (same == found.end()) {
      tally.show("not kept: " + finding.rule,
                 shownText(programs[index], known, "line " + std::to_string(finding.where.line) + ": " + finding.expression));
      return;
    }
    ++tally.kept;
    tally.lower += same->second->severity != finding.severity || !test::assumedOf(*same->second).empty();
  }

  test::Checker &checker;
  Tally &tally;
  test::EntityWriter writer;
  std::vector<test::EntityProgram> programs;
  std::vector<std::vector<double>> truths;
};

} // namespace

TEST_CASE("ablation: what is known of a program without its helpers, types and macros is so in the whole program") {
  const unsigned sources = order::propertyCases(120, 1);
  test::Checker checker;
  Tally tally;
  for (unsigned i = 0; i < sources; ++i)
    Source(50'240'000 + test::firstSource() + i, checker, tally).ablate();
  MESSAGE((sources * programsASource * ablationsOfEach) << " of 30000 ablated programs (FPORDER_FULL=1 runs all)\n" << tally.text());
  CHECK(tally.wrong == 0);
  CHECK(tally.crashes == 0);
  CHECK(tally.integral == 0);
  CHECK(100 * tally.kept >= 99 * tally.untouched);
}
