// Where the scale of a dot product stands.
#include <cmath>
#include <vector>

// class: R6
float attentionScore(const float *q, const float *k, int headDim) {
  float acc = 0.0f;
  for (int i = 0; i < headDim; ++i)
    acc += q[i] * k[i];
  const float scale = 1.0f / std::sqrt(static_cast<float>(headDim));
  return acc * scale; // expect-remark: scale-placement | reciprocal-multiply
}

// class: R6
void scoresPreScaled(const float *q, const float *keys, float *scores, int tokens, int dim, float scale) {
  for (int t = 0; t < tokens; ++t) {
    float s = 0.0f;
    for (int d = 0; d < dim; ++d)
      s += (q[d] * scale) * keys[t * dim + d]; // expect-remark: scale-placement | product-order
    scores[t] = s;
  }
}

// class: R6
void weightedRow(const float *x, const float *w, float *y, int rows, int cols, float alpha) {
  for (int r = 0; r < rows; ++r) {
    float sum = 0.0f;
    for (int c = 0; c < cols; ++c)
      sum += w[r * cols + c] * x[c];
    y[r] = alpha * sum; // expect-remark: scale-placement
  }
}

// class: R6
double integrate(const std::vector<double> &samples, double step) {
  double area = 0.0;
  for (double f : samples)
    area += f * step; // expect-remark: scale-placement
  return area;
}

// class: R6
double meanOf(const std::vector<double> &values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0.0;
  for (auto v : values)
    mean += v / n; // expect-remark: scale-placement
  return mean;
}

// class: R6
float blendTwo(float gain, float left, float right) {
  const float l = gain * left;
  const float r = gain * right;
  return l + r; // expect-remark: distribution
}

// class: R6
double spendShare(double income, double rent, double food, double weight) {
  double a = rent * weight;
  double b = weight * food;
  return income - (a - b); // expect: distribution
}
