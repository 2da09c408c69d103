// What the graph says a function returns is what it returns: random functions, translated, and the graph evaluated at points where Clang's constant
// evaluator says what the function yields.
#include "runtime/order/infix.h"
#include "test/unit/analyzer/frontend/random_programs.h"
#include "test/unit/analyzer/frontend/translated.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <cmath>
#include <regex>
#include <unordered_map>

using namespace fporder;
using order::NodeId;
using order::Op;

namespace {

struct Point {
  double x, y, z;
  int n;
  bool c;
};

constexpr Point points[] = {{0.5, 1.25, -2.0, 0, true}, {3.0, -0.75, 1.5, 1, false}, {-1.5, 0.125, 0.25, 2, true}, {0.0, 2.0, 0.5, 2, false}};

std::string arguments(const Point &point) {
  return std::to_string(point.x) + ", " + std::to_string(point.y) + ", " + std::to_string(point.z) + ", " + std::to_string(point.n) + ", " +
         (point.c ? "true" : "false");
}

/// Evaluates graphs in binary64; nothing for what depends on a value the front end does not know.
class Interpreter {
public:
  Interpreter(const order::Procedure &procedure, const Point &point) : graph(procedure.graph), notHeld(procedure.notHeld), point(point) {}

  std::optional<double> value(NodeId node) {
    const order::Node stored = graph[node];
    if (notHeld.contains(graph.value(node).index))
      return std::nullopt;
    if (stored.op == Op::Reduce)
      return reduction(node);
    if (stored.op == Op::LoopIndex) {
      const auto known = indices.find(stored.version);
      return known == indices.end() ? std::nullopt : std::optional(known->second);
    }
    if (stored.op == Op::Constant)
      return graph.number(node).approximate();
    if (stored.op == Op::Input)
      return parameter(graph.symbol(node));
    if (stored.op == Op::Select) {
      const auto condition = value(graph.operand(node, 0));
      return condition ? value(graph.operand(node, *condition != 0 ? 1 : 2)) : std::nullopt;
    }
    std::vector<double> operands;
    for (const NodeId operand : graph.operands(node)) {
      const auto known = value(operand);
      if (!known)
        return std::nullopt;
      operands.push_back(*known);
    }
    return operation(node, stored, operands);
  }

private:
  std::optional<double> parameter(std::string_view name) const {
    return name == "x"   ? std::optional(point.x)
           : name == "y" ? std::optional(point.y)
           : name == "z" ? std::optional(point.z)
           : name == "n" ? std::optional<double>(point.n)
           : name == "c" ? std::optional<double>(point.c)
                         : std::nullopt;
  }

  std::optional<double> operation(NodeId node, const order::Node &stored, const std::vector<double> &of) const {
    switch (stored.op) {
    case Op::Add:
      return of[0] + of[1];
    case Op::Sub:
      return of[0] - of[1];
    case Op::Mul:
      return of[0] * of[1];
    case Op::Neg:
      return -of[0];
    case Op::Fma:
      return std::fma(of[0], of[1], of[2]);
    case Op::Abs:
      return std::abs(of[0]);
    case Op::Min:
      return std::min(of[0], of[1]);
    case Op::Max:
      return std::max(of[0], of[1]);
    case Op::Div: {
      const bool whole = stored.type.format == format::Format::Integer;
      return whole && of[1] == 0 ? std::nullopt : std::optional(whole ? std::trunc(of[0] / of[1]) : of[0] / of[1]);
    }
    case Op::Cast:
      return of[0];
    case Op::And:
      return of[0] != 0 && of[1] != 0;
    case Op::Or:
      return of[0] != 0 || of[1] != 0;
    case Op::Not:
      return of[0] == 0;
    case Op::Compare:
      return compared(graph.symbol(node), of[0], of[1]);
    default:
      return std::nullopt;
    }
  }

  static std::optional<double> compared(std::string_view symbol, double left, double right) {
    return symbol == "<"    ? std::optional<double>(left < right)
           : symbol == "<=" ? std::optional<double>(left <= right)
           : symbol == ">"  ? std::optional<double>(left > right)
           : symbol == ">=" ? std::optional<double>(left >= right)
           : symbol == "==" ? std::optional<double>(left == right)
           : symbol == "!=" ? std::optional<double>(left != right)
                            : std::nullopt;
  }

  std::optional<double> reduction(NodeId node) {
    const NodeId initial = graph.operand(node, order::initialOperand);
    const auto before = value(initial);
    return before && runs(node, *before) ? std::optional(accumulator) : std::nullopt;
  }

  /// Runs the loop of a reduction from `before` on, which is left in `accumulator`; false where something is not known.
  bool runs(NodeId node, double before) {
    const order::Reduction &how = graph.reduction(node);
    if (how.schedule != order::Schedule::Sequential || (how.kind != order::ReductionKind::Sum && how.kind != order::ReductionKind::Product))
      return false;
    const order::ReduceOperands operands = order::reduceOperands(graph, node);
    const auto trips = operands.trips ? value(operands.trips) : std::nullopt;
    const auto first = operands.first ? value(operands.first) : std::optional(0.0), step = operands.step ? value(operands.step) : std::optional(1.0);
    if (!trips || !first || !step)
      return false;
    const auto outer = indices.find(how.loop) == indices.end() ? std::nullopt : std::optional(indices[how.loop]);
    accumulator = before;
    bool known = true;
    for (int i = 0; known && i < *trips; ++i) {
      indices[how.loop] = *first + *step * i;
      for (const NodeId term : order::termsOf(graph, node))
        known = known && join(how, term);
    }
    indices.erase(how.loop);
    if (outer)
      indices[how.loop] = *outer;
    return known;
  }

  bool join(const order::Reduction &how, NodeId term) {
    if (order::continuesSum(graph, term))
      return runs(term, accumulator);
    const double before = accumulator; // an operand may be a reduction of its own
    const bool negative = how.fused && graph[term].op == Op::Neg;
    const NodeId product = negative ? graph.operand(term, 0) : term;
    if (how.fused) {
      const auto a = value(graph.operand(product, 0)), b = value(graph.operand(product, 1));
      accumulator = a && b ? std::fma(negative ? -*a : *a, *b, before) : 0;
      return a && b;
    }
    const auto joined = value(term);
    accumulator = joined ? (how.kind == order::ReductionKind::Sum ? before + *joined : before * *joined) : 0;
    return joined.has_value();
  }

  const order::Graph &graph;
  const std::unordered_map<std::uint32_t, std::string> &notHeld;
  const Point &point;
  double accumulator = 0;
  std::map<std::uint32_t, double> indices;
};

struct Tally {
  unsigned agree = 0, unknown = 0, invalid = 0, wrong = 0;
};

/// Functions f0, f1, ... of `code`, whose values at points[k] the variables r0_k, r1_k, ... hold.
void compare(const std::string &code, unsigned functions, Tally &tally) {
  test::Snippet snippet(code, {"-std=c++20", "-ffp-contract=off", "-ferror-limit=0"});
  test::Procedures procedures;
  frontend::translate(snippet.context(), {}, [&](order::Procedure &&procedure) { procedures.take(std::move(procedure)); });
  std::map<std::string, const clang::VarDecl *> results;
  for (const clang::Decl *declaration : snippet.context().getTranslationUnitDecl()->decls())
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      results[variable->getNameAsString()] = variable;
  for (unsigned i = 0; i < functions; ++i) {
    const order::Procedure &procedure = procedures.procedure("f" + std::to_string(i));
    NodeId returned;
    for (const order::Effect &effect : procedure.effects)
      if (effect.kind == order::Effect::Kind::Return)
        returned = effect.node;
    for (std::size_t k = 0; k < std::size(points); ++k) {
      const clang::APValue *truth = results.at("r" + std::to_string(i) + "_" + std::to_string(k))->evaluateValue();
      if (!truth || !truth->isFloat()) {
        ++tally.invalid; // reads beyond an array, say
        continue;
      }
      const auto said = returned ? Interpreter(procedure, points[k]).value(returned) : std::nullopt;
      const double right = truth->getFloat().convertToDouble();
      ++(!said ? tally.unknown : *said == right ? tally.agree : tally.wrong);
      if (said && *said != right)
        MESSAGE(
            "f" << i << "(" << arguments(points[k]) << ") is " << right << ", the graph says " << *said << ":\n"
                << code.substr(code.find("constexpr double f" + std::to_string(i) + "("),
                               code.find("constexpr double r" + std::to_string(i) + "_0") - code.find("constexpr double f" + std::to_string(i) + "("))
                << order::printInfix(procedure.graph, returned));
    }
  }
}

using Writer = std::string (test::RandomProgram::*)(const std::string &name);

/// Units of random functions, written by `write`, against Clang; what the graph knows is right, and it knows something.
void compareAll(Writer write, unsigned seed) {
  const unsigned units = order::propertyCases(100, 4), functions = 100;
  Tally tally;
  for (unsigned unit = 0; unit < units; ++unit) {
    test::RandomProgram programs(seed + unit);
    std::string code = test::randomProgramsPrelude;
    for (unsigned i = 0; i < functions; ++i) {
      const std::string name = "f" + std::to_string(i);
      code += (programs.*write)(name);
      for (std::size_t k = 0; k < std::size(points); ++k)
        code += "constexpr double r" + std::to_string(i) + "_" + std::to_string(k) + " = " + name + "(" + arguments(points[k]) + ");\n";
    }
    compare(code, functions, tally);
  }
  MESSAGE(units << " of 100 units (FPORDER_FULL=1 runs all): " << tally.agree << " values agree, " << tally.unknown << " are not known to the graph, "
                << tally.invalid << " are no values");
  CHECK(tally.wrong == 0);
  CHECK(tally.agree > units * functions / 2);
}

} // namespace

TEST_CASE("what the graph says a function returns is what it returns") { compareAll(&test::RandomProgram::function, 2024); }

TEST_CASE("what the graph says loops leave by variables that advance together is what they leave") {
  compareAll(&test::RandomProgram::walkFunction, 6072);
}

TEST_CASE("what the graph says loops leave in arrays is what they leave") { compareAll(&test::RandomProgram::nestFunction, 4048); }
