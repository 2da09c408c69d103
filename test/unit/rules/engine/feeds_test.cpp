#include "rules/engine/analysis.h"

#include "test/unit/rules/engine/build_procedure.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using rules::Consumer;

namespace {

/// What is told of a consumer of u = x * y of the kind that the word names; "" where there is none.
std::string fed(const std::string &word, const std::string &statements) {
  const std::optional<Consumer> consumer = rules::parseConsumer(word);
  REQUIRE(consumer);
  test::ProcedureBuilder builder;
  builder.run("u = x * y; " + statements);
  order::Procedure procedure = builder.take();
  rules::Analysis analysis(procedure);
  const std::optional<rules::Consumption> found = analysis.feeds(builder.value("u"), *consumer, word);
  return found ? found->detail : "";
}

} // namespace

TEST_CASE("feeds: every word names a consumer, functions of the table the calls of them") {
  for (const std::string_view word : rules::consumerNames()) {
    CAPTURE(std::string(word));
    CHECK(rules::parseConsumer(word));
  }
  CHECK(rules::parseConsumer("sqrt") == Consumer::Sqrt);
  CHECK(rules::parseConsumer("exp") == Consumer::Call);
  CHECK(std::ranges::count(rules::consumerNames(), std::string_view("exp")) == 1);
  CHECK_FALSE(rules::parseConsumer("loop"));
  CHECK_FALSE(rules::parseConsumer("floor"));
}

TEST_CASE("feeds: operations of arithmetic, by the text of the consumer") {
  CHECK(fed("addition", "r = u + w") == "the result feeds 'x * y + w'");
  CHECK(fed("multiplication", "r = u * w") == "the result feeds the product '(x * y) * w'");
  CHECK(fed("division", "r = w / u") == "the result feeds the division 'w / (x * y)'");
  CHECK(fed("sqrt", "r = sqrt(max(u, 0))") == "the result feeds a square root");
  CHECK(fed("exp", "r = exp(-u)") == "the result feeds 'exp'");
  CHECK(fed("comparison", "r = abs(u) < w ? 1 : 2") == "the result decides 'abs(x * y) < w'");
  CHECK(fed("reduction", "r = sum(k, u)") == "the result is accumulated in a loop");
  CHECK(fed("reduction", "r = sum(k, f[k], u)").empty()); // it is where the sum begins
  CHECK(fed("log", "r = exp(u)").empty());
  CHECK(fed("arithmetic", "r = -u").empty());
}

TEST_CASE("feeds: conversions and roundings to integers") {
  CHECK(fed("narrowing", "r = cast<binary32>(u)") == "the result is narrowed from binary64 to binary32");
  CHECK(fed("widening", "r = cast<binary128>(u)") == "the result is widened from binary64 to binary128");
  CHECK(fed("quantising", "r = cast<binary16>(u)") == "the result is rounded to binary16");
  CHECK(fed("quantising", "r = cast<binary32>(u)").empty());
  CHECK(fed("rounding", "r = floor(u * w + 0.5)") == "the result feeds 'floor': one ulp can move it to another integer");
  CHECK(fed("integer", "r = cast<integer>(u / w)") == "the result is converted to an integer: one ulp can move it to another one");
  CHECK(fed("integer", "r = floor(u)").empty());
  CHECK_FALSE(fed("integer", "r = cast<integer>(u + w)").empty());
  for (const char *itself : {"r = cast<integer>(u)", "t = max(min(u, 10), 0); r = cast<integer>(t)", "t = u > 10 ? 10 : u; r = cast<integer>(t)"}) {
    CAPTURE(itself);
    CHECK(fed("conversion", itself) == "the result is converted to an integer: one ulp can move it to another one");
  }
  for (const char *another :
       {"r = cast<integer>(u + w)", "r = cast<integer>(2 * u)", "r = cast<integer>(-u)", "r = cast<integer>(abs(u))", "r = floor(u)"}) {
    CAPTURE(another);
    CHECK(fed("conversion", another).empty());
  }
  CHECK(fed("rounding", "r = cast<integer>(u)").empty());
}

TEST_CASE("feeds: exact operations are passed, others are not") {
  CHECK(!fed("addition", "r = 2 * u + w").empty());
  CHECK(!fed("addition", "r = u / 4 + w").empty());
  CHECK(!fed("addition", "t = z > 0 ? u : w; r = cast<binary128>(t) + v").empty());
  CHECK(!fed("addition", "r = copysign(u, z) + w").empty());
  CHECK(fed("addition", "r = 3 * u + w").empty());
  CHECK(fed("addition", "r = 4 / u + w").empty());
  CHECK(fed("addition", "r = copysign(z, u) + w").empty());
  CHECK(fed("addition", "r = cast<binary32>(u) + w").empty());
}

TEST_CASE("feeds: what another loop reads from where the value was stored consumes the value") {
  for (const bool carried : {false, true}) {
    test::ProcedureBuilder builder;
    builder.run("u = x * y; q = z; r = q - w");
    order::Procedure procedure = builder.take();
    if (carried)
      procedure.carried.push_back({builder.value("u"), builder.value("q")});
    rules::Analysis analysis(procedure);
    const std::optional<rules::Consumption> found = analysis.feeds(builder.value("u"), Consumer::Subtraction);
    REQUIRE(found.has_value() == carried);
    if (found) {
      CHECK(found->node == builder.value("r"));
      CHECK(found->detail.starts_with("the result feeds '"));
      CHECK(analysis.feeds(builder.value("u"), Consumer::Subtraction, {}, false)->detail.empty());
    }
  }
}
