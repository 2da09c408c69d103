// Welford, two passes with compensated sums, extremes, counts.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

class Welford {
public:
  // control: Welford's update
  void push(double x) {
    ++n_;
    const double delta = x - mean_;
    mean_ += delta / static_cast<double>(n_);
    m2_ += delta * (x - mean_);
  }
  // control: one division
  double variance() const { return m2_ / static_cast<double>(n_ - 1); }

private:
  std::int64_t n_ = 0;
  double mean_ = 0.0, m2_ = 0.0;
};
double spreadOfTwo(double a, double b) {
  Welford w;
  w.push(a);
  w.push(b);
  return w.variance();
}

// control: compensated sum in a class
class KahanSum {
public:
  void add(double value) {
    const double y = value - carry_;
    const double t = sum_ + y;
    carry_ = (t - sum_) - y;
    sum_ = t;
  }
  double get() const { return sum_; }

private:
  double sum_ = 0.0, carry_ = 0.0;
};

// control: two passes, both compensated
double twoPassVariance(const std::vector<double> &v) {
  KahanSum total;
  for (double x : v)
    total.add(x);
  const double mean = total.get() / static_cast<double>(v.size());
  KahanSum squares;
  for (double x : v) {
    const double d = x - mean;
    squares.add(d * d);
  }
  return squares.get() / static_cast<double>(v.size() - 1);
}

// control: integer algorithms
long sumOfInts(const std::vector<int> &v) { return std::accumulate(v.begin(), v.end(), 0L); }

// control: integer reduce has no order
int reduceInts(const std::vector<int> &v) { return std::reduce(v.begin(), v.end()); }

// control: the maximum has no order
float largest(const std::vector<float> &v) {
  return std::accumulate(v.begin(), v.end(), 0.0f, [](float a, float b) { return std::max(a, b); });
}

// control: max_element and count
std::ptrdiff_t above(const std::vector<float> &v, float limit) {
  const float top = *std::max_element(v.begin(), v.end());
  return std::count_if(v.begin(), v.end(), [&](float x) { return x > limit && x < top; });
}

// control: integer atomics
void countHits(std::atomic<int> &hits, const std::vector<float> &v, float limit) {
  for (float x : v)
    if (x > limit)
      hits.fetch_add(1, std::memory_order_relaxed);
}

// control: an atomic float that is only stored and loaded
float publish(std::atomic<float> &slot, float value) {
  slot.store(value, std::memory_order_release);
  return slot.load(std::memory_order_acquire);
}
