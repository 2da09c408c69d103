// flags: -fopenmp
// Parallel and atomic sums.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

// class: R9
double simdSum(const double *x, int n) {
  double s = 0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; ++i)
    s += x[i]; // expect: unordered-reduction
  return s;
}

// class: R9
double criticalSum(const double *x, int n) {
  double total = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    total += x[i] * x[i]; // expect: unordered-reduction
  }
  return total;
}

// class: R9
void scatterForces(const int *index, const double *f, double *force, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::atomic_ref<double> slot(force[index[i]]);
    slot.fetch_add(f[i]); // expect: unordered-reduction
  }
}

// class: R9
float reducePlus(const std::vector<float> &v) {
  const auto sum = std::reduce(v.begin(), v.end(), 0.0f, std::plus<float>{}); // expect: unordered-reduction
  return sum;
}

// class: R9
double nestedReduction(const double *a, int rows, int cols) {
  double trace = 0.0;
#pragma omp parallel for collapse(2) reduction(+ : trace)
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < cols; ++c)
      trace += a[r * cols + c]; // expect: unordered-reduction
  return trace;
}

// class: R9
void spmv(const int *row, const int *col, const float *val, const float *x, float *y, int n) {
  for (int r = 0; r < n; ++r) {
    float s = 0;
    for (int k = row[r]; k < row[r + 1]; ++k)
      s += val[k] * x[col[k]]; // expect-remark: serial-sum
    y[r] = s;
  }
}

// control: minimum reduction
double smallest(const double *x, int n) {
  double m = x[0];
#pragma omp parallel for reduction(min : m)
  for (int i = 1; i < n; ++i)
    m = std::min(m, x[i]);
  return m;
}

// control: logical reduction
bool allFinite(const double *x, int n) {
  bool ok = true;
#pragma omp parallel for reduction(&& : ok)
  for (int i = 0; i < n; ++i)
    ok = ok && std::isfinite(x[i]);
  return ok;
}

// control: maximum in a critical section
double criticalMax(const double *x, int n) {
  double best = x[0];
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    best = std::max(best, x[i]);
  }
  return best;
}

// control: integer transform_reduce
long nonZero(const std::vector<double> &v) {
  return std::transform_reduce(v.begin(), v.end(), 0L, std::plus<>{}, [](double x) { return x != 0.0 ? 1L : 0L; });
}

// control: reduce by maximum has no order
float topOf(const std::vector<float> &v) {
  return std::reduce(v.begin(), v.end(), 0.0f, [](float a, float b) { return std::max(a, b); });
}

// control: an atomic ticket
int ticket(std::atomic<int> &next) { return next.fetch_add(1); }

// control: in-place tree by doubling strides
double treeSum(double *x, int n) {
  for (int stride = 1; stride < n; stride *= 2)
    for (int i = 0; i + stride < n; i += 2 * stride)
      x[i] += x[i + stride];
  return n > 0 ? x[0] : 0.0;
}
