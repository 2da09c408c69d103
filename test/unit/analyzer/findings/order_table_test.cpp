#include "analyzer/findings/order_table.h"

#include <doctest/doctest.h>

using namespace fporder::findings;
using Lines = std::vector<std::string>;

TEST_CASE("orders stand one a line, their notes aligned") {
  CHECK(orderTable({{"(lr * m) / d", "", true, {}}, {"lr * (m / d)", "divides first", false, {}}, {"m * q", "one rounding", false, {}}}) ==
        Lines{"* (lr * m) / d", "  lr * (m / d)  divides first", "  m * q         one rounding"});
  CHECK(orderTable({}).empty());
}

TEST_CASE("figures stand in columns under their titles, to the right") {
  CHECK(orderTable({{"(lr * m) / d", "", true, {"1.49", "-"}}, {"m * q", "one rounding", false, {"12.47", "35.2 %"}}}, {"max ulp", "bits differ"}) ==
        Lines{"  order         max ulp  bits differ", "* (lr * m) / d     1.49            -", "  m * q           12.47       35.2 %  one rounding"});
}

TEST_CASE("an expression wider than the table shifts its own row only") {
  const std::string wide(70, 'x');
  CHECK(orderTable({{wide, "written", true, {}}, {"a", "short", false, {}}, {"a + b", "", false, {}}}) ==
        Lines{"* " + wide + "  written", "  a      short", "  a + b"});
}

TEST_CASE("columns are those of the terminal, a note is one line") {
  CHECK(orderTable({{"速 * a", "two\nlines", true, {}}, {"bb * a", "x", false, {}}}) == Lines{"* 速 * a  two lines", "  bb * a  x"});
}

TEST_CASE("figures of wide expressions stand by letters, explained below") {
  const std::string wide(70, 'x');
  const Lines lines = orderTable({{wide, "", true, {"1.49"}}, {"m * q", "one rounding", false, {"12.47"}}}, {"max ulp"});
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == "  order  max ulp");
  CHECK(lines[1] == "* A         1.49");
  CHECK(lines[2] == "  B        12.47");
  CHECK(lines[3] == "  A: " + wide);
  CHECK(lines[4] == "  B: m * q  one rounding");
  CHECK(orderLetter(25) == "Z");
  CHECK(orderLetter(26) == "27");
}
