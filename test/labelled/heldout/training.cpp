// Training loops, in other clothes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <valarray>
#include <vector>

namespace {
template <int N> struct Pack {
  float v[N];
  Pack &operator*=(float s) {
    for (float &x : v)
      x *= s;
    return *this;
  }
};

void momentStep(float m, float lr, float *out) { *out = m * lr; }
} // namespace

// class: R1
void sgdThroughOutParameter(float *w, const float *m, const float *den, int n, float lr) {
  for (int i = 0; i < n; ++i) {
    float update;
    momentStep(m[i], lr, &update);
    w[i] -= update / den[i]; // expect: mul-then-div
  }
}

// class: R1
void packed(Pack<4> &w, Pack<4> grad, const float (&den)[4], float lr) {
  grad *= lr;
  for (int i = 0; i < 4; ++i)
    w.v[i] = w.v[i] - grad.v[i] / den[i]; // expect: mul-then-div
}

// class: R1
float clipped(float g, float limit, float norm) {
  const float s = norm > limit ? limit / norm : 1.0f;
  return g * s; // expect-remark: div-then-mul
}

struct OptimiserBase {
  explicit OptimiserBase(float batch) : perSample(1.0f / batch) {}
  virtual ~OptimiserBase() = default;
  float perSample;
};

// class: R2
struct MeanGradient : OptimiserBase {
  using OptimiserBase::OptimiserBase;
  float apply(float g) const { return g * perSample; } // expect-remark: reciprocal-multiply
};
float applyMean(float g, float batch) { return MeanGradient(batch).apply(g); }

// class: R5
float binaryCrossEntropy(float logit, float target) {
  const float e = std::exp(-logit);
  const float positive = std::log(1 + e); // expect: log1p-form | unshifted-logsumexp
  return target > 0.5f ? positive : positive + logit;
}

// class: R5
template <std::size_t N> std::array<double, N> attentionRow(const std::array<double, N> &scores) {
  std::array<double, N> p{};
  double z = 0;
  for (std::size_t i = 0; i < N; ++i)
    z += (p[i] = std::exp(scores[i]));
  for (auto &x : p)
    x = x / z; // expect: unshifted-softmax
  return p;
}
template std::array<double, 8> attentionRow(const std::array<double, 8> &);

// class: R5
void sampleWeights(std::span<float> logits) {
  float total = 0;
  for (auto it = logits.begin(); it != logits.end(); ++it) {
    *it = expf(*it);
    total += *it;
  }
  const float norm = 1 / total;
  for (auto &l : logits)
    l *= norm; // expect: unshifted-softmax
}

// class: R4
void nearest(const std::vector<float> &points, const std::vector<float> &queries, std::vector<float> &out, int dim) {
  const int n = static_cast<int>(points.size()) / dim, m = static_cast<int>(queries.size()) / dim;
  std::vector<float> norms(n);
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int d = 0; d < dim; ++d)
      s += points[i * dim + d] * points[i * dim + d];
    norms[i] = s;
  }
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i) {
      float qq = 0, pq = 0;
      for (int d = 0; d < dim; ++d) {
        qq += queries[j * dim + d] * queries[j * dim + d];
        pq += points[i * dim + d] * queries[j * dim + d];
      }
      out[j * n + i] = norms[i] + qq - 2 * pq; // expect: norm-expansion
    }
  }
}

// class: R4
float planarDistance(float x1, float y1, float x2, float y2) {
  const float n1 = x1 * x1 + y1 * y1;
  const float n2 = x2 * x2 + y2 * y2;
  const float cross = x1 * x2 + y1 * y2;
  return std::sqrt(std::max(0.0f, n1 + n2 - 2.0f * cross)); // expect: norm-expansion
}

// class: R4
double embeddingDistance(const std::valarray<double> &a, const std::valarray<double> &b) {
  const double aa = (a * a).sum();
  const double bb = (b * b).sum();
  const double ab = (a * b).sum();
  return std::sqrt(aa - 2.0 * ab + bb); // expect: norm-expansion
}

// class: R1b
void rescaleAll(float *w, int n, const float *gain) {
  float *const end = w + n;
  const float rate = gain[0];
  const float decay = gain[1];
  for (; w != end; ++w) {
    const float once = *w * rate;
    *w = once * decay; // expect-remark: product-order
  }
}

// class: R10
float silu2(float x) {
  const float a = std::exp(x), b = std::exp(-x);
  const float t = (a - b) / (a + b); // expect: tanh-form
  return x * t;
}

// control: softmax shifted in an earlier loop, compensated sum
void shiftedSoftmax(float *x, int n) {
  float top = x[0];
  for (int i = 1; i < n; ++i)
    top = std::max(top, x[i]);
  for (int i = 0; i < n; ++i)
    x[i] = std::exp(x[i] - top);
  float sum = 0, carry = 0;
  for (int i = 0; i < n; ++i) {
    const float y = x[i] - carry;
    const float t = sum + y;
    carry = (t - sum) - y;
    sum = t;
  }
  for (int i = 0; i < n; ++i)
    x[i] /= sum;
}

// control: momentum
void momentum(float *buf, const float *g, int n, float mu) {
  for (int i = 0; i < n; ++i)
    buf[i] = mu * buf[i] + g[i];
}

// control: plain descent
void descend(float *w, const float *g, int n, float lr) {
  for (int i = 0; i < n; ++i)
    w[i] -= lr * g[i];
}

// control: loss scale is a power of two
void unscale(std::vector<float> &g) {
  constexpr float lossScale = 65536.0f;
  const float inv = 1.0f / lossScale;
  for (auto &x : g)
    x *= inv;
}

// control: a shift makes a power of two at run time
float shiftScale(float x, unsigned bits, float c) {
  const float scale = static_cast<float>(1u << (bits & 15u));
  return x * scale / c;
}

// control: the pointee was replaced
float replacedPointee(float a, float b, float c, float d, float &keep) {
  auto box = std::make_unique<float>(a * b);
  keep = *box;
  *box = c;
  return *box / d;
}

// control: gradient clipping by value
float clipValue(float g, float limit) { return std::clamp(g, -limit, limit); }

// control: stable logistic
float sigmoid(float x) {
  if (x >= 0)
    return 1.0f / (1.0f + std::exp(-x));
  const float e = std::exp(x);
  return e / (1.0f + e);
}
