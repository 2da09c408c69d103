// What orders do to what leaves a function, on cases whose answer is known.
#include "runtime/evidence/judgement.h"

#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::evidence;
using order::NodeId;
using order::Op;
using test::WrittenCandidate;

namespace {

Judgement returned(const std::string &written, const std::string &other, const std::string &guard = "") {
  WrittenCandidate made(written, {other});
  made.returned(made.written);
  return judge(made.slice(guard.empty() ? NodeId{} : made.parse(guard)));
}

/// The value of an input of the witness.
double input(const Judgement &judgement, const std::string &name) {
  REQUIRE(judgement.witness);
  for (const Witness::Input &each : judgement.witness->inputs)
    if (each.name == name)
      return each.value;
  FAIL("no input '" << name << "'");
  return 0;
}

} // namespace

TEST_CASE("evidence: unstable forms hurt in the family in which they cancel") {
  struct Case {
    const char *written, *other, *harm;
    std::string_view family;
  };
  constexpr Case cases[] = {
      {"exp(x) - 1", "expm1(x)", "hurt", "tiny values"},
      {"log(1 + x)", "log1p(x)", "hurt", "tiny values"},
      {"1 - cos(x)", "2 * sin(x / 2) * sin(x / 2)", "lost", "plausible range"},
      {"a * a - b * b", "(a - b) * (a + b)", "hurt", "factors near one another"},
      {"exp(a) / (exp(a) + exp(b))", "1 / (1 + exp(b - a))", "lost", "large arguments, near one another"},
      {"sqrt(a) - sqrt(b)", "(a - b) / (sqrt(a) + sqrt(b))", "hurt", "near-equal pairs"},
  };
  for (const Case &each : cases) {
    CAPTURE(std::string(each.written));
    const Judgement judgement = returned(each.written, each.other);
    CHECK(judgement.notEvaluated == "");
    CHECK(name(judgement.harm) == each.harm);
    CHECK(judgement.helps);
    CHECK(judgement.figures.family == each.family);
    CHECK(judgement.figures.share > leastShare);
    CHECK(judgement.what == "the result");
    CHECK(name(returned(each.other, each.written).harm) == "none");
  }
}

TEST_CASE("evidence: orders of one quality harm nothing") {
  for (const auto &[written, other] : {std::pair("a * b / c", "a * (b / c)"), std::pair("a / b * c", "a * c / b"),
                                       std::pair("a * (b * c)", "a * b * c"), std::pair("a + b", "b + a")}) {
    CAPTURE(std::string(written));
    const Judgement judgement = returned(written, other);
    CHECK(name(judgement.harm) == "none");
    CHECK(!judgement.helps);
    CHECK(!judgement.witness);
    CHECK(sentence(judgement) == "");
  }
  CHECK(returned("a * b / c", "a * (b / c)").differing > 0.1);
  CHECK(returned("a + b", "b + a").differing == 0);
}

TEST_CASE("evidence: without a harm a sentence says on how many inputs an order is better, or has other bits") {
  const Judgement alike = returned("a * b / c", "a * (b / c)");
  CHECK(sentenceOfBits(alike).starts_with("another order gives other bits on "));
  CHECK(sentenceOfBits(alike).ends_with("and none is clearly more accurate"));
  CHECK(sentenceOfBits(returned("a + b", "b + a")) == "");
  const Judgement better = returned("exp(x) - 1", "expm1(x)");
  CHECK(better.help.share > leastShare);
  CHECK(sentenceOfBits(better).starts_with("another order is at least 4 times closer on "));
}

TEST_CASE("evidence: results that are lost speak for an order that keeps them, whatever digits that loses elsewhere") {
  const std::string shifted = "exp(u - max<sequential>(j, x[j], 0, n)) / sum(i, exp(x[i] - max<sequential>(k, x[k], 0, n)), 0, n)";
  const Judgement judgement = returned("exp(u) / sum(i, exp(x[i]), 0, n)", shifted);
  CHECK(name(judgement.harm) == "lost");
}

TEST_CASE("evidence: the fewest trips of loops of open length that hurt") {
  const Judgement steps = returned("sum(i, c, init, n)", "init + n * c");
  CHECK(name(steps.harm) == "hurt");
  CHECK(steps.fewestTrips >= longTrips);
  CHECK(returned("exp(x) - 1", "expm1(x)").fewestTrips == 0);
}

TEST_CASE("evidence: where the real value is zero, what is left hurts only if that is asked for") {
  // (1 / c) * a - (1 / c) * b where a and b are the same is zero in any order; t * (1 / c) - t / c is zero over the reals alone.
  WrittenCandidate made("t * (1 / c)", {"t / c"});
  made.returned(made.parse("t * (1 / c) - t / c"));
  JudgeOptions options;
  CHECK(name(judge(made.slice({}), options).harm) == "hurt");
  options.zerosCount = false;
  const Judgement judgement = judge(made.slice({}), options);
  CHECK(name(judgement.harm) == "none");
  CHECK(judgement.helps);
}

TEST_CASE("evidence: an operation costs more where functions are called") {
  WrittenCandidate sum("a + b + c", {"a + (b + c)"}), call("exp(a) + b", {"b + exp(a)"});
  sum.returned(sum.written);
  call.returned(call.written);
  CHECK(costOfOperation(sum.slice({})) == 1);
  CHECK(costOfOperation(call.slice({})) > 2);
}

TEST_CASE("evidence: the witness is what the orders compute, and the exact value is right") {
  const Judgement judgement = returned("exp(x) - 1", "expm1(x)");
  const auto x = static_cast<float>(input(judgement, "x"));
  const Witness &witness = *judgement.witness;
  CHECK(witness.format == format::Format::Binary32);
  CHECK(witness.exact == static_cast<double>(static_cast<float>(std::expm1(static_cast<long double>(x)))));
  CHECK(std::abs(witness.written - witness.exact) > hurtUlps * format::ulp(witness.format, witness.exact));
  CHECK(std::abs(witness.other - witness.exact) <= format::ulp(witness.format, witness.exact));
  CHECK(sentence(judgement).find("the result is more than 8 ulp off on ") == 0);
  CHECK(sentence(judgement).find("(tiny values)") != std::string::npos);
}

TEST_CASE("evidence: of binary64 more digits are lost before an output is hurt") {
  CHECK(hurtUlpsOf(format::Format::BFloat16) == hurtUlps);
  CHECK(hurtUlpsOf(format::Format::Binary32) == hurtUlps);
  CHECK(hurtUlpsOf(format::Format::Binary64) == hurtUlpsWide);
  const auto wide = [](const std::string &written, const std::string &other) {
    WrittenCandidate made(written, {other}, {format::Format::Binary64, order::Shape::Scalar});
    made.returned(made.written);
    return judge(made.slice());
  };
  const Judgement difference = wide("exp(x) - 1", "expm1(x)");
  CHECK(name(difference.harm) == "hurt");
  CHECK(difference.witness->format == format::Format::Binary64);
  CHECK(sentence(difference).find("the result is more than 4096 ulp off on ") == 0);
  CHECK(name(returned("exp(y * log(x))", "pow(x, y)").harm) == "hurt");
  CHECK(name(wide("exp(y * log(x))", "pow(x, y)").harm) == "none"); // at most 709 ulp
}

TEST_CASE("evidence: a witness is positive where positive inputs show the same") {
  CHECK(input(returned("log(1 - x)", "log1p(-x)"), "x") > 0);
  CHECK(input(returned("exp(x) - 1", "expm1(x)"), "x") > 0);
}

TEST_CASE("evidence: a guard keeps inputs away from where a form is unstable") {
  CHECK(name(returned("log(1 + x)", "log1p(x)", "x > 0.5").harm) == "none");
  CHECK(name(returned("log(1 + x)", "log1p(x)", "x > -0.5").harm) == "hurt");
  CHECK(returned("log(1 + x)", "log1p(x)", "x > 1 && x < 0").notEvaluated == "no sample satisfies the conditions on the way to it");
}

TEST_CASE("evidence: results that another order keeps are lost") {
  const Judgement judgement =
      returned("a * a * a * a * a * a * a / (b * b * b * b * b * b)", "a / b * (a / b) * (a / b) * (a / b) * (a / b) * (a / b) * a");
  CHECK(name(judgement.harm) == "lost");
  REQUIRE(judgement.witness);
  CHECK(std::isfinite(judgement.witness->other));
  CHECK((judgement.witness->written == 0 || !std::isfinite(judgement.witness->written)));
}

namespace {

Judgement truncated(const std::string &expression, const std::string &other) {
  WrittenCandidate made(expression, {other});
  const NodeId whole = made.graph.intern({.op = Op::Cast, .type = test::integer, .operands = {&made.written, 1}});
  made.procedure.effects.push_back({order::Effect::Kind::Subscript, whole, "t", {}});
  return judge(made.slice());
}

} // namespace

TEST_CASE("evidence: a conversion to an integer goes the other way where the quotient is whole") {
  const Judgement judgement = truncated("x * (1 / s)", "x / s");
  CHECK(name(judgement.harm) == "flipped");
  CHECK(!judgement.branch);
  const auto x = static_cast<float>(input(judgement, "x")), s = static_cast<float>(input(judgement, "s"));
  CHECK(judgement.witness->exact * static_cast<double>(s) == x);
  CHECK(judgement.witness->written == std::trunc(x * (1 / s)));
  CHECK(judgement.witness->other == std::trunc(x / s));
  CHECK(judgement.witness->exact == judgement.witness->other);
  CHECK(judgement.witness->written != judgement.witness->other);
}

TEST_CASE("evidence: a share of a whole that is whole itself, like 29 of 100 in percent, is truncated to less") {
  const Judgement judgement = truncated("x / y * z", "x * z / y");
  CHECK(name(judgement.harm) == "flipped");
  CHECK(judgement.figures.family == "round numbers");
  const double x = input(judgement, "x"), y = input(judgement, "y"), z = input(judgement, "z");
  CHECK(judgement.witness->exact == x * z / y);
  CHECK(std::trunc(judgement.witness->exact) == judgement.witness->exact);
}

TEST_CASE("evidence: beside where a conversion changes every order goes the other way somewhere: that is no harm") {
  CHECK(name(truncated("x * y / z", "x / z * y").harm) == "none");                     // where it is whole the written order decides rightly
  CHECK(name(truncated("sin(x) * y * 16384", "sin(x) * (y * 16384)").harm) == "none"); // of fixed point
}

TEST_CASE("evidence: of a point on a line the sign of a fused cross product says that it is beside it") {
  WrittenCandidate made("fma(a, d, -(b * c))", {});
  const NodeId sides[] = {made.written, made.graph.constant(order::Number::fromInteger(0), test::binary32)};
  made.returned(made.graph.intern({.op = Op::Compare, .type = test::boolean, .operands = sides, .symbol = ">"}));
  const Judgement judgement = judge(made.slice());
  CHECK(judgement.branch);
  CHECK(name(judgement.harm) == "flipped");
  CHECK(judgement.figures.family == "equal factors");
  CHECK(areInputsEqual(judgement.figures));
  CHECK(judgement.figures.share > 0.1);
}

TEST_CASE("evidence: without another order a form is held against its real value") {
  WrittenCandidate made("exp(x) - 1", {});
  made.returned(made.written);
  const Judgement judgement = judge(made.slice());
  CHECK(judgement.alone);
  CHECK(name(judgement.harm) == "hurt");
  CHECK(judgement.witness->other == judgement.witness->exact);
  CHECK(sentence(judgement).find("another order") == std::string::npos);
  WrittenCandidate plain("a * b / c", {});
  plain.returned(plain.written);
  CHECK(name(judge(plain.slice()).harm) == "none");
}

TEST_CASE("evidence: a seed draws other inputs, to the same verdict") {
  WrittenCandidate made("a * a - b * b", {"(a - b) * (a + b)"});
  made.returned(made.written);
  const Judgement first = judge(made.slice()), other = judge(made.slice(), {.seed = 7}), again = judge(made.slice(), {.seed = 7});
  CHECK(first.harm == other.harm);
  for (const Judgement &each : {first, other})
    CHECK((each.figures.family == "near-equal pairs" || each.figures.family == "factors near one another"));
  CHECK(input(first, "a") != input(other, "a"));
  CHECK(input(other, "a") == input(again, "a"));
}

/// Variance of a row as the mean of squares minus the square of the mean, and from deviations.
TEST_CASE("evidence: offset data in loops of open length hurt a one-pass variance") {
  WrittenCandidate made("sum(i, x[i] * x[i], 0, n) / n - (sum(i, x[i], 0, n) / n) * (sum(i, x[i], 0, n) / n)",
                        {"sum(i, (x[i] - sum(j, x[j], 0, n) / n) * (x[i] - sum(j, x[j], 0, n) / n), 0, n) / n"});
  made.returned(made.written);
  const Slice slice = made.slice();
  CHECK(slice.openLoops);
  const Judgement judgement = judge(slice);
  CHECK(judgement.notEvaluated == "");
  CHECK(name(judgement.harm) == "hurt");
  CHECK(judgement.figures.family == "offset data");
  CHECK(judgement.figures.trips > 1);
  CHECK(judgement.figures.share > 0.9);
  CHECK(name(judge([&] { // the cure is not blamed
               WrittenCandidate cured(order::printInfix(made.graph, made.others[0]), {order::printInfix(made.graph, made.written)});
               cured.returned(cured.written);
               return cured.slice();
             }())
                 .harm) == "none");
}

TEST_CASE("evidence: a state takes up terms that have other bits") {
  WrittenCandidate made("lr * m / d", {"lr * (m / d)"});
  subtractFromElement(made, "w", made.written);
  const Judgement judgement = judge(made.slice());
  CHECK(name(judgement.harm) == "state");
  CHECK(judgement.what == "what is added to 'w[i]'");
  CHECK(judgement.figures.share > 0.1);
  WrittenCandidate wide("lr * m / d", {"lr * (m / d)"});
  subtractFromElement(wide, "w", wide.graph.cast(wide.written, {format::Format::Binary64, order::Shape::Scalar}),
                      {format::Format::Binary64, order::Shape::Scalar});
  CHECK(name(judge(wide.slice()).harm) == "none");
}

TEST_CASE("evidence: a state loses nothing where the written order rounds once and the other one twice") {
  WrittenCandidate exact("0.5 * h / d", {"0.5 / d * h"});
  subtractFromElement(exact, "w", exact.written);
  CHECK(name(judge(exact.slice()).harm) == "none");
  WrittenCandidate turned("0.5 / d * h", {"0.5 * h / d"});
  subtractFromElement(turned, "w", turned.written);
  CHECK(name(judge(turned.slice()).harm) == "state");
}

TEST_CASE("evidence: a state loses nothing where the other order rounds more often") {
  WrittenCandidate once("alpha * sum(k, a[k] * b[k])", {"sum(k, (alpha * a[k]) * b[k])"});
  subtractFromElement(once, "c", once.written);
  CHECK(name(judge(once.slice()).harm) == "none");
  WrittenCandidate each("sum(k, (alpha * a[k]) * b[k]) * beta", {"(alpha * sum(k, a[k] * b[k])) * beta"});
  subtractFromElement(each, "c", each.written);
  CHECK(name(judge(each.slice()).harm) == "state");
}

TEST_CASE("evidence: what cannot be evaluated says why") {
  WrittenCandidate made("a * b / c", {"a * (b / c)"});
  CHECK(judge(made.slice()).notEvaluated == "its value is not followed to what leaves the function");
  made.returned(made.written);
  made.procedure.notHeld[made.graph.value(made.written).index] = "'a' is carried";
  CHECK(judge(made.slice()).notEvaluated.find("'a' is carried") != std::string::npos);
  CHECK(returned("mystery(a) / c", "1 / (c / mystery(a))").notEvaluated == "");
}

TEST_CASE("evidence: a judgement is the same each time") {
  const Judgement first = returned("a * a - b * b", "(a - b) * (a + b)"), second = returned("a * a - b * b", "(a - b) * (a + b)");
  CHECK(sentence(first) == sentence(second));
  REQUIRE(first.witness);
  CHECK(first.witness->inputs[0].value == second.witness->inputs[0].value);
  CHECK(first.witness->written == second.witness->written);
}
