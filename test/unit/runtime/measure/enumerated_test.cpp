#include "runtime/measure/enumerated.h"

#include "runtime/enumerate/identity.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::measure;

namespace {

Subject subjectOf(const char *text) {
  Subject subject;
  subject.function = "f";
  subject.addOrdering(text, std::get<order::NodeId>(order::parseInfix(text, subject.graph, {format::Format::Binary32, order::Shape::Scalar})));
  return subject;
}

Enumerated extended(Subject &subject, const DataSet &data) {
  Result<Enumerated> found = addEnumerated(subject, data, {}, {}, {});
  if (!found)
    FAIL(found.error().message);
  return *found;
}

} // namespace

TEST_CASE("an order that is clearly more accurate is found, and measures so") {
  DataSet data;
  data.distributions = {{"a", {data::Distribution::Kind::Uniform, 1, 1.001, true}}, {"b", {data::Distribution::Kind::Uniform, 1, 1.001, true}}};
  Subject subject = subjectOf("a * a - b * b");
  const Enumerated found = extended(subject, data);
  CHECK(found.tried > 0);
  REQUIRE(found.kept > 0);
  REQUIRE(subject.orderings.size() == 1 + found.kept);
  Result<Measurement> measured = measure::measure(subject, data, {}, {});
  REQUIRE(measured.ok());
  // (a - b) * (a + b) errs by an ulp or two where the squares lose thousands.
  CHECK(measured->result.orderings[0].errors.maximum() > 100);
  CHECK(measured->result.orderings[1].errors.maximum() < 3);
}

TEST_CASE("where nothing is clearly better nothing is added, and what was tried is said") {
  Subject subject = subjectOf("a * b / c");
  const Enumerated found = extended(subject, {});
  CHECK(found.tried > 0);
  CHECK(found.kept == 0);
  CHECK(subject.orderings.size() == 1);
}
