#include "runtime/conform/strided_sums.h"
#include "written_procedure.h"

using namespace fporder;
using namespace fporder::conform;

TEST_CASE("accumulators of an unrolled loop add up what one does") {
  const auto verdict = [](std::string_view text) { return comparedFormulas(text, "sum(i, x[i], 0, n)").verdict; };
  CHECK(verdict("sum(i, x[2 * i], 0, n / 2) + sum(i, x[2 * i + 1], 0, n / 2)") == Verdict::DifferentSchedule);
  CHECK(verdict("sum(i, x[3 * i + 2], 0, n / 3) + (sum(i, x[3 * i], 0, n / 3) + sum(i, x[3 * i + 1], 0, n / 3))") == Verdict::DifferentSchedule);
  // One accumulator reads what another one has read. The counts are no integers here, so that no sample is evaluated.
  CHECK(verdict("sum(i, x[2 * i], 0, n / 2) + sum(i, x[2 * i], 0, n / 2)") == Verdict::Undecided);
  CHECK(verdict("sum(i, x[2 * i], 0, n / 2) + sum(i, x[2 * i + 2], 0, n / 2)") == Verdict::Undecided);
}
