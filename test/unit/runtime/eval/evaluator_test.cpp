// Single orderings: known rates of differing bits, contraction, models of division, range, events.
#include "test/unit/runtime/eval/evaluated.h"

#include <limits>
#include <thread>

using namespace fporder;
using namespace fporder::eval;
using format::Format;

namespace {

double wideInputs(std::string_view name, std::size_t sample, std::span<const std::uint32_t>) { return wideValue(name, sample); }

/// Fixed values by name: "a", "b", "c" in order.
Sampler fixed(std::vector<double> values) {
  return [=](std::string_view name, std::size_t, std::span<const std::uint32_t>) { return values.at(static_cast<std::size_t>(name[0] - 'a')); };
}

double valueOf(std::string_view text, Format type, std::vector<double> values, const EvaluationOptions &options = {}) {
  return evaluated(text, type, fixed(std::move(values)), 1, options).values[0];
}

EvaluationOptions contracted() {
  EvaluationOptions options;
  options.contraction = Contraction::On;
  return options;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("known shares of differing bits, binary32, inputs 2^U(-20,20)") {
  constexpr std::size_t samples = 200'000;
  const auto values = [&](std::string_view text, const EvaluationOptions &options = {}) {
    return evaluated(text, Format::Binary32, wideInputs, samples, options).values;
  };
  CHECK(differingShare(values("a * b / c"), values("a * (b / c)")) == doctest::Approx(0.35).epsilon(0.03));
  CHECK(differingShare(values("a * b / c"), values("a / c * b")) == doctest::Approx(0.35).epsilon(0.03));
  EvaluationOptions reciprocal;
  reciprocal.division = DivisionModel::ReciprocalMultiply;
  CHECK(differingShare(values("a / b"), values("a / b", reciprocal)) == doctest::Approx(0.261).epsilon(0.03));
  CHECK(values("a / b", reciprocal) == values("a * (1 / b)"));
  CHECK(differingShare(values("a * b / c"), values("b * a / c")) == 0);
  CHECK(differingShare(values("a * b - b * a"), std::vector<double>(samples, 0.0)) == 0);
  CHECK(differingShare(values("a * b - b * a", contracted()), std::vector<double>(samples, 0.0)) > 0.9999);
}

TEST_CASE("a dot product scaled by 1/8 is the same wherever the scale stands, by 1/sqrt(96) it is not") {
  const auto normalLike = [](std::string_view name, std::size_t sample, std::span<const std::uint32_t> at) {
    return unitValue(name, sample, at.empty() ? 0 : at[0]) - 0.5;
  };
  for (const auto &[scale, differs] : {std::pair{"0.125", false}, std::pair{"0.10206207261596575", true}}) {
    const std::string s = scale;
    const auto values = [&](const std::string &text) { return evaluated(text, Format::Binary32, normalLike, 2000).values; };
    const auto after = values("sum(i, a[i] * b[i], 0, 96) * " + s);
    for (const std::string &other : {"sum(i, (a[i] * " + s + ") * b[i], 0, 96)", "sum(i, (a[i] * b[i]) * " + s + ", 0, 96)"}) {
      const double share = differingShare(after, values(other));
      CHECK_MESSAGE((differs ? share > 0.78 && share < 0.9 : share == 0), other, ": ", share);
    }
  }
}

TEST_CASE("formats have neither excess precision nor excess range") {
  CHECK(valueOf("a * b / c", Format::Binary16, {300, 300, 300}) == infinity);
  CHECK(valueOf("a * (b / c)", Format::Binary16, {300, 300, 300}) == 300);
  CHECK(valueOf("a * b / c", Format::BFloat16, {300, 300, 300}) == 300);
  CHECK(valueOf("a * b", Format::Binary32, {0x1p-100, 0x1p-40}) == 0x1p-140);
  CHECK(valueOf("a + b", Format::Binary16, {2048, 1}) == 2048);
  CHECK(std::isnan(valueOf("a * b", Format::E4M3FN, {240, 2})));
  CHECK(valueOf("(a + b) + c", Format::Binary64, {1, 0x1p-53, 0x1p-53}) == 1);
  CHECK(valueOf("a + (b + c)", Format::Binary64, {1, 0x1p-53, 0x1p-53}) == 1 + 0x1p-52);
}

TEST_CASE("contraction fuses the product beside a sum, the left one of two, and keeps signs") {
  const double a = 1 + 0x1p-12, b = 1 + 0x1p-12, c = 1 + 0x1p-11; // a * b = c + 2^-24
  CHECK(valueOf("a * b - c", Format::Binary32, {a, b, c}) == 0);
  CHECK(valueOf("a * b - c", Format::Binary32, {a, b, c}, contracted()) == 0x1p-24);
  CHECK(valueOf("c - a * b", Format::Binary32, {a, b, c}, contracted()) == -0x1p-24);
  CHECK(valueOf("c + -(a * b)", Format::Binary32, {a, b, c}, contracted()) == -0x1p-24);
  CHECK(valueOf("-(a * b) + c", Format::Binary32, {a, b, c}, contracted()) == -0x1p-24);
  CHECK(valueOf("a * b - c * d", Format::Binary32, {a, b, c, 1}, contracted()) == 0x1p-24);
  CHECK(valueOf("a * b - a * b", Format::Binary32, {a, b, c}, contracted()) == 0x1p-24); // fma(a, b, -(a * b))
  CHECK(valueOf("a * b - c", Format::Binary16, {1 + 0x1p-10, 1 + 0x1p-10, 1 + 0x1p-9}, contracted()) == 0x1p-20);
  CHECK(valueOf("fma(a, b, -c)", Format::Binary32, {a, b, c}) == 0x1p-24);
}

TEST_CASE("contraction as written follows the environment of both operations") {
  for (const order::Contraction sum : {order::Contraction::Off, order::Contraction::Statement, order::Contraction::Fast})
    for (const order::Contraction product : {order::Contraction::Off, order::Contraction::Statement, order::Contraction::Fast})
      for (const bool sameStatement : {true, false}) {
        order::Graph graph;
        const auto place = [&](std::uint32_t statement) {
          order::Place at;
          at.file = graph.addFile("kernel.cpp");
          at.line = at.statement = statement;
          return graph.addPlace(at);
        };
        const order::ValueType type{Format::Binary32};
        order::Environment inner, outer;
        inner.contraction = product;
        outer.contraction = sum;
        const auto a = graph.input("a", type), c = graph.input("c", type);
        const auto squared = graph.binary(order::Op::Mul, a, a, type, place(1), inner);
        const auto root = graph.binary(order::Op::Sub, squared, c, type, place(sameStatement ? 1 : 2), outer);
        const FunctionLeaves leaves([](const order::Graph &of, order::NodeId leaf, std::size_t, std::span<const std::uint32_t>) {
          return of.symbol(leaf) == "a" ? 1 + 0x1p-12 : 1 + 0x1p-11;
        });
        double value = -1;
        const Column column{std::span(&value, 1)};
        Evaluator(graph, std::span(&root, 1)).evaluate(leaves, 0, 1, std::span(&column, 1));
        const bool on = sum != order::Contraction::Off && product != order::Contraction::Off;
        const bool fuses = on && (sameStatement || (sum == order::Contraction::Fast && product == order::Contraction::Fast));
        CHECK(value == (fuses ? 0x1p-24 : 0));
      }
}

TEST_CASE("contraction of expressions does not join what calls of intrinsics compute") {
  for (const std::uint32_t ofSum : {0U, 1U, 2U})
    for (const std::uint32_t ofProduct : {0U, 1U, 2U})
      for (const order::Contraction contraction : {order::Contraction::Statement, order::Contraction::Fast}) {
        order::Graph graph;
        const auto place = [&](std::uint32_t call) {
          order::Place at;
          at.file = graph.addFile("kernel.cpp");
          at.line = at.statement = 1;
          at.ofModel = call;
          return graph.addPlace(at);
        };
        const order::ValueType type{Format::Binary32};
        order::Environment environment;
        environment.contraction = contraction;
        const auto a = graph.input("a", type), c = graph.input("c", type);
        const auto squared = graph.binary(order::Op::Mul, a, a, type, place(ofProduct), environment);
        const auto root = graph.binary(order::Op::Sub, squared, c, type, place(ofSum), environment);
        const FunctionLeaves leaves([](const order::Graph &of, order::NodeId leaf, std::size_t, std::span<const std::uint32_t>) {
          return of.symbol(leaf) == "a" ? 1 + 0x1p-12 : 1 + 0x1p-11;
        });
        double value = -1;
        const Column column{std::span(&value, 1)};
        Evaluator(graph, std::span(&root, 1)).evaluate(leaves, 0, 1, std::span(&column, 1));
        CHECK(value == (ofSum == ofProduct || contraction == order::Contraction::Fast ? 0x1p-24 : 0));
      }
}

TEST_CASE("the 1 ulp models stay within one unit and do err") {
  EvaluationOptions faithful;
  faithful.division = DivisionModel::OneUlp;
  faithful.squareRoot = SquareRootModel::OneUlp;
  for (const Format format : {Format::Binary32, Format::Binary64, Format::Binary16, Format::BFloat16})
    for (const std::string_view text : {"a / b", "sqrt(a)"}) {
      const auto near = [](std::string_view name, std::size_t sample, std::span<const std::uint32_t>) { return 1 + 3 * unitValue(name, sample); };
      const Evaluated right = evaluated(text, format, near, 2000), wrong = evaluated(text, format, near, 2000, faithful);
      double largest = 0;
      for (std::size_t sample = 0; sample < 2000; ++sample)
        largest = std::max(largest, std::fabs(right.values[sample] - wrong.values[sample]) / format::ulp(format, right.values[sample]));
      CHECK(largest == 1);
      CHECK(differingShare(right.values, wrong.values) > 0.3);
      CHECK(differingShare(right.values, wrong.values) < 0.7);
    }
  CHECK(valueOf("a / b", Format::Binary32, {6, 3}, faithful) == 2);
  CHECK(valueOf("sqrt(a)", Format::Binary32, {9}, faithful) == 3);
  EvaluationOptions multiplied;
  multiplied.squareRoot = SquareRootModel::ReciprocalMultiply;
  CHECK(valueOf("sqrt(a)", Format::Binary32, {0}, multiplied) == 0);
  CHECK(valueOf("sqrt(a)", Format::Binary32, {4}, multiplied) == 2);
  CHECK(differingShare(evaluated("sqrt(a)", Format::Binary32, wideInputs, 2000).values,
                       evaluated("sqrt(a)", Format::Binary32, wideInputs, 2000, multiplied).values) > 0.1);
}

TEST_CASE("other rounding modes, flushing and saturation apply to every operation") {
  EvaluationOptions up, flush, saturate;
  up.rounding.mode = format::RoundingMode::Up;
  flush.rounding.flushSubnormals = true;
  saturate.rounding.saturate = true;
  CHECK(valueOf("a + b", Format::Binary32, {1, 0x1p-60}, up) == 1 + 0x1p-23);
  CHECK(valueOf("a + b", Format::Binary64, {1, 0x1p-80}, up) == 1 + 0x1p-52);
  CHECK(valueOf("cast<binary16>(a)", Format::Binary32, {1 + 0x1p-20}, up) == 1 + 0x1p-10);
  CHECK(valueOf("cast<binary16, toward-zero>(a)", Format::Binary32, {1.9999}, up) == 2 - 0x1p-10);
  CHECK(valueOf("a * b", Format::Binary32, {0x1p-100, 0x1p-40}, flush) == 0);
  CHECK(valueOf("(a * b) * c", Format::Binary32, {0x1p-140, 0x1p20, 0x1p30}, flush) == 0); // the input is flushed
  CHECK(valueOf("a * b", Format::BFloat16, {0x1p-100, 0x1p-30}, flush) == 0);
  CHECK(valueOf("a * b", Format::Binary16, {300, 300}, saturate) == 65504);
  CHECK(valueOf("a * b", Format::E4M3FN, {240, 2}, saturate) == 448);
}

TEST_CASE("integers, conversions, comparisons, functions") {
  CHECK(valueOf("cast<integer>(a)", Format::Binary32, {-2.75}) == -2);
  CHECK(valueOf("cast<integer, down>(a)", Format::Binary32, {-2.25}) == -3);
  CHECK(valueOf("a < b ? a : b", Format::Binary32, {2, 3}) == 2);
  CHECK(valueOf("!(a < b) && b == b ? a : b", Format::Binary16, {3, 2}) == 3);
  CHECK(valueOf("min(a, b)", Format::Binary32, {std::nan(""), 3}) == 3);
  CHECK(valueOf("a / b", Format::Integer, {-7, 2}) == -3);
  CHECK(valueOf("exp(a)", Format::Binary32, {1}) == static_cast<double>(2.7182818284590452F));
  CHECK(valueOf("hypot(a, b)", Format::Binary16, {3, 4}) == 5);
  CHECK(valueOf("a * 0.1", Format::Binary32, {1}) == static_cast<double>(0.1F));
  const Expression unknown("mystery(a) + b", Format::Binary32);
  const Evaluator evaluator(unknown.graph, std::span(&unknown.root, 1));
  REQUIRE(evaluator.notEvaluated().size() == 1);
  CHECK(evaluator.notEvaluated()[0].why == "function 'mystery'");
  CHECK(std::isnan(evaluated(unknown, fixed({1, 2}), 1).values[0]));
}

TEST_CASE("events name what happened on the way, and counters count samples") {
  const auto events = [](std::string_view text, Format type, std::vector<double> values) {
    return int{evaluated(text, type, fixed(std::move(values)), 1).events[0]};
  };
  CHECK(events("a * b / c", Format::Binary32, {1e30, 1e30, 1e30}) == Event::Overflow);
  CHECK(events("a * (b / c)", Format::Binary32, {1e30, 1e30, 1e30}) == 0);
  CHECK(events("a * b / c", Format::Binary32, {1e-30, 1e-30, 1e-30}) == Event::Underflow);
  CHECK(events("a * b", Format::Binary32, {0x1p-100, 0x1p-40}) == 0); // subnormal but exact
  CHECK(events("a * b", Format::Binary32, {0x1.8p-100, 0x1.8p-48}) == Event::Underflow);
  CHECK(events("a * b", Format::Binary64, {0x1.8p-1000, 0x1.8p-73}) == Event::Underflow);
  CHECK(events("a * b", Format::Binary64, {0x1p-1000, 0x1p-73}) == 0);
  CHECK(events("a * b", Format::Binary32, {0, 5}) == 0);
  CHECK(events("a - b", Format::Binary32, {5, 5}) == 0);
  CHECK(events("a / b", Format::Binary32, {1, 0}) == Event::Pole);
  CHECK(events("log(a)", Format::Binary32, {0}) == Event::Pole);
  CHECK(events("exp(a)", Format::Binary32, {100}) == Event::Overflow);
  CHECK(events("exp(a)", Format::Binary16, {-20}) == Event::Underflow);
  CHECK(events("exp(a)", Format::Binary64, {-800}) == Event::Underflow);
  CHECK(events("pow(a, b)", Format::Binary64, {0.5, 2000}) == Event::Underflow);
  CHECK(events("pow(a, b)", Format::Binary64, {0, 2}) == 0);
  CHECK(events("expm1(a)", Format::Binary64, {0}) == 0);
  CHECK(events("a / b", Format::Binary32, {0, 0}) == Event::Invalid);
  CHECK(events("sqrt(a)", Format::Binary32, {-1}) == Event::Invalid);
  CHECK(events("a + b", Format::Binary32, {infinity, 1}) == Event::NonFiniteInput);
  CHECK(events("a * b", Format::E4M3FN, {240, 2}) == Event::Overflow);
  CHECK(events("a < b ? a * a : b", Format::Binary16, {300, 200}) == 0); // the branch not taken
  CHECK(events("cast<binary16>(a)", Format::Binary32, {70000}) == Event::Overflow);
  CHECK(events("sum(i, a * a, 0, 3)", Format::Binary16, {200}) == Event::Overflow);
  CHECK(events("sum(i, a * b, 0, 3)", Format::Binary16, {1e-4, 1e-4}) == Event::Underflow);
  CHECK(events("product(i, a, 1, 3)", Format::Binary16, {1e-2}) == Event::Underflow);

  const auto growing = [](std::string_view, std::size_t sample, std::span<const std::uint32_t>) { return std::ldexp(1, static_cast<int>(sample)); };
  const Evaluated squares = evaluated("a * a", Format::Binary32, growing, 100);
  CHECK(squares.counters.samples == 100);
  CHECK(squares.counters.overflow == 36); // 2^64 and above
  CHECK(squares.counters.nonFinite == 36);
  CHECK(squares.counters.underflow == 0);
}

TEST_CASE("several roots share one evaluation, inner nodes among them") {
  const Expression expression("a - b * c", Format::Binary32);
  const order::NodeId roots[] = {expression.root, expression.graph.operand(expression.root, 1), expression.graph.operand(expression.root, 0)};
  const FunctionLeaves leaves([](const order::Graph &graph, order::NodeId leaf, std::size_t sample, std::span<const std::uint32_t>) {
    return static_cast<double>(static_cast<float>(wideValue(graph.symbol(leaf), sample)));
  });
  std::vector<double> values[3];
  std::vector<Column> columns;
  for (auto &each : values) {
    each.resize(1000);
    columns.push_back({each});
  }
  Evaluator(expression.graph, roots).evaluate(leaves, 0, 1000, columns);
  std::size_t wrong = 0;
  for (std::size_t sample = 0; sample < 1000; ++sample)
    wrong += values[0][sample] != static_cast<double>(static_cast<float>(values[2][sample] - values[1][sample])) ? 1 : 0;
  CHECK(wrong == 0);
}

TEST_CASE("threads share an evaluator") {
  const Expression expression("sum(i, a[i] * b, 0, 20) / sqrt(b)", Format::Binary32);
  const FunctionLeaves leaves([](const order::Graph &graph, order::NodeId leaf, std::size_t sample, std::span<const std::uint32_t> at) {
    return static_cast<double>(static_cast<float>(unitValue(graph.symbol(leaf), sample, at.empty() ? 0 : at[0])));
  });
  const Evaluator evaluator(expression.graph, std::span(&expression.root, 1));
  std::vector<double> alone(4000), shared(4000);
  const Column all{alone};
  evaluator.evaluate(leaves, 0, 4000, std::span(&all, 1));
  std::vector<std::thread> threads;
  for (std::size_t part = 0; part < 4; ++part)
    threads.emplace_back([&, part] {
      const Column column{std::span(shared).subspan(part * 1000, 1000)};
      evaluator.evaluate(leaves, part * 1000, 1000, std::span(&column, 1));
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(alone == shared);
}

TEST_CASE("a hundred thousand operations in one expression need few registers") {
  order::Graph graph;
  const order::ValueType type{Format::Binary64};
  const auto one = graph.input("a", type);
  order::NodeId root = one;
  for (unsigned level = 0; level < 100'000; ++level)
    root = graph.binary(order::Op::Add, root, one, type);
  double value = 0;
  const Column column{std::span(&value, 1)};
  const FunctionLeaves leaves([](const order::Graph &, order::NodeId, std::size_t, std::span<const std::uint32_t>) { return 0.5; });
  Evaluator(graph, std::span(&root, 1)).evaluate(leaves, 0, 1, std::span(&column, 1));
  CHECK(value == 50000.5);
}
