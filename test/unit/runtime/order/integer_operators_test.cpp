#include "runtime/order/integer_operators.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace fporder::order;

TEST_CASE("operators of integers are C's") {
  for (int a = -40; a <= 40; ++a) {
    CHECK(integerOperation("~", a, 0) == ~a);
    for (int b = -9; b <= 9; ++b) {
      CHECK(integerOperation("&", a, b) == (a & b));
      CHECK(integerOperation("|", a, b) == (a | b));
      CHECK(integerOperation("^", a, b) == (a ^ b));
      if (b >= 0) {
        CHECK(integerOperation("<<", a, b) == a * (1 << b));
        CHECK(integerOperation(">>", a, b) == (a >> b));
      }
      if (b != 0)
        CHECK(integerOperation("%", a, b) == a % b);
    }
  }
}

TEST_CASE("operators of integers have no value where C or binary64 has none") {
  CHECK(!integerOperation("%", 3, 0));
  CHECK(!integerOperation("<<", 1, -1));
  CHECK(!integerOperation(">>", 1, -1));
  CHECK(!integerOperation("<<", 1, 64));
  CHECK(!integerOperation("<<", 3, 52));
  CHECK(!integerOperation("&", 0.5, 1));
  CHECK(!integerOperation("&", 0x1p60, 1));
  CHECK(!integerOperation("|", std::numeric_limits<double>::quiet_NaN(), 1));
  CHECK(isIntegerOperator("~", 1));
  CHECK(!isIntegerOperator("~", 2));
  CHECK(!isIntegerOperator("fmod", 2));
}
