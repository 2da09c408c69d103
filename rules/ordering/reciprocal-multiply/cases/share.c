// Where a guard keeps zeros from the reciprocal, the division is offered with the guard, to who asks for every order. The scale of a quantisation, a constant over a maximum, is
// meant as it is.

float share(float x, float total) {
  float inverse = total == 0.0f ? 0.0f : 1.0f / total;
  return x * inverse; // expect-audit: reciprocal-multiply
}
