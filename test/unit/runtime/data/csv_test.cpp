#include "file_bytes.h"
#include "runtime/data/csv.h"
#include "runtime/data/number_text.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace fporder;
using namespace fporder::data;

namespace {

Result<std::vector<Tensor>> read(std::string_view text, format::Format type = format::Format::Binary64) {
  return readCsv(inMemory(bytesOf(text)), "t.csv", "t", type);
}

std::string message(std::string_view text, format::Format type = format::Format::Binary64) {
  const auto result = read(text, type);
  return result ? "no error" : result.error().message;
}

std::vector<double> values(const Tensor &tensor) {
  std::vector<double> all(tensor.count());
  tensor.read(0, all);
  return all;
}

} // namespace

TEST_CASE("csv: a header names columns") {
  const auto tensors = read("\xef\xbb\xbf# made by hand\r\n\r\nx, \"the \"\"w\"\"\" ,lr\r\n1,0x1.8p+1,-1e-3\r\n# between\r\n-2.5,+4,inf\r\n");
  REQUIRE(tensors.ok());
  REQUIRE(tensors->size() == 3);
  CHECK((*tensors)[0].name == "x");
  CHECK((*tensors)[1].name == "the \"w\"");
  CHECK((*tensors)[0].shape == Shape{2});
  CHECK(values((*tensors)[0]) == std::vector<double>{1, -2.5});
  CHECK(values((*tensors)[1]) == std::vector<double>{3, 4});
  CHECK(values((*tensors)[2]) == std::vector<double>{-1e-3, INFINITY});
}

TEST_CASE("csv: without one, rows and columns") {
  const auto matrix = read("1;2;3\n4;5;6");
  REQUIRE(matrix->size() == 1);
  CHECK((*matrix)[0].shape == Shape{2, 3});
  CHECK(values((*matrix)[0]) == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK((*read("1\n2\n3\n"))[0].shape == Shape{3});
  // numpy.savetxt's default.
  const auto blanks = read("1.000000000000000000e+00 2.5e+00\n  3   4  \n");
  CHECK((*blanks)[0].shape == Shape{2, 2});
  CHECK(values((*blanks)[0]) == std::vector<double>{1, 2.5, 3, 4});
  CHECK((*read("1\t2\n"))[0].shape == Shape{1, 2});
  CHECK((*read("\"a,b\";c\n1;2\n"))[0].name == "a,b");
}

TEST_CASE("csv: spellings of numbers") {
  for (const char *text : {"nan", "NaN", "NAN", "-nan", "+NaN", "1.#QNAN", "-1.#IND"})
    CHECK_MESSAGE(std::isnan(values((*read(text))[0])[0]), text);
  for (const char *text : {"inf", "Inf", "+INF", "infinity", "1.#INF"})
    CHECK_MESSAGE(values((*read(text))[0])[0] == INFINITY, text);
  CHECK(values((*read("-Infinity"))[0])[0] == -INFINITY);
  CHECK(std::signbit(values((*read("-0"))[0])[0]));
  CHECK(values((*read("4.9e-324"))[0])[0] == 0x1p-1074);
  CHECK(values((*read("1e-400"))[0])[0] == 0);
  CHECK(values((*read("0X1P-1075"))[0])[0] == 0); // a tie to even
  // 1 + 2^-24 + 2^-60: rounding by way of binary64 would lose the last bit and give 1.
  CHECK(values((*read("1.00000005960464477626", format::Format::Binary32))[0])[0] == 0x1.000002p+0);
}

TEST_CASE("csv: mistakes are named with line and column") {
  CHECK(message("") == "t.csv: holds no numbers");
  CHECK(message("# only\n\n") == "t.csv: holds no numbers");
  CHECK(message("1,2\n3,x\n") == "t.csv:2:3: 'x' is not a number");
  CHECK(message("1,2\n3,\n") == "t.csv:2:3: an empty field; a missing value is written nan");
  CHECK(message("1,2\n3\n") == "t.csv:2:1: a record of 1 fields where the first has 2");
  CHECK(message("1,2\n\n3,4,5\n") == "t.csv:3:5: a record of 3 fields where the first has 2");
  CHECK(message("1,2x\n3,4\n") == "t.csv:1:3: '2x' is not a number, and a first record with numbers in it is no header");
  CHECK(message("a,a\n") == "t.csv:1:3: a second column 'a'");
  CHECK(message("a,\n") == "t.csv:1:3: a column without a name");
  CHECK(message("\"a\n") == "t.csv:1:1: a quote that does not end on its line");
  CHECK(message("\"1\"x,2\n") == "t.csv:1:4: text after the closing quote");
  CHECK(message("1\n1e400\n") == "t.csv:2:1: '1e400' is beyond binary64");
  CHECK(message("1\n1e39\n", format::Format::Binary32) == "t.csv:2:1: '1e39' is beyond binary32");
  CHECK(message(std::string_view("1,\0002\n", 5)) == "t.csv:1:3: a zero byte: this is not a text file");
  CHECK(message("1\n1_000\n") == "t.csv:2:1: '1_000' is not a number");
  CHECK(message("1\n--1\n") == "t.csv:2:1: '--1' is not a number");
  CHECK(message("1\n0xinf\n") == "t.csv:2:1: '0xinf' is not a number");
  CHECK(read("x,y\n")->size() == 2); // a header alone: columns of no elements
}

TEST_CASE("parameters of options") {
  CHECK(parseParameter("2^-13") == 0x1p-13);
  CHECK(parseParameter("-2^-4") == -0.0625);
  CHECK(parseParameter("1e-7") == 1e-7);
  CHECK(parseParameter("0x1p-4") == 0.0625);
  CHECK(parseParameter("1/3") == 1.0 / 3);
  CHECK_FALSE(parseParameter("").has_value());
  CHECK_FALSE(parseParameter("nan").has_value());
  CHECK_FALSE(parseParameter("2^5000").has_value());
  CHECK_FALSE(parseParameter("1/0").has_value());
}
