// A baseline: findings that are known and not to be reported again.
//
// A JSON file, one entry a line, sorted, so that two branches' changes to it merge:
//   {"version": 2, "findings": [
//   {"file": "src/adam.cpp", "rule": "mul-then-div", "function": "step", "expression": "(lr * m[i]) / d", "fingerprint": "9f86d081884c7d65"},
//   ...]}
// A finding is known by its file and fingerprint (see fingerprint.h); the rest is for readers. "count" says how many equal entries a line stands for,
// where it is not one. Files are named relative to the baseline's directory. The entry of a file that is no longer there speaks for an equal finding
// in any other file: the file was renamed.
//
// A file of version 1 is the same, written by programs whose fingerprints may be others and which had sums in another form: an entry of it that no
// fingerprint needs is known by its file, rule, function and expression, indices aside, as well, and one about a sum or product over a loop by its
// file, rule and function. Written again it says "version": 1 itself. What an assumption makes of a finding is in no fingerprint.
#pragma once

#include "analyzer/findings/finding.h"

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fporder::findings {

struct BaselineEntry {
  std::string file, rule, function, expression, fingerprint;
  unsigned count = 1;
  bool earlier = false; // of version 1
  auto operator<=>(const BaselineEntry &) const = default;
};

using Baseline = std::vector<BaselineEntry>;

/// What is wrong with the text of a baseline; lower case, no final period.
struct BaselineError {
  std::string message;
};

std::variant<Baseline, BaselineError> parseBaseline(std::string_view text);
/// The same for every order of the entries; equal ones are counted.
std::string formatBaseline(const Baseline &baseline);

/// How a finding's file is named in a baseline.
using BaselineName = std::function<std::string(const std::string &file)>;

/// Of the findings that nothing suppresses.
Baseline baselineOf(const Report &report, const BaselineName &name);
/// Of the findings that applyBaseline has marked: what it knows of them, in this version's words.
Baseline knownOf(const Report &report, const BaselineName &name);

/// Marks findings as suppressed that no comment suppresses and `baseline` knows. `exists` tells whether an entry's file is there.
/// Returns, for each entry, how many of it no finding needed.
std::vector<unsigned> applyBaseline(Report &report, const Baseline &baseline, const BaselineName &name,
                                    const std::function<bool(const std::string &)> &exists);

} // namespace fporder::findings
