#include "runtime/order/integer_limits.h"

#include "runtime/order/copy.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>

using namespace fporder;
using namespace fporder::order;

namespace {

constexpr ValueType integer{format::Format::Integer, Shape::Scalar};

/// Operands that binary64 holds, with those at the ends of types among them.
std::int64_t drawn(std::mt19937_64 &random) {
  constexpr std::int64_t ends[] = {0,     1,          -1,         127,        128,         255,       256,         32767,
                                   65535, 2147483647, 2147483648, 4294967295, -2147483648, 1LL << 53, -(1LL << 53)};
  return random() % 3 != 0 ? static_cast<std::int64_t>(random()) >> (11 + random() % 53) : ends[random() % std::size(ends)];
}

template <class T> std::optional<double> held(T value) {
  return value <= T(std::uint64_t{1} << 53) || sizeof(T) < 8 ? std::optional(static_cast<double>(value)) : std::nullopt;
}

template <class T> void compare(std::int64_t a, std::int64_t b) {
  const auto x = static_cast<T>(a), y = static_cast<T>(b);
  const unsigned width = 8 * sizeof(T);
  const auto modulo = [&](Op op, std::string_view symbol) { return moduloWidth(op, symbol, static_cast<double>(a), static_cast<double>(b), width); };
  CAPTURE(a);
  CAPTURE(b);
  CHECK(modulo(Op::Add, {}) == held(static_cast<T>(x + y)));
  CHECK(modulo(Op::Sub, {}) == held(static_cast<T>(x - y)));
  CHECK(modulo(Op::Mul, {}) == held(static_cast<T>(std::uint64_t{x} * y)));
  CHECK(modulo(Op::Neg, {}) == held(static_cast<T>(0 - x)));
  CHECK(modulo(Op::Call, "&") == held(static_cast<T>(x & y)));
  CHECK(modulo(Op::Call, "|") == held(static_cast<T>(x | y)));
  CHECK(modulo(Op::Call, "^") == held(static_cast<T>(x ^ y)));
  CHECK(modulo(Op::Call, "~") == held(static_cast<T>(~x)));
  if (b >= 0 && b < static_cast<std::int64_t>(width))
    CHECK(modulo(Op::Call, "<<") == held(static_cast<T>(std::uint64_t{x} << b)));
  else
    CHECK(!modulo(Op::Call, "<<"));
}

} // namespace

TEST_CASE("integer limits: unsigned results are the program's modulo 2^width, of operands before their conversion") {
  std::mt19937_64 random(7);
  for (int k = 0; k < 20'000; ++k) {
    const std::int64_t a = drawn(random), b = k % 4 == 0 ? static_cast<std::int64_t>(random() % 70) : drawn(random);
    compare<std::uint8_t>(a, b);
    compare<std::uint16_t>(a, b);
    compare<std::uint32_t>(a, b);
    compare<std::uint64_t>(a, b);
  }
}

TEST_CASE("integer limits: what types hold, and what is left of a type after a conversion") {
  const auto of = IntegerLimits::ofType;
  CHECK(of(32, true).lowest() == -2147483648.0);
  CHECK(of(32, true).highest() == 2147483647.0);
  CHECK(of(32, false).lowest() == 0);
  CHECK(of(32, false).highest() == 4294967295.0);
  CHECK(of(64, true).lowest() == -0x1p53);
  CHECK(of(64, false).highest() == 0x1p53);
  CHECK(of(32, false).wrap());
  CHECK(of(64, false).wrap());
  CHECK(!of(32, true).wrap());
  CHECK(!IntegerLimits{}.wrap());
  CHECK(of(64, true).contain(of(32, false)));
  CHECK(!of(64, false).contain(of(32, true)));
  CHECK(of(32, false).convertedTo(of(64, true)) == of(32, false));
  const IntegerLimits sign = of(32, false).convertedTo(of(32, true));
  CHECK(sign.converted(4294967295.0) == -1);
  CHECK(sign.converted(7) == 7);
  CHECK(of(64, true).convertedTo(of(16, false)).converted(-1) == 65535);
  CHECK(of(64, true).convertedTo(of(32, false)).convertedTo(of(8, true)).converted(0x1p40 + 200) == -56);
  const IntegerLimits wider = of(32, true).convertedTo(of(64, false)); // -1 becomes what binary64 does not hold
  CHECK(wider.converted(5) == 5);
  CHECK(!wider.converted(-1));
}

TEST_CASE("integer limits: operations of several types are several nodes of one value, and copies keep them") {
  Graph graph;
  const NodeId i = graph.input("i", integer), one = graph.constant(Number::fromInteger(1), integer);
  const NodeId plain = graph.binary(Op::Add, i, one, integer);
  CHECK(!integerLimits(graph, plain));
  CHECK(mayHaveLimits(graph, plain));
  CHECK(!mayHaveLimits(graph, i));
  const NodeId narrow = withLimits(graph, plain, IntegerLimits::ofType(32, false));
  CHECK(narrow != plain);
  CHECK(graph.sameValue(narrow, plain));
  CHECK(integerLimits(graph, narrow) == IntegerLimits::ofType(32, false));
  Graph into;
  const NodeId copy = GraphCopy(graph, into)(narrow);
  CHECK(integerLimits(into, copy) == IntegerLimits::ofType(32, false));
}
