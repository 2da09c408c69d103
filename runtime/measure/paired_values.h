// Two sequences of values to be compared element by element, read in blocks: a golden one and what was computed; sometimes a third platform's as
// well.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace fporder::measure {

class PairedValues {
public:
  virtual ~PairedValues() = default;
  virtual std::size_t count() const = 0;
  virtual bool hasThird() const { return false; }
  /// Fills the spans, which have one length (`third` is empty without a third sequence), from element `first` on. Called repeatedly for the same
  /// elements, and gives the same values each time.
  virtual void read(std::size_t first, std::span<double> golden, std::span<double> actual, std::span<double> third) const = 0;

protected:
  PairedValues() = default;
  PairedValues(const PairedValues &) = default;
  PairedValues &operator=(const PairedValues &) = default;
};

/// Values in memory, which must outlive it; all of one length, or `third` empty.
class PairedArrays final : public PairedValues {
public:
  PairedArrays(std::span<const double> golden, std::span<const double> actual, std::span<const double> third = {})
      : goldenValues(golden), actualValues(actual), thirdValues(third) {}
  std::size_t count() const override { return goldenValues.size(); }
  bool hasThird() const override { return !thirdValues.empty(); }
  void read(std::size_t first, std::span<double> golden, std::span<double> actual, std::span<double> third) const override {
    std::ranges::copy(goldenValues.subspan(first, golden.size()), golden.begin());
    std::ranges::copy(actualValues.subspan(first, actual.size()), actual.begin());
    if (!third.empty())
      std::ranges::copy(thirdValues.subspan(first, third.size()), third.begin());
  }

private:
  std::span<const double> goldenValues, actualValues, thirdValues;
};

} // namespace fporder::measure
