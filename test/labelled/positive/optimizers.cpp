// Optimiser updates as training code writes them.
#include <cmath>
#include <cstddef>
#include <vector>

// class: R1
void adamUpdate(float *w, float *m, float *v, const float *g, std::size_t n, float lr, float b1, float b2, float c1, float c2) {
  for (std::size_t i = 0; i < n; ++i) {
    const float grad = g[i];
    m[i] += (grad - m[i]) * (1.0f - b1);
    v[i] += (grad * grad - v[i]) * (1.0f - b2);
    const float mhat = m[i] / c1;
    const float vhat = v[i] / c2;
    const float num = lr * mhat;
    const float den = std::sqrt(vhat) + 1e-8f;
    w[i] -= num / den; // expect: mul-then-div
  }
}

class RmsProp {
public:
  RmsProp(float rate, float decay) : rate_(rate), decay_(decay) {}
  void step(float &weight, float &state, float grad) const;

private:
  float rate_;
  float decay_;
};

// class: R1
void RmsProp::step(float &weight, float &state, float grad) const {
  state = decay_ * state + grad * grad;
  float direction = grad / (std::sqrt(state) + 1e-7f);
  direction *= rate_;          // expect: div-then-mul #step
  weight = weight - direction; // expect: div-then-mul #step
}

// class: R1
void lambTrustRatio(std::vector<float> &weights, const std::vector<float> &update, float wNorm, float uNorm, float lr) {
  float trust = 1.0f;
  if (wNorm > 0.0f && uNorm > 0.0f)
    trust = wNorm / uNorm;
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] -= lr * trust * update[i]; // expect: div-then-mul | product-order
}

// class: R10
void emaOfWeights(float *shadow, const float *live, int n, float decay) {
  const float rest = 1.0f - decay;
  for (int i = 0; i < n; ++i) {
    float kept = shadow[i] * decay;
    shadow[i] = kept + rest * live[i]; // expect-remark: ema-form
  }
}

// class: R1b
void weightDecayStep(float *p, const float *g, int n, float lr, float decay, float scale) {
  for (int i = 0; i < n; ++i) {
    float shrink = p[i] * decay;
    float total = shrink * scale; // expect-remark: product-order #chain
    p[i] = p[i] - lr * total;     // expect-remark: product-order #chain
    p[i] -= lr * g[i];
  }
}

// class: R2
void unscaleGradients(std::vector<float> &grads, float lossScale) {
  const float inv = 1.0f / lossScale;
  for (auto &g : grads)
    g *= inv; // expect-remark: reciprocal-multiply
}

// class: R1
void adagrad(double *x, const double *g, double *h, int n, double eta) {
#define DENOM(s) (std::sqrt(s) + 1e-10)
  for (int i = 0; i < n; i++) {
    h[i] += g[i] * g[i];
    x[i] -= eta * g[i] / DENOM(h[i]); // expect: mul-then-div
  }
#undef DENOM
}
