// The order that is measured is the order that is written: random functions of many classes of loops are compiled without optimisation, run on random
// arrays, and every value that they return or store and that the tool would print a figure for has the program's bits.
#include "test/unit/analyzer/executed/claims.h"
#include "test/unit/analyzer/executed/loop_writer.h"
#include "test/unit/analyzer/frontend/translated.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <regex>

using namespace fporder;

namespace {

constexpr unsigned functionsASource = 200, shownOfAClass = 2;

struct Tally {
  unsigned functions = 0, shown = 0;
  std::array<unsigned, 4> values{}; // by verdict
  std::map<std::string, unsigned> reasons;
  unsigned of(test::Verdict verdict) const { return values[static_cast<std::size_t>(verdict)]; }
  unsigned claimed() const { return of(test::Verdict::Agrees) + of(test::Verdict::Differs); }
  unsigned asked() const { return claimed() + of(test::Verdict::Withheld); }
};

std::string argumentsOf(const test::LoopProgram &program) {
  std::string text;
  for (const test::LoopParameter &parameter : program.parameters)
    for (const test::Member &member : parameter.members) {
      text += "  " + parameter.name + (member.name.empty() ? "" : "." + member.name) + " =";
      for (const double value : member.values) {
        char number[32];
        std::snprintf(number, sizeof number, " %a", value);
        text += number;
      }
      text += "\n";
    }
  return text;
}

void show(const test::LoopProgram &program, const test::Judged &judged) {
  const bool returned = judged.claim.kind == order::Effect::Kind::Return;
  MESSAGE("class '" << program.loopClass << "': " << (returned ? "what is returned" : judged.claim.target) << " differs\n"
                    << program.before << program.code << "  " << (returned ? "return " : judged.claim.target + " = ") << judged.claim.graph << "\n  "
                    << judged.why << "\n"
                    << argumentsOf(program));
}

using Tallies = std::map<std::string, Tally>;

void compare(const std::vector<test::LoopProgram> &programs, Tallies &tallies) {
  std::vector<std::string> flags = test::arithmeticFlags();
  flags.insert(flags.begin(), "-std=c++20");
  const test::Translated translated(test::sourceOf(programs), flags);
  const test::Execution execution(programs);
  for (const test::LoopProgram &program : programs) {
    Tally &tally = tallies[program.loopClass];
    ++tally.functions;
    for (const test::Judged &judged : test::judge(test::claimsOf(translated.procedure(program.name), program), execution.run(program))) {
      ++tally.values[static_cast<std::size_t>(judged.verdict)];
      if (judged.verdict == test::Verdict::Withheld)
        ++tally.reasons[std::regex_replace(judged.why, std::regex("-?[0-9]+"), "N")];
      if (judged.verdict == test::Verdict::Differs && tally.shown++ < shownOfAClass)
        show(program, judged);
    }
  }
}

std::string row(const std::string &name, const Tally &tally) {
  char text[160];
  std::snprintf(text, sizeof text, "%-22s %9u %9u %9u %9u %11u %6.1f %%\n", name.c_str(), tally.functions, tally.claimed(),
                tally.of(test::Verdict::Agrees), tally.of(test::Verdict::Differs), tally.of(test::Verdict::Withheld),
                tally.asked() ? 100.0 * tally.claimed() / tally.asked() : 0.0);
  return text;
}

Tally total(const Tallies &tallies) {
  Tally all;
  for (const auto &[name, tally] : tallies) {
    all.functions += tally.functions;
    for (std::size_t verdict = 0; verdict < all.values.size(); ++verdict)
      all.values[verdict] += tally.values[verdict];
    for (const auto &[why, count] : tally.reasons)
      all.reasons[why] += count;
  }
  return all;
}

std::string table(const Tallies &tallies) {
  std::string text = "class                  functions   claimed     agree different not claimed    share\n";
  for (const auto &[name, tally] : tallies)
    text += row(name, tally);
  return text + row("all", total(tallies));
}

/// The commonest reasons why there is no claim.
std::string reasons(const Tally &all) {
  std::vector<std::pair<unsigned, std::string>> sorted;
  for (const auto &[why, count] : all.reasons)
    sorted.emplace_back(count, why);
  std::ranges::sort(sorted, std::greater());
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(sorted.size(), 25); ++i)
    text += std::to_string(sorted[i].first) + " not claimed: " + sorted[i].second + "\n";
  return text;
}

} // namespace

TEST_CASE("what the graph says loops return and store is what they do when run") {
  const unsigned sources = order::propertyCases(500, 3);
  const std::size_t classes = test::loopClasses().size();
  Tallies tallies;
  for (unsigned source = 0; source < sources; ++source) {
    test::LoopWriter writer(20'240'000 + source);
    std::vector<test::LoopProgram> programs;
    for (unsigned i = 0; i < functionsASource; ++i)
      programs.push_back(writer.program((source * functionsASource + i) % classes, "f" + std::to_string(i)));
    compare(programs, tallies);
  }
  const Tally all = total(tallies);
  MESSAGE((sources * functionsASource) << " of 100000 functions (FPORDER_FULL=1 runs all)\n" << table(tallies) << reasons(all));
  CHECK(all.of(test::Verdict::Differs) == 0);
  CHECK(100 * all.claimed() >= 85 * all.asked());
  for (const auto &[name, tally] : tallies) {
    CAPTURE(name);
    CHECK((tally.asked() < 200 || 100 * tally.claimed() >= 70 * tally.asked())); // of fewer values the share is chance
  }
}
