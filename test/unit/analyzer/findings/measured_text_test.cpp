#include "analyzer/findings/measured_text.h"

#include <doctest/doctest.h>

#include <vector>

using namespace fporder;
using namespace fporder::findings;

namespace {

/// A finding whose written order has the first errors in ulps, and another order the second ones.
Finding measuredFinding(const std::vector<double> &written, const std::vector<double> &other) {
  auto measurement = std::make_shared<measure::Measurement>();
  measurement->result.format = format::Format::Binary32;
  measurement->result.measured = written.size();
  measurement->result.orderings.resize(2);
  measurement->result.orderings[0].errors.add(written, 0);
  measurement->result.orderings[1].errors.add(other, 0);
  measurement->result.orderings[1].different = 1;
  Finding finding;
  finding.orders = {{"a - b", "", true}, {"b + a", "", false}};
  finding.measurement = measurement;
  return finding;
}

std::string firstSentence(const Finding &finding) { return measuredSentences(finding).front(); }

std::vector<double> repeated(std::size_t count, double most, double last) {
  std::vector<double> errors(count, most);
  errors.back() = last;
  return errors;
}

} // namespace

TEST_CASE("an order is more accurate only when mean, p99 and maximum agree") {
  CHECK(firstSentence(measuredFinding(repeated(1000, 2, 2), repeated(1000, 1, 2))).starts_with("'b + a' is more accurate here"));
  CHECK(firstSentence(measuredFinding(repeated(1000, 2, 2), repeated(1000, 1, 3))).starts_with("no order is clearly more accurate"));
  CHECK(firstSentence(measuredFinding(repeated(1000, 1, 3), repeated(1000, 2, 2))).starts_with("no order is clearly more accurate"));
  CHECK(firstSentence(measuredFinding(repeated(1000, 1, 2), repeated(1000, 2, 2))).starts_with("the written order is the most accurate here"));
}

TEST_CASE("what results are lost to is named") {
  Finding finding = measuredFinding(repeated(1000, 1, 1), repeated(1000, 1, 1));
  auto measurement = std::make_shared<measure::Measurement>(*finding.measurement);
  measure::OrderingFigures &written = measurement->result.orderings[0];
  written.lost = 100;
  finding.measurement = measurement;
  CHECK(firstSentence(finding).starts_with("the written order loses 10.0 % of the results to overflow or underflow, 'b + a' 0;"));
  written.cancelled = 100;
  CHECK(firstSentence(finding).starts_with("the written order loses 10.0 % of the results where a difference leaves nothing, 'b + a' 0;"));
  written.cancelled = 80;
  CHECK(firstSentence(finding).starts_with("the written order loses 10.0 % of the results, 2.00 % to overflow or underflow, 'b + a' 0;"));
}

TEST_CASE("results where the exact one is 0 are reported beside the errors") {
  Finding finding = measuredFinding(repeated(1000, 1, 1), repeated(1000, 1, 1));
  auto measurement = std::make_shared<measure::Measurement>(*finding.measurement);
  measurement->result.orderings[1].nonzeroAtZero = 2000;
  measurement->result.orderings[1].largestAtZero.take(0.25, 7);
  finding.measurement = measurement;
  CHECK(measuredSentences(finding)[1] ==
        "where the exact result is 0, results are not (left out of the errors in ulp): 'b + a' 2,000 times, up to 0.250");
}
