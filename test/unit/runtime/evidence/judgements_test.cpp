// Judgements that are known from slices of the same form.
#include "runtime/evidence/judgements.h"

#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::evidence;
using test::WrittenCandidate;

namespace {

Slice returned(const std::string &written, const std::string &other, const std::string &guard = "") {
  WrittenCandidate made(written, {other});
  made.returned(made.written);
  return made.slice(guard.empty() ? order::NodeId{} : made.parse(guard));
}

void checkSame(const Judgement &left, const Judgement &right) {
  CHECK(left.harm == right.harm);
  CHECK(left.operations == right.operations);
  CHECK(left.figures.share == right.figures.share);
  CHECK(sentence(left) == sentence(right));
  REQUIRE(left.witness.has_value() == right.witness.has_value());
  if (!left.witness)
    return;
  CHECK(left.witness->written == right.witness->written);
  REQUIRE(left.witness->inputs.size() == right.witness->inputs.size());
  for (std::size_t i = 0; i < left.witness->inputs.size(); ++i) {
    CHECK(left.witness->inputs[i].name == right.witness->inputs[i].name);
    CHECK(left.witness->inputs[i].value == right.witness->inputs[i].value);
  }
}

} // namespace

TEST_CASE("judgements: a known one has the names of the slice that asks, and is what it would be if it were not known") {
  Judgements judgements;
  judgements(returned("a * a - b * b", "(a - b) * (a + b)"), {});
  const Slice renamed = returned("width * width - height * height", "(width - height) * (width + height)");
  checkSame(judgements(renamed, {}), judge(renamed));
  CHECK(judgements(renamed, {}).witness->inputs[0].name == "width");
}

TEST_CASE("judgements: guards, seeds and budgets are part of what is asked") {
  Judgements judgements;
  const auto ask = [&](const Slice &slice, const JudgeOptions &options) { checkSame(judgements(slice, options), judge(slice, options)); };
  ask(returned("log(1 + x)", "log1p(x)"), {});
  ask(returned("log(1 + x)", "log1p(x)", "x > 0.5"), {});
  ask(returned("log(1 + x)", "log1p(x)", "x > 0.25"), {});
  ask(returned("log(1 + x)", "log1p(x)"), {.seed = 9});
  ask(returned("log(1 + x)", "log1p(x)"), {.operations = 20'000});
  ask(returned("log(1 + x)", "log1p(x)"), {.operations = 1});
}
