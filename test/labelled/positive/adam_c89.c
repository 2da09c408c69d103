/* Update rules in the older style: declarations first, one operation a line. */
#include <math.h>

// class: R1
void adam_apply(float *var, float *exp_avg, float *exp_avg_sq, const float *grad, int count, float step_size, float beta1, float beta2) {
  int i;
  float a, b, t;
  for (i = 0; i < count; i++) {
    a = exp_avg[i];
    b = grad[i];
    t = b - a;
    t = t * (1.0f - beta1);
    exp_avg[i] = a + t;
    t = b * b - exp_avg_sq[i];
    exp_avg_sq[i] += t * (1.0f - beta2);
    t = sqrtf(exp_avg_sq[i]);
    t = t + 1e-8f;
    b = exp_avg[i] * step_size;
    b = b / t;           // expect: mul-then-div #s1
    var[i] = var[i] - b; // expect: mul-then-div #s1
  }
}

static void scale_buffer(float *dst, const float *src, float s, int n) {
  int i;
  for (i = 0; i < n; i++)
    dst[i] = src[i] * s;
}

// class: R1
void apply_buffered(float *w, const float *m, const float *den, int n, float lr) {
  float tmp[256];
  int i;
  if (n > 256)
    return;
  scale_buffer(tmp, m, lr, n);
  for (i = 0; i < n; i++)
    w[i] -= tmp[i] / den[i]; // expect: mul-then-div
}

// class: R1
void bias_corrected(float *p, const float *m, const float *v, int n, float lr, float bc1, float bc2) {
  int i;
  for (i = 0; i < n; i++) {
    float mh = m[i] / bc1;
    float vh = sqrtf(v[i]) / sqrtf(bc2);
    float q = mh / (vh + 1e-8f); // expect-remark: divide-chain
    float step = q * lr;
    p[i] -= step;
  }
}

// class: R2
void adam_rcp(float *p, const float *m, const float *v, int n, float lr, float bc1) {
  const float rbc1 = 1.0f / bc1;
  int i;
  for (i = 0; i < n; i++) {
    float mhat = m[i] * rbc1; // expect-remark: reciprocal-multiply | product-order #r
    float d = sqrtf(v[i]) + 1e-8f;
    p[i] -= lr * (mhat / d); // expect-remark: reciprocal-multiply #r
  }
}
