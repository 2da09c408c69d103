#include "analyzer/findings/consistency.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

TEST_CASE("the table of groups is aligned, a line for each output") {
  ConformanceEntry order;
  order.output = "w";
  order.verdict = "different-order";
  order.difference = "multiply-then-divide";
  order.where = {"fast.cpp", 12, 3, 12, 4};
  order.measured = conform::Measured{0.25, 200, 2};
  ConformanceEntry other;
  other.output = "v";
  other.verdict = "undecided";
  other.message = "its order is not known";
  const ConsistencyGroup group{"adam", "name", "adam_ref", {"ref.cpp", 4, 1, 4, 1}, {{"adam_fast", {"fast.cpp", 9, 1, 9, 1}, {order, other}}}};
  const std::vector<std::string> lines = consistencyTable({&group, 1});
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "self-consistency:");
  CHECK(lines[1] == "group  function   place        output  verdict");
  CHECK(lines[2] == "adam   adam_ref   ref.cpp:4            base; the same name");
  CHECK(lines[3] ==
        "       adam_fast  fast.cpp:12  w       different-order (multiply-then-divide), bits differ in 25 % of 200 samples, by at most 2 ulp");
  CHECK(lines[4] == "       adam_fast  fast.cpp:9   v       undecided: its order is not known");
}

TEST_CASE("without groups the table says so") {
  const std::vector<std::string> lines = consistencyTable({});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("no two functions") != std::string::npos);
}
