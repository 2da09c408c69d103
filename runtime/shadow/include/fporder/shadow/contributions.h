// Where a value's error comes from: the signed share of each source place, carried forward with the value.
//
// To first order an operation's error is the sum of its operands' errors times slopes, plus its own rounding. With secant slopes the sum is exact. A
// value keeps the eight largest shares; what was dropped is the difference to the error itself, which the shadow knows.
#pragma once

#include <fporder/shadow/precision.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace fporder::shadowing {

using SiteId = std::uint32_t;

struct Contribution {
  double error; // absolute, signed
  SiteId site;
};

class Contributions;

/// Every share of `shares` times `slope`.
struct WeighedContributions {
  const Contributions *shares;
  double slope;
};

/// Shares as floats beside a common exponent: 24 bits of the largest, and nothing below 2^-126 of it.
class Contributions {
public:
  static constexpr unsigned capacity = 8;

  constexpr Contributions() {
    if (std::is_constant_evaluated())
      for (std::byte &byte : storage)
        byte = {};
  }

  unsigned size() const { return count; }
  Contribution operator[](unsigned index) const {
    Share share;
    std::memcpy(&share, storage + index * sizeof share, sizeof share);
    return {static_cast<double>(share.scaled) * unit(), share.site};
  }

  /// Becomes the sum of both, neither of which is this, and of the rounding `own`. Entries stay sorted by site, so that the same data give the same
  /// result. `visit` gets each entry that is kept.
  template <class Visit>
  void setCombined(const WeighedContributions &left, const WeighedContributions &right, const Contribution &own, const Visit &visit) {
    std::array<Contribution, 2 * capacity + 1> merged;
    unsigned size = 0;
    double largest = 0;
    merge(left, right, own, [&](const Contribution &next) {
      if (next.error == 0 || !std::isfinite(next.error))
        return;
      merged[size++] = next;
      largest = std::max(largest, std::fabs(next.error));
    });
    count = 0;
    exponent = static_cast<std::int16_t>(std::max(exponentOf(largest), -1021));
    const double threshold = size > capacity ? largestDropped(merged.data(), size) : 0, perUnit = powerOfTwo(-exponent);
    for (unsigned index = 0; index < size && count < capacity; ++index) {
      if (!(std::fabs(merged[index].error) > threshold))
        continue;
      append({static_cast<float>(merged[index].error * perUnit), merged[index].site});
      visit(merged[index]);
    }
  }

  void negate() {
    for (unsigned index = 0; index < count; ++index)
      storage[index * sizeof(Share) + signByte] ^= std::byte{0x80};
  }

private:
  struct Share {
    float scaled;
    SiteId site;
  };
  static constexpr std::size_t signByte = std::endian::native == std::endian::little ? 3 : 0;

  double unit() const { return powerOfTwo(exponent); }

  class Reader;
  template <class Put>
  static void merge(const WeighedContributions &left, const WeighedContributions &right, const Contribution &own, const Put &put);

  /// The largest magnitude beyond the `capacity` largest ones.
  static double largestDropped(const Contribution *merged, unsigned size) {
    std::array<double, 2 * capacity + 1> magnitudes;
    for (unsigned index = 0; index < size; ++index)
      magnitudes[index] = std::fabs(merged[index].error);
    std::nth_element(magnitudes.begin(), magnitudes.begin() + capacity, magnitudes.begin() + size, [](double x, double y) { return x > y; });
    return magnitudes[capacity];
  }

  void append(const Share &share) { std::memcpy(storage + count++ * sizeof share, &share, sizeof share); }

  // Bytes, since bytes may be copied before they are set: most values have few shares.
  alignas(Share) std::byte storage[capacity * sizeof(Share)];
  std::int16_t exponent = 0;
  std::uint16_t count = 0;
};

/// Goes through weighed shares.
class Contributions::Reader {
public:
  explicit Reader(const WeighedContributions &of) : shares(*of.shares), slope(of.slope) { read(); }
  bool isDone() const { return index >= shares.count; }
  SiteId site() const { return share.site; }
  double next() {
    const double error = share.error * slope;
    ++index;
    read();
    return error;
  }

private:
  void read() {
    if (!isDone())
      share = shares[index];
  }
  const Contributions &shares;
  double slope;
  unsigned index = 0;
  Contribution share{};
};

/// Hands the sum's entries to `put` by site.
template <class Put>
void Contributions::merge(const WeighedContributions &left, const WeighedContributions &right, const Contribution &own, const Put &put) {
  Reader a(left), b(right);
  bool pending = own.error != 0;
  while (!a.isDone() || !b.isDone()) {
    const bool takesLeft = b.isDone() || (!a.isDone() && a.site() <= b.site());
    const bool takesRight = a.isDone() || (!b.isDone() && b.site() <= a.site());
    Contribution next{0, takesLeft ? a.site() : b.site()};
    if (pending && own.site <= next.site) {
      if (own.site < next.site)
        put(own);
      pending = false;
    }
    if (takesLeft)
      next.error = a.next();
    if (takesRight)
      next.error += b.next();
    if (next.site == own.site)
      next.error += own.error;
    put(next);
  }
  if (pending)
    put(own);
}

} // namespace fporder::shadowing
