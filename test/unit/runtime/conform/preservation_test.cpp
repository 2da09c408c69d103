#include "runtime/conform/preservation.h"

#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

namespace {

std::optional<std::string> changed(std::string_view before, std::string_view after) {
  order::Procedure was = returning(before), is = returning(after);
  return changedOutput({&was, findProfile("cpu")}, {&is, findProfile("cpu")});
}

} // namespace

TEST_CASE("another order over the reals preserves, another value does not") {
  CHECK_FALSE(changed("a * b / c", "a * (b / c)"));
  CHECK_FALSE(changed("(a + b) + c", "a + (b + c)"));
  CHECK(changed("a * b / c", "a * b * c") == "the result");
  CHECK(changed("a - b", "b - a") == "the result");
}

TEST_CASE("inputs of other names are other inputs, whatever makes the outputs equal") {
  CHECK(changed("a - b", "a - c"));
  CHECK(changed("a / b", "b / a"));
  order::Procedure was = returning("a / b"), is = returning("c / d");
  CHECK(compare({{&is, findProfile("cpu")}, {&was, findProfile("cpu")}, {}}).at(0).verdict == Verdict::SameOrder);
  CHECK(changedOutput({&was, findProfile("cpu")}, {&is, findProfile("cpu")}));
}

TEST_CASE("an output that comes or goes is a change") {
  order::Procedure one = returning("a + b"), none = returning("a + b");
  none.effects.clear();
  CHECK(changedOutput({&one, findProfile("cpu")}, {&none, findProfile("cpu")}) == "the result");
  CHECK(changedOutput({&none, findProfile("cpu")}, {&one, findProfile("cpu")}) == "the result");
}
