// A product of two invariants that is formed before the loop is folded already (in the loop it is not, in a statement of its own or not), and a
// scalar one stands for all lanes of a vector.

void decay(float *w, const float *g, int n, float rate, float strength) {
  for (int i = 0; i < n; ++i)
    w[i] -= rate * g[i] * strength; // expect-audit: product-order
}

void decay_stepwise(float *w, const float *g, int n, float rate, float strength) {
  for (int i = 0; i < n; ++i) {
    const float step = rate * strength;
    w[i] -= step * g[i]; // expect-audit: product-order
  }
}
