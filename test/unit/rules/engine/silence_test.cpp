// Silence is a claim about bits. These tests check it against the hardware: an order that is not offered gives the same bits on random inputs, or
// rounds more often; an order that is offered differs somewhere.
#include "runtime/order/infix.h"
#include "runtime/order/roundings.h"
#include "test/unit/rules/engine/build_procedure.h"
#include "test/unit/rules/engine/rule_directory.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

using namespace fporder;
using format::Format;
using order::NodeId;
using order::Op;

namespace {

/// Evaluates a graph of + - * / in the hardware's binary32 or binary64. Graphs here are small and in topological order.
template <class Real> Real evaluate(const order::Graph &graph, NodeId root, const std::map<std::string, Real> &inputs) {
  std::vector<Real> values(root.index + 1, Real(0));
  for (std::uint32_t i = 0; i <= root.index; ++i) {
    order::Node stored = graph[{i}];
    auto operand = [&](unsigned position)->volatile Real & { return values[graph.operand({i}, position).index]; };
    switch (stored.op) {
    case Op::Input:
      values[i] = inputs.contains(std::string(graph.symbol({i}))) ? inputs.at(std::string(graph.symbol({i}))) : Real(0);
      break;
    case Op::Constant:
      values[i] = static_cast<Real>(graph.number({i}).approximate());
      break;
    case Op::Add:
      values[i] = operand(0) + operand(1);
      break;
    case Op::Sub:
      values[i] = operand(0) - operand(1);
      break;
    case Op::Mul:
      values[i] = operand(0) * operand(1);
      break;
    case Op::Div:
      values[i] = operand(0) / operand(1);
      break;
    case Op::Neg:
      values[i] = -operand(0);
      break;
    case Op::Sqrt:
      values[i] = std::sqrt(operand(0));
      break;
    default:
      FAIL("unexpected operation");
    }
  }
  return values[root.index];
}

struct Template {
  std::string match;
  std::vector<std::string> orders;
  std::string names; // one letter each
};

const std::vector<Template> &templates() {
  static const std::vector<Template> all = {
      {"(a * b) / c", {"a * (b / c)", "(a / c) * b"}, "abc"},
      {"a * (b / c)", {"(a * b) / c"}, "abc"},
      {"(a * b) * c", {"a * (b * c)"}, "abc"},
      {"(a / b) / c", {"a / (b * c)"}, "abc"},
      {"a / (b / c)", {"(a * c) / b"}, "abc"},
      {"a * (1 / b)", {"a / b"}, "ab"},
      {"(a + b) + c", {"a + (b + c)"}, "abc"},
      {"a * b + a * c", {"a * (b + c)"}, "abc"},
      {"a * b - a * c", {"a * (b - c)"}, "abc"},
      {"(a * b) / (c * d)", {"(a / c) * (b / d)"}, "abcd"},
  };
  return all;
}

std::string substituted(const std::string &text, const std::string &names, const std::vector<std::string> &values) {
  std::string result;
  for (char c : text)
    if (std::size_t at = names.find(c); at != std::string::npos)
      result += "(" + values[at] + ")";
    else
      result += c;
  return result;
}

struct Parsed {
  order::Graph graph;
  NodeId root;
};

Parsed parsed(const std::string &text, Format format) {
  Parsed result;
  result.root = std::get<NodeId>(order::parseInfix(text, result.graph, {format, order::Shape::Scalar}));
  return result;
}

template <class Real> class SilenceProperty {
public:
  explicit SilenceProperty(Format format) : type(format) {}

  void run(unsigned rounds) {
    for (const Template &form : templates()) {
      test::RuleDirectory directory;
      std::string keys = "match: '" + form.match + "'\norders:\n";
      for (const std::string &order : form.orders)
        keys += "  - {to: '" + order + "', note: '" + order + "'}\n";
      directory.rule("ordering", "own-rule", "FPO900", keys);
      rules::RuleSet set = directory.load();
      for (unsigned i = 0; i < rounds; ++i)
        check(set, form);
    }
    MESSAGE(silent << " silent orders were identical, " << offered << " offered ones differed");
    CHECK(silent > rounds);
    CHECK(offered > rounds);
    CHECK(equal * 100 <= 3 * offered); // x * x - x * -x, and the like
  }

private:
  std::string leaf() {
    static const char *leaves[] = {"x", "y", "z", "w", "-x", "2", "0.5", "-4", "1", "1/8", "3", "0.1", "2 * x", "y / 4", "x + y", "2 * 4"};
    return leaves[engine() % std::size(leaves)];
  }

  Real input() {
    std::uniform_real_distribution<double> significand(1.0, 2.0);
    double value = std::ldexp(significand(engine), static_cast<int>(engine() % 9) - 4);
    return static_cast<Real>(engine() % 2 ? value : -value);
  }

  bool differSomewhere(const order::Graph &left, NodeId leftRoot, const order::Graph &right, NodeId rightRoot) {
    for (unsigned sample = 0; sample < 400; ++sample) {
      std::map<std::string, Real> inputs{{"x", input()}, {"y", input()}, {"z", input()}, {"w", input()}};
      Real a = evaluate<Real>(left, leftRoot, inputs), b = evaluate<Real>(right, rightRoot, inputs);
      if (!(a == b) && !(std::isnan(a) && std::isnan(b)))
        return true;
    }
    return false;
  }

  void check(rules::RuleSet &set, const Template &form) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < form.names.size(); ++i)
      values.push_back(leaf());
    std::string text = substituted(form.match, form.names, values);
    order::Procedure procedure = test::procedureOf(text, type);
    NodeId root = procedure.effects.back().node;
    if (foldsSomething(procedure.graph, root))
      return; // then the expression that runs is another one
    std::vector<rules::Match> matches = set.match(procedure);
    std::erase_if(matches, [&](const rules::Match &match) { return match.root != root; });
    for (const std::string &order : form.orders) {
      const rules::Order *offer = nullptr;
      if (!matches.empty())
        for (const rules::Order &candidate : matches[0].orders)
          if (candidate.note == order)
            offer = &candidate;
      Parsed other = parsed(substituted(order, form.names, values), type);
      if (offer) {
        ++offered;
        equal += !differSomewhere(procedure.graph, root, procedure.graph, offer->node);
      } else if (matches.empty() || matches[0].orders.size() < form.orders.size() + 1) {
        bool worse = order::roundingCount(other.graph, other.root) > order::roundingCount(procedure.graph, root) ||
                     foldsSomething(other.graph, other.root); // x / 3 is no x * (1 / 3), whose constant is rounded
        silent += !worse;
        if (!worse && !sameAsAnother(procedure.graph, matches, other))
          CHECK_MESSAGE(!differSomewhere(procedure.graph, root, other.graph, other.root), text << " does not offer " << order);
      }
    }
  }

  /// An operation that the template spells has constant operands only ("2 * 4" as a leaf is a constant).
  bool foldsSomething(const order::Graph &graph, NodeId root) {
    for (std::uint32_t i = 0; i <= root.index; ++i) {
      if (graph[{i}].operandCount != 2)
        continue;
      NodeId left = graph.operand({i}, 0), right = graph.operand({i}, 1);
      if (!isConstant(graph, left) || !isConstant(graph, right))
        continue;
      std::string leafText = order::printInfix(graph, {i});
      if (leafText != "2 * 4" && leafText != "1 / 8")
        return true;
    }
    return false;
  }

  bool isConstant(const order::Graph &graph, NodeId node) {
    for (NodeId operand : graph.operands(node))
      if (!isConstant(graph, operand))
        return false;
    return graph[node].op != Op::Input;
  }

  /// A silent order may equal another one that is offered instead of it.
  bool sameAsAnother(const order::Graph &graph, const std::vector<rules::Match> &matches, const Parsed &other) {
    if (!matches.empty())
      for (const rules::Order &candidate : matches[0].orders)
        if (!differSomewhere(graph, candidate.node, other.graph, other.root))
          return true;
    return false;
  }

  Format type;
  std::mt19937 engine{7};
  unsigned silent = 0, offered = 0, equal = 0;
};

std::size_t found(const std::string &keys, const std::string &statements, const std::string &family = "ordering") {
  test::RuleDirectory directory;
  directory.rule(family, "own-rule", "FPO900", keys);
  rules::RuleSet set = directory.load();
  order::Procedure procedure = test::procedureOf(statements);
  return set.match(procedure).size();
}

unsigned rounds() { return std::getenv("FPORDER_FULL") ? 3000 : 150; }

} // namespace

TEST_CASE("silence is proven: binary64") { SilenceProperty<double>(Format::Binary64).run(rounds()); }

TEST_CASE("silence is proven: binary32") { SilenceProperty<float>(Format::Binary32).run(rounds()); }

TEST_CASE("powers of two are taken out first") {
  const std::string keys = "match: (a * b) / c\norders: [a * (b / c), (a / c) * b]\n";
  CHECK(found(keys, "x * y / z") == 1);
  CHECK(found(keys, "2 * y / z") == 0);
  CHECK(found(keys, "x * y / 8") == 0);
  CHECK(found(keys, "x * -y / 0.125") == 0);
  CHECK(found(keys, "ldexp(1, n) * y / z") == 0);
  CHECK(found(keys, "(x * (1 / 4)) / z") == 0);
  CHECK(found(keys, "(3 * x) / 3") == 1);
  CHECK(found("match: (a * b) / c\norders: [{to: a * (b / c), same-bits-when: '!rounded(a)'}]\n", "x * y / z") == 0);
  CHECK(found("match: (a * b) / c\norders: [{to: a * (b / c), only-when: constant(a)}]\n", "x * y / z") == 0);
}

TEST_CASE("an order that only rounds more often is no alternative unless it is stable") {
  CHECK(found("match: a * (b + c)\norders: [a * b + a * c]\n", "x * (y + z)") == 0);
  CHECK(found("match: a * (b + c)\norders: [{to: a * b + a * c, stable: true}]\n", "x * (y + z)") == 1);
  CHECK(found("match: a * b + a * c\norders: [a * (b + c)]\n", "x * y + x * z") == 1);
}

TEST_CASE("a difference of inputs within a factor of two does not round") {
  const std::string keys = "match: (a - b) * c\norders: [{to: a * c - b * c, stable: true}]\n";
  CHECK(found(keys, "(x - y) * z") == 1);
  CHECK(found(keys, "(min(max(x, 1), 2) - 1.5) * z") == 0);
  CHECK(found(keys, "(min(max(x, 0.5), 2) - 1.5) * z") == 1); // 1.5 is more than twice 0.5
  CHECK(found(keys, "(max(x, 1) - 1.5) * z") == 1);
  CHECK(found(keys, "(min(max(x, -4), -2) - max(min(y, -2), -3)) * z") == 0);
  CHECK(found(keys, "(min(max(x * y, 1), 2) - 1.5) * z") == 1); // the product's rounding is laid open
}

TEST_CASE("compensated sums are left alone") {
  const std::string sum = "match: (a + b) + c\norders: [a + (b + c)]\n", difference = "match: (a - b) - c\norders: [a - (b + c)]\n";
  CHECK(found(difference, "d = (u - s) - y") == 1);
  CHECK(found(difference, "t = s + y; e = (t - s) - y") == 0);                                  // Kahan
  CHECK(found(sum, "t = s + y; e = (s - t) + y; r = (t + e) + z") == 0);                        // its result too
  CHECK(found(sum, "t = a + b; z = t - a; e = (a - (t - z)) + (b - z); r = (t + e) + 0") == 0); // TwoSum
  CHECK(found(sum, "p = a * b; e = fma(a, b, -p); r = (p + e) + c") == 0);                      // TwoProduct
  CHECK(found(sum, "r = (p + e) + c") == 1);
  CHECK(found(difference, "t = s + y; e = (t - s) - y", "cancellation") == 1); // only orders of sums are the author's choice
}

TEST_CASE("compensated quotients are left alone") {
  const std::string product = "match: (a * b) / c\norders: [a * (b / c)]\n", quotient = "match: (a / b) * c\norders: [(a * c) / b]\n";
  CHECK(found(product, "e = exp(x); r = (e - 1) * x / log(e)") == 0); // Kahan's exp(x) - 1
  CHECK(found(product, "u = 1 + x; r = log(u) * x / (u - 1)") == 0);  // and log(1 + x)
  CHECK(found(quotient, "u = 1 + x; r = log(u) / (u - 1) * x") == 0);
  CHECK(found(product, "u = 1 + x; r = log(u) * x / (v - 1)") == 1);
  CHECK(found(product, "u = 1 + x; r = log(u) * x / (u - 2)") == 1);
  CHECK(found(product, "r = (e - 1) * x / log(f)") == 1);
}
