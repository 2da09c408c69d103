// Sums whose error does not grow with the number of terms.
#pragma once

namespace fporder::measure {

/// A running sum with a correction term (A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, 1974): for non-negative
/// terms the relative error is a few units roundoff however many there are. A sum of finite terms that overflows, or of an infinite one, is infinite.
class CompensatedSum {
public:
  void add(double term);
  /// Adds the terms of `later` as well.
  void merge(const CompensatedSum &later) { add(later.sum), add(later.correction); }
  double value() const;

private:
  double sum = 0, correction = 0;
};

} // namespace fporder::measure
