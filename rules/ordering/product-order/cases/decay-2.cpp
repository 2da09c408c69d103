void decay(float *w, const float *g, int n, float rate, float strength) {
  const float step = rate * strength;
  for (int i = 0; i < n; ++i)
    w[i] -= step * g[i]; // ok: quantity
}

using Float4 = float __attribute__((vector_size(16)));
Float4 dequantised(Float4 x, float scale, float zero) { return x * (scale * zero); }
