// Grouped across statements.

float step(float w, float grad, float rate, float decay) {
  float g = grad * rate;
  return w - g * decay; // expect-audit: product-order
}
