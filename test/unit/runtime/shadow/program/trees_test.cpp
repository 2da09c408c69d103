#include "runtime/shadow/program/trees.h"

#include "runtime/order/fpcore.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

using namespace fporder;
using namespace fporder::program;

namespace {

SiteDescription site(const char *operation, Action action, std::vector<Origin> origins, SiteFormat format = SiteFormat::Binary32) {
  SiteDescription description{"file.cpp", operation, 1, 1, action, format, static_cast<std::uint8_t>(origins.size()), 0, {-1, -1, -1}, 0, 0};
  for (std::size_t operand = 0; operand < origins.size(); ++operand)
    description.origin[operand] = origins[operand];
  return description;
}

struct Chunk {
  std::vector<SiteDescription> sites;
  std::vector<Entry> entries = std::vector<Entry>(sites.size());
  std::vector<shadowing::SiteId> ids = [this] {
    std::vector<shadowing::SiteId> numbers;
    for (std::size_t index = 0; index < sites.size(); ++index)
      numbers.push_back(static_cast<shadowing::SiteId>(100 + index));
    return numbers;
  }();
  std::vector<ChunkTree> trees() const { return treesOf(sites, ids, entries.data()); }
};

/// What the checker reads.
std::string infix(const ChunkTree &tree) {
  order::Graph graph;
  const order::Parsed<order::NodeId> parsed = order::parseFpcore(tree.tree.fpcore, graph);
  if (const auto *error = std::get_if<order::SyntaxError>(&parsed))
    return error->message + " in " + tree.tree.fpcore;
  return order::printInfix(graph, std::get<order::NodeId>(parsed), {.showExactCasts = true});
}

} // namespace

TEST_CASE("trees: an expression is what the operations of a chunk make of values from outside, equal ones under one name") {
  // x / (sqrt(x) + y)
  const Chunk chunk{{site("sqrt", Action::Function, {-1}), site("+", Action::Add, {0, -2}), site("/", Action::Divide, {-1, 1})}};
  const std::vector<ChunkTree> trees = chunk.trees();
  REQUIRE(trees.size() == 1);
  CHECK(infix(trees[0]) == "a / (sqrt(a) + b)");
  CHECK(trees[0].tree.root == 102);
  CHECK(trees[0].tree.operations == std::vector<std::uint32_t>{100, 101, 102});
  CHECK(trees[0].root == 2);
}

TEST_CASE("trees: leaves have the values of the first operand that is the leaf, with its sign") {
  // (-x) * y - x
  Chunk chunk{{site("*", Action::Multiply, {-1, -2}), site("-", Action::Subtract, {0, -1})}};
  chunk.sites[0].negated = 1;
  chunk.entries[0].value[0] = -3;
  chunk.entries[0].value[1] = 5;
  chunk.entries[1].value[1] = 3;
  const std::vector<ChunkTree> trees = chunk.trees();
  REQUIRE(trees.size() == 1);
  CHECK(infix(trees[0]) == "-a * b - a");
  CHECK(leavesOf(trees[0], chunk.entries.data()) == std::vector<double>{3, 5});
}

TEST_CASE("trees: constants are numbers, exactly, and one that is not finite is a leaf") {
  Chunk chunk{{site("*", Action::Multiply, {-1, -2}), site("+", Action::Add, {0, -3})}};
  chunk.sites[0].constants = 2;
  chunk.sites[1].constants = 2;
  chunk.entries[0].value[1] = -0.1;
  chunk.entries[1].value[1] = INFINITY;
  const std::vector<ChunkTree> trees = chunk.trees();
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].tree.fpcore.find("-0x1.999999999999ap-4") != std::string::npos);
  CHECK(trees[0].leaves.size() == 2);
  CHECK(infix(trees[0]).ends_with(" + b"));
}

TEST_CASE("trees: a value that is taken twice is written once, so that a chunk of squares has a short text") {
  std::vector<SiteDescription> squares{site("*", Action::Multiply, {-1, -1})};
  for (Origin index = 0; index < 15; ++index)
    squares.push_back(site("*", Action::Multiply, {index, index}));
  const std::vector<ChunkTree> trees = Chunk{squares}.trees();
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].tree.fpcore.size() < 2000);
  order::Graph graph;
  REQUIRE(std::holds_alternative<order::NodeId>(order::parseFpcore(trees[0].tree.fpcore, graph)));
  CHECK(graph.size() == 17);
}

TEST_CASE("trees: formats are those of the operations, and of a leaf the narrowest of its uses") {
  // float(double(x) * y) + x: the product in binary64
  const Chunk chunk{
      {site("*", Action::Multiply, {-1, -2}, SiteFormat::Binary64), site("conversion", Action::Conversion, {0}), site("+", Action::Add, {1, -1})}};
  const std::vector<ChunkTree> trees = chunk.trees();
  REQUIRE(trees.size() == 1);
  CHECK(infix(trees[0]) == "cast<binary32>(cast<binary64>(a) * b) + a");
  CHECK(trees[0].tree.fpcore.starts_with("(FPCore ((! :precision binary32 a) (! :precision binary64 b)) "));
}

TEST_CASE("trees: single operations, decisions and outputs are none, and what two expressions take stands in both") {
  CHECK(Chunk{{site("*", Action::Multiply, {-1, -2})}}.trees().empty());
  CHECK(Chunk{{site("<", Action::Compare, {-1, -2}), site("printf", Action::Output, {-1})}}.trees().empty());
  const std::vector<ChunkTree> trees =
      Chunk{{site("*", Action::Multiply, {-1, -2}), site("+", Action::Add, {0, -1}), site("-", Action::Subtract, {0, -2})}}.trees();
  REQUIRE(trees.size() == 2);
  CHECK(infix(trees[0]) == "a * b + a");
  CHECK(infix(trees[1]) == "a * b - b");
}

TEST_CASE("trees: each function that has shadows is a word of FPCore") {
  const std::pair<const char *, unsigned> functions[] = {
#define FPORDER_FUNCTION(NAME, OPERANDS) {#NAME, OPERANDS},
#include "runtime/shadow/program/functions.def"
#undef FPORDER_FUNCTION
  };
  for (const auto &[name, operands] : functions) {
    CAPTURE(name);
    const std::vector<Origin> origins = operands == 1 ? std::vector<Origin>{-1} : std::vector<Origin>{-1, -2};
    const std::vector<ChunkTree> trees = Chunk{{site(name, Action::Function, origins), site("+", Action::Add, {0, -1})}}.trees();
    REQUIRE(trees.size() == 1);
    order::Graph graph;
    CHECK(std::holds_alternative<order::NodeId>(order::parseFpcore(trees[0].tree.fpcore, graph)));
  }
}

TEST_CASE("trees: a sample holds the same operands whatever the order in which they came, and those of the largest errors") {
  shadowing::TreeSample forwards, backwards, halves[2];
  for (int number = 0; number < 1000; ++number) {
    const int other = 999 - number;
    forwards.offer({double(number), 1}, number, true);
    backwards.offer({double(other), 1}, other, true);
    halves[number % 2].offer({double(number), 1}, number, true);
  }
  halves[0].add(halves[1]);
  CHECK(forwards.count() == 1000);
  CHECK(forwards.tuples() == backwards.tuples());
  CHECK(forwards.tuples() == halves[0].tuples());
  CHECK(forwards.tuples().size() == shadowing::TreeSample::capacity);
  REQUIRE(forwards.furthest().size() == shadowing::TreeSample::worstCapacity);
  CHECK(forwards.furthest() == backwards.furthest());
  CHECK(forwards.furthest() == halves[0].furthest());
  CHECK(forwards.furthest()[7] == std::pair<double, std::vector<double>>(992, {992, 1}));
  const auto tuples = forwards.tuples();
  forwards.offer({5000, 1}, std::numeric_limits<double>::quiet_NaN(), false);
  forwards.offer({6000, 1}, 6000, false);
  CHECK(forwards.tuples() == tuples);
  CHECK(forwards.furthest()[0].second == std::vector<double>{6000, 1});
}
