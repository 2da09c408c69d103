// The square in a temporary, in C.

float curve(float x, float a, float b, float c) {
  float x2 = x * x;
  float quadratic = a * x2;
  return quadratic + b * x + c; // expect-audit: polynomial-form
}
