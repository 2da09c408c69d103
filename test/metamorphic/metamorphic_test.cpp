// Programs that mean the same get the same findings: random programs and the labelled suite, rewritten in several ways.
#include "test/ablation/entity_program.h"
#include "test/metamorphic/comparison.h"
#include "test/unit/analyzer/executed/execution.h"
#include "test/unit/analyzer/executed/loop_writer.h"
#include "test/unit/analyzer/frontend/random_programs.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace fporder;
using test::SourceText;

namespace {

constexpr unsigned functionsASource = 50;

SourceText loops(unsigned seed) {
  test::LoopWriter writer(30'240'000 + seed);
  std::vector<test::LoopProgram> programs;
  const std::size_t classes = test::loopClasses().size();
  for (unsigned i = 0; i < functionsASource; ++i)
    programs.push_back(writer.program((seed * functionsASource + i) % classes, "f" + std::to_string(i)));
  return {"loops.cpp", test::sourceOf(programs), {"-ffp-contract=off"}};
}

SourceText objects(unsigned seed) {
  test::RandomProgram writer(70'240'000 + seed);
  std::string text = test::randomProgramsPrelude;
  for (unsigned i = 0; i < functionsASource; ++i) {
    const std::string name = "f" + std::to_string(i);
    text += i % 3 == 0 ? writer.walkFunction(name) : i % 3 == 1 ? writer.nestFunction(name) : writer.function(name);
  }
  return {"objects.cpp", text};
}

SourceText entities(unsigned seed) {
  test::EntityWriter writer(90'240'000 + seed);
  std::string text = "#include <cmath>\n";
  for (unsigned i = 0; i < functionsASource; ++i)
    text += writer.program("f" + std::to_string(i)).whole();
  return {"entities.cpp", text};
}

std::vector<SourceText> labelled() {
  std::vector<SourceText> sources;
  for (const char *set : {"positive", "control", "heldout"})
    for (const auto &entry : std::filesystem::directory_iterator(std::string(FPORDER_SOURCE_DIR "/test/labelled/") + set)) {
      const std::string suffix = entry.path().extension();
      if (suffix != ".c" && suffix != ".cpp" && suffix != ".cu" && suffix != ".cl")
        continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      SourceText source{entry.path().filename(), text.str(), {}, entry.path().parent_path()};
      std::istringstream first(source.text.substr(0, source.text.find('\n')));
      std::string word;
      if (first >> word >> word && source.text.starts_with("// flags:"))
        for (; first; first >> word)
          source.flags.push_back(word);
      sources.push_back(source);
    }
  std::ranges::sort(sources, {}, &SourceText::name);
  return sources;
}

void compareAll(SourceText (*write)(unsigned), unsigned seed) {
  const unsigned sources = order::propertyCases(134, 1);
  test::Comparison comparison(seed);
  for (unsigned i = 0; i < sources; ++i)
    comparison.compare(write(test::firstSource() + i));
  MESSAGE((sources * functionsASource) << " of 6700 functions (FPORDER_FULL=1 runs all)\n" << comparison.table());
  CHECK(comparison.differences() == 0);
  CHECK(comparison.invalid() == 0);
}

} // namespace

TEST_CASE("metamorphic: random loops that mean the same get the same findings") { compareAll(loops, 1); }
TEST_CASE("metamorphic: random objects that mean the same get the same findings") { compareAll(objects, 2); }
TEST_CASE("metamorphic: random entities that mean the same get the same findings") { compareAll(entities, 3); }

TEST_CASE("metamorphic: labelled functions that mean the same get the same findings") {
  const std::vector<SourceText> all = labelled();
  const unsigned every = order::propertyCases(1, 8);
  test::Comparison comparison(4);
  unsigned count = 0;
  for (std::size_t i = 0; i < all.size(); i += every, ++count)
    comparison.compare(all[i]);
  MESSAGE(count << " of " << all.size() << " sources (FPORDER_FULL=1 runs all)\n" << comparison.table());
  CHECK(comparison.differences() == 0);
  CHECK(comparison.invalid() == 0);
}
