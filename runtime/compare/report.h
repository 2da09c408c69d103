// What a comparison says on standard output.
//
// JSON: one object
//   {"passed": bool, "exitStatus": 0|1|2, "tensors": [...], "notes": [text...], "errors": [text...]}
// and of each tensor
//   {"name", "golden": file, "actual": file, "goldenType", "actualType", "format", "shape": [n...], "passed",
//    "elements", "differing", "finite", "nonFinite": {"goldenNan", "actualNan", "goldenInfinite", "actualInfinite", "mismatches"},
//    "maxAbsolute", "maxRelative", "maxUlp", "meanUlp", "ulpHistogram": [{"above", "to", "count"}...],
//    "firstDiffering", "firstMismatch", "worst": {"index": [i...], "golden": value, "actual": value, "goldenHex", "actualHex", "ulp"} or null,
//    "decidedBy": [criterion...], "criteria": [criterion...]}
// a criterion being {"name", "applicable", "why", "passed", "parameters": {...}, "checks": [{"what", "value", "limit", "strict", "passed"}...]}.
// Numbers that JSON cannot hold are the texts "nan", "inf" and "-inf". Figures in ulp are null where the format has none.
#pragma once

#include "runtime/compare/comparison.h"

namespace fporder::compare {

/// One line a tensor; unless quiet, below it the criteria, the first and the worst element, and the distribution of errors in ulp.
std::string textReport(const Comparison &comparison, bool quiet);
std::string jsonReport(const Comparison &comparison);

/// A value as a reader would write it in its format, and as a hexadecimal floating-point number, exact: "0.1" and "0x1.99999ap-4".
std::string decimal(double value, format::Format format);
std::string hexadecimal(double value);

} // namespace fporder::compare
