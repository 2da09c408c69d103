// A quantised number times its scale is what is meant by the number, in a narrow format too; that it is multiplied further is a remark, not a
// warning. A product that is needed for itself as well is no order to choose, unless loop-invariant factors could be folded; nor is one with data
// that an initialisation makes from indices. Bits that hold an exponent and no fraction are a power of two.

void impulses(float *p, float *q, const float *mass, const float *step, const float *gain, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = mass[i] * step[i] * gain[i]; // expect-audit: product-order
}

void folded(float *p, float *q, const float *x, float rate, float scale, int n) {
  for (int i = 0; i < n; ++i) {
    const float step = x[i] * rate;
    p[i] = step;
    q[i] = step * scale + step; // expect-audit: product-order
  }
}
