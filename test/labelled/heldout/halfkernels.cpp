// Half and bfloat16 kernels.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

struct Tensor16 {
  _Float16 *data;
  int size;
  _Float16 &operator[](int i) const { return data[i]; }
};

// class: R7
_Float16 firHalf(Tensor16 x, Tensor16 taps) {
  _Float16 y = 0;
  int k = taps.size;
  do {
    --k;
    y += x[k] * taps[k]; // expect: narrow-accumulator
  } while (k > 0);
  return y;
}

// class: R7
__bf16 meanBf16(const std::vector<__bf16> &v) {
  __bf16 sum = (__bf16)0.0f;
  for (auto x : v)
    sum += x; // expect: narrow-accumulator
  return sum;
}

// class: R7
_Float16 normaliseHalf(const _Float16 *x, int i, _Float16 gain, _Float16 norm) {
  _Float16 centred = x[i] * gain;
  _Float16 scaled = centred;
  scaled /= norm; // expect: mul-then-div
  return scaled;
}

// class: R7
static float squash(double v) { return static_cast<float>(v); } // expect: early-narrowing #d

double drift(double reference, double measured) {
  const double a = squash(reference);
  const double b = squash(measured);
  return a - b; // expect: early-narrowing #d
}

// class: R7
void residual(const float *x, const float *y, _Float16 *store, float *out, int n, float bias) {
  for (int i = 0; i < n; ++i) {
    store[i] = static_cast<_Float16>(x[i] + y[i]); // expect: early-narrowing #n
    float back = static_cast<float>(store[i]);
    out[i] = back - bias; // expect: early-narrowing #n
  }
}

// control: elementwise half
void addHalf(const _Float16 *a, const _Float16 *b, _Float16 *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}

// control: bfloat16 added in float, rounded once
__bf16 addBf16(__bf16 a, __bf16 b) { return (__bf16)((float)a + (float)b); }

// control: maximum in half
_Float16 maxHalf(const std::vector<_Float16> &v) {
  _Float16 m = v[0];
  for (auto x : v)
    m = x > m ? x : m;
  return m;
}

// control: widening only
double widen(_Float16 h) {
  float f = h;
  return f;
}

// control: the product of floats is exact in long double
float throughLongDouble(float a, float b) {
  const long double p = static_cast<long double>(a) * b;
  return static_cast<float>(p);
}

// control: an index from half precision
int bucket(_Float16 x) { return static_cast<int>(x); }

// control: half sum as integers
std::int64_t fixedSum(const std::int16_t *q, int n) {
  std::int64_t s = 0;
  for (int i = 0; i < n; ++i)
    s += q[i];
  return s;
}
