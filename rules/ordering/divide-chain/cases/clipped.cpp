// A divisor that is limited, the norm of a clipped gradient, is a quantity by itself: an order without the limit is another formula.

float clipped(float gradient, float norm, float most) {
  const float factor = norm > most ? norm / most : 1.0f;
  return gradient / factor;
}
