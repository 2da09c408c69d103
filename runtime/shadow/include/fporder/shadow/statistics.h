// What shadow execution counts, per source place and per output. Engine-neutral: an engine that follows a program with shadow values of any kind
// describes each operation as a Step (trail.h) and these statistics result.
//
// All errors are in ulp of the format, |working - exact| / ulp(exact). Merging is commutative and associative to the last bit, so the report does not
// depend on the number of threads or on who finished first: sums are fixed-point, worst cases break ties by their operands' bits.
#pragma once

#include <fporder/shadow/contributions.h>
#include <fporder/shadow/precision.h>

#include <array>
#include <bit>
#include <map>
#include <string>
#include <tuple>

namespace fporder::shadowing {

/// Sum of non-negative numbers in units of 2^-32; each term is cut at 2^60 and to a whole number of units. 192 bits hold more than 2^100 terms.
class ExactSum {
public:
  void add(double term) {
    if (term < 0x1p31) // most terms
      addWords(static_cast<std::uint64_t>(static_cast<std::int64_t>(term * 0x1p32)), 0);
    else if (!std::isnan(term))
      addLarge(term);
  }
  void add(const ExactSum &other) {
    addWords(other.low, other.middle);
    high += other.high;
  }
  double value() const { return static_cast<double>(high) * 0x1p96 + static_cast<double>(middle) * 0x1p32 + static_cast<double>(low) * 0x1p-32; }

private:
  [[gnu::noinline]] void addLarge(double term) { // out of line, so that `add` is not
    const double units = term < 0x1p60 ? term * 0x1p32 : 0x1p92;
    const std::uint64_t significand = (std::bit_cast<std::uint64_t>(units) & 0xfffffffffffffU) | 0x10000000000000U;
    const int shift = exponentOf(units) - 52;
    addWords(significand << shift, significand >> (64 - shift)); // NOLINT(clang-analyzer-core.BitwiseShift): a term is 2^31 at least, units 2^63
  }
  void addWords(std::uint64_t first, std::uint64_t second) {
    low += first;
    const std::uint64_t carry = low < first ? 1 : 0;
    middle += carry;
    high += middle < carry ? 1 : 0;
    middle += second;
    high += middle < second ? 1 : 0;
  }
  std::uint64_t low = 0, middle = 0, high = 0; // units of 2^-32, 2^32, 2^96
};

/// Counts by power of two: bucket i holds 2^(i-16) <= x < 2^(i-15), the first also everything below.
class Histogram {
public:
  void add(double x) { ++buckets[bucket(x)]; }
  void add(const Histogram &other) {
    for (std::size_t index = 0; index < buckets.size(); ++index)
      buckets[index] += other.buckets[index];
  }
  /// The upper end of the bucket that holds the given share of the counts: an upper bound of that quantile, less than twice too large. 0 when empty.
  double quantileBound(double share) const {
    std::uint64_t total = 0, seen = 0;
    for (std::uint64_t count : buckets)
      total += count;
    for (std::size_t index = 0; index < buckets.size() && total > 0; ++index) {
      seen += buckets[index];
      if (static_cast<double>(seen) >= share * static_cast<double>(total))
        return std::ldexp(1.0, static_cast<int>(index) - 15);
    }
    return 0;
  }

private:
  static std::size_t bucket(double x) {
    if (!(x >= 0x1p-16))
      return 0;
    return x < 0x1p79 ? static_cast<std::size_t>(exponentOf(x) + 16) : 95;
  }
  std::array<std::uint64_t, 96> buckets{};
};

/// Count, mean, largest and distribution of one quantity.
struct Summary {
  std::uint64_t count = 0;
  ExactSum sum;
  double largest = 0;
  void add(double x) {
    ++count;
    sum.add(x);
    largest = x > largest ? x : largest;
  }
  void add(const Summary &other) {
    count += other.count;
    sum.add(other.sum);
    largest = std::fmax(largest, other.largest);
  }
  double mean() const { return count == 0 ? 0 : sum.value() / static_cast<double>(count); }
};

/// One operation in full: the working operands, the working result, and the exact result of the exact operands.
struct Case {
  double severity = -1; // what makes it the worst; negative: none yet
  unsigned operandCount = 0;
  std::array<double, 3> operands{};
  double result = 0, exact = 0;

  auto key() const {
    return std::tuple(severity, std::bit_cast<std::uint64_t>(operands[0]), std::bit_cast<std::uint64_t>(operands[1]),
                      std::bit_cast<std::uint64_t>(operands[2]), std::bit_cast<std::uint64_t>(exact));
  }
  bool isBeatenBy(double otherSeverity) const { return otherSeverity >= severity; }
  void keepWorse(const Case &other) {
    if (other.severity > severity || (other.severity == severity && other.key() > key()))
      *this = other;
  }
};

struct SiteStatistics {
  std::uint64_t count = 0;
  Summary born;          // rounding of this operation alone
  Summary incoming;      // the larger of the operands' errors, in ulp of that operand
  Summary outgoing;      // error of the result
  Histogram outgoingBy2; // distribution of the same
  Summary amplification; // condition number of additions and subtractions that cancel: (|a| + |b|) / |a +- b| >= 2
  Histogram amplificationBy2;
  Summary passedOn; // of the same operations: error of the result that stems from the operands, the own rounding left out
  static constexpr double carriedUnits = 0x1p52;
  ExactSum carried; // relative error in the results of all operations of the run that stems from this place, each at most 1, times carriedUnits
  Case worst;       // largest error of the result
  std::uint64_t overflows = 0;  // infinite result from finite operands
  std::uint64_t underflows = 0; // inexact result below the normal range
  std::uint64_t invalids = 0;   // NaN from operands that are none
  std::uint64_t nonFinite = 0;  // results not measured since they or an operand are not finite
  std::uint64_t undecided = 0;  // results not measured since the shadow's own precision did not suffice
  std::uint64_t flips = 0;      // comparisons, roundings to integers: the exact values decide otherwise
  Case flip;

  void add(const SiteStatistics &other) {
    count += other.count;
    born.add(other.born);
    incoming.add(other.incoming);
    outgoing.add(other.outgoing);
    outgoingBy2.add(other.outgoingBy2);
    amplification.add(other.amplification);
    amplificationBy2.add(other.amplificationBy2);
    passedOn.add(other.passedOn);
    carried.add(other.carried);
    worst.keepWorse(other.worst);
    overflows += other.overflows;
    underflows += other.underflows;
    invalids += other.invalids;
    nonFinite += other.nonFinite;
    undecided += other.undecided;
    flips += other.flips;
    flip.keepWorse(other.flip);
  }
};

struct OutputStatistics {
  std::uint64_t count = 0;
  Summary error; // ulp
  Histogram errorBy2;
  double largestAbsolute = 0; // |working - exact|
  Case worst;
  std::uint64_t nonFinite = 0, undecided = 0;
  std::map<SiteId, ExactSum> shares; // ulp of error that stem from the place
  Format format = Format::Binary64;

  void add(const OutputStatistics &other) {
    format = count == 0 ? other.format : format;
    count += other.count;
    error.add(other.error);
    errorBy2.add(other.errorBy2);
    largestAbsolute = std::fmax(largestAbsolute, other.largestAbsolute);
    worst.keepWorse(other.worst);
    nonFinite += other.nonFinite;
    undecided += other.undecided;
    for (const auto &[site, sum] : other.shares)
      shares[site].add(sum);
  }
};

} // namespace fporder::shadowing
