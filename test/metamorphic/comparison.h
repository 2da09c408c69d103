// What is found in a program and in its rewriting, held against each other.
#pragma once

#include "test/metamorphic/checked.h"
#include "test/metamorphic/transformations.h"

#include <map>
#include <string>
#include <vector>

namespace fporder::test {

/// What became of a transformation over all programs.
struct Outcomes {
  unsigned sources = 0, sites = 0, findings = 0, differences = 0;
  unsigned named = 0; // differences of findings that say that they rest on a name
  unsigned folded =
      0; // remarks beside another finding, as a statement keeps one remark, or none beside a warning: statements are what is split and merged
  unsigned called = 0;  // what the arguments of an extracted function's call make of it, as two that are equal: no finding in the function
  unsigned invalid = 0; // rewritings that are no programs
  std::vector<std::string> shown;
  std::map<std::string, unsigned> byRule; // of differences
};

class Comparison {
public:
  explicit Comparison(unsigned seed) : random(seed) {}

  /// Every transformation of `source`, or those named in the environment variable FPORDER_TRANSFORMATIONS.
  void compare(const SourceText &source);

  std::string table() const;
  unsigned differences() const;
  unsigned invalid() const;

private:
  void compare(const SourceText &source, const Transformation &transformation, const Rewritten &rewritten, const Checked &before);
  void hold(const Checked &before, const Checked &after, const Rewritten &rewritten, const SourceText &source, const Transformation &transformation);

  Checker checker;
  Random random;
  std::map<std::string, Outcomes> outcomes;
};

} // namespace fporder::test
