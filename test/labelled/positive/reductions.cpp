// flags: -fopenmp
// Reductions whose order is not the program's, or is a long chain.
#include <atomic>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

// class: R9
double ompSum(const double *x, int n) {
  double total = 0.0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; ++i)
    total += x[i]; // expect: unordered-reduction
  return total;
}

// class: R9
void histogramWeights(const int *bin, const float *weight, float *hist, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    const int b = bin[i];
#pragma omp atomic
    hist[b] += weight[i]; // expect: unordered-reduction
  }
}

// class: R9
float reduceValues(const std::vector<float> &v) {
  return std::reduce(v.begin(), v.end()); // expect: unordered-reduction
}

// class: R9
double normSquared(const std::vector<double> &v) {
  const double start = 0.0;
  return std::transform_reduce(v.cbegin(), v.cend(), start, std::plus<>{}, // expect: unordered-reduction
                               [](double x) { return x * x; });
}

// class: R9
class Accumulator {
public:
  void add(float x) {
    value_.fetch_add(x, std::memory_order_relaxed); // expect: unordered-reduction
  }

private:
  std::atomic<float> value_{0.0f};
};
void feed(Accumulator &a) { a.add(0.1f); }

// class: R9
float plainSum(const float *p, std::size_t n) {
  float s = 0.0f;
  for (std::size_t i = 0; i != n; ++i)
    s += p[i]; // expect-remark: serial-sum
  return s;
}

// class: R9
double accumulateAll(const std::vector<double> &v) {
  return std::accumulate(v.begin(), v.end(), 0.0); // expect-remark: serial-sum
}

// class: R9
void matvec(const double *a, const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double acc = 0;
    for (int j = 0; j < n; j++)
      acc += a[i * n + j] * x[j]; // expect-remark: serial-sum
    y[i] = acc;
  }
}

// class: R9
float horizontal(const float lanes[4]) {
  const float lo = lanes[0] + lanes[1];
  const float mid = lo + lanes[2];
  return mid + lanes[3]; // expect-remark: sum-order
}
