#include "runtime/order/integer_limits.h"

#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;
using order::IntegerLimits;
using order::NodeId;

namespace {

/// The integer that `function` returns as a number: the operand of its last conversion.
struct Returned {
  Returned(const std::string &body) : translated("float f(int i, unsigned u, long l, unsigned long m, short s) { return " + body + "; }", {}) {
    const order::Procedure &in = translated.procedure("f");
    for (const order::Effect &effect : in.effects)
      if (effect.kind == order::Effect::Kind::Return)
        node = in.graph.operand(effect.node, 0);
    text = test::Procedures::text(in, node);
    limits = order::integerLimits(in.graph, node);
  }
  test::Translated translated;
  NodeId node;
  std::string text;
  std::optional<IntegerLimits> limits;
};

std::optional<IntegerLimits> limitsOf(const std::string &expression) { return Returned(expression).limits; }
std::string textOf(const std::string &expression) { return Returned(expression).text; }

} // namespace

TEST_CASE("integer types: an operation has the type that C computes it in") {
  CHECK(limitsOf("i + 1") == IntegerLimits::ofType(32, true));
  CHECK(limitsOf("i * u") == IntegerLimits::ofType(32, false));
  CHECK(limitsOf("l - u") == IntegerLimits::ofType(64, true));
  CHECK(limitsOf("l % m") == IntegerLimits::ofType(64, false));
  CHECK(limitsOf("s * s") == IntegerLimits::ofType(32, true));
  CHECK(limitsOf("~u") == IntegerLimits::ofType(32, false));
}

TEST_CASE("integer types: a conversion is one of the result, and widening is none") {
  CHECK(limitsOf("(long)(i * 3)") == IntegerLimits::ofType(32, true));
  CHECK(limitsOf("(int)(u * 3)") == IntegerLimits::ofType(32, false).within(IntegerLimits::ofType(32, true)));
  CHECK(limitsOf("(short)(i + 1)") == IntegerLimits::ofType(32, true).convertedTo(IntegerLimits::ofType(16, true)));
  CHECK(limitsOf("(unsigned char)i") ==
        IntegerLimits::ofType(32, true).convertedTo(IntegerLimits::ofType(8, false))); // a parameter has none of its own: the conversion has a node
}

TEST_CASE("integer types: constants are converted, and adding what an unsigned type makes of a negative one is subtracting") {
  CHECK(textOf("u / (unsigned)-1") == "u / 4294967295");
  CHECK(textOf("u + -1") == "u - 1");
  CHECK(textOf("m - (unsigned long)-3") == "m + 3");
  CHECK(textOf("u + (0u - 2u)") == "u - 2");
  CHECK(textOf("(i + 1) + 2") == "i + 3");
  CHECK(textOf("(u + 1) + 2l") == "u + 1 + 2"); // the first sum wraps around
}

TEST_CASE("integer types: sums are gathered only where no conversion in between changes them") {
  CHECK(textOf("(u - 5) + (long)5") == "u - 5 + 5"); // wraps around
  CHECK(textOf("u - 5 + 5") == "u");
  CHECK(textOf("(long)(u - (unsigned)s) + (long)(unsigned)s") == "u - s + s");
  CHECK(textOf("(int)(l * 3) - l * 3") == "l * 3 - l * 3");
  CHECK(textOf("(unsigned)(i - l) + l") == "i - l + l");
  CHECK(textOf("(int)(l + 5) + 3l - 8l") == "l + 5 + 3 - 8");
  CHECK(textOf("(int)(l >> 1) - (l >> 1)") == "(l >> 1) - (l >> 1)");
  CHECK(textOf("(l - i) + i") == "l");
  CHECK(textOf("l * 3 - l * 3 + i") == "i");
}
