// Variance in C++ dress: an accumulator class, algorithms, a lambda.
#include <cmath>
#include <numeric>
#include <vector>

// class: R3
class RunningStats {
public:
  void push(double x) {
    ++count_;
    sum_ += x;
    squares_ += x * x;
  }
  double variance() const {
    const double mean = sum_ / count_;
    return squares_ / count_ - mean * mean; // expect: one-pass-variance
  }

private:
  int count_ = 0;
  double sum_ = 0.0, squares_ = 0.0;
};

double twoPoints(double a, double b) {
  RunningStats stats;
  stats.push(a);
  stats.push(b);
  return stats.variance();
}

// class: R3
float stddevOf(const std::vector<float> &v) {
  const float n = static_cast<float>(v.size());
  const float mean = std::accumulate(v.begin(), v.end(), 0.0f) / n;
  const float sq = std::inner_product(v.begin(), v.end(), v.begin(), 0.0f) / n;
  return std::sqrt(sq - mean * mean); // expect: one-pass-variance
}

// class: R3
template <class It> auto momentPair(It first, It last) {
  using T = typename std::iterator_traits<It>::value_type;
  T s{}, s2{};
  T n{};
  for (; first != last; ++first) {
    s += *first;
    s2 += *first * *first;
    n += T(1);
  }
  const T mu = s / n;
  return s2 / n - mu * mu; // expect: one-pass-variance
}
double callMomentPair(const std::vector<double> &v) { return momentPair(v.begin(), v.end()); }
