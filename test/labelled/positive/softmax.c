// Softmax and its relatives without the shift by the maximum.
#include <math.h>

// class: R5
void softmax_plain(const float *logits, float *out, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++) {
    out[i] = expf(logits[i]);
    sum += out[i];
  }
  for (int i = 0; i < n; i++)
    out[i] /= sum; // expect: unshifted-softmax
}

// class: R5
void softmax_two_loops(const double *x, double *p, int n) {
  double total = 0.0;
  int i;
  for (i = 0; i < n; i++)
    total += exp(x[i]);
  for (i = 0; i < n; i++)
    p[i] = exp(x[i]) / total; // expect: unshifted-softmax
}

// class: R5
double log_sum_exp(const double *x, int n) {
  double acc = 0.0;
  for (int i = 0; i < n; ++i) {
    double e = exp(x[i]);
    acc += e;
  }
  return log(acc); // expect: unshifted-logsumexp
}

// class: R5
float softplus(float x) {
  float e = expf(x);
  return logf(1.0f + e); // expect: log1p-form | unshifted-logsumexp
}

// class: R5
double log_add(double la, double lb) {
  double a = exp(la);
  double b = exp(lb);
  return log(a + b); // expect: unshifted-logsumexp
}

// class: R5
float cross_entropy(const float *logits, int target, int n) {
  float z = 0.0f;
  for (int i = 0; i < n; i++)
    z += expf(logits[i]);
  float logz = logf(z); // expect: unshifted-logsumexp
  return logz - logits[target];
}
