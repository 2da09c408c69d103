// Exact casts, and one rounding at the end.
#include <cmath>
#include <cstdint>

// control: product in double, rounded once
float roundedOnce(float a, float b) { return static_cast<float>(static_cast<double>(a) * b); }

// control: float to double and back
float roundTrip(float x) {
  double wide = x;
  return static_cast<float>(wide);
}

// control: half product in float is exact, rounded once
_Float16 halfProduct(_Float16 a, _Float16 b) {
  float wide = static_cast<float>(a) * static_cast<float>(b);
  return static_cast<_Float16>(wide);
}

// control: small integers convert exactly
float sampleToFloat(std::int16_t s, float gain) { return static_cast<float>(s) * gain; }

// control: a single narrowing store
void store(const float *in, _Float16 *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = static_cast<_Float16>(in[i]);
}

// control: widened before the subtraction
double difference(float a, float b) { return static_cast<double>(a) - static_cast<double>(b); }

// control: narrowed after the subtraction
float elapsed(double now, double start) { return static_cast<float>(now - start); }

// control: innocuous double rounding of a square root
float rootInDouble(float x) { return static_cast<float>(std::sqrt(static_cast<double>(x))); }
