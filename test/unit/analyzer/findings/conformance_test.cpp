#include "analyzer/findings/conformance.h"

#include <doctest/doctest.h>

#include <limits>

using namespace fporder;
using namespace fporder::findings;

TEST_CASE("what was measured is one clause") {
  CHECK(measuredSentence({.share = 0, .samples = 64, .largestUlps = 0}) == "the same bits in all of 64 samples");
  CHECK(measuredSentence({.share = 0.25, .samples = 64, .largestUlps = 1.5}) == "bits differ in 25 % of 64 samples, by at most 2 ulp");
  CHECK(measuredSentence({.share = 0.25, .samples = 64, .largestUlps = std::numeric_limits<double>::max()}) ==
        "bits differ in 25 % of 64 samples, by at most 1.8e+308 ulp");
}

TEST_CASE("a verdict is one line, with its message where no finding has it, and what would decide") {
  ConformanceEntry entry;
  entry.function = "adam";
  entry.output = "w";
  entry.verdict = "undecided";
  entry.message = "'rate' here and 'lr' in the reference have no partner";
  entry.settle = "// fporder: input rate = lr";
  CHECK(conformanceLine(entry) ==
        "adam: w: undecided: 'rate' here and 'lr' in the reference have no partner; if that is what is meant, write: // fporder: input rate = lr");
  entry = {};
  entry.function = "adam";
  entry.output = "w";
  entry.verdict = "different-order";
  entry.difference = "multiply-then-divide";
  entry.reference = {"golden.cpp", 7, 1, 7, 2};
  CHECK(conformanceLine(entry) == "adam: w: different-order (multiply-then-divide); the reference: golden.cpp:7");
}
