// The product is needed for itself: another grouping of its other use takes an operation more.

void kept(float *p, float *q, const float *mass, const float *step, const float *gain, int n) {
  for (int i = 0; i < n; ++i) {
    const float impulse = mass[i] * step[i];
    p[i] = impulse + 1.0f;
    q[i] = impulse * gain[i]; // ok: quantity
  }
}
