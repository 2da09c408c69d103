// flags: -mfma
// A rotation, or another map of a vector, has the same values in a sum as well: what fusing changes is small beside the length of the vector. The
// rule is about products that are equal.

struct Pair {
  float even, odd;
};

Pair turned(Pair x, float c, float s) { return {x.even * c - x.odd * s, x.odd * c + x.even * s}; } // ok: rotation

struct Wide {
  double even, odd;
};

Wide widened(Pair x, double c, double s) { return {x.even * c - x.odd * s, x.odd * c + x.even * s}; }

// The sum's own rounding is larger than that of the product.
void centred(float *out, const float *x, const float *g, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * g[i];
  for (int i = 0; i < n; ++i)
    out[i] = n * g[i] - x[i] * sum; // ok: of-sums
}
