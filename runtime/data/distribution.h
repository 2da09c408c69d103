// Values where there are no data: distributions and ranges, drawn by counter.
//
// The value of a sample is a function of the seed, the variable's name and the sample's index alone, so it does not depend on threads, block sizes or
// on which other variables there are. Bits are splitmix64's (Steele, Lea, Flood 2014) at a key hashed from seed and name; normal deviates are
// Box-Muller's. Every function in them is correctly rounded, and powers of two take basic operations
// alone, so that all machines draw the same values. Values are binary64; whoever uses them rounds
// to a format.
#pragma once

#include "runtime/error/result.h"
#include "runtime/format/format.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fporder::data {

struct Distribution {
  enum class Kind : std::uint8_t {
    Uniform,    // on [first, second]
    LogUniform, // sign of both ends, |x| = 2^U(log2 |first|, log2 |second|)
    Normal,     // mean first, standard deviation second
    LogNormal,  // e^Normal(first, second)
    PowerOfTwo, // 2^U(first, second), of either sign unless `positive`
  };
  Kind kind = Kind::PowerOfTwo;
  double first = -20, second = 20;
  bool positive = false;

  bool operator==(const Distribution &) const = default;
};

/// 2^U(-20, 20), of both signs unless only positive values lie in the domain.
Distribution defaultDistribution(bool positive = false);

/// 2^U over every binade of the format, subnormal ones included, so that what overflows or underflows is met. Precondition: isHeldInDouble(format).
Distribution fullRange(format::Format format, bool positive = false);

/// For an interval: log-uniform when both ends have the same sign and the larger is more than 16 times the smaller, otherwise uniform, so that the
/// small values of a wide range are met too. Precondition: finite, first <= second.
Distribution overRange(double first, double second);

/// "lognormal(0,1)", "range [1e-08,1], log-uniform", ...: what `parse...` reads, for reports.
std::string describe(const Distribution &distribution);

struct NamedDistribution {
  std::string name; // of the variable, FUNCTION.NAME included
  Distribution distribution;
};

/// NAME=[lo,hi]; ends as in parseParameter. Errors repeat the text.
Result<NamedDistribution> parseRange(std::string_view text);
/// NAME=uniform(a,b) | loguniform(a,b) | normal(mean,deviation) | lognormal(mean,deviation).
Result<NamedDistribution> parseDistribution(std::string_view text);

/// Draws by index.
class Sampler {
public:
  Sampler(const Distribution &what, std::uint64_t seed, std::string_view name);
  double operator()(std::uint64_t index) const;
  /// Samples first, first + 1, ...
  void fill(std::uint64_t first, std::span<double> out) const;
  /// The samples of these indices.
  void fill(std::span<const std::uint64_t> indices, std::span<double> out) const;

private:
  void fillChunk(std::span<const std::uint64_t> indices, std::span<double> out) const;

  Distribution distribution;
  std::uint64_t key;
  double lowestExponent = 0, highestExponent = 0; // LogUniform
};

} // namespace fporder::data
