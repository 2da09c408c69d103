// Sums in narrow formats and casts between operations.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using half = _Float16;

// class: R7
half sumHalf(const half *x, int n) {
  half acc = 0;
  for (int i = 0; i < n; ++i)
    acc += x[i]; // expect: narrow-accumulator
  return acc;
}

// class: R7
float dotBf16(std::span<const __bf16> a, std::span<const __bf16> b) {
  __bf16 s = (__bf16)0.0f;
  for (std::size_t i = 0; i < a.size(); ++i)
    s = s + a[i] * b[i]; // expect: narrow-accumulator
  return static_cast<float>(s);
}

// class: R7
half rescaleHalf(half x, half scale, half div) {
  half t = x * scale;
  half r = t / div; // expect: mul-then-div
  return r;
}

// class: R7
float storedInHalf(float a, float b, float c) {
  half product = static_cast<half>(a * b); // expect: early-narrowing #n
  return static_cast<float>(product) - c;  // expect: early-narrowing #n
}

// class: R7
float elapsedSeconds(double now, double start) {
  float a = static_cast<float>(now);   // expect: early-narrowing #n
  float b = static_cast<float>(start); // expect: early-narrowing #n
  return a - b;                        // expect: early-narrowing #n
}

// class: R7
half viaFloat(double x, double y) {
  float mid = static_cast<float>(x * y);
  return static_cast<half>(mid); // expect-remark: double-rounding
}

// class: R7
float totalOfDoubles(const std::vector<double> &prices) {
  float total = 0;
  for (const double p : prices)
    total += p; // expect-remark: narrow-accumulator | early-narrowing
  return total;
}

// class: R7
void layerInHalf(const float *in, const float *w, half *mid, float *out, int n, float bias) {
  for (int i = 0; i < n; ++i)
    mid[i] = static_cast<half>(in[i] * w[i]); // expect: early-narrowing #n
  for (int i = 0; i < n; ++i)
    out[i] = static_cast<float>(mid[i]) - bias; // expect: early-narrowing #n
}

// class: R7
template <typename Acc, typename T> Acc reduceAll(const T *p, int n) {
  Acc acc = Acc(0);
  for (int i = 0; i < n; i++)
    acc += p[i]; // expect: narrow-accumulator
  return acc;
}
half reduceHalf(const half *p, int n) { return reduceAll<half, half>(p, n); }
