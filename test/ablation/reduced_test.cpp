// Programs of the differential tests without some of what they use: what is known of their values is so in the whole programs.
#include "test/ablation/removal.h"
#include "test/ablation/tally.h"
#include "test/metamorphic/checked.h"
#include "test/unit/analyzer/executed/claims.h"
#include "test/unit/analyzer/executed/execution.h"
#include "test/unit/analyzer/executed/loop_writer.h"
#include "test/unit/analyzer/frontend/random_programs.h"
#include "test/unit/runtime/order/random_expressions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <map>

using namespace fporder;
using namespace test;

namespace {

/// Functions of the generators that the differential tests use.
std::vector<test::LoopProgram> loops(unsigned seed) {
  test::LoopWriter writer(60'240'000 + seed);
  std::vector<test::LoopProgram> programs;
  for (unsigned i = 0; i < programsASource; ++i)
    programs.push_back(writer.program((seed * programsASource + i) % test::loopClasses().size(), "f" + std::to_string(i)));
  return programs;
}

std::vector<test::LoopProgram> objects(unsigned seed) {
  using format::Format;
  test::RandomProgram writer(80'240'000 + seed);
  std::vector<test::LoopProgram> programs;
  for (unsigned i = 0; i < programsASource; ++i) {
    test::LoopProgram program;
    program.loopClass = "objects";
    program.name = "f" + std::to_string(i);
    program.format = Format::Binary64;
    program.returns = true;
    program.before = i == 0 ? test::randomProgramsPrelude : "";
    program.code = i % 3 == 0 ? writer.walkFunction(program.name) : i % 3 == 1 ? writer.nestFunction(program.name) : writer.function(program.name);
    const auto parameter = [&](const char *type, const char *name, Format format, double value) {
      program.parameters.push_back({type, name, {}, {{"", format, {value}}}, false, true});
    };
    parameter("double", "x", Format::Binary64, 0.5 + i);
    parameter("double", "y", Format::Binary64, 1.25);
    parameter("double", "z", Format::Binary64, -2.0 - i);
    parameter("int", "n", Format::Integer, i % 3);
    parameter("bool", "c", Format::Integer, i % 2);
    programs.push_back(program);
  }
  return programs;
}

using Outcomes = std::map<std::string, test::Outcome>; // by function; those without a value left out

Outcomes executed(const std::vector<test::LoopProgram> &programs) {
  const test::Execution execution(programs);
  Outcomes outcomes;
  for (const test::LoopProgram &program : programs)
    outcomes[program.name] = execution.run(program);
  return outcomes;
}

/// By Clang's constant evaluator, which knows what has no value: reads beyond arrays.
Outcomes evaluated(const std::vector<test::LoopProgram> &programs, test::Checker &checker) {
  test::SourceText source{"values.cpp", test::sourceOf(programs), test::arithmeticFlags()};
  for (const test::LoopProgram &program : programs) {
    std::string arguments;
    for (const test::LoopParameter &parameter : program.parameters)
      arguments += (arguments.empty() ? "" : ", ") + std::to_string(parameter.members.front().values.front());
    source.text += "constexpr double value_" + program.name + " = " + program.name + "(" + arguments + ");\n";
  }
  Outcomes outcomes;
  checker.parse(source, [&](clang::ASTContext &context) {
    for (const clang::Decl *declaration : context.getTranslationUnitDecl()->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable && variable->getName().starts_with("value_"))
        if (const clang::APValue *value = variable->evaluateValue(); value && value->isFloat())
          outcomes[variable->getName().substr(6).str()].returned = value->getFloat().convertToDouble();
  });
  return outcomes;
}

/// The programs without some of what they use, against their runs whole.
class Reduced {
public:
  Reduced(const std::vector<test::LoopProgram> &of, Outcomes what, unsigned seed, test::Checker &with, Tally &into)
      : programs(of), outcomes(std::move(what)), checker(with), tally(into), random(seed) {
    for (std::size_t i = 0; i < programs.size(); ++i)
      numbers[programs[i].name] = i;
  }

  void ablate() {
    std::vector<std::string> flags = test::arithmeticFlags();
    const test::SourceText whole{"reduced.cpp", test::sourceOf(programs), flags};
    judge(whole);
    std::vector<test::SourceText> all(ablationsOfEach, whole);
    checker.parse(whole, [&](clang::ASTContext &context) {
      const test::MainText text(context);
      for (test::SourceText &less : all)
        less.text = test::withLess(text, random, [&](llvm::StringRef name) { return numbers.contains(name.str()); }).text;
    });
    for (const test::SourceText &less : all)
      judge(less);
  }

private:
  void judge(const test::SourceText &source) {
    tally.programs += programsASource;
    const test::Checker::Seen seen = checker.translate(source, [&](order::Procedure &&procedure) {
      const auto found = numbers.find(procedure.name);
      if (found != numbers.end() && outcomes.contains(procedure.name))
        judge(procedure, found->second, source.text);
    });
    if (seen.crash.empty())
      return;
    ++tally.crashes;
    keepText(source.text, "crash");
  }

  void judge(const order::Procedure &procedure, std::size_t number, const std::string &text) {
    const std::vector<test::Judged> judged = test::judge(test::claimsOf(procedure, programs[number]), outcomes.at(procedure.name));
    std::size_t next = 0;
    for (const order::Effect &effect : procedure.effects)
      if (isClaimed(procedure, effect))
        count(judged[next++], restsOnAssumption(procedure, effect.node), number, text);
  }

  void count(const test::Judged &judged, bool assumed, std::size_t number, const std::string &text) {
    ++tally.values;
    // Of a return that does not run no value is claimed; the one that runs may be lost.
    const bool known = judged.verdict != test::Verdict::Withheld && judged.claim.drawn.empty() && !judged.claim.values.empty();
    ++(assumed ? tally.assumed : known ? tally.known : tally.unknown);
    if (assumed || !known || judged.verdict != test::Verdict::Differs)
      return;
    ++tally.wrong;
    const std::size_t at = text.find(" " + programs[number].name + "("), end = text.find("\n}\n", at);
    tally.show("known: " + programs[number].loopClass,
               judged.why + "\n" + programs[number].before + text.substr(at, end - at) + "\n}\n  " + judged.claim.graph + "\n");
    keepText(text, "reduced" + std::to_string(tally.wrong));
  }

  static void keepText(const std::string &text, const std::string &name) {
    if (const char *folder = std::getenv("FPORDER_KEEP"))
      std::ofstream(std::string(folder) + "/" + name + ".cpp") << text;
  }

  const std::vector<test::LoopProgram> programs;
  const Outcomes outcomes;
  test::Checker &checker;
  Tally &tally;
  test::Random random;
  std::map<std::string, std::size_t> numbers;
};

} // namespace

TEST_CASE("ablation: what is known of loops and objects without what they use is so in the whole program") {
  const unsigned sources = order::propertyCases(80, 2);
  test::Checker checker;
  Tally tally;
  for (unsigned i = test::firstSource(); i < test::firstSource() + sources; ++i) {
    const std::vector<test::LoopProgram> programs = i % 2 ? objects(i) : loops(i);
    Reduced(programs, i % 2 ? evaluated(programs, checker) : executed(programs), 90'240'000 + i, checker, tally).ablate();
  }
  MESSAGE((sources * programsASource * ablationsOfEach) << " of 20000 ablated programs (FPORDER_FULL=1 runs all)\n" << tally.text());
  CHECK(tally.wrong == 0);
  CHECK(tally.crashes == 0);
}
