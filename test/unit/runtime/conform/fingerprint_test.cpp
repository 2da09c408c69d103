#include "runtime/conform/fingerprint.h"

#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

Fingerprints prints(std::string_view formula) {
  order::Procedure procedure = returning(formula);
  const PreparedSide side({&procedure, findProfile("cpu")});
  return fingerprintsOf(side, 0);
}

bool likeByName(std::string_view one, std::string_view other) {
  const Fingerprints left = prints(one), right = prints(other);
  REQUIRE(left.byName);
  REQUIRE(right.byName);
  return alike(*left.byName, *right.byName);
}

} // namespace

TEST_CASE("what is equal over the reals has like fingerprints, in whatever order it is computed") {
  CHECK(likeByName("w - lr * (m / (sqrt(v) + eps))", "w - lr * m / (eps + sqrt(v))"));
  CHECK(likeByName("a + t * (b - a)", "(1 - t) * a + t * b"));
  CHECK(likeByName("sum(t, sum(k, x[16 * t + k], 0, 16), 0, n / 16)", "sum(i, x[i], 0, n)"));
  CHECK_FALSE(likeByName("w - lr * m / sqrt(v + eps)", "w - lr * m / (sqrt(v) + eps)"));
  CHECK_FALSE(likeByName("a * b", "a / b"));
}

TEST_CASE("other names are told by position") {
  const Fingerprints one = prints("a + t * (b - a)"), other = prints("x + z * (y - x)");
  REQUIRE(one.byName);
  REQUIRE(one.byPosition);
  REQUIRE(other.byPosition);
  CHECK_FALSE(alike(*one.byName, *other.byName));
  CHECK(alike(*one.byPosition, *other.byPosition));
  CHECK(one.roundings == 3);
}

TEST_CASE("what cannot be evaluated has none") {
  CHECK_FALSE(prints("sum(i, x[i])").byName); // no trip count
  CHECK_FALSE(prints("(a - a) / (a - a)").byName);
}
