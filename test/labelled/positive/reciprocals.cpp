// Divisions turned into products: quantisation, normalisation, geometry.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class Quantizer {
public:
  explicit Quantizer(float scale, int zero) : inverse_(1.0f / scale), zero_(zero) {}

  // class: R2
  std::int8_t quantize(float x) const {
    const float scaled = x * inverse_; // expect: reciprocal-multiply
    const int q = static_cast<int>(std::nearbyint(scaled)) + zero_;
    return static_cast<std::int8_t>(std::clamp(q, -128, 127));
  }

private:
  float inverse_;
  int zero_;
};

std::int8_t useQuantizer(float x) { return Quantizer(0.1f, 0).quantize(x); }

// class: R2
void rowNormalise(float *row, int n, float norm) {
  float r = 1.0f;
  r /= norm;
  for (int i = 0; i < n; ++i)
    row[i] = row[i] * r; // expect-remark: reciprocal-multiply
}

// class: R2
int cellIndex(double x, double cellSize) {
  double perUnit = 1.0 / cellSize;
  return static_cast<int>(std::floor(x * perUnit)); // expect: reciprocal-multiply
}

struct Vec {
  float x, y, z;
};

// class: R2
Vec operator/(const Vec &v, float s) {
  float inv = 1 / s;
  return Vec{v.x * inv, v.y * inv, v.z * inv}; // expect-remark: reciprocal-multiply
}

// class: R2
double sampleMean(const std::vector<long> &xs) {
  long total = 0;
  for (long x : xs)
    total += x;
  const double reciprocal = 1.0 / static_cast<double>(xs.size());
  return reciprocal * static_cast<double>(total); // expect-remark: reciprocal-multiply
}

static inline float rcp(float v) { return 1.0f / v; }

// class: R2
void perspectiveDivide(float clip[4], float out[3]) {
  float w = rcp(clip[3]);
  out[0] = clip[0] * w; // expect-remark: reciprocal-multiply
  out[1] = clip[1] * w;
  out[2] = clip[2] * w;
}

// class: R2
unsigned toByte(float value, float maxValue) {
  auto k = 255.0f / maxValue;
  return static_cast<unsigned>(value * k); // expect: div-then-mul | reciprocal-multiply
}
